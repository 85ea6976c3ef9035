"""``referee foresight``: reports, exit codes, and files without a game that counts."""

import json

import pytest
from click.testing import CliRunner

from service.cli import main
from tools.fixtures import corpus

GIVEN_UP = {"variant": "klondike", "seed": "7", "moves": ["draw"]}
OPEN = {"variant": "freecell", "seed": "1", "moves": []}


@pytest.fixture
def run(tmp_path):
    """Run the command on a file of these logs."""

    def run(*logs, options=()):
        file = tmp_path / "logs.jsonl"
        file.write_text("\n".join(map(json.dumps, logs)), "utf-8")
        return CliRunner().invoke(main, ["foresight", str(file), "--plays", "1", *options])

    return run


def test_a_loss_halves_the_capital_on_average(run):
    """Of each bettor the share that is staked is lost: 0.1, 0.3, 0.5, 0.7, 0.9."""
    done = run(GIVEN_UP, GIVEN_UP, OPEN)
    assert done.exit_code == 0
    assert "1 game, 0 won." in done.stdout
    assert "Odds: 0.5 to 1. No odds against a player who does not see hidden cards" in done.stdout
    assert "Left out: 1 game, second try at a deal." in done.stdout


def test_the_games_that_count_as_json(run):
    done = run(OPEN, GIVEN_UP, options=["--json"])
    answer = json.loads(done.stdout)
    assert (answer["odds"], answer["left_out"]) == (0.5, {"nothing_hidden": 1})
    (game,) = answer["games"]
    assert (game["variant"], game["won"], game["plays"]) == ("klondike", False, 1)


def test_a_win_reaches_even_odds(run):
    """A win pays 2 / (1 + the reference's wins) with one play: 1 at least."""
    won = next(line for line in corpus.read("klondike") if line["kind"] == "play" and line["won"])
    done = run(
        {"variant": "klondike", **{name: won[name] for name in ("rules", "seed", "moves")}},
        options=["--at-least", "1"],
    )
    assert done.exit_code == 1
    assert "1 game, 1 won." in done.stdout


def test_a_file_without_a_game_that_counts(run):
    done = run(OPEN)
    assert done.exit_code == 2
    assert "has no game that counts." in done.stderr
    assert "1 game, nothing hidden." in done.stderr
