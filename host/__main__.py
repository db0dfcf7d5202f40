"""`python -m host` is `spielleiter`."""

from host.cli import main

main()
