"""How often a client may ask: flask-limiter's counting, told in the fields of the IETF's draft."""

from contextlib import suppress
from ipaddress import ip_network
from math import ceil
from time import time
from typing import Final

from flask import Flask, Response, request
from flask_limiter import Limiter
from limits import RateLimitItem, parse_many
from limits.errors import ConfigurationError, StorageError

from service.config import SettingError, Settings, variable
from service.http.addresses import UNKNOWN

_REDIS: Final = frozenset({"redis", "rediss", "redis+unix"})


def register_limits(app: Flask, settings: Settings) -> None:
    """Limit what is below ``/v1``, if a limit is set; an app without one pays nothing for it.

    A store that cannot be reached is replaced by this process's memory until it can be again.
    Raises SettingError for a limit that cannot be read, or a store that there cannot be.
    """
    if not settings.rate_limit:
        return
    _check(settings.rate_limit)
    try:
        limiter = Limiter(
            client_network,
            app=app,
            application_limits=[settings.rate_limit],
            storage_uri=settings.rate_limit_storage,
            storage_options={"wrap_exceptions": True},
            in_memory_fallback=[settings.rate_limit],
            headers_enabled=False,
            strategy="fixed-window",
        )
    except (ConfigurationError, ValueError) as error:
        raise _no_storage(settings.rate_limit_storage, error) from error
    limiter.request_filter(_is_free)

    def tell(response: Response) -> Response:
        # The store may fail between the count and this look at it.
        with suppress(StorageError):
            _tell(limiter, response)
        return response

    app.after_request(tell)


def client_network() -> str:
    """Whom a limit counts: an IPv4 address, or an IPv6 network of 64 bits, which one client has to itself.

    What comes from no address is counted together.
    """
    address = request.remote_addr or UNKNOWN
    return str(ip_network(f"{address}/64", strict=False)) if ":" in address else address


def _is_free() -> bool:
    return not request.path.startswith("/v1/") or request.method == "OPTIONS"


def _check(text: str) -> None:
    try:
        parse_many(text)
    except ValueError:
        expected = "a limit such as '600 per minute', or several with ; between"
        raise SettingError(f"{variable('rate_limit')} is {expected}, not {text!r}.") from None


def _no_storage(place: str, error: Exception) -> SettingError:
    # Its address may hold a password.
    scheme = place.partition(":")[0]
    name = variable("rate_limit_storage")
    if scheme in _REDIS and isinstance(error, ConfigurationError):
        return SettingError(f"{name}=redis://… needs the extra redis: pip install 'patience-referee[redis]'.")
    return SettingError(f"{name} is memory:// or the address of a Redis, redis://…, not {scheme[:20]!a}:….")


def _tell(limiter: Limiter, response: Response) -> None:
    """RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers-10; Retry-After on 429."""
    policies, states = [], []
    wait = 1
    for current in limiter.current_limits:
        name = _name(current.limit)
        window = current.limit.get_expiry()
        left = min(max(1, ceil(current.reset_at - time())), window)
        policies.append(f'"{name}";q={current.limit.amount};w={window}')
        states.append(f'"{name}";r={current.remaining};t={left}')
        if current.breached:
            wait = max(wait, left)
    if not policies:
        return
    response.headers["RateLimit-Policy"] = ", ".join(policies)
    response.headers["RateLimit"] = ", ".join(states)
    if response.status_code == 429:
        response.headers["Retry-After"] = str(wait)


def _name(limit: RateLimitItem) -> str:
    return f"{limit.amount}-in-{limit.get_expiry()}s"
