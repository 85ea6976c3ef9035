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

from tests.browser.conftest import WINDOW
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


WALK = """async () => {
    const service = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
    const browser = Services.wm.getMostRecentWindow('navigator:browser');
    const numbers = (length) => Array.from({ length }, (_, number) => number);
    const childrenOf = (node) => numbers(node?.childCount ?? 0).map((at) => node.getChildAt(at));
    const title = browser.gBrowser.selectedBrowser.contentTitle;
    const find = (node) => node && service.getStringRole(node.role) === 'document' && node.name === title
        ? node : childrenOf(node).reduce((found, child) => found ?? find(child), null);
    const nodes = [];
    const walk = (node) => {
        const [state, more] = [{}, {}];
        node.getState(state, more);
        const states = service.getStringStates(state.value, more.value);
        const names = numbers(states.length).map((at) => states.item(at));
        nodes.push([service.getStringRole(node.role), node.name ?? '', names.join(' ')]);
        childrenOf(node).forEach(walk);
    };
    // The tree follows the page a moment later: two equal walks are the whole.
    let before = '';
    for (let tries = 0; tries < 50; tries += 1) {
        await new Promise((go) => browser.setTimeout(go, 100));
        nodes.length = 0;
        const page = find(service.getAccessibleFor(browser.document));
        if (page) walk(page);
        if (page && JSON.stringify(nodes) === before) break;
        before = JSON.stringify(nodes);
    }
    return JSON.stringify(nodes);
}"""
"""Walks the tree that Firefox offers to screen readers."""


class Firefox:
    """A page of a Firefox that runs; ``complaints`` are its errors and warnings."""

    def __init__(self, socket) -> None:
        self._socket = socket
        self._asked = 0
        self.context = ""
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
        self.context = tree["contexts"][0]["context"]

    async def go(self, url: str) -> None:
        """Show a page."""
        await self.ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    async def run(self, function: str):
        """What a function of the page returns."""
        target = {"context": self.context}
        asked = {"functionDeclaration": function, "awaitPromise": True, "target": target}
        answer = await self.ask("script.callFunction", **asked)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    async def see(self, condition: str) -> None:
        """Wait until an expression of the page is true."""
        assert await self.run(WAIT.format(condition=condition)), condition

    async def accessible(self) -> list[list[str]]:
        """Return role, name and states of what its accessibility tree has of the page, in reading order."""
        tree = await self.ask("browsingContext.getTree", **{"moz:scope": "chrome"})
        target = {"context": tree["contexts"][0]["context"]}
        walk = {"functionDeclaration": WALK, "awaitPromise": True, "target": target}
        answer = await self.ask("script.callFunction", **walk)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    async def press(self, *keys: str) -> None:
        """Type keys."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        actions = [{"type": "key", "id": "keyboard", "actions": strokes}]
        await self.ask("input.performActions", context=self.context, actions=actions)

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
        await self.ask("input.performActions", context=self.context, actions=[mouse])


@contextlib.asynccontextmanager
async def firefox(profile):
    """A Firefox of its own, gone afterwards."""
    (profile / "user.js").write_text('user_pref("ui.prefersReducedMotion", 1);')
    process = await asyncio.create_subprocess_exec(
        FIREFOX, "--headless", "--no-remote", "--remote-allow-system-access", "--remote-debugging-port", "0",
        "--profile", str(profile),
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


def elsewhere(tour):
    """Run a coroutine in a thread, since the driver of the other browser has a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, tour).result()


@pytest.mark.skipif(FIREFOX is None, reason=MISSING)
def test_in_firefox(tmp_path, address, client):
    request = examples()["double-russian/illegal"]["request"]
    assert elsewhere(tour(tmp_path, address, request, client)) == []


SHOWN = {
    "the front page": ("", "", "document.querySelector('#favourites button')"),
    "a refusal, and the list of moves": (
        "#v=1&variant=klondike&seed=24&moves=T1-T2",
        "document.querySelector('#to-drawer').click()",
        "document.querySelector('#moves [role=option]')",
    ),
    "a pyramid": ("#v=1&variant=pyramid&seed=24", "", "document.querySelector('#next .ask')"),
    "a frame": ("embed#v=1&variant=clock&seed=1", "", "document.querySelector('.place')"),
    "a claim": (
        "#v=1&variant=golf&seed=1&n=1&moves=draw&claim=won:1",
        "document.querySelector('#next .evidence').click()",
        "document.querySelector('#claim tr.differs')?.checkVisibility()",
    ),
    "a review": (
        f"#v=1&variant=golf&seed=824&n=16&moves={'.'.join(['draw'] * 16)}&ply=16",
        "document.querySelector('#next .review').click()",
        "document.querySelector('#review h3')",
    ),
    "the desk": (
        "",
        "anything.value = [1, 2].map((n) => JSON.stringify({ variant: 'golf', seed: String(n), moves: [] }))"
        ".join(String.fromCharCode(10)); intake.requestSubmit()",
        "document.querySelectorAll('#picker[open] li[data-state]').length === 2",
    ),
    "the settings": ("", "document.querySelector('#to-settings').click()", "settings.open"),
}
"""What is shown: by a fragment, by what is done there, and once an expression is true."""

