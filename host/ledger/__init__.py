"""The ledger: the log of an evening on disk, the state that is its fold, and undo."""
