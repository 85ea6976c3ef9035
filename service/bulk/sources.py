"""Which archives are meant by files, patterns, directories and URLs."""

import glob
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

from service.bulk.archives import SUFFIXES, Archive, SourceError, suffix_of
from service.bulk.remote import expand_url, file_name, is_url, local_path

_DEEP: Final = re.compile(r"(?:^|(?<=/))\*\*(?:/+|$)")
"""In a pattern: any directories, or none."""


class Sources(NamedTuple):
    """What is meant, and by which names that may be known."""

    archives: list[Archive]
    """In order, each file once."""
    identities: set[bytes]
    """Of the archives by all names that lead to them: another run may have taken another."""


def expand(given: Iterable[str], output: Path) -> Sources:
    """The archives meant by files, patterns, directories and URLs, but for what lies in the output directory.

    Raises SourceError for what is no archive, or means none, and OSError.
    """
    own = output.resolve()
    archives: dict[object, Archive] = {}
    identities: set[bytes] = set()
    for name in map(local_path, given):
        for archive in _by_url(name) if is_url(name) else _by_path(name, own):
            identities.add(archive.identity)
            same = _same(archive)
            known = archives.setdefault(same, archive)
            if is_url(archive.place) and known.place != archive.place:
                raise SourceError(f"{archive.name} is given twice, with different queries. Name it once.")
            # The name of a link may say another content than the file has.
            if _is_link(known) and not _is_link(archive):
                archives[same] = archive
    return Sources([*archives.values()], identities)


def _same(archive: Archive) -> object:
    """Equal for all names of a file."""
    if is_url(archive.place):
        return archive.identity
    status = Path(archive.place).stat()
    return status.st_dev, status.st_ino


def _is_link(archive: Archive) -> bool:
    return not is_url(archive.place) and Path(archive.place).is_symlink()


def _by_url(url: str) -> list[Archive]:
    if suffix_of(file_name(url)) and "*" not in url:
        return [Archive.of(url)]
    found = [Archive.of(file) for file in expand_url(url) if suffix_of(file_name(file))]
    if not found:
        raise _no_archive(url)
    return found


def _by_path(name: str, own: Path) -> list[Archive]:
    """The archives by each of their names, links too."""
    found = _files(name)
    if not found and not glob.has_magic(name) and not Path(name).exists():
        raise SourceError(f"There is no file or directory {name}.")
    if not found:
        raise _no_archive(name)
    foreign = [path for path in found if not _is_within(own, path)]
    if not foreign:
        raise SourceError(f"All that {name} means lies in the output directory, which is left out.")
    return [Archive.of(known) for path in foreign for known in _names(path)]


def _no_archive(name: str) -> SourceError:
    return SourceError(f"{name} means no archive. Expected names that end in {_expected()}.")


def _is_within(directory: Path, path: Path) -> bool:
    return any(place.is_relative_to(directory) for place in (path.parent.resolve(), path.resolve()))


def _names(path: Path) -> Iterator[Path]:
    """Its absolute path; and if it is a link what that leads to, unless its own name says another content."""
    target, own = path.resolve(), path.parent.resolve() / path.name
    yield own
    if target != own and SUFFIXES.get(suffix_of(target.name)) is SUFFIXES[suffix_of(path.name)]:
        yield target


def _files(name: str) -> list[Path]:
    path = Path(name)
    if path.is_dir():
        return _below(path)
    if path.exists():
        if not _is_archive(path):
            raise SourceError(
                f"{name} is no archive. Expected a regular file whose name ends in {_expected()}."
            )
        return [path]
    found = (_below(match) if match.is_dir() else [match] for match in _matches(name))
    return sorted({file for files in found for file in files if _is_archive(file)})


def _below(directory: Path) -> list[Path]:
    found = (place / name for place, names in _tree(directory) for name in names)
    return sorted(filter(_is_archive, found))


def _matches(pattern: str) -> Iterator[Path]:
    """What a pattern matches; no ``*`` stands for a dot at the beginning of a name."""
    head, *tail = _DEEP.split(pattern, maxsplit=1)
    if not tail:
        # Path.glob takes no absolute patterns.
        yield from map(Path, glob.iglob(pattern))  # noqa: PTH207
        return
    for top in _matches(head) if head else [Path()]:
        for place, _ in _tree(top, hidden=False):
            yield from _matches(f"{glob.escape(str(place))}/{tail[0]}")


def _tree(top: Path, *, hidden: bool = True) -> Iterator[tuple[Path, list[str]]]:
    """The directories from here on, also behind links, each once wherever those lead; and what is in it."""
    seen = set()
    # Path.rglob passes over directories that cannot be read.
    for place, below, names in os.walk(top, onerror=_stop, followlinks=True):
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


def _expected() -> str:
    *most, last = SUFFIXES
    return f"{', '.join(most)} or {last}"
