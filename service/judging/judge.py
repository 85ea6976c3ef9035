"""Judge requests: request bytes in, answer bytes out.

HTTP, streams, the command line and the archive workers all call `judge`, so their answers have the same
bytes. The compiled kernel takes usual requests from the first byte to the last. It returns None for a
request that is unusual or wrong; the schemas and the readable engine then judge it or say what is wrong.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import orjson
from marshmallow import ValidationError

from patience.cards.reasons import Outcome
from patience.compilation.compiled_rules import CompiledRules
from patience.kernel.loader import kernel
from patience.play.deal_orders import FIRST_MOVES, other_order
from patience.play.dealing import deal_deck, deal_seed
from patience.play.position import Position
from patience.play.replay import Verdict, refused, replay
from patience.words import LANGUAGES, Sentence, said
from schemas.claim import ClaimRequest, Flaw, Refutation, claim_json, load_claim_request
from schemas.inline_declaration import NOT_ACCEPTED, is_declared
from schemas.labels import with_labels
from schemas.problems import Problem, problem_with
from schemas.replay_request import LONGEST_REF, ReplayRequest, load_replay_request
from schemas.strict_json import HIGHEST_INTEGER, JsonError, parse
from schemas.verdicts import illegal_json, verdict_json, with_malformed
from service.config import Settings
from service.judging.refutations import refute

if TYPE_CHECKING:
    from patience.kernel.core import Judgement

Members = Mapping[str, Any]
"""Members of a verdict, as answered."""

Sign = Callable[[Members, ClaimRequest, list[Refutation]], str | None]
"""Sign a receipt for a claim, given the verdict, or add to the refutations why its ticket does not fit."""


class Result(StrEnum):
    """How a request was judged."""

    VALID = "valid"
    INVALID = "invalid"
    """The log has an illegal move."""
    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    REJECTED = "rejected"
    """The request is not valid."""


REPLAY_RESULTS: Final = (Result.VALID, Result.INVALID, Result.REJECTED)
CLAIM_RESULTS: Final = (Result.CONFIRMED, Result.REFUTED, Result.REJECTED)

_KERNEL_INCLUDES: Final = frozenset({"final_state"})
"""What a verdict of the kernel can include."""

_MEMBERS: Final = {
    Result.VALID: b"verdict",
    Result.INVALID: b"verdict",
    Result.CONFIRMED: b"claim",
    Result.REFUTED: b"claim",
    Result.REJECTED: b"problem",
}


class Judged(NamedTuple):
    """An answer as JSON, and what counters and summaries need of it without parsing it."""

    result: Result
    answer: bytes
    ref: str | None = None
    """The client's own name for the request, if it could be read."""
    variant: str = ""
    outcome: str = ""
    reason: str = ""
    """Why the first illegal move is illegal; empty if every move is legal."""
    moves_total: int = 0
    moves_played: int = 0
    problem: Problem | None = None
    """Why the request was rejected."""
    proofs: int = 0
    """The number of static proofs tried for the answer."""


def judge(
    request: bytes,
    most_moves: int = Settings.most_moves,
    readably: Callable[[], AbstractContextManager[object]] = nullcontext,
    no_declaration: str = NOT_ACCEPTED,
    code: str = LANGUAGES[0],
) -> Judged:
    """Judge a replay request. What the kernel does not judge takes longer, in a context of `readably`.

    `code` is that of the language in which an illegal move is explained. `no_declaration` says why a request
    with a declaration is refused; empty if it is judged. Raises JsonError, ValidationError or Problem if the
    request is not valid.
    """
    judgement = _judgement(request, most_moves)
    if judgement:
        return _of_judgement(judgement, _order_in(judgement, request), code)
    with readably():
        loaded = load_replay_request(
            parse(request), most_moves, no_declaration=no_declaration, may_be_lenient=True
        )
        return judge_log(loaded, code)[0] if loaded.log.deal.is_board else _judge_readably(loaded, code)[0]


def judge_with_others(request: bytes, most_moves: int) -> Judged | None:
    """Judge a request that may have nulls and members of other names; None if the kernel does not."""
    judgement = _judgement(request, most_moves, may_have_others=True)
    return _of_judgement(judgement, _order_in(judgement, request)) if judgement else None


