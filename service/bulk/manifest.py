"""Records: what each shard was made from, in files that reveal their own damage.

A file bears its name only once it is complete and on the disk: it is written under another name first.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final
from uuid import uuid4

import orjson

from service.bulk.archives import BLOCK
from service.bulk.formats import Format

DIRECTORY: Final = "_referee"
"""Beside the shards, for their records and for unfinished files."""


def record_path(output: Path, shard: str) -> Path:
    """Return the path of a shard's record.

    Beside shards of Parquet it is a table of the same columns without rows, since some readers read every
    file below a directory.
    """
    return output / DIRECTORY / (shard if _is_parquet(shard) else f"{shard}.json")


def shard_name(record: str) -> str:
    """Return the name of the shard that a record of this name describes."""
    return record.removesuffix(".json")


def write_record(path: Path, record: dict[str, Any], shard: Path) -> None:
    """Write the record of a shard; raises OSError."""
    text = orjson.dumps(record)
    text = b"%b\n%b" % (text, sha256(text).hexdigest().encode())
    if _is_parquet(path.name):
        from service.bulk.parquet_output import record_table  # noqa: PLC0415 - Arrow is large

        text = record_table(text, shard)
    with replacing(path, path.parent) as file:
        file.write(text)


def read_record(path: Path) -> dict[str, Any] | None:
    """Return a record; None if it is missing or damaged. Raises OSError if it cannot be read."""
    if not path.is_file():
        return None
    text: bytes | None = path.read_bytes()
    if _is_parquet(path.name):
        from service.bulk.parquet_output import record_text  # noqa: PLC0415 - Arrow is large

        text = record_text(text or b"")
    text, _, checksum = (text or b"").partition(b"\n")
    if sha256(text).hexdigest().encode() != checksum:
        return None
    record: dict[str, Any] = orjson.loads(text)
    return record


@contextmanager
def replacing(path: Path, directory: Path) -> Iterator[IO[bytes]]:
    """Provide a new file in `directory`; at the end, complete and on the disk, it becomes `path`.

    After an error nothing of it remains. Raises OSError.
    """
    unfinished = directory / f"{path.name}.{uuid4().hex}.part"
    try:
        with unfinished.open("xb", buffering=BLOCK) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        _sync(path.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def _sync(directory: Path) -> None:
    """Make a new name survive a power failure."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _is_parquet(name: str) -> bool:
    return name.endswith(f".{Format.PARQUET}")
