"""The search against positions that brute force has settled, and what it promises of itself."""

import json
import random
from importlib import import_module
from itertools import islice

import pytest

from patience.cards import CARDS, RANKS
from patience.compilation.compiled_rules import tables_for
from patience.formats.board_input import read_board
from patience.games import VARIANTS
from patience.play.dealing import deal_board, deal_seed
from patience.play.position import Position
from patience.play.replay import advance
from patience.search import search_runner as searching
from patience.search.findings import OPEN, Proof, Prospect
from patience.search.heuristics import Heuristic, family, schedule_for
from patience.search.search_runner import (
    CancelledSearchError,
    SearchUnavailableError,
    is_available,
    is_declined,
    search,
)
from tests.conftest import some, some_of_each_family
from tests.engine.games import searched_rule_sets
from tests.search.games import each_settled, positions, reached, won
from tests.search.truths import contradicts, given_up, made_up, played_backwards
from tests.search.well_formed import can_be_met

pytestmark = pytest.mark.skipif(not is_available(), reason="the search is not compiled")

RULE_SETS = list(searched_rule_sets(step=12))
"""Some of all; ``python -m tests.soak.searches truth`` takes every variant."""


def opening(variant: str, seed: str, **options: object) -> Position:
    return deal_seed(tables_for(variant, options), seed).position()


def as_played(position: Position, moves: tuple[str, ...]) -> list[str]:
    """The moves as the replay engine writes them."""
    return advance(position.copy(), moves, None)


@each_settled
def test_agrees_with_brute_force(games):
    for game in games:
        found = search(reached(game), 100_000).finding
        assert found.prospect == game["truth"], game
        assert found.proof is (Proof.LINE if game["truth"] == "winnable" else Proof.EXHAUSTED), game


@each_settled
def test_agrees_with_brute_force_when_memory_is_full(games):
    """Runs of 1 000 positions fill this memory, so the complete search decides with a table of 8 192."""
    compiled = import_module("patience.search.engine")
    for game in games:
        settles_in_a_small_memory(compiled, game)


def settles_in_a_small_memory(compiled, game):
    position = reached(game)
    tables = position.tables
    running = compiled.Search(
        tables, position.piles, position.redeals, schedule_for(tables), 100_000, memory=200_000
    )
    while not running.go_on(1000):
        pass
    line = running.line()
    assert (line is not None, running.is_dead) == (game["truth"] == "winnable", game["truth"] == "dead"), game
    if line:
        moves = tuple(move if isinstance(move, str) else tables.token(*move) for move in line)
        end = position.copy()
        advance(end, moves)
        assert end.won


@pytest.mark.parametrize(("variant", "rules"), some(RULE_SETS), ids=json.dumps)
def test_settles_what_is_small(variant, rules):
    """Few positions can be reached from these, so the search must decide them."""
    tables = tables_for(variant, rules)
    for kind in (made_up, given_up):
        for position, truth in kind(tables, 60, random.Random(f"{variant} {rules}")):
            found = search(position, 3000).finding.prospect
            assert found is (Prospect.WINNABLE if truth else Prospect.DEAD)


@pytest.mark.parametrize(("variant", "rules"), RULE_SETS, ids=json.dumps)
def test_what_can_be_won_is_not_dead(variant, rules):
    tables = tables_for(variant, rules)
    for position, truth in played_backwards(tables, 400, random.Random(f"{variant} {rules}")):
        if can_be_met(position):
            assert not contradicts(search(position, 300).finding, truth)


@pytest.mark.parametrize("game", list(won())[::3], ids=lambda game: f"{game['variant']} {len(game['moves'])}")
def test_no_position_of_a_won_game_is_dead(game):
    for position in islice(positions(game), len(game["moves"]) % 7, None, 7):
        assert search(position, 20).finding.prospect is not Prospect.DEAD


def test_a_line_is_written_as_the_replay_engine_writes_it():
    position = opening("double-russian", "1")
    line = search(position, 30_000).finding.continuation
    assert line is not None
    assert as_played(position, line) == list(line)


def test_a_won_position_needs_no_moves():
    position = reached(next(won()))
    assert position.won
    finding, positions = search(position, 100)
    assert (finding.prospect, finding.proof, finding.continuation, positions) == (
        Prospect.WINNABLE,
        Proof.WON,
        (),
        0,
    )


def test_a_small_budget_buys_no_large_table():
    """Columns of face-down cards have millions of ways to be cleared, of which a proof needs all."""
    cards = list(CARDS)
    random.Random(1).shuffle(cards)
    columns = [
        {"pile": f"T{n + 1}", "face_down": len(cards[n::7]) - 1, "cards": cards[n::7]} for n in range(7)
    ]
    board = deal_board(tables_for("klondike"), read_board({"tableau": columns})).position()
    assert search(board, 1).finding == OPEN
    assert search(board, 100_000).finding.proof is Proof.EXHAUSTED


@pytest.mark.parametrize("budget", [0, 1, 500])
def test_a_budget_is_kept_and_used_up(budget):
    assert search(opening("rouge-et-noir", "1"), budget) == (OPEN, budget)


def test_the_same_question_has_the_same_answer():
    position = opening("royal-rendezvous", "1")
    first = search(position, 20_000)
    search(opening("double-russian", "7"), 2_000)
    assert search(position, 20_000) == first


@pytest.mark.parametrize("variant", ["lily", "trillium"])
def test_what_lies_in_memory_makes_no_difference(variant):
    """A face-down card that lies among face-up ones has no row in the table of what may lie on it."""
    compiled = import_module("patience.search.engine")

    def order_among(byte: int) -> list[int]:
        position = opening(variant, "63")
        freed = [bytes([byte]) * size for size in range(200, 480, 8) for _ in range(300)]
        del freed
        tables = position.tables
        running = compiled.Search(tables, position.piles, position.redeals, schedule_for(tables), 100)
        running.go_on(200)
        return running.parents()

    assert order_among(0) == order_among(15) == order_among(255)


