"""Episodes of the benchmark: a policy plays one deal, and the game log is what it hands in.

An episode ends when the game is won, when no move is legal, after ``MOST_MOVES`` moves, and at the
``MOST_REFUSALS``th illegal move. Its lines are replay requests as the service takes them: one for the
episode, and one for each illegal move, which ends with that move. So `referee verify` judges a submission.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from patience.bench.bench_games import VERSION, BenchGame
from patience.cards.notation import Move
from patience.compilation.compiled_rules import tables_for
from patience.game import Game
from patience.patience_error import NOT_A_MOVE, PatienceError
from patience.play.dealing import Deal, deal_seed
from patience.play.position import Position
from patience.play.replay import advance

MOST_MOVES: Final = 1000
MOST_REFUSALS: Final = 20

HIDDEN: Final = "??"
"""In a view: a card that the player does not see."""

EPISODE: Final = f"bench {VERSION}"
"""The ``ref`` of an episode's line."""

REFUSAL: Final = f"bench {VERSION} illegal move"
"""The ``ref`` of the line of an illegal move."""


NO_MOVE: Final = "S-S"
"""In a submission: a text that is not a token."""


class View(NamedTuple):
    """What a policy sees. It does not depend on cards that a player does not see."""

    game: str
    piles: Mapping[str, tuple[str, ...]]
    """By name: the cards bottom to top, ``HIDDEN`` for those face down and those of the stock."""
    legal_moves: list[Move]
    moves: tuple[Move, ...]
    """The moves played so far."""
    refused: str | None
    """Why the move before this view was refused; None after a legal move."""


Policy = Callable[[View], str]
"""Chooses a move, as a token."""


@dataclass(frozen=True, slots=True)
class Episode:
    """A game that a policy played, and the illegal moves that it tried."""

    game: Game
    refusals: tuple[tuple[int, str], ...]
    """The number of moves played before each illegal move, and the move."""

    def lines(self) -> Iterator[dict[str, object]]:
        """Yield the lines of the episode for a submission."""
        log = self.game.to_log()
        yield {**log, "ref": EPISODE}
        moves = list(map(str, self.game.moves))
        for after, move in self.refusals:
            yield {**log, "moves": [*moves[:after], move], "ref": REFUSAL}


def view_of(bench: BenchGame, game: Game, refused: str | None = None) -> View:
    """Return what a player sees of a game of the benchmark."""
    return View(bench.name, in_sight(game), game.legal_moves, game.moves, refused)


def in_sight(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the piles of a game as a player sees them, by name."""
    return {
        name: (HIDDEN,) * pile.face_down + pile.cards[pile.face_down :]
        for name, pile in game.position.items()
    }


def play(bench: BenchGame, seed: str, choose: Callable[[Game, str | None], str]) -> Episode:
    """Play a deal; ``choose`` gets the game and why its last move was refused, and returns a token.

    ``seeing_cards_in_sight`` makes it of a policy. A text that is not a token cannot be part of a log: it
    counts as an illegal move and is recorded as ``NO_MOVE``.
    """
    game = Game.from_log({"variant": bench.variant, "rules": bench.rules, "seed": seed, "moves": []})
    refusals: list[tuple[int, str]] = []
    refused: str | None = None
    while not _is_over(game) and len(refusals) < MOST_REFUSALS:
        move = choose(game, refused)
        try:
            game.push(move)
            refused = None
        except PatienceError as error:
            refused = error.detail
            refusals.append((len(game.moves), NO_MOVE if error.reason == NOT_A_MOVE else move))
    return Episode(game, tuple(refusals))


def seeing_cards_in_sight(bench: BenchGame, policy: Policy) -> Callable[[Game, str | None], str]:
    """Return what ``play`` takes, for a policy that sees what a player sees."""
    return lambda game, refused: policy(view_of(bench, game, refused))


def deal_of(game: Game) -> Deal:
    """Return the deal of a game of a seed."""
    assert game.seed is not None
    return deal_seed(tables_for(game.variant, game.options), game.seed)


def position_of(game: Game) -> Position:
    """Return the position of a game of a seed, for the readable engine and the search."""
    position = deal_of(game).position()
    advance(position, game.moves)
    return position


def _is_over(game: Game) -> bool:
    return game.is_won or not game.legal_moves or len(game.moves) >= MOST_MOVES
