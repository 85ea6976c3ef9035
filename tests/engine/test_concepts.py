"""What the concepts of the declaration language do, each on a position laid by hand."""

from dataclasses import replace

import pytest

from patience.cards import CARDS, CODES
from patience.cards.reasons import Reason
from patience.compilation.compiled_rules import compile_tables, tables_for
from patience.formats.board_input import read_board
from patience.formats.drawing import draw
from patience.games import VARIANTS
from patience.games.parts import by_suit
from patience.play.board import BoardError
from patience.play.dealing import GivenOrders, deal_board, deal_deck, deal_position, deal_seed
from patience.play.hands import hand_points
from patience.play.legality import check, legal_moves, outcome
from patience.play.position_text import parse_piles, write_piles
from patience.play.replay import advance
from patience.rules import Arrange, Build, Columns, Foundation, Lift, Reserve, Round, Rules, Stock, Takes
from patience.rules.declaration import name_piles, piles
from patience.words import piles_language
from patience.words.names import deal_of, name_move
from schemas.positions import state_json
from tests.engine.boards import lay, lay_on
from tests.engine.synthetic import UP, variant_of


def cards(position, name: str) -> str:
    return " ".join(CODES[card] for card in position.cards(position.tables.pile[name]))


def played(position, *tokens: str):
    """Play tokens, which must be legal; return the last step."""
    steps = []
    assert advance(position, tokens, steps) == list(tokens)
    return steps[-1]


def named(position, moves):
    """Return moves of a trace with names."""
    names = position.tables.names
    return [
        (names[move.source], names[move.target], " ".join(CODES[card] for card in move.cards))
        for move in moves
    ]


def test_the_first_row_of_freecell_1_is_microsofts():
    position = deal_seed(tables_for("freecell"), "1").position()
    first = [cards(position, f"T{column}").split()[0] for column in range(1, 9)]
    assert first == ["JD", "2D", "9H", "JC", "5D", "7H", "7C", "5H"]


def test_kings_go_to_the_bottom_whatever_the_deck():
    tables = tables_for("bakers-dozen")
    deck = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    for deal in (deal_seed(tables, "7"), deal_deck(tables, deck)):
        position = deal.position()
        for column in range(1, 14):
            ranks = "".join(code[0] for code in cards(position, f"T{column}").split())
            assert ranks.startswith("K" * ranks.count("K"))


def test_kings_go_down_in_the_columns_of_the_first_round_alone():
    deck = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"]
    position = deal_deck(tables_for("shamrocks-two"), deck).position()
    assert [cards(position, pile) for pile in ("T5", "T9", "T18")] == ["KH 9S 5C", "KS 9C 4D", "KD"]


def test_sequences_that_go_up_move_as_those_that_go_down_do():
    piles = "T1: 9C 3H 4H 5H; T2: 2H; T3: 9S QD KD AD; T4: JD; T5: 7S 6S; T6: 8S; T7: 5S"
    position = lay("lasker", piles)
    played(position, "T1-T2x3", "T3-T4x3", "T5-T6x2")
    assert [cards(position, pile) for pile in ("T2", "T4", "T6")] == [
        "2H 3H 4H 5H",
        "JD QD KD AD",
        "8S 7S 6S",
    ]
    assert check(lay("lasker", "T1: 3H 4H 9C; T2: 2H"), "T1-T2x3") is Reason.BROKEN_SEQUENCE


def test_an_ace_is_taken_out_before_kings_go_down():
    deck = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"]
    position = deal_deck(tables_for("belvedere"), deck).position()
    assert [cards(position, pile) for pile in ("F1", "T4", "R1")] == ["AC", "KC 5C 8S", "KS"]


def test_aces_end_columns_and_the_last_one_is_dealt_last():
    suits = {suit: [rank + suit for rank in "KQJT98765432A"] for suit in "CSHD"}
    deck = ["AD", *(card for suit in "CSHDCSHD" for card in suits[suit])][:-1]
    position = deal_deck(tables_for("kentish"), deck).position()
    whole = [" ".join(suits[suit]) for suit in "CSHDCS"]
    last = " ".join([*suits["H"][:-1], *suits["D"][:-1], "AH"])
    assert [cards(position, f"T{column}") for column in range(1, 9)] == ["AD", *whole, last]


def test_aces_that_are_met_while_cards_are_dealt_leave_their_places_to_others():
    tables = tables_for("frog")
    suits = "CDHS" * 2
    others = [rank + suit for rank in UP[1:] for suit in suits]
    aces = ["A" + suit for suit in suits]
    deck = ["2C", aces[0], aces[1], *others[1:13], *aces[2:], *others[13:]]
    position = deal_deck(tables, deck).position()
    assert [cards(position, name) for name in ("F1", "F2", "F3")] == [aces[0], aces[1], ""]
    assert cards(position, "R1").split() == others[:13]
    assert (cards(position, "W"), len(position.cards(tables.stock))) == (aces[2], 104 - 2 - 13 - 1)


def test_columns_give_no_card_in_the_middle_of_a_round():
    stock = " ".join(["KH"] * 24)
    position = lay("sly-fox", f"T1: 2C; T2: 3C; F1: AC; S: {stock}")
    played(position, "T1-F1")
    assert (cards(position, "T1"), position.phase) == ("KH", 0)
    assert played(position, "S-T3").phase == 1
    assert "22 cards, on top K♥, 1 of 20 moved in this round" in draw(position)
    assert check(position, "T2-F1") is Reason.STOCK_NOT_EMPTY
    played(position, *["S-T4"] * 19, "T2-F1")
    assert (cards(position, "T2"), position.phase) == ("", 20)
    assert played(position, "S-T2").phase == 1
    played(position, "S-T2", "S-T2")
    assert cards(position, "S") == ""
    assert cards(position, "F1") == "AC 2C 3C"


def test_cards_leave_the_board_of_camelot_once_it_is_full():
    spread = (
        "T1: KH; T2: QH; T3: QD; T4: KD; T5: JH; T6: 9H; T7: AH; T8: JD; T9: JC; T10: TH; T11: 2H; T12: JS"
    )
    position = lay("camelot", f"{spread}; T13: KC; T14: QC; T15: QS; S: AD KS TD 5D")
    assert check(position, "S-T16") is None
    assert check(position, "S-T1") is Reason.TARGET_LOCKED
    assert check(position, "S-F1") is Reason.TARGET_LOCKED
    played(position, "S-T16", "T6-T7", "T10-F1")
    assert (cards(position, "F1"), position.phase) == ("9H AH TH", 0)
    assert check(position, "T11-T6") is Reason.VACANCY_RESERVED
    assert check(position, "T1-F1") is Reason.NEEDS_PAIR
    assert played(position, "S-T7").phase == 1
    assert "2 cards, on top K♠, in a round" in draw(position)
    assert check(position, "S-T6") is Reason.NEEDS_KING
    assert check(position, "T7-F1") is Reason.STOCK_NOT_EMPTY


def test_pairs_begin_the_foundations_of_kings_audience():
    position = lay("kings-audience", "T1: QH; T2: KH; T3: JS; T4: AS; T5: TS; W: 4D 5D; S: 3C 6D")
    played(position, "T1-T2")
    assert [cards(position, pile) for pile in ("F3", "T2", "T1", "W")] == ["KH QH", "5D", "4D", "6D"]
    played(position, "T4-T3")
    assert [cards(position, pile) for pile in ("F6", "T3", "T4", "W")] == ["AS JS", "6D", "3C", ""]
    played(position, "T5-F6")
    assert (cards(position, "F6"), cards(position, "T5")) == ("AS JS TS", "")


def test_a_card_of_the_waste_leaves_with_one_of_a_column():
    position = lay("kings-audience", "T1: JH; T2: AD; W: AH; S: 2C 3C 4C")
    assert check(position, "T1-W") is Reason.TARGET_LOCKED
    assert check(position, "W-T2") is Reason.WRONG_SUIT
    played(position, "W-T1")
    assert [cards(position, pile) for pile in ("F7", "T1", "W", "S")] == ["AH JH", "4C", "3C", "2C"]


def test_a_round_that_lasts_until_the_board_is_full_ends_with_the_stock():
    position = lay("camelot", "T1: KH; T6: 9H; T11: 2H; S: AD 5D")
    assert played(position, "S-T3").phase == 1
    assert check(position, "T6-F1") is Reason.STOCK_NOT_EMPTY
    assert played(position, "S-T2").phase == 0
    played(position, "T2-T6")
    assert cards(position, "F1") == "AD 9H"


def test_the_stock_fills_columns_only_before_the_first_round():
    position = lay("sly-fox", "T1: 2C; T2: 3C; T3: 4C; F1: AC; S: KD KC")
    played(position, "S-T3", "S-T3", "T1-F1", "T2-F1")
    assert (cards(position, "T1"), cards(position, "F1")) == ("", "AC 2C 3C")


def test_the_last_cards_but_kings_are_dealt_first_and_the_kings_among_them_last():
    tables = tables_for("doublets")
    in_order = [rank + suit for suit in "CHDS" for rank in "KQJT98765432A"]
    deck = [card for card in in_order if card != "KH"]
    position = deal_deck(tables, [*deck[:-3], "KH", *deck[-3:]]).position()
    laid = "8S 7S 6S 5S 4S 3S 2S AS KC"
    assert " ".join(cards(position, name) for name in [*piles("T1-T7"), "F1", "W"]) == laid
    assert cards(position, "S").split()[:2] == ["KH", "9S"]
    arranged = deck[-8:] + deck[:-8] + ["KH"]
    assert deal_deck(tables, arranged).position().piles == position.piles


def test_a_foundation_goes_on_by_doubled_ranks_and_takes_no_king():
    position = lay("doublets", "F1: 8C; T1: 3H; T2: 4H; T3: KC; T4: AC; T5: 6D; T6: QS; T7: JS; S: 2C")
    assert [check(position, f"T{column}-F1") for column in (1, 2, 3)] == [None, "wrong_rank", "wrong_rank"]
    played(position, "T1-F1", "T5-F1", "T6-F1")
    assert cards(position, "T1") == "2C"
    assert check(position, "T7-F1") is None


def test_a_foundation_that_is_dealt_a_card_of_another_suit_takes_its_own_suit():
    position = lay("waterloo", "F1: AC; F2: AS; T1: 2S; T2: 2C; T3: 3C; T4: AC")
    assert [check(position, token) for token in ("T1-F2", "T2-F2", "F2-T1")] == ["wrong_suit", None, None]
    played(position, "F2-T1")
    assert [check(position, token) for token in ("T1-F2", "T4-F2", "T1-F3")] == ["wrong_suit", None, None]
    played(position, "T1-F3", "T4-F2", "T2-F2", "T3-F2")
    assert cards(position, "F2") == "AC 2C 3C"


