"""Fans: many short columns, moved card by card."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import ANY_RANK, DOWN_FROM_KING, KINGS, RETURNABLE, by_suit, down, triangle, up
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
    Stock,
    Takes,
)
from patience.rules.variant import Variant

_game = partial(Variant, family="Fan", pysolfc_stacks="FTRSW")


def _aces_home(size: int) -> tuple[Round, ...]:
    """Return rounds that deal a pack to columns of ``size`` cards one by one; Aces go to foundations."""
    return tuple(Round((f"T{place // size + 1}",), sweeps="A") for place in range(52))


_COLUMNS: Final = Columns(number=18, build=Build.BY_SUIT, lift=Lift.ONE)
_FAN: Final = Rules(
    packs=1,
    layout=(*up("T1-T17", 2), *up("T1-T18")),
    columns=_COLUMNS,
    foundations=by_suit(),
    foundations_final=False,
)
_SHAMROCKS: Final = replace(
    _FAN,
    columns=replace(_COLUMNS, build=Build.ANY_SUIT, direction=Direction.EITHER, capacity=3, empty_takes=""),
)
_QUADS: Final = Columns(
    13, Build.ANY_SUIT, Build.ANY_SUIT, direction=Direction.SAME, capacity=4, empty_takes=ANY_RANK
)
_HOUSE: Final = Rules(
    layout=(*up("T1-T34"), *up("T1-T35", 2)),
    columns=replace(_COLUMNS, number=35, direction=Direction.EITHER, empty_takes=""),
    foundations=by_suit("CSHDCSHD"),
    foundations_final=False,
)

_LUCIE: Final = replace(
    _FAN,
    columns=replace(_COLUMNS, empty_takes=""),
    stock=Stock(actions=("redeal",), gather=3, gather_as=GatherAs.ROUNDS, shuffles=True, redeals=2),
)
_MERCI: Final = Reserve(1, Takes.MERCI, takes_from=("T",))
_NEW_YORK_COLUMNS: Final = Columns(
    number=8,
    build=Build.ALTERNATING,
    lift=Lift.ONE,
    wrap=True,
    empty_takes=ANY_RANK,
    opened_by=(("S", "R"),),
)
_NEW_YORK: Final = Rules(
    layout=(*up("F"), *up("T1-T8")),
    base=Base.FIRST,
    columns=_NEW_YORK_COLUMNS,
    reserve=Reserve(3, Takes.ONE, capacity=104, takes_from=("S",)),
    stock=Stock((), open=True),
    foundations=by_suit("CSHDCSHD"),
)
_BRISTOL: Final = Rules(
    packs=1,
    layout=(*up("T1-T8", 3), *up("R1-R3")),
    arrange=Arrange.KINGS_DOWN,
    columns=Columns(number=8, build=Build.ANY_SUIT, lift=Lift.ONE, empty_takes=""),
    reserve=Reserve(3),
    stock=Stock(actions=("deal",), deal_to=DealTo.RESERVE),
    foundations=(Foundation(PRINTED_SUITS, ANY_RANK, Build.ANY_SUIT),) * 4,
)

GAMES: Final = (
    _game(
        id="la-belle-lucie",
        title="La Belle Lucie",
        rules=_LUCIE,
        pysolfc=(901,),
        names=("Fair Lucy", "Midnight Oil", "Lovely Lucy", "Beautiful Lutecia"),
    ),
    _game(
        id="fascination-fan",
        title="Fascination Fan",
        rules=replace(
            _LUCIE,
            layout=(*down("T1-T17", 2), *up("T1-T18")),
            columns=replace(_COLUMNS, build=Build.ALTERNATING, empty_takes=""),
            stock=Stock(("redeal",), gather=3, gather_as=GatherAs.FANS, shuffles=True, redeals=6),
            foundations_final=False,
        ),
        pysolfc=(625,),
    ),
    _game(
        id="three-shuffles-and-a-draw",
        title="Three Shuffles and a Draw",
        rules=replace(_LUCIE, reserve=_MERCI),
        pysolfc=(128,),
        pysolfc_stacks="FTSR",
    ),
    _game(
        id="cromwell",
        title="Cromwell",
        rules=Rules(
            layout=up("T1-T26", 4),
            columns=replace(_COLUMNS, number=26, empty_takes=""),
            reserve=_MERCI,
            foundations=by_suit("CSHDCSHD"),
            foundations_final=False,
        ),
        pysolfc=(894,),
        pysolfc_stacks="FTSR",
    ),
    _game(
        id="trefoil",
        title="Trefoil",
        rules=replace(
            _LUCIE,
            layout=up("T1-T16", 3),
            columns=replace(_COLUMNS, number=16, empty_takes=""),
            foundations=tuple(replace(pile, base_stays=True) for pile in by_suit(dealt=1)),
        ),
        pysolfc=(88,),
    ),
    _game(
        id="super-flower-garden",
        title="Super Flower Garden",
        rules=replace(_LUCIE, columns=replace(_COLUMNS, build=Build.ANY_SUIT, empty_takes="")),
        pysolfc=(132,),
    ),
    _game(
        id="fan",
        title="Fan",
        rules=_FAN,
        pysolfc=(56,),
        options=(RETURNABLE, KINGS),
    ),
    _game(
        id="scotch-patience",
        title="Scotch Patience",
        rules=replace(
            _FAN,
            columns=replace(_COLUMNS, build=Build.ANY_SUIT, empty_takes=""),
            foundations=tuple(Foundation(suit, ANY_RANK, Build.ALTERNATING) for suit in "CSHD"),
        ),
        pysolfc=(87,),
    ),
    _game(
        id="free-fan",
        title="Free Fan",
        rules=replace(_FAN, columns=replace(_COLUMNS, supermove=True), reserve=Reserve(2, takes=Takes.ONE)),
        pysolfc=(347,),
        pysolfc_stacks="RFTSW",
    ),
    _game(
        id="shamrocks",
        title="Shamrocks",
        rules=_SHAMROCKS,
        pysolfc=(57,),
        names=("Three Card Fan",),
    ),
    _game(
        id="shamrocks-two",
        title="Shamrocks II",
        rules=replace(_SHAMROCKS, layout=(*up("T1-T17", 3), *up("T18")), arrange=Arrange.KINGS_DOWN),
        pysolfc=(714,),
    ),
    _game(
        id="house-in-the-wood",
        title="House in the Wood",
        rules=_HOUSE,
        pysolfc=(268,),
        names=("Double Fan",),
    ),
    _game(
        id="house-on-the-hill",
        title="House on the Hill",
        rules=replace(_HOUSE, foundations=(*by_suit(), *by_suit(ranks=DOWN_FROM_KING))),
        pysolfc=(317,),
    ),
    _game(
        id="clover-leaf",
        title="Clover Leaf",
        rules=replace(
            _FAN,
            layout=up("T1-T16", 3),
            columns=replace(_COLUMNS, number=16, direction=Direction.EITHER, empty_takes="AK"),
            foundations=(*by_suit("CS", dealt=1), *by_suit("HD", DOWN_FROM_KING, dealt=1)),
        ),
        pysolfc=(320,),
    ),
    _game(
        id="box-fan",
        title="Box Fan",
        rules=replace(
            _FAN,
            layout=up("T1-T16", 3),
            columns=replace(_COLUMNS, number=16, build=Build.ALTERNATING),
            foundations=by_suit(dealt=1),
        ),
        pysolfc=(385,),
    ),
    _game(
        id="spike",
        title="Spike",
        rules=replace(
            _FAN,
            layout=(*triangle(7), *up("T1-T7"), *up("R1-R3")),
            columns=Columns(number=7, build=Build.ALTERNATING, lift=Build.ALTERNATING),
            reserve=Reserve(3),
            stock=Stock(actions=("deal",), deal_to=DealTo.RESERVE),
        ),
        pysolfc=(468,),
        pysolfc_stacks="FTSR",
    ),
    _game(
        id="ceiling-fan",
        title="Ceiling Fan",
        rules=replace(_FAN, columns=replace(_COLUMNS, build=Build.ALTERNATING)),
        pysolfc=(871,),
    ),
    _game(
        id="alexander-the-great",
        title="Alexander the Great",
        rules=replace(
            _FAN,
            layout=up("T1-T12", 4),
            columns=replace(_COLUMNS, number=12, direction=Direction.EITHER, empty_takes="AK"),
            foundations=(*by_suit("CS", dealt=1), *by_suit("HD", DOWN_FROM_KING, dealt=1)),
        ),
        pysolfc=(926,),
    ),
    _game(
        id="troika",
        title="Troika",
        rules=replace(
            _FAN,
            layout=_aces_home(3),
            columns=Columns(
                18, Build.ANY_SUIT, Lift.ONE, direction=Direction.SAME, capacity=3, empty_takes=""
            ),
        ),
        pysolfc=(516,),
    ),
    _game(
        id="quads", title="Quads", rules=replace(_FAN, layout=_aces_home(4), columns=_QUADS), pysolfc=(517,)
    ),
    _game(
        id="quads-plus",
        title="Quads +",
        rules=replace(_FAN, layout=up("T1-T12", 4), columns=_QUADS, foundations=by_suit(dealt=1)),
        pysolfc=(767,),
    ),
    _game(
        id="bristol",
        title="Bristol",
        rules=_BRISTOL,
        pysolfc=(42,),
        pysolfc_stacks="FTSR",
    ),
    _game(
        id="belvedere",
        title="Belvedere",
        rules=replace(
            _BRISTOL, foundations=(replace(_BRISTOL.foundations[0], dealt=1), *_BRISTOL.foundations[1:])
        ),
        pysolfc=(214,),
        pysolfc_stacks="FTSR",
    ),
    _game(
        id="dover",
        title="Dover",
        rules=Rules(
            layout=(*up("T1-T8", 3), *up("R1-R3")),
            columns=Columns(
                number=8, build=Build.ANY_SUIT, lift=Lift.ONE, empty_takes=ANY_RANK, opened_by=(("R",),)
            ),
            reserve=Reserve(3),
            stock=Stock(actions=("deal",), deal_to=DealTo.RESERVE),
            foundations=by_suit("CSHDCSHD"),
        ),
        pysolfc=(266,),
        pysolfc_stacks="FTSR",
    ),
    _game(
        id="new-york",
        title="New York",
        rules=_NEW_YORK,
        pysolfc=(425,),
        pysolfc_stacks="FTSR",
    ),
    _game(
        id="gotham",
        title="Gotham",
        rules=replace(
            _NEW_YORK,
            layout=(*up("T1-T8", 2), *up("F"), *up("T1-T8")),
            columns=replace(_NEW_YORK_COLUMNS, build=Build.ANY_SUIT, lift=Build.ANY_SUIT),
        ),
        pysolfc=(519,),
        pysolfc_stacks="FTSR",
    ),
    _game(
        id="vincent",
        title="Vincent",
        rules=replace(
            _BRISTOL,
            columns=Columns(number=8, build=Build.BY_SUIT, lift=Build.BY_SUIT),
            foundations=by_suit(),
        ),
        pysolfc=(949,),
        pysolfc_stacks="FTSR",
    ),
    _game(
        id="school",
        title="School",
        rules=replace(
            _LUCIE,
            layout=up("T1-T16", 3),
            columns=Columns(16, Build.ANY_SUIT, Lift.ONE, direction=Direction.SAME, empty_takes=""),
            foundations=tuple(replace(pile, base_stays=True) for pile in by_suit(dealt=1)),
        ),
        pysolfc=(719,),
    ),
    _game(
        id="aglet",
        title="Aglet",
        rules=Rules(
            packs=1,
            layout=up("T1-T8", 6),
            columns=Columns(8, Build.ANY_SUIT, Lift.ONE, takes_from=()),
            reserve=Reserve(1, Takes.ONE, capacity=52),
            foundations=tuple(
                Foundation(PRINTED_SUITS, ANY_RANK, Build.ANY_SUIT, dealt=1, dealt_as=suit)
                for suit in PRINTED_SUITS
            ),
            foundations_final=False,
        ),
        pysolfc=(760,),
        pysolfc_stacks="SRFT",
    ),
    _game(
        id="bear-river",
        title="Bear River",
        rules=Rules(
            packs=1,
            layout=(*up("T1-T18", 2), *up("T1-T5"), *up("T7-T11"), *up("T13-T17"), *up("F")),
            base=Base.FIRST,
            columns=Columns(
                18,
                Build.BY_SUIT,
                Lift.ONE,
                direction=Direction.EITHER,
                wrap=True,
                capacity=3,
                empty_takes="",
                kinds=(ColumnKind(("T6", "T12", "T18"), empty_takes=ANY_RANK),),
            ),
            foundations=by_suit(),
            foundations_final=False,
        ),
        pysolfc=(819,),
    ),
)
