"""The same page in Firefox, driven by WebDriver BiDi."""

import asyncio
import contextlib
import json
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from tornado.websocket import websocket_connect

from tests.browser.test_tasks import EASY, TAPS, chance
from tests.browser.viewer import examples

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
MISSING = "No Firefox is installed: apt-get install firefox-esr."

SECONDS = 60
WAIT = """async () => {{
    const pause = () => new Promise((go) => setTimeout(go, 25));
    for (let tries = 0; tries < 2400 && !({condition}); tries += 1) await pause();
    return Boolean({condition});
}}"""


class Firefox:
    """A page of a Firefox that runs; ``complaints`` are its errors and warnings."""

    def __init__(self, socket) -> None:
        self._socket = socket
        self._asked = 0
        self._context = ""
        self.complaints: list[str] = []

    async def ask(self, method: str, **params) -> dict:
        """What it answers to a command."""
        self._asked += 1
        await self._socket.write_message(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            said = json.loads(await asyncio.wait_for(self._socket.read_message(), SECONDS))
            if said.get("method") == "log.entryAdded" and said["params"]["level"] in ("error", "warn"):
                self.complaints.append(said["params"]["text"])
            if said.get("id") == self._asked:
                assert said["type"] == "success", said
                return said["result"]

    async def begin(self) -> None:
        """A session with one page."""
        await self.ask("session.new", capabilities={})
        await self.ask("session.subscribe", events=["log.entryAdded"])
        tree = await self.ask("browsingContext.getTree")
        self._context = tree["contexts"][0]["context"]

    async def go(self, url: str) -> None:
        """Show a page."""
        await self.ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    async def run(self, function: str):
        """What a function of the page returns."""
        target = {"context": self._context}
        asked = {"functionDeclaration": function, "awaitPromise": True, "target": target}
        answer = await self.ask("script.callFunction", **asked)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    async def see(self, condition: str) -> None:
        """Wait until an expression of the page is true."""
        assert await self.run(WAIT.format(condition=condition)), condition

    async def press(self, *keys: str) -> None:
        """Type keys."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        actions = [{"type": "key", "id": "keyboard", "actions": strokes}]
        await self.ask("input.performActions", context=self._context, actions=actions)

    async def tap(self, tap: str, *, later: bool) -> None:
        """Click a card where it shows; ``later``, so that it is no second half of a double click."""
        x, y = (await self.run(f"() => ({PLACE})({json.dumps(tap)})")).split()
        actions = [
            {"type": "pause", "duration": 600 if later else 0},
            {"type": "pointerMove", "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": actions}
        await self.ask("input.performActions", context=self._context, actions=[mouse])


@contextlib.asynccontextmanager
async def firefox(profile):
    """A Firefox of its own, gone afterwards."""
    process = await asyncio.create_subprocess_exec(
        FIREFOX, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(profile),
        stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        address = None
        while address is None:
            line = await asyncio.wait_for(process.stderr.readline(), SECONDS)
            assert line, "Firefox ended before it listened."
            address = re.search(rb"BiDi listening on (ws://\S+)", line)
        socket = await websocket_connect(f"{address[1].decode()}/session")
        with contextlib.closing(socket):
            yield Firefox(socket)
    finally:
        process.terminate()
        await process.wait()


PLACE = """(tap) => {
    const [pile, count = 1] = tap.split('x');
    const cards = [...document.querySelectorAll(`.card[data-pile="${pile}"]:not(.ghost)`)];
    const depth = (card) => card.style.getPropertyValue('--z');
    cards.sort((one, other) => depth(one) - depth(other));
    const shown = cards.at(-count) ?? document.querySelector(`.place[data-pile="${pile}"] .empty`);
    const { left, top, width } = shown.getBoundingClientRect();
    return `${Math.round(left + width / 2)} ${Math.round(top + 5)}`;
}"""
"""Where a card or an empty place shows; of a covered card that is its upper edge."""


async def win(page: Firefox, address: str, client) -> None:
    """Choose an easy Klondike on the front page and win it by tapping."""
    await page.go(f"{address}/")
    await page.see("document.querySelector('#favourites button')")
    await page.run(chance(client))
    await page.run("() => document.querySelector('#grade-easy').click()")
    await page.see(f"caption.textContent === 'Klondike, deal {EASY} (easy).'")
    for before, tap in pairwise(["", *TAPS.split()]):
        await page.tap(tap, later=before.partition("x")[0] == tap.partition("x")[0] != "S")
    await page.see("!document.querySelector('#finish').hidden")
    await page.run("() => document.querySelector('#finish').click()")
    await page.see("caption.textContent.startsWith('You won in ')")


async def tour(profile, address: str, illegal: dict, client) -> list[str]:
    """Watch, be refused, play, undo, paste, reload, win."""
    moves = ".".join(illegal["moves"])
    async with firefox(profile) as page:
        await page.begin()
        await page.go(f"{address}/#variant={illegal['variant']}&seed={illegal['seed']}&moves={moves}")
        await page.see("document.querySelector('.ghost.bad') && document.querySelector('.arrow')")
        await page.see("ply.textContent === '51 / 51'")
        await page.press("\ue012")
        await page.see("ply.textContent === '50 / 51'")
        await page.run("() => document.querySelector('.place[data-pile=T1]').focus()")
        await page.press("f")
        await page.see("document.querySelector('#card.bad')")
        await page.run("() => document.querySelector('#back').click()")
        await page.see("ply.textContent.startsWith('50 / ')")
        await page.run("() => { anything.value = 'royal-rendezvous 5: draw draw'; intake.requestSubmit(); }")
        await page.see("document.querySelector('#playing').textContent.startsWith('Royal Rendezvous')")
        await page.run("() => history.back()")
        await page.see("document.querySelector('#playing').textContent.startsWith('Double Russian')")
        assert await page.run("() => document.documentElement.scrollWidth <= innerWidth")
        await win(page, address, client)
        return page.complaints


@pytest.mark.skipif(FIREFOX is None, reason=MISSING)
def test_in_firefox(tmp_path, address, client):
    """In a thread, since the driver of the other browser has a loop in this one."""
    (tmp_path / "user.js").write_text('user_pref("ui.prefersReducedMotion", 1);')
    request = examples()["double-russian/illegal"]["request"]
    with ThreadPoolExecutor(1) as thread:
        told = thread.submit(lambda: asyncio.run(tour(tmp_path, address, request, client)))
        assert told.result() == []
