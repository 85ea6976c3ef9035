"""The sentences of each language, and what fills them with evidence; the JavaScript reads the same files.

Python alone says what each pile takes and gives: the ``piles`` at the end of each file.

A template names its evidence in braces: ``{count}`` as it is, ``{top:card}`` in a form. A form is ``card``,
``cards`` or ``ranks``, a word of the language, or a join with the form of the items, as in
``{piles:or kind}``. ``{:form}`` is the value at hand in that form.

A sentence or word may have several templates, of which the evidence that ``by`` names chooses one, else the
value at hand: by its text, or by ``none``, ``one`` or ``other`` for nothing and for lists. ``other`` is the
template for everything that has none of its own.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple, TypedDict

from patience.cards import CARDS, RANKS, SUIT_SYMBOLS

LANGUAGES: Final = ("en", "de")
"""The codes of the languages, the default first."""

Value = str | int | None | Sequence["Value"] | Mapping[str, "Value"]
"""Evidence: the code of a card or pile, a number, nothing, a list, or evidence of its own."""
Evidence = Mapping[str, Value]
Template = str | Mapping[str, str]

_PLACE: Final = re.compile(r"\{(\w*)(?::([^}]+))?\}")
_ALL_OF_A_RANK: Final = {"CDHS": "every suit", "CS": "black suits", "DH": "red suits"}


class Sentence(NamedTuple):
    """What is to be said, in any language."""

    key: str
    evidence: Evidence


class Language:
    """The sentences and words of a language."""

    def __init__(
        self, joins: Mapping[str, str], words: Mapping[str, Template], sentences: Mapping[str, Template]
    ) -> None:
        """Take the parts of a language's file."""
        self.joins, self.words, self.sentences = joins, words, sentences

    def over(self, layer: "_Layer") -> "Language":
        """Return a language with other sentences, and with words in place of some and besides."""
        return Language(self.joins, {**self.words, **layer["words"]}, layer["sentences"])

    def say(self, sentence: Sentence) -> str:
        """Return a sentence filled with its evidence."""
        return self._fill(self.sentences[sentence.key], sentence.evidence, None)

    def _fill(self, template: Template, evidence: Evidence, value: Value) -> str:
        if not isinstance(template, str):
            choice = _choice(evidence.get(template["by"]) if "by" in template else value)
            template = template[choice if choice in template else "other"]
        text, places = _parsed(template)
        for name, form, tail in places:
            text += self.text(form, evidence.get(name) if name else value, evidence) + tail
        return text

    def text(self, form: str | None, value: Value, evidence: Evidence = MappingProxyType({})) -> str:
        """Return a value in a form, or as it is."""
        if not form:
            return str(value)
        if form == "card":
            return symbol(str(value))
        if form == "cards":
            every = isinstance(value, list) and len(value) == len(CARDS)
            return self._ranks(RANKS) if every else self._join("or", self._cards(value))
        if form == "ranks":
            return self._ranks(str(value))
        if isinstance(value, list | tuple):
            join, _, item = form.partition(" ")
            if join in self.joins:
                return self._join(join, [self.text(item, one, evidence) for one in value])
        elif isinstance(value, dict):
            evidence = {**evidence, **value}
        return self._fill(self.words[form], evidence, value)

    def _cards(self, codes: Value) -> Iterable[str]:
        """Name exactly these cards: suits, ``any club``, or by rank, ``any 9``, ``a black 9``, ``9♣``."""
        assert isinstance(codes, Sequence)
        by_rank = sorted(map(str, codes), key=lambda code: (RANKS.index(code[0]), CARDS[code]))
        suits = dict.fromkeys(code[1] for code in by_rank)
        if len(by_rank) == len(RANKS) * len(suits):
            yield from (self.text("any of a suit", suit) for suit in suits)
            return
        for rank, group in groupby(by_rank, key=lambda code: code[0]):
            cards = list(group)
            whole = _ALL_OF_A_RANK.get("".join(code[1] for code in cards))
            yield from [self.text(whole, rank)] if whole else map(symbol, cards)

    def _ranks(self, ranks: str) -> str:
        """Name any card of these ranks: ``any card``, ``a King``, ``a Queen or a King``."""
        if len(ranks) == len(RANKS):
            return self.text("any card", ranks)
        return self._join("or", [self.text("a rank", rank) for rank in ranks])

    def _join(self, join: str, texts: Iterable[str]) -> str:
        """Join texts: a join is what stands between the last two of a list and, after ``|``, all others."""
        *others, last = [*texts] or [""]
        final, _, between = self.joins[join].partition("|")
        return f"{(between or ', ').join(others)}{final}{last}" if others else last


@cache
def language(code: str) -> Language:
    """Return a language by its code, with the sentences about logs."""
    parts = _parts(code)
    return Language(parts["joins"], parts["words"], parts["sentences"])


@cache
def rules_language(code: str) -> Language:
    """Return a language by its code, with the sentences that say the rules of a game to players."""
    parts = _parts(code)
    return language(code).over(parts["visitor"]).over(parts["rules"])


@cache
def piles_language(code: str) -> Language:
    """Return a language by its code, with the sentences that say what each pile takes and gives."""
    return language(code).over(_parts(code)["piles"])


class _Layer(TypedDict):
    words: Mapping[str, Template]
    sentences: Mapping[str, Template]


class _Parts(_Layer):
    joins: Mapping[str, str]
    visitor: _Layer
    rules: _Layer
    piles: _Layer


@cache
def _parts(code: str) -> _Parts:
    parts: _Parts = json.loads(Path(__file__).with_name(f"{code}.json").read_text("utf-8"))
    return parts


def said(sentences: Iterable[Sentence], code: str = LANGUAGES[0]) -> str:
    """Return the text of sentences in the language with this code."""
    return " ".join(map(language(code).say, sentences))


def symbol(code: str) -> str:
    """Return the card as people write it: ``10♥`` for ``TH``."""
    return f"{'10' if code[0] == 'T' else code[0]}{SUIT_SYMBOLS[code[1]]}"


def _choice(value: Value) -> str:
    if isinstance(value, list | tuple):
        return ("none", "one", "other")[min(len(value), 2)]
    return "none" if value is None else str(value)


@cache
def _parsed(template: str) -> tuple[str, list[tuple[str, str | None, str]]]:
    """Return the start of a template, and of each place in it the name, the form and the text after it."""
    head, *parts = _PLACE.split(template)
    return head, list(zip(parts[::3], parts[1::3], parts[2::3], strict=True))
