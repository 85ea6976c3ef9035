"""``referee prospect``."""

import json

import pytest

from service.prospects.search_runner import is_available
from tests.api.test_prospects import GOLDEN, HOPELESS, OPENING, THROWN_AWAY
from tests.conftest import FIXTURES
from tests.test_cli import refused, run

searching = pytest.mark.skipif(not is_available(), reason="There is no search in this build.")


def prospect(request, *options):
    return run("prospect", "-", *options, stdin=json.dumps(request))


def test_a_game_that_can_be_won():
    """Its last five cards are played out of hand."""
    done = prospect({**GOLDEN, "moves": GOLDEN["moves"][:-5]})
    assert done.exit_code == 0
    assert done.stdout.startswith(
        "Prospect     winnable: every position of this kind can be won\nWins         T"
    )
    assert "\nTurned       never: it can be won to the end\n" in done.stdout
    assert "\nSearched     0 of 30,000 positions\n" in done.stdout


def test_a_game_that_is_won():
    done = prospect(GOLDEN)
    assert done.exit_code == 0
    assert done.stdout.startswith("Prospect     winnable: it is won\nTurned ")


@searching
def test_a_game_that_was_thrown_away():
    done = prospect(THROWN_AWAY)
    assert done.exit_code == 1
    dead = "Prospect     dead: A♣ can never be freed\n"
    assert done.stdout.startswith(f"{dead}Turned       by move 9 (index 8)\nGame         Double Russian")


def test_where_only_one_side_is_known():
    done = prospect(THROWN_AWAY, "--budget", "0")
    assert done.exit_code == 1
    assert "\nTurned       dead after 9 moves\n" in done.stdout


def test_what_is_not_proved():
    done = prospect(HOPELESS, "--budget", "0")
    assert done.exit_code == 3
    assert done.stdout.startswith("Prospect     undecided within this budget\nTurned       not known\n")


@searching
def test_json_is_what_the_service_answers(client):
    asked = {**THROWN_AWAY, "include": ["turning_point", "continuation"], "ref": "mine"}
    done = prospect(asked, "--json")
    assert json.loads(done.stdout) == client.post("/v1/prospects", json=asked).json
    assert done.exit_code == 1
    smaller = json.loads(prospect(OPENING, "--json", "--budget", "7").stdout)
    assert smaller["search"] == {"budget": 7, "positions": 7}


@searching
def test_its_budget_may_be_larger_there():
    done = prospect(OPENING, "--json", "--budget", "400000")
    assert json.loads(done.stdout)["search"]["budget"] == 400_000


@searching
def test_a_budget_is_as_large_as_the_search_can_count():
    done = prospect(GOLDEN, "--json", "--budget", "4294967295")
    assert json.loads(done.stdout)["search"]["budget"] == 4_294_967_295
    told = "4294967296 is not in the range 0<=x<=4294967295."
    assert told in refused("prospect", "-", "--budget", "4294967296")
    assert told in refused("winnable", "double-russian", "--budget", "4294967296")


def test_a_saved_game():
    done = run("prospect", FIXTURES.parent / "service/openapi/saved_game.pso", "--budget", "0")
    assert done.exit_code in (1, 3)
    assert "Double Russian, as PySolFC plays it" in done.stdout


@pytest.mark.parametrize("stdin", ["{", "[]", "[1]", '{"variant": "double-russian"}', "7"])
def test_no_game_log(stdin):
    assert refused("prospect", "-", stdin=stdin).startswith("Error: Standard input holds no game log.")


def test_without_a_search(client):
    if is_available():
        pytest.skip("There is a search in this build.")
    assert "This build has no search." in refused("prospect", "-", stdin=json.dumps(OPENING))
