"""An hour as an operator: 40 players, of whom 3 see the hidden cards, play the same deals of Klondike.

python -m tests.soak.forty_players [--games N] [--seed TEXT]

All play the same deals, drawn from the seed, which changes with every run. 37 see no hidden card: five are
the reference, the others play greedily or by learned weights. It prints the table of `referee foresight`, and
fails unless the three who see have the highest odds.
"""

import argparse
import json
import random
import secrets
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from patience import Game
from patience.bench import game_named, play
from patience.bench.baselines import greedy_player, learned_player, solver
from patience.sight import unsighted

SEEING, REFERENCES, PLAYERS = 3, 5, 40

KLONDIKE: Final = game_named("klondike")


def played(player: int, seed: str) -> Game:
    """Let a player play a deal. The first players see all cards, the next are the reference."""
    if player < SEEING:
        return play(KLONDIKE, seed, solver(KLONDIKE, seed)).game
    if player < SEEING + REFERENCES:
        return unsighted.play(Game("klondike", seed=seed), f"player {player}")
    chooser = (greedy_player if player % 2 else learned_player)(KLONDIKE, f"{seed} {player}")
    return play(KLONDIKE, seed, chooser).game


def kind(player: int) -> str:
    """Return how the file of a player is named."""
    if player < SEEING:
        return f"sees-{player}"
    name = "reference" if player < SEEING + REFERENCES else "greedy" if player % 2 else "learned"
    return f"{name}-{player}"


def main() -> None:
    """Play, weigh and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", default=secrets.token_hex(4))
    options = parser.parse_args()
    print(f"seed {options.seed}")  # noqa: T201
    source = random.Random(options.seed)
    deals = [str(source.randrange(1, 10**12)) for _ in range(options.games)]
    with TemporaryDirectory() as folder:
        for player in range(PLAYERS):
            lines = (json.dumps(played(player, deal).to_log()) for deal in deals)
            Path(folder, f"{kind(player)}.jsonl").write_text("\n".join(lines), "utf-8")
        referee = [str(Path(sys.executable).with_name("referee")), "foresight"]
        files = sorted(path.name for path in Path(folder).iterdir())
        done = subprocess.run([*referee, *files], cwd=folder, capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr)  # noqa: T201
    highest = [row.split()[0] for row in done.stdout.splitlines()[1 : SEEING + 1]]
    assert all("sees-" in player for player in highest), highest


if __name__ == "__main__":
    main()
