"""Lines of play: the kernel's and the readable engine's agree, and counts of moves are what walking gives."""

import random
from itertools import islice

import pytest

import patience
from patience import Game, PatienceError, divide, perft, plies
from patience.cards import RANKS, SUITS
from patience.compilation.compiled_rules import tables_for
from patience.kernel.loader import kernel
from patience.line_of_play import Line, ReadableLine
from patience.play.dealing import Deal, deal_seed
from patience.rules.variant import OptionValue
from tests.conftest import each_family
from tests.engine.declarations import random_tables
from tests.engine.games import some_kinds

compiled = kernel()
needs_kernel = pytest.mark.skipif(compiled is None, reason="the kernel is not compiled")


def kernel_line(deal: Deal) -> Line:
    assert compiled
    line = compiled.open_line(deal.tables, deal.opening)
    assert line
    return line


def compare(deal: Deal, moves: int, source: random.Random) -> None:
    """Play at random on both, taking moves back now and then; a copy stays where it was."""
    fast, plain = kernel_line(deal), ReadableLine(deal.position())
    tokens = [deal.tables.token(*play) for play in random_plays(deal, source)]
    for _ in range(moves):
        legal = plain.legal_moves()
        assert fast.legal_moves() == legal
        assert fast.outcome() is plain.outcome()
        assert fast.is_won() is plain.is_won()
        # The kernel counts the last ply by other means than it lists moves.
        assert fast.walk(1) == len(legal)
        for token in tokens:
            copies = fast.copy(), plain.copy()
            assert copies[0].push(token) == copies[1].push(token)
        if not legal:
            break
        move = source.choice(legal)
        assert fast.push(move) == plain.push(move) == move
        if source.random() < 0.2:
            fast.pop()
            plain.pop()
        assert_same_position(fast, plain)


def random_plays(deal: Deal, source: random.Random) -> list[tuple[int, int, int]]:
    piles = range(len(deal.tables.names))
    return [(source.choice(piles), source.choice(piles), source.choice((1, 1, 2, 3))) for _ in range(6)]


def assert_same_position(fast: Line, plain: Line) -> None:
    found, expected = fast.position(), plain.position()
    assert found.piles == expected.piles
    assert found.redeals == expected.redeals
    assert found.won == expected.won
    assert found.tables is expected.tables


@needs_kernel
@each_family
def test_both_lines_agree(variants):
    for variant, options in some_kinds(variants):
        source = random.Random(f"{variant}{options}")
        compare(deal_seed(tables_for(variant, options), str(source.randrange(1, 32_000))), 12, source)


@needs_kernel
def test_both_lines_agree_under_random_declarations():
    source = random.Random(7)
    for tables in islice(random_tables(7), 25):
        compare(deal_seed(tables, str(source.randrange(1, 32_000))), 8, source)


@each_family
def test_a_pile_that_the_game_lacks_is_no_bare_foundation(variants):
    """In FreeCell with one cell, T3-R4 once went to the foundation that a bare F stands for."""
    for variant, options in some_kinds(variants):
        assert_lacks_others(variant, options)


def assert_lacks_others(variant: str, options: dict[str, OptionValue]) -> None:
    """Assert that a game refuses moves to the next pile of each kind."""
    names = tables_for(variant, options).names
    lacking = [f"{letter}{1 + sum(name[0] == letter for name in names)}" for letter in "TRF"]
    lacking += [name for name in "SW" if name not in names]
    for seed in range(1, 4):
        game = Game(variant, seed=seed, **options)
        onto = {move.source for move in game.legal_moves if move.target.startswith("F")}
        for source in onto or {"T1"}:
            for name in lacking:
                with pytest.raises(PatienceError) as error:
                    game.push(f"{source}-{name}")
                assert error.value.reason == "unknown_pile"


@needs_kernel
@each_family
def test_both_lines_count_alike(variants):
    for variant, options in some_kinds(variants):
        assert_counted_alike(variant, options)


