"""Proofs hold for rules that no registered game has.

``python -m tests.soak.any_rules`` checks 100 000 random positions.
"""

import random
from dataclasses import replace

import pytest

from patience.cards import CARDS, RANKS
from patience.compilation.compiled_rules import compile_tables
from patience.play.legality import check, play
from patience.play.position import Position
from patience.rules import (
    Build,
    Columns,
    Direction,
    Foundation,
    Hold,
    Lift,
    Reserve,
    Round,
    Rules,
    Stock,
    Takes,
)
from patience.rules.variant import Variant
from patience.search.findings import OPEN, Prospect
from patience.search.heuristics import schedule_for
from patience.search.proofs import prove
from patience.search.search_runner import CONCEPTS as SEARCHED
from patience.search.search_runner import is_available, search
from tests.conftest import some
from tests.engine.declarations import PAIRS
from tests.search.brute_force import can_be_won
from tests.search.plain_search import is_called_dead
from tests.search.stripped import random_rules, stripped_positions
from tests.search.truths import contradicts

SUITS = "CCDDHHSS"
BY_SUIT = tuple(Foundation(suit, RANKS, Build.BY_SUIT) for suit in SUITS)
FULL = {f"F{number}": " ".join(rank + suit for rank in RANKS) for number, suit in enumerate(SUITS, start=1)}


def row(number):
    """Return a round of one face-up card to each column."""
    return Round(tuple(f"T{column}" for column in range(1, number + 1)), face_up=True)


def suit_cards(suit, ranks=RANKS):
    return " ".join(rank + suit for rank in ranks)


def position(rules, piles):
    reached = Position(compile_tables(Variant("any", "Any", "Any", rules), ()))
    for name, codes in piles.items():
        reached.piles[reached.tables.pile[name]] += [CARDS[code] for code in codes.split()]
    return reached


def _given_back():
    """Red cards change places on foundations that build by colour."""
    order = "A3579JK2468TQ"
    foundations = tuple([Foundation("DH", order, Build.BY_COLOR)] * 4)
    foundations += tuple([Foundation("CS", order, Build.BY_COLOR)] * 4)
    columns = Columns(8, Build.BY_SUIT, Lift.ONE, empty_takes="")
    rules = Rules(foundations, layout=(row(8),) * 13, columns=columns, foundations_final=False)
    pairs = {"3": "DH", "5": "HD", "6": "DD"}
    full = [" ".join(rank + pairs.get(rank, "DH")[side] for rank in order) for side in (0, 1)]
    covered = [rank + suit for rank in "QT8" for suit in "DH"] + ["6H"]
    covered += [rank + suit for rank in "42KJ97" for suit in "DH"] + ["3H", "AH", "5D"]
    black = {"F5": "C", "F6": "C", "F7": "S", "F8": "S"}
    piles = {name: suit_cards(suit, order) for name, suit in black.items()}
    piles |= {"F1": "AD 3D 5H", "F3": full[0], "F4": full[1], "T1": " ".join(covered), "T2": "6H"}
    line = "F1-T2 T1-F1 T1-F2 T1-F2 T2-F2" + 6 * " T1-F1 T1-F2" + " T1-F1 T2-F2" + 3 * " T1-F1 T1-F2"
    return rules, piles, line


def _deal_opened_from_the_reserve():
    columns = Columns(3, Build.BY_SUIT, Lift.ONE, empty_takes=RANKS)
    stock = Stock(("deal",), hold=Hold.EMPTY_COLUMN)
    layout = (row(3), Round(("R1", "R2", "R3", "R4")))
    rules = Rules(BY_SUIT, layout=layout, columns=columns, reserve=Reserve(4), stock=stock)
    piles = FULL | {"F8": suit_cards("S", RANKS[:7]), "T1": "KS", "R1": "QS", "R2": "JS", "S": "8S 9S TS"}
    return rules, piles, "R1-T2 R2-T3 deal T3-F8 T2-F8 T1-F8 T3-F8 T2-F8 T1-F8"


