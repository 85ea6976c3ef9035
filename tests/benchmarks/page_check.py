"""Measure the viewer's own check of whether a game can still be won: python -m tests.benchmarks.page_check

Prints the bytes of its files, and for each of some games, in milliseconds on a phone with a processor four
times slower: the first answer to the first question of a visit, the proofs of later positions, what the
page's own thread does for a question, and a search of 1 000 positions.

The times are processor time of the thread, four times, so other programs hardly prolong them. Chromium counts
it for pages only, so the modules of the worker run in a page here.
"""

import argparse
import shutil
import sys
from statistics import median
from typing import Any

from playwright.sync_api import CDPSession, sync_playwright

from service.api.pages import compressed_file, files
from service.app import create_app
from tests.browser.conftest import CHROMIUMS, QUIET
from tests.sites import on_a_port

SLOWDOWN = 4
GAMES = (
    *("klondike", "freecell", "spider", "yukon", "canfield", "forty-thieves"),
    *("double-russian", "royal-rendezvous"),
)

OPEN = """async (variant) => {
    const load = (module) => import(`/web/${module}.js`);
    const [{ dealOf }, { play }, { legalMoves, readMove }] =
        await Promise.all(['engine/deals', 'engine/position', 'engine/referee'].map(load));
    const { declaration } = await (await fetch(`/v1/variants/${variant}`)).json();
    const { rules, opening } = dealOf(declaration, { seed: '31999' });
    window.states = [opening];
    for (let number = 0; number < 40; number += 1) {
        const legal = legalMoves(rules, states.at(-1));
        if (!legal.length) break;
        states.push(play(rules, states.at(-1), readMove(rules, legal[(number * 7) % legal.length])).position);
    }
    const [{ compile }, { rulesOf }, { prove }, { Search }] = await Promise.all(
        ['engine/declaration', 'prospects/movement', 'prospects/proofs', 'prospects/search'].map(load));
    const code = await (await fetch('/web/prospects/search.wasm')).arrayBuffer();
    const description = await (await fetch('/web/prospects/search.json')).json();
    window.first = () => {
        window.deal = rulesOf(variant, compile(declaration), opening.base);
        prove(deal, opening);
    };
    window.later = () => states.forEach((state) => prove(deal, state));
    window.sent = () => states.forEach((state) => structuredClone({ declaration, state }));
    window.loaded = () => { window.search = new Search(new WebAssembly.Module(code), description); };
    window.searched = () => {
        const run = search.run(deal, states[5], 1000);
        let step = run.next();
        while (!step.done) step = run.next();
        window.expanded = step.value.positions;
    };
}"""


def milliseconds(session: CDPSession, page: Any, function: str) -> float:
    """Return the processor time of a function on the phone, in milliseconds."""

    def thread_time() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "ThreadTime")

    before = thread_time()
    page.evaluate(f"{function}()")
    return SLOWDOWN * 1000 * (thread_time() - before)


def sizes() -> tuple[int, int]:
    """Return the bytes of the check's own files, and how many are sent."""
    own = [file.body for name, file in files().items() if name.startswith("prospects/")]
    own.append(files()["game/stuck-check.js"].body)
    return sum(map(len, own)), sum(len(compressed_file(body)) for body in own)


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        sys.exit("No Chromium is installed: apt-get install chromium-headless-shell.")
    whole, sent = sizes()
    sys.stdout.write(f"The files of the check: {whole / 1000:.0f} kB, sent as {sent / 1000:.0f} kB.\n")
    sys.stdout.write(f"{'':18}{'first':>9}{'proofs':>9}{'page':>9}{'search of 1 000':>17}{'cold':>9}\n")
    with on_a_port(create_app({"log_level": "error"})) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        for variant in GAMES:
            context = browser.new_context(bypass_csp=True)
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            page.goto(f"{address}/web/icon.svg")
            page.evaluate(OPEN, variant)
            first = milliseconds(session, page, "first")
            states = page.evaluate("states.length")
            later = median(milliseconds(session, page, "later") / states for _ in range(5))
            sent_time = median(milliseconds(session, page, "sent") / states for _ in range(5))
            cold = milliseconds(session, page, "loaded") + milliseconds(session, page, "searched")
            search = median(milliseconds(session, page, "searched") for _ in range(5))
            figures = f"{first:9.1f}{later:9.2f}{sent_time:9.2f}{search:17.1f}{cold:9.1f}"
            sys.stdout.write(f"{variant:18}{figures}\n")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
