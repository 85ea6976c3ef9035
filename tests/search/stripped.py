"""Positions of a few cards under any rules, near the turning point of a game: brute force settles most.

Three kinds: a won game played backwards, which is winnable however tangled it is; the same after some random
moves, which may have thrown it away; and cards laid by chance.
"""

import random
from collections.abc import Iterator
from itertools import islice

from patience.cards import FACE_DOWN
from patience.compilation.compiled_rules import CompiledRules
from patience.play.legality import legal_moves, play
from patience.play.position import Position
from patience.rules import Base
from tests.engine.declarations import random_tables
from tests.search.backwards import unplayed
from tests.search.small_positions import small_position
from tests.search.well_formed import can_be_met

COLUMNS = (1, 2, 2, 3, 3, 4, 6)
"""The numbers of columns to choose from."""
MOST_CARDS = 24
MOVES_BACK = 150
"""How many moves of a game played backwards are tried. Most of them are impossible."""


def random_rules(number: int, pair: tuple[str, str]) -> CompiledRules:
    """Return rules that use both concepts, with few columns, and with the base that a deal set."""
    tables = next(random_tables(number, pair, COLUMNS))
    if tables.rules.base is Base.ACE:
        return tables
    return tables.at_base(random.Random(number).choice("A4TK"))


def stripped_positions(tables: CompiledRules, number: int, source: random.Random) -> Iterator[Position]:
    """Yield at most `number` positions that could come up in a game and are not won."""
    made = (position for position in _positions(tables, number, source) if can_be_met(position))
    yield from islice((position for position in made if not position.won), number)


def _positions(tables: CompiledRules, number: int, source: random.Random) -> Iterator[Position]:
    # A declaration may have no position of a kind.
    for _ in range(number // 4):
        game = [position.copy() for position in unplayed(tables, MOVES_BACK, source)]
        for position in source.sample(game, min(4, len(game))):
            yield position
            yield _wandered(position.copy(), source)
            yield _wandered(position.copy(), source)
        for laid in range(12):
            position = small_position(tables, source, MOST_CARDS)
            if laid % 3:
                _fill_columns(position)
            yield position


def _wandered(position: Position, source: random.Random) -> Position:
    """Play some random moves."""
    for _ in range(source.randint(1, 20)):
        tokens = legal_moves(position)
        if not tokens:
            break
        play(position, position.tables.read(source.choice(tokens)))
    return position


def _fill_columns(position: Position) -> None:
    """Move a card from the longest column to each empty one, because empty columns free most cards."""
    columns = [position.piles[column] for column in position.tables.columns]
    for column in columns:
        longest = max(columns, key=len)
        if len(column) == 1 and len(longest) > 2 and longest[-1] < FACE_DOWN:
            column.append(longest.pop())
            longest[-1] &= ~FACE_DOWN
