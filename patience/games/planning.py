"""Planning games: columns take cards off the waste alone, so each card is placed once (RULES §9)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.cards import RANKS
from patience.games.parts import ANY_RANK, DOWN_FROM_KING, by_suit, down, up
from patience.rules import (
    PRINTED_SUITS,
    Arrange,
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
)
from patience.rules.declaration import piles
from patience.rules.variant import Variant

_game = partial(Variant, family="Planning games", pysolfc_stacks="FTSWR")

ONE_ON_THE_WASTE: Final = Stock(actions=("draw",), hold=Hold.WASTE, drawn_at_start=1)


def any_suit(
    number: int, ranks: str = RANKS, *, suits: str = "CSHD", dealt: int = 0
) -> tuple[Foundation, ...]:
    """Return equal foundations that are built regardless of suit."""
    return (Foundation(suits, ranks, Build.ANY_SUIT, dealt=dealt),) * number


def stepping(
    number: int = 4, *, first: int = 1, cards: int = 13, dealt_as: str = ""
) -> tuple[Foundation, ...]:
    """Return foundations that step by 1, 2, 3 and so on, round from King to Ace.

    The n-th one begins with ``first`` times n, which is dealt there.
    """
    return tuple(
        Foundation(
            "CSHD",
            "".join(RANKS[(first * step - 1 + step * place) % len(RANKS)] for place in range(cards)),
            Build.ANY_SUIT,
            dealt=1,
            dealt_as=dealt_as,
        )
        for step in range(1, number + 1)
    )


_COLUMNS: Final = Columns(
    number=4,
    build=Build.ANY_SUIT,
    lift=Lift.ONE,
    direction=Direction.ANY,
    empty_takes=ANY_RANK,
    takes_from=("W",),
)
_FROM_RESERVE: Final = replace(_COLUMNS, takes_from=("R",))
_CALCULATION: Final = Rules(
    packs=1,
    columns=_COLUMNS,
    stock=ONE_ON_THE_WASTE,
    foundations=stepping(),
    foundations_final=False,
)
_SIR_TOMMY: Final = replace(_CALCULATION, foundations=any_suit(4))
_LADY_BETTY: Final = replace(_SIR_TOMMY, columns=replace(_COLUMNS, number=6), foundations=by_suit())
_GNAT: Final = replace(
    _CALCULATION,
    layout=up("R1-R6"),
    reserve=Reserve(6),
    foundations=by_suit(dealt=1),
)
_FLY: Final = replace(
    _CALCULATION,
    packs=2,
    layout=up("R1", 13),
    columns=replace(_COLUMNS, number=5),
    reserve=Reserve(1),
    foundations=tuple(Foundation(suit, RANKS, Build.ANY_SUIT, dealt=1) for suit in "CCSSHHDD"),
    foundations_final=True,
)
_ACES_PASSED_BY: Final = tuple(replace(round_, home=True, heads="A") for round_ in up("R1", 13))
_DOUBLE_LINE: Final = Rules(
    layout=up("T1-T20"),
    columns=replace(_COLUMNS, number=20, capacity=2, refill=("W",)),
    stock=Stock(actions=("draw",), drawn_at_start=1),
    foundations=(*by_suit(), *by_suit(ranks=RANKS[::-1])),
)
_AULD_LANG_SYNE: Final = Rules(
    packs=1,
    layout=up("T1-T4"),
    columns=replace(_COLUMNS, takes_from=()),
    stock=Stock(actions=("deal",)),
    foundations=tuple(Foundation(suit, RANKS, Build.ANY_SUIT, dealt=1) for suit in "CSHD"),
    foundations_final=False,
)
_TO_THE_STOCK: Final = Stock(("deal", "redeal"), gather_as=GatherAs.STOCK, redeals=2)
_ACQUAINTANCE: Final = replace(_AULD_LANG_SYNE, stock=_TO_THE_STOCK)
_ONE_PILE: Final = Foundation("CSHD", ANY_RANK, Build.ANY_SUIT, direction=Direction.UP, wrap=True, cards=52)
_OPEN_STOCK: Final = Stock((), open=True)
_FROM_STOCK: Final = replace(_COLUMNS, takes_from=("S",))
_FILLED: Final = replace(_FROM_STOCK, empty_takes="", refill=("S",))
_DOUBLETS: Final = Rules(
    packs=1,
    layout=(*up("T1-T7"), *up("F1")),
    arrange=Arrange.KINGS_LAST,
    columns=Columns(7, Build.ANY_SUIT, Lift.ONE, capacity=1, empty_takes=ANY_RANK, refill=("W", "S")),
    stock=Stock(("draw", "redeal"), redeals=2, drawn_at_start=1),
    foundations=(Foundation("CSHD", ANY_RANK, Build.ANY_SUIT, direction=Direction.DOUBLE, cards=48),),
    won_when=("F1",),
)
_MEASURE: Final = Rules(
    packs=1,
    layout=up("T1-T8"),
    columns=replace(_FILLED, number=8),
    stock=_OPEN_STOCK,
    foundations=(_ONE_PILE,),
)
_SLY_FOX: Final = Rules(
    layout=up("T1-T20"),
    columns=replace(_FROM_STOCK, number=20, refill=("S",)),
    stock=replace(_OPEN_STOCK, draw=20, gives_after=("T",)),
    foundations=tuple(
        pile for suit in "CSHD" for pile in (*by_suit(suit, dealt=1), *by_suit(suit, DOWN_FROM_KING, dealt=1))
    ),
    foundations_final=False,
)
_STRATEGY: Final = Rules(
    packs=1,
    columns=replace(_FROM_STOCK, number=8),
    stock=replace(_OPEN_STOCK, gives_after=("T",), takes_after=("F",)),
    foundations=by_suit(dealt=1),
)

GAMES: Final = (
    _game(
        id="calculation",
        title="Calculation",
        rules=_CALCULATION,
        pysolfc=(256,),
        names=("Progression", "Broken Intervals"),
    ),
    _game(
        id="hopscotch",
        title="Hopscotch",
        rules=replace(_CALCULATION, foundations=stepping(dealt_as="C")),
        pysolfc=(94,),
    ),
    _game(
        id="imaginary-thirteen",
        title="Imaginary Thirteen",
        rules=replace(_CALCULATION, packs=2, foundations=stepping(8)),
        pysolfc=(863,),
        names=("Pythagor",),
    ),
    _game(
        id="betsy-ross",
        title="Betsy Ross",
        rules=Rules(
            packs=1,
            stock=Stock(actions=("draw", "redeal"), redeals=2, drawn_at_start=1),
            foundations=(*stepping(cards=1), *stepping(first=2, cards=12)),
        ),
        pysolfc=(134,),
        names=("Fairest", "Four Kings", "Musical Patience", "Quadruple Alliance", "Plus Belle"),
    ),
    _game(
        id="s-patience",
        title="S Patience",
        rules=replace(
            _CALCULATION,
            packs=2,
            columns=replace(_COLUMNS, number=2),
            foundations=tuple(
                Foundation("CSHD", (RANKS[first:] + RANKS[:first])[:8], Build.ANY_SUIT, dealt=1)
                for first in (*range(6, 13), *range(6))
            ),
            foundations_final=True,
        ),
        pysolfc=(704,),
    ),
    _game(
        id="sir-tommy",
        title="Sir Tommy",
        rules=_SIR_TOMMY,
        pysolfc=(257,),
        names=("Numerica", "Old Patience", "Try Again"),
    ),
    _game(
        id="numerica-two-decks",
        title="Numerica (2 Decks)",
        rules=replace(_SIR_TOMMY, packs=2, columns=replace(_COLUMNS, number=6), foundations=any_suit(8)),
        pysolfc=(558,),
    ),
    _game(id="lady-betty", title="Lady Betty", rules=_LADY_BETTY, pysolfc=(171,)),
    _game(
        id="gnat",
        title="Gnat",
        rules=_GNAT,
        pysolfc=(357,),
        pysolfc_stacks="SWFTR",
    ),
    _game(
        id="housefly",
        title="Housefly",
        rules=replace(_GNAT, columns=replace(_COLUMNS, number=6)),
        pysolfc=(899,),
        pysolfc_stacks="SWFTR",
    ),
    _game(
        id="fly",
        title="Fly",
        rules=_FLY,
        pysolfc=(356,),
        pysolfc_stacks="FRSWT",
    ),
    _game(
        id="fanny",
        title="Fanny",
        rules=replace(_FLY, layout=(*down("R1", 11), *up("R1")), foundations=any_suit(8)),
        pysolfc=(613,),
        pysolfc_stacks="FRSWT",
    ),
    _game(
        id="frog",
        title="Frog",
        rules=replace(_FLY, layout=_ACES_PASSED_BY, foundations=any_suit(8)),
        pysolfc=(355,),
        pysolfc_stacks="FRSWT",
    ),
    _game(
        id="sly-fox",
        title="Sly Fox",
        rules=_SLY_FOX,
        pysolfc=(610,),
        pysolfc_stacks="STF",
    ),
    _game(
        id="open-sly-fox",
        title="Open Sly Fox",
        rules=_SLY_FOX,
        pysolfc=(614,),
        pysolfc_stacks="SFT",
    ),
    _game(
        id="gloaming",
        title="Gloaming",
        rules=Rules(
            packs=1,
            layout=(*up("R1-R3", 17), *up("R1")),
            columns=replace(_FROM_RESERVE, number=5),
            reserve=Reserve(3),
            foundations=by_suit(),
        ),
        pysolfc=(378,),
        pysolfc_stacks="FRTSW",
    ),
    _game(
        id="chamberlain",
        title="Chamberlain",
        rules=Rules(
            packs=1,
            layout=up("R1-R4", 13),
            columns=replace(_FROM_RESERVE, number=3),
            reserve=Reserve(4),
            foundations=any_suit(4),
        ),
        pysolfc=(379,),
        pysolfc_stacks="FRTSW",
    ),
    _game(
        id="colorado",
        title="Colorado",
        rules=replace(
            _DOUBLE_LINE,
            columns=replace(_COLUMNS, number=20, refill=("W",)),
            stock=ONE_ON_THE_WASTE,
            foundations=(*by_suit(dealt=1), *by_suit(ranks=RANKS[::-1], dealt=1)),
        ),
        pysolfc=(296,),
    ),
    _game(
        id="double-line",
        title="Double Line",
        rules=_DOUBLE_LINE,
        pysolfc=(702,),
    ),
    _game(
        id="grandfather",
        title="Grandfather",
        rules=replace(_DOUBLE_LINE, stock=Stock(actions=("draw", "redeal"), redeals=1, drawn_at_start=1)),
        pysolfc=(853,),
    ),
    _game(
        id="auld-lang-syne",
        title="Auld Lang Syne",
        rules=_AULD_LANG_SYNE,
        pysolfc=(95,),
        pysolfc_stacks="SWFTR",
        names=("Patience",),
    ),
    _game(
        id="old-fashioned",
        title="Old Fashioned",
        rules=replace(
            _AULD_LANG_SYNE, layout=up("T1-T6"), columns=replace(_COLUMNS, number=6, takes_from=())
        ),
        pysolfc=(866,),
        pysolfc_stacks="SWFTR",
    ),
    _game(
        id="tam-o-shanter",
        title="Tam O'Shanter",
        rules=replace(_AULD_LANG_SYNE, foundations=any_suit(4)),
        pysolfc=(172,),
        pysolfc_stacks="SWFTR",
    ),
    _game(
        id="acquaintance",
        title="Acquaintance",
        rules=_ACQUAINTANCE,
        pysolfc=(490,),
        pysolfc_stacks="SWFTR",
    ),
    _game(
        id="amazons",
        title="Amazons",
        rules=Rules(
            packs=1,
            ranks="A789TJQ",
            layout=up("T1-T4"),
            columns=replace(_COLUMNS, takes_from=()),
            stock=Stock(
                ("deal", "redeal"),
                deal_to=DealTo.UNFINISHED_COLUMNS,
                gather_as=GatherAs.STOCK,
                redeals=None,
            ),
            foundations=tuple(
                Foundation(PRINTED_SUITS, "A789TJQ", Build.ANY_SUIT, takes_from=(column, "T:AQ"))
                for column in piles("T1-T4")
            ),
        ),
        pysolfc=(406,),
        pysolfc_stacks="SWFTR",
    ),
    _game(
        id="double-acquaintance",
        title="Double Acquaintance",
        rules=replace(
            _ACQUAINTANCE,
            packs=2,
            layout=up("T1-T8"),
            columns=replace(_COLUMNS, number=8, takes_from=()),
            foundations=tuple(
                replace(pile, suits=suit) for pile, suit in zip(any_suit(8, dealt=1), "CCSSHHDD", strict=True)
            ),
        ),
        pysolfc=(560,),
        pysolfc_stacks="SWFTR",
    ),
    _game(
        id="scuffle",
        title="Scuffle",
        rules=replace(_AULD_LANG_SYNE, stock=replace(_TO_THE_STOCK, shuffles=True)),
        pysolfc=(553,),
        pysolfc_stacks="SWFTR",
    ),
    _game(
        id="strategerie",
        title="Strategerie",
        rules=Rules(
            packs=1,
            columns=replace(_COLUMNS, takes_from=("S", "R")),
            reserve=Reserve(4, Takes.ONE, takes_from=("S",)),
            stock=_OPEN_STOCK,
            foundations=any_suit(4),
            foundations_final=False,
        ),
        pysolfc=(472,),
        pysolfc_stacks="SFTR",
    ),
    _game(
        id="puss-in-the-corner",
        title="Puss in the Corner",
        rules=Rules(
            packs=1,
            columns=_FROM_STOCK,
            stock=Stock(("redeal",), gather_as=GatherAs.STOCK, redeals=1, open=True),
            foundations=tuple(replace(pile, build=Build.BY_COLOR) for pile in by_suit(dealt=1)),
        ),
        pysolfc=(430,),
        pysolfc_stacks="TFS",
    ),
    _game(
        id="circle-nine",
        title="Circle Nine",
        rules=replace(
            _MEASURE,
            layout=up("F1") + up("T1-T9"),
            columns=replace(_FILLED, number=9),
        ),
        pysolfc=(641,),
        pysolfc_stacks="TFS",
    ),
    _game(id="doublets", title="Doublets", rules=_DOUBLETS, pysolfc=(111,), pysolfc_stacks="TFSW"),
    _game(id="measure", title="Measure", rules=_MEASURE, pysolfc=(643,), pysolfc_stacks="SFT"),
    _game(
        id="double-measure",
        title="Double Measure",
        rules=replace(
            _MEASURE,
            packs=2,
            layout=up("T1-T10"),
            columns=replace(_FILLED, number=10),
            foundations=(replace(_ONE_PILE, cards=104),),
        ),
        pysolfc=(644,),
        pysolfc_stacks="SFT",
    ),
    _game(
        id="strategy",
        title="Strategy",
        rules=_STRATEGY,
        pysolfc=(173,),
        pysolfc_stacks="SFT",
    ),
)
