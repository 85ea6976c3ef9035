"""What results prove: the factor is fair by arithmetic, and the reference sees no hidden card."""

from collections import Counter
from itertools import product
from math import isclose

import pytest

from patience import Game, foresight, unseen
from patience.play.position_text import write_position
from patience.search.findings import Prospect
from patience.search.search_runner import Probe
from patience.sight import unsighted
from patience.sight.odds import LINE_BUDGET, MOST_ODDS, Reference, counted, odds
from patience.sight.unseen import Sight


@pytest.mark.parametrize("chance", [0.01, 0.3, 0.5, 0.97])
@pytest.mark.parametrize("most", [1, 2, 3, 4, 9])
def test_the_factor_is_at_most_one_on_average_to_a_player_as_strong(chance, most):
    """The mean over all ways in which the plays of the reference can end, written out."""
    mean = 0.0
    for outcomes in product((True, False), repeat=most):
        wins, plays = counted(outcomes, most)
        likely = chance ** sum(outcomes) * (1 - chance) ** (most - sum(outcomes))
        mean += likely * chance * (plays + 1) / (wins + 1)
    assert isclose(mean, 1 - (1 - chance) ** (most + 1))


def test_the_reference_stops_at_its_third_win_which_does_not_count():
    outcomes = iter([True, False, True, False, True, True])
    assert counted(outcomes, 9) == (2, 4)
    assert list(outcomes) == [True]
    assert counted([False, True, True, True], 3) == (2, 3)


@pytest.mark.parametrize(
    ("prospect", "stakes"),
    [
        ("winnable", (0.25, 0.5, 0.95, 0.99)),
        ("undecided", (0.0625, 0.125, 0.2375, 0.2475)),
        ("dead", [0] * 4),
    ],
)
def test_odds_are_the_mean_capital_of_the_bettors(prospect, stakes):
    """A win that the reference never has in nine plays pays tenfold: 1 + 9 · stake. A loss takes it."""
    won, lost = ((Prospect(prospect), is_won, 0, 9) for is_won in (True, False))
    capital = [(1 + 9 * stake) ** 3 * (1 - stake) for stake in stakes]
    assert odds([won, lost, won, won]) == pytest.approx(sum(capital) / 4)


def test_wins_of_deals_that_the_reference_always_wins_prove_nothing():
    assert odds([(Prospect.WINNABLE, True, 2, 2)] * 50) == 1


def test_odds_have_an_end():
    """A thousand wins and a loss would be more than a number of 64 bits can hold."""
    results = [(Prospect.WINNABLE, True, 0, 39)] * 1000 + [(Prospect.WINNABLE, False, 0, 0)]
    assert odds(results) == pytest.approx(MOST_ODDS)


@pytest.mark.parametrize("effort", unsighted.EFFORTS.values(), ids=unsighted.EFFORTS)
def test_players_do_not_see_hidden_cards(effort):
    """Two cards that change places change no move before one of them is seen."""
    game = Game("klondike", seed=3)
    other = Sight(game).position
    t6, t7 = (other.piles[pile] for pile in other.tables.columns[5:7])
    t6[1], t7[1] = t7[1], t6[1]
    twin = Game.from_position(write_position(other))
    moves = unsighted.play(game.copy(), "x", effort=effort).moves
    begun = moves[: len(moves) // 2]
    for move in begun:
        game.push(move)
    assert {("T6", 0), ("T7", 0)} <= set(unseen(game).places)
    assert unsighted.play(twin, "x", effort=effort).moves[: len(begun)] == begun


def test_the_hard_player_wins_more_deals():
    efforts, wins = (unsighted.ORDINARY, unsighted.HARD), Counter[str]()
    for effort, seed in product(efforts, range(1, 7)):
        played = unsighted.play(Game("klondike", seed=seed, draw="three"), "x", effort=effort)
        wins[effort.name] += played.is_won
    assert wins["unsighted 3"] > wins["unsighted 2"]


def test_the_reference_plays_on_while_it_sees_more():
    """It gives up after 150 moves without progress, and most wins take more."""
    assert any(len(unsighted.play(Game("klondike", seed=seed), "x").moves) > 150 for seed in (1, 2))


def test_the_reference_wins_where_three_cards_are_drawn_at_once():
    """Every second winnable deal or so; a plan of turns and one more move is one decision."""
    assert any(unsighted.play(Game("klondike", seed=seed, draw="three"), "x").is_won for seed in range(1, 9))


def test_a_play_has_a_budget():
    """Searches that find nothing, and cost all they may: once the budget is spent, none is begun."""
    spent = []

    def in_vain(position, budget, search):
        spent.append(budget)
        return Probe(None, budget)

    unsighted.play(Game("yukon", seed=1), "x", in_vain, unsighted.ORDINARY)
    assert sum(spent) == unsighted.ORDINARY.play_budget


def test_the_log_of_a_winning_line_begins_with_all_of_it():
    """The search has one line for each deal; the first move alone is one part of its length."""
    line = Game("klondike", seed=1).prospect(LINE_BUDGET).line
    logs = [{"variant": "klondike", "seed": 1, "moves": list(map(str, line[:last]))} for last in (None, 1)]
    whole, first = (foresight([log], Reference(1)).games[0] for log in logs)
    assert (whole.won, whole.line_share) == (True, 1)
    assert first.line_share == round(1 / len(line), 4)


def test_a_log_may_have_times():
    log = {"variant": "klondike", "seed": "7", "moves": ["draw"], "times": [1200]}
    assert len(foresight([log], Reference(1)).games) == 1


def test_games_that_do_not_count_are_counted_by_their_reason():
    lost = {"variant": "klondike", "seed": "7", "moves": ["draw"]}
    logs = [lost, lost, {"variant": "freecell", "seed": "1", "moves": []}, {"variant": "klondike"}]
    found = foresight(logs, Reference(1))
    (game,) = found.games
    assert (game.variant, game.prospect, game.won, game.plays) == ("klondike", "winnable", False, 0)
    assert found.odds == pytest.approx((0.75 + 0.5 + 0.05 + 0.01) / 4)
    assert found.left_out == {"second_try": 1, "nothing_hidden": 1, "not_legal": 1}
