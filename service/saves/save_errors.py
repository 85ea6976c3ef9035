"""Errors in saved games."""

from enum import StrEnum


class Fault(StrEnum):
    """The kind of error; each value is the last part of an HTTP problem type."""

    NOT_A_SAVE = "not-a-save"
    """The file is not a saved game of a known program, or contains something that none contains."""
    DAMAGED = "damaged"
    """The file is cut short, continues after its end, or has another value where one is expected."""
    UNSUPPORTED_GAME = "unsupported-game"
    UNSUPPORTED_SEED = "unsupported-seed"
    """The deal has no number, or a number that is not a seed (RULES §8)."""
    POSITION_DIFFERS = "position-differs"
    """The moves are illegal or do not lead to the saved position."""
    TOO_MANY_MOVES = "invalid-request"


class SaveError(ValueError):
    """A file that cannot be imported. The message never quotes text from the file."""

    def __init__(self, fault: Fault, detail: str) -> None:
        super().__init__(detail)
        self.fault = fault
