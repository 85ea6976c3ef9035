"""Boards, pictures, and the logs, saved games and seeds of other programs."""
