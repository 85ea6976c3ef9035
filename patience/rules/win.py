"""What wins a game."""

from enum import StrEnum, auto


class Hands(StrEnum):
    """The hands that rows and columns of a square are."""

    POKER = auto()
    CRIBBAGE = auto()

    @property
    def width(self) -> int:
        """How many columns a row of the square has, and how many rows there are."""
        return 5 if self is Hands.POKER else 4


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
    cards, or thirteen without limit, all face up, which are a sequence as the columns build."""
    SUIT_SEQUENCES = auto()
    """The foundations are complete, and the columns are as under `sequences`, each of one suit."""
    IN_PLACE = auto()
    """Each card of the columns is in place (`columns.row`), or lies face up in a column of its own rank
    (`columns.own_ranks`)."""
    COLOURS_APART = auto()
    """The first half of the columns has red cards only, and the other half black cards only."""
    ONE_COLUMN = auto()
    """One column has all cards."""
    POKER = auto()
    """Each column has a card, and the columns, a square of five by five, are worth `points` or more: its rows
    and columns are hands of poker. Royal flush 100, straight flush 75, four of a kind 50, full house 25,
    flush 20, straight 15, three of a kind 10, two pairs 5, pair 2. Straights and flushes have five cards. An
    Ace is below the Two or above the King."""
    CRIBBAGE = auto()
    """The same for a square of four by four and hands of cribbage. Each choice of cards that add up to
    fifteen 2, court cards being 10; each pair 2; each run of the greatest length, of three cards or more, its
    length; four cards of one suit 4. Once each column has a card, the top card of the stock is the starter,
    which belongs to every hand. It makes four cards of its suit worth 5, and a Jack of its suit 1. A starter
    that is a Jack is worth 2 once."""
    FACE_UP = auto()
    """No card of the columns lies face down."""
