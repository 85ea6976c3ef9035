"""Lost or not: RULES §1 on boards laid by hand, where no card can be moved now."""

from dataclasses import replace

import pytest

from conformance import reference
from patience.compilation.compiled_rules import compile_tables
from patience.formats.board_input import read_board
from patience.games import VARIANTS
from patience.line_of_play import ReadableLine, open_line
from patience.play.dealing import deal_board
from patience.play.legality import check, has_card_move, outcome
from patience.rules import Build, Direction, Foundation, SameBase
from patience.rules.declaration import to_json
from tests.engine.boards import lay, lay_on
from tests.engine.synthetic import variant_of
from tests.engine.winning_moves import WINNING_MOVES

HOFFMANN, ROYAL, ROUGE = "rouge-et-noir-hoffmann", "royal-rendezvous", "rouge-et-noir"

# Nothing goes onto these but Queens.
KINGS = "; ".join(f"T{number}: KS" for number in range(1, 9))

# No card goes onto another, and no column is empty.
BLOCKED = "T1: 2S; T2: 2C; T3: 2H; T4: 2D; T5: 4S; T6: 4C; T7: 4H; T8: 6S; T9: 6H; T10: 6C"


@pytest.mark.parametrize(
    ("variant", "rules", "piles", "expected"),
    [
        # (2): a draw would bring up a card that fits, or only one that does not.
        (ROYAL, {}, "F5: AC; W: 9S; S: 3C", "in_progress"),
        (ROYAL, {}, "F5: AC; W: 9S; S: 8C 3C 8D", "in_progress"),
        (ROYAL, {}, "F5: AC; W: 9S; S: 4C", "lost"),
        # A King that an upper foundation must not take yet cannot be played, whatever it fits.
        (ROYAL, {}, "F1: AC..QC; F5: AC 3C; W: 9S; S: KC", "lost"),
        (ROYAL, {}, "F1: AC..QC; F5: AC 3C 5C 7C 9C JC KC; W: 9S; S: KC", "in_progress"),
        # What is beneath the waste's top card comes up by a redeal alone.
        (ROYAL, {}, "F5: AC; W: 3C 9S", "lost"),
        (HOFFMANN, {"redeals": 1}, f"{KINGS}; W: QH 9S", "in_progress"),
        (HOFFMANN, {"redeals": 0}, f"{KINGS}; W: QH 9S", "lost"),
        (HOFFMANN, {}, f"{KINGS}; W: QH 9S", "in_progress"),
        (HOFFMANN, {}, f"{KINGS}; W: 9H 9S", "lost"),
        (HOFFMANN, {}, f"{KINGS}; W: 9H; S: 9S", "lost"),
        (HOFFMANN, {"redeals": 0}, f"{KINGS}; W: 9H; S: QD 9S", "in_progress"),
        # (3): a redeal would fill the vacant T8, whatever with; without a card to come it fills nothing.
        (HOFFMANN, {}, f"{KINGS.rpartition(';')[0]}; W: 9H", "in_progress"),
        (HOFFMANN, {"redeals": 0}, f"{KINGS.rpartition(';')[0]}; W: 9H", "lost"),
        (HOFFMANN, {}, KINGS.rpartition(";")[0], "lost"),
        # (1): a deal is legal while there is a stock.
        (ROUGE, {}, "T1: AH; T2: AH; F1: AH; F2: AH; S: 9C", "in_progress"),
        (ROUGE, {}, "T1: AH; T2: AH; F1: AH; F2: AH", "lost"),
        ("double-russian", {}, "T1: 5C; T2: 9D", "lost"),
        # A draw would bring up a card that a cell takes, or only one that it does not.
        ("batsford", {}, f"{BLOCKED}; S: KS", "in_progress"),
        ("batsford", {}, f"{BLOCKED}; S: QS", "lost"),
        # No pair is left, and no card to turn.
        ("pyramid", {}, "T27: 8C; T28: 9H", "lost"),
    ],
)
def test_outcome(variant, rules, piles, expected):
    position = lay(variant, piles, rules)
    assert not has_card_move(position)
    assert outcome(position) == expected


def test_no_draw_helps_while_the_first_card_on_a_foundation_can_come_from_nowhere():
    rules = VARIANTS["klondike"].rules
    upward = Foundation("CDHS", "A23456789TJQK", Build.BY_SUIT, direction=Direction.UP, wrap=True, cards=13)
    needs_column = replace(
        rules, foundations=(upward,) * 4, same_base=SameBase.FIRST, base_from=("T",), foundations_final=True
    )
    tables = compile_tables(variant_of(needs_column), ())
    stuck = lay_on(tables, "W: 5H; S: 4H")
    assert outcome(stuck) == "lost"
    assert check(stuck, "draw") == "base_not_set"
    assert outcome(lay_on(tables, "F1: 3H; W: 5H; S: 4H")) == "in_progress"


@pytest.mark.parametrize("name", WINNING_MOVES)
def test_a_position_is_won_whatever_led_to_it(name):
    winning = WINNING_MOVES[name]
    deal = deal_board(compile_tables(variant_of(winning.rules), ()), read_board(winning.board))
    for line in (open_line(deal), ReadableLine(deal.position())):
        outcomes = [line.outcome()]
        for move in winning.moves:
            line.push(move)
            outcomes.append(line.outcome())
        assert outcomes == [*["in_progress"] * len(winning.moves), "won"]
    judged = reference.judge(to_json(winning.rules), {"board": winning.board, "moves": [*winning.moves]})
    assert (judged["valid"], judged["outcome"]) == (True, "won")
