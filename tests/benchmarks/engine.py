"""Moves per second of the engine, as a multiple of python-chess's in the same run.

python -m tests.benchmarks.engine [--rounds 15]

The engine's share is everything from token text to verdict, the deal excluded; the peer's is
``board.push(board.parse_uci(text))``. Both are timed in turn, in processor time; each row is the median of
the rounds with the spread of the middle half.
"""

import argparse
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable
from time import process_time

import chess

from service.engine.replay import GameLog, replay
from tests.conftest import read_games
from tests.engine.games import log_of

MOVES = 150
SHORTEST = 100


def patience_games() -> dict[str, list[GameLog]]:
    """By variant: the legal games of the fixtures under default rules, cut to 150 moves."""
    games = defaultdict(list)
    for name in ("rules", "pysolfc"):
        for game in read_games(f"conformance/{name}.jsonl.gz"):
            if not game.get("rules"):
                log = log_of(game)
                moves = log.moves[: min(MOVES, replay(log).moves_played)]
                if len(moves) >= SHORTEST:
                    games[game["variant"]].append(GameLog(log.deal, moves))
    return dict(games)


def chess_games(number: int) -> list[list[str]]:
    """Random games of 150 half-moves or fewer."""
    source = random.Random(150)
    games = []
    for _ in range(number):
        board = chess.Board()
        moves: list[str] = []
        while len(moves) < MOVES and not board.is_game_over():
            move = source.choice(list(board.legal_moves))
            moves.append(move.uci())
            board.push(move)
        games.append(moves)
    return games


def judge(games: list[GameLog]) -> int:
    """Replay every game; how many moves that was."""
    return sum(replay(game).moves_played for game in games)


def play_chess(games: list[list[str]]) -> int:
    """Parse and push every move; how many that was."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push(board.parse_uci(move))
    return sum(map(len, games))


def seconds_per_move(run: Callable[[], int]) -> float:
    """Processor time of one run, by the moves it made."""
    start = process_time()
    moves = run()
    return (process_time() - start) / moves


def measure(rounds: int) -> dict[str, list[float]]:
    """By variant: how many times as fast as the peer, one figure a round."""
    peer = chess_games(12)
    ratios: dict[str, list[float]] = defaultdict(list)
    games = patience_games()
    for index in range(rounds):
        if sys.stderr.isatty():
            print(f"\rround {index + 1} of {rounds}", end="", file=sys.stderr)  # noqa: T201
        for variant, logs in games.items():
            chess_time = seconds_per_move(lambda: play_chess(peer))
            ours = seconds_per_move(lambda logs=logs: judge(logs * 4))  # type: ignore[misc]
            ratios[variant].append(chess_time / ours)
    return ratios


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15, help="pairs of runs per variant (default 15)")
    ratios = measure(parser.parse_args().rounds)
    rows = []
    for variant, figures in ratios.items():
        low, median, high = statistics.quantiles(figures, n=4)
        rows.append(median)
        print(f"\r{variant:28} {median:6.1f} x  ({low:.1f} to {high:.1f})")  # noqa: T201
    print(f"{'average over the variants':28} {statistics.mean(rows):6.1f} x")  # noqa: T201


if __name__ == "__main__":
    main()
