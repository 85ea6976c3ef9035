"""Settings: environment variables, defaults and meanings; ``python -m service.config`` lists them."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, field, fields
from math import ceil
from pathlib import Path, PurePath
from typing import Any

from schemas.limits import MOST_MOVES, MOST_POSITIONS

PREFIX = "REFEREE_"

METRICS_DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names prometheus-client the directory in which several workers count together."""

HIGHEST_PORT = 65_535

LONGEST_STALL = 86_400
"""Seconds: a day. The system counts them in milliseconds, with 32 bits."""

LONGEST_NUMBER = 15

WORKER_BYTES = 250_000_000
"""Memory of a worker with filled caches, besides its searches."""

SEARCH_BYTES, POSITION_BYTES = 10_000_000, 260
"""Memory of a search, and of each position of its budget."""

_CLOSE = 0.85
"""Similarity of a misspelt setting; Kubernetes' variables for a service ``referee`` are less similar."""


class SettingError(ValueError):
    """A setting that cannot be used."""


def _setting(default: Any, meaning: str, *choices: str) -> Any:
    return field(default=default, metadata={"meaning": meaning, "choices": choices})


def _number(default: int, meaning: str, least: int = 1, most: int | None = None) -> Any:
    return field(default=default, metadata={"meaning": meaning, "choices": (), "least": least, "most": most})