def _deal_opened_by_foundations():
    columns = Columns(3, Build.BY_SUIT, Lift.ONE, empty_takes=RANKS)
    stock = Stock(("deal",), hold=Hold.EMPTY_COLUMN)
    rules = Rules(BY_SUIT, layout=(row(3),), columns=columns, stock=stock, foundations_final=False)
    piles = FULL | {"F1": suit_cards("C", RANKS[:12]), "F7": suit_cards("S", RANKS[:12])}
    piles |= {"T1": "KC", "S": "KS"}
    return rules, piles, "F3-T2 F4-T3 deal T1-F7 T1-F1 T2-F3 T3-F4"


def _waste_that_becomes_stock(rounds):
    columns = Columns(8, Build.ALTERNATING, Lift.ONE, empty_takes="", refill=("S",))
    foundations = tuple(Foundation(suit, RANKS, Build.BY_SUIT, dealt=1) for suit in SUITS)
    stock = Stock(("draw", "redeal"), redeals=2)
    rules = Rules(foundations, layout=(row(8),) * rounds, columns=columns, stock=stock)
    heights = {"F2": ("C", 9), "F3": ("D", 10), "F5": ("H", 11), "F7": ("S", 11)}
    piles = FULL | {name: suit_cards(suit, RANKS[:height]) for name, (suit, height) in heights.items()}
    piles |= {"T6": "JD QD", "W": "TC QH KS QS KD KC KH JC QC"}
    line = "redeal T6-T3 T6-F3 T3-F3 T1-F2 T6-T2 T2-F2 T4-T5 T5-F7 T3-F7 T2-T7 T7-F5"
    return rules, piles, line + " T1-T5 T5-F2 T7-F2 T5-F3 T8-F5"


def _a_card_may_be_left_over():
    """All foundations win, and they take three cards of 52."""
    columns = Columns(13, Build.BY_SUIT, Lift.ONE, empty_takes="")
    queen = Foundation("S", "QT6", Build.OTHER_SUIT)
    rules = Rules((queen,), 1, layout=(row(13),) * 4, columns=columns, won_when=("F1",))
    return rules, {"T1": "QS", "T2": "TC", "T3": "6H", "T4": "KS"}, "T1-F1 T2-F1 T3-F1"


def _one_of_two_alike(**declared):
    """Foundations that take the same cards, but only F2 helps to win."""
    columns = Columns(13, Build.BY_SUIT, Lift.ONE, empty_takes="")
    clubs = Foundation("C", "A2", Build.BY_SUIT)
    foundations = (clubs, clubs, Foundation("D", "A2", Build.BY_SUIT, **declared))
    rules = Rules(
        foundations, 1, layout=(row(13),) * 4, columns=columns, won_when=("F3" if declared else "F2",)
    )
    return rules, {"F3": "AD", "T1": "AC", "T2": "2C", "T3": "2D"}, "T1-F2 T2-F2" + " T3-F3" * len(declared)


def _two_directions():
    """7C must go on 8C first: on 6C it would leave 6C on the other 7C for good."""
    up, down = (Foundation("C", ranks, Build.BY_SUIT) for ranks in (RANKS, RANKS[::-1]))
    columns = Columns(4, Build.ALTERNATING, Lift.ONE, empty_takes="")
    rules = Rules((up, down, *BY_SUIT[2:]), layout=(row(4),) * 26, columns=columns)
    piles = FULL | {"F1": suit_cards("C", RANKS[:6]), "F2": suit_cards("C", RANKS[:6:-1])}
    piles |= {
        "T1": "7C 6C",
        "T2": "7C",
        "T3": suit_cards("C", RANKS[:6:-1]),
        "T4": suit_cards("C", RANKS[:5]),
    }
    return rules, piles, "T2-F2 T1-F2 T1-F1" + 6 * " T3-F1" + 5 * " T4-F2"


def _waste_under_more_cards_than_plays():
    """Three cards win, so cards below them may stay in the waste."""
    spades = Foundation("S", "A23", Build.BY_SUIT)
    cell = Reserve(1, takes=Takes.ONE)
    rules = Rules(
        (spades,), 1, layout=(Round(("R1",)),), reserve=cell, stock=Stock(("draw",)), won_when=("F1",)
    )
    return rules, {"R1": "2D", "W": "KD QD JD 3S 2S AS"}, "W-F1 W-F1 W-F1"


