"""Plans up to the next card that is turned up, for games in which no guess at the hidden cards is won.

What a player knows holds until a card is turned up or the stock is dealt. So the compiled search looks
through the positions in which neither has happened, and values those in which a card has just been turned
up: on average over cards that it could be. The best of them is played. If there is none, the stock is dealt,
in the best position in which that is allowed. The weights are those by which the search that sees all cards
orders positions: sequences of a suit, few covered cards, ranks on top that take others, empty columns.
"""

from collections.abc import Sequence
from typing import Final

from patience.cards import FACE_DOWN, rank
from patience.compilation.compiled_rules import CompiledRules
from patience.play.position import Position
from patience.play.replay import advance
from patience.rules import Build
from patience.search.heuristics import Schedule, family
from patience.search.search_runner import Probe, is_declined, require_search, tokens_of
from patience.sight.unseen import is_out_of_sight

Plan = tuple[tuple[str, ...], int]
"""Moves, and the value of the position to which they lead: a lower one is better."""

SAMPLES: Final = 8
"""The cards that a card turned up could be, by which a position is valued."""

DEALING: Final = 300
"""What dealing the stock costs, as a difference in value."""

_SPIDER: Final = family("spider")
assert _SPIDER.traits
_SEEN: Final = _SPIDER.traits._replace(low_face_down=0, under_king=0, next_joins=0, next_fits=0)
"""The traits that do not depend on hidden cards."""

_PLAYED: Final[Schedule] = (_SPIDER._replace(traits=_SEEN, single_layer=True, greedy=0),)

_DEALT: Final[Schedule] = (_PLAYED[0]._replace(traits=_SEEN._replace(empty=(500, 1000, 1500, 2000, 2500))),)
"""Where the stock can only be dealt to columns that have cards: empty columns are to be filled."""


def is_planned(tables: CompiledRules) -> bool:
    """Return whether a game is planned: Spider and its kin, where sequences of a suit lie on any suit."""
    columns, stock = tables.rules.columns, tables.rules.stock
    return (
        columns is not None
        and (columns.build, columns.lift) == (Build.ANY_SUIT, Build.BY_SUIT)
        and stock is not None
        and stock.actions == ("deal",)
        and any(foundation.whole for foundation in tables.rules.foundations)
        and not is_declined(tables)
    )


def plan(position: Position, budget: int) -> Probe:
    """Return the best moves up to a card turned up or a deal, None if there are none, and their cost.

    Of the cards that lie face down or in the stock it only matters which ones there are. Raises
    SearchUnavailableError.
    """
    turn, deal, positions = _looked(position, _PLAYED, budget)
    if turn and (deal is None or turn[1] <= deal[1] + DEALING):
        return Probe(_up_to_turn(position, turn[0]), positions)
    if deal is None and len(position.piles[position.tables.stock]) > 1:
        _, deal, more = _looked(position, _DEALT, budget)
        positions += more
    return Probe((*deal[0], "deal") if deal else None, positions)


def _looked(position: Position, schedule: Schedule, budget: int) -> tuple[Plan | None, Plan | None, int]:
    """Return the best plan that turns up a card, the best one before a deal, and their cost."""
    require_search()
    from patience.search.engine import Search  # noqa: PLC0415 - it may be missing

    tables = position.tables
    search = Search(tables, position.piles, position.redeals, schedule, budget)
    plans = search.plan(_samples(position))
    turn, deal = (each and (tokens_of(tables, each[0]), each[1]) for each in plans)
    return turn, deal, search.positions


def _samples(position: Position) -> list[int]:
    """Return unseen cards, evenly spread over the ranks."""
    unseen = [
        card & ~FACE_DOWN
        for pile, cards in enumerate(position.piles)
        for place, card in enumerate(cards[1:], 1)
        if is_out_of_sight(position, pile, place)
    ]
    unseen.sort(key=lambda card: (rank(card), card))
    return [unseen[(2 * number + 1) * len(unseen) // (2 * SAMPLES)] for number in range(SAMPLES)]


def _up_to_turn(position: Position, line: Sequence[str]) -> tuple[str, ...]:
    """Return the moves of a line up to the first one that turns up a card."""
    reached = position.copy()
    down = _face_down(reached)
    for number, move in enumerate(line, 1):
        advance(reached, [move])
        if _face_down(reached) < down:
            return tuple(line[:number])
    return tuple(line)


def _face_down(position: Position) -> int:
    return sum(card >= FACE_DOWN for column in position.tables.columns for card in position.piles[column])
