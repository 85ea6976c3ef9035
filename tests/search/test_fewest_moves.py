"""The fewest moves to a win: proved bounds, and lines that were replayed."""

import json
import random

import pytest

from patience import Game
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.replay import advance
from patience.search.fewest_moves import fewest_moves
from patience.search.findings import OPEN, Finding, Proof, Prospect
from patience.search.search_runner import is_available
from service.judging.analysis import judge_prospect
from tests.search.declared_positions import read_position
from tests.search.small_positions import small_position
from tests.search.test_shortening import last_cards
from tools.records import records

pytestmark = pytest.mark.skipif(not is_available(), reason="the search is not compiled")


def test_each_card_needs_a_move():
    """Each Queen and each King lies alone in a column (by hand: eight cards, eight moves)."""
    found = fewest_moves(last_cards(), OPEN, 1000)
    assert (len(found.finding.continuation), found.at_least, found.is_proved) == (8, 8, True)


def test_a_card_over_a_lower_one_of_its_suit_needs_another_move():
    """K♣ lies on Q♣: it moves aside first (by hand: nine moves)."""
    position = last_cards()
    position.piles[1].append(position.piles[0].pop())
    found = fewest_moves(position, OPEN, 1000)
    assert (len(found.finding.continuation), found.at_least) == (9, 9)


def test_cards_that_wait_for_each_other_need_another_move():
    """K♣ lies on Q♦ and K♦ on Q♣: one of the Kings moves aside (by hand: nine moves)."""
    position = last_cards()
    position.piles[3].append(position.piles[0].pop())
    position.piles[1].append(position.piles[2].pop())
    found = fewest_moves(position, OPEN, 0)
    assert (found.finding, found.at_least) == (OPEN, 9)
    assert fewest_moves(position, OPEN, 1000).is_proved


def test_empty_columns_win_whatever_is_left_in_the_stock():
    """K♣ moves aside, then Q♣ and K♣ go to their foundation (by hand: three moves)."""
    columns = {"number": 2, "build": "alternating", "lift": "one"}
    stock = {"actions": ["draw"]}
    rules = {
        "foundations": "CCSSHHDD",
        "packs": 2,
        "columns": columns,
        "stock": stock,
        "win": "empty_columns",
    }
    position = read_position({"rules": rules, "piles": {"F1": "JC", "T1": "QC KC", "S": "KH QH JH KD"}})
    found = fewest_moves(position, OPEN, 1000)
    assert (len(found.finding.continuation), found.at_least) == (3, 3)


def test_a_deal_is_proved_minimal():
    opening = deal_seed(tables_for("freecell"), "3").opening
    found = fewest_moves(opening, OPEN, 40_000)
    position = opening.copy()
    advance(position, list(found.finding.continuation))
    assert position.won
    assert found.is_proved
    assert found.at_least == 70


def test_bounds_of_small_budgets_hold():
    """A search that ends early proves no more than the complete one."""
    source = random.Random("fewest moves")
    proved = 0
    for variant in ("freecell", "klondike", "canfield", "yukon"):
        for _ in range(6):
            position = small_position(tables_for(variant), source, 8)
            complete = fewest_moves(position, OPEN, 20_000)
            if complete.is_proved:
                proved += 1
                assert all(
                    (fewest_moves(position, OPEN, budget).at_least or 0) <= complete.at_least
                    for budget in (0, 2, 8)
                )
    assert proved > 5


def test_a_dead_game_has_no_fewest_moves():
    dead = Finding(Prospect.DEAD, Proof.STATIC)
    assert fewest_moves(last_cards(), dead, 1000).at_least is None


def test_the_answers_say_what_is_proved():
    game = Game("freecell", seed=3)
    outlook = game.prospect(60_000, shortest=True)
    assert outlook.is_shortest
    request = {"variant": "freecell", "seed": "3", "moves": [], "budget": 60_000, "shortest": True}
    answer = json.loads(judge_prospect(json.dumps(request).encode()).answer())
    assert answer["shortest"] == {"moves": 70, "at_least": 70, "proved_minimal": True}
    assert answer["search"]["positions"] <= 60_000


def test_records_are_lines_that_win():
    for (variant, seed), entry in records().items():
        game = Game(variant, seed=int(seed))
        moves = entry["moves"].split()
        for move in moves:
            game.push(move)
        assert game.outcome == "won", (variant, seed)
        assert entry["at_least"] <= len(moves), (variant, seed)


def test_klondikes_take_as_many_moves_as_elsewhere():
    """KSolve counts no redeals, and draws the first card, which is dealt here."""
    compared = [entry for entry in records().values() if "ksolve" in entry]
    for entry in compared:
        moves, theirs = entry["moves"].split(), entry["ksolve"]
        assert theirs["moves"] - 1 + moves.count("redeal") <= len(moves)
        assert entry["at_least"] <= theirs["moves"] - 1 + theirs["redeals"]
    assert len(compared) >= 50
