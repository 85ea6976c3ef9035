"""Chooses the engine that judges usual requests: the compiled kernel, or the readable engine.

The variable REFEREE_KERNEL chooses ``auto`` (the kernel if it is compiled), ``require`` or ``off``. A kernel
that was compiled from other sources than those beside it is not used, since it may judge by other rules.
"""

import os
import warnings
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Final, NamedTuple

from patience.cards.reasons import Outcome
from patience.compilation.compiled_rules import CompiledRules
from patience.kernel.digest import source_digest
from patience.play.position import Position

if TYPE_CHECKING:
    from patience.kernel.core import Judgement, Line

KERNEL: Final = "kernel"
READABLE: Final = "readable"

VARIABLE: Final = "REFEREE_KERNEL"
CHOICES: Final = ("auto", "require", "off")

STALE: Final = "the compiled kernel does not match its sources; run `python hatch_build.py` or reinstall"
MISSING: Final = "the kernel is not compiled for this Python; reinstall with a C compiler"

NO_SEARCH: Final = (
    f"This build has no search. To add it, reinstall with a C compiler and without {VARIABLE}=off."
)


class KernelError(ValueError):
    """The variable has an unknown value, or the kernel is required but is stale or cannot be loaded."""


class Kernel(NamedTuple):
    """The functions of the kernel; ``patience/kernel/core.pyi`` describes their parameters."""

    judge: Callable[[bytes, int, int, int, bool], "Judgement | None"]
    outline: Callable[[bytes, int, int, int], bytes | None]
    judge_lines: Callable[
        [bytearray, int, bytes, int, int, int, int, int, bool],
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


def kernel() -> Kernel | None:
    """Return the kernel; None if it is not compiled or is switched off.

    The choice holds for the whole process, as tables and caches stay.
    Warns once if the kernel is stale. Raises KernelError for an unknown choice, and if the kernel is required
    but is stale or cannot be loaded.
    """
    return _loaded()


@lru_cache(maxsize=1024)
def fits_kernel(rules: CompiledRules) -> bool:
    """Return whether the kernel judges games under these rules: it implements them, within its bounds.

    Raises KernelError like ``kernel``.
    """
    if kernel() is None:
        return False
    from patience.kernel.core import Table, Unfit  # noqa: PLC0415 - it may be missing

    try:
        Table(rules)
    except Unfit:
        return False
    return True


def absence() -> str:
    """Return why the readable engine judges, as a sentence; empty if the kernel judges or is switched off.

    Raises KernelError like ``kernel``.
    """
    _, reason = _choose()
    return f"The readable engine judges, more slowly, and there is no search: {reason}." if reason else ""


@cache
def _loaded() -> Kernel | None:
    found, reason = _choose()
    if reason == STALE:
        warnings.warn(absence(), RuntimeWarning, stacklevel=3)
    return found


@cache
def _choose() -> tuple[Kernel | None, str]:
    """Return the kernel, or why it is missing though it is not switched off."""
    choice = os.environ.get(VARIABLE, "auto")
    if choice not in CHOICES:
        raise KernelError(f"{VARIABLE} must be one of {', '.join(CHOICES)}, not {choice!r}.")
    if choice == "off":
        return None, ""
    found, reason = _load()
    if reason and choice == "require":
        raise KernelError(f"{VARIABLE} is require, but {reason}.")
    return found, reason


def _load() -> tuple[Kernel | None, str]:
    try:
        from patience.kernel import core  # noqa: PLC0415 - it may be missing
    except ModuleNotFoundError:
        return None, MISSING
    except ImportError as error:
        return None, f"the kernel cannot be loaded: {error}"
    if is_stale(core):
        return None, STALE
    functions = (getattr(core, name) for name in Kernel._fields)
    return Kernel(*functions), ""


def is_stale(module: ModuleType) -> bool:
    """Return whether a compiled module was compiled from other sources than those installed."""
    return source_digest() not in ("", getattr(module, "SOURCES", "none"))
