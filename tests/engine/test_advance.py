"""The loop that plays logs judges as ``why_not`` does, token by token."""

import pytest

from patience.play.replay import advance
from tests.engine.boards import lay


# A whole sequence goes to F5 to F8, single cards to F1 to F4; the lowest that accepts is meant by a bare F.
@pytest.mark.parametrize(
    ("token", "piles", "filled"),
    [
        ("T1-Fx13", "T1: RUN", "F5"),
        ("T1-Fx13", "T1: 4C RUN; F5: RUN", "F6"),
        # The King that leads it would fit F1, but by itself.
        ("T1-Fx13", "T1: RUN; F1: AH..QH", "F5"),
        ("T1-F7x13", "T1: RUN", "F7"),
        ("T1-F", "T1: AC", "F3"),
        ("T1-Fx1", "T1: AC; F3: AS", "F4"),
    ],
)
def test_a_bare_f_is_the_lowest_foundation_that_accepts(token, piles, filled):
    for variant in ("rouge-et-noir", "rouge-et-noir-classic"):
        position = lay(variant, piles)
        foundation = position.tables.pile[filled]
        before = len(position.piles[foundation])
        assert len(advance(position, [token])) == 1
        assert len(position.piles[foundation]) > before


def test_cards_of_which_none_follows_another_are_no_run():
    position = lay("rouge-et-noir", "T1: 8D 3C KH; T2: 9C")
    assert len(advance(position, ["T1-T2x3"])) == 0
    assert len(advance(position, ["T1-T2x2"])) == 0


def test_two_cards_go_onto_no_foundation():
    """RULES §1, check 22: F1 would take 2H by itself."""
    position = lay("rouge-et-noir", "T1: 2H AS; F1: AH")
    assert len(advance(position, ["T1-Fx2"])) == 0
    assert len(advance(position, ["T1-F1x2"])) == 0
