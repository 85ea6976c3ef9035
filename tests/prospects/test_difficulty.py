"""Scores of deals and the grades that they get."""

import pytest

from service.engine.cards import CARDS
from service.engine.compiled import tables_for
from service.engine.dealing import deal_seed
from service.engine.legality import legal_moves
from service.prospects.difficulty import SAMPLE, SCALE, Grade, Scale, score, scores
from service.prospects.search_runner import is_available
from tests.prospects.games import positions, won

searching = pytest.mark.skipif(not is_available(), reason="the search is not compiled")


def test_a_third_of_the_sample_has_each_grade():
    """The scores of the sample fall from 999 to 0, further deals are compared with them."""
    scale = Scale.of(tables_for("klondike"), [*range(SAMPLE - 1, -1, -1), 1000, 400, 0])
    assert scale.seeds(Grade.EASY) == {*range(1, 334), 1001}
    assert scale.seeds(Grade.MEDIUM) == {*range(334, 667), 1002}
    assert scale.seeds(Grade.HARD) == {*range(667, 1001), 1003}
    assert [scale.grade(number) for number in (667, 666, 334, 333)] == ["easy", "medium", "medium", "hard"]


def test_equal_scores_have_equal_grades():
    scale = Scale.of(tables_for("klondike"), [SCALE] * SAMPLE)
    assert scale.seeds(Grade.EASY) == {*range(1, SAMPLE + 1)}


@searching
def test_a_score_depends_on_the_deal_alone():
    first = list(scores(tables_for("freecell"), range(1, 6)))
    list(scores(tables_for("klondike"), range(1, 3)))
    assert list(scores(tables_for("freecell"), range(5, 0, -1))) == first[::-1]
    assert len(set(first)) > 1


@searching
def test_hoffmanns_game_is_won_by_every_play():
    """With unlimited redeals it cannot be lost (RULES §4), so that a player who goes on always wins."""
    tables = tables_for("rouge-et-noir-hoffmann", {"redeals": "unlimited"})
    assert set(scores(tables, range(1, 6))) == {SCALE}


@searching
def test_a_won_position_has_the_full_score():
    final = list(positions(next(won())))[-1]
    assert final.won
    assert score(final) == SCALE


@searching
def test_without_a_move_the_cards_in_place_count():
    """In Yukon, one of these cards is in sequence on another, J♥ on Q♠, and none can move."""
    stuck = deal_seed(tables_for("yukon"), "1").position()
    for pile, codes in zip(stuck.tables.columns, ("QS JH", "9C", "9S", "7C", "7S", "5C", "5S"), strict=True):
        stuck.piles[pile][1:] = [CARDS[code] for code in codes.split()]
    assert legal_moves(stuck) == []
    assert score(stuck) == SCALE * 1 // 52
