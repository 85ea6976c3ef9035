"""Find the archives that files, patterns, directories and URLs name."""

import glob
import os
import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

from service.bulk.archives import (
    SUFFIXES,
    Archive,
    SourceError,
    file_name,
    file_system,
    is_url,
    is_web,
    local_path,
    suffix_of,
)

_RECURSIVE: Final = re.compile(r"(?:^|(?<=/))\*\*(?:/+|$)")
"""In a pattern: zero or more directories."""


class Sources(NamedTuple):
    """The archives of a run."""

    archives: list[Archive]
    """In order, each file once."""
    identities: set[bytes]
    """By every name that leads to them: an earlier run may have used another name."""


def expand(names: Iterable[str], output: Path, *, follow_links: bool = False) -> Sources:
    """Return the archives that files, patterns, directories and URLs name, except those in `output`.

    Raises SourceError for a name that leads to no archive, for a link that leads out of the directory in
    which it was found, unless `follow_links` is set, and OSError.
    """
    excluded = real_path(output)
    archives: dict[object, Archive] = {}
    identities: set[bytes] = set()
    for name in map(local_path, names):
        for archive in _by_url(name) if is_url(name) else _by_path(name, excluded, follow_links):
            identities.add(archive.identity)
            key = _file_key(archive)
            known = archives.setdefault(key, archive)
            if is_url(archive.place) and known.place != archive.place:
                raise SourceError(f"{archive.name} is given twice, with different queries. Name it once.")
            # A link's suffix may not match the content, so the file's own name wins.
            if _is_link(known) and not _is_link(archive):
                archives[key] = archive
    return Sources([*archives.values()], identities)


def real_path(path: Path) -> Path:
    """Return the absolute path without links. For links in a loop, `resolve` raises before Python 3.13."""
    return Path(os.path.realpath(path))


def _file_key(archive: Archive) -> object:
    if is_url(archive.place):
        return archive.identity
    status = Path(archive.place).stat()
    return status.st_dev, status.st_ino


def _is_link(archive: Archive) -> bool:
    return not is_url(archive.place) and Path(archive.place).is_symlink()


def _by_url(url: str) -> list[Archive]:
    if suffix_of(file_name(url)) and "*" not in url:
        return [Archive.of(url)]
    with file_system(url) as (system, path):
        is_pattern = "*" in path or ("[" in path and not is_web(url))
        paths = system.glob(path) if is_pattern else system.find(path)
        files = [system.unstrip_protocol(found) for found in sorted(paths)]
    archives = [Archive.of(file) for file in files if suffix_of(file_name(file))]
    if not archives:
        raise _no_archive(url)
    return archives


def _by_path(name: str, excluded: Path, follow_links: bool) -> list[Archive]:
    """Return the archives by each of their names, links included."""
    paths = _files(name, None if follow_links else _top(name))
    if not paths and not glob.has_magic(name) and not Path(name).exists():
        raise SourceError(f"There is no file or directory {name}.")
    if not paths:
        raise _no_archive(name)
    paths = [path for path in paths if not _is_within(excluded, path)]
    if not paths:
        raise SourceError(f"Every archive in {name} is in the output directory, which is excluded.")
    return [Archive.of(known) for path in paths for known in _names(path)]


def _no_archive(name: str) -> SourceError:
    return SourceError(f"No archive matches {name}. Expected file names that end in {_suffixes()}.")


def _is_within(directory: Path, path: Path) -> bool:
    return any(place.is_relative_to(directory) for place in (path.parent.resolve(), path.resolve()))


def _names(path: Path) -> Iterator[Path]:
    """Yield the absolute path and, for a link, its target if both suffixes mean the same content."""
    target, absolute = path.resolve(), path.parent.resolve() / path.name
    yield absolute
    if target != absolute and SUFFIXES.get(suffix_of(target.name)) is SUFFIXES[suffix_of(path.name)]:
        yield target


def _top(name: str) -> Path:
    """Return the directory that a directory or a pattern names: for a pattern, its part without wildcards."""
    parts = list(takewhile(lambda part: not glob.has_magic(part), Path(name).parts))
    return real_path(Path(name) if Path(name).is_dir() else Path(*parts))


def _check_within(top: Path | None, path: Path) -> None:
    """Raise SourceError for a path that a link leads out of the directory."""
    if top and not path.resolve().is_relative_to(top):
        raise SourceError(
            f"{path} is behind a link that leads out of {top}. Name it yourself, or pass --follow-links."
        )


def _files(name: str, top: Path | None) -> list[Path]:
    """Return the archives that a name leads to; links lead out of the directory only if it is None."""
    path = Path(name)
    if path.is_dir():
        return _below(path, top)
    if path.exists():
        if not _is_archive(path):
            raise SourceError(
                f"{name} is not an archive. Expected a regular file whose name ends in {_suffixes()}."
            )
        return [path]
    groups = (_below(match, top) if match.is_dir() else [match] for match in _matches(name, top))
    files = sorted({file for files in groups for file in files if _is_archive(file)})
    for file in files:
        _check_within(top, file)
    return files


def _below(directory: Path, top: Path | None) -> list[Path]:
    files = (place / name for place, names in _tree(directory, top) for name in names)
    archives = sorted(filter(_is_archive, files))
    for archive in archives:
        _check_within(top, archive)
    return archives


def _matches(pattern: str, top: Path | None) -> Iterator[Path]:
    """Yield what a pattern matches; as in a shell, `*` does not match a leading dot."""
    head, *tail = _RECURSIVE.split(pattern, maxsplit=1)
    if not tail:
        # Path.glob rejects absolute patterns.
        yield from map(Path, glob.iglob(pattern))  # noqa: PTH207
        return
    # glob's own ** would follow links in a circle.
    for start in _matches(head, top) if head else [Path()]:
        for place, _ in _tree(start, top, hidden=False):
            yield from _matches(f"{glob.escape(str(place))}/{tail[0]}", top)


def _tree(start: Path, top: Path | None, *, hidden: bool = True) -> Iterator[tuple[Path, list[str]]]:
    """Yield every directory below `start` with its file names; follow links, visit each directory once."""
    seen = set()
    # Path.rglob skips directories that cannot be read.
    for place, below, names in os.walk(start, onerror=_stop, followlinks=True):
        _check_within(top, Path(place))
        status = Path(place).stat()
        if (status.st_dev, status.st_ino) in seen:
            below.clear()
            continue
        seen.add((status.st_dev, status.st_ino))
        below[:] = sorted(name for name in below if hidden or not name.startswith("."))
        yield Path(place), names


def _stop(error: OSError) -> NoReturn:
    raise error


def _is_archive(path: Path) -> bool:
    return bool(suffix_of(path.name)) and path.is_file()


def _suffixes() -> str:
    *most, last = SUFFIXES
    return f"{', '.join(most)} or {last}"
