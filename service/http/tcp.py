"""What the kernel knows of a client's connection; on Linux only, and not of Unix sockets."""

import socket
import sys
from struct import unpack_from
from typing import Any, Final, NamedTuple

ESTABLISHED: Final = 1
"""The state of a TCP connection that neither side has closed."""

_SIZE: Final = 148
"""Bytes of Linux's ``struct tcp_info`` up to ``tcpi_notsent_bytes``, which Linux 4.6 added."""


class TcpInfo(NamedTuple):
    """The state and counters of a TCP connection."""

    state: int
    silent_seconds: float
    """Seconds since the client last sent data."""
    queued: int
    """Connections of a listener that wait to be accepted."""
    bytes_acked: int
    bytes_received: int
    bytes_unsent: int
    """Bytes that the server has written and the client has no room for."""


def tcp_info(sock: socket.socket | None) -> TcpInfo | None:
    """Return the counters of a connection; None where there are none."""
    if sys.platform != "linux" or sock is None or sock.family == socket.AF_UNIX:
        return None
    info = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _SIZE)
    if len(info) < _SIZE:
        return None
    queued, milliseconds = unpack_from("I24xI", info, 24)
    return TcpInfo(info[0], milliseconds / 1000, queued, *unpack_from("QQ8xI", info, 120))


def unread(sock: socket.socket) -> bytes | None:
    """Return a byte that has arrived and is still unread, `b""` at end of stream, else None."""
    try:
        return sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return None


def is_connected(environ: dict[str, Any]) -> bool:
    """Return whether the client of a request has not closed its side; True where that is unknown."""
    info = tcp_info(environ.get("gunicorn.socket"))
    return info is None or info.state == ESTABLISHED


def is_timed_out(environ: dict[str, Any]) -> bool:
    """Return whether the server stopped receiving a request, although the client has not closed its side."""
    sock = environ.get("gunicorn.socket")
    # The stream first: a client that closes its side ends the stream only after the state has changed.
    if sock is None or tcp_info(sock) is None or unread(sock) != b"":
        return False
    info = tcp_info(sock)
    return info is not None and info.state == ESTABLISHED
