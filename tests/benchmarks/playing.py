"""Playing and counting moves, as multiples of python-chess and OpenSpiel in the same run.

python -m tests.benchmarks.playing [--rounds 9]

Each round counts and plays on every side in turn, in processor time. *Perft* is ``patience.perft``, which
goes on once from positions that several logs reach. *Walked* are the leaves of a tree in which every log is
walked, as python-chess walks. Both count the last ply in bulk, and so does python-chess. *Playing* is
``legal_moves`` and ``push`` of random moves from Python. OpenSpiel's ``solitaire`` takes part if the package
``open_spiel`` is installed.
"""

import argparse
import importlib
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import process_time

import chess

from patience import Game, Move, perft
from patience.kernel.loader import engine_name
from tests.benchmarks.paired import Ratio, rounded

PLAYED = 2_000
COUNTED = {"freecell": 6, "klondike": 12, "spider": 9, "yukon": 10}
WALKED = {"freecell": 5, "klondike": 11, "spider": 7, "yukon": 9}


def chess_leaves(board: chess.Board, depth: int) -> int:
    """Count as python-chess's own example does."""
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += chess_leaves(board, depth - 1)
        board.pop()
    return leaves


def rate(work: Callable[[], int]) -> float:
    """Return what was done in a second of processor time."""
    start = process_time()
    done = work()
    return done / (process_time() - start)


def play_patience() -> int:
    source = random.Random(1)
    game = Game("freecell", seed=1)
    for _ in range(PLAYED):
        moves: list[Move] = game.legal_moves
        if not moves:
            game.reset()
            continue
        game.push(source.choice(moves))
    return PLAYED


def play_chess() -> int:
    source = random.Random(1)
    board = chess.Board()
    for _ in range(PLAYED):
        moves = list(board.legal_moves)
        if not moves:
            board.reset()
            continue
        board.push(source.choice(moves))
    return PLAYED


def play_spiel() -> int:
    source = random.Random(1)
    spiel = importlib.import_module("pyspiel")
    solitaire = spiel.load_game("solitaire")
    state = solitaire.new_initial_state()
    played = 0
    while played < PLAYED:
        actions = state.legal_actions()
        if state.is_terminal() or not actions:
            state = solitaire.new_initial_state()
            continue
        # Cards that are turned up are chance's actions, which are not moves.
        played += not state.is_chance_node()
        state.apply_action(source.choice(actions))
    return played


def measure(rounds: int) -> Iterator[Ratio]:
    """Measure every row."""
    rates: dict[str, list[float]] = {}
    for _ in rounded(rounds):
        peers = {
            "chess leaves": lambda: chess_leaves(chess.Board(), 4),
            "chess playing": play_chess,
            **({"spiel playing": play_spiel} if find_spec("pyspiel") else {}),
            "playing": play_patience,
            "pushes": lambda: Game("freecell", seed=1)._line.walk(4, bulk=False),
        }
        for variant, depth in COUNTED.items():
            game = Game(variant, seed=1)
            peers[f"{variant} perft"] = lambda game=game, depth=depth: perft(game, depth)
            peers[f"{variant} walked"] = lambda game=game, depth=WALKED[variant]: game._line.walk(depth)
        for name, work in peers.items():
            rates.setdefault(name, []).append(rate(work))
    middle = {name: statistics.median(figures) for name, figures in rates.items()}
    for name, peer in (
        *((f"{variant} {kind}", "chess leaves") for variant in COUNTED for kind in ("perft", "walked")),
        ("playing", "chess playing"),
        *([("playing", "spiel playing")] if "spiel playing" in rates else []),
        ("pushes", "chess leaves"),
    ):
        figures = [one / other for one, other in zip(rates[name], rates[peer], strict=True)]
        yield Ratio(f"{name}: {peer}", figures, "", f"{middle[name]:,.0f} and {middle[peer]:,.0f} a second")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    sys.stdout.write(f"Engine: {engine_name()}\n")
    if not find_spec("pyspiel"):
        sys.stdout.write("OpenSpiel is not installed, so it does not take part: pip install open_spiel.\n")
    for ratio in measure(rounds):
        sys.stdout.write(ratio.row() + "\n")


if __name__ == "__main__":
    main()
