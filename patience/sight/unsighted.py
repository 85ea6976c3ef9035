"""A player without sight: it searches orders in which the cards that it has not seen may lie."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from patience.bench.baselines import FEATURES, GREEDY, weighing
from patience.bench.episodes import View, in_sight
from patience.cards import FACE_DOWN
from patience.game import Game
from patience.play.position import Position
from patience.play.replay import advance
from patience.search.search_runner import Probe, probe
from patience.sight.plans import is_planned, plan
from patience.sight.unseen import Sight, is_out_of_sight

Search = Callable[[Position, int], Probe]
"""Searches a position for a line within a budget of positions."""

Prober = Callable[[Position, int, Search], Probe]
"""Does one of the searches of a play: its position, its budget and the search."""


class Effort(NamedTuple):
    """How hard a player tries. Whatever follows from its plays states the name, which has a version."""

    name: str
    guesses: int
    """The orders of unseen cards that it searches before it decides."""
    guess_budget: int
    """The most positions searched in each."""
    last_guesses: int
    """The orders that it searches as if it knew them where none of the others is won."""
    known_budget: int
    """The most positions searched once it knows every card."""
    play_budget: int
    """The most positions searched in a play; then it plays on by rules of thumb."""
    compared: int
    """The plans that it compares in all its guesses."""
    plans_until_seen: bool
    """Whether a plan goes on until a move shows a card, or only to the first that does not turn the stock."""


ORDINARY: Final = Effort("unsighted 2", 16, 1_000, 4, 20_000, 300_000, 8, plans_until_seen=False)
"""Decides each move by itself."""

HARD: Final = Effort("unsighted 3", 48, 1_000, 4, 20_000, 2_000_000, 8, plans_until_seen=True)
"""Wins more games: what it does between two cards that it sees is decided as a whole."""

BRISK: Final = HARD._replace(name="unsighted 3 with 16 guesses", guesses=16)
"""Wins more games than ordinary effort, too, in two thirds of the time."""

REFERENCE: Final = HARD
"""The strongest player without sight that we have: players are compared with it unless another is named."""

EFFORTS: Final = {effort.name: effort for effort in (ORDINARY, BRISK, HARD)}

PLAN_BUDGETS: Final = (300, 3_000)
"""The most positions in which a plan is looked for; the larger where the smaller finds none."""

PATIENCE: Final = 100
"""Decisions without a new card seen or brought to a foundation after which it gives up."""


def at_once(position: Position, budget: int, search: Search) -> Probe:
    """Search a position."""
    return search(position, budget)


def play(game: Game, seed: str, prober: Prober = at_once, effort: Effort = REFERENCE) -> Game:
    """Play a game on until it is won or given up, and return it. The same seed plays the same moves.

    Nothing that the player does depends on the order of cards that it has not seen. Raises UnseenError, and
    whatever the prober raises, such as SearchUnavailableError.
    """
    player = _Player(game, seed, prober, effort)
    best, since = player.progress(), 0
    while player.decisions - since < PATIENCE and game.legal_moves and not game.is_won:
        move = player.choose()
        if not move:
            break
        game.push(move)
        player.sight.push(move)
        if (reached := player.progress()) > best:
            best, since = reached, player.decisions
    return game


class _Player:
    """A player with a plan: the beginning of a line that wins in a guess.

    Where the stock can be turned without end, it first looks through it. Then a plan goes up to the first
    move that does not turn the stock or, with ``plans_until_seen``, that shows a card. Moves between two such
    cards teach nothing: decided one at a time, each would count on wins that need another next move in each
    guess. Of the plans of most guesses, it follows the one after which most guesses can still be won, and
    none that leads back to a board that it has left. Once at most one card is unseen, so that all are known,
    it follows a winning line, or gives up.

    In Spider and its kin no guess is won until late. There a plan is the best way to turn up a card, or to
    deal (``plans.py``).
    """

    def __init__(self, game: Game, seed: str, prober: Prober, effort: Effort) -> None:
        self.game, self.sight, self.prober, self.effort = game, Sight(game), prober, effort
        self.source = random.Random(f"{effort.name} {seed}")  # noqa: S311 - not a secret
        self.greedy = weighing([GREEDY.get(name, 0.0) for name in FEATURES], self.source)
        self.left = effort.play_budget
        self.decisions = 0
        self.plan: list[str] = []
        self.boards = set[Hashable]()
        self.planless: tuple[int, int] | None = None
        tables = self.sight.position.tables
        self.plans_ahead = is_planned(tables)
        stock = tables.rules.stock
        is_endless = stock is not None and stock.redeals is None and not stock.gathers
        self.turns = {"draw", "redeal"} if is_endless else set[str]()
        self.unlike = {tables.stock, tables.waste} if is_endless else {tables.stock}

    def progress(self) -> tuple[int, int]:
        """Return how many cards it has seen, and how many lie on foundations."""
        position = self.sight.position
        home = sum(len(position.piles[pile]) - 1 for pile in position.tables.foundations)
        return -len(self.sight.hidden), home

    def choose(self) -> str:
        """Return the next move of the plan, of a new one where it has ended; empty to give up."""
        legal = list(map(str, self.game.legal_moves))
        if not self.plan or self.plan[0] not in legal:
            self.decisions += 1
            if len(self.sight.hidden) <= 1:
                self.plan = list(self._line(self.sight.position, self.effort.known_budget) or [""])
            elif self.plans_ahead:
                self.plan = self._ahead() or [""]
            else:
                self.plan = self._look(legal) or self._planned()
        if self.plan:
            return self.plan.pop(0)
        game = self.game
        return self.greedy(View(game.variant, in_sight(game), game.legal_moves, game.moves, None))

    def _ahead(self) -> list[str]:
        """Return the moves up to the next card turned up or a deal; without any, those of guesses."""
        for budget in PLAN_BUDGETS:
            if line := self._line(self.sight.imagined(self.source), budget, plan):
                return list(line)
        return list(self._best_plan(self.effort.last_guesses, self.effort.guess_budget))

    def _look(self, legal: list[str]) -> list[str]:
        """Return the move that shows more of the stock, where it costs nothing."""
        stock = self.sight.position.tables.stock
        is_unknown = any(pile == stock for pile, _ in self.sight.hidden)
        return [move for move in legal if move in self.turns][:1] if is_unknown else []

    def _planned(self) -> list[str]:
        """Return the best plan; empty if there is none, and then again until the player has made progress."""
        self.boards.add(self._board(self.sight.position))
        if self.planless == self.progress():
            return []
        effort = self.effort
        plan = self._best_plan(effort.guesses, effort.guess_budget)
        plan = plan or self._best_plan(effort.last_guesses, effort.known_budget)
        if not plan:
            self.planless = self.progress()
        return list(plan)

    def _best_plan(self, number: int, budget: int) -> tuple[str, ...]:
        """Return the plan after which most of a number of guesses can be won; empty if there is none."""
        guesses = [self.sight.imagined(self.source) for _ in range(number)]
        lines = [self._line(guess, budget) for guess in guesses]
        begun = [self._beginning(*begin) for begin in zip(guesses, lines, strict=True)]
        votes = Counter(filter(None, begun))
        plans = [plan for plan, _ in votes.most_common() if self._is_new(guesses[0], plan)]

        def value(plan: tuple[str, ...]) -> tuple[int, int]:
            others = (guess for guess, own in zip(guesses, begun, strict=True) if own != plan)
            return votes[plan] + sum(self._wins_after(plan, guess, budget) for guess in others), votes[plan]

        return max(plans[: self.effort.compared], key=value) if len(plans) > 1 else next(iter(plans), ())

    def _beginning(self, guess: Position, line: Sequence[str] | None) -> tuple[str, ...]:
        """Return the plan with which a line begins; empty without one."""
        line = line or ()
        if not self.effort.plans_until_seen:
            turning = takewhile(self.turns.__contains__, line)
            return tuple(line[: sum(1 for _ in turning) + 1])
        reached, hidden = guess.copy(), self.sight.hidden
        for length, move in enumerate(line, 1):
            advance(reached, [move])
            if not all(is_out_of_sight(reached, *place) for place in hidden):
                return tuple(line[:length])
        return tuple(line)

    def _is_new(self, guess: Position, plan: Sequence[str]) -> bool:
        reached = guess.copy()
        return len(advance(reached, plan)) == len(plan) and self._board(reached) not in self.boards

    def _board(self, position: Position) -> Hashable:
        """Return what is seen of a position, without piles that can be turned at will."""
        piles = (pile for number, pile in enumerate(position.piles) if number not in self.unlike)
        seen = tuple(tuple(min(card, FACE_DOWN) for card in pile) for pile in piles)
        return seen, len(position.piles[position.tables.stock]) * (not self.turns)

    def _wins_after(self, plan: Sequence[str], guess: Position, budget: int) -> bool:
        reached = guess.copy()
        advance(reached, plan)
        return self._line(reached, budget) is not None

    def _line(self, position: Position, budget: int, search: Search = probe) -> tuple[str, ...] | None:
        """Return a line that wins or is planned, None if none is found, and count its cost."""
        found = self.prober(position, min(budget, self.left), search)
        self.left -= found.positions
        return found.line
