"""The JavaScript engine gives the service's answers.

``python -m tests.soak.javascript`` compares far more.
"""

import shutil
from collections.abc import Iterator
from itertools import chain

import pytest

from schemas.variant_description import variant_json
from tests.engine.declarations import CONCEPTS, PAIRS
from tests.engine.synthetic import variant_of
from tests.engine.winning_moves import WINNING_MOVES
from tests.soak.javascript import Case, Json, compare, declared_cases, recorded_cases, service_answer
from tests.soak.kernel import registered
from tools.fixtures import corpus

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")


def won_games() -> Iterator[tuple[Case, Json]]:
    """Yield a won game of each of a few variants: among games by chance, there may be none."""
    for variant in ("klondike", "freecell", "spider", "yukon"):
        game = next(line for line in corpus.read(variant) if line["kind"] == "play" and line["won"])
        request = {"variant": variant, **{name: game[name] for name in ("rules", "seed", "moves")}}
        yield (None, request), service_answer(request)


def test_recorded_and_changed_games_of_every_variant():
    results, disagreement = compare(chain(recorded_cases(7, 1000), won_games()))
    assert disagreement == ""
    assert results.total() == 1004
    assert {"valid won", "valid lost", "valid in_progress", "invalid wrong_rank"} <= set(results)


def test_random_declarations_of_every_concept():
    """The first pairs have a concept each with all others."""
    pairs = len(PAIRS) // 3
    assert {concept for pair in PAIRS[:pairs] for concept in pair} == set(CONCEPTS)
    results, disagreement = compare(declared_cases(0, 0, pairs, 1))
    assert disagreement == ""
    assert results.total() == pairs


def test_a_pair_turns_cards_up_in_the_order_in_which_its_cards_leave():
    """T26 leaves before T25; together they lay on T19, and T25 lay on T18 with T24."""
    request = {"variant": "pyramid-thirteen", "seed": "31", "moves": ["T22-T24", "T26-T25"]}
    request["include"] = ["trace"]
    answer = service_answer(request)
    assert [turned["pile"] for turned in answer["trace"][-1]["turned_up"]] == ["T19", "T18"]
    assert compare([((None, request), answer)])[1] == ""


@pytest.mark.parametrize("name", WINNING_MOVES)
def test_a_position_is_won_whatever_led_to_it(name):
    winning = WINNING_MOVES[name]
    variant = variant_of(winning.rules, name.replace(" ", "-"))
    with registered(variant.id, variant):
        request = {"variant": variant.id, "board": winning.board, "moves": [*winning.moves]}
        answer = service_answer(request)
        assert (answer["valid"], answer["outcome"]) == (True, "won")
        assert compare([((variant_json(variant), request), answer)])[1] == ""
