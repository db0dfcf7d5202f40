"""Asking: one question from its line to its value, and what may be said at every question."""