def test_a_foundation_goes_up_by_twos_and_begins_anew_with_its_first_rank():
    position = lay("double-dot", "F1: AC 3C 5C 7C 9C JC KC; F3: 2H; T1: 4H; T2: 3H; T3: 2C; T4: 4S; T5: AH")
    found = [check(position, token) for token in ("T1-F3", "T2-F3", "T3-F1", "T4-T1", "T5-F3", "T5-T2")]
    assert found == [None, "wrong_rank", None, "wrong_rank", "wrong_rank", None]
    played(position, "F3-T4")
    assert [check(position, token) for token in ("T4-F3", "T5-F3")] == ["needs_base", None]


def test_a_deal_brings_cards_home_that_begin_empty_foundations():
    position = lay("die-koenigsbergerin", "T1: KC; F1: AC 2C; F2: AC; F3: AS; S: 2H 9D AH 5D AS 3C AD 4H")
    played(position, "deal")
    columns = [cards(position, f"T{number}") for number in range(1, 9)]
    assert columns == ["KC 4H", "3C", "5D", "9D", "2H", "", "", ""]
    assert [cards(position, f"F{number}") for number in (4, 5, 7)] == ["AS", "AH", "AD"]
    assert cards(position, "S") == ""


def test_no_card_of_a_suit_apart_goes_to_a_column_or_under_another_card():
    position = lay("diamond-mine", "T1: 9C; T2: 8D; T3: 7H; T4: 8S 7C; T5: 9D; F1: QD KD")
    moves = ("T2-T1", "T2-T6", "T3-T2", "T4-T5x2", "T4-T1x2", "T5-F1")
    assert [check(position, move) for move in moves] == [*["wrong_suit"] * 4, None, "wrong_rank"]
    played(position, "T4-T1x2", "T3-T4")
    assert [cards(position, name) for name in ("T1", "T4")] == ["9C 8S 7C", "7H"]


def test_columns_of_one_suit_win_once_the_foundations_are_complete():
    clubs, hearts, spades = (" ".join(rank + suit for rank in "KQJT98765432A") for suit in "CHS")
    diamonds = " ".join(rank + "D" for rank in "56789TJQKA23")
    won = lay("diamond-mine", f"T1: {clubs}; T2: {hearts}; T7: {spades}; F1: {diamonds} 4D")
    assert won.won
    assert not lay("diamond-mine", f"T1: {clubs}; T2: {hearts}; T7: {spades}; T8: 4D; F1: {diamonds}").won
    mixed = [clubs.replace("KC", "KH"), hearts.replace("KH", "KC")]
    assert not lay("diamond-mine", f"T1: {mixed[0]}; T2: {mixed[1]}; T7: {spades}; F1: {diamonds} 4D").won
    parted = f"T1: {clubs[:-3]}; T3: AC; T2: {hearts}; T7: {spades}; F1: {diamonds} 4D"
    assert not lay("diamond-mine", parted).won


def test_two_aces_are_dealt_last_once_kings_are_down():
    """K♣ at place 50 goes to place 0, and its card to place 50, which is 48 once A♦ and A♣ have left."""
    tables = tables_for("good-measure")
    deck = [rank + suit for rank in "23456789TJQ" for suit in "CDHS"]
    for place, code in (
        (3, "AS"),
        (20, "AH"),
        (30, "AD"),
        (40, "AC"),
        (47, "KS"),
        (48, "KH"),
        (49, "KD"),
        (50, "KC"),
    ):
        deck.insert(place, code)
    position = deal_deck(tables, deck).position()
    assert cards(position, "F1") == "AC"
    assert cards(position, "F4") == "AD"
    assert cards(position, "T1").split()[0] == "KC"
    assert cards(position, "T9").split()[-1] == "2C"
    assert [cards(position, f"T{column}")[:2] for column in (8, 9, 10)] == ["KS", "KH", "KD"]


def test_a_deck_that_ends_with_two_aces_is_dealt_as_it_is():
    deck = [rank + suit for rank in "23456789TJQK" for suit in "CDHS"] + ["AS", "AC", "AH", "AD"]
    position = deal_deck(tables_for("good-measure"), deck).position()
    assert cards(position, "T10").split()[-1] == "AC"
    assert (cards(position, "F3"), cards(position, "F4")) == ("AH", "AD")


def test_two_suits_are_clubs_and_hearts():
    deck = deal_seed(tables_for("spider", {"suits": "two"}), "7").deck
    assert {CODES[card][1] for card in deck} == {"C", "H"}
    assert {deck.count(card) for card in deck} == {4}


