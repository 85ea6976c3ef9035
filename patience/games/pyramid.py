"""Pyramid and its relatives: cards that cover each other leave in pairs (RULES §9)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.cards import RANKS
from patience.games.parts import (
    ANY_RANK,
    DISCARD,
    NO_BUILDING,
    down,
    inverted_pyramid,
    numbered_covers,
    pyramid,
    summing,
    up,
)
from patience.rules import (
    ColumnKind,
    Columns,
    DealTo,
    Foundation,
    GatherAs,
    Hold,
    Pairs,
    Reserve,
    Rules,
    Stock,
    Takes,
    Win,
)
from patience.rules.declaration import piles
from patience.rules.variant import Variant

_game = partial(Variant, family="Pyramid", pysolfc_stacks="TSWF")


def _covered(*shapes: tuple[tuple[str, ...], ...]) -> Columns:
    """Return columns that cover each other in these shapes, one after the other."""
    covers = numbered_covers(*shapes)
    return replace(NO_BUILDING, number=len(covers), covered_by=covers)


def _discard(cards: int) -> tuple[Foundation, ...]:
    return (replace(DISCARD, cards=cards),)


_THIRTEEN: Final = Pairs(("K", *summing(13)), ("T", "W", "S"))
_PYRAMID: Final = Rules(
    packs=1,
    layout=up("T1-T28"),
    columns=_covered(pyramid(7)),
    stock=Stock(("draw", "redeal"), redeals=2, drawn_at_start=1),
    foundations=_discard(52),
    pairs=_THIRTEEN,
)
_NEIGHBOURS: Final = tuple(low + high for low, high in zip(2 * RANKS, RANKS + RANKS[1:], strict=False))
_ONE_PASS: Final = Stock(("draw",), drawn_at_start=1)
_TWO_PACKS: Final = replace(_PYRAMID, packs=2, foundations=_discard(104))
_GIZA: Final = replace(
    _PYRAMID,
    layout=(*up("R1-R8", 3), *up("T1-T28")),
    reserve=Reserve(8),
    stock=None,
    pairs=replace(_THIRTEEN, piles=("T", "R")),
)
_APOPHIS: Final = replace(
    _PYRAMID,
    layout=(*up("T1-T28"), *up("R1-R3")),
    reserve=Reserve(3),
    stock=Stock(("deal", "redeal"), deal_to=DealTo.RESERVE, gather_as=GatherAs.STOCK, redeals=2),
    pairs=replace(_THIRTEEN, piles=("T", "R")),
)
_TO_TEN: Final = RANKS[:10]
_CAMELOT: Final = Rules(
    packs=1,
    columns=replace(
        NO_BUILDING,
        number=16,
        takes_from=("S",),
        empty_takes=_TO_TEN,
        kinds=tuple(
            ColumnKind(piles(columns), empty_takes=_TO_TEN + court)
            for court, columns in (("K", "T1 T4 T13 T16"), ("Q", "T2-T3 T14-T15"), ("J", "T5 T8 T9 T12"))
        ),
    ),
    stock=Stock((), open=True, hold=Hold.EMPTY_COLUMN, gives_after=("T",)),
    foundations=(replace(DISCARD, cards=40, takes_from=("T",)),),
    pairs=Pairs(("T", *summing(10)), ("T",)),
    won_when=("S", "T6", "T7", "T10", "T11"),
)

GAMES: Final = (
    _game(id="pyramid", title="Pyramid", rules=_PYRAMID, pysolfc=(38,)),
    _game(
        id="relaxed-pyramid",
        title="Relaxed Pyramid",
        rules=replace(_PYRAMID, win=Win.EMPTY_COLUMNS),
        pysolfc=(193,),
        names=("Pyramid's Stones", "Pyramid Clear"),
    ),
    _game(
        id="pyramid-thirteen",
        title="Pyramid Thirteen",
        rules=replace(_PYRAMID, layout=(*down("T1-T21"), *up("T22-T28")), stock=_ONE_PASS),
        pysolfc=(44,),
    ),
    _game(
        id="giza",
        title="Giza",
        rules=_GIZA,
        pysolfc=(592,),
        pysolfc_stacks="TSFR",
    ),
    _game(
        id="king-tut",
        title="King Tut",
        rules=replace(
            _PYRAMID,
            stock=Stock(("draw", "redeal"), draw=3, redeals=None, drawn_at_start=3),
            pairs=replace(_THIRTEEN, piles=("T", "W")),
            win=Win.EMPTY_COLUMNS,
        ),
        pysolfc=(681,),
        names=("Tut's Tomb",),
    ),
    _game(
        id="triangle",
        title="Triangle",
        rules=replace(_PYRAMID, columns=_covered(inverted_pyramid(7))),
        pysolfc=(700,),
        names=("Yield", "Funnel"),
    ),
    _game(
        id="double-pyramid",
        title="Double Pyramid",
        rules=replace(_TWO_PACKS, layout=up("T1-T45"), columns=_covered(pyramid(9))),
        pysolfc=(699,),
    ),
    _game(
        id="two-pyramids",
        title="Two Pyramids",
        rules=replace(_TWO_PACKS, layout=up("T1-T56"), columns=_covered(pyramid(7), pyramid(7))),
        pysolfc=(677,),
    ),
    _game(
        id="up-and-down",
        title="Up and Down",
        rules=replace(_TWO_PACKS, layout=up("T1-T56"), columns=_covered(pyramid(7), inverted_pyramid(7))),
        pysolfc=(701,),
    ),
    _game(
        id="pharaohs",
        title="Pharaohs",
        rules=replace(
            _PYRAMID,
            layout=up("T1-T52"),
            columns=_covered(pyramid(2), pyramid(7), pyramid(6)),
            stock=None,
            pairs=replace(_THIRTEEN, piles=("T",)),
        ),
        pysolfc=(655,),
        names=("Three Pharaohs",),
    ),
    _game(
        id="apophis",
        title="Apophis",
        rules=_APOPHIS,
        pysolfc=(658,),
        pysolfc_stacks="TSRF",
    ),
    _game(
        id="baroness",
        title="Baroness",
        rules=replace(
            _APOPHIS,
            layout=up("T1-T5"),
            columns=replace(NO_BUILDING, number=5, takes_from=("T",), empty_takes=ANY_RANK),
            reserve=Reserve(2),
            stock=Stock(("deal",), deals=(piles("T1-T5"), piles("T1-T5 R1 R2"))),
        ),
        pysolfc=(657,),
        pysolfc_stacks="STFR",
        names=("Five Piles", "Foxfire 13"),
    ),
    _game(
        id="triple-alliance",
        title="Triple Alliance",
        rules=Rules(
            packs=1,
            layout=(*up("T1-T18", 2), *up("T1-T16")),
            columns=replace(NO_BUILDING, number=18),
            reserve=Reserve(3, Takes.ONE, takes_from=("T",)),
            foundations=_discard(51),
            pairs=Pairs(tuple("-".join((2 * RANKS)[low : low + 3]) for low in range(len(RANKS))), ()),
        ),
        pysolfc=(619,),
        pysolfc_stacks="RFTS",
    ),
    _game(
        id="camelot",
        title="Camelot",
        rules=_CAMELOT,
        pysolfc=(280,),
        pysolfc_stacks="TSF",
        names=("Kings in the Corners",),
    ),
    _game(
        id="eleven-triangle",
        title="Eleven Triangle",
        rules=replace(
            _APOPHIS,
            columns=_covered(inverted_pyramid(7)),
            stock=Stock(("deal",), deal_to=DealTo.RESERVE),
            pairs=Pairs((*summing(11), "JJ", "QQ", "KK"), ("T", "R")),
        ),
        pysolfc=(969,),
        pysolfc_stacks="TSRF",
    ),
    _game(
        id="cheops",
        title="Cheops",
        rules=replace(_PYRAMID, stock=_ONE_PASS, pairs=Pairs(_NEIGHBOURS, ("T", "W", "S"))),
        pysolfc=(659,),
    ),
    _game(
        id="pyramid-dozen",
        title="Pyramid Dozen",
        rules=replace(
            _GIZA,
            layout=(*up("R1-R6", 4), *up("T1-T28")),
            reserve=Reserve(6),
            pairs=Pairs((*summing(12), "QK"), ("T", "R")),
        ),
        pysolfc=(846,),
        pysolfc_stacks="TSFR",
    ),
)
