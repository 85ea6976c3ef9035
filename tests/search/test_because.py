"""Explanations of static proofs: every step is true in its position.

``python -m tests.soak.any_rules`` checks those of thousands of positions.
"""

import random
from itertools import islice

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.search.blocking import MOST_STEPS
from patience.search.findings import Proof, describe_step
from patience.search.proofs import prove
from tests.engine.boards import lay
from tests.engine.declarations import PAIRS
from tests.engine.games import rule_sets
from tests.search.facts import Board
from tests.search.games import reached, settled
from tests.search.small_positions import small_position
from tests.search.stripped import random_rules, stripped_positions
from tests.search.test_proofs import DEAD


def positions():
    """Yield positions of which some are statically dead."""
    for game in settled():
        yield reached(game)
    for number, (variant, rules) in enumerate(islice(rule_sets(), 0, None, 8)):
        source = random.Random(number)
        yield from (small_position(tables_for(variant, rules), source) for _ in range(4))
    for number, pair in enumerate(PAIRS[::12]):
        yield from stripped_positions(random_rules(number, pair), 12, random.Random(number))


def test_each_step_is_true_in_its_position():
    dead = 0
    for position in positions():
        finding = prove(position)
        board = Board(position)
        dead += finding.proof is Proof.STATIC
        assert bool(finding.because) is (finding.proof is Proof.STATIC)
        assert [step for step in finding.because if not board.is_true(step)] == []
        assert len(finding.because) <= MOST_STEPS + 1
        assert prove(position.copy()).because == finding.because
    assert dead > 40


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        (
            "under each other",
            "F2 needs 5♣. 5♣ in T1 lies under 6♣. In a column, 6♣ can only go onto 7♣. 7♣ is on F1 to stay. "
            "7♣ in T1 lies under 6♣. F2 takes 6♣ only after 5♣.",
        ),
        ("too many red Kings", "Too few cards are left that F1 and the foundations like it need: K♦."),
        (
            "buried in the waste",
            "2♣ in W lies under K♣ and K♣, and too few cards can be played before it.",
        ),
        (
            "too few for a deal",
            "A♠ must leave S. A♠ is in the stock, and too few cards are left for a deal to every column.",
        ),
    ],
)
def test_explanations_of_boards_laid_by_hand(name, sentences):
    variant, rules, piles, _ = DEAD[name]
    assert " ".join(map(describe_step, prove(lay(variant, piles, rules)).because)) == sentences
