"""How much columns and reserve piles hold, and how their cards lie."""

from dataclasses import dataclass

from patience.cards import cards_of_ranks
from patience.compilation.pile_numbers import PileNumbers
from patience.compilation.sequences import Row, beside_row
from patience.rules import Direction, Rules


@dataclass(frozen=True, eq=False, repr=False)
class ColumnTables:
    """The bounds of columns and cells, rows of columns, and cards that stay face down."""

    capacity: int
    """How many cards a column takes; 0 without limit."""
    merges: bool
    """Whether a card that moves to a column replaces the one there."""
    row: int
    """How many columns a row has; 0 where columns do not lie in rows."""
    ring: bool
    """Whether the rows are a ring: the last place is next to the first one."""
    after: Row
    """In rows: by a card, those that may lie in the next place."""
    before: Row
    """In rows: by a card, those that may lie in the place before; none where rows build up alone."""
    cell_capacity: int
    """How many cards a cell takes."""
    closed: range
    """The columns that the player turns up; empty where a top card is turned up by itself."""
    one_way: bool
    """Whether columns go on the way of their two top cards."""
    own: tuple[frozenset[int], ...]
    """By column: the cards of its own ranks; empty where columns have none."""
    stays_closed: frozenset[int]
    """The piles whose face-down top card is turned up only if it is their last."""


def column_tables(rules: Rules, piles: PileNumbers) -> ColumnTables:
    """Compile what columns and reserve piles hold."""
    columns, reserve = rules.columns, rules.reserve
    return ColumnTables(
        capacity=(columns.capacity or 0) if columns else 0,
        merges=columns is not None and bool(columns.merges),
        row=(columns.row or 0) if columns else 0,
        ring=columns is not None and columns.is_ring,
        after=beside_row(rules),
        before=beside_row(rules, before=True),
        cell_capacity=reserve.capacity if reserve else 1,
        closed=piles.columns if columns and columns.closed else range(0),
        one_way=columns is not None and columns.direction is Direction.ONE_WAY,
        own=tuple(map(cards_of_ranks, columns.own_ranks)) if columns else (),
        stays_closed=frozenset(piles.reserve if reserve and reserve.closed else ()),
    )