def test_a_card_that_fits_goes_home_while_it_is_dealt():
    """After the four Aces comes 2♣: T1 goes without in the first round."""
    aces = ["AC", "AS", "AH", "AD"]
    others = [rank + suit for suit in "CDHS" for rank in "23456789TJQK"]
    position = deal_deck(tables_for("citadel"), [*aces, *others]).position()
    assert cards(position, "F1").startswith("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
    assert outcome(position) == "won"


def test_the_deal_sets_the_base():
    tables = tables_for("canfield")
    position = deal_seed(tables, "2").position()
    (base,) = [cards(position, f"F{pile}") for pile in range(1, 5) if cards(position, f"F{pile}")]
    assert position.tables.base_rank == base[0]
    assert position.tables is tables.at_base(base[0])
    assert tables.base_rank is None


def test_the_base_of_penguin_is_the_first_card():
    tables = tables_for("penguin")
    deck = [rank + suit for rank in "5A2346789TJQK" for suit in "CDHS"]
    for cards_given in (deck, deck[:1] + deck[4:] + deck[1:4]):
        position = deal_deck(tables, cards_given).position()
        assert position.tables.base_rank == "5"
        begun = [cards(position, f"F{pile}") for pile in range(1, 5)]
        assert sorted(begun) == ["", "5C", "5D", "5H"]
        assert cards(position, "T1").split()[0] == "5S"


def test_a_reserve_card_that_a_fill_uncovers_is_turned_up():
    position = lay("canfield", "T1: 5H; T2: 6C; R1: (9C) 8D")
    step = played(position, "T1-T2")
    assert named(position, step.filled) == [("R1", "T1", "8D")]
    assert [CODES[turned.card] for turned in step.turned_up] == ["9C"]
    assert position.face_down(position.tables.pile["R1"]) == 0


def test_three_cards_are_drawn_one_after_the_other():
    position = lay("klondike", "S: 2C 3C 4C 5C; W: 9H", {"draw": "three"})
    step = played(position, "draw")
    assert named(position, step.moved) == [("S", "W", "5C 4C 3C")]
    assert cards(position, "W") == "9H 5C 4C 3C"
    played(position, "draw")
    assert cards(position, "W") == "9H 5C 4C 3C 2C"


@pytest.mark.parametrize(
    ("piles_laid", "expected"),
    [
        # Of the cards to come only each third one reaches the top, and the last.
        ("S: AC 9H 9H; W: 9S", "in_progress"),
        ("S: 9D 9H AC 9S; W: 9D 9C", "lost"),
        # A redeal counts afresh from the first card of the waste: 9D 9S AC 9H.
        ("S: 9H AC; W: 9D 9S", "in_progress"),
    ],
)
def test_what_three_at_once_bring_to_the_top(piles_laid, expected):
    columns = "; ".join(f"T{column}: KC" for column in range(1, 8))
    position = lay("klondike", f"{columns}; {piles_laid}", {"draw": "three", "redeals": 1})
    assert outcome(position) == expected


def test_gathered_columns_are_read_from_the_top_and_turned_over_in_fours():
    position = lay("cruel", "T1: AC 2C; T3: 3C 4C 5C")
    step = played(position, "redeal")
    assert [cards(position, f"T{column}") for column in (1, 2, 3)] == ["4C 5C AC 2C", "3C", ""]
    assert named(position, step.moved) == [("T3", "T1", "4C 5C"), ("T1", "T1", "AC 2C"), ("T3", "T2", "3C")]


def test_a_cell_that_is_dealt_cards_takes_none_until_it_is_empty():
    position = lay("carthage", "T1: 5H; T2: 9S; R1: 7C 8D; R2: 4H; S: AC 2C 3C 4C 5C 6C 7S 8S 9D TD JD QD KD")
    assert check(position, "T2-R1") == check(position, "T2-R2") == "cell_occupied"
    played(position, "R2-T1", "T2-R2", "R2-T2", "deal")
    assert [cards(position, name) for name in ("R1", "R2", "R6")] == ["7C 8D KD 7S", "QD 6C", "8S 2C"]
    assert check(position, "R2-R3") == "cell_occupied"


def test_a_deal_goes_to_columns_where_the_cells_have_too_few_cards():
    position = lay("carthage", "R1: 7C; S: AC 2C 3C 4C 5C 6C 7S 8S")
    played(position, "deal")
    assert [cards(position, name) for name in ("T1", "T8", "R1")] == ["8S", "AC", "7C"]


def test_the_bottom_card_of_each_column_comes_to_its_top():
    position = lay("crescent", "T1: 2C 5H 9S; T3: 3C; T16: 4D 4S")
    step = played(position, "redeal")
    assert [cards(position, name) for name in ("T1", "T2", "T3", "T16")] == ["5H 9S 2C", "", "3C", "4S 4D"]
    assert named(position, step.moved)[:2] == [("T1", "T1", "5H 9S 2C"), ("T3", "T3", "3C")]
    played(position, "redeal", "redeal")
    assert cards(position, "T1") == "2C 5H 9S"
    assert check(position, "redeal") == "no_redeals_left"


def test_the_bottom_card_of_each_reserve_pile_comes_to_its_top():
    position = lay("archway", "T1: 2C 3C; R1: AC AD AH; R3: 3D; R4: 4S 4H")
    played(position, "redeal")
    assert [cards(position, name) for name in ("T1", "R1", "R2", "R3", "R4")] == [
        "2C 3C",
        "AD AH AC",
        "",
        "3D",
        "4H 4S",
    ]


def test_the_layout_deals_again_from_the_last_card_read_and_turns_up_the_top_cards():
    """The five cards go to T2 to T6, which the first round deals to, face down. Each is a top card."""
    position = lay("tvetes-grandfather", "T1: AC 2C 3C; T7: (4D) 5D")
    position.orders = GivenOrders((tuple(CARDS[code] for code in ["AH", "4D", "5D", "AC", "2C", "3C"]),), 0)
    step = played(position, "redeal")
    assert [cards(position, f"T{column}") for column in range(1, 8)] == ["", "4D", "5D", "AC", "2C", "3C", ""]
    assert named(position, step.moved)[0] == ("T7", "T2", "4D")
    assert position.face_down(1) == 0


def test_a_step_names_the_cards_that_a_redeal_deals_face_down():
    """The first round deals to T2 to T7, the second to T2 and T3, face down; then top cards are turned up."""
    position = lay("tvetes-grandfather", "T1: AC 2C 3C 4C; T7: (5C 6C) 7C 8C")
    dealt = ("AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C")
    position.orders = GivenOrders((tuple(CARDS[code] for code in dealt),), 0)
    step = played(position, "redeal")
    names = position.tables.names
    assert [(names[pile], CODES[card]) for pile, card in step.face_down] == [("T2", "AC"), ("T3", "2C")]
    assert cards(position, "T3") == "2C 8C"


def test_a_shuffled_redeal_deals_what_is_left_in_the_order_given():
    """Five cards in three rounds: the first column, then two columns twice."""
    position = lay("la-belle-lucie", "T3: AC 2C; T5: 3C 4C 5C; F1: KH")
    assert check(position, "redeal") == "no_redeals_left"
    assert outcome(position) == "in_progress"
    position.orders = GivenOrders((tuple(CARDS[code] for code in ["KH", "5C", "4C", "3C", "2C", "AC"]),), 0)
    played(position, "redeal")
    assert [cards(position, f"T{column}") for column in (1, 2, 3)] == ["5C 4C 2C", "3C AC", ""]
    assert check(position, "redeal") == "no_redeals_left"


def test_fans_are_dealt_again_with_their_top_cards_alone_face_up():
    """Seven cards in three rounds: two columns, then three, then two again."""
    position = lay("fascination-fan", "T3: (AC) 2C; T5: 3C; T9: (4C 5C 6C) 7C")
    codes = ["AC", "2C", "3C", "4C", "5C", "6C", "7C"]
    position.orders = GivenOrders((tuple(CARDS[code] for code in codes),), 0)
    step = played(position, "redeal")
    assert [cards(position, f"T{column}") for column in (1, 2, 3, 4)] == ["AC 3C 6C", "2C 4C 7C", "5C", ""]
    assert [position.face_down(column) for column in range(4)] == [2, 2, 0, 0]
    assert [CODES[card] for _, card in step.face_down] == ["AC", "3C", "2C", "4C"]


def test_the_shuffles_of_a_seed_go_on_with_its_generator():
    """RULES §8: La Belle Lucie's deal 1 after two redeals."""
    position = deal_seed(tables_for("la-belle-lucie"), "1").position()
    played(position, "redeal", "redeal")
    assert (cards(position, "T1"), cards(position, "T18")) == ("TC QH 6S", "2D")


def test_a_cell_for_runs_waits_until_the_stock_is_empty():
    piles = "T1: KC QH JC; T2: KD; T3: QC"
    assert check(lay("miss-milligan", f"{piles}; S: AC"), "T1-R1") == "cell_occupied"
    position = lay("miss-milligan", piles)
    assert check(position, "T1-R1x3") is None
    assert check(position, "T3-T2") is None
    played(position, "T1-R1x2", "T3-T2")
    assert cards(position, "R1") == "QH JC"
    assert check(position, "T1-R1") == "cell_occupied"
    assert [check(position, token) for token in ("R1-T1x2", "R1-T1", "R1-T2")] == [
        None,
        "wrong_color",
        "wrong_color",
    ]
    played(position, "R1-T1x2")
    assert cards(position, "T1") == "KC QH JC"


def test_the_second_card_on_any_foundation_sets_the_direction_of_all():
    piles = "F1: 7C; F3: 7S; F7: 7D; T1: 8C; T2: 8S; T3: 6D; T5: 9C; T6: 6C; R1: 2H 3H"
    position = lay_on(tables_for("braid").at_base("7"), piles)
    assert [check(position, move) for move in ("T1-F1", "T3-F7", "T5-F1")] == [None, None, "wrong_rank"]
    played(position, "T1-F1")
    assert [check(position, move) for move in ("T3-F7", "T6-F1", "T2-F3", "T5-F1")] == [
        "wrong_rank",
        "wrong_rank",
        None,
        None,
    ]


def test_ranks_come_again_on_a_foundation():
    """After an Ace, F1 of Napoleon's Tomb takes a 6, and after its fourth Ace nothing."""
    lap = "6{0} 5{0} 4{0} 3{0} 2{0} A{0}"
    position = lay("napoleons-tomb", f"F1: {lap.format('C')} 6D; T1: 6H; T2: 5H; W: 7H")
    assert [check(position, f"{name}-F1") for name in ("T1", "T2", "W")] == ["wrong_rank", None, "wrong_rank"]
    played(position, "T2-F1")
    assert check(position, "T1-F1") == "wrong_rank"
    laps = " ".join(lap.format(suit) for suit in "CDHS")
    position = lay("napoleons-tomb", f"F1: {laps}; F2: 7H; T1: 6H; T2: 7C")
    assert [check(position, token) for token in ("T1-F1", "T1-F2", "T2-F3")] == [
        "foundation_full",
        "wrong_rank",
        None,
    ]


def test_a_foundation_goes_up_and_then_down_again():
    """The number of cards decides whether an 8 or nothing follows a 7."""
    foundation = Foundation("CSHD", "56787", Build.ANY_SUIT)
    others = [Foundation(suit, "A", Build.BY_SUIT) for suit in "CSHD"]
    rules = Rules(
        (foundation, *others),
        packs=1,
        columns=Columns(2, Build.ANY_SUIT, Lift.ONE, empty_takes=UP),
        stock=Stock(("draw",)),
        won_when=("F1",),
    )
    tables = compile_tables(variant_of(rules, "up-and-down"), ())
    position = lay_on(tables, "F1: 5C 6C 7C; T1: 8H; T2: 6H")
    assert [check(position, f"T{number}-F1") for number in (1, 2)] == [None, "wrong_rank"]
    played(position, "T1-F1")
    position = lay_on(tables, "F1: 5C 6C 7C 8H; T1: 9H; T2: 7H")
    assert [check(position, f"T{number}-F1") for number in (1, 2)] == ["wrong_rank", None]
    played(position, "T2-F1")
    assert position.won


def test_a_deal_ends_though_a_column_has_more_cards_than_ranks():
    rules = Rules(
        tuple(Foundation(suit, UP, Build.BY_SUIT) for suit in "CSHD"),
        packs=1,
        arrange=Arrange.DISTINCT_RANKS,
        layout=(Round(("T1",)),) * 14,
        columns=Columns(1, Build.BY_SUIT, Lift.ONE, empty_takes=UP),
        stock=Stock(("draw",)),
    )
    opening = deal_seed(compile_tables(variant_of(rules, "fourteen"), ()), "1").opening
    dealt = [card for pile in opening.tables.pile.values() for card in opening.cards(pile)]
    assert len(dealt) == len(set(dealt)) == 52


def test_a_rank_that_comes_again_is_followed_by_its_place():
    """A Queen follows the first King, and the Jack the second."""
    others = [Foundation(suit, "A", Build.BY_SUIT) for suit in "CSHD"]
    rules = Rules(
        (Foundation("CSHD", "KQKJ", Build.ANY_SUIT), *others),
        packs=1,
        columns=Columns(2, Build.ANY_SUIT, Lift.ONE, empty_takes=UP),
        stock=Stock(("draw",)),
        won_when=("F1",),
    )
    tables = compile_tables(variant_of(rules, "royal"), ())
    for begun, reasons in (("KC", ["wrong_rank", None]), ("KC QD KS", [None, "wrong_rank"])):
        position = lay_on(tables, f"F1: {begun}; T1: JH; T2: QH")
        assert [check(position, f"T{number}-F1") for number in (1, 2)] == reasons


def test_a_draw_that_no_column_goes_on_with_is_no_help():
    """The 5 of clubs to come fits the 6, but that column goes up; no other card can move."""
    singles = ["3S", "5S", "7S", "9S", "JS", "KS", "3H", "5H", "7H", "9H", "JH", "KH", "3D", "5D", "7D"]
    columns = "; ".join(f"T{number}: {card}" for number, card in enumerate(singles, 2))
    position = lay("union-square", f"T1: 5C 6C; {columns}; S: 5C")
    assert outcome(position) == "lost"
    position = lay("union-square", f"T1: 5C 6C; {columns}; S: 7C")
    assert outcome(position) == "in_progress"


def test_the_second_card_decides_the_way_of_a_column():
    position = lay("union-square", "T1: 5C 6C; T2: 9H; T3: 7C; T4: 5C; T5: 8H; T6: TH; T7: 7H; W: 6D")
    assert [check(position, move) for move in ("T3-T1", "T4-T1", "T5-T2", "T6-T2")] == [
        None,
        "wrong_rank",
        None,
        None,
    ]
    played(position, "T5-T2")
    assert [check(position, move) for move in ("T6-T2", "T7-T2", "T2-T6")] == [
        "wrong_rank",
        None,
        "wrong_rank",
    ]
    # Alone again, the card goes both ways.
    played(position, "T2-T7")
    assert [check(position, move) for move in ("T7-T2", "T6-T2")] == [None, None]


def test_a_draw_fills_a_waste_that_fills_a_reserve_pile():
    position = lay("noumea", "F1: AC; R1: 2C; R2: 3C; W: 9H; S: KD QD JD TD")
    played(position, "R1-F1")
    assert [cards(position, pile) for pile in ("R1", "W", "S")] == ["9H", "TD JD QD", "KD"]
    position = lay("noumea", "F1: AC; R1: 2C; R2: 3C; S: KD QD JD TD")
    played(position, "R1-F1", "draw", "R2-F1")
    assert [cards(position, pile) for pile in ("R1", "R2", "W", "S")] == ["", "QD", "TD JD", "KD"]


def test_a_kind_of_columns_is_not_filled_and_takes_cards_from_its_own_piles():
    piles = "F7: 7D; T1: 6D; T2: 2C; T5: 5D; T6: 9C; R1: 2H 3H; W: AC"
    position = lay_on(tables_for("braid").at_base("7"), piles)
    played(position, "T1-F7", "T5-F7")
    assert (cards(position, "T1"), cards(position, "T5")) == ("3H", "")
    tried = ("T2-T5", "T6-T5", "R1-T5", "W-T1", "W-T5")
    assert [check(position, move) for move in tried] == [*("target_locked",) * 3, "too_many_cards", None]


def test_a_group_leaves_as_its_own_column_says_and_its_lowest_card_fits_as_the_other_one_says():
    piles = "T1: 9S 8H 7C; T2: 9C 8C; T5: 9H KD 8D; T6: 9D; T7: QS"
    position = lay_on(tables_for("antares"), piles)
    # T1 to T4 lift runs in alternating colours, T5 to T8 anything.
    tried = ("T1-T6x2", "T2-T3x2", "T5-T3x2", "T5-T2x2", "T5-T7x2")
    found = [check(position, token) for token in tried]
    assert found == ["wrong_suit", "broken_sequence", None, "wrong_rank", "wrong_suit"]
    # T3 is empty and takes any card; T8 takes Kings.
    found = [check(position, token) for token in ("T1-T3x3", "T1-T8x3", "T5-T8x2")]
    assert found == [None, "needs_king", None]
    played(position, "T5-T8x2")
    assert (cards(position, "T8"), check(position, "T8-T1")) == ("KD 8D", "wrong_rank")


def test_columns_that_do_not_wrap_go_down_to_the_ace_whatever_the_base():
    piles = "F1: 5C; F2: 5S; F3: 5H; F4: 5D; T1: AC; T2: KD; T3: 2H; T4: 6S 5D; T5: 4C"
    position = lay_on(tables_for("petal").at_base("5"), piles)
    tried = ("T2-T1", "T1-T3", "T5-T4", "T3-T1")
    assert [check(position, token) for token in tried] == ["wrong_rank", None, None, "wrong_rank"]


def test_piles_wait_until_stock_and_waste_are_empty():
    position = lay_on(tables_for("zodiac"), "T1: AC; T2: 2C; R1: KC; W: 5H; S: 6H")
    assert [check(position, token) for token in ("T1-F1", "R1-F2")] == ["stock_not_empty"] * 2
    played(position, "draw")
    assert check(position, "T1-F1") == "stock_not_empty"
    played(position, "W-R2", "W-R3", "T1-F1", "T2-F1", "R1-F2")
    assert (cards(position, "F1"), cards(position, "F2")) == ("AC 2C", "KC")


def test_piles_wait_until_foundations_have_cards():
    # A Queen may leave the castle for a column, and what has come after her stays.
    position = lay_on(
        tables_for("four-kingdoms"), "T1: JC; T2: QC; T3: KC; T4: 9C; T5: 5C; T6: AC; T7: 5S TC"
    )
    tried = ("T1-F5", "T2-F4", "T4-F6", "T5-R1", "T6-F1")
    assert [check(position, token) for token in tried] == ["target_locked"] * 5
    played(position, "T3-F3", "T2-F4", "T1-F5", "T4-F6", "T5-R1", "F4-T1")
    assert (cards(position, "F5"), cards(position, "F6")) == ("JC", "9C")
    assert [check(position, token) for token in ("R1-T2", "T7-R1")] == [None, "target_locked"]
    played(position, "T1-F4")
    assert check(position, "T6-F1") == "target_locked"
    played(position, "T7-F2", "T6-F1")
    assert check(position, "T7-F1") == "foundation_full"


def test_foundations_begin_with_the_lowest_card_that_has_no_other_place():
    position = lay_on(tables_for("moojub"), "T1: 9S 4C; T2: 7C; T3: KD 2H; T4: AD; F1: 3H; F2: 5S; F3: KD")
    # The Ace follows the King, 4♣ is lower than 7♣, and hearts have begun on F1.
    assert [check(position, f"T{column}-F4") for column in (1, 2, 3, 4)] == [
        None,
        "needs_base",
        "needs_base",
        "needs_base",
    ]
    assert check(position, "T4-F3") is None
    played(position, "T1-F4")
    # Each later foundation has the suit of the one four before it.
    assert [check(position, token) for token in ("T3-F5", "T1-F5", "T1-F6")] == [
        None,
        "needs_base",
        "target_locked",
    ]
    played(position, "T3-F5", "T1-F6")
    assert (cards(position, "F5"), cards(position, "F6")) == ("2H", "9S")


def test_a_whole_sequence_leaves_columns_that_move_in_parts_without_cells():
    piles = "T1: 2C KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS; T2: KD QS; T3: KH; R1: 2S; R2: 3D; R3: 4D; R4: 5D"
    position = lay_on(tables_for("spidercells"), piles)
    tried = ("T1-F1x12", "T1-F1x14", "T1-F1", "T2-F1x2", "T2-T4x2")
    assert [check(position, token) for token in tried] == [
        "incomplete_sequence",
        "broken_sequence",
        "incomplete_sequence",
        "incomplete_sequence",
        None,
    ]
    played(position, "T1-F1x13")
    assert (cards(position, "T1"), check(position, "F1-T4")) == ("2C", "source_locked")


def test_columns_of_a_kind_are_filled_as_the_kind_says():
    piles = "T1: AC; T9: 5H; T17: 4S; T25: 3D; W: 9C"
    position = lay_on(tables_for("british-constitution"), piles)
    played(position, "T25-T17")
    assert (cards(position, "T25"), cards(position, "T17"), check(position, "W-T18")) == (
        "9C",
        "4S 3D",
        "target_locked",
    )
    played(position, "T1-F1")
    assert cards(position, "T1") == ""


def test_a_cell_takes_cards_and_gives_none_while_a_column_lies_on_it():
    piles = "F1: JC; F2: JS; F3: JH; F4: JD; T1: QC KD; T2: 5S; T9: 9H; T10: 4D 3D"
    position = lay_on(tables_for("napoleon").at_base("J"), piles)
    played(position, "T1-R1")
    assert [check(position, move) for move in ("R1-T1", "R1-F4", "T2-T9", "T9-R2")] == [
        "covered_card",
        "covered_card",
        "target_locked",
        None,
    ]
    played(position, "T9-R2")
    assert [check(position, move) for move in ("R1-T1", "R2-T1", "T2-R1")] == [
        "wrong_suit",
        "covered_card",
        "cell_occupied",
    ]


def test_a_complete_column_gives_no_card_and_all_of_them_win():
    position = lay("pile-on", "T1: 5C 5D 5H 5S; T2: 8C 8D 8H; T3: 8S; T4: 9C")
    tried = ("T1-T5x4", "T1-T5", "T3-T2", "T2-T3x3", "T2-T5x2", "T4-T2")
    assert [check(position, token) for token in tried] == [
        "source_locked",
        "source_locked",
        None,
        None,
        None,
        "wrong_rank",
    ]
    position = lay("pile-on", "T1: 5C 5D 5H 5S; T2: 8C 8D 8H; T3: 8S")
    played(position, "T3-T2")
    assert outcome(position) == "won"


def montana(rows, variant="montana"):
    """Lay rows of Montana, a gap being `--`; what is not named is left out."""
    places = {
        13 * number + place: code for number, row in enumerate(rows) for place, code in enumerate(row.split())
    }
    laid = "; ".join(f"T{place + 1}: {code}" for place, code in places.items() if code != "--")
    return lay(variant, laid)


def test_a_place_takes_what_follows_the_card_on_its_left():
    position = montana(["2C -- 4C KD -- --", "-- 7H"])
    expected = {
        "T3-T2": "wrong_rank",
        "T15-T2": "wrong_suit",
        "T3-T5": "wrong_suit",
        "T3-T6": "vacancy_reserved",
        "T3-T14": "needs_king",
        "T3-T4": "cell_occupied",
        "T1-T14": None,
    }
    assert {token: check(position, token) for token in expected} == expected


def test_a_redeal_leaves_a_gap_after_the_cards_in_place():
    """T1 and T2 stay; the gap of their row is T3, that of the others the first place."""
    position = montana(["2C 3C 5C", "-- -- 3D", "3H 4H"])
    position.orders = GivenOrders((tuple(CARDS[code] for code in ["3C", "4H", "3D", "5C", "3H", "2C"]),), 0)
    step = played(position, "redeal")
    laid = {name: cards(position, name) for name in position.tables.names if cards(position, name)}
    assert laid == {"T1": "2C", "T2": "3C", "T4": "4H", "T5": "3D", "T6": "5C", "T7": "3H"}
    kept = [("T1", "T1", "2C"), ("T2", "T2", "3C")]
    dealt = [("T28", "T4", "4H"), ("T16", "T5", "3D"), ("T3", "T6", "5C"), ("T27", "T7", "3H")]
    assert named(position, step.moved) == [*kept, *dealt]


def test_rows_are_won_when_each_card_is_in_place():
    rows = [" ".join(rank + suit for rank in "23456789TJQK") for suit in "CSHD"]
    assert montana(rows).won
    assert not montana([rows[0].replace("TC JC QC KC", "TC JC KC QC"), *rows[1:]]).won
    assert not montana([f"-- {rows[0]}", *rows[1:]]).won
    twice = [rows[0], rows[2], rows[1], *rows, rows[3]]
    assert montana(twice, "double-montana").won
    assert not montana([*twice[:7], rows[3].replace("3D 4D", "4D 3D")], "double-montana").won


def test_rows_of_two_packs_take_either_copy():
    """T92 to T104 are the eighth row."""
    position = lay("double-montana", "T1: 2C; T14: 3C; T92: 2C; T104: 3C")
    expected = {
        **dict.fromkeys(["T104-T93", "T14-T93", "T104-T2", "T14-T2"]),
        "T104-T15": "wrong_rank",
        "T104-T105": "unknown_pile",
        "T999-T93": "unknown_pile",
    }
    assert {token: check(position, token) for token in expected} == expected


def test_places_of_a_ring_have_neighbours_round_its_end():
    """T54, a gap, lies between T53 and T1. T28 lies after a Queen, T8 before an Ace, and T40 between gaps."""
    position = lay("maze", "T53: 8S; T1: JS; T9: AH; T27: QD; T10: 9S; T11: TS; T12: AC; T13: AD; T14: QH")
    expected = {
        "T10-T54": None,
        "T11-T54": None,
        "T12-T54": "wrong_suit",
        "T53-T54": "wrong_rank",
        "T12-T28": None,
        "T13-T28": None,
        "T11-T28": "wrong_suit",
        "T14-T8": "wrong_rank",
        "T12-T40": "vacancy_reserved",
        "T12-T9": "cell_occupied",
    }
    assert {token: check(position, token) for token in expected} == expected


def test_a_ring_is_won_wherever_its_suits_lie():
    suits = [[rank + suit for rank in "A23456789TJQ"] for suit in "CSHD"]
    gaps = [[""], [], ["", "", ""], ["", ""]]
    ring = [card for suit, gap in zip(suits, gaps, strict=True) for card in suit + gap]

    def laid(cards):
        return lay("maze", "; ".join(f"T{place}: {card}" for place, card in enumerate(cards, 1) if card))

    assert all(laid(ring[start:] + ring[:start]).won for start in (0, 5, 12, 53))
    assert not laid([*ring[1:5], ring[0], *ring[5:]]).won
    assert not laid([*ring[:3], "", *ring[3:12], *ring[13:]]).won


def test_the_top_card_of_an_open_stock_is_moved():
    """In Strategerie a column takes cards of cells as well, but a cell none of columns."""
    position = lay("strategerie", "T1: 5C; R1: 9D; S: 3C 2S AC", {})
    assert legal_moves(position) == [
        *(f"R1-T{column}" for column in range(1, 5)),
        *(f"S-{target}" for target in ["T1", "T2", "T3", "T4", "F1", "F2", "F3", "F4", "R2", "R3", "R4"]),
    ]
    played(position, "S-F1", "S-T1")
    assert (cards(position, "F1"), cards(position, "T1"), cards(position, "S")) == ("AC", "5C 2S", "3C")
    assert check(position, "T1-R2") == "target_locked"


def test_an_open_stock_fills_columns():
    position = lay("circle-nine", "T1: 6C; T2: 9D; F1: 5H; S: 3C 2S", {})
    step = played(position, "T1-F1")
    assert named(position, step.filled) == [("S", "T1", "2S")]


def test_columns_become_the_stock_again_from_the_last_one_on():
    """The bottom card of the last column is dealt first."""
    position = lay("acquaintance", "T1: AC 2C; T2: 3C; T4: 4C 5C", {})
    step = played(position, "redeal")
    assert named(position, step.moved) == [
        ("T1", "S", "2C AC"),
        ("T2", "S", "3C"),
        ("T4", "S", "5C 4C"),
        ("S", "T1", "4C"),
        ("S", "T2", "5C"),
        ("S", "T3", "3C"),
        ("S", "T4", "AC"),
    ]
    assert (cards(position, "S"), position.redeals) == ("2C", 1)
    assert check(position, "redeal") == "stock_not_empty"
    played(position, "deal", "redeal")
    assert check(lay("apophis", "T1: 2C", {}), "redeal") == "waste_empty"


def test_a_game_is_not_lost_while_cards_can_become_the_stock_again():
    assert outcome(lay("puss-in-the-corner", "T1: 9C; F1: AC", {})) == "in_progress"
    assert outcome(lay("apophis", "T1: 2C; T2: 3D", {})) == "lost"


def test_cards_that_become_the_stock_again_are_shuffled():
    position = lay("scuffle", "T1: AC 2C; T2: 3C", {})
    position.orders = GivenOrders((tuple(CARDS[code] for code in ["2C", "KH", "3C", "AC"]),), 0)
    step = played(position, "redeal")
    assert named(position, step.moved[3:]) == [("S", "T1", "2C"), ("S", "T2", "3C"), ("S", "T3", "AC")]
    assert check(position, "redeal") == "no_redeals_left"


@pytest.mark.parametrize(("first", "expected"), [("KC KC KC KC", "lost"), ("KC KC KC KC KC", "in_progress")])
def test_a_game_with_more_cards_than_places_is_not_lost(first, expected):
    others = "; ".join(f"T{column}: KC KC KC KC" for column in range(2, 13))
    assert outcome(lay("cruel", f"T1: {first}; {others}")) == expected


def test_a_deal_to_the_reserve_ends_with_the_stock():
    position = lay("agnes-bernauer", "R1: 5H; S: 2C 3C")
    step = played(position, "deal")
    assert named(position, step.moved) == [("S", "R1", "3C"), ("S", "R2", "2C")]
    assert check(position, "deal") == "stock_empty"


def test_the_last_deal_of_jane_leaves_one_card_open():
    position = lay("jane", "T1: 5H; T2: 4D; S: 4S KD 2C 3C 4C 5C 6C 7C 8C")
    assert check(position, "S-T1") == "face_down_card"
    assert "??" in str(state_json(position, hidden=True)["stock"])
    step = played(position, "deal")
    assert named(position, step.moved)[::7] == [("S", "R1", "8C"), ("S", "W", "KD")]
    assert state_json(position, hidden=True)["stock"] == ["4S"]
    assert "1 card, on top 4♠" in draw(position)
    assert check(position, "deal") == "stock_empty"
    assert legal_moves(position).count("S-T1") == 1
    played(position, "S-T1")
    assert (cards(position, "T1"), cards(position, "S")) == ("5H 4S", "")
    assert check(position, "deal") == "stock_empty"


def test_a_deal_goes_to_the_list_for_which_there_are_enough_cards():
    position = lay("irmgard", "S: 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D 3D 4D 5D")
    assert [target for _, target, _ in named(position, played(position, "deal").moved)] == [
        f"T{column}" for column in range(1, 10)
    ]
    assert named(position, played(position, "deal").moved)[::6] == [("S", "T2", "8C"), ("S", "T8", "2C")]


def test_the_last_deal_goes_to_the_last_list_if_that_takes_just_the_cards_that_are_left():
    position = lay("baroness", "S: 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
    dealt = [target for _, target, _ in named(position, played(position, "deal").moved)]
    assert dealt == ["T1", "T2", "T3", "T4", "T5"]
    dealt = named(position, played(position, "deal").moved)
    assert [target for _, target, _ in dealt] == ["T1", "T2", "T3", "T4", "T5", "R1", "R2"]
    assert dealt[-1] == ("S", "R2", "2C")


def test_each_card_is_dealt_to_the_column_of_its_suit():
    deck = [rank + suit for rank in "A23456789TJQK" for suit in "SDHC"]
    position = deal_deck(tables_for("four-colours"), deck).position()
    ranks = "A23456789TJQK"
    for column, suit in zip(("T1", "T2", "T3", "T4"), "CSHD", strict=True):
        assert cards(position, column) == " ".join(rank + suit for rank in ranks)
    assert cards(position, "T5") == ""


def test_each_card_is_dealt_to_the_column_of_its_rank():
    rules = Rules(
        packs=1,
        layout=(Round(piles("T13-T1"), by="A23456789TJQK"),),
        columns=Columns(13, Build.ANY_SUIT, Lift.ONE),
        foundations=by_suit(),
    )
    position = deal_seed(compile_tables(variant_of(rules), ()), "1").position()
    assert [cards(position, f"T{column}")[::3] for column in (1, 5, 13)] == ["KKKK", "9999", "AAAA"]


def test_a_cell_takes_cards_of_its_own_suit():
    position = lay("german-freecell", "T1: 5H 2C; R4: 3D")
    assert [check(position, f"T1-R{cell}") for cell in (1, 2, 3, 4)] == [
        None,
        "wrong_suit",
        "wrong_suit",
        "cell_occupied",
    ]


def test_a_cell_takes_cards_of_its_own_ranks_and_suit():
    rules = replace(VARIANTS["german-freecell"].rules, reserve=Reserve(2, Takes.ONE, begins=("C23", "AK")))
    position = lay_on(compile_tables(variant_of(rules), ()), "T1: 4C; T2: 2C; T3: 2D; T4: KD")
    assert [check(position, f"T{column}-R1") for column in (1, 2, 3)] == ["needs_king", None, "wrong_suit"]
    assert [check(position, f"T{column}-R2") for column in (1, 2, 3, 4)] == [*["needs_king"] * 3, None]


def test_a_card_of_a_set_in_order_comes_next_to_one_on_the_cells():
    position = lay("triple-alliance", "R2: KC; T1: QC; T2: JC; T3: AC; T4: 2C; T5: KD")
    assert [check(position, f"T{column}-R1") for column in (1, 2, 3, 4, 5)] == [
        None,
        "wrong_rank",
        None,
        "wrong_rank",
        "wrong_rank",
    ]
    advance(position, ["T3-R3"])
    assert [check(position, f"T{column}-R1") for column in (1, 4)] == [None, None]
    assert check(position, "T2-R1") == "wrong_rank"
    advance(position, ["T4-R1"])
    assert cards(position, "F1") == "2C KC AC"
    assert check(position, "T1-F1") == "needs_pair"


def test_any_card_opens_a_column_once_all_kings_lie_lowest_in_columns():
    position = lay("scorpion-towers", "T1: KC; T2: KS QS; T3: KH; T4: 5C KD; T5: 2C AC")
    assert [check(position, move) for move in ("T2-T6", "T5-T6", "T4-T6")] == [
        "needs_king",
        "needs_king",
        None,
    ]
    advance(position, ["T4-T6"])
    assert [check(position, move) for move in ("T2-T7", "T5-T7", "T5-T7x2")] == [None, None, None]


def test_a_card_of_the_waste_does_not_open_a_column_before_all_kings():
    rules = VARIANTS["klondike"].rules
    waiting = replace(
        rules, columns=replace(rules.columns, empty_takes="K*"), stock=replace(rules.stock, redeals=0)
    )
    tables = compile_tables(variant_of(waiting), ())
    assert outcome(lay_on(tables, "T1: 5C; W: 7D")) == "lost"
    assert outcome(lay_on(tables, "T1: 5C; S: 7D")) == "lost"
    assert outcome(lay_on(tables, "T1: 5C; S: KD")) == "in_progress"
    assert outcome(lay_on(tables, "T1: KC; T2: KD; T3: KH; T4: KS; W: 7D")) == "in_progress"


def test_one_column_with_all_cards_wins_in_any_order_but_a_sequence_has_one():
    for game, won in (("tower-of-hanoy", True), ("hanoi-sequence", False)):
        position = lay(game, "T1: 3H 9H 8H 7H 6H 5H 4H 2H; T2: AH")
        assert check(position, "T2-T1") is None
        advance(position, ["T2-T1"])
        assert position.won == won
    assert lay("hanoi-sequence", "T2: 9H 8H 7H 6H 5H 4H 3H 2H AH").won


def test_a_card_goes_onto_any_higher_one():
    position = lay("tower-of-hanoy", "T1: 9H; T2: 4H; T3: 7H")
    assert [check(position, move) for move in ("T2-T1", "T2-T3", "T3-T2")] == [None, None, "wrong_rank"]


def test_a_redeal_lays_the_columns_under_the_stock():
    position = lay("valentine", "T1: 9C 8C; T2: 4D; T3: KH; T4: AS; W: 5S; S: 2C 3C 4C 5C")
    assert check(position, "draw") == "waste_not_empty"
    step = played(position, "redeal")
    assert named(position, step.moved)[:2] == [("T4", "S", "AS"), ("T3", "S", "KH")]
    assert [cards(position, f"T{column}") for column in (1, 2, 3, 4)] == ["5S", "5C", "4C", "3C"]
    assert cards(position, "W") == "2C"
    assert cards(position, "S") == "AS KH 4D 8C 9C"
    advance(position, ["redeal"])
    assert cards(position, "T1") == "2C"
    assert cards(position, "W") == "KH"
    assert cards(position, "S") == "3C 4C 5C 5S AS"


def test_columns_do_not_come_under_a_stock_that_can_be_drawn_from():
    position = lay("valentine", "T1: 9C; T2: 4D; T3: KH; T4: 5D; S: 2C 3C")
    assert check(position, "redeal") == "stock_not_empty"
    assert outcome(position) == "in_progress"
    rules = VARIANTS["valentine"].rules
    once = replace(rules, stock=replace(rules.stock, redeals=0))
    last = lay_on(compile_tables(variant_of(once), ()), "T1: 9C; T2: 4D; T3: KH; T4: 6D; W: 2S")
    assert check(last, "redeal") == "no_redeals_left"
    assert outcome(last) == "lost"


def test_a_deal_can_put_several_cards_on_a_pile():
    position = lay("kingsdown-eights", "S: 2C 3C 4C 5C 6C")
    moved = named(position, played(position, "deal").moved)
    assert [target for _, target, _ in moved] == ["R1", "R1", "R1", "R1", "R2"]
    assert cards(position, "R1") == "6C 5C 4C 3C"


def test_the_longer_reserve_pile_fills_a_column_and_the_first_of_equal_ones():
    position = lay("gate", "T1: AC; T2: AS; T3: AH; R1: 5C 6C; R2: 5S 6S 7S; W: 9D")
    assert named(position, played(position, "T1-F1").filled) == [("R2", "T1", "7S")]
    assert named(position, played(position, "T2-F2").filled) == [("R1", "T2", "6C")]


def test_a_stock_that_turns_three_cards_fills_a_column_by_way_of_the_waste():
    position = lay("little-forty", "T1: AC; W: ; S: 2C 3C 4C 5C")
    filled = named(position, played(position, "T1-F1").filled)
    assert filled == [("S", "W", "5C 4C 3C"), ("W", "T1", "3C")]


def test_a_card_that_turns_up_frees_the_open_ones_under_it():
    """8♣ is dealt face up under 7♥: once 7♥ is turned up, both move."""
    used = ("5D", "8C", "7H", "AC", "9H")
    others = (rank + suit for suit in "CDHS" for rank in "A23456789TJQK" if rank + suit not in used)
    position = deal_position(f"stonewall;T1=(5D8C7H)AC;T2=9H;T3={''.join(others)}").position()
    assert (position.face_down(0), position.buried(0)) == (2, 3)
    assert check(position, "T1-T2x3") == "face_down_card"
    played(position, "T1-F1")
    assert (position.face_down(0), position.buried(0)) == (1, 1)
    played(position, "T1-T2x2")
    assert cards(position, "T2") == "9H 8C 7H"


def test_kings_begin_columns_and_the_last_one_comes_first():
    ranks = "A23456789TJQ"
    others = [rank + suit for suit in "CDHS" for rank in ranks]
    deck = ["KC", *others, "KC", "KD", "2C", "KD", *others, "KH", "KH", "KS", "KS"]
    deck.remove("2C")
    position = deal_deck(tables_for("kings"), deck).position()
    assert [cards(position, f"T{column}").split()[0] for column in range(1, 9)] == [
        "KC",
        "KC",
        "KD",
        "KD",
        "KH",
        "KH",
        "KS",
        "KS",
    ]
    assert cards(position, "T3") == "KD 2C"
    position = deal_deck(tables_for("kings"), [*deck[1:], "KC"]).position()
    assert [cards(position, f"T{column}")[:2] for column in (1, 2, 3)] == ["KC", "KC", "KD"]


def test_twos_and_aces_are_dealt_first_whatever_the_deck():
    for seed in ("1", "2"):
        position = deal_seed(tables_for("challenge-freecell"), seed).position()
        first = [cards(position, f"T{column}")[:2] for column in range(1, 9)]
        assert first == ["2C", "2S", "2H", "2D", "AC", "AS", "AH", "AD"]


def test_cards_of_other_columns_do_not_open_an_empty_one():
    position = lay("dover", "T1: ; T2: KC; R1: 5H")
    assert check(position, "T2-T1") == "vacancy_reserved"
    played(position, "R1-T1")
    assert cards(position, "T1") == "5H"


def test_foundations_give_back_once_the_stock_is_empty():
    position = lay("giant", "F1: AC 2C; T1: 3H; S: KC")
    assert check(position, "F1-T1") == "stock_not_empty"
    played(position, "deal", "T1-T2", "F1-T1")
    assert cards(position, "T1") == "3H 2C"


def test_columns_are_played_once_the_stock_is_empty():
    position = lay("strategy", "F1: AC; T1: 2C; S: 3C")
    assert check(position, "T1-F1") == "stock_not_empty"
    assert check(position, "S-F1") == "stock_not_empty"
    played(position, "S-T2", "T1-F1", "T2-F1")
    assert cards(position, "F1") == "AC 2C 3C"


def test_a_covered_reserve_pile_gives_no_card():
    position = lay("backbone", "R1: AC; R2: AS; R3: AH")
    assert check(position, "R1-F1") == "covered_card"
    played(position, "R3-F5")
    assert check(position, "R1-F1") is None


def test_aces_go_home_after_each_round_and_what_they_uncover_too():
    """The first round ends with two Aces, the second puts one on T1: only Aces go, and 2♣ stays."""
    first, second = ["2C", "3S", "4S", "5S", "AC", "AS"], ["AH", "6S", "7S", "2S", "2D", "3D"]
    others = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    deck = [*first, *second, *(code for code in others if code not in first + second)]
    position = deal_deck(tables_for("thirty-six"), deck).position()
    assert [cards(position, f"F{pile}")[:2] for pile in (1, 2, 3)] == ["AC", "AS", "AH"]
    assert [cards(position, f"T{column}").split()[0] for column in range(1, 7)] == [*first[:4], "2D", "3D"]
    assert cards(position, "T1").split()[1] != "AH"


def test_a_built_cell_takes_nothing_while_a_displaced_card_lies_there():
    position = lay("picture-gallery", "R1: 9H; R2: 4H; R3: 4C; T1: QH; T2: 7H; T3: TH")
    assert check(position, "T1-R1") == "cell_occupied"
    assert check(position, "T1-R2") == "wrong_rank"
    assert check(position, "T2-R3") == "wrong_suit"
    assert check(position, "T2-R4") == "needs_king"
    played(position, "T2-R2", "T3-R2")
    assert cards(position, "R2") == "4H 7H TH"


def test_cells_are_the_last_targets():
    position = lay("freecell", "T1: AC; R4: 5H")
    moves = [move for move in legal_moves(position) if move.startswith("T1-")]
    columns = [f"T1-T{column}" for column in range(2, 9)]
    assert moves == [*columns, "T1-F1", "T1-R1", "T1-R2", "T1-R3"]


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (("T7", "T6", "T5"), "T7-T5"),
        (("T9", "T1", "T2"), "T9 T1-T2"),
        (("F", "T1", "R1", "R2"), "F T1 R1-R2"),
        (("T1", "F"), "T1 F"),
        (("T1", "T2", "T1"), "T1-T2 T1"),
    ],
)
def test_piles_are_named_in_short(names, text):
    assert name_piles(names) == text
    assert piles(text) == names


