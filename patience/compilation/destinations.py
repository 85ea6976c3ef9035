"""Where single cards can go: from which piles to which, and onto which cards."""

from collections.abc import Mapping
from dataclasses import dataclass

from patience.cards import cards_of_ranks
from patience.compilation.pile_numbers import NO_PILE, PileNumbers
from patience.compilation.sequences import (
    NOTHING,
    Row,
    alone_row,
    cell_row,
    collecting_row,
    column_row,
    foundation_row,
    own_row,
    pair_row,
    sure_row,
    waste_row,
)
from patience.rules import Direction, Rules, Takes


@dataclass(frozen=True, eq=False, repr=False)
class Destinations:
    """Which piles take cards from which, at what time, and onto which cards."""

    reach: tuple[frozenset[int], ...]
    """By pile: the piles that take cards from it."""
    gives_after: frozenset[int]
    """The piles that give no card as long as the stock, or the waste, has one."""
    takes_after: frozenset[int]
    """The piles that take no card as long as the stock, or the waste, has one."""
    awaits: Mapping[int, tuple[int, ...]]
    """By pile that takes no card before some foundations have one: these foundations."""
    awaited: tuple[int, ...]
    """The piles that must be empty before these play: the stock, and mostly the waste."""
    draws_open: bool
    """Whether a draw can open them, because they do not wait for the waste."""
    opens: frozenset[int]
    """The piles whose cards open an empty column."""
    opens_after: Mapping[int, tuple[int, ...]]
    """By such a pile that waits: the reserve piles that must be empty before."""
    opens_to_all: Mapping[int, tuple[frozenset[int], int]]
    """By column that any card opens once some lie lowest in columns: these cards, and how many there are."""
    builds: frozenset[int]
    """The piles whose cards go onto the cards of a column; all where no column is opened by others."""
    limits: Mapping[int, tuple[frozenset[int], frozenset[int]]]
    """By foundation that takes only some cards from most piles: the piles that give any, and these cards."""
    fits: tuple[Row, ...]
    """By pile, then by its top card: the cards that may lie on it, alone or leading a group."""
    surely: tuple[Row, ...]
    """As ``fits``, but only the cards that need no further check, as for a whole sequence, a lock or room."""


def destinations(rules: Rules, piles: PileNumbers) -> Destinations:
    """Compile where cards can go."""
    return Destinations(
        reach=_reach(rules, piles.targets, piles.names),
        gives_after=piles.named(rules.stock.gives_after if rules.stock else ()),
        takes_after=piles.named(rules.stock.takes_after_stock if rules.stock else ()),
        awaits={
            piles.pile[name]: tuple(piles.pile[pile] for pile in awaited)
            for name, awaited in (rules.stock.takes_after_piles if rules.stock else {}).items()
        },
        awaited=(piles.stock, piles.waste if rules.stock is None or rules.stock.after_waste else NO_PILE),
        draws_open=rules.stock is not None and not rules.stock.after_waste,
        opens=_opens(rules, piles),
        opens_after=_opens_after(rules, piles),
        opens_to_all=_opens_to_all(rules, piles),
        builds=_builds(rules, piles),
        limits={
            piles.foundations[index]: (piles.named(pile.free_givers), cards_of_ranks(pile.limit))
            for index, pile in enumerate(rules.foundations)
            if pile.limit
        },
        fits=tuple(_row(rules, name) for name in piles.names),
        surely=tuple(_row(rules, name, surely=True) for name in piles.names),
    )


def _reach(rules: Rules, targets: tuple[int, ...], names: tuple[str, ...]) -> tuple[frozenset[int], ...]:
    """Return, by pile, the piles that take cards from it."""
    paired = {target for target in targets if rules.pairs and names[target][0] in rules.pairs.piles}
    givers = {target: _givers(rules, names[target]) for target in targets if target not in paired}
    anywhere = frozenset(target for target, only in givers.items() if only is None)
    particular = {target: only for target, only in givers.items() if only is not None}
    return tuple(
        anywhere.union(
            (target for target, only in particular.items() if name in only or name[0] in only),
            (
                target
                for target in paired
                if rules.make_pairs(name, names[target]) or _opens_in_pairs(rules, name, names[target])
            ),
        )
        for name in names
    )


