"""Make one call to the file system fail, for files below one directory."""

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

SHORT = -1
"""Not an error: fewer bytes are read or written than requested."""

ERRORS = {
    "read": (errno.EIO, errno.EINTR, SHORT),
    "write": (errno.ENOSPC, errno.EIO, errno.EINTR, SHORT),
    "close": (errno.EIO, errno.ENOSPC),
    "open": (errno.EIO, errno.ENOSPC, errno.EINTR),
    "fsync": (errno.EIO, errno.ENOSPC, errno.EINTR),
    "replace": (errno.EIO, errno.ENOSPC),
    "mkdir": (errno.EIO, errno.ENOSPC),
    "unlink": (errno.EIO,),
    "scandir": (errno.EIO,),
    "listdir": (errno.EIO,),
    "stat": (errno.EIO,),
}
"""How each call may fail. A flush is a write."""

_open = io.open


class Faults:
    """A counter of the calls for files below a directory that makes one of them fail."""

    def __init__(self, below: Path) -> None:
        self.below = os.fsencode(below)
        self.calls: list[str] = []
        self._which = -1
        self._error: int = 0

    @contextmanager
    def failing(self, which: int = -1, error: int = 0) -> Iterator[None]:
        """Fail call number `which`, from 0, once; none by default."""
        self.calls = []
        self._which, self._error = which, error
        with ExitStack() as patches:
            for name in ERRORS.keys() - {"read", "write", "close"}:
                patches.enter_context(patch.object(os, name, self._watched(name, getattr(os, name))))
            for place in (builtins, io):
                patches.enter_context(patch.object(place, "open", self._open))
            yield

    def count(self, name: str, path: Any = "") -> bool:
        """Count a call; return whether it should do only a part. Raises OSError if it should fail."""
        self.calls.append(name)
        if len(self.calls) - 1 != self._which:
            return False
        if self._error == SHORT:
            return True
        raise OSError(self._error, os.strerror(self._error), path)

    def concerns(self, path: Any) -> bool:
        """Return whether this is a path or an open file below the directory."""
        if isinstance(path, int):
            path = Path(f"/proc/self/fd/{path}").readlink()
        return isinstance(path, str | bytes | os.PathLike) and os.fsencode(path).startswith(self.below)

    def _watched(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *arguments: Any, **options: Any) -> Any:
            if self.concerns(path):
                self.count(name, path)
            return real(path, *arguments, **options)

        return call

    def _open(self, file: Any, mode: str = "r", buffering: int = -1, *arguments: Any, **options: Any) -> Any:
        if "b" not in mode or not self.concerns(file):
            return _open(file, mode, buffering, *arguments, **options)
        self.count("open", file)
        raw = _File(file, mode.replace("b", ""), self, options.get("opener"))
        if buffering == 0:
            return raw
        size = io.DEFAULT_BUFFER_SIZE if buffering < 0 else buffering
        if "+" in mode:
            return io.BufferedRandom(raw, size)
        return io.BufferedReader(raw, size) if mode == "rb" else io.BufferedWriter(raw, size)


class _File(io.FileIO):
    """A file whose calls are counted."""

    def __init__(self, path: Any, mode: str, faults: Faults, opener: Any = None) -> None:
        super().__init__(path, mode, opener=opener)
        self._faults = faults

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        if self._faults.count("read", self.name):
            view = view[: len(view) // 2]
        return super().readinto(view)

    def write(self, data: Any) -> int:
        view = memoryview(data)
        if self._faults.count("write", self.name):
            view = view[: len(view) // 2]
        return super().write(view)

    def close(self) -> None:
        if not self.closed:
            super().close()
            self._faults.count("close", self.name)
