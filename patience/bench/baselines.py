"""Policies to compare with: random, greedy, guessing, learned, and the solver that sees all cards."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from patience.bench.bench_games import BenchGame
from patience.bench.episodes import HIDDEN, Policy, View, position_of, seeing_cards_in_sight
from patience.cards import FACE_DOWN, RANKS
from patience.cards.notation import Move, parse
from patience.game import Game
from patience.play.position import Position
from patience.search.evaluation import evaluate

Chooser = Callable[[Game, str | None], str]

WEIGHTS: Final = Path(__file__).with_name("learned.json")

GUESSES: Final = 3
"""The arrangements of hidden cards that the guessing player searches for each move."""

GUESS_BUDGET: Final = 300
"""The most positions searched in each of them."""

SOLVER_BUDGET: Final = 100_000
"""The most positions searched by the solver for a deal."""

RECENT: Final = 200
"""Moves back to which repetitions count."""

MOST_REPEATED: Final = 5

FEATURES: Final = (
    "to_foundation",
    "from_foundation",
    "turns_card",
    "empties_column",
    "opens_column",
    "from_waste",
    "from_cell",
    "to_cell",
    "stock",
    "redeal",
    "in_suit",
    "breaks_suit",
    "group",
    "low_to_foundation",
    "returns",
    "repeated",
)


def features(view: View, move: Move) -> list[float]:
    """Return what speaks for and against a legal move, one number for each of ``FEATURES``.

    They depend on cards in sight alone.
    """
    token = parse(move)
    repeated = min(view.moves[-RECENT:].count(move), MOST_REPEATED) / MOST_REPEATED
    values = dict.fromkeys(FEATURES, 0.0) | {"repeated": repeated}
    if token.action:
        values |= {"stock": 1.0, "redeal": float(token.action == "redeal")}
        return list(values.values())
    source, target = view.piles[token.source], view.piles[token.target]
    group, below = source[-token.count :], source[: -token.count]
    off, onto = token.source[0], token.target[0]
    last = parse(view.moves[-1]) if view.moves else token
    values |= {
        "to_foundation": float(onto == "F"),
        "low_to_foundation": float(onto == "F" and group[0][0] in "A2"),
        "from_foundation": float(off == "F"),
        "from_waste": float(off == "W"),
        "from_cell": float(off == "R"),
        "to_cell": float(onto == "R"),
        "turns_card": float(bool(below) and below[-1] == HIDDEN),
        "empties_column": float(off == "T" and not below and bool(target)),
        "opens_column": float(onto == "T" and not target),
        "in_suit": float(onto == "T" and bool(target) and target[-1][1] == group[0][1]),
        "breaks_suit": float(off == "T" and bool(below) and _follows_in_suit(below[-1], group[0])),
        "group": token.count / len(RANKS),
        "returns": float((last.source, last.target) == (token.target, token.source)),
    }
    return list(values.values())


def _follows_in_suit(under: str, card: str) -> bool:
    return under != HIDDEN and under[1] == card[1] and RANKS.index(under[0]) == RANKS.index(card[0]) + 1


GREEDY: Final[Mapping[str, float]] = {
    "low_to_foundation": 100,
    "turns_card": 60,
    "to_foundation": 50,
    "empties_column": 30,
    "in_suit": 20,
    "from_waste": 15,
    "from_cell": 12,
    "stock": 5,
    "opens_column": 2,
    "breaks_suit": -20,
    "to_cell": -10,
    "from_foundation": -100,
    "returns": -200,
    "repeated": -300,
}
"""What the greedy player weighs: the rules of thumb that people give each other."""


def weighing(weights: Sequence[float], source: random.Random) -> Policy:
    """Return the policy that plays the move of the highest weight, one of them at random."""

    def choose(view: View) -> str:
        weighed = [(_dot(weights, features(view, move)), source.random(), move) for move in view.legal_moves]
        return max(weighed)[2]

    return choose


def _dot(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True) if value)


@cache
def learned_weights() -> tuple[float, ...]:
    """Return the weights of the learned policy, which ``python -m tools.train_policy`` made."""
    weights = json.loads(WEIGHTS.read_text("utf-8"))
    return tuple(weights[name] for name in FEATURES)


def random_player(bench: BenchGame, seed: str) -> Chooser:
    """Return the player of any legal move."""
    source = random.Random(f"random {bench.name} {seed}")  # noqa: S311 - not a secret
    return seeing_cards_in_sight(bench, lambda view: source.choice(view.legal_moves))


def greedy_player(bench: BenchGame, seed: str) -> Chooser:
    """Return the player that follows rules of thumb."""
    source = random.Random(f"greedy {bench.name} {seed}")  # noqa: S311
    weights = [GREEDY.get(name, 0.0) for name in FEATURES]
    return seeing_cards_in_sight(bench, weighing(weights, source))


def learned_player(bench: BenchGame, seed: str) -> Chooser:
    """Return the player with the learned weights."""
    source = random.Random(f"learned {bench.name} {seed}")  # noqa: S311
    return seeing_cards_in_sight(bench, weighing(learned_weights(), source))


def guessing_player(bench: BenchGame, seed: str) -> Chooser:
    """Return the player of hints without peeking.

    It puts the cards that it does not see in ``GUESSES`` orders at random, searches each for a win, and plays
    the first move that most of the lines found begin with; without one it is greedy.
    """
    source = random.Random(f"guessing {bench.name} {seed}")  # noqa: S311
    greedy = greedy_player(bench, seed)

    def choose(game: Game, refused: str | None) -> str:
        votes: dict[str, int] = {}
        legal = set(game.legal_moves)
        recent = set(game.moves[-40:])
        for _ in range(GUESSES):
            line = evaluate(guessed(game, source), GUESS_BUDGET).finding.continuation
            # A line that begins with a move played just now may go in circles, from guess to guess.
            if line and line[0] in legal and (line[0] not in recent or len(line) < len(game.deck)):
                votes[line[0]] = votes.get(line[0], 0) + 1
        return max(votes, key=votes.__getitem__) if votes else greedy(game, refused)

    return choose


def guessed(game: Game, source: random.Random) -> Position:
    """Return the position of a game with the cards that a player does not see in an order at random."""
    position = position_of(game)
    piles, stock = position.piles, position.tables.stock
    places = [
        (pile, place)
        for pile, cards in enumerate(piles)
        for place, card in enumerate(cards)
        if place and (card >= FACE_DOWN or pile == stock)
    ]
    lay_at_random(position, places, source)
    return position


def lay_at_random(position: Position, places: Sequence[tuple[int, int]], source: random.Random) -> None:
    """Lay the cards of some places in an order at random; a place stays face up or down.

    The same source gives the same order, however the cards lay before.
    """
    piles = position.piles
    cards = sorted(piles[pile][place] & ~FACE_DOWN for pile, place in places)
    source.shuffle(cards)
    for (pile, place), card in zip(places, cards, strict=True):
        piles[pile][place] = card | (piles[pile][place] & FACE_DOWN)


def solver(bench: BenchGame, seed: str) -> Chooser:
    """Return the player that sees all cards and follows a winning line; without one it is greedy."""
    greedy = greedy_player(bench, seed)
    lines: dict[int, str] = {}

    def choose(game: Game, refused: str | None) -> str:
        if not game.moves:
            found = game.prospect(SOLVER_BUDGET).line
            lines.update(enumerate(found or ()))
        return lines.get(len(game.moves)) or greedy(game, refused)

    return choose


BASELINES: Final[Mapping[str, Callable[[BenchGame, str], Chooser]]] = {
    "random": random_player,
    "greedy": greedy_player,
    "learned": learned_player,
    "guessing": guessing_player,
    "solver": solver,
}
