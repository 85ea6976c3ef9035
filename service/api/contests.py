"""`POST /v1/contests`: a contest in, its ranking out."""

from collections.abc import Iterable, Iterator
from typing import Any

import orjson
from flask import Blueprint, Response, current_app

from schemas.contest import load_contest
from schemas.strict_json import parse
from service.api.claims import claimant, key_ring
from service.http.charged_request import charged_request
from service.http.negotiation import WholeResponse
from service.http.workload import HEAVY_WORK
from service.receipts.contest_check import TYPE, Played, Task, check_contest, play, receipt_members
from service.receipts.signed_texts import sign_text

views = Blueprint("contests", __name__)


@views.post("/v1/contests")
def post_contest() -> Response:
    """Check a contest, and sign its ranking for the holder of a claims token."""
    name, keys = claimant(), key_ring()
    with charged_request(is_heavy=True) as charged:
        settings = charged.settings

        def play_all(tasks: Iterable[Task]) -> Iterator[Played]:
            for task in tasks:
                charged.moves += len(task.moves)
                with HEAVY_WORK:
                    played = play(task)
                yield played

        with HEAVY_WORK:
            contest = load_contest(parse(charged.body), settings.most_moves)
        answer: dict[str, Any] = check_contest(contest, play_all, keys.public, settings.issuer or None, name)
    receipt = None
    if keys.signing:
        about = {
            "iss": settings.issuer,
            **({"aud": name} if name else {}),
            "iat": int(current_app.config["CLOCK"]()),
        }
        receipt = sign_text({**about, **receipt_members(contest, answer)}, keys.signing, TYPE)
    return WholeResponse(orjson.dumps({**answer, "receipt": receipt}), content_type="application/json")
