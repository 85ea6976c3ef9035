"""Moves per second of the engines, as a multiple of python-chess's in the same run.

python -m tests.benchmarks.engine [--rounds 15]

The engines' work is everything from token text to verdict: for the readable engine from a deal that is open,
for the kernel from the deck. The peer's is ``board.push(board.parse_uci(text))``. All are timed in turn, in
processor time; each row is the median of the rounds with the spread of the middle half.
"""

import argparse
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable
from time import process_time

import chess

from patience.kernel.loader import KERNEL, READABLE
from patience.play.replay import GameLog, replay
from tests.conftest import read_games
from tests.engine.games import log_of
from tools.fixtures import corpus

MOVES = 150
SHORTEST = 60
QUOTES = '","'
TIMES = 100
"""How often the kernel replays each game in a round: one replay is too short to measure."""

POPULAR = ("klondike", "freecell", "spider", "forty-thieves", "canfield", "yukon")


def patience_games() -> dict[str, list[GameLog]]:
    """Return long games of the fixtures by variant: their legal moves under default rules, at most 150."""
    requests = [
        {**line, "variant": variant}
        for variant in POPULAR
        for line in corpus.read(variant)
        if line["kind"] == "play"
    ]
    requests += [game for name in ("rules", "pysolfc") for game in read_games(f"conformance/{name}.jsonl.gz")]
    games = defaultdict(list)
    for request in requests:
        if not request.get("rules"):
            log = log_of(request)
            moves = log.moves[: min(MOVES, replay(log).moves_played)]
            if len(moves) >= SHORTEST:
                games[request["variant"]].append(GameLog(log.deal, moves))
    return dict(games)


def chess_games(number: int) -> list[list[str]]:
    """Return random games of at most 150 half-moves."""
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
    """Replay every game with the readable engine; return the number of moves."""
    return sum(replay(game).moves_played for game in games)


def with_kernel(games: list[GameLog]) -> Callable[[], int] | None:
    """Return a function that replays every game of a variant many times; None without a kernel."""
    try:
        from patience.kernel.core import Table, play  # noqa: PLC0415 - it may be missing
    except ImportError:
        return None
    table = Table(games[0].deal.tables)
    logs = [(bytes(game.deal.deck), f'"{QUOTES.join(game.moves)}"'.encode()) for game in games]
    return lambda: sum(play(table, deck, moves)[0] for _ in range(TIMES) for deck, moves in logs)


def play_chess(games: list[list[str]]) -> int:
    """Parse and push every move; return the number of moves."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push(board.parse_uci(move))
    return sum(map(len, games))


def seconds_per_move(run: Callable[[], int]) -> float:
    """Return the processor time of one run per move."""
    start = process_time()
    moves = run()
    return (process_time() - start) / moves


def measure(rounds: int) -> dict[str, dict[str, list[float]]]:
    """Return the engines' speed in multiples of the peer's, by engine and variant, one figure per round."""
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
                    by_variant = ratios.setdefault(engine, defaultdict(list))
                    by_variant[variant].append(chess_time / seconds_per_move(run))
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
