"""Parts that many declarations share: rounds of the layout, foundations and options."""

from typing import Final

from patience.cards import RANKS, SUITS
from patience.rules import PRINTED_SUITS, Build, Columns, Direction, Foundation, Lift, Round
from patience.rules.declaration import piles
from patience.rules.variant import NUMBER, Changes, Option

ANY_RANK: Final = RANKS
DOWN_FROM_KING: Final = RANKS[::-1]


def up(to: str, times: int = 1) -> tuple[Round, ...]:
    """Return rounds of face-up cards: ``up("T7-T1")`` is one card onto each column from T7 to T1."""
    return (Round(piles(to)),) * times


def down(to: str, times: int = 1) -> tuple[Round, ...]:
    """Return rounds of face-down cards."""
    return (Round(piles(to), face_up=False),) * times


def triangle(columns: int, *, leftwards: bool = False, face_up: bool = False) -> tuple[Round, ...]:
    """Return rounds to T2 and all columns after it, to T3 and all after it, and so on to the last alone."""
    starts = range(2, columns + 1)
    rounds = (f"T{columns}-T{start}" if leftwards else f"T{start}-T{columns}" for start in starts)
    return tuple(Round(piles(to), face_up=face_up) for to in rounds)


NO_BUILDING: Final = Columns(1, Build.ANY_SUIT, Lift.ONE, takes_from=())
"""Columns that take no moved card; a game sets their number."""


DISCARD: Final = Foundation(SUITS, RANKS, Build.ANY_SUIT, direction=Direction.ANY, cards=52)
"""The discard pile of a game of pairs, one pack."""


