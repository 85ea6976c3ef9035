"""Winning lines of one game that are known, so that searches of other positions of the game can use them.

A position on a known line is winnable. Positions are equal up to the order of piles that the rules do not
distinguish (``look``): the rest of the line is then played with the piles that correspond. The caller
replays what it gets: fingerprints could be equal by chance.
"""

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from patience.compilation.compiled_rules import CompiledRules
from patience.play.legality import play
from patience.play.position import Position
from patience.search.sequence_counts import has_unlike_piles

MOST_POSITIONS: Final = 2000
"""The most positions of known lines that are kept for a game: those of about ten lines."""

BYTES_PER_POSITION: Final = 512
"""About the most memory that a position of a known line needs."""

_END_OF_PILE: Final = b"\xff"

Goal = tuple[list[bytes], int]
"""The piles of a winnable position, and the redeals that were used."""


class KnownLines:
    """Winning lines of one game, by the positions on them."""

    def __init__(self) -> None:
        self._rest: dict[bytes, tuple[bytes, int, tuple[str, ...], int]] = {}
        """By position: its piles and redeals, a winning line, and how many of its moves came before."""
        self._costs: dict[bytes, int] = {}
        """By position from which a line was searched: the number of positions expanded."""

    @property
    def bytes(self) -> int:
        """Return about how much memory the lines need."""
        return BYTES_PER_POSITION * len(self._rest)

    def add(self, position: Position, line: Sequence[str], cost: int) -> None:
        """Record a line that wins from a position and the positions it cost, if there is room for it."""
        if not line or len(self._rest) + len(line) > MOST_POSITIONS:
            return
        after, tokens = position.copy(), tuple(line)
        self._costs[_key(position)] = cost
        for number, token in enumerate(tokens):
            state = _END_OF_PILE.join(map(bytes, after.piles))
            self._rest.setdefault(_key(after), (state, after.redeals, tokens, number))
            play(after, after.tables.read(token))

    def line_from(self, position: Position) -> tuple[str, ...] | None:
        """Return a line that should win from a position; None if the position is not on a known line."""
        known = self._rest.get(_key(position))
        if known is None:
            return None
        state, _, tokens, number = known
        return _translated(position, state.split(_END_OF_PILE), tokens[number:])

    def cost(self, position: Position) -> int:
        """Return how many positions the search from this position expanded; 0 without one."""
        return self._costs.get(_key(position), 0)

    def goals(self) -> list[Goal]:
        """Return the positions on the lines."""
        return [(state.split(_END_OF_PILE), redeals) for state, redeals, _, _ in list(self._rest.values())]


def look(position: Position) -> Hashable:
    """Return a key that only equivalent positions share: equal up to the order of interchangeable piles."""
    piles: list[Hashable] = [tuple(pile) for pile in position.piles]
    for group in _interchangeable(position):
        for number, pile in zip(group, sorted(position.piles[number] for number in group), strict=True):
            piles[number] = tuple(pile)
    return tuple(piles), position.redeals_used


def _key(position: Position) -> bytes:
    return blake2b(repr(look(position)).encode(), digest_size=16).digest()


def _interchangeable(position: Position) -> Sequence[Sequence[int]]:
    """Return groups of piles that the rules treat alike from this position on."""
    tables = position.tables
    stock = tables.rules.stock
    deals = stock is not None and "deal" in stock.actions and not position.is_empty(tables.stock)
    return _groups(tables, deals)


@lru_cache(maxsize=1024)
def _groups(tables: CompiledRules, deals: bool) -> Sequence[Sequence[int]]:
    """Return groups of piles that the rules treat alike; `deals` says whether deals are to come."""
    return [group for group in _alike(tables, deals=deals) if len(group) > 1]


def _alike(tables: CompiledRules, *, deals: bool) -> Iterator[Sequence[int]]:
    """Yield the groups of `_groups`, those of one pile included."""
    if has_unlike_piles(tables):
        return
    restocks = tables.restocks and tables.deal_piles == tables.columns
    if not tables.gathers and not restocks and not (deals and tables.deal_piles == tables.columns):
        yield tables.columns
    yield tables.cells
    alike: dict[object, list[int]] = {}
    for pile in tables.foundations:
        if pile not in tables.guards and pile not in tables.guards.values():
            alike.setdefault(tables.foundation(pile), []).append(pile)
    yield from alike.values()


def _translated(position: Position, piles: Sequence[bytes], line: Sequence[str]) -> tuple[str, ...]:
    """Return a line from a position with these piles as moves of an equivalent position."""
    places = list(range(len(piles)))
    for group in _interchangeable(position):
        ours = sorted(group, key=lambda pile: position.piles[pile])
        theirs = sorted(group, key=lambda pile: piles[pile])
        for pile, other in zip(ours, theirs, strict=True):
            places[other] = pile
    return tuple(_in_places(position.tables, token, places) for token in line)


def _in_places(tables: CompiledRules, token: str, places: Sequence[int]) -> str:
    move = tables.read(token)
    if move.action:
        return token
    return tables.token(places[move.source], places[move.target], move.count)
