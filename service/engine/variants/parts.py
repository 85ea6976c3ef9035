"""Parts that many declarations share: rounds, foundations, options."""

from typing import Final

from service.engine.cards import RANKS, SUITS
from service.engine.declaration import piles
from service.engine.rules import Build, Foundation, Round
from service.engine.variant import NUMBER, Option

DOWN_FROM_KING: Final = RANKS[::-1]


def up(to: str, times: int = 1) -> tuple[Round, ...]:
    """Return rounds of face-up cards: ``up("T7-T1")`` is one card onto each column from T7 to T1."""
    return (Round(piles(to)),) * times


def down(to: str, times: int = 1) -> tuple[Round, ...]:
    """Return rounds of face-down cards."""
    return (Round(piles(to), face_up=False),) * times


def by_suit(suits: str = "CSHD", ranks: str = RANKS, *, dealt: int = 0) -> tuple[Foundation, ...]:
    """Return one foundation for each suit, built by suit; ``dealt`` cards lie there when the game opens."""
    return tuple(Foundation(suit, ranks, Build.BY_SUIT, dealt=dealt) for suit in suits)


def sequences(number: int, build: Build = Build.BY_SUIT) -> tuple[Foundation, ...]:
    """Return foundations that take whole sequences, King to Ace, of any suit."""
    return (Foundation(SUITS, DOWN_FROM_KING, build, whole=True),) * number


REDEALS: Final = Option(
    name="redeals",
    meaning="How often the waste may become the stock again: without limit, or 0 to 99 times.",
    values={"unlimited": {}, "0..99": {"stock.redeals": NUMBER}},
)
