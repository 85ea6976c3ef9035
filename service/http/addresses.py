"""Where a request comes from, and whose word counts on it."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.config import Settings
from service.http.wrapper import Wrapper

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

UNKNOWN: Final = "unknown"
"""The client of a request that comes from no address: over a local socket, or as a proxy has it."""

_LONGEST: Final = 100
"""Characters of an address with all that may stand around it."""


class Addresses:
    """Tells an application the plain address of each client, as the last of so many trusted proxies has it.

    An entry of ``X-Forwarded-For`` ends at its comma, whatever a client has put before it.
    """

    def __init__(self, application: "WSGIApplication", trusted: int = 0) -> None:
        self._application = application
        self._trusted = trusted

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        environ["REMOTE_ADDR"] = plain_address(self._sender(environ)[:_LONGEST])
        return self._application(environ, start_response)

    def _sender(self, environ: "WSGIEnvironment") -> str:
        sender: str = environ.get("REMOTE_ADDR", "")
        forwarded: str = environ.get("HTTP_X_FORWARDED_FOR", "")
        if not self._trusted or not forwarded:
            return sender
        entries = forwarded.rsplit(",", self._trusted)
        return entries[-self._trusted].strip(' \t"') if len(entries) >= self._trusted else sender


@lru_cache(maxsize=1024)
def plain_address(text: str) -> str:
    """An address without port and zone, and as IPv4 where IPv6 only wraps it (RFC 4291 §2.5.5.2)."""
    host = text
    if text.startswith("["):
        host = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        host = text.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    return str(address.ipv4_mapped or address) if address.version == 6 else str(address)


def register_addresses(_app: Flask, settings: Settings) -> Wrapper:
    """Believe as many proxies as are set; by default none, since anybody can send ``X-Forwarded-For``."""
    trusted = settings.trusted_proxies
    if not trusted:
        return Addresses
    return lambda application: ProxyFix(Addresses(application, trusted), x_for=0, x_proto=trusted)
