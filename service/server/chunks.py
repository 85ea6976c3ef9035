"""Bodies in chunks: as many chunks as somebody can mean, and no more."""

from collections.abc import Callable, Generator, Iterator
from typing import Final

from gunicorn.http.errors import InvalidChunkSize

LEAST: Final = 16
"""Bytes of a piece, on average: to find out where a chunk ends costs as much as to read many more."""

FEW: Final = 16_384
"""Pieces that may be of any size."""


def sizeable(pieces: Iterator[bytes], give_up: Callable[[], None]) -> Generator[bytes, None, None]:
    """The pieces of a body, each a chunk or a part of one.

    Raises InvalidChunkSize once there are many that are small. ``give_up`` is called before this or any other
    error, since nobody knows then where the next request would begin.
    """
    received = 0
    try:
        for number, piece in enumerate(pieces, start=1):
            received += len(piece)
            if number > FEW + received // LEAST:
                raise InvalidChunkSize(b"of many chunks")
            yield piece
    except Exception:
        give_up()
        raise
