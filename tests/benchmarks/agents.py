"""Steps a second of environments for agents, beside OpenSpiel's Klondike (``pip install open_spiel``).

    python -m tests.benchmarks.agents [--seconds 5]

A random player plays legal actions. Ours are the vectorised environments with hidden cards, at 256 games; the
choice of actions is part of the time on both sides. OpenSpiel is left out if it is not installed.
"""

import argparse
import random
import time
from collections.abc import Callable

import gymnasium
import numpy as np

import patience.gym  # noqa: F401 - it registers the environments

GAMES = 256


def steps_a_second(step: Callable[[], int], seconds: float) -> float:
    """Return how many steps a second of processor time a function takes, which returns how many it took."""
    steps, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        steps += step()
    return steps / (time.process_time() - begin)


def vectorised(name: str) -> Callable[[], int]:
    """Return a function that takes one step in each of many games."""
    envs = gymnasium.make_vec(f"patience/{name}-v0", num_envs=GAMES, vectorization_mode="vector_entry_point")
    _, infos = envs.reset(seed=1)
    generator = np.random.default_rng(1)

    def step() -> int:
        nonlocal infos
        mask = infos["action_mask"]
        # One of the legal actions, evenly: the place of the n-th of them.
        chosen = (generator.random(GAMES) * mask.sum(axis=1)).astype(np.int64)
        actions = (mask.cumsum(axis=1, dtype=np.int16) > chosen[:, None]).argmax(axis=1)
        infos = envs.step(actions)[4]
        return GAMES

    return step


def open_spiel() -> Callable[[], int] | None:
    """Return a function that plays a game of OpenSpiel's Klondike at random, None if it is missing."""
    try:
        import pyspiel  # noqa: PLC0415 - it may be missing
    except ImportError:
        return None
    game = pyspiel.load_game("solitaire")
    source = random.Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(outcomes, chances)[0])
            else:
                state.apply_action(source.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def main() -> None:
    """Print a line for each environment."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=5)
    seconds = parser.parse_args().seconds
    for name in ("Klondike", "FreeCell", "Spider"):
        print(f"{name}, {GAMES} games: {steps_a_second(vectorised(name), seconds):,.0f} steps/s")  # noqa: T201
    peer = open_spiel()
    if peer:
        print(f"OpenSpiel's solitaire: {steps_a_second(peer, seconds):,.0f} steps/s")  # noqa: T201


if __name__ == "__main__":
    main()