@pytest.mark.parametrize(
    ("deal", "text"),
    [
        ("T1", "one card on T1"),
        ("T1-T3", "one card on each of T1-T3"),
        ("T1 T1", "2 cards on T1, in rounds"),
        ("T1-T3 T1-T3", "2 cards on each of T1-T3, in rounds"),
        ("R1 R1 R2 R2", "2 cards on each of R1-R2, one pile after the other"),
        ("T1-T3 T1", "one card on each of T1-T3 T1"),
    ],
)
def test_a_deal_is_named_by_its_cards_for_each_pile(deal, text):
    assert piles_language("en").text("deal", deal_of(piles(deal))) == text


def test_a_move_is_named_as_people_and_programs_count():
    assert name_move(2) == "move 3 (index 2)"


TERRACE = "R1: 2C; T1: 5H; T2: 5C; T3: 9D; T4: KS; S: 9C 8C 7C 6C 5C 4C 3C"


def test_the_deal_goes_on_once_the_base_is_set():
    """T2 and the columns without a card get one each, T2 first; then the waste gets one."""
    position = lay("terrace", TERRACE)
    assert check(position, "draw") == check(position, "R1-F1") == check(position, "T1-T2") == "base_not_set"
    step = played(position, "T2-F1")
    assert cards(position, "F1") == "5C"
    assert named(position, step.filled) == [
        ("S", "T2", "3C"), ("S", "T5", "4C"), ("S", "T6", "5C"), ("S", "T7", "6C"), ("S", "T8", "7C"),
        ("S", "T9", "8C"), ("S", "W", "9C"),
    ]  # fmt: skip
    assert cards(position, "T4") == "KS"
    assert check(position, "T1-F5") is None
    assert check(position, "T3-F7") == "needs_base"


