"""Seats: what an evening is played with (mouth, ear, desk, clock) and whoever watches it."""
