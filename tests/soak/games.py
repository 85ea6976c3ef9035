"""Many random and mutated games, judged by the engine and by the reference interpreter.

python -m tests.soak.games --games 100000 [--seed 1]

Progress goes to stderr; the first disagreement is printed as JSON with the request that shows it. The exit
code is 0 if there is none, else 1.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable
from functools import partial
from multiprocessing import Pool

from tests.declared import judge
from tests.engine.requests import RULE_SETS, random_request
from tests.engine.rivals import Disagreement, disagreement, probe

CHUNK = 20


def judge_game(seed: int, number: int) -> tuple[str, Disagreement | None]:
    """Make the game of this number; how it ended, and where the two implementations differ, if they do."""
    variant, rules = RULE_SETS[number % len(RULE_SETS)]
    source = random.Random(f"{seed} {number}")
    request = random_request(source, variant, rules)
    expected = judge(request)
    illegal = expected["first_illegal_move"]
    ending = illegal["reason"] if illegal else expected["outcome"]
    return ending, disagreement(request, expected) or probe(request, source)


def judge_games(seed: int, games: int) -> tuple[Counter[str], Disagreement | None]:
    """Judge so many games on all cores, up to the first disagreement; how they ended."""
    endings: Counter[str] = Counter()
    with Pool() as pool:
        verdicts: Iterable[tuple[str, Disagreement | None]] = pool.imap(
            partial(judge_game, seed), range(games), CHUNK
        )
        for number, (ending, found) in enumerate(verdicts, start=1):
            endings[ending] += 1
            if found:
                return endings, found
            if number % 1000 == 0 or number == games:
                print(f"{number} of {games} games", file=sys.stderr)  # noqa: T201
    return endings, None


def main() -> int:
    """Judge, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100_000, help="how many (default 100000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other games (default 1)")
    asked = parser.parse_args()
    endings, found = judge_games(asked.seed, asked.games)
    if found:
        print(json.dumps(found, ensure_ascii=False))  # noqa: T201
        return 1
    print(f"{asked.games} games without a disagreement. They ended:")  # noqa: T201
    for ending, games in endings.most_common():
        print(f"{games:8} {ending}")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
