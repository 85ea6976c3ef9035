"""Patience Referee: a service that replays the logs of patience (solitaire) games and judges every move."""

__version__ = "1.0.0"
