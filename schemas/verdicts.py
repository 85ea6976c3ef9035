"""Verdicts: what really happened in a game.

Built by hand, because a schema's `dump` costs more than the whole replay.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from marshmallow import fields

from patience.cards import CODES
from patience.cards.reasons import Outcome
from patience.play.dealing import Deal
from patience.play.game_ids import ids_of
from patience.play.legality import legal_moves
from patience.play.replay import Checkpoint, Divergence, Illegal, Verdict
from patience.play.scores import counts_of, scores_of
from patience.play.trace import Moved, Step
from patience.rules.scoring_rules import Event
from patience.search.findings import PROVER_VERSION
from patience.search.proofs import prove
from patience.words import LANGUAGES, said
from schemas.illegal_move import illegal_json
from schemas.labels import LONGEST_LABEL
from schemas.pace import PaceSchema, pace_json
from schemas.positions import StateSchema, state_json
from schemas.prospect import ProofSchema, finding_json
from schemas.replay_request import MalformedMove
from schemas.response_fields import (
    AnswerSchema,
    Described,
    JsonSchema,
    boolean,
    count,
    listed,
    many,
    named,
    nested,
    string,
    text,
    words,
)

Json = dict[str, Any]

OUTCOMES: Final = {
    Outcome.WON: "won as the variant defines it, usually with all cards on the foundations",
    Outcome.LOST: "not won, and no card can ever be played again, whatever is done with the stock",
    Outcome.IN_PROGRESS: "neither; moving a card to and fro counts as a move",
}

NAMED: Final[dict[str, JsonSchema]] = {
    "Hash": text(
        "^sha256:[0-9a-f]{64}$", "A SHA-256 hash; the same on every instance.", "sha256:" + "0" * 64
    ),
    "Outcome": words(OUTCOMES, "The outcome of a game:", "treat an unknown one as not won."),
}


def _label() -> fields.Field[Any]:
    return string("The request's label of the move, if it has `labels`.", required=False)


class IllegalMoveSchema(AnswerSchema):
    """The first illegal move, and the moves that were legal instead."""

    index = count("Its index in `moves`, from 0.")
    move = named("Move", "The token as sent.")
    reason = named("Reason", "The first check that fails.")
    detail = string(
        "The reason in a sentence that names the cards. At one of the first five moves, a second sentence "
        "names another order of dealing the seed or deck if that makes the log legal."
    )
    legal_moves = listed(
        "Move",
        "Every legal move of the position before it: by source (columns, reserve, waste, foundations if "
        "they give cards back, and an open stock), then target, then count, each ascending; then the actions "
        "of the stock.",
    )
    label = _label()


class MalformedMoveSchema(AnswerSchema):
    """The first move that is not a token of the grammar."""

    index = count("Its index in `moves`, from 0.")
    move = string("The move as sent, cut after 60 characters.")
    detail = string("What a move looks like.")
    label = _label()


class DifferenceSchema(AnswerSchema):
    """A pile that differs from what the client expects."""

    pile = named("PileName")
    expected = listed("CardOrHidden", "The client's cards.")
    found = listed("Card", "The cards on the pile.")


class DivergenceSchema(AnswerSchema):
    """The first checkpoint that differs: the client's engine and this one disagree here.

    First is the one after the fewest moves; of several after as many moves, the first of the request.
    """

    after = count("The number of moves played.")
    piles = many(DifferenceSchema, "The piles that differ, in the order of the request.")


class MovedSchema(AnswerSchema):
    """Cards moved from one pile to another."""

    source = named("PileName", data_key="from")
    target = named("PileName", data_key="to")
    cards = listed("Card", "Bottom to top, as on the target.")


class TurnedSchema(AnswerSchema):
    """A card turned face up, or dealt face down."""

    pile = named("PileName")
    card = named("Card")


class StepSchema(AnswerSchema):
    """Everything that one move did, enough to animate it without knowing the rules."""

    move = named("Move")
    moved = many(MovedSchema, "What the move itself moved; a `deal` moves cards to many piles.")
    turned_up = many(TurnedSchema, "Cards turned face up as a consequence of the move or of a fill.")
    filled = many(
        MovedSchema,
        "Empty piles filled as a consequence, before cards are turned up. A card that lay face down lies face"
        " up then. Where columns have ranks of their own (`own_ranks`): the topmost face-down cards that come"
        " up, each from below the face-up cards of `from`.",
    )
    face_down = many(
        TurnedSchema,
        "Only if a redeal deals cards face down, or a draw turns cards of the waste down: those cards."
        " A redeal deals all others face up.",
        required=False,
    )
    phase = count(
        "Only where stock cards are moved to columns in rounds, and the move is one of them: how many were in"
        " this round.",
        required=False,
    )
    label = _label()


class ScoreSchema(AnswerSchema):
    """What the moves are worth. It follows from the log, and from the undos and hints that a claim counts."""

    moves = count("The number of moves played.")
    deals = count("The number of `deal` moves.")
    draws = count("The number of `draw` moves.")
    redeals = count("The number of `redeal` moves.")
    undos = count("In the answer to a claim with `undos`: that number.", required=False)
    hints = count("In the answer to a claim with `hints`: that number.", required=False)
    points = Described(
        {"type": "object", "additionalProperties": {"type": "integer"}},
        "By scoring: the score. Empty for a game without a declared scoring. Klondike has `vegas` and "
        "`standard`, Spider has `spider`, FreeCell has `cards`, squares have `poker` or `cribbage`.",
    )


class VerdictSchema(AnswerSchema):
    """What really happened. After an illegal move, every member describes the position before that move."""

    id = named(
        "Hash",
        "Identifies this judgement. The SHA-256 of five lines: the variant, its rule options as `name=value` "
        "separated by spaces, the rules version, the deck separated by spaces (of a board: its piles as in "
        "a position's text), and the moves as sent, "
        "separated by spaces. Lines are separated by line feeds, without one at the end.",
    )
    deal_id = named(
        "Hash",
        "Identifies the deal permanently. Three lines: variant, rule options, and deck or board, "
        "followed by the seed or the orders of redeals where these shuffle.",
    )
    game_id = named(
        "Hash",
        "Identifies the game permanently, however its moves were spelled. The lines of `deal_id` and a line "
        "with the moves played, each as its shortest token with a numbered foundation: never a bare `F`, "
        "never `x1`.",
    )
    variant = string("The variant's id.")
    rules = named("SettledRules")
    rules_version = string("The version of the variant's rules; it changes when a verdict could change.")
    seed = Described({"type": ["string", "null"]}, "Normalised; null if the request has a deck or a board.")
    valid = boolean("Whether every move is legal.")
    outcome = named("Outcome", "The outcome of the position reached.")
    moves_total = count("The number of moves sent.")
    moves_played = count("The length of the longest legal prefix.")
    first_illegal_move = nested(IllegalMoveSchema, allow_none=True)
    first_divergence = nested(DivergenceSchema, allow_none=True)
    first_malformed_move = nested(
        MalformedMoveSchema,
        "Only for a `lenient` request: the move that ended the log, which `moves_total` counts with those "
        "after it; null if every move is well-formed. The ids are those of the moves before it.",
        allow_none=True,
        required=False,
    )
    final_state = fields.Nested(
        StateSchema, metadata={"description": "The position reached, unless `include` leaves it out."}
    )
    legal_moves = listed("Move", "If included: every legal move of the position reached.", required=False)
    trace = many(StepSchema, "If included: what each move did.", required=False)
    link = string(
        "If included: an address, relative to this service, that opens the log in the viewer, at the first "
        "illegal move if there is one.",
        required=False,
    )
    score = nested(
        ScoreSchema,
        "If included, and always for a game that is won by the points of a square.",
        required=False,
    )
    pace = nested(PaceSchema, "If included.", required=False)
    prospect = named(
        "Prospect",
        "If included: the prospect of the position reached, as far as it is proved without search. It never "
        "changes `outcome`, and it uses all cards, including hidden ones.",
        required=False,
    )
    proof = nested(ProofSchema, "If included, unless the prospect is undecided.", required=False)
    prover_version = string(
        "If a prospect is included: the version of the solver; it changes when what can be proved changes.",
        required=False,
    )
    ref = string("The request's `ref`, if it has one; always the last member.", required=False)


def verdict_json(  # noqa: PLR0913, PLR0917 - what a request says beside its log
    verdict: Verdict,
    include: Iterable[str],
    ref: str | None = None,
    claimed: Mapping[Event, int] = MappingProxyType({}),
    times: Sequence[int] | None = None,
    code: str = LANGUAGES[0],
) -> Json:
    """Return the answer to a replay request, its members in the order of the contract.

    The pace needs the `times` of the moves. `code` is that of the language of sentences.
    """
    log = verdict.log
    tables = log.deal.tables
    ids = ids_of(verdict)
    answer: Json = {
        "id": ids.judgement,
        "deal_id": ids.deal,
        "game_id": ids.game,
        "variant": tables.variant.id,
        "rules": dict(tables.options),
        "rules_version": tables.variant.rules_version,
        "seed": log.deal.seed,
        "valid": verdict.valid,
        "outcome": verdict.outcome,
        "moves_total": len(log.moves),
        "moves_played": verdict.moves_played,
        "first_illegal_move": _illegal(verdict.first_illegal_move, code),
        "first_divergence": _divergence(verdict.first_divergence),
    }
    if "final_state" in include:
        answer["final_state"] = state_json(verdict.position)
    if "legal_moves" in include:
        answer["legal_moves"] = legal_moves(verdict.position)
    if "trace" in include and verdict.trace is not None:
        names = tables.names
        answer["trace"] = [_step(names, *played) for played in zip(log.moves, verdict.trace, strict=False)]
    if "link" in include:
        answer["link"] = link_to(verdict)
    if "score" in include or tables.rules.hands:
        answer["score"] = {**counts_of(verdict, claimed), "points": scores_of(verdict, claimed)}
    if "pace" in include and times is not None:
        answer["pace"] = pace_json(times)
    if "prospect" in include:
        answer |= finding_json(prove(verdict.position))
        answer["prover_version"] = PROVER_VERSION
    if ref is not None:
        answer["ref"] = ref
    return answer


def with_malformed(answer: Json, malformed: MalformedMove | None) -> Json:
    """Return a verdict on the moves before a malformed one, with that move."""
    ref = {"ref": answer.pop("ref")} if "ref" in answer else {}
    if malformed is None:
        return {**answer, "first_malformed_move": None, **ref}
    move = malformed.move if isinstance(malformed.move, str) else repr(malformed.move)
    named = {"index": malformed.index, "move": move[:60], "detail": malformed.detail}
    if isinstance(malformed.label, str):
        named["label"] = malformed.label[:LONGEST_LABEL]
    counted = {"valid": False, "moves_total": malformed.moves_total}
    return {**answer, **counted, "first_malformed_move": named, **ref}


def _illegal(illegal: Illegal | None, code: str) -> Json | None:
    if illegal is None:
        return None
    return illegal_json(
        illegal.index, illegal.move, illegal.reason, said(illegal.sentences, code), illegal.legal_moves
    )


def _divergence(divergence: Divergence | None) -> Json | None:
    if divergence is None:
        return None
    return {
        "after": divergence.after,
        "piles": [
            {"pile": difference.pile, "expected": difference.expected, "found": difference.found}
            for difference in divergence.piles
        ],
    }


def _step(names: tuple[str, ...], token: str, step: Step) -> Json:
    return {
        "move": token,
        "moved": [_moved(names, moved) for moved in step.moved],
        "turned_up": [_turned(names, *turned) for turned in step.turned_up],
        "filled": [_moved(names, moved) for moved in step.filled],
        **({"face_down": [_turned(names, *turned) for turned in step.face_down]} if step.face_down else {}),
        **({} if step.phase is None else {"phase": step.phase}),
    }


def _turned(names: tuple[str, ...], pile: int, card: int) -> Json:
    return {"pile": names[pile], "card": CODES[card]}


def _moved(names: tuple[str, ...], moved: Moved) -> Json:
    return {
        "from": names[moved.source],
        "to": names[moved.target],
        "cards": [CODES[card] for card in moved.cards],
    }


def link_to(verdict: Verdict) -> str:
    """Return a relative address that opens the log in the viewer, at its first illegal move or divergence.

    It is the same on every instance. `service/web/game/notation.js` reads it.
    """
    log = verdict.log
    deal = log.deal
    parts = ["v=1", f"variant={deal.tables.variant.id}"]
    parts.append(_dealt(deal))
    if deal.tables.options:
        parts.append("rules=" + ",".join(f"{name}:{value}" for name, value in deal.tables.options))
    if log.checkpoints:
        parts.append(f"checkpoints={'.'.join(map(_checkpoint, log.checkpoints))}")
    if log.moves:
        parts.append(f"n={len(log.moves)}&moves={'.'.join(log.moves)}")
    return f"/#{'&'.join(parts)}&ply={_ply(verdict)}"


def _dealt(deal: Deal) -> str:
    if deal.is_board:
        return f"board={deal.board}"
    return f"seed={deal.seed}" if deal.seed else f"deck={''.join(CODES[card] for card in deal.deck)}"


def _ply(verdict: Verdict) -> int:
    # The viewer counts moves made; an illegal move has a ply of its own.
    if verdict.first_illegal_move:
        return verdict.first_illegal_move.index + 1
    return verdict.first_divergence.after if verdict.first_divergence else 0


def _checkpoint(checkpoint: Checkpoint) -> str:
    piles = [f"{name}:{''.join(cards)}" for name, cards in checkpoint.piles.items()]
    return ",".join([str(checkpoint.after), *piles])
