"""Archives to judge, and what comes of them."""

import gzip
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import orjson
import pyarrow as pa
from pyarrow import parquet

from service.bulk.formats import Format
from service.bulk.line_worker import judge_partition
from service.bulk.run import Work, prepare_work
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

OPENERS = {".gz": gzip.open, ".zst": zstd.open}


def write_lines(path: Path, lines: Iterable[bytes]) -> Path:
    """An archive of these lines, compressed as its name says."""
    with OPENERS.get(path.suffix, open)(path, "wb") as file:
        file.writelines(b"%b\n" % line for line in lines)
    return path


def write_rows(path: Path, rows: list[dict], schema: pa.Schema | None = None, **options) -> Path:
    """An archive of these rows."""
    parquet.write_table(pa.Table.from_pylist(rows, schema), path, **options)
    return path


def prepare(output: Path, *archives: Path | str, shape: Format = Format.JSONL, **settings: int) -> Work:
    """What is to be done."""
    return prepare_work(map(str, archives), output, shape, Settings(**settings))


def judge(output: Path, *archives: Path | str, shape: Format = Format.JSONL, **settings: int) -> Work:
    """Do it, in this process, and say what was to be done."""
    work = prepare(output, *archives, shape=shape, **settings)
    for shard in work.missing:
        work.summary.add(judge_partition(shard.partition, work.job))
    return work


def shards(output: Path) -> list[Path]:
    """The shards that bear their final names."""
    return sorted(path for path in output.glob("*") if path.is_file())


def written_lines(shard: Path) -> list[bytes]:
    """The lines of a shard, decompressed."""
    with OPENERS.get(shard.suffix, open)(shard, "rb") as file:
        return file.read().splitlines()


def answers(output: Path) -> dict[tuple[str, int], bytes]:
    """By name of the archive and line: the very bytes of the verdict or the problem; each but once."""
    found: dict[tuple[str, int], bytes] = {}
    for shard in shards(output):
        for name, number, answer in _answers(shard):
            assert (name, number) not in found
            found[name, number] = answer
    return found


def _answers(shard: Path) -> Iterable[tuple[str, int, bytes]]:
    if shard.suffix == ".parquet":
        for row in parquet.read_table(shard).to_pylist():
            assert (row["verdict"] is None) == (row["result"] == "rejected")
            yield Path(row["file"]).name, row["line"], (row["verdict"] or row["problem"]).encode()
    else:
        for line in written_lines(shard):
            wrapper = json.loads(line)
            assert [name for name in wrapper if name != "ref"] in (
                ["file", "line", "verdict"], ["file", "line", "problem"],
            )  # fmt: skip
            *marks, (what, value) = wrapper.items()
            head = orjson.dumps(dict(marks))[:-1]
            answer = line.removeprefix(b'%b,"%b":' % (head, what.encode())).removesuffix(b"}")
            assert json.loads(answer) == value
            yield Path(wrapper["file"]).name, wrapper["line"], answer
