"""The viewer as files for any host: it deals, judges and searches by itself, so it needs no service.

``tools/site_pages.py`` puts them on the site. A path that is a file and a folder to the service
is a folder with an ``index.html``.
"""

from collections.abc import Iterator

from patience.games import VARIANTS
from service.api.pages import FAVOURITES, files, folder
from service.app import create_app

ASKED = ("v1", "v1/variants", *(f"v1/variants/{variant}" for variant in VARIANTS))
"""What the page asks the service of games."""


def static_viewer() -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file."""
    client = create_app({"log_level": "error"}).test_client()

    def answer(path: str) -> bytes:
        response = client.get(f"/{path}")
        assert response.status_code == 200, f"{path} has the status {response.status_code}."
        return bytes(response.data)

    yield "index.html", answer("")
    for path in ASKED:
        yield f"{path}/index.html", answer(path)
    for path in ("offline.js", "manifest.webmanifest", *(f"games/{game}.svg" for game in FAVOURITES)):
        yield path, answer(path)
    for name, file in files().items():
        yield f"web/{folder()}/{name}", file.body
        # Data has an address without a version, too.
        if name.startswith("data/") or name == "engine/variants.json":
            yield f"web/{name}", file.body
