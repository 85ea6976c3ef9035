"""One batch of 100 000 games needs no more memory than one of 1 000.

    python -m tests.load.batch [games]

Prints the peak memory of the worker after each batch, and the summary. Exit code 1 if the peaks differ by
more than 30 MB, or if a summary differs from the sum of the games' own verdicts.
"""

import json
import sys
from collections import Counter, deque
from collections.abc import Iterator
from itertools import cycle, islice
from time import perf_counter

import click

from service.judging.judge import answered, judge
from tests.servers import Server, replay_requests, served

FEW = 1_000
MOST_GROWTH = 30_000


def games(amount: int) -> Iterator[bytes]:
    """Return `amount` replay requests."""
    return islice(cycle(replay_requests()), amount)


def expected_summary(amount: int) -> dict[str, int]:
    """Return the summary that the games' own verdicts give."""
    kinds = [answered(judge, request, {}).result.value for request in replay_requests()]
    counts = Counter(islice(cycle(kinds), amount))
    return {"lines": amount, **{kind: counts[kind] for kind in ("valid", "invalid", "rejected")}}


def run(server: Server, amount: int) -> tuple[int, dict[str, int], float]:
    """Send a batch; return the worker's peak memory in kB, the summary and the seconds."""
    started = perf_counter()
    (last,) = deque(server.batch(games(amount)), 1)
    return server.peak_memory(), json.loads(last)["summary"], perf_counter() - started


@click.command(help=__doc__)
@click.argument("amount", metavar="GAMES", type=int, default=100_000)
def main(amount: int) -> None:
    """Measure both batches."""
    with served(workers=1, log_format="json") as server:
        small, few, seconds = run(server, FEW)
        click.echo(f"{FEW:>9} games: {small / 1000:.1f} MB at most, {seconds:.1f} s, {few}")
        large, many, seconds = run(server, amount)
        click.echo(f"{amount:>9} games: {large / 1000:.1f} MB at most, {seconds:.1f} s, {many}")
    click.echo(f"growth: {(large - small) / 1000:.1f} MB")
    right = few == expected_summary(FEW) and many == expected_summary(amount)
    click.echo("The summaries are right." if right else f"Expected {expected_summary(amount)}.")
    sys.exit(0 if right and large - small < MOST_GROWTH else 1)


if __name__ == "__main__":
    main()