def color_choice() -> bool | None:
    """Return whether output has colours; None where that depends on whether it goes to a terminal.

    NO_COLOR, FORCE_COLOR and TERM=dumb decide in this order (https://no-color.org).
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return False if os.environ.get("TERM") == "dumb" else None


@dataclass(frozen=True)
class Settings:
    """The settings of the service; the variable of ``most_moves`` is ``REFEREE_MOST_MOVES``."""

    host: str = _setting("127.0.0.1", "Address to listen on; `0.0.0.0` for every address of the machine.")
    port: int = _number(8000, "TCP port to listen on; 0 for any free one.", 0, HIGHEST_PORT)
    workers: int = _number(
        0, "Worker processes; 0 for one per CPU, as far as a memory limit of the container or unit allows.", 0
    )
    searches: int = _number(
        1, "Searches for prospects at once in each worker. The same number may wait, of each client."
    )
    most_positions: int = _number(MOST_POSITIONS, "The most positions searched for one request.")
    foresight_positions: int = _number(
        0,
        "The most positions searched for one `POST /v1/foresight`, such as 200000000 for fifty games of "
        "Klondike; 0: it is off.",
        0,
    )
    most_moves: int = _number(MOST_MOVES, "The most moves in one log.")
    most_body_bytes: int = _number(2_000_000, "The most bytes in one request body or line of a batch.")
    most_batch_bytes: int = _number(200_000_000, "The most bytes in the body of one batch.")
    most_batch_lines: int = _number(200_000, "The most lines in one batch, including blank ones.")
    most_batch_moves: int = _number(30_000_000, "The most moves in one batch.")
    stall_seconds: int = _number(
        20,
        "Seconds that a slow client may take for one request, plus one for each kB transferred.",
        1,
        LONGEST_STALL,
    )
    key_file: str = _setting(
        "", "File with the private key that signs receipts, as `referee keygen` writes it; none: no receipts."
    )
    retired_keys_file: str = _setting(
        "", "File with a JWK set of further public keys whose receipts are genuine."
    )
    issuer: str = _setting(
        "", "The issuer in receipts, such as `https://referee.example`; required with a key."
    )
    claims_tokens_file: str = _setting(
        "",
        "File with a line `name token` for each client that may make claims, perhaps with limits of its own "
        "after the token, such as `requests=200/second`; none: every client may.",
    )
    daily_key_file: str = _setting(
        "",
        "File with the key of daily deals, as `referee keygen --daily` writes it; none: no daily deals, or a "
        "throw-away key in development.",
    )
    variants: str = _setting(
        "",
        "Folder with declarations of games of your own, one JSON file each, served like all others; `referee "
        "declare check` checks a file.",
    )
    declarations: str = _setting(
        "off",
        "Whether replay, deal and prospect requests may carry a declaration of rules in place of a variant.",
        "off",
        "on",
    )
    rate_limit: str = _setting(
        "", "Requests per client, such as `600 per minute; 20 per second`; none: no limit."
    )
    rate_limit_moves: str = _setting(
        "", "Moves judged per client, such as `1000000 per hour`; none: no limit."
    )
    rate_limit_positions: str = _setting(
        "", "Positions searched per client, such as `5000000 per hour`; none: no limit."
    )
    rate_limit_storage: str = _setting(
        "memory://", "Where to count: in each worker, or for all in `redis://…` (extra `redis`)."
    )
    redis_url: str = _setting(
        "",
        "Address of a Redis, `redis://…` (extra `redis`), in which used tickets are kept, so that each can "
        "be used once; none: sites keep them.",
    )
    trusted_proxies: int = _number(
        0, "Proxies in front whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted.", 0
    )
    metrics_token: str = _setting("", "Bearer token for `/metrics`; none: no metrics.")
    log_level: str = _setting(
        "info",
        "The lowest level that is logged; requests are `info`.",
        "debug",
        "info",
        "warning",
        "error",
        "critical",
    )
    log_format: str = _setting(
        "auto", "`auto` is text on a terminal, otherwise JSON.", "auto", "json", "text"
    )

    def __post_init__(self) -> None:
        if not self.host:
            raise SettingError(f"{variable('host')} must not be empty. Expected an address.")
        if self.key_file and not self.issuer:
            raise SettingError(f"{variable('key_file')} needs {variable('issuer')}, the issuer of receipts.")
        for setting in fields(self):
            if "least" in setting.metadata:
                _check_range(setting, getattr(self, setting.name))

    @property
    def accepts_declarations(self) -> bool:
        """Whether requests may carry a declaration of rules."""
        return self.declarations == "on"

    @property
    def missing_features(self) -> set[str]:
        """The features of `schemas.service_index` that these settings leave out."""
        given = {
            "receipts": bool(self.key_file),
            "claims_tokens": bool(self.claims_tokens_file),
            "tickets": bool(self.key_file and self.claims_tokens_file),
            "single_use_tickets": bool(self.key_file and self.claims_tokens_file and self.redis_url),
            "daily": bool(self.daily_key_file),
            "declarations": self.accepts_declarations,
            "foresight": self.foresight_positions > 0,
        }
        return {feature for feature, switched_on in given.items() if not switched_on}

    def limits(self, *, search: bool) -> dict[str, int | None]:
        """Return the limits of requests, by their names in the description of the service."""
        return {
            "moves": self.most_moves,
            "body_bytes": self.most_body_bytes,
            "batch_bytes": self.most_batch_bytes,
            "batch_lines": self.most_batch_lines,
            "batch_moves": self.most_batch_moves,
            "positions": self.most_positions if search else None,
        }

    @classmethod
    def load(
        cls, overrides: Mapping[str, object] | None = None, environment: Mapping[str, str] = os.environ
    ) -> "Settings":
        """Load the settings from the environment; `overrides` take precedence.

        Raises SettingError for a setting that is unknown or has an invalid value.
        """
        known = {setting.name: setting for setting in fields(cls)}
        values: dict[str, Any] = {
            name: environment[variable(name)] for name in known if variable(name) in environment
        }
        values.update(overrides or {})
        for name, value in values.items():
            if name not in known:
                raise SettingError(f"Unknown setting {name!r}. Settings: {', '.join(known)}.")
            setting = known[name]
            values[name] = _convert(name, str(value), type(setting.default), setting.metadata["choices"])
        return cls(**values)


def cpus(root: Path = Path("/")) -> int:
    """Return the number of CPUs that this process may use, as its affinity and its cgroups allow."""
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    shares: list[float] = [known]
    for group in _cgroups("cpu", root):
        with suppress(OSError, ValueError):
            quota, period = (group / "cpu.max").read_text("ascii").split()
            shares.append(int(quota) / int(period))
        with suppress(OSError, ValueError):
            quota, period = (
                (group / name).read_text("ascii") for name in ("cpu.cfs_quota_us", "cpu.cfs_period_us")
            )
            # -1 stands for no quota.
            shares += [int(quota) / int(period)] if int(quota) > 0 else []
    return max(1, ceil(min(shares)))


def memory_limit(root: Path = Path("/")) -> int:
    """Return the bytes that the cgroups of this process allow it, ``sys.maxsize`` without a limit."""
    limits = [sys.maxsize]
    for group in _cgroups("memory", root):
        for name in ("memory.max", "memory.limit_in_bytes"):
            # The text "max" is not a number.
            with suppress(OSError, ValueError):
                limits.append(int((group / name).read_text("ascii")))
    return min(limits)


def workers_that_fit(settings: Settings, available: int) -> int:
    """Return how many workers fit into `available` bytes, at least one."""
    search = SEARCH_BYTES + POSITION_BYTES * settings.most_positions
    return max(1, available // (WORKER_BYTES + settings.searches * search))


def _cgroups(controller: str, root: Path) -> Iterator[Path]:
    """Yield the folders of the cgroup of this process and of those around it, of version 1 and 2.

    A limit of any of them holds. In a container without a cgroup namespace some of the folders do not exist.
    """
    mount = root / "sys/fs/cgroup"
    with suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text("utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers and controller not in controllers.split(","):
                continue
            group = PurePath(path.lstrip("/"))
            yield from (
                mount / (controller if controllers else "") / part for part in (group, *group.parents)
            )


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches an address."""
    return host in ("localhost", "::1") or host.startswith("127.")


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return PREFIX + name.upper()


