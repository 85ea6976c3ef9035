"""Positions of any rules with the truth about them, found without a solver."""

import random
from collections.abc import Iterator

from patience.compilation.compiled_rules import CompiledRules
from patience.play.dealing import deal_seed
from patience.play.position import Position
from patience.search.findings import Finding, Prospect
from tests.search.backwards import unplayed
from tests.search.brute_force import can_be_won
from tests.search.small_positions import small_position
from tests.search.weak_player import play_on

Truth = tuple[Position, bool]
"""A position, and whether it can be won."""


def made_up(tables: CompiledRules, most: int, source: random.Random) -> Iterator[Truth]:
    """Yield a small position, if its truth is found among `most` positions."""
    yield from _searched(small_position(tables, source), most)


def given_up(tables: CompiledRules, most: int, source: random.Random) -> Iterator[Truth]:
    """Yield positions near the end of a weak player's game, if their truth is found within `most`."""
    game = play_on(deal_seed(tables, str(source.randint(1, 10**9))), source)
    for position in reversed(game[-40::3]):
        found = list(_searched(position, most))
        if not found:
            return
        yield from found


def played_backwards(tables: CompiledRules, most: int, source: random.Random) -> Iterator[Truth]:
    """Yield some positions of a game played backwards for at most `most` moves: all can be won."""
    for number, position in enumerate(unplayed(tables, most, source)):
        if number % 7 == 0:
            yield position, True


def contradicts(finding: Finding, truth: bool) -> bool:
    """Whether a finding says otherwise; undecided says nothing."""
    return finding.prospect is (Prospect.DEAD if truth else Prospect.WINNABLE)


def _searched(position: Position, most: int) -> Iterator[Truth]:
    truth = can_be_won(position.copy(), most)
    if truth is not None:
        yield position, truth
