"""Scores of deals and the grades that they get."""

import pytest

from patience.cards import CARDS
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.legality import legal_moves
from patience.search.difficulty import (
    SAMPLE,
    SCALE,
    Grade,
    Scale,
    graded_seeds,
    scale_of,
    score,
    scores,
    shipped_scales,
)
from patience.search.search_runner import is_available
from patience.search.winnable_tables import table_of
from service.app import create_app
from tests.search.games import positions, won

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


@searching
@pytest.mark.parametrize("variant", ["klondike", "freecell", "spider", "double-russian", "royal-rendezvous"])
def test_shipped_grades_are_those_of_this_version(variant):
    """If this fails, scores have changed: raise ``GRADE_VERSION`` and run ``referee maintain difficulty``."""
    tables = tables_for(variant)
    scale = scale_of(tables)
    for seed, found in zip(range(1, 5), scores(tables, range(1, 5)), strict=True):
        assert seed in graded_seeds(tables, scale.grade(found))


def test_the_grades_of_a_game_are_thirds():
    for scale in shipped_scales().values():
        easy, hard = (len(scale.seeds(grade)) for grade in (Grade.EASY, Grade.HARD))
        assert easy >= scale.graded // 3
        assert hard <= scale.graded // 3 + 1


@searching
def test_a_deal_with_its_difficulty(client):
    answer = client.get("/v1/deals/klondike/31999?include=difficulty").json
    expected = score(deal_seed(tables_for("klondike"), "31999").opening)
    assert answer["difficulty"]["score"] == expected
    assert answer["difficulty"]["grade"] == scale_of(tables_for("klondike")).grade(expected)
    hidden = client.get("/v1/deals/klondike/31999?include=difficulty&hide=face_down&rules_version=1")
    assert hidden.json["difficulty"] == answer["difficulty"]
    assert hidden.headers["Cache-Control"] == "public, max-age=3600"
    assert "difficulty" not in client.get("/v1/deals/klondike/31999").json


def test_winnable_deals_of_a_grade(client):
    """The three grades together are the winnable deals among the graded seeds."""
    tables = tables_for("double-russian")
    graded, found = scale_of(tables).graded, set()
    for grade in Grade:
        page = client.get(f"/v1/deals/double-russian?prospect=winnable&difficulty={grade}&limit=1000").json
        assert (page["difficulty"], page["grade_version"]) == (grade, "1")
        seeds = {int(seed) for seed in page["seeds"]}
        assert seeds <= graded_seeds(tables, grade)
        found |= seeds
    assert found == {seed for seed in table_of(tables).seeds(0) if seed <= graded}


def test_pages_of_a_grade_follow_each_other(client):
    first = client.get("/v1/deals/double-russian?prospect=winnable&difficulty=hard&limit=3").json
    second = client.get(first["next"]).json
    both = client.get("/v1/deals/double-russian?prospect=winnable&difficulty=hard&limit=6").json
    assert first["seeds"] + second["seeds"] == both["seeds"]


@pytest.mark.parametrize(
    ("address", "parameter", "code"),
    [
        ("/klondike/1?include=difficulty&rules=redeals:7", "include", "no_grades"),
        ("/klondike/1?include=deck", "include", "unknown_value"),
        ("/double-russian?prospect=winnable&difficulty=harsh", "difficulty", "unknown_value"),
        ("/double-russian?difficulty=hard", "prospect", "missing"),
    ],
)
def test_invalid_questions_about_difficulty(client, address, parameter, code):
    refused = client.get(f"/v1/deals{address}")
    (error,) = refused.json["errors"]
    assert (refused.status_code, error["parameter"], error["code"]) == (422, parameter, code)


@searching
def test_a_difficulty_is_charged():
    client = create_app({"TESTING": True, "rate_limit_positions": "600 per hour"}).test_client()
    answers = [client.get("/v1/deals/klondike/1?include=difficulty") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "r=100;" in answers[0].headers["RateLimit"]
