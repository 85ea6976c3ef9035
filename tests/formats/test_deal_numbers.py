"""The number of a board: Microsoft's deals as fc-solve prints them, and numbers that other programs read."""

import json

import pytest
from click.testing import CliRunner

from patience.compilation.compiled_rules import tables_for
from patience.formats.deal_numbers import UnknownOrderError, numbers_of
from patience.formats.dialects import board_of_seed
from patience.formats.foreign_boards import read_board_of
from patience.formats.foreign_logs import read_log
from patience.play.dealing import deal_board, deal_seed
from patience.play.position_text import parse_piles
from service.cli import main
from tests.conftest import FIXTURES
from tests.engine.test_foreign_logs import MS24

DIALECTS = list(map(json.loads, (FIXTURES / "dialects.jsonl").read_text("utf-8").splitlines()))


def freecell(text):
    tables = tables_for("freecell")
    return deal_board(tables, read_board_of(text, tables))


def test_a_deal_of_microsoft():
    numbers = [("pysolfc", "24"), ("microsoft-freecell", "24"), ("kpatience", "24")]
    assert list(numbers_of(freecell(MS24))) == numbers
    swapped = MS24.replace("4C 2C", "2C 4C")
    assert list(numbers_of(freecell(swapped))) == []


@pytest.mark.parametrize("row", [row for row in DIALECTS if "exact" in row], ids=lambda row: row["program"])
def test_numbers_that_are_permutations(row):
    """lonelybot's tests have each of these deals in several of its numberings."""
    deal = deal_board(tables_for("klondike"), board_of_seed(row["program"], "klondike", int(row["seed"])))
    numbers = dict(numbers_of(deal))
    assert numbers["lonelybot-exact"] == str(row["exact"])
    if row["program"] == "lonelybot-microsoft":
        assert numbers["lonelybot-microsoft"] == str(row["seed"])


@pytest.mark.parametrize(
    ("variant", "seed"),
    [
        *(("spider", "ms77777"), ("klondike", "ms500000"), ("yukon", "12"), ("freecell", "ms2147483648")),
        *(("freecell", "ms4294967295"), ("klondike", "ms4294967296"), ("golf", "ms8589934591")),
    ],
)
def test_other_games_share_the_shuffle(variant, seed):
    """A board has no seed; the shuffle and the layouts are tested beside PySolFC elsewhere."""
    tables = tables_for(variant)
    opening = deal_seed(tables, seed)
    assert ("pysolfc", seed) in list(numbers_of(opening))


KPATIENCE = [row for row in DIALECTS if row["program"] == "kpatience"]
SORTED = {
    "beleaguered-castle",
    "siegecraft",
    "citadel",
    "grandfathers-clock",
    "bakers-dozen",
    "spanish-patience",
}
"""Games of which the first cards do not lie where they were dealt."""


@pytest.mark.parametrize("row", KPATIENCE[::4], ids=lambda row: f"{row['variant']} {row['seed']}")
def test_numbers_of_kpatience(row):
    """Of several packs, the first million numbers are tried; of one, all are computed."""
    tables = tables_for(row["variant"], row.get("rules", {}))
    several = len(tables.pack) > 52 and row["seed"] > 1_000_000
    if row["variant"] not in SORTED and not several:
        numbers = dict(numbers_of(deal_board(tables, parse_piles(row["board"]))))
        assert numbers["kpatience"] == str(row["seed"])


@pytest.mark.parametrize("number", ["-1", "-2"])
def test_deals_that_microsoft_does_not_shuffle(number):
    row = next(
        row for row in DIALECTS if row["program"] == "microsoft-freecell" and str(row["seed"]) == number
    )
    deal = deal_board(tables_for("freecell"), parse_piles(row["board"]))
    assert list(numbers_of(deal)) == [("microsoft-freecell", number)]
    assert read_log("freecell", f"#{number}\n8a".encode()).deal.opening.piles == deal.opening.piles


def test_a_game_that_arranges_its_cards():
    with pytest.raises(UnknownOrderError, match="Numbers of bakers-dozen are not found"):
        next(numbers_of(deal_seed(tables_for("bakers-dozen"), "1")))


def test_the_service_finds_numbers(client):
    board = freecell(MS24).board
    answer = client.post("/v1/deals?include=numbers", json={"variant": "freecell", "board": board}).json
    assert answer["numbers"] == [
        {"program": "pysolfc", "number": "24"},
        {"program": "microsoft-freecell", "number": "24"},
        {"program": "kpatience", "number": "24"},
    ]
    assert "numbers" not in client.post("/v1/deals", json={"variant": "freecell", "board": board}).json
    refused = client.post("/v1/deals?include=numbers", json={"variant": "bakers-dozen", "seed": "1"})
    assert (refused.status_code, refused.json["errors"][0]["code"]) == (422, "no_numbers")


@pytest.mark.parametrize(
    ("text", "code", "printed"),
    [
        (MS24, 0, "microsoft-freecell   24"),
        (
            json.dumps({"variant": "freecell", "seed": "ms94717", "moves": []}),
            0,
            "pysolfc              ms94717",
        ),
        (MS24.replace("4C 2C", "2C 4C"), 1, "No number of Microsoft's shuffle deals this board of freecell."),
        ("4C 2C", 2, "missing"),
        ("{", 2, "not JSON"),
        ("freecell;T1=4C", 2, "missing"),
    ],
)
def test_the_command(text, code, printed):
    result = CliRunner().invoke(main, ["find-deal", "-"], input=text)
    assert result.exit_code == code
    assert printed in result.output
