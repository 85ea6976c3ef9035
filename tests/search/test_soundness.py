"""What is proved is true, wherever the truth is known from elsewhere."""

from itertools import islice

import pytest

from patience.cards.reasons import Outcome
from patience.search.findings import OPEN, Proof, Prospect
from patience.search.proofs import prove
from tests.search.games import BY_VARIANT, each_settled, positions, reached, won

WON = list(won())


@each_settled
def test_settled_positions(games):
    for game in games:
        finding = prove(reached(game))
        assert finding == OPEN or finding.prospect == game["truth"], game
        assert (finding.proof is Proof.LOST) == (game["outcome"] == Outcome.LOST), game


@pytest.mark.parametrize("game", WON[::3], ids=lambda game: f"{game['variant']}-{len(game['moves'])}")
def test_no_position_of_a_won_game_is_dead(game):
    """Some of them here; ``python -m tests.soak.prospects`` takes every position of every game."""
    for position in islice(positions(game), len(game["moves"]) % 11, None, 23):
        assert prove(position).prospect is not Prospect.DEAD


def test_every_variant_has_won_games():
    assert {game["variant"] for game in WON[::3]} == {*BY_VARIANT}


def test_a_won_position_needs_no_move():
    finding = prove(reached(WON[0]))
    assert finding.prospect is Prospect.WINNABLE
    assert finding.proof is Proof.WON
    assert finding.continuation == ()
