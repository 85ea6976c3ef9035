"""Patience Referee: replays two-pack patience games and says what really happened."""
