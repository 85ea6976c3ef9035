"""Which groups of cards move together, and to which piles."""

from dataclasses import dataclass

from patience.cards import RANKS
from patience.compilation.pile_numbers import PileNumbers
from patience.compilation.sequences import Row, level_row, run_row
from patience.rules import Lift, Rules, Takes


@dataclass(frozen=True, eq=False)
class LiftedGroups:
    """What several cards that move at once must be, and where they can go together."""

    grouped: frozenset[int]
    """The piles off which groups can be moved."""
    singly: tuple[frozenset[int], ...]
    """By pile: the piles to which its cards go one at a time only (check 13 of RULES §1)."""
    run: Row | None
    """What a card moved in a group must lie on; None where groups need no order."""
    level_run: Row | None
    """What it may lie on instead, throughout the group; None where groups run in one way."""
    column_run: Row | None
    """The same for groups that go to columns: a supermove asks for the build, not for the lift."""
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
    grouped = frozenset(piles.columns if lift is not Lift.ONE or supermove else ())
    grouped |= frozenset(piles.cells if takes_runs else ())
    run = run_row(columns, columns.run_build) if columns and columns.run_build else None
    return LiftedGroups(
        grouped=grouped,
        singly=tuple(_singly(rules, piles, pile, grouped) for pile in range(len(piles.names))),
        run=run,
        level_run=level_row(columns.level) if columns and columns.level else None,
        column_run=run_row(columns, columns.build) if columns and supermove else run,
        whole_only=lift is Lift.WHOLE or (columns is not None and columns.whole_only),
        lifts_whole=lift is Lift.WHOLE,
        supermove=supermove,
        parts_are_cards=lift is Lift.ONE,
        power=columns is not None and len(columns.empty_takes) == len(RANKS),
        takes_runs=takes_runs,
    )


def _singly(rules: Rules, piles: PileNumbers, pile: int, grouped: frozenset[int]) -> frozenset[int]:
    """Return the piles to which a pile's cards go one at a time only."""
    takes_runs = rules.reserve is not None and rules.reserve.takes is Takes.RUN
    singly = piles.pairing.union(() if takes_runs else piles.reserve, [piles.waste])
    if pile not in grouped.union(piles.columns):
        return singly.union(piles.columns, piles.foundations, piles.cells)
    lifts = rules.columns is not None and rules.columns.lift is not Lift.ONE
    declared = zip(piles.foundations, rules.foundations, strict=True)
    return singly.union(
        () if pile in grouped else piles.columns,
        (index for index, foundation in declared if not (lifts and foundation.whole)),
    )
