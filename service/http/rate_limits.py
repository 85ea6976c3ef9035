"""Rate limits on requests, and on the moves and positions that answers cost, counted by the library limits.

All limits are reported in the fields of draft-ietf-httpapi-ratelimit-headers; a policy has the name of what
it counts.
"""

import logging
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from math import ceil
from time import time
from typing import Any, Final, NamedTuple

from flask import Response, current_app, request
from limits import RateLimitItem
from limits.errors import ConfigurationError, StorageError
from limits.storage import Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter

from patience.compilation.compiled_rules import COMPILATIONS
from service.config import SettingError, Settings, variable
from service.http.bearer_tokens import bearer_token
from service.http.error_handlers import too_many
from service.http.memory_storage import Counts
from service.receipts.claim_tokens import LIMITED, Limits, Tokens, parse_limits
from service.receipts.pauses import PausedError, Pauses
from service.receipts.redis_options import redis_options

log: Final = logging.getLogger(__name__)

REQUESTS, MOVES, POSITIONS = LIMITED

LEAST_MOVES: Final = 10
"""Moves charged for a request or a line of a batch with fewer, even if it is refused."""

BYTES_PER_MOVE: Final = 32
"""Bytes of a request for which at least one move is charged, since checkpoints, decks and errors cost too.

The moves of a log have about eight bytes each, so the logs of whole games are charged by their moves.
"""

COMPILE_COST: Final = 1000
"""Moves charged for options that are new to a worker, which then compiles the rules under them."""

PROOF_COST: Final = 100
"""Positions charged for a static proof: it takes about as much CPU time as searching as many."""

REPLAY_COST: Final = 2
"""Positions charged for a move of a known line that is played from another position."""

GRADE_COST: Final = 500
"""Positions charged for the difficulty of a deal."""

SETTINGS: Final = {REQUESTS: "rate_limit", MOVES: "rate_limit_moves", POSITIONS: "rate_limit_positions"}

UNKNOWN: Final = "unknown"
"""The client of a request without an address: over a Unix socket, or if a proxy sends none."""

CLAIMS: Final = ("/v1/claims", "/v1/contests", "/v1/foresight", "/v1/tickets")
"""The paths that tokens are for begin so."""

_LONGEST_ADDRESS: Final = 100

_NAMESPACE: Final = "COSTS"

STORAGE_SECONDS: Final = 0.25
"""How long a request waits for Redis."""

_RETRY_SECONDS: Final = 5
"""How long memory replaces a storage that cannot be reached, before one request tries it again."""

_RETRY_FACTOR: Final = 100
"""The pause is longer after a call that waited: this many times as long as the call."""


class State(NamedTuple):
    """What is left of one limit for one client."""

    what: str
    limit: RateLimitItem
    left: int
    reset_at: float


class Client(NamedTuple):
    """The client to which a request is charged: the name for which costs are counted, and its limits."""

    name: str
    limits: Limits


def rate_limits(settings: Settings, tokens: Tokens | None) -> "Costs | None":
    """Return the limits on requests below ``/v1``; None if neither the settings nor a token have one.

    Raises SettingError for a limit that cannot be parsed, or an unusable storage.
    """
    limits = {
        what: _parsed(name, text) for what, name in SETTINGS.items() if (text := getattr(settings, name))
    }
    if not limits and not (tokens and tokens.has_limits()):
        return None
    return Costs(limits, _storage(settings.rate_limit_storage))


