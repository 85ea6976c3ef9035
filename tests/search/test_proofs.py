"""What is proved of boards laid by hand, each with the reason beside it."""

from pathlib import Path

import pytest

from conformance import reference
from conformance.declared import opening
from patience.cards import CARDS, CODES
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.legality import check, outcome, play
from patience.search.findings import Proof, Prospect, describe_stuck
from patience.search.proofs import prove
from tests.engine.boards import lay
from tests.search.brute_force import can_be_won
from tests.search.declared_positions import read_position

RED = "F3: AD..KD; F4: AD..KD; F5: AH..KH; F6: AH..KH; F7: AS..KS; F8: AS..KS"
QUEEN = RED.replace("F8: AS..KS", "F8: AS..QS")
CLUBS = "KC QC JC TC 9C 8C 7C"

DEAD = {
    # 6C could go only onto 7C, which lies under 5C; and 5C must leave before 6C goes home.
    "under each other": ("double-russian", {}, f"F1: AC..KC; F2: AC..4C; {RED}; T1: {CLUBS} 5C 6C", "5C"),
    # As before, but the card beneath is face down.
    "face down": (
        "double-russian",
        {},
        f"F1: AC..KC; F2: AC..4C; {QUEEN}; T1: ({CLUBS} 5C) 6C; T2: KS",
        "5C",
    ),
    # Three sequences have taken red Kings, so that two black ones of four find no place.
    "too many red Kings": (
        "rouge-et-noir",
        {},
        "F1: AD..QD; F2: AH..QH; F3: AC..QC; F4: AS..QS; F5: RUN; F6: RUN; F7: RUN; "
        "T1: KD; T2: KC; T3: KC; T4: KS; T5: KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS",
        "KC KC KD KS KS",
    ),
    # Two plays would open 2C, but only 3C can be played while it is buried.
    "buried in the waste": (
        "royal-rendezvous",
        {},
        "F1: AC; F5: AC; F9: 2C; R1: 3C; R2: 5H; R3: 9C; W: 2C KC KC",
        "2C",
    ),
    # Ten columns want a card each before the stock is dealt, and there are two.
    "too few for a deal": (
        "spider",
        {},
        "T1: KS QS; S: JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS",
        "AS",
    ),
    # Nothing but 5C takes 4C in a column, and 3C lies under both; no column is ever empty.
    "no redeal left": (
        "rouge-et-noir-hoffmann",
        {"redeals": 0},
        "F1: AC..2C; F2: AC..KC; F3: AD..KD; F4: AD..KD; F5: AH..KH; F6: AH..KH; F7: AS..KS; F8: AS..QS; "
        "T1: KS; W: 3C 4C KC QC JC TC 9C 8C 7C 6C 5C",
        "3C",
    ),
}


@pytest.mark.parametrize(("variant", "rules", "piles", "stuck"), DEAD.values(), ids=DEAD)
def test_dead(variant, rules, piles, stuck):
    position = lay(variant, piles, rules)
    finding = prove(position)
    assert (finding.prospect, finding.proof) == (Prospect.DEAD, Proof.STATIC)
    assert [CODES[card] for card in finding.stuck] == stuck.split()
    assert outcome(position) == "in_progress"
    assert can_be_won(position, 3000) is False


ODD = "A{0} 3{0} 5{0} 7{0} 9{0} J{0} K{0}".format
EVEN = "2{0} 4{0} 6{0} 8{0} T{0} Q{0}".format

ROYAL = (
    f"F1: AC; F2: AD..JD; F3: AH..KH; F4: AS..KS; F5: {ODD('C')[:-3]}; F6: {ODD('D')}; F7: {ODD('H')}; "
    f"F8: {ODD('S')}; F9: {EVEN('C')}; F10: {EVEN('D')}; F11: {EVEN('H')}; F12: {EVEN('S')}; "
    "R3: 3C; R4: 4C; R5: 5C; R6: 6C; R7: 7C; R8: 8C; R9: 9C; R10: TC; R11: JC; R12: QC"
)

OPEN = {
    # The 5C of each column goes onto the 6C of the other.
    "two twice": (
        "double-russian",
        f"F1: AC..4C; F2: AC..4C; {RED}; T1: {CLUBS} 5C 6C; T2: {CLUBS} 5C 6C",
    ),
    # The 5C in a column of its own goes home at once.
    "two apart": ("double-russian", f"F1: AC..KC; F2: AC..4C; {RED}; T1: {CLUBS}; T2: 6C 5C"),
    # QD and KD are two plays, which open 2C.
    "opened in time": ("royal-rendezvous", f"{ROYAL}; R1: QD; R2: KD; W: 2C KC KC"),
    # One draw, and three plays: QD, KD and one KC.
    "opened by a draw": ("royal-rendezvous", f"{ROYAL}; R2: KD; W: 2C KC KC; S: QD"),
}


