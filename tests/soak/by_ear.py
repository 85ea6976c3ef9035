"""Win whole games by ear: ``python -m tests.soak.by_ear``.

A script plays in Chromium by keys and typed moves, and uses nothing but what the announcer says. It hears the
moves of a win once, opens the deal again, reads the table, types each move as spoken, and follows where every
card lies. A sentence that is missing or wrong ends the game. The transcripts are in ``fixtures/by-ear``.
"""

import argparse
import shutil

from service.app import create_app
from tests.browser.conftest import CHROMIUMS, QUIET, new_page
from tests.browser.test_by_ear import REPLAY, TRANSCRIPTS
from tests.browser.viewer import Viewer
from tests.by_ear import follow, typed
from tests.sites import on_a_port

GAMES = {
    "klondike": "variant=klondike&seed=522",
    "freecell": "variant=freecell&seed=870",
    "spider": "variant=spider&seed=48&rules=suits:one",
    "pyramid": "variant=pyramid&seed=104",
    "golf": "variant=golf&seed=824",
}
"""One game of each of five kinds. All of them can be won."""

STEP_FORWARD = """async () => {
    const heard = [];
    const forward = document.querySelector('#forward');
    while (forward.ariaDisabled !== 'true') {
        const before = announcer.lastElementChild;
        forward.click();
        await new Promise(requestAnimationFrame);
        if (announcer.lastElementChild === before) throw new Error(`Move ${heard.length + 1} is silent.`);
        heard.push(announcer.lastElementChild.textContent);
    }
    return heard;
}"""
"""Steps through the moves that the viewer shows, and returns what is heard."""

Steps = list[tuple[str, list[str]]]


def do(viewer: Viewer, *steps: str) -> Steps:
    """Do steps that each have one sentence, or none for the way to a column, and return what was heard."""
    expected = [[step, 0 if step.removeprefix("key ").isdigit() else 1] for step in steps]
    return list(zip(steps, viewer.page.evaluate(REPLAY, expected), strict=True))


def learnt(viewer: Viewer) -> list[str]:
    """Have the viewer prove that the game can be won, and hear each move of the win that it shows."""
    page = viewer.page
    page.locator("#next .ask").press("Enter")
    page.locator("#next .show-line").press("Enter")
    page.locator("#play.running").press("Enter")
    viewer.see("#play:not(.running)")
    page.locator("#scrub").press("Home")
    viewer.at(0)
    return page.evaluate(STEP_FORWARD)


def read(viewer: Viewer) -> Steps:
    """Read the whole table: the top cards, the columns card by card, the state."""
    viewer.page.locator(".place[tabindex='0']").focus()
    steps = do(viewer, "key t")
    for number in range(1, min(steps[0][1][0].count("olumn "), 10) + 1):
        steps += do(viewer, f"key {number % 10}", "key PageUp")
        left = int(steps[-1][1][0].split(", ")[1].split(" of ")[0]) - 1
        steps += do(viewer, *["key PageUp"] * left)
    return [*steps, *do(viewer, "key i")]


def main() -> None:
    """Win every game, and write the transcripts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all without any")
    names = parser.parse_args().games or list(GAMES)
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    path = next(filter(None, map(shutil.which, CHROMIUMS)))
    with sync_playwright() as playwright, on_a_port(create_app({"log_level": "error"})) as address:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        for name in names:
            viewer = Viewer(new_page(browser), address)
            viewer.open(f"#v=1&{GAMES[name]}")
            moves = learnt(viewer)
            viewer.forget()
            viewer.open(f"#v=1&{GAMES[name]}")
            steps = [*read(viewer), *do(viewer, *(f"type {typed(move)}" for move in moves))]
            follow(steps)
            assert "You won in" in steps[-1][1][-1], steps[-1]
            lines = [line for step, heard in steps for line in (f"> {step}", *(f"< {one}" for one in heard))]
            TRANSCRIPTS.mkdir(exist_ok=True)
            (TRANSCRIPTS / f"{name}.txt").write_text("\n".join([f"# {GAMES[name]}", *lines, ""]), "utf-8")
            print(f"{name}: won by ear, {len(moves)} moves", flush=True)  # noqa: T201
            viewer.page.context.close()


if __name__ == "__main__":
    main()
