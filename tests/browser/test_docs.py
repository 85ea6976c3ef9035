"""The page of the API in a real browser: every operation is there, and one can be tried."""

import json
from collections.abc import Iterator

import pytest
from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from service.app import create_app
from service.description.document import document
from tests.browser.conftest import new_page
from tests.browser.test_access import serious
from tests.browser.viewer import Viewer
from tests.sites import on_a_port

REPLAY = "#operations-replays-replay"


@pytest.fixture
def docs(browser, address) -> Iterator[Viewer]:
    """A visitor of the page."""
    visitor = Viewer(new_page(browser), address)
    visitor.page.goto(f"{address}/docs")
    yield visitor
    visitor.page.context.close()
    visitor.check()


def try_replay(docs: Viewer, body: str = "") -> dict:
    """What is answered to a replay request: the first example, or a body of one's own."""
    docs.page.locator(f"{REPLAY} .opblock-summary-control").click()
    if body:
        docs.page.fill(f"{REPLAY} textarea.body-param__text", body)
    docs.page.locator(f"{REPLAY} .execute").click()
    answer = docs.page.locator(f"{REPLAY} .live-responses-table .response-col_description pre").first
    return json.loads(answer.inner_text())


def test_every_operation_is_there(docs):
    docs.see(".info .title", "Patience Referee")
    docs.see(".opblock")
    described = {
        operation["operationId"] for path in document()["paths"].values() for operation in path.values()
    }
    shown = docs.page.locator(".opblock").evaluate_all("(found) => found.map((one) => one.id)")
    assert {name.rpartition("-")[2] for name in shown} == described


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_for_everybody(browser, address, scheme):
    """Nothing serious for axe, in the dark with an operation open; the first operation is in sight."""
    visitor = Viewer(new_page(browser, color_scheme=scheme, viewport={"width": 1440, "height": 900}), address)
    visitor.page.goto(f"{address}/docs")
    operation = visitor.page.locator(".opblock").first
    box = operation.bounding_box()
    assert box["y"] + box["height"] < 900
    assert serious(visitor.page) == []
    if scheme == "dark":
        operation.locator(".opblock-summary-control").click()
        visitor.see(".body-param__text")
        assert serious(visitor.page) == []
    background = visitor.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(250, 250, 250)") is (scheme == "light")
    visitor.page.context.close()
    visitor.check()


def test_a_request_can_be_tried(docs, client):
    operation = document()["paths"]["/v1/replays"]["post"]
    first = next(iter(operation["requestBody"]["content"]["application/json"]["examples"].values()))
    assert try_replay(docs) == client.post("/v1/replays", json=first["value"]).json


def test_a_request_of_ones_own(docs, client):
    log = {"variant": "royal-rendezvous", "seed": 7, "moves": ["draw", "redeal"], "include": []}
    assert try_replay(docs, json.dumps(log)) == client.post("/v1/replays", json=log).json


def test_behind_a_path_prefix(browser):
    """Where a proxy takes the prefix off, page and requests find their way."""
    service = create_app({"log_requests": False, "log_level": "error"})
    mounted = DispatcherMiddleware(NotFound(), {"/referee": service})
    with on_a_port(mounted) as address:
        docs = Viewer(new_page(browser), address)
        docs.page.goto(f"{docs.address}/referee/docs")
        verdict = try_replay(docs)
        docs.page.context.close()
    assert verdict["valid"] is False
    docs.check()
