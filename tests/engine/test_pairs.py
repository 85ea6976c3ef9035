"""Cards that leave together, and gaps that are closed and filled, each on a position laid by hand."""

import pytest

from patience.cards import CODES
from patience.compilation.compiled_rules import tables_for
from patience.compilation.sequences import fits_in_suit
from patience.play.dealing import deal_deck, deal_seed
from patience.play.legality import check, legal_moves, outcome
from patience.play.replay import advance
from patience.rules import Build
from tests.engine.boards import lay


def cards(position, name: str) -> str:
    return " ".join(CODES[card] for card in position.cards(position.tables.pile[name]))


def played(position, *tokens: str):
    """Play tokens, which must be legal; return the last step."""
    steps = []
    assert advance(position, tokens, steps) == list(tokens)
    return steps[-1]


def test_the_moved_card_of_a_pair_is_discarded_first():
    position = lay("pyramid", "T27: 4C; T28: 9H; W: 4S; S: 9D KC", {})
    assert legal_moves(position) == ["T27-T28", "T28-T27", "T28-W", "W-T28", "S-F1", "draw"]
    played(position, "T28-W")
    assert cards(position, "F1") == "9H 4S"
    played(position, "S-F1", "T27-S")
    assert cards(position, "F1") == "9H 4S KC 4C 9D"


def test_a_pair_turns_up_what_both_cards_covered():
    position = lay("pyramid-thirteen", "T16: (2C); T21: (3C); T22: 4C; T23: 9H; T27: 5D; T28: 8D", {})
    assert played(position, "T22-T23").turned_up == ((position.tables.pile["T16"], CODES.index("2C")),)
    assert played(position, "T27-T28").turned_up == ((position.tables.pile["T21"], CODES.index("3C")),)


def test_the_stock_may_still_help():
    """The two cards of the pair meet only where the stock's top card takes part."""
    for variant, expected in (("pyramid-thirteen", "in_progress"), ("king-tut", "lost")):
        position = lay(variant, "T28: 7C; W: 2C 3C; S: 5C 8H 2D", {})
        assert outcome(position) == expected, variant


def test_a_whole_set_leaves_the_cells():
    """The third card sends all three to F1, that of R1 first, and the stock fills the columns."""
    position = lay("elevens", "T1: KC; T2: JH; T3: QD; S: 2C 3C 4C", {})
    played(position, "T1-R3", "T2-R1")
    assert check(position, "T3-R1") == "cell_occupied"
    step = played(position, "T3-R2")
    assert [position.tables.names[move.source] for move in step.moved] == ["T3", "R1", "R2", "R3"]
    assert cards(position, "F1") == "JH QD KC"
    assert [cards(position, f"T{column}") for column in (1, 2, 3)] == ["4C", "3C", "2C"]


@pytest.mark.parametrize(
    ("variant", "held", "offered", "expected"),
    [
        ("elevens", "JC", "JH", "wrong_rank"),
        ("elevens", "JC", "TH", "needs_king"),
        ("elevens", "JC", "QH", None),
        ("suit-elevens", "JC", "QH", "wrong_suit"),
        ("suit-elevens", "JC", "QC", None),
        ("tens", "JC", "QC", "wrong_rank"),
        ("tens", "JC", "JH", None),
    ],
)
def test_a_cell_takes_what_belongs_to_a_set_with_the_other_cells(variant, held, offered, expected):
    position = lay(variant, f"T1: {offered}; R1: {held}", {})
    assert check(position, "T1-R2") == expected


def test_suits_of_a_set_fit():
    jack, queens = CODES.index("JC"), [CODES.index(f"Q{suit}") for suit in "CDHS"]
    assert [fits_in_suit(Build.BY_SUIT, jack, queen) for queen in queens] == [True, False, False, False]
    assert all(fits_in_suit(Build.ANY_SUIT, jack, queen) for queen in queens)


def test_a_card_of_a_set_moves_to_another_cell_where_the_set_has_several_of_its_rank():
    assert check(lay("tens", "R1: JC; R2: JH; R3: JS", {}), "R1-R4") is None
    assert check(lay("elevens", "R1: JC", {}), "R1-R2") == "wrong_rank"


def test_gaps_wait_until_the_cells_are_empty():
    position = lay("elevens-too", "T1: AC; T2: TC; T3: KC; R1: JC; R2: QC; S: 2C 3C 4C", {})
    played(position, "T1-T2")
    assert cards(position, "T1") == ""
    played(position, "T3-R3")
    assert [cards(position, f"T{column}") for column in (1, 2, 3)] == ["4C", "3C", "2C"]


STOCK = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2C 4C QD JD TD 9D 8D 7D 6D"


@pytest.mark.parametrize(
    ("variant", "after"),
    [
        ("monte-carlo", "AC 3H 6H 5D 6D 7D 8D 9D TD JD"),
        # In Weddings the cards of each column of the grid move up: 6♥ from T7 to T2, 5♦ from T9 to T4.
        ("weddings", "6D 6H AC 5D 3H 7D 8D 9D TD JD"),
    ],
)
def test_a_deal_closes_and_fills_the_gaps(variant, after):
    position = lay(variant, f"T3: AC; T5: 3H; T7: 6H; T9: 5D; S: {STOCK}", {})
    played(position, "deal")
    assert [cards(position, f"T{column}") for column in range(1, 11)] == after.split()
    assert "deal" not in legal_moves(position)


def test_gaps_close_by_themselves():
    position = lay("simple-carlo", "T1: 2C; T2: 7C; T3: 7D; T4: 3C; S: KC QC", {})
    step = played(position, "T2-T3")
    names = position.tables.names
    moved = [(names[fill.source], names[fill.target]) for fill in step.filled]
    assert moved == [("T4", "T2"), ("S", "T3"), ("S", "T4")]
    assert [cards(position, f"T{column}") for column in range(1, 5)] == ["2C", "3C", "QC", "KC"]


def test_gaps_close_last_once_the_stock_is_empty():
    position = lay("quatorze", "T1: 2C; T2: 7C; T3: 7D; T4: 3C; S: KC", {})
    played(position, "T2-T3")
    assert [cards(position, f"T{column}") for column in range(1, 5)] == ["2C", "KC", "3C", ""]


def test_no_column_of_nestor_has_a_rank_twice():
    tables = tables_for("nestor")
    for seed in ("1", "617", "ms40000", "12345678901234567890"):
        position = deal_seed(tables, seed).position()
        for column in range(1, 9):
            ranks = [code[0] for code in cards(position, f"T{column}").split()]
            assert len(set(ranks)) == len(ranks) == 6


def test_a_deck_given_to_nestor_is_dealt_as_it_is():
    deck = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    position = deal_deck(tables_for("nestor"), deck).position()
    assert cards(position, "T1") == "AC AD AH AS 2C 2D"


def test_three_jacks_are_parted_in_the_first_column_that_has_several():
    jacks = ["JC", "JD", "JH"]
    others = [rank + suit for suit in "CDHS" for rank in "A23456789TQK"]
    position = deal_deck(tables_for("relaxed-exit"), [*jacks, *others, "JS"]).position()
    # The last card is a Jack as well, so the one before it is swapped.
    assert cards(position, "T1") == f"JC {others[-1]} JH {others[0]} {others[1]}"
    assert cards(position, "R1") == "JD JS"