ROLES = {
    "pushbutton": "button",
    "toggle button": "button",
    "checkbutton": "checkbox",
    "combobox": "combobox",
    "details": "group",
    "dialog": "dialog",
    "editcombobox": "combobox",
    "entry": "textbox",
    "grouping": "group",
    "heading": "heading",
    "link": "link",
    "listbox": "listbox",
    "listbox option": "option",
    "pagetab": "tab",
    "pagetablist": "tablist",
    "propertypage": "tabpanel",
    "region": "region",
    "searchbox": "textbox",
    "slider": "slider",
    "term": "term",
}
"""The roles of Firefox that are compared, and those of Chromium."""

BROWSE = " Browse… "
"""With this Firefox begins what it adds to the name of a field for files."""

STATES = ("checked", "expanded", "pressed", "selected")

Tree = list[tuple[str, ...]]


def chromium_tree(viewer, fragment: str, act: str, condition: str) -> Tree:
    """Show something in Chromium, and return role, name and states of what its tree has, in reading order."""
    viewer.forget()
    viewer.page.goto(f"{viewer.address}/{fragment}")
    viewer.page.wait_for_selector("html[data-ready=page]")
    viewer.page.evaluate(act)
    assert viewer.page.evaluate(WAIT.format(condition=condition)), condition
    viewer.settle()
    tools = viewer.page.context.new_cdp_session(viewer.page)
    nodes = {node["nodeId"]: node for node in tools.send("Accessibility.getFullAXTree")["nodes"]}

    def walk(node):
        states = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        role = {"searchbox": "textbox"}.get(node["role"]["value"], node["role"]["value"])
        if not node["ignored"] and role in ROLES.values():
            yield (
                role,
                node.get("name", {}).get("value", ""),
                *(name for name in STATES if states.get(name) in (True, "true")),
            )
        # Firefox has the options of a list that is closed only once it opens.
        for child in () if role == "combobox" else node.get("childIds", ()):
            yield from walk(nodes[child])

    return list(walk(next(iter(nodes.values()))))


FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
FRAMES = 100
"""How often the tree is read again, a frame apart: Firefox brings it up to date some time after the page."""


async def compared_tree(page: Firefox) -> Tree:
    """Return of the page that Firefox shows what ``chromium_tree`` returns."""
    return [
        (ROLES[role], text.partition(BROWSE)[0], *(state for state in STATES if state in states.split()))
        for role, text, states in await page.accessible()
        if role in ROLES
    ]


async def firefox_trees(profile, address: str, expected: dict[str, Tree]) -> dict[str, Tree]:
    """Return the same of Firefox for everything that is shown, as expected or as it stays."""
    trees = {}
    async with firefox(profile) as page:
        await page.begin()
        await page.ask("browsingContext.setViewport", context=page.context, viewport=WINDOW)
        for name, (fragment, act, condition) in SHOWN.items():
            await page.go("about:blank")
            await page.go(f"{address}/{fragment}")
            await page.see("document.documentElement.dataset.ready === 'page'")
            await page.run(f"() => {{ {act} }}")
            await page.see(condition)
            for _ in range(FRAMES):
                trees[name] = await compared_tree(page)
                if trees[name] == expected[name]:
                    break
                await page.run(FRAME)
    return trees


@pytest.mark.skipif(FIREFOX is None, reason=MISSING)
def test_both_browsers_have_the_same_accessibility_tree(tmp_path, opened, address):
    """The same controls, headings and groups, with the same names and states, in the same order."""
    viewer = opened()
    expected = {name: chromium_tree(viewer, *shown) for name, shown in SHOWN.items()}
    assert min(map(len, expected.values())) > 5
    found = elsewhere(firefox_trees(tmp_path, address, expected))
    for name, tree in expected.items():
        assert found[name] == tree, name
