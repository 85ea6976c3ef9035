"""The board in a frame of another site: it speaks with the origin in its address, and takes no focus."""

import pytest
from flask import Flask

from tests.browser.conftest import new_page
from tests.sites import on_a_port

LINK = "#v=1&variant=klondike&seed=7"
PAGE = """<!doctype html><title>Host</title><input id="field" autofocus>
<script>
  const said = [];
  addEventListener('message', ({ origin, data }) => {
    if (data.flip) tell({ type: 'flip' });
    else said.push({ origin, ...data });
  });
  const tell = (message) => document.querySelector('iframe').contentWindow
    .postMessage({ source: 'patience-referee', ...message }, '*');
  const heard = (type) => said.some((message) => message.type === type);
</script>"""


SUITS = {"F1": "CQ", "F2": "SK", "F3": "HK", "F4": "DK"}
LAST = ";".join(
    f"{pile}={''.join(rank + suit for rank in 'A23456789TJQK'[: 12 + (last == 'K')])}"
    for pile, (suit, last) in SUITS.items()
)
"""The foundations of Klondike that lack the King of clubs."""

MIRRORED = """() => new Promise((done) => {
    const left = () => [...document.querySelectorAll('#board .card')]
        .map((card) => card.getBoundingClientRect().left).join();
    const before = left();
    parent.postMessage({ flip: true }, '*');
    const look = () => (left() === before ? requestAnimationFrame(look) : done());
    look();
})"""
"""Ask the host to flip the board, and wait until cards lie elsewhere."""


@pytest.fixture
def host(browser, address):
    """Opens a page of another origin with the board in a frame, whose address names an origin."""
    site = Flask(__name__)
    site.get("/")(lambda: PAGE)
    with on_a_port(site) as own:
        page = new_page(browser)

        def open_host(origin: str | None = own):
            page.goto(own)
            page.focus("#field")
            query = f"?origin={origin}" if origin else ""
            page.evaluate(
                "(src) => { const frame = document.createElement('iframe'); frame.width = 900;"
                "frame.height = 600; frame.src = src; document.body.append(frame); }",
                f"{address}/embed{query}{LINK}",
            )
            page.frame_locator("iframe").locator("html[data-ready]").wait_for(state="attached")
            return page

        yield open_host
        page.context.close()


def messages(page, type_):
    return page.evaluate("(type) => said.filter((message) => message.type === type)", type_)


def test_the_host_loads_plays_and_takes_back(host, address):
    page = host()
    page.wait_for_function("heard('ready')")
    page.evaluate("tell({ type: 'play', move: 'draw' })")
    page.wait_for_function("heard('move')")
    (moved,) = messages(page, "move")
    assert (moved["origin"], moved["move"], moved["ply"]) == (address, "draw", 1)
    page.evaluate("tell({ type: 'play', move: 'redeal' })")
    page.wait_for_function("heard('refused')")
    (refused,) = messages(page, "refused")
    assert (refused["move"], refused["reason"]) == ("redeal", "stock_not_empty")
    assert refused["detail"].endswith(".")
    page.evaluate("tell({ type: 'undo' })")
    page.evaluate("tell({ type: 'undo' })")
    page.wait_for_function("said.at(-1).type === 'position' && said.at(-1).ply === 0")
    page.frames[1].evaluate(MIRRORED)
    page.evaluate("tell({ type: 'load', link: '#v=1&variant=freecell&seed=1&n=1&moves=T6-R1&ply=1' })")
    page.wait_for_function("heard('loaded')")
    assert page.evaluate("document.activeElement.id") == "field"


def test_a_win_and_commands_that_cannot_be_carried_out_are_announced(host):
    page = host()
    page.wait_for_function("heard('ready')")
    wrong = [
        {"type": "load", "link": "#v=1&variant=klondike"},
        {"type": "load", "link": "#v=1&variant=no-such-game&seed=1"},
        {"type": "load", "link": 7},
        {"type": "play", "move": "up"},
        {"type": "play"},
        {"type": "turn"},
    ]
    for number, command in enumerate(wrong, start=1):
        page.evaluate("(command) => tell(command)", command)
        page.wait_for_function(
            "(number) => said.filter((message) => message.type === 'problem').length === number", arg=number
        )
    problems = messages(page, "problem")
    assert [message["command"] for message in problems] == ["load"] * 3 + ["play"] * 2 + ["turn"]
    reasons = ("seed", "no-such-game", "link", "not a move", "not a move", "unknown")
    for problem, reason in zip(problems, reasons, strict=True):
        assert reason in problem["detail"]
    board = f"T1=KC;{LAST}"
    page.evaluate("(board) => tell({ type: 'load', link: `#v=1&variant=klondike&board=${board}` })", board)
    page.wait_for_function("heard('loaded')")
    page.evaluate("tell({ type: 'play', move: 'T1-F' })")
    page.wait_for_function("heard('won')")
    assert [message["moves"] for message in messages(page, "won")] == [1]
    # The host keeps the focus, also while the win is celebrated.
    assert page.evaluate("document.activeElement.id") == "field"


@pytest.mark.parametrize("origin", [None, "https://elsewhere.example", "*", "null"])
def test_another_origin_hears_nothing_and_is_not_obeyed(host, origin):
    page = host(origin)
    page.evaluate("tell({ type: 'flip' }); tell({ type: 'play', move: 'draw' })")
    # The messages have arrived once a later one of the frame itself has.
    frame = page.frames[1]
    frame.evaluate("new Promise((done) => { addEventListener('message', done); postMessage({}, '*'); })")
    assert not frame.evaluate("document.body.classList.contains('left-handed')")
    assert page.evaluate("said") == []
