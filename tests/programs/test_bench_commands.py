"""The commands of the benchmark: `python -m patience.bench`."""

import json
import subprocess
import sys

import pytest

from patience.search.daily_deals import commitment_to
from patience.search.search_runner import is_available

pytestmark = pytest.mark.skipif(not is_available(), reason="the search is not compiled")


def run(*arguments, stdin=""):
    command = [sys.executable, "-m", "patience.bench", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)


def test_a_reader_that_has_enough_ends_the_output():
    command = [sys.executable, "-m", "patience.bench", "deals"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_the_commands_play_and_judge(tmp_path):
    played = run("play", "random", "--game", "freecell", "--count", "2")
    judged = run("judge", "-", "--analyse", "1000", "--json", stdin=played.stdout)
    assert json.loads(judged.stdout)["freecell"]["episodes"] == 2
    commitment = run("commit", str(tmp_path / "key"))
    key = bytes.fromhex((tmp_path / "key").read_text())
    assert commitment.stdout.strip() == commitment_to(key)
    hidden = run("deals", "--game", "freecell", "--count", "3", "--key", str(tmp_path / "key"))
    assert [json.loads(line)["grade"] for line in hidden.stdout.splitlines()].count("easy") == 1
    refused = run("judge", "-", stdin="nonsense")
    assert (refused.returncode, refused.stderr) == (2, "Error: Line 1: It is not JSON.\n")
    assert run("commit", str(tmp_path / "key")).returncode == 2
