"""Shards: the verdicts on one partition in a file, which bears its name only once it is whole."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
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
        path_hash = sha256(bytes(archive.path)).hexdigest()[:10]
        return f"{archive.stem[:60]}-{path_hash}-{self.partition.number:05}.{self.job.format}"

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
        """The summary of its verdicts if it is there and was made of just this."""
        if not self.path.is_file():
            return None
        record = _read(self.record)
        if record is None or record["fingerprint"] != self.fingerprint:
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
            self._write_record(summary)
            fresh.replace(self.path)
            _sync(self.path.parent)
        finally:
            fresh.unlink(missing_ok=True)

    def _write_record(self, summary: Summary) -> None:
        record = {
            "shard": self.name,
            "archive": _path_text(self.partition.archive.path),
            "fingerprint": self.fingerprint,
            "counts": summary.rows(),
        }
        fresh = self.record.with_suffix(f".{uuid4().hex}.part")
        with fresh.open("xb") as file:
            file.write(orjson.dumps(record))
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


def discard_others(output: Path, archives: Iterable[Archive], shards: Iterable[Shard]) -> None:
    """Remove shards of these archives that are not among ``shards``, or were made of something else.

    So no verdict remains of what an archive once held, or of other options. Raises OSError.
    """
    ours = {_path_text(archive.path) for archive in archives}
    wanted = {shard.name: shard.fingerprint for shard in shards}
    for path in _records(output).glob("*.json"):
        record = _read(path)
        if record and record["archive"] in ours and wanted.get(record["shard"]) != record["fingerprint"]:
            # The shard first: without its record nobody would know whose it is.
            (output / record["shard"]).unlink(missing_ok=True)
            path.unlink()


def _records(output: Path) -> Path:
    return output / RECORDS


def _path_text(path: Path) -> str:
    """A path for JSON, which cannot hold every file name."""
    return bytes(path).hex()


def _read(record: Path) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = orjson.loads(record.read_bytes())
    except FileNotFoundError:
        return None
    return found


def _sync(directory: Path) -> None:
    """Make sure that a new name outlasts a power failure."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
