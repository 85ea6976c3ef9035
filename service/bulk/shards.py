"""Shards: files of the verdicts on one partition each.

A shard bears its name only once it is complete, and its record appears before it does. The record names the
source (the archive's state, the options, the referee's version), so a later run keeps exactly the shards it
would write.
"""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from typing import IO, Any, Final

import orjson

from service.bulk.archives import BLOCK, Archive, Content, Partition, is_url
from service.bulk.formats import Format, Unknown, Writer, open_writer
from service.bulk.manifest import DIRECTORY, read_record, record_path, replacing, shard_name, write_record
from service.bulk.partitions import PARTITION_BYTES
from service.bulk.summary import Summary

_NAME: Final = re.compile(r"-([0-9a-f]{10})-\d{5,}\.")
"""In the name of a shard or record: the owner, a hash of the archive's identity."""

_STEM_BYTES: Final = 60
"""The most bytes of the archive's name in a shard's name: file systems limit bytes, not characters."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is wanted of every partition."""

    output: Path
    """Absolute, since workers have other working directories."""
    format: Format
    most_moves: int
    longest_line: int
    version: str
    """The version of the referee: another one may judge differently."""
    unknown: Unknown = Unknown.REJECT
    verdicts: bool = True
    """Whether Parquet has the verdicts as JSON, too. Lines have nothing else."""
    keep: tuple[str, ...] = ()
    """Columns of tables that the verdicts have, too; only from tables to Parquet."""
    partition_bytes: int = PARTITION_BYTES
    """The size of a partition, about."""

    def open_writer(self, file: IO[bytes], archive: Archive) -> AbstractContextManager[Writer]:
        """Provide a writer of verdicts on an archive."""
        others = self.unknown is Unknown.KEEP and (self.verdicts or not archive.content.is_table)
        return open_writer(self.format, file, archive.name, verdicts=self.verdicts, others=others)

    def source(self, archive: Archive) -> str:
        """Return a hash of everything that an archive's shards depend on."""
        options = {**asdict(self), "output": None}
        own = archive.renamed, archive.relative_to
        state = (archive.identity.hex(), archive.size, archive.version, own, options)
        return sha256(orjson.dumps(state)).hexdigest()


@dataclass(frozen=True, slots=True)
class Shard:
    """The file of the verdicts on a partition."""

    partition: Partition
    job: Job

    @property
    def name(self) -> str:
        """The file name: the archive's, a hash of its path, and the partition's number."""
        archive = self.partition.archive
        stem = archive.stem[:_STEM_BYTES]
        while len(os.fsencode(stem)) > _STEM_BYTES:
            stem = stem[:-1]
        return f"{stem}-{_owner(archive.identity)}-{self.partition.number:05}.{self.job.format}"

    @property
    def is_small(self) -> bool:
        """Whether its judge needs neither time nor memory, nor Arrow, which some damaged tables end."""
        archive = self.partition.archive
        is_json = archive.content is Content.LINES and self.job.format is not Format.PARQUET
        return is_json and not is_url(archive.place) and self.partition.size <= BLOCK

    @property
    def path(self) -> Path:
        """The path of the complete shard."""
        return self.job.output / self.name

    @property
    def record(self) -> Path:
        """The path of its record."""
        return record_path(self.job.output, self.name)

    def finished(self) -> Summary | None:
        """Return the summary of a shard that is complete, intact and from this source; None otherwise.

        Raises OSError if it cannot be read.
        """
        record = read_record(self.record)
        if record is None or record.get("from") != self._origin() or not self.path.is_file():
            return None
        if self.path.stat().st_size != record["size"] or _digest(self.path) != record["sha256"]:
            return None
        return Summary.from_record(record)

    @contextmanager
    def writing(self, summary: Summary) -> Iterator[Writer]:
        """Provide the writer of verdicts; without an error the shard appears at the end.

        `summary` is recorded as it is then.
        """
        with replacing(self.path, self.record.parent) as file:
            with self.job.open_writer(file, self.partition.archive) as writer:
                yield writer
            file.flush()
            written = Path(file.name)
            size, digest = written.stat().st_size, _digest(written)
            record = {"from": self._origin(), "size": size, "sha256": digest, **summary.record()}
            write_record(self.record, record, written)

    def _origin(self) -> dict[str, Any]:
        return {**asdict(self.partition), "archive": self.job.source(self.partition.archive)}


def prepare(job: Job, archives: Iterable[Archive], identities: Iterable[bytes]) -> None:
    """Create the directory of shards; remove unfinished files and outdated shards of the archives.

    So a directory never holds verdicts on an archive's former content, or under other options. Shards of
    archives with other identities stay. Raises OSError.
    """
    records = job.output / DIRECTORY
    records.mkdir(parents=True, exist_ok=True)
    owners = {_owner(identity) for identity in identities}
    sources = {job.source(archive) for archive in archives}
    current: set[str] = set()
    remove_unfinished(job)
    for path in records.iterdir():
        if _owner_in(path.name) in owners:
            record = read_record(path)
            if record and record.get("from", {}).get("archive") in sources:
                current.update((path.name, shard_name(path.name)))
    for directory in (job.output, records):
        for path in directory.iterdir():
            if _owner_in(path.name) in owners and path.name not in current and path.is_file():
                path.unlink()


def remove_unfinished(job: Job) -> None:
    """Remove the files that workers were writing when they died. Raises OSError."""
    for path in (job.output / DIRECTORY).glob("*.part"):
        path.unlink(missing_ok=True)


def _owner(identity: bytes) -> str:
    """Return a short hash that distinguishes archives with equal names in different directories."""
    return sha256(identity).hexdigest()[:10]


def _owner_in(name: str) -> str | None:
    match = _NAME.search(name)
    return match[1] if match else None


def _digest(path: Path) -> str:
    with path.open("rb", buffering=0) as file:
        return file_digest(file, "sha256").hexdigest()
