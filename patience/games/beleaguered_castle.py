"""Beleaguered Castle's family: columns built down in any suit around foundations of each suit."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import ANY_RANK, FINAL, RETURNABLE, by_suit, up
from patience.rules import Build, Columns, Direction, Lift, Reserve, Rules, Takes
from patience.variant import Variant

_game = partial(Variant, family="Beleaguered Castle")

_COLUMNS: Final = Columns(number=8, build=Build.ANY_SUIT, lift=Lift.ONE, supermove=True, empty_takes=ANY_RANK)
_CELL: Final = Reserve(1, takes=Takes.ONE)

_CASTLE: Final = Rules(packs=1, layout=up("T1-T8", 6), columns=_COLUMNS, foundations=by_suit(dealt=1))
_STREETS: Final = replace(_CASTLE, layout=(*up("T1-T8", 6), *up("T1-T4")), foundations=by_suit())
_FORTRESS: Final = Rules(
    packs=1,
    layout=(*up("T1-T10", 5), *up("T1-T2")),
    columns=Columns(
        number=10,
        build=Build.BY_SUIT,
        lift=Lift.ONE,
        direction=Direction.EITHER,
        empty_takes=ANY_RANK,
    ),
    foundations=by_suit(),
    foundations_final=False,
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
)
