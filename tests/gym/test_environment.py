"""The environments: Gymnasium's own checker, both engines, one game and many, and what a player may know."""

import gzip
import json
import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from patience.cards import CODES
from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.gym import PatienceEnv, PatienceVectorEnv, environment_id
from patience.gym.boards import UNKNOWN, ReadableBoards
from patience.gym.environment import Game, View
from patience.play.dealing import deal_seed
from patience.play.replay import GameLog, replay
from patience.play.scores import scores_of, scorings_of
from tests.conftest import FIXTURES, some

PLAYED = [name for name in sorted(VARIANTS) if "shuffles" not in VARIANTS[name].rules.concepts]
SPREAD = PLAYED[::9]
"""Variants of all families; environments refuse redeals that shuffle."""

STEPS = 60


def test_the_environments_have_ids_of_their_own():
    assert len({environment_id(variant) for variant in VARIANTS}) == len(VARIANTS)
    assert environment_id("bakers-dozen") == "patience/BakersDozen-v0"
    assert set(map(environment_id, VARIANTS)) <= set(gymnasium.registry)


@pytest.mark.parametrize("variant", ["freecell", "klondike", "spider"])
@pytest.mark.parametrize("observe", ["hidden", "full"])
def test_gymnasium_finds_no_fault(variant, observe):
    env = gymnasium.make(environment_id(variant), observe=observe, render_mode="ansi")
    check_env(env.unwrapped)


@pytest.mark.parametrize("variant", some(SPREAD))
def test_every_legal_move_is_an_action_and_both_engines_agree(variant):
    game = Game(variant, {}, "hidden", "foundation", None, 1000)
    one, other = View(game, 2), View(game, 2)
    other.boards = ReadableBoards(game.rules, 2)
    source = random.Random(variant)
    for view in (one, other):
        for index in range(2):
            view.deal(index, deal_seed(game.rules, str(index + 1)))
        view.look()
    for _ in range(STEPS):
        # One action in eight may be illegal.
        chosen = [
            source.choice(
                np.flatnonzero(mask) if mask.any() and source.random() > 1 / 8 else range(len(mask))
            )
            for mask in one.legal
        ]
        results = [view.play(np.array(chosen, np.int64)) for view in (one, other)]
        for name in ("piles", "redeals", "won", "legal", "illegal", "gains"):
            assert (getattr(one, name) == getattr(other, name)).all(), name
        assert (results[0][0] == results[1][0]).all()
        assert (results[0][1] == results[1][1]).all()


def test_many_games_are_played_as_one_is():
    """Environments that are over are dealt anew by the next step, from the same deals."""
    deals = ["1", "2", "3"]
    many = PatienceVectorEnv("freecell", 4, deals=deals, most_steps=20)
    single = PatienceEnv("freecell", most_steps=20)
    seen, info = many.reset(seed=5)
    starts = {deal: single.reset(options={"deal": deal})[0]["piles"].tobytes() for deal in deals}
    deal_of = {piles: deal for deal, piles in starts.items()}
    for lane in range(4):
        _, single_info = single.reset(options={"deal": deal_of[seen["piles"][lane].tobytes()]})
        assert (single_info["action_mask"] == info["action_mask"][lane]).all()
    over = np.zeros(4, bool)
    for _ in range(42):
        actions = info["action_mask"].argmax(axis=1)
        before = seen
        seen, rewards, terminated, truncated, info = many.step(actions)
        for lane in np.flatnonzero(over):
            assert seen["piles"][lane].tobytes() in deal_of
            assert not terminated[lane]
            assert not truncated[lane]
        played = ~over & ~(seen["piles"] == before["piles"]).all(axis=(1, 2))
        assert (played | over).all()
        assert (rewards == 0).all()
        over = terminated | truncated
    # Twenty steps and a step for the deal, twice.
    assert over.tolist() == [False] * 4


def test_a_won_game_is_rewarded_and_its_log_is_won():
    seed, moves = _a_game_that_pysolfc_won()
    for reward, total in (("win", 1.0), ("foundation", 1.0)):
        env = PatienceEnv("freecell", reward=reward)
        env.reset(options={"deal": seed})
        steps = [env.step(token) for token in moves]
        assert sum(step[1] for step in steps) == pytest.approx(total)
        assert [step[2] for step in steps] == [False] * (len(moves) - 1) + [True]
        log = env.log()
    tables = tables_for(log["variant"], log["rules"])
    verdict = replay(GameLog(deal_seed(tables, log["seed"]), tuple(log["moves"])))
    assert verdict.valid
    assert verdict.outcome == "won"


