"""Every setting: its environment variable, default and meaning; ``python -m service.config`` lists them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

PREFIX = "REFEREE_"

METRICS_DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which prometheus-client knows where several workers count together."""

HIGHEST_PORT = 65_535

LONGEST_NUMBER = 15

SWITCH = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False}

_CLOSE = 0.85
"""Alike enough to be meant; what Kubernetes sets for a service called ``referee`` is not."""


class SettingError(ValueError):
    """A setting that cannot be used."""


def _setting(default: Any, meaning: str, *choices: str) -> Any:
    return field(default=default, metadata={"meaning": meaning, "choices": choices})


@dataclass(frozen=True)
class Settings:
    """The service's settings; ``most_moves`` is read from ``REFEREE_MOST_MOVES``, and so on."""

    host: str = _setting("127.0.0.1", "Address to listen on; `0.0.0.0` is every address of the machine.")
    port: int = _setting(8000, "TCP port to listen on; 0: any free one.")
    workers: int = _setting(0, "Worker processes; 0: one for each CPU.")
    searches: int = _setting(
        1, "Searches for prospects that each worker process runs at once; as many again wait."
    )
    most_positions: int = _setting(300_000, "Positions searched for one request.")
    most_moves: int = _setting(20_000, "Moves judged in one log.")
    most_body_bytes: int = _setting(2_000_000, "Size of one request body, and of one line of a batch.")
    most_batch_bytes: int = _setting(200_000_000, "Size of the body of one batch.")
    most_batch_lines: int = _setting(200_000, "Lines of one batch, blank ones too.")
    most_batch_moves: int = _setting(30_000_000, "Moves of one batch; it is cut off once it has had more.")
    stall_seconds: int = _setting(
        20,
        "How long a client may keep us waiting in one exchange, and a second more for each kB on the wire.",
    )
    key_file: str = _setting(
        "",
        "File with the private key of receipts, a JWK as `referee keygen` writes it; without: no receipts.",
    )
    retired_keys_file: str = _setting(
        "", "File with a JWK set of further public keys whose receipts are genuine, as those once in use."
    )
    issuer: str = _setting(
        "", "The issuer that receipts name, such as `https://referee.example`; a key needs one."
    )
    claims_tokens_file: str = _setting(
        "",
        "File with a line `name token` for everyone who may make claims; without: anybody may.",
    )
    rate_limit: str = _setting(
        "",
        "How often one client may ask, such as `600 per minute; 20 per second`; without: no limit.",
    )
    rate_limit_moves: str = _setting(
        "", "How many moves one client may have judged, such as `1000000 per hour`; without: no limit."
    )
    rate_limit_positions: str = _setting(
        "", "How many positions one client may have searched, likewise; without: no limit."
    )
    rate_limit_storage: str = _setting(
        "memory://",
        "Where all this is counted: each worker for itself, or all together in `redis://…` (extra `redis`).",
    )
    trusted_proxies: int = _setting(
        0, "Proxies in front whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."
    )
    compression: tuple[str, ...] = _setting(
        ("zstd", "br", "gzip"), "Content codings offered, the best first; empty: none."
    )
    metrics_token: str = _setting("", "Bearer token that `/metrics` asks for; without: no metrics.")
    log_level: str = _setting(
        "info", "The least that is logged.", "debug", "info", "warning", "error", "critical"
    )
    log_format: str = _setting("auto", "`auto` is text on a terminal, else JSON.", "auto", "json", "text")
    log_requests: bool = _setting(True, "Whether each request is logged, at level `info`.")

    def __post_init__(self) -> None:
        if not self.host:
            raise SettingError(f"{variable('host')} is an address, not {self.host!r}.")
        if self.key_file and not self.issuer:
            raise SettingError(f"{variable('key_file')} needs {variable('issuer')}: whose receipts they are.")
        if self.port > HIGHEST_PORT:
            raise SettingError(f"{variable('port')} is at most {HIGHEST_PORT}, not {self.port}.")

    @classmethod
    def load(
        cls, overrides: Mapping[str, object] | None = None, environment: Mapping[str, str] = os.environ
    ) -> "Settings":
        """The settings of the environment, the overrides instead where both are given.

        Raises SettingError naming a setting that is unknown or has a wrong value.
        """
        known = {setting.name: setting for setting in fields(cls)}
        values: dict[str, Any] = {
            name: environment[variable(name)] for name in known if variable(name) in environment
        }
        values.update(overrides or {})
        for name, value in values.items():
            if name not in known:
                raise SettingError(f"There is no setting {name!r}. Settings: {', '.join(known)}.")
            setting = known[name]
            values[name] = _convert(name, value, type(setting.default), setting.metadata["choices"])
        return cls(**values)


def cpus() -> int:
    """The CPUs that we may use, where the system tells; else all of them."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def likely_misspelt(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables that are no settings but look like one, each with the one that may be meant."""
    known = [variable(setting.name) for setting in fields(Settings)]
    ours = (name for name in environment if name.startswith(PREFIX) and name not in known)
    return {name: close[0] for name in ours if (close := get_close_matches(name, known, 1, _CLOSE))}


def table() -> str:
    """All settings as a Markdown table."""
    rows = [
        f"| `{variable(setting.name)}` | {_shown(setting.default)} | {_meaning(setting.metadata)} |"
        for setting in fields(Settings)
    ]
    return "\n".join(["| variable | default | meaning |", "| --- | --- | --- |", *rows])


def _convert(name: str, value: object, kind: type, choices: tuple[str, ...]) -> object:
    text = str(value)
    if kind is int:
        if not text.isascii() or not text.isdigit() or len(text) > LONGEST_NUMBER:
            raise SettingError(f"{variable(name)} is a whole number, not {text[:40]!r}.")
        return int(text)
    if kind is bool:
        if text.lower() not in SWITCH:
            raise SettingError(f"{variable(name)} is true or false, not {text!r}.")
        return SWITCH[text.lower()]
    if kind is tuple:
        parts = value.split(",") if isinstance(value, str) else value
        assert isinstance(parts, list | tuple), f"{name} is a list"
        return tuple(stripped for part in parts if (stripped := str(part).strip()))
    if choices and text not in choices:
        raise SettingError(f"{variable(name)} is one of {', '.join(choices)}, not {text!r}.")
    return text


def _shown(default: object) -> str:
    if isinstance(default, tuple):
        default = ",".join(default)
    if isinstance(default, bool):
        default = str(default).lower()
    return f"`{default}`" if default != "" else "none"


def _meaning(metadata: Mapping[str, Any]) -> str:
    choices = ", ".join(f"`{choice}`" for choice in metadata["choices"])
    return f"{metadata['meaning']} One of {choices}." if choices else str(metadata["meaning"])


if __name__ == "__main__":
    print(table())  # noqa: T201


def resource_path(name: str) -> Path:
    """Return where a file or directory of the source tree is, such as ``fixtures``.

    A wheel carries these files inside the package; a source tree has them at its top.
    """
    package = Path(__file__).parent
    installed = package / "resources" / name
    return installed if installed.exists() else package.parent / name
