"""Which groups of cards move together, and to which piles."""

from dataclasses import dataclass, replace

from patience.cards import RANKS
from patience.compilation.pile_numbers import PileNumbers
from patience.compilation.sequences import Row, level_row, run_row
from patience.rules import Columns, Direction, Lift, Rules, Takes


@dataclass(frozen=True, eq=False, repr=False)
class LiftedGroups:
    """What several cards that move at once must be, and where they can go together."""

    grouped: frozenset[int]
    """The piles off which groups can be moved."""
    singly: tuple[frozenset[int], ...]
    """By pile: the piles to which its cards go one at a time only (check 13 of RULES §1)."""
    runs: tuple[Row | None, ...]
    """By pile: what a card moved in a group must lie on; None where groups need no order."""
    level_run: Row | None
    """What it may lie on instead, throughout the group: a card of its rank, or, where columns build up or
    down, the next lower one. None where groups run in one way."""
    built_run: Row | None
    """What it must lie on in groups that go to columns by a supermove; None without supermoves."""
    whole_only: bool
    """Whether groups go to columns only as whole columns."""
    lifts_whole: bool
    """Whether single cards of columns do, too."""
    supermove: bool
    """Whether groups go to columns in parts: runs by ``run``, or single cards if ``parts_are_cards``."""
    parts_are_cards: bool
    power: bool
    """Whether each empty column doubles the parts of a supermove: it does where it takes every rank."""
    takes_runs: bool
    """Whether cells take runs instead, once the stock is empty."""


def lifted_groups(rules: Rules, piles: PileNumbers) -> LiftedGroups:
    """Compile which groups of cards move."""
    columns = rules.columns
    lift, supermove = columns.lift if columns else Lift.ONE, columns is not None and columns.supermove
    takes_runs = rules.reserve is not None and rules.reserve.takes is Takes.RUN
    grouped = frozenset(pile for pile in piles.columns if supermove or _lifts_several(rules, piles, pile))
    grouped |= frozenset(piles.cells if takes_runs else ())
    return LiftedGroups(
        grouped=grouped,
        singly=tuple(_singly(rules, piles, pile, grouped) for pile in range(len(piles.names))),
        runs=tuple(_run(rules, name) for name in piles.names),
        level_run=_other_run(columns) if columns else None,
        built_run=run_row(columns, columns.build) if columns and supermove else None,
        whole_only=lift is Lift.WHOLE or (columns is not None and columns.whole_only),
        lifts_whole=lift is Lift.WHOLE,
        supermove=supermove,
        parts_are_cards=lift is Lift.ONE,
        power=columns is not None and len(columns.empty_takes) == len(RANKS),
        takes_runs=takes_runs,
    )


def _lifts_several(rules: Rules, piles: PileNumbers, column: int) -> bool:
    return rules.columns is not None and rules.columns.of(piles.names[column]).lift is not Lift.ONE


def _run(rules: Rules, name: str) -> Row | None:
    """Return what may lie on what in a group that leaves a pile; that of a cell is as of a column."""
    columns = rules.columns and rules.columns.of(name)
    if columns is None or columns.run_build is None:
        return None
    return run_row(
        replace(columns, direction=Direction.DOWN) if columns.two_way else columns, columns.run_build
    )


def _other_run(columns: Columns) -> Row | None:
    """Return what may lie on what in a group that does not go as others do."""
    if columns.two_way and columns.run_build:
        return run_row(replace(columns, direction=Direction.UP), columns.run_build)
    return level_row(columns.level) if columns.level else None


def _singly(rules: Rules, piles: PileNumbers, pile: int, grouped: frozenset[int]) -> frozenset[int]:
    """Return the piles to which a pile's cards go one at a time only."""
    takes_runs = rules.reserve is not None and rules.reserve.takes is Takes.RUN
    takes_groups = takes_runs or piles.exchanges
    singly = piles.pairing.union(() if takes_groups else piles.reserve, [piles.waste])
    if pile not in grouped.union(piles.columns):
        return singly.union(piles.columns, piles.foundations, piles.cells)
    lifts = pile in grouped
    declared = zip(piles.foundations, rules.foundations, strict=True)
    columns = rules.columns
    way = columns and columns.of(piles.names[pile]).direction
    return singly.union(
        (
            other
            for other in piles.columns
            if not (columns and columns.of(piles.names[other]).direction is way)
        ),
        () if pile in grouped else piles.columns,
        (index for index, foundation in declared if not (lifts and foundation.whole)),
    )
