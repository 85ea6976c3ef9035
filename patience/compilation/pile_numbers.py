"""The piles of a game by number: columns, foundations, reserve, waste, stock."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from patience.rules import Rules, Takes

ANY: Final = -1
"""The target of a bare ``F``, and the foundation of the base card in a layout."""

NO_PILE: Final = -2
"""Pile number used for unknown pile names."""


@dataclass(frozen=True, eq=False, repr=False)
class PileNumbers:
    """Which piles a game has, which of them give and take cards, and which lie on others."""

    names: tuple[str, ...]
    pile: Mapping[str, int]
    columns: range
    foundations: range
    reserve: range
    cells: range
    """The reserve piles that take a moved card: all of them or none."""
    merci: int
    """The pile of a merci; -1 where the game has none."""
    exchanges: bool
    """Whether the merci exchanges cards of a column."""
    turning: range
    """The pile of the merci, where it turns up face-down cards; empty elsewhere."""
    turned_to: int
    """The column to which it turns them up; -1 elsewhere."""
    collecting: range
    """The cells on which sets are collected; empty where none are."""
    waste: int
    """-1 where the variant has none."""
    stock: int
    """-1 where the variant has none."""
    sources: tuple[int, ...]
    """The piles whose cards can move, in the order of RULES §1."""
    targets: tuple[int, ...]
    """The piles that take moved cards, in the order of RULES §1: columns, foundations, reserve piles, waste,
    stock."""
    pairing: frozenset[int]
    """The piles whose top card leaves together with a card that is moved onto it."""
    beneath: frozenset[int]
    """The piles whose top card also leaves together with the card under it."""
    covers: tuple[tuple[int, ...], ...]
    """By pile: the piles that lie on it; it is covered as long as one of them has a card."""
    covered_by_all: range
    """The piles that are covered only as long as all of those that lie on them have cards."""
    lies_on: tuple[tuple[int, ...], ...]
    """By pile: the piles that it lies on."""

    def named(self, names: tuple[str, ...]) -> frozenset[int]:
        """Return the piles that are named, or whose kind is."""
        return frozenset(number for name, number in self.pile.items() if name in names or name[0] in names)


def pile_numbers(rules: Rules) -> PileNumbers:
    """Number the piles of a game."""
    names = rules.pile_names
    pile = {name: index for index, name in enumerate(names)}
    columns = _numbered(pile, "T", rules.columns.number if rules.columns else 0)
    foundations = _numbered(pile, "F", len(rules.foundations))
    reserve = _numbered(pile, "R", rules.reserve.piles if rules.reserve else 0)
    cells = reserve if rules.cells else range(0)
    waste = pile.get("W", -1)
    stock = pile.get("S", -1)
    takes_waste = rules.stock is not None and rules.stock.waste_takes is not None
    pairing = frozenset(index for name, index in pile.items() if rules.pairs and name[0] in rules.pairs.piles)
    is_open = rules.stock is not None and (rules.stock.open or rules.stock.shows_last)
    taking = pairing.union(
        columns, foundations, reserve if rules.has_merci else cells, [waste] if takes_waste else []
    )
    covers = tuple(tuple(pile[cover] for cover in rules.covers(name)) for name in names)
    return PileNumbers(
        names=names,
        pile=pile,
        columns=columns,
        foundations=foundations,
        reserve=reserve,
        cells=cells,
        merci=reserve.start if rules.has_merci else -1,
        exchanges=rules.reserve is not None and rules.reserve.takes is Takes.EXCHANGE,
        turning=reserve if rules.turned_to else range(0),
        turned_to=pile.get(rules.turned_to, -1),
        collecting=cells if rules.pairs and rules.pairs.collected else range(0),
        waste=waste,
        stock=stock,
        sources=(
            *columns,
            *reserve,
            *([waste] if waste >= 0 and not takes_waste else []),
            *(() if rules.foundations_final else foundations),
            *([stock] if is_open or stock in pairing else []),
        ),
        targets=tuple(sorted(taking)),
        pairing=pairing,
        beneath=frozenset(
            index for name, index in pile.items() if rules.pairs and name[0] in rules.pairs.beneath
        ),
        covers=covers,
        covered_by_all=reserve if "covered_by_all" in rules.concepts else range(0),
        lies_on=tuple(
            tuple(below for below in range(len(names)) if number in covers[below])
            for number in range(len(names))
        ),
    )


def _numbered(pile: Mapping[str, int], letter: str, number: int) -> range:
    start = pile[f"{letter}1"] if number else 0
    return range(start, start + number)
