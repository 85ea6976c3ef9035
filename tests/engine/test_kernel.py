"""The kernel gives the same answers as the readable engine, and refuses what it does not implement."""

import json
import os
import random
import subprocess
import sys
from copy import copy

import pytest

from patience.cards import CODES
from patience.compilation.compiled_rules import compile_tables, tables_for
from patience.games import VARIANTS
from patience.kernel.loader import KERNEL, engine_name
from patience.play.dealing import deal_seed
from patience.play.replay import GameLog
from patience.rules import Base, Build, Columns, Foundation, Lift, Round, Rules, Stock
from service.judging.judge import judge
from tests.conftest import some
from tests.engine.declarations import MOST_PILES, covering
from tests.engine.requests import random_request, random_rules
from tests.engine.synthetic import UP, across, variant_of
from tests.engine.test_seeds import EDGES
from tests.engines import LEFT, compare, stale_package
from tests.soak.kernel import compare_lines, registered

kernel = pytest.importorskip("patience.kernel.core")

pytestmark = pytest.mark.skipif(engine_name() != KERNEL, reason="the readable engine is chosen")

LINES = len(some(range(400)))
"""``python -m tests.soak.kernel`` compares far more of everything here."""


def test_random_games():
    for variant in some(list(VARIANTS)):
        source = random.Random(variant)
        request = random_request(source, variant, random_rules(source, variant))
        tables = tables_for(variant)
        # An answer on a square has its points, which the readable engine counts, and a set of piles 64 bits.
        is_unfit = bool(tables.rules.hands) or len(tables.names) > MOST_PILES
        is_left = is_unfit and "board" not in request
        expected = ("left to the readable engine",) if is_left else ("valid", "invalid")
        assert compare(json.dumps(request).encode(), 20_000).startswith(expected), variant


def test_random_declarations_of_pairs_of_concepts():
    source = random.Random(0)
    for number, tables in enumerate(covering(0, lambda _: True, 12)):
        name = f"random-{number}"
        with registered(name, variant_of(tables.rules, name)):
            line = json.dumps(random_request(source, name, {})).encode()
            expected = "left to the readable engine" if tables.rules.hands else "valid"
            assert expected in compare(line, 20_000)


def test_lines_of_every_spelling():
    results, disagreement = compare_lines(0, 0, LINES)
    assert disagreement == ""
    assert results["valid"] > LINES / 20


def test_a_seed_says_how_a_redeal_shuffles():
    """RULES §3: once Scuffle's stock is dealt out, a redeal makes a new one, whose order the seed gives."""
    request = {"variant": "scuffle", "seed": "1", "moves": ["deal"] * 12}
    line = json.dumps(request).encode()
    assert compare(line, 20) == "invalid stock_empty"
    assert b"\xe2\x80\x9credeal\xe2\x80\x9d comes first." in judge(line).answer


def test_the_stock_fills_a_column_before_the_waste():
    """RULES §4: an empty column gets one card of the first pile of its list that has one."""
    rules = Rules(
        tuple(Foundation(suit, UP, Build.BY_SUIT) for suit in "CDHS"),
        packs=1,
        layout=across(2, 1),
        columns=Columns(2, Build.ANY_SUIT, Lift.ONE, empty_takes="", refill=("S", "W")),
        stock=Stock(("draw",), drawn_at_start=1),
    )
    first = ["5C", "6D", "KS", "QS"]
    deck = [*first, *sorted({*CODES[:52]} - {*first})]
    with registered("stock-first", variant_of(rules)):
        line = json.dumps({"variant": "stock-first", "deck": deck, "moves": ["T1-T2"]}).encode()
        assert compare(line, 20) == "valid"
        assert [pile["cards"] for pile in json.loads(judge(line).answer)["final_state"]["tableau"]] == [
            ["QS"],
            ["6D", "5C"],
        ]


def test_cards_that_begin_columns_in_a_game_with_a_base_card():
    """RULES §1: `heads` names ranks, whatever the base is, and the kernel counts ranks from the base."""
    rules = Rules(
        tuple(Foundation(suit, UP, Build.BY_SUIT) for suit in "CDHS"),
        packs=1,
        base=Base.FIRST_RANK,
        layout=(*(Round(("F",)),) * 3, Round(("T1", "T2", "T3", "T4", "T5"), heads="K")),
        columns=Columns(5, Build.ANY_SUIT, Lift.ONE, wrap=True, empty_takes=UP),
    )
    with registered("heads-and-base", variant_of(rules)):
        line = json.dumps({"variant": "heads-and-base", "seed": "1", "moves": []}).encode()
        assert compare(line, 20) == LEFT


