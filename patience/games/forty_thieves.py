"""Forty Thieves' family: two packs, cards that mostly move singly, a stock and a waste (RULES §4, §7)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import (
    ANY_RANK,
    RETURNABLE,
    TWO_OF_EACH,
    by_suit,
    down,
    redeals,
    up,
)
from patience.rules import Build, Columns, Foundation, Lift, Rules, Stock
from patience.variant import NUMBER, Option, Variant

_game = partial(Variant, family="Forty Thieves", pysolfc_stacks="FTRSW")

_COLUMNS: Final = Columns(number=10, build=Build.BY_SUIT, lift=Lift.ONE, empty_takes=ANY_RANK)
_RUNS: Final = replace(_COLUMNS, lift=Build.BY_SUIT)
_ALTERNATING: Final = replace(_COLUMNS, build=Build.ALTERNATING)
_ALTERNATING_RUNS: Final = replace(_ALTERNATING, lift=Build.ALTERNATING)

_FORTY_THIEVES: Final = Rules(
    layout=up("T1-T10", 4),
    columns=_COLUMNS,
    stock=Stock(actions=("draw",), drawn_at_start=1),
    foundations=TWO_OF_EACH,
    foundations_final=False,
)
_CONGRESS: Final = replace(
    _FORTY_THIEVES,
    layout=up("T1-T8"),
    columns=replace(_COLUMNS, number=8, build=Build.ANY_SUIT, refill=("W", "S")),
    foundations=by_suit("CSHDCSHD"),
)

GAMES: Final = (
    _game(
        id="forty-thieves",
        title="Forty Thieves",
        rules=_FORTY_THIEVES,
        pysolfc=(13,),
        names=("Napoleon at St. Helena", "Le Cadran", "Roosevelt at San Juan"),
        options=(
            RETURNABLE,
            redeals("none"),
            Option(
                name="lift",
                meaning="What may be moved off a column: one card, or a run in suit.",
                values={"one": {}, "run": {"columns.lift": "by_suit"}},
            ),
        ),
    ),
    _game(
        id="josephine",
        title="Josephine",
        rules=replace(_FORTY_THIEVES, columns=_RUNS),
        pysolfc=(462,),
        options=(RETURNABLE,),
    ),
    _game(
        id="limited",
        title="Limited",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T12", 3), columns=replace(_COLUMNS, number=12)),
        pysolfc=(228,),
        options=(RETURNABLE,),
    ),
    _game(
        id="lucas",
        title="Lucas",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T13", 4), columns=replace(_RUNS, number=13)),
        pysolfc=(125,),
    ),
    _game(
        id="maria",
        title="Maria",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T9", 4), columns=replace(_ALTERNATING, number=9)),
        pysolfc=(73,),
        options=(RETURNABLE,),
    ),
    _game(
        id="number-ten",
        title="Number Ten",
        rules=replace(
            _FORTY_THIEVES, layout=(*down("T1-T10", 2), *up("T1-T10", 2)), columns=_ALTERNATING_RUNS
        ),
        pysolfc=(70,),
        options=(RETURNABLE,),
    ),
    _game(
        id="rank-and-file",
        title="Rank and File",
        rules=replace(_FORTY_THIEVES, layout=(*down("T1-T10", 3), *up("T1-T10")), columns=_ALTERNATING_RUNS),
        pysolfc=(71,),
        names=("Dress Parade", "Deauville"),
        options=(RETURNABLE,),
    ),
    _game(
        id="emperor",
        title="Emperor",
        rules=replace(_FORTY_THIEVES, layout=(*down("T1-T10", 3), *up("T1-T10")), columns=_ALTERNATING),
        pysolfc=(310,),
        options=(RETURNABLE,),
    ),
    _game(
        id="streets",
        title="Streets",
        rules=replace(_FORTY_THIEVES, columns=_ALTERNATING),
        pysolfc=(76,),
        options=(RETURNABLE,),
    ),
    _game(
        id="busy-aces",
        title="Busy Aces",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T12"), columns=replace(_COLUMNS, number=12)),
        pysolfc=(80,),
    ),
    _game(
        id="courtyard",
        title="Courtyard",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T12"),
            columns=replace(_RUNS, number=12, refill=("W", "S")),
        ),
        pysolfc=(110,),
    ),
    _game(
        id="corona",
        title="Corona",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T12", 3),
            columns=replace(_COLUMNS, number=12, refill=("W", "S")),
            foundations_final=True,
        ),
        pysolfc=(196,),
    ),
    _game(
        id="napoleons-square",
        title="Napoleon's Square",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T12", 4), columns=replace(_RUNS, number=12)),
        pysolfc=(295,),
        options=(RETURNABLE,),
    ),
    _game(
        id="forty-and-eight",
        title="Forty and Eight",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T8", 4),
            columns=replace(_COLUMNS, number=8),
            stock=Stock(actions=("draw", "redeal"), redeals=1, drawn_at_start=1),
        ),
        pysolfc=(23,),
        options=(redeals("once"), RETURNABLE),
    ),
    _game(
        id="indian",
        title="Indian",
        rules=replace(
            _FORTY_THIEVES,
            layout=(*down("T1-T10"), *up("T1-T10", 2)),
            columns=replace(_COLUMNS, build=Build.OTHER_SUIT),
        ),
        pysolfc=(69,),
        options=(RETURNABLE,),
    ),
    _game(
        id="midshipman",
        title="Midshipman",
        rules=replace(
            _FORTY_THIEVES,
            layout=(*down("T1-T9", 2), *up("T1-T9", 2)),
            columns=replace(_COLUMNS, number=9, build=Build.OTHER_SUIT),
        ),
        pysolfc=(74,),
    ),
    _game(
        id="red-and-black",
        title="Red and Black",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T8"),
            columns=replace(_ALTERNATING_RUNS, number=8),
            foundations=tuple(Foundation(suit, ANY_RANK, Build.ALTERNATING, dealt=1) for suit in "CCSSHHDD"),
        ),
        pysolfc=(126,),
        options=(RETURNABLE,),
    ),
    _game(
        id="triple-line",
        title="Triple Line",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T12", 3),
            columns=replace(_ALTERNATING_RUNS, number=12, refill=("W", "S")),
            stock=Stock(actions=("draw", "redeal"), redeals=1, drawn_at_start=1),
            foundations_final=True,
        ),
        pysolfc=(197,),
    ),
    _game(
        id="congress",
        title="Congress",
        rules=_CONGRESS,
        pysolfc=(150,),
        options=(RETURNABLE,),
    ),
    _game(
        id="parliament",
        title="Parliament",
        rules=replace(_CONGRESS, foundations=by_suit("CSHDCSHD", dealt=1)),
        pysolfc=(548,),
    ),
    _game(
        id="diplomat",
        title="Diplomat",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T8", 4),
            columns=replace(_COLUMNS, number=8, build=Build.ANY_SUIT),
        ),
        pysolfc=(149,),
        options=(RETURNABLE,),
    ),
    _game(
        id="rouge-et-noir-hoffmann",
        title="Rouge et Noir, Hoffmann",
        rules=Rules(
            layout=up("T1-T8"),
            columns=Columns(number=8, build=Build.ALTERNATING, lift=Lift.ONE, empty_takes="", refill=("S",)),
            foundations=by_suit("CCDDHHSS", dealt=1),
            stock=Stock(actions=("draw", "redeal"), redeals=None),
        ),
        sources=("Hoffmann, Patience games, no. 35 “Rouge et Noir (with two whist packs)”",),
        section="RULES §4",
        options=(
            Option(
                name="redeals",
                meaning="How often the waste may become the stock again: without limit, or 0 to 99 times.",
                values={"unlimited": {}, "0..99": {"stock.redeals": NUMBER}},
            ),
        ),
    ),
)
