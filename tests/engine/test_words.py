"""The sentences that explain illegal moves: every language has them all, and each is true of its game."""

import json
import re
from importlib.resources import files

import pytest

from patience.play.checks import evidence_for
from patience.play.legality import why_not
from patience.rules import Rules
from patience.rules.variant import OptionValue
from patience.words import LANGUAGES, Sentence, language, piles_language, rules_language
from tests.conftest import each_family, once
from tests.engine.boards import random_refusals, refusals
from tests.engine.games import some_kinds

pytestmark = once

DECLARED = {
    "cell_occupied.exchange",
    "empty_column.spare",
    "face_down_card.onto",
    "king_locked.whole",
    "too_many_cards.no_space",
    "vacancy_reserved.exchange",
    "wrong_rank.pair_or_alone",
}
"""Sentences that only a declaration can need, no registered game."""

ADDED = {"other_order", "other_stock"}
"""Sentences that follow the one about the move."""

THINGS = {
    "foundation": (r"\bfoundations?\b|\bAblagen?\b", lambda rules: rules.foundations),
    "waste": (r"\bwaste\b|\bAbwurf", lambda rules: rules.has_waste),
    "stock": (r"\bstock\b|\bTalon", lambda rules: rules.has_stock),
    "reserve": (r"\breserve\b|\bReserve", lambda rules: rules.reserve),
    "cell": (r"\bcells?\b|\bZellen?\b", lambda rules: rules.cells),
    "column": (r"\bcolumns?\b|\bSpalten?\b", lambda rules: rules.columns),
    "pair": (r"\bpairs?\b|\bPaar|\bpaarweise\b", lambda rules: rules.pairs),
    "row": (r"\brow\b|\bReihe\b", lambda rules: rules.columns and rules.columns.row),
}
"""What sentences name: the words for it, and whether a game has it."""

DENIALS = {
    "unknown_action.no_stock": "stock",
    "unknown_action.no_pile": "stock",
    "no_foundation_accepts.none": "foundation",
}
"""Sentences that say what a game lacks."""


def texts(sentence: Sentence) -> list[str]:
    """Return a sentence in every language."""
    return [language(code).say(sentence) for code in LANGUAGES]


def lacking(sentence: Sentence, rules: Rules) -> list[str]:
    """Return the things that a sentence names in some language though the game lacks them."""
    denied = DENIALS.get(sentence.key)
    said = " ".join(texts(sentence))
    return [
        thing
        for thing, (words, has) in THINGS.items()
        if thing != denied and re.search(words, said) and not has(rules)
    ]


@pytest.mark.parametrize("name", [*map("{}.json".format, LANGUAGES), "rules_in_sentences.json"])
def test_no_word_is_written_twice(name):
    """JSON readers keep the last of two members with one name."""

    def unique(pairs):
        names = [name for name, _ in pairs]
        assert len(set(names)) == len(names), [name for name in names if names.count(name) > 1]
        return dict(pairs)

    text = files("patience.words").joinpath(name).read_text("utf-8")
    assert json.loads(text, object_pairs_hook=unique)


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_a_language_has_every_sentence_and_word(code):
    english, other = language(LANGUAGES[0]), language(code)
    assert other.sentences.keys() == english.sentences.keys()
    assert other.joins.keys() == english.joins.keys()
    assert other.words.keys() >= english.words.keys()
    assert rules_language(code).sentences.keys() == rules_language(LANGUAGES[0]).sentences.keys()
    piles, english = piles_language(code), piles_language(LANGUAGES[0])
    assert piles.sentences.keys() == english.sentences.keys()
    assert piles.words.keys() >= english.words.keys()


def test_every_sentence_has_a_move_that_it_explains():
    """``refusals.txt`` tries each, in words written by hand."""
    found = set()
    for refusal in refusals():
        position = refusal.position()
        sentence = evidence_for(position, position.tables.read(refusal.token), refusal.reason)
        assert lacking(sentence, position.tables.rules) == [], refusal
        found.add(sentence.key)
    assert found == language("en").sentences.keys() - DECLARED - ADDED


@each_family
def test_no_sentence_names_what_its_game_lacks(variants):
    for variant, rules in some_kinds(variants):
        assert_names_only_what_there_is(variant, rules)


def assert_names_only_what_there_is(variant: str, rules: dict[str, OptionValue]) -> None:
    """Assert of the refusals of a random game that their sentences speak of what the game has."""
    for position, move in random_refusals(variant, rules, seed=2):
        sentence = evidence_for(position, move, why_not(position, move))
        assert lacking(sentence, position.tables.rules) == [], texts(sentence)
        for text in texts(sentence):
            assert re.fullmatch(r"[^{}]+\.", text)
            assert not re.search(r"\bNone\b|  ", text)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "K♥ cannot go on the empty T3: an empty column takes only a Queen."),
        (
            "de",
            "K♥ passt nicht auf den leeren Stapel T3: In eine leere Spalte darf nur eine Dame.",
        ),
    ],
)
def test_evidence_makes_a_sentence(code, said):
    evidence = {"card": "KH", "rest": 0, "under": None, "target": "T3", "ranks": "Q"}
    assert language(code).say(Sentence("misfit.column", evidence)) == said


@pytest.mark.parametrize(
    ("code", "cards", "said"),
    [
        ("en", ["TC", "TD", "TH", "TS"], "any 10"),
        ("en", ["9C", "9S", "KH"], "a black 9 or K♥"),
        ("de", ["JD", "JH", "AC"], "A♣ oder ein roter Bube"),
        ("de", ["KC", "KD", "KH", "KS"], "ein beliebiger König"),
    ],
)
def test_cards_are_named_by_rank(code, cards, said):
    assert language(code).text("cards", cards) == said
