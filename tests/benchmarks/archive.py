"""An archive's games per second on one core, against what reading and writing JSON alone allow.

python -m tests.benchmarks.archive [--rounds 15]

The bound: orjson reads each line, and writes a verdict of the same size, which is made beforehand. Illegal
games are the same ones with an illegal move at their end. The long log has 15 000 moves.
"""

import tempfile
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from time import process_time

import orjson

from schemas.replay_request import load_replay_request
from service.bulk.formats import Format
from service.bulk.line_worker import judge_partition
from service.bulk.run import prepare_work
from service.config import Settings
from service.engine.legality import check
from service.engine.replay import replay
from service.judging.kernel_loader import KERNEL, engine_name
from tests.benchmarks.command import rounds_asked_for
from tests.benchmarks.paired import Ratio, judged_by, median, paired, ratios, requests

GAMES = 2000


LONG_LOG = 15_000


def write_archive(path: Path, games: int, lines: Sequence[bytes] = ()) -> Path:
    """An archive of so many games, of which not all are different."""
    with path.open("wb") as file:
        file.writelines(b"%b\n" % request for request in islice(cycle(lines or requests()), games))
    return path


def illegal_requests() -> list[bytes]:
    """The requests, each with one of its own moves again where that is illegal."""
    found = []
    for line in requests():
        request = orjson.loads(line)
        position = replay(load_replay_request(request).log).position
        token = next(token for token in [*request["moves"], "T1-F1", "W-F1"] if check(position, token))
        found.append(orjson.dumps({**request, "moves": [*request["moves"], token]}))
    return found


def long_request() -> bytes:
    """Hoffmann's stock turned again and again."""
    moves = [*(["draw"] * 88), "redeal"] * (LONG_LOG // 89 + 1)
    return orjson.dumps({"variant": "rouge-et-noir-hoffmann", "seed": 1, "moves": moves[:LONG_LOG]})


class Archive:
    """The same archive, judged by us and passed through by the bound."""

    def __init__(self, directory: Path, lines: Sequence[bytes] = (), games: int = GAMES) -> None:
        directory.mkdir()
        self._directory = directory
        self._games = games
        self._archive = write_archive(directory / "games.jsonl", games, lines)
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
            assert judge_partition(shard.partition, work.job).games == self._games
        return (process_time() - start) / self._games

    def bound(self) -> float:
        """Seconds of processor time per game."""
        start = process_time()
        with self._archive.open("rb") as lines, (self._directory / "bound.jsonl").open("wb") as file:
            for line, verdict in zip(lines, self._verdicts, strict=True):
                orjson.loads(line)
                file.write(orjson.dumps(verdict))
        return (process_time() - start) / self._games


def measure(rounds: int) -> Iterator[Ratio]:
    """Three ratios with the kernel, if there is one, and one without."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        if engine_name() == KERNEL:
            legal = Archive(directory / "legal")
            pairs = paired(legal.bound, legal.judge, rounds)
            yield Ratio("4. archive, one core: JSON alone", ratios(pairs), ">= 0.5", _told(pairs))
            illegal = Archive(directory / "illegal", illegal_requests())
            pairs = paired(illegal.judge, legal.judge, rounds)
            yield Ratio("4. archive, illegal games: legal ones", ratios(pairs), "<= 4", _told(pairs))
            long = Archive(directory / "long", [long_request()], games=20)
            pairs = paired(long.bound, long.judge, rounds)
            yield Ratio(f"4. logs of {LONG_LOG:,} moves: JSON alone", ratios(pairs), "", _told(pairs))
        with judged_by("off"):
            archive = Archive(directory / "readable")
            pairs = paired(archive.bound, archive.judge, rounds)
        yield Ratio("4. archive, readable engine: JSON alone", ratios(pairs), "", _told(pairs))


def _told(pairs: list[tuple[float, float]]) -> str:
    return ", ".join(f"{median(figures) * 1e6:.1f} µs" for figures in zip(*pairs, strict=True))


if __name__ == "__main__":
    for ratio in measure(rounds_asked_for(__doc__)):
        print(ratio.row())  # noqa: T201
