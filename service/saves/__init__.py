"""Other programs' saved games, read safely into game logs; knows nothing of HTTP."""
