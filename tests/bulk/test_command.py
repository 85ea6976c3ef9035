"""`referee verify`: what it prints, and its exit codes."""

import gzip
import json
import re
import subprocess
import sys

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.bulk.archives import GAMES, answers, write_lines, write_rows
from tests.bulk.commands import verify, verify_apart, watched
from tests.test_cli import refused

HOSTILE = "\x1b]0;owned\x07\n\x9b2J\u202e"
"""Would set a terminal's title, clear it, and reverse its text."""

ESCAPED = r"\x1b]0;owned\x07\n\x9b2J\u202e"


@pytest.fixture
def archive(tmp_path):
    """An archive of games."""
    return write_lines(tmp_path / "games.jsonl", GAMES)


def test_the_summary_is_a_table(archive, tmp_path):
    done = verify_apart(archive, "--output", tmp_path / "out", "--workers", 1)
    assert (done.returncode, done.stderr) == (0, "")
    *table, _, last = done.stdout.splitlines()
    assert table[0].split() == ["variant", "result", "outcome", "reason", "games"]
    assert sum(int(line.split()[-1]) for line in table[1:]) == len(GAMES)
    assert last.startswith(f"{len(GAMES)} games: ")
    again = verify(archive, "--output", tmp_path / "out").stdout.splitlines()[-1]
    assert again == f"{last.removesuffix('.')}, 1 of them from an earlier run."


