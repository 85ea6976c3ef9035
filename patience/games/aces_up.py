"""Aces Up and Osmosis: foundations that take cards because of what lies elsewhere (RULES §9)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.cards import RANKS, SUITS
from patience.games.parts import ANY_RANK, NO_BUILDING, down, up
from patience.rules import (
    PRINTED_SUITS,
    Build,
    Columns,
    DealTo,
    Direction,
    Foundation,
    GatherAs,
    Hold,
    Lift,
    Reserve,
    Rules,
    Stock,
    Takes,
    Win,
)
from patience.rules.variant import Variant

_game = partial(Variant, family="Aces Up")

_DISCARDS: Final = Foundation("CSHD", "23456789TJQK", Build.ANY_SUIT, direction=Direction.OUTRANKED, cards=48)
_COLUMNS: Final = Columns(4, Build.ANY_SUIT, Lift.ONE, ends=ANY_RANK, empty_takes=ANY_RANK)
_ACES_UP: Final = Rules(
    packs=1,
    layout=up("T1-T4"),
    columns=_COLUMNS,
    stock=Stock(("deal",)),
    foundations=(_DISCARDS,),
    win=Win.ONE_EACH,
)


_ANY_ORDER: Final = Foundation("CSHD", ANY_RANK, Build.BY_SUIT, direction=Direction.ANY, cards=13)
_OSMOSIS: Final = Rules(
    packs=1,
    layout=(*down("T1-T4", 3), *up("T1-T4"), *up("F1")),
    columns=replace(NO_BUILDING, number=4),
    stock=Stock(("draw", "redeal"), draw=3, redeals=None, drawn_at_start=3),
    foundations=(_ANY_ORDER, *(replace(_ANY_ORDER, matches=f"F{above}") for above in (1, 2, 3))),
)
_GENESIS: Final = Rules(
    packs=1,
    layout=(*up("T14-T26", 3), *up("T1-T13")),
    columns=replace(NO_BUILDING, number=26),
    foundations=tuple(
        replace(_ANY_ORDER, suits=suit, matches=above)
        for suit, above in zip(PRINTED_SUITS, ("", "F1", "F2", "F3"), strict=True)
    ),
)

GAMES: Final = (
    _game(
        id="aces-up",
        title="Aces Up",
        rules=_ACES_UP,
        pysolfc=(903,),
        pysolfc_stacks="STF",
        names=("Aces High", "Drivel", "Discard", "Idiot's Delight"),
    ),
    _game(
        id="fortunes",
        title="Fortunes",
        rules=replace(_ACES_UP, columns=replace(_COLUMNS, lift=Lift.ANY)),
        pysolfc=(206,),
        pysolfc_stacks="STF",
    ),
    _game(
        id="russian-aces",
        title="Russian Aces",
        rules=replace(_ACES_UP, stock=Stock(("deal",), deal_to=DealTo.EMPTY_COLUMNS)),
        pysolfc=(213,),
        pysolfc_stacks="STF",
    ),
    _game(
        id="aces-up-five",
        title="Aces Up 5",
        rules=replace(_ACES_UP, layout=up("T1-T5"), columns=replace(_COLUMNS, number=5), win=Win.COMPLETE),
        pysolfc=(353,),
        pysolfc_stacks="STF",
    ),
    _game(
        id="firing-squad",
        title="Firing Squad",
        rules=replace(
            _ACES_UP, reserve=Reserve(1, Takes.ONE), foundations=(replace(_DISCARDS, takes_from=("T",)),)
        ),
        pysolfc=(583,),
        pysolfc_stacks="STFR",
    ),
    _game(
        id="osmosis",
        title="Osmosis",
        rules=_OSMOSIS,
        pysolfc=(715,),
        pysolfc_stacks="TFSW",
        names=("Treasure Trove",),
    ),
    _game(
        id="peek",
        title="Peek",
        rules=replace(_OSMOSIS, layout=(*up("T1-T4", 4), *up("F1"))),
        pysolfc=(716,),
        pysolfc_stacks="TFSW",
    ),
    _game(
        id="open-peek",
        title="Open Peek",
        rules=replace(_OSMOSIS, layout=(*up("T1-T4", 5), *up("R1-R32")), reserve=Reserve(32), stock=None),
        pysolfc=(856,),
        pysolfc_stacks="TFRS",
    ),
    _game(
        id="bridesmaids",
        title="Bridesmaids",
        rules=replace(_OSMOSIS, layout=up("F1"), columns=None),
        pysolfc=(409,),
        pysolfc_stacks="SWF",
    ),
    _game(
        id="valentine",
        title="Valentine",
        rules=Rules(
            packs=1,
            layout=up("T1-T4"),
            columns=Columns(4, Build.BY_SUIT, Build.BY_SUIT, empty_takes="", refill=("W", "S")),
            stock=Stock(
                ("draw", "redeal"),
                gather_as=GatherAs.UNDER,
                hold=Hold.WASTE,
                redeals=None,
                drawn_at_start=1,
            ),
            foundations=(),
            win=Win.SEQUENCES,
        ),
        pysolfc=(934,),
        pysolfc_stacks="XSWT",
    ),
    _game(
        id="perpetual-motion",
        title="Perpetual Motion",
        rules=Rules(
            packs=1,
            layout=up("T1-T4"),
            columns=Columns(4, Build.ANY_SUIT, Build.ANY_SUIT, direction=Direction.SAME, empty_takes=""),
            stock=Stock(("deal", "redeal"), gather_as=GatherAs.UNDER, redeals=None),
            foundations=(
                Foundation(SUITS, RANKS, Build.ANY_SUIT, whole=True, direction=Direction.SAME, cards=52),
            ),
        ),
        pysolfc=(130,),
        pysolfc_stacks="STF",
        names=("First Law", "Narcotic"),
    ),
    _game(
        id="genesis",
        title="Genesis",
        rules=_GENESIS,
        pysolfc=(370,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="genesis-plus",
        title="Genesis +",
        rules=replace(_GENESIS, reserve=Reserve(2, takes=Takes.ONE)),
        pysolfc=(371,),
        pysolfc_stacks="FTRS",
    ),
)
