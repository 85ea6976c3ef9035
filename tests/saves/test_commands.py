"""`referee import` and `referee replay` with saved games of PySolFC."""

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


def test_the_printed_request_can_be_replayed():
    replayed = run("replay", "-", "--json", data=run("import", WON).stdout)
    assert (replayed.exit_code, replayed.stdout) == (0, run("replay", WON, "--json").stdout)
    assert json.loads(replayed.stdout)["outcome"] == "won"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_replay_takes_a_saved_game_of_kpatience(mark):
    """Its demo had played 15 moves that were not taken back."""
    data = mark + (FIXTURES / "logs" / "kpatience-klondike.kpat").read_bytes()
    result = run("replay", "-", "--json", data=data)
    assert (result.exit_code, json.loads(result.stdout)["moves_played"]) == (0, 15)
    assert "The file is not XML" in run("replay", "-", data=data[:-20]).stderr


def test_replay_takes_patience_game_notation():
    """It comes back as it was, but for the import's formatting."""
    path = str(FIXTURES / "logs" / "klondike.patience")
    replayed = json.loads(run("replay", path, "--json").stdout)
    assert (replayed["moves_played"], replayed["first_divergence"]) == (2, None)
    printed = run("import", "--format", "patience", path).stdout
    exported = run("export", "--format", "patience", "-", data=printed).stdout
    assert exported == (FIXTURES / "logs" / "klondike.patience").read_text()
    assert run("export", "--format", "patience", path).stdout.strip() == exported.strip()
    wrong = run("replay", "-", data="patience 1\nseeed: 1\n")
    assert (wrong.exit_code, "Line 2: unknown header 'seeed'" in wrong.stderr) == (2, True)
    superfluous = run("import", "--format", "patience", "--seed", "1", path)
    assert (superfluous.exit_code, "leave --seed out" in superfluous.stderr) == (2, True)


def test_games_of_klondike_are_written_for_solvers():
    for notation, text in (("klondike-solver", "DR1\n"), ("minimal-klondike", "@\n")):
        log = json.dumps({"variant": "klondike", "seed": "7", "moves": ["draw"]})
        assert run("export", "--format", notation, "-", data=log).stdout == text
        other = run("export", "--format", notation, "-", data=log.replace("klondike", "canfield"))
        assert (other.exit_code, "has klondike alone" in other.stderr) == (2, True)


def test_replay_shows_a_saved_game():
    result = run("replay", WON)
    assert result.exit_code == 0
    assert "189 of 189 played" in result.stdout


@pytest.mark.parametrize("command", ["import", "replay"])
def test_warnings_go_to_standard_error(command):
    result = run(command, UNTURNED)
    assert result.exit_code == 0
    assert "T2 had a card face down that the rules turn up at once." in result.stderr


@pytest.mark.parametrize("command", ["import", "replay"])
def test_a_save_on_standard_input(command):
    assert run(command, "-", data=file_of(objects(466, 1))).exit_code == 0


@pytest.mark.parametrize("command", ["import", "replay"])
def test_an_unsupported_game(command):
    result = run(command, "-", data=file_of(objects(466, 1) | {"game": 5001}))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: Standard input: PySolFC's game 5001 is not among the ")


def test_import_refuses_json():
    result = run("import", "-", data="{}")
    assert result.exit_code == 2
    assert "Not a saved game of PySolFC" in result.stderr


@pytest.mark.parametrize("command", ["import", "replay", "prospect"])
def test_a_damaged_file_is_refused_as_what_its_name_says(command, tmp_path):
    (tmp_path / "damaged.pso").write_bytes(b"damaged")
    result = run(command, str(tmp_path / "damaged.pso"))
    assert result.exit_code == 2
    assert "Not a saved game of PySolFC" in result.stderr


def test_the_request_has_the_rule_options_of_the_game():
    """PySolFC's game 18 is Klondike with three cards per draw."""
    saved = str(SAVES / "klondike-three-autodeal.pso")
    request = json.loads(run("import", saved).stdout)
    assert (request["variant"], request["rules"]) == ("klondike", {"draw": "three"})
    assert "\nRule options draw=three, " in run("replay", saved).stdout


def test_import_of_a_text_names_the_option_for_its_format():
    result = run("import", "-", data="#1\n6a 6b")
    assert (result.exit_code, "add --format, such as --format freecell" in result.stderr) == (2, True)
    result = run("import", "--format", "patience", "-", data="#1\n6a 6b")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "expected the first line, patience 1" in result.stderr
