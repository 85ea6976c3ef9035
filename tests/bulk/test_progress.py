"""Progress of archives: what a worker reports, and the rate that the bar derives from it."""

import pytest

from service.bulk import line_worker
from service.bulk.line_worker import judge_shard
from service.commands.progress_bar import Rate
from tests.bulk.archives import GAMES, missing, write_lines, write_rows


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet"])
def test_a_worker_reports_games_and_bytes(tmp_path, monkeypatch, suffix):
    """After all that is judged at once here: how much that is between two reports depends on the machine."""
    reports = []
    monkeypatch.setattr(line_worker, "_REPORT_SECONDS", 0)
    monkeypatch.setattr(line_worker, "report", reports.append)
    path = tmp_path / f"games{suffix}"
    lines = GAMES * 4
    if suffix == ".parquet":
        write_rows(path, [{"json": line} for line in lines])
    else:
        write_lines(path, lines)
    (shard,) = missing(tmp_path / "out", path)
    judge_shard(shard)
    names, games, sizes = zip(*reports, strict=True)
    assert set(names) == {shard.name}
    assert [*games] == sorted(games)
    assert games[-1] == len(lines)
    assert [*sizes] == sorted(sizes)
    assert any(0 < size < path.stat().st_size for size in sizes)
    assert sizes[-1] <= path.stat().st_size


def test_the_rate_is_that_of_the_last_seconds():
    rate = Rate()
    assert rate.per_second() is None
    rate.add(100.0, 5)
    rate.add(100.3, 50)
    assert rate.per_second() is None
    rate.add(101.0, 305)
    assert rate.per_second() == 300
    rate.add(111.0, 1305)
    assert rate.per_second() == 100


def test_a_count_that_falls_is_no_negative_rate():
    """The games of a shard whose worker died are judged again."""
    rate = Rate()
    rate.add(0.0, 100)
    rate.add(1.0, 40)
    assert rate.per_second() == 0
