"""Hand-in: how what is written on paper gets to the host."""
