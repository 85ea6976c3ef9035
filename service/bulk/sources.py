"""Which archives are meant by files, patterns, directories and URLs."""

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn

from service.bulk.archives import SUFFIXES, Archive, SourceError, suffix_of
from service.bulk.remote import expand_url, file_name, is_url


def expand(given: Iterable[str], output: Path) -> list[Archive]:
    """The archives meant by files, patterns, directories and URLs: in order, each once, none of the output's.

    Raises SourceError for what is no archive, or means none, and OSError.
    """
    own = output.resolve()
    archives: dict[object, Archive] = {}
    for name in given:
        found = _by_url(name) if is_url(name) else _by_path(name, own)
        for archive in found:
            known = archives.setdefault(_same(archive), archive)
            if is_url(archive.place) and known.place != archive.place:
                raise SourceError(f"{archive.name} is given twice, with different queries. Name it once.")
    return [*archives.values()]


def _same(archive: Archive) -> object:
    """Equal for all names of a file."""
    if is_url(archive.place):
        return archive.identity
    status = Path(archive.place).stat()
    return status.st_dev, status.st_ino


def _by_url(url: str) -> list[Archive]:
    if suffix_of(file_name(url)) and "*" not in url:
        return [Archive.of(url)]
    found = [Archive.of(file) for file in expand_url(url) if suffix_of(file_name(file))]
    if not found:
        raise _no_archive(url)
    return found


def _by_path(name: str, own: Path) -> list[Archive]:
    foreign = [path for path in map(_real, _files(name)) if own not in path.parents]
    if not foreign and not glob.has_magic(name) and not Path(name).exists():
        raise SourceError(f"There is no file or directory {name}.")
    if not foreign:
        raise _no_archive(name)
    return [Archive.of(path) for path in foreign]


def _no_archive(name: str) -> SourceError:
    return SourceError(f"{name} means no archive. Expected names that end in {_expected()}.")


def _real(path: Path) -> Path:
    """The absolute path without links; but a link keeps its name if only that says what it holds."""
    target = path.resolve()
    same = SUFFIXES.get(suffix_of(target.name)) is SUFFIXES[suffix_of(path.name)]
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
    return bool(suffix_of(path.name)) and path.is_file()


def _expected() -> str:
    *most, last = SUFFIXES
    return f"{', '.join(most)} or {last}"
