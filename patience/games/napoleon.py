"""Napoleon's family: foundations that go the way that play decides, among cards that stand aside."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import ANY_RANK, DOWN_FROM_KING, by_suit, up
from patience.rules import Base, Build, Columns, Direction, Foundation, Lift, Reserve, Rules, Stock
from patience.variant import Variant

_game = partial(Variant, family="Napoleon")

_EITHER_WAY: Final = Foundation("C", "A", Build.BY_SUIT, direction=Direction.EITHER, wrap=True, cards=13)


def _either_way(suits: str) -> tuple[Foundation, ...]:
    """Return one foundation for each suit, built from the base up or down."""
    return tuple(replace(_EITHER_WAY, suits=suit) for suit in suits)


_PLACES: Final = Columns(
    12,
    Build.ANY_SUIT,
    Lift.ONE,
    direction=Direction.ANY,
    capacity=1,
    empty_takes=ANY_RANK,
    refill=("R1",),
    side_columns=8,
    side_takes_from=("W",),
)


def _braid(cards: int, packs: int = 2) -> Rules:
    """Return the rules of Braid with this number of cards in its braid."""
    return Rules(
        packs=packs,
        layout=(*up("R1", cards), *up("T1-T12"), *up("F")),
        base=Base.FIRST,
        columns=_PLACES,
        reserve=Reserve(1),
        stock=Stock(actions=("draw", "redeal"), redeals=2, drawn_at_start=1),
        foundations=_either_way("".join(suit * packs for suit in "CSHD")),
        same_direction=True,
    )


_BRAID: Final = _braid(20)

GAMES: Final = (
    _game(
        id="braid",
        title="Braid",
        rules=_BRAID,
        pysolfc=(12,),
        pysolfc_stacks="TRSWF",
        names=("Der Zopf", "Plait", "Pigtail"),
    ),
    _game(
        id="long-braid",
        title="Long Braid",
        rules=_braid(24),
        pysolfc=(175,),
        pysolfc_stacks="TRSWF",
        names=("Der lange Zopf",),
    ),
    _game(
        id="big-braid",
        title="Big Braid",
        rules=_braid(20, packs=3),
        pysolfc=(510,),
        pysolfc_stacks="TRSWF",
        names=("Der große Zopf",),
    ),
    _game(
        id="fort",
        title="Fort",
        rules=replace(
            _BRAID,
            layout=(*up("R1", 21), *up("T1-T12")),
            base=Base.ACE,
            columns=replace(_PLACES, side_takes_from=("W", "F")),
            foundations=tuple(
                pile
                for suit in "CSHD"
                for pile in (*by_suit(suit, dealt=1), *by_suit(suit, DOWN_FROM_KING, dealt=1))
            ),
            foundations_final=False,
            same_direction=False,
        ),
        pysolfc=(358,),
        pysolfc_stacks="TRSWF",
    ),
)
