"""The deals of the benchmark: a fixed list that is proven winnable, and rounds that are secret beforehand.

The fixed list has ``DEALS`` deals of each game, a third of each grade of difficulty. It never changes within
a version of the benchmark, so a policy can be trained on it, by intent or by accident. A *hidden round* shows
that: its deals follow from a secret key whose SHA-256, the commitment, is published before anyone plays. Once
the key is published, everyone can repeat the choice. A policy that wins the fixed deals more often than the
hidden ones, beyond chance, has seen the fixed ones.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.play.dealing import deal_seed
from patience.rules.variant import OptionValue
from patience.search.daily_deals import drawn_seed
from patience.search.difficulty import Grade, Scale, difficulty_of
from patience.search.evaluation import evaluate
from patience.search.findings import Prospect

VERSION: Final = "1"
"""Raised with every change of the fixed deals or of how hidden ones follow from a key."""

FILE: Final = Path(__file__).with_name("deals.json")

DEALS: Final = 1000
"""The fixed deals of each game."""

HIDDEN_BUDGET: Final = 30_000
"""The most positions searched for a win of a hidden deal."""

MOST_CANDIDATES: Final = 100
"""Hidden deals that are tried for each deal that is wanted, before the search for more is given up."""

_TAG: Final = f"patience bench {VERSION} hidden round"


class BenchError(ValueError):
    """A game, a deal or a line that the benchmark does not accept."""


@dataclass(frozen=True, slots=True)
class BenchGame:
    """A game of the benchmark, with its fixed deals by grade."""

    name: str
    variant: str
    rules: Mapping[str, OptionValue]
    """Every option with its value."""
    rules_version: str
    easy_from: int
    """The lowest score of an easy deal; ``prospects.difficulty`` defines scores."""
    medium_from: int
    seeds: Mapping[Grade, tuple[str, ...]]

    @property
    def compiled(self) -> CompiledRules:
        """The compiled rules."""
        return tables_for(self.variant, self.rules)

    @property
    def scale(self) -> Scale:
        """The scale by which deals of the game are graded."""
        return Scale(
            self.variant, self.rules, self.rules_version, "", self.easy_from, self.medium_from, 0, ""
        )

    def deals(self) -> Iterator[tuple[Grade, str]]:
        """Yield the fixed deals: grade and seed, the grades in turn."""
        most = max(map(len, self.seeds.values()))
        for place in range(most):
            yield from ((grade, seeds[place]) for grade, seeds in self.seeds.items() if place < len(seeds))


@cache
def games() -> Mapping[str, BenchGame]:
    """Return the games of the benchmark by name."""
    return {game.name: game for game in map(_game, json.loads(FILE.read_text("utf-8"))["games"])}


def game_named(name: str) -> BenchGame:
    """Return a game of the benchmark. Raises BenchError for an unknown name."""
    if name not in games():
        raise BenchError(f"The benchmark has no game {name!r:.60}. Its games: {', '.join(games())}.")
    return games()[name]


def _game(entry: Mapping[str, object]) -> BenchGame:
    seeds = {grade: tuple(map(str, entry[grade])) for grade in Grade}  # type: ignore[call-overload]
    fields = {name: value for name, value in entry.items() if name not in tuple(Grade)}
    return BenchGame(seeds=seeds, **fields)  # type: ignore[arg-type]


def hidden_deals(key: bytes, game: BenchGame, wanted: int) -> Iterator[tuple[Grade, str]]:
    """Yield grade and seed of the deals of a hidden round: proven winnable, the same number of each grade.

    Equal arguments give equal deals on every machine. ``wanted`` is a number of deals; numbers that are not
    divisible by three are rounded down. Raises BenchError if too few candidates are winnable, and
    SearchUnavailableError without the compiled search.
    """
    left = dict.fromkeys(Grade, wanted // len(Grade))
    for number in count():
        if not any(left.values()):
            return
        if number == MOST_CANDIDATES * wanted:
            raise BenchError(f"Too few of {number} deals of {game.name} are proven winnable.")
        seed = drawn_seed(key, f"{_TAG}\n{game.name}\n{number}")
        grade = grade_of(game.compiled, game.scale, seed)
        if left[grade] and is_winnable(game.compiled, seed, HIDDEN_BUDGET):
            left[grade] -= 1
            yield grade, seed


def grade_of(rules: CompiledRules, scale: Scale, seed: str) -> Grade:
    """Return the grade of a deal."""
    return difficulty_of(deal_seed(rules, seed).opening, scale).grade


def is_winnable(rules: CompiledRules, seed: str, budget: int) -> bool:
    """Return whether a deal is proven winnable within a budget of positions."""
    return evaluate(deal_seed(rules, seed).opening, budget).finding.prospect is Prospect.WINNABLE
