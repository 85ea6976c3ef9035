"""Seeds of other programs: the boards that the programs themselves print."""

import json

import pytest

from patience.cards import RANKS
from patience.compilation.compiled_rules import tables_for
from patience.formats.dialects import DIALECTS, DialectError, board_of_seed
from patience.game import Game
from patience.play.dealing import deal_board
from tests.conftest import FIXTURES

VECTORS = [json.loads(line) for line in (FIXTURES / "dialects.jsonl").read_text("utf-8").splitlines()]


def encoded(piles: dict[str, list[str]]) -> int:
    """Return lonelybot's number of a Klondike deal: its cards pile by pile, as a permutation of its pack."""
    pack = [rank + suit for rank in RANKS for suit in "HDCS"]
    cards = [card for number in range(1, 8) for card in piles[f"T{number}"]] + piles["S"][::-1]
    number = 0
    for place in range(51, 0, -1):
        found = cards.index(pack[place])
        number = number * (place + 1) + found
        cards[found], cards[place] = cards[place], cards[found]
    return number


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['program']} {vector['seed']}"[:40])
def test_a_seed_deals_what_its_program_prints(vector):
    rules = vector.get("rules", {})
    board = board_of_seed(vector["program"], vector["variant"], vector["seed"], rules)
    deal = deal_board(tables_for(vector["variant"], rules), board)
    if "exact" in vector:
        assert encoded(board.piles) == int(vector["exact"])
        exact = board_of_seed("lonelybot-exact", "klondike", int(vector["exact"]))
        assert exact.piles == board.piles
    elif "tops" in vector:
        assert [board.piles[f"T{number}"][-1] for number in range(1, 8)] == vector["tops"]
        assert board.piles["S"] == vector["stock"]
    else:
        assert deal.board == vector["board"]


def test_every_dialect_but_the_exact_one_has_vectors():
    seen = {(vector["program"], vector["variant"]) for vector in VECTORS}
    known = {(program, game) for program, dialect in DIALECTS.items() for game in dialect.games}
    assert known - seen == {("lonelybot-exact", "klondike")}


def test_the_bounds_of_seeds():
    for program, dialect in DIALECTS.items():
        for game in dialect.games:
            for seed in (dialect.lowest, dialect.highest):
                deal_board(tables_for(game), board_of_seed(program, game, seed))
            for seed in (dialect.lowest - 1, dialect.highest + 1):
                with pytest.raises(DialectError, match="run from"):
                    board_of_seed(program, game, seed)
    with pytest.raises(DialectError, match="does not have a deal 0"):
        board_of_seed("microsoft-freecell", "freecell", 0)
    with pytest.raises(DialectError, match="Known programs"):
        board_of_seed("solitaire", "klondike", 1)
    with pytest.raises(DialectError, match="not 'yukon'"):
        board_of_seed("solvitaire", "yukon", 1)


def test_plspider_plays_the_seeds():
    """Its page prints the first rows of the deal that it calls 14934 (tranzoa.net/alex/plspider.htm)."""
    printed = """
        TS 2H 4S QD 3D TD 9H AS JS JD
        3C 4H 3H QH 8C TH 3D 4D 8H AH
        KS KC TC 7C 8S 3S 7D 3S 6C 5C
        4C 3H 4D 7S 2S 3C 5C 8C QC 5S
        JH KH 2H QC JH 6H QS 2C KD KS
    """
    position = Game("spider", seed=14934).position
    columns = [position[f"T{number}"].cards[:5] for number in range(1, 11)]
    assert [list(row) for row in zip(*columns, strict=True)] == [
        row.split() for row in printed.split("\n")[1:-1]
    ]
