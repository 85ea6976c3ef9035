"""Games in which one pile takes cards a rank up or down: Golf, Three Peaks, Black Hole and their kin."""

import random
from collections import Counter

import pytest

from patience.cards import FACE_DOWN, PACK, rank
from patience.compilation.compiled_rules import tables_for
from patience.play.position import Position
from patience.search.findings import Prospect
from patience.search.hints import look
from patience.search.search_runner import is_available, search
from tests.conftest import some
from tests.search.reference_force import can_be_won

pytestmark = pytest.mark.skipif(not is_available(), reason="The search is not compiled.")


def near_the_end(tables, source):
    """Return a position whose columns and stock have a few cards of five neighbouring ranks."""
    position = Position(tables)
    first = source.randrange(13)
    cards = [card for card in PACK for _ in range(tables.rules.packs)]
    near = [card for card in cards if (rank(card) - first) % 13 < 5]
    source.shuffle(near)
    left = Counter(cards)
    for column in source.sample(tables.columns, 5):
        for _ in range(source.randint(0, 1 if any(tables.covers) else 2)):
            position.piles[column].append(near.pop())
            left[position.piles[column][-1]] -= 1
    for column in tables.columns:
        covered = any(len(position.piles[cover]) > 1 for cover in tables.covers[column])
        if covered and len(position.piles[column]) > 1 and source.random() < 0.5:
            position.piles[column][-1] += FACE_DOWN
    if tables.stock >= 0:
        position.piles[tables.stock] += near[: source.randint(0, 3)]
        left.subtract(position.cards(tables.stock))
    played = list(left.elements())
    source.shuffle(played)
    played.sort(key=lambda card: (rank(card) - first) % 13 < 5)
    position.piles[tables.waste if tables.waste >= 0 else tables.foundations[0]] += played
    return position


@pytest.mark.parametrize(
    "variant", some(["golf", "dead-king-golf", "relaxed-golf", "three-peaks", "elevator", "black-hole"])
)
def test_every_small_position_is_settled_as_brute_force_settles_it(variant):
    tables = tables_for(variant)
    source = random.Random(variant)
    seen = Counter()
    for _ in range(30):
        position = near_the_end(tables, source)
        if position.won:
            continue
        truth = can_be_won(position, 200)
        found = search(position, 10_000).finding.prospect
        assert found is not Prospect.UNDECIDED
        assert truth in (None, found is Prospect.WINNABLE)
        seen[truth] += 1
    assert seen[True] > 1
    assert seen[False] > 1


def test_columns_that_cover_others_are_not_interchangeable():
    tables = tables_for("three-peaks")
    seen = set()
    for column in ("T19", "T28"):
        position = Position(tables)
        position.piles[tables.pile[column]].append(0)
        seen.add(look(position))
    assert len(seen) == 2
