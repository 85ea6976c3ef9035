"""How much a client may ask for: requests by flask-limiter, moves and positions by what each answer cost.

All limits are told in the fields of the IETF's draft, each policy named for what it counts.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from ipaddress import ip_network
from math import ceil
from time import time
from typing import Any, Final, NamedTuple

from flask import Flask, Response, current_app, request
from flask_limiter import Limiter
from limits import RateLimitItem, parse_many
from limits.errors import ConfigurationError, StorageError
from limits.strategies import FixedWindowRateLimiter

from service.config import SettingError, Settings, variable
from service.http.addresses import UNKNOWN
from service.http.error_handlers import too_many
from service.http.memory_storage import Counts
from service.http.quotas import Spend

REQUESTS: Final = "requests"
MOVES: Final = "moves"
POSITIONS: Final = "positions"

LEAST_MOVES: Final = 10
"""Moves charged for a request or a line of a batch with fewer, or refused: reading it costs about as much."""

SETTINGS: Final = {REQUESTS: "rate_limit", MOVES: "rate_limit_moves", POSITIONS: "rate_limit_positions"}

_REDIS: Final = frozenset({"redis", "rediss", "redis+unix"})

_NAMESPACE: Final = "COSTS"

_MEMORY: Final = "memory://"
_OURS: Final = f"{Counts.STORAGE_SCHEME[0]}://"


class State(NamedTuple):
    """How a client stands with one limit."""

    what: str
    limit: RateLimitItem
    left: int
    reset_at: float


def register_limits(app: Flask, settings: Settings) -> None:
    """Limit what is below ``/v1``, if a limit is set; an app without one pays nothing for it.

    A store that cannot be reached is replaced by this process's memory until it can be again.
    Raises SettingError for a limit that cannot be read, or a store that there cannot be.
    """
    limits = {
        what: _parsed(name, text) for what, name in SETTINGS.items() if (text := getattr(settings, name))
    }
    if not limits:
        return
    limiter = _limiter(app, settings)
    costs = Costs(limiter, {what: items for what, items in limits.items() if what != REQUESTS})
    app.extensions["costs"] = costs
    app.before_request(costs.check)

    def tell(response: Response) -> Response:
        if not _is_free():
            _tell([*_request_states(limiter), *costs.states(client_network())], response)
        return response

    app.after_request(tell)


def _limiter(app: Flask, settings: Settings) -> Limiter:
    own: list[Any] = [settings.rate_limit] if settings.rate_limit else []
    try:
        limiter = Limiter(
            client_network,
            app=app,
            application_limits=own,
            storage_uri=_OURS if settings.rate_limit_storage == _MEMORY else settings.rate_limit_storage,
            storage_options={"wrap_exceptions": True},
            in_memory_fallback=own,
            headers_enabled=False,
            strategy="fixed-window",
        )
    except (ConfigurationError, ValueError) as error:
        raise _no_storage(settings.rate_limit_storage, error) from error
    limiter.request_filter(_is_free)
    return limiter


class Costs:
    """Limits on what is known only once a request has been answered: it is paid for afterwards.

    So an answer may cost more than was left; until the window ends, nothing more is judged then.
    """

    def __init__(self, limiter: Limiter, limits: Mapping[str, list[RateLimitItem]]) -> None:
        self._limiter = limiter
        self._limits = limits
        self._memory = FixedWindowRateLimiter(Counts())

    def check(self) -> None:
        """Raise Problem if the client that asks to have something judged has used up a limit."""
        if request.method == "POST" and not _is_free():
            self._check(client_network())

    def _check(self, client: str) -> None:
        for state in self.states(client):
            if state.left <= 0:
                raise too_many(state.limit.amount, state.what, state.limit.get_expiry())

    def spend(self, client: str, what: str, amount: int) -> None:
        """Take down what an answer to a client has cost."""
        for limit in self._limits.get(what, ()):
            try:
                self._limiter.limiter.hit(limit, _NAMESPACE, what, client, cost=amount)
            except StorageError:
                self._memory.hit(limit, _NAMESPACE, what, client, cost=amount)

    def states(self, client: str) -> Iterator[State]:
        """How a client stands with each of these limits."""
        for what, limits in self._limits.items():
            for limit in limits:
                try:
                    found = self._limiter.limiter.get_window_stats(limit, _NAMESPACE, what, client)
                except StorageError:
                    found = self._memory.get_window_stats(limit, _NAMESPACE, what, client)
                yield State(what, limit, found.remaining, found.reset_time)


def spender(what: str) -> Spend:
    """What takes down the cost of answers to the client that asks now."""
    costs: Costs | None = current_app.extensions.get("costs")
    if costs is None:
        return Spend()
    client = client_network()
    return Spend(partial(costs.spend, client, what), partial(costs._check, client))


def charge(what: str, amount: int) -> None:
    """Take down what a whole answer has cost."""
    spend = spender(what)
    spend.add(amount)
    spend.settle()


def client_network() -> str:
    """Whom a limit counts: an IPv4 address, or an IPv6 network of 64 bits, which one client has to itself.

    What comes from no address is counted together.
    """
    address = request.remote_addr or UNKNOWN
    return str(ip_network(f"{address}/64", strict=False)) if ":" in address else address


def _is_free() -> bool:
    return not f"{request.path}/".startswith("/v1/") or request.method == "OPTIONS"


def _parsed(setting: str, text: str) -> list[RateLimitItem]:
    try:
        return list(parse_many(text))
    except ValueError:
        expected = "a limit such as '600 per minute', or several with ; between"
        raise SettingError(f"{variable(setting)} is {expected}, not {text!r}.") from None


def _no_storage(place: str, error: Exception) -> SettingError:
    # Its address may hold a password.
    scheme = place.partition(":")[0]
    name = variable("rate_limit_storage")
    if scheme in _REDIS and isinstance(error, ConfigurationError):
        return SettingError(f"{name}=redis://… needs the extra redis: pip install 'patience-referee[redis]'.")
    return SettingError(f"{name} is memory:// or the address of a Redis, redis://…, not {scheme[:20]!a}:….")


def _request_states(limiter: Limiter) -> list[State]:
    # The store may fail between the count and this look at it.
    with suppress(StorageError):
        return [
            State(REQUESTS, current.limit, -1 if current.breached else current.remaining, current.reset_at)
            for current in limiter.current_limits
        ]
    return []


def _tell(states: list[State], response: Response) -> None:
    """RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers-10; Retry-After on 429."""
    if not states:
        return
    policies, shown = [], []
    wait = 1
    for what, limit, left, reset_at in states:
        window = limit.get_expiry()
        name = f"{what}-in-{window}s"
        seconds = min(max(1, ceil(reset_at - time())), window)
        policies.append(f'"{name}";q={limit.amount};w={window}')
        shown.append(f'"{name}";r={max(left, 0)};t={seconds}')
        if left < 0 or (what != REQUESTS and left == 0):
            wait = max(wait, seconds)
    response.headers["RateLimit-Policy"] = ", ".join(policies)
    response.headers["RateLimit"] = ", ".join(shown)
    if response.status_code == 429:
        response.headers["Retry-After"] = str(wait)