def test_more_than_was_needed_changes_nothing():
    position = opening("double-russian", "1")
    found = search(position, 30_000)
    assert search(position, found.positions) == found
    assert search(position, 50_000) == found


def test_runs_join_at_once():
    """Without such moves, 15 401 positions are searched before the first deal is won."""
    for seed in ("9001", "9002", "9003"):
        assert search(opening("spider", seed, suits="two"), 5000).finding.prospect is Prospect.WINNABLE


def test_runs_are_parted_for_a_deal():
    """Two runs of spades lie beside eight empty columns, and a deal needs a card in all ten."""
    homes = ";".join(
        f"F{pile}={''.join(f'{rank}{suit}' for rank in RANKS[::-1])}"
        for pile, suit in enumerate("CCHHDD", start=1)
    )
    board = f"T1=KSQSJSTS9S8S7S6S5S4S3S2S;T2=KSQSJSTS;{homes};S=ASAS2S3S4S5S6S7S8S9S"
    found = search(deal_board(tables_for("spider"), read_board(board)).position(), 1000)
    assert found.finding.prospect is Prospect.WINNABLE


def test_a_search_that_nobody_waits_for_ends():
    asked = []

    def cancelled() -> bool:
        asked.append(True)
        return len(asked) == 3

    with pytest.raises(CancelledSearchError):
        search(opening("rouge-et-noir", "1"), 300_000, cancelled)
    assert len(asked) == 3


def test_without_the_compiled_search(monkeypatch):
    monkeypatch.setattr(searching, "is_available", lambda: False)
    with pytest.raises(SearchUnavailableError):
        search(opening("double-russian", "1"), 100)


@some_of_each_family
def test_every_game_is_searched_or_declined(variants):
    """The search takes each game under each of its options, and a small budget is used up or decides.

    A declined game is undecided at once.
    """
    for variant in variants:
        for option in [{}, *({o.name: value} for o in VARIANTS[variant].options for value in o.words[1:])]:
            position = opening(variant, "1", **option)
            result = search(position, 20)
            if is_declined(position.tables):
                assert (result.positions, result.finding.prospect) == (0, Prospect.UNDECIDED), variant
            else:
                assert result.positions == 20 or result.finding.prospect is not Prospect.UNDECIDED, variant


def test_the_line_of_a_greedy_run_that_turns_the_waste_wins():
    """Its forced moves are written as they were played: a waste that was turned back has no top card."""
    start = opening("canfield", "28")
    greedy = family("endless-game")._replace(width=300, greedy=2)
    running = import_module("patience.search.engine").Search(
        start.tables, start.piles, start.redeals, (greedy,), 500
    )
    assert running.go_on(1000)
    line = searching.tokens_of(start.tables, running.line())
    assert searching.replay(start, line).won


def test_cards_of_sets_differ_by_rank_and_suit():
    """Jack, Queen and King of a suit leave together, and no rule of pairs distinguishes these cards."""
    assert search(opening("suit-elevens", "18"), 3000).finding.prospect is Prospect.WINNABLE


def test_a_schedule_begins_anew_after_each_quota():
    """The first entry has too few positions to win, and the second starts from the deal."""
    start = opening("freecell", "11")
    compiled = import_module("patience.search.engine")

    def positions(*schedule: Heuristic) -> int:
        running = compiled.Search(start.tables, start.piles, start.redeals, schedule, 30_000)
        while not running.go_on(30_000):
            pass
        assert running.line()
        return running.positions

    wide = family("freecell")._replace(width=1000, greedy=0, quota=30_000)
    assert positions(family("freecell")._replace(quota=20), wide) == 20 + positions(wide)
    short = family("freecell")._replace(quota=20), wide._replace(quota=20)
    # The second round has 80 positions for each entry.
    assert positions(*short) > 40


def test_a_greedy_run_that_left_nothing_out_is_not_repeated():
    """Greedy runs prove nothing, and this heuristic asks for no others."""
    start = opening("streets-and-alleys", "1")
    compiled = import_module("patience.search.engine")
    greedy = family("freecell")._replace(greedy=3, width=2**31)
    running = compiled.Search(start.tables, start.piles, start.redeals, (greedy,), 3000)
    while not running.go_on(3000):
        pass
    assert running.is_dead
    assert running.runs == 2


def test_a_schedule_without_quotas_is_refused():
    start = opening("freecell", "11")
    compiled = import_module("patience.search.engine")
    with pytest.raises(ValueError, match="Every heuristic of a schedule of several needs a quota"):
        compiled.Search(start.tables, start.piles, start.redeals, (family("freecell"),) * 2, 100)


@pytest.mark.parametrize("variant", ["canfield", "american-toad", "chameleon"])
def test_a_board_of_other_tables_is_refused(variant):
    """Foundations begin with the rank that was dealt. By other tables nearly all deals would be dead."""
    start = opening(variant, "29")
    compiled = import_module("patience.search.engine")
    other = next(rank for rank in RANKS if rank != start.tables.base_rank)
    for tables in (tables_for(variant), start.tables.at_base(other)):
        with pytest.raises(ValueError, match="search with the tables of the position"):
            compiled.Search(tables, start.piles, 0, schedule_for(tables), 100)


def test_a_board_with_other_piles_is_refused():
    start = opening("freecell", "1")
    compiled = import_module("patience.search.engine")
    with pytest.raises(ValueError, match="Expected a board of 16 piles, as freecell has them, got 13"):
        compiled.Search(start.tables, opening("klondike", "1").piles, 0, schedule_for(start.tables), 100)
