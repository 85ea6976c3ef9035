"""The engine and the plain implementation before the same request."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from schemas.replay_request import load_replay_request
from schemas.verdicts import verdict_json
from service.engine.legality import check
from service.engine.replay import Verdict, replay
from tests import reference as plain
from tests.engine.requests import Request, random_token

PROBES = 8
Disagreement = dict[str, Any]


def judged(verdict: Verdict) -> dict[str, Any]:
    """A verdict in the words of the plain implementation."""
    answer = verdict_json(verdict, ("final_state", "legal_moves"))
    illegal = answer["first_illegal_move"]
    if illegal:
        assert illegal["legal_moves"] == answer["legal_moves"]
        answer["first_illegal_move"] = {key: illegal[key] for key in ("index", "move", "reason")}
    return answer


def disagreement(request: Request, expected: Mapping[str, Any] | None = None) -> Disagreement | None:
    """The request, and what both make of it where they differ; None if they agree."""
    log = load_replay_request(request).log
    expected = expected or plain.judge(request)
    for trace in (False, True):
        found = judged(replay(log, trace=trace))
        differ = [key for key in expected if found[key] != expected[key]]
        if differ:
            return {
                "request": request,
                "trace": trace,
                "engine": {key: found[key] for key in differ},
                "plain": {key: expected[key] for key in differ},
            }
    return None


def probe(request: Request, source: random.Random) -> Disagreement | None:
    """Offer some more tokens, legal or not, in the position that the request leads to."""
    verdict = replay(load_replay_request(request).log)
    game = plain_game(request, verdict.moves_played)
    for token in _offers(source, request):
        found, expected = check(verdict.position, token), plain.why_not(game, token)
        if found != expected:
            moves = [*request["moves"][: verdict.moves_played], token]
            return {"request": {**request, "moves": moves}, "engine": found, "plain": expected}
    return None


def plain_game(request: Request, moves: int) -> plain.Game:
    """The plain implementation's position after so many legal moves."""
    game = plain.deal(
        request["variant"], request["rules"], seed=request.get("seed"), deck=request.get("deck")
    )
    for token in request["moves"][:moves]:
        plain.play(game, token)
    return game


def _offers(source: random.Random, request: Request) -> Iterator[str]:
    for _ in range(PROBES):
        if request["moves"] and source.random() < 0.3:
            yield source.choice(request["moves"])
        else:
            yield random_token(source)
