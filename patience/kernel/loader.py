"""Chooses the engine that judges usual requests: the compiled kernel, or the readable engine.

The variable REFEREE_KERNEL chooses ``auto`` (the kernel if it is compiled), ``require`` or ``off``. A kernel
that was compiled from other sources than those beside it is not used, since it may judge by other rules.
"""

import os
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from patience.compiled import CompiledRules
from patience.position import Position
from patience.reasons import Outcome

if TYPE_CHECKING:
    from patience.kernel.core import Judgement, Line

KERNEL: Final = "kernel"
READABLE: Final = "readable"

VARIABLE: Final = "REFEREE_KERNEL"
CHOICES: Final = ("auto", "require", "off")

STALE: Final = "the compiled kernel does not match its sources; run `python hatch_build.py`"


class KernelError(ValueError):
    """The variable has an unknown value, or the kernel is required but is stale or cannot be loaded."""


class Kernel(NamedTuple):
    """The functions of the kernel; ``patience/kernel/core.pyi`` describes their parameters."""

    judge: Callable[[bytes, int, int, int], "Judgement | None"]
    judge_lines: Callable[
        [bytearray, int, bytes, int, int, int, int, int],
        tuple[bytearray, dict[tuple[CompiledRules, Outcome], int], "Judgement | None", int],
    ]
    judge_log: Callable[
        [CompiledRules, bytes, Sequence[str], str | None, bool, bytes | None], "Judgement | None"
    ]
    judge_board: Callable[
        [CompiledRules, Position, bytes, Sequence[str], bool, bytes | None], "Judgement | None"
    ]
    open_line: Callable[[CompiledRules, Position], "Line | None"]


def engine_name() -> str:
    """Return the name of the engine that judges.

    Raises KernelError like ``kernel``.
    """
    return KERNEL if kernel() else READABLE


@cache
def kernel() -> Kernel | None:
    """Return the kernel; None if it is not compiled or is switched off.

    The choice holds for the whole process, as tables and caches stay.
    Warns if the kernel is stale. Raises KernelError for an unknown choice, and if the kernel is required but
    is stale or cannot be loaded.
    """
    choice = os.environ.get(VARIABLE, "auto")
    if choice not in CHOICES:
        raise KernelError(f"{VARIABLE} must be one of {', '.join(CHOICES)}, not {choice!r}.")
    if choice == "off":
        return None
    try:
        from patience.kernel import core  # noqa: PLC0415 - it may be missing
    except ImportError as error:
        if choice == "require":
            raise KernelError(f"{VARIABLE} is require, but the kernel cannot be loaded: {error}.") from None
        return None
    if source_digest() not in ("", getattr(core, "SOURCES", "none")):
        if choice == "require":
            raise KernelError(f"{VARIABLE} is require, but {STALE}.")
        warnings.warn(f"The readable engine judges, because {STALE}.", RuntimeWarning, stacklevel=2)
        return None
    return Kernel(core.judge, core.judge_lines, core.judge_log, core.judge_board, core.open_line)


def source_digest() -> str:
    """Return a digest of the sources of the compiled modules; empty if they are not installed."""
    package = Path(__file__).parents[1]
    sources = sorted(
        [*package.glob("*/*.pyx"), *package.glob("kernel/*.pxi"), *package.glob("*/*_parts/*.pxi")]
    )
    return sha256(b"".join(source.read_bytes() for source in sources)).hexdigest() if sources else ""
