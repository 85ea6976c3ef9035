"""Boards laid by hand, and the illegal moves that ``refusals.txt`` tries on them."""

import fnmatch
import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from patience.cards import CARDS, CODES, FACE_DOWN, FLOOR, PACK, RANKS
from patience.cards.reasons import Reason
from patience.compilation.compiled_rules import CompiledRules, Move, tables_for
from patience.compilation.sequences import foundation_misfit
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.play.legality import check, play, why_not
from patience.play.position import Position
from patience.rules import Foundation, Win
from patience.rules.variant import OptionValue
from tests.engine.games import random_positions

RUN = "KH QC JH TC 9H 8C 7H 6C 5H 4C 3H 2C AH"


class Refusal(NamedTuple):
    """An illegal move: its board, its reason, and what the player is told."""

    variant: str
    rules: dict[str, OptionValue]
    piles: str
    moves: tuple[str, ...]
    reason: Reason
    sentence: str

    @property
    def token(self) -> str:
        """The illegal move itself."""
        return self.moves[-1]

    def position(self) -> Position:
        """The position in which it is illegal."""
        position = lay(self.variant, self.piles, self.rules)
        for token in self.moves[:-1]:
            assert check(position, token) is None
            play(position, position.tables.read(token))
        return position


def refusals() -> Iterator[Refusal]:
    """Every entry of ``refusals.txt``, once for each of its variants."""
    for entry in entries("refusals.txt"):
        found = re.fullmatch(r"(.+) \| (.+) \| (.+)\n(\w+): (.+)", entry.replace("\n    ", " "))
        assert found, entry
        settings, piles, moves, reason, sentence = found.groups()
        for variant, rules in variants(settings):
            declared = VARIANTS[variant].rules
            in_order = not any(pile.direction for pile in declared.foundations)
            if piles == "all complete" and not (declared.win is Win.COMPLETE and in_order):
                continue
            yield Refusal(variant, rules, piles, tuple(moves.split()), Reason(reason), sentence)


def entries(name: str) -> list[str]:
    """The entries of a text file beside this one, its comments left out."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return re.split("\n\n+", re.sub("(?m)^#.*\n", "", text).strip())


def variants(settings: str) -> Iterator[tuple[str, dict[str, OptionValue]]]:
    """The variants that an entry names, each with the options that it gives."""
    words = settings.split()
    options = dict(word.split("=") for word in words if "=" in word)
    rules = {name: int(value) if value.isdigit() else value for name, value in options.items()}
    for word in words:
        if "=" not in word:
            named = fnmatch.filter(VARIANTS, word)
            assert named, word
            yield from ((variant, rules) for variant in named)


def random_refusals(
    variant: str, rules: Mapping[str, OptionValue], seed: int
) -> Iterator[tuple[Position, Move]]:
    """Illegal moves, tried at random throughout a game of random moves."""
    source = random.Random(seed)
    deal = deal_seed(tables_for(variant, rules), str(seed))
    piles = [*deal.tables.names, "T11", "F17", "R17", "W", "S"]
    for position in random_positions(deal, 60, source):
        for _ in range(10):
            count = source.choice((1, 1, 1, 2, 3, 5, 13, 999))
            between = f"{source.choice(piles)}-{source.choice([*piles, 'F'])}x{count}"
            token = source.choice((between, between, between, source.choice(("deal", "draw", "redeal"))))
            move = deal.tables.read(token)
            if why_not(position, move):
                yield position, move


def lay(variant: str, piles: str, rules: Mapping[str, OptionValue] | None = None) -> Position:
    """The position in which these piles have these cards, written as in ``refusals.txt``, and others none."""
    return lay_on(tables_for(variant, rules), piles)


def lay_on(tables: CompiledRules, piles: str) -> Position:
    """Likewise, for a variant that need not be registered."""
    position = Position(tables)
    for name, cards in _piles(position, piles):
        pile = position.piles[position.tables.pile[name]]
        face_down, face_up = cards.strip("(").split(")") if "(" in cards else ("", cards)
        pile += [CARDS[code] + FACE_DOWN for code in face_down.split()]
        pile += [CARDS[code] for code in face_up.split()]
    return position


def _piles(position: Position, text: str) -> Iterator[tuple[str, str]]:
    if text == "all complete":
        tables = position.tables
        for pile in tables.foundations:
            yield tables.names[pile], _complete(tables.foundation(pile))
    elif text != "-":
        for part in text.split("; "):
            name, cards = part.split(": ")
            yield name, re.sub(r"(.)(.)\.\.(.)\2", _suit, cards).replace("RUN", RUN)


def _suit(ends: re.Match[str]) -> str:
    first, suit, last = ends.groups()
    lowest, highest = sorted((RANKS.index(first), RANKS.index(last)))
    ranks = RANKS[lowest : highest + 1]
    return " ".join(rank + suit for rank in (ranks if ranks[0] == first else reversed(ranks)))


def _complete(foundation: Foundation) -> str:
    if foundation.whole:
        return RUN
    cards = [FLOOR]
    for _ in foundation.ranks:
        cards.append(next(card for card in PACK if foundation_misfit(foundation, cards[-1], card) is None))
    return " ".join(CODES[card] for card in cards[1:])
