"""Random and changed games of all variants under random options: both engines and the reference interpreter.

python -m tests.soak.games --games 100000 [--seed 1] [--seconds 300] [--variant ID …]

Progress goes to stderr. Each kind of disagreement is printed once, as JSON with a request that shows it. At
the end come the numbers of endings and of games per variant. The exit code is 0 if there is no disagreement,
else 1.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import chain
from math import ceil, inf
from multiprocessing import Pool
from time import monotonic

from conformance.declared import judge
from patience.games import VARIANTS
from tests.engine.requests import Request, changed, random_request, random_rules
from tests.engine.rivals import Disagreement, disagreement, probe

CHANGED = 4
"""How often each random game is judged again with some moves changed."""
CHUNK = 5

Judgement = tuple[str, str, Disagreement | None]
"""A game's variant, its ending or the reason of its illegal move, and a disagreement."""


def judge_games(seed: int, variants: Sequence[str], number: int) -> list[Judgement]:
    """Make and judge the game of this number and its changed copies."""
    variant = variants[number % len(variants)]
    source = random.Random(f"{seed} {number}")
    request = random_request(source, variant, random_rules(source, variant))
    copies = (changed(source, request) for _ in range(CHANGED))
    return [judge_game(source, variant, game) for game in (request, *copies)]


def judge_game(source: random.Random, variant: str, request: Request) -> Judgement:
    """Judge one game by all three, and try more tokens in its last position."""
    try:
        expected = judge(request)
        illegal = expected["first_illegal_move"]
        ending = illegal["reason"] if illegal else expected["outcome"]
        return variant, ending, disagreement(request, expected) or probe(request, source)
    except Exception as error:
        return variant, "crash", {"request": request, "engine": repr(error), "found": {}, "reference": {}}


def main() -> int:
    """Judge games until enough are judged or the time is over, and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100_000, help="how many (default 100000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other games (default 1)")
    parser.add_argument("--seconds", type=float, default=inf, help="stop after this time (default: never)")
    parser.add_argument(
        "--variant", nargs="*", choices=VARIANTS, metavar="ID", help="only these games (default: all)"
    )
    parser.add_argument("--workers", type=int, help="processes (default: one per CPU)")
    options = parser.parse_args()
    variants = options.variant or list(VARIANTS)
    endings: Counter[str] = Counter()
    games_of: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    stop = monotonic() + options.seconds
    work = partial(judge_games, options.seed, variants)
    with Pool(options.workers) as pool:
        judgements = chain.from_iterable(pool.imap(work, range(ceil(options.games / (1 + CHANGED))), CHUNK))
        for number, (variant, ending, difference) in enumerate(judgements, 1):
            endings[ending] += 1
            games_of[variant] += 1
            if difference:
                kind = f"{variant} {difference['engine']} {sorted(difference['found'])}"
                kinds[kind] += 1
                if kinds[kind] == 1:
                    print(json.dumps(difference, ensure_ascii=False))  # noqa: T201
            if number % 1000 == 0:
                print(f"{number} games, {kinds.total()} disagreements", file=sys.stderr)  # noqa: T201
            if monotonic() > stop:
                pool.terminate()
                break
    print(f"{endings.total()} games, {kinds.total()} disagreements. Their endings and variants:")  # noqa: T201
    for ending, games in [*endings.most_common(), *kinds.most_common(), *sorted(games_of.items())]:
        print(f"{games:8} {ending}")  # noqa: T201
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