def test_a_deal_that_goes_on_ends_with_the_stock():
    position = lay("terrace", "T1: 5H; S: 4C 3C")
    played(position, "T1-F5")
    assert (cards(position, "T1"), cards(position, "T2"), cards(position, "T3")) == ("3C", "4C", "")
    assert cards(position, "W") == ""


def test_after_the_base_only_vacancies_are_filled():
    """An empty column gets the top card of the waste, and the waste the next card of the stock."""
    position = lay("terrace", "F1: 5C; T1: 6H; T2: QD; W: 2S 3H; S: 9C 8C")
    step = played(position, "T1-F1")
    assert named(position, step.filled) == [("W", "T1", "3H")]
    step = played(position, "T1-T3")
    assert named(position, step.filled) == [("W", "T1", "2S"), ("S", "W", "8C")]
    assert cards(position, "T4") == ""
    italian = lay("queen-of-italy", "F1: 5C; T1: 6H; T2: QD; W: 3H; S: 9C 8C")
    assert named(italian, played(italian, "T1-F1").filled) == []
    assert check(italian, "F1-T1") is None
    played(italian, "F1-T3")
    assert check(italian, "F1-T4") == "not_enough_cards"


def test_before_the_base_reserve_cards_may_go_to_columns_in_duchess():
    position = lay("duchess", "R1: 4C 3H; R2: 9S; T1: 4S; T2: 8H; T3: JD; T4: JC; S: 5D")
    assert check(position, "draw") == check(position, "T1-F2") == "base_not_set"
    assert check(position, "T2-T1") == "base_not_set"
    played(position, "R1-T1")
    assert check(position, "draw") == "base_not_set"
    played(position, "R2-F2")
    assert check(position, "draw") is None
    assert check(position, "R1-F1") == "needs_base"


