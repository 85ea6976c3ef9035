"""Montana's family: cards in rows with gaps, which the cards that follow their neighbours fill (RULES §9)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.cards import SUITS
from patience.games.parts import up
from patience.rules import (
    Arrange,
    Build,
    Columns,
    Direction,
    Foundation,
    GatherAs,
    Lift,
    Round,
    Rules,
    Stock,
    Win,
)
from patience.rules.declaration import piles
from patience.rules.variant import Variant

_game = partial(Variant, family="Montana", pysolfc_stacks="TS")

_PLACES: Final = Columns(
    number=52, build=Build.BY_SUIT, lift=Lift.ONE, direction=Direction.UP, empty_takes="2", row=13
)
_MOON_PLACES: Final = replace(_PLACES, number=56, empty_takes="A", row=14)
_REDEAL: Final = Stock(actions=("redeal",), gather_as=GatherAs.PLACES, shuffles=True, redeals=2)

_MONTANA: Final = Rules(
    packs=1,
    layout=(Round(piles("T1-T52"), home=True),),
    foundations=(Foundation(SUITS, "A", Build.ANY_SUIT, direction=Direction.SAME, cards=4),),
    columns=_PLACES,
    stock=_REDEAL,
    win=Win.IN_PLACE,
)
_BLUE_MOON: Final = replace(
    _MONTANA,
    layout=(Round(piles("T2-T14 T16-T28 T30-T42 T44-T56"), home=True),),
    foundations=(),
    columns=_MOON_PLACES,
)
_RED_MOON: Final = replace(
    _BLUE_MOON, layout=up("T1 T15 T29 T43 T3-T14 T17-T28 T31-T42 T45-T56"), arrange=Arrange.ACES_FIRST
)
_DOUBLE_MOON: Final = replace(_MOON_PLACES, number=112)
_IN_EIGHT_ROWS: Final = " ".join(f"T{first}-T{first + 12}" for first in range(2, 112, 14))

GAMES: Final = (
    _game(
        id="montana",
        title="Montana",
        rules=_MONTANA,
        pysolfc=(53,),
        pysolfc_stacks="TSF",
        names=("Gaps", "Vacancies"),
    ),
    _game(
        id="house-of-commons",
        title="House of Commons",
        rules=replace(
            _MONTANA,
            ranks="A23456789T",
            layout=(Round(piles("T1-T40"), home=True),),
            columns=replace(_PLACES, number=40, row=10),
            stock=replace(_REDEAL, redeals=1),
        ),
        pysolfc=(794,),
        pysolfc_stacks="TSF",
    ),
    _game(
        id="pretzel",
        title="Pretzel",
        rules=replace(
            _MONTANA,
            ranks="A2345",
            layout=(Round(piles("T1-T20"), home=True),),
            columns=replace(_PLACES, number=20, row=5),
            stock=None,
        ),
        pysolfc=(795,),
        pysolfc_stacks="TSF",
    ),
    _game(id="blue-moon", title="Blue Moon", rules=_BLUE_MOON, pysolfc=(63,), names=("Rangoon",)),
    _game(id="red-moon", title="Red Moon", rules=_RED_MOON, pysolfc=(117,)),
    _game(
        id="galary",
        title="Galary",
        rules=replace(_RED_MOON, columns=replace(_MOON_PLACES, direction=Direction.EITHER)),
        pysolfc=(275,),
    ),
    _game(
        id="free-parking",
        title="Free Parking",
        rules=replace(_MONTANA, columns=replace(_PLACES, direction=Direction.EITHER)),
        pysolfc=(276,),
        pysolfc_stacks="TSF",
        names=("Moonlight", "Park and Ride"),
    ),
    _game(
        id="maze",
        title="Maze",
        rules=replace(
            _MONTANA,
            foundations=(Foundation(SUITS, "K", Build.ANY_SUIT, direction=Direction.SAME, cards=4),),
            columns=replace(
                _PLACES, number=54, direction=Direction.EITHER, wrap=True, empty_takes="A", row=9
            ),
            stock=None,
        ),
        pysolfc=(144,),
        pysolfc_stacks="TSF",
    ),
    _game(
        id="jungle",
        title="Jungle",
        rules=replace(
            _BLUE_MOON,
            columns=replace(_MOON_PLACES, build=Build.ANY_SUIT),
            stock=replace(_REDEAL, redeals=1),
        ),
        pysolfc=(380,),
    ),
    _game(
        id="double-montana",
        title="Double Montana",
        rules=replace(
            _MONTANA,
            packs=2,
            layout=(Round(piles("T1-T104"), home=True),),
            foundations=(Foundation(SUITS, "A", Build.ANY_SUIT, direction=Direction.SAME, cards=8),),
            columns=replace(_PLACES, number=104),
        ),
        pysolfc=(877,),
        pysolfc_stacks="TSF",
    ),
    _game(
        id="paganini-two",
        title="Paganini II",
        rules=replace(_BLUE_MOON, packs=2, layout=up(_IN_EIGHT_ROWS), columns=_DOUBLE_MOON, stock=None),
        pysolfc=(759,),
    ),
    _game(
        id="double-blue-moon",
        title="Double Blue Moon",
        rules=replace(
            _BLUE_MOON,
            packs=2,
            layout=(Round(piles(_IN_EIGHT_ROWS), home=True),),
            columns=_DOUBLE_MOON,
        ),
        pysolfc=(770,),
    ),
    _game(
        id="double-red-moon",
        title="Double Red Moon",
        rules=replace(
            _RED_MOON,
            packs=2,
            layout=up(
                " ".join(
                    (
                        *(f"T{first}" for first in range(1, 112, 14)),
                        *(f"T{first}-T{first + 11}" for first in range(3, 112, 14)),
                    )
                )
            ),
            columns=_DOUBLE_MOON,
        ),
        pysolfc=(771,),
    ),
)