def summing(total: int) -> tuple[str, ...]:
    """Return the pairs of ranks that add up to a number, Ace to King being 1 to 13."""
    first = max(1, total - len(RANKS))
    return tuple(RANKS[low - 1] + RANKS[total - low - 1] for low in range(first, total // 2 + 1))


def numbered_covers(*shapes: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Return what covers the columns of several shapes, numbered one after the other."""
    covers: list[tuple[str, ...]] = []
    for shape in shapes:
        before = len(covers)
        covers += [tuple(f"T{before + int(name[1:])}" for name in names) for names in shape]
    return tuple(covers)


def inverted_pyramid(rows: int) -> tuple[tuple[str, ...], ...]:
    """Return what covers the columns of a pyramid on its top, row by row from its base.

    Each card is covered by those of the next row that lie on it: one at the ends of a row, else two.
    """
    covers: list[tuple[str, ...]] = []
    for size in range(rows, 0, -1):
        first = len(covers) + size + 1
        row = range(first, first + size - 1)
        covers += [
            tuple(f"T{above}" for above in (here - 1, here) if above in row) for here in [*row, row.stop]
        ]
    return tuple(covers)


def pyramid(rows: int) -> tuple[tuple[str, ...], ...]:
    """Return what covers the columns of a pyramid with T1 at its top: each card by two of the next row."""
    row_of = [row for row in range(1, rows + 1) for _ in range(row)]
    return tuple(
        (f"T{number + row}", f"T{number + row + 1}") if row < rows else ()
        for number, row in enumerate(row_of, start=1)
    )


def peaks(number: int) -> tuple[tuple[str, ...], ...]:
    """Return what covers the columns of pyramids of three rows side by side, on a common fourth row.

    Each row goes across all peaks: their tops are T1 to T``number``.
    """
    covers: list[tuple[str, ...]] = []
    first = number + 1
    for size in (1, 2, 3):
        for peak in range(number):
            # The last row belongs to all: neighbouring peaks share the card between them.
            start = first + peak * (size + 1 if size < 3 else 3)
            covers += [(f"T{start + card}", f"T{start + card + 1}") for card in range(size)]
        first += number * (size + 1)
    return (*covers, *((),) * (3 * number + 1))


def fir_trees(number: int, letter: str = "T") -> tuple[tuple[str, ...], ...]:
    """Return what covers the piles of fir trees, one after the other: rows of one and two cards in turn."""
    covers: list[tuple[str, ...]] = []
    for tree in range(number):
        first = 16 * tree + 1
        for top in range(first, first + 15, 3):
            below = (f"{letter}{top + 3}",)
            covers += [(f"{letter}{top + 1}", f"{letter}{top + 2}"), below, below]
        covers.append(())
    return tuple(covers)


def by_suit(suits: str = "CSHD", ranks: str = RANKS, *, dealt: int = 0) -> tuple[Foundation, ...]:
    """Return one foundation for each suit, built by suit; ``dealt`` cards lie there when the game opens."""
    return tuple(Foundation(suit, ranks, Build.BY_SUIT, dealt=dealt) for suit in suits)


UP_AND_DOWN: Final = (*by_suit(dealt=1), *by_suit(ranks=DOWN_FROM_KING, dealt=1))
"""For two packs: a foundation of each suit up from the Ace, and one down from the King, both dealt."""


def sequences(number: int, build: Build = Build.BY_SUIT) -> tuple[Foundation, ...]:
    """Return foundations that take whole sequences, King to Ace, of any suit."""
    return (Foundation(PRINTED_SUITS, DOWN_FROM_KING, build, whole=True),) * number


TWO_OF_EACH: Final = by_suit("CCSSHHDD")

_REDEAL: Final[Changes] = {"stock.actions": ["draw", "redeal"]}
_REDEALS: Final[dict[str, Changes]] = {
    "unlimited": {"stock.redeals": None, **_REDEAL},
    "0..99": {"stock.redeals": NUMBER, **_REDEAL},
}


def redeals(default: str) -> Option:
    """Return the option of redealing the waste; ``default`` is a word for the declared number."""
    return Option(
        name="redeals",
        meaning="How often the waste may become the stock again.",
        values={default: {}, **{value: _REDEALS[value] for value in _REDEALS if value != default}},
    )


def gathers(default: str) -> Option:
    """Return the option of gathering the columns."""
    values: dict[str, Changes] = {"unlimited": {"stock.redeals": None}, "0..99": {"stock.redeals": NUMBER}}
    return Option(
        name="redeals",
        meaning="How often the columns may be gathered and dealt again.",
        values={default: {}, **{value: changes for value, changes in values.items() if value != default}},
    )


def draw(default: str, other: str) -> Option:
    """Return the option of drawing one or three cards."""
    count = {"one": 1, "three": 3}[other]
    return Option(
        name="draw",
        meaning="Cards turned to the waste at once, and lying there at the start.",
        values={default: {}, other: {"stock.draw": count, "stock.drawn_at_start": count}},
    )


RETURNABLE: Final = Option(
    name="foundations",
    meaning="Whether the top card of a foundation may be played back.",
    values={"returnable": {}, "final": {"foundations_final": True}},
)
FINAL: Final = Option(
    name="foundations",
    meaning=RETURNABLE.meaning,
    values={"final": {}, "returnable": {"foundations_final": False}},
)
KINGS: Final = Option(
    name="spaces",
    meaning="Which cards open an empty column.",
    values={"kings": {}, "any": {"columns.empty_takes": ANY_RANK}},
)
ANY: Final = Option(
    name="spaces",
    meaning=KINGS.meaning,
    values={"any": {}, "kings": {"columns.empty_takes": "K"}},
)
FULL_COLUMNS: Final = Option(
    name="deal",
    meaning="Whether a deal needs a card in every column.",
    values={"full_columns": {}, "any_time": {"stock.hold": None}},
)
SUIT_NUMBER: Final = Option(
    name="suits",
    meaning="How many suits the packs have.",
    values={"four": {}, "two": {"suits": "CCHH"}, "one": {"suits": "CCCC"}},
)


def groups(build: Build) -> Option:
    """Return the option of moving groups that run in this build."""
    return Option(
        name="groups",
        meaning="Whether groups move in parts, at any length, or not at all.",
        values={
            "supermove": {},
            "any_length": {"columns.supermove": False, "columns.lift": build.value},
            "single": {"columns.supermove": False},
        },
    )
