"""Foundations in play from the start: Sultan, St. Helena, Windmill and Royal Cotillion's kin."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import (
    ANY_RANK,
    DOWN_FROM_KING,
    NO_BUILDING,
    TWO_OF_EACH,
    UP_AND_DOWN,
    by_suit,
    down,
    up,
)
from patience.rules import (
    PRINTED_SUITS,
    Arrange,
    Base,
    Build,
    ColumnKind,
    Columns,
    DealTo,
    Direction,
    Foundation,
    GatherAs,
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

_game = partial(Variant, family="Sultan")

_ONE_REDEAL: Final = Stock(actions=("draw", "redeal"), redeals=1, drawn_at_start=1)
_FILLED_WASTE: Final = Stock(actions=("draw",), drawn_at_start=1, fills_waste=True)
_FROM_ACE_DEALT: Final = Foundation(PRINTED_SUITS, ANY_RANK, Build.ANY_SUIT, dealt=1)
_ODD: Final = "A3579JK"
_EVEN: Final = "2468TQ"
_BY_TWOS: Final = Columns(
    number=9, build=Build.BY_SUIT, lift=Build.BY_SUIT, step=2, empty_takes=ANY_RANK, refill=("S",)
)
_PLACES: Final = Columns(number=4, build=Build.ANY_SUIT, lift=Lift.ONE, capacity=1, empty_takes=ANY_RANK)
"""Columns that are places for one card each."""
_MOUNT_OLYMPUS: Final = Rules(
    layout=up("T1-T9"),
    columns=_BY_TWOS,
    stock=Stock(actions=("deal",)),
    foundations=(*by_suit("CCSSHHDD", _ODD, dealt=1), *by_suit("CCSSHHDD", _EVEN, dealt=1)),
)


def _kingdoms_in_turn() -> tuple[str, ...]:
    """Return what waits in each kingdom, for what: the dungeon, the Queen, the Jack, the subjects, guests."""
    return tuple(
        f"{pile}:{' '.join(f'F{6 * kingdom + place}' for place in awaited)}"
        for kingdom in range(4)
        for pile, awaited in (
            (f"F{6 * kingdom + 1}", (2, 3, 4, 5)),
            (f"F{6 * kingdom + 4}", (3,)),
            (f"F{6 * kingdom + 5}", (3, 4)),
            (f"F{6 * kingdom + 6}", (3, 4, 5)),
            (f"R{kingdom + 1}", (3, 4)),
        )
    )


def _gallery(packs: int) -> Rules:
    """Return Picture Gallery: a column and three pictures for each suit of each pack, Aces on one pile."""
    number = 4 * packs
    return Rules(
        packs=packs,
        layout=(*up(f"R1-R{3 * number}"), *up(f"T1-T{number}")),
        columns=Columns(
            number=number,
            build=Build.ANY_SUIT,
            lift=Lift.ONE,
            ends=ANY_RANK,
            empty_takes=ANY_RANK,
            refill=("S",),
        ),
        reserve=Reserve(
            3 * number,
            takes=Takes.ONE,
            capacity=4,
            sequence=Sequence(Build.BY_SUIT, Direction.UP, step=3),
            begins=tuple(rank for rank in "432" for _ in range(number)),
        ),
        stock=Stock(actions=("deal",)),
        foundations=(Foundation(PRINTED_SUITS, "A", Build.ANY_SUIT, direction=Direction.SAME, cards=number),),
        win=Win.EMPTY_COLUMNS,
    )


def _four_winds(packs: int) -> Rules:
    """Return Four Winds: four cells for each suit."""
    return Rules(
        packs=packs,
        layout=up("R1-R16"),
        reserve=Reserve(16, takes=Takes.ONE, begins=tuple(suit for suit in PRINTED_SUITS for _ in range(4))),
        stock=_ONE_REDEAL,
        foundations=by_suit(packs * PRINTED_SUITS, dealt=1),
    )


_TO_THE_STOCK: Final = Stock(("deal", "redeal"), gather_as=GatherAs.STOCK, redeals=2)
_BOTH_WAYS: Final = Columns(
    number=1,
    build=Build.BY_SUIT,
    lift=Lift.ONE,
    direction=Direction.EITHER,
    wrap=True,
    empty_takes=ANY_RANK,
)
_ALHAMBRA: Final = Rules(
    layout=(*up("R1-R8", 4), *up("T1")),
    columns=_BOTH_WAYS,
    reserve=Reserve(8),
    stock=_TO_THE_STOCK,
    foundations=UP_AND_DOWN,
)

_BRITISH_COLUMNS: Final = Columns(
    32,
    Build.ALTERNATING,
    Lift.ONE,
    empty_takes=ANY_RANK,
    takes_from=piles("T9-T16"),
    kinds=(
        ColumnKind(piles("T9-T16"), takes_from=piles("T17-T24")),
        ColumnKind(piles("T17-T24"), takes_from=piles("T25-T32")),
        ColumnKind(piles("T25-T32"), takes_from=("W",), refill=("W",)),
    ),
)
_BRITISH: Final = Rules(
    ranks="A23456789TJ",
    layout=up("T1-T32"),
    columns=_BRITISH_COLUMNS,
    stock=_FILLED_WASTE,
    foundations=tuple(
        replace(pile, takes_from=piles("T1-T8")) for pile in by_suit("CCSSHHDD", "A23456789TJ", dealt=1)
    ),
)

_EITHER_WAY: Final = Columns(
    16, Build.BY_SUIT, Lift.ONE, direction=Direction.EITHER, wrap=True, empty_takes=""
)
_CRESCENT: Final = Rules(
    layout=up("T1-T16", 6),
    columns=_EITHER_WAY,
    stock=Stock(actions=("redeal",), gather_as=GatherAs.TURNS, redeals=3),
    foundations=UP_AND_DOWN,
    foundations_final=False,
)

GAMES: Final = (
    _game(
        id="picture-gallery",
        title="Picture Gallery",
        rules=_gallery(2),
        pysolfc=(7,),
        pysolfc_stacks="FRTS",
        names=("Die Bildgalerie", "Mod-3"),
    ),
    _game(
        id="big-picture-gallery",
        title="Big Picture Gallery",
        rules=_gallery(3),
        pysolfc=(927,),
        pysolfc_stacks="FRTS",
    ),
    _game(
        id="huge-picture-gallery",
        title="Huge Picture Gallery",
        rules=_gallery(4),
        pysolfc=(928,),
        pysolfc_stacks="FRTS",
    ),
    _game(
        id="four-winds",
        title="Four Winds",
        rules=_four_winds(1),
        pysolfc=(675,),
        pysolfc_stacks="RFSW",
    ),
    _game(
        id="boxing-the-compass",
        title="Boxing the Compass",
        rules=_four_winds(2),
        pysolfc=(676,),
        pysolfc_stacks="RFSW",
    ),
    _game(
        id="contradance",
        title="Contradance",
        rules=Rules(
            stock=_ONE_REDEAL,
            foundations=(*by_suit("CCSSHHDD", "5432AK", dealt=1), *by_suit("CCSSHHDD", "6789TJQ", dealt=1)),
            foundations_final=False,
        ),
        pysolfc=(418,),
        pysolfc_stacks="FSW",
        names=("Cotillion",),
    ),
    _game(
        id="simplicity",
        title="Simplicity",
        rules=Rules(
            packs=1,
            layout=(*up("F"), *up("T1-T12")),
            base=Base.FIRST,
            columns=Columns(
                number=12, build=Build.ALTERNATING, lift=Lift.ONE, wrap=True, empty_takes=ANY_RANK
            ),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=by_suit(),
            foundations_final=False,
        ),
        pysolfc=(437,),
        pysolfc_stacks="FTSW",
    ),
    _game(
        id="deuces-and-queens",
        title="Deuces and Queens",
        rules=Rules(
            layout=(*up("R1-R3", 13), *up("T1-T4")),
            columns=Columns(
                number=4,
                build=Build.ANY_SUIT,
                lift=Lift.ONE,
                direction=Direction.EITHER,
                wrap=True,
                empty_takes="",
                refill=("S",),
            ),
            reserve=Reserve(3),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=(
                *(Foundation(PRINTED_SUITS, "23456789TJQKA", Build.ANY_SUIT),) * 4,
                *(Foundation(PRINTED_SUITS, "QJT98765432AK", Build.ANY_SUIT),) * 4,
            ),
            foundations_final=False,
        ),
        pysolfc=(911,),
        pysolfc_stacks="RFSWT",
    ),
    _game(
        id="box-kite",
        title="Box Kite",
        rules=Rules(
            layout=up("T1-T12", 8),
            columns=Columns(
                number=12,
                build=Build.ANY_SUIT,
                lift=Lift.ONE,
                direction=Direction.EITHER,
                wrap=True,
                empty_takes="",
            ),
            foundations=(*by_suit(ranks=DOWN_FROM_KING, dealt=1), *by_suit(dealt=1)),
            foundations_final=False,
        ),
        pysolfc=(408,),
        pysolfc_stacks="TFS",
    ),
    _game(
        id="captive-queens",
        title="Captive Queens",
        rules=Rules(
            packs=1,
            stock=replace(_ONE_REDEAL, redeals=2),
            foundations=(*by_suit(ranks="5432AK"), *by_suit(ranks="Q"), *by_suit(ranks="6789TJ")),
            foundations_final=False,
        ),
        pysolfc=(410,),
        names=(
            "La Francaise",
            "Partners",
            "Quadrille",
        ),
    ),
    _game(
        id="idle-aces",
        title="Idle Aces",
        rules=Rules(
            stock=replace(_ONE_REDEAL, redeals=2),
            foundations=(
                *tuple(Foundation(suit, DOWN_FROM_KING, Build.ANY_SUIT, dealt=1) for suit in "CSHD"),
                *tuple(Foundation(suit, "23456789TJQK", Build.ANY_SUIT, dealt=1) for suit in "CSHD"),
                *by_suit(ranks="A"),
            ),
        ),
        pysolfc=(419,),
    ),
    _game(
        id="marshal",
        title="Marshal",
        rules=Rules(
            layout=up("T1-T24"),
            columns=Columns(
                number=24,
                build=Build.BY_SUIT,
                lift=Lift.ONE,
                direction=Direction.EITHER,
                empty_takes="",
                refill=("S",),
            ),
            stock=Stock(actions=("deal",)),
            foundations=(*by_suit(), *by_suit(ranks=DOWN_FROM_KING)),
            foundations_final=False,
        ),
        pysolfc=(559,),
        pysolfc_stacks="FST",
    ),
    _game(
        id="royal-aids",
        title="Royal Aids",
        rules=Rules(
            layout=up("R1-R4", 10),
            columns=Columns(number=2, build=Build.ALTERNATING, lift=Lift.ONE),
            reserve=Reserve(4),
            stock=replace(_ONE_REDEAL, redeals=None),
            foundations=tuple(Foundation(suit, ANY_RANK, Build.ALTERNATING, dealt=1) for suit in "CSHDCSHD"),
            foundations_final=False,
        ),
        pysolfc=(565,),
        pysolfc_stacks="FSWTR",
    ),
    _game(
        id="three-pirates",
        title="Three Pirates",
        rules=Rules(
            layout=(*up("T1-T10", 4), *up("R1-R3")),
            columns=Columns(number=10, build=Build.BY_SUIT, lift=Lift.ONE, empty_takes=ANY_RANK),
            reserve=Reserve(3),
            stock=Stock(actions=("deal",), deal_to=DealTo.RESERVE),
            foundations=TWO_OF_EACH,
            foundations_final=False,
        ),
        pysolfc=(579,),
        pysolfc_stacks="FTSR",
    ),
    _game(
        id="grandee",
        title="Grandee",
        rules=Rules(
            layout=up("T1-T14"),
            columns=Columns(number=14, build=Build.BY_SUIT, lift=Lift.ONE, empty_takes=ANY_RANK),
            stock=Stock(actions=("deal",)),
            foundations=TWO_OF_EACH,
            foundations_final=False,
        ),
        pysolfc=(742,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="voracious",
        title="Voracious",
        rules=Rules(
            layout=up("T1-T12"),
            columns=Columns(number=12, build=Build.BY_SUIT, lift=Lift.ONE, empty_takes="", refill=("W", "S")),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=TWO_OF_EACH,
            foundations_final=False,
        ),
        pysolfc=(744,),
        pysolfc_stacks="FTSW",
    ),
    _game(
        id="carpet",
        title="Carpet",
        rules=Rules(
            packs=1,
            layout=up("T1-T20"),
            columns=Columns(number=20, build=Build.ANY_SUIT, lift=Lift.ONE, capacity=1, empty_takes=ANY_RANK),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=by_suit(dealt=1),
            foundations_final=False,
        ),
        pysolfc=(97,),
        pysolfc_stacks="TFSW",
    ),
    _game(
        id="sultan",
        title="Sultan",
        rules=Rules(
            layout=up("T1-T6"),
            columns=Columns(number=6, build=Build.ANY_SUIT, lift=Lift.ONE, capacity=1, empty_takes=ANY_RANK),
            stock=replace(_ONE_REDEAL, redeals=2),
            foundations=(
                *by_suit("CCSS", "KA23456789TJQ", dealt=1),
                *by_suit("H", "K", dealt=1),
                *by_suit("HDD", "KA23456789TJQ", dealt=1),
                *by_suit("H", "A23456789TJQ", dealt=1),
            ),
        ),
        pysolfc=(330,),
        pysolfc_stacks="FTSW",
        names=(
            "Emperor of Germany",
            "Sultan of Turkey",
        ),
    ),
    _game(
        id="buffalo-bill",
        title="Buffalo Bill",
        rules=Rules(
            layout=up("T1-T26", 4),
            columns=Columns(number=26, build=Build.ANY_SUIT, lift=Lift.ONE, empty_takes="", takes_from=()),
            reserve=Reserve(8, takes=Takes.ONE),
            foundations=(*by_suit(), *by_suit(ranks=DOWN_FROM_KING)),
            foundations_final=False,
        ),
        pysolfc=(338,),
        pysolfc_stacks="FTRS",
    ),
    _game(
        id="aces-and-kings",
        title="Aces and Kings",
        rules=Rules(
            layout=(*up("R1-R2", 13), *up("T1-T4")),
            columns=replace(_PLACES, refill=("S",)),
            reserve=Reserve(2),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=(
                *(Foundation(PRINTED_SUITS, ANY_RANK, Build.ANY_SUIT),) * 4,
                *(Foundation(PRINTED_SUITS, DOWN_FROM_KING, Build.ANY_SUIT),) * 4,
            ),
            foundations_final=False,
        ),
        pysolfc=(800,),
        pysolfc_stacks="RFSWT",
    ),
    _game(
        id="racing-aces",
        title="Racing Aces",
        rules=Rules(
            packs=3,
            layout=(*up("R1-R3", 13), *up("T1-T6")),
            columns=replace(_PLACES, number=6, refill=("S",)),
            reserve=Reserve(3),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=tuple(
                Foundation(PRINTED_SUITS, ranks, Build.ANY_SUIT)
                for ranks in (ANY_RANK, DOWN_FROM_KING, "789TJQK", "65432A")
                for _ in range(4)
            ),
            foundations_final=False,
        ),
        pysolfc=(820,),
        pysolfc_stacks="RFSWT",
    ),
    _game(
        id="sultan-plus",
        title="Sultan +",
        rules=Rules(
            layout=up("T1-T8"),
            columns=Columns(number=8, build=Build.ANY_SUIT, lift=Lift.ONE, capacity=1, empty_takes=ANY_RANK),
            stock=replace(_ONE_REDEAL, redeals=2),
            foundations=(
                *by_suit("CCSS", "KA23456789TJQ", dealt=1),
                *by_suit("H", "K", dealt=1),
                *by_suit("HDD", "KA23456789TJQ", dealt=1),
                *by_suit("H", "A23456789TJQ", dealt=1),
            ),
        ),
        pysolfc=(331,),
        pysolfc_stacks="FTSW",
    ),
    _game(
        id="little-billie",
        title="Little Billie",
        rules=Rules(
            layout=(*up("R1-R8"), *up("T1-T24", 4)),
            columns=Columns(number=24, build=Build.ANY_SUIT, lift=Lift.ONE, empty_takes="", takes_from=()),
            reserve=Reserve(8, takes=Takes.ONE),
            foundations=(*by_suit(), *by_suit(ranks=DOWN_FROM_KING)),
            foundations_final=False,
        ),
        pysolfc=(421,),
        pysolfc_stacks="FTRS",
    ),
    _game(
        id="royal-cotillion",
        title="Royal Cotillion",
        rules=Rules(
            layout=(*up("R1-R16"), *up("T1-T4", 3)),
            columns=replace(NO_BUILDING, number=4),
            reserve=Reserve(16, refill=("W",)),
            stock=_FILLED_WASTE,
            foundations=tuple(
                pile for suit in "CSHD" for pile in by_suit(suit, _ODD + _EVEN) + by_suit(suit, _EVEN + _ODD)
            ),
            foundations_final=False,
        ),
        pysolfc=(54,),
        pysolfc_stacks="TFRSW",
        names=("Lords and Ladies",),
    ),
    _game(
        id="odd-and-even",
        title="Odd and Even",
        rules=Rules(
            layout=up("R1-R9"),
            reserve=Reserve(9, refill=("W",)),
            stock=replace(_ONE_REDEAL, fills_waste=True),
            foundations=(*by_suit(ranks=_ODD + _EVEN), *by_suit(ranks=_EVEN + _ODD)),
            foundations_final=False,
        ),
        pysolfc=(55,),
        pysolfc_stacks="FRSW",
    ),
    _game(
        id="noumea",
        title="Noumea",
        rules=Rules(
            packs=1,
            layout=up("R1-R20"),
            reserve=Reserve(20, refill=("W",)),
            stock=Stock(("draw", "redeal"), draw=3, redeals=2, drawn_at_start=3, fills_waste=True),
            foundations=by_suit(dealt=1),
            foundations_final=False,
        ),
        pysolfc=(978,),
        pysolfc_stacks="FRSW",
    ),
    _game(
        id="kingdom",
        title="Kingdom",
        rules=Rules(
            layout=up("R1-R8"),
            reserve=Reserve(8, refill=("W",)),
            stock=_FILLED_WASTE,
            foundations=(_FROM_ACE_DEALT, *(replace(_FROM_ACE_DEALT, dealt=0),) * 7),
            foundations_final=False,
        ),
        pysolfc=(143,),
        pysolfc_stacks="FRSW",
    ),
    _game(
        id="windmill",
        title="Windmill",
        rules=Rules(
            layout=up("T1-T8"),
            columns=Columns(
                number=8,
                build=Build.ANY_SUIT,
                lift=Lift.ONE,
                capacity=1,
                empty_takes=ANY_RANK,
                refill=("W",),
                takes_from=("W",),
            ),
            stock=_FILLED_WASTE,
            foundations=(
                Foundation(
                    "C",
                    "A",
                    Build.ANY_SUIT,
                    dealt=1,
                    direction=Direction.UP,
                    wrap=True,
                    cards=52,
                    base_stays=True,
                ),
                *(Foundation(PRINTED_SUITS, DOWN_FROM_KING, Build.ANY_SUIT),) * 4,
            ),
            foundations_final=False,
        ),
        pysolfc=(30,),
        pysolfc_stacks="SWTF",
        names=("Propeller",),
    ),
    _game(
        id="napoleons-tomb",
        title="Napoleon's Tomb",
        rules=Rules(
            packs=1,
            columns=replace(_PLACES, takes_from=("W",)),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=(
                Foundation(PRINTED_SUITS, 4 * "65432A", Build.ANY_SUIT),
                *(Foundation(PRINTED_SUITS, "789TJQK", Build.ANY_SUIT),) * 4,
            ),
            foundations_final=False,
        ),
        pysolfc=(277,),
        pysolfc_stacks="SWTF",
    ),
    _game(
        id="union-square",
        title="Union Square",
        rules=Rules(
            layout=up("T1-T16"),
            columns=Columns(16, Build.BY_SUIT, Lift.ONE, direction=Direction.ONE_WAY, empty_takes=ANY_RANK),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=by_suit(ranks=ANY_RANK + DOWN_FROM_KING),
        ),
        pysolfc=(35,),
        pysolfc_stacks="SWTF",
        names=("British Square",),
    ),
    _game(
        id="solid-square",
        title="Solid Square",
        rules=Rules(
            layout=up("T1-T20"),
            columns=replace(_EITHER_WAY, number=20, refill=("W", "S")),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=by_suit(ranks=ANY_RANK + DOWN_FROM_KING, dealt=1),
        ),
        pysolfc=(439,),
        pysolfc_stacks="SWTF",
    ),
    _game(
        id="boomerang",
        title="Boomerang",
        rules=Rules(
            ranks="A789TJQK",
            layout=up("T1-T12"),
            columns=Columns(
                12,
                Build.BY_SUIT,
                Lift.ONE,
                direction=Direction.ONE_WAY,
                empty_takes="",
                refill=("W", "S"),
            ),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=by_suit(ranks="789TJQKAKQJT987A"),
        ),
        pysolfc=(738,),
        pysolfc_stacks="SWTF",
    ),
    _game(
        id="mount-olympus",
        title="Mount Olympus",
        rules=_MOUNT_OLYMPUS,
        pysolfc=(398,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="zeus",
        title="Zeus",
        rules=replace(
            _MOUNT_OLYMPUS,
            layout=up("T1-T9", 4),
            columns=replace(_BY_TWOS, empty_takes="QK"),
        ),
        pysolfc=(399,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="two-rings",
        title="Two Rings",
        rules=Rules(
            layout=up("T1-T8"),
            columns=replace(NO_BUILDING, number=8),
            stock=replace(_TO_THE_STOCK, redeals=1),
            foundations=(
                *by_suit("CCSSHHDD", "789TJQK", dealt=1),
                *by_suit("CCSSHHDD", "65432A", dealt=1),
            ),
            foundations_final=False,
        ),
        pysolfc=(729,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="toni",
        title="Toni",
        rules=Rules(
            layout=up("T1-T12"),
            columns=replace(NO_BUILDING, number=12),
            stock=_TO_THE_STOCK,
            foundations=UP_AND_DOWN,
            foundations_final=False,
        ),
        pysolfc=(660,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="alhambra",
        title="Alhambra",
        rules=_ALHAMBRA,
        pysolfc=(234,),
        pysolfc_stacks="FRST",
    ),
    _game(
        id="big-alhambra",
        title="Big Alhambra",
        rules=replace(
            _ALHAMBRA,
            packs=3,
            layout=(*up("R1-R10", 4), *up("T1")),
            arrange=Arrange.LAST_KINGS,
            reserve=Reserve(10),
            foundations=(*by_suit("CSHDCS", dealt=1), *by_suit("HDCSHD", DOWN_FROM_KING, dealt=1)),
        ),
        pysolfc=(952,),
        pysolfc_stacks="FRST",
    ),
    _game(
        id="granada",
        title="Granada",
        rules=replace(
            _ALHAMBRA,
            layout=(*up("R1-R8", 4), *up("T1-T4")),
            columns=replace(_BOTH_WAYS, number=4),
        ),
        pysolfc=(465,),
        pysolfc_stacks="FRST",
    ),
    _game(
        id="reserves",
        title="Reserves",
        rules=replace(
            _ALHAMBRA,
            layout=(*up("R1-R4", 12), *up("T1")),
            columns=replace(_BOTH_WAYS, build=Build.ANY_SUIT, empty_takes=""),
            reserve=Reserve(4),
        ),
        pysolfc=(752,),
        pysolfc_stacks="FRST",
    ),
    _game(
        id="acey-and-kingsley",
        title="Acey and Kingsley",
        rules=Rules(
            layout=(*up("R1-R2", 13), *up("T1-T4")),
            columns=replace(_PLACES, refill=("S",)),
            reserve=Reserve(2),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=tuple(
                Foundation(PRINTED_SUITS, ranks, Build.ANY_SUIT, dealt=1, dealt_as=suit)
                for ranks in (ANY_RANK, DOWN_FROM_KING)
                for suit in "CSHD"
            ),
            foundations_final=False,
        ),
        pysolfc=(814,),
        pysolfc_stacks="RFSWT",
    ),
    _game(
        id="dial",
        title="Dial",
        rules=Rules(
            packs=1,
            stock=Stock(actions=("draw", "redeal"), redeals=1, drawn_at_start=1),
            foundations=tuple(
                Foundation(PRINTED_SUITS, rank, Build.ALTERNATING, direction=Direction.SAME, cards=4)
                for rank in ANY_RANK
            ),
        ),
        pysolfc=(682,),
        pysolfc_stacks="FSW",
    ),
    _game(
        id="czarina",
        title="Czarina",
        rules=Rules(
            packs=1,
            layout=(*up("F"), *up("T1-T5")),
            base=Base.FIRST,
            columns=Columns(5, Build.ANY_SUIT, Lift.ONE, wrap=True, empty_takes=ANY_RANK, refill=("W",)),
            stock=_FILLED_WASTE,
            foundations=by_suit(),
        ),
        pysolfc=(483,),
        pysolfc_stacks="SWFT",
    ),
    _game(
        id="corners",
        title="Corners",
        rules=Rules(
            packs=1,
            layout=up("T1-T5"),
            columns=replace(_PLACES, number=5, refill=("W",)),
            stock=Stock(actions=("draw", "redeal"), redeals=2, drawn_at_start=1, fills_waste=True),
            foundations=tuple(
                Foundation(
                    suit, ANY_RANK, Build.BY_SUIT, dealt=1, direction=Direction.UP, wrap=True, cards=13
                )
                for suit in "CSHD"
            ),
        ),
        pysolfc=(417,),
        pysolfc_stacks="SWFT",
    ),
    _game(
        id="crescent",
        title="Crescent",
        rules=_CRESCENT,
        pysolfc=(647,),
        pysolfc_stacks="SFTXX",
    ),
    _game(
        id="rainbow-fan",
        title="Rainbow Fan",
        rules=replace(
            _CRESCENT,
            layout=up("T1-T20", 3),
            columns=replace(_EITHER_WAY, number=20, refill=("S", "S", "S")),
        ),
        pysolfc=(834,),
        pysolfc_stacks="SFTXX",
    ),
    _game(
        id="tournament",
        title="Tournament",
        rules=Rules(
            arrange=Arrange.ACE_OR_KING_FIRST,
            layout=(*up("R1-R8"), *(Round((f"T{column}",)) for column in range(1, 7) for _ in range(4))),
            columns=replace(NO_BUILDING, number=6, refill=("S",) * 4),
            reserve=Reserve(8, takes=Takes.ONE),
            stock=Stock(
                actions=("deal", "redeal"),
                deals=(tuple(f"T{column}" for column in range(1, 7) for _ in range(4)),),
                gather_as=GatherAs.UNDER,
                redeals=2,
            ),
            foundations=(*by_suit(), *by_suit(ranks=DOWN_FROM_KING)),
            foundations_final=False,
        ),
        pysolfc=(303, 304),
        pysolfc_stacks="FTRS",
        names=("La Nivernaise",),
    ),
    _game(
        id="archway",
        title="Archway",
        rules=Rules(
            layout=(*up("T1-T4", 12), Round(piles("R1-R13"), by=ANY_RANK)),
            columns=replace(NO_BUILDING, number=4),
            reserve=Reserve(13),
            stock=Stock(actions=("redeal",), gather_as=GatherAs.TURNS, deal_to=DealTo.RESERVE, redeals=None),
            foundations=UP_AND_DOWN,
            foundations_final=False,
        ),
        pysolfc=(844,),
        pysolfc_stacks="FTRSXX",
    ),
    _game(
        id="lady-of-the-manor",
        title="Lady of the Manor",
        rules=Rules(
            layout=(*down("T1-T4", 11), *up("T1-T4"), Round(piles("R1-R12"), by=ANY_RANK[1:])),
            columns=replace(NO_BUILDING, number=4),
            reserve=Reserve(12),
            foundations=tuple(Foundation(suit, ANY_RANK, Build.ANY_SUIT, dealt=1) for suit in "CCSSHHDD"),
            foundations_final=False,
        ),
        pysolfc=(423,),
        pysolfc_stacks="FTRS",
        names=("Vassal", "La Chatelaine"),
    ),
    _game(
        id="phalanx",
        title="Phalanx",
        rules=Rules(
            packs=1,
            layout=up("T1-T15"),
            columns=replace(_PLACES, number=15),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=by_suit(),
            foundations_final=False,
        ),
        pysolfc=(730,),
        pysolfc_stacks="TFSW",
    ),
    _game(
        id="sixes-and-sevens",
        title="Sixes and Sevens",
        rules=Rules(
            layout=up("T1-T9"),
            columns=replace(_PLACES, number=9),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=(
                *by_suit("CSHDCSHD", "789TJQK", dealt=1),
                *by_suit("CSHDCSHD", "65432A", dealt=1),
            ),
            foundations_final=False,
        ),
        pysolfc=(438,),
        pysolfc_stacks="FTSW",
    ),
    _game(
        id="british-constitution",
        title="British Constitution",
        rules=_BRITISH,
        pysolfc=(391,),
        pysolfc_stacks="FTSW",
    ),
    _game(
        id="zodiac",
        title="Zodiac",
        rules=Rules(
            layout=(*up("R1-R8"), *up("T1-T24")),
            columns=Columns(
                24,
                Build.BY_SUIT,
                Lift.ONE,
                direction=Direction.EITHER,
                empty_takes="",
                takes_from=("R", "W"),
            ),
            reserve=Reserve(8, Takes.ONE, takes_from=("R", "W")),
            stock=Stock(actions=("draw", "redeal"), redeals=None, drawn_at_start=1, takes_after=("F",)),
            foundations=tuple(
                pile for suit in "CSHD" for pile in (*by_suit(suit), *by_suit(suit, DOWN_FROM_KING))
            ),
        ),
        pysolfc=(467,),
        pysolfc_stacks="TFRSW",
    ),
    _game(
        id="four-kingdoms",
        title="Four Kingdoms",
        rules=Rules(
            packs=1,
            layout=(*down("T1-T7", 3), *up("T1-T7")),
            columns=Columns(
                7, Build.BY_SUIT, Build.BY_SUIT, direction=Direction.UP, ends="A", empty_takes=ANY_RANK
            ),
            reserve=Reserve(4, Takes.ONE, begins=tuple(f"23456789TJQK{suit}" for suit in PRINTED_SUITS)),
            stock=Stock(actions=("draw",), drawn_at_start=1, takes_after=_kingdoms_in_turn()),
            foundations=tuple(
                Foundation(suit, ranks, Build.BY_SUIT)
                for suit in PRINTED_SUITS
                for ranks in ("A", "T", "K", "Q", "J", "98765432")
            ),
            foundations_final=False,
        ),
        pysolfc=(970,),
        pysolfc_stacks="FRSWT",
    ),
    _game(
        id="moojub",
        title="Moojub",
        rules=Rules(
            packs=1,
            layout=up("T1-T4"),
            columns=replace(NO_BUILDING, number=4),
            stock=Stock(
                actions=("deal",), takes_after=tuple(f"F{number}:F{number - 1}" for number in range(2, 33))
            ),
            foundations=tuple(
                Foundation(
                    PRINTED_SUITS,
                    ANY_RANK,
                    Build.BY_SUIT,
                    direction=Direction.UP,
                    wrap=True,
                    cards=13,
                    matches=f"T F{number - 4}" if number > 4 else "T",
                )
                for number in range(1, 33)
            ),
            win=Win.ALL_CARDS,
        ),
        pysolfc=(845,),
        pysolfc_stacks="FTS",
    ),
    _game(
        id="new-british-constitution",
        title="New British Constitution",
        rules=replace(_BRITISH, columns=replace(_BRITISH_COLUMNS, build=Build.ANY_SUIT, empty_takes="J")),
        pysolfc=(392,),
        pysolfc_stacks="FTSW",
    ),
)
