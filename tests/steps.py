"""The steps of a reading, counted by the interpreter: lines of Python code run and functions called.

The counts are the same on every machine. What C code does within one line is not seen, so readers also have
bounds on the size of what a line handles.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def steps(read: Callable[[], object]) -> int:
    """Return the number of lines of Python code that a call runs."""
    count = 0

    def trace(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read()
    finally:
        sys.settrace(before)
    return count
