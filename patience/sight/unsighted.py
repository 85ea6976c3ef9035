"""A player without sight: it searches orders in which the cards that it has not seen may lie."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from patience.bench.baselines import FEATURES, GREEDY, weighing
from patience.bench.episodes import View, in_sight
from patience.game import Game
from patience.play.position import Position
from patience.play.replay import advance
from patience.search.evaluation import evaluate
from patience.sight.unseen import Sight

NAME: Final = "unsighted 1"
"""The player and its version: whatever follows from its plays names it."""

GUESSES: Final = 5
"""The orders of unseen cards that it searches before it decides."""

GUESS_BUDGET: Final = 300
"""The most positions searched in each."""

KNOWN_BUDGET: Final = 20_000
"""The most positions searched once it has seen every card."""

COMPARED: Final = 3
"""The plans that it compares in all its guesses."""

PATIENCE: Final = 150
"""Moves without a new card seen or brought to a foundation after which it gives up."""


def play(game: Game, seed: str) -> Game:
    """Play a game on until it is won or given up, and return it. The same seed plays the same moves.

    Nothing that the player does depends on the order of cards that it has not seen. Raises UnseenError and
    SearchUnavailableError.
    """
    player, idle = _Player(game, seed), 0
    best = player.progress()
    while idle < PATIENCE and game.legal_moves and not game.is_won:
        move = player.choose()
        game.push(move)
        player.sight.push(move)
        reached = player.progress()
        idle = 0 if reached > best else idle + 1
        best = max(best, reached)
    return game


class _Player:
    """A player with a plan: the moves up to the next one that is not turning the stock.

    Where the stock can be turned without end, it first looks through it. Then a plan is the beginning of a
    line that wins in a guess, up to its first other move. Of the plans of most guesses, it follows the one
    after which most guesses can still be won, and no plan twice in the same position.
    """

    def __init__(self, game: Game, seed: str) -> None:
        self.game, self.sight = game, Sight(game)
        self.source = random.Random(f"{NAME} {seed}")  # noqa: S311 - not a secret
        self.greedy = weighing([GREEDY.get(name, 0.0) for name in FEATURES], self.source)
        self.plan: list[str] = []
        self.followed = set[tuple[object, ...]]()
        stock = self.sight.position.tables.rules.stock
        is_endless = stock is not None and stock.redeals is None and not stock.gathers
        self.turns = {"draw", "redeal"} if is_endless else set[str]()

    def progress(self) -> tuple[int, int]:
        """Return how many cards it has seen, and how many lie on foundations."""
        position = self.sight.position
        home = sum(len(position.piles[pile]) - 1 for pile in position.tables.foundations)
        return -len(self.sight.hidden), home

    def choose(self) -> str:
        """Return the next move of the plan, of a new one where the plan has ended or cannot go on."""
        legal = list(map(str, self.game.legal_moves))
        if not self.plan or self.plan[0] not in legal:
            self.plan = self._look(legal) or self._planned()
        if self.plan and self.plan[0] in legal:
            return self.plan.pop(0)
        game = self.game
        return self.greedy(View(game.variant, in_sight(game), game.legal_moves, game.moves, None))

    def _look(self, legal: list[str]) -> list[str]:
        """Return the move that shows more of the stock, where it costs nothing."""
        stock = self.sight.position.tables.stock
        is_unknown = any(pile == stock for pile, _ in self.sight.hidden)
        return [move for move in legal if move in self.turns][:1] if is_unknown else []

    def _planned(self) -> list[str]:
        if not self.sight.hidden:
            return list(_line(self.sight.position, KNOWN_BUDGET))
        seen = tuple(map(tuple, self.sight.position.piles))
        guesses = [self.sight.imagined(self.source) for _ in range(GUESSES)]
        plans = Counter(self._beginning(line) for guess in guesses if (line := _line(guess, GUESS_BUDGET)))
        candidates = [plan for plan, _ in plans.most_common() if (seen, plan) not in self.followed]
        if not candidates:
            return []
        best = max(candidates[:COMPARED], key=lambda plan: (_wins_after(plan, guesses), plans[plan]))
        self.followed.add((seen, best))
        return list(best)

    def _beginning(self, line: Sequence[str]) -> tuple[str, ...]:
        turning = takewhile(self.turns.__contains__, line)
        return tuple(line[: sum(1 for _ in turning) + 1])


def _line(position: Position, budget: int) -> Sequence[str]:
    """Return a line that wins, empty if none is found."""
    return evaluate(position, budget).finding.continuation or ()


def _wins_after(plan: Sequence[str], guesses: Sequence[Position]) -> int:
    """Return in how many guesses a line is found that wins after a plan."""
    reached = [guess.copy() for guess in guesses]
    for position in reached:
        advance(position, plan)
    return sum(position.won or bool(_line(position, GUESS_BUDGET)) for position in reached)