def test_only_whole_columns_move_in_duchess():
    position = lay("duchess", "F2: 9S; R1: QS; T1: 4S 3H; T2: 4C; T3: 5D; T4: JH TS; S: 5D")
    assert check(position, "T1-T2") == "broken_sequence"
    assert check(position, "T1-T3x2") is None
    assert check(position, "T4-F2") is None
    played(position, "T2-T3", "R1-T2", "T4-T2x2")
    assert cards(position, "T2") == "QS JH TS"


def test_the_waste_opens_columns_last_in_duchess():
    position = lay("duchess", "F2: 9S; R1: QS; T1: 4S 3H; T2: 4C; T3: 5D; W: 8C 7H")
    assert check(position, "W-T4") == "vacancy_reserved"
    played(position, "R1-T4")
    played(position, "T2-T3", "W-T2")
    assert cards(position, "T2") == "7H"


def test_cards_of_one_rank_lie_on_each_other_in_curds_and_whey():
    position = lay("curds-and-whey", "T1: KS 9S; T2: KH 9H; T3: 8S; T4: 8D; T5: 7D; T6: QC 9C 9D 8D 8C")
    assert check(position, "T2-T1") is None
    assert check(position, "T3-T1") is None
    assert check(position, "T4-T1") == "wrong_suit"
    assert check(position, "T5-T3") == "wrong_suit"
    # Cards of one rank move together, and so do cards in suit, but not both mixed.
    assert check(position, "T6-T3x2") is None
    assert check(position, "T6-T1x3") == "broken_sequence"
    assert check(position, "T6-T1x4") == "broken_sequence"
    played(position, "T4-T3", "T5-T3")
    assert check(position, "T3-T6x2") is None
    assert check(position, "T3-T6x3") == "broken_sequence"


