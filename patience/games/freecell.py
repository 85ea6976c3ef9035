"""FreeCell's family: all cards face up in columns, and cells that take any one card."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import (
    ANY,
    ANY_RANK,
    DOWN_FROM_KING,
    KINGS,
    NO_BUILDING,
    RETURNABLE,
    TWO_OF_EACH,
    by_suit,
    down,
    groups,
    sequences,
    triangle,
    up,
)
from patience.rules import (
    PRINTED_SUITS,
    Arrange,
    Base,
    Build,
    ColumnKind,
    Columns,
    Direction,
    Foundation,
    Lift,
    Reserve,
    Round,
    Rules,
    Stock,
    Takes,
)
from patience.rules.declaration import piles
from patience.rules.scoring_rules import Event, Scoring
from patience.rules.variant import Option, Variant

_game = partial(Variant, family="FreeCell")

_COLUMNS: Final = Columns(
    number=8, build=Build.ALTERNATING, lift=Lift.ONE, supermove=True, empty_takes=ANY_RANK
)
_FREE_RUNS: Final = replace(_COLUMNS, lift=Build.ALTERNATING, supermove=False)
_CELLS: Final = Reserve(4, takes=Takes.ONE)
_SUIT_CELLS: Final = replace(_CELLS, begins=tuple(PRINTED_SUITS))

_FREECELL: Final = Rules(
    packs=1,
    layout=(*up("T1-T8", 6), *up("T1-T4")),
    columns=_COLUMNS,
    reserve=_CELLS,
    foundations=by_suit(),
    foundations_final=False,
)
_BY_SUIT: Final = replace(_COLUMNS, build=Build.BY_SUIT)
_PENGUIN: Final = replace(
    _FREECELL,
    layout=(*up("F", 3), *up("T1-T7", 7)),
    base=Base.FIRST_RANK,
    columns=Columns(number=7, build=Build.BY_SUIT, lift=Build.BY_SUIT, wrap=True),
    reserve=replace(_CELLS, piles=7),
    foundations_final=True,
)
_CELL_NUMBER: Final = Option(
    name="cells",
    meaning="How many cells there are.",
    values={
        "four": {},
        "three": {"reserve.piles": 3},
        "two": {"reserve.piles": 2},
        "one": {"reserve.piles": 1},
        "none": {"reserve": None},
        "five": {"reserve.piles": 5},
        "six": {"reserve.piles": 6},
    },
)
_NEEDLE_CELL: Final = Reserve(1, Takes.ONE, capacity=18)
_NEEDLE: Final = Rules(
    packs=1,
    layout=(
        *up("R1", 8),
        *up("T1-T4 T6-T9", 2),
        *up("T1-T3 T7-T9", 2),
        *up("T1-T2 T8-T9", 4),
    ),
    columns=Columns(number=9, build=Build.ALTERNATING, lift=Lift.ONE, empty_takes=ANY_RANK),
    reserve=_NEEDLE_CELL,
    foundations=by_suit(),
    foundations_final=False,
)

_CARDS: Final = {
    Event.COLUMN_TO_FOUNDATION: 1,
    Event.RESERVE_TO_FOUNDATION: 1,
    Event.FOUNDATION_TO_COLUMN: -1,
}


def _tails(columns: int, heads: str = "K") -> tuple[Round, ...]:
    """Return the round that deals all cards, a column from each King on."""
    return tuple(replace(round_, heads=heads) for round_ in up(f"T1-T{columns}"))


_TAILS: Final = Columns(number=8, build=Build.ALTERNATING, lift=Build.ALTERNATING, empty_takes="")
_SINGLE_TAILS: Final = replace(_TAILS, lift=Lift.ONE, supermove=True)
_KINGS: Final = Rules(
    layout=_tails(8),
    arrange=Arrange.KING_FIRST,
    columns=_TAILS,
    reserve=Reserve(8, takes=Takes.ONE),
    foundations=TWO_OF_EACH,
    foundations_final=False,
)

GAMES: Final = (
    _game(
        id="freecell",
        title="FreeCell",
        rules=_FREECELL,
        pysolfc=(8, 5, 1901, 1900),
        siblings={5: {"groups": "any_length"}, 1901: {"cells": "none"}, 1900: {"cells": "two"}},
        names=("Free Cell", "Microsoft FreeCell", "Relaxed FreeCell", "Four Free"),
        options=(_CELL_NUMBER, groups(Build.ALTERNATING), RETURNABLE, ANY),
        scorings=(Scoring("cards", "GNOME AisleRiot, FreeCell", _CARDS),),
    ),
    _game(
        id="bakers-game",
        title="Baker's Game",
        rules=replace(_FREECELL, columns=_BY_SUIT),
        pysolfc=(45, 26),
        siblings={26: {"spaces": "kings"}},
        names=("King Only Baker's Game",),
        options=(_CELL_NUMBER, groups(Build.BY_SUIT), RETURNABLE, ANY),
    ),
    _game(
        id="eight-off",
        title="Eight Off",
        rules=replace(
            _FREECELL,
            layout=(*up("T1-T8", 6), *up("R1 R3 R5 R7")),
            columns=replace(_BY_SUIT, empty_takes="K"),
            reserve=replace(_CELLS, piles=8),
        ),
        pysolfc=(258,),
        pysolfc_stacks="FTRSW",
        options=(KINGS, groups(Build.BY_SUIT), RETURNABLE),
    ),
    _game(
        id="forecell",
        title="ForeCell",
        rules=replace(
            _FREECELL,
            layout=(*up("T1-T8", 6), *up("R1-R4")),
            columns=replace(_COLUMNS, empty_takes="K"),
        ),
        pysolfc=(46,),
        options=(KINGS, RETURNABLE),
    ),
    _game(
        id="seahaven-towers",
        title="Seahaven Towers",
        rules=replace(
            _FREECELL,
            layout=(*up("T1-T10", 5), *up("R2-R3")),
            columns=replace(_BY_SUIT, number=10, empty_takes="K"),
        ),
        pysolfc=(9, 6),
        pysolfc_stacks="RFTSW",
        siblings={6: {"groups": "any_length"}},
        names=("Sea Towers", "Relaxed Seahaven Towers", "Towers", "Tours du Alice"),
        options=(KINGS, groups(Build.BY_SUIT), RETURNABLE),
    ),
    _game(
        id="penguin",
        title="Penguin",
        rules=_PENGUIN,
        pysolfc=(64,),
        names=("Beak and Flipper",),
        pysolfc_stacks="FTRSW",
    ),
    _game(
        id="tuxedo",
        title="Tuxedo",
        rules=replace(
            _PENGUIN,
            layout=(*up("T1-T7", 7), *up("T1 T4 T7")),
            base=Base.ACE,
            columns=Columns(
                number=7, build=Build.BY_SUIT, lift=Build.BY_SUIT, wrap=True, empty_takes=ANY_RANK
            ),
        ),
        pysolfc=(629,),
        pysolfc_stacks="FTRSW",
    ),
    _game(
        id="kingcell",
        title="KingCell",
        rules=replace(_FREECELL, columns=replace(_COLUMNS, build=Build.ANY_SUIT, empty_takes="K")),
        pysolfc=(542,),
    ),
    _game(
        id="bath",
        title="Bath",
        rules=replace(
            _FREECELL,
            layout=(*up("T1-T10"), *triangle(10, face_up=True)[:7]),
            columns=replace(_COLUMNS, number=10, empty_takes="K"),
            reserve=replace(_CELLS, piles=2),
        ),
        pysolfc=(383,),
    ),
    _game(
        id="double-freecell",
        title="Double FreeCell",
        rules=replace(
            _FREECELL,
            packs=2,
            layout=(*up("T1-T10", 10), *up("T1-T4")),
            columns=replace(_COLUMNS, number=10),
            reserve=replace(_CELLS, piles=8),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(813,),
        pysolfc_stacks="SWFRT",
        options=(groups(Build.ALTERNATING), RETURNABLE),
    ),
    _game(
        id="triple-freecell",
        title="Triple FreeCell",
        rules=replace(
            _FREECELL,
            packs=3,
            layout=up("T1-T13", 12),
            columns=replace(_COLUMNS, number=13),
            reserve=replace(_CELLS, piles=10),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(265,),
        pysolfc_stacks="SWFRT",
    ),
    _game(
        id="seven-by-four",
        title="Seven by Four",
        rules=replace(_FREECELL, layout=(*up("T1-T7", 7), *up("T1-T3")), columns=replace(_COLUMNS, number=7)),
        pysolfc=(364,),
    ),
    _game(
        id="german-freecell",
        title="German FreeCell",
        rules=replace(
            _FREECELL,
            layout=(*up("T1-T7", 7), *up("T1-T3")),
            columns=replace(_FREE_RUNS, number=7),
            reserve=_SUIT_CELLS,
        ),
        pysolfc=(520,),
    ),
    _game(
        id="four-colours",
        title="Four Colours",
        rules=replace(
            _FREECELL,
            layout=(Round(piles("T1-T4"), by=PRINTED_SUITS),),
            columns=replace(_FREE_RUNS, number=7),
            reserve=_SUIT_CELLS,
        ),
        pysolfc=(464,),
        pysolfc_stacks="SRFT",
    ),
    _game(
        id="cell-11",
        title="Cell 11",
        rules=replace(
            _FREECELL,
            packs=3,
            layout=(*up("T1-T12", 12), *up("T2-T11"), *up("R1 R11")),
            columns=replace(_COLUMNS, number=12),
            reserve=Reserve(11, takes=Takes.ONE),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(451,),
        pysolfc_stacks="SFRT",
    ),
    _game(
        id="double-seahaven-towers",
        title="Double Seahaven Towers",
        rules=replace(
            _FREECELL,
            packs=2,
            layout=(*up("T1-T14", 7), *up("R2-R7")),
            columns=replace(_BY_SUIT, number=14, empty_takes="K"),
            reserve=Reserve(8, takes=Takes.ONE),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(513,),
        pysolfc_stacks="SFRT",
        names=("Ocean Towers",),
    ),
    _game(
        id="opera",
        title="Opera",
        rules=replace(_FREECELL, layout=(*down("T1-T8", 5), *down("T1-T4"), *up("T1-T8"))),
        pysolfc=(988,),
    ),
    _game(
        id="seven-by-five",
        title="Seven by Five",
        rules=replace(
            _FREECELL,
            layout=(*up("T1-T7", 7), *up("T1-T3")),
            columns=replace(_COLUMNS, number=7),
            reserve=Reserve(5, takes=Takes.ONE),
        ),
        pysolfc=(365,),
    ),
    _game(
        id="pitchfork",
        title="Pitchfork",
        rules=replace(
            _FREECELL,
            layout=(
                *up("R1", 8),
                *(*up("T1-T4"), *up("T6-T9")) * 2,
                *(*up("T1-T3"), *up("T7-T9")) * 2,
                *(*up("T1-T2"), *up("T8-T9")) * 4,
            ),
            columns=replace(_COLUMNS, number=9, supermove=False),
            reserve=Reserve(1),
        ),
        pysolfc=(367,),
        pysolfc_stacks="RFTS",
    ),
    _game(
        id="opus",
        title="Opus",
        rules=replace(_PENGUIN, reserve=Reserve(5, takes=Takes.ONE)),
        pysolfc=(427,),
        pysolfc_stacks="FTRS",
    ),
    _game(
        id="deep",
        title="Deep",
        rules=replace(
            _FREECELL,
            packs=2,
            layout=up("T1-T8", 13),
            columns=replace(_COLUMNS, lift=Build.ALTERNATING, supermove=False),
            reserve=Reserve(8, takes=Takes.ONE),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(442,),
        pysolfc_stacks="RTFS",
    ),
    _game(
        id="repair",
        title="Repair",
        rules=replace(
            _FREECELL,
            packs=2,
            layout=(*up("T1-T10", 10), *up("R1-R4")),
            columns=replace(_COLUMNS, number=10, lift=Build.ALTERNATING, supermove=False),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(448,),
    ),
    _game(
        id="big-cell",
        title="Big Cell",
        rules=replace(
            _FREECELL,
            packs=3,
            layout=up("T1-T13", 12),
            columns=replace(_COLUMNS, number=13, lift=Build.ALTERNATING, supermove=False),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(509,),
        pysolfc_stacks="SFRT",
    ),
    _game(
        id="can-can",
        title="Can Can",
        rules=replace(
            _FREECELL,
            layout=(*up("T1-T13", 3), *up("R1-R3"), *up("T1-T10")),
            columns=Columns(number=13, build=Build.ALTERNATING, lift=Build.ALTERNATING),
            reserve=Reserve(3),
        ),
        pysolfc=(698,),
    ),
    _game(
        id="manx",
        title="Manx",
        rules=Rules(
            packs=1,
            layout=up("T1-T4"),
            columns=Columns(
                number=4, build=Build.ANY_SUIT, lift=Build.ANY_SUIT, wrap=True, empty_takes=ANY_RANK
            ),
            reserve=Reserve(1, takes=Takes.ONE),
            stock=Stock(actions=("deal",)),
            foundations=sequences(4, Build.ANY_SUIT),
        ),
        pysolfc=(757,),
        pysolfc_stacks="FTRS",
    ),
    _game(
        id="double-eight-off",
        title="Double Eight Off",
        rules=replace(
            _FREECELL,
            packs=2,
            layout=(*up("T1-T12", 8), *up("R1-R8")),
            columns=replace(_BY_SUIT, number=12, empty_takes="K"),
            reserve=Reserve(8, takes=Takes.ONE),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(985,),
        pysolfc_stacks="FTRS",
    ),
    _game(
        id="needle",
        title="Needle",
        rules=_NEEDLE,
        pysolfc=(318,),
        pysolfc_stacks="RFTS",
    ),
    _game(
        id="haystack",
        title="Haystack",
        rules=replace(_NEEDLE, reserve=replace(_NEEDLE_CELL, capacity=8)),
        pysolfc=(319,),
        pysolfc_stacks="RFTS",
    ),
    _game(
        id="stalactites",
        title="Stalactites",
        rules=Rules(
            packs=1,
            layout=(*up("T1-T8", 6), *up("F1-F4")),
            columns=replace(NO_BUILDING, number=8),
            reserve=Reserve(2, Takes.ONE),
            foundations=(
                Foundation(
                    "CSHD",
                    ANY_RANK,
                    Build.ANY_SUIT,
                    direction=Direction.UP,
                    wrap=True,
                    cards=13,
                    base_stays=True,
                ),
            )
            * 4,
            foundations_final=False,
        ),
        pysolfc=(77,),
        names=("Grampus", "Old Mole"),
    ),
    _game(
        id="double-freecell-six-cells",
        title="Double FreeCell (Six Cells)",
        rules=replace(
            _FREECELL,
            packs=2,
            layout=up("T1-T10", 10),
            columns=replace(_COLUMNS, number=10),
            reserve=Reserve(6, Takes.ONE),
            foundations=tuple(
                replace(pile, ranks="A", dealt=1, direction=Direction.UP, wrap=True, cards=26)
                for pile in by_suit()
            ),
        ),
        pysolfc=(264,),
        pysolfc_stacks="SFTR",
    ),
    _game(
        id="challenge-freecell",
        title="Challenge FreeCell",
        rules=replace(_FREECELL, arrange=Arrange.TWOS_FIRST),
        pysolfc=(336,),
    ),
    _game(
        id="super-challenge-freecell",
        title="Super Challenge FreeCell",
        rules=replace(_FREECELL, arrange=Arrange.TWOS_FIRST, columns=replace(_COLUMNS, empty_takes="K")),
        pysolfc=(337,),
    ),
    _game(
        id="kings",
        title="Kings",
        rules=_KINGS,
        pysolfc=(279,),
        pysolfc_stacks="RTFS",
        names=("Retinue of Kings", "King's Plume"),
    ),
    _game(
        id="retinue",
        title="Retinue",
        rules=replace(_KINGS, columns=_SINGLE_TAILS, foundations=by_suit("CCSSHHDD", dealt=1)),
        pysolfc=(286,),
        pysolfc_stacks="RTFS",
    ),
    _game(
        id="cats-tail",
        title="Cat's Tail",
        rules=replace(_KINGS, layout=_tails(9), arrange=None, columns=replace(_TAILS, number=9)),
        pysolfc=(141,),
        pysolfc_stacks="RTFS",
        names=("Der Katzenschwanz",),
    ),
    _game(
        id="snake",
        title="Snake",
        rules=replace(
            _KINGS,
            layout=_tails(9),
            arrange=None,
            columns=replace(_SINGLE_TAILS, number=9),
            reserve=Reserve(7, takes=Takes.ONE),
            foundations=by_suit("CCSSHHDD", dealt=1),
        ),
        pysolfc=(142,),
        pysolfc_stacks="RTFS",
        names=("Die Schlange",),
    ),
    _game(
        id="kentish",
        title="Kentish",
        rules=Rules(
            layout=_tails(8, "A*"),
            arrange=Arrange.ACE_LAST,
            columns=Columns(8, Build.ANY_SUIT, Build.ANY_SUIT, empty_takes=ANY_RANK),
            foundations=(Foundation(PRINTED_SUITS, ANY_RANK, Build.ANY_SUIT),) * 8,
            foundations_final=False,
        ),
        pysolfc=(766,),
        pysolfc_stacks="TFS",
    ),
    _game(
        id="limpopo",
        title="Limpopo",
        rules=Rules(
            layout=up("T1-T8", 13),
            columns=replace(_COLUMNS, lift=Build.ALTERNATING, supermove=False),
            reserve=Reserve(2, Takes.ONE, capacity=4),
            foundations=TWO_OF_EACH,
            foundations_final=False,
        ),
        pysolfc=(746,),
        pysolfc_stacks="RFTS",
    ),
    _game(
        id="clink",
        title="Clink",
        rules=Rules(
            packs=1,
            layout=(*up("T1-T8", 6), *up("R1-R2")),
            columns=replace(_COLUMNS, lift=Build.ALTERNATING, supermove=False),
            reserve=Reserve(2, Takes.ONE),
            foundations=tuple(
                Foundation(suit, "A", Build.ALTERNATING, dealt=1, direction=Direction.UP, wrap=True, cards=26)
                for suit in "CH"
            ),
        ),
        pysolfc=(394,),
        pysolfc_stacks="SRFT",
    ),
    _game(
        id="antares",
        title="Antares",
        rules=Rules(
            packs=1,
            layout=(*up("T1-T8", 6), *up("T1-T4")),
            columns=replace(
                _COLUMNS,
                lift=Build.ALTERNATING,
                supermove=False,
                kinds=(ColumnKind(piles("T5-T8"), build=Build.BY_SUIT, lift=Lift.ANY, empty_takes="K"),),
            ),
            reserve=Reserve(4, Takes.ONE),
            foundations=by_suit(),
        ),
        pysolfc=(983,),
        pysolfc_stacks="SRFT",
    ),
    _game(
        id="petal",
        title="Petal",
        rules=Rules(
            packs=1,
            layout=(*up("F", 4), *up("T1-T8", 5), *up("T1-T4"), *up("R1-R4")),
            base=Base.FIRST_RANK,
            columns=_COLUMNS,
            reserve=Reserve(4, Takes.ONE),
            foundations=by_suit(),
            foundations_final=False,
        ),
        pysolfc=(953,),
    ),
    _game(
        id="spidercells",
        title="Spidercells",
        rules=Rules(
            packs=1,
            layout=(*up("T1-T8", 6), *up("T1-T4")),
            columns=_COLUMNS,
            reserve=Reserve(4, Takes.ONE),
            foundations=(Foundation("CSHD", DOWN_FROM_KING, Build.ALTERNATING, whole=True),) * 4,
        ),
        pysolfc=(363,),
    ),
)
