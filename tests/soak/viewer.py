"""Measure the viewer in Chromium: python -m tests.soak.viewer

Prints the time to the first card, what was loaded until then and in the whole visit with headers, tasks
longer than 50 ms by the clock and by their thread's processor time, the time until a move is shown, lost
clicks, changes of the card size, findings of axe, and small touch targets.

The phone has a processor slowed down four times, 1.6 Mb/s and a latency of 150 ms. Times by the clock need a
machine that does nothing else. Chromium slows a thread down by the clock, which spoils its processor time on
a busy machine. So visits at full speed measure the processor time of the phone, which is taken four times.
One long task of each visit is the navigation, which an empty page has too.
"""

import argparse
import json
import logging
import shutil
import sys
from dataclasses import dataclass
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from service.app import create_app
from tests.browser.conftest import CHROMIUMS, QUIET
from tests.browser.viewer import examples
from tests.sites import on_a_port

DEAL = "#v=1&variant=klondike&seed=1"
WINDOW = {"width": 1440, "height": 900}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
GAMES = ("pysolfc-double-russian/won", "spider/won", "double-russian/won", "klondike/won")

LATENCY = {"offline": False, "latency": 150, "downloadThroughput": 10_000_000, "uploadThroughput": 10_000_000}
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}

SLOWDOWN = 4
LONG = 50
TASKS = {"includedCategories": ["disabled-by-default-devtools.timeline"]}
OBSERVE = """window.tasks = [];
const note = (one) => window.tasks.push(Math.round(one.duration));
new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type: 'longtask', buffered: true });"""
FIRST_CARD = """() => new Promise((done) => {
    const look = () => document.querySelector('#board .card:not(.covered)')
        ? requestAnimationFrame(() => done(performance.now())) : setTimeout(look, 5);
    look();
})"""
OPENED = "(last) => Number(scrub.max) === last && document.querySelector('#board .card')"
SIZES = """(last) => {
    const sizes = [];
    for (let ply = 0; ply <= last; ply += 1) {
        scrub.value = ply;
        scrub.dispatchEvent(new Event('input'));
        sizes.push(document.querySelector('#board .card').offsetWidth);
    }
    return sizes.filter((size, ply) => ply && size !== sizes[ply - 1]).length;
}"""
LISTEN = """() => addEventListener('pointerdown', () => {
    const start = performance.now();
    const before = ply.textContent;
    const look = () => ply.textContent === before ? setTimeout(look, 1)
        : requestAnimationFrame(() => { window.shown = performance.now() - start; });
    look();
}, { once: true, capture: true })"""
SMALL = """() => [...document.querySelectorAll('button, a, select, input, summary')]
    .filter((one) => one.checkVisibility() && !one.closest('dialog') && !one.matches('.skip'))
    .filter((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 44)
    .map((one) => one.id || one.textContent)"""


@dataclass
class Visit:
    """A first visit: milliseconds to the first card, answers with their bytes, and long tasks.

    Answers are in the order of their requests. A task is long by the clock, as the browser reports it, or by
    the processor time of its thread, which other programs on the machine hardly prolong.
    """

    first_card: float
    answers: list[tuple[str, int]]
    long_by_clock: list[int]
    long_by_thread: list[int]

    @property
    def until_first_card(self) -> list[tuple[str, int]]:
        """The answers before the first card: table.js is requested once it lies."""
        names = [urlsplit(address).path.rpartition("/")[2] for address, _ in self.answers]
        return self.answers[: names.index("table.js")]


