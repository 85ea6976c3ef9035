"""Perft: the published counts, and the command that prints them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from patience import Game, plies
from patience.games import VARIANTS
from patience.move_counts import HIGHEST_DEPTH
from service.cli import main

ROWS = [json.loads(line) for line in Path("fixtures/perft.jsonl").read_text("utf-8").splitlines()]
"""Counted by the kernel and by the JavaScript engine: see ``tools/perft_table.py``."""


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, list(map(str, ("perft", *arguments))))
    return result.exit_code, result.stdout, result.stderr


def test_every_variant_is_in_the_table():
    assert {row["variant"] for row in ROWS} == set(VARIANTS)


@pytest.mark.parametrize(
    "row", ROWS[:: max(1, len(ROWS) // 60)], ids=lambda row: f"{row['variant']}-{row['seed']}"
)
def test_the_published_counts(row):
    """To about a thousand positions; the whole table takes minutes."""
    expected = []
    for leaves, positions in row["plies"][:HIGHEST_DEPTH]:
        if expected and (positions is None or positions > 1000):
            break
        expected.append((leaves, positions))
    game = Game(row["variant"], seed=row["seed"], **row["rules"])
    assert [(ply.leaves, ply.positions) for ply in plies(game, len(expected))] == expected


def test_the_command_prints_leaves_and_positions():
    # By hand: T3-T7, W-T3 and draw; then two orders of T3-T7 and draw reach one position.
    code, text, _ = run("klondike", "--seed", 7, "--depth", 2)
    rows = [line.split() for line in text.splitlines()]
    assert (code, rows[:2]) == (0, [["moves", "leaves", "positions"], ["1", "3", "3"]])
    assert rows[2][0] == "2"


def test_divide_splits_the_count_by_the_first_move():
    code, text, _ = run("klondike", "--seed", 7, "--depth", 3, "--divide", "--json")
    divided = json.loads(text)["divide"]
    assert code == 0
    assert [row["move"] for row in divided] == ["T3-T7", "W-T3", "draw"]
    for row in divided:
        after = json.loads(run("klondike", "--seed", 7, "--depth", 2, "--after", row["move"], "--json")[1])
        assert after["plies"][-1]["leaves"] == row["leaves"]
    lines = run("klondike", "--seed", 7, "--depth", 3, "--divide")[1].splitlines()
    assert lines[-1].split() == ["all", str(sum(row["leaves"] for row in divided))]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("klondike", "--seed", 7, "--depth", 2, "--after", "T1-T2"), "5♣ does not follow J♥ on T2"),
        (("klondike", "--seed", 7, "--depth", 2, "--after", "castle"), "is not a move"),
        (("freecell", "--seed", 7, "--depth", 4, "--positions", 10), "More than 10 positions"),
        (("freecell", "--seed", 7, "--depth", 0), "0 is not in the range"),
        (("freecell", "--seed", 7, "--depth", 1, "--rule", "x=1"), "has no option 'x'"),
    ],
)
def test_what_cannot_be_counted_is_said_in_a_sentence(arguments, sentence):
    code, _, error = run(*arguments)
    assert code == 2
    assert sentence in error
