"""Which requests name the host that they ask, as HTTP/1.1 wants it."""

import re
from http import HTTPStatus
from typing import Final

from flask import Flask, request

from service.config import Settings
from service.judging.problems import Problem

_HOST: Final = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(?::[0-9]*)?")
"""``uri-host [":" port]`` of RFC 9110 §7.2."""


def register_hosts(app: Flask, _settings: Settings) -> None:
    """Refuse what has no Host, or none that can be one: an answer would depend on who reads the request."""
    app.before_request(_require_host)


def _require_host() -> None:
    environ = request.environ
    host = environ.get("HTTP_HOST")
    if host is None:
        if environ["SERVER_PROTOCOL"] == "HTTP/1.1":
            raise Problem(HTTPStatus.BAD_REQUEST, "A request of HTTP/1.1 names a Host (RFC 9112 §3.2).")
    elif not _HOST.fullmatch(host):
        raise Problem(HTTPStatus.BAD_REQUEST, "The Host is no name or address with or without a port.")
