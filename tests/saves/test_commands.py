"""`referee import` and `referee replay` take what PySolFC saved."""

import json

import pytest
from click.testing import CliRunner

from service.cli import main
from tests.conftest import FIXTURES
from tests.saves.writer import file_of, objects

SAVES = FIXTURES / "saves"
WON = str(SAVES / "druss-361-07-won-small.pso")
UNTURNED = str(SAVES / "druss-361-15-unturned-top.pso")


def run(*arguments, data=None):
    return CliRunner().invoke(main, arguments, input=data)


def test_import_prints_the_request():
    result = run("import", WON)
    assert (result.exit_code, result.stderr) == (0, "")
    request = json.loads(result.stdout)
    assert (request["variant"], request["seed"], len(request["moves"])) == (
        "pysolfc-double-russian",
        "5",
        189,
    )


def test_what_import_prints_can_be_replayed():
    replayed = run("replay", "-", "--json", data=run("import", WON).stdout)
    assert (replayed.exit_code, replayed.stdout) == (0, run("replay", WON, "--json").stdout)
    assert json.loads(replayed.stdout)["outcome"] == "won"


def test_replay_shows_a_saved_game():
    result = run("replay", WON)
    assert result.exit_code == 0
    assert "189 of 189 played" in result.stdout


@pytest.mark.parametrize("command", ["import", "replay"])
def test_warnings_go_to_people(command):
    result = run(command, UNTURNED)
    assert result.exit_code == 0
    assert "PySolFC had a card of T2 still face down" in result.stderr


@pytest.mark.parametrize("command", ["import", "replay"])
def test_standard_input_holds_a_save(command):
    assert run(command, "-", data=file_of(objects(466, 1))).exit_code == 0


@pytest.mark.parametrize("command", ["import", "replay"])
def test_a_file_that_is_not_taken(command):
    result = run(command, "-", data=file_of(objects(466, 1) | {"game": 8}))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: Standard input: This is PySolFC's game 8;")


def test_import_takes_no_json():
    result = run("import", "-", data="{}")
    assert result.exit_code == 2
    assert "no saved game of PySolFC" in result.stderr
