"""Napoleon's family: foundations that go the way that play decides, among cards that stand aside."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import ANY_RANK, DOWN_FROM_KING, UP_AND_DOWN, by_suit, up
from patience.rules import (
    Base,
    Build,
    ColumnKind,
    Columns,
    CoveredWhile,
    Direction,
    Foundation,
    Lift,
    Reserve,
    Rules,
    Stock,
    Takes,
)
from patience.rules.declaration import piles
from patience.rules.variant import FIRST_EDITION, Edition, Variant

_game = partial(Variant, family="Napoleon")

_EITHER_WAY: Final = Foundation("C", "A", Build.BY_SUIT, direction=Direction.ONE_WAY, wrap=True, cards=13)


def _either_way(suits: str) -> tuple[Foundation, ...]:
    """Return one foundation for each suit, built from the base up or down, all the same way."""
    return tuple(replace(_EITHER_WAY, suits=suit) for suit in suits)


_ASIDE: Final = ColumnKind(of=piles("T5-T12"), takes_from=("W",), refill=())
_PLACES: Final = Columns(
    12,
    Build.ANY_SUIT,
    Lift.ONE,
    direction=Direction.ANY,
    capacity=1,
    empty_takes=ANY_RANK,
    refill=("R1",),
    kinds=(_ASIDE,),
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
    )


_BRAID: Final = _braid(20)
_NAPOLEON: Final = Rules(
    packs=1,
    layout=(*up("F", 4), *up("T1-T8", 5), *up("T9-T10", 4)),
    base=Base.FIRST_RANK,
    columns=Columns(
        10,
        Build.BY_SUIT,
        Lift.ONE,
        direction=Direction.EITHER,
        wrap=True,
        empty_takes=ANY_RANK,
        kinds=(ColumnKind(of=piles("T9-T10"), takes_from=()),),
    ),
    reserve=Reserve(2, takes=Takes.ONE, covered_by=(("T9",), ("T10",))),
    foundations=_either_way("CSHD"),
)
_CORPORAL_COLUMNS: Final = Columns(
    10,
    Build.BY_SUIT,
    Lift.ONE,
    direction=Direction.EITHER,
    wrap=True,
    empty_takes=ANY_RANK,
    takes_from=("T",),
    opened_by=(("T", "R"),),
)
_CORPORAL: Final = replace(
    _NAPOLEON,
    layout=(*up("F", 4), *up("T1-T10", 4), *up("T2-T9")),
    columns=_CORPORAL_COLUMNS,
    reserve=Reserve(1, takes=Takes.ONE, capacity=52),
)

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
            columns=replace(_PLACES, kinds=(replace(_ASIDE, takes_from=("W", "F")),)),
            foundations=tuple(
                pile
                for suit in "CSHD"
                for pile in (*by_suit(suit, dealt=1), *by_suit(suit, DOWN_FROM_KING, dealt=1))
            ),
            foundations_final=False,
        ),
        pysolfc=(358,),
        pysolfc_stacks="TRSWF",
    ),
    _game(
        id="napoleon",
        title="Napoleon",
        rules=_NAPOLEON,
        pysolfc=(169, 170),
        pysolfc_stacks="TRFS",
        names=("Free Napoleon",),
    ),
    _game(
        id="master",
        title="Master",
        rules=replace(
            _NAPOLEON,
            layout=(*up("T1-T8", 5), *up("T9-T10", 4)),
            base=Base.ACE,
            reserve=Reserve(
                2, takes=Takes.ONE, covered_by=(("T9", "T10"),) * 2, covered_while=CoveredWhile.ALL
            ),
            foundations=by_suit(dealt=1),
            foundations_final=False,
        ),
        history=(
            FIRST_EDITION,
            Edition(
                "2",
                "everything",
                "Both cells give cards once T9 or T10 is empty; before, R1 waited for T9 and R2 for T10.",
                before={"reserve.covered_by": ["T9", "T10"], "reserve.covered_while": "any"},
            ),
        ),
        pysolfc=(536,),
        pysolfc_stacks="TRFS",
    ),
    _game(
        id="the-little-corporal",
        title="The Little Corporal",
        rules=_CORPORAL,
        pysolfc=(537,),
        pysolfc_stacks="FRTS",
    ),
    _game(
        id="bonaparte",
        title="Bonaparte",
        rules=replace(
            _CORPORAL,
            layout=(*up("F", 4), *up("T1-T8", 6)),
            columns=replace(_CORPORAL_COLUMNS, number=8),
        ),
        pysolfc=(538,),
        pysolfc_stacks="FRTS",
    ),
    _game(
        id="busy-cards",
        title="Busy Cards",
        rules=Rules(
            layout=up("T1-T12", 8),
            columns=Columns(12, Build.BY_SUIT, Lift.ONE, direction=Direction.EITHER, empty_takes=ANY_RANK),
            reserve=Reserve(
                6,
                takes=Takes.ONE,
                covered_by=tuple((f"T{2 * cell - 1}", f"T{2 * cell}") for cell in range(1, 7)),
            ),
            foundations=UP_AND_DOWN,
            foundations_final=False,
        ),
        pysolfc=(705,),
        pysolfc_stacks="FRTS",
    ),
    _game(
        id="der-kleine-napoleon",
        title="Der kleine Napoleon",
        rules=replace(
            _NAPOLEON,
            reserve=Reserve(1, takes=Takes.ONE, covered_by=(("T9", "T10"),), covered_while=CoveredWhile.ALL),
        ),
        pysolfc=(167, 168),
        pysolfc_stacks="TRFS",
        names=("Der freie Napoleon",),
    ),
)
