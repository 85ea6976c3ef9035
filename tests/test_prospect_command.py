"""``referee prospect``, and the examples of docs/prospects.md."""

import json
import re
from pathlib import Path

import pytest

from service.cli import main
from service.prospects.search_runner import is_available
from tests.api.test_prospects import GOLDEN, HOPELESS, OPENING, THROWN_AWAY
from tests.conftest import FIXTURES
from tests.test_cli import refused, run

PAGE = (Path(__file__).parents[1] / "docs" / "prospects.md").read_text("utf-8")

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


def examples(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@searching
def test_the_page_tells_what_is_answered(client):
    curl = next(block for block in examples("sh") if "/v1/prospects" in block)
    asked = json.loads(re.search(r"-d '(.*)'", curl, re.DOTALL)[1])
    answer = client.post("/v1/prospects", json=asked).json
    assert answer["prospect"] == "winnable"
    log = {**asked, "include": [], "moves": asked["moves"] + answer["continuation"]}
    assert client.post("/v1/replays", json=log).json["outcome"] == "won"
    more = re.search(r"With one move more, `\"(\S+)\"`", PAGE)[1]
    answer = client.post("/v1/prospects", json={**asked, "moves": [*asked["moves"], more]}).json
    told = next(json.loads(block) for block in examples("json") if "turning_point" in block)
    assert told == {name: answer[name] for name in told}


def test_the_page_names_commands_that_there_are():
    """Each is understood, down to what is missing here: a table, a search, the time for it."""
    lines = [line for block in examples("sh") for line in block.splitlines()]
    commands = [line.split() for line in lines if line.startswith("referee ")]
    assert len(commands) >= 3
    for _, name, *arguments in commands:
        command = main.get_command(None, name)
        command.make_context(name, arguments)
