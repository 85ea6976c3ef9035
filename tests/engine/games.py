"""Builds logs and positions for the engine's tests, through its public functions."""

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from schemas.positions import state_json
from service.engine.compiled import tables_for
from service.engine.dealing import Deal, deal_deck, deal_seed
from service.engine.legality import legal_moves, play
from service.engine.position import Position
from service.engine.replay import GameLog
from service.engine.variant import OptionValue
from service.engine.variants import VARIANTS


def deal_of(game: Mapping[str, Any]) -> Deal:
    """The deal of a fixture's game."""
    tables = tables_for(game["variant"], game.get("rules", {}))
    return deal_seed(tables, game["seed"]) if "seed" in game else deal_deck(tables, game["deck"])


def log_of(game: Mapping[str, Any]) -> GameLog:
    """The log of a fixture's game."""
    return GameLog(deal_of(game), tuple(game["moves"]))


def state(position: Position) -> dict[str, Any]:
    """A position as the fixtures write it."""
    found = state_json(position)
    del found["redeals"]
    return found


def rule_sets(*, every: bool = False) -> Iterator[tuple[str, dict[str, OptionValue]]]:
    """Every variant under every combination of its options; of numbers the first two and the last, or all."""
    for variant in VARIANTS.values():
        values = [
            (*option.words, *(option.numbers if every else [*option.numbers[:2], *option.numbers[2:][-1:]]))
            for option in variant.options
        ]
        for chosen in product(*values):
            yield (
                variant.id,
                {option.name: value for option, value in zip(variant.options, chosen, strict=True)},
            )


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
