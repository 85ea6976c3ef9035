"""Records: of what a shard was made, beside the shards, in files that show when they are damaged."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final
from uuid import uuid4

import orjson
import pyarrow as pa
from pyarrow import parquet

from service.bulk.formats import SCHEMA, Format

DIRECTORY: Final = "_referee"
"""Beside the shards, for their records and for what is being written."""

_BLOCK: Final = 2**20
_KEY: Final = b"referee"


def record_path(output: Path, shard: str, shape: Format) -> Path:
    """Where the record of a shard stands.

    Beside shards of Parquet it is a table without rows: some readers take all files below a directory.
    """
    return output / DIRECTORY / (shard if shape is Format.PARQUET else f"{shard}.json")


def write_record(path: Path, record: dict[str, Any], shape: Format) -> None:
    """Write a record; it has its name once it is whole and on the disk.

    Raises OSError.
    """
    text = orjson.dumps(record)
    text = b"%b\n%b" % (text, sha256(text).hexdigest().encode())
    if shape is Format.PARQUET:
        table = BytesIO()
        parquet.write_table(SCHEMA.empty_table().replace_schema_metadata({_KEY: text}), table)
        text = table.getvalue()
    with replacing(path, path.parent) as file:
        file.write(text)


def read_record(path: Path, shape: Format) -> dict[str, Any] | None:
    """A record, or None if it is not there or not as it was written.

    Raises OSError if it cannot be read.
    """
    if not path.is_file():
        return None
    text = path.read_bytes()
    if shape is Format.PARQUET:
        try:
            text = parquet.read_metadata(BytesIO(text)).metadata[_KEY]
        except (pa.ArrowException, OSError, TypeError, KeyError, ValueError):
            return None
    text, _, check = text.partition(b"\n")
    if sha256(text).hexdigest().encode() != check:
        return None
    found: dict[str, Any] = orjson.loads(text)
    return found


@contextmanager
def replacing(path: Path, directory: Path) -> Iterator[IO[bytes]]:
    """A file within ``directory``; in the end, whole and on the disk, it becomes ``path``.

    Nothing of it is left after an error. Raises OSError.
    """
    fresh = directory / f"{path.name}.{uuid4().hex}.part"
    try:
        with fresh.open("xb", buffering=_BLOCK) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _sync(path.parent)
    finally:
        fresh.unlink(missing_ok=True)


def _sync(directory: Path) -> None:
    """Make sure that a new name outlasts a power failure."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
