"""The sets of public keys that commands read, from a file or a URL."""

from http import HTTPStatus
from http.client import HTTPException
from typing import Final
from urllib import request

from service.commands.errors import CannotRun
from service.commands.input_files import read
from service.receipts.keys import KeyFormatError, Keys, usable_keys

TIMEOUT: Final = 10
"""Seconds without a byte from the server of the key set."""

MOST_BYTES: Final = 1_000_000
"""The most bytes of a key set. A set of a thousand keys has a fifth of it."""

# Without the handler of redirects: only the URL of the command line is trusted.
_HANDLERS: Final[tuple[type[request.BaseHandler], ...]] = (
    request.ProxyHandler,
    request.HTTPHandler,
    request.HTTPSHandler,
)


def read_keys(location: str) -> Keys:
    """Return the keys of a JWK set in a file or at a URL. Raises CannotRun."""
    scheme, separator, _ = location.partition("://")
    if separator and scheme.lower() not in ("http", "https"):
        raise CannotRun(f"--jwks must be a file or an http or https URL, not {location!a}.")
    try:
        return usable_keys(_fetch(location) if separator else read(location, MOST_BYTES))
    except KeyFormatError as error:
        raise CannotRun(f"{location!a} does not contain a JWK set. {error}") from None


def _fetch(url: str) -> bytes:
    opener = request.OpenerDirector()
    for handler in _HANDLERS:
        opener.add_handler(handler())
    try:
        with opener.open(url, timeout=TIMEOUT) as response:
            status: int = response.status
            body: bytes = response.read(MOST_BYTES + 1)
    except (OSError, HTTPException, ValueError) as error:
        raise CannotRun(f"Cannot fetch {url!a}: {error}.") from None
    if status != HTTPStatus.OK:
        raise CannotRun(f"Cannot fetch {url!a}: status {status}.")
    if len(body) > MOST_BYTES:
        raise CannotRun(f"Cannot fetch {url!a}: it has more than {MOST_BYTES} bytes.")
    return body
