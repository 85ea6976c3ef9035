"""The prospect of each legal move, compared with brute force."""

import json
import random
from collections import Counter

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.legality import legal_moves, play
from patience.search.evaluation import TurningPoint
from patience.search.findings import OPEN, Finding, Proof, Prospect
from patience.search.hints import evaluate_moves, look
from patience.search.search_runner import SearchResult, is_available, search
from service.judging.analysis import PlainTools, judge_prospect
from tests.api.test_prospects import THROWN_AWAY
from tests.conftest import some
from tests.engine.games import searched_rule_sets
from tests.search.brute_force import can_be_won
from tests.search.small_positions import small_position

SAMPLE = some(list(searched_rule_sets(5, 12)))
MOST = 60
"""The positions that brute force visits."""

BUDGET = 40_000
"""The positions that a search expands; 3 000 are too few for Firing Squad, 20 000 for Tower of Hanoy."""

searching = pytest.mark.skipif(not is_available(), reason="the search is not compiled")


def after(position, move):
    following = position.copy()
    play(following, following.tables.read(move))
    return following


def prospect(position):
    return {True: Prospect.WINNABLE, False: Prospect.DEAD}[can_be_won(position, 2 * MOST)]


def is_settled(position):
    return can_be_won(position, MOST) is not None


def never(position, budget):
    raise AssertionError("no search is needed")


@searching
def test_moves_of_small_positions():
    """A winning line decides some moves, a search the others; brute force knows all."""
    found = Counter()
    for variant, rules in SAMPLE:
        source = random.Random(f"hints {variant} {rules}")
        for position in filter(
            is_settled, (small_position(tables_for(variant, rules), source) for _ in "123456")
        ):
            for finding in (search(position, BUDGET).finding, OPEN):
                hints = evaluate_moves(position, finding, BUDGET)
                assert [hint.move for hint in hints.hints] == legal_moves(position)
                assert hints.positions <= BUDGET
                if hints.hints:
                    assert hints.finding.prospect is prospect(position)
                for hint in hints.hints:
                    following = after(position, hint.move)
                    if is_settled(following):
                        assert hint.finding.prospect is prospect(following), (variant, rules, hint)
                        found[hint.finding.prospect] += 1
    assert min(found[Prospect.WINNABLE], found[Prospect.DEAD]) > 20


@searching
def test_a_winnable_move_gives_a_line():
    position = after(deal_seed(tables_for("freecell"), "1").opening, "T1-R1")
    line = evaluate_moves(position, OPEN, 300_000).finding.continuation
    for move in line:
        position = after(position, move)
    assert position.won


def test_a_dead_position_needs_no_search():
    opening = deal_seed(tables_for("klondike"), "1").opening
    dead = Finding(Prospect.DEAD, Proof.STATIC, stuck=(0,))
    found = evaluate_moves(opening, dead, 1000, never, never)
    assert {hint.finding for hint in found.hints} == {dead}
    assert found.positions == 0


def test_moves_share_the_budget_equally():
    opening = deal_seed(tables_for("freecell"), "1").opening
    budgets = []

    def searcher(position, budget, *_):
        budgets.append(budget)
        return SearchResult(OPEN, 7 if len(budgets) == 1 else budget)

    found = evaluate_moves(opening, OPEN, 1000, searcher)
    number = len(legal_moves(opening))
    assert budgets[0] == 1000 // number
    assert budgets[1] == (1000 - 7) // (number - 1)
    assert found.positions == 7 + sum(budgets[1:]) == 1000


def test_moves_of_a_winnable_position_take_a_part_of_the_budget():
    """The shares add up to a sixteenth of the whole budget, or to 16 000 positions of a small one."""
    opening = deal_seed(tables_for("spider", {}), "1").position()
    shares = []

    def searcher(position, budget, *_):
        shares.append(budget)
        return SearchResult(OPEN, budget)

    for left, spent, expected in [(900_000, 60_000, 60_000), (90_000, 0, 16_000), (1000, 29_000, 1000)]:
        won = Finding(Prospect.WINNABLE, Proof.LINE)
        found = evaluate_moves(opening, won, left, searcher, prover=lambda _: OPEN, spent=spent)
        assert found.positions == sum(shares) == expected
        shares.clear()


def test_equal_positions_look_equal():
    """Empty cells and columns may change places, columns that are dealt to may not (RULES §1)."""
    freecell, spider = (deal_seed(tables_for(variant), "1").position() for variant in ("freecell", "spider"))
    for position in (freecell, spider):
        swapped = position.copy()
        swapped.piles[0], swapped.piles[1] = swapped.piles[1], swapped.piles[0]
        assert (look(swapped) == look(position)) is (position is freecell)
    cells = freecell.tables.cells
    first, last = (after(freecell, f"T1-{freecell.tables.names[cell]}") for cell in (cells[0], cells[-1]))
    assert look(first) == look(last)


@pytest.mark.parametrize(
    ("after_moves", "expected"),
    [
        (Finding(Prospect.WINNABLE, Proof.LINE, continuation=()), TurningPoint(8, None, True)),
        (Finding(Prospect.DEAD, Proof.EXHAUSTED), TurningPoint(None, 8, False)),
        (OPEN, TurningPoint(None, None, False)),
    ],
)
def test_the_turning_point_follows_from_the_moves(after_moves, expected):
    """The search finds nothing along the log, but decides the moves after it."""
    request = {**THROWN_AWAY, "moves": THROWN_AWAY["moves"][:8], "include": ["moves", "turning_point"]}
    budgets = []

    def searcher(position, budget, *_):
        budgets.append(budget)
        along = len(budgets) <= 4
        return SearchResult(OPEN if along else after_moves, 100)

    tools = PlainTools()
    tools.search, tools.prove = searcher, lambda _: OPEN
    outlook = judge_prospect(json.dumps(request).encode(), tools).outlook
    assert outlook.turning_point == expected
    assert outlook.finding.prospect is after_moves.prospect
    assert outlook.positions <= 30_000
