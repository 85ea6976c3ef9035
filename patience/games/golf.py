"""Golf and its relatives: one pile takes cards that are one rank higher or lower (RULES §9)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import (
    ANY_RANK,
    NO_BUILDING,
    UP_AND_DOWN,
    down,
    fir_trees,
    peaks,
    pyramid,
    up,
)
from patience.rules import (
    Arrange,
    Build,
    Columns,
    Direction,
    Foundation,
    Lift,
    Reserve,
    Round,
    Rules,
    Sequence,
    Stock,
    Takes,
    Win,
)
from patience.rules.declaration import piles
from patience.rules.variant import Variant

_game = partial(Variant, family="Golf", pysolfc_stacks="TFSW")

_EITHER: Final = Sequence(Build.ANY_SUIT, Direction.EITHER)
_ROUND: Final = replace(_EITHER, wrap=True)


def _stepping(
    suits: str = "CSHD", ranks: str = ANY_RANK, *, build: Build = Build.ANY_SUIT, cards: int = 52
) -> Foundation:
    """Return a foundation built up or down, round from King to Ace; a single suit and rank is dealt there."""
    dealt = int(len(suits + ranks) == 2)
    return Foundation(suits, ranks, build, dealt=dealt, direction=Direction.EITHER, wrap=True, cards=cards)


_ONTO_WASTE: Final = Stock(("draw",), drawn_at_start=1, waste_takes=_EITHER)
_GOLF: Final = Rules(
    packs=1,
    layout=up("T1-T7", 5),
    columns=replace(NO_BUILDING, number=7),
    stock=_ONTO_WASTE,
    foundations=(),
    win=Win.EMPTY_COLUMNS,
)
_RELAXED: Final = replace(_GOLF, stock=replace(_ONTO_WASTE, waste_takes=_ROUND))
_DOUBLE: Final = replace(_GOLF, packs=2, layout=up("T1-T9", 7), columns=replace(NO_BUILDING, number=9))
_ELEVATOR: Final = replace(
    _RELAXED,
    layout=(*down("T1-T21"), *up("T22-T28")),
    columns=replace(NO_BUILDING, number=28, covered_by=pyramid(7)),
)
_THREE_PEAKS: Final = replace(
    _ELEVATOR,
    layout=(*down("T1-T18"), *up("T19-T28")),
    columns=replace(NO_BUILDING, number=28, covered_by=peaks(3)),
)
_BLACK_HOLE: Final = Rules(
    packs=1,
    layout=up("T1-T17", 3),
    columns=replace(NO_BUILDING, number=17),
    foundations=(_stepping("S", "A"),),
)
_ROBERT: Final = Rules(
    packs=1,
    layout=up("F1"),
    stock=Stock(("draw", "redeal"), redeals=2, drawn_at_start=1),
    foundations=(_stepping(),),
)
_WASATCH: Final = replace(_ROBERT, stock=Stock(("draw", "redeal"), draw=3, redeals=None, drawn_at_start=3))
_UINTAH: Final = tuple(replace(_stepping(suit, build=Build.BY_COLOR), dealt=1) for suit in "CSHD")
_FIR_TREES: Final = replace(
    _DOUBLE,
    layout=up("T1-T48"),
    columns=replace(NO_BUILDING, number=48, covered_by=fir_trees(3)),
)
_DOLPHIN: Final = Rules(
    packs=1,
    layout=(*up("T1-T8", 6), *up("T1-T4")),
    columns=replace(NO_BUILDING, number=8),
    reserve=Reserve(4, takes=Takes.ONE),
    foundations=(Foundation("CSHD", ANY_RANK, Build.ANY_SUIT, direction=Direction.UP, wrap=True, cards=52),),
    foundations_final=False,
)
_UP_OR_DOWN: Final = Columns(
    number=6, build=Build.ANY_SUIT, lift=Lift.ONE, direction=Direction.EITHER, wrap=True, empty_takes=ANY_RANK
)
_FLAKE: Final = Rules(
    packs=1,
    layout=(*up("T1-T6", 8), *up("T1-T4")),
    columns=_UP_OR_DOWN,
    foundations=(_stepping(),),
)
_TAKE_AWAY: Final = Rules(
    packs=1,
    layout=up("T1-T4", 13),
    columns=replace(NO_BUILDING, number=4),
    foundations=(_stepping(),) * 6,
    win=Win.ALL_CARDS,
)

GAMES: Final = (
    _game(id="golf", title="Golf", rules=_GOLF, pysolfc=(36,), names=("One Foundation",)),
    _game(
        id="dead-king-golf",
        title="Dead King Golf",
        rules=replace(_GOLF, stock=replace(_ONTO_WASTE, waste_takes=replace(_EITHER, ends="K"))),
        pysolfc=(259,),
    ),
    _game(id="relaxed-golf", title="Relaxed Golf", rules=_RELAXED, pysolfc=(260,), names=("Putt Putt",)),
    _game(id="double-golf", title="Double Golf", rules=_DOUBLE, pysolfc=(777,)),
    _game(
        id="double-putt",
        title="Double Putt",
        rules=replace(_DOUBLE, stock=_RELAXED.stock),
        pysolfc=(892,),
        names=("Double Putt Putt",),
    ),
    _game(
        id="elevator",
        title="Elevator",
        rules=_ELEVATOR,
        pysolfc=(40,),
        names=("Egyptian Solitaire", "Pyramid Golf"),
    ),
    _game(id="escalator", title="Escalator", rules=replace(_ELEVATOR, layout=up("T1-T28")), pysolfc=(281,)),
    _game(
        id="three-peaks",
        title="Three Peaks",
        rules=_THREE_PEAKS,
        pysolfc=(22231, 22216),
        names=("TriPeaks", "Tri Peaks", "Triple Peaks"),
    ),
    _game(
        id="three-peaks-open",
        title="Three Peaks (Open)",
        rules=replace(_THREE_PEAKS, layout=up("T1-T28")),
        pysolfc=(22217, 22218),
    ),
    _game(id="black-hole", title="Black Hole", rules=_BLACK_HOLE, pysolfc=(98,)),
    _game(
        id="binary-star",
        title="Binary Star",
        rules=replace(
            _BLACK_HOLE,
            packs=2,
            layout=up("T1-T17", 6),
            foundations=(_stepping("S", "A", cards=104), _stepping("H", "K", cards=104)),
            win=Win.ALL_CARDS,
        ),
        pysolfc=(941,),
        names=("Black Holes",),
    ),
    _game(
        id="all-in-a-row",
        title="All in a Row",
        rules=replace(
            _BLACK_HOLE,
            layout=up("T1-T13", 4),
            arrange=Arrange.ACE_OF_SPADES_LAST,
            columns=replace(NO_BUILDING, number=13),
            foundations=(_stepping(),),
        ),
        pysolfc=(405,),
        names=("Quasar",),
    ),
    _game(id="robert", title="Robert", rules=_ROBERT, pysolfc=(432,)),
    _game(
        id="bobby",
        title="Bobby",
        rules=replace(_ROBERT, foundations=(_stepping(), _stepping()), win=Win.ALL_CARDS),
        pysolfc=(868,),
    ),
    _game(
        id="wasatch",
        title="Wasatch",
        rules=_WASATCH,
        pysolfc=(763,),
    ),
    _game(
        id="uintah",
        title="Uintah",
        rules=replace(_WASATCH, layout=(), foundations=_UINTAH, win=Win.ALL_CARDS),
        pysolfc=(783,),
    ),
    _game(
        id="double-uintah",
        title="Double Uintah",
        rules=replace(
            _WASATCH,
            packs=2,
            layout=(),
            foundations=tuple(pile for pile in _UINTAH for _ in range(2)),
            win=Win.ALL_CARDS,
        ),
        pysolfc=(959,),
    ),
    _game(
        id="carcassonne",
        title="Carcassonne",
        rules=Rules(
            arrange=Arrange.ACES_AND_KINGS_FIRST,
            layout=(*up("T1-T8"), *up("R1-R16"), *(Round(piles("T1-T8"), sweeps=ANY_RANK),) * 9),
            columns=Columns(8, Build.ANY_SUIT, Lift.ONE, direction=Direction.EITHER, empty_takes=""),
            reserve=Reserve(16, covered_by=fir_trees(1, "R")),
            foundations=UP_AND_DOWN,
            foundations_final=False,
        ),
        pysolfc=(880,),
        pysolfc_stacks="FTRS",
    ),
    _game(
        id="three-fir-trees",
        title="Three Fir-trees",
        rules=_FIR_TREES,
        pysolfc=(731,),
    ),
    _game(
        id="relaxed-three-fir-trees",
        title="Relaxed Three Fir-trees",
        rules=replace(_FIR_TREES, stock=_RELAXED.stock),
        pysolfc=(768,),
    ),
    _game(
        id="four-leaf-clovers",
        title="Four Leaf Clovers",
        rules=Rules(
            packs=1,
            layout=up("T1-T13", 4),
            columns=replace(_UP_OR_DOWN, number=13, empty_takes=""),
            foundations=(
                Foundation("CSHD", "A", Build.ANY_SUIT, direction=Direction.UP, wrap=True, cards=52),
            ),
        ),
        pysolfc=(267,),
    ),
    _game(id="flake", title="Flake", rules=_FLAKE, pysolfc=(749,)),
    _game(
        id="flake-two-decks",
        title="Flake (2 Decks)",
        rules=replace(
            _FLAKE,
            packs=2,
            layout=up("T1-T8", 13),
            columns=replace(_UP_OR_DOWN, number=8),
            foundations=(_stepping(cards=104),),
        ),
        pysolfc=(750,),
    ),
    _game(
        id="take-away",
        title="Take Away",
        rules=_TAKE_AWAY,
        pysolfc=(334,),
        pysolfc_stacks="TFS",
        names=("Eliminator", "Wolfpack", "Strip"),
    ),
    _game(
        id="take-away-8",
        title="Take Away 8",
        rules=replace(_TAKE_AWAY, foundations=(_stepping(),) * 8),
        pysolfc=(784,),
        pysolfc_stacks="TFS",
    ),
    _game(
        id="dolphin",
        title="Dolphin",
        rules=_DOLPHIN,
        pysolfc=(661,),
        pysolfc_stacks="RFTS",
    ),
    _game(
        id="double-dolphin",
        title="Double Dolphin",
        rules=replace(
            _DOLPHIN,
            packs=2,
            layout=(*up("T1-T10", 10), *up("T1-T4")),
            columns=replace(NO_BUILDING, number=10),
            reserve=Reserve(5, takes=Takes.ONE),
            foundations=tuple(replace(pile, cards=104) for pile in _DOLPHIN.foundations),
        ),
        pysolfc=(662,),
        pysolfc_stacks="RFTS",
    ),
)
