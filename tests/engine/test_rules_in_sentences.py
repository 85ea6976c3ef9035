"""The rules of games in sentences: in Python as on the page, in every language."""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.compilation.descriptions import describe_alike
from patience.games import VARIANTS
from patience.rules import DrawAs
from patience.rules.declaration import to_json
from patience.words import LANGUAGES
from patience.words.rules_in_sentences import rules_in_sentences
from tests.engine.synthetic import SYNTHETIC

PAGE = Path(__file__).parents[1] / "web" / "rules-of.mjs"
BASE = "The deal decides which rank|Das Geben bestimmt, womit"
"""How the sentence begins that names the base rank, which the page takes from the deal."""


def test_a_game_that_most_people_know():
    assert rules_in_sentences(VARIANTS["klondike"].rules) == [
        "Bring all cards to the foundations.",
        "4 foundations: up by suit, from an Ace to a King, card by card.",
        "Columns build down in alternating colours.",
        "Cards that run down in alternating colours move together.",
        "An empty column takes a King.",
        "The stock turns 1 card to the waste at a time.",
        "The waste becomes the stock again as often as you like.",
    ]
    assert "In eine leere Spalte darf nur ein König." in rules_in_sentences(VARIANTS["klondike"].rules, "de")


def test_many_piles_in_a_row_are_named_as_a_stretch():
    english, german = (
        rules_in_sentences(VARIANTS["new-british-constitution"].rules, code) for code in LANGUAGES
    )
    assert "Foundations take cards from columns 1 to 8 only." in english
    assert "Columns take cards from columns 9 to 16 only." in english
    assert "Die Spalten nehmen nur Karten von: Spalten 9 bis 16." in german


@pytest.mark.parametrize(
    ("packs", "others", "suits"),
    [
        (1, "T", "No two begin with the same suit: foundations 1 to 4."),
        (2, "T F1", "Of the same suits as foundation 1, in this order: foundations 2 to 8."),
    ],
)
def test_suits_of_foundations_that_begin_with_the_lowest_card(packs, others, suits):
    rules = VARIANTS["moojub"].rules
    first, *rest = rules.foundations[: 4 * packs]
    piles = (first, *(replace(pile, matches=others) for pile in rest))
    assert rules.stock is not None
    stock = replace(rules.stock, takes_after=rules.stock.takes_after[: 4 * packs - 1])
    sentences = rules_in_sentences(replace(rules, packs=packs, foundations=piles, stock=stock))
    begins = next(index for index, sentence in enumerate(sentences) if "the lowest of its suit" in sentence)
    assert sentences[begins + 1 : begins + 3] == [suits, "Cards do not come back from the foundations."]


def test_a_line_whose_cards_go_to_the_right_alone():
    rules = VARIANTS["accordion"].rules
    assert rules.columns is not None
    rightwards = replace(rules, columns=replace(rules.columns, merges=(-1, -3)))
    assert any(
        sentence.startswith("A card replaces one 1 or 3 places to its right.")
        for sentence in rules_in_sentences(rightwards)
    )


def test_draws_of_packets_of_which_the_last_one_counts():
    rules = VARIANTS["klondike"].rules
    assert rules.stock is not None
    stock = replace(rules.stock, draw=3, drawn_at_start=0, draw_as=(DrawAs.PACKET, DrawAs.LAST_ONLY))
    sentences = rules_in_sentences(replace(rules, stock=stock))
    assert sentences[-4:] == [
        "The stock turns 3 cards to the waste at a time.",
        "They keep their order: the top card of the stock comes to lie on top of the waste.",
        "Only cards of the last draw can be moved: a draw turns the waste face down first.",
        "The waste becomes the stock again as often as you like.",
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_game_has_whole_sentences(code):
    for variant in (*VARIANTS.values(), *SYNTHETIC.values()):
        for sentence in rules_in_sentences(variant.rules, code):
            assert re.fullmatch(r"[A-ZÄÖÜ0-9](?!.*(None|True|False|\.\.|[{}])).*\.", sentence), variant.id


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_says_the_same(code):
    variants = [*VARIANTS.values(), *SYNTHETIC.values()]
    declarations = json.dumps([to_json(variant.rules) for variant in variants])
    done = subprocess.run(
        ["node", PAGE, code], input=declarations, capture_output=True, text=True, check=True
    )
    for variant, page in zip(variants, json.loads(done.stdout), strict=True):
        sentences = rules_in_sentences(variant.rules, code)
        ours, theirs = ([line for line in lines if not re.match(BASE, line)] for lines in (sentences, page))
        assert ours == theirs, variant.id


def test_piles_that_take_and_give_the_same_are_described_once():
    described = [piles for piles, _, _ in describe_alike(tables_for("klondike"))]
    assert described == ["T1-T7", "F1", "F2", "F3", "F4", "W", "S"]
