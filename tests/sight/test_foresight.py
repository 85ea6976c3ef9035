"""What results prove: the factor is fair by arithmetic, and the reference sees no hidden card."""

from math import comb, isclose
from random import Random

import pytest

from patience import Game, foresight
from patience.play.position_text import write_position
from patience.sight import unsighted
from patience.sight.odds import odds
from patience.sight.unseen import Sight


@pytest.mark.parametrize("chance", [0.01, 0.3, 0.5, 0.97])
@pytest.mark.parametrize("plays", [1, 9])
def test_the_factor_is_at_most_one_on_average_to_a_player_as_strong(chance, plays):
    """The mean over the reference's wins, which are binomial, written out."""
    mean = sum(
        comb(plays, wins) * chance**wins * (1 - chance) ** (plays - wins) * chance * (plays + 1) / (wins + 1)
        for wins in range(plays + 1)
    )
    assert isclose(mean, 1 - (1 - chance) ** (plays + 1))


def test_odds_are_the_mean_capital_of_the_bettors():
    """A win that the reference never has pays tenfold: 1 + 9 · share. The shares are 0.1, 0.3 … 0.9."""
    capital = [1.9, 3.7, 5.5, 7.3, 9.1]
    assert odds([(True, 0, 9)] * 3) == pytest.approx(sum(one**3 for one in capital) / 5)
    assert odds([(True, 9, 9)] * 50) == 1
    assert odds([(False, 0, 9)]) == pytest.approx(0.5)
    assert odds([(True, 0, 9)] * 20 + [(False, 9, 9)] * 2) > 1000


def test_the_reference_does_not_see_hidden_cards():
    """With the hidden cards in another order, it plays the same until it sees a card that differs."""
    game = Game("klondike", seed=7)
    sight = Sight(game)
    other = sight.imagined(Random(1))
    assert other.piles != sight.position.piles
    twin = Game.from_position(write_position(other))
    assert unsighted._Player(game, "x").choose() == unsighted._Player(twin, "x").choose()


def test_games_that_do_not_count_are_counted_by_their_reason():
    lost = {"variant": "klondike", "seed": "7", "moves": ["draw"]}
    logs = [lost, lost, {"variant": "freecell", "seed": "1", "moves": []}, {"variant": "klondike"}]
    found = foresight(logs, plays=1)
    (game,) = found.games
    assert (game.variant, game.won, game.plays) == ("klondike", False, 1)
    assert found.odds == 0.5
    assert found.left_out == {"second try at a deal": 1, "nothing hidden": 1, "not a legal log": 1}
