"""Baker's Dozen and its kin: columns of four, Kings at the bottom, or gathered and dealt again."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import (
    ANY_RANK,
    DOWN_FROM_KING,
    RETURNABLE,
    TWO_OF_EACH,
    UP_AND_DOWN,
    by_suit,
    down,
    gathers,
    up,
)
from patience.rules import Arrange, Build, Columns, Direction, Foundation, GatherAs, Lift, Round, Rules, Stock
from patience.rules.declaration import piles
from patience.rules.variant import Variant

_game = partial(Variant, family="Baker's Dozen", pysolfc_stacks="SWFTRX")

_COLUMNS: Final = Columns(number=13, build=Build.ANY_SUIT, lift=Lift.ONE, empty_takes="")
_BAKERS_DOZEN: Final = Rules(
    packs=1,
    layout=up("T1-T13", 4),
    arrange=Arrange.KINGS_DOWN,
    columns=_COLUMNS,
    foundations=by_suit(),
    foundations_final=False,
)
_CRUEL_COLUMNS: Final = Columns(number=12, build=Build.BY_SUIT, lift=Lift.ONE, empty_takes="")
_CRUEL: Final = Rules(
    packs=1,
    layout=up("T1-T12", 4),
    columns=_CRUEL_COLUMNS,
    stock=Stock(actions=("redeal",), gather=4, redeals=None),
    foundations=by_suit(dealt=1),
    foundations_final=False,
)
_RUNS: Final = Columns(number=12, build=Build.BY_SUIT, lift=Build.BY_SUIT, empty_takes="")

GAMES: Final = (
    _game(
        id="bakers-dozen",
        title="Baker's Dozen",
        rules=_BAKERS_DOZEN,
        pysolfc=(31,),
        options=(RETURNABLE,),
    ),
    _game(
        id="spanish-patience",
        title="Spanish Patience",
        rules=replace(
            _BAKERS_DOZEN,
            foundations=tuple(Foundation(suit, ANY_RANK, Build.ALTERNATING) for suit in "CSHD"),
        ),
        pysolfc=(85,),
    ),
    _game(
        id="castles-in-spain",
        title="Castles in Spain",
        rules=replace(
            _BAKERS_DOZEN,
            layout=(*down("T1-T13", 3), *up("T1-T13")),
            arrange=None,
            columns=replace(_COLUMNS, build=Build.ALTERNATING, supermove=True, empty_takes=ANY_RANK),
        ),
        pysolfc=(83,),
    ),
    _game(
        id="portuguese-solitaire",
        title="Portuguese Solitaire",
        rules=replace(_BAKERS_DOZEN, arrange=None, columns=replace(_COLUMNS, empty_takes="K")),
        pysolfc=(308,),
    ),
    _game(
        id="good-measure",
        title="Good Measure",
        rules=replace(
            _BAKERS_DOZEN,
            layout=(*up("T1-T10", 5), Round(piles("T1-T2"), home=True)),
            arrange=Arrange.TWO_ACES_LAST,
            columns=replace(_COLUMNS, number=10),
        ),
        pysolfc=(86,),
    ),
    _game(
        id="cruel",
        title="Cruel",
        rules=_CRUEL,
        pysolfc=(104,),
        options=(gathers("unlimited"),),
    ),
    _game(
        id="perseverance",
        title="Perseverance",
        rules=replace(_CRUEL, columns=_RUNS, stock=Stock(actions=("redeal",), gather=4, redeals=2)),
        pysolfc=(404,),
        options=(gathers("twice"),),
    ),
    _game(
        id="ripple-fan",
        title="Ripple Fan",
        rules=replace(
            _CRUEL,
            layout=up("T1-T13", 4),
            columns=replace(_RUNS, number=13),
            foundations=by_suit(),
        ),
        pysolfc=(369,),
    ),
    _game(
        id="nationale",
        title="Nationale",
        rules=Rules(
            layout=up("T1-T12", 8),
            columns=replace(
                _RUNS, lift=Lift.ONE, direction=Direction.EITHER, wrap=True, empty_takes=ANY_RANK
            ),
            foundations=UP_AND_DOWN,
            foundations_final=False,
        ),
        pysolfc=(293,),
        pysolfc_stacks="FTS",
        names=("Zigzag Course",),
    ),
    _game(
        id="capricieuse",
        title="Capricieuse",
        rules=Rules(
            layout=up("T1-T12", 8),
            columns=replace(_RUNS, lift=Lift.ONE, direction=Direction.EITHER, empty_takes=ANY_RANK),
            stock=Stock(actions=("redeal",), gather_as=GatherAs.LAYOUT, redeals=2),
            foundations=UP_AND_DOWN,
            foundations_final=False,
        ),
        pysolfc=(292,),
        names=("Capricious",),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="strata",
        title="Strata",
        rules=Rules(
            ranks="A789TJQK",
            layout=up("T1-T8", 8),
            columns=Columns(8, Build.ALTERNATING, Lift.ONE, empty_takes=ANY_RANK),
            stock=Stock(actions=("redeal",), gather_as=GatherAs.LAYOUT, redeals=2),
            foundations=by_suit("CSHDCSHD", "A789TJQK"),
            foundations_final=False,
        ),
        pysolfc=(606,),
        pysolfc_stacks="FTS",
        names=("Persian Patience", "Bezique"),
    ),
    _game(
        id="spanish-patience-ii",
        title="Spanish Patience II",
        rules=replace(_BAKERS_DOZEN, arrange=None, columns=replace(_COLUMNS, empty_takes=ANY_RANK)),
        pysolfc=(664,),
    ),
    _game(
        id="fifteen",
        title="Fifteen",
        rules=Rules(
            layout=(*up("T1-T15", 6), *up("T1-T14")),
            columns=replace(
                _RUNS, number=15, lift=Lift.ONE, direction=Direction.EITHER, empty_takes=ANY_RANK
            ),
            foundations=(*by_suit(), *by_suit(ranks=DOWN_FROM_KING)),
            foundations_final=False,
        ),
        pysolfc=(673,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="bakers-dozen-two-packs",
        title="Baker's Dozen (2 Decks)",
        rules=replace(
            _BAKERS_DOZEN,
            packs=2,
            layout=up("T1-T26", 4),
            columns=replace(_COLUMNS, number=26),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(860,),
    ),
    _game(
        id="vineyard",
        title="Vineyard",
        rules=replace(
            _BAKERS_DOZEN,
            layout=(*up("T1-T10", 5), *up("T1-T2")),
            arrange=None,
            columns=replace(_COLUMNS, number=10, build=Build.ALTERNATING, empty_takes=ANY_RANK),
        ),
        pysolfc=(876,),
    ),
    _game(
        id="royal-family",
        title="Royal Family",
        rules=replace(
            _CRUEL,
            columns=replace(
                _RUNS,
                lift=Lift.ONE,
                build=Build.ALTERNATING,
                direction=Direction.EITHER,
                empty_takes=ANY_RANK,
            ),
            stock=Stock(actions=("redeal",), gather=4, redeals=1),
            foundations=by_suit(ranks=DOWN_FROM_KING, dealt=1),
        ),
        pysolfc=(291,),
    ),
    _game(
        id="relaxed-cruel",
        title="Relaxed Cruel",
        rules=replace(_CRUEL, columns=_RUNS),
        pysolfc=(977,),
        pysolfc_stacks="SFTX",
    ),
    _game(
        id="indefatigable",
        title="Indefatigable",
        rules=replace(
            _CRUEL,
            columns=replace(_CRUEL_COLUMNS, direction=Direction.EITHER, empty_takes=ANY_RANK),
            stock=Stock(actions=("redeal",), gather=4, redeals=2),
            foundations_final=True,
        ),
        pysolfc=(515,),
        pysolfc_stacks="SFTX",
    ),
    _game(
        id="unusual",
        title="Unusual",
        rules=replace(
            _CRUEL,
            packs=2,
            layout=up("T1-T24", 4),
            columns=replace(_CRUEL_COLUMNS, number=24),
            foundations=by_suit("CCSSHHDD", dealt=1),
        ),
        pysolfc=(823,),
        pysolfc_stacks="SFTX",
    ),
)
