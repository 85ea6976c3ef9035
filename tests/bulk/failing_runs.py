"""A command that judges an archive repeatedly while one call to the file system fails."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from click.testing import CliRunner, Result

from service.bulk.formats import Format
from service.cli import main
from tests.bulk.archives import GAMES, shards, unfinished, write_lines, write_rows
from tests.bulk.faults import Faults

JUDGED, INCOMPLETE = 1, 2
"""Exit codes; one line of the archives is not a game log."""


@contextmanager
def scheduler_within(workers: int = 1) -> Iterator[str]:
    """Provide the address of a Dask cluster within this process, so that its workers' calls can fail too."""
    # Imported here, since every worker of the tests imports this file and few start a cluster.
    from distributed import LocalCluster  # noqa: PLC0415

    # With tcp, messages are serialised as they are between machines.
    with LocalCluster(
        processes=False, protocol="tcp", host="127.0.0.1", n_workers=workers, threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
    ) as cluster:  # fmt: skip
        yield cluster.scheduler_address


def archive(directory: Path, suffix: str) -> Path:
    """Write an archive of two games and a bad line in a new directory."""
    directory.mkdir()
    lines = [GAMES[0], b"no game", GAMES[1]]
    if suffix == ".parquet":
        return write_rows(directory / "games.parquet", [{"json": line} for line in lines])
    return write_lines(directory / f"games{suffix}", lines)


class Runs:
    """Runs of the same command: each into a new directory, or over the shards of earlier options."""

    def __init__(self, place: Path, suffix: str, shape: Format, scheduler: str, *, new: bool) -> None:
        self.faults = Faults(place)
        self._place = place
        games = archive(place / "games", suffix).parent
        self._arguments = [str(games), "--format", shape.value, "--scheduler", scheduler]
        self._number = count()
        if not new:
            # A shard of other options, and an unfinished one.
            assert self._run(place / "before", most_moves=1).exit_code == JUDGED
            (place / "before" / "_referee" / "half.part").write_bytes(b"half")
        self._before = whole_shards(place / "before")
        self._expected: dict[str, bytes] = {}

    def learn(self) -> list[str]:
        """Run without a failure; return the calls to the file system."""
        output = self._prepared()
        with self.faults.failing():
            assert self._run(output).exit_code == JUDGED
        self._expected = whole_shards(output)
        assert len(self._expected) == 1
        assert self._expected != self._before
        return self.faults.calls

    def fail(self, which: int, error: int) -> None:
        """Let one call fail, check what is there, and run the command again unless all is well."""
        output = self._prepared()
        with self.faults.failing(which, error):
            done = self._run(output)
        case = f"call {which}, {self.faults.calls[which]}, failed with {error}: {done.output}"
        assert done.exception is None or isinstance(done.exception, SystemExit), case
        if done.exit_code == JUDGED:
            assert whole_shards(output) == self._expected, case
            if not unfinished(output):
                return
        else:
            assert done.exit_code == INCOMPLETE, case
            assert done.stderr.startswith("Error: "), case
            assert "Traceback" not in done.stderr, case
            assert whole_shards(output) in ({}, self._before, self._expected), case
            assert unrecorded(output) == [], case
        assert self._run(output).exit_code == JUDGED, case
        assert whole_shards(output) == self._expected, case
        assert unfinished(output) == [], case

    def _prepared(self) -> Path:
        output = self._place / f"out{next(self._number)}"
        if self._before:
            shutil.copytree(self._place / "before", output)
        return output

    def _run(self, output: Path, most_moves: int = 20_000) -> Result:
        settings = {"REFEREE_MOST_MOVES": str(most_moves)}
        return CliRunner(env=settings).invoke(main, ["verify", "--output", str(output), *self._arguments])


def whole_shards(output: Path) -> dict[str, bytes]:
    """Return the content of the complete shards."""
    return {shard.name: shard.read_bytes() for shard in shards(output)} if output.exists() else {}


def unrecorded(output: Path) -> list[str]:
    """Return the shards that have no record."""
    records = {record.name for record in (output / "_referee").glob("*")}
    return [name for name in whole_shards(output) if not {name, f"{name}.json"} & records]
