"""Chooses the engine that judges usual requests: the compiled kernel, or the readable engine.

The variable REFEREE_KERNEL chooses ``auto`` (the kernel if it is compiled), ``require`` or ``off``.
"""

import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from service.config import SettingError, variable
from service.engine.compiled import CompiledRules

if TYPE_CHECKING:
    from service.engine.kernel import Judgement

KERNEL: Final = "kernel"
READABLE: Final = "readable"

VARIABLE: Final = variable("kernel")
CHOICES: Final = ("auto", "require", "off")


class Kernel(NamedTuple):
    """The functions of the kernel; ``service/engine/kernel.pyi`` describes their parameters."""

    judge: Callable[[bytes, int, int, int], "Judgement | None"]
    judge_log: Callable[
        [CompiledRules, bytes, Sequence[str], str | None, bool, bytes | None], "Judgement | None"
    ]


def engine_name() -> str:
    """Return the name of the engine that judges.

    Raises SettingError like ``kernel``.
    """
    return KERNEL if kernel() else READABLE


@cache
def kernel() -> Kernel | None:
    """Return the kernel; None if it is not compiled or is switched off.

    The choice holds for the whole process, as tables and caches stay.
    Raises SettingError for an unknown choice, and if the kernel is required but cannot be loaded.
    """
    choice = os.environ.get(VARIABLE, "auto")
    if choice not in CHOICES:
        raise SettingError(f"{VARIABLE} must be one of {', '.join(CHOICES)}, not {choice!r}.")
    if choice == "off":
        return None
    try:
        from service.engine.kernel import judge, judge_log  # noqa: PLC0415 - it may be missing
    except ImportError as error:
        if choice == "require":
            raise SettingError(f"{VARIABLE} is require, but the kernel cannot be loaded: {error}.") from None
        return None
    return Kernel(judge, judge_log)
