"""The game leader: it steps a game's script, asks, listens, keeps the log."""
