"""Verdicts: what really happened in a game.

Built by hand: a schema's ``dump`` costs more than the whole replay.
"""

from collections.abc import Iterable
from typing import Any, Final

from marshmallow import fields

from schemas.links import link_to
from schemas.positions import StateSchema, state_json
from schemas.prospect import ProofSchema, finding_json
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
from service.engine.cards import CODES
from service.engine.identity import ids_of
from service.engine.legality import legal_moves
from service.engine.reasons import Outcome
from service.engine.replay import Divergence, Illegal, Verdict
from service.engine.trace import Moved, Step
from service.prospects.findings import PROVER_VERSION
from service.prospects.proofs import prove

Json = dict[str, Any]

OUTCOMES: Final = {
    Outcome.WON: "won as the variant says, mostly with all cards on the foundations",
    Outcome.LOST: "not won, and no card can ever be played again, however the stock is turned",
    Outcome.IN_PROGRESS: "neither; moving a card to and fro is a move too",
}

NAMED: Final[dict[str, JsonSchema]] = {
    "Hash": text(
        "^sha256:[0-9a-f]{64}$", "What equal things share on every instance, for ever.", "sha256:" + "0" * 64
    ),
    "Outcome": words(OUTCOMES, "How a game stands:", "take an unknown one for a game that is not won."),
}


class IllegalMoveSchema(AnswerSchema):
    """The first move that the rules forbid, and what they allowed instead."""

    index = count("Its place in `moves`, counted from 0.")
    move = named("Move", "The token as it was sent.")
    reason = named("Reason", "The first check that fails.")
    detail = string("The same in a sentence, with the cards.")
    legal_moves = listed(
        "Move",
        "Every legal move of the position before it: by source (columns, reserve, waste, and foundations "
        "where they are not final), then target, then count, each ascending; then the actions of the stock.",
    )


class DifferenceSchema(AnswerSchema):
    """A pile that differs from what the client believes."""

    pile = named("PileName")
    expected = listed("CardOrHidden", "The client's cards.")
    found = listed("Card", "The cards that lie there.")


class DivergenceSchema(AnswerSchema):
    """The first checkpoint that differs: here the client's engine and this one part."""

    after = count("Moves played by then.")
    piles = many(DifferenceSchema, "Only those that differ.")


class MovedSchema(AnswerSchema):
    """Cards gone from one pile to another."""

    source = named("PileName", data_key="from")
    target = named("PileName", data_key="to")
    cards = listed("Card", "Bottom to top, as they lie on the target.")


class TurnedSchema(AnswerSchema):
    """A card turned face up."""

    pile = named("PileName")
    card = named("Card")


class StepSchema(AnswerSchema):
    """All that one move did, enough to animate it without knowing the rules."""

    move = named("Move")
    moved = many(MovedSchema, "What the move itself moved; a `deal` moves to many piles.")
    turned_up = many(TurnedSchema, "Cards that were turned face up thereby.")
    filled = many(MovedSchema, "Vacancies that were filled thereby.")


class VerdictSchema(AnswerSchema):
    """What really happened. On an illegal move, all of it speaks of the position before that move."""

    id = named(
        "Hash",
        "Names this judgement. The SHA-256 of five lines: the variant, its rule options as `name=value` with "
        "spaces between, the rules version, the deck with spaces between, and the moves as they were sent "
        "with spaces between; line feeds between the lines, none at the end.",
    )
    deal_id = named("Hash", "Names the deal, for ever: three lines, variant, rule options and deck.")
    game_id = named(
        "Hash",
        "Names the game as it was played, for ever and however it was spelled: the lines of `deal_id` and "
        "one more with the moves that were played, each as its shortest token with a numbered foundation, so "
        "never a bare `F` and never `x1`.",
    )
    variant = string("The variant's id.")
    rules = named("SettledRules")
    rules_version = string("The variant's own: it changes when a verdict of that variant could.")
    seed = Described({"type": ["string", "null"]}, "As normalised; null where a deck was given.")
    valid = boolean("Whether every move is legal.")
    outcome = named("Outcome", "Of the position reached.")
    moves_total = count("How many moves were sent.")
    moves_played = count("The length of the longest legal prefix.")
    first_illegal_move = nested(IllegalMoveSchema, allow_none=True)
    first_divergence = nested(DivergenceSchema, allow_none=True)
    final_state = fields.Nested(
        StateSchema, metadata={"description": "The position reached, unless `include` leaves it out."}
    )
    legal_moves = listed("Move", "If included: every legal move of the position reached.", required=False)
    trace = many(StepSchema, "If included: what each move played did.", required=False)
    link = string(
        "If included: an address, relative to this service, that opens the log in its viewer, at the first "
        "illegal move if there is one.",
        required=False,
    )
    prospect = named(
        "Prospect",
        "If included: of the position reached, as far as it is proved without search. It never changes "
        "`outcome`, and it is told from all cards, hidden ones too.",
        required=False,
    )
    proof = nested(ProofSchema, "If included, unless the prospect is undecided.", required=False)
    prover_version = string(
        "If a prospect is included: it changes when what can be proved does.", required=False
    )
    ref = string("The request's, if it had one; always the last member.", required=False)


def verdict_json(verdict: Verdict, include: Iterable[str], ref: str | None = None) -> Json:
    """The answer to a replay request, its members in the order that the contract shows."""
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
        "first_illegal_move": _illegal(verdict.first_illegal_move),
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
    if "prospect" in include:
        answer |= finding_json(prove(verdict.position))
        answer["prover_version"] = PROVER_VERSION
    if ref is not None:
        answer["ref"] = ref
    return answer


def _illegal(illegal: Illegal | None) -> Json | None:
    if illegal is None:
        return None
    return illegal_json(illegal.index, illegal.move, illegal.reason, illegal.detail, illegal.legal_moves)


def illegal_json(index: int, move: str, reason: str, detail: str, legal_moves: object) -> Json:
    """The first illegal move; ``legal_moves`` as a list, or as what orjson makes one of."""
    return {"index": index, "move": move, "reason": reason, "detail": detail, "legal_moves": legal_moves}


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
        "turned_up": [{"pile": names[pile], "card": CODES[card]} for pile, card in step.turned_up],
        "filled": [_moved(names, moved) for moved in step.filled],
    }


def _moved(names: tuple[str, ...], moved: Moved) -> Json:
    return {
        "from": names[moved.source],
        "to": names[moved.target],
        "cards": [CODES[card] for card in moved.cards],
    }
