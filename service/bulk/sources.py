"""Archives: which files are meant, and what is in them."""

import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final, NoReturn


class SourceError(ValueError):
    """Archives that cannot be judged at all."""


class Content(Enum):
    """What a file holds, by the end of its name."""

    LINES = (".jsonl", ".ndjson")
    GZIP = (".jsonl.gz", ".ndjson.gz")
    ZSTD = (".jsonl.zst", ".ndjson.zst")
    PARQUET = (".parquet",)


SUFFIXES: Final = {suffix: content for content in Content for suffix in content.value}


@dataclass(frozen=True, slots=True)
class Archive:
    """A file of games, as it was when the run began."""

    path: Path
    """Absolute, since workers have directories of their own."""
    size: int
    modified: int
    """In nanoseconds."""

    @classmethod
    def of(cls, path: Path) -> "Archive":
        """The archive at an absolute path.

        Raises OSError.
        """
        status = path.stat()
        return cls(path, status.st_size, status.st_mtime_ns)

    @property
    def content(self) -> Content:
        """What the file holds."""
        return SUFFIXES[_suffix(self.path)]

    @property
    def name(self) -> str:
        """Where it is, for people and for JSON, which cannot hold names that are no UTF-8."""
        return bytes(self.path).decode(errors="replace")

    @property
    def stem(self) -> str:
        """Its name without directory and suffix."""
        return self.path.name.removesuffix(_suffix(self.path))

    def check_unchanged(self) -> None:
        """Raise SourceError if the file is another than when the run began."""
        if Archive.of(self.path) != self:
            raise SourceError(f"{self.path} has changed since the run began.")


def expand(given: Iterable[str], output: Path) -> list[Archive]:
    """The archives meant by files, patterns and directories: in order, each once, none of the output's.

    Raises SourceError for what is no archive, or means none, and OSError.
    """
    own = output.resolve()
    archives: dict[tuple[int, int], Archive] = {}
    for name in given:
        foreign = [path for path in map(_real, _files(name)) if own not in path.parents]
        if not foreign and not glob.has_magic(name) and not Path(name).exists():
            raise SourceError(f"There is no file or directory {name}.")
        if not foreign:
            raise SourceError(f"{name} means no archive. Expected names that end in {_expected()}.")
        for path in foreign:
            status = path.stat()
            archives.setdefault((status.st_dev, status.st_ino), Archive.of(path))
    return [*archives.values()]


def _real(path: Path) -> Path:
    """The absolute path without links; but a link keeps its name if only that says what it holds."""
    target = path.resolve()
    same = SUFFIXES.get(_suffix(target)) is SUFFIXES[_suffix(path)]
    return target if same else path.parent.resolve() / path.name


def _files(name: str) -> Iterator[Path]:
    path = Path(name)
    if path.is_dir():
        # Path.rglob passes over directories that cannot be read.
        tree = os.walk(path, onerror=_stop)
        found = [Path(place, file) for place, _, files in tree for file in files]
        yield from sorted(filter(_is_archive, found))
    elif path.exists():
        if not _is_archive(path):
            raise SourceError(f"{name} is no archive. Expected a file whose name ends in {_expected()}.")
        yield path
    else:
        # Path.glob takes no absolute patterns.
        yield from sorted(filter(_is_archive, map(Path, glob.iglob(name, recursive=True))))  # noqa: PTH207


def _stop(error: OSError) -> NoReturn:
    raise error


def _is_archive(path: Path) -> bool:
    return bool(_suffix(path)) and path.is_file()


def _suffix(path: Path) -> str:
    return next((suffix for suffix in SUFFIXES if path.name.endswith(suffix)), "")


def _expected() -> str:
    *most, last = SUFFIXES
    return f"{', '.join(most)} or {last}"
