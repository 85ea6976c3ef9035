"""Judge requests: request bytes in, answer bytes out.

HTTP, streams, the command line and the archive workers all call `judge`, so their answers have the same
bytes. The compiled kernel takes usual requests from the first byte to the last. It returns None for a
request that is unusual or wrong; the schemas, which are loaded then, and the readable engine judge it or say
what is wrong.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Final

import orjson

from patience.play.replay import GameLog, Verdict, replay
from patience.words import LANGUAGES
from schemas.limits import LONGEST_REF
from schemas.problems import DECLARATIONS_REFUSED, Problem, problem_with, refusals
from schemas.strict_json import JsonError, parse
from service.config import Settings
from service.judging.judgements import Judged, Members, Result, deal_in, judged_by_kernel, judgement_on

_MEMBERS: Final = {
    Result.VALID: b"verdict",
    Result.INVALID: b"verdict",
    Result.CONFIRMED: b"claim",
    Result.REFUTED: b"claim",
    Result.REJECTED: b"problem",
}


def judge(
    request: bytes,
    most_moves: int = Settings.most_moves,
    readably: Callable[[], AbstractContextManager[object]] = nullcontext,
    no_declaration: str = DECLARATIONS_REFUSED,
    code: str = LANGUAGES[0],
) -> Judged:
    """Judge a replay request. What the kernel does not judge takes longer, in a context of `readably`.

    `code` is that of the language in which an illegal move is explained. `no_declaration` says why a request
    with a declaration is refused; empty if it is judged. Raises JsonError, ValidationError or Problem if the
    request is not valid.
    """
    if judged := judged_by_kernel(request, most_moves, code):
        return judged
    from service.judging.loaded_requests import judge_unusual  # noqa: PLC0415 - the schemas take a while

    with readably():
        return judge_unusual(request, most_moves, no_declaration, code)


def examine(
    request: bytes, most_moves: int = Settings.most_moves, *, no_declaration: str = DECLARATIONS_REFUSED
) -> Verdict:
    """Return the verdict that `judge` answers as JSON, as an object with the position reached.

    Raises JsonError, ValidationError or Problem if the request is not valid.
    """
    if judgement_on(request, most_moves):
        body = parse(request)
        assert isinstance(body, dict)
        return replay(GameLog(deal_in(body), tuple(body["moves"])))
    from service.judging.loaded_requests import examine_unusual  # noqa: PLC0415 - the schemas take a while

    return examine_unusual(request, most_moves, no_declaration)


def answered(judge_request: Callable[[bytes], Judged], line: bytes, marks: Members) -> Judged:
    """Judge a line, or answer it with its problem under its `ref`; `marks` are members to add to a problem.

    A pure function of its arguments if `judge_request` is one.
    """
    try:
        return judge_request(line)
    except refusals() as error:
        ref = None if isinstance(error, JsonError) else _ref_of(line)
        return rejected(problem_with(error), marks, ref)


def rejected(problem: Problem, marks: Members, ref: str | None = None) -> Judged:
    """Answer a request that was not judged."""
    return Judged(Result.REJECTED, orjson.dumps({**problem.body(), **marks}), ref, problem=problem)


def enveloped(head: bytes, judged: Judged) -> bytes:
    """Return a line of a stream, without its end; `head` is the start of an object, as `{"line":1`."""
    ref = b"" if judged.ref is None else b',"ref":%b' % orjson.dumps(judged.ref)
    return b'%b%b,"%b":%b}' % (head, ref, _MEMBERS[judged.result], judged.answer)


def _ref_of(line: bytes) -> str | None:
    if b'"ref"' not in line and b"\\" not in line:
        return None
    # Only the schema refused this line, so the parser accepts it. The other one is faster, but takes less.
    try:
        body = orjson.loads(line)
    except orjson.JSONDecodeError:
        body = parse(line)
    ref = body.get("ref") if isinstance(body, dict) else None
    return ref if isinstance(ref, str) and len(ref) <= LONGEST_REF else None
