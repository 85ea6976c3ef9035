"""``referee verify -``: games from standard input, verdicts to standard output, in order."""

import gzip
import io
import json
import subprocess
import sys

import polars as pl
import pytest

from tests.bulk.archives import GAMES, judge, write_lines

LINES = [
    b'{"variant":"freecell","seed":1,"moves":["T6-R1"],"ref":"a"}',
    b'{"bad"',
    b'{"variant":"klondike","seed":7,"moves":["T1-T1"],"day":1}',
]
ROWS = [
    {"variant": "freecell", "seed": 1, "moves": "T6-R1"},
    {"variant": "freecell", "seed": 1, "moves": "T7-T2"},
]


def referee(*arguments, data=b""):
    command = [sys.executable, "-m", "service.cli", "verify", *map(str, arguments)]
    return subprocess.run(command, input=data, capture_output=True, check=False)


def test_lines_are_answered_in_order():
    run = referee("-", "--unknown", "keep", data=b"\n".join(LINES))
    first, second, third = map(json.loads, run.stdout.splitlines())
    assert (first["file"], first["line"], first["ref"], first["verdict"]["valid"]) == ("-", 1, "a", True)
    assert second["problem"]["type"].endswith("not-json")
    assert (third["verdict"]["valid"], third["others"]) == (False, {"day": 1})
    assert b"freecell  valid" in run.stderr
    assert run.returncode == 1


@pytest.mark.parametrize(
    ("suffix", "data"),
    [
        ("csv", pl.DataFrame(ROWS).write_csv().encode()),
        ("arrow", pl.DataFrame(ROWS).write_ipc_stream(None).getvalue()),
        ("jsonl.gz", gzip.compress(b"\n".join(LINES[::2]).replace(b',"day":1', b""), mtime=0)),
    ],
)  # fmt: skip
def test_tables_and_compressed_lines_are_read(suffix, data):
    run = referee("-", "--from", suffix, "--quiet", data=data)
    assert [json.loads(line)["verdict"]["valid"] for line in run.stdout.splitlines()] == [True, False]
    assert (run.returncode, run.stderr) == (0, b"")


def test_files_go_to_standard_output(tmp_path):
    """Byte for byte as to a directory."""
    archive = write_lines(tmp_path / "games.jsonl", GAMES[:50])
    judge(tmp_path / "out", archive)
    (shard,) = tmp_path.glob("out/*.jsonl")
    assert referee(archive, "--output", "-", "--quiet").stdout == shard.read_bytes()
    packed = referee(archive, "--output", "-", "--quiet", "--format", "jsonl.gz").stdout
    assert gzip.GzipFile(fileobj=io.BytesIO(packed)).read() == shard.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["games.jsonl"], b"Missing option '--output'"),
        (["-", "games.jsonl"], b"Standard input is the only archive"),
        (["-", "--output", "out"], b"Standard input is the only archive"),
        (["-", "--format", "parquet"], b"Standard output gets lines from this process alone"),
    ],
)
def test_what_cannot_be_piped_is_refused(arguments, message):
    run = referee(*arguments)
    assert run.returncode == 2
    assert message in run.stderr
