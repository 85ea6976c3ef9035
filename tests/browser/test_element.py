"""<patience-board> on a page of a site that has the package alone: no service answers it."""

import re

import pytest
from flask import Flask

from service.api.pages import WEB
from tests.browser.conftest import new_page
from tests.browser.test_embedding import LAST
from tests.doc_pages import ROOT
from tests.sites import on_a_port

GUIDE = (ROOT / "docs/how-to/embed-the-viewer.md").read_text("utf-8")
[EXAMPLE] = [code for code in re.findall(r"```html\n(.*?)```", GUIDE, re.DOTALL) if "<patience-board" in code]
PAGE = f"""<!doctype html><title>Host</title>
<style>.card {{ display: none !important; }} p {{ color: red; }}</style>
<input id="field" autofocus>
<script>
  const heard = [];
  const listen = (type) => addEventListener(type, ({{ target, detail }}) => heard.push([type, detail]), true);
  ['ready', 'loaded', 'move', 'position', 'refused', 'won', 'problem'].forEach(listen);
</script>
{EXAMPLE}"""


@pytest.fixture
def page(browser):
    """A page with the example of the guide, once its board is ready."""
    site = Flask(__name__, static_folder=str(WEB), static_url_path="/patience-referee")
    site.get("/")(lambda: PAGE)
    with on_a_port(site) as own:
        page = new_page(browser)
        page.goto(own)
        page.wait_for_function("heard.some(([type]) => type === 'ready')")
        yield page
        page.context.close()


def details(page, type_):
    return page.evaluate("(type) => heard.filter(([one]) => one === type).map(([, detail]) => detail)", type_)


def test_the_board_plays_explains_and_takes_back(page):
    board = page.locator("patience-board")
    # The example plays the first move when it is ready.
    assert [(move["move"], move["ply"], move["outcome"]) for move in details(page, "move")] == [
        ("draw", 1, "in_progress")
    ]
    assert not board.evaluate("(board) => board.play('redeal')")
    [refused] = details(page, "refused")
    assert (refused["move"], refused["reason"]) == ("redeal", "stock_not_empty")
    assert board.get_by_role("status").inner_text() == refused["detail"]
    board.evaluate("(board) => { board.undo(); board.undo(); }")
    assert [shown["ply"] for shown in details(page, "position")] == [1, 0]
    assert page.evaluate("document.activeElement.id") == "field"
    # A visitor draws with the pointer.
    board.locator(".card[data-pile=S]:not(.covered)").last.click()
    assert len(details(page, "move")) == 2


def test_a_win_is_announced_and_takes_no_focus(page):
    board = page.locator("patience-board")
    board.evaluate("(board, last) => board.load({ variant: 'klondike', board: `T1=KC;${last}` })", LAST)
    assert board.evaluate("(board) => board.play('T1-F')")
    assert details(page, "won") == [{"moves": 1}]
    assert details(page, "move")[-1]["outcome"] == "won"
    assert page.evaluate("document.activeElement.id") == "field"


def test_styles_stay_on_their_side(page):
    page.locator("patience-board .card[data-pile=T7]").first.wait_for()
    assert page.evaluate("getComputedStyle(document.body).display") == "block"
    assert (
        page.evaluate(
            "getComputedStyle(document.querySelector('patience-board').shadowRoot.querySelector('p')).color"
        )
        != "rgb(255, 0, 0)"
    )


def test_attributes_links_and_requests_load(page):
    board = page.locator("patience-board")
    lefts = "(board) => [...board.shadowRoot.querySelectorAll('.place')].map((place) => place.style.left)"
    board.evaluate("(board) => board.load('#v=1&variant=freecell&seed=1&n=1&moves=T6-R1&ply=1')")
    assert details(page, "loaded")[-1] == {"ply": 1}
    before = board.evaluate(lefts)
    board.evaluate("(board) => board.flip()")
    assert board.evaluate(lefts) != before
    board.evaluate("(board) => board.load({ variant: 'freecell', seed: 1 })")
    assert details(page, "loaded")[-1] == {"ply": 0}
    board.evaluate("(board) => board.setAttribute('game', 'no-such-game')")
    page.wait_for_function("heard.at(-1)[0] === 'problem'")
    assert details(page, "problem") == [{"command": "load", "detail": "/variant: Unknown game."}]
