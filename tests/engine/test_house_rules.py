"""The house rules of docs/how-to/serve-a-house-rule.md: each is a declaration that judges as its row says."""

import json
import re
import shutil
import subprocess

import pytest

from patience.cards import CARDS, RANKS
from patience.compilation.compiled_rules import CompiledRules, compile_tables, tables_for
from patience.compilation.descriptions import describe_piles
from patience.formats.board_input import read_board
from patience.games import VARIANTS
from patience.play.board import BoardError
from patience.play.dealing import deal_board, deal_seed
from patience.play.replay import GameLog, replay
from patience.rules.declaration import from_json, to_json
from patience.rules.variant import Variant
from patience.words.rules_in_sentences import name_pile, rules_in_sentences
from schemas.positions import state_json
from tests.doc_pages import ROOT

PAGE = (ROOT / "docs" / "how-to" / "serve-a-house-rule.md").read_text("utf-8")
ROW = re.compile(r"^\| ([^|]+) \| [^|]+ \| `([a-z-]+)` \| (`\..+`) \|$", re.MULTILINE)
ROWS = [(rule, variant, changes[1:-1].replace("`, `", " | ")) for rule, variant, changes in ROW.findall(PAGE)]

pytestmark = pytest.mark.skipif(not shutil.which("jq"), reason="jq is not installed")


def declared(variant: str, change: str) -> CompiledRules:
    """The rules of a variant after a change."""
    declaration = json.dumps(to_json(VARIANTS[variant].rules))
    changed = subprocess.run(["jq", change], input=declaration, capture_output=True, text=True, check=True)
    rules = from_json(json.loads(changed.stdout))
    return compile_tables(Variant("house-rule", "House rule", "House rules", rules), ())


@pytest.mark.parametrize(("rule", "variant", "change"), ROWS)
def test_each_change_is_another_game_that_deals(rule, variant, change):
    tables = declared(variant, change)
    assert tables.rules != VARIANTS[variant].rules, rule
    assert deal_seed(tables, "1").opening.cards(tables.columns[-1]) or variant == "spiderette"


def test_the_table_has_rows():
    assert len(ROWS) == 16


def reasons(row, board, *logs):
    """Why each log is refused under the house rule of a row; None for a legal one."""
    _, variant, change = ROWS[row]
    deal = deal_board(declared(variant, change), read_board(board))
    verdicts = [replay(GameLog(deal, tuple(log.split()))) for log in logs]
    return [verdict.first_illegal_move and verdict.first_illegal_move.reason for verdict in verdicts]


def pile(name, *cards):
    return f"{name}={''.join(cards)}"


def test_groups_move_in_forty_thieves_as_far_as_empty_columns_allow():
    """With T10 empty, two cards go to a column, four if another column were empty, and one to T10 itself."""
    suits = dict(zip("CSHD", (("F1", "F2"), ("F3", "F4"), ("F5", "F6"), ("F7", "F8")), strict=True))
    home = [
        pile(name, *(rank + suit for rank in "A23456789T")) for suit, names in suits.items() for name in names
    ]
    columns = ["T1=KS", "T2=KSQSJS", "T3=QS", "T4=JSKC", "T5=QCJC", "T6=KCQCJC", "T7=KHQHJH", "T8=KHQHJH"]
    board = ";".join([*columns, "T9=KDQDJDKDQDJD", *home])
    deal = deal_board(tables_for("forty-thieves", {"lift": "supermove"}), read_board(board))
    verdicts = [replay(GameLog(deal, (move,))) for move in ("T2-T1x2", "T2-T1x3", "T2-T10x2")]
    found = [verdict.first_illegal_move and verdict.first_illegal_move.reason for verdict in verdicts]
    assert found == [None, "wrong_rank", "too_many_cards"]


