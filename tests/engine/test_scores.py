"""Scores: the points of hand-played games, counted by hand from the tables of Microsoft's games."""

import pytest

from patience.board_reader import read_board
from patience.compiled import tables_for
from patience.dealing import deal_board, deal_seed
from patience.games import VARIANTS
from patience.replay import GameLog, replay
from patience.scores import SCORINGS, counts_of, scores_of, scorings_of

REST = (
    "F1=AC2C3C4C5C6C7C8C9CTCJC;F2=AS2S3S4S5S6S7S8S9STSJSQS;F3=AH2H3H4H5H6H7H8H9HTHJHQH;"
    "F4=AD2D3D4D5D6D7D8D9DTDJDQD"
)
BOARD = f"T1=(KS)KC;T2=KH;{REST};W=KD;S=QC"
"""Klondike a few moves before its end: the King of spades lies face down under the King of clubs."""


def scored(board: str, moves: str, **rules: str) -> dict[str, int]:
    deal = deal_board(tables_for("klondike", rules), read_board(board))
    verdict = replay(GameLog(deal, tuple(moves.split())), trace=True)
    assert verdict.valid
    return scores_of(verdict)


@pytest.mark.parametrize(
    ("moves", "standard", "vegas"),
    [
        ("", 0, -52),
        ("draw", 0, -52),
        # Waste to foundation 10; Vegas 5 for any card there.
        ("W-F4", 10, -47),
        # Column to foundation 10.
        ("T2-F3", 10, -47),
        # The waste to a column 5, here a King to the column that its like has left: 10 and 5.
        ("T2-F3 W-T2", 15, -47),
        # A card taken back costs 15, but the score does not fall below 0; Vegas takes its 5 back.
        ("F2-T2", 0, -57),
        ("W-F4 F2-T2", 0, -52),
        # A redeal costs 100, again not below 0.
        ("T2-F3 draw redeal", 0, -47),
        ("T2-F3 draw redeal draw", 0, -47),
    ],
)
def test_klondike(moves, standard, vegas):
    assert scored(BOARD, moves) == {"standard": standard, "vegas": vegas}


def test_a_card_turned_up_is_worth_five():
    """The King of clubs goes to the empty column T3 and turns up the King of spades."""
    assert scored(BOARD, "T1-T3") == {"standard": 5, "vegas": -52}


def test_draw_three_has_no_cost_for_a_redeal():
    board = BOARD.replace("W=KD;S=QC", "W=KDQC")
    assert scored(board, "T2-F3 redeal", draw="three") == {"standard": 10, "vegas": -47}


def test_spider_counts_moves_and_sequences():
    """500, less 1 for the move, and 100 for the sequence, which Microsoft's game takes off by itself."""
    clubs = "KCQCJCTC9C8C7C6C5C4C3C2CAC"
    board = f"T1={clubs};T2={clubs};" + ";".join(f"F{n}={clubs}" for n in range(1, 7))
    deal = deal_board(tables_for("spider", {"suits": "one"}), read_board(board))
    verdict = replay(GameLog(deal, ("T1-T3x13", "T2-Fx13")), trace=True)
    assert verdict.valid
    assert scores_of(verdict) == {"spider": 599}
    assert counts_of(verdict) == {"moves": 2, "deals": 0, "draws": 0, "redeals": 0}


def test_the_illegal_move_and_what_follows_it_are_worth_nothing():
    deal = deal_seed(tables_for("klondike"), "7")
    verdict = replay(GameLog(deal, ("draw", "W-F", "W-F1x9", "draw")), trace=True)
    assert verdict.moves_played == 2
    assert scores_of(verdict) == {"standard": 10, "vegas": -47}


def test_a_game_without_a_declared_scoring_has_counts_alone():
    verdict = replay(GameLog(deal_seed(tables_for("freecell"), "1"), ()), trace=True)
    assert scores_of(verdict) == {}
    assert counts_of(verdict)["moves"] == 0


def test_each_choice_of_options_has_each_scoring_at_most_once():
    for variant, scorings in SCORINGS.items():
        for tables in (
            tables_for(variant),
            *(tables_for(variant, {"draw": "three"}) for _ in [0] if variant == "klondike"),
        ):
            offered = [scoring.name for scoring in scorings if scoring.applies_to(tables)]
            assert offered == list(scorings_of(tables))
    assert set(SCORINGS) <= set(VARIANTS)
