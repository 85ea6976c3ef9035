"""The page of the API in a real browser: every operation is there, and one can be tried."""

import json
from collections.abc import Iterator

import pytest
from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from service.app import create_app
from service.openapi.document import document
from tests.browser.conftest import new_page
from tests.browser.test_access import serious
from tests.browser.viewer import Viewer
from tests.sites import on_a_port

REPLAY = "#operations-replays-replay"


@pytest.fixture(scope="module")
def page_of_docs(browser, address) -> Iterator[Viewer]:
    """A visitor of the page, whom the tests share, since it takes long to open."""
    visitor = Viewer(new_page(browser, viewport={"width": 1440, "height": 900}), address)
    visitor.page.goto(f"{address}/docs")
    visitor.see(".opblock")
    yield visitor
    visitor.page.context.close()


@pytest.fixture
def docs(page_of_docs) -> Iterator[Viewer]:
    """The page, which has not complained."""
    yield page_of_docs
    page_of_docs.check()


def try_replay(docs: Viewer, body: str = "") -> dict:
    """What is answered to a replay request: the first example, or a body of one's own."""
    if not docs.page.locator(f"{REPLAY}.is-open").count():
        docs.page.locator(f"{REPLAY} .opblock-summary-control").click()
    if body:
        docs.page.fill(f"{REPLAY} textarea.body-param__text", body)
    docs.page.locator(f"{REPLAY} .execute").click()
    answer = docs.page.locator(f"{REPLAY} .live-responses-table .response-col_description pre").first
    return json.loads(answer.inner_text())


def test_every_operation_is_there(docs):
    """The first of them in sight."""
    docs.see(".info .title", "Patience Referee")
    described = {
        operation["operationId"] for path in document()["paths"].values() for operation in path.values()
    }
    operations = docs.page.locator(".opblock")
    shown = operations.evaluate_all("(found) => found.map((one) => one.id)")
    assert {name.rpartition("-")[2] for name in shown} == described
    box = operations.first.bounding_box()
    assert box["y"] + box["height"] < 900


ALIKE = ".response:nth-of-type(n + 3), .opblock-tag-section:nth-of-type(n + 2)"
"""The answers of an operation but two, and the sections but one."""


def test_it_is_for_everybody(docs):
    """Axe finds nothing serious with an operation open, and enough contrast in the dark too."""
    background = "getComputedStyle(document.body).backgroundColor"
    assert docs.page.evaluate(background) == "rgb(250, 250, 250)"
    docs.page.locator(".opblock").first.locator(".opblock-summary-control").click()
    docs.see(".body-param__text")
    # Axe is slow, and skips what is hidden.
    hide = "([alike, hidden]) => document.querySelectorAll(alike).forEach((one) => { one.hidden = hidden; })"
    docs.page.evaluate(hide, [ALIKE, True])
    assert serious(docs.page) == []
    docs.page.emulate_media(color_scheme="dark")
    docs.see("html.dark-mode .info .title")
    docs.settle()
    assert docs.page.evaluate(background) != "rgb(250, 250, 250)"
    assert serious(docs.page, "color-contrast") == []
    docs.page.evaluate(hide, [ALIKE, False])


def test_a_request_of_ones_own(docs, client):
    log = {"variant": "royal-rendezvous", "seed": 7, "moves": ["draw", "redeal"], "include": []}
    assert try_replay(docs, json.dumps(log)) == client.post("/v1/replays", json=log).json


def test_the_first_example_behind_a_path_prefix(browser, client):
    """Where a proxy takes the prefix off, page and requests find their way."""
    operation = document()["paths"]["/v1/replays"]["post"]
    first = next(iter(operation["requestBody"]["content"]["application/json"]["examples"].values()))
    service = create_app({"log_level": "error"})
    mounted = DispatcherMiddleware(NotFound(), {"/referee": service})
    with on_a_port(mounted) as address:
        docs = Viewer(new_page(browser), address)
        docs.page.goto(f"{docs.address}/referee/docs")
        verdict = try_replay(docs)
        docs.page.context.close()
    assert verdict == client.post("/v1/replays", json=first["value"]).json
    docs.check()
