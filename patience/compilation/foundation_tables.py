"""What foundations ask beyond the card on top, and which piles win the game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from patience.cards import cards_of
from patience.compilation.pile_numbers import PileNumbers
from patience.rules import Rules, Win


@dataclass(frozen=True, eq=False, repr=False)
class FoundationTables:
    """How foundations depend on each other, when they are complete, and what wins."""

    guards: Mapping[int, int]
    """Foundation to the foundation that must be complete before its last card."""
    bases_stay: frozenset[int]
    """The foundations whose first card stays there."""
    same_base: bool
    """Whether foundations begin with the rank with which one has begun."""
    same_direction: bool
    """Whether foundations are built the way in which one is built."""
    openers: frozenset[int]
    """The piles that give the first card on a foundation, before any other move; empty if any move may come
    before."""
    matches: Mapping[int, int]
    """Foundation to the foundation whose ranks, or suit, it follows."""
    lowest_first: frozenset[int]
    """The foundations that begin with the lowest card of its suit on top of columns."""
    pair_homes: Mapping[int, int]
    """By card of a pair: the foundation to which the two go; empty where pairs are discarded."""
    leads_pair: frozenset[int]
    """The cards of a pair that lie lower there, whichever of the two was moved."""
    outranked: frozenset[int]
    """The foundations that take only cards outranked by the top card of another column."""
    complete: tuple[int, ...]
    """By pile: its length once complete, the floor included; 0 for all but foundations."""
    winning: tuple[int, ...]
    """The foundations that win once complete; empty where something else wins."""
    emptied: tuple[int, ...]
    """The piles that have to be empty as well, or alone; empty where something else wins."""


def foundation_tables(rules: Rules, piles: PileNumbers) -> FoundationTables:
    """Compile what foundations ask, and what wins."""
    pile = piles.pile
    declared = tuple(zip(piles.foundations, rules.foundations, strict=True))
    begun = declared if rules.builds_pairs else ()
    in_full = rules.win is Win.COMPLETE
    length = {index: foundation.length + 1 for index, foundation in declared}
    winners = sorted(piles.named(rules.won_when)) or piles.foundations
    return FoundationTables(
        guards={
            index: pile[foundation.last_after] for index, foundation in declared if foundation.last_after
        },
        bases_stay=frozenset(index for index, foundation in declared if foundation.base_stays),
        same_base=rules.same_base is not None,
        same_direction=rules.same_direction,
        openers=piles.named(tuple(rules.base_from or ())),
        matches={index: pile[foundation.matched] for index, foundation in declared if foundation.matched},
        lowest_first=frozenset(index for index, foundation in declared if foundation.lowest_first),
        pair_homes={
            card: index
            for index, foundation in begun
            for card in cards_of(foundation.suits + foundation.pair)
        },
        leads_pair=frozenset(
            card
            for _, foundation in begun
            if not foundation.direction
            for card in cards_of(foundation.suits + foundation.ranks[0])
        ),
        outranked=frozenset(index for index, foundation in declared if foundation.outranked),
        complete=tuple(length.get(number, 0) for number in range(len(piles.names))),
        winning=tuple(index for index in winners if index in piles.foundations and in_full),
        emptied=_emptied(rules.win, winners, piles),
    )


def _emptied(win: Win, winners: Iterable[int], piles: PileNumbers) -> tuple[int, ...]:
    if win is Win.COMPLETE:
        return tuple(index for index in winners if index not in piles.foundations)
    return {Win.EMPTY_STOCK: (piles.stock,), Win.EMPTY_COLUMNS: tuple(piles.columns)}.get(win, ())
