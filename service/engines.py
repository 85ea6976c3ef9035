"""Which engine judges usual requests: the compiled kernel where it is there and wanted, else the readable."""

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from service.config import SettingError, variable

if TYPE_CHECKING:
    from service.engine.kernel import Judgement

KernelJudge = Callable[[bytes, int, int, int], "Judgement | None"]
"""``service.engine.kernel.judge``."""

KERNEL: Final = "kernel"
READABLE: Final = "readable"

VARIABLE: Final = variable("kernel")
WANTED: Final = ("auto", "require", "off")


def engine_name() -> str:
    """Which engine judges.

    Raises SettingError as ``kernel_judge``.
    """
    return KERNEL if kernel_judge() else READABLE


@cache
def kernel_judge() -> KernelJudge | None:
    """The kernel's way to judge; None if there is no kernel or none is wanted.

    It is for whole processes, since tables and caches stay, so the environment alone chooses.
    Raises SettingError where it says nothing that is known, or the kernel is required and not there.
    """
    wanted = os.environ.get(VARIABLE, "auto")
    if wanted not in WANTED:
        raise SettingError(f"{VARIABLE} is one of {', '.join(WANTED)}, not {wanted!r}.")
    if wanted == "off":
        return None
    try:
        judge: KernelJudge = import_module("service.engine.kernel").judge
    except ImportError as error:
        if wanted == "require":
            raise SettingError(f"{VARIABLE} is require, but the kernel cannot be loaded: {error}.") from None
        return None
    return judge