def _waste_that_fills_the_reserve():
    """9D has no place but the vacancy that AC leaves."""
    clubs = Foundation("C", "A2", Build.BY_SUIT)
    columns = Columns(1, Build.BY_SUIT, Lift.ONE, empty_takes="")
    stock, reserve = Stock(("draw",)), Reserve(1, refill=("W", "S"))
    layout = (row(1), Round(("R1",)))
    rules = Rules((clubs,), 1, layout=layout, columns=columns, reserve=reserve, stock=stock, won_when=("F1",))
    return rules, {"T1": "KS", "R1": "AC", "W": "2C 9D"}, "R1-F1 W-F1"


def _a_cell_that_fills_columns():
    """AC leaves its column to AH, and the cell to 4D."""
    clubs = Foundation("C", "A3", Build.ANY_SUIT)
    columns = Columns(2, Build.BY_SUIT, Lift.ONE, empty_takes="", refill=("R1",))
    cell = Reserve(1, takes=Takes.ONE)
    rules = Rules((clubs,), 1, layout=(row(2),) * 26, columns=columns, reserve=cell, won_when=("F1",))
    return rules, {"T1": "AC", "T2": "3C 4D", "R1": "AH"}, "T1-F1 T2-R1 T2-F1"


def _stock_that_fills_by_way_of_the_reserve():
    """6S comes from the stock to R1 and from there to T1, where it takes 5H."""
    foundations = (Foundation("C", "A2", Build.BY_SUIT), Foundation("H", "34", Build.BY_SUIT))
    columns = Columns(2, Build.ALTERNATING, Lift.ONE, empty_takes="", refill=("R1",))
    stock, reserve = Stock(("draw",)), Reserve(1, refill=("S",))
    layout = (row(2), Round(("R1",)))
    rules = Rules(
        foundations, 1, layout=layout, columns=columns, reserve=reserve, stock=stock, won_when=("F1",)
    )
    return rules, {"T1": "AC", "T2": "2C 5H", "R1": "3H", "S": "6S"}, "T1-F1 T1-F2 T2-T1 T2-F1"


def _stock_that_fills_by_way_of_the_waste():
    """6S comes from the stock to the waste and from there to T1, where it takes 5H."""
    clubs = Foundation("C", "A2", Build.BY_SUIT)
    columns = Columns(2, Build.ALTERNATING, Lift.ONE, empty_takes="", refill=("W",))
    rules = Rules((clubs,), 1, layout=(row(2),), columns=columns, stock=Stock(("draw",)), won_when=("F1",))
    return rules, {"T1": "AC", "T2": "2C 5H", "S": "6S"}, "draw T1-F1 T2-T1 T2-F1"


def _cells_that_fill_in_turn():
    """6S comes to the column, where it takes 5H, only if KS leaves the first cell to it."""
    clubs = Foundation("C", "A2", Build.BY_SUIT)
    columns = Columns(2, Build.ALTERNATING, Lift.ONE, empty_takes="", refill=("R1", "R2", "R3"))
    cells = Reserve(3, takes=Takes.ONE)
    rules = Rules((clubs,), 1, layout=(row(2),) * 26, columns=columns, reserve=cells, won_when=("F1",))
    piles = {"T1": "AC", "T2": "2C 8D 8H 5H", "R1": "KS", "R2": "6S"}
    return rules, piles, "R1-R3 T1-F1 T2-T1 T2-R1 T2-R2 T2-F1"


def _sequences_that_deals_complete():
    """Columns are built up, so no column takes a Two or an Ace, but deals put them into their places."""
    sequence = Foundation("CDHS", RANKS[::-1], Build.ALTERNATING, whole=True)
    columns = Columns(4, Build.ALTERNATING, Lift.ANY, direction=Direction.UP, empty_takes="K")
    rules = Rules((sequence,) * 4, 1, layout=(row(4),) * 11, columns=columns, stock=Stock(("deal",)))
    piles = {
        "T1": "KC QD JC TH 9S 8H 7C 6H 5S 4D 3C",
        "T2": "KS QH JS TD 9C 8D 7S 6D 5C 4H 3S",
        "T3": "KH QS JH TS 9H 8C 7H 6S 5D 4S 3D",
        "T4": "KD QC JD TC 9D 8S 7D 6C 5H 4C 3H",
        "S": "AD AH AC AS 2S 2C 2D 2H",
    }
    return rules, piles, "deal deal T1-F1x13 T2-F2x13 T3-F3x13 T4-F4x13"


