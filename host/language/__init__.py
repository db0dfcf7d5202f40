"""Language: the lines the host says, the phrases it understands, and what sounds or reads alike."""