def _a_game_that_pysolfc_won():
    games = gzip.decompress((FIXTURES / "games" / "freecell.jsonl.gz").read_bytes()).splitlines()
    game = next(game for game in map(json.loads, games) if game.get("won"))
    return game["seed"], game["moves"]


@pytest.mark.parametrize(
    ("variant", "rules", "scoring"),
    [("klondike", {}, "standard"), ("klondike", {"draw": "three"}, "vegas"), ("spider", {}, "spider")],
)
@pytest.mark.parametrize("observe", ["hidden", "full"])
def test_rewards_by_points_add_up_to_the_score_of_the_log(variant, rules, scoring, observe):
    env = PatienceEnv(variant, observe=observe, reward=scoring, most_steps=300, **rules)
    source = random.Random(scoring)
    _, info = env.reset(options={"deal": "7"})
    total, over = 0.0, False
    while not over:
        legal = source.randrange(8) > 0
        action = source.choice(np.flatnonzero(info["action_mask"]) if legal else range(env.action_space.n))
        _, reward, terminated, truncated, info = env.step(action)
        total += reward
        over = terminated or truncated
    log = env.log()
    tables = tables_for(variant, rules)
    verdict = replay(GameLog(deal_seed(tables, "7"), tuple(log["moves"])), trace=True)
    assert scorings_of(tables)[scoring].start + total == scores_of(verdict)[scoring]


def test_many_games_are_rewarded_by_points_as_one_is():
    """Seed 3 deals the same games to one environment and to many."""
    many = PatienceVectorEnv("klondike", 3, reward="standard", deals=["7"], most_steps=40)
    single = PatienceEnv("klondike", reward="standard", most_steps=40)
    _, info = many.reset(seed=3)
    single.reset(options={"deal": "7"})
    for _ in range(40):
        actions = info["action_mask"].argmax(axis=1)
        _, rewards, _, _, info = many.step(actions)
        assert rewards.tolist() == [single.step(actions[0])[1]] * 3


def test_an_illegal_action_changes_nothing_and_says_why():
    env = PatienceEnv("freecell")
    before, info = env.reset(options={"deal": "1"})
    action = env.action("T4-T7")
    assert not info["action_mask"][action]
    after, reward, terminated, truncated, info = env.step(action)
    assert (after["piles"] == before["piles"]).all()
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert info["reason"] == "wrong_rank"
    assert env.log()["moves"] == []


def test_the_seed_chooses_the_deals():
    env = PatienceEnv("klondike")
    first = [env.reset(seed=3)[0]["piles"].tobytes(), env.reset()[0]["piles"].tobytes()]
    assert first[0] != first[1]
    assert [env.reset(seed=3)[0]["piles"].tobytes(), env.reset()[0]["piles"].tobytes()] == first
    assert env.reset(seed=4)[0]["piles"].tobytes() != first[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"observe": "all"}, "observe must be one of hidden, full, not 'all'"),
        ({"reward": "fun"}, "reward must be one of win, foundation, standard, vegas, not 'fun'"),
        ({"most_steps": 0}, "most_steps must be at least 1, not 0"),
        ({"deals": []}, "deals must name a deal"),
        ({"render_mode": "smell"}, "render_mode must be one of ansi, human, rgb_array, not 'smell'"),
        ({"draw": "seven"}, "draw must be one or three, not 'seven'"),
        ({"pick": "one"}, "klondike has no option 'pick'"),
    ],
)
def test_arguments_that_cannot_be_used(arguments, message):
    with pytest.raises(ValueError, match=message):
        PatienceEnv("klondike", **arguments).reset()


@pytest.mark.parametrize(
    "options", [{"game": 1}, {"deal": "1", "deck": []}, {"deck": ["AC"]}, {"deal": "no"}]
)
def test_resets_that_cannot_be_used(options):
    with pytest.raises(ValueError, match=r"reset takes|51 missing|seed|Seed"):
        PatienceEnv("klondike").reset(options=options)


