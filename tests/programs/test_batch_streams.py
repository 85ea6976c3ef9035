"""`POST /v1/replays/batch` over the wire: uploads that go on, break off or are large."""

import json
import socket
from collections import deque
from itertools import cycle, islice

import pytest

from service.http.uploads import BLOCK
from tests.api.test_batches import GAME, ILLEGAL, MANY, NDJSON
from tests.servers import LAST_CHUNK, PATIENCE, chunk, replay_requests, served


def batch_head(framing):
    head = b"POST /v1/replays/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/jsonl\r\n"
    return head + framing + b"\r\n\r\n"


@pytest.fixture(scope="module")
def server():
    with served(workers=1, log_format="json", most_batch_bytes=100_000_000) as running:
        yield running


def test_answers_arrive_while_lines_are_sent(server):
    connection = server.connect()
    connection.putrequest("POST", "/v1/replays/batch")
    connection.putheader("Content-Type", NDJSON)
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    for _ in range(3):
        connection.send(chunk(MANY + b"\n"))
    answer = connection.getresponse()
    assert json.loads(answer.readline())["verdict"]["valid"] is True
    connection.send(chunk(ILLEGAL) + LAST_CHUNK)
    *_, illegal, summary = answer.read().splitlines()
    assert json.loads(illegal)["verdict"]["first_illegal_move"]["index"] == 0
    assert json.loads(summary)["summary"] == {"lines": 3001, "valid": 3000, "invalid": 1, "rejected": 0}
    connection.close()


@pytest.mark.parametrize("amount", [1, 5000])
@pytest.mark.parametrize("chunked", [True, False])
def test_a_cut_upload_over_the_wire(server, amount, chunked):
    body = (GAME + b"\n") * amount
    framing = b"Transfer-Encoding: chunked" if chunked else b"Content-Length: %d" % (len(body) + 1)
    head = batch_head(b"Connection: close\r\n" + framing)
    answer = server.send(head + (chunk(body) if chunked else body), finished=True)
    assert b"incomplete-body" in answer
    assert b"summary" not in answer
    assert answer.startswith(b"HTTP/1.1 200" if chunked and amount > 1 else b"HTTP/1.1 400")


def test_a_client_that_sends_everything_before_it_reads(server):
    """The body and the answer are larger than the socket buffers."""
    amount = 50_000
    status, _, answers = server.ask("POST", "/v1/replays/batch", (GAME + b"\n") * amount, Content_Type=NDJSON)
    assert status == 200
    assert json.loads(answers.splitlines()[-1])["summary"]["valid"] == amount


def test_a_client_that_disconnects_frees_its_thread(server):
    """Clients disconnect while their answers are sent."""
    talkative = GAME.replace(b'"include":[]', b'"include":["legal_moves","final_state"]') + b"\n"
    head = batch_head(b"Transfer-Encoding: chunked")
    # The answer begins with the first block of lines.
    block = talkative * (BLOCK // len(talkative) + 100)
    for _ in range(6):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(head + chunk(block))
            assert connection.recv(15) == b"HTTP/1.1 200 OK"
    assert server.ask("GET", "/livez")[0] == 200


def test_memory_does_not_grow_with_the_lines(server):
    """The script tests/load/batch.py does the same with 100 000 games."""
    games = cycle(replay_requests())
    few = deque(server.batch(islice(games, 1_000)), 1)
    memory = server.peak_memory()
    many = deque(server.batch(islice(games, 10_000)), 1)
    assert server.peak_memory() - memory < 30_000
    assert [json.loads(summary)["summary"]["lines"] for summary in (*few, *many)] == [1_000, 10_000]
