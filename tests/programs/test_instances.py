"""Three instances behind deploy/nginx.conf: whatever happens to one of them, no client sees a 502."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import IncompleteRead
from itertools import cycle
from threading import Event

import pytest

from tests.programs.instances import Instances
from tests.programs.nginx import NGINX, OPENSSL, Front, in_front_of

JSON = {"Content_Type": "application/json"}
GAME = {"variant": "freecell", "seed": "1", "moves": ["T6-R1"], "include": []}
LARGE = b" " * 1_900_000
REQUESTS = (
    ("POST", "/v1/replays", json.dumps(GAME), JSON, 200),
    # Long enough that some are being judged when a worker is killed.
    ("POST", "/v1/replays", json.dumps({**GAME, "moves": ["T6-R1"] * 8000}), JSON, 200),
    ("POST", "/v1/prospects", json.dumps({**GAME, "budget": 100}), JSON, 200),
    ("GET", "/v1/deals/klondike/1", None, {}, 200),
    # Refused before the body is read.
    ("POST", "/v1/replays", LARGE, {"Content_Type": "text/csv"}, 415),
    ("POST", "/v1/variants", LARGE, JSON, 405),
    ("POST", "/v1/nothing", LARGE, JSON, 404),
)
STATUSES = {expected for *_, expected in REQUESTS}

CLIENTS = 4

pytestmark = pytest.mark.skipif(not (NGINX and OPENSSL), reason="There is no nginx, or no openssl, here.")


@pytest.fixture(scope="module")
def instances() -> Iterator[Instances]:
    running = Instances(3)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def front(instances, tmp_path_factory) -> Iterator[Front]:
    ports = [server.port for server in instances.servers]
    with in_front_of(ports, tmp_path_factory.mktemp("nginx")) as running:
        yield running


def answers_during(front: Front, change: Callable[[], None]) -> Counter[tuple[int, int]]:
    """Return how often each status was expected and found by clients that ask while the instances change."""
    over, found = Event(), Counter()

    def ask(number: int) -> None:
        for method, path, body, headers, expected in cycle(REQUESTS):
            try:
                status, _, _ = front.ask(method, path, body, client=f"127.0.4.{number}", **headers)
            except IncompleteRead:
                # Its worker was killed between the head and the body of the answer, as any client notices.
                continue
            # Nginx limits the requests of each client.
            if status != 429:
                found[expected, status] += 1
            if over.is_set() and {expected for expected, _ in found} == STATUSES:
                return

    with ThreadPoolExecutor(CLIENTS) as pool:
        clients = [pool.submit(ask, number) for number in range(1, CLIENTS + 1)]
        try:
            change()
        finally:
            over.set()
        for client in clients:
            client.result()
    return found


CHANGES = {
    "restarted in turn": Instances.restart,
    "with a worker killed": Instances.kill_worker,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_no_client_sees_a_502(instances, front, change):
    def change_all() -> None:
        for number in range(len(instances.servers)):
            change(instances, number)

    found = answers_during(front, change_all)
    assert set(found) == {(status, status) for status in STATUSES}
