"""Counts the ways to play on: how many sequences of 1, 2, 3 … legal moves a position allows.

python -m tests.perft

writes ``fixtures/perft.json`` anew, counted by the plain implementation alone. For every variant under every
combination of its options there are two openings and, after moves at random, one game in full swing.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

from tests import plain
from tests.conftest import FIXTURES
from tests.engine.games import rule_sets

FILE = FIXTURES / "perft.json"
DEEPEST = 6
MOST_POSITIONS = 150
MOVES_PLAYED = 70


def ways(game: plain.Game, longest: int = DEEPEST) -> list[int]:
    """Sequences of one move, of two, and so on, as long as there are not too many positions to look at."""
    positions, counts = [game], []
    while len(counts) < longest and 0 < len(positions) <= MOST_POSITIONS:
        following = [(position, plain.legal_moves(position)) for position in positions]
        counts.append(sum(len(legal) for _, legal in following))
        if counts[-1] <= MOST_POSITIONS:
            positions = [after(position, token) for position, legal in following for token in legal]
        else:
            positions = []
    return counts


def after(position: plain.Game, token: str) -> plain.Game:
    """The position to which a legal move leads."""
    following = position.copy()
    plain.play(following, token)
    return following


def some_moves(game: plain.Game, source: random.Random) -> list[str]:
    """Moves at random, most of those to the foundations taken; the game is played on."""
    moves = []
    while len(moves) < MOVES_PLAYED and (legal := plain.legal_moves(game)):
        home = [token for token in legal if "-F" in token]
        token = source.choice(home if home and source.random() < 0.9 else legal)
        # A game that would end here has nothing left to count.
        if not plain.legal_moves(after(game, token)):
            break
        plain.play(game, token)
        moves.append(token)
    return moves


def cases() -> Iterator[dict[str, Any]]:
    """What the fixture holds."""
    for variant, rules in rule_sets():
        for seed in ("1", "20261121"):
            counts = ways(plain.deal(variant, rules, seed=seed))
            yield {"variant": variant, "rules": rules, "seed": seed, "moves": [], "counts": counts}
        game = plain.deal(variant, rules, seed="ms32000")
        moves = some_moves(game, random.Random(f"{variant} {rules}"))
        yield {"variant": variant, "rules": rules, "seed": "ms32000", "moves": moves, "counts": ways(game)}


def main() -> None:
    """Write the fixture."""
    lines = ",\n".join(json.dumps(case) for case in cases())
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
