"""What wins a game."""

from enum import StrEnum, auto


class Win(StrEnum):
    """What wins the game."""

    COMPLETE = auto()
    """The foundations of `won_when` have all their cards, and its other piles have none."""
    ALL_CARDS = auto()
    """Every card is on a foundation."""
    EMPTY_COLUMNS = auto()
    """No column has a card."""
    EMPTY_STOCK = auto()
    """The stock has no card."""
    ONE_EACH = auto()
    """The foundations are complete, and each column has one card."""
    SEQUENCES = auto()
    """Stock and waste are empty, and each column that has cards, at least one, is complete: it has `capacity`
    cards, or thirteen without limit, all face up, which are a run as the columns build."""
    IN_PLACE = auto()
    """Each card of the columns is in place (`columns.row`)."""
    FACE_UP = auto()
    """No card of the columns lies face down."""