class Costs:
    """Limits on requests, which are charged first, and on moves and positions, which are charged afterwards.

    An answer may therefore cost more moves than were left. Then nothing more is judged until the window ends.
    """

    def __init__(self, limits: Mapping[str, list[RateLimitItem]], storage: Storage) -> None:
        self.limits = limits
        self._shared = FixedWindowRateLimiter(storage)
        self._memory = FixedWindowRateLimiter(Counts())
        self.pauses = Pauses(_RETRY_SECONDS, _RETRY_FACTOR)

    def check_request(self) -> None:
        """Charge a request; raise Problem if that exceeds a limit, or another limit is used up."""
        if _is_free():
            return
        COMPILATIONS.count = 0
        client = charged_client()
        for limit in client.limits.get(REQUESTS, ()):
            if not self._call("hit", limit, REQUESTS, client.name):
                raise too_many(limit.amount, REQUESTS, limit.get_expiry())
        if request.method == "POST":
            self.check(client)

    def check(self, client: Client) -> None:
        """Raise Problem if a client has used up a limit of moves or positions."""
        for what, limit, left, _ in self.states(client):
            if what != REQUESTS and left == 0:
                raise too_many(limit.amount, what, limit.get_expiry())

    def charge(self, client: Client, moves: int, positions: int = 0) -> None:
        """Charge a client for moves and positions, and for what this thread has compiled since."""
        amounts = {MOVES: moves + COMPILE_COST * COMPILATIONS.count, POSITIONS: positions}
        COMPILATIONS.count = 0
        for what, amount in amounts.items():
            for limit in client.limits.get(what, ()) if amount else ():
                self._call("hit", limit, what, client.name, cost=amount)

    def states(self, client: Client) -> Iterator[State]:
        """Yield the state of each limit for a client."""
        for what, limits in client.limits.items():
            for limit in limits:
                reset_at, left = self._call("get_window_stats", limit, what, client.name)
                yield State(what, limit, left, reset_at)

    def report(self, response: Response) -> None:
        """Add RateLimit and RateLimit-Policy (version 10 of the draft), and Retry-After to a 429."""
        if _is_free():
            return
        client = charged_client()
        self.charge(client, moves=0)
        policies, remainders = [], []
        wait = 1
        for what, limit, left, reset_at in self.states(client):
            window = limit.get_expiry()
            name = f"{what}-in-{window}s"
            seconds = min(max(1, ceil(reset_at - time())), window)
            policies.append(f'"{name}";q={limit.amount};w={window}')
            remainders.append(f'"{name}";r={left};t={seconds}')
            if left == 0:
                wait = max(wait, seconds)
        if not policies:
            return
        response.headers["RateLimit-Policy"] = ", ".join(policies)
        response.headers["RateLimit"] = ", ".join(remainders)
        if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
            response.headers["Retry-After"] = str(wait)

    def _call(self, method: str, limit: RateLimitItem, what: str, client: str, **options: int) -> Any:
        """Call the shared storage; while it cannot be reached, the memory of this process."""
        arguments = (limit, _NAMESPACE, what, client)
        try:
            call = partial(getattr(self._shared, method), *arguments, **options)
            return self.pauses.call(call, StorageError)
        except PausedError:
            pass
        except StorageError as error:
            log.warning("The rate limits are counted in memory, since %s", error.storage_error)
        return getattr(self._memory, method)(*arguments, **options)


class Account:
    """The costs of the current request, charged together instead of after each line of a stream."""

    def __init__(self) -> None:
        self._costs: Costs | None = current_app.extensions["costs"]
        self.client = charged_client()
        self._moves = self._positions = 0

    def add(self, moves: int, positions: int) -> None:
        """Add to the pending cost."""
        self._moves += moves
        self._positions += positions

    def settle(self) -> None:
        """Charge the pending cost."""
        if self._costs:
            self._costs.charge(self.client, moves=self._moves, positions=self._positions)
            self._moves = self._positions = 0

    def check(self) -> None:
        """Charge the pending cost, then raise Problem if a limit is used up."""
        self.settle()
        if self._costs:
            self._costs.check(self.client)


def moves_charged(moves: int, size: int) -> int:
    """Return the moves to charge for a request, or a line of a batch, of `size` bytes that has `moves`."""
    return max(moves, LEAST_MOVES, size // BYTES_PER_MOVE)


def charged_client() -> Client:
    """Return the client that the current request is charged to: the holder of a token, else an address.

    A claim with a valid token is charged to the token, from whatever address it comes. Everything else is
    charged to the IPv4 address, or to the IPv6 network of 64 bits that one client has; requests without an
    address are counted together.
    """
    costs: Costs | None = current_app.extensions["costs"]
    limits = costs.limits if costs else {}
    tokens: Tokens | None = current_app.config["CLAIMS_TOKENS"]
    if tokens and request.path.startswith(CLAIMS) and (holder := tokens.holder_of(bearer_token())):
        # An address does not contain a space.
        return Client(f"token {holder.name}", {**limits, **holder.limits})
    return Client(_network((request.remote_addr or UNKNOWN)[:_LONGEST_ADDRESS]), limits)


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
        return parse_limits(text)
    except ValueError:
        expected = "a limit such as '600 per minute', or several separated by ;"
        raise SettingError(f"{variable(setting)} must be {expected}, not {text[:40]!r}.") from None


def _storage(address: str) -> Storage:
    if address == "memory://":
        return Counts()
    name = variable("rate_limit_storage")
    # Only the scheme is reported: the address may contain a password.
    scheme = address.partition(":")[0]
    try:
        if scheme in ("redis", "rediss", "redis+unix"):
            storage: Any = storage_from_string(
                address, wrap_exceptions=True, **redis_options(STORAGE_SECONDS)
            )
            return storage  # type: ignore[no-any-return]  # the library has asynchronous storages too
    except (ConfigurationError, ModuleNotFoundError):
        detail = f"{name}=redis://… needs the extra redis: pip install 'patience-referee[redis]'."
        raise SettingError(detail) from None
    except ValueError:
        pass
    raise SettingError(
        f"{name} must be memory:// or the address of a Redis, redis://…, not {scheme[:20]!a}:…."
    )
