"""Gypsy's family: a stock dealt across the columns, Rouge et Noir among it (RULES §2, §3, §7)."""

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
    sequences,
    triangle,
    up,
)
from patience.rules import (
    Build,
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
from patience.rules.variant import FIRST_EDITION, Edition, Option, Variant

_game = partial(Variant, family="Gypsy")

_COLUMNS: Final = Columns(number=8, build=Build.ALTERNATING, lift=Build.ALTERNATING, empty_takes=ANY_RANK)
_GYPSY: Final = Rules(
    layout=(*down("T1-T8", 2), *up("T1-T8")),
    columns=_COLUMNS,
    stock=Stock(actions=("deal",)),
    foundations=TWO_OF_EACH,
    foundations_final=False,
)

_MISS_MILLIGAN: Final = replace(
    _GYPSY,
    layout=up("T1-T8"),
    columns=replace(_COLUMNS, empty_takes="K"),
    reserve=Reserve(1, takes=Takes.RUN),
    foundations_final=True,
)
_EVERY_CARD: Final = Foundation("H", "A", Build.ANY_SUIT, direction=Direction.UP, wrap=True, cards=52)
_SEQUENCES: Final = sequences(4, Build.ALTERNATING)
_TWO_COLORS: Final = tuple(Foundation(suits, ANY_RANK, Build.BY_COLOR) for suits in ("DH", "DH", "CS", "CS"))


def _nine_columns(longest: int) -> tuple[Round, ...]:
    """Return face-down rounds that end on T1, each a column shorter, then one face-up card on T9 to T1."""
    face_down = (round_ for last in range(longest, 0, -1) for round_ in down(f"T{last}-T1"))
    return (*face_down, *up("T9-T1"))


_ROUGE_ET_NOIR: Final = Rules(
    layout=_nine_columns(8),
    columns=Columns(number=10, build=Build.ALTERNATING, lift=Build.ALTERNATING),
    stock=Stock(actions=("deal",)),
    foundations=(*_TWO_COLORS, *_SEQUENCES),
)
_ROUGE_ET_NOIR_OPTIONS: Final = (
    Option(
        name="deal",
        meaning="When the stock may be dealt: at any time, or only while no move forward is possible.",
        values={"any_time": {}, "when_blocked": {"stock.hold": "forward_move"}},
    ),
    Option(
        name="win",
        meaning="What wins: all 104 cards on the foundations, or four whole sequences on F5 to F8.",
        values={"all_cards": {}, "four_sequences": {"won_when": ["F5", "F6", "F7", "F8"]}},
    ),
)
_ROUGE_ET_NOIR_HISTORY: Final = (
    FIRST_EDITION,
    Edition(
        "2",
        "deal: when_blocked",
        "Only moves that cannot simply be undone hold up a deal; before, any card move did.",
        values_before={"deal": {"when_blocked": {"stock.hold": "card_move"}}},
    ),
)

GAMES: Final = (
    _game(
        id="rouge-et-noir",
        title="Rouge et Noir",
        rules=_ROUGE_ET_NOIR,
        sources=("A web rule page for Rouge et Noir (a triangle of nine columns and an empty tenth)",),
        section="RULES §2",
        names=("Rouge et Noir Solitaire",),
        options=_ROUGE_ET_NOIR_OPTIONS,
        history=_ROUGE_ET_NOIR_HISTORY,
    ),
    _game(
        id="rouge-et-noir-classic",
        title="Rouge et Noir, classic layout",
        rules=replace(_ROUGE_ET_NOIR, layout=_nine_columns(7)),
        names=("Red and Black",),
        sources=("The encyclopedia article “Rouge et Noir (patience)”",),
        section="RULES §3",
        options=_ROUGE_ET_NOIR_OPTIONS,
        history=_ROUGE_ET_NOIR_HISTORY,
    ),
    _game(
        id="pysolfc-rouge-et-noir",
        title="Rouge et Noir, as PySolFC plays it",
        rules=replace(
            _ROUGE_ET_NOIR,
            layout=_nine_columns(7),
            foundations=(*(Foundation(suit, ANY_RANK, Build.ALTERNATING) for suit in "CSHD"), *_SEQUENCES),
        ),
        pysolfc=(220,),
        section="RULES §7",
    ),
    _game(
        id="gypsy",
        title="Gypsy",
        rules=_GYPSY,
        pysolfc=(1,),
        names=("Double Easthaven", "Normandy"),
        options=(RETURNABLE,),
    ),
    _game(
        id="nomad",
        title="Nomad",
        rules=replace(_GYPSY, layout=up("T1-T8", 4), reserve=Reserve(1, takes=Takes.ONE)),
        pysolfc=(200,),
        pysolfc_stacks="SWFRT",
        options=(RETURNABLE,),
    ),
    _game(
        id="die-koenigsbergerin",
        title="Die Koenigsbergerin",
        rules=replace(
            _GYPSY,
            layout=tuple(replace(round_, home=True, heads="A") for round_ in up("T1-T8", 3)),
            stock=Stock(actions=("deal",), deal_to=DealTo.COLUMNS_AND_HOME),
            foundations_final=True,
        ),
        pysolfc=(119,),
        names=("Die Königsbergerin",),
    ),
    _game(
        id="miss-milligan", title="Miss Milligan", rules=_MISS_MILLIGAN, pysolfc=(62,), pysolfc_stacks="SFRT"
    ),
    _game(
        id="imperial-guards",
        title="Imperial Guards",
        rules=replace(_MISS_MILLIGAN, columns=_COLUMNS),
        pysolfc=(486,),
        pysolfc_stacks="SFRT",
    ),
    _game(
        id="milligan-cell",
        title="Milligan Cell",
        rules=replace(
            _GYPSY,
            layout=up("T1-T8"),
            columns=replace(_COLUMNS, empty_takes="K"),
            reserve=Reserve(4, takes=Takes.ONE),
            foundations_final=True,
        ),
        pysolfc=(78,),
        pysolfc_stacks="SWFRT",
    ),
    _game(
        id="carlton",
        title="Carlton",
        rules=replace(_GYPSY, layout=(*triangle(8, face_up=True), *up("T1-T8")), foundations_final=True),
        pysolfc=(218,),
    ),
    _game(
        id="mississippi",
        title="Mississippi",
        rules=replace(
            _GYPSY,
            layout=(*triangle(7), *up("T1-T7")),
            columns=replace(_COLUMNS, number=7, lift=Lift.ANY),
            foundations_final=True,
        ),
        pysolfc=(121,),
    ),
    _game(
        id="lexington-harp",
        title="Lexington Harp",
        rules=replace(
            _GYPSY,
            layout=(*triangle(8), *up("T1-T8")),
            columns=replace(_COLUMNS, lift=Lift.ANY),
            foundations_final=True,
        ),
        pysolfc=(68,),
        names=("Milligan Yukon",),
    ),
    _game(
        id="blockade",
        title="Blockade",
        rules=replace(
            _GYPSY,
            layout=up("T1-T12"),
            columns=replace(_COLUMNS, number=12, build=Build.BY_SUIT, lift=Build.BY_SUIT, refill=("S",)),
        ),
        pysolfc=(226,),
    ),
    _game(
        id="gypsy-three-packs",
        title="Gypsy (3 Decks)",
        rules=replace(
            _GYPSY,
            packs=3,
            layout=(*down("T1-T12", 2), *up("T1-T12")),
            columns=replace(_COLUMNS, number=12),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(453,),
        names=("Triple Easthaven",),
    ),
    _game(
        id="griffon",
        title="Griffon",
        rules=replace(
            _GYPSY,
            layout=(*triangle(7, face_up=True), *up("T1-T7")),
            columns=replace(_COLUMNS, number=7, lift=Lift.ANY),
            foundations_final=True,
        ),
        pysolfc=(122,),
    ),
    _game(
        id="brunswick",
        title="Brunswick",
        rules=replace(
            _GYPSY,
            layout=(*triangle(8, face_up=True), *up("T1-T8")),
            columns=replace(_COLUMNS, lift=Lift.ANY),
            foundations_final=True,
        ),
        pysolfc=(154,),
    ),
    _game(
        id="milligan-harp",
        title="Milligan Harp",
        rules=replace(_GYPSY, layout=(*triangle(8), *up("T1-T8")), foundations_final=True),
        pysolfc=(217,),
    ),
    _game(
        id="phantom-blockade",
        title="Phantom Blockade",
        rules=replace(_GYPSY, layout=up("T1-T13", 3), columns=replace(_COLUMNS, number=13, empty_takes="K")),
        pysolfc=(469,),
    ),
    _game(
        id="elba",
        title="Elba",
        rules=replace(
            _GYPSY,
            layout=(*down("T1-T10", 4), *up("T1-T10")),
            columns=replace(_COLUMNS, number=10, empty_takes="K"),
        ),
        pysolfc=(478,),
    ),
    _game(
        id="millie",
        title="Millie",
        rules=replace(_GYPSY, layout=up("T1-T8")),
        pysolfc=(487,),
    ),
    _game(
        id="steve",
        title="Steve",
        rules=replace(
            _GYPSY,
            layout=(*triangle(8, face_up=True), *up("T1-T8")),
            columns=replace(_COLUMNS, build=Build.ANY_SUIT, lift=Build.BY_SUIT),
            foundations_final=True,
        ),
        pysolfc=(498,),
    ),
    _game(
        id="hypotenuse",
        title="Hypotenuse",
        rules=replace(
            _GYPSY,
            layout=(*triangle(10), *up("T1-T10")),
            columns=replace(_COLUMNS, number=10, empty_takes="K"),
        ),
        pysolfc=(566,),
        names=("Brazilian Patience",),
    ),
    _game(
        id="eternal-triangle",
        title="Eternal Triangle",
        rules=replace(
            _GYPSY,
            layout=(*triangle(10, face_up=True), *up("T1-T10")),
            columns=replace(_COLUMNS, number=10, empty_takes="K"),
        ),
        pysolfc=(567,),
        names=("Lobachevsky",),
    ),
    _game(
        id="flamenco",
        title="Flamenco",
        rules=replace(
            _GYPSY,
            layout=up("T1-T8", 3),
            foundations=(
                *by_suit("C", dealt=1),
                *by_suit("C", DOWN_FROM_KING, dealt=1),
                *by_suit("S", dealt=1),
                *by_suit("S", DOWN_FROM_KING, dealt=1),
                *by_suit("H", dealt=1),
                *by_suit("H", DOWN_FROM_KING, dealt=1),
                *by_suit("D", dealt=1),
                *by_suit("D", DOWN_FROM_KING, dealt=1),
            ),
        ),
        pysolfc=(581,),
    ),
    _game(
        id="eclipse",
        title="Eclipse",
        rules=replace(
            _GYPSY,
            layout=up("T1-T13", 4),
            columns=replace(_COLUMNS, number=13, build=Build.BY_SUIT, lift=Build.BY_SUIT),
        ),
        pysolfc=(584,),
    ),
    _game(
        id="yeast-dough",
        title="Yeast Dough",
        rules=replace(_GYPSY, layout=up("T1-T8", 3)),
        pysolfc=(890,),
    ),
    _game(
        id="small-triangle",
        title="Small Triangle",
        rules=replace(
            _GYPSY,
            packs=1,
            layout=(*triangle(7), *up("T1-T7")),
            columns=replace(_COLUMNS, number=7, empty_takes="K"),
            foundations=by_suit(),
        ),
        pysolfc=(912,),
    ),
    _game(
        id="irmgard",
        title="Irmgard",
        rules=replace(
            _GYPSY,
            layout=(
                *(round_ for first in range(2, 6) for round_ in down(f"T{first}-T{10 - first}")),
                *up("T1-T9"),
            ),
            columns=replace(_COLUMNS, number=9, empty_takes="K"),
            stock=Stock(actions=("deal",), deals=(piles("T1-T9"), piles("T2-T8"))),
        ),
        pysolfc=(3,),
    ),
    _game(
        id="giant",
        title="Giant",
        rules=replace(_GYPSY, layout=up("T1-T8"), stock=Stock(actions=("deal",), gives_after=("F",))),
        pysolfc=(65,),
    ),
    _game(
        id="ace-of-hearts",
        title="Ace of Hearts",
        rules=Rules(
            packs=1,
            layout=(*triangle(7, face_up=True), *up("T1-T7")),
            columns=Columns(7, Build.BY_SUIT, Lift.ANY),
            stock=Stock(actions=("deal",)),
            foundations=(_EVERY_CARD,),
            foundations_final=False,
        ),
        pysolfc=(966,),
        pysolfc_stacks="SFT",
    ),
    _game(
        id="surprise",
        title="Surprise",
        rules=replace(
            _GYPSY,
            layout=(
                *(round_ for first in range(2, 7) for round_ in down(f"T{first}-T{12 - first}")),
                *up("T1-T11"),
            ),
            columns=replace(_COLUMNS, number=11, empty_takes="K"),
            reserve=Reserve(1, takes=Takes.ONE, capacity=3),
            stock=Stock(actions=("deal",), takes_after=("R",)),
        ),
        pysolfc=(463,),
        pysolfc_stacks="SRFT",
    ),
)
