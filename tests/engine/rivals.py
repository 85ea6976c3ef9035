"""The readable engine, the kernel and the reference interpreter on the same request."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from conformance import reference
from conformance.declared import judge, opening
from patience.play.legality import check
from patience.play.replay import replay
from schemas.replay_request import load_replay_request
from schemas.verdicts import verdict_json
from service.judging.judge import judge as judge_bytes
from tests.engine.requests import Request, random_token

PROBES = 8
Disagreement = dict[str, Any]


def readable(request: Request, *, trace: bool = False) -> dict[str, Any]:
    """Return the readable engine's verdict as the reference interpreter writes it."""
    verdict = replay(load_replay_request(request).log, trace=trace)
    answer = verdict_json(verdict, ("final_state", "legal_moves"))
    illegal = answer["first_illegal_move"]
    if illegal:
        assert illegal["legal_moves"] == answer["legal_moves"]
        answer["first_illegal_move"] = {key: illegal[key] for key in ("index", "move", "reason")}
    return answer


def kernel(request: Request) -> dict[str, Any]:
    """Return the kernel's verdict likewise; it lists legal moves only after an illegal one."""
    answer: dict[str, Any] = orjson.loads(
        judge_bytes(orjson.dumps(request | {"include": ["final_state"]})).answer
    )
    illegal = answer["first_illegal_move"]
    if illegal:
        answer["legal_moves"] = illegal["legal_moves"]
        answer["first_illegal_move"] = {key: illegal[key] for key in ("index", "move", "reason")}
    return answer


def disagreement(request: Request, expected: Mapping[str, Any] | None = None) -> Disagreement | None:
    """Return the request and the verdicts where they differ from the reference; None if all agree."""
    expected = expected or judge(request)
    verdicts = {
        "readable": readable(request),
        "traced": readable(request, trace=True),
        "kernel": {**expected, **kernel(request)},
    }
    for name, verdict in verdicts.items():
        differ = [key for key in expected if verdict[key] != expected[key]]
        if differ:
            return {
                "request": request,
                "engine": name,
                "found": {key: verdict[key] for key in differ},
                "reference": {key: expected[key] for key in differ},
            }
    return None


def probe(request: Request, source: random.Random) -> Disagreement | None:
    """Offer some more tokens, legal or not, in the position that the request leads to."""
    verdict = replay(load_replay_request(request).log)
    game = game_after(request, verdict.moves_played)
    for token in _offers(source, request):
        found, expected = check(verdict.position, token), reference.why_not(game, token)
        if found != expected:
            moves = [*request["moves"][: verdict.moves_played], token]
            return {
                "request": {**request, "moves": moves},
                "engine": "readable",
                "found": {"reason": found},
                "reference": {"reason": expected},
            }
    return None


def game_after(request: Request, moves: int) -> reference.Game:
    """Return the reference interpreter's position after the first `moves` moves, which are legal."""
    game = opening(request)
    for token in request["moves"][:moves]:
        reference.play(game, token)
    return game


def _offers(source: random.Random, request: Request) -> Iterator[str]:
    for _ in range(PROBES):
        if request["moves"] and source.random() < 0.3:
            yield source.choice(request["moves"])
        else:
            yield random_token(source)
