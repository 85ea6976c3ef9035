"""Which engine judges usual requests: the compiled kernel where it is there and wanted, else the readable."""

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
WANTED: Final = ("auto", "require", "off")


class Kernel(NamedTuple):
    """What the kernel does; ``service/engine/kernel.pyi`` says what is asked of it."""

    judge: Callable[[bytes, int, int, int], "Judgement | None"]
    judge_log: Callable[
        [CompiledRules, bytes, Sequence[str], str | None, bool, bytes | None], "Judgement | None"
    ]


def engine_name() -> str:
    """Which engine judges.

    Raises SettingError as ``kernel``.
    """
    return KERNEL if kernel() else READABLE


@cache
def kernel() -> Kernel | None:
    """The kernel; None if there is none or none is wanted.

    It is for whole processes, since tables and caches stay, so the environment alone chooses.
    Raises SettingError where it says nothing that is known, or the kernel is required and not there.
    """
    wanted = os.environ.get(VARIABLE, "auto")
    if wanted not in WANTED:
        raise SettingError(f"{VARIABLE} is one of {', '.join(WANTED)}, not {wanted!r}.")
    if wanted == "off":
        return None
    try:
        from service.engine.kernel import judge, judge_log  # noqa: PLC0415 - it need not be there
    except ImportError as error:
        if wanted == "require":
            raise SettingError(f"{VARIABLE} is require, but the kernel cannot be loaded: {error}.") from None
        return None
    return Kernel(judge, judge_log)
