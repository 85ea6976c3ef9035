"""An archive's games per second on one core, against what reading and writing JSON alone allow.

python -m tests.benchmarks.archive [--rounds 15]

The bound: orjson reads each line, and writes a verdict of the same size, which is made beforehand.
"""

import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from time import process_time

import orjson

from service.bulk.formats import Format
from service.bulk.mapper import judge_partition
from service.bulk.work import prepare_work
from service.config import Settings
from tests.benchmarks.command import rounds_asked_for
from tests.benchmarks.paired import Ratio, median, paired, ratios, requests

GAMES = 2000


def write_archive(path: Path, games: int) -> Path:
    """An archive of so many games, of which not all are different."""
    with path.open("wb") as file:
        file.writelines(b"%b\n" % request for request in islice(cycle(requests()), games))
    return path


class Archive:
    """The same archive, judged by us and passed through by the bound."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._archive = write_archive(directory / "games.jsonl", GAMES)
        self.judge()
        (shard,) = (directory / "out").glob("*.jsonl")
        self._verdicts = [orjson.loads(line) for line in shard.read_bytes().splitlines()]

    def judge(self) -> float:
        """Seconds of processor time per game."""
        output = self._directory / "out"
        for shard in output.glob("*.jsonl"):
            shard.unlink()
        work = prepare_work([str(self._archive)], output, Format.JSONL, Settings())
        start = process_time()
        for shard in work.missing:
            assert judge_partition(shard.partition, work.job).games == GAMES
        return (process_time() - start) / GAMES

    def bound(self) -> float:
        """Seconds of processor time per game."""
        start = process_time()
        with self._archive.open("rb") as lines, (self._directory / "bound.jsonl").open("wb") as file:
            for line, verdict in zip(lines, self._verdicts, strict=True):
                orjson.loads(line)
                file.write(orjson.dumps(verdict))
        return (process_time() - start) / GAMES


def measure(rounds: int) -> Iterator[Ratio]:
    """One ratio."""
    with tempfile.TemporaryDirectory() as directory:
        archive = Archive(Path(directory))
        pairs = paired(archive.bound, archive.judge, rounds)
    told = ", ".join(f"{median(figures) * 1e6:.1f} µs" for figures in zip(*pairs, strict=True))
    yield Ratio("4. archive, one core: JSON alone", ratios(pairs), ">= 0.08", told)


if __name__ == "__main__":
    for ratio in measure(rounds_asked_for(__doc__)):
        print(ratio.row())  # noqa: T201
