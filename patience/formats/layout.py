"""The arrangement of a variant's piles on the table, by one rule for every declaration."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from math import ceil, isqrt
from statistics import fmean
from typing import Final

from patience.cards import RANKS
from patience.rules import Foundation, Rules

Group = list[str]
"""Piles side by side, by their names."""

NARROWEST: Final = 8
"""The fewest piles that a row has room for."""


def board_rows(rules: Rules) -> list[list[Group]]:
    """Return every pile once: rows from top to bottom, each of groups from left to right that stand apart.

    Foundations come first, those that build alike in one group; then the reserve, then the columns, which
    are one row, two if some of them lie on each other, or the rows of their grid. Stock and waste stand
    before the first row of foundations that has room for them, or else one above the other before the lowest
    rows. A waste that cards are played to is below the columns.
    """
    columns = [f"T{number + 1}" for number in range(rules.columns.number if rules.columns else 0)]
    cells = [f"R{number + 1}" for number in range(rules.reserve.piles if rules.reserve else 0)]
    width = max(len(columns), NARROWEST)
    foundations = list(_filled(_foundation_groups(rules.foundations, width), width))
    pyramids = cover_places(rules.columns.covered_by if rules.columns else ())
    parts = [[name for name in columns if (name in pyramids) is laid] for laid in (True, False)]
    across = (rules.pairs and rules.pairs.width) or (rules.columns and rules.columns.row)
    is_board = rules.stock is not None and rules.stock.rounds == 1 and rules.pair_moves
    across = isqrt(len(columns)) if is_board else rules.hands.width if rules.hands else across
    across = len(RANKS) if rules.columns and rules.columns.merges else across
    if across:
        parts = [columns[first : first + across] for first in range(0, len(columns), across)]
    rows = [*foundations, *([part] for part in _parts(cells, width)), *([part] for part in parts if part)]
    sources = _sources(rules)
    if rules.stock and rules.stock.waste_takes:
        return [*rows, [sources]]
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
    """Yield the piles in as few parts as the width allows: sizes at most one apart, shorter ones first.

    Of three or more parts that are not equal, one more makes equal ones if it can.
    """
    number = ceil(len(piles) / width)
    if number > 2 and len(piles) % number and len(piles) % (number + 1) == 0:
        number += 1
    for left in range(number, 0, -1):
        length = len(piles) // left
        yield piles[:length]
        piles = piles[length:]


def _filled(groups: Iterator[Group], width: int) -> Iterator[list[Group]]:
    """Yield rows, each filled with groups as long as there is room."""
    row: list[Group] = []
    for group in groups:
        if row and sum(map(len, row)) + len(group) > width:
            yield row
            row = []
        row.append(group)
    if row:
        yield row


PYRAMID_GAP: Final = 0.3
"""The gap between two pyramids in cards."""


def cover_places(covered_by: Sequence[Sequence[str]]) -> dict[str, tuple[float, int]]:
    """Return the place of each column that covers or is covered: cards from the left, rows from the top.

    Columns that touch each other form a pyramid; pyramids stand side by side. The longest row of a pyramid is
    laid first, and each card of the other rows goes in the middle of those that it touches.
    """
    under: defaultdict[str, list[str]] = defaultdict(list)
    touching: defaultdict[str, list[str]] = defaultdict(list)
    names = [f"T{number}" for number in range(1, len(covered_by) + 1)]
    for name, covers in zip(names, covered_by, strict=True):
        for cover in covers:
            under[cover].append(name)
            touching[cover].append(name)
            touching[name].append(cover)

    @cache  # Otherwise every way from a card to those below it would be counted.
    def row_of(name: str) -> int:
        return 1 + max(map(row_of, under[name]), default=-1)

    places: dict[str, tuple[float, int]] = {}
    left = 0.0
    for name in filter(touching.get, names):
        if name in places:
            continue
        pyramid = _connected(name, touching)
        pyramid.sort(key=lambda pile: (row_of(pile), int(pile[1:])))
        rows = [list(row) for _, row in groupby(pyramid, row_of)]
        xs = _pyramid_places(rows, touching)
        places |= {pile: (left + x - min(xs.values()), row_of(pile)) for pile, x in xs.items()}
        left += max(xs.values()) - min(xs.values()) + 1 + PYRAMID_GAP
    return places


def _connected(first: str, touching: Mapping[str, Sequence[str]]) -> list[str]:
    found = [first]
    for name in found:
        found += (other for other in touching[name] if other not in found)
    return found


def _pyramid_places(rows: Sequence[Sequence[str]], touching: Mapping[str, Sequence[str]]) -> dict[str, float]:
    longest = max(range(len(rows)), key=lambda number: len(rows[number]))
    xs = {name: float(number) for number, name in enumerate(rows[longest])}
    for row in (*reversed(rows[:longest]), *rows[longest + 1 :]):
        # A card that touches none of those laid so far goes in the middle of them all.
        near = ([xs[other] for other in touching[name] if other in xs] for name in row)
        wanted = [fmean(found or xs.values()) for found in near]
        xs |= zip(row, _spaced(wanted), strict=True)
    return xs


def _spaced(wanted: Sequence[float]) -> Iterator[float]:
    """Yield places at least 1 apart, as near to the wanted ones as their order allows."""
    groups: list[list[float]] = []
    for place in wanted:
        group = [place]
        while groups and _start(groups[-1]) + len(groups[-1]) > _start(group) + 1e-9:
            group = groups.pop() + group
        groups.append(group)
    for group in groups:
        yield from (_start(group) + number for number in range(len(group)))


def _start(group: Sequence[float]) -> float:
    return fmean(group) - (len(group) - 1) / 2