def _a_run_that_must_not_join():
    """2C could join 3S at once, and every time that it moves back, but 3S needs 2S."""
    spades = Foundation("S", "32A", Build.BY_SUIT, whole=True)
    columns = Columns(4, Build.ANY_SUIT, Build.BY_COLOR, empty_takes="")
    rules = Rules((spades,), 1, layout=(row(4),) * 13, columns=columns, won_when=("F1",))
    return rules, {"T1": "3S", "T2": "3H 2C", "T3": "KD 2S AS", "T4": "KH"}, "T3-T1x2 T1-F1x3"


def _below_the_top_of_a_foundation():
    """F1 and F3 are equally high, and no rule distinguishes their tops. F4 needs the Jack that F3 has."""
    four = Foundation("CDHS", "KQJT", Build.ANY_SUIT)
    all_ranks = Foundation("DH", RANKS, Build.ALTERNATING)
    columns = Columns(2, Build.OTHER_SUIT, Lift.ONE, empty_takes=RANKS)
    rules = Rules(
        (four, all_ranks, four, all_ranks),
        layout=(row(2),) * 3,
        columns=columns,
        stock=Stock(("draw",)),
        won_when=("F2", "F4"),
        foundations_final=False,
    )
    piles = {
        "T1": "JS",
        "T2": "QC",
        "F1": "KC QH JC TH",
        "F2": "AD 2S 3D 4S 5D 6C 7D 8S 9D TC JH QS KD",
        "F3": "KS QD JD TD",
        "F4": "AH 2C 3H 4C 5H 6S 7H 8C 9H TS",
        "W": "KH",
    }
    return rules, piles, "F3-T1 F3-F4 T2-F4 W-F4"


def _sequences_unlike_the_columns(**declared):
    """Sequences alternate in colour, and columns are built by suit."""
    whole = Foundation("CDHS", RANKS[::-1], Build.ALTERNATING, whole=True)
    columns = replace(Columns(13, Build.BY_SUIT, Lift.ANY, empty_takes=""), **declared)
    rules = Rules((whole,) * 8, layout=(row(13),) * 8, columns=columns)
    pairs = ("DC", "CD", "DC", "CD", "HS", "SH", "HS", "SH")
    first, *others, last = [
        " ".join(rank + pair[number % 2] for number, rank in enumerate(RANKS[::-1])) for pair in pairs
    ]
    piles = {f"F{number}": cards for number, cards in enumerate(others, start=2)}
    return rules, piles | {"T1": f"{first} {last}"}, "T1-F1x13 T1-F8x13"


def _a_sequence_that_the_waste_completes():
    wholes = tuple(Foundation(suit, RANKS[::-1], Build.BY_SUIT, whole=True) for suit in SUITS)
    columns = Columns(13, Build.BY_SUIT, Build.BY_SUIT, empty_takes="")
    rules = Rules(wholes, layout=(row(13),) * 6, columns=columns, stock=Stock(("draw",)))
    piles = {f"F{number}": suit_cards(suit, RANKS[::-1]) for number, suit in enumerate(SUITS[1:], start=2)}
    return rules, piles | {"T1": suit_cards("C", RANKS[:0:-1]), "W": "AC"}, "W-T1 T1-F1x13"


def _a_sequence_that_leaves_out_ranks():
    clubs = Foundation("C", "T2", Build.BY_SUIT, whole=True)
    columns = Columns(13, Build.BY_SUIT, Lift.ANY, empty_takes="")
    rules = Rules((clubs,), 1, layout=(row(13),) * 4, columns=columns, won_when=("F1",))
    return rules, {"T1": "KS TC 2C"}, "T1-F1x2"


