"""The Host header (RFC 9110 §7.2): a request without a valid one is refused."""

import re
from http import HTTPStatus
from typing import Final

from flask import Flask, request

from service.config import Settings
from service.judging.problems import Problem

_HOST: Final = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(?::[0-9]*)?")
"""``uri-host [":" port]``"""


def register_host_check(app: Flask, _settings: Settings) -> None:
    """Refuse requests without a valid Host, since servers and proxies would interpret them differently."""
    app.before_request(_check_host)


def _check_host() -> None:
    environ = request.environ
    host = environ.get("HTTP_HOST")
    if host is None and environ["SERVER_PROTOCOL"] == "HTTP/1.1":
        raise Problem(HTTPStatus.BAD_REQUEST, "An HTTP/1.1 request needs a Host header (RFC 9112 §3.2).")
    if host is not None and not _HOST.fullmatch(host):
        raise Problem(
            HTTPStatus.BAD_REQUEST, "The Host header is not a name or address with or without port."
        )
