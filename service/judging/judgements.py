"""What the kernel judges, as answers. Nothing here needs the schemas, which take a while to load."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import orjson

from patience.cards.reasons import Outcome
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.kernel.loader import kernel
from patience.play.deal_orders import FIRST_MOVES, other_order
from patience.play.dealing import Deal, SeededOrders, deal_deck, deal_seed
from patience.play.position import Position
from patience.play.replay import refused
from patience.words import LANGUAGES, Sentence, said
from schemas.illegal_move import illegal_json
from schemas.limits import LONGEST_REF
from schemas.strict_json import HIGHEST_INTEGER, parse

if TYPE_CHECKING:
    from patience.kernel.core import Judgement
    from schemas.problems import Problem

Members = Mapping[str, Any]
"""Members of a verdict, as answered."""


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
    problem: "Problem | None" = None
    """Why the request was rejected."""
    proofs: int = 0
    """The number of static proofs tried for the answer."""


def judgement_on(request: bytes, most_moves: int, *, may_have_others: bool = False) -> "Judgement | None":
    """Return what the kernel finds of a request; None if it is unusual or wrong."""
    compiled = kernel()
    if compiled is None:
        return None
    return compiled.judge(request, most_moves, LONGEST_REF, HIGHEST_INTEGER, may_have_others)


def judged_by_kernel(
    request: bytes, most_moves: int, code: str = LANGUAGES[0], *, may_have_others: bool = False
) -> Judged | None:
    """Judge a request; None if it is unusual or wrong.

    If it `may_have_others`, nulls and members of other names are passed over. `code` is that of the language
    in which an illegal move is explained.
    """
    judgement = judgement_on(request, most_moves, may_have_others=may_have_others)
    return answer_of(judgement, _order_in(judgement, request), code) if judgement else None


def outline(request: bytes, most_moves: int) -> bytes | None:
    """Return a request that the kernel has left as others that are wrong alike have it; None if unusual."""
    compiled = kernel()
    return compiled.outline(request, most_moves, LONGEST_REF, HIGHEST_INTEGER) if compiled else None


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
    return JudgedLines(answers, games, answer_of(judgement, _order_in(judgement, line)), end)


def deal_in(body: Mapping[str, Any]) -> Deal:
    """Return the deal of a request that the kernel has judged."""
    tables = tables_for(body["variant"], body.get("rules"))
    if body.get("deck") is not None:
        return deal_deck(tables, body["deck"])
    return deal_seed(tables, str(body["seed"]))


def _order_in(judgement: "Judgement", request: bytes) -> tuple[Sentence, ...]:
    """Return what `other_order` says of a request that the kernel has judged."""
    if judgement.illegal is None or judgement.moves_played >= FIRST_MOVES or judgement.tables.base_rank:
        return ()
    body = parse(request)
    assert isinstance(body, dict)
    return other_order(deal_in(body), body["moves"], judgement.moves_played)


def answer_of(judgement: "Judgement", order: tuple[Sentence, ...], code: str = LANGUAGES[0]) -> Judged:
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
    position.redeals, position.merci_used, position.phase = (
        judgement.redeals,
        judgement.merci_used,
        judgement.phase,
    )
    if judgement.knows_order:
        # No sentence depends on the seed itself.
        position.orders = SeededOrders("1", judgement.tables.cards)
    assert judgement.illegal is not None
    reason, sentence = refused(position, judgement.illegal)
    legal_moves = orjson.Fragment(judgement.legal_moves)
    detail = said((sentence, *order), code)
    return illegal_json(judgement.moves_played, judgement.illegal, reason, detail, legal_moves)


def members_of(judgement: "Judgement", order: tuple[Sentence, ...]) -> Members:
    """Return the members of a verdict that claims are compared with and receipts repeat."""
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
