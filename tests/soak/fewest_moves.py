"""Check the fewest moves of small positions against brute force.

python -m tests.soak.fewest_moves [--packs 100] [--positions 5] [--most 20000] [--judged 10] [--seed 1]
                                  [--variant freecell …]

For each variant under each set of options that the search supports, the search proves the fewest moves of
small positions. A breadth-first search that leaves nothing out (``exhaustive.pyx``) plays by the kernel's
rules, and visits at most ``--most`` positions. The naive engine of ``conformance/reference`` repeats it for
every ``--judged``-th position, with at most 3000. Searches that end early must not prove too much, either.
FreeCell and Klondike are played with small packs, too: the highest ranks alone, dealt to a few columns.
Contradictions are printed, and the exit code is 1.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import Final

from patience.cards import SUITS
from patience.compilation.compiled_rules import CompiledRules, compile_tables, tables_for
from patience.games import VARIANTS
from patience.play.legality import legal_moves, play
from patience.play.position import Position
from patience.rules import Round
from patience.rules.variant import Variant
from patience.search.engine import FewestMoves
from tests.engine.games import searched_rule_sets
from tests.search import reference_force
from tests.search.small_positions import small_position
from tests.search.well_formed import can_be_met
from tests.soak.any_rules import compile_brute_force, described, load_brute_force
from tests.soak.small_packs import play_at_random, small_deal, small_klondike

NONE: Final = 0xFFFF
"""More than the moves of any line."""

_JUDGED_MOST: Final = 3000


def proved(position: Position, budget: int) -> tuple[int, int | None]:
    """Return the proved bound and the length of the line found; ``NONE`` and None if there is no line."""
    running = FewestMoves(position.tables, position.piles, position.redeals, NONE, budget)
    while not running.go_on(1000):
        pass
    line = running.line()
    if line is not None:
        replayed = position.copy()
        for move in line:
            token = move if isinstance(move, str) else position.tables.token(*move)
            assert token in legal_moves(replayed)
            play(replayed, position.tables.read(token))
        assert replayed.won
    return NONE if running.is_dead else running.at_least, None if line is None else len(line)


def wrong(position: Position, truth: int) -> bool:
    """Return whether the search or one of its bounds contradicts the truth."""
    least, length = proved(position, 1_000_000)
    if (least, length) != (truth, None if truth == NONE else truth):
        return True
    return any(proved(position, budget)[0] > truth for budget in (0, 3, 10))


def small_freecell(columns: int, cells: int) -> CompiledRules:
    """Return the tables of FreeCell with a few columns and cells."""
    rules = VARIANTS["freecell"].under(
        (("cells", "four"), ("groups", "supermove"), ("foundations", "returnable"), ("spaces", "any"))
    )
    names = tuple(f"T{column}" for column in range(1, columns + 1))
    full, rest = divmod(52, columns)
    layout = tuple(Round(to, face_up=True) for to in (names,) * full + (names[:rest],) * (rest > 0))
    assert rules.columns is not None
    assert rules.reserve is not None
    rules = replace(
        rules,
        columns=replace(rules.columns, number=columns),
        reserve=replace(rules.reserve, piles=cells),
        layout=layout,
    )
    return compile_tables(Variant("any", "Any", "Any", rules), ())


def small_deal_of_freecell(source: random.Random) -> Position:
    """Return a deal of the highest ranks to a few columns."""
    tables = small_freecell(source.choice((3, 4)), source.choice((1, 2)))
    position, ranks = Position(tables), source.choice((2, 3))
    cards: list[int] = []
    for foundation in tables.foundations:
        first = 13 * SUITS.index(tables.foundation(foundation).suits)
        position.piles[foundation] += range(first, first + 13 - ranks)
        cards += range(first + 13 - ranks, first + 13)
    source.shuffle(cards)
    for number, card in enumerate(cards):
        position.piles[tables.columns[number % len(tables.columns)]].append(card)
    return position


def small_deal_of_klondike(source: random.Random) -> Position:
    """Return a position of a small Klondike (``small_packs.py``)."""
    columns, spaces = source.choice((2, 3, 4)), source.choice(("kings", "kings", "any"))
    position = small_deal(
        small_klondike(source.choice((1, 1, 3)), columns, spaces), source.randint(2, 4), source
    )
    play_at_random(position, source.choice((0, 0, 5, 20, 60)), source)
    return position


def positions(asked: argparse.Namespace) -> Iterator[tuple[str, Position]]:
    """Yield positions to check, and what they are of."""
    for name, make in (
        ("small FreeCell", small_deal_of_freecell),
        ("small Klondike", small_deal_of_klondike),
    ):
        source = random.Random(f"{asked.seed} {name}")
        for _ in range(asked.packs):
            position = make(source)
            if not position.won:
                yield name, position
    for variant, rules in searched_rule_sets():
        source = random.Random(f"{asked.seed} {variant} {rules}")
        for _ in range(asked.positions if not asked.variant or variant in asked.variant else 0):
            position = small_position(tables_for(variant, rules), source, source.choice((0, 6, 8)))
            if not position.won and can_be_met(position):
                yield f"{variant} {rules}", position


def run(asked: argparse.Namespace) -> int:
    """Check the positions and print the results."""
    with TemporaryDirectory() as scratch:
        by_kernel = load_brute_force(compile_brute_force(scratch), "fewest_moves")
    results: Counter[str] = Counter()
    last = ""
    for number, (name, position) in enumerate(positions(asked)):
        if name != last:
            print(name, dict(results), file=sys.stderr, flush=True)  # noqa: T201
            last = name
        truths = [by_kernel(position, asked.most)]
        if number % asked.judged == 0:
            truths.append(reference_force.fewest_moves(position, _JUDGED_MOST))
        for truth in truths:
            results["open" if truth is None else "dead" if truth < 0 else "won"] += 1
            if truth is not None and wrong(position, NONE if truth < 0 else truth):
                results["WRONG"] += 1
                print(f"WRONG {truth} {name}\n{described(position)}", flush=True)  # noqa: T201
    print(dict(results))  # noqa: T201
    return 1 if results["WRONG"] else 0


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--packs", type=int, default=100, help="small packs of each game (default 100)")
    parser.add_argument("--positions", type=int, default=5, help="of each set of options (default 5)")
    parser.add_argument("--most", type=int, default=20_000, help="positions of brute force (default 20000)")
    parser.add_argument("--judged", type=int, default=10, help="every which position the naive engine judges")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other positions (default 1)")
    parser.add_argument("--variant", nargs="*", default=[], help="only these")
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
