"""The page on archives does what it says."""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bulk.archives import answers
from tests.conftest import FIXTURES

PAGE = (FIXTURES.parent / "docs" / "bulk.md").read_text("utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A directory in which everything on the page was done, and what was printed."""
    directory = tmp_path_factory.mktemp("page")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    # With -m, jobs have numbers, as in a shell where one types.
    script = "\n".join(blocks("sh")).replace("8786", free_port())
    done = subprocess.run(
        ["bash", "-em"],
        input=script,
        cwd=directory,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return directory, done.stdout


def test_the_table_is_the_one_that_is_printed(place):
    _, printed = place
    (table,) = [block for block in blocks("text") if block.startswith("variant ")]
    assert table in printed
    assert printed.count("3 games: 2 valid, 1 invalid, 0 rejected; 1 shard in ") == 2


def test_every_way_gives_the_same_verdicts(place):
    directory, _ = place
    local = answers(directory / "verdicts")
    assert len(local) == 3
    assert answers(directory / "verdicts-parquet") == local
    assert answers(directory / "verdicts-cluster") == local


def test_reading_parquet(place):
    directory, _ = place
    (program,) = blocks("python")
    read = [sys.executable, "-c", program]
    done = subprocess.run(read, cwd=directory, capture_output=True, text=True, check=True)
    assert done.stdout == f"{[{'file': str(directory / 'games.jsonl'), 'line': 2, 'reason': 'wrong_rank'}]}\n"


def test_a_line_of_a_shard(place):
    directory, _ = place
    (shard,) = (directory / "verdicts").glob("*.jsonl")
    (shown,) = map(json.loads, blocks("json"))
    for line in shard.read_text().splitlines():
        assert list(json.loads(line)) == list(shown)
        assert shown["verdict"].keys() <= json.loads(line)["verdict"].keys()
