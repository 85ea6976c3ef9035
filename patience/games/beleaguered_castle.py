"""Beleaguered Castle's family: columns built down in any suit around foundations of each suit."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import ANY_RANK, FINAL, RETURNABLE, by_suit, up
from patience.rules import (
    PRINTED_SUITS,
    Build,
    Columns,
    Direction,
    Foundation,
    Lift,
    Reserve,
    Rules,
    SameBase,
    Takes,
)
from patience.rules.variant import Variant

_game = partial(Variant, family="Beleaguered Castle")

_COLUMNS: Final = Columns(number=8, build=Build.ANY_SUIT, lift=Lift.ONE, supermove=True, empty_takes=ANY_RANK)
_CELL: Final = Reserve(1, takes=Takes.ONE)

_CASTLE: Final = Rules(packs=1, layout=up("T1-T8", 6), columns=_COLUMNS, foundations=by_suit(dealt=1))
_STREETS: Final = replace(_CASTLE, layout=(*up("T1-T8", 6), *up("T1-T4")), foundations=by_suit())
_UP_OR_DOWN: Final = Columns(
    number=10,
    build=Build.BY_SUIT,
    lift=Lift.ONE,
    direction=Direction.EITHER,
    empty_takes=ANY_RANK,
)
_FORTRESS: Final = Rules(
    packs=1,
    layout=(*up("T1-T10", 5), *up("T1-T2")),
    columns=_UP_OR_DOWN,
    foundations=by_suit(),
    foundations_final=False,
)
_ROUND: Final = replace(_UP_OR_DOWN, wrap=True)
_CHESSBOARD: Final = replace(
    _FORTRESS,
    columns=_ROUND,
    foundations=tuple(replace(pile, direction=Direction.UP, wrap=True, cards=13) for pile in by_suit()),
    foundations_final=True,
    same_base=SameBase.ANY_TIME,
)

GAMES: Final = (
    _game(
        id="beleaguered-castle",
        title="Beleaguered Castle",
        rules=_CASTLE,
        pysolfc=(34,),
        pysolfc_stacks="FTRSW",
        names=("Laying Siege", "Sham Battle"),
        options=(FINAL,),
    ),
    _game(
        id="streets-and-alleys",
        title="Streets and Alleys",
        rules=_STREETS,
        pysolfc=(146,),
        pysolfc_stacks="FTRSW",
        options=(FINAL,),
    ),
    _game(
        id="citadel",
        title="Citadel",
        rules=replace(_CASTLE, layout=tuple(replace(round_, home=True) for round_ in up("T1-T8", 6))),
        pysolfc=(145,),
        names=("Under Siege",),
        pysolfc_stacks="FTRSW",
    ),
    _game(
        id="fortress",
        title="Fortress",
        rules=_FORTRESS,
        pysolfc=(147,),
        options=(RETURNABLE,),
    ),
    _game(
        id="stronghold",
        title="Stronghold",
        rules=replace(_STREETS, reserve=_CELL),
        pysolfc=(300,),
        pysolfc_stacks="RFTSW",
    ),
    _game(
        id="siegecraft",
        title="Siegecraft",
        rules=replace(_CASTLE, reserve=_CELL),
        pysolfc=(831,),
        pysolfc_stacks="RFTSW",
    ),
    _game(
        id="bastion",
        title="Bastion",
        rules=replace(_FORTRESS, layout=(*up("T1-T10", 5), *up("R1-R2")), reserve=replace(_CELL, piles=2)),
        pysolfc=(324,),
    ),
    _game(
        id="ten-by-one",
        title="Ten by One",
        rules=replace(_FORTRESS, reserve=_CELL),
        pysolfc=(325,),
    ),
    _game(
        id="castle-of-indolence",
        title="Castle of Indolence",
        rules=Rules(
            layout=(*up("R1-R4", 13), *up("T1-T8", 6), *up("T1-T4")),
            columns=replace(_COLUMNS, supermove=False),
            reserve=Reserve(4),
            foundations=(Foundation(PRINTED_SUITS, ANY_RANK, Build.ANY_SUIT),) * 8,
        ),
        pysolfc=(393,),
        pysolfc_stacks="SRFT",
    ),
    _game(
        id="private-lane",
        title="Private Lane",
        rules=replace(_STREETS, reserve=Reserve(2, takes=Takes.ONE)),
        pysolfc=(301,),
        pysolfc_stacks="RFTS",
        names=("Fastness",),
    ),
    _game(
        id="lightweight",
        title="Lightweight",
        rules=Rules(
            layout=up("T1-T12", 8),
            columns=Columns(number=12, build=Build.ANY_SUIT, lift=Build.ANY_SUIT),
            foundations=by_suit("CCSSHHDD", dealt=1),
        ),
        pysolfc=(507,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="castle-mount",
        title="Castle Mount",
        rules=Rules(
            packs=3,
            layout=up("T1-T12", 12),
            columns=replace(_COLUMNS, number=12, lift=Build.BY_SUIT, supermove=False),
            foundations=by_suit("CCCSSSHHHDDD", dealt=1),
        ),
        pysolfc=(508,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="penelopes-web",
        title="Penelope's Web",
        rules=replace(_STREETS, columns=Columns(number=8, build=Build.ANY_SUIT, lift=Build.ANY_SUIT)),
        pysolfc=(665,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="palace",
        title="Palace",
        rules=Rules(
            packs=4,
            layout=(*up("T1-T18", 10), *up("T1-T12")),
            columns=replace(_COLUMNS, number=18, lift=Build.BY_SUIT, supermove=False),
            foundations=by_suit("CCCCSSSSHHHHDDDD", dealt=1),
        ),
        pysolfc=(986,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="chessboard",
        title="Chessboard",
        rules=_CHESSBOARD,
        pysolfc=(148,),
        names=("Fives",),
    ),
    _game(
        id="lasker",
        title="Lasker",
        rules=replace(_CHESSBOARD, columns=replace(_ROUND, lift=Build.BY_SUIT)),
        pysolfc=(881,),
        names=("Xantia",),
    ),
    _game(
        id="castles-end",
        title="Castles End",
        rules=replace(
            _CHESSBOARD,
            layout=(*up("T1-T10", 5), *up("R1-R2")),
            columns=replace(_ROUND, build=Build.ALTERNATING),
            reserve=Reserve(2),
            foundations=tuple(replace(pile, base_stays=True) for pile in _CHESSBOARD.foundations),
            foundations_final=False,
            same_base=SameBase.FIRST,
            base_from=("T", "R"),
        ),
        pysolfc=(650,),
    ),
    _game(
        id="exiled-kings",
        title="Exiled Kings",
        rules=replace(
            _CASTLE,
            layout=tuple(replace(round_, home=True) for round_ in up("T1-T8", 6)),
            columns=replace(_COLUMNS, lift=Build.ANY_SUIT, supermove=False, empty_takes="K"),
        ),
        pysolfc=(535,),
        pysolfc_stacks="FTRSW",
    ),
)