def assert_counted_alike(variant: str, options: dict[str, OptionValue]) -> None:
    """Assert that both lines count the same ways to play on."""
    deal = deal_seed(tables_for(variant, options), "11")
    fast, plain = kernel_line(deal), ReadableLine(deal.position())
    (leaves, _), *_ = counted = list(plain.plies(2 if plain.walk(1) < 20 else 1, 10_000))
    assert list(fast.plies(len(counted), 10_000)) == counted
    assert fast.walk(1) == fast.walk(1, bulk=False) == plain.walk(1, bulk=False) == leaves
    assert fast.walk(len(counted)) == counted[-1][0]
    assert plain.leaves(1, 0) == leaves
    assert fast.leaves(4, 10_000) == fast.leaves(4, 1) == fast.walk(4)


@needs_kernel
def test_positions_are_told_apart_alike():
    """Games that one engine takes for equal are equal for the other."""
    for variant in ("klondike", "freecell", "canfield"):
        deal = deal_seed(tables_for(variant), "3")
        keys: dict[object, object] = {}
        for number in range(200):
            source = random.Random(number)
            fast, plain = kernel_line(deal), ReadableLine(deal.position())
            for _ in range(source.randrange(4)):
                move = source.choice(plain.legal_moves())
                fast.push(move)
                plain.push(move)
            assert keys.setdefault(fast.key(), plain.key()) == plain.key()
        assert len(set(keys.values())) == len(keys)


def test_perft_is_what_walking_gives():
    game = Game("klondike", seed=7)
    # T3-T7, W-T3 and draw.
    assert (perft(game, 0), perft(game, 1)) == (1, 3)
    expected = {}
    for move in game.legal_moves:
        game.push(move)
        expected[move] = len(game.legal_moves)
        game.pop()
    assert divide(game, 2) == expected
    assert perft(game, 2) == sum(expected.values())


def test_plies_count_logs_and_positions():
    game = Game("freecell", seed=1)
    found = plies(game, 3)
    assert [ply.leaves for ply in found] == [perft(game, depth) for depth in (1, 2, 3)]
    # Any of four cells is a position of its own: 8 columns times 4 cells.
    assert found[0] == patience.Ply(1, 32, 32)


@needs_kernel
def test_a_won_game_has_no_continuation():
    game = Game("freecell", seed=1)
    for move in game.prospect().line:
        game.push(move)
    assert game.is_won
    assert perft(game, 1) == 0
    assert divide(game, 1) == {}


@pytest.mark.parametrize(
    ("count", "depth"),
    [(perft, -1), (perft, "2"), (perft, 501), (perft, 10**30), (divide, 0), (plies, 0), (plies, 501)],
)
def test_depths_that_are_not_counted_are_refused(count, depth):
    with pytest.raises(PatienceError, match=r"The depth is a whole number from [01] to 500, not") as caught:
        count(Game("freecell", seed=1), depth)
    assert caught.value.reason == "bad_depth"


def test_the_highest_depth_is_counted():
    """Nothing but ``draw`` and ``redeal`` is legal here, by turns, so each position has one move."""
    tops = ["KC", "KD", "KH", "KS", "2C", "2S", "4C"]
    cards = [rank + suit for suit in SUITS for rank in RANKS]
    under = [card for card in cards if card not in {*tops, "6C"}]
    columns = [f"T{number + 1}=({''.join(under[number::7])}){top}" for number, top in enumerate(tops)]
    game = Game.from_position(f"klondike;{';'.join(columns)};S=6C")
    assert game.legal_moves == ["draw"]
    assert perft(game, 500) == ReadableLine(game._line.position()).leaves(500, 1) == 1
    assert plies(game, 500)[-1] == patience.Ply(500, 1, 1)


def test_no_more_positions_are_kept_than_fit():
    with pytest.raises(PatienceError, match="most_positions is a whole number from 1 to 100000000, not 1000"):
        plies(Game("freecell", seed=1), 1, 10**30)


@pytest.mark.parametrize("most", [31, 100])
def test_memory_is_bounded(most):
    with pytest.raises(PatienceError, match=f"More than {most} positions can be reached"):
        plies(Game("freecell", seed=1), 5, most)
