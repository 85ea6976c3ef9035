"""The benchmark: its deals, its episodes, and the judgement on submissions that say more than is true."""

import doctest
import json
import random
from hashlib import sha256

import pytest

import patience.bench
from patience.bench.baselines import BASELINES, guessed, random_player, solver
from patience.bench.bench_games import DEALS, FILE, BenchError, game_named, games, hidden_deals
from patience.bench.episodes import HIDDEN, MOST_MOVES, MOST_REFUSALS, play, position_of, view_of
from patience.bench.report import analyse, fixed_deals, read, report, score
from patience.game import Game
from patience.play.dealing import deal_seed
from patience.search.daily_deals import commitment_to
from patience.search.difficulty import Grade, difficulty_of
from patience.search.evaluation import evaluate
from patience.search.search_runner import is_available
from service.judging.judge import judge
from service.judging.judgements import Result

pytestmark = pytest.mark.skipif(not is_available(), reason="the search is not compiled")

KLONDIKE = "klondike"


def opened(name, seed):
    bench = game_named(name)
    return Game.from_log({"variant": bench.variant, "rules": bench.rules, "seed": seed, "moves": []})


def submission(name=KLONDIKE, player=random_player, count=1):
    bench = game_named(name)
    deals = [seed for _, seed in bench.deals()][:count]
    return [json.dumps(line) for seed in deals for line in play(bench, seed, player(bench, seed)).lines()]


def test_the_example_of_the_package_runs():
    results = doctest.testmod(patience.bench)
    assert results.failed == 0
    assert results.attempted > 5


def test_the_fixed_deals_never_change():
    """A change of the file needs a new version of the benchmark, and then a new digest here."""
    assert sha256(FILE.read_bytes()).hexdigest().startswith("a9769c637873c78d")


def test_twenty_games_have_a_thousand_deals_each_a_third_of_each_grade():
    assert len(games()) == 20
    for bench in games().values():
        grades = [len(bench.seeds[grade]) for grade in Grade]
        assert sum(grades) == DEALS
        assert max(grades) - min(grades) <= 1
        assert len({seed for _, seed in bench.deals()}) == DEALS


@pytest.mark.parametrize("name", list(games()))
def test_the_deals_are_winnable_and_of_their_grade(name):
    bench = game_named(name)
    for grade in Grade:
        opening = deal_seed(bench.compiled, bench.seeds[grade][-1]).opening
        assert difficulty_of(opening, bench.scale).grade == grade
        assert evaluate(opening, 100_000).finding.prospect == "winnable"


def test_a_view_shows_what_a_player_sees():
    view = view_of(game_named(KLONDIKE), opened(KLONDIKE, "1"))
    assert view.piles["T7"][:6] == (HIDDEN,) * 6
    assert view.piles["T7"][6] != HIDDEN
    assert set(view.piles["S"]) == {HIDDEN}


def test_a_guess_changes_only_cards_that_lie_face_down():
    game = opened(KLONDIKE, "1")
    position = guessed(game, random.Random(1))
    real = position_of(game)
    assert position.piles != real.piles
    assert in_sight(position) == in_sight(real)
    assert all_cards(position) == all_cards(real)


def in_sight(position):
    stock = position.tables.stock
    return [
        [card < 64 and pile != stock and card for card in cards] for pile, cards in enumerate(position.piles)
    ]


def all_cards(position):
    return sorted(card % 64 for cards in position.piles for card in cards)


def test_the_solver_wins_and_each_line_is_a_request_that_the_service_judges():
    lines = submission("freecell", solver, count=2)
    judged = read(lines, fixed_deals())
    assert score(judged["freecell"].values()).rate == 1
    assert [judge(line.encode()).result for line in lines] == [Result.VALID] * 2
    analysis = analyse(next(iter(judged["freecell"].values())), 2_000)
    assert 0 < analysis.length_share <= 1


