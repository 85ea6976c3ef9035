"""Deals laid out by hand from the rules page, and decks that are no decks."""

from collections import Counter

import pytest

from patience.cards import CARDS, CODES, RANKS, SUITS
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import DeckError, check_deck, deal_deck, deal_seed
from patience.play.position import Position

PACK = [rank + suit for suit in SUITS for rank in RANKS]
TWO_PACKS = Counter(2 * list(CARDS))
IN_ORDER = PACK + PACK
"""AC 2C … KS, then again: card n of the dealing order is easy to work out by hand."""


def cards(position: Position, pile: str) -> list[str]:
    return [CODES[card] for card in position.cards(position.tables.pile[pile])]


def opening(variant: str, **rules: str | int) -> Position:
    return deal_deck(tables_for(variant, rules), IN_ORDER).position()


def face_down(position: Position) -> list[int]:
    return [position.face_down(column) for column in position.tables.columns]


def test_rouge_et_noir_is_dealt_right_to_left():
    """RULES §2: T8…T1 get AC…8C, T7…T1 get 9C…2D, …; the 36th card is the last face down."""
    position = opening("rouge-et-noir")
    assert cards(position, "T8") == ["AC", "QH"]
    assert cards(position, "T7") == ["2C", "9C", "KH"]
    assert cards(position, "T1") == ["8C", "2D", "8D", "KD", "4H", "7H", "9H", "TH", "6S"]
    assert cards(position, "T9") == ["JH"]
    assert cards(position, "T10") == []
    assert face_down(position) == [8, 7, 6, 5, 4, 3, 2, 1, 0, 0]
    assert cards(position, "S") == IN_ORDER[45:][::-1]


def test_classic_layout():
    """RULES §3: 28 cards face down, then T9…T1 get cards 29 to 37."""
    position = opening("rouge-et-noir-classic")
    assert face_down(position) == [7, 6, 5, 4, 3, 2, 1, 0, 0, 0]
    assert cards(position, "T9") == [IN_ORDER[28]]
    assert cards(position, "T8") == [IN_ORDER[29]]
    assert cards(position, "T7") == ["AC", IN_ORDER[30]]
    assert cards(position, "T1")[0] == "7C"
    assert len(cards(position, "S")) == 67


def test_hoffmann_takes_the_first_aces_out():
    """RULES §4: the Aces leave; 2C…9C, next cards of the first pack, open the heaps."""
    position = opening("rouge-et-noir-hoffmann")
    assert [cards(position, f"F{number}") for number in range(1, 9)] == [
        ["AC"], ["AC"], ["AD"], ["AD"], ["AH"], ["AH"], ["AS"], ["AS"],
    ]  # fmt: skip
    assert [cards(position, f"T{number}") for number in range(1, 9)] == [[f"{rank}C"] for rank in "23456789"]
    assert cards(position, "S")[-5:] == ["2D", "KC", "QC", "JC", "TC"]
    assert len(cards(position, "S")) == 88


def test_royal_rendezvous():
    """RULES §5: eight Aces and a Two of each suit leave; R1 gets 3C, the first pack's next card."""
    position = opening("royal-rendezvous")
    assert [cards(position, f"F{number}") for number in range(1, 13)] == [
        ["AC"], ["AD"], ["AH"], ["AS"], ["AC"], ["AD"], ["AH"], ["AS"], ["2C"], ["2D"], ["2H"], ["2S"],
    ]  # fmt: skip
    assert cards(position, "R1") == ["3C"]
    assert cards(position, "R11") == ["KC"]
    assert cards(position, "R12") == ["3D"]
    assert cards(position, "R16") == ["7D"]
    assert cards(position, "W") == []
    assert len(cards(position, "S")) == 76


def test_royal_rendezvous_with_eight_twos():
    position = opening("royal-rendezvous", twos="eight")
    found = [cards(position, f"F{number}") for number in (1, 4, 5, 9)]
    assert found == [
        ["AC", "2C"],
        ["AS", "2S"],
        ["AC"],
        ["2C"],
    ]
    assert len(cards(position, "S")) == 72


def test_double_russian():
    """RULES §6: 45 cards face down left to right, T2…T10 first; then five rounds; T1 has no sixth."""
    position = opening("double-russian")
    assert face_down(position) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert cards(position, "T1") == [IN_ORDER[45 + 10 * round_] for round_ in range(5)]
    assert cards(position, "T2") == ["AC", *(IN_ORDER[46 + 10 * round_] for round_ in range(5)), IN_ORDER[95]]
    assert cards(position, "T3")[:2] == ["2C", "TC"]
    assert cards(position, "T10")[-1] == "KS"


