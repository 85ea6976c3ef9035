"""The kernel against the readable engine: whatever can be declared, and requests of every spelling."""

import random
from itertools import islice

import orjson
import pytest

from schemas.verdicts import illegal_json, verdict_json
from service.engine.compiled import CompiledRules, compile_tables, tables_for
from service.engine.dealing import Deal, deal_seed
from service.engine.legality import legal_moves, play
from service.engine.replay import GameLog, replay
from service.engine.rules import Build, Columns, Foundation, Rules
from service.engine.variants import VARIANTS
from service.judging.kernel_loader import KERNEL, engine_name
from tests.engine.declarations import random_tables
from tests.engine.games import rule_sets
from tests.engine.requests import random_token
from tests.engine.synthetic import SYNTHETIC, UP, across, variant_of
from tests.soak.kernel import compare_lines

kernel = pytest.importorskip("service.engine.kernel")

pytestmark = pytest.mark.skipif(engine_name() != KERNEL, reason="the readable engine is chosen")

LINES = 3000
GAMES = 6
SETTINGS = [
    *((variant.id, compile_tables(variant, ())) for variant in SYNTHETIC.values()),
    *((f"random {number}", tables) for number, tables in enumerate(islice(random_tables(2, None), 10))),
    *((f"{variant} {rules}", tables_for(variant, rules)) for variant, rules in rule_sets()),
]


def random_log(deal: Deal, source: random.Random) -> GameLog:
    """Legal moves, mostly to foundations; then perhaps any token; bare and superfluous ways to write them."""
    position, moves = deal.position(), []
    for _ in range(source.choice((0, 10, 60))):
        legal = legal_moves(position)
        if not legal:
            break
        home = [move for move in legal if "-F" in move]
        token = source.choice(home if home and source.random() < 0.7 else legal)
        play(position, position.tables.read(token))
        moves.append(f"{token}x1" if "-" in token and "x" not in token and source.random() < 0.1 else token)
    moves += [random_token(source) for _ in range(source.randint(0, 2))]
    return GameLog(deal, tuple(moves))


@pytest.mark.parametrize("tables", [tables for _, tables in SETTINGS], ids=[name for name, _ in SETTINGS])
def test_whatever_can_be_declared(tables: CompiledRules):
    for number in range(1 if tables.variant.id in VARIANTS else GAMES):
        source = random.Random(f"{tables.variant.id} {number}")
        log = random_log(deal_seed(tables, str(source.randint(1, 10**9))), source)
        verdict = replay(log)
        judgement = kernel.judge_log(tables, bytes(log.deal.deck), log.moves, log.deal.seed, True, b'"a"')
        answer = judgement.answer
        illegal = verdict.first_illegal_move
        if illegal:
            assert judgement.legal_moves == orjson.dumps(illegal.legal_moves)
            assert judgement.piles == verdict.position.piles
            assert (judgement.redeals, judgement.won) == (verdict.position.redeals, verdict.position.won)
            why = illegal_json(
                illegal.index, judgement.illegal, illegal.reason, illegal.detail, illegal.legal_moves
            )
            answer = judgement.explained(orjson.dumps(why))
        assert answer == orjson.dumps(verdict_json(verdict, {"final_state"}, "a"))
        assert (judgement.moves_played, judgement.outcome) == (verdict.moves_played, verdict.outcome)


def test_lines_of_every_spelling():
    """As ``python -m tests.soak.kernel`` compares far more."""
    made, disagreement = compare_lines(0, 0, LINES)
    assert disagreement == ""
    assert made["valid"] > LINES / 20


@pytest.mark.parametrize(
    "rules",
    [
        Rules(
            (Foundation("C", UP, Build.BY_SUIT),) * 8,
            layout=across(52, 2),
            columns=Columns(60, Build.BY_SUIT, Build.BY_SUIT),
        ),
        Rules(
            (Foundation("C", "A", Build.BY_SUIT, dealt=0),) * 99,
            layout=across(1, 104),
            columns=Columns(1, Build.BY_SUIT, Build.BY_SUIT),
            won_when=("F1",),
        ),
    ],
    ids=["columns", "foundations"],
)
def test_what_is_too_large_is_left_to_the_readable_engine(rules):
    tables = compile_tables(variant_of(rules, "large"), ())
    with pytest.raises(kernel.Unfit):
        kernel.Table(tables)
    log = GameLog(deal_seed(tables, "1"), ())
    assert kernel.judge_log(tables, bytes(log.deal.deck), log.moves, "1", True, None) is None


@pytest.mark.parametrize("deck", [b"", bytes(104), bytes(range(52)) * 2 + b"\0", bytes(range(1, 53)) * 2])
def test_only_two_packs_are_played(deck):
    tables = tables_for("double-russian")
    assert kernel.judge_log(tables, deck, (), None, True, None) is None
    with pytest.raises(ValueError, match="deck"):
        kernel.play(kernel.Table(tables), deck, b"")


def test_a_log_played_alone():
    deal = deal_seed(tables_for("rouge-et-noir"), "1")
    table = kernel.Table(deal.tables)
    assert kernel.play(table, bytes(deal.deck), b'"deal", "W-F1"') == (1, "in_progress")
    with pytest.raises(ValueError, match="list of tokens"):
        kernel.play(table, bytes(deal.deck), b'"deal"; "deal"')