@pytest.mark.parametrize(("variant", "piles"), OPEN.values(), ids=OPEN)
def test_nothing_is_proved_of_what_can_be_won(variant, piles):
    position = lay(variant, piles)
    assert prove(position).prospect is Prospect.UNDECIDED
    assert can_be_won(position, 3000) is True


def test_ten_cards_are_enough_for_a_deal():
    position = lay(
        "spider",
        "F1: KC..AC; F2: KC..AC; F3: KD..AD; F4: KD..AD; F5: KH..AH; F6: KH..AH; F7: KS..AS; "
        "T1: KS; T2: QS; T3: JS; T4: TS; T5: 9S; T6: 8S; T7: 7S; T8: 6S; T9: 5S; T10: 4S; S: 3S 2S AS",
    )
    assert prove(position).prospect is Prospect.UNDECIDED
    together = "T3-T10 T2-T10 T1-T10 T2-T1 T3-T1 T4-T1 T5-T1 T6-T1 T7-T1 T8-T1 T9-T1 T10-T1x4"
    for token in f"deal {together} T1-F8x13".split():
        assert check(position, token) is None
        play(position, position.tables.read(token))
    assert position.won


def test_the_page_of_docs_shows_the_first_board():
    page = (Path(__file__).parents[2] / "docs/explanation/prospects.md").read_text("utf-8")
    laid = DEAD["under each other"][2].replace(f"{RED}; ", "")
    assert f"```text\n{laid}\n```" in page


def test_what_people_are_told():
    assert describe_stuck([CARDS["5C"]]) == "5♣ can never be freed"
    assert describe_stuck([CARDS["KC"], CARDS["QC"]]) == "Q♣ and K♣ can never all be freed"
    assert describe_stuck([CARDS["TH"]] * 2) == "10♥ and 10♥ can never all be freed"


def test_a_lost_game_is_dead():
    finding = prove(lay("double-russian", "T1: 2C; T2: 4C; T3: 2D"))
    assert (finding.prospect, finding.proof, finding.stuck) == (Prospect.DEAD, Proof.LOST, ())


@pytest.mark.parametrize(("redeals", "known"), [("unlimited", True), (99, True), (12, True), (11, False)])
def test_hoffmanns_game_is_won_by_turning_the_stock_often_enough(redeals, known):
    """Twelve ranks are to be finished in each deal; with as many redeals it is won, as RULES §4 shows."""
    rules = {"redeals": redeals}
    for seed in ("1", "2", "20261121"):
        finding = prove(deal_seed(tables_for("rouge-et-noir-hoffmann", rules), seed).position())
        assert (finding.proof is Proof.THEOREM) is known
        if known:
            game = opening({"variant": "rouge-et-noir-hoffmann", "rules": rules, "seed": seed})
            for token in finding.continuation:
                assert reference.why_not(game, token) is None
                reference.play(game, token)
            assert reference.outcome(game) == "won"


def test_the_theorem_needs_foundations_that_take_single_cards_from_the_waste():
    """Q♦ can go only to K♣, and then nothing takes K♦. Foundations of whole suits get none."""
    columns = {"number": 1, "build": "alternating", "lift": "alternating", "empty_takes": ""}
    stock = {"actions": ["draw", "redeal"], "redeals": None}
    foundations = [{"suits": suit, "takes_from": ["T"]} for suit in "CSHD"]
    rules = {"columns": columns, "stock": stock, "foundations": foundations}
    piles = {"F1": "QC", "F2": "KS", "F3": "KH", "F4": "JD", "T1": "KC", "S": "QD KD"}
    assert prove(read_position({"rules": rules, "piles": piles})).prospect is not Prospect.WINNABLE
    columns = {**columns, "build": "by_suit", "lift": "by_suit", "direction": "up"}
    rules |= {"columns": columns, "foundations": [{"suits": suit, "whole": True} for suit in "CSHD"]}
    piles = {"F1": "KC", "F2": "KS", "F3": "KH", "S": "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"}
    assert prove(read_position({"rules": rules, "piles": piles})).prospect is not Prospect.WINNABLE


def test_the_theorem_needs_columns_that_run_down():
    """Hand-laid: 2C lies beneath 9C for good if no column takes that."""
    piles = "F1: AC; F2: AC..KC; T1: 2C 9C; S: 3C"
    assert prove(lay("rouge-et-noir-hoffmann", piles)).proof is not Proof.THEOREM
