"""The viewer as its tests handle it: by what a person sees, clicks and types."""

import json
import re
from functools import cache
from pathlib import Path

from patience.play.dealing import deal_position
from patience.search.search_runner import is_available
from schemas.positions import state_json

BLANK = "about:blank"
WEB = Path(__file__).parents[2] / "service" / "web"
EXAMPLES = WEB / "data" / "examples"


@cache
def examples() -> dict[str, dict]:
    """Every example by "variant/name", with the title of its variant."""
    index = json.loads((EXAMPLES / "index.json").read_text("utf-8"))["examples"]
    return {
        f"{variant['variant']}/{game['name']}": {**game, "variant_title": variant["title"]}
        for variant in index
        for game in json.loads((EXAMPLES / f"{variant['variant']}.json").read_text("utf-8"))["games"]
    }


def _first_look(game: dict) -> tuple[int, int]:
    """The place that a game is opened on, and the last that it has: an illegal move is one too."""
    moves = len(game["request"]["moves"])
    illegal = game["verdict"].get("first_illegal_move")
    if illegal:
        return illegal["index"] + 1, illegal["index"] + 1
    return game["verdict"].get("first_divergence", {"after": 0})["after"], moves


class Viewer:
    """A page that shows the viewer; it notes the page's complaints."""

    def __init__(self, page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        self.refuses = False
        """Whether a test means to be refused."""
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _note(self, message) -> None:
        # Chromium itself complains of an answer that is a problem, where a test means to get one.
        meant = self.refuses and "status of 4" in message.text
        unsearched = not is_available() and "status of 501" in message.text
        # conftest.py blocks it, except in test_offline.py.
        blocked = message.text == "Service Worker registration blocked by Playwright"
        if message.type in ("error", "warning") and not (meant or unsearched or blocked):
            self.complaints.append(message.text)

    def check(self) -> None:
        """The page has not complained, as it would of a host other than 127.0.0.1."""
        assert self.complaints == [], self.complaints

    def begin(self) -> None:
        """Leave the page, what it has complained of, and what stood between it and its server."""
        self.page.unroute_all()
        self.forget()
        self.complaints.clear()

    def forget(self) -> None:
        """Leave the page, and nothing of what was done there."""
        if self.page.url == BLANK:
            return
        if self.page.url.startswith(self.address):
            self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        # Without another page between, an address that differs in its fragment alone loads nothing.
        self.page.goto(BLANK)

    def open(self, fragment: str = "") -> None:
        """Go to the page and wait for its list of games, or for what the fragment brings."""
        self.page.goto(f"{self.address}/{fragment}")
        if not fragment:
            self.page.wait_for_selector("#favourites button", state="attached")
        else:
            self.page.wait_for_selector("#notice" if self.refuses else "#board .card:not(.covered)")
        self.page.wait_for_selector("html[data-ready=page]")

    def see(self, selector: str, text: str | re.Pattern[str] = "") -> None:
        """Wait until an element is shown and holds a text."""
        self.page.locator(selector).filter(has_text=text).first.wait_for()

    def example(self, name: str) -> dict:
        """Open an example, and wait until it is there."""
        game = examples()[name]
        self.show(game["request"])
        self.at(*_first_look(game))
        return game

    def stale(self) -> None:
        """Remember what is on the table, so that ``fresh`` can tell the next game from it."""
        self.page.evaluate("document.querySelector('#verdict h2')?.classList.add('stale')")

    def resume(self, log: dict, progress: dict | None = None, **given: object) -> None:
        """Go on with a game that was dealt here and played so far."""
        moves = log["moves"]
        self.page.evaluate(
            "(game) => localStorage.setItem('last game', JSON.stringify(game))",
            {
                "log": {**log, "moves": []},
                "claim": None,
                "given": {"kind": "deal", "proven": {"prospect": "winnable"}, **given},
                "variations": [list(move) for move in enumerate(moves)],
                "place": len(moves),
                "progress": progress,
                "title": log["variant"],
                "moves": len(moves),
            },
        )
        self.page.reload()
        self.page.wait_for_selector("html[data-ready=page]")
        self.page.get_by_role("button", name=f"Continue {log['variant']}").click()
        self.at(len(moves), len(moves))

    def fresh(self) -> None:
        """Wait until a game is on the table that was not there before."""
        self.page.wait_for_selector("#verdict h2:not(.stale)", state="attached")

    def give(self, anything: object) -> None:
        """Put something into the box that takes anything."""
        text = anything if isinstance(anything, str) else json.dumps(anything)
        self.page.evaluate("(text) => { anything.value = text; intake.requestSubmit(); }", text)

    def choose(self, game: str) -> None:
        """Choose a game on the front page by searching for its title."""
        self.page.fill("#search", game)
        self.page.press("#search", "Enter")
        self.page.fill("#search", "")
        self.see("#chosen-title", game)

    def open_tab(self, name: str) -> None:
        """Open a tab of the drawer."""
        if self.page.locator("#drawer").is_hidden():
            self.page.click("#to-drawer")
        self.page.get_by_role("tab", name=name).click()

    def show(self, log: object) -> None:
        """Open something and wait until its game is on the table."""
        self.stale()
        self.give(log)
        self.fresh()

    def ask(self, module: str, call: str, *values: object) -> object:
        """What a function of a module of the page answers."""
        return self.page.evaluate(
            "async ([module, call, values]) => (await import(`/web/${module}.js`))[call](...values)",
            [module, call, list(values)],
        )

    def at(self, ply: int, played: int | None = None) -> None:
        """Wait until this ply is shown."""
        of = r"\d+" if played is None else played
        self.page.locator("#ply").filter(has_text=re.compile(rf"^\s*{ply} / {of}\s*$")).wait_for(
            state="attached"
        )

    def go(self, ply: int) -> None:
        """Scrub to a ply."""
        self.page.evaluate("(ply) => { scrub.value = ply; scrub.dispatchEvent(new Event('input')); }", ply)
        self.at(ply)

    def caption(self) -> str:
        """What the live region says."""
        return self.page.text_content("#caption")

    def copied(self, button: str) -> str:
        """What a button of the evidence copies to the clipboard."""
        self.page.evaluate("navigator.clipboard.writeText('')")
        self.open_tab("Evidence")
        self.page.get_by_role("button", name=button, exact=True).click()
        self.see("#status", "copied")
        return self.page.evaluate("navigator.clipboard.readText()")

    def downloaded(self, button: str) -> Path:
        """The file that a button of the evidence downloads."""
        self.open_tab("Evidence")
        with self.page.expect_download() as started:
            self.page.get_by_role("button", name=button, exact=True).click()
        return started.value.path()

    def position(self) -> dict:
        """The present position, as the page copies it."""
        return state_json(deal_position(self.copied("Copy position")).opening)

    def spot(self, pile: str, from_top: int = 1) -> tuple[float, float]:
        """A point on a pile's card, counted from the top; on its empty place where it has none."""
        return tuple(
            self.page.evaluate(
                """([pile, fromTop]) => {
                    const cards = [...document.querySelectorAll(`.card[data-pile="${pile}"]:not(.ghost)`)];
                    const depth = (card) => card.style.getPropertyValue('--z');
                    cards.sort((one, other) => depth(one) - depth(other));
                    const place = document.querySelector(`.place[data-pile="${pile}"] .empty`);
                    const found = cards.at(-fromTop) ?? place;
                    const box = found.getBoundingClientRect();
                    return [box.x + box.width / 2, box.y + 8];
                }""",
                [pile, from_top],
            )
        )

    def settle(self) -> None:
        """Wait until no card moves."""
        self.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))")

    def resize(self, width: int, height: int) -> None:
        """Give the window this size, and wait until the board is laid out for it."""
        self.page.set_viewport_size({"width": width, "height": height})
        # The page hears of it in the next frame, after its callbacks.
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.settle()

    def click(self, pile: str, from_top: int = 1, *, times: int = 1) -> None:
        """Click a card of a pile, once or twice."""
        self.settle()
        self.page.mouse.click(*self.spot(pile, from_top), click_count=times)

    def drag(self, source: str, target: str, from_top: int = 1) -> None:
        """Drag a card, and all on top of it, onto a pile."""
        self.settle()
        self.page.mouse.move(*self.spot(source, from_top))
        self.page.mouse.down()
        self.page.mouse.move(*self.spot(target), steps=4)
        self.page.mouse.up()

    def touch(self, pile: str, from_top: int = 1) -> None:
        """Tap a card of a pile with a finger."""
        self.settle()
        self.page.touchscreen.tap(*self.spot(pile, from_top))

    def mark(self, pile: str, name: str = "trouble") -> str | None:
        """The mark of a pile."""
        return self.page.get_attribute(f'.place[data-pile="{pile}"]', f"data-{name}")

    def cards(self, selector: str) -> list[str]:
        """The codes of the cards that a selector finds, as they lie."""
        return self.page.locator(f"#board .card{selector}").evaluate_all(
            """(found) => {
                const depth = (card) => card.style.getPropertyValue('--z');
                return found.sort((one, other) => depth(one) - depth(other)).map((card) => card.dataset.code);
            }"""
        )

    def marked(self, mark: str) -> int:
        """How many cards bear a mark of the last move."""
        return self.page.locator(f'.card[data-step="{mark}"]').count()
