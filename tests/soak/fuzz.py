"""As many arbitrary tokens, bodies and whole requests as you have time for; the suite tries a few hundred.

python -m tests.soak.fuzz --examples 100000 --requests 1000000

Tokens and bodies go to the app in this process, and every verdict is held against the plain referee's; the
smallest example that fails is shown. Requests, headers and all, go over a socket to one worker of
`referee serve` with everything on: metrics, a rate limit, a trusted proxy, a key, compression, all addresses.
No answer may be a 5xx save 503, and every refusal is a problem in its shape; no series may be added to the
metrics that is not known beforehand; in the end the worker has at most a fifth more in memory than after the
first half. The exit code is 1 where something of that does not hold; the same seed sends the same again.
"""

import argparse
import sys
from time import monotonic

from hypothesis import HealthCheck, given, settings

from service.app import create_app
from tests.fuzzing import bodies, judge_body, judge_token, tokens
from tests.hostile_requests import HostileClient
from tests.under_load import under_attack

MOST_GROWTH = 1.2

CLIENTS = 8
"""The clients that ask at the same time."""

STEPS, WARM = 100, 50
"""Parts of the whole, and how many of these come before memory is measured for the first time."""


def try_requests(amount: int, seed: int) -> None:
    """Send `amount` requests."""
    clients = [HostileClient(seed * CLIENTS + number) for number in range(CLIENTS)]
    step = -(-amount // STEPS // CLIENTS) * CLIENTS
    with under_attack() as target:
        started = monotonic()
        target.meet_every_rule()
        # By then all is there that is made once and kept: series, caches, room for what comes together.
        done = WARM * step
        target.send(clients, done // CLIENTS)
        before = target.memory()
        while done < amount:
            target.send(clients, step // CLIENTS)
            done += step
            rate = done / (monotonic() - started)
            told = f"{done} requests, {rate:.0f}/s, {target.memory():.1f} MB, {target.check_metrics()} series"
            print(told, file=sys.stderr, flush=True)  # noqa: T201
        after = target.memory()
        statuses = dict(sorted(target.statuses.items()))
        logged = target.close()
    print(f"{done} requests with seed {seed}: {statuses}, 0 where nothing could be answered")  # noqa: T201
    print(f"memory {before:.1f} MB at first, {after:.1f} MB in the end")  # noqa: T201
    assert not logged, logged[:3]
    assert after < MOST_GROWTH * before, "memory has grown"


def main() -> None:
    """Try tokens, then bodies, then requests."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--examples", type=int, default=100_000, help="of each kind (default 100000)")
    parser.add_argument("--requests", type=int, default=0, help="over a socket (default 0)")
    parser.add_argument("--seed", type=int, default=1, help="of the requests (default 1)")
    options = parser.parse_args()
    examples = options.examples
    client = create_app({"TESTING": True, "log_level": "warning"}).test_client()
    thorough = settings(
        max_examples=max(1, examples), deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )

    @thorough
    @given(tokens)
    def try_tokens(text: str) -> None:
        judge_token(text)

    @thorough
    @given(bodies())
    def try_bodies(body: bytes) -> None:
        judge_body(client, body)

    if examples:
        try_tokens()
        print(f"{examples} tokens read or refused as they should be")  # noqa: T201
        try_bodies()
        print(f"{examples} bodies judged or refused as they should be")  # noqa: T201
    if options.requests:
        try_requests(options.requests, options.seed)


if __name__ == "__main__":
    main()
