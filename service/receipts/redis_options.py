"""Options of every Redis client of the service: a Redis that hangs delays a request for a bounded time."""

from typing import Any


def redis_options(seconds: float) -> dict[str, Any]:
    """Return options for calls that may take `seconds` each, unless the address sets ``socket_timeout``.

    The library's defaults differ between its versions. Raises ModuleNotFoundError without the extra.
    """
    from redis.backoff import NoBackoff  # noqa: PLC0415 - an extra
    from redis.exceptions import ConnectionError as Disconnected  # noqa: PLC0415
    from redis.retry import Retry  # noqa: PLC0415

    # A kept connection is lost when Redis restarts. A call that waited is not repeated.
    retry = Retry(NoBackoff(), 1, (Disconnected,))
    return {"socket_timeout": seconds, "socket_connect_timeout": seconds, "retry": retry}
