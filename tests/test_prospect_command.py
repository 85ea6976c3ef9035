"""``referee prospect``."""

import json

import pytest

from patience.search.search_runner import is_available
from tests.api.test_prospects import GOLDEN, HOPELESS, OPENING, THROWN_AWAY
from tests.conftest import FIXTURES
from tests.test_cli import refused, run

searching = pytest.mark.skipif(not is_available(), reason="this build has no search")


def prospect(request, *options):
    return run("prospect", "-", *options, stdin=json.dumps(request))


def test_a_winnable_game():
    """All but its last five moves are played."""
    done = prospect({**GOLDEN, "moves": GOLDEN["moves"][:-5]})
    assert done.exit_code == 0
    assert done.stdout.startswith(
        "Prospect     winnable: every position of this kind can be won\nWins         T"
    )
    assert "\nLost         never: it can still be won\n" in done.stdout
    assert "\nSearched     0 of 30,000 positions\n" in done.stdout


def test_a_won_game():
    done = prospect(GOLDEN)
    assert done.exit_code == 0
    assert done.stdout.startswith("Prospect     winnable: the game is won\nGame ")
    assert "Illegal" not in done.stdout


def test_an_illegal_move_is_named():
    done = prospect({**GOLDEN, "moves": ["T1-T1", *GOLDEN["moves"]]}, "--budget", "0")
    assert "\nMoves        0 of " in done.stdout
    assert "\nIllegal      move 1 (index 0), T1-T1: same_pile\n" in done.stdout


@searching
def test_a_lost_game_and_the_move_that_lost_it():
    done = prospect(THROWN_AWAY)
    assert done.exit_code == 1
    dead = "Prospect     dead: A♣ can never be freed\nBecause      F1 needs A♣.\n"
    assert done.stdout.startswith(f"{dead}             A♣ in T6 lies under 8♠.\n")
    assert "\nLost         by move 9 (index 8)\nGame         Double Russian" in done.stdout


@searching
def test_the_moves_that_keep_the_win():
    done = prospect({**THROWN_AWAY, "moves": THROWN_AWAY["moves"][:8]}, "--moves")
    assert "\nKeep it      T5-T3 T6-T9x6 T7-T2x8\nLose it      T3-T9x6\n" in done.stdout
    assert "\nShare        75% of 4 moves keep the win\n" in done.stdout


def test_a_turning_point_known_from_one_side():
    done = prospect(THROWN_AWAY, "--budget", "0")
    assert done.exit_code == 1
    assert "\nLost         dead after 9 moves\n" in done.stdout


def test_an_undecided_game():
    done = prospect(HOPELESS, "--budget", "0")
    assert done.exit_code == 3
    assert done.stdout.startswith("Prospect     undecided within this budget\nLost         not known\n")


@searching
def test_json_equals_the_answer_of_the_service(client):
    request = {**THROWN_AWAY, "include": ["turning_point", "continuation"], "ref": "mine"}
    done = prospect(request, "--json")
    assert json.loads(done.stdout) == client.post("/v1/prospects", json=request).json
    done = prospect(request, "--json", "--moves")
    request["include"].append("moves")
    assert json.loads(done.stdout) == client.post("/v1/prospects", json=request).json
    assert done.exit_code == 1
    smaller = json.loads(prospect(OPENING, "--json", "--budget", "7").stdout)
    assert smaller["search"] == {"budget": 7, "positions": 7}


@searching
def test_the_budget_may_exceed_that_of_the_service():
    done = prospect(OPENING, "--json", "--budget", "400000")
    assert json.loads(done.stdout)["search"]["budget"] == 400_000


@searching
def test_the_budget_is_limited_to_32_bits():
    done = prospect(GOLDEN, "--json", "--budget", "4294967295")
    assert json.loads(done.stdout)["search"]["budget"] == 4_294_967_295
    message = "4294967296 is not in the range 0<=x<=4294967295."
    assert message in refused("prospect", "-", "--budget", "4294967296")
    assert message in refused("maintain", "winnable", "double-russian", "--budget", "4294967296")


def test_a_saved_game():
    done = run("prospect", FIXTURES.parent / "service/openapi/saved_game.pso", "--budget", "0")
    assert done.exit_code in (1, 3)
    assert "Double Russian, as PySolFC plays it" in done.stdout


@pytest.mark.parametrize("stdin", ["{", "[]", "[1]", '{"variant": "double-russian"}', "7"])
def test_input_without_a_game_log(stdin):
    assert refused("prospect", "-", stdin=stdin).startswith(
        "Error: Standard input does not contain a game log."
    )


def test_without_a_search(client):
    if is_available():
        pytest.skip("this build has a search")
    assert "This build has no search." in refused("prospect", "-", stdin=json.dumps(OPENING))
