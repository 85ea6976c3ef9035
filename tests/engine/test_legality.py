"""Legality over random positions: ``check`` and ``legal_moves`` agree on every token."""

import random
from collections import Counter
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from patience.cards import CODES
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import Deal, deal_seed
from patience.play.legality import check, legal_moves
from patience.play.position import Position
from patience.play.replay import advance
from tests.conftest import each_family, once, some, some_of_each_family
from tests.engine.games import kinds_of_rules, random_positions, some_kinds

pytestmark = once
PILES = (
    ["S", "W"]
    + [f"T{number}" for number in range(1, 12)]
    + [f"F{number}" for number in range(1, 18)]
    + [f"R{number}" for number in range(1, 18)]
)
ACTIONS = ["deal", "draw", "redeal"]

# Made once: strategies are slow to make.
PILE = st.sampled_from(PILES) | st.builds("{}{}".format, st.sampled_from("TFR"), st.integers(1, 999))
TARGET = PILE | st.just("F")
COUNT = st.just("") | st.integers(1, 15).map("x{}".format) | st.integers(1, 999).map("x{}".format)
ACTION = st.sampled_from(ACTIONS)
ONE_IN_21 = st.integers(0, 20)


def canonical(token: str) -> str:
    """Legal moves are listed without ``x1``."""
    return token.removesuffix("x1")


@st.composite
def tokens(draw):
    """Any token of the grammar; most name piles that some variant has."""
    if draw(ONE_IN_21) == 0:
        return draw(ACTION)
    return f"{draw(PILE)}-{draw(TARGET)}{draw(COUNT)}"


TOKENS = st.lists(tokens(), min_size=30, max_size=30)
LENGTH = st.integers(0, 120)


def accepted_by_any_foundation(position: Position, token: str, legal: list[str]) -> bool:
    """Whether a token with a bare ``F`` stands for a legal one."""
    source, _, rest = token.partition("-F")
    foundations = (f"{source}-F{number}{rest}" for number in range(1, 17))
    return any(canonical(numbered) in legal for numbered in foundations)


@settings(max_examples=len(some(range(60))), deadline=None)
@given(
    number=st.integers(0, 10_000),
    seed=st.integers(1, 40_000),
    picks=st.randoms(use_true_random=False),
    data=st.data(),
)
def test_a_token_is_legal_exactly_if_it_is_listed(number, seed, picks, data):
    kinds = kinds_of_rules()
    deal = deal_seed(tables_for(*kinds[number % len(kinds)]), str(seed))
    length = data.draw(LENGTH)
    *_, position = random_positions(deal, length, picks)
    legal = legal_moves(position)
    assert [check(position, token) for token in legal] == [None] * len(legal)
    for token in data.draw(TOKENS):
        listed = (
            accepted_by_any_foundation(position, token, legal)
            if token.endswith("-F") or "-Fx" in token
            else canonical(token) in legal
        )
        assert (check(position, token) is None) == listed, token
        assert len(advance(position.copy(), [token])) == listed, token


@some_of_each_family
def test_every_token_between_two_piles(variants):
    """Try every token: nothing outside ``legal_moves`` is legal, and no group is longer than its pile."""
    for variant, rules in some_kinds(variants):
        assert_listed_exactly(deal_seed(tables_for(variant, rules), "2026"))


def assert_listed_exactly(deal: Deal) -> None:
    """Assert that the legal tokens are the listed ones, in two positions of a random game."""
    names = deal.tables.names
    for position in islice(random_positions(deal, 40, random.Random(7)), 0, None, 40):
        every = [
            f"{source}-{target}{count}"
            for pile, source in enumerate(names)
            for count in ["", *(f"x{count}" for count in range(2, len(position.cards(pile)) + 2))]
            for target in names
        ]
        found = {token for token in every + ACTIONS if check(position, token) is None}
        assert found == set(legal_moves(position))


@each_family
def test_cards_are_conserved_and_lie_well(variants):
    for variant, rules in some_kinds(variants):
        assert_conserved(deal_seed(tables_for(variant, rules), "31999"))


def assert_conserved(deal: Deal) -> None:
    """Assert that a random game keeps all cards, face down only where the rules say so."""
    for position in random_positions(deal, 60, random.Random(11)):
        piles = range(len(deal.tables.names))
        cards = Counter(CODES[card] for pile in piles for card in position.cards(pile))
        assert cards == deal.tables.rules.copies
        for column in deal.tables.columns:
            down = position.face_down(column)
            faces = [card < 64 for card in position.piles[column][1:]]
            opened = {place for place, up in enumerate(faces) if up and not all(faces[place:])}
            assert opened <= deal.tables.rules.opened(deal.tables.names[column])
            assert faces.count(False) == down
            assert not faces or faces[-1] or position.is_covered(column) or column in deal.tables.closed
