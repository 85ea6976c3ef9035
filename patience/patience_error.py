"""The error that the library raises for input that it does not accept."""

from operator import index
from typing import Final, SupportsIndex

NOT_A_MOVE: Final = "not_a_move"
NO_MOVE_TO_TAKE_BACK: Final = "no_move_to_take_back"
UNKNOWN_VARIANT: Final = "unknown_variant"
BAD_OPTIONS: Final = "bad_options"
BAD_SEED: Final = "bad_seed"
BAD_DECK: Final = "bad_deck"
BAD_BOARD: Final = "bad_board"
BAD_DECLARATION: Final = "bad_declaration"
BAD_LOG: Final = "bad_log"
BAD_TABLE: Final = "bad_table"
NO_SEARCH: Final = "no_search"
NO_KERNEL: Final = "no_kernel"
BAD_DEPTH: Final = "bad_depth"
BAD_BUDGET: Final = "bad_budget"
TOO_MANY_POSITIONS: Final = "too_many_positions"


class PatienceError(ValueError):
    """Input that is not accepted: an illegal move, an unknown game, a damaged log.

    ``reason`` is a word for programs: a ``Reason`` for an illegal move, else a constant of this module.
    ``detail`` is a sentence for people. ``index`` is the move's place in the log, counted from 0, and
    ``move`` its text; both are None if the error is not about a move.
    """

    def __init__(self, reason: str, detail: str, index: int | None = None, move: str | None = None) -> None:
        super().__init__(detail if index is None else f"Move {index + 1} (index {index}), {move}: {detail}")
        self.reason = reason
        self.detail = detail
        self.index = index
        self.move = move

    def __reduce__(self) -> tuple[type["PatienceError"], tuple[str, str, int | None, str | None]]:
        return PatienceError, (self.reason, self.detail, self.index, self.move)


def whole_number(value: SupportsIndex, what: str, reason: str, least: int, most: int | None = None) -> int:
    """Return a whole number from ``least`` to ``most``. Raises PatienceError, which calls it ``what``."""
    try:
        number = index(value)
    except TypeError:
        number = least - 1
    if number < least or (most is not None and number > most):
        expected = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise PatienceError(reason, f"{what} is a whole number {expected}, not {value!r:.60}.")
    return number
