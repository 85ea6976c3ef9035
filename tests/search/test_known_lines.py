"""Known lines of a game: found again from every position on them, and used by other searches."""

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.legality import legal_moves, play
from patience.search.findings import Prospect
from patience.search.known_lines import BYTES_PER_POSITION, MOST_POSITIONS, KnownLines
from patience.search.search_runner import is_available, recall, search
from service.http.workload import BYTES_PER_GAME, KnownGames

pytestmark = pytest.mark.skipif(not is_available(), reason="the search is not compiled")


def after(position, *moves):
    following = position.copy()
    for move in moves:
        play(following, following.tables.read(move))
    return following


def solved(variant, seed="1"):
    opening, known = deal_seed(tables_for(variant), seed).opening, KnownLines()
    return opening, known, search(opening, 30_000, known=known)


def test_every_position_of_a_line_is_known():
    opening, known, found = solved("freecell")
    line = found.finding.continuation
    for number in range(len(line)):
        assert recall(after(opening, *line[:number]), 1000, known).finding.continuation == line[number:]
    assert recall(after(opening, legal_moves(opening)[0]), 1000, KnownLines()) is None


def test_the_same_question_has_the_same_answer():
    opening, known, found = solved("freecell")
    assert found.positions > 0
    assert search(opening, 30_000, known=known) == found


def test_a_line_is_played_on_the_piles_that_correspond():
    opening, known, _ = solved("freecell")
    swapped = opening.copy()
    swapped.piles[0], swapped.piles[5] = swapped.piles[5], swapped.piles[0]
    line = recall(swapped, 1000, known).finding.continuation
    assert after(swapped, *line).won
    assert line != recall(opening, 1000, known).finding.continuation


def test_a_search_ends_at_a_known_position():
    """After an idle move, a budget that finds no win by itself leads back to the line."""
    opening, known, found = solved("spider", "6")
    cost = found.positions
    assert cost > 100
    decided = 0
    for move in legal_moves(opening):
        child = after(opening, move)
        result = search(child, cost // 20, known=known)
        if result.finding.prospect is Prospect.WINNABLE:
            decided += search(child, cost // 20).finding.prospect is Prospect.UNDECIDED
            assert after(child, *result.finding.continuation).won
    assert decided


def test_the_lines_of_a_game_are_bounded():
    known = KnownLines()
    for seed in range(1, MOST_POSITIONS // 60):
        search(deal_seed(tables_for("freecell"), str(seed)).opening, 30_000, known=known)
    assert 0.9 * MOST_POSITIONS < known.bytes / BYTES_PER_POSITION <= MOST_POSITIONS


def test_games_asked_about_longest_ago_are_forgotten():
    opening, _, found = solved("freecell")
    games = KnownGames(most_bytes=1)
    games.lines(opening).add(opening, found.finding.continuation, found.positions)
    assert games.lines(opening).line_from(opening)
    other = deal_seed(tables_for("freecell"), "2").opening
    assert games.lines(other).line_from(other) is None
    assert games.lines(opening).line_from(opening) is None


def test_games_without_lines_are_forgotten_too():
    games = KnownGames(most_bytes=10 * BYTES_PER_GAME)
    first, *others = [deal_seed(tables_for("freecell"), str(seed)).opening for seed in range(1, 12)]
    lines = games.lines(first)
    assert games.lines(first) is lines
    for opening in others:
        games.lines(opening)
    assert games.lines(first) is not lines