def test_many_games_open_the_deals_that_are_chosen():
    single, many = PatienceEnv("klondike"), PatienceVectorEnv("klondike", 3)
    deck = [CODES[card] for card in deal_seed(tables_for("klondike"), "9").deck]
    seen, info = many.reset(options={"deals": ["7", np.int64(8), np.array(deck)]})
    for lane, deal in enumerate(["7", "8", "9"]):
        expected, expected_info = single.reset(options={"deal": deal})
        assert (seen["piles"][lane] == expected["piles"]).all()
        assert (info["action_mask"][lane] == expected_info["action_mask"]).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deals": ["7"]}, "reset takes 2 deals, one for each environment, not 1"),
        ({"deals": "77"}, "reset takes the option deals, a list, not 'deals'"),
        ({"deal": "7"}, "reset takes the option deals, a list, not 'deal'"),
        ({"deals": ["7", "no"]}, "seed|Seed"),
        ({"deals": ["7", ["AC"]]}, "51 missing"),
    ],
)
def test_deals_of_many_games_that_cannot_be_used(options, message):
    with pytest.raises(ValueError, match=message):
        PatienceVectorEnv("klondike", 2).reset(options=options)


@pytest.mark.parametrize("variant", ["klondike", "yukon", "canfield", "scorpion", "easthaven"])
def test_nothing_depends_on_cards_that_the_player_does_not_see(variant):
    """Two deals that differ only there give the same answers until a card turns."""
    source = random.Random(variant)
    for seed in range(1, 9):
        deck = [CODES[card] for card in deal_seed(tables_for(variant), str(seed)).deck]
        envs = [PatienceEnv(variant, render_mode="ansi") for _ in range(2)]
        decks = [deck, _with_hidden_cards_shuffled(variant, deck, source)]
        answers = [env.reset(options={"deck": cards}) for env, cards in zip(envs, decks, strict=True)]
        assert _same(answers[0][0], answers[1][0])
        assert _same(answers[0][1], answers[1][1])
        for _ in range(80):
            mask = answers[0][-1]["action_mask"]
            legal = mask.any() and source.random() > 1 / 4
            action = source.choice(np.flatnonzero(mask) if legal else range(len(mask)))
            unknown = [int((answer[0]["piles"] == UNKNOWN).sum()) for answer in answers]
            answers = [env.step(action) for env in envs]
            if unknown[0] != int((answers[0][0]["piles"] == UNKNOWN).sum()):
                break
            assert _same(answers[0][0], answers[1][0])
            assert answers[0][1:4] == answers[1][1:4]
            assert _same(answers[0][4], answers[1][4])
            assert envs[0].render() == envs[1].render()


def test_pictures_hide_what_lies_face_down():
    source = random.Random(7)
    deck = [CODES[card] for card in deal_seed(tables_for("klondike"), "7").deck]
    other = _with_hidden_cards_shuffled("klondike", deck, source)
    pictures = {}
    for observe in ("hidden", "full"):
        env = PatienceEnv("klondike", observe=observe, render_mode="rgb_array")
        for name, cards in (("one", deck), ("other", other)):
            env.reset(options={"deck": cards})
            pictures[observe, name] = env.render()
    assert pictures["hidden", "one"].shape == (640, 800, 3)
    assert (pictures["hidden", "one"] == pictures["hidden", "other"]).all()
    assert not (pictures["full", "one"] == pictures["full", "other"]).all()


def test_the_terminal_shows_every_step_to_people(capsys):
    env = PatienceEnv("freecell", render_mode="human")
    env.reset(options={"deal": "1"})
    opening = capsys.readouterr().out
    assert "Columns" in opening
    env.step("T1-R1")
    assert capsys.readouterr().out != opening


def _with_hidden_cards_shuffled(variant, deck, source):
    """Return a deck whose cards in sight are the same, card by card."""
    piles = PatienceEnv(variant).reset(options={"deck": deck})[0]["piles"]
    seen = [CODES[number - 1] for number in piles.flatten() if 0 < number < UNKNOWN]
    unseen = list(deck)
    places = []
    for code in seen:
        unseen[len(unseen) - 1 - unseen[::-1].index(code)] = ""
    places = [place for place, code in enumerate(unseen) if code]
    mixed = source.sample(places, len(places))
    other = list(deck)
    for place, taken in zip(places, mixed, strict=True):
        other[place] = deck[taken]
    return other


def _same(one, other):
    return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one)
