"""Canfield's family: a deep reserve that fills spaces, and a base that the deal sets."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import (
    ANY_RANK,
    DOWN_FROM_KING,
    TWO_OF_EACH,
    by_suit,
    down,
    draw,
    redeals,
    up,
)
from patience.rules import (
    Base,
    Build,
    ColumnKind,
    Columns,
    Direction,
    Lift,
    Reserve,
    Rules,
    SameBase,
    Stock,
    Takes,
    Win,
)
from patience.rules.declaration import piles
from patience.rules.variant import FIRST_EDITION, Edition, Option, Variant

_game = partial(Variant, family="Canfield", pysolfc_stacks="SWFRT")

_COLUMNS: Final = Columns(
    number=4,
    build=Build.ALTERNATING,
    lift=Build.ALTERNATING,
    wrap=True,
    whole_only=True,
    empty_takes=ANY_RANK,
    refill=("R1",),
)
_RESERVE: Final = (*down("R1", 12), *up("R1"))
_ONE_PASS: Final = Stock(actions=("draw",), drawn_at_start=1)
_THREES: Final = Stock(actions=("draw", "redeal"), draw=3, redeals=None, drawn_at_start=3)
_TWICE: Final = Stock(actions=("draw", "redeal"), redeals=2, drawn_at_start=1)

_CANFIELD: Final = Rules(
    packs=1,
    layout=(*up("F"), *_RESERVE, *up("T4-T1")),
    base=Base.FIRST,
    columns=_COLUMNS,
    reserve=Reserve(1),
    stock=_THREES,
    foundations=by_suit(),
)
_DOUBLE: Final = replace(
    _CANFIELD,
    packs=2,
    layout=(*up("F"), *_RESERVE, *up("T5-T1")),
    columns=replace(_COLUMNS, number=5),
    foundations=TWO_OF_EACH,
)
_FOUR_SEASONS: Final = replace(
    _CANFIELD,
    layout=(*up("F"), *up("T1-T5")),
    columns=Columns(number=5, build=Build.ANY_SUIT, lift=Lift.ONE, wrap=True, empty_takes=ANY_RANK),
    reserve=None,
    stock=_ONE_PASS,
)
_LIFT: Final = Option(
    name="lift",
    meaning="Whether groups move to other columns only as whole columns, or as any sequence.",
    values={"whole_columns": {}, "any_run": {"columns.whole_only": False}},
)
_GATE_COLUMNS: Final = Columns(
    number=8,
    build=Build.ALTERNATING,
    lift=Build.ALTERNATING,
    empty_takes=ANY_RANK,
    refill=("R1", "R2", "W"),
    longest_first=True,
)
_GATE: Final = Rules(
    packs=1,
    layout=(*up("R1-R2", 5), *up("T1-T8")),
    columns=_GATE_COLUMNS,
    reserve=Reserve(2),
    stock=Stock(actions=("draw",), drawn_at_start=1),
    foundations=by_suit(),
    foundations_final=False,
)
_OPEN_ROWS: Final = (*down("T1-T7"), *up("T1-T7")) * 2
_MUNGER_COLUMNS: Final = Columns(number=7, build=Build.ALTERNATING, lift=Build.ALTERNATING)
_MUNGER: Final = Rules(
    packs=1,
    layout=(*_OPEN_ROWS, *down("R1", 6), *up("R1")),
    columns=_MUNGER_COLUMNS,
    reserve=Reserve(1),
    stock=_ONE_PASS,
    foundations=by_suit(),
)
_MINERVA: Final = replace(
    _MUNGER,
    layout=(*_OPEN_ROWS, *down("R1", 10), *up("R1")),
    stock=Stock(actions=("draw", "redeal"), redeals=1, drawn_at_start=1),
)

GAMES: Final = (
    _game(
        id="canfield",
        title="Canfield",
        rules=_CANFIELD,
        pysolfc=(105,),
        options=(draw("three", "one"), redeals("unlimited"), _LIFT),
    ),
    _game(
        id="candike",
        title="Candike",
        rules=replace(
            _CANFIELD,
            layout=(*up("F"), *_RESERVE, *down("T1-T7"), *up("T7-T1")),
            columns=replace(_COLUMNS, number=7, wrap=False, whole_only=False),
        ),
        pysolfc=(989,),
        options=(draw("three", "one"), redeals("unlimited")),
    ),
    _game(
        id="superior-canfield",
        title="Superior Canfield",
        rules=replace(
            _CANFIELD,
            layout=(*up("F"), *up("R1", 13), *up("T4-T1")),
            columns=replace(_COLUMNS, refill=()),
        ),
        pysolfc=(101,),
        options=(draw("three", "one"), redeals("unlimited"), _LIFT),
    ),
    _game(
        id="rainfall",
        title="Rainfall",
        rules=replace(_CANFIELD, stock=_TWICE),
        pysolfc=(99,),
        options=(redeals("twice"), _LIFT),
    ),
    _game(
        id="rainbow",
        title="Rainbow",
        rules=replace(
            _CANFIELD,
            columns=replace(_COLUMNS, build=Build.ANY_SUIT, lift=Build.ANY_SUIT),
            stock=_ONE_PASS,
        ),
        pysolfc=(108,),
    ),
    _game(
        id="storehouse",
        title="Storehouse",
        rules=replace(
            _CANFIELD,
            layout=(*_RESERVE, *up("T4-T1")),
            base=Base.ACE,
            columns=replace(_COLUMNS, build=Build.BY_SUIT, lift=Build.BY_SUIT),
            stock=_TWICE,
            foundations=by_suit(ranks="23456789TJQKA", dealt=1),
        ),
        pysolfc=(100,),
        names=("Thirteen Up", "Straight Up", "Provisions", "The Reserve"),
        options=(redeals("twice"), _LIFT),
    ),
    _game(
        id="chameleon",
        title="Chameleon",
        rules=replace(
            _CANFIELD,
            layout=(*up("F"), *_RESERVE[1:], *up("T3-T1")),
            columns=replace(_COLUMNS, number=3, build=Build.ANY_SUIT, lift=Build.ANY_SUIT),
            stock=_ONE_PASS,
        ),
        pysolfc=(43,),
        names=("Kansas",),
    ),
    _game(
        id="double-canfield",
        title="Double Canfield",
        rules=_DOUBLE,
        pysolfc=(106,),
        options=(draw("three", "one"), redeals("unlimited"), _LIFT),
    ),
    _game(
        id="variegated-canfield",
        title="Variegated Canfield",
        rules=replace(
            _DOUBLE,
            layout=(*up("R1", 13), *up("T5-T1")),
            base=Base.ACE,
            columns=replace(_COLUMNS, number=5, wrap=False),
            stock=replace(_THREES, redeals=2),
            foundations=by_suit("CCSSHHDD", dealt=1),
        ),
        pysolfc=(102,),
    ),
    _game(
        id="american-toad",
        title="American Toad",
        rules=replace(
            _DOUBLE,
            layout=(*up("F"), *up("R1", 20), *up("T8-T1")),
            columns=replace(_COLUMNS, number=8, build=Build.BY_SUIT, lift=Build.BY_SUIT),
            stock=replace(_TWICE, redeals=1),
        ),
        pysolfc=(103,),
        options=(redeals("once"), _LIFT),
    ),
    _game(
        id="duke",
        title="Duke",
        rules=replace(
            _CANFIELD,
            layout=(*up("R1-R4", 3), *up("T1-T4")),
            base=Base.ACE,
            columns=Columns(number=4, build=Build.ALTERNATING, lift=Build.ALTERNATING, empty_takes=ANY_RANK),
            reserve=Reserve(4),
            stock=_TWICE,
            foundations_final=False,
        ),
        pysolfc=(413,),
    ),
    _game(
        id="demon",
        title="Demon",
        rules=replace(
            _DOUBLE,
            layout=(*up("F"), *down("R1", 39), *up("R1"), *up("T8-T1")),
            columns=replace(_COLUMNS, number=8, whole_only=False),
        ),
        pysolfc=(476,),
    ),
    _game(
        id="four-seasons",
        title="Four Seasons",
        rules=_FOUR_SEASONS,
        pysolfc=(484, 696),
        siblings={696: {"redeals": 1}},
        pysolfc_stacks="SWFTR",
        names=("Corner Card", "Vanishing Cross", "Florentine Patience", "Cross Currents"),
        options=(redeals("none"),),
    ),
    _game(
        id="royal-east",
        title="Royal East",
        rules=_FOUR_SEASONS,
        pysolfc=(93,),
        pysolfc_stacks="FTSW",
    ),
    _game(
        id="casino-canfield",
        title="Casino Canfield",
        rules=replace(_CANFIELD, stock=_ONE_PASS),
        pysolfc=(835,),
        names=("Reno",),
    ),
    _game(
        id="triple-canfield",
        title="Triple Canfield",
        rules=replace(
            _DOUBLE,
            packs=3,
            layout=(*up("F"), *down("R1", 25), *up("R1"), *up("T7-T1")),
            columns=replace(_COLUMNS, number=7),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(396,),
    ),
    _game(
        id="acme",
        title="Acme",
        rules=replace(
            _CANFIELD,
            layout=(*_RESERVE, *up("T4-T1")),
            base=Base.ACE,
            columns=replace(_COLUMNS, build=Build.BY_SUIT, lift=Lift.ONE, wrap=False, whole_only=False),
            stock=replace(_TWICE, redeals=1),
            foundations=by_suit(dealt=1),
        ),
        pysolfc=(403,),
    ),
    _game(
        id="skippy",
        title="Skippy",
        rules=replace(
            _DOUBLE,
            layout=(*up("F"), *up("T1-T16", 4)),
            columns=Columns(number=16, build=Build.ANY_SUIT, lift=Lift.ONE, wrap=True),
            reserve=Reserve(4, takes=Takes.ONE),
            stock=_ONE_PASS,
            foundations=by_suit("CSHDCSHD"),
            foundations_final=False,
        ),
        pysolfc=(605,),
    ),
    _game(
        id="lafayette",
        title="Lafayette",
        rules=replace(
            _CANFIELD,
            layout=(*up("R1", 13), *up("T1-T4")),
            base=Base.ACE,
            columns=replace(_COLUMNS, wrap=False, whole_only=False, empty_takes="7"),
            foundations=(
                *by_suit("C"),
                *by_suit("C", DOWN_FROM_KING),
                *by_suit("S"),
                *by_suit("S", DOWN_FROM_KING),
                *by_suit("H"),
                *by_suit("H", DOWN_FROM_KING),
                *by_suit("D"),
                *by_suit("D", DOWN_FROM_KING),
            ),
            win=Win.ALL_CARDS,
            foundations_final=False,
        ),
        pysolfc=(642,),
        pysolfc_stacks="FSWTR",
    ),
    _game(
        id="quadruple-canfield",
        title="Quadruple Canfield",
        rules=replace(
            _DOUBLE,
            packs=4,
            layout=(*up("F"), *down("R1", 38), *up("R1"), *up("T8-T1")),
            columns=replace(_COLUMNS, number=8),
            foundations=by_suit("CCCCSSSSHHHHDDDD"),
        ),
        pysolfc=(922,),
    ),
    _game(
        id="eagle-wing",
        title="Eagle Wing",
        rules=replace(
            _CANFIELD,
            layout=(*up("F"), *down("R1", 13), *up("T8-T1")),
            columns=Columns(
                number=8,
                build=Build.BY_SUIT,
                lift=Lift.ONE,
                wrap=True,
                capacity=3,
                empty_takes=ANY_RANK,
                refill=("R1",),
            ),
            reserve=Reserve(1, closed=True),
            stock=_TWICE,
        ),
        pysolfc=(112,),
        pysolfc_stacks="SWFTR",
        names=("Thirteen Down",),
    ),
    _game(
        id="gate",
        title="Gate",
        rules=_GATE,
        pysolfc=(315,),
        pysolfc_stacks="RFTSW",
    ),
    _game(
        id="little-gate",
        title="Little Gate",
        rules=replace(
            _GATE, layout=(*up("R1-R2", 5), *up("T1-T4")), columns=replace(_GATE_COLUMNS, number=4)
        ),
        pysolfc=(316,),
        pysolfc_stacks="RFTSW",
    ),
    _game(
        id="minerva",
        title="Minerva",
        rules=_MINERVA,
        pysolfc=(422,),
    ),
    _game(
        id="munger",
        title="Munger",
        rules=_MUNGER,
        pysolfc=(360,),
    ),
    _game(
        id="mystique",
        title="Mystique",
        rules=replace(
            _MUNGER,
            layout=(*_OPEN_ROWS, *down("R1", 8), *up("R1")),
            columns=replace(_MUNGER_COLUMNS, empty_takes=ANY_RANK),
        ),
        pysolfc=(494,),
    ),
    _game(
        id="duchess",
        title="Duchess",
        rules=Rules(
            packs=1,
            layout=(*up("R1-R4", 3), *up("T1-T4")),
            columns=replace(
                _COLUMNS, lift=Lift.WHOLE, whole_only=False, refill=(), opened_by=(("T", "R"), ("W",))
            ),
            reserve=Reserve(4),
            stock=Stock(actions=("draw", "redeal"), redeals=1),
            foundations=tuple(
                replace(pile, direction=Direction.UP, wrap=True, cards=13) for pile in by_suit()
            ),
            same_base=SameBase.GIVERS_FIRST,
            base_from=("R",),
        ),
        history=(
            FIRST_EDITION,
            Edition(
                "2",
                "everything",
                "Whole columns move only if they are runs; before, on a board, any did.",
                only_boards=True,
            ),
        ),
        pysolfc=(282,),
        pysolfc_stacks="SWFTR",
        names=("Dutchess", "Glenwood"),
    ),
    _game(
        id="demons-and-thieves",
        title="Demons and Thieves",
        rules=Rules(
            layout=(*up("T5-T9", 7), *up("T1-T9"), *up("F"), *down("R1", 12), *up("R1")),
            base=Base.FIRST,
            columns=Columns(
                9,
                Build.ALTERNATING,
                Build.ALTERNATING,
                empty_takes=ANY_RANK,
                kinds=(ColumnKind(piles("T5-T9"), build=Build.BY_SUIT, lift=Build.BY_SUIT),),
            ),
            reserve=Reserve(1),
            stock=Stock(actions=("draw", "redeal"), redeals=2, drawn_at_start=1),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(889,),
    ),
)
