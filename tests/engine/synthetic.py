"""Variants that use every field of the vocabulary in a way that no registered one does."""

from dataclasses import replace
from typing import Final

from patience.games.parts import up
from patience.rules import Build, Columns, Foundation, Hold, Lift, Reserve, Round, Rules, Stock
from patience.rules.variant import Variant

UP: Final = "A23456789TJQK"
DOWN: Final = UP[::-1]
BY_SUIT: Final = tuple(Foundation(suit, UP, Build.BY_SUIT) for suit in "CCDDHHSS")


def across(columns: int, rounds: int, *, down: int = 0) -> tuple[Round, ...]:
    """Return rounds over all columns, the first `down` of them face down."""
    every = tuple(f"T{number}" for number in range(1, columns + 1))
    return tuple(Round(every, face_up=number >= down) for number in range(rounds))


def variant_of(rules: Rules, name: str = "some") -> Variant:
    """Return a variant with these rules that is not registered."""
    return Variant(name, name.title(), "Synthetic", rules)


COLUMNS: Final = Columns(8, Build.BY_SUIT, Lift.ANY)
ALL_CARDS: Final = across(8, 13)
"""All cards of two packs in eight columns."""

SEVENS: Final = Rules(
    foundations=tuple(Foundation(suit, "789TJQKA23456", Build.BY_SUIT, dealt=1) for suit in "CDHS" * 2),
    layout=across(8, 5),
    columns=Columns(8, Build.BY_COLOR, Lift.ANY, empty_takes="QK"),
    stock=Stock(("deal",), hold=Hold.FORWARD_MOVE),
)
"""Foundations begin with a 7; columns build down by colour and open with two ranks; forward moves hold."""

WHOLE_BY_SUIT: Final = Rules(
    foundations=(
        *(Foundation("DH", DOWN, Build.BY_SUIT, whole=True),) * 2,
        *(Foundation("CDHS", DOWN, Build.BY_COLOR, whole=True),) * 2,
        *(Foundation("CDS", UP, Build.BY_SUIT),) * 4,
    ),
    layout=across(10, 6, down=2),
    columns=Columns(10, Build.ALTERNATING, Lift.ANY, empty_takes="K"),
    stock=Stock(("deal",)),
    won_when=("F1", "F3"),
)
"""Whole sequences that the columns do not build, in a game that lifts any group."""

LOCKED_QUEEN: Final = Rules(
    foundations=(
        *(Foundation(suit, UP[:12], Build.BY_SUIT, last_after="F9") for suit in "CDHS" * 2),
        *(Foundation("CDHS", "K", Build.ANY_SUIT, last_after="F1" if number else "") for number in range(8)),
    ),
    layout=across(10, 4),
    columns=Columns(10, Build.BY_SUIT, Lift.ONE, empty_takes=""),
    stock=Stock(("draw", "redeal"), redeals=2, drawn_at_start=3),
    foundations_final=False,
)
"""Locks on a Queen, and on a card that is first and last; columns stay empty; cards leave foundations."""

LARGE: Final = Rules(
    foundations=BY_SUIT,
    layout=(*across(11, 5, down=1), *up("R1-R20")),
    columns=Columns(11, Build.ANY_SUIT, Build.ALTERNATING, empty_takes="A5T"),
    reserve=Reserve(20, refill=("S",)),
    stock=Stock(("draw",), hold=Hold.CARD_MOVE),
)
"""Eleven columns and twenty cells; runs are stricter than the columns; cells go to columns too."""

CHAIN: Final = Rules(
    foundations=tuple(Foundation("CDHS", UP, Build.BY_SUIT) for _ in range(8)),
    layout=(*across(7, 3, down=1), *up("R1-R3")),
    columns=Columns(7, Build.ALTERNATING, Lift.ONE, empty_takes=UP, refill=("R2", "R1", "S")),
    reserve=Reserve(3, refill=("W", "S")),
    stock=Stock(("draw", "redeal"), redeals=None, drawn_at_start=1),
)
"""A vacancy is filled by a cell, which the waste fills; once all is used up, any card opens a column."""

FREE: Final = Rules(
    foundations=(
        *(Foundation("CS", UP, Build.ALTERNATING, dealt=0),) * 4,
        *(Foundation("H", UP, Build.ANY_SUIT, dealt=1),) * 2,
        *(Foundation("CDHS", UP, Build.BY_COLOR),) * 2,
    ),
    layout=(*across(9, 8, down=3), *up("T9 T1")),
    columns=Columns(9, Build.ANY_SUIT, Build.BY_COLOR),
    stock=Stock(("deal",), hold=Hold.EMPTY_COLUMN),
)
"""Foundations that any suit follows or only some open; a deal that waits for columns; runs by colour."""

SPARE: Final = replace(FREE, stock=Stock(("deal",), hold=Hold.SPARE_CARD))
"""The same, but the deal waits only while another column has two cards."""

SYNTHETIC: Final = {
    name: variant_of(rules, name)
    for name, rules in {
        "sevens": SEVENS,
        "whole-by-suit": WHOLE_BY_SUIT,
        "locked-queen": LOCKED_QUEEN,
        "large": LARGE,
        "chain": CHAIN,
        "spare": SPARE,
        "free": FREE,
        "no-stock": replace(
            LARGE,
            layout=(*across(12, 7), *up("R1-R20")),
            columns=replace(LARGE.columns, number=12),
            stock=None,
            reserve=Reserve(20),
        ),
    }.items()
}
