"""The rulebooks as pure code: nothing here but the standard library."""
