"""Klondike with two or more packs: the Harps and their kin."""

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
    triangle,
    up,
)
from patience.rules import Build, Columns, Direction, Lift, Rules, Stock
from patience.rules.variant import Variant

_game = partial(Variant, family="Harp")

_COLUMNS: Final = Columns(number=10, build=Build.ALTERNATING, lift=Build.ALTERNATING)
_ONE_REDEAL: Final = Stock(actions=("draw", "redeal"), redeals=1, drawn_at_start=1)
_HARP: Final = Rules(
    layout=(*triangle(10, face_up=True), *up("T1-T10")),
    columns=_COLUMNS,
    stock=_ONE_REDEAL,
    foundations=TWO_OF_EACH,
    foundations_final=False,
)

GAMES: Final = (
    _game(
        id="lady-jane",
        title="Lady Jane",
        rules=replace(
            _HARP,
            columns=Columns(number=10, build=Build.ANY_SUIT, lift=Build.BY_SUIT, empty_takes=ANY_RANK),
            stock=replace(_ONE_REDEAL, draw=3, drawn_at_start=3),
        ),
        pysolfc=(495,),
    ),
    _game(
        id="thieves-of-egypt",
        title="Thieves of Egypt",
        rules=replace(
            _HARP,
            layout=(
                *up("T2"),
                *up("T2-T3"),
                *up("T3", 2),
                *up("T3-T4"),
                *up("T4", 4),
                *up("T4-T5"),
                *up("T5", 6),
                *up("T5-T6"),
                *up("T6", 7),
                *up("T6-T7"),
                *up("T7", 5),
                *up("T7-T8"),
                *up("T8", 3),
                *up("T8-T9"),
                *up("T9"),
                *up("T9-T10"),
                *up("T1-T10"),
            ),
        ),
        pysolfc=(678,),
    ),
    _game(
        id="open-gargantua",
        title="Open Gargantua",
        rules=replace(
            _HARP, layout=(*triangle(9, face_up=True), *up("T1-T9")), columns=replace(_COLUMNS, number=9)
        ),
        pysolfc=(333,),
        names=("Open Jumbo",),
    ),
    _game(
        id="inquisitor",
        title="Inquisitor",
        rules=replace(
            _HARP,
            columns=Columns(number=10, build=Build.BY_SUIT, lift=Build.BY_SUIT, empty_takes=ANY_RANK),
            stock=replace(_ONE_REDEAL, draw=3, redeals=2, drawn_at_start=3),
        ),
        pysolfc=(496,),
    ),
    _game(
        id="arabella",
        title="Arabella",
        rules=replace(
            _HARP,
            packs=3,
            layout=(*triangle(13, face_up=True), *up("T1-T13")),
            columns=Columns(number=13, build=Build.ANY_SUIT, lift=Build.BY_SUIT),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(497,),
    ),
    _game(
        id="big-deal",
        title="Big Deal",
        rules=replace(
            _HARP,
            packs=4,
            layout=(*triangle(12), *up("T1-T12")),
            columns=replace(_COLUMNS, number=12),
            foundations=by_suit("CSHDCSHDCSHDCSHD"),
        ),
        pysolfc=(545,),
        pysolfc_stacks="TFSW",
    ),
    _game(
        id="delivery",
        title="Delivery",
        rules=replace(
            _HARP,
            packs=4,
            layout=up("T1-T12", 3),
            columns=Columns(number=12, build=Build.BY_SUIT, lift=Lift.ONE, empty_takes=ANY_RANK),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=by_suit("CSHDCSHDCSHDCSHD"),
        ),
        pysolfc=(562,),
        pysolfc_stacks="TFSW",
    ),
    _game(
        id="pantagruel",
        title="Pantagruel",
        rules=replace(
            _HARP,
            layout=(*triangle(9), *up("T1-T9")),
            columns=replace(_COLUMNS, number=9, empty_takes=ANY_RANK),
            stock=Stock(actions=("draw",), drawn_at_start=1),
        ),
        pysolfc=(591,),
    ),
    _game(
        id="chinese-klondike",
        title="Chinese Klondike",
        rules=replace(
            _HARP,
            packs=3,
            suits="CSH",
            layout=(*triangle(12), *up("T1-T12")),
            columns=Columns(number=12, build=Build.OTHER_SUIT, lift=Build.OTHER_SUIT),
            stock=replace(_ONE_REDEAL, redeals=None),
            foundations=by_suit("CCCSSSHHH"),
        ),
        pysolfc=(590,),
    ),
    _game(
        id="double-kingsley",
        title="Double Kingsley",
        rules=replace(
            _HARP,
            layout=(*triangle(9), *up("T1-T9")),
            columns=replace(_COLUMNS, number=9, direction=Direction.UP, empty_takes="A"),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=by_suit("CCSSHHDD", DOWN_FROM_KING),
        ),
        pysolfc=(668,),
    ),
    _game(
        id="double-trigon",
        title="Double Trigon",
        rules=replace(
            _HARP,
            layout=(*triangle(9), *up("T1-T9")),
            columns=Columns(number=9, build=Build.BY_SUIT, lift=Build.BY_SUIT),
            stock=replace(_ONE_REDEAL, redeals=None),
        ),
        pysolfc=(822,),
    ),
    _game(
        id="quadruple-klondike",
        title="Quadruple Klondike",
        rules=replace(
            _HARP,
            packs=4,
            layout=(*(round_ for first in range(2, 17) for round_ in down(f"T{first}-T16")), *up("T1-T16")),
            columns=replace(_COLUMNS, number=16),
            stock=replace(_ONE_REDEAL, redeals=None),
            foundations=by_suit("CCCCSSSSHHHHDDDD"),
        ),
        pysolfc=(920, 921),
        siblings={921: {"draw": "three"}},
        options=(draw("one", "three"),),
    ),
)
