"""Proofs hold for rules that no registered game has: positions whose winning line is given."""

import pytest

from service.engine.cards import CARDS, RANKS
from service.engine.compiled import compile_tables
from service.engine.legality import check, play
from service.engine.position import Position
from service.engine.rules import Build, Columns, Foundation, Hold, Lift, Reserve, Round, Rules, Stock
from service.engine.variant import Variant
from service.prospects.findings import Prospect
from service.prospects.proofs import prove

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


@pytest.mark.parametrize(
    ("rules", "piles", "line"),
    [
        pytest.param(*_given_back(), id="foundations by colour give cards back"),
        pytest.param(*_deal_opened_from_the_reserve(), id="the reserve opens a deal"),
        pytest.param(*_deal_opened_by_foundations(), id="foundations open a deal"),
        pytest.param(*_waste_that_becomes_stock(1), id="a redeal makes waste refill columns"),
        pytest.param(*_waste_that_becomes_stock(2), id="the same with two cards to a column"),
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
