"""The command: what it prints, and its exit codes."""

import json
import re
import subprocess
import sys

import pytest

from tests.bulk.archives import GAMES, answers, write_lines, write_rows
from tests.bulk.commands import VERIFY, verify, verify_here, watched


@pytest.fixture
def archive(tmp_path):
    """An archive of games, none of them bad."""
    return write_lines(tmp_path / "games.jsonl", GAMES)


def test_all_judged(archive, tmp_path):
    done = verify(archive, "--output", tmp_path / "out", "--workers", 1)
    assert (done.returncode, done.stderr) == (0, "")
    *table, _, last = done.stdout.splitlines()
    assert table[0].split() == ["variant", "result", "outcome", "reason", "games"]
    assert sum(int(line.split()[-1]) for line in table[1:]) == len(GAMES)
    assert last.startswith(f"{len(GAMES)} games: ")
    again = verify_here(archive, "--output", tmp_path / "out")
    assert again.stdout.splitlines()[-1].endswith(
        "1 shard in " + str(tmp_path / "out") + ", 1 kept from before."
    )


def test_some_rejected(archive, tmp_path, scheduler):
    write_lines(archive, [GAMES[0], b"no game", GAMES[1]])
    told = ("--json", "--quiet", "--format", "parquet")
    done = verify_here(archive, "--output", tmp_path / "out", "--scheduler", scheduler, *told)
    assert (done.returncode, done.stderr) == (1, "")
    summary = json.loads(done.stdout)
    assert summary["games"] == 3
    assert summary["rejected"] == 1
    assert summary["shards"] == {"kept": 0, "judged": 1, "missing": 0}
    assert {
        "variant": None,
        "result": "rejected",
        "outcome": None,
        "reason": "not-json",
        "games": 1,
    } in summary["counts"]
    assert len(answers(tmp_path / "out")) == 3


def test_where_the_first_rejected_lines_are(tmp_path, scheduler):
    games = tmp_path / "games"
    games.mkdir()
    write_lines(games / "a.jsonl", [GAMES[0], b"no game", b"[]"])
    write_lines(games / "b.jsonl.gz", [b"x" * 500] * 5)
    done = verify_here(games, "--output", tmp_path / "out", "--scheduler", scheduler)
    told = [line for line in done.stdout.splitlines() if line.startswith("Rejected: ")]
    assert told[0].startswith(f"Rejected: {games / 'a.jsonl'}, line 2: The text is not JSON")
    assert [line.split(": ")[1].rpartition("/")[2] for line in told[:-1]] == [
        "a.jsonl, line 2", "a.jsonl, line 3", "b.jsonl.gz, line 1", "b.jsonl.gz, line 2", "b.jsonl.gz, line 3"
    ]  # fmt: skip
    assert told[-1] == "Rejected: more, which the verdicts name."
    # Those of shards that were there before are told too.
    again = json.loads(verify_here(games, "--output", tmp_path / "out", "--json").stdout)
    assert again["shards"]["kept"] == 2
    assert [list(rejected) for rejected in again["first_rejected"]] == [["file", "line", "detail"]] * 5
    assert [(rejected["file"], rejected["line"]) for rejected in again["first_rejected"][1:3]] == [
        (str(games / "a.jsonl"), 3),
        (str(games / "b.jsonl.gz"), 1),
    ]


def test_quiet_says_nothing_even_on_a_terminal(archive, tmp_path):
    with watched(archive, "--output", tmp_path / "out", "--quiet", "--workers", 1) as command:
        assert command.finish() == 0
        assert command.shown == ""
        assert command.process.stdout.read() == ""


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".parquet"])
def test_the_bar_moves_within_a_shard(tmp_path, suffix):
    path = tmp_path / f"games{suffix}"
    if suffix == ".parquet":
        write_rows(path, [{"json": line} for line in GAMES * 6])
    else:
        write_lines(path, GAMES * 6)
    # The compiled kernel is done before a bar could move.
    off = {"REFEREE_KERNEL": "off"}
    with watched(path, "--output", tmp_path / "out", "--workers", 1, "--json", **off) as command:
        assert command.finish() == 0
        assert json.loads(command.process.stdout.read())["shards"]["judged"] == 1
    # Of one shard, so that all between nothing and everything is within it.
    assert re.search(r" [1-9]\d?%.* [1-9][\d,]* games/s", command.shown)
    assert re.search(r"100%.*games/s", command.shown)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nothing.jsonl", "--output", "out"], "There is no file or directory nothing.jsonl."),
        (["nothing*.jsonl", "--output", "out"], "nothing*.jsonl means no archive."),
        (["games.jsonl", "--output", "games.jsonl/out"], "Not a directory"),
        (["games.jsonl"], "Missing option '--output'"),
        (
            ["games.jsonl", "--output", "out", "--scheduler", "tcp://127.0.0.1:1", "--workers", "2"],
            "--workers is for this machine",
        ),
    ],
)
def test_could_not_run(archive, tmp_path, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    done = verify_here(*arguments)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x"])
def test_no_scheduler(archive, tmp_path, monkeypatch, address):
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "1s")
    done = verify(archive, "--output", tmp_path / "out", "--scheduler", address)
    assert done.returncode == 2
    assert f"No Dask scheduler answers at {address}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bad_setting_is_named(archive, tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_MOST_MOVES", "many")
    done = verify_here(archive, "--output", tmp_path / "out")
    assert done.returncode == 2
    assert "REFEREE_MOST_MOVES is a whole number, not 'many'." in done.stderr


def test_a_shard_that_cannot_be_written_is_named_and_the_others_are_there(archive, tmp_path, scheduler):
    write_lines(tmp_path / "more.jsonl", GAMES[:3])
    done = verify_here(tmp_path, "--output", tmp_path / "out", "--scheduler", scheduler)
    assert done.returncode == 0
    for shard in (tmp_path / "out").glob("games-*"):
        shard.unlink()
        shard.mkdir()
    done = verify_here(tmp_path, "--output", tmp_path / "out", "--scheduler", scheduler)
    assert done.returncode == 2
    assert "1 of 2 shards is missing. games-" in done.stderr


@pytest.mark.parametrize("missing", ["dask", "distributed", "pyarrow", "backports"])
def test_without_the_extra(archive, tmp_path, missing):
    program = f"import sys; sys.modules[{missing!r}] = None; {VERIFY[2]}"
    done = subprocess.run(
        [sys.executable, "-c", program, str(archive), "--output", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "is not installed: pip install --editable '.[bulk]'." in done.stderr


def test_the_command_line_does_without_the_extra():
    program = (
        "import sys, service.commands.verify_command;"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'dask', 'distributed', 'pyarrow'}))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