def test_a_base_stays_on_the_foundations_of_canfield():
    """The Five comes back from the foundation that begins with a Four; the Four does not."""
    clubs = pile("F1", "4C", "5C")
    rest = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"]
    for card in ("4C", "5C", "6H", "5H"):
        rest.remove(card)
    board = f"T1=6H;T2=5H;{clubs};S={''.join(rest)};base=4"
    assert reasons(1, board, "F1-T1", "F1-T1 F1-T2") == [None, "not_enough_cards"]


def test_rows_are_dealt_in_spider_once_no_column_has_two_cards():
    """Seven sequences are complete, T3 to T10 are empty. The deal waits until the Four leaves the Five."""
    home = [
        pile(f"F{number}", *(rank + suit for rank in "KQJT98765432A"))
        for number, suit in enumerate("SSHHDDC", start=1)
    ]
    board = ";".join(["T1=5C4C;T2=6C", *home, pile("S", *(rank + "C" for rank in "A23789TJQK"))])
    assert reasons(6, board, "deal", "T1-T3 deal", "T1-T3 T3-T1 deal") == [
        "empty_column",
        None,
        "empty_column",
    ]


def pyramid(**piles):
    """Return a pyramid with these piles at its foot, other cards above them, and what is left discarded."""
    laid = {name: "".join(cards.split()) for name, cards in piles.items()}
    rest = [code for suit in "CSHD" for rank in RANKS if (code := rank + suit) not in "".join(laid.values())]
    above = [name for number in range(1, 22) if (name := f"T{number}") not in laid]
    laid |= dict(zip(above, rest, strict=False)) | {"F1": "".join(rest[len(above) :])}
    return ";".join(pile(name, cards) for name, cards in laid.items())


def test_the_two_top_cards_of_the_waste_leave_in_thirteen():
    """6 and 7 leave together, and then 4 with the 9 in the pyramid. The stock lies face down."""
    board = pyramid(T25="9D", W="4C 6H 7S", S="AC")
    logs = ["W-W T25-W", "W-W W-W", "W-Wx2", "W-S", "W-W T25-W W-W", "draw W-W"]
    expected = [None, "not_enough_cards", "same_pile", "target_locked", "source_empty", "wrong_rank"]
    assert reasons(8, board, *logs) == expected


def test_a_card_leaves_with_the_only_card_that_covers_it():
    """T27 and T28 lie on T21. Once T27 has left with T20, T28 alone does."""
    board = pyramid(T20="5H", T21="5C", T27="8S", T28="8D", S="KC")
    logs = ["T27-T20 T28-T21", "T28-T21", "T21-T28", "T27-T20 T21-T28"]
    assert reasons(9, board, *logs) == [None, "covered_card", "covered_card", "covered_card"]


def others(*laid):
    """Return the cards of a pack that are not laid."""
    return [code for suit in "CSHD" for rank in RANKS if (code := rank + suit) not in "".join(laid)]


def test_the_cell_of_sawayama_opens_once_the_last_card_is_drawn():
    """Two draws turn the five cards of the stock. R1 takes one card then, though the waste has five."""
    column, stock = "KD5S", "AC2H9D9C3D"
    rest = others(column, stock)
    columns = [pile(f"T{number}", *rest[number - 1 :: 6]) for number in range(1, 7)]
    board = ";".join([*columns, f"T7={column}", f"S={stock}"])
    logs = ["draw draw T7-R1", "draw T7-R1", "draw draw W-R1 T7-R1", "draw draw W-R1 R1-W", "redeal"]
    expected = [None, "stock_not_empty", "cell_occupied", "target_locked", "unknown_action"]
    assert reasons(7, board, *logs) == expected


def test_rows_run_down_from_the_king():
    """The gap after 9D takes 8D, the first place of a row a King, and the place after the gap nothing."""
    rows = ["9D --", "-- -- QS", "2H --", "5C 4C"]
    rest = others(*rows, "ACASAHAD")
    laid = [row.split() for row in rows]
    places = [card for row in laid for card in [*row, *(rest.pop() for _ in range(13 - len(row)))]]
    spot = {card: f"T{number}" for number, card in enumerate(places, start=1)}
    filled = [pile(name, card) for card, name in spot.items() if card != "--"]
    board = ";".join([*filled, "F1=ACASAHAD"])
    moves = [("8D", "T2"), ("TD", "T2"), ("KH", "T14"), ("JS", "T14"), ("JS", "T15"), ("3H", "T28")]
    logs = [f"{spot[card]}-{gap}" for card, gap in moves]
    expected = [None, "wrong_rank", None, "needs_king", "vacancy_reserved", "wrong_rank"]
    assert reasons(10, board, *logs) == expected