def _a_king_that_leads_two_kinds_of_sequences():
    clubs = Foundation("C", "KQ", Build.BY_SUIT, whole=True)
    colours = Foundation("CDHS", "KQJ", Build.ALTERNATING, whole=True)
    columns = Columns(13, Build.BY_SUIT, Lift.ANY, empty_takes="")
    rules = Rules((clubs, colours), 1, layout=(row(13),) * 4, columns=columns, won_when=("F1",))
    return rules, {"T1": "KC", "T2": "QC"}, "T2-T1 T1-F1x2"


def _a_card_that_leads_another_one_off():
    """TS goes on JC and takes KS, which a deal puts on it, to JS. KS would stay on JC for good."""
    columns = Columns(3, Build.ANY_SUIT, Lift.ANY, empty_takes="")
    foundations = tuple(Foundation(suit, RANKS, Build.BY_SUIT) for suit in "CSHDCSHD")
    rules = Rules(foundations, layout=(row(3),) * 3, columns=columns, stock=Stock(("deal",)))
    heights = zip("CSHDCSHD", (11, 9, 12, 12, 8, 11, 13, 13), strict=True)
    piles = {
        f"F{number}": suit_cards(suit, RANKS[:top]) for number, (suit, top) in enumerate(heights, start=1)
    }
    piles |= {"T1": "KH KC KD KC KS QS QC QC QS JC", "T2": "9C", "T3": "TS", "S": "TC JS KS"}
    line = "T2-F5 T3-T1 deal T3-F5 T1-T2x2 T1-T2x2 T1-F1 T2-T1x5 T1-F5 T1-F6 T1-F6 T1-F2 T1-F2 T1-F5 T1-F2"
    return rules, piles, line + " T1-F2 T1-F1 T1-F4 T1-F5 T1-F3"


def _a_foundation_that_waits():
    """QC comes next on F2, but waits for KC, which it covers. So KD has to stay until QC lies on it."""
    cards = (("C", "K"), ("C", "Q"), ("D", "K"), ("S", "Q"), ("D", "J"), ("H", "J"))
    foundations = tuple(Foundation(suit, ranks, Build.BY_SUIT) for suit, ranks in cards)
    columns = Columns(2, Build.ALTERNATING, Lift.ONE, empty_takes="")
    stock = Stock(("draw",), takes_after=("F2:F1",))
    rules = Rules(foundations, 1, layout=(row(2),), columns=columns, stock=stock, won_when=("F1", "F2", "F3"))
    piles = {"F4": "QS", "F5": "JD", "F6": "JH", "T1": "KD", "T2": "KC QC"}
    return rules, piles, "T2-T1 T2-F1 T1-F2 T1-F3"


def _a_place_that_is_kept_for_a_card(refill, **piles):
    """TS needs JH below it. T2 takes Nines alone, but JH fills it once 9C has been there and leaves."""
    cells = Reserve(2, takes=Takes.ONE) if refill == "R1" else None
    stock = None if cells else Stock(("draw", "redeal"), redeals=1)
    columns = Columns(2, Build.ALTERNATING, Lift.ONE, empty_takes="9", refill=(refill,))
    layout = (row(2),) * (26 if cells else 1)
    rules = Rules(BY_SUIT[::2], 1, layout=layout, columns=columns, reserve=cells, stock=stock)
    tops = (8, 11, 9, 8)
    piles |= {
        f"F{n}": suit_cards(suit, RANKS[:top]) for n, suit, top in zip("1234", "CDHS", tops, strict=True)
    }
    piles["T1"] = "KH QH KS QS JS KC QC JC TC TH QD 9S TS 9C"
    turns = "redeal draw" if refill == "S" else ""
    line = f"T1-T2 {turns} T2-F1 T1-T2 T1-F4 T2-F4 T1-F2 {'R2' if cells else 'W'}-F2 T1-F3 T2-F3"
    return rules, piles, line + 4 * " T1-F1" + 3 * " T1-F4" + 2 * " T1-F3"


