"""Patience Referee: a service that replays the logs of patience (solitaire) games and judges every move."""

from patience import __version__ as __version__