def visit(browser: Browser, address: str, *, slow: bool = False, rate: int = 1, **device: object) -> Visit:
    """Open the viewer with a deal, for a visitor who has none of its files.

    `slow` is a slow network, `rate` how many times slower the processor runs.
    """
    context = browser.new_context(**device)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    if slow:
        devtools.send("Network.emulateNetworkConditions", SLOW)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    requests: dict[str, str] = {}
    sizes: dict[str, int] = {}
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    devtools.on(
        "Network.requestWillBeSent",
        lambda event: requests.update({event["requestId"]: event["request"]["url"]}),
    )
    devtools.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    devtools.on("Tracing.dataCollected", lambda event: events.extend(event["value"]))
    devtools.on("Tracing.tracingComplete", lambda _: ended.append(True))
    page.add_init_script(OBSERVE)
    devtools.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": TASKS})
    page.goto(f"{address}/{DEAL}")
    first = page.evaluate(FIRST_CARD)
    page.wait_for_load_state("networkidle")
    tasks = page.evaluate("window.tasks")
    devtools.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    context.close()
    scale = (SLOWDOWN if slow else 1) / rate / 1000
    times = [event.get("tdur", 0) * scale for event in events if event["name"] == "RunTask"]
    answers = [(url, sizes[request]) for request, url in requests.items() if request in sizes]
    return Visit(first, answers, tasks, [round(time) for time in times if time > LONG])


def describe(name: str, visits: list[Visit], fast: list[Visit]) -> str:
    """Return the figures of several visits in a line. Processor times are those of the fast ones."""
    firsts = sorted(round(visit.first_card) for visit in visits)
    needed, all_answers = visits[0].until_first_card, visits[0].answers
    clock = sorted(task for visit in visits for task in visit.long_by_clock)[-5:]
    thread = [sorted(visit.long_by_thread) for visit in fast]
    return (
        f"{name}: first card {median(firsts)} ms {firsts} after {len(needed)} answers of"
        f" {sum(size for _, size in needed)} bytes; the visit {len(all_answers)} answers of"
        f" {sum(size for _, size in all_answers)} bytes; long tasks {clock} ms by the clock,"
        f" {thread} ms by the thread"
    )


def stock(page: Page) -> tuple[float, float]:
    """Return the middle of the stock."""
    box = page.locator(".place[data-pile=S]").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def delays(context: BrowserContext, address: str) -> tuple[list[int], int]:
    """Return the milliseconds until a move is shown at 150 ms latency, and the lost clicks of 200."""
    page = context.new_page()
    page.goto(f"{address}/{DEAL}")
    page.wait_for_selector("html[data-ready=page]")
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", LATENCY)
    shown = []
    for _ in range(8):
        page.evaluate(LISTEN)
        page.mouse.click(*stock(page))
        page.wait_for_timeout(300)
        shown.append(round(page.evaluate("window.shown")))
    before = int(page.inner_text("#ply").split()[0])
    for _ in range(200):
        page.mouse.click(*stock(page))
    lost = 200 - (int(page.inner_text("#ply").split()[0]) - before)
    page.close()
    return shown, lost


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")


def main() -> None:
    """Print every figure."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with on_a_port(create_app({"log_level": "error"})) as address, sync_playwright() as playwright:
        chromium = next(filter(None, map(shutil.which, CHROMIUMS)))
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET))
        desktop = [visit(browser, address, viewport=WINDOW) for _ in range(5)]
        say(describe("desktop", desktop, desktop))
        phone, fast = (
            [visit(browser, address, slow=True, rate=rate, **PHONE) for _ in range(5)]
            for rate in (SLOWDOWN, 1)
        )
        say(describe("phone", phone, fast))
        context = browser.new_context(viewport=WINDOW, reduced_motion="reduce")
        shown, lost = delays(context, address)
        say(f"a move is shown after {shown} ms; {lost} of 200 clicks lost")
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("html[data-ready=page]")
        for name in GAMES:
            request = examples()[name]["request"]
            give = "(text) => { anything.value = text; intake.requestSubmit(); }"
            page.evaluate(give, json.dumps(request))
            page.wait_for_function(OPENED, arg=len(request["moves"]))
            say(f"{name}: {page.evaluate(SIZES, len(request['moves']))} changes of the card size")
        say(f"axe: {[found['id'] for found in Axe().run(page).response['violations']]}")
        touched = browser.new_context(**PHONE).new_page()
        touched.goto(f"{address}/{DEAL}")
        touched.evaluate(FIRST_CARD)
        say(f"targets under 44 px: {touched.evaluate(SMALL)}")
        browser.close()


if __name__ == "__main__":
    main()
