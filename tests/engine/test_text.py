"""What a sentence says comes next, or opens a pile, is exactly what the engine lets lie there.

The sentences are read back here by a reader of its own, and every card is offered to the pile.
"""

import random
import re
from dataclasses import replace
from functools import cache

import pytest

from patience.cards.reasons import Reason
from patience.compilation.compiled_rules import CompiledRules, compile_tables, tables_for
from patience.compilation.descriptions import describe_piles
from patience.games import VARIANTS
from patience.play.checks import explain
from patience.play.dealing import deal_seed
from patience.play.legality import check, why_not
from patience.play.position import Position
from patience.rules import Base
from tests.conftest import once, some
from tests.engine.games import random_positions
from tests.engine.synthetic import SYNTHETIC

pytestmark = once


def worded_differently() -> list[CompiledRules]:
    """Return the variants with different rules for what follows what, and the synthetic ones."""
    every: dict[object, str] = {}
    for variant in VARIANTS.values():
        rules = variant.rules
        one = {"covered_by": (), "kinds": ()}
        columns = rules.columns and replace(
            rules.columns, number=rules.columns.row or len(rules.columns.own_ranks) or 1, **one
        )
        every.setdefault((rules.base, rules.suits, frozenset(rules.foundations), columns), variant.id)
    return [
        *map(tables_for, every.values()),
        *(compile_tables(variant, ()) for variant in SYNTHETIC.values()),
    ]


DEPENDENT = {
    "after_piles",
    "lowest_first",
    "matches",
    "outranked",
    "ranked_givers",
    "repeats",
    "row",
    "same_base",
    "same_direction",
}
"""Concepts of foundations that take cards because of what lies on other piles, of how many they have, or of
the pile that gives them."""

PARTS = 4
in_parts = pytest.mark.parametrize("part", range(PARTS))


@cache
def every() -> list[CompiledRules]:
    """Return the rules that the sentences are read back for."""
    return some([tables for tables in worded_differently() if not tables.concepts & DEPENDENT], 6)


RANKS = {"Ace": 0, "Jack": 10, "Queen": 11, "King": 12} | {str(number): number - 1 for number in range(2, 11)}
SUITS = {"♣": (0,), "♦": (1,), "♥": (2,), "♠": (3,)}
SUIT_WORDS = ("club", "diamond", "heart", "spade")
COLORS = {"any": (0, 1, 2, 3), "a": (0, 1, 2, 3), "an": (0, 1, 2, 3), "a red": (1, 2), "a black": (0, 3)}


def named(phrase: str) -> set[int]:
    """The cards that a phrase names, as 0…51."""
    if phrase == "any card":
        return set(range(52))
    cards: set[int] = set()
    for name in re.split(", | or ", phrase):
        if suit_word := re.fullmatch("any (club|diamond|heart|spade)", name):
            cards |= {card for card in range(52) if card // 13 == SUIT_WORDS.index(suit_word[1])}
            continue
        if symbol := re.fullmatch("(.+)([♣♦♥♠])", name):
            rank, suits = symbol[1], SUITS[symbol[2]]
        else:
            color, _, rank = name.rpartition(" ")
            suits = COLORS[color]
        rank = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}.get(rank, rank)
        cards |= {13 * suit + RANKS[rank] for suit in suits}
    return cards


def taken(position: Position, target: int) -> set[int]:
    """The cards that may lie on a pile now: each is offered singly, from another pile."""
    tables = position.tables
    sources = sorted(set(tables.sources) - {target}, key=lambda pile: (pile in tables.foundations, pile))
    if target in tables.columns and position.is_empty(target):
        awaited = {pile: tables.opens_after.get(pile, ()) for pile in sources}
        free = [pile for pile in sources if all(map(position.is_empty, awaited[pile]))]
        sources = [pile for pile in free if pile in tables.opens]
    elif target in tables.columns:
        sources = [pile for pile in sources if pile in tables.builds]
    free = (pile for pile in sources if target in tables.reach[pile] and not position.is_covered(pile))
    offering = next(free, None)
    if offering is None:
        return set()
    found = set()
    for card in range(52):
        offered = position.copy()
        offered.piles[offering].append(card)
        token = tables.token(offering, target, 1)
        if check(offered, token) is None:
            found.add(card)
    return found


def with_guard_complete(position: Position, guard: str) -> Position:
    """The position with that foundation filled up, whatever with."""
    unlocked = position.copy()
    pile = position.tables.pile[guard]
    unlocked.piles[pile] = [0] * position.tables.complete[pile]
    return unlocked


def with_cards_on(position: Position, piles: str) -> Position:
    """The position with a card, whichever, on each empty one of some piles, named as in sentences."""
    begun = position.copy()
    for name in re.findall(r"F\d+", piles):
        pile = begun.piles[position.tables.pile[name]]
        # An empty pile has its floor alone.
        pile.extend([0] * (len(pile) == 1))
    return begun


