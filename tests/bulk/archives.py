"""Archives to judge, and the answers that shards contain."""

import gzip
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
from pyarrow import parquet

from service.bulk.archives import Partition, Progress
from service.bulk.formats import Format, Unknown
from service.bulk.line_worker import judge_shard
from service.bulk.partitions import PARTITION_BYTES
from service.bulk.reader import Line, read
from service.bulk.run import Run, prepare_run
from service.bulk.shards import Shard
from service.config import Settings
from tests.servers import replay_requests

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

GAMES = replay_requests()

BAD_LINES = [
    b'{"bad"',
    b"[]",
    b"\xff",
    b'{"variant":"double-russian","seed":"1","moves":["T1-"]}',
    b'{"a":1,"a":2}',
]

LIMIT = 2_000_000
"""Bytes of a line."""

OPENERS = {".gz": gzip.open, ".zst": zstd.open}


def write_lines(path: Path, lines: Iterable[bytes]) -> Path:
    """Write an archive, compressed as its name says."""
    with OPENERS.get(path.suffix, open)(path, "wb") as file:
        file.writelines(b"%b\n" % line for line in lines)
    return path


def write_rows(path: Path, rows: list[dict], schema: pa.Schema | None = None, **options) -> Path:
    """Write an archive of Parquet."""
    parquet.write_table(pa.Table.from_pylist(rows, schema), path, **options)
    return path


def prepare(
    output: Path,
    *archives: Path | str,
    shape: Format = Format.JSONL,
    unknown: Unknown = Unknown.REJECT,
    verdicts: bool = True,
    keep: tuple[str, ...] = (),
    renamed: tuple[tuple[str, str], ...] = (),
    relative_to: Path | None = None,
    partition_bytes: int = PARTITION_BYTES,
    **settings: int,
) -> Run:
    """Prepare a run."""
    return prepare_run(
        map(str, archives),
        output,
        shape,
        Settings(**settings),
        unknown=unknown,
        verdicts=verdicts,
        keep=keep,
        renamed=renamed,
        relative_to=relative_to,
        partition_bytes=partition_bytes,
    )


def missing(
    output: Path, *archives: Path | str, shape: Format = Format.JSONL, **settings: int
) -> list[Shard]:
    """Return the shards that a run would write."""
    return [*prepare(output, *archives, shape=shape, **settings).missing()]


def judge(output: Path, *archives: Path | str, shape: Format = Format.JSONL, **settings: Any) -> Run:
    """Run a job in this process."""
    run = prepare(output, *archives, shape=shape, **settings)
    for shard in run.missing():
        run.note(shard, judge_shard(shard))
    return run


def read_all(partitions: Iterable[Partition], limit: int = LIMIT) -> list[Line]:
    """Return the lines of partitions."""
    return [line for partition in partitions for line in read(partition, limit, Progress())]


def shards(output: Path) -> list[Path]:
    """Return the complete shards."""
    return sorted(path for path in output.glob("*") if path.is_file())


def unfinished(output: Path) -> list[Path]:
    """Return files that were never completed."""
    return [*(output / "_referee").glob("*.part")]


def written_lines(shard: Path) -> list[bytes]:
    """Return the lines of a shard, decompressed."""
    with OPENERS.get(shard.suffix, open)(shard, "rb") as file:
        return file.read().splitlines()


def answers(output: Path) -> dict[tuple[str, int], bytes]:
    """Return the bytes of each verdict or problem by archive name and line; each line has only one."""
    by_line: dict[tuple[str, int], bytes] = {}
    for shard in shards(output):
        for name, number, answer in _answers(shard):
            assert (name, number) not in by_line
            by_line[name, number] = answer
    return by_line


def problems(output: Path, archive: str) -> list[str]:
    """Return the name of each line's problem; "" for a verdict."""
    return [
        json.loads(answer).get("type", "").rpartition(":")[2]
        for (name, _), answer in answers(output).items()
        if name == archive
    ]


def _answers(shard: Path) -> Iterable[tuple[str, int, bytes]]:
    if shard.suffix == ".parquet":
        for row in parquet.read_table(shard).to_pylist():
            assert (row["verdict"] is None) == (row["result"] == "rejected")
            yield Path(row["file"]).name, row["line"], (row["verdict"] or row["problem"]).encode()
        return
    for line in written_lines(shard):
        envelope = json.loads(line)
        assert [name for name in envelope if name != "ref"] in (
            ["file", "line", "verdict"], ["file", "line", "problem"],
        )  # fmt: skip
        *marks, (kind, value) = envelope.items()
        head = orjson.dumps(dict(marks))[:-1]
        answer = line.removeprefix(b'%b,"%b":' % (head, kind.encode())).removesuffix(b"}")
        assert json.loads(answer) == value
        yield Path(envelope["file"]).name, envelope["line"], answer