@pytest.mark.parametrize("packs", [1, 2, 3, 4])
def test_seeds_of_every_length(packs):
    """Both generators, with keys of one, two and three words, and redeals that need more than 624 words."""
    source = random.Random(packs)
    variants = [name for name, variant in VARIANTS.items() if variant.rules.packs == packs][:1]
    judged = [name for name, variant in VARIANTS.items() if len(variant.rules.pile_names) <= MOST_PILES]
    shuffling = [name for name in judged if (stock := VARIANTS[name].rules.stock) and stock.shuffles]
    seeds = [*EDGES, *(source.randrange(10 ** (digits - 1), 10**digits) for digits in range(1, 21))]
    for variant in [*variants, *some(shuffling)]:
        for seed in map(str, seeds):
            request = {"variant": variant, "seed": seed, "moves": ["redeal"] * 3}
            assert compare(json.dumps(request).encode(), 20).startswith(("valid", "invalid")), (variant, seed)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ("require", "KernelError: REFEREE_KERNEL is require, but the compiled kernel does not match"),
        ("auto", "search: the compiled kernel does not match its sources; run `python hatch_build.py`"),
        ("off", ""),
    ],
)
def test_a_kernel_of_other_sources_is_not_used(tmp_path, choice, message):
    stale_package(tmp_path)
    load = "from patience.kernel.loader import engine_name; print(engine_name())"
    command = [sys.executable, "-c", load]
    environment = {**os.environ, "REFEREE_KERNEL": choice}
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert message in run.stderr
    assert run.stdout == ("" if choice == "require" else "readable\n")


def test_a_concept_that_is_not_implemented_is_refused_by_name():
    tables = copy(tables_for("klondike"))
    vars(tables).update(concepts=frozenset({"packs", "gravity"}))
    with pytest.raises(kernel.Unfit, match=r"klondike uses gravity, which the kernel does not implement\."):
        kernel.Table(tables)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(
            tuple(Foundation(suit, UP, Build.BY_SUIT) for suit in 2 * "CDHS"),
            columns=Columns(60, Build.BY_SUIT, Build.BY_SUIT),
            layout=across(52, 2),
        ),
        Rules(
            (Foundation("C", "A", Build.BY_SUIT),) * 99,
            columns=Columns(1, Build.BY_SUIT, Build.BY_SUIT),
            layout=(Round(("T1",)),) * 104,
            won_when=("F1",),
        ),
    ],
    ids=["columns", "foundations"],
)
def test_rules_beyond_the_bounds_are_left_to_the_readable_engine(rules):
    tables = compile_tables(variant_of(rules, "large"), ())
    with pytest.raises(kernel.Unfit, match=r"large has [0-9]+ piles and 104 cards"):
        kernel.Table(tables)
    log = GameLog(deal_seed(tables, "1"), ())
    assert kernel.judge_log(tables, bytes(log.deal.deck), log.moves, "1", True, None) is None


TWO_PACKS = bytes(range(52)) * 2


@pytest.mark.parametrize(
    ("variant", "deck"),
    [
        ("double-russian", b""),
        ("double-russian", bytes(104)),
        ("double-russian", TWO_PACKS + b"\0"),
        ("double-russian", bytes(range(1, 53)) * 2),
        ("double-russian", bytes(range(52))),
        ("klondike", TWO_PACKS),
    ],
)
def test_only_the_cards_of_the_game_are_played(variant, deck):
    tables = tables_for(variant)
    assert kernel.judge_log(tables, deck, (), None, True, None) is None
    with pytest.raises(ValueError, match="deck"):
        kernel.play(kernel.Table(tables), deck, b"")


def test_a_log_played_alone():
    deal = deal_seed(tables_for("rouge-et-noir"), "1")
    table = kernel.Table(deal.tables)
    assert kernel.play(table, bytes(deal.deck), b'"deal", "W-F1"') == (1, "in_progress")
    with pytest.raises(ValueError, match="list of tokens"):
        kernel.play(table, bytes(deal.deck), b'"deal"; "deal"')
