"""Interrupted and started again: what is there stays, the rest is judged, nothing is there by halves."""

import json
import os
import signal
from dataclasses import replace

import pytest

from service.bulk.archives import SourceError
from service.bulk.formats import Format
from service.bulk.line_worker import judge_partition
from service.bulk.partitions import PARTITION_BYTES
from tests.bulk.archives import GAMES, answers, judge, prepare, shards, write_lines
from tests.bulk.commands import halves, verify_here, watched

PARTS = 8
MANY = GAMES * 5
TWO_PARTITIONS = [GAMES[0], b" " * PARTITION_BYTES, *GAMES[:4]]


@pytest.fixture
def archives(tmp_path):
    """A directory of archives that take seconds on the readable engine."""
    directory = tmp_path / "games"
    directory.mkdir()
    for number in range(PARTS):
        write_lines(directory / f"{number}.jsonl", MANY)
    return directory


@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_goes_on(archives, tmp_path, ended_by, scheduler):
    output = tmp_path / "out"
    # The kernel would be done before anybody could interrupt it.
    with watched(archives, "--output", output, "--workers", 2, REFEREE_KERNEL="off") as command:
        command.wait_until(lambda: shards(output))
        (os.killpg if ended_by == signal.SIGINT else os.kill)(command.process.pid, ended_by)
        code = command.finish()
    if ended_by == signal.SIGINT:
        assert code == 2
        assert "Interrupted: " in command.shown
        assert "the same command goes on from here." in command.shown
        assert "Traceback" not in command.shown
    there = {path: path.stat().st_mtime_ns for path in shards(output)}
    assert 0 < len(there) < PARTS
    # Whatever bears its name is whole.
    assert len(answers(output)) == len(there) * len(MANY)

    again = verify_here(archives, "--output", output, "--scheduler", scheduler, "--json")
    assert again.returncode == 0, again.stderr
    summary = json.loads(again.stdout)
    assert summary["games"] == len(answers(output)) == PARTS * len(MANY)
    assert summary["shards"]["kept"] >= len(there)
    assert summary["shards"]["kept"] + summary["shards"]["judged"] == PARTS
    assert {path: path.stat().st_mtime_ns for path in there} == there
    assert halves(output) == []


def test_a_finished_run_has_nothing_left_to_do(tmp_path):
    archive = write_lines(tmp_path / "games.jsonl", GAMES)
    first = judge(tmp_path / "out", archive)
    again = prepare(tmp_path / "out", archive)
    assert again.missing == []
    assert again.summary.rows() == first.summary.rows()


def test_a_changed_archive_is_judged_again(tmp_path):
    archive = write_lines(tmp_path / "games.jsonl", GAMES)
    other = write_lines(tmp_path / "other.jsonl", GAMES[:5])
    judge(tmp_path / "out", archive, other)
    write_lines(archive, GAMES[:3])
    work = judge(tmp_path / "out", archive, other)
    assert [shard.partition.archive.name for shard in work.missing] == [str(archive)]
    assert len(answers(tmp_path / "out")) == 8


def test_other_options_judge_again_and_replace(tmp_path):
    archive = write_lines(tmp_path / "games.jsonl", GAMES)
    judge(tmp_path / "out", archive)
    assert len(judge(tmp_path / "out", archive, most_moves=3).missing) == 1
    assert len(judge(tmp_path / "out", archive, shape=Format.PARQUET).missing) == 1
    (shard,) = shards(tmp_path / "out")
    assert shard.suffix == ".parquet"


def test_an_archive_that_holds_less_leaves_no_old_verdicts(tmp_path):
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
    for given in ([games], [archive, games], [games / "a.jsonl", archive]):
        judge(tmp_path / "out", *given)
        assert len(shards(tmp_path / "out")) == 1
    archive.unlink()
    archive.symlink_to(games / "a.jsonl")
    judge(tmp_path / "out", archive)
    assert len(shards(tmp_path / "out")) == 1


def test_verdicts_on_other_archives_stay(tmp_path):
    for name in ("one", "two"):
        judge(tmp_path / "out", write_lines(tmp_path / f"{name}.jsonl", GAMES[:4]))
    assert len(answers(tmp_path / "out")) == 8


def test_a_shard_that_somebody_removed_is_written_again(tmp_path):
    archive = write_lines(tmp_path / "games.jsonl", GAMES[:4])
    judge(tmp_path / "out", archive)
    shards(tmp_path / "out")[0].unlink()
    judge(tmp_path / "out", archive)
    assert len(answers(tmp_path / "out")) == 4


