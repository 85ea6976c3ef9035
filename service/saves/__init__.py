"""Saved games of other programs, read safely and converted to game logs. Independent of HTTP."""