def _two_places_that_are_kept_for_cards():
    """KD and QD fill T2 and T3 only if two cards keep them until 9H, which no pile takes, is drawn.

    JS and 8C do, which the last redeal puts there. 8S and 9S cannot: JS has to go before 9H covers it.
    """
    columns = Columns(3, Build.ALTERNATING, Lift.ONE, empty_takes="", refill=("S",))
    rules = Rules(
        BY_SUIT[::2], 1, layout=(row(3),), columns=columns, stock=Stock(("draw", "redeal"), redeals=1)
    )
    tops = (7, 11, 7, 6)
    piles = {
        f"F{n}": suit_cards(suit, RANKS[:top]) for n, suit, top in zip("1234", "CDHS", tops, strict=True)
    }
    piles |= {"T1": "KC KH QH JH TH 8H KS QS TC 9C JC QC", "T2": "8S", "T3": "9S"}
    piles |= {"W": "JS 8C", "S": "7S TS QD KD 9H"}
    line = (
        "draw draw draw draw draw W-F4 T2-F4 T3-F4 W-F4 redeal draw T2-F4 T3-F1 T1-T2 T1-T3 T1-F1 T1-F1 T3-F1"
    )
    return rules, piles, line + " T2-F1 T1-F4 T1-F4 T1-F3 W-F3 T3-F2 T2-F2" + 4 * " T1-F3" + " T1-F1"


def _a_cell_that_takes_a_bare_card():
    """KD goes to the cell only once KH carries QS. Else JD, which QS needs, stays under it."""
    columns = Columns(2, Build.ALTERNATING, Build.ALTERNATING, empty_takes=RANKS)
    cell = Reserve(1, takes=Takes.ONE)
    rules = Rules(BY_SUIT[::2], 1, layout=(row(2),) * 26, columns=columns, reserve=cell)
    tops = (13, 10, 11, 10)
    piles = {
        f"F{n}": suit_cards(suit, RANKS[:top]) for n, suit, top in zip("1234", "CDHS", tops, strict=True)
    }
    piles |= {"T1": "QH QD JS JD KD QS", "T2": "KS KH"}
    return rules, piles, "T1-T2 T1-R1 T1-F2 T1-F4 T2-F4 T1-F2 R1-F2 T1-F3 T2-F3 T2-F4"


def _a_column_that_must_be_empty():
    """Columns are alike but for the win."""
    columns = Columns(2, Build.BY_SUIT, Lift.ONE, empty_takes=RANKS)
    rules = Rules(BY_SUIT[::2], 1, layout=(row(2),) * 26, columns=columns, won_when=("T1",))
    return rules, {"T1": "KS"}, "T1-T2"


