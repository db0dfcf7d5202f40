"""Speech models: which there are, where they are, and whether they are whole."""
