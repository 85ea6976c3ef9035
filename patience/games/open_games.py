"""Games without a stock: in all but Clock, all cards or nearly all lie face up from the start."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.cards import RANKS
from patience.games.parts import (
    ANY_RANK,
    DOWN_FROM_KING,
    FINAL,
    RETURNABLE,
    TWO_OF_EACH,
    by_suit,
    down,
    groups,
    triangle,
    up,
)
from patience.rules import (
    PRINTED_SUITS,
    Base,
    Build,
    Closed,
    Columns,
    Direction,
    Foundation,
    GatherAs,
    Lift,
    Reserve,
    Rules,
    Stock,
    Takes,
    Win,
)
from patience.rules.variant import Variant

_game = partial(Variant, family="Open (no stock)")

_COLUMNS: Final = Columns(number=9, build=Build.ALTERNATING, lift=Lift.ONE, empty_takes=ANY_RANK)
_KING_ALBERT: Final = Rules(
    packs=1,
    layout=(*triangle(9, face_up=True), *up("T1-T9"), *up("R1-R7")),
    columns=_COLUMNS,
    reserve=Reserve(7),
    foundations=by_suit(),
    foundations_final=False,
)
_CLOCK_RANKS: Final = 2 * ANY_RANK
"""A foundation of Grandfather's Clock ends where the next one of its suit begins."""
_UPWARDS: Final = Columns(
    number=8,
    build=Build.ANY_SUIT,
    lift=Lift.ONE,
    direction=Direction.UP,
    wrap=True,
    capacity=13,
    empty_takes=ANY_RANK,
)
_CLOCK: Final = Rules(
    packs=1,
    layout=(*down("T1-T13", 3), *down("T1-T12"), *up("T13")),
    columns=Columns(
        number=13,
        build=Build.ANY_SUIT,
        lift=Lift.ONE,
        empty_takes="",
        closed=Closed.TAKES_ANY,
        own_ranks=tuple(ANY_RANK),
        takes_from=("T13",),
    ),
    foundations=(),
    win=Win.FACE_UP,
)
_GERMAN: Final = Rules(
    layout=up("T1-T8"),
    columns=_UPWARDS,
    stock=Stock(actions=("draw",), drawn_at_start=1),
    foundations=(),
    win=Win.SEQUENCES,
)
_FILLED: Final = Columns(number=12, build=Build.ANY_SUIT, lift=Lift.ONE, empty_takes="", refill=("S",))
_TRUSTY: Final = Rules(
    packs=1,
    layout=up("T1-T12"),
    columns=_FILLED,
    stock=Stock(actions=()),
    foundations=(),
    win=Win.EMPTY_STOCK,
)
_TOWERS: Final = Columns(3, Build.ANY_SUIT, Lift.ONE, direction=Direction.LOWER, empty_takes=ANY_RANK)
_HANOY: Final = Rules(
    packs=1,
    suits="H",
    ranks=RANKS[:9],
    layout=up("T1-T3", 3),
    columns=_TOWERS,
    foundations=(),
    win=Win.ONE_COLUMN,
)
_LEVEL: Final = Columns(13, Build.BY_SUIT, Build.BY_SUIT, level=Build.ANY_SUIT)
_CURDS_AND_WHEY: Final = Rules(
    packs=1, layout=up("T1-T13", 4), columns=_LEVEL, foundations=(), win=Win.SEQUENCES
)
_MISS_MUFFET: Final = replace(
    _CURDS_AND_WHEY,
    layout=(*up("T1-T10", 4), *up("T1 T10"), *up("T1-T10")),
    columns=replace(_LEVEL, number=10),
)
_RANKS: Final = Columns(
    number=15,
    build=Build.ANY_SUIT,
    lift=Build.ANY_SUIT,
    direction=Direction.SAME,
    capacity=4,
    complete_stays=True,
    empty_takes=ANY_RANK,
)
_PILE_ON: Final = Rules(
    packs=1,
    layout=up("T1-T13", 4),
    columns=_RANKS,
    foundations=(),
    win=Win.SEQUENCES,
)

_DIAMOND_MINE: Final = Rules(
    packs=1,
    layout=(*down("T1-T13", 3), *up("T1-T13")),
    columns=Columns(13, Build.ANY_SUIT, Build.ANY_SUIT, ends="D", empty_takes=ANY_RANK),
    foundations=(Foundation("D", ANY_RANK, Build.BY_SUIT, direction=Direction.UP, wrap=True, cards=13),),
    win=Win.SUIT_SEQUENCES,
)