def likely_misspelt(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the variables that look like misspelt settings, each with the setting probably meant."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    known = [variable(setting.name) for setting in fields(Settings)]
    unknown = (name for name in environment if name.startswith(PREFIX) and name not in known)
    return {name: close[0] for name in unknown if (close := get_close_matches(name, known, 1, _CLOSE))}


def table() -> str:
    """Return all settings as a Markdown table."""
    rows = [
        f"| `{variable(setting.name)}` | {_shown(setting.default)} | {_meaning(setting.metadata)} |"
        for setting in fields(Settings)
    ]
    return "\n".join(["| variable | default | meaning |", "| --- | --- | --- |", *rows])


def resource_path(name: str) -> Path:
    """Return where a file or directory of the source tree is, such as ``fixtures``.

    A wheel carries these files inside the package; a source tree has them at its top.
    """
    package = Path(__file__).parent
    installed = package / "resources" / name
    return installed if installed.exists() else package.parent / name


def _convert(name: str, text: str, kind: type, choices: tuple[str, ...]) -> str | int:
    if kind is int:
        if not text.isascii() or not text.isdigit() or len(text) > LONGEST_NUMBER:
            raise SettingError(f"{variable(name)} must be a whole number, not {text[:40]!r}.")
        return int(text)
    if choices and text not in choices:
        raise SettingError(f"{variable(name)} must be one of {', '.join(choices)}, not {text!r}.")
    return text


def _check_range(setting: "Field[Any]", number: int) -> None:
    least, most = setting.metadata["least"], setting.metadata["most"]
    if number < least or (most is not None and number > most):
        expected = f"at least {least}" if most is None else f"from {least} to {most}"
        raise SettingError(f"{variable(setting.name)} must be {expected}, not {number}.")


def _shown(default: object) -> str:
    return f"`{default}`" if default != "" else "none"


def _meaning(metadata: Mapping[str, Any]) -> str:
    choices = ", ".join(f"`{choice}`" for choice in metadata["choices"])
    return f"{metadata['meaning']} One of {choices}." if choices else str(metadata["meaning"])


if __name__ == "__main__":
    print(table())  # noqa: T201