def test_an_empty_column_of_baroness_takes_the_top_card_of_another():
    """6 and 7 leave together, so T2 is empty, and takes the card over 5. That leaves with 8 on T4."""
    columns = {"T1": "5C 6H", "T2": "7S", "T3": "5D TC", "T4": "8H", "T5": "9S"}
    laid = {name: "".join(cards.split()) for name, cards in columns.items()}
    rest = others(*laid.values())
    board = ";".join(
        [*(pile(name, cards) for name, cards in laid.items()), pile("F1", *rest[1:]), f"S={rest[0]}"]
    )
    logs = ["T1-T2 T3-T2 T3-T4 T2-T3", "T3-T2", "T1-T2 deal", "T1-T2 T3-T2x2", "T1-T2 T2-T3"]
    assert reasons(11, board, *logs) == [None, "wrong_rank", None, "one_card_only", "source_empty"]


def test_an_empty_column_of_baroness_takes_nothing_from_a_reserve():
    """The 2 on R1 makes pairs alone; T3 and others have top cards for T2."""
    _, variant, change = ROWS[11]
    reserve = '.reserve = {piles: 1} | .layout += [{to: "R1"}] | .pairs.piles = ["T", "R"]'
    rest = others("5C6H7S2C")
    board = f"T1=5C6H;T2=7S;R1=2C;{pile('F1', *rest[1:])};S={rest[0]}"
    deal = deal_board(declared(variant, f"{change} | {reserve}"), read_board(board))
    illegal = replay(GameLog(deal, ("T1-T2", "R1-T2"))).first_illegal_move
    assert illegal
    assert illegal.detail == "2♣ cannot go on the empty T2: an empty column takes cards from columns only."


def test_what_pairs_of_house_rules_add_is_said():
    beneath, baroness = (declared(*ROWS[row][1:]) for row in (9, 11))
    assert "There the card under a top card counts too: columns." in rules_in_sentences(beneath.rules)
    assert "An empty column takes cards from columns only." in rules_in_sentences(baroness.rules)
    column = describe_piles(baroness)[0]
    assert column.takes.startswith("Takes a card that makes a pair with its top card, and both leave")
    assert [name_pile(baroness.rules, "T1", code) for code in ("en", "de")] == ["column 1", "Spalte 1"]


def klondike(stock, *columns, waste=""):
    """Return a board of Klondike with these columns, stock and waste, and the other cards face up on T7."""
    return ";".join(
        [
            *(pile(f"T{number}", cards) for number, cards in enumerate(columns, start=1)),
            pile("T7", *others(stock, waste, *columns)),
            *([f"W={waste}"] if waste else []),
            pile("S", stock),
        ]
    )


def test_nothing_is_put_on_a_column_before_the_player_turns_its_card_up():
    """The Queen leaves 9D face down. The Eight goes there once it is turned up, as does a Five onto T3."""
    board = klondike("AC2C", "(9D)QH", "KS", "6H", "8S", "5C")
    logs = ["T1-T2 T4-T1", "T1-T2 T1-T1 T4-T1", "T1-T2 T5-T3 T1-F", "T1-T1", "T1-T2 T1-T1 T1-T1", "T1-T2x2"]
    expected = ["face_down_card", None, "face_down_card", "same_pile", "same_pile", "face_down_card"]
    assert reasons(4, board, *logs) == expected


