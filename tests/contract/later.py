"""A later version of the service: its answers have values and members that clients do not know."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import orjson
from flask import Response

from service.app import create_app
from tests.sites import on_a_port

WORD = "of_tomorrow"


@contextmanager
def later_service() -> Iterator[str]:
    """Yield its address."""
    app = create_app({"log_level": "warning"})
    app.after_request(_of_tomorrow)
    with on_a_port(app) as address:
        yield address


def _of_tomorrow(response: Response) -> Response:
    if response.mimetype in ("application/json", "application/problem+json"):
        response.set_data(orjson.dumps(_grown(response.get_json())))
    return response


def _grown(answer: Any) -> Any:
    """Add a member to every object, and change every value that later versions may change."""
    if isinstance(answer, list):
        return [_grown(inner) for inner in answer]
    if not isinstance(answer, dict):
        return answer
    grown = {name: _grown(inner) for name, inner in answer.items()}
    for name in {"outcome", "reason", "code", "type", "kind", "status", "kty"} & answer.keys():
        if isinstance(answer[name], str):
            grown[name] = WORD
    for name in {"reasons", "actions", "features"} & answer.keys():
        grown[name] = [*answer[name], WORD]
    if "rules" in answer:
        grown["rules"] = {"groups": 7, "redeals": WORD, WORD: WORD}
    return {**grown, "of_tomorrow": {"anything": [1]}}
