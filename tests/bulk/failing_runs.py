"""A command that judges an archive, again and again, while one call to the file system fails."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from click.testing import CliRunner, Result
from distributed import LocalCluster

from service.bulk.formats import Format
from service.cli import main
from tests.bulk.archives import GAMES, shards, write_lines, write_rows
from tests.bulk.commands import halves
from tests.bulk.faults import Faults

ALL_JUDGED, NOT_ALL = 1, 2
"""Exit codes; one line of the archives is no game log."""


@contextmanager
def scheduler_within() -> Iterator[str]:
    """The address of a cluster within this process, so that the calls of its workers can fail too."""
    # Only what goes through a socket is packed, as it is between machines.
    with LocalCluster(
        processes=False, protocol="tcp", host="127.0.0.1", n_workers=1, threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
    ) as cluster:  # fmt: skip
        yield cluster.scheduler_address


def archive(directory: Path, suffix: str) -> Path:
    """An archive of two games and a line that is none, in a directory of its own."""
    directory.mkdir()
    lines = [GAMES[0], b"no game", GAMES[1]]
    if suffix == ".parquet":
        return write_rows(directory / "games.parquet", [{"json": line} for line in lines])
    return write_lines(directory / f"games{suffix}", lines)


class Runs:
    """The same command again and again: each time into a new directory, or where others have left shards."""

    def __init__(self, place: Path, suffix: str, shape: Format, scheduler: str, *, new: bool) -> None:
        self.faults = Faults(place)
        self._place = place
        games = archive(place / "games", suffix).parent
        self._arguments = [str(games), "--format", shape.value, "--scheduler", scheduler]
        self._number = count()
        if not new:
            # A shard of other options, and half a one.
            assert self._run(place / "before", most_moves=1).exit_code == ALL_JUDGED
            (place / "before" / "_referee" / "half.part").write_bytes(b"half")
        self._before = whole_shards(place / "before")
        self._expected: dict[str, bytes] = {}

    def learn(self) -> list[str]:
        """What is called, and written, if nothing fails."""
        output = self._prepared()
        with self.faults.failing():
            assert self._run(output).exit_code == ALL_JUDGED
        self._expected = whole_shards(output)
        assert len(self._expected) == 1
        assert self._expected != self._before
        return self.faults.calls

    def fail(self, which: int, error: int) -> None:
        """Let a call fail, look at what is there, and run the command again."""
        output = self._prepared()
        with self.faults.failing(which, error):
            done = self._run(output)
        told = f"call {which}, {self.faults.calls[which]}, failed with {error}: {done.output}"
        assert done.exception is None or isinstance(done.exception, SystemExit), told
        if done.exit_code == ALL_JUDGED:
            assert whole_shards(output) == self._expected, told
        else:
            assert done.exit_code == NOT_ALL, told
            assert done.stderr.startswith("Error: "), told
            assert "Traceback" not in done.stderr, told
            assert whole_shards(output) in ({}, self._before, self._expected), told
            assert unrecorded(output) == [], told
        assert self._run(output).exit_code == ALL_JUDGED, told
        assert whole_shards(output) == self._expected, told
        assert halves(output) == [], told

    def _prepared(self) -> Path:
        output = self._place / f"out{next(self._number)}"
        if self._before:
            shutil.copytree(self._place / "before", output)
        return output

    def _run(self, output: Path, most_moves: int = 20_000) -> Result:
        settings = {"REFEREE_MOST_MOVES": str(most_moves)}
        return CliRunner(env=settings).invoke(main, ["verify", "--output", str(output), *self._arguments])


def whole_shards(output: Path) -> dict[str, bytes]:
    """What bears the name of a shard."""
    return {shard.name: shard.read_bytes() for shard in shards(output)} if output.exists() else {}


def unrecorded(output: Path) -> list[str]:
    """Shards of which it stands nowhere what they were made of."""
    records = {record.name for record in (output / "_referee").glob("*")}
    return [name for name in whole_shards(output) if not {name, f"{name}.json"} & records]
