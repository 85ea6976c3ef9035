"""The arrangement of a variant's piles on the table, by one rule for every declaration."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import Final

from patience.rules import Foundation, Rules

Group = list[str]
"""Piles side by side, by their names."""

NARROWEST: Final = 8
"""The fewest piles that a row has room for."""


def board_rows(rules: Rules) -> list[list[Group]]:
    """Return every pile once: rows from top to bottom, each of groups from left to right that stand apart.

    Foundations come first, those that build alike in one group; then the reserve, then the columns, which
    are always one row. Stock and waste stand before the first row of foundations that has room for them, or
    else one above the other before the lowest rows.
    """
    columns = [f"T{number + 1}" for number in range(rules.columns.number if rules.columns else 0)]
    cells = [f"R{number + 1}" for number in range(rules.reserve.piles if rules.reserve else 0)]
    width = max(len(columns), NARROWEST)
    foundations = list(_filled(_foundation_groups(rules.foundations, width), width))
    rows = [*foundations, *([part] for part in _parts(cells, width)), *([columns] for _ in columns[:1])]
    sources = _sources(rules)
    room = next((row for row in foundations if sum(map(len, row)) + len(sources) <= width), None)
    if room and sources:
        room.insert(0, sources)
        return rows
    if len(sources) > len(rows):
        return [[sources], *rows]
    for pile, row in zip(sources, rows[len(rows) - len(sources) :], strict=True):
        row.insert(0, [pile])
    return rows


def _sources(rules: Rules) -> Group:
    return [*("S" * rules.has_stock), *("W" * rules.has_waste)]


def _foundation_groups(foundations: Sequence[Foundation], width: int) -> Iterator[Group]:
    named = [(f"F{number}", foundation) for number, foundation in enumerate(foundations, start=1)]
    for _, alike in groupby(named, lambda pair: (pair[1].ranks, pair[1].build, pair[1].whole)):
        yield from _parts([name for name, _ in alike], width)


def _parts(piles: Group, width: int) -> Iterator[Group]:
    """Yield the piles in as few parts as the width allows, their sizes at most one apart."""
    number = ceil(len(piles) / width)
    for part in range(number):
        yield piles[part * len(piles) // number : (part + 1) * len(piles) // number]


def _filled(groups: Iterator[Group], width: int) -> Iterator[list[Group]]:
    """Yield rows, each filled with groups as long as there is room."""
    row: list[Group] = []
    for group in groups:
        if row and sum(map(len, row)) + len(group) > width:
            yield row
            row = []
        row.append(group)
    yield row