def refusals(tables: CompiledRules, number: int):
    """Illegal card moves throughout a game of random moves."""
    source = random.Random(number)
    deal = deal_seed(tables, str(number))
    for position in random_positions(deal, 60, source):
        for _ in range(2):
            count = source.choice((1, 1, 1, 2))
            token = tables.token(source.choice(tables.sources), source.choice(tables.targets), count)
            move = tables.read(token)
            if reason := why_not(position, move):
                yield position, move, reason


SAYS = {
    Reason.WRONG_RANK: re.compile(
        r"(Next comes|leaves with) (?P<cards>.+?)(, or alone)?( once (?P<guard>F\d+) is complete)?\."
    ),
    Reason.NEEDS_KING: re.compile(r"(?:an empty column|this cell) takes only (?P<cards>.+)(?P<guard>)\."),
    Reason.NEEDS_BASE: re.compile(r"begins with (?P<cards>.+?)( once (?P<guard>F\d+) is complete)?\."),
}


@in_parts
def test_what_comes_next_is_what_may_lie_there(part):
    assert sum(map(count_what_comes_next, every()[part::PARTS])) > 100


def count_what_comes_next(tables: CompiledRules) -> int:
    """How often it was told what comes next; each time it was so."""
    told = 0
    for position, move, reason in refusals(tables, 11):
        sentence = explain(position, move, reason)
        if reason is Reason.WRONG_RANK and re.search("Nothing goes on|makes no pair|leaves alone", sentence):
            assert taken(position, move.target) == set()
        elif reason in SAYS:
            said = SAYS[reason].search(sentence)
            assert said, sentence
            fulfilled = position
            if said["guard"]:
                assert taken(position, move.target) == set()
                fulfilled = with_guard_complete(position, said["guard"])
            assert taken(fulfilled, move.target) == named(said["cards"]), sentence
        else:
            continue
        told += 1
    return told


AWAITS = re.compile(r"It waits until there are cards on (?P<piles>F.+)[.]")


@in_parts
def test_what_a_bare_f_needs_is_what_it_needs(part):
    for tables in every()[part::PARTS]:
        assert_needed(tables)


def assert_needed(tables: CompiledRules) -> None:
    """Every card named as missing on a foundation would, on it, let the offered card lie."""
    awaited_by = {pile.pile: AWAITS.search(pile.takes) for pile in describe_piles(tables)}
    for position, move, _ in refusals(tables, 12):
        token = f"{tables.names[move.source]}-F"
        if check(position, token) is not Reason.NO_FOUNDATION_ACCEPTS:
            continue
        sentence = explain(position, tables.read(token), Reason.NO_FOUNDATION_ACCEPTS)
        _, _, needs = sentence.partition("it needs ")
        if awaited := re.fullmatch(r"a card on (?P<piles>F.+)[.]", needs):
            assert check(with_cards_on(position, awaited["piles"]), token) is None, sentence
            continue
        for need in re.finditer(
            r"(?:^| or )(?P<cards>.+?) on (?P<pile>F\d+)(?: once (?P<guard>F\d+) is complete)?", needs
        ):
            pile = tables.pile[need["pile"]]
            for under in named(need["cards"]):
                helped = with_guard_complete(position, need["guard"]) if need["guard"] else position.copy()
                if awaited := awaited_by[need["pile"]]:
                    helped = with_cards_on(helped, awaited["piles"])
                helped.piles[pile].append(under)
                assert check(helped, f"{tables.names[move.source]}-{need['pile']}") is None, sentence


OPENS = {
    "column": re.compile("(?:when empty|and) takes (?!no )(.+?)(?: once that is used up)?[.]"),
    "foundation": re.compile(r"(?:begins with |starts with |^)([^;.]+?)(?: and nothing else)?[.]"),
}


@in_parts
def test_what_an_empty_pile_is_said_to_take_is_what_it_takes(part):
    for tables in every()[part::PARTS]:
        assert_taken_when_empty(tables)


def assert_taken_when_empty(tables: CompiledRules) -> None:
    """Every empty pile takes the cards that its description names, if a board without cards is not won."""
    if tables.rules.base is not Base.ACE:
        tables = tables.at_base("J")
    if Position(tables).won:
        return
    for pile in describe_piles(tables):
        number = tables.pile[pile.pile]
        empty = Position(tables)
        if awaited := AWAITS.search(pile.takes):
            assert taken(empty, number) == set(), pile.takes
            empty = with_cards_on(empty, awaited["piles"])
        for guard in tables.guards.values():
            empty = with_guard_complete(empty, tables.names[guard]) if guard != number else empty
        if pile.kind == "column":
            said = OPENS["column"].search(pile.takes)
            first = said[1].split(", and any card once ")[0] if said else ""
            assert taken(empty, number) == (named(first) if said else set()), pile.takes
        elif pile.kind == "foundation" and not tables.foundation(number).whole and not tables.rules.pairs:
            said = OPENS["foundation"].search(pile.takes)
            assert said, pile.takes
            first = said[1].split(" and ")[0]
            closed = not any(number in tables.reach[source] for source in tables.sources if source != number)
            assert taken(empty, number) == (set() if closed else named(first)), pile.takes
