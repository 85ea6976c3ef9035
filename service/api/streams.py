"""Streams: a request per line in, an answer per line out, in bounded memory."""

from collections.abc import Callable, Iterator
from http import HTTPStatus

import orjson
from flask import Response, request

from schemas.stream import BYTES, MEDIA_TYPES
from service.config import Settings
from service.http.connections import connection_of
from service.http.error_handlers import problem_of
from service.http.metrics import verdict_counter
from service.http.negotiation import require_media_type, settings
from service.http.rate_limits import MOVES, spender
from service.http.request_ids import request_id
from service.http.uploads import BLOCK, read_blocks, too_long
from service.judging.judge import Judged, Result, answered, enveloped, rejected
from service.judging.problems import Problem


def stream(judge_request: Callable[[bytes], Judged], results: tuple[Result, ...]) -> Response:
    """Judge every line of this request. A problem with the stream itself is the status, or the last line once
    an answer runs.

    Answers to lines in chunks are sent while more of them arrive, so such a client must read while it sends.
    """
    require_media_type(*MEDIA_TYPES, BYTES, may_be_packed=True)
    media_type = _answer_type()
    limits = settings()
    pieces = Stream(judge_request, results, limits, request_id()).pieces(read_blocks(limits.most_batch_bytes))
    # The first piece is made before the status is sent, so that a problem up to here can be one.
    first = next(pieces)
    # Nginx shall pass the answers on as they come.
    headers = {"X-Accel-Buffering": "no"}
    return Response(_resumed(first, pieces), headers=headers, content_type=media_type)


def _resumed(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _answer_type() -> str:
    """The media type that the client likes best; if it does not mind, that of its own lines."""
    # The best first: of equals the client's own.
    offered = sorted(MEDIA_TYPES, key=lambda media_type: media_type != request.mimetype)
    if "Accept" not in request.headers:
        return offered[0]
    accepted = request.accept_mimetypes.best_match(offered)
    if accepted is None:
        raise Problem(HTTPStatus.NOT_ACCEPTABLE, f"This resource is {' or '.join(MEDIA_TYPES)}.")
    return accepted


class Stream:
    """The lines of one request, judged in order."""

    def __init__(
        self,
        judge_request: Callable[[bytes], Judged],
        results: tuple[Result, ...],
        limits: Settings,
        request_id: str,
    ) -> None:
        self._judge_request = judge_request
        self._limits = limits
        self._marks = {"request_id": request_id}
        # Bound to the app here, since the answer is made when its context is gone.
        self._count_verdict = verdict_counter()
        self._spend = spender(MOVES)
        self._connection = connection_of(request.environ)
        self._counts = dict.fromkeys(results, 0)
        self._moves = 0
        self._lines = 0

    def pieces(self, upload: Iterator[bytes]) -> Iterator[bytes]:
        """The answers to all lines and the summary, in pieces of whole lines; at least one piece.

        If a limit is reached, the upload breaks off or we fail, the last line is that problem and no
        summary; within the first piece the error is raised instead.
        """
        begun = False
        pending: list[bytes] = []
        size = 0
        try:
            for answer in self._answers(upload):
                pending += (answer, b"\n")
                size += len(answer)
                if size >= BLOCK:
                    begun = True
                    yield b"".join(pending)
                    pending.clear()
                    size = 0
                    self._spend.go_on()
        except Exception as error:
            if not begun:
                raise
            pending += (self._enveloped(rejected(problem_of(error), self._marks)), b"\n")
        self._spend.settle()
        yield b"".join(pending)

    def _answers(self, upload: Iterator[bytes]) -> Iterator[bytes]:
        limits = self._limits
        for line in split_lines(upload, limits.most_body_bytes):
            if self._lines == limits.most_batch_lines:
                raise _too_much(limits.most_batch_lines, "lines")
            if self._moves > limits.most_batch_moves:
                raise _too_much(limits.most_batch_moves, "moves")
            answer = b"" if not line or line.isspace() else self._judge(line)
            # Before it is sent: whatever goes wrong from there on is a problem of the next line.
            self._lines += 1
            if answer:
                yield answer
            self._connection.pass_turn()
        counts = {result.value: count for result, count in self._counts.items()}
        yield orjson.dumps({"summary": {"lines": sum(counts.values()), **counts}})

    def _judge(self, line: bytes) -> bytes:
        judged = answered(self._judge_request, line, self._marks)
        self._counts[judged.result] += 1
        if judged.result is not Result.REJECTED:
            self._moves += judged.moves_total
            self._spend.add(judged.moves_total)
            self._count_verdict(judged)
        return self._enveloped(judged)

    def _enveloped(self, judged: Judged) -> bytes:
        """Blank lines count in the number of a line."""
        return enveloped(b'{"line":%d' % (self._lines + 1), judged)


def split_lines(blocks: Iterator[bytes], longest: int) -> Iterator[bytes]:
    """The lines of a stream without their ends; what follows the last line end is a line if there is any.

    Raises Problem if one has more than ``longest`` bytes.
    """
    # Joined once: a long line that comes in many blocks costs its length, not its square.
    line: list[bytes] = []
    size = 0
    for block in blocks:
        for number, piece in enumerate(block.split(b"\n")):
            if number:
                yield b"".join(line)
                line, size = [], 0
            line.append(piece)
            size += len(piece)
            if size > longest:
                raise too_long(longest, "line")
    if size:
        yield b"".join(line)


def _too_much(limit: int, what: str) -> Problem:
    detail = f"The stream has more than {limit} {what}; send the rest in another."
    return Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, name=f"too-many-{what}", limit=limit)
