"""The cost of judging an archive on one core, compared with reading and writing its JSON only.

python -m tests.benchmarks.archive [--rounds 15]

The bound: orjson reads each line and writes a verdict of the same size, made beforehand. Illegal games are
the same games with an illegal move at the end. The long log has 15 000 moves. The last row counts our
functions: calls of Python functions of `service` per line of the archive.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from time import process_time
from types import FrameType

import orjson

from patience.kernel.loader import KERNEL, engine_name
from patience.play.legality import check
from patience.play.replay import replay
from schemas.replay_request import load_replay_request
from service.bulk.formats import Format
from service.bulk.line_worker import judge_shard
from service.bulk.run import prepare_run
from service.config import Settings
from tests.benchmarks.command import rounds_asked_for
from tests.benchmarks.paired import Ratio, judged_by, median, paired, ratios, requests

GAMES = 13_000
"""About as many as a partition of an archive has."""


LONG_LOG = 15_000


def write_archive(path: Path, games: int, lines: Sequence[bytes] = ()) -> Path:
    """Write an archive of `games` games, which repeat; return its path."""
    with path.open("wb") as file:
        file.writelines(b"%b\n" % request for request in islice(cycle(lines or requests()), games))
    return path


def illegal_requests() -> list[bytes]:
    """Return the requests, each with one of its moves repeated where it is illegal."""
    illegal = []
    for line in requests():
        request = orjson.loads(line)
        position = replay(load_replay_request(request).log).position
        token = next(token for token in [*request["moves"], "T1-F1", "W-F1"] if check(position, token))
        illegal.append(orjson.dumps({**request, "moves": [*request["moves"], token]}))
    return illegal


def long_request() -> bytes:
    """Return a request that turns the stock of Hoffmann's game repeatedly."""
    moves = [*(["draw"] * 88), "redeal"] * (LONG_LOG // 89 + 1)
    return orjson.dumps({"variant": "rouge-et-noir-hoffmann", "seed": 1, "moves": moves[:LONG_LOG]})


class Archive:
    """An archive, to be judged or only read and written."""

    def __init__(self, directory: Path, lines: Sequence[bytes] = (), games: int = GAMES) -> None:
        directory.mkdir()
        self._directory = directory
        self._games = games
        self._archive = write_archive(directory / "games.jsonl", games, lines)
        self.judge()
        (shard,) = (directory / "out").glob("*.jsonl")
        self._verdicts = [orjson.loads(line) for line in shard.read_bytes().splitlines()]

    def judge(self) -> float:
        """Judge the archive; return seconds of processor time per game."""
        output = self._directory / "out"
        for shard in output.glob("*.jsonl"):
            shard.unlink()
        run = prepare_run([str(self._archive)], output, Format.JSONL, Settings())
        (shard,) = run.missing()
        start = process_time()
        assert judge_shard(shard).games == self._games
        return (process_time() - start) / self._games

    def calls(self) -> float:
        """Judge the archive; return calls of the service's Python functions per game."""
        calls = 0

        def count(frame: FrameType, event: str, _: object) -> None:
            nonlocal calls
            calls += event == "call" and frame.f_globals.get("__name__", "").startswith("service.")

        sys.setprofile(count)
        try:
            self.judge()
        finally:
            sys.setprofile(None)
        return calls / self._games

    def bound(self) -> float:
        """Read and write the archive; return seconds of processor time per game."""
        start = process_time()
        with self._archive.open("rb") as lines, (self._directory / "bound.jsonl").open("wb") as file:
            for line, verdict in zip(lines, self._verdicts, strict=True):
                orjson.loads(line)
                file.write(orjson.dumps(verdict))
        return (process_time() - start) / self._games


def measure(rounds: int) -> Iterator[Ratio]:
    """Measure the kernel, if there is one, and the readable engine."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        if engine_name() == KERNEL:
            legal = Archive(directory / "legal")
            pairs = paired(legal.bound, legal.judge, rounds)
            yield Ratio("4. archive, one core: JSON alone", ratios(pairs), ">= 0.8", _times(pairs))
            yield Ratio("4. our functions called per line of an archive", [legal.calls()], "<= 1")
            illegal = Archive(directory / "illegal", illegal_requests())
            pairs = paired(illegal.judge, legal.judge, rounds)
            yield Ratio("4. archive, illegal games: legal ones", ratios(pairs), "<= 4", _times(pairs))
            long = Archive(directory / "long", [long_request()], games=20)
            pairs = paired(long.bound, long.judge, rounds)
            yield Ratio(f"4. logs of {LONG_LOG:,} moves: JSON alone", ratios(pairs), "", _times(pairs))
        with judged_by("off"):
            archive = Archive(directory / "readable")
            pairs = paired(archive.bound, archive.judge, rounds)
        yield Ratio("4. archive, readable engine: JSON alone", ratios(pairs), "", _times(pairs))


def _times(pairs: list[tuple[float, float]]) -> str:
    return ", ".join(f"{median(figures) * 1e6:.1f} µs" for figures in zip(*pairs, strict=True))


if __name__ == "__main__":
    for ratio in measure(rounds_asked_for(__doc__)):
        print(ratio.row())  # noqa: T201
