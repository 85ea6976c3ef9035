"""Every setting: its environment variable, default and meaning."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

PREFIX = "REFEREE_"


class SettingError(ValueError):
    """A setting that cannot be used."""


def _setting(default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class Settings:
    """The service's settings; ``most_moves`` is read from ``REFEREE_MOST_MOVES``, and so on."""

    most_moves: int = _setting(20_000, "Moves judged in one log.")
    most_body_bytes: int = _setting(2_000_000, "Size of one request body.")

    @classmethod
    def load(
        cls, overrides: Mapping[str, object] | None = None, environment: Mapping[str, str] = os.environ
    ) -> "Settings":
        """The settings of the environment, with the overrides in their stead.

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
            values[name] = _convert(name, value, type(known[name].default))
        return cls(**values)


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def _convert(name: str, value: object, kind: type) -> object:
    if kind is int:
        text = str(value)
        if not text.isascii() or not text.isdigit():
            raise SettingError(f"{variable(name)} is a whole number, not {text!r}.")
        return int(text)
    return value
