"""Where along a log a game was thrown away: the bisection, and what it may spend."""

from math import ceil, log2

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.legality import legal_moves, play
from patience.search.evaluation import MOST_PROVED, Evaluation, TurningPoint, evaluate, evaluate_log
from patience.search.findings import OPEN, Finding, Proof, Prospect
from patience.search.proofs import prove
from patience.search.search_runner import SearchResult

WINNABLE = Finding(Prospect.WINNABLE, Proof.LINE, continuation=("F",))
DEAD = Finding(Prospect.DEAD, Proof.EXHAUSTED)

OPENING = deal_seed(tables_for("forty-thieves"), "1").opening


def logged(number):
    """Return `number` moves that never lead back to an earlier position, and every position on the way."""
    position, moves, seen = OPENING.copy(), [], [OPENING.copy()]
    while len(moves) < number:
        for token in legal_moves(position):
            following = position.copy()
            play(following, following.tables.read(token))
            if prove(following) == OPEN and all(following.piles != before.piles for before in seen):
                break
        else:
            raise AssertionError("no way on")
        position = following
        moves.append(token)
        seen.append(position.copy())
    return moves, [tuple(map(tuple, position.piles)) for position in seen]


MOVES, POSITIONS = logged(24)


class Oracle:
    """Knows of each position of the log whether it is winnable, except some; spends all that it is given."""

    def __init__(self, dead_after, ignorant=()):
        self.dead_after, self.ignorant = dead_after, ignorant
        self.asked = []

    def __call__(self, position, budget):
        place = POSITIONS.index(tuple(map(tuple, position.piles)))
        self.asked.append((place, budget))
        if place in self.ignorant:
            return SearchResult(OPEN, budget)
        return SearchResult(DEAD if place >= self.dead_after else WINNABLE, budget)


@pytest.mark.parametrize("moves", [0, 1, 2, 3, 16, 17])
def test_every_turning_point_is_found_exactly(moves):
    for dead_after in range(moves + 2):
        oracle = Oracle(dead_after)
        found = evaluate_log(OPENING, MOVES[:moves], 10_000, oracle)
        expected = TurningPoint(
            dead_after - 1 if dead_after else None, dead_after if dead_after <= moves else None, True
        )
        assert found.turning_point == expected
        assert found.finding == (DEAD if dead_after <= moves else WINNABLE)
        assert found.positions <= 10_000


def test_half_is_for_the_last_position_and_equal_shares_of_the_rest_for_each_probe():
    oracle = Oracle(9)
    found = evaluate_log(OPENING, MOVES, 10_000, oracle)
    (first, half), *probes = oracle.asked
    assert (first, half) == (24, 5000)
    shares = ceil(log2(24)) + 1
    assert {budget for _, budget in probes} == {5000 // shares}
    assert len(probes) <= shares
    assert found.positions == sum(budget for _, budget in oracle.asked)


@pytest.mark.parametrize("ignorant", [{24}, {11}, {23, 24}, {*range(8, 16)}, {*range(24)}, {*range(25)}])
@pytest.mark.parametrize("dead_after", [0, 1, 12, 25])
def test_what_is_left_open_is_said_to_be(ignorant, dead_after):
    """Whatever is not known, nothing is said that is not true."""
    oracle = Oracle(dead_after, ignorant)
    found = evaluate_log(OPENING, MOVES, 10_000, oracle)
    winnable, dead, exact = found.turning_point
    assert winnable is None or winnable < dead_after
    assert dead is None or dead >= dead_after
    assert exact is (dead == 0 or winnable == 24 or (None not in (winnable, dead) and dead == winnable + 1))
    # If it was dead before it is so now, whatever the search of the last position says.
    assert (found.finding.prospect is Prospect.DEAD) is (dead is not None)
    places = [place for place, _ in oracle.asked]
    assert len(places) == len(set(places))


def test_a_band_that_nobody_knows_is_closed_in_on_from_both_sides():
    found = evaluate_log(OPENING, MOVES, 10_000, Oracle(12, {*range(10, 15)}))
    assert found == evaluate_log(OPENING, MOVES, 10_000, Oracle(12, {*range(10, 15)}))
    assert 6 <= found.turning_point.winnable_after < 10
    assert 14 < found.turning_point.dead_after <= 18


def test_without_a_budget_there_are_proofs_alone():
    def never(position, budget):
        raise AssertionError

    assert evaluate(OPENING, 0, never) == SearchResult(OPEN, 0)
    for budget in (0, 1):
        found = evaluate_log(OPENING, MOVES, budget, never)
        assert found == Evaluation(OPEN, 0, TurningPoint(None, None, False))


def test_static_proofs_are_put_to_every_position_before_any_search():
    """The second of these moves of Double Russian buries what is needed."""
    asked = []

    def searcher(position, budget):
        asked.append(position.piles)
        return SearchResult(WINNABLE, 1)

    opening = deal_seed(tables_for("double-russian"), "179").opening
    found = evaluate_log(opening, ["T4-F5", "T1-T2x3"], 100, searcher)
    assert (found.finding.prospect, found.finding.proof) == (Prospect.DEAD, Proof.STATIC)
    assert found.positions == len(asked) <= 2
    assert found.turning_point == TurningPoint(1, 2, True)


def test_a_long_log_is_proved_in_few_places_but_to_the_very_move():
    """After thousands of moves to and fro one of Double Russian's kings is buried, and the game goes on."""
    opening = deal_seed(tables_for("double-russian"), "913").opening
    moves = ["T6-T7", "T7-T6"] * 2 * MOST_PROVED
    position = opening.copy()
    play(position, position.tables.read("T1-T3x4"))
    assert prove(position).proof is Proof.STATIC
    after = legal_moves(position)[:1]
    found = evaluate_log(opening, [*moves, "T1-T3x4", *after], 0)
    assert found.turning_point == TurningPoint(None, len(moves) + 1, False)
