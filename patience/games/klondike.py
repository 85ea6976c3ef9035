"""Klondike's family: a stock turned to a waste, columns built down, and spaces for Kings."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import (
    ANY,
    ANY_RANK,
    DOWN_FROM_KING,
    FINAL,
    KINGS,
    RETURNABLE,
    TWO_OF_EACH,
    by_suit,
    down,
    draw,
    redeals,
    triangle,
    up,
)
from patience.rules import (
    Base,
    Build,
    ColumnKind,
    Columns,
    DealTo,
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
from patience.rules.scoring_rules import Event, Scoring, TimePoints
from patience.rules.variant import Option, Variant

_game = partial(Variant, family="Klondike")

_COLUMNS: Final = Columns(number=7, build=Build.ALTERNATING, lift=Build.ALTERNATING)
_ANY_SPACE: Final = replace(_COLUMNS, empty_takes=ANY_RANK)
_ONE_PASS: Final = Stock(actions=("draw",), drawn_at_start=1)
_REDEALT: Final = Stock(actions=("draw", "redeal"), redeals=None, drawn_at_start=1)
_UP_TRIANGLE: Final = (*triangle(7, leftwards=True, face_up=True), *up("T7-T1"))

_KLONDIKE: Final = Rules(
    packs=1,
    layout=(*triangle(7, leftwards=True), *up("T7-T1")),
    columns=_COLUMNS,
    stock=_REDEALT,
    foundations=by_suit(),
    foundations_final=False,
)
_EASTCLIFF: Final = replace(
    _KLONDIKE, layout=(*down("T1-T7", 2), *up("T1-T7")), columns=_ANY_SPACE, stock=_ONE_PASS
)
_DOUBLE: Final = replace(
    _KLONDIKE,
    packs=2,
    layout=(*triangle(9), *up("T1-T9")),
    columns=replace(_COLUMNS, number=9),
    foundations=TWO_OF_EACH,
)
_CANISTER: Final = replace(
    _KLONDIKE,
    layout=(*up("T1-T8", 6), *up("T3-T6")),
    columns=replace(_ANY_SPACE, number=8),
    stock=None,
)


def _swept(to: str, times: int) -> tuple[Round, ...]:
    """Return rounds after each of which the Aces on top of columns go to foundations."""
    return tuple(replace(round_, sweeps="A") for round_ in up(to, times))


_SIX_COLUMNS: Final = Columns(number=6, build=Build.ANY_SUIT, lift=Build.BY_SUIT, empty_takes=ANY_RANK)
_SIX_BY_SIX: Final = replace(
    _KLONDIKE,
    layout=_swept("T1-T6", 6),
    columns=_SIX_COLUMNS,
    stock=Stock(actions=("deal",), deals=(("T1",),)),
    foundations_final=True,
)
_THIRTY_SIX: Final = replace(
    _KLONDIKE,
    layout=_swept("T1-T6", 6),
    columns=Columns(number=6, build=Build.ANY_SUIT, lift=Build.ANY_SUIT, empty_takes=ANY_RANK),
    stock=_ONE_PASS,
    foundations_final=True,
)
_BATSFORD: Final = replace(
    _DOUBLE,
    layout=(*triangle(10, leftwards=True), *up("T10-T1")),
    columns=replace(_COLUMNS, number=10),
    reserve=Reserve(1, Takes.ONE, capacity=3, ranks="K"),
    stock=_ONE_PASS,
)

_SCORING: Final = "Microsoft Solitaire, as in Wikipedia, Klondike (solitaire), Scoring"
_STANDARD: Final = {
    Event.WASTE_TO_COLUMN: 5,
    Event.WASTE_TO_FOUNDATION: 10,
    Event.COLUMN_TO_FOUNDATION: 10,
    Event.FOUNDATION_TO_COLUMN: -15,
    Event.TURN_UP: 5,
}
_STANDARD_TIME: Final = TimePoints(every=10, points=-2, bonus=700_000, bonus_from=30)
_VEGAS: Final = {
    Event.WASTE_TO_FOUNDATION: 5,
    Event.COLUMN_TO_FOUNDATION: 5,
    Event.FOUNDATION_TO_COLUMN: -5,
}
_DUMFRIES_COLUMNS: Final = Columns(
    number=8,
    build=Build.ALTERNATING,
    lift=Lift.ANY,
    level=Build.ALTERNATING,
    whole_only=True,
    empty_takes=ANY_RANK,
)
_DUMFRIES: Final = Rules(
    packs=1,
    layout=up("T1-T8"),
    columns=_DUMFRIES_COLUMNS,
    stock=Stock((), open=True),
    foundations=by_suit(),
    foundations_final=False,
)

GAMES: Final = (
    _game(
        id="klondike",
        title="Klondike",
        rules=_KLONDIKE,
        pysolfc=(2, 18, 61, 129),
        siblings={18: {"draw": "three"}, 61: {"redeals": 2}, 129: {"redeals": 0}},
        names=(
            "Solitaire",
            "Patience",
            "Windows Solitaire",
            "Microsoft Solitaire",
            "Classic Solitaire",
            "Casino Klondike",
            "Vegas Klondike",
            "American Patience",
        ),
        options=(draw("one", "three"), redeals("unlimited"), RETURNABLE, KINGS),
        scorings=(
            Scoring(
                "standard",
                _SCORING,
                {**_STANDARD, Event.REDEAL: -100},
                floor=0,
                only_under=(("draw", "one"),),
                time=_STANDARD_TIME,
            ),
            Scoring(
                "standard",
                _SCORING,
                _STANDARD,
                floor=0,
                only_under=(("draw", "three"),),
                time=_STANDARD_TIME,
            ),
            Scoring("vegas", _SCORING, _VEGAS, start=-52),
        ),
    ),
    _game(
        id="half-klondike",
        title="Half Klondike",
        rules=replace(
            _KLONDIKE,
            suits="SH",
            layout=(*triangle(4, leftwards=True), *up("T4-T1")),
            columns=replace(_COLUMNS, number=4),
            foundations=by_suit("SH"),
        ),
        pysolfc=(855,),
    ),
    _game(
        id="thumb-and-pouch",
        title="Thumb and Pouch",
        rules=replace(
            _KLONDIKE,
            columns=replace(_ANY_SPACE, build=Build.OTHER_SUIT, lift=Build.OTHER_SUIT),
            stock=_ONE_PASS,
        ),
        pysolfc=(58,),
        options=(redeals("none"), RETURNABLE),
    ),
    _game(
        id="whitehead",
        title="Whitehead",
        rules=replace(
            _KLONDIKE,
            layout=_UP_TRIANGLE,
            columns=replace(_ANY_SPACE, build=Build.BY_COLOR, lift=Build.BY_SUIT),
            stock=_ONE_PASS,
        ),
        pysolfc=(67,),
        options=(redeals("none"),),
    ),
    _game(
        id="trigon",
        title="Trigon",
        rules=replace(_KLONDIKE, columns=replace(_COLUMNS, build=Build.BY_SUIT, lift=Build.BY_SUIT)),
        pysolfc=(821,),
        options=(draw("one", "three"), redeals("unlimited"), RETURNABLE),
    ),
    _game(
        id="eastcliff",
        title="Eastcliff",
        rules=_EASTCLIFF,
        pysolfc=(66,),
        options=(redeals("none"),),
    ),
    _game(
        id="westcliff",
        title="Westcliff",
        rules=replace(
            _EASTCLIFF,
            layout=(*down("T1-T10", 2), *up("T1-T10")),
            columns=replace(_ANY_SPACE, number=10),
            foundations_final=True,
        ),
        pysolfc=(33,),
        options=(redeals("none"), FINAL),
    ),
    _game(
        id="easthaven",
        title="Easthaven",
        rules=replace(_EASTCLIFF, stock=Stock(actions=("deal",))),
        pysolfc=(224,),
        options=(
            RETURNABLE,
            ANY,
            Option(
                name="deal",
                meaning="Whether a deal needs a card in every column.",
                values={"any_time": {}, "full_columns": {"stock.hold": "empty_column"}},
            ),
        ),
    ),
    _game(
        id="agnes-sorel",
        title="Agnes Sorel",
        rules=replace(
            _KLONDIKE,
            layout=(*_UP_TRIANGLE, *up("F")),
            base=Base.FIRST,
            columns=replace(_COLUMNS, build=Build.BY_COLOR, lift=Build.BY_COLOR, wrap=True, empty_takes=""),
            stock=Stock(actions=("deal",)),
            foundations_final=True,
        ),
        pysolfc=(229,),
        names=("Agnes",),
        options=(
            Option(
                name="spaces",
                meaning=KINGS.meaning,
                values={"none": {}, "any": {"columns.empty_takes": ANY_RANK}},
            ),
        ),
    ),
    _game(
        id="agnes-bernauer",
        title="Agnes Bernauer",
        rules=replace(
            _KLONDIKE,
            layout=(*_UP_TRIANGLE, *up("R1-R7"), *up("F")),
            base=Base.FIRST,
            columns=replace(_COLUMNS, wrap=True),
            reserve=Reserve(7),
            stock=Stock(actions=("deal",), deal_to=DealTo.RESERVE),
            foundations_final=True,
        ),
        pysolfc=(236,),
        pysolfc_stacks="SXFTR",
        names=("Agnes",),
    ),
    _game(
        id="jane",
        title="Jane",
        rules=replace(
            _KLONDIKE,
            layout=(*_KLONDIKE.layout, *up("R1-R7"), *up("F")),
            base=Base.FIRST,
            columns=replace(_COLUMNS, wrap=True),
            reserve=Reserve(7),
            stock=Stock(("deal",), deals=(piles("R1-R7"), piles("R1-R7 W S"))),
            foundations=tuple(replace(pile, base_stays=True) for pile in by_suit()),
        ),
        pysolfc=(230,),
        pysolfc_stacks="SWFTR",
    ),
    _game(
        id="aunt-mary",
        title="Aunt Mary",
        rules=replace(
            _KLONDIKE,
            layout=(
                *(
                    round_
                    for last in range(1, 6)
                    for round_ in (*up(f"T1-T{last}"), *down(f"T{last + 1}-T6"))
                ),
                *up("T1-T6"),
            ),
            columns=replace(_COLUMNS, number=6),
            stock=_ONE_PASS,
        ),
        pysolfc=(407,),
    ),
    _game(
        id="saratoga",
        title="Saratoga",
        rules=replace(_KLONDIKE, layout=_UP_TRIANGLE, stock=replace(_REDEALT, draw=3, drawn_at_start=3)),
        pysolfc=(479,),
        names=("Thoughtful",),
    ),
    _game(
        id="double-dot",
        title="Double Dot",
        rules=replace(
            _KLONDIKE,
            layout=up("T1-T8"),
            columns=Columns(
                number=8,
                build=Build.ANY_SUIT,
                lift=Build.ANY_SUIT,
                step=2,
                wrap=True,
                empty_takes=ANY_RANK,
            ),
            stock=Stock(actions=("deal",)),
            foundations=tuple(
                Foundation(
                    suit, "A", Build.BY_SUIT, dealt=1, dealt_as=rank, direction=Direction.BY_TWOS, cards=13
                )
                for suit, rank in zip("CSHD", ("", "", "2", "2"), strict=True)
            ),
        ),
        pysolfc=(420,),
    ),
    _game(
        id="gold-mine",
        title="Gold Mine",
        rules=replace(
            _KLONDIKE, layout=(), columns=_ANY_SPACE, stock=replace(_ONE_PASS, draw=3, drawn_at_start=3)
        ),
        pysolfc=(572,),
    ),
    _game(
        id="pas-seul",
        title="Pas Seul",
        rules=replace(_EASTCLIFF, layout=up("T1-T6"), columns=replace(_ANY_SPACE, number=6)),
        pysolfc=(107,),
    ),
    _game(
        id="blind-alleys",
        title="Blind Alleys",
        rules=replace(
            _EASTCLIFF,
            layout=(*down("T1-T6", 2), *up("T1-T6")),
            columns=replace(_ANY_SPACE, number=6),
            stock=replace(_REDEALT, redeals=1),
            foundations=by_suit(dealt=1),
        ),
        pysolfc=(81,),
    ),
    _game(
        id="big-forty",
        title="Big Forty",
        rules=replace(
            _KLONDIKE,
            layout=up("T1-T10", 4),
            columns=replace(_ANY_SPACE, number=10, build=Build.BY_SUIT, lift=Build.BY_SUIT),
        ),
        pysolfc=(473,),
    ),
    _game(
        id="ali-baba",
        title="Ali Baba",
        rules=replace(
            _KLONDIKE,
            layout=up("T1-T10", 4),
            columns=replace(_ANY_SPACE, number=10, build=Build.BY_SUIT, lift=Build.BY_SUIT),
            foundations=by_suit(dealt=1),
        ),
        pysolfc=(474,),
    ),
    _game(
        id="chinaman",
        title="Chinaman",
        rules=replace(
            _KLONDIKE,
            columns=replace(_COLUMNS, build=Build.OTHER_SUIT, lift=Build.OTHER_SUIT),
            stock=replace(_REDEALT, draw=3, redeals=1, drawn_at_start=3),
        ),
        pysolfc=(634,),
    ),
    _game(
        id="kingsley",
        title="Kingsley",
        rules=replace(
            _KLONDIKE,
            columns=replace(_COLUMNS, direction=Direction.UP, empty_takes="A"),
            stock=_ONE_PASS,
            foundations=by_suit(ranks=DOWN_FROM_KING),
        ),
        pysolfc=(667,),
    ),
    _game(
        id="smokey",
        title="Smokey",
        rules=replace(
            _KLONDIKE,
            columns=replace(_COLUMNS, build=Build.BY_COLOR, lift=Build.BY_SUIT),
            stock=replace(_REDEALT, redeals=2),
        ),
        pysolfc=(869,),
    ),
    _game(
        id="american-canister",
        title="American Canister",
        rules=_CANISTER,
        pysolfc=(601,),
    ),
    _game(
        id="british-canister",
        title="British Canister",
        rules=replace(_CANISTER, columns=replace(_COLUMNS, number=8, lift=Lift.ONE)),
        pysolfc=(602,),
    ),
    _game(
        id="double-klondike",
        title="Double Klondike",
        rules=_DOUBLE,
        pysolfc=(21, 28),
        siblings={28: {"draw": "three"}},
        names=("Double Solitaire",),
        options=(draw("one", "three"), redeals("unlimited"), RETURNABLE),
    ),
    _game(
        id="gargantua",
        title="Gargantua",
        rules=replace(_DOUBLE, stock=replace(_REDEALT, redeals=1)),
        pysolfc=(25,),
        names=("Jumbo",),
        options=(redeals("once"), RETURNABLE),
    ),
    _game(
        id="big-harp",
        title="Big Harp",
        rules=replace(
            _DOUBLE,
            layout=(
                *(round_ for last in range(1, 10) for round_ in down(f"T1-T{last}")),
                *up("T1-T10"),
            ),
            columns=replace(_ANY_SPACE, number=10),
            stock=_ONE_PASS,
        ),
        pysolfc=(15,),
        names=("Die Große Harfe", "Die Pyramide", "Harp"),
        options=(redeals("none"), RETURNABLE),
    ),
    _game(
        id="steps",
        title="Steps",
        rules=replace(
            _DOUBLE,
            layout=(*triangle(7), *up("T1-T7")),
            columns=_ANY_SPACE,
            stock=replace(_REDEALT, redeals=1),
        ),
        pysolfc=(51,),
    ),
    _game(
        id="triple-klondike",
        title="Triple Klondike",
        rules=replace(
            _DOUBLE,
            packs=3,
            layout=(*triangle(13), *up("T1-T13")),
            columns=replace(_COLUMNS, number=13),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(273, 274),
        siblings={274: {"draw": "three"}},
        options=(draw("one", "three"), redeals("unlimited"), RETURNABLE),
    ),
    _game(
        id="8-x-8",
        title="8 x 8",
        rules=replace(_DOUBLE, layout=up("T1-T8", 8), columns=replace(_ANY_SPACE, number=8)),
        pysolfc=(4,),
    ),
    _game(
        id="small-harp",
        title="Small Harp",
        rules=replace(
            _KLONDIKE,
            layout=(*(round_ for last in range(1, 7) for round_ in down(f"T1-T{last}")), *up("T1-T7")),
        ),
        pysolfc=(39,),
        names=("Die kleine Harfe",),
    ),
    _game(
        id="westhaven",
        title="Westhaven",
        rules=Rules(
            packs=1,
            layout=(*down("T1-T10", 2), *up("T1-T10")),
            columns=replace(_ANY_SPACE, number=10),
            stock=Stock(actions=("deal",)),
            foundations=by_suit(),
        ),
        pysolfc=(225,),
    ),
    _game(
        id="canister",
        title="Canister",
        rules=replace(
            _CANISTER, columns=replace(_ANY_SPACE, number=8, build=Build.ANY_SUIT, lift=Build.ANY_SUIT)
        ),
        pysolfc=(231,),
    ),
    _game(
        id="arizona",
        title="Arizona",
        rules=replace(
            _CANISTER,
            layout=(*up("T1-T6", 6), *up("R1-R16")),
            columns=replace(_ANY_SPACE, number=6, build=Build.ANY_SUIT, lift=Build.ANY_SUIT),
            reserve=Reserve(16),
        ),
        pysolfc=(390,),
        pysolfc_stacks="RFTS",
    ),
    _game(
        id="eight-times-eight",
        title="Eight Times Eight",
        rules=replace(
            _CANISTER,
            packs=2,
            layout=up("T1-T8", 8),
            stock=replace(_REDEALT, redeals=2),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(127,),
        names=("Achtmal Acht",),
    ),
    _game(
        id="phoenix",
        title="Phoenix",
        rules=replace(
            _CANISTER,
            layout=(*up("T1-T6", 6), *up("R1-R16")),
            columns=replace(_ANY_SPACE, number=6),
            reserve=Reserve(16),
        ),
        pysolfc=(263,),
        pysolfc_stacks="RFTS",
    ),
    _game(
        id="lanes",
        title="Lanes",
        rules=Rules(
            packs=1,
            layout=up("T1-T6", 3),
            columns=replace(_ANY_SPACE, number=6, lift=Lift.ONE),
            stock=replace(_REDEALT, redeals=1),
            foundations=by_suit(dealt=1),
        ),
        pysolfc=(326,),
    ),
    _game(
        id="morehead",
        title="Morehead",
        rules=replace(
            _CANISTER,
            layout=tuple(round_ for first in range(1, 9) for round_ in up(f"T{first}-T10")),
            columns=replace(_ANY_SPACE, number=10, build=Build.OTHER_SUIT, lift=Lift.ONE),
        ),
        pysolfc=(362,),
    ),
    _game(
        id="senate",
        title="Senate",
        rules=replace(
            _DOUBLE,
            layout=(*up("R1-R8"), *up("T1-T4")),
            columns=replace(_ANY_SPACE, number=4, build=Build.BY_SUIT, lift=Build.BY_SUIT),
            reserve=Reserve(8),
            stock=Stock(actions=("deal",), deal_to=DealTo.RESERVE),
            foundations=by_suit("CSHDCSHD", dealt=1),
        ),
        pysolfc=(388,),
        pysolfc_stacks="TRFS",
    ),
    _game(
        id="senate-plus",
        title="Senate +",
        rules=replace(
            _DOUBLE,
            layout=(*up("R1-R8"), *up("T1-T5")),
            columns=replace(_ANY_SPACE, number=5, build=Build.BY_SUIT, lift=Build.BY_SUIT),
            reserve=Reserve(8),
            stock=Stock(actions=("deal",), deal_to=DealTo.RESERVE),
            foundations=by_suit("CSHDCSHD", dealt=1),
        ),
        pysolfc=(389,),
        pysolfc_stacks="TRFS",
    ),
    _game(
        id="cassim",
        title="Cassim",
        rules=replace(
            _KLONDIKE,
            layout=up("T1-T7", 4),
            columns=replace(_ANY_SPACE, build=Build.BY_SUIT, lift=Build.BY_SUIT),
            foundations=by_suit(dealt=1),
        ),
        pysolfc=(475,),
    ),
    _game(
        id="boost",
        title="Boost",
        rules=replace(
            _KLONDIKE,
            layout=(*triangle(4, leftwards=True), *up("T4-T1")),
            columns=replace(_COLUMNS, number=4),
            stock=replace(_REDEALT, redeals=2),
        ),
        pysolfc=(518,),
        names=("Klondike Mini",),
    ),
    _game(
        id="artic-garden",
        title="Artic Garden",
        rules=replace(
            _CANISTER,
            layout=(*triangle(8, face_up=True), *up("T1-T8"), *up("R1-R16")),
            columns=replace(_COLUMNS, number=8),
            reserve=Reserve(16),
        ),
        pysolfc=(522,),
    ),
    _game(
        id="lucky-piles",
        title="Lucky Piles",
        rules=replace(
            _CANISTER,
            layout=up("T1-T13", 4),
            columns=Columns(number=13, build=Build.BY_SUIT, lift=Lift.ONE, direction=Direction.EITHER),
        ),
        pysolfc=(586,),
        pysolfc_stacks="TFS",
    ),
    _game(
        id="scarp",
        title="Scarp",
        rules=replace(
            _DOUBLE,
            packs=3,
            layout=(*triangle(13, leftwards=True, face_up=True), *up("T13-T1")),
            columns=replace(_ANY_SPACE, number=13),
            stock=Stock(actions=("deal",)),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(669,),
    ),
    _game(
        id="relaxed-raglan",
        title="Relaxed Raglan",
        rules=replace(
            _CANISTER,
            layout=(*(round_ for first in range(1, 8) for round_ in up(f"T{first}-T9")), *up("R1-R6")),
            columns=replace(_ANY_SPACE, number=9),
            reserve=Reserve(6),
            foundations=by_suit(dealt=1),
        ),
        pysolfc=(849,),
    ),
    _game(
        id="wildflower",
        title="Wildflower",
        rules=replace(
            _CANISTER,
            layout=(*up("T1-T6", 6), *up("R1-R16")),
            columns=replace(_ANY_SPACE, number=6, build=Build.ANY_SUIT, lift=Build.BY_SUIT),
            reserve=Reserve(16),
        ),
        pysolfc=(861,),
    ),
    _game(
        id="agnes-two",
        title="Agnes Two",
        rules=Rules(
            layout=(*triangle(10, leftwards=True, face_up=True), *up("T10-T1"), *up("R1-R10"), *up("F")),
            base=Base.FIRST,
            columns=replace(_COLUMNS, number=10, wrap=True),
            reserve=Reserve(10),
            stock=Stock(actions=("deal",), deal_to=DealTo.RESERVE),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(873,),
        pysolfc_stacks="SXFTR",
    ),
    _game(
        id="klondike-territory",
        title="Klondike Territory",
        rules=replace(
            _KLONDIKE, layout=(*triangle(7), *up("T1-T7"), *up("R1-R24")), reserve=Reserve(24), stock=None
        ),
        pysolfc=(930,),
    ),
    _game(
        id="batsford",
        title="Batsford",
        rules=_BATSFORD,
        pysolfc=(133, 541),
        siblings={541: {"redeals": 1}},
        pysolfc_stacks="SWFTR",
        names=("Batsford Again",),
        options=(redeals("none"),),
    ),
    _game(
        id="thirty-six",
        title="Thirty-Six",
        rules=_THIRTY_SIX,
        pysolfc=(327,),
    ),
    _game(
        id="six-by-six",
        title="Six by Six",
        rules=_SIX_BY_SIX,
        pysolfc=(888,),
    ),
    _game(
        id="eights",
        title="Eights",
        rules=replace(
            _SIX_BY_SIX,
            packs=2,
            layout=_swept("T1-T8", 8),
            columns=replace(_SIX_COLUMNS, number=8),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(982,),
        names=("Les Huits",),
    ),
    _game(
        id="seven-devils",
        title="Seven Devils",
        rules=replace(
            _KLONDIKE,
            packs=2,
            layout=(*triangle(7, leftwards=True), *up("T7-T1"), *up("W"), *up("R1-R7")),
            columns=replace(_ANY_SPACE, lift=Lift.ONE, takes_from=("T", "F", "W")),
            reserve=Reserve(7),
            stock=Stock(actions=("draw",)),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(434,),
        pysolfc_stacks="FTRSW",
    ),
    _game(
        id="stonewall",
        title="Stonewall",
        rules=replace(
            _KLONDIKE,
            layout=(*(*down("T1-T6"), *up("T1-T6")) * 3, *up("R1-R16")),
            columns=replace(_ANY_SPACE, number=6),
            reserve=Reserve(16),
            stock=None,
        ),
        pysolfc=(221,),
    ),
    _game(
        id="athena",
        title="Athena",
        rules=replace(_KLONDIKE, layout=(*down("T1-T7"), *up("T1-T7")) * 2),
        pysolfc=(633,),
    ),
    _game(
        id="dumfries",
        title="Dumfries",
        rules=_DUMFRIES,
        pysolfc=(311,),
        pysolfc_stacks="SFT",
    ),
    _game(
        id="galloway",
        title="Galloway",
        rules=replace(_DUMFRIES, layout=up("T1-T7"), columns=replace(_DUMFRIES_COLUMNS, number=7)),
        pysolfc=(312,),
        pysolfc_stacks="SFT",
    ),
    _game(
        id="robin",
        title="Robin",
        rules=replace(
            _DUMFRIES,
            packs=2,
            layout=up("T1-T12"),
            columns=replace(_DUMFRIES_COLUMNS, number=12),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(313,),
        pysolfc_stacks="SFT",
    ),
    _game(
        id="taking-silk",
        title="Taking Silk",
        rules=replace(_THIRTY_SIX, packs=2, foundations=TWO_OF_EACH),
        pysolfc=(893,),
    ),
    _game(
        id="legion",
        title="Legion",
        rules=replace(
            _KLONDIKE,
            layout=(
                *up("T1-T8"),
                *(dealing for to in ("T2-T7", "T3-T6", "T4-T5") for dealing in (*down(to), *up(to))),
            ),
            columns=replace(_COLUMNS, number=8),
            stock=_ONE_PASS,
        ),
        pysolfc=(607,),
    ),
    _game(
        id="cringle",
        title="Cringle",
        rules=replace(
            _KLONDIKE,
            packs=2,
            layout=up("T1-T8", 5),
            columns=replace(_ANY_SPACE, number=8, kinds=(ColumnKind(piles("T5-T8"), "alternating:up"),)),
            stock=_ONE_PASS,
            foundations=(*by_suit(), *by_suit(ranks=DOWN_FROM_KING)),
        ),
        pysolfc=(747,),
        pysolfc_stacks="FTSW",
    ),
)
