"""Plans of a player who does not see: they depend on nothing hidden, and end with what they show."""

import random

import pytest

from patience import Game, unseen
from patience.cards import FACE_DOWN
from patience.play.position_text import write_position
from patience.play.replay import advance
from patience.search.heuristics import schedule_for
from patience.sight import unsighted
from patience.sight.plans import plan
from patience.sight.unseen import Sight

DEALS = [(variant, seed) for variant in ("spider", "spiderette") for seed in range(1, 6)]


def face_down(position):
    return sum(card >= FACE_DOWN for column in position.tables.columns for card in position.piles[column])


@pytest.mark.parametrize(("variant", "seed"), DEALS)
def test_a_plan_is_the_same_whatever_lies_face_down(variant, seed):
    sight = Sight(Game(variant, seed=seed))
    for _ in range(12):
        one, other = (sight.imagined(random.Random(number)) for number in (1, 2))
        line = plan(one, 200).line
        assert plan(other, 200).line == line
        for move in line or ():
            sight.push(move)


@pytest.mark.parametrize(("variant", "seed"), DEALS)
def test_a_plan_ends_with_the_first_card_turned_up_or_with_a_deal(variant, seed):
    position = Game(variant, seed=seed)._deal.position()
    for _ in range(12):
        before, line = face_down(position), plan(position, 200).line
        if line is None:
            break
        assert advance(position, line[:-1]) == list(line[:-1])
        assert face_down(position) == before
        advance(position, line[-1:])
        assert line[-1] == "deal" or face_down(position) == before - 1


def test_the_player_of_spider_does_not_see_hidden_cards():
    """Two cards that it never sees in this lost game may change places."""
    game = Game("spider", seed=1)
    played = unsighted.play(game.copy(), "x")
    (pile, place), (other, index) = [each for each in unseen(played).places if each[0] != "S"][:2]
    board = Sight(game).position
    one, two = (board.piles[board.tables.names.index(name)] for name in (pile, other))
    one[place + 1], two[index + 1] = two[index + 1], one[place + 1]
    assert one[place + 1] != two[index + 1]
    twin = Game.from_position(write_position(board))
    assert unsighted.play(twin, "x").moves == played.moves


def test_most_games_of_spider_with_one_suit_are_won():
    """Careful people win more than nine of ten; guesses at the hidden cards won none of six."""
    games = [unsighted.play(Game("spider", seed=seed, suits="one"), "x") for seed in range(1, 7)]
    assert sum(game.is_won for game in games) >= 4


RANKS = "KQJT98765432A"
HOME = "".join(f";F{number}={''.join(rank + suit for rank in RANKS)}" for number, suit in enumerate("CDS", 1))
"""Three suits of Spiderette on their foundations: only the Hearts are left."""


@pytest.mark.parametrize(
    ("piles", "line"),
    [
        pytest.param(
            "T1=(2H)QH;T2=KH;T3=(AH)9H;T4=6H;T5=4H;S=3H5H7H8HTHJH",
            ("T1-T2",),
            id="the Queen joins the King and shows a card, and both empty columns stay empty",
        ),
        pytest.param(
            "T1=KH;T2=JH9H;T3=7H;T4=5H;T5=3H;T6=AH;T7=;S=QHTH8H6H4H2H",
            ("T2-T7", "deal"),
            id="a deal needs a card in every column, and one card alone lies on another one",
        ),
    ],
)
def test_small_plans(piles, line):
    position = Game.from_position(f"spiderette;{piles}{HOME}")._deal.position()
    assert plan(position, 200).line == line


def test_games_that_are_searched_as_numbers_are_not_planned():
    engine = pytest.importorskip("patience.search.engine")
    position = Game("klondike", seed=1)._deal.position()
    search = engine.Search(position.tables, position.piles, 0, schedule_for(position.tables), 100)
    with pytest.raises(ValueError, match="searched in layers"):
        search.plan([0])
