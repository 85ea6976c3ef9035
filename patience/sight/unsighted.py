"""A player without sight: it searches orders in which the cards that it has not seen may lie."""

import random
from collections import Counter
from typing import Final

from patience.bench.baselines import FEATURES, GREEDY, weighing
from patience.bench.episodes import View, in_sight
from patience.game import Game
from patience.search.evaluation import evaluate
from patience.sight.unseen import Sight

NAME: Final = "unsighted 1"
"""The player and its version: whatever follows from its plays names it."""

GUESSES: Final = 3
"""The orders of unseen cards that it searches for each move."""

GUESS_BUDGET: Final = 300
"""The most positions searched in each."""

KNOWN_BUDGET: Final = 20_000
"""The most positions searched once it has seen every card."""

RECENT: Final = 40
PATIENCE: Final = 60
"""Moves without a new card seen or brought to a foundation after which it gives up."""


def play(game: Game, seed: str) -> Game:
    """Play a game on until it is won or given up, and return it. The same seed plays the same moves.

    Nothing that the player does depends on the order of cards that it has not seen. Raises UnseenError and
    SearchUnavailableError.
    """
    player, idle, best = _Player(game, seed), 0, (0, 0)
    while idle < PATIENCE and game.legal_moves and not game.is_won:
        move = player.choose()
        game.push(move)
        player.sight.push(move)
        reached = player.progress()
        idle = 0 if reached > best else idle + 1
        best = max(best, reached)
    return game


class _Player:
    def __init__(self, game: Game, seed: str) -> None:
        self.game, self.sight = game, Sight(game)
        self.source = random.Random(f"{NAME} {seed}")  # noqa: S311 - not a secret
        self.greedy = weighing([GREEDY.get(name, 0.0) for name in FEATURES], self.source)
        self.plan: list[str] = []

    def progress(self) -> tuple[int, int]:
        """Return how many cards it has seen, and how many lie on foundations."""
        position = self.sight.position
        home = sum(len(position.piles[pile]) - 1 for pile in position.tables.foundations)
        return -len(self.sight.hidden), home

    def choose(self) -> str:
        if not self.plan and not self.sight.hidden:
            self.plan = self._line(KNOWN_BUDGET)
        if self.plan and self.plan[0] in self.game.legal_moves:
            return self.plan.pop(0)
        votes = Counter(line[0] for line in map(self._line, [GUESS_BUDGET] * GUESSES) if self._advances(line))
        if votes:
            return votes.most_common(1)[0][0]
        game = self.game
        return self.greedy(View(game.variant, in_sight(game), game.legal_moves, game.moves, None))

    def _line(self, budget: int) -> list[str]:
        """Return a line that wins with the unseen cards in an order at random; empty if none is found."""
        return list(evaluate(self.sight.imagined(self.source), budget).finding.continuation or ())

    def _advances(self, line: list[str]) -> bool:
        """Return whether a line can begin, and not with a move of just now: guesses may differ in circles."""
        return bool(line) and line[0] in self.game.legal_moves and line[0] not in self.game.moves[-RECENT:]