def broken(content):
    bit = max(content.find(b'"fingerprint"'), 0)
    return {
        "gone": None,
        "empty": b"",
        "cut short": content[: len(content) // 2],
        "cut by a byte": content[:-1],
        "one bit": content[:bit] + bytes([content[bit] ^ 1]) + content[bit + 1 :],
        "something else": b"{}",
        "zeros": bytes(len(content)),
        "longer": content + b"\n",
    }


@pytest.mark.parametrize("shape", Format)
@pytest.mark.parametrize("what", ["shard", "record"])
def test_what_is_not_as_it_was_written_is_judged_again(tmp_path, shape, what):
    archive = write_lines(tmp_path / "games.jsonl", GAMES[:4])
    other = write_lines(tmp_path / "other.jsonl", GAMES[:2])
    output = tmp_path / "out"
    work = judge(output, archive, other, shape=shape)
    path = work.shards[0].path if what == "shard" else work.shards[0].record
    whole = work.shards[0].path.read_bytes()
    for damage, content in broken(path.read_bytes()).items():
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        again = judge(output, archive, other, shape=shape)
        assert again.missing == work.shards[:1], damage
        assert again.summary.rows() == work.summary.rows()
        assert work.shards[0].path.read_bytes() == whole


@pytest.mark.parametrize("damage", [b"", b"{", None])
def test_no_old_verdict_stays_though_its_record_is_damaged(tmp_path, damage):
    archive = write_lines(tmp_path / "games.jsonl", TWO_PARTITIONS)
    _, last = judge(tmp_path / "out", archive).shards
    last.record.unlink() if damage is None else last.record.write_bytes(damage)
    write_lines(archive, GAMES[:2])
    judge(tmp_path / "out", archive)
    assert len(answers(tmp_path / "out")) == 2


def test_an_archive_that_changes_meanwhile_has_no_shard(tmp_path):
    archive = write_lines(tmp_path / "games.jsonl", GAMES[:4])
    work = prepare(tmp_path / "out", archive)
    write_lines(archive, GAMES[:5])
    with pytest.raises(SourceError, match=r"games\.jsonl has changed since the run began"):
        judge_partition(work.missing[0].partition, work.job)
    assert shards(tmp_path / "out") == []
    assert halves(tmp_path / "out") == []


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".parquet"])
def test_a_pipe_in_place_of_an_archive_is_not_waited_for(tmp_path, suffix):
    archive = tmp_path / f"games{suffix}"
    archive.write_bytes(b"no table, and nothing packed")
    work = prepare(tmp_path / "out", archive)
    archive.unlink()
    os.mkfifo(archive)
    with pytest.raises(OSError, match=r"It is no regular file: .*games"):
        judge_partition(work.missing[0].partition, work.job)
    assert shards(tmp_path / "out") == []


@pytest.mark.parametrize("shape", [Format.JSONL, Format.PARQUET])
def test_pipes_in_place_of_what_was_written_are_replaced(tmp_path, shape):
    archive = write_lines(tmp_path / "games.jsonl", GAMES[:4])
    (shard,) = judge(tmp_path / "out", archive, shape=shape).shards
    for path in (shard.path, shard.record):
        path.unlink()
        os.mkfifo(path)
        judge(tmp_path / "out", archive, shape=shape)
        assert len(answers(tmp_path / "out")) == 4
    assert prepare(tmp_path / "out", archive, shape=shape).missing == []


def test_a_worker_of_another_version_judges_nothing(tmp_path):
    work = prepare(tmp_path / "out", write_lines(tmp_path / "games.jsonl", GAMES[:4]))
    with pytest.raises(SourceError, match=r"^A worker has version \d.*, but 0.1 is running\."):
        judge_partition(work.missing[0].partition, replace(work.job, version="0.1"))
    assert shards(tmp_path / "out") == []


def test_a_partition_asked_for_twice_is_judged_once(tmp_path):
    archive = write_lines(tmp_path / "games.jsonl", GAMES[:4])
    work = judge(tmp_path / "out", archive)
    (shard,) = shards(tmp_path / "out")
    before = shard.stat().st_mtime_ns
    again = judge_partition(work.missing[0].partition, work.job)
    assert again.rows() == work.summary.rows()
    assert shard.stat().st_mtime_ns == before