def test_illegal_moves_are_counted_by_reason_and_end_the_episode():
    bench = game_named(KLONDIKE)
    seed = bench.seeds[Grade.EASY][0]
    # A text that is not a token counts as a move of the stock's cards, which is never legal.
    episode = play(bench, seed, lambda game, refused: "nonsense" if refused else "S-T1")
    assert len(episode.refusals) == MOST_REFUSALS
    lines = [json.dumps(line) for line in episode.lines()]
    (played,) = read(lines, fixed_deals())[KLONDIKE].values()
    assert played.refusals == {"source_locked": MOST_REFUSALS}
    assert [judge(line.encode()).result for line in lines[1:]] == [Result.INVALID] * MOST_REFUSALS
    assert score([played]).refusals == {"source_locked": MOST_REFUSALS}


def test_an_episode_is_cut_off():
    episode = play(
        game_named(KLONDIKE), "1", lambda game, _: "draw" if "draw" in game.legal_moves else "redeal"
    )
    assert len(episode.game.moves) == MOST_MOVES


def changed(line, **members):
    return json.dumps({**json.loads(line), **members})


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [], "The submission is empty"),
        (lambda lines: ["{"], "Line 1: It is not JSON"),
        (lambda lines: ["[" * 100_001], "Line 1: It has more than 100000 characters"),
        (lambda lines: ["[" * 99_999], "Line 1: It is not JSON"),
        (lambda lines: ["[]"], "Line 1: Expected an object whose ref is 'bench 1'"),
        (lambda lines: [changed(lines[0], ref="mine")], "Line 1: Expected an object"),
        (lambda lines: [*lines, lines[0]], "Line 2: Seed .* of klondike is played twice"),
        (lambda lines: [changed(lines[0], seed="99999999")], "Seed 99999999 is not a deal of klondike"),
        (lambda lines: [changed(lines[0], variant="fan", rules={})], "fan with these options is not a game"),
        (lambda lines: [changed(lines[0], moves=["S-T1"])], "The episode has an illegal move"),
        (lambda lines: [changed(lines[0], moves=5)], "moves is a list"),
        (lambda lines: [changed(lines[0], won=True)], "'won' is not a member of a log"),
        (
            lambda lines: [changed(lines[0], ref="bench 1 illegal move")],
            "comes after the line of its episode",
        ),
        (
            lambda lines: [*lines, changed(lines[0], ref="bench 1 illegal move")],
            "The last move, and no other, must be illegal",
        ),
        (
            lambda lines: [
                changed(lines[0], moves=["draw"]),
                changed(lines[0], moves=["draw", "draw", "S-T1"], ref="bench 1 illegal move"),
            ],
            "The moves before the illegal one are not those of the episode",
        ),
        (
            lambda lines: [
                lines[0],
                *[changed(lines[0], moves=["S-T1"], ref="bench 1 illegal move")] * (MOST_REFUSALS + 1),
            ],
            "The episode has more than 20 illegal moves",
        ),
    ],
)
def test_submissions_that_are_refused(spoil, message):
    lines = submission()
    with pytest.raises(BenchError, match=message):
        read(spoil(lines), fixed_deals())


def test_a_hidden_round_follows_from_its_key():
    bench = game_named("freecell")
    key = bytes(range(32))
    deals = list(hidden_deals(key, bench, 6))
    assert deals == list(hidden_deals(key, bench, 6))
    assert [grade for grade, _ in deals].count(Grade.EASY) == 2
    assert not {seed for _, seed in deals} & {seed for _, seed in bench.deals()}
    assert deals != list(hidden_deals(bytes(32), bench, 6))
    assert commitment_to(key) == f"sha256:{sha256(key).hexdigest()}"


def test_the_report_has_a_row_for_each_game_and_one_for_all():
    judged = read([*submission(), *submission("freecell", solver)], fixed_deals())
    rows = [line.split(" | ")[0] for line in report(judged)]
    assert rows == ["| game", "| ---", "| klondike", "| freecell", "| all"]


def test_every_baseline_plays():
    bench = game_named("freecell")
    seed = bench.seeds[Grade.EASY][0]
    for name, player in BASELINES.items():
        episode = play(bench, seed, player(bench, seed))
        assert episode.refusals == (), name
