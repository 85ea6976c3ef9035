"""Patience Referee: replays two-pack patience games and says what really happened."""

__version__ = "1.0.0"
