"""Why a file cannot be taken as a game that was played."""

from enum import StrEnum


class Fault(StrEnum):
    """What is wrong with a file, for programs; the values are the kinds of problem that HTTP answers."""

    NOT_A_SAVE = "not-a-save"
    """It is no saved game of a program that we know, or holds what no genuine one does."""
    DAMAGED = "damaged"
    """It is cut short, goes on after its end, or holds something else where a value is expected."""
    UNSUPPORTED_GAME = "unsupported-game"
    UNSUPPORTED_SEED = "unsupported-seed"
    """The deal has no number, or one that is no seed (RULES §8)."""
    POSITION_DIFFERS = "position-differs"
    """The moves do not lead to the piles that were saved with them."""


class SaveError(ValueError):
    """A file that is not taken, and why; the text says nothing that the file says."""

    def __init__(self, fault: Fault, detail: str) -> None:
        super().__init__(detail)
        self.fault = fault
