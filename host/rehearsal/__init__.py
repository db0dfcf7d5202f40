"""The rehearsal: simulated players in a simulated room, heard by the real ear."""
