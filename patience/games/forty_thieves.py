"""Forty Thieves' family: two packs, cards that mostly move singly, a stock and a waste (RULES §4, §7)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import (
    ANY_RANK,
    DOWN_FROM_KING,
    RETURNABLE,
    TWO_OF_EACH,
    by_suit,
    down,
    fir_trees,
    redeals,
    up,
)
from patience.rules import (
    PRINTED_SUITS,
    Base,
    Build,
    Closed,
    ColumnKind,
    Columns,
    Direction,
    Foundation,
    Hold,
    Lift,
    Reserve,
    Rules,
    Stock,
    Takes,
    Win,
)
from patience.rules.declaration import piles
from patience.rules.variant import NUMBER, Option, Variant

_game = partial(Variant, family="Forty Thieves", pysolfc_stacks="FTRSW")

_COLUMNS: Final = Columns(number=10, build=Build.BY_SUIT, lift=Lift.ONE, empty_takes=ANY_RANK)
_RUNS: Final = replace(_COLUMNS, lift=Build.BY_SUIT)
_ALTERNATING: Final = replace(_COLUMNS, build=Build.ALTERNATING)
_ALTERNATING_RUNS: Final = replace(_ALTERNATING, lift=Build.ALTERNATING)

_FORTY_THIEVES: Final = Rules(
    layout=up("T1-T10", 4),
    columns=_COLUMNS,
    stock=Stock(actions=("draw",), drawn_at_start=1),
    foundations=TWO_OF_EACH,
    foundations_final=False,
)
_CONGRESS: Final = replace(
    _FORTY_THIEVES,
    layout=up("T1-T8"),
    columns=replace(_COLUMNS, number=8, build=Build.ANY_SUIT, refill=("W", "S")),
    foundations=by_suit("CSHDCSHD"),
)
_BACKBONE: Final = replace(
    _FORTY_THIEVES,
    layout=(*up("R1-R2", 10), *up("R1-R3"), *up("T1-T8")),
    columns=replace(_COLUMNS, number=8),
    reserve=Reserve(3, covered_by=(("R3",), ("R3",), ())),
)
_SPARK_COLUMNS: Final = Columns(8, Build.BY_SUIT, Lift.ONE, direction=Direction.UP, empty_takes=ANY_RANK)
_SPARK: Final = Rules(
    packs=1,
    layout=(*up("T1-T8"), *up("R1-R2", 3)),
    columns=_SPARK_COLUMNS,
    reserve=Reserve(2),
    stock=Stock(actions=("deal",), deals=(("R1", "R2") * 3,)),
    foundations=by_suit(ranks=DOWN_FROM_KING),
    foundations_final=False,
)
_JUNCTION: Final = Rules(
    packs=4,
    ranks="A789TJQK",
    layout=up("T1-T7"),
    columns=Columns(7, Build.ALTERNATING, Build.ALTERNATING, empty_takes=ANY_RANK),
    stock=Stock(actions=("draw",), drawn_at_start=1),
    foundations=by_suit("CSHD" * 4, "A789TJQK"),
    foundations_final=False,
)
_CARTHAGE_COLUMNS: Final = replace(_COLUMNS, number=8)
_CARTHAGE: Final = Rules(
    layout=(*up("T1-T8"), *up("R1-R6", 6)),
    columns=_CARTHAGE_COLUMNS,
    reserve=Reserve(6, takes=Takes.ONE),
    stock=Stock(actions=("deal",), deals=(piles("R1-R6") * 2, piles("T1-T8"))),
    foundations=by_suit("CSHDCSHD"),
    foundations_final=False,
)
_MOSCOW: Final = replace(
    _FORTY_THIEVES,
    layout=(*up("R1-R16"), *up("T1-T8", 4)),
    columns=replace(_COLUMNS, number=8, empty_takes="K"),
    reserve=Reserve(16, covered_by=fir_trees(1, "R")),
    stock=Stock(actions=("draw", "redeal"), redeals=2, drawn_at_start=1),
)
_INTERCHANGE: Final = replace(
    _FORTY_THIEVES,
    layout=(*(*up("T1-T7"), *down("T1-T7")) * 3, *up("T1-T7")),
    columns=replace(_RUNS, number=7, empty_takes="K"),
)

GAMES: Final = (
    _game(
        id="forty-thieves",
        title="Forty Thieves",
        rules=_FORTY_THIEVES,
        pysolfc=(13,),
        names=("Napoleon at St. Helena", "Le Cadran", "Roosevelt at San Juan"),
        options=(
            RETURNABLE,
            redeals("none"),
            Option(
                name="lift",
                meaning="What may be moved off a column: one card, a sequence in suit, "
                "or as much of one as empty columns allow.",
                values={
                    "one": {},
                    "run": {"columns.lift": "by_suit"},
                    "supermove": {"columns.supermove": True},
                },
            ),
        ),
    ),
    _game(
        id="glacier",
        title="Glacier",
        rules=Rules(
            layout=up("T1-T12"),
            columns=Columns(12, Build.ANY_SUIT, Build.ANY_SUIT, wrap=True, empty_takes=ANY_RANK),
            stock=Stock(actions=("draw",), draw=2, drawn_at_start=2, hold=Hold.WASTE),
            foundations=tuple(
                Foundation(suit, "A", Build.BY_SUIT, direction=Direction.UP, wrap=True, cards=26)
                for suit in PRINTED_SUITS
            ),
            foundations_final=False,
        ),
        pysolfc=(687,),
        pysolfc_stacks="FTSW",
    ),
    _game(
        id="josephine",
        title="Josephine",
        rules=replace(_FORTY_THIEVES, columns=_RUNS),
        pysolfc=(462,),
        names=("Forty Bandits", "Pack of Thieves"),
        options=(RETURNABLE,),
    ),
    _game(
        id="limited",
        title="Limited",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T12", 3), columns=replace(_COLUMNS, number=12)),
        pysolfc=(228,),
        options=(RETURNABLE,),
    ),
    _game(
        id="blind-patience",
        title="Blind Patience",
        rules=replace(
            _FORTY_THIEVES,
            layout=down("T1-T10", 4),
            columns=replace(_ALTERNATING, closed=Closed.TAKES_ANY),
        ),
        pysolfc=(751,),
    ),
    _game(
        id="lucas",
        title="Lucas",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T13", 4), columns=replace(_RUNS, number=13)),
        pysolfc=(125,),
    ),
    _game(
        id="maria",
        title="Maria",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T9", 4), columns=replace(_ALTERNATING, number=9)),
        pysolfc=(73,),
        names=("Maria Luisa", "Thirty-Six Card Tableau"),
        options=(RETURNABLE,),
    ),
    _game(
        id="number-ten",
        title="Number Ten",
        rules=replace(
            _FORTY_THIEVES, layout=(*down("T1-T10", 2), *up("T1-T10", 2)), columns=_ALTERNATING_RUNS
        ),
        pysolfc=(70,),
        options=(RETURNABLE,),
    ),
    _game(
        id="waterloo",
        title="Waterloo",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T6"),
            columns=replace(_RUNS, number=6, build=Build.ANY_SUIT),
            foundations=tuple(
                replace(pile, dealt=1, dealt_as=ace.removeprefix(pile.suits))
                for pile, ace in zip(TWO_OF_EACH, 2 * PRINTED_SUITS, strict=True)
            ),
        ),
        pysolfc=(540,),
    ),
    _game(
        id="rank-and-file",
        title="Rank and File",
        rules=replace(_FORTY_THIEVES, layout=(*down("T1-T10", 3), *up("T1-T10")), columns=_ALTERNATING_RUNS),
        pysolfc=(71,),
        names=("Dress Parade", "Deauville"),
        options=(RETURNABLE,),
    ),
    _game(
        id="emperor",
        title="Emperor",
        rules=replace(_FORTY_THIEVES, layout=(*down("T1-T10", 3), *up("T1-T10")), columns=_ALTERNATING),
        pysolfc=(310,),
        options=(RETURNABLE,),
    ),
    _game(
        id="streets",
        title="Streets",
        rules=replace(_FORTY_THIEVES, columns=_ALTERNATING),
        pysolfc=(76,),
        options=(RETURNABLE,),
    ),
    _game(
        id="busy-aces",
        title="Busy Aces",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T12"), columns=replace(_COLUMNS, number=12)),
        pysolfc=(80,),
    ),
    _game(
        id="courtyard",
        title="Courtyard",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T12"),
            columns=replace(_RUNS, number=12, refill=("W", "S")),
        ),
        pysolfc=(110,),
    ),
    _game(
        id="corona",
        title="Corona",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T12", 3),
            columns=replace(_COLUMNS, number=12, refill=("W", "S")),
            foundations_final=True,
        ),
        pysolfc=(196,),
        names=("Round Dozen",),
    ),
    _game(
        id="napoleons-square",
        title="Napoleon's Square",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T12", 4), columns=replace(_RUNS, number=12)),
        pysolfc=(295,),
        options=(RETURNABLE,),
    ),
    _game(
        id="forty-and-eight",
        title="Forty and Eight",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T8", 4),
            columns=replace(_COLUMNS, number=8),
            stock=Stock(actions=("draw", "redeal"), redeals=1, drawn_at_start=1),
        ),
        pysolfc=(23,),
        options=(redeals("once"), RETURNABLE),
    ),
    _game(
        id="indian",
        title="Indian",
        rules=replace(
            _FORTY_THIEVES,
            layout=(*down("T1-T10"), *up("T1-T10", 2)),
            columns=replace(_COLUMNS, build=Build.OTHER_SUIT),
        ),
        pysolfc=(69,),
        options=(RETURNABLE,),
    ),
    _game(
        id="midshipman",
        title="Midshipman",
        rules=replace(
            _FORTY_THIEVES,
            layout=(*down("T1-T9", 2), *up("T1-T9", 2)),
            columns=replace(_COLUMNS, number=9, build=Build.OTHER_SUIT),
        ),
        pysolfc=(74,),
    ),
    _game(
        id="red-and-black",
        title="Red and Black",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T8"),
            columns=replace(_ALTERNATING_RUNS, number=8),
            foundations=tuple(Foundation(suit, ANY_RANK, Build.ALTERNATING, dealt=1) for suit in "CCSSHHDD"),
        ),
        pysolfc=(126,),
        options=(RETURNABLE,),
    ),
    _game(
        id="triple-line",
        title="Triple Line",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T12", 3),
            columns=replace(_ALTERNATING_RUNS, number=12, refill=("W", "S")),
            stock=Stock(actions=("draw", "redeal"), redeals=1, drawn_at_start=1),
            foundations_final=True,
        ),
        pysolfc=(197,),
    ),
    _game(
        id="congress",
        title="Congress",
        rules=_CONGRESS,
        pysolfc=(150,),
        names=("President's Cabinet",),
        options=(RETURNABLE,),
    ),
    _game(
        id="parliament",
        title="Parliament",
        rules=replace(_CONGRESS, foundations=by_suit("CSHDCSHD", dealt=1)),
        pysolfc=(548,),
    ),
    _game(
        id="diplomat",
        title="Diplomat",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T8", 4),
            columns=replace(_COLUMNS, number=8, build=Build.ANY_SUIT),
        ),
        pysolfc=(149,),
        options=(RETURNABLE,),
    ),
    _game(
        id="rouge-et-noir-hoffmann",
        title="Rouge et Noir, Hoffmann",
        rules=Rules(
            layout=up("T1-T8"),
            columns=Columns(number=8, build=Build.ALTERNATING, lift=Lift.ONE, empty_takes="", refill=("S",)),
            foundations=by_suit("CCDDHHSS", dealt=1),
            stock=Stock(actions=("draw", "redeal"), redeals=None),
        ),
        names=("Hoffmann",),
        sources=("Hoffmann, Patience games, no. 35 “Rouge et Noir (with two whist packs)”",),
        section="RULES §4",
        options=(
            Option(
                name="redeals",
                meaning="How often the waste may become the stock again: without limit, or 0 to 99 times.",
                values={"unlimited": {}, "0..99": {"stock.redeals": NUMBER}},
            ),
        ),
    ),
    _game(
        id="deuces",
        title="Deuces",
        rules=replace(
            _CONGRESS,
            layout=up("T1-T10"),
            columns=replace(_COLUMNS, wrap=True),
            foundations=by_suit("CCSSHHDD", "23456789TJQKA", dealt=1),
        ),
        pysolfc=(109,),
        names=(
            "Les Deux",
            "Twos",
        ),
    ),
    _game(
        id="zebra",
        title="Zebra",
        rules=Rules(
            layout=up("T1-T8"),
            columns=replace(_ALTERNATING, number=8, refill=("W", "S")),
            stock=Stock(actions=("draw", "redeal"), redeals=1, drawn_at_start=1),
            foundations=tuple(Foundation(suit, ANY_RANK, Build.ALTERNATING, dealt=1) for suit in "CCSSHHDD"),
        ),
        pysolfc=(113,),
    ),
    _game(
        id="sanibel",
        title="Sanibel",
        rules=replace(
            _FORTY_THIEVES,
            layout=(*down("T1-T10", 3), *up("T1-T10", 7)),
            columns=replace(_ALTERNATING, lift=Lift.ANY),
            foundations_final=True,
        ),
        pysolfc=(201,),
        pysolfc_stacks="SWFT",
    ),
    _game(
        id="pluto",
        title="Pluto",
        rules=replace(
            _CONGRESS,
            layout=up("T1-T12"),
            columns=replace(_COLUMNS, number=12, wrap=True),
            foundations=by_suit("CCSSHHDD", "23456789TJQKA"),
        ),
        pysolfc=(847,),
        names=("Square",),
    ),
    _game(
        id="cascade",
        title="Cascade",
        rules=replace(
            _CONGRESS,
            packs=1,
            layout=up("T1-T7", 5),
            columns=replace(_ALTERNATING, number=7),
            reserve=Reserve(2, takes=Takes.ONE),
            foundations=tuple(Foundation(suit, ANY_RANK, Build.ALTERNATING) for suit in "CSHD"),
        ),
        pysolfc=(933,),
        pysolfc_stacks="SWFRT",
    ),
    _game(
        id="waning-moon",
        title="Waning Moon",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T13", 4), columns=replace(_COLUMNS, number=13)),
        pysolfc=(79,),
    ),
    _game(
        id="double-rail",
        title="Double Rail",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T5"),
            columns=replace(_COLUMNS, number=5, build=Build.ANY_SUIT, lift=Build.ANY_SUIT),
        ),
        pysolfc=(131,),
    ),
    _game(
        id="lady-palk",
        title="Lady Palk",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T8", 4),
            columns=replace(_COLUMNS, number=8, build=Build.ANY_SUIT, lift=Build.ANY_SUIT),
        ),
        pysolfc=(151,),
    ),
    _game(
        id="napoleons-exile",
        title="Napoleon's Exile",
        rules=replace(_FORTY_THIEVES, columns=replace(_COLUMNS, build=Build.ANY_SUIT)),
        pysolfc=(198,),
    ),
    _game(
        id="single-rail",
        title="Single Rail",
        rules=replace(
            _CONGRESS,
            packs=1,
            layout=up("T1-T4"),
            columns=replace(_COLUMNS, number=4, build=Build.ANY_SUIT, lift=Build.ANY_SUIT),
            foundations=by_suit(),
        ),
        pysolfc=(199,),
        names=("Auxiliary Sequences",),
    ),
    _game(
        id="mumbai",
        title="Mumbai",
        rules=replace(
            _CONGRESS,
            packs=3,
            layout=(*down("T1-T13"), *up("T1-T13", 2)),
            columns=replace(_COLUMNS, number=13, build=Build.OTHER_SUIT),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(332,),
    ),
    _game(
        id="octagon",
        title="Octagon",
        rules=replace(
            _CONGRESS,
            layout=up("T1-T4", 5),
            columns=replace(_COLUMNS, number=4, refill=("W", "S")),
            stock=Stock(actions=("draw", "redeal"), redeals=3, drawn_at_start=1),
            foundations=by_suit("CSHDCSHD", dealt=1),
        ),
        pysolfc=(426,),
        pysolfc_stacks="TFSW",
    ),
    _game(
        id="rows-of-four",
        title="Rows of Four",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T8", 4),
            columns=replace(_COLUMNS, number=8, build=Build.ANY_SUIT),
            stock=Stock(actions=("draw", "redeal"), redeals=2, drawn_at_start=1),
        ),
        pysolfc=(433,),
    ),
    _game(
        id="squadron",
        title="Squadron",
        rules=replace(
            _FORTY_THIEVES, layout=(*up("R1-R3"), *up("T1-T10", 4)), reserve=Reserve(3, takes=Takes.ONE)
        ),
        pysolfc=(440,),
        pysolfc_stacks="SWFRT",
    ),
    _game(
        id="little-napoleon",
        title="Little Napoleon",
        rules=replace(
            _FORTY_THIEVES,
            layout=(*down("T1-T8", 3), *up("T1-T8")),
            columns=replace(_RUNS, number=8, build=Build.ANY_SUIT),
        ),
        pysolfc=(489,),
    ),
    _game(
        id="marie-rose",
        title="Marie Rose",
        rules=replace(
            _CONGRESS,
            packs=3,
            layout=up("T1-T12", 5),
            columns=replace(_RUNS, number=12),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(493,),
    ),
    _game(
        id="big-streets",
        title="Big Streets",
        rules=replace(
            _CONGRESS,
            packs=3,
            layout=up("T1-T12", 4),
            columns=replace(_ALTERNATING, number=12),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(503,),
    ),
    _game(
        id="number-twelve",
        title="Number Twelve",
        rules=replace(
            _CONGRESS,
            packs=3,
            layout=(*down("T1-T12", 2), *up("T1-T12", 2)),
            columns=replace(_ALTERNATING_RUNS, number=12),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(504,),
    ),
    _game(
        id="big-courtyard",
        title="Big Courtyard",
        rules=replace(
            _CONGRESS,
            packs=3,
            layout=up("T1-T12"),
            columns=replace(_RUNS, number=12, refill=("W", "S")),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(505,),
    ),
    _game(
        id="express",
        title="Express",
        rules=replace(
            _CONGRESS,
            packs=3,
            layout=up("T1-T14", 3),
            columns=replace(_COLUMNS, number=14),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(506,),
    ),
    _game(
        id="carnation",
        title="Carnation",
        rules=replace(
            _CONGRESS,
            packs=4,
            layout=up("T1-T16", 3),
            columns=replace(_COLUMNS, number=16),
            foundations=by_suit("CCCCSSSSHHHHDDDD"),
        ),
        pysolfc=(514,),
    ),
    _game(
        id="final-battle",
        title="Final Battle",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T6"),
            columns=replace(_COLUMNS, number=6, build=Build.ANY_SUIT, lift=Build.ANY_SUIT),
        ),
        pysolfc=(528,),
    ),
    _game(
        id="san-juan-hill",
        title="San Juan Hill",
        rules=replace(_FORTY_THIEVES, foundations=by_suit("CCSSHHDD", dealt=1)),
        pysolfc=(529,),
        names=("Kettle Hill",),
    ),
    _game(
        id="wheatsheaf",
        title="Wheatsheaf",
        rules=replace(
            _CONGRESS,
            columns=replace(_COLUMNS, number=8, direction=Direction.EITHER, refill=("W", "S")),
            foundations=(*by_suit(), *by_suit(ranks=DOWN_FROM_KING)),
        ),
        pysolfc=(549,),
    ),
    _game(
        id="twin-queens",
        title="Twin Queens",
        rules=replace(
            _CONGRESS,
            columns=replace(_COLUMNS, number=8, refill=("W", "S")),
            stock=Stock(actions=("draw", "redeal"), redeals=1, drawn_at_start=1),
            foundations=by_suit("CSHDCSHD", "KA23456789TJQ"),
        ),
        pysolfc=(563,),
    ),
    _game(
        id="double-gold-mine",
        title="Double Gold Mine",
        rules=replace(
            _FORTY_THIEVES,
            layout=(),
            columns=replace(_ALTERNATING_RUNS, number=9),
            stock=Stock(actions=("draw",), draw=3, drawn_at_start=3),
        ),
        pysolfc=(573,),
    ),
    _game(
        id="roosevelt",
        title="Roosevelt",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T7", 4), columns=replace(_ALTERNATING, number=7)),
        pysolfc=(588,),
    ),
    _game(
        id="famous-fifty",
        title="Famous Fifty",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T10", 5)),
        pysolfc=(683,),
    ),
    _game(
        id="foothold",
        title="Foothold",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T8", 5),
            columns=replace(_ALTERNATING, number=8, direction=Direction.EITHER),
        ),
        pysolfc=(765,),
    ),
    _game(
        id="sixty-thieves",
        title="Sixty Thieves",
        rules=replace(
            _CONGRESS,
            packs=3,
            layout=up("T1-T12", 5),
            columns=replace(_COLUMNS, number=12),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(775,),
    ),
    _game(
        id="eighty-thieves",
        title="Eighty Thieves",
        rules=replace(
            _FORTY_THIEVES, packs=4, layout=up("T1-T10", 8), foundations=by_suit("CCCCSSSSHHHHDDDD")
        ),
        pysolfc=(776,),
    ),
    _game(
        id="triple-rail",
        title="Triple Rail",
        rules=replace(
            _CONGRESS,
            packs=3,
            layout=up("T1-T9"),
            columns=replace(_COLUMNS, number=9, build=Build.ANY_SUIT, lift=Build.ANY_SUIT),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(818,),
    ),
    _game(
        id="malmaison",
        title="Malmaison",
        rules=replace(
            _CONGRESS, packs=4, layout=up("T1-T10", 8), columns=_RUNS, foundations=by_suit("CCCCSSSSHHHHDDDD")
        ),
        pysolfc=(848,),
    ),
    _game(
        id="mcclellan",
        title="McClellan",
        rules=replace(
            _FORTY_THIEVES, layout=(*down("T1-T8", 3), *up("T1-T8")), columns=replace(_RUNS, number=8)
        ),
        pysolfc=(882,),
    ),
    _game(
        id="jacks-in-the-box",
        title="Jacks in the Box",
        rules=replace(
            _CONGRESS,
            layout=up("T1-T6"),
            columns=replace(_COLUMNS, number=6, wrap=True),
            reserve=Reserve(4, takes=Takes.ONE),
            foundations=by_suit("CCSSHHDD", "JQKA23456789T", dealt=1),
        ),
        pysolfc=(884,),
        pysolfc_stacks="SWFRT",
    ),
    _game(
        id="thirty-nine-steps",
        title="Thirty-Nine Steps",
        rules=replace(_FORTY_THIEVES, layout=up("T1-T13", 3), columns=replace(_COLUMNS, number=13)),
        pysolfc=(940,),
    ),
    _game(
        id="napoleons-folly",
        title="Napoleon's Folly",
        rules=replace(_FORTY_THIEVES, columns=replace(_COLUMNS, build=Build.OTHER_SUIT)),
        pysolfc=(981,),
    ),
    _game(
        id="fortunes-favor",
        title="Fortune's Favor",
        rules=Rules(
            packs=1,
            layout=up("T1-T12"),
            columns=Columns(
                number=12, build=Build.BY_SUIT, lift=Lift.ONE, empty_takes=ANY_RANK, refill=("W",)
            ),
            stock=Stock(actions=("draw",), drawn_at_start=1, fills_waste=True),
            foundations=by_suit(dealt=1),
            foundations_final=False,
        ),
        pysolfc=(416,),
        pysolfc_stacks="FSWT",
    ),
    _game(
        id="kingsdown-eights",
        title="Kingsdown Eights",
        rules=Rules(
            layout=(*up("T1-T8"), *(round_ for pile in range(1, 9) for round_ in up(f"R{pile}", 4))),
            columns=replace(_ALTERNATING, number=8),
            reserve=Reserve(8),
            stock=Stock(actions=("deal",), deals=(sum((4 * (f"R{pile}",) for pile in range(1, 9)), ()),)),
            foundations=by_suit("CSHDCSHD"),
            foundations_final=False,
        ),
        pysolfc=(386,),
    ),
    _game(
        id="carre-napoleon",
        title="Carre Napoleon",
        rules=replace(
            _FORTY_THIEVES,
            layout=tuple(replace(round_, sweeps=ANY_RANK) for round_ in up("T1-T12", 4)),
            columns=replace(_COLUMNS, number=12, empty_takes="K"),
            foundations=by_suit("CCSSHHDD", dealt=1),
        ),
        pysolfc=(411,),
    ),
    _game(
        id="backbone",
        title="Backbone",
        rules=_BACKBONE,
        pysolfc=(376,),
        pysolfc_stacks="FRTSW",
    ),
    _game(
        id="small-backbone",
        title="Small Backbone",
        rules=replace(_BACKBONE, layout=(*up("R1-R2", 8), *up("R1-R3"), *up("T1-T8"))),
        pysolfc=(824,),
        pysolfc_stacks="FRTSW",
    ),
    _game(
        id="napoleon-takes-moscow",
        title="Napoleon Takes Moscow",
        rules=_MOSCOW,
        pysolfc=(733,),
    ),
    _game(
        id="napoleon-leaves-moscow",
        title="Napoleon Leaves Moscow",
        rules=replace(
            _MOSCOW,
            layout=(*up("R1-R16"), *up("T1-T8", 5)),
            columns=replace(_RUNS, number=8, empty_takes="K"),
        ),
        pysolfc=(734,),
        names=("Napoleon at Friedland",),
    ),
    _game(
        id="little-forty",
        title="Little Forty",
        rules=replace(
            _FORTY_THIEVES,
            columns=replace(_RUNS, build=Build.ANY_SUIT, refill=("W", "S")),
            stock=Stock(actions=("draw", "redeal"), draw=3, redeals=3, drawn_at_start=3),
        ),
        pysolfc=(115,),
    ),
    _game(
        id="interchange",
        title="Interchange",
        rules=_INTERCHANGE,
        pysolfc=(574,),
    ),
    _game(
        id="unlimited",
        title="Unlimited",
        rules=replace(_INTERCHANGE, stock=Stock(actions=("draw", "redeal"), redeals=None, drawn_at_start=1)),
        pysolfc=(575,),
    ),
    _game(
        id="breakwater",
        title="Breakwater",
        rules=replace(
            _INTERCHANGE, columns=replace(_RUNS, number=7, build=Build.ANY_SUIT, lift=Build.ANY_SUIT)
        ),
        pysolfc=(576,),
    ),
    _game(
        id="alternation",
        title="Alternation",
        rules=replace(_INTERCHANGE, columns=replace(_ALTERNATING_RUNS, number=7)),
        pysolfc=(631,),
    ),
    _game(
        id="triple-interchange",
        title="Triple Interchange",
        rules=replace(
            _INTERCHANGE,
            packs=3,
            layout=(*(*up("T1-T9"), *down("T1-T9")) * 4, *up("T1-T9")),
            columns=replace(_RUNS, number=9),
            stock=Stock(actions=("draw", "redeal"), redeals=None, drawn_at_start=1),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(679,),
    ),
    _game(
        id="junction",
        title="Junction",
        rules=_JUNCTION,
        pysolfc=(556,),
        pysolfc_stacks="FTSW",
    ),
    _game(
        id="club",
        title="Club",
        rules=Rules(
            layout=(*down("T1-T11"), *up("T1-T11", 2)),
            columns=Columns(
                11,
                Build.ALTERNATING,
                Lift.ONE,
                empty_takes=ANY_RANK,
                kinds=(ColumnKind(of=piles("T4-T11"), takes_from=("W", "F", *piles("T4-T11"))),),
            ),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=by_suit("CSHDCSHD"),
            foundations_final=False,
        ),
        pysolfc=(947,),
        pysolfc_stacks="TSWF",
    ),
    _game(
        id="dutch-solitaire",
        title="Dutch Solitaire",
        rules=Rules(
            layout=up("T1-T6", 10),
            columns=Columns(6, Build.ANY_SUIT, Lift.ONE, direction=Direction.EITHER, empty_takes=ANY_RANK),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=tuple(
                Foundation(
                    suit,
                    "A",
                    Build.ANY_SUIT,
                    dealt=1,
                    direction=Direction.EITHER,
                    wrap=True,
                    cards=104,
                    base_stays=True,
                )
                for suit in "CCSSD"
            ),
            foundations_final=False,
            win=Win.ALL_CARDS,
        ),
        pysolfc=(561,),
        pysolfc_stacks="SWTF",
    ),
    _game(
        id="backbone-plus",
        title="Backbone +",
        rules=replace(
            _BACKBONE,
            layout=(*up("R1-R2", 10), *up("R1-R3"), *up("T1-T10")),
            columns=replace(_COLUMNS, number=10),
        ),
        pysolfc=(377,),
        pysolfc_stacks="FRTSW",
    ),
    _game(
        id="preference",
        title="Preference",
        rules=Rules(
            packs=1,
            layout=up("T1-T8"),
            columns=Columns(8, Build.BY_SUIT, Lift.ONE, empty_takes=ANY_RANK, refill=("W",)),
            stock=Stock(actions=("draw",), drawn_at_start=1, fills_waste=True),
            foundations=by_suit(dealt=1),
            foundations_final=False,
        ),
        pysolfc=(895,),
        pysolfc_stacks="FSWT",
    ),
    _game(
        id="single-spark",
        title="Single Spark",
        rules=_SPARK,
        pysolfc=(837,),
        pysolfc_stacks="FSRT",
    ),
    _game(
        id="floradora",
        title="Floradora",
        rules=replace(
            _FORTY_THIEVES,
            layout=up("T1-T6", 6),
            columns=replace(_COLUMNS, number=6, build=Build.ANY_SUIT),
            foundations=(
                *by_suit("CSHDCSHD", ANY_RANK[:-1]),
                Foundation("CSHD", "K", Build.ANY_SUIT, direction=Direction.SAME, cards=8),
            ),
        ),
        pysolfc=(632,),
        pysolfc_stacks="SWFT",
    ),
    _game(
        id="the-spark",
        title="The Spark",
        rules=replace(
            _SPARK,
            packs=2,
            layout=(*up("T1-T12"), *up("R1-R2", 3)),
            columns=replace(_SPARK_COLUMNS, number=12),
            foundations=by_suit("CCSSHHDD", DOWN_FROM_KING),
        ),
        pysolfc=(838,),
        pysolfc_stacks="FSRT",
    ),
    _game(
        id="kilowatt",
        title="Kilowatt",
        rules=replace(
            _SPARK,
            packs=2,
            layout=(*up("T1-T12"), *up("R1-R2", 3)),
            columns=replace(_SPARK_COLUMNS, number=12, direction=Direction.DOWN),
            foundations=by_suit("CCSSHHDD", "KA23456789TJQ", dealt=1),
        ),
        pysolfc=(564,),
        pysolfc_stacks="FSRT",
    ),
    _game(
        id="crossroads",
        title="Crossroads",
        rules=replace(
            _JUNCTION,
            ranks=ANY_RANK,
            layout=(*(*up("T1-T7"), *down("T1-T7")) * 3, *up("T1-T7")),
            foundations=by_suit("CSHD" * 4),
        ),
        pysolfc=(628,),
        pysolfc_stacks="FTSW",
    ),
    _game(
        id="carthage",
        title="Carthage",
        rules=_CARTHAGE,
        pysolfc=(321,),
        pysolfc_stacks="FTRS",
    ),
    _game(
        id="algerian-patience",
        title="Algerian Patience",
        rules=replace(
            _CARTHAGE,
            columns=replace(_CARTHAGE_COLUMNS, direction=Direction.EITHER, wrap=True),
            foundations=(*by_suit(), *by_suit(ranks=DOWN_FROM_KING, dealt=1)),
        ),
        pysolfc=(322,),
        pysolfc_stacks="FTRS",
    ),
    _game(
        id="quadrangle",
        title="Quadrangle",
        rules=replace(
            _FORTY_THIEVES,
            layout=(*up("T1-T12", 3), *up("W"), *up("F")),
            base=Base.FIRST,
            columns=replace(_COLUMNS, number=12, wrap=True, refill=("W", "S")),
            stock=Stock(actions=("draw",)),
            foundations_final=True,
        ),
        pysolfc=(195,),
    ),
)