def _judgement(request: bytes, most_moves: int, *, may_have_others: bool = False) -> "Judgement | None":
    compiled = kernel()
    if compiled is None:
        return None
    return compiled.judge(request, most_moves, LONGEST_REF, HIGHEST_INTEGER, may_have_others)


class JudgedLines(NamedTuple):
    """What `judge_lines` has judged."""

    answers: bytes | bytearray
    """The answers to logs without an illegal move, as lines of a stream."""
    games: Mapping[tuple[CompiledRules, Outcome], int]
    """How many these are, by rules and outcome."""
    invalid: Judged | None
    """The answer to the log that follows them, which has an illegal move."""
    end: int
    """Where the first line starts that was not judged."""


def judge_lines(  # noqa: PLR0913, PLR0917 - what the kernel's function takes
    lines: bytearray,
    start: int,
    head: bytes,
    number: int,
    most_moves: int,
    longest_line: int,
    *,
    may_have_others: bool = False,
) -> JudgedLines:
    """Judge the lines from `start` on, whose first has this number, as far as the kernel judges them.

    Stop after a log with an illegal move. If they `may_have_others`, nulls and members of other names are
    passed over. The answers are those of `judge`, enveloped under `head`.
    """
    compiled = kernel()
    if compiled is None:
        return JudgedLines(b"", {}, None, start)
    answers, games, judgement, end = compiled.judge_lines(
        lines, start, head, number, most_moves, longest_line, LONGEST_REF, HIGHEST_INTEGER, may_have_others
    )
    if judgement is None:
        return JudgedLines(answers, games, None, end)
    line = bytes(lines[lines.rfind(b"\n", 0, end - 1) + 1 : end])
    return JudgedLines(answers, games, _of_judgement(judgement, _order_in(judgement, line)), end)


def judge_readably(request: bytes, most_moves: int = Settings.most_moves) -> Judged:
    """Judge a replay request by the readable engine alone; otherwise as `judge`."""
    return _judge_readably(load_replay_request(parse(request), most_moves))[0]


def judge_log(request: ReplayRequest, code: str = LANGUAGES[0]) -> tuple[Judged, Members]:
    """Judge a request that is already loaded; explain an illegal move in the language with this code.

    Return the members of its verdict too: at least those that claims are compared with and receipts repeat.
    """
    compiled, log = kernel(), request.log
    readable = (
        is_declared(log.deal.tables)
        or log.deal.orders
        or log.checkpoints
        or not request.include <= _KERNEL_INCLUDES
        or request.lenient
        or request.labels is not None
    )
    if compiled is None or readable:
        return _judge_readably(request, code)
    deal, state = log.deal, bool(request.include)
    ref = None if request.ref is None else orjson.dumps(request.ref)
    if deal.is_board:
        judgement = compiled.judge_board(
            deal.tables, deal.opening, deal.board.encode(), log.moves, state, ref
        )
    else:
        judgement = compiled.judge_log(deal.tables, bytes(deal.deck), log.moves, deal.seed, state, ref)
    if judgement is None:
        return _judge_readably(request, code)
    order = () if judgement.illegal is None else other_order(deal, log.moves, judgement.moves_played)
    return _of_judgement(judgement, order, code)._replace(ref=request.ref), _members(judgement, order)


def examine(
    request: bytes, most_moves: int = Settings.most_moves, *, no_declaration: str = NOT_ACCEPTED
) -> Verdict:
    """Return the verdict that `judge` answers as JSON, as an object with the position reached.

    Raises JsonError, ValidationError or Problem if the request is not valid.
    """
    return _replay(load_replay_request(parse(request), most_moves, no_declaration=no_declaration))


def judge_claim(request: bytes, sign: Sign | None, most_moves: int = Settings.most_moves) -> Judged:
    """Compare a claim with its log; sign a receipt if it holds and `sign` is given.

    A pure function, but for the ticket that a claim brings. Raises JsonError, ValidationError or Problem if
    the request is not valid.
    """
    claim_request = load_claim_request(parse(request), most_moves)
    judged, verdict = judge_log(claim_request.replay)
    refutations = refute(claim_request.claim, verdict)
    receipt = sign(verdict, claim_request, refutations) if sign else None
    if sign is None and claim_request.ticket is not None:
        refutations.append(
            Refutation(Flaw.TICKET_NOT_GENUINE, "This service has no key to issue tickets with.")
        )
    answer = claim_json(refutations, orjson.Fragment(judged.answer), receipt)
    result = Result.REFUTED if refutations else Result.CONFIRMED
    return judged._replace(result=result, answer=orjson.dumps(answer))


