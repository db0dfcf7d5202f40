"""`python -m host` is `spielleiter`."""

from host.commands.cli import main

main()
