"""Shards: the verdicts on one partition in a file, which bears its name only once it is whole."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import orjson

from service.bulk.formats import Format, Writer, open_writer
from service.bulk.partitions import Partition
from service.bulk.sources import Archive
from service.bulk.summary import Summary

RECORDS: Final = "_referee"
"""The directory beside the shards that says of what each was made, and holds those being written."""

_NAME: Final = re.compile(r"-([0-9a-f]{10})-\d{5,}\.")
"""In the name of a shard or a record: whose it is."""

_BLOCK: Final = 2**20


@dataclass(frozen=True, slots=True)
class Job:
    """What is wanted, the same for all partitions."""

    output: Path
    """Absolute, since workers have directories of their own."""
    format: Format
    most_moves: int
    longest_line: int
    version: str
    """Of the referee: another may judge otherwise."""


@dataclass(frozen=True, slots=True)
class Shard:
    """The place of the verdicts on a partition."""

    partition: Partition
    job: Job

    @property
    def name(self) -> str:
        """Its file name: the archive's, a hash of its path, and the partition's number."""
        archive = self.partition.archive
        return f"{archive.stem[:60]}-{_owner(archive)}-{self.partition.number:05}.{self.job.format}"

    @property
    def path(self) -> Path:
        """Where it is when it is whole."""
        return self.job.output / self.name

    @property
    def record(self) -> Path:
        """Where it stands of what it was made."""
        return _records(self.job.output) / f"{self.name}.json"

    @property
    def fingerprint(self) -> str:
        """A hash of all that its content depends on."""
        made_of = (asdict(self.partition), {**asdict(self.job), "output": None})
        return sha256(orjson.dumps(made_of, default=_path_text)).hexdigest()

    def finished(self) -> Summary | None:
        """The summary of its verdicts if it is there, made of just this, and as it was when it was written.

        Raises OSError if it is there but cannot be read.
        """
        record = _read(self.record)
        if record is None or record["fingerprint"] != self.fingerprint or not self.path.is_file():
            return None
        if self.path.stat().st_size != record["size"] or _digest(self.path) != record["sha256"]:
            return None
        return Summary.from_rows(record["counts"])

    @contextmanager
    def writing(self, summary: Summary) -> Iterator[Writer]:
        """Write the verdicts; when all is well in the end they appear under their name, all at once.

        ``summary`` is recorded as it is then.
        """
        fresh = _records(self.job.output) / f"{self.name}.{uuid4().hex}.part"
        try:
            with fresh.open("xb", buffering=_BLOCK) as file:
                with open_writer(self.job.format, file, self.partition.archive.path) as writer:
                    yield writer
                file.flush()
                os.fsync(file.fileno())
            # The record first: a shard under its name always has one.
            self._write_record(summary, fresh)
            fresh.replace(self.path)
            _sync(self.path.parent)
        finally:
            fresh.unlink(missing_ok=True)

    def _write_record(self, summary: Summary, whole: Path) -> None:
        record = orjson.dumps(
            {
                "fingerprint": self.fingerprint,
                "size": whole.stat().st_size,
                "sha256": _digest(whole),
                "counts": summary.rows(),
            }
        )
        fresh = self.record.with_suffix(f".{uuid4().hex}.part")
        with fresh.open("xb") as file:
            file.write(b"%b\n%b" % (record, sha256(record).hexdigest().encode()))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.record)
        _sync(self.record.parent)


def prepare(output: Path) -> None:
    """Make the directory for shards, and clear away what interrupted runs have left half written.

    Raises OSError.
    """
    records = _records(output)
    records.mkdir(parents=True, exist_ok=True)
    for half in records.glob("*.part"):
        half.unlink(missing_ok=True)


def discard(output: Path, archives: Iterable[Archive], kept: Iterable[Shard]) -> None:
    """Remove whatever was written of these archives, but for the shards that are kept.

    So no verdict remains of what an archive once held, or of other options. Raises OSError.
    """
    ours = {_owner(archive) for archive in archives}
    stay = {path for shard in kept for path in (shard.path.name, shard.record.name)}
    for directory in (output, _records(output)):
        for path in directory.iterdir():
            owner = _NAME.search(path.name)
            if owner and owner[1] in ours and path.name not in stay and path.is_file():
                path.unlink()


def _owner(archive: Archive) -> str:
    """What tells shards of archives with equal names in different directories apart."""
    return sha256(bytes(archive.path)).hexdigest()[:10]


def _records(output: Path) -> Path:
    return output / RECORDS


def _path_text(path: Path) -> str:
    """A path for JSON, which cannot hold every file name."""
    return bytes(path).hex()


def _read(record: Path) -> dict[str, Any] | None:
    """A record, or None if it is not there or not as it was written."""
    try:
        text, _, check = record.read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    if sha256(text).hexdigest().encode() != check:
        return None
    found: dict[str, Any] = orjson.loads(text)
    return found


def _digest(path: Path) -> str:
    with path.open("rb", buffering=0) as file:
        return file_digest(file, "sha256").hexdigest()


def _sync(directory: Path) -> None:
    """Make sure that a new name outlasts a power failure."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
