"""Tables whose footer was changed, by a byte or by a number, and is whole otherwise."""

from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

_END = 8
"""Bytes after the footer: its size, and what a table ends with."""

FIRST, SECOND = 3001, 2002
"""Rows of the row groups; such numbers stand nowhere else."""


def two_row_groups() -> pa.Table:
    """A table of so many rows, one column of JSON."""
    return pa.table({"json": [f"[{row}]" for row in range(FIRST + SECOND)]})


def write_changed(path: Path, old: bytes, new: bytes, *, first: bool = False) -> Path:
    """A table with other bytes in its footer, where these stand for the last time or the first."""
    parquet.write_table(two_row_groups(), path, row_group_size=FIRST)
    table = path.read_bytes()
    start = len(table) - _END - int.from_bytes(table[-_END:-4], "little")
    footer = table[start:-_END]
    head, found, tail = footer.partition(old) if first else footer.rpartition(old)
    assert found
    footer = head + new + tail
    path.write_bytes(table[:start] + footer + len(footer).to_bytes(4, "little") + table[-4:])
    return path


def varint(value: int) -> bytes:
    """A number as it stands in a footer."""
    rest = 2 * value if value >= 0 else -2 * value - 1
    found = bytearray()
    while rest > 0x7F:
        found.append(rest & 0x7F | 0x80)
        rest >>= 7
    return bytes([*found, rest])
