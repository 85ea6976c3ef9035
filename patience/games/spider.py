"""Spider's family: whole sequences from King to Ace leave the columns for the foundations."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import (
    ANY_RANK,
    FULL_COLUMNS,
    KINGS,
    SUIT_NUMBER,
    down,
    sequences,
    triangle,
    up,
)
from patience.rules import Build, Columns, Hold, Lift, Reserve, Rules, Stock
from patience.variant import Option, Variant

_game = partial(Variant, family="Spider")

_COLUMNS: Final = Columns(number=10, build=Build.ANY_SUIT, lift=Build.BY_SUIT, empty_takes=ANY_RANK)
_SPIDER: Final = Rules(
    layout=(*down("T1-T10", 4), *down("T1 T4 T7 T10"), *up("T1-T10")),
    columns=_COLUMNS,
    stock=Stock(actions=("deal",), hold=Hold.EMPTY_COLUMN),
    foundations=sequences(8),
)
_SPIDERETTE: Final = replace(
    _SPIDER,
    packs=1,
    layout=(*triangle(7), *up("T1-T7")),
    columns=replace(_COLUMNS, number=7),
    foundations=sequences(4),
)
_SCORPION: Final = replace(
    _SPIDERETTE,
    layout=(*(*down("T1-T4"), *up("T5-T7")) * 3, *up("T1-T7", 4)),
    columns=Columns(number=7, build=Build.BY_SUIT, lift=Lift.ANY),
    stock=Stock(actions=("deal",)),
)

GAMES: Final = (
    _game(
        id="spider",
        title="Spider",
        rules=_SPIDER,
        pysolfc=(11, 269, 270, 10),
        siblings={269: {"suits": "one"}, 270: {"suits": "two"}, 10: {"deal": "any_time"}},
        names=(
            "Spider Solitaire",
            "Microsoft Spider",
            "Spider One Suit",
            "Spider Two Suits",
            "Relaxed Spider",
        ),
        options=(SUIT_NUMBER, FULL_COLUMNS),
    ),
    _game(
        id="grandmothers-game",
        title="Grandmother's Game",
        rules=replace(_SPIDER, layout=up("T1-T10", 6), stock=Stock(actions=("deal",))),
        pysolfc=(114,),
    ),
    _game(
        id="spiderette",
        title="Spiderette",
        rules=_SPIDERETTE,
        pysolfc=(24,),
        options=(SUIT_NUMBER, FULL_COLUMNS),
    ),
    _game(
        id="will-o-the-wisp",
        title="Will o' the Wisp",
        rules=replace(_SPIDERETTE, layout=(*down("T1-T7", 2), *up("T1-T7"))),
        pysolfc=(48,),
        options=(SUIT_NUMBER, FULL_COLUMNS),
    ),
    _game(
        id="simple-simon",
        title="Simple Simon",
        rules=replace(
            _SPIDERETTE,
            layout=(
                *(round_ for last in range(9, 2, -1) for round_ in up(f"T1-T{last}")),
                *up("T1-T10"),
            ),
            columns=replace(_COLUMNS, supermove=True),
            stock=None,
        ),
        pysolfc=(50,),
        options=(
            Option(
                name="groups",
                meaning="Whether several runs move at once where empty columns allow it, or one run.",
                values={"supermove": {}, "one_run": {"columns.supermove": False}},
            ),
        ),
    ),
    _game(
        id="mrs-mop",
        title="Mrs. Mop",
        rules=replace(_SPIDER, layout=up("T1-T13", 8), columns=replace(_COLUMNS, number=13), stock=None),
        pysolfc=(309,),
        options=(SUIT_NUMBER,),
    ),
    _game(
        id="black-widow",
        title="Black Widow",
        rules=replace(_SPIDER, columns=replace(_COLUMNS, lift=Build.ANY_SUIT)),
        pysolfc=(49,),
        options=(FULL_COLUMNS,),
    ),
    _game(
        id="scorpion",
        title="Scorpion",
        rules=_SCORPION,
        pysolfc=(29,),
        options=(KINGS,),
    ),
    _game(
        id="wasp",
        title="Wasp",
        rules=replace(
            _SCORPION,
            columns=Columns(number=7, build=Build.BY_SUIT, lift=Lift.ANY, empty_takes=ANY_RANK),
        ),
        pysolfc=(185,),
    ),
    _game(
        id="three-blind-mice",
        title="Three Blind Mice",
        rules=replace(
            _SCORPION,
            layout=(*(*up("T1-T7"), *down("T8-T10")) * 3, *up("T1-T10", 2), *up("R1-R2")),
            columns=Columns(number=10, build=Build.BY_SUIT, lift=Lift.ANY),
            reserve=Reserve(2),
            stock=None,
        ),
        pysolfc=(305,),
    ),
)