def test_thirteen_cards_with_equal_ranks_among_them_do_not_win():
    other = "".join(f"; T{column}: {run}" for column, run in enumerate(map(run_of, "SDH"), start=2))
    assert lay("curds-and-whey", f"T1: {run_of('C')}{other}").won
    mixed = run_of("C").replace("2C AC", "2C 2D") + other.replace("2D AD", "AC AD")
    assert not lay("curds-and-whey", f"T1: {mixed}").won


def run_of(suit: str) -> str:
    return " ".join(rank + suit for rank in "KQJT98765432A")


def test_whole_columns_of_any_order_move_in_dumfries():
    """A card goes onto one of the other colour that is one higher or equal."""
    position = lay("dumfries", "T1: 9S 9H 8S; T2: TH; T3: 8D; T4: 9C; S: KC 7H")
    assert check(position, "T1-T2x3") is None
    assert check(position, "T1-T2x2") == "broken_sequence"
    assert check(position, "T1-T3") is None
    assert check(position, "T3-T4") is None
    assert check(position, "T4-T1") == "wrong_color"
    assert check(position, "S-T1") is None
    assert check(position, "S-T5") is None


def test_the_player_turns_closed_columns_up():
    """Nothing turns up by itself, and a face-down top card takes any card, one from a foundation too."""
    position = lay("blind-patience", "T1: (3C 4D); T2: (5H) 9S; T3: 8S; F1: AC 2C; W: KH")
    moves = legal_moves(position)
    assert [move for move in moves if move.startswith("T1")] == ["T1-T1"]
    assert {"W-T1", "F1-T1", "T2-T1", "T3-T1"} <= {*moves}
    assert check(position, "T3-T2") is Reason.WRONG_COLOR
    step = played(position, "T2-T1")
    assert (cards(position, "T1"), step.turned_up) == ("3C 4D 9S", ())
    assert position.face_down(position.tables.pile["T2"]) == 1
    step = played(position, "T2-T2")
    assert (step.moved, [card.pile for card in step.turned_up]) == ((), [position.tables.pile["T2"]])
    assert (position.face_down(0), position.face_down(1)) == (2, 0)


@pytest.mark.parametrize("token", ["T1-T1x2", "T3-T3", "T4-T4", "W-W"])
def test_only_a_face_down_top_card_is_turned_up(token):
    position = lay("blind-patience", "T1: (3C 4D); T3: 8S; W: KH")
    assert check(position, token) in (Reason.SAME_PILE, Reason.TARGET_LOCKED)
    assert token not in legal_moves(position)


MERCI = "F1: AC; F4: AD 2D; T1: 2C KH; T2: 3D 9S; T3: 4D; T4: QS; T5: 3H JD; T6: 4H"


def test_a_merci_draws_out_the_card_under_the_top_card():
    position = lay("three-shuffles-and-a-draw", MERCI)
    step = played(position, "T1-R1")
    assert named(position, step.moved) == [("T1", "R1", "KH"), ("T1", "F1", "2C"), ("R1", "T1", "KH")]
    assert (cards(position, "T1"), cards(position, "F1"), cards(position, "R1")) == ("KH", "AC 2C", "")
    assert position.merci_used
    # Once is all, although 3♦ lies under 9♠.
    assert check(position, "T2-R1") == "cell_occupied"


def test_a_card_drawn_out_goes_to_a_foundation_rather_than_a_column():
    position = lay("three-shuffles-and-a-draw", MERCI)
    played(position, "T2-R1")
    assert (cards(position, "F4"), cards(position, "T3"), cards(position, "T2")) == ("AD 2D 3D", "4D", "9S")
    position = lay("three-shuffles-and-a-draw", MERCI)
    played(position, "T5-R1")
    assert (cards(position, "T6"), cards(position, "T5")) == ("4H 3H", "JD")


def test_a_merci_needs_a_card_that_fits():
    position = lay("cromwell", "T1: 5S KH; T2: 6D; T3: 5H QC; T4: 4S 7H; T5: 5S")
    assert check(position, "T1-R1") == "vacancy_reserved"
    assert check(position, "T2-R1") == "vacancy_reserved"
    assert check(position, "T3-R1") == "vacancy_reserved"
    assert check(position, "T4-R1x2") == "one_card_only"
    assert legal_moves(position) == ["T4-R1"]
    played(position, "T4-R1")
    assert cards(position, "T5") == "5S 4S"
    assert outcome(position) == "lost"


def exchanging(times: int):
    """Return a position of Canister: 2♦ 9♣ Q♠ on the first column, 8♥ on the second."""
    rules = VARIANTS["forecell"].rules
    reserve = Reserve(1, Takes.EXCHANGE, capacity=times, takes_from=("T",))
    layout = (*rules.layout[:6], Round(("T1", "T2", "T3", "T4")))
    rules = replace(rules, layout=layout, reserve=reserve)
    return lay_on(compile_tables(variant_of(rules, "canister"), ()), "T1: 2D 9C QS; T2: 8H")


def test_two_cards_of_a_column_change_places():
    position = exchanging(2)
    assert legal_moves(position) == ["T1-R1x2", "T1-R1x3"]
    step = played(position, "T1-R1x3")
    assert named(position, step.moved) == [("T1", "R1", "QS"), ("T1", "T1", "2D"), ("R1", "T1", "QS")]
    assert (cards(position, "T1"), position.merci_used) == ("QS 9C 2D", 1)
    assert check(position, "T1-R1") == check(position, "T2-R1") == "vacancy_reserved"
    assert (check(position, "T1-R1x4"), check(position, "T2-R1x2")) == ("not_enough_cards",) * 2
    played(position, "T1-R1x2")
    assert (cards(position, "T1"), position.merci_used) == ("QS 2D 9C", 2)
    assert check(position, "T1-R1x2") == check(position, "T1-R1") == "cell_occupied"
    # 9♣ may now go onto 8♥.
    assert outcome(position) == "in_progress"


def test_how_often_cards_changed_places_is_part_of_the_position():
    """The text has a number from 2 on, the object always where it can be more than once."""
    position = exchanging(3)
    played(position, "T1-R1x2")
    assert (state_json(position)["merci_used"], write_piles(position)[-11:]) == (1, ";merci=used")
    played(position, "T1-R1x2")
    assert (state_json(position)["merci_used"], write_piles(position)[-8:]) == (2, ";merci=2")
    assert parse_piles("merci=2").merci_used == read_board({"merci_used": 2}).merci_used == 2
    assert "R1  used 2 of 3 times" in draw(position)
    tables = exchanging(1).tables
    assert state_json(lay_on(tables, "T1: 2D"))["merci_used"] is False
    with pytest.raises(BoardError, match="merci_used 2 is not possible in canister: expected at most 1"):
        deal_board(tables, parse_piles("T1=2D;merci=2"))


def test_a_card_of_a_columns_own_rank_brings_one_up():
    """5♥ goes to T5, whose topmost face-down card is K♠. A King stays on T13, and 2♣ comes up on it."""
    position = lay("clock", "T5: (KS) 5C; T13: (AC 2C) KD 5H")
    step = played(position, "T13-T5")
    assert (cards(position, "T5"), cards(position, "T13")) == ("5C 5H", "AC KD KS 2C")
    assert [position.face_down(position.tables.pile[name]) for name in ("T5", "T13")] == [0, 1]
    assert named(position, step.filled) == [("T5", "T13", "KS"), ("T13", "T13", "2C")]
    assert legal_moves(position) == []


def test_a_merci_turns_up_a_face_down_card():
    """9♣ lies under 2♣, and 2♦ alone. Neither comes to T13 while 5♥ there can be moved."""
    position = lay("relaxed-clock", "T2: (5D 9C) 2C; T5: (2D); T9: 9H; T13: KC KH 5H")
    assert (check(position, "T2-R1"), legal_moves(position)) == ("vacancy_reserved", ["T13-T5"])
    position = lay("relaxed-clock", "T2: (5D 9C) 2C; T5: (2D); T9: 9H; T13: KC KH")
    assert legal_moves(position) == ["T2-R1", "T5-R1"]
    assert (check(position, "T9-R1"), check(position, "T2-R1x2")) == ("vacancy_reserved", "one_card_only")
    step = played(position, "T2-R1")
    assert named(position, step.filled) == [("T2", "T13", "9C")]
    assert (cards(position, "T2"), cards(position, "T13")) == ("5D 2C", "KC KH 9C")
    assert write_piles(position) == "T2=(5D)2C;T5=(2D);T9=9H;T13=KCKH9C;merci=used"
    played(position, "T13-T9")
    assert check(position, "T5-R1") == "cell_occupied"
    assert outcome(position) == "lost"


