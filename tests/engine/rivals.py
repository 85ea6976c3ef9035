"""The engine and the reference interpreter on the same request."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from schemas.replay_request import load_replay_request
from schemas.verdicts import verdict_json
from service.engine.legality import check
from service.engine.replay import Verdict, replay
from tests import reference
from tests.declared import judge, opening
from tests.engine.requests import Request, random_token

PROBES = 8
Disagreement = dict[str, Any]


def judged(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as the reference interpreter writes it."""
    answer = verdict_json(verdict, ("final_state", "legal_moves"))
    illegal = answer["first_illegal_move"]
    if illegal:
        assert illegal["legal_moves"] == answer["legal_moves"]
        answer["first_illegal_move"] = {key: illegal[key] for key in ("index", "move", "reason")}
    return answer


def disagreement(request: Request, expected: Mapping[str, Any] | None = None) -> Disagreement | None:
    """Return the request and both verdicts where they differ; None if they agree."""
    log = load_replay_request(request).log
    expected = expected or judge(request)
    for trace in (False, True):
        found = judged(replay(log, trace=trace))
        differ = [key for key in expected if found[key] != expected[key]]
        if differ:
            return {
                "request": request,
                "trace": trace,
                "engine": {key: found[key] for key in differ},
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
            return {"request": {**request, "moves": moves}, "engine": found, "reference": expected}
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
