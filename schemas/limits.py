"""The limits of requests that the API description states; the settings of a service may be others."""

from typing import Final

MOST_MOVES: Final = 20_000
"""The most moves in one log."""

MOST_POSITIONS: Final = 300_000
"""The most positions searched for one request."""

LONGEST_REF: Final = 200
"""Characters of the client's own name for a request."""

LONGEST_NAME: Final = 200
"""Characters of a player's name, or of an audience."""

LAST_SECOND: Final = 253_402_300_799
"""The last second of the year 9999, with which Python's dates end."""
