"""One file for each command of `spielleiter`."""
