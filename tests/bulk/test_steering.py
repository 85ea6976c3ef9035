"""What archives hold, and what they are called, cannot steer the terminal."""

import json

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.bulk.archives import GAMES, write_lines
from tests.bulk.commands import verify_here
from tests.test_cli import refused

STEERING = "\x1b]0;owned\x07\n\x9b2J\u202e"
ESCAPED = r"\x1b]0;owned\x07\n\x9b2J\u202e"


@pytest.fixture
def directory(tmp_path):
    """A directory of such a name."""
    made = tmp_path / f"games{STEERING}"
    made.mkdir()
    return made


def test_names_of_archives_fields_and_columns_are_escaped(directory, scheduler):
    write_lines(directory / "lines.jsonl", [json.dumps({**json.loads(GAMES[0]), STEERING: 1}).encode()])
    parquet.write_table(pa.table({STEERING: [1], "b": [1]}), directory / "rows.parquet")
    done = verify_here(directory, "--output", directory / "out", "--scheduler", scheduler)
    assert done.returncode == 1
    assert done.stdout.replace("\n", "").isprintable()
    rejected = [line for line in done.stdout.splitlines() if line.startswith("Rejected: ")]
    # A field is named twice, by its place and in words.
    assert [line.count(r"\x1b]0;owned\x07") for line in rejected] == [3, 2]
    assert done.stdout.endswith(f"2 shards in {directory.parent}/games{ESCAPED}/out.\n")


def test_names_in_errors_are_escaped(directory):
    assert f"games{ESCAPED} means no archive." in refused("verify", directory, "--output", directory / "out")
    (directory / "file.jsonl").touch()
    told = refused("verify", directory, "--output", directory / "file.jsonl" / "out")
    assert f"Not a directory: {directory.parent}/games{ESCAPED}" in told.replace("'", "")
