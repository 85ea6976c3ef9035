"""Builds logs and positions for the engine's tests, through its public functions."""

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, islice
from typing import Any

from conformance.deals import deal_of
from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.play.dealing import Deal
from patience.play.legality import legal_moves, play
from patience.play.position import Position
from patience.play.replay import GameLog
from patience.rules.variant import OptionValue
from patience.search.search_runner import is_declined
from schemas.positions import state_json
from tests.conftest import some


def log_of(game: Mapping[str, Any]) -> GameLog:
    """The log of a fixture's game."""
    return GameLog(deal_of(game), tuple(game["moves"]))


def state(position: Position) -> dict[str, Any]:
    """A position as the fixtures write it."""
    found = state_json(position)
    del found["redeals"]
    return found


def searched_rule_sets(start: int = 0, step: int = 1) -> Iterator[tuple[str, dict[str, OptionValue]]]:
    """Yield those of each ``step``-th of ``rule_sets``, from one on, that the search does not decline."""
    for variant, rules in islice(rule_sets(), start, None, step):
        if not is_declined(tables_for(variant, rules)):
            yield variant, rules


def rule_sets() -> Iterator[tuple[str, dict[str, OptionValue]]]:
    """Yield every variant with its defaults, and with each other option value in turn.

    Of numbers the first two and the last are used.
    """
    for variant in VARIANTS.values():
        defaults: dict[str, OptionValue] = {option.name: option.default for option in variant.options}
        yield variant.id, defaults
        for option in variant.options:
            numbers = [*option.numbers[:2], *option.numbers[2:][-1:]]
            for value in (*option.words[1:], *numbers):
                yield variant.id, defaults | {option.name: value}


@cache
def kinds_of_rules() -> list[tuple[str, dict[str, OptionValue]]]:
    """Return enough of ``rule_sets()`` for every pair of concepts, builds and stocks that occurs together.

    For tests of what follows from the rules, whatever the layout and the number of piles.
    """
    kinds: list[tuple[str, dict[str, OptionValue]]] = []
    covered: set[tuple[object, object]] = set()
    for variant, options in rule_sets():
        rules = VARIANTS[variant].under(tuple(options.items()))
        columns, stock = rules.columns, rules.stock
        moved = columns and (columns.build, columns.lift)
        drawn = stock and (stock.actions, stock.hold)
        pairs = set(combinations([moved, drawn, *sorted(rules.concepts), ""], 2))
        if not pairs <= covered:
            kinds.append((variant, options))
            covered |= pairs
    return kinds


def some_kinds(variants: Iterable[str]) -> list[tuple[str, dict[str, OptionValue]]]:
    """Return some of ``kinds_of_rules()``, of these variants only."""
    return [kind for kind in some(kinds_of_rules(), 6) if kind[0] in variants]


def random_positions(deal: Deal, moves: int, source: random.Random) -> Iterator[Position]:
    """The positions of a game of random legal moves, the opening first; one object, played on."""
    position = deal.position()
    yield position
    for _ in range(moves):
        legal = legal_moves(position)
        if not legal:
            return
        play(position, position.tables.read(source.choice(legal)))
        yield position
