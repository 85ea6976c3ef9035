"""Rate limits: requests by flask-limiter, moves and positions by what each answer cost.

All limits are reported in the fields of draft-ietf-httpapi-ratelimit-headers; a policy has the name of what
it counts.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address, ip_network
from math import ceil
from time import time
from typing import Any, Final, NamedTuple

from flask import Flask, Response, current_app, request
from flask_limiter import Limiter
from limits import RateLimitItem, parse_many
from limits.errors import ConfigurationError, StorageError
from limits.strategies import FixedWindowRateLimiter

from service.config import SettingError, Settings, variable
from service.http.error_handlers import too_many
from service.http.memory_storage import Counts

REQUESTS: Final = "requests"
MOVES: Final = "moves"
POSITIONS: Final = "positions"

LEAST_MOVES: Final = 10
"""Moves charged for a request or a line of a batch with fewer, or refused: reading it costs about as much."""

PROOF_COST: Final = 100
"""Positions charged for a static proof: it takes about as much CPU time as searching as many."""

SETTINGS: Final = {REQUESTS: "rate_limit", MOVES: "rate_limit_moves", POSITIONS: "rate_limit_positions"}

UNKNOWN: Final = "unknown"
"""The client of a request without an address: over a Unix socket, or if a proxy sends none."""

_LONGEST_ADDRESS: Final = 100

_REDIS: Final = frozenset({"redis", "rediss", "redis+unix"})

_NAMESPACE: Final = "COSTS"


class State(NamedTuple):
    """What is left of one limit for one client."""

    what: str
    limit: RateLimitItem
    left: int
    reset_at: float


def register_rate_limits(app: Flask, settings: Settings) -> None:
    """Limit requests below ``/v1``, if a limit is set; without one there is no cost.

    If the storage cannot be reached, the memory of the process replaces it until it can.
    Raises SettingError for a limit that cannot be parsed, or an unusable storage.
    """
    limits = {
        what: _parsed(name, text) for what, name in SETTINGS.items() if (text := getattr(settings, name))
    }
    if not limits:
        return
    limiter = _limiter(app, settings)
    costs = Costs(limiter, {what: items for what, items in limits.items() if what != REQUESTS})
    app.extensions["costs"] = costs
    app.before_request(costs.check_request)

    def report(response: Response) -> Response:
        if not _is_free():
            _add_fields([*_request_states(limiter), *costs.states(client_network())], response)
        return response

    app.after_request(report)


def _limiter(app: Flask, settings: Settings) -> Limiter:
    storage = settings.rate_limit_storage
    limits: list[Any] = [settings.rate_limit] if settings.rate_limit else []
    try:
        limiter = Limiter(
            client_network,
            app=app,
            application_limits=limits,
            storage_uri=f"{Counts.STORAGE_SCHEME[0]}://" if storage == "memory://" else storage,
            storage_options={"wrap_exceptions": True},
            in_memory_fallback=limits,
            headers_enabled=False,
            strategy="fixed-window",
        )
    except (ConfigurationError, ValueError) as error:
        raise _unusable(storage, error) from error
    limiter.request_filter(_is_free)
    return limiter


class Costs:
    """Limits on costs that are known only after a request has been answered.

    An answer may therefore cost more than was left. Then nothing more is judged until the window ends.
    """

    def __init__(self, limiter: Limiter, limits: Mapping[str, list[RateLimitItem]]) -> None:
        self._limiter = limiter
        self._limits = limits
        self._memory = FixedWindowRateLimiter(Counts())

    def check_request(self) -> None:
        """Raise Problem if a request needs judging and its client has used up a limit."""
        if request.method == "POST" and not _is_free():
            self.check(client_network())

    def check(self, client: str) -> None:
        """Raise Problem if a client has used up a limit."""
        for state in self.states(client):
            if state.left <= 0:
                raise too_many(state.limit.amount, state.what, state.limit.get_expiry())

    def charge(self, client: str, what: str, amount: int) -> None:
        """Record a cost."""
        for limit in self._limits.get(what, ()) if amount else ():
            try:
                self._limiter.limiter.hit(limit, _NAMESPACE, what, client, cost=amount)
            except StorageError:
                self._memory.hit(limit, _NAMESPACE, what, client, cost=amount)

    def states(self, client: str) -> Iterator[State]:
        """Yield the state of each of these limits for a client."""
        for what, limits in self._limits.items():
            for limit in limits:
                try:
                    stats = self._limiter.limiter.get_window_stats(limit, _NAMESPACE, what, client)
                except StorageError:
                    stats = self._memory.get_window_stats(limit, _NAMESPACE, what, client)
                yield State(what, limit, stats.remaining, stats.reset_time)


def charge(moves: int = 0, positions: int = 0) -> None:
    """Charge the client of the current request for its answer."""
    if costs := current_app.extensions.get("costs"):
        client = client_network()
        costs.charge(client, MOVES, moves)
        costs.charge(client, POSITIONS, positions)


class Account:
    """The costs of the current request, recorded together instead of after each line of a stream."""

    def __init__(self) -> None:
        self._costs: Costs | None = current_app.extensions.get("costs")
        self._client = client_network() if self._costs else ""
        self._moves = self._positions = 0

    def add(self, moves: int, positions: int) -> None:
        """Add to the pending cost."""
        self._moves += moves
        self._positions += positions

    def settle(self) -> None:
        """Record the pending cost."""
        if self._costs:
            self._costs.charge(self._client, MOVES, self._moves)
            self._costs.charge(self._client, POSITIONS, self._positions)
            self._moves = self._positions = 0

    def check(self) -> None:
        """Record the pending cost, then raise Problem if a limit is used up."""
        self.settle()
        if self._costs:
            self._costs.check(self._client)


def client_network() -> str:
    """Return what a limit counts by: an IPv4 address, or the IPv6 network of 64 bits that one client has.

    Requests without an address are counted together.
    """
    return _network((request.remote_addr or UNKNOWN)[:_LONGEST_ADDRESS])


@lru_cache(maxsize=1024)
def _network(text: str) -> str:
    """Parse an address, which may have a port or a zone or be IPv4 in IPv6 (RFC 4291 §2.5.5.2)."""
    host = text
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if address.version == 6 and address.ipv4_mapped:
        address = address.ipv4_mapped
    return str(ip_network(f"{address}/64", strict=False)) if address.version == 6 else str(address)


def _is_free() -> bool:
    return not f"{request.path}/".startswith("/v1/") or request.method == "OPTIONS"


def _parsed(setting: str, text: str) -> list[RateLimitItem]:
    try:
        return list(parse_many(text))
    except ValueError:
        expected = "a limit such as '600 per minute', or several separated by ;"
        raise SettingError(f"{variable(setting)} is {expected}, not {text!r}.") from None


def _unusable(storage: str, error: Exception) -> SettingError:
    # Its address may contain a password.
    scheme = storage.partition(":")[0]
    name = variable("rate_limit_storage")
    if scheme in _REDIS and isinstance(error, ConfigurationError):
        return SettingError(f"{name}=redis://… needs the extra redis: pip install 'patience-referee[redis]'.")
    return SettingError(f"{name} is memory:// or the address of a Redis, redis://…, not {scheme[:20]!a}:….")


def _request_states(limiter: Limiter) -> list[State]:
    # The storage may fail between counting the request and this call.
    with suppress(StorageError):
        return [
            State(REQUESTS, current.limit, -1 if current.breached else current.remaining, current.reset_at)
            for current in limiter.current_limits
        ]
    return []


def _add_fields(states: list[State], response: Response) -> None:
    """Add RateLimit and RateLimit-Policy (version 10 of the draft), and Retry-After to a 429."""
    if not states:
        return
    policies, remainders = [], []
    wait = 1
    for what, limit, left, reset_at in states:
        window = limit.get_expiry()
        name = f"{what}-in-{window}s"
        seconds = min(max(1, ceil(reset_at - time())), window)
        policies.append(f'"{name}";q={limit.amount};w={window}')
        remainders.append(f'"{name}";r={max(left, 0)};t={seconds}')
        if left < 0 or (what != REQUESTS and left == 0):
            wait = max(wait, seconds)
    response.headers["RateLimit-Policy"] = ", ".join(policies)
    response.headers["RateLimit"] = ", ".join(remainders)
    if response.status_code == 429:
        response.headers["Retry-After"] = str(wait)
