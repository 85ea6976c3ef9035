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


def test_a_loss_of_a_winnable_deal_takes_the_stakes(run):
    """The bettors stake 0.25, 0.5, 0.95 and 0.99, so they keep 0.3275 on average."""
    done = run(GIVEN_UP, GIVEN_UP, OPEN)
    assert done.exit_code == 0
    assert "1 game, 0 won." in done.stdout
    assert "Odds: 0.3 to 1. No odds against a player who does not see hidden cards" in done.stdout
    assert "Left out: 1 game, second try at a deal." in done.stdout


def test_the_games_that_count_as_json(run):
    done = run(OPEN, GIVEN_UP, options=["--json"])
    answer = json.loads(done.stdout)
    assert (round(answer["odds"], 9), answer["left_out"]) == (
        0.3275,
        [{"reason": "nothing_hidden", "games": 1}],
    )
    (game,) = answer["games"]
    assert (game["variant"], game["prospect"], game["won"]) == ("klondike", "winnable", False)
    assert (answer["plays"], game["reference_plays"]) == (1, 0)


def test_a_win_reaches_even_odds(run):
    """A win pays 2 / (1 + the reference's wins) with one play: 1 at least."""
    won = next(line for line in corpus.read("klondike") if line["kind"] == "play" and line["won"])
    done = run(
        {"variant": "klondike", **{name: won[name] for name in ("rules", "seed", "moves")}},
        options=["--at-least", "1"],
    )
    assert done.exit_code == 1
    assert "1 game, 1 won." in done.stdout


def test_another_reference_can_be_named(run):
    assert "The reference (unsighted 3)" in run(GIVEN_UP).stdout
    assert "The reference (unsighted 2)" in run(GIVEN_UP, options=["--reference", "unsighted 2"]).stdout


def test_a_file_without_a_game_that_counts(run):
    done = run(OPEN)
    assert done.exit_code == 2
    assert "has no game that counts." in done.stderr
    assert "1 game, nothing hidden." in done.stderr


def test_several_players_of_the_same_deals(tmp_path):
    """A table with a row for each, the highest odds first; with --json, a line for each in their order."""
    won = next(line for line in corpus.read("klondike") if line["kind"] == "play" and line["won"])
    files = []
    for name, moves in (("ada", won["moves"]), ("bob", won["moves"][:1])):
        files.append(str(tmp_path / f"{name}.jsonl"))
        log = {"variant": "klondike", "rules": won["rules"], "seed": won["seed"], "moves": moves}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(log) + "\n", "utf-8")
    done = CliRunner().invoke(main, ["foresight", *files[::-1], "--plays", "1"])
    assert done.exit_code == 0
    heads, ada, bob, _ = done.stdout.splitlines()
    assert heads.split() == ["player", "games", "won", "reference", "odds", "to", "1"]
    assert (ada.split()[1:3], bob.split()[1:3]) == (["1", "1"], ["1", "0"])
    assert bob.split()[-1] == "0.3"
    done = CliRunner().invoke(main, ["foresight", *files[::-1], "--plays", "1", "--json"])
    answers = list(map(json.loads, done.stdout.splitlines()))
    assert [(answer["file"], answer["games"][0]["won"]) for answer in answers] == [
        (files[1], False),
        (files[0], True),
    ]
    assert [answer["games"][0]["reference_plays"] for answer in answers] == [0, 1]
