"""The JavaScript engine in a browser: under the viewer's policy, and in the page of "Play in the browser"."""

import re
import shutil
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from service.app import create_app
from service.receipts.keys import as_text, new_key, private_jwk
from tests.browser.conftest import new_page
from tests.browser.test_tutorial import QuietHandler
from tests.doc_pages import ROOT, read_blocks
from tests.sites import on_a_port, serving
from tools.fixtures import corpus

(PAGE,) = [
    block.text
    for block in read_blocks(ROOT / "docs" / "how-to" / "play-in-the-browser.md")
    if block.title == "klondike.html"
]
WON = next(
    game for game in corpus.read("klondike") if game["kind"] == "play" and game["won"] and not game["rules"]
)


@pytest.fixture
def page(browser, tmp_path: Path):
    """Return the page after it was loaded and its network taken away; `back_online` restores it."""
    key_file = tmp_path / "key.json"
    key_file.write_text(as_text(private_jwk(new_key())))
    key_file.chmod(0o600)
    site = tmp_path / "site"
    shutil.copytree(ROOT / "service" / "web" / "engine", site / "patience-referee")
    shutil.copytree(ROOT / "service" / "web" / "words", site / "words")
    settings = {"log_level": "error", "key_file": str(key_file), "issuer": "https://referee.example"}
    with on_a_port(create_app(settings)) as referee:
        (site / "klondike.html").write_text(PAGE.replace("http://127.0.0.1:8000", referee), "utf-8")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=site))
        with serving(server) as address:
            page = new_page(browser)
            page.goto(f"{address}/klondike.html#{WON['seed']}")
            page.wait_for_selector("#board .card")
            page.context.set_offline(True)
            yield page
            page.context.close()


def play(page, token: str) -> None:
    """Click as a player would for this move."""
    if token in ("draw", "redeal"):
        page.evaluate("document.querySelector('[data-pile=S]').click()")
        return
    source, target, count = re.fullmatch(r"(\w+)-(\w+?)(?:x(\d+))?", token).groups()
    target = source if target == "F" else target
    page.evaluate(
        """([source, count, target]) => {
            document.querySelector(`[data-pile=${source}] [data-count="${count}"]`).click();
            document.querySelector(`[data-pile=${target}]`).click();
        }""",
        [source, count or "1", target],
    )


def test_a_game_is_won_offline_and_gets_a_receipt(page):
    play(page, "T1-T1")
    assert "no_foundation_accepts" in page.inner_text("#message")
    for token in WON["moves"]:
        play(page, token)
    assert page.inner_text("#message") == "won"
    page.context.set_offline(False)
    page.click("#send")
    page.wait_for_function("message.value.split('.').length === 3")


def test_the_viewer_can_load_the_engine(viewer):
    request = {**{name: WON[name] for name in ("seed", "moves")}, "variant": "klondike", "include": ["trace"]}
    variant = viewer.ask("data/api", "variant", "klondike")
    assert viewer.ask("engine/index", "replay", variant, request) == viewer.ask(
        "data/api", "replay", request, ["trace"]
    )
