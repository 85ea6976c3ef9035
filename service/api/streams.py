"""Streams: one request per line in, one answer per line out, in bounded memory."""

from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus
from itertools import takewhile

import orjson
from flask import Response, current_app, request

from schemas.problems import Problem, too_long
from schemas.stream import BYTES, MEDIA_TYPES
from service.config import Settings
from service.http.error_handlers import problem_of
from service.http.logs import request_id
from service.http.negotiation import media_type_of, require_media_type
from service.http.rate_limits import PROOF_COST, Account, moves_charged
from service.http.uploads import BLOCK, read_blocks
from service.http.workload import HEAVY_WORK
from service.judging.judge import answered, enveloped, rejected
from service.judging.judgements import Judged, Result


def stream(judge_request: Callable[[bytes], Judged], results: tuple[Result, ...]) -> Response:
    """Judge every line of the current request.

    A problem with the stream itself is the status or, once answers have been sent, the last line. Answers to
    chunks are sent while more chunks arrive, so a client that sends chunks must read while it sends.
    """
    require_media_type(*MEDIA_TYPES, BYTES, may_be_packed=True)
    media_type = _answer_type()
    limits = current_app.config["SETTINGS"]
    blocks = read_blocks(request.environ, limits.most_batch_bytes)
    pieces = Stream(judge_request, results, limits, request_id()).pieces(blocks)
    # The first piece is made before the status is sent, so that an early problem can be the status.
    first = next(pieces)
    # Tells nginx not to buffer the answers.
    headers = {"X-Accel-Buffering": "no"}
    return Response(_resumed(first, pieces), headers=headers, content_type=media_type)


def _resumed(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _answer_type() -> str:
    """Return the media type that the client prefers, or that of its own lines."""
    offered = sorted(MEDIA_TYPES, key=lambda media_type: media_type != media_type_of(request.environ))
    if "Accept" not in request.headers:
        return offered[0]
    accepted = request.accept_mimetypes.best_match(offered)
    if accepted is None:
        detail = f"The answer is {' or '.join(MEDIA_TYPES)}, which the Accept header excludes."
        raise Problem(HTTPStatus.NOT_ACCEPTABLE, detail)
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
        # Looked up here, because the answer is made outside the context of the request.
        self._metrics = current_app.extensions["metrics"]
        self._account = Account()
        self._counts = dict.fromkeys(results, 0)
        self._moves = 0
        self._lines = 0
        self._answers: list[bytes] = []
        self._size = 0

    def pieces(self, upload: Iterator[bytes]) -> Iterator[bytes]:
        """Yield the answers to all lines and the summary, in pieces of whole lines; at least one piece.

        If a limit is reached, the upload breaks off or the service fails, the last line is that problem and
        there is no summary; within the first piece the error is raised instead.
        """
        has_begun = False
        try:
            for lines in split_lines(upload, self._limits.most_body_bytes):
                if self._lines:
                    self._account.check()
                with HEAVY_WORK:
                    self._judge_all(lines)
                if self._size >= BLOCK:
                    yield self._piece()
                    has_begun = True
            counts = {result.value: count for result, count in self._counts.items()}
            self._add(orjson.dumps({"summary": {"lines": sum(counts.values()), **counts}}))
        except Exception as error:
            if not has_begun and self._size < BLOCK:
                raise
            self._add(self._enveloped(rejected(problem_of(error), self._marks)))
        finally:
            self._account.settle()
        yield self._piece()

    def _judge_all(self, lines: Sequence[bytes]) -> None:
        """Judge the lines of a block.

        Raises Problem if a limit is reached.
        """
        limits = self._limits
        for line in lines:
            if self._lines == limits.most_batch_lines:
                raise _too_much(limits.most_batch_lines, "lines")
            if self._moves > limits.most_batch_moves:
                raise _too_much(limits.most_batch_moves, "moves")
            if line and not line.isspace():
                self._add(self._judge(line))
            self._lines += 1
            HEAVY_WORK.pause_if_due()

    def _add(self, answer: bytes) -> None:
        self._answers += (answer, b"\n")
        self._size += len(answer)

    def _piece(self) -> bytes:
        """Return the answers since the last piece."""
        piece = b"".join(self._answers)
        self._answers.clear()
        self._size = 0
        return piece

    def _judge(self, line: bytes) -> bytes:
        judged = answered(self._judge_request, line, self._marks)
        self._counts[judged.result] += 1
        self._account.add(moves_charged(judged.moves_total, len(line)), judged.proofs * PROOF_COST)
        if judged.result is not Result.REJECTED:
            self._moves += judged.moves_total
            if self._metrics:
                self._metrics.count_verdict(judged)
        return self._enveloped(judged)

    def _enveloped(self, judged: Judged) -> bytes:
        """Return the answer to a line; blank lines count in line numbers."""
        return enveloped(b'{"line":%d' % (self._lines + 1), judged)


def split_lines(blocks: Iterator[bytes], longest: int) -> Iterator[list[bytes]]:
    """Yield the lines that end in each block, without their ends; what follows the last end is a line too.

    Raises Problem if a line has more than `longest` bytes.
    """
    # The parts of a line are joined once: a line in many blocks costs its length, not its square.
    parts: list[bytes] = []
    size = 0
    for block in blocks:
        first, *others = block.split(b"\n")
        parts.append(first)
        size += len(first)
        if others:
            lines = [b"".join(parts), *others[:-1]]
            parts, size = [others[-1]], len(others[-1])
            if max(map(len, lines)) > longest:
                yield list(takewhile(lambda line: len(line) <= longest, lines))
                raise too_long(longest, "line")
            yield lines
        if size > longest:
            raise too_long(longest, "line")
    if size:
        yield [b"".join(parts)]


def _too_much(limit: int, what: str) -> Problem:
    detail = f"The stream has more than {limit} {what}. Send the rest in another stream."
    return Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, name=f"too-many-{what}", limit=limit)