GAMES: Final = (
    _game(
        id="king-albert",
        title="King Albert",
        rules=_KING_ALBERT,
        pysolfc=(233,),
        names=("Idiot's Delight",),
        options=(RETURNABLE,),
    ),
    _game(
        id="queen-victoria",
        title="Queen Victoria",
        rules=replace(_KING_ALBERT, columns=replace(_COLUMNS, lift=Build.ALTERNATING)),
        pysolfc=(627,),
    ),
    _game(
        id="raglan",
        title="Raglan",
        rules=replace(
            _KING_ALBERT,
            layout=(*up("T1-T9"), *triangle(9, face_up=True)[:6], *up("R1-R6")),
            reserve=Reserve(6),
            foundations=by_suit(dealt=1),
        ),
        pysolfc=(232,),
        options=(RETURNABLE,),
    ),
    _game(
        id="somerset",
        title="Somerset",
        rules=replace(
            _KING_ALBERT,
            layout=(*up("T1-T10"), *triangle(10, face_up=True)[:7]),
            columns=replace(_COLUMNS, number=10, supermove=True),
            reserve=None,
        ),
        pysolfc=(215,),
        options=(RETURNABLE, groups(Build.ALTERNATING)),
    ),
    _game(
        id="usk",
        title="Usk",
        rules=replace(
            _KING_ALBERT,
            layout=(*up("T1-T10"), *triangle(10, face_up=True)[:7]),
            columns=replace(_COLUMNS, number=10, lift=Build.ALTERNATING, empty_takes="K"),
            reserve=None,
            stock=Stock(actions=("redeal",), gather_as=GatherAs.LAYOUT, redeals=1),
        ),
        pysolfc=(539,),
        options=(RETURNABLE,),
    ),
    _game(
        id="flower-garden",
        title="Flower Garden",
        rules=replace(
            _KING_ALBERT,
            layout=(*up("T1-T6", 6), *up("R1-R16")),
            columns=replace(_COLUMNS, number=6, build=Build.ANY_SUIT),
            reserve=Reserve(16),
        ),
        pysolfc=(222,),
        names=("The Bouquet", "The Garden", "Le Parterre"),
        options=(RETURNABLE,),
    ),
    _game(
        id="gloucestershire",
        title="Gloucestershire",
        rules=replace(
            _KING_ALBERT,
            packs=2,
            layout=(*up("T1-T8", 3), *triangle(8, face_up=True), *up("R1-R52")),
            columns=replace(_COLUMNS, number=8),
            reserve=Reserve(52),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(990,),
        pysolfc_stacks="SFTRXXXX",
    ),
    _game(
        id="big-bertha",
        title="Big Bertha",
        rules=replace(
            _KING_ALBERT,
            packs=2,
            layout=(*up("T1-T15", 6), *up("R1-R14")),
            columns=replace(_COLUMNS, number=15, lift=Build.ALTERNATING),
            reserve=Reserve(14),
            foundations=(
                *by_suit("CSHDCSHD", ANY_RANK[:-1]),
                Foundation(PRINTED_SUITS, "K", Build.ANY_SUIT, direction=Direction.SAME, cards=8),
            ),
        ),
        pysolfc=(630,),
        pysolfc_stacks="SF8TRF",
    ),
    _game(
        id="brigade",
        title="Brigade",
        rules=replace(
            _KING_ALBERT,
            layout=(*up("T1-T7", 5), *up("R1-R13")),
            columns=replace(_COLUMNS, number=7, build=Build.ANY_SUIT),
            reserve=Reserve(13),
            foundations=by_suit(dealt=1),
        ),
        pysolfc=(223,),
    ),
    _game(
        id="northwest-territory",
        title="Northwest Territory",
        rules=replace(
            _KING_ALBERT,
            layout=(*triangle(8), *up("T1-T8"), *up("R1-R16")),
            columns=Columns(number=8, build=Build.ALTERNATING, lift=Build.ALTERNATING),
            reserve=Reserve(16),
        ),
        pysolfc=(361,),
        options=(RETURNABLE,),
    ),
    _game(
        id="lucky-thirteen",
        title="Lucky Thirteen",
        rules=replace(
            _KING_ALBERT,
            layout=up("T1-T13", 4),
            columns=replace(_COLUMNS, number=13, build=Build.ANY_SUIT, empty_takes=""),
            reserve=None,
        ),
        pysolfc=(585,),
        pysolfc_stacks="TFRSW",
    ),
    _game(
        id="bisley",
        title="Bisley",
        rules=Rules(
            packs=1,
            layout=up("T1-T12", 4),
            columns=Columns(
                number=12,
                build=Build.BY_SUIT,
                lift=Lift.ONE,
                direction=Direction.EITHER,
                empty_takes="",
            ),
            foundations=tuple(
                foundation
                for suit in "CSHD"
                for foundation in (*by_suit(suit, dealt=1), *by_suit(suit, DOWN_FROM_KING))
            ),
            win=Win.ALL_CARDS,
        ),
        pysolfc=(290,),
        pysolfc_stacks="TFRSW",
        options=(FINAL,),
    ),
    _game(
        id="grandfathers-clock",
        title="Grandfather's Clock",
        rules=Rules(
            packs=1,
            layout=up("T1-T8", 5),
            columns=replace(_COLUMNS, number=8, build=Build.ANY_SUIT),
            foundations=tuple(
                foundation
                for hour, suit in enumerate("SHCD" * 3, start=1)
                for foundation in by_suit(suit, _CLOCK_RANKS[hour : hour + (4 if hour < 9 else 5)], dealt=1)
            ),
        ),
        pysolfc=(261,),
        pysolfc_stacks="TFRSW",
    ),
    _game(
        id="clock",
        title="Clock",
        rules=_CLOCK,
        pysolfc=(737,),
        pysolfc_stacks="TS",
        names=("Travellers", "Sundial"),
    ),
    _game(
        id="relaxed-clock",
        title="Relaxed Clock",
        rules=replace(_CLOCK, reserve=Reserve(1, Takes.TURN_UP, takes_from=("T",)), win=Win.IN_PLACE),
        pysolfc=(915,),
        # PySolFC has no pile for what a click on a column does: that of R1 is one on which no card stays.
        pysolfc_stacks="TSR",
        names=("Watch",),
    ),
    _game(
        id="double-bisley",
        title="Double Bisley",
        rules=Rules(
            layout=up("T1-T24", 4),
            columns=replace(
                _COLUMNS, number=24, build=Build.BY_SUIT, direction=Direction.EITHER, empty_takes=""
            ),
            foundations=(
                *by_suit("C", dealt=1),
                *by_suit("C", DOWN_FROM_KING),
                *by_suit("C", dealt=1),
                *by_suit("C", DOWN_FROM_KING),
                *by_suit("S", dealt=1),
                *by_suit("S", DOWN_FROM_KING),
                *by_suit("S", dealt=1),
                *by_suit("S", DOWN_FROM_KING),
                *by_suit("H", dealt=1),
                *by_suit("H", DOWN_FROM_KING),
                *by_suit("H", dealt=1),
                *by_suit("H", DOWN_FROM_KING),
                *by_suit("D", dealt=1),
                *by_suit("D", DOWN_FROM_KING),
                *by_suit("D", dealt=1),
                *by_suit("D", DOWN_FROM_KING),
            ),
            win=Win.ALL_CARDS,
        ),
        pysolfc=(372,),
        pysolfc_stacks="TFS",
    ),
    _game(
        id="realm",
        title="Realm",
        rules=Rules(
            packs=1,
            layout=(*up("T1-T8", 6), *up("T1-T4")),
            columns=replace(_COLUMNS, number=8, direction=Direction.EITHER, empty_takes=""),
            foundations=(
                *by_suit("C"),
                *by_suit("C", DOWN_FROM_KING),
                *by_suit("S"),
                *by_suit("S", DOWN_FROM_KING),
                *by_suit("H"),
                *by_suit("H", DOWN_FROM_KING),
                *by_suit("D"),
                *by_suit("D", DOWN_FROM_KING),
            ),
            win=Win.ALL_CARDS,
        ),
        pysolfc=(374,),
        pysolfc_stacks="TFS",
    ),
    _game(
        id="mancunian",
        title="Mancunian",
        rules=Rules(
            packs=1,
            layout=(*up("T1-T8", 6), *up("T1-T4")),
            columns=replace(
                _COLUMNS, number=8, build=Build.ANY_SUIT, direction=Direction.EITHER, empty_takes=""
            ),
            foundations=(
                *by_suit("C"),
                *by_suit("C", DOWN_FROM_KING),
                *by_suit("S"),
                *by_suit("S", DOWN_FROM_KING),
                *by_suit("H"),
                *by_suit("H", DOWN_FROM_KING),
                *by_suit("D"),
                *by_suit("D", DOWN_FROM_KING),
            ),
            win=Win.ALL_CARDS,
        ),
        pysolfc=(375,),
        pysolfc_stacks="TFS",
    ),
    _game(
        id="hospital-patience",
        title="Hospital Patience",
        rules=Rules(
            packs=1,
            stock=Stock(actions=("draw", "redeal"), draw=3, redeals=None, drawn_at_start=3),
            foundations=(
                *by_suit("C"),
                *by_suit("C", DOWN_FROM_KING),
                *by_suit("S"),
                *by_suit("S", DOWN_FROM_KING),
                *by_suit("H"),
                *by_suit("H", DOWN_FROM_KING),
                *by_suit("D"),
                *by_suit("D", DOWN_FROM_KING),
            ),
            win=Win.ALL_CARDS,
        ),
        pysolfc=(686,),
    ),
    _game(
        id="board-patience",
        title="Board Patience",
        rules=replace(
            _KING_ALBERT,
            layout=(*up("F"), *up("T1-T10", 5), *up("T1")),
            base=Base.FIRST,
            columns=replace(_COLUMNS, number=10, direction=Direction.EITHER, wrap=True),
            reserve=None,
        ),
        pysolfc=(692,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="bisley-13",
        title="Bisley 13",
        rules=Rules(
            packs=1,
            layout=(*up("T1-T13", 3), *up("T5-T13")),
            columns=replace(
                _COLUMNS, number=13, build=Build.BY_SUIT, direction=Direction.EITHER, empty_takes=""
            ),
            foundations=(
                *by_suit("C", dealt=1),
                *by_suit("C", DOWN_FROM_KING),
                *by_suit("S", dealt=1),
                *by_suit("S", DOWN_FROM_KING),
                *by_suit("H", dealt=1),
                *by_suit("H", DOWN_FROM_KING),
                *by_suit("D", dealt=1),
                *by_suit("D", DOWN_FROM_KING),
            ),
            win=Win.ALL_CARDS,
        ),
        pysolfc=(343001,),
        pysolfc_stacks="TFS",
    ),
    _game(
        id="gloria",
        title="Gloria",
        rules=Rules(
            layout=up("T1-T24", 4),
            columns=replace(_COLUMNS, number=24, build=Build.ANY_SUIT, empty_takes="", takes_from=()),
            reserve=Reserve(2, takes=Takes.ONE),
            foundations=(
                *by_suit("C"),
                *by_suit("C", DOWN_FROM_KING, dealt=1),
                *by_suit("C"),
                *by_suit("C", DOWN_FROM_KING, dealt=1),
                *by_suit("S"),
                *by_suit("S", DOWN_FROM_KING, dealt=1),
                *by_suit("S"),
                *by_suit("S", DOWN_FROM_KING, dealt=1),
                *by_suit("H"),
                *by_suit("H", DOWN_FROM_KING, dealt=1),
                *by_suit("H"),
                *by_suit("H", DOWN_FROM_KING, dealt=1),
                *by_suit("D"),
                *by_suit("D", DOWN_FROM_KING, dealt=1),
                *by_suit("D"),
                *by_suit("D", DOWN_FROM_KING, dealt=1),
            ),
            win=Win.ALL_CARDS,
            foundations_final=False,
        ),
        pysolfc=(373,),
        pysolfc_stacks="TFRS",
    ),
    _game(
        id="wave-motion",
        title="Wave Motion",
        rules=Rules(
            packs=1,
            layout=(*up("R1-R8", 6), *up("R1-R4")),
            columns=Columns(number=8, build=Build.BY_SUIT, lift=Build.BY_SUIT, empty_takes=ANY_RANK),
            reserve=Reserve(8),
            foundations=(),
            win=Win.SEQUENCES,
        ),
        pysolfc=(314,),
        pysolfc_stacks="TRS",
    ),
    _game(
        id="tower-of-hanoy",
        title="Tower of Hanoy",
        rules=_HANOY,
        pysolfc=(124,),
        pysolfc_stacks="TS",
        names=("Tower of Hanoi",),
    ),
    _game(
        id="hanoi-sequence",
        title="Hanoi Sequence",
        rules=replace(_HANOY, columns=replace(_TOWERS, capacity=9), win=Win.SEQUENCES),
        pysolfc=(769,),
        pysolfc_stacks="TS",
    ),
    _game(
        id="german-patience",
        title="German Patience",
        rules=_GERMAN,
        pysolfc=(414,),
        pysolfc_stacks="TSW",
    ),
    _game(
        id="bavarian-patience",
        title="Bavarian Patience",
        rules=replace(_GERMAN, layout=up("T1-T10"), columns=replace(_UPWARDS, number=10)),
        pysolfc=(415,),
        pysolfc_stacks="TSW",
    ),
    _game(
        id="trusty-twelve",
        title="Trusty Twelve",
        rules=_TRUSTY,
        pysolfc=(480,),
        pysolfc_stacks="ST",
    ),
    _game(
        id="knotty-nines",
        title="Knotty Nines",
        rules=replace(_TRUSTY, layout=up("T1-T9"), columns=replace(_FILLED, number=9)),
        pysolfc=(481,),
        pysolfc_stacks="ST",
    ),
    _game(
        id="curds-and-whey",
        title="Curds and Whey",
        rules=_CURDS_AND_WHEY,
        pysolfc=(294,),
        pysolfc_stacks="TS",
    ),
    _game(
        id="miss-muffet",
        title="Miss Muffet",
        rules=_MISS_MUFFET,
        pysolfc=(349,),
        pysolfc_stacks="TS",
    ),
    _game(
        id="nordic",
        title="Nordic",
        rules=replace(_MISS_MUFFET, columns=replace(_LEVEL, number=10, empty_takes=ANY_RANK)),
        pysolfc=(352,),
        pysolfc_stacks="TS",
    ),
    _game(
        id="pile-on",
        title="PileOn",
        rules=_PILE_ON,
        pysolfc=(41,),
        pysolfc_stacks="TS",
        names=("Fifteen Puzzle", "Fan Fifteen", "Beeswax"),
    ),
    _game(
        id="small-pile-on",
        title="Small PileOn",
        rules=replace(
            _PILE_ON,
            ranks="A6789TJQK",
            layout=up("T1-T9", 4),
            columns=replace(_RANKS, number=11),
        ),
        pysolfc=(289,),
        pysolfc_stacks="TS",
    ),
    _game(
        id="relaxed-pile-on",
        title="Relaxed PileOn",
        rules=replace(_PILE_ON, reserve=Reserve(1, takes=Takes.ONE)),
        pysolfc=(793,),
        pysolfc_stacks="RTS",
        names=("Fifteen Puzzle Cell",),
    ),
    _game(
        id="sweet-sixteen",
        title="Sweet Sixteen",
        rules=replace(
            _TRUSTY,
            layout=up("T1-T16"),
            columns=replace(_FILLED, number=16, build=Build.ALTERNATING),
        ),
        pysolfc=(482,),
        pysolfc_stacks="ST",
    ),
    _game(
        id="up-and-up",
        title="Up and Up",
        rules=replace(
            _TRUSTY,
            layout=up("T1-T10"),
            columns=replace(_FILLED, number=10, direction=Direction.UP, wrap=True),
            stock=Stock(actions=(), open=True),
        ),
        pysolfc=(833,),
        pysolfc_stacks="ST",
    ),
    _game(
        id="fire-and-ice",
        title="Fire and Ice",
        rules=Rules(
            packs=1,
            layout=(*up("T1-T10", 4), *up("T1"), *up("T10"), *up("T1-T10")),
            columns=Columns(10, Build.ANY_SUIT, Build.ANY_SUIT, empty_takes=ANY_RANK),
            foundations=(),
            win=Win.COLOURS_APART,
        ),
        pysolfc=(830,),
        pysolfc_stacks="TS",
    ),
    _game(
        id="diamond-mine",
        title="Diamond Mine",
        rules=_DIAMOND_MINE,
        pysolfc=(551,),
        pysolfc_stacks="FTS",
    ),
)