def test_cards_are_drawn_as_a_packet():
    """The stock has 3C on top, under it AC and 9H. 3C comes to lie on top, and after a redeal 9H."""
    board = klondike("8D5D2DJH9HAC3C", "TC", "4D", "QS")
    logs = ["draw W-T2 W-F1", "draw draw W-T3 W-F", "draw draw draw W-T1", "draw draw draw redeal draw W-T1"]
    logs += ["draw draw draw redeal draw draw draw redeal draw W-T2"]
    expected = [None, "no_foundation_accepts", "wrong_rank", None, None]
    assert reasons(12, board, *logs) == expected


def test_only_cards_of_the_last_draw_are_played():
    """The first draw brings 5H on top, the second 9C. Once that and 7D are gone, 5H waits for the redeal."""
    board = klondike("9C7D2S5H6D4C", "TD", "8S", "6C")
    logs = ["draw W-T3", "draw draw W-T1 W-T2 W-F", "draw draw W-T1 W-T2 draw", "draw draw W-T3"]
    logs += ["draw draw W-T1 redeal draw W-T3"]
    expected = [None, "no_foundation_accepts", "stock_empty", "wrong_color", None]
    assert reasons(13, board, *logs) == expected
    below = board.replace("S=9C7D2S5H6D4C", "W=(4C6D)5H;S=9C7D2S")
    assert reasons(13, below, "W-T3", "W-T3 W-F") == [None, "face_down_card"]


def test_a_reserve_becomes_a_cell():
    """The last card of the reserve leaves for T1. Then R1 takes the top card of a column, and only one."""
    rest = others("9CTH5S8D4C")
    board = f"T1=TH;T2=5S;T3=8D;T4={''.join(rest[:3])};F1=4C;R1=9C;S={''.join(rest[3:])};base=4"
    logs = ["T2-R1", "R1-T1 T3-R1", "R1-T1 T4-R1 T4-R1", "R1-T1 T4-R1 R1-T4"]
    assert reasons(14, board, *logs) == ["cell_occupied", None, "cell_occupied", "wrong_color"]


def test_what_lies_face_down_on_a_waste_is_part_of_the_position():
    """The first draw leaves 5H on top, the second turns the three cards down, and a redeal turns all over."""
    _, variant, change = ROWS[13]
    tables = declared(variant, change)
    opening = deal_board(tables, read_board(klondike("9C7D2S5H6D4C", "TD", "8S", "6C")))
    verdict = replay(GameLog(opening, ("draw", "draw")), trace=True)
    state = state_json(verdict.position)
    assert (state["waste"], state["waste_face_down"]) == (["4C", "6D", "5H", "2S", "7D", "9C"], 3)
    assert [turned.card for turned in verdict.trace[1].face_down] == [CARDS["4C"], CARDS["6D"], CARDS["5H"]]
    again = deal_board(tables, read_board(state)).opening
    assert state_json(again) == state
    turned = replay(GameLog(opening, ("draw", "draw", "redeal")), trace=True)
    assert state_json(turned.position)["waste_face_down"] == 0
    assert turned.trace[2].moved[0].cards[:2] == (CARDS["9C"], CARDS["7D"])
    fewer = read_board(state | {"waste": ["4C", "6D"], "stock": ["5H", "2S", "7D", "9C"]})
    with pytest.raises(BoardError, match="0 to 2 face down, not 3"):
        deal_board(tables, fewer)


def test_two_cards_of_a_column_change_places_in_canister():
    """Column 1 is 9S 5H KC; the exchange of KC and 9S brings 9S on top, which goes onto 8H, and so on."""
    rest = [rank + suit for suit in "CSHD" for rank in RANKS if rank + suit not in ("9S", "5H", "KC", "8H")]
    board = f"T1=9S5HKC;T2=8H;T3={''.join(rest)}"
    logs = ["T1-R1x3 T1-T2", "T1-R1", "T1-R1x4", "T2-R1x2", "T1-R1x2 T1-R1x3 T1-R1x2 T1-R1x2"]
    refused = [None, "vacancy_reserved", "not_enough_cards", "not_enough_cards", "cell_occupied"]
    assert reasons(15, board, *logs) == refused
