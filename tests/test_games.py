"""The corpora in fixtures/games, on both engines and the reference interpreter; what they must cover.

A corpus has deals, games that PySolFC played, games with verdicts, and counts of ways to play on
(fixtures/README.md). Each is read once. The reference interpreter, which is slow, takes a part of each.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import orjson
import pytest

from conformance import reference
from conformance.deals import deal_of
from conformance.declared import judge as judge_by_reference
from conformance.declared import opening, option_values
from patience.cards import CODES
from patience.cards.reasons import Reason
from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.kernel.loader import READABLE, engine_name
from patience.play.checks import possible_reasons
from patience.play.dealing import deal_deck, deal_seed
from patience.play.legality import check, legal_moves, play
from patience.play.position import Position
from patience.play.replay import advance
from schemas.positions import state_json
from service.judging.judge import judge
from tests.conftest import FIXTURES, each_family, once, some, some_of_each_family
from tools.fixtures import corpus
from tools.fixtures.perft import ways

Line = dict[str, Any]

SAMPLE = 10
"""The reference interpreter, which is slow, takes one in ten, of which ``some`` are left."""

readably = pytest.mark.skipif(
    engine_name() != READABLE, reason="The run without the kernel asks the readable engine."
)


@cache
def lines(variant: str) -> list[Line]:
    return corpus.read(variant)


def lines_of(variant: str, kind: str) -> list[Line]:
    return [line for line in lines(variant) if line["kind"] == kind]


def lines_of_each(variants: Iterable[str], kind: str) -> Iterator[tuple[str, Line]]:
    """Yield each variant with each of its lines of a kind."""
    for variant in variants:
        # Our own games are recorded by hundreds, and the readable engine takes thirty times as long.
        of_kind = lines_of(variant, kind)
        for line in some(of_kind) if kind == "game" and engine_name() == READABLE else of_kind:
            yield variant, line


def request_of(variant: str, line: Line) -> Line:
    return {
        "variant": variant,
        **{key: line[key] for key in ("rules", "seed", "deck", "moves") if key in line},
    }


def verdict_on(request: Line) -> Line:
    """Return the verdict of the engine that judges here; CI runs this file with the kernel and without it."""
    return orjson.loads(judge(orjson.dumps({"include": ["final_state"]} | request)).answer)


@once
@each_family
def test_deals(variants):
    for variant, line in lines_of_each(variants, "deal"):
        tables = tables_for(variant, line["rules"])
        by_seed = deal_seed(tables, line["seed"])
        assert [CODES[card] for card in by_seed.deck] == line["deck"], variant
        assert state_json(by_seed.position()) == line["state"], variant
        assert state_json(deal_deck(tables, line["deck"]).position()) == line["state"], variant


@once
@some_of_each_family
def test_deals_by_reference(variants):
    for variant, line in lines_of_each(variants, "deal"):
        game = opening({"variant": variant, "rules": line["rules"], "seed": line["seed"]})
        assert (game.deck, reference.state(game)) == (line["deck"], line["state"]), variant


@each_family
def test_played_elsewhere(variants):
    """Every move is legal, and so are exactly the moves that the other program allows."""
    for variant, line in lines_of_each(variants, "play"):
        request = request_of(variant, line)
        verdict = verdict_on(request)
        assert verdict["valid"], verdict
        assert (verdict["outcome"] == "won") == line["won"], variant
        assert without_redeals(verdict["final_state"]) == line["final"], variant
        for probe in line["probes"]:
            moves = line["moves"][: probe["after"]]
            verdict = verdict_on({**request, "moves": [*moves, probe["refused"][0]]})
            assert verdict["moves_played"] == len(moves), variant
            assert sorted(verdict["first_illegal_move"]["legal_moves"]) == probe["legal"], variant


@readably
@each_family
def test_refused_elsewhere(variants):
    """No move that the other program refuses is legal."""
    for variant, line in lines_of_each(variants, "play"):
        position, played = deal_of(request_of(variant, line)).position(), 0
        for probe in line["probes"]:
            advance(position, line["moves"][played : probe["after"]])
            played = probe["after"]
            assert sorted(legal_moves(position)) == probe["legal"], variant
            assert [token for token in probe["refused"] if check(position, token) is None] == [], variant


@once
@some_of_each_family
def test_played_elsewhere_by_reference(variants):
    for variant in variants:
        for line in lines_of(variant, "play")[:1]:
            play_by_reference(variant, line)


def play_by_reference(variant: str, line: Line) -> None:
    game = opening(request_of(variant, line))
    probes = {probe["after"]: probe for probe in line["probes"][:2]}
    for number, token in enumerate(line["moves"]):
        if number in probes:
            assert sorted(reference.legal_moves(game)) == probes[number]["legal"], variant
            refused = probes[number]["refused"]
            assert [token for token in refused if reference.why_not(game, token) is None] == [], variant
        assert reference.why_not(game, token) is None, variant
        reference.play(game, token)
    assert (reference.outcome(game) == "won") == line["won"], variant
    assert without_redeals(reference.state(game)) == line["final"], variant


def without_redeals(state: Line) -> Line:
    return {name: value for name, value in state.items() if name not in ("redeals", "base_rank")}


@each_family
def test_verdicts(variants):
    for variant, line in lines_of_each(variants, "game"):
        name = variant, line["name"]
        expected = dict(line["verdict"])
        legal = expected.pop("legal_moves")
        # With "legal_moves", the readable engine judges a whole game, also where there is a kernel.
        include = ["final_state", "legal_moves"] if engine_name() == READABLE else ["final_state"]
        verdict = verdict_on(line["request"] | {"include": include})
        assert verdict.get("legal_moves", legal) == legal, name
        illegal = verdict["first_illegal_move"]
        if illegal:
            assert illegal["legal_moves"] == legal, name
            verdict["first_illegal_move"] = {key: illegal[key] for key in ("index", "move", "reason")}
        assert {key: verdict[key] for key in expected} == expected, name


@once
@some_of_each_family
def test_verdicts_by_reference(variants):
    for variant in variants:
        for line in some(lines_of(variant, "game")[len(variant) % SAMPLE :: SAMPLE]):
            verdict = judge_by_reference(line["request"]) | {"moves_total": len(line["request"]["moves"])}
            assert verdict == line["verdict"], (variant, line["name"])


@readably
@some_of_each_family
def test_ways_to_play_on(variants):
    for variant, line in lines_of_each(variants, "perft"):
        position = deal_of(request_of(variant, line)).position()
        assert len(advance(position, line["moves"])) == len(line["moves"]), variant
        depths = range(1, len(line["counts"]) + 1)
        assert [sequences(position, depth) for depth in depths] == line["counts"], variant


def sequences(position: Position, length: int) -> int:
    """Return the number of sequences of `length` legal moves."""
    legal = legal_moves(position)
    if length == 1:
        return len(legal)
    return sum(sequences(after(position, token), length - 1) for token in legal)


def after(position: Position, token: str) -> Position:
    following = position.copy()
    play(following, following.tables.read(token))
    return following


@once
@each_family
def test_the_counts_are_the_reference_interpreter_s(variants):
    for variant in some(variants[::SAMPLE]):
        line = lines_of(variant, "perft")[0]
        assert ways(opening(request_of(variant, line))) == line["counts"], variant


def test_a_corpus_for_every_variant_and_no_other():
    files = {path.name.removesuffix(".jsonl.gz") for path in (FIXTURES / "games").iterdir()}
    assert files == set(VARIANTS)


@once
@each_family
def test_a_corpus_covers_seeds_and_options(variants):
    for variant in variants:
        seeds = [line["seed"] for line in lines_of(variant, "deal") if not line["rules"]]
        assert tuple(seeds) == corpus.seeds_of(variant), variant
        games = lines_of(variant, "game")
        assert len({line["name"] for line in games}) == len(games), variant
        verdicts = [line["verdict"] for line in games]
        reasons = {verdict["first_illegal_move"]["reason"] for verdict in verdicts if not verdict["valid"]}
        assert reasons <= {Reason(reason) for reason in possible_reasons(VARIANTS[variant])}, variant
        options = [item for line in games for item in line["request"]["rules"].items()]
        for name, values in option_values(variant).items():
            words = {value for value in values if isinstance(value, str)}
            chosen = {value for option, value in options if option == name}
            assert chosen >= words - {values[0]}, (variant, name)
        assert lines_of(variant, "perft"), variant


def test_every_reason_has_a_game():
    illegal = (line["verdict"]["first_illegal_move"] for v in VARIANTS for line in lines_of(v, "game"))
    seen = {move["reason"] for move in illegal if move}
    assert seen >= {Reason(reason) for v in VARIANTS.values() for reason in possible_reasons(v)}
