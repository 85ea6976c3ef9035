"""Interrupted and started again: complete shards stay, the rest is judged, nothing is half-written."""

import gzip
import json
import os
import signal
from dataclasses import replace

import psutil
import pytest

from patience.games import VARIANTS
from service.bulk.archives import SourceError
from service.bulk.formats import Format
from service.bulk.line_worker import judge_shard, referee_version
from service.bulk.partitions import PARTITION_BYTES
from service.judging.house_variants import OPERATOR
from tests.bulk.archives import GAMES, answers, judge, missing, shards, unfinished, write_lines
from tests.bulk.commands import verify, watched

PARTS = 4
TWO_PARTITIONS = [GAMES[0], b" " * PARTITION_BYTES, *GAMES[:4]]


@pytest.fixture
def archives(tmp_path):
    """A directory of small archives, and of one last that takes minutes on the readable engine."""
    games = tmp_path / "games"
    games.mkdir()
    for number in range(PARTS):
        write_lines(games / f"{number}.jsonl", GAMES)
    (games / "last.jsonl.gz").write_bytes(gzip.compress(b"".join(b"%b\n" % line for line in GAMES)) * 300)
    return games


@pytest.fixture
def archive(tmp_path):
    """An archive of four games."""
    return write_lines(tmp_path / "games.jsonl", GAMES[:4])


@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_continues(archives, tmp_path, ended_by):
    output = tmp_path / "out"
    with watched("verify", archives, "--output", output, "--workers", 2, REFEREE_KERNEL="off") as command:
        command.wait_until(lambda: shards(output))
        workers = psutil.Process(command.process.pid).children(recursive=True)
        # Ctrl-C reaches the whole process group.
        (os.killpg if ended_by == signal.SIGINT else os.kill)(command.process.pid, ended_by)
        code = command.finish()
        assert psutil.wait_procs(workers, timeout=60)[1] == []
    if ended_by == signal.SIGINT:
        assert code == 130
        assert command.shown.count("Error: Interrupted: ") == 1
        assert "Run the same command again to continue." in command.shown
        assert "Traceback" not in command.shown
    complete = {path: path.stat().st_mtime_ns for path in shards(output)}
    assert 0 < len(complete) <= PARTS
    assert len(answers(output)) == len(complete) * len(GAMES)

    write_lines(archives / "last.jsonl.gz", GAMES)
    again = verify(archives, "--output", output, "--json")
    assert again.returncode == 0, again.stderr
    summary = json.loads(again.stdout)
    assert summary["games"] == len(answers(output)) == (PARTS + 1) * len(GAMES)
    assert summary["shards"] == {"kept": len(complete), "judged": PARTS + 1 - len(complete), "missing": 0}
    assert {path: path.stat().st_mtime_ns for path in complete} == complete
    assert unfinished(output) == []


def test_a_finished_run_has_nothing_left_to_do(tmp_path, archive):
    first = judge(tmp_path / "out", archive)
    again = judge(tmp_path / "out", archive)
    assert (first.kept, first.judged, again.kept, again.judged) == (0, 1, 1, 0)
    assert again.summary.rows() == first.summary.rows()


def test_a_changed_archive_is_judged_again(tmp_path, archive):
    other = write_lines(tmp_path / "other.jsonl", GAMES[:5])
    judge(tmp_path / "out", archive, other)
    write_lines(archive, GAMES[:3])
    assert [shard.partition.archive.name for shard in missing(tmp_path / "out", archive, other)] == [
        str(archive)
    ]
    judge(tmp_path / "out", archive, other)
    assert len(answers(tmp_path / "out")) == 8


def test_other_options_replace_the_verdicts(tmp_path, archive):
    judge(tmp_path / "out", archive)
    assert judge(tmp_path / "out", archive, most_moves=3).judged == 1
    assert judge(tmp_path / "out", archive, shape=Format.PARQUET).judged == 1
    (shard,) = shards(tmp_path / "out")
    assert shard.suffix == ".parquet"


def test_an_archive_that_shrinks_leaves_no_old_verdicts(tmp_path):
    archive = write_lines(tmp_path / "games.jsonl", TWO_PARTITIONS)
    judge(tmp_path / "out", archive)
    assert len(shards(tmp_path / "out")) > 1
    write_lines(archive, GAMES[:3])
    judge(tmp_path / "out", archive)
    assert len(answers(tmp_path / "out")) == 3
    write_lines(archive, [])
    judge(tmp_path / "out", archive)
    assert shards(tmp_path / "out") == []


