"""Receipts: what a game came to, signed, and the keys that sign."""
