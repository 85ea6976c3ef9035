"""The logs of a contest are replayed in processes, and on a cluster."""

import json
import random

from service.commands.contest_command import LEAST_LOGS
from tests.test_contests import MOVES, contest, entry, run


def test_many_logs_are_replayed_in_processes(scheduler, tmp_path):
    """The ranking is the same as in one process, and on a Dask cluster."""
    players = [f"player {number}" for number in range(LEAST_LOGS)]
    rng = random.Random(29)
    entries = [entry(player, 0, MOVES[: rng.randrange(4)]) for player in players]
    file = tmp_path / "cup.json"
    file.write_text(json.dumps(contest(entries, players=players)))
    alone = run("contest", "verify", file, "--workers", 1, "--json")
    together = run("contest", "verify", file, "--workers", 2, "--json")
    clustered = run("contest", "verify", file, "--scheduler", scheduler, "--json")
    assert alone.stdout == together.stdout == clustered.stdout
    both = run("contest", "verify", file, "--workers", 2, "--scheduler", scheduler)
    assert "--workers cannot be combined with --scheduler" in both.output
    assert json.loads(alone.stdout)["counted"] == sum(len(each["moves"]) < 3 for each in entries)
