"""The vocabulary in which a variant is declared. No behaviour lives here."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum, auto

RULES_VERSION = "1"
"""Changes whenever a verdict could change."""


class Reason(StrEnum):
    """Why a move is illegal, in the order in which the checks run (RULES §1)."""

    GAME_OVER = "game_over"
    UNKNOWN_ACTION = "unknown_action"
    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"
    WASTE_EMPTY = "waste_empty"
    NO_REDEALS_LEFT = "no_redeals_left"
    MOVES_AVAILABLE = "moves_available"
    UNKNOWN_PILE = "unknown_pile"
    SOURCE_LOCKED = "source_locked"
    TARGET_LOCKED = "target_locked"
    SAME_PILE = "same_pile"
    SOURCE_EMPTY = "source_empty"
    NOT_ENOUGH_CARDS = "not_enough_cards"
    FACE_DOWN_CARD = "face_down_card"
    ONE_CARD_ONLY = "one_card_only"
    BROKEN_SEQUENCE = "broken_sequence"
    FOUNDATION_FULL = "foundation_full"
    INCOMPLETE_SEQUENCE = "incomplete_sequence"
    WRONG_COLOR = "wrong_color"
    WRONG_SUIT = "wrong_suit"
    NEEDS_BASE = "needs_base"
    NEEDS_KING = "needs_king"
    VACANCY_RESERVED = "vacancy_reserved"
    WRONG_RANK = "wrong_rank"
    KING_LOCKED = "king_locked"
    NO_FOUNDATION_ACCEPTS = "no_foundation_accepts"


class Outcome(StrEnum):
    """How a game stands (RULES §1)."""

    WON = "won"
    LOST = "lost"
    IN_PROGRESS = "in_progress"


class Build(Enum):
    """How the suit of a card must fit the card beneath it."""

    BY_SUIT = auto()
    """The same suit."""
    BY_COLOR = auto()
    """The same colour."""
    ALTERNATING = auto()
    """Alternating colours."""


class Lift(Enum):
    """What may be lifted off a column as a unit."""

    ONE = auto()
    """One card."""
    RUN = auto()
    """Cards that run down as the column builds."""
    ANY = auto()
    """Any card with all cards on top of it."""


@dataclass(frozen=True)
class Round:
    """One card onto each of these columns, in this order."""

    columns: tuple[int, ...]
    face_up: bool


@dataclass(frozen=True)
class Columns:
    """The tableau; every column builds down."""

    number: int
    rounds: tuple[Round, ...]
    build: Build
    lift: Lift
    empty_takes: str = "K"
    """Ranks that open an empty column."""
    refill: tuple[str, ...] = ()
    """Piles that fill a vacancy at once, the first that has a card."""


@dataclass(frozen=True)
class Foundation:
    """One foundation: its first card, what follows, and how much it takes at once."""

    suits: str
    """Suits of the first card."""
    ranks: str
    """Every rank from the first card to the last."""
    build: Build
    dealt: int = 0
    """Cards that lie there when the game opens."""
    whole: bool = False
    """Takes all its cards in one move and none singly."""
    king_after: str = ""
    """The foundation that must be complete before this one takes its last card."""


@dataclass(frozen=True)
class Reserve:
    """Cells of one face-up card each, playable to foundations only."""

    cells: int
    refill: tuple[str, ...]
    """Piles that fill an empty cell at once, the first that has a card."""


@dataclass(frozen=True)
class Stock:
    """What the stock does."""

    actions: tuple[str, ...]
    """What players do with it: ``deal`` or ``draw``, then perhaps ``redeal``."""
    when_blocked: bool = False
    """Cards leave the stock only while no card move is legal."""
    redeals: int | None = 0
    """How often the waste may become the stock: 0 where there is no redeal, None without limit."""
    drawn_at_start: int = 0
    """Cards turned to the waste when the game opens."""


@dataclass(frozen=True)
class Rules:
    """One game in full, every option settled."""

    foundations: tuple[Foundation, ...]
    columns: Columns | None = None
    reserve: Reserve | None = None
    stock: Stock | None = None
    won_when: tuple[str, ...] = ()
    """Foundations that win the game once complete; none named: all of them."""
    foundations_final: bool = True


OptionValue = str | int
Options = tuple[tuple[str, OptionValue], ...]
"""Option names with their values, every option of the variant, in its order."""


@dataclass(frozen=True)
class Option:
    """A rule that players may choose."""

    name: str
    meaning: str
    words: tuple[str, ...]
    """The values that are words, the default first."""
    apply: Callable[[Rules, OptionValue], Rules]
    numbers: range = range(0)
    """The whole numbers that are values too."""
    changes_layout: bool = False

    @property
    def default(self) -> str:
        return self.words[0]

    def admits(self, value: object) -> bool:
        """Whether this is one of the option's values."""
        if isinstance(value, str):
            return value in self.words
        return type(value) is int and value in self.numbers


@dataclass(frozen=True)
class Variant:
    """A game as its rules page tells it, with its options at their defaults."""

    id: str
    title: str
    sources: tuple[str, ...]
    section: str
    """Where RULES.md describes it."""
    rules: Rules
    options: tuple[Option, ...] = ()
