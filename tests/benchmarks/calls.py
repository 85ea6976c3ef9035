"""The path of one request through this project's functions, from the WSGI server to the answer.

    python -m tests.benchmarks.calls

Prints every call of a Python function of `service` or `schemas` for a small `POST /v1/replays`, indented by
depth, and their number.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from types import FrameType

from werkzeug.test import EnvironBuilder

from service.app import create_app
from tests.benchmarks.paired import Ratio, requests

MOST = 15
"""Calls of one request. A generator counts at each start, Flask's URL adapter for the application too."""


def chain() -> list[tuple[int, str]]:
    """Return the depth and name of each call for one request."""
    app = create_app({"log_format": "json"})
    builder = EnvironBuilder(
        "/v1/replays", method="POST", data=requests()[0], content_type="application/json"
    )
    environ = builder.get_environ()
    body = environ["wsgi.input"].read()
    calls: list[tuple[int, str]] = []
    depth = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal depth
        depth += (event == "call") - (event == "return")
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith(("service.", "schemas.")):
            calls.append((depth, f"{module}.{frame.f_code.co_qualname}"))

    for _ in range(2):
        # The first request fills caches.
        calls.clear()
        sys.setprofile(note)
        try:
            list(app({**environ, "wsgi.input": BytesIO(body)}, lambda *_: None))
        finally:
            sys.setprofile(None)
    return calls


def measure() -> Iterator[Ratio]:
    """Count the calls."""
    yield Ratio("2. our functions called per request", [len(chain())], f"<= {MOST}")


if __name__ == "__main__":
    for depth, name in chain():
        print(f"{' ' * depth}{name}")  # noqa: T201
    for ratio in measure():
        print(ratio.row())  # noqa: T201