def test_rejected_lines_are_counted_and_the_first_ones_named(tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    write_lines(games / "a.jsonl", [GAMES[0], b"no game", b"[]"])
    write_lines(games / "b.jsonl.gz", [b"x" * 500] * 5)
    done = verify(games, "--output", tmp_path / "out", "--format", "parquet", "--verdict")
    assert (done.returncode, done.stderr) == (1, "")
    rejected = [line for line in done.stdout.splitlines() if line.startswith("Rejected: ")]
    assert rejected[0].startswith(f"Rejected: {games / 'a.jsonl'}, line 2: The text is not JSON")
    assert [line.split(": ")[1].rpartition("/")[2] for line in rejected[:-1]] == [
        "a.jsonl, line 2", "a.jsonl, line 3", "b.jsonl.gz, line 1", "b.jsonl.gz, line 2", "b.jsonl.gz, line 3"
    ]  # fmt: skip
    assert rejected[-1] == "Rejected: more lines, which the verdicts name."
    # Those of complete shards are named too.
    again = verify(
        games, "--output", tmp_path / "out", "--format", "parquet", "--verdict", "--json", "--quiet"
    )
    summary = json.loads(again.stdout)
    assert (again.returncode, summary["games"], summary["rejected"]) == (1, 8, 7)
    assert summary["shards"] == {"kept": 2, "judged": 0, "missing": 0}
    row = {"variant": None, "result": "rejected", "outcome": None, "reason": "not-json", "games": 6}
    assert row in summary["counts"]
    assert [list(line) for line in summary["first_rejected"]] == [["file", "line", "detail"]] * 5
    assert [(line["file"], line["line"]) for line in summary["first_rejected"][1:3]] == [
        (str(games / "a.jsonl"), 3),
        (str(games / "b.jsonl.gz"), 1),
    ]
    assert len(answers(tmp_path / "out")) == 8


def test_a_truncated_archive_is_exit_code_2(tmp_path):
    path = write_lines(tmp_path / "games.jsonl.gz", GAMES)
    path.write_bytes(path.read_bytes()[:-3000])
    whole = write_lines(tmp_path / "whole.jsonl", GAMES[:3])
    done = verify(path, whole, "--output", tmp_path / "out", "--json")
    summary = json.loads(done.stdout)
    assert (done.returncode, summary["rejected"], summary["shards"]["missing"]) == (2, 0, 1)
    assert re.search(
        r"^Error: 1 shard missing or incomplete\. .*games\.jsonl\.gz: unexpected end of file", done.stderr
    )
    assert len([name for name, _ in answers(tmp_path / "out") if name == "whole.jsonl"]) == 3


def test_ignored_columns_are_named_once(tmp_path):
    rows = [{"variant": "double-russian", "seed": "1", "moves": [], "mug": "me", "checkpoint": 1}] * 3
    for name in ("a", "b"):
        write_rows(tmp_path / f"{name}.parquet", rows)
    done = verify(tmp_path, "--output", tmp_path / "out")
    assert done.returncode == 0
    place = f"(in {tmp_path / 'a.parquet'})"
    ignored = f"mug {place}, checkpoint {place} Did you mean checkpoints?"
    assert done.stderr == f"Ignored columns that are not fields of a request: {ignored}\n"
    assert verify(tmp_path, "--output", tmp_path / "out", "--quiet").stderr == ""


def test_quiet_prints_nothing_even_on_a_terminal(archive, tmp_path):
    with watched("verify", archive, "--output", tmp_path / "out", "--quiet", "--workers", 1) as command:
        assert command.finish() == 0
        assert command.shown == ""
        assert command.process.stdout.read() == ""


def test_the_bar_moves_within_a_shard(tmp_path):
    """A worker reports its first line, of which it has read no more than a buffer."""
    member = gzip.compress(b"".join(b"%b\n" % line for line in GAMES))
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(member * 5)
    with watched("verify", path, "--output", tmp_path / "out", "--workers", 1, "--json") as command:
        assert command.finish() == 0
        assert json.loads(command.process.stdout.read())["shards"]["judged"] == 1
    # There is one shard, so everything between nothing and all is within it.
    percentages = [int(percent) for percent in re.findall(r"(\d+)%", command.shown)]
    assert percentages == sorted(percentages)
    assert percentages[-1] == 100
    assert any(0 < percent < 100 for percent in percentages)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.jsonl", "--output", "out"], "There is no file or directory nothing.jsonl."),
        (["nothing*.jsonl", "--output", "out"], "No archive matches nothing*.jsonl."),
        (["games.jsonl", "--output", "games.jsonl/out"], "Not a directory"),
        (["games.jsonl"], "Missing option '--output'"),
        (
            ["games.jsonl", "--output", "out", "--scheduler", "tcp://127.0.0.1:1", "--workers", "2"],
            "--workers cannot be combined with --scheduler.",
        ),
    ],
)
def test_arguments_that_cannot_be_used(archive, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert message in refused("verify", *arguments)


def test_a_bad_setting_is_named(archive, tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_MOST_MOVES", "many")
    assert "REFEREE_MOST_MOVES" in refused("verify", archive, "--output", tmp_path / "out")


def test_a_shard_that_cannot_be_written_is_named_and_the_others_are_complete(archive, tmp_path):
    write_lines(tmp_path / "more.jsonl", GAMES[:3])
    assert verify(tmp_path, "--output", tmp_path / "out").returncode == 0
    for shard in (tmp_path / "out").iterdir():
        shard.unlink() if shard.is_file() else None
    (games,) = (tmp_path / "out" / "_referee").glob("games-*")
    (tmp_path / "out" / games.name.removesuffix(".json")).mkdir()
    done = verify(tmp_path, "--output", tmp_path / "out", "--quiet")
    assert done.returncode == 2
    assert "1 shard missing or incomplete. games-" in done.stderr
    assert len(answers(tmp_path / "out")) == 3


@pytest.mark.parametrize(
    ("package", "arguments"),
    [
        ("backports", []),
        ("pyarrow", ["--format", "parquet"]),
        ("distributed", ["--scheduler", "tcp://127.0.0.1:1"]),
    ],
)
def test_a_missing_package_is_named(archive, tmp_path, package, arguments):
    program = f"import sys; sys.modules[{package!r}] = None; from service.cli import main; main()"
    command = [sys.executable, "-c", program, "verify", archive, "--output", tmp_path / "out", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"This command needs {package}" in done.stderr
    assert "pip install --editable '.[" in done.stderr


def test_a_url_without_what_reads_it_names_the_extra(tmp_path):
    program = "import sys; sys.modules['fsspec'] = None; from service.cli import main; main()"
    url = "https://127.0.0.1:1/games.jsonl"
    command = [sys.executable, "-c", program, "verify", url, "--output", tmp_path / "out"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "The extra remote installs what s3:// and https:// need" in done.stderr


def test_local_json_lines_need_neither_dask_nor_arrow_nor_fsspec(archive, tmp_path):
    absent = "sys.modules['dask'] = sys.modules['pyarrow'] = sys.modules['fsspec'] = None"
    program = f"import sys; {absent}; from service.cli import main; main()"
    command = [sys.executable, "-c", program, "verify", archive, "--output", tmp_path / "out"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_hostile_names_are_escaped(tmp_path):
    directory = tmp_path / f"games{HOSTILE}"
    directory.mkdir()
    write_lines(directory / "lines.jsonl", [json.dumps({**json.loads(GAMES[0]), HOSTILE: 1}).encode()])
    parquet.write_table(pa.table({HOSTILE: [1], "b": [1]}), directory / "rows.parquet")
    done = verify(directory, "--output", directory / "out")
    assert done.returncode == 1
    assert done.stdout.replace("\n", "").isprintable()
    rejected = [line for line in done.stdout.splitlines() if line.startswith("Rejected: ")]
    # A field is named twice: in the pointer and in the sentence.
    assert [line.count(r"\x1b]0;owned\x07") for line in rejected] == [3, 2]
    assert done.stdout.endswith(f"2 shards in {tmp_path}/games{ESCAPED}/out.\n")
    (directory / "file.jsonl").touch()
    message = refused("verify", directory, "--output", directory / "file.jsonl" / "out")
    assert (
        message == f"Error: Cannot use {tmp_path}/games{ESCAPED}/file.jsonl/out/_referee: Not a directory.\n"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--keep", "player"], "--keep needs --format parquet"),
        (["--keep", "player", "--format", "parquet", "--verdict"], "cannot be combined with --verdict"),
        (
            ["--keep", "outcome", "--format", "parquet"],
            "--keep outcome: the verdicts have a column of this name",
        ),
        (["--rename", "log"], "'log' is not COLUMN=FIELD. The fields: variant, declaration, rules"),
        (["--rename", "log=move"], "'log=move' is not COLUMN=FIELD."),
    ],
)
def test_columns_that_cannot_be_kept_or_renamed(tmp_path, archive, options, message):
    done = verify(archive, "--output", tmp_path / "out", *options)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())


def test_columns_are_kept_and_renamed(tmp_path):
    rows = [{"game": "klondike", "seed": 7, "log": "T3-T7 draw", "player": "Ann"}]
    archive = write_rows(tmp_path / "games.parquet", rows)
    names = ("--rename", "game=variant", "--rename", "log=moves", "--keep", "player")
    done = verify(archive, "--output", tmp_path / "out", "--format", "parquet", *names)
    assert (done.returncode, done.stderr) == (0, "")
    (row,) = parquet.read_table(tmp_path / "out").to_pylist()
    assert (row["player"], row["result"], row["variant"], row["moves_played"]) == (
        "Ann",
        "valid",
        "klondike",
        2,
    )
    assert "verdict" not in row
