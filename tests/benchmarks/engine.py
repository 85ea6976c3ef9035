"""Moves per second of the engine, as a multiple of python-chess's in the same run.

python -m tests.benchmarks.engine [--rounds 15]

The engines' share is everything from token text to verdict: of the readable one from a deal that has been
opened, of the kernel from the deck. The peer's is ``board.push(board.parse_uci(text))``. All are timed in
turn, in processor time; each row is the median of the rounds with the spread of the middle half.
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
from service.judging.kernel_loader import KERNEL, READABLE
from tests.conftest import read_games
from tests.engine.games import log_of

MOVES = 150
SHORTEST = 100
QUOTES = '","'
TIMES = 100
"""The kernel replays each game so many times a round, else there would be nothing to measure."""


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


def replay_all(games: list[GameLog]) -> int:
    """Replay every game with the readable engine; how many moves that was."""
    return sum(replay(game).moves_played for game in games)


def with_kernel(games: list[GameLog]) -> Callable[[], int] | None:
    """What replays every game of one variant with the kernel, many times; None if there is none."""
    try:
        from service.engine.kernel import Table, play  # noqa: PLC0415 - it need not be there
    except ImportError:
        return None
    table = Table(games[0].deal.tables)
    logs = [(bytes(game.deal.deck), f'"{QUOTES.join(game.moves)}"'.encode()) for game in games]
    return lambda: sum(play(table, deck, moves)[0] for _ in range(TIMES) for deck, moves in logs)


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


def measure(rounds: int) -> dict[str, dict[str, list[float]]]:
    """By engine, then by variant: how many times as fast as the peer, one figure a round."""
    peer = chess_games(12)
    ratios: dict[str, dict[str, list[float]]] = {}
    games = patience_games()
    for index in range(rounds):
        if sys.stderr.isatty():
            print(f"\rround {index + 1} of {rounds}", end="", file=sys.stderr)  # noqa: T201
        for variant, logs in games.items():
            chess_time = seconds_per_move(lambda: play_chess(peer))
            runs = {READABLE: lambda logs=logs: replay_all(logs * 4), KERNEL: with_kernel(logs)}
            for engine, run in runs.items():
                if run:
                    found = ratios.setdefault(engine, defaultdict(list))
                    found[variant].append(chess_time / seconds_per_move(run))
    return ratios


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15, help="pairs of runs per variant (default 15)")
    for engine, ratios in measure(parser.parse_args().rounds).items():
        rows = []
        for variant, figures in ratios.items():
            low, median, high = statistics.quantiles(figures, n=4)
            rows.append(median)
            print(f"\r{engine:10}{variant:28} {median:6.1f} x  ({low:.1f} to {high:.1f})")  # noqa: T201
        print(f"{engine:10}{'average over the variants':28} {statistics.mean(rows):6.1f} x")  # noqa: T201


if __name__ == "__main__":
    main()