def test_columns_with_their_own_cards_alone_are_in_place():
    position = lay("relaxed-clock", "T2: 2C; T5: (2D) 5C; T13: KC")
    played(position, "T5-R1")
    assert (position.face_down(4), outcome(position)) == (0, "in_progress")
    played(position, "T13-T2")
    assert outcome(position) == "won"


def test_a_king_dealt_face_up_to_its_own_column_brings_one_up_at_once():
    deck = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"]
    position = deal_deck(tables_for("clock"), deck).position()
    assert (cards(position, "T13"), position.face_down(12)) == ("KD KH KS KC", 0)


def worth(position):
    return hand_points(position.tables, position.piles)


POKER_HANDS = [
    ("TH JH QH KH AH", 100),
    ("AS 2S 3S 4S 5S", 75),
    ("9C 9D 9S KH 9H", 50),
    ("KC 4H KD 4S KH", 25),
    ("2C 9C JC KC 5C", 20),
    ("AH KS QD JC TH", 15),
    ("AH 2S 3D 4C 5H", 15),
    ("QH KS AD 2C 3H", 0),
    ("7C 7D 7S KH 2H", 10),
    ("7C 7D 2S KH 2D", 5),
    ("7C 7D 7S", 10),
    ("7C 7D", 2),
    ("2C 9C JC KC", 0),
]


@pytest.mark.parametrize(("hand", "points"), POKER_HANDS)
def test_a_row_or_a_column_is_a_hand_of_poker(hand, points):
    row = "; ".join(f"T{place}: {card}" for place, card in enumerate(hand.split(), start=6))
    column = "; ".join(f"T{5 * place + 3}: {card}" for place, card in enumerate(hand.split()))
    assert worth(lay("poker-square", row)) == points
    assert worth(lay("poker-square", column)) == points


CRIBBAGE_HANDS = [
    ("5H 5D 5S JC", 14),
    ("4H 5D 5S 6C", 12),
    ("TH JD QS KC", 4),
    ("2H 2D 2S 2C", 12),
    ("AH 5H 9H JH", 8),
    ("QH KS AD 2C", 0),
    ("7H 8D", 2),
]


@pytest.mark.parametrize(("hand", "points"), CRIBBAGE_HANDS)
def test_a_row_is_a_hand_of_cribbage_before_there_is_a_starter(hand, points):
    row = "; ".join(f"T{place}: {card}" for place, card in enumerate(hand.split(), start=5))
    assert worth(lay("cribbage-square", row)) == points


def test_the_starter_belongs_to_every_hand():
    """The best hand of cribbage, 29, is three Fives and a Jack with the fourth Five, of its suit."""
    square = ["5H 5D 5S JC", "AH 3D 9S QC", "AD 3S 9C QH", "AS 3C 9H QD"]
    cards = " ".join(square).split()
    board = "; ".join(f"T{place}: {card}" for place, card in enumerate(cards, start=1))
    # Rows 2 to 4: fifteen by Queen and Five, and by Nine, Five and Ace. Columns 1 to 3: three of a kind and a
    # pair. Column 4: three Queens, four fifteens, and the Jack of the starter's suit.
    position = lay("cribbage-square", f"{board}; S: 5C")
    assert worth(position) == 29 + 3 * 4 + 3 * 8 + (6 + 8 + 1)
    assert position.won


def test_a_card_of_a_line_replaces_another_and_the_line_closes_up():
    """3♠ replaces 9♠ three places to its left, and J♣ moves up to its place."""
    position = lay("accordion", "T1: 2H; T2: 9S; T3: KD; T4: 8C; T5: 3S; T6: JC")
    assert legal_moves(position) == ["T5-T2"]
    step = played(position, "T5-T2")
    assert [cards(position, f"T{place}") for place in range(1, 7)] == ["2H", "3S", "KD", "8C", "JC", ""]
    assert cards(position, "F1") == "9S"
    assert named(position, step.moved) == [("T2", "F1", "9S"), ("T5", "T2", "3S")]
    assert named(position, step.filled) == [("T6", "T5", "JC")]


def test_a_card_of_a_line_goes_to_the_left_by_suit_or_rank():
    position = lay("accordion", "T1: 2H; T2: 9H; T3: 9D; T4: 8C; T5: 9S")
    assert legal_moves(position) == ["T2-T1", "T3-T2", "T5-T2"]
    assert check(position, "T1-T2") == "target_locked"
    assert check(position, "T4-T3") == "wrong_suit"
    assert check(position, "T3-F1") == "target_locked"
    relaxed = lay("relaxed-accordion", "T1: 2H; T2: 9H; T3: 9D; T4: 8C; T5: 9S")
    assert legal_moves(relaxed) == ["T1-T2", "T2-T1", "T2-T3", "T2-T5", "T3-T2", "T5-T2"]
    skidoo = lay("23-skidoo", "T1: 2H; T2: 9H; T3: 9D; T4: 8C; T5: 9S")
    assert legal_moves(skidoo) == ["T5-T2", "T5-T3"]


def test_colours_are_apart_in_two_halves():
    assert lay("fire-and-ice", "T1: KD 3H; T4: AH; T6: 8C 7S; T10: KS").won
    assert not lay("fire-and-ice", "T1: KD 3H; T4: AS; T6: 8C 7S; T10: KS").won
    assert not lay("fire-and-ice", "T1: KD 3H; T6: 8C 7S AD").won


def test_sets_of_one_rank_leave_one_after_the_other():
    position = lay("perpetual-motion", "T1: 9C 9S 9D; T2: 9H; T3: 4H 4C; T4: 4S 4D; F1: KC KD KH KS")
    assert check(position, "T1-F1x3") == "incomplete_sequence"
    played(position, "T2-T1", "T1-F1x4", "T3-T4x2", "T4-F1x4")
    assert cards(position, "F1") == "KC KD KH KS 9C 9S 9D 9H 4S 4D 4H 4C"


def test_the_columns_become_the_stock_with_the_first_one_on_top():
    position = lay("perpetual-motion", "T1: 9C 2S; T2: 8H; T3: 7H 6S; T4: 5C")
    step = played(position, "redeal")
    assert [cards(position, name) for name in ("T1", "T2", "T3", "T4", "S")] == [
        "9C",
        "2S",
        "8H",
        "7H",
        "5C 6S",
    ]
    assert named(position, step.moved) == [
        ("T4", "S", "5C"),
        ("T3", "S", "6S 7H"),
        ("T2", "S", "8H"),
        ("T1", "S", "2S 9C"),
        ("S", "T1", "9C"),
        ("S", "T2", "2S"),
        ("S", "T3", "8H"),
        ("S", "T4", "7H"),
    ]
    assert check(position, "redeal") == "stock_not_empty"


def test_several_stock_cards_fill_a_column_as_long_as_there_are_some():
    position = lay("tournament", "F1: AC; T1: 2C; T2: 9C; T3: 9D; T4: 9H; T5: 2S; T6: 9S; S: 3C 4C 5C 6C 7C")
    step = played(position, "T1-F1")
    assert named(position, step.filled) == [("S", "T1", "7C 6C 5C 4C")]
    played(position, "T5-R1")
    assert [cards(position, name) for name in ("T1", "T5", "S")] == ["7C 6C 5C 4C", "3C", ""]


def test_a_stock_that_fills_columns_stays_while_their_bottom_cards_turn():
    position = lay("rainbow-fan", "T1: 5C 9H 7D; T2: 4H; S: 2C 3C")
    played(position, "redeal")
    assert [cards(position, name) for name in ("T1", "T2", "S")] == ["9H 7D 5C", "4H", "2C 3C"]
    played(position, "redeal", "redeal")
    assert check(position, "redeal") == "no_redeals_left"


def test_an_ace_or_king_is_dealt_first_unless_the_first_round_has_one():
    tables = tables_for("tournament")
    others = [rank + suit for rank in "23456789TJQ" for suit in "CSHD"] * 2
    ends = [rank + suit for rank in "AK" for suit in "CSHD"] * 2
    without = deal_deck(tables, others + ends).position()
    assert [cards(without, f"R{cell}") for cell in range(1, 9)] == [
        "KD",
        *others[:7],
    ]
    deck = [*others[:7], "AS", *others[7:]]
    ends.remove("AS")
    as_it_is = deal_deck(tables, deck + ends).position()
    assert [cards(as_it_is, f"R{cell}") for cell in range(1, 9)] == deck[:8]


def test_a_foundation_takes_some_ranks_from_one_column_only():
    position = lay("amazons", "T1: JC; T2: QD QC; T3: AD; F1: AC 7C 8C 9C TC; F2: AS 7S 8S 9S TS JS; F3: AH")
    assert check(position, "T2-F1") == "wrong_rank"
    played(position, "T1-F1", "T2-F1", "T3-F4")
    assert [check(position, move) for move in ("T2-F1", "T2-F2")] == ["foundation_full", None]


def test_a_deal_goes_to_columns_whose_foundations_are_not_complete():
    whole = "AC 7C 8C 9C TC JC QC"
    position = lay("amazons", f"T2: 7D; T4: 8D; F1: {whole}; F2: AS; S: 9D TD JD QD")
    played(position, "deal")
    assert [cards(position, name) for name in ("T1", "T2", "T3", "T4", "S")] == [
        "",
        "7D QD",
        "JD",
        "8D TD",
        "9D",
    ]
    played(position, "deal", "redeal")
    assert [cards(position, name) for name in ("T1", "T2", "T3", "T4", "S")] == [
        "",
        "8D",
        "TD",
        "JD",
        "9D QD 7D",
    ]


def test_columns_become_the_stock_of_a_game_that_lays_its_cards_itself():
    """As PySolFC moves them: each column from its top, the first column first."""
    position = lay("puss-in-the-corner", "T1: 2H 9C; T2: 5D; T4: 7S JD")
    played(position, "redeal")
    assert cards(position, "S") == "9C 2H 5D JD 7S"
    played(position, "S-T1", "S-T1")
    assert cards(position, "T1") == "7S JD"