def _opens_in_pairs(rules: Rules, name: str, target: str) -> bool:
    """Return whether a pile gives cards to an empty column in a game of pairs."""
    givers = (rules.takes_from(target) or ()) if rules.pair_moves and target[0] == "T" else ()
    return name in givers or name[0] in givers


def _givers(rules: Rules, name: str) -> tuple[str, ...] | None:
    """Return the piles, or kinds of piles, from which a pile takes cards at some time; None for all."""
    givers = rules.takes_from(name)
    opened_by = rules.columns.openers if rules.columns and name[0] == "T" else None
    return givers if givers is None or opened_by is None else (*givers, *opened_by)


def _opens(rules: Rules, piles: PileNumbers) -> frozenset[int]:
    """Return the piles from which an empty column takes cards."""
    only = rules.columns.openers if rules.columns else None
    if rules.columns and rules.pair_moves:
        only = rules.columns.takes_from
    return frozenset(piles.pile.values()) if only is None else piles.named(only)


def _opens_after(rules: Rules, piles: PileNumbers) -> Mapping[int, tuple[int, ...]]:
    """Return the piles whose cards open a column later, with the reserve piles emptied before."""
    after: dict[int, tuple[int, ...]] = {}
    before = frozenset[int]()
    for givers in (rules.columns.opened_by if rules.columns else None) or ():
        named = piles.named(givers) - before
        awaited = tuple(pile for pile in piles.reserve if pile in before)
        after |= dict.fromkeys(named, awaited) if awaited else {}
        before |= named
    return after


def _opens_to_all(rules: Rules, piles: PileNumbers) -> Mapping[int, tuple[frozenset[int], int]]:
    """Return the columns that any card opens later, with the cards that lie lowest before."""
    columns = rules.columns
    kinds = {pile: columns.of(piles.names[pile]) for pile in piles.columns} if columns else {}
    return {
        pile: (cards_of_ranks(kind.opening), rules.packs * len(rules.suits) * len(kind.opening))
        for pile, kind in kinds.items()
        if kind.opens_to_all
    }


def _builds(rules: Rules, piles: PileNumbers) -> frozenset[int]:
    """Return the piles from which a column with cards takes cards, if an empty one takes them from others."""
    columns = rules.columns
    if rules.pairs and rules.pair_moves:
        waste = [name for name in (columns.takes_from if columns else None) or () if name == "W"]
        return piles.named((*rules.pairs.piles, *waste))
    if columns is None or columns.opened_by is None or columns.takes_from is None:
        return frozenset(piles.pile.values())
    return piles.named(columns.takes_from)


def _row(rules: Rules, name: str, *, surely: bool = False) -> Row:
    if rules.pairs and name[0] in rules.pairs.piles:
        opens = name[0] == "T" and rules.pair_moves
        return pair_row(rules.pairs, rules.columns.of(name).empty_takes if rules.columns and opens else "")
    if name[0] == "T" and rules.columns:
        columns = rules.columns.of(name)
        if surely and (columns.capacity or columns.row or columns.direction is Direction.ONE_WAY):
            return NOTHING
        return (
            own_row(columns, columns.own(name)) if columns.own_ranks else column_row(columns, surely=surely)
        )
    if name[0] == "R" and rules.pairs and rules.pairs.collected:
        return NOTHING if surely else collecting_row(rules.pairs)
    if name[0] == "R" and rules.reserve and rules.has_merci:
        return NOTHING if surely or rules.turned_to else cell_row(rules.reserve, 0)
    if name[0] == "R" and rules.reserve and rules.cells:
        wide = surely and (rules.reserve.capacity > 1 or rules.reserve.takes is Takes.RUN)
        return NOTHING if wide else cell_row(rules.reserve, int(name[1:]) - 1)
    if name[0] == "F":
        foundation = rules.foundations[int(name[1:]) - 1]
        row = sure_row(foundation) if surely else foundation_row(foundation)
        return alone_row(rules.pairs, row) if rules.pairs else row
    if name == "W" and rules.stock and rules.stock.waste_takes:
        return waste_row(rules.stock.waste_takes)
    return NOTHING