@pytest.mark.parametrize(
    ("rules", "piles", "line"),
    [
        pytest.param(*_given_back(), id="foundations by colour give cards back"),
        pytest.param(*_deal_opened_from_the_reserve(), id="the reserve opens a deal"),
        pytest.param(*_deal_opened_by_foundations(), id="foundations open a deal"),
        pytest.param(*_waste_that_becomes_stock(1), id="a redeal makes waste refill columns"),
        pytest.param(*_waste_that_becomes_stock(2), id="the same with two cards to a column"),
        pytest.param(*_a_card_may_be_left_over(), id="a card may be left over"),
        pytest.param(*_one_of_two_alike(), id="one of two foundations alike wins"),
        pytest.param(*_one_of_two_alike(last_after="F2"), id="one of two foundations alike guards another"),
        pytest.param(*_two_directions(), id="foundations in two directions"),
        pytest.param(*_waste_under_more_cards_than_plays(), id="waste under more cards than plays"),
        pytest.param(*_waste_that_fills_the_reserve(), id="waste that fills the reserve"),
        pytest.param(*_a_cell_that_fills_columns(), id="a cell that fills columns"),
        pytest.param(*_stock_that_fills_by_way_of_the_reserve(), id="stock that fills by way of the reserve"),
        pytest.param(*_stock_that_fills_by_way_of_the_waste(), id="stock that fills by way of the waste"),
        pytest.param(*_cells_that_fill_in_turn(), id="cells that fill in turn"),
        pytest.param(*_sequences_that_deals_complete(), id="sequences that deals complete"),
        pytest.param(*_a_run_that_must_not_join(), id="a run that must not join"),
        pytest.param(*_below_the_top_of_a_foundation(), id="below the top of a foundation"),
        pytest.param(*_sequences_unlike_the_columns(), id="sequences unlike the columns"),
        pytest.param(
            *_sequences_unlike_the_columns(lift=Build.ALTERNATING, supermove=True),
            id="sequences unlike supermoves",
        ),
        pytest.param(*_a_sequence_that_the_waste_completes(), id="a sequence that the waste completes"),
        pytest.param(*_a_card_that_leads_another_one_off(), id="a card that leads another one off"),
        pytest.param(*_a_foundation_that_waits(), id="a foundation that waits"),
        pytest.param(*_a_place_that_is_kept_for_a_card("W", W="KD JH"), id="a place kept for a waste card"),
        pytest.param(*_a_place_that_is_kept_for_a_card("S", W="KD JH"), id="a place kept for a stock card"),
        pytest.param(
            *_a_place_that_is_kept_for_a_card("R1", R1="JH", R2="KD"), id="a place kept for a cell's card"
        ),
        pytest.param(*_two_places_that_are_kept_for_cards(), id="two places kept for cards"),
        pytest.param(*_a_cell_that_takes_a_bare_card(), id="a cell that takes a bare card"),
        pytest.param(*_a_column_that_must_be_empty(), id="a column that must be empty"),
        pytest.param(*_a_sequence_that_leaves_out_ranks(), id="a sequence that leaves out ranks"),
        pytest.param(
            *_a_king_that_leads_two_kinds_of_sequences(), id="a King that leads two kinds of sequences"
        ),
    ],
)
def test_a_position_with_a_winning_line_is_not_dead(rules, piles, line):
    start = position(rules, piles)
    played = start.copy()
    for token in line.split():
        assert check(played, token) is None, token
        play(played, played.tables.read(token))
    assert played.won
    assert prove(start).prospect is not Prospect.DEAD
    if is_available():
        assert not is_called_dead(start, 3000)


@pytest.mark.skipif(not is_available(), reason="the search is not compiled")
def test_a_search_ends_where_ranks_run_either_way():
    """King and Queen follow each other for ever, and no sequence of thirteen comes of it."""
    rules, piles, _ = _sequences_unlike_the_columns(direction=Direction.EITHER, wrap=True)
    assert search(position(rules, {**piles, "T1": "KD QD JD"}), 100).finding.prospect is Prospect.DEAD


def like_klondike(draw):
    """Return the tables of Klondike with three columns."""
    columns = Columns(3, Build.ALTERNATING, Lift.ANY, empty_takes="K")
    stock = Stock(("draw", "redeal"), draw=draw, redeals=None)
    foundations = BY_SUIT[::2]
    rules = Rules(foundations, 1, layout=(row(3),), columns=columns, stock=stock, foundations_final=False)
    return compile_tables(Variant("any", "Any", "Any", rules), ())


@pytest.mark.skipif(not is_available(), reason="the search is not compiled")
@pytest.mark.parametrize(
    ("make", "number"),
    [
        *(
            pytest.param(
                lambda number: random_rules(number, PAIRS[number]), number, id=" + ".join(PAIRS[number])
            )
            for number in some(range(0, len(PAIRS), 6))
        ),
        *(pytest.param(like_klondike, draw, id=f"like Klondike, draw {draw}") for draw in (1, 3)),
    ],
)
def test_random_positions_of_random_rules(make, number):
    """No finding contradicts brute force, and each position that the search cuts is proved dead."""
    from patience.search.engine import Search, Unfit  # noqa: PLC0415 - it may be missing

    tables = make(number)
    for start in stripped_positions(tables, 8, random.Random(number)):
        proved, found = prove(start), OPEN
        try:
            found = search(start, 200).finding
            searching = Search(start.tables, start.piles, start.redeals, schedule_for(start.tables), 1)
            declined = tables.concepts - SEARCHED
            assert proved.prospect is Prospect.DEAD or declined or not searching.starts_hopeless
        except Unfit:
            # The search does not take every game without columns.
            pass
        truth = can_be_won(start.copy(), 100)
        if truth is not None:
            assert not contradicts(proved, truth)
            assert not contradicts(found, truth)
            assert not (truth and is_called_dead(start, 200))
