"""Without a network: the page starts, deals, plays, undoes and hints. A new version waits for open pages."""

import json

from service.app import create_app
from tests.browser.conftest import new_page
from tests.browser.viewer import Viewer
from tests.sites import on_a_port

KEPT = """async () => {
    await navigator.serviceWorker.ready;
    const [name] = await caches.keys();
    return (await (await caches.open(name)).keys()).length;
}"""


# Today's deals come once the page has time.
DAILIES = """async () => {
    const isKept = () => caches.match('/v1/daily/three-peaks', { ignoreVary: true });
    while (!await isKept()) await new Promise(requestAnimationFrame);
}"""

DECODED = """() => Promise.all([...document.querySelectorAll('#favourites img')].map(async (picture) => {
    picture.loading = 'eager';
    await picture.decode();
    return picture.naturalWidth;
}))"""


def test_the_page_plays_without_a_network(browser, tmp_path):
    key = tmp_path / "daily.key"
    key.write_text(f"{bytes(range(32)).hex()}\n")
    key.chmod(0o600)
    page = new_page(browser, service_workers="allow")
    with on_a_port(create_app({"log_level": "error", "daily_key_file": str(key)})) as address:
        viewer = Viewer(page, address)
        viewer.open("#v=1&variant=klondike&seed=24")
        assert page.evaluate(KEPT) > 50
        viewer.open()
        page.evaluate(DAILIES)
    # The server is gone.
    page.goto("about:blank")
    viewer.open()
    viewer.see("#hero", "Today’s deal")
    page.locator("#week").get_by_role("button", name="Three Peaks").click()
    viewer.see("#caption", "Three Peaks, the deal of")
    page.goto("about:blank")
    viewer.open()
    page.get_by_role("button", name="Easy").click()
    viewer.see("#notice", "This is any deal.")
    viewer.see("#playing", "Klondike")
    page.locator("#notice").get_by_role("button", name="Close").click()
    viewer.click("S")
    viewer.at(1, 1)
    page.get_by_role("button", name="Undo").click()
    viewer.at(0, 1)
    page.get_by_role("button", name="Hint").click()
    viewer.see("#status", "Hint: ")
    page.reload()
    viewer.at(0, 1)
    page.goto("about:blank")
    viewer.open("#v=1&variant=klondike&seed=101")
    page.get_by_role("button", name="Can it be won?").click()
    viewer.see("#more", "Searched 20,000 positions")
    # Of two games that were never opened here, one has boards of another kind.
    for variant in ("canfield", "montana"):
        page.goto("about:blank")
        viewer.open(f"#v=1&variant={variant}&seed=5")
    # The Queen leaves a face-down card for a King, and the win is kept.
    page.goto("about:blank")
    viewer.open("#v=1&variant=klondike&seed=7&moves=draw.draw&ply=2")
    page.get_by_role("button", name="Hint").click()
    viewer.see("#status", "Queen of diamonds from column 3 to column 7 – turns a card.")
    page.goto("about:blank")
    viewer.open()
    assert len(page.evaluate(DECODED)) == 8
    page.context.close()


def test_the_page_can_be_installed(client):
    """A manifest with name, start, display and icons, and a worker that lists files of this version only."""
    manifest = client.get("/manifest.webmanifest")
    assert manifest.mimetype == "application/manifest+json"
    described = json.loads(manifest.data)
    assert (described["start_url"], described["display"]) == ("./", "standalone")
    assert {icon["purpose"] for icon in described["icons"]} == {"any", "maskable"}
    for icon in described["icons"]:
        assert client.get(f"/{icon['src']}").mimetype == icon["type"]
    worker = client.get("/offline.js")
    assert worker.headers["Cache-Control"] == "no-cache"
    listed = json.loads(worker.text.split("const FILES = ")[1].split(";\n")[0])
    pictures = json.loads(worker.text.split("const PICTURES = ")[1].split(";\n")[0])
    assert all(client.get(f"/{path}").mimetype == "image/svg+xml" for path in pictures)
    assert 'href="manifest.webmanifest"' in client.get("/").text
    assert all(client.get(f"/{path}").headers["Cache-Control"].endswith("immutable") for path in listed)