def answered(judge_request: Callable[[bytes], Judged], line: bytes, marks: Members) -> Judged:
    """Judge a line, or answer it with its problem under its `ref`; `marks` are members to add to a problem.

    A pure function of its arguments if `judge_request` is one.
    """
    try:
        return judge_request(line)
    except (JsonError, ValidationError, Problem) as error:
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
    # Only the schema refused this line, so the parser accepts it.
    body = parse(line)
    ref = body.get("ref") if isinstance(body, dict) else None
    return ref if isinstance(ref, str) and len(ref) <= LONGEST_REF else None


def _replay(request: ReplayRequest) -> Verdict:
    return replay(request.log, trace=not request.include.isdisjoint({"trace", "score"}))


def _judge_readably(request: ReplayRequest, code: str = LANGUAGES[0]) -> tuple[Judged, Members]:
    verdict = _replay(request)
    members = verdict_json(verdict, request.include, request.ref, request.undos, request.times, code)
    if request.labels is not None:
        members = with_labels(members, request.labels)
    if request.lenient:
        members = with_malformed(members, request.malformed)
    illegal = verdict.first_illegal_move
    judged = Judged(
        Result.VALID if members["valid"] else Result.INVALID,
        orjson.dumps(members),
        request.ref,
        verdict.log.deal.tables.variant.id,
        verdict.outcome,
        illegal.reason if illegal else "",
        len(verdict.log.moves),
        verdict.moves_played,
        proofs=int("prospect" in request.include),
    )
    return judged, members


def _order_in(judgement: "Judgement", request: bytes) -> tuple[Sentence, ...]:
    """Return what `other_order` says of a request that the kernel has judged."""
    if judgement.illegal is None or judgement.moves_played >= FIRST_MOVES or judgement.tables.base_rank:
        return ()
    body = parse(request)
    assert isinstance(body, dict)
    deal = (
        deal_deck(judgement.tables, body["deck"])
        if body.get("deck") is not None
        else deal_seed(judgement.tables, str(body["seed"]))
    )
    return other_order(deal, body["moves"], judgement.moves_played)


def _of_judgement(judgement: "Judgement", order: tuple[Sentence, ...], code: str = LANGUAGES[0]) -> Judged:
    """Complete the kernel's judgement, which does not explain why a move is illegal.

    `order` is what `other_order` says of the log.
    """
    result, answer, reason = Result.VALID, judgement.answer, ""
    if judgement.illegal is not None:
        illegal = _illegal_move(judgement, order, code)
        result, answer, reason = Result.INVALID, judgement.explained(orjson.dumps(illegal)), illegal["reason"]
    return Judged(
        result,
        answer,
        judgement.ref,
        judgement.tables.variant.id,
        judgement.outcome,
        reason,
        judgement.moves_total,
        judgement.moves_played,
    )


def _illegal_move(
    judgement: "Judgement", order: tuple[Sentence, ...], code: str = LANGUAGES[0]
) -> dict[str, Any]:
    position = Position(judgement.tables, judgement.piles)
    position.redeals, position.merci_used = judgement.redeals, judgement.merci_used
    assert judgement.illegal is not None
    reason, sentence = refused(position, judgement.illegal)
    legal_moves = orjson.Fragment(judgement.legal_moves)
    detail = said((sentence, *order), code)
    return illegal_json(judgement.moves_played, judgement.illegal, reason, detail, legal_moves)


def _members(judgement: "Judgement", order: tuple[Sentence, ...]) -> Members:
    tables = judgement.tables
    names = (f"sha256:{digest.hex()}" for digest in judgement.digests)
    return {
        **dict(zip(("id", "deal_id", "game_id"), names, strict=True)),
        "variant": tables.variant.id,
        "rules": dict(tables.options),
        "rules_version": tables.variant.rules_version,
        "outcome": judgement.outcome,
        "moves_played": judgement.moves_played,
        "first_illegal_move": None if judgement.illegal is None else _illegal_move(judgement, order),
        "first_divergence": None,
    }
