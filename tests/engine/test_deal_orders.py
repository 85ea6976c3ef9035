"""A refusal at one of the first moves names another order of dealing that makes the log legal."""

import json
import re

import pytest

import patience
from patience.cards import CARDS
from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.play.board import board_of, lay_out
from patience.play.deal_orders import usual_orders
from patience.play.dealing import deal_seed
from service.judging.judge import judge
from service.judging.loaded_requests import judge_claim, judge_readably
from tests.conftest import once, some

ROWS = {0: "5H", 7: "6S", 13: "7D", 18: "AS", 22: "9C", 25: "2S", 27: "KH"}
"""Dealt row by row from the left, a row shorter by a column each time: the top cards of a Klondike."""

COLUMNS = {6: "5H", 13: "6S", 20: "7D", 27: "AS", 33: "2S"}
"""Dealt column by column, seven cards to four columns and six to the others: top cards of FreeCell."""

LONG_FIRST = {50: "5S", 51: "6S", 52: "7S", 53: "8S", 44: "3H", 45: "4H"}
"""Dealt row by row, six cards to the first four columns and five to the others: top cards of Spider."""

UP = ["T1-T2", "T2-T3x2", "T4-F", "T6-F"]


def deck(placed, packs=1):
    """Return a deck that has these cards in these places, and the others in order."""
    rest = list(CARDS) * packs
    for card in placed.values():
        rest.remove(card)
    return [placed[index] if index in placed else rest.pop() for index in range(52 * packs)]


def detail(variant, cards, moves, judged=judge):
    request = json.dumps({"variant": variant, "deck": cards, "moves": moves, "include": []}).encode()
    answer = json.loads(judged(request).answer)
    return answer["first_illegal_move"]["detail"]


@pytest.mark.parametrize("judged", [judge, judge_readably])
def test_a_web_klondike_is_dealt_in_rows_and_has_an_empty_waste(judged):
    found = detail("klondike", deck(ROWS), [*UP, "draw"], judged)
    assert "dealt row by row from the left, and the waste begins empty. Send the table as board" in found


def test_claims_and_the_library_say_the_same():
    log = {"variant": "klondike", "deck": deck(ROWS), "moves": UP}
    refused = patience.verify(log).first_illegal_move
    assert "row by row from the left" in refused.detail
    assert (refused.index, refused.move) == (0, "T1-T2")
    claim = json.dumps({**log, "claim": {"outcome": "in_progress"}}).encode()
    refutations = json.loads(judge_claim(claim, None).answer)["refutations"]
    assert refused.detail in refutations[0]["detail"]


def test_a_deck_may_be_dealt_from_its_end():
    assert "row by row from the left from the end of the deck" in detail("klondike", deck(ROWS)[::-1], UP)


def test_freecell_may_be_dealt_in_columns():
    found = detail("freecell", deck(COLUMNS), ["T1-T2", "T2-T3x2", "T4-F", "T5-F"])
    assert "dealt column by column from the left." in found


def test_spiders_first_columns_may_be_the_long_ones():
    found = detail("spider", deck(LONG_FIRST, 2), ["T1-T2", "T2-T3x2", "T3-T4x3", "T5-T6"])
    assert "dealt row by row from the left." in found


def test_the_deal_is_not_blamed_without_reason():
    cards = deck(ROWS)
    assert "dealt" not in detail("klondike", cards, UP[:3]), "three moves may be legal by chance"
    assert "dealt" not in detail("klondike", cards, [*UP, "T1-T2"]), "illegal in every order"
    assert "dealt" not in detail("klondike", cards, [*["draw"] * 5, *UP]), "the sixth move is refused"


def test_a_board_has_no_other_order():
    game = patience.Game("klondike", deck=deck(ROWS))
    board = game.position_text.partition(";")[2]
    verdict = patience.verify({"variant": "klondike", "board": board, "moves": UP})
    assert "dealt" not in verdict.first_illegal_move.detail


@pytest.mark.parametrize("judged", [judge, judge_readably])
def test_a_board_may_have_its_stock_the_other_way_round(judged):
    """Cards of the waste are played wherever they can be."""
    game = patience.Game("klondike", seed=7)
    board = game.position_text.partition(";")[2]
    while sum("-" in move for move in game.moves) < 6:
        game.push(next((move for move in game.legal_moves if move.startswith("W-")), "draw"))
    piles, stock = board.split(";S=")
    turned = "".join(re.findall("..", stock)[::-1])
    request = {"variant": "klondike", "moves": game.moves, "include": []}
    found = [
        json.loads(judged(json.dumps({**request, "board": f"{piles};S={cards}"}).encode()).answer)
        for cards in (stock, turned)
    ]
    assert found[0]["valid"]
    detail = found[1]["first_illegal_move"]["detail"]
    assert "The log is legal if the stock is the other way round" in detail
    log = {"variant": "klondike", "moves": game.moves, "board": f"{piles};S={turned}"}
    assert patience.verify(log).first_illegal_move.detail == detail


def test_a_stock_is_the_right_way_round_where_a_drawn_card_was_played():
    """It came from the end that was drawn from, so the refusal has another cause."""
    game = patience.Game("klondike", seed=7)
    board = game.position_text.partition(";")[2]
    while sum(move.startswith("W-") for move in game.moves) < 6:
        game.push(next((move for move in game.legal_moves if move.startswith("W-")), "draw"))
    log = {"variant": "klondike", "moves": [*game.moves, "T1-T1"], "board": board}
    detail = patience.verify(log).first_illegal_move.detail
    assert "the other way round" not in detail


@once
def test_no_order_opens_a_position_that_cannot_be():
    """A waste that is filled as soon as it is empty does not begin empty."""
    for tables in map(tables_for, some(list(VARIANTS), 9)):
        for order in usual_orders(tables):
            lay_out(tables, board_of(order.position(deal_seed(tables, "1"))))


@pytest.mark.parametrize("wrong", ["W-R1", "nonsense"])
def test_a_log_with_a_move_that_is_none_fits_no_order(wrong):
    refused = patience.verify({"variant": "klondike", "deck": deck(ROWS), "moves": [*UP, wrong]})
    assert "are dealt" not in refused.first_illegal_move.detail
