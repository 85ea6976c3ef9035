"""Latency while 400 connections are silent, 40 send a header and 40 a body, a byte every half second.

    python -m tests.load.slow [seconds]

Exit code 1 if the 99th percentile of small replays exceeds 100 ms, or ``/livez`` ever takes more than 200 ms.
"""

from contextlib import suppress
from multiprocessing.synchronize import Event
from socket import create_connection, socket

from tests.load.latency import main

SILENT, SLOW = 400, 40
HEAD = b"GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
REPLAYS = b"POST /v1/replays HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
PLAIN = REPLAYS + b"Content-Length: 1900000\r\n\r\n"
CHUNKED = REPLAYS + b"Transfer-Encoding: chunked\r\n\r\nffff\r\n"


def connect(port: int, number: int, data: bytes) -> list[socket]:
    """Open connections and send the same bytes on each."""
    clients = [create_connection(("127.0.0.1", port)) for _ in range(number)]
    for client in clients:
        client.sendall(data)
    return clients


def slow_clients(port: int, stop: Event) -> None:
    """Keep the connections open, anew where the server has closed one."""
    silent = connect(port, SILENT, b"")
    groups = {
        data: connect(port, SLOW // share, data) for data, share in ((HEAD, 1), (PLAIN, 2), (CHUNKED, 2))
    }
    while not stop.wait(0.5):
        for data, clients in groups.items():
            for index, client in enumerate(clients):
                with suppress(OSError):
                    try:
                        client.send(b" ")
                    except OSError:
                        client.close()
                        clients[index] = connect(port, 1, data)[0]
        for index, client in enumerate(silent):
            client.setblocking(False)
            with suppress(BlockingIOError):
                if not client.recv(1):
                    client.close()
                    silent[index] = connect(port, 1, b"")[0]


if __name__ == "__main__":
    main({"slow clients": slow_clients}, __doc__)