def test_another_name_of_an_archive_leaves_no_old_verdicts(tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    archive = write_lines(games / "games.jsonl", GAMES[:3])
    judge(tmp_path / "out", games)
    (games / "a.jsonl").hardlink_to(archive)
    for names in ([games], [archive, games], [games / "a.jsonl", archive]):
        judge(tmp_path / "out", *names)
        assert len(shards(tmp_path / "out")) == 1
    archive.unlink()
    archive.symlink_to(games / "a.jsonl")
    judge(tmp_path / "out", archive)
    assert len(shards(tmp_path / "out")) == 1


def test_verdicts_on_other_archives_stay(tmp_path):
    for name in ("one", "two"):
        judge(tmp_path / "out", write_lines(tmp_path / f"{name}.jsonl", GAMES[:4]))
    assert len(answers(tmp_path / "out")) == 8


def damage(content):
    bit = max(content.find(b'"from"'), 0)
    return {
        "missing": None,
        "empty": b"",
        "cut short": content[: len(content) // 2],
        "cut by a byte": content[:-1],
        "one bit": content[:bit] + bytes([content[bit] ^ 1]) + content[bit + 1 :],
        "something else": b"{}",
        "zeros": bytes(len(content)),
        "longer": content + b"\n",
    }


@pytest.mark.parametrize("shape", Format)
@pytest.mark.parametrize("which", ["path", "record"])
def test_a_damaged_shard_is_judged_again(tmp_path, archive, shape, which):
    other = write_lines(tmp_path / "other.jsonl", GAMES[:2])
    output = tmp_path / "out"
    shard, _ = missing(output, archive, other, shape=shape)
    summary = judge(output, archive, other, shape=shape).summary
    path, whole = getattr(shard, which), shard.path.read_bytes()
    for kind, content in damage(path.read_bytes()).items():
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        assert missing(output, archive, other, shape=shape) == [shard], kind
        assert judge(output, archive, other, shape=shape).summary.rows() == summary.rows()
        assert shard.path.read_bytes() == whole


@pytest.mark.parametrize("damaged", [b"", b"{", None])
def test_no_old_verdict_stays_though_its_record_is_damaged(tmp_path, damaged):
    archive = write_lines(tmp_path / "games.jsonl", TWO_PARTITIONS)
    _, last = missing(tmp_path / "out", archive)
    judge(tmp_path / "out", archive)
    last.record.unlink() if damaged is None else last.record.write_bytes(damaged)
    write_lines(archive, GAMES[:2])
    judge(tmp_path / "out", archive)
    assert len(answers(tmp_path / "out")) == 2


def test_an_archive_that_changes_meanwhile_has_no_shard(tmp_path, archive):
    (shard,) = missing(tmp_path / "out", archive)
    write_lines(archive, GAMES[:5])
    with pytest.raises(SourceError, match=r"games\.jsonl has changed since the run began"):
        judge_shard(shard)
    assert shards(tmp_path / "out") == []
    assert unfinished(tmp_path / "out") == []


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".parquet"])
def test_a_pipe_in_place_of_an_archive_is_not_waited_for(tmp_path, suffix):
    archive = tmp_path / f"games{suffix}"
    archive.write_bytes(b"neither a table nor compressed")
    (shard,) = missing(tmp_path / "out", archive)
    archive.unlink()
    os.mkfifo(archive)
    with pytest.raises(OSError, match=r"Not a regular file: .*games"):
        judge_shard(shard)
    assert shards(tmp_path / "out") == []


@pytest.mark.parametrize("shape", [Format.JSONL, Format.PARQUET])
def test_pipes_in_place_of_shards_are_replaced(tmp_path, archive, shape):
    (shard,) = missing(tmp_path / "out", archive, shape=shape)
    judge(tmp_path / "out", archive, shape=shape)
    for path in (shard.path, shard.record):
        path.unlink()
        os.mkfifo(path)
        judge(tmp_path / "out", archive, shape=shape)
        assert len(answers(tmp_path / "out")) == 4
    assert missing(tmp_path / "out", archive, shape=shape) == []


def test_a_worker_of_another_version_judges_nothing(tmp_path, archive):
    (shard,) = missing(tmp_path / "out", archive)
    with pytest.raises(SourceError, match=r"^A worker has version \d.*, but 0.1 is running\."):
        judge_shard(replace(shard, job=replace(shard.job, version="0.1")))
    assert shards(tmp_path / "out") == []


def test_a_worker_without_the_house_variants_has_another_version(monkeypatch):
    usual = referee_version()
    variant = replace(VARIANTS["klondike"], id="house-klondike", sources=(OPERATOR,))
    monkeypatch.setitem(VARIANTS, variant.id, variant)
    monkeypatch.setenv("REFEREE_VARIANTS", "folder")
    assert referee_version() == f"{usual} house-klondike:{variant.rules_version}"


def test_a_shard_that_is_asked_for_twice_is_written_once(tmp_path, archive):
    (shard,) = missing(tmp_path / "out", archive)
    first = judge_shard(shard)
    written = shard.path.stat().st_mtime_ns
    assert judge_shard(shard).rows() == first.rows()
    assert shard.path.stat().st_mtime_ns == written


CARD = "\U0001f0a1"


@pytest.mark.parametrize(
    ("stem", "shortened"),
    [
        (b"games", "games"),
        (b"g" * 200, "g" * 60),
        (os.fsencode(CARD * 60), CARD * 15),
        (os.fsencode("g" + CARD * 60), "g" + CARD * 14),
        (b"\xff" * 200, "\udcff" * 60),
        (b"g" * 59 + b"\xff" + os.fsencode(CARD), "g" * 59 + "\udcff"),
    ],
    ids=["short", "long", "four-byte characters", "and one more", "not UTF-8", "not UTF-8 at the end"],
)
def test_an_archive_of_any_name_has_its_shard(tmp_path, stem, shortened):
    judge(tmp_path / "out", write_lines(tmp_path / f"{os.fsdecode(stem)}.jsonl", GAMES[:2]))
    (shard,) = shards(tmp_path / "out")
    assert shard.name.rsplit("-", 2)[0] == shortened
    assert len(answers(tmp_path / "out")) == 2
