"""Latency while 16 clients send batches of 30 000 lines, one after the other.

    python -m tests.load.batches [seconds]

Exit code 1 if the 99th percentile of small replays exceeds 100 ms, or ``/livez`` ever takes more than 200 ms.
"""

from itertools import cycle, islice
from multiprocessing.synchronize import Event
from threading import Thread

from tests.load.latency import main, request
from tests.servers import replay_requests

CLIENTS, LINES = 16, 30_000


def batches(port: int, stop: Event) -> None:
    """Send batches until the event is set; raise AssertionError if one is refused."""
    body = b"\n".join(islice(cycle(replay_requests()), LINES))

    def send() -> None:
        while not stop.is_set():
            status = request(port, "/v1/replays/batch", body, "application/x-ndjson")
            assert status in (200, 503) or stop.is_set(), status

    threads = [Thread(target=send, daemon=True) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    stop.wait()


if __name__ == "__main__":
    main({"batches": batches}, __doc__)
