"""The evening: who plays what with which options, and the leader who steps the script."""
