"""Shards: the verdicts on one partition in a file, which bears its name only once it is whole."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Final

import orjson

from service.bulk.formats import Format, Writer, open_writer
from service.bulk.manifest import DIRECTORY, read_record, record_path, replacing, write_record
from service.bulk.partitions import Partition
from service.bulk.summary import Summary

_NAME: Final = re.compile(r"-([0-9a-f]{10})-\d{5,}\.")
"""In the name of a shard or a record: whose it is."""

_STEM_BYTES: Final = 60
"""Of an archive's name within a shard's: what a file system bounds are bytes, not characters."""


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
        stem = archive.stem[:_STEM_BYTES]
        while len(os.fsencode(stem)) > _STEM_BYTES:
            stem = stem[:-1]
        return f"{stem}-{_owner(archive.identity)}-{self.partition.number:05}.{self.job.format}"

    @property
    def path(self) -> Path:
        """Where it is when it is whole."""
        return self.job.output / self.name

    @property
    def record(self) -> Path:
        """Where it stands of what it was made."""
        return record_path(self.job.output, self.name, self.job.format)

    @property
    def fingerprint(self) -> str:
        """A hash of all that its content depends on."""
        archive = self.partition.archive
        made_of = (
            archive.identity.hex(),
            {**asdict(self.partition), "archive": [archive.size, archive.version]},
            {**asdict(self.job), "output": None},
        )
        return sha256(orjson.dumps(made_of)).hexdigest()

    def finished(self) -> Summary | None:
        """The summary of its verdicts if it is there, made of just this, and as it was when it was written.

        Raises OSError if it is there but cannot be read.
        """
        record = read_record(self.record, self.job.format)
        if record is None or record["fingerprint"] != self.fingerprint or not self.path.is_file():
            return None
        if self.path.stat().st_size != record["size"] or _digest(self.path) != record["sha256"]:
            return None
        return Summary.from_record(record)

    @contextmanager
    def writing(self, summary: Summary) -> Iterator[Writer]:
        """Write the verdicts; when all is well in the end they appear under their name, all at once.

        ``summary`` is recorded as it is then, before they appear: whatever bears its name has its record.
        """
        with replacing(self.path, self.record.parent) as file:
            with open_writer(self.job.format, file, self.partition.archive.name) as writer:
                yield writer
            file.flush()
            self._write_record(Path(file.name), summary)

    def _write_record(self, written: Path, summary: Summary) -> None:
        record = {
            "fingerprint": self.fingerprint,
            "size": written.stat().st_size,
            "sha256": _digest(written),
            **summary.record(),
        }
        write_record(self.record, record, self.job.format)


def prepare(output: Path) -> None:
    """Make the directory for shards, and clear away what interrupted runs have left half written.

    Raises OSError.
    """
    records = output / DIRECTORY
    records.mkdir(parents=True, exist_ok=True)
    for half in records.glob("*.part"):
        half.unlink(missing_ok=True)


def discard(output: Path, identities: Iterable[bytes], kept: Iterable[Shard]) -> None:
    """Remove whatever was written of archives by these names, but for the shards that are kept.

    So no verdict remains of what an archive once held, or of other options. Raises OSError.
    """
    ours = {_owner(identity) for identity in identities}
    stay = {path for shard in kept for path in (shard.path.name, shard.record.name)}
    for directory in (output, output / DIRECTORY):
        for path in directory.iterdir():
            owner = _NAME.search(path.name)
            if owner and owner[1] in ours and path.name not in stay and path.is_file():
                path.unlink()


def _owner(identity: bytes) -> str:
    """What tells shards of archives with equal names in different directories apart."""
    return sha256(identity).hexdigest()[:10]


def _digest(path: Path) -> str:
    with path.open("rb", buffering=0) as file:
        return file_digest(file, "sha256").hexdigest()
