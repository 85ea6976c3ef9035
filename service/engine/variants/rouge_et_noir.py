"""Rouge et Noir: ten columns and a stock dealt across them, or Hoffmann's heaps (RULES §2, §3, §4, §7)."""

from dataclasses import replace
from typing import Final

from service.engine.cards import RANKS
from service.engine.rules import Build, Columns, Foundation, Lift, Round, Rules, Stock
from service.engine.variant import FIRST_EDITION, Edition, Option, Variant
from service.engine.variants.parts import REDEALS, by_suit, down, sequences, up

SEQUENCES: Final = sequences(4, Build.ALTERNATING)


def triangle(longest: int) -> tuple[Round, ...]:
    """Return face-down rounds that end on T1, each a column shorter, then one face-up card on T9 to T1."""
    face_down = (round_ for last in range(longest, 1, -1) for round_ in down(f"T{last}-T1"))
    return (*face_down, *down("T1"), *up("T9-T1"))


OPTIONS: Final = (
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

HISTORY: Final = (
    FIRST_EDITION,
    Edition(
        "2",
        "deal: when_blocked",
        "Only moves that cannot simply be undone hold up a deal; before, any card move did.",
    ),
)

NINE_COLUMNS: Final = Variant(
    id="rouge-et-noir",
    title="Rouge et Noir",
    family="Gypsy",
    sources=("A web rule page for Rouge et Noir (nine-column triangle)",),
    section="RULES §2",
    rules=Rules(
        layout=triangle(8),
        columns=Columns(number=10, build=Build.ALTERNATING, lift=Build.ALTERNATING),
        foundations=(
            Foundation(suits="DH", ranks=RANKS, build=Build.BY_COLOR),
            Foundation(suits="DH", ranks=RANKS, build=Build.BY_COLOR),
            Foundation(suits="CS", ranks=RANKS, build=Build.BY_COLOR),
            Foundation(suits="CS", ranks=RANKS, build=Build.BY_COLOR),
            *SEQUENCES,
        ),
        stock=Stock(actions=("deal",)),
    ),
    options=OPTIONS,
    history=HISTORY,
)

CLASSIC: Final = Variant(
    id="rouge-et-noir-classic",
    title="Rouge et Noir, classic layout",
    family="Gypsy",
    sources=("The encyclopedia article “Rouge et Noir (patience)”",),
    section="RULES §3",
    rules=replace(NINE_COLUMNS.rules, layout=triangle(7)),
    options=OPTIONS,
    history=HISTORY,
)

PYSOLFC: Final = Variant(
    id="pysolfc-rouge-et-noir",
    title="Rouge et Noir, as PySolFC plays it",
    family="Gypsy",
    pysolfc=(220,),
    sources=("PySolFC 3.6.1, game 220",),
    section="RULES §7",
    rules=replace(
        CLASSIC.rules,
        foundations=(*(Foundation(suit, RANKS, Build.ALTERNATING) for suit in "CSHD"), *SEQUENCES),
    ),
)

HOFFMANN: Final = Variant(
    id="rouge-et-noir-hoffmann",
    title="Rouge et Noir, Hoffmann",
    family="Forty Thieves",
    sources=("Hoffmann, Patience games, no. 35 “Rouge et Noir (with two whist packs)”",),
    section="RULES §4",
    rules=Rules(
        layout=up("T1-T8"),
        columns=Columns(number=8, build=Build.ALTERNATING, lift=Lift.ONE, empty_takes="", refill=("S",)),
        foundations=by_suit("CCDDHHSS", dealt=1),
        stock=Stock(actions=("draw", "redeal"), redeals=None),
    ),
    options=(REDEALS,),
)