def test_pysolfc_rouge_et_noir_starts_without_aces_on_its_foundations():
    position = opening("pysolfc-rouge-et-noir")
    assert [cards(position, f"F{number}") for number in range(1, 9)] == [[]] * 8
    assert len(cards(position, "S")) == 67


def test_pysolfc_royal_rendezvous():
    """RULES §7: four empty King piles, then A, 2 and A piles in the order C S H D; one card drawn."""
    position = opening("pysolfc-royal-rendezvous")
    assert [cards(position, f"F{number}") for number in range(1, 17)] == [
        [], [], [], [],
        ["AC"], ["AS"], ["AH"], ["AD"],
        ["2C"], ["2S"], ["2H"], ["2D"],
        ["AC"], ["AS"], ["AH"], ["AD"],
    ]  # fmt: skip
    assert cards(position, "R1") == ["3C"]
    assert cards(position, "W") == ["8D"]
    assert len(cards(position, "S")) == 75


def test_pysolfc_double_russian():
    """RULES §7: T10 has as many face down as T9; every column six face up."""
    position = opening("pysolfc-double-russian")
    assert face_down(position) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 8]
    assert [len(cards(position, f"T{number}")) for number in (1, 2, 9, 10)] == [6, 7, 14, 14]


@pytest.mark.parametrize(
    "variant", ["royal-rendezvous", "rouge-et-noir-hoffmann", "pysolfc-royal-rendezvous", "double-russian"]
)
def test_a_deal_by_seed_is_the_deal_of_its_deck(variant):
    """RULES §8: the deck of a deal lists the base cards first; dealing it again gives the same position."""
    tables = tables_for(variant)
    deal = deal_seed(tables, "4711")
    again = deal_deck(tables, [CODES[card] for card in deal.deck])
    assert again.position().piles == deal.position().piles
    bases = [CODES[card] for pile in tables.foundations for card in deal.position().cards(pile)]
    assert [CODES[card] for card in deal.deck[: len(bases)]] == bases


def test_every_wrong_card_is_named():
    deck = ["ZZ", "AC", "AC", "AC", "10H", "KS", *IN_ORDER[6:]]
    with pytest.raises(DeckError) as caught:
        deal_deck(tables_for("double-russian"), deck)
    wrong = dict(caught.value.problems[:2])
    assert set(wrong) == {0, 4}
    assert "'ZZ' is not a card" in wrong[0]
    assert "'10H' is not a card" in wrong[4]
    assert caught.value.problems[2:] == [
        (None, "5 missing: 2C 3C 4C 5C 6C."),
        (None, "3 surplus: AC AC KS."),
    ]


def test_too_short_a_deck():
    with pytest.raises(DeckError, match="1 missing: KS"):
        deal_deck(tables_for("double-russian"), IN_ORDER[:-1])


@pytest.mark.parametrize("wrong", [None, 7, ["AC"], {"AC": 1}, True, 1.5])
def test_what_is_no_text_is_no_card(wrong):
    with pytest.raises(DeckError) as caught:
        check_deck([*IN_ORDER[:-1], wrong], TWO_PACKS)
    (index, text), (nowhere, missing) = caught.value.problems
    assert (index, nowhere) == (103, None)
    assert "is not a card" in text
    assert missing == "1 missing: KS."


def test_all_that_is_wrong_is_told_at_once():
    with pytest.raises(DeckError, match=r"^'XX' is not a card\. .* 1 missing: KS\.$"):
        check_deck([*IN_ORDER[:-1], "XX"], TWO_PACKS)


def test_a_long_code_is_cut_short():
    with pytest.raises(DeckError) as caught:
        check_deck([*IN_ORDER[:-1], "x" * 100], TWO_PACKS)
    assert caught.value.problems[0][1].startswith("'" + "x" * 59 + " is not a card")


def test_deals_are_equal_by_their_decks():
    tables = tables_for("double-russian")
    assert deal_seed(tables, "4711") == deal_seed(tables, "4711")
    assert deal_seed(tables, "4711") != deal_seed(tables, "4712")
    assert "opening" not in repr(deal_seed(tables, "4711"))
    assert deal_seed(tables, "ms4711").seed == "4711"
    assert deal_deck(tables, IN_ORDER).seed is None


def test_a_card_too_many():
    with pytest.raises(DeckError) as caught:
        check_deck([*IN_ORDER, "TH"], TWO_PACKS)
    assert caught.value.problems == [(None, "1 surplus: TH.")]
