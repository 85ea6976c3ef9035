"""The examples of the description: requests, and the answers that the referee itself gives to them."""

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson
from joserfc.jwk import OKPKey

from schemas.deal import HIDE, deal_json
from schemas.import_request import import_json, request_json
from schemas.replay_request import INCLUDES
from schemas.service_index import service_json
from schemas.variant_description import variant_json, variants_json
from service.config import Settings
from service.engine.compiled import tables_for
from service.engine.dealing import deal_seed
from service.engine.variants import VARIANTS
from service.judging.judge import (
    CLAIM_RESULTS,
    REPLAY_RESULTS,
    Judged,
    Result,
    answered,
    enveloped,
    judge,
    judge_claim,
)
from service.receipts.keys import by_name, jwk_set
from service.receipts.receipts import signer
from service.saves.save_import import import_save

Json = dict[str, Any]

REQUEST_ID: Final = "5f0c8c1e8f4d4f0e9d563f6d3b0f2f11"
TIME: Final = 1_795_219_200
"""When the example's receipt was signed."""

ISSUER: Final = "https://referee.example"

KEY: Final = OKPKey.import_key(
    {
        "kty": "OKP",
        "crv": "Ed25519",
        "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
        "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    }
)
"""The key that RFC 8037 prints in its appendix A, so that everybody can see it is nobody's."""

GOLDEN_GAME: Final = Path(__file__).parent.parent / "api" / "golden_game.json"

SAVED_GAME: Final = Path(__file__).with_name("saved_game.pso")
"""A game of PySolFC's Double Russian with three moves, after a fourth was undone."""

VARIANT: Final = "double-russian"
SEED: Final = "20261121"
MOVES: Final = ["T7-T8x6", "T9-T4x2", "T4-T9x4"]


ASKED: Final = Path(__file__).with_name("prospects.json")
"""Questions whose answers take a search or a table, with the answers: every build describes the same."""

CUT_SHORT: Final = '{"variant": "double-russian", "seed": "1"'


class Example(NamedTuple):
    """What is sent and what comes back; both JSON values, or text for the lines of a batch."""

    name: str
    summary: str
    request: Any
    answer: Any


def _illegal() -> Json:
    return {"variant": VARIANT, "seed": SEED, "moves": MOVES, "include": []}


def _won() -> Json:
    golden: Json = json.loads(GOLDEN_GAME.read_bytes())
    return {**golden, "include": []}


def _dead() -> Json:
    asked = next(example.request for example in prospects() if example.name == "thrown_away")
    return {**{name: asked[name] for name in ("variant", "seed", "moves")}, "include": []}


def _replays() -> Iterable[tuple[str, str, Json]]:
    log = {"variant": VARIANT, "seed": SEED, "moves": MOVES[:2]}
    yield "illegal_move", "An illegal move: the answer says where and why", _illegal()
    yield "won", "A game that is won", _won()
    yield (
        "divergence",
        "A checkpoint that does not hold: two engines part",
        {**log, "include": [], "checkpoints": [{"after": 1, "piles": {"T7": [], "T1": ["??"] * 5}}]},
    )
    yield (
        "dead",
        "A game that nobody can win any more: the proof names a card that can never be freed",
        {**_dead(), "include": ["prospect"]},
    )
    yield (
        "everything",
        "All that can be included: the position, its legal moves, what each move did, a link, the prospect",
        {**log, "rules": {"groups": "any"}, "include": list(INCLUDES), "ref": "game-4711"},
    )


@cache
def replays() -> list[Example]:
    """Logs and their verdicts."""
    return [Example(*asked, _verdict(asked[2])) for asked in _replays()]


def _verdict(request: Json) -> Json:
    answer: Json = json.loads(judge(json.dumps(request).encode()).answer)
    return answer


@cache
def claims() -> list[Example]:
    """Claims that hold and one that does not, as a service with the key of RFC 8037 answers."""
    won = {**_won(), "claim": {"outcome": "won"}, "subject": "player 7", "audience": "https://board.example"}
    refuted = {**_illegal(), "claim": {"outcome": "won", "moves_played": 3}}
    dead = {**_dead(), "claim": {"prospect": "dead"}, "audience": "https://board.example"}
    asked = (
        ("confirmed", "A claim that holds, with its receipt", won),
        ("refuted", "A claim that does not hold: the log has an illegal move", refuted),
        ("dead", "A claim that nobody can win the game any more", dead),
    )
    return [Example(*example, _claim_answer(example[2])) for example in asked]


def _judge_claim(request: bytes) -> Judged:
    return judge_claim(request, signer(KEY, ISSUER, clock=lambda: TIME))


def _claim_answer(request: Json) -> Json:
    answer: Json = json.loads(_judge_claim(json.dumps(request).encode()).answer)
    return answer


@cache
def replay_streams() -> list[Example]:
    """A stream of three lines, one of which is no game log."""
    lines = [json.dumps({**_illegal(), "ref": "game-4711"}), CUT_SHORT, json.dumps(_won())]
    return [_stream("Three lines, of which the second is no JSON", lines, judge, REPLAY_RESULTS)]


@cache
def claim_streams() -> list[Example]:
    """A stream of three lines, one of which is no claim."""
    asked = {example.name: json.dumps(example.request) for example in claims()}
    lines = [asked["confirmed"], CUT_SHORT, asked["refuted"]]
    return [_stream("Three lines, of which the second is no JSON", lines, _judge_claim, CLAIM_RESULTS)]


def _stream(
    about: str, lines: list[str], judge_request: Callable[[bytes], Judged], results: tuple[Result, ...]
) -> Example:
    marks = {"request_id": REQUEST_ID}
    judged = [answered(judge_request, line.encode(), marks) for line in lines]
    answers = [enveloped(b'{"line":%d' % number, one).decode() for number, one in enumerate(judged, start=1)]
    counts = {result.value: sum(one.result is result for one in judged) for result in results}
    summary = json.dumps({"summary": {"lines": len(lines), **counts}}, separators=(",", ":"))
    return Example("a_bad_line", about, _lines(lines), _lines([*answers, summary]))


def _lines(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


@cache
def prospects() -> list[Example]:
    """Games that can be won, or no more."""
    return [Example(**example) for example in json.loads(ASKED.read_bytes())["prospects"]]


@cache
def winnable_deals() -> list[Example]:
    """A page of a table."""
    return [Example(**example) for example in json.loads(ASKED.read_bytes())["winnable_deals"]]


@cache
def imports() -> list[Example]:
    """A saved game."""
    imported = import_save(SAVED_GAME.read_bytes())
    verdict = judge(json.dumps(request_json(imported)).encode()).answer
    answer = json.loads(orjson.dumps(import_json(imported, verdict)))
    return [Example("pysolfc", "A saved game of PySolFC, in which a move had been undone", None, answer)]


@cache
def deals() -> list[Example]:
    """A deal, in full and as a player may see it."""
    deal = deal_seed(tables_for(VARIANT), SEED)
    return [
        Example("open", "Every card is told", {}, deal_json(deal)),
        Example("hidden", "With `hide=face_down`", {"hide": HIDE}, deal_json(deal, hidden=True)),
    ]


@cache
def service() -> list[Example]:
    """A service that signs receipts."""
    settings = Settings(key_file="key.json", issuer=ISSUER)
    answer = service_json(settings, by_name([KEY]), "kernel", signs=True, searches=True)
    return [Example("signs", "A service that signs receipts", {}, answer)]


@cache
def variants() -> list[Example]:
    """Every variant in short."""
    return [Example("all", "All of them", {}, variants_json())]


@cache
def variant() -> list[Example]:
    """One variant in full."""
    return [Example(VARIANT, VARIANTS[VARIANT].title, {}, variant_json(VARIANTS[VARIANT]))]


@cache
def keys() -> list[Example]:
    """The key sets of a service that signs and of one that does not."""
    return [
        Example("one_key", "A service that signs receipts", {}, jwk_set(by_name([KEY]))),
        Example("no_key", "A service that signs none", {}, {"keys": []}),
    ]
