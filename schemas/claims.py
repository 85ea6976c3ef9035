"""Claims: what is claimed of a game, and whether it holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from schemas.checked import One, RequestSchema, Text, WholeNumber, Word
from schemas.described import (
    AnswerSchema,
    Described,
    JsonSchema,
    boolean,
    closed_words,
    many,
    named,
    nested,
    string,
    words,
)
from schemas.replays import ReplayRequest, ReplayRequestSchema, request_object, to_request
from schemas.verdicts import OUTCOMES, VerdictSchema
from service.claims import Claim, Flaw, Refutation
from service.config import Settings
from service.engine.reasons import Outcome
from service.strict_json import HIGHEST_INTEGER

LONGEST_NAME = 200
"""Of a subject or an audience."""

FLAWS: Final = {
    Flaw.ILLEGAL_MOVE: "the log has an illegal move, so it bears out no claim",
    Flaw.OUTCOME_DIFFERS: "the log comes to another outcome",
    Flaw.MOVES_DIFFER: "another number of moves was played",
    Flaw.CHECKPOINT_DIFFERS: "a checkpoint does not hold",
}

NAMED: Final[dict[str, JsonSchema]] = {
    "ClaimedOutcome": closed_words(OUTCOMES, "How the game is said to stand:"),
    "RefutationCode": words(
        FLAWS, "What speaks against a claim:", "an unknown one speaks against it too; show `detail`."
    ),
}


class ClaimSchema(RequestSchema):
    """How the game stands, as its player has it."""

    outcome = Word("ClaimedOutcome", tuple(Outcome), "The outcome that the log comes to.", required=True)
    moves_played = WholeNumber(
        "How many moves the game has; compared with the verdict's `moves_played`.", highest=HIGHEST_INTEGER
    )


class ClaimRequestSchema(ReplayRequestSchema):
    """A game log as in a replay request, and what is claimed of it."""

    claim = One(ClaimSchema, required=True)
    subject = Text(
        "Whose claim it is, which nobody has checked: any text, the receipt's `sub`.",
        shortest=1,
        longest=LONGEST_NAME,
    )
    audience = Text(
        "Whom the receipt is for: any text, its `aud`. With a claims token its name is the default.",
        shortest=1,
        longest=LONGEST_NAME,
    )


class RefutationSchema(AnswerSchema):
    """One thing that speaks against a claim."""

    code = named("RefutationCode")
    detail = string("The same in a sentence, with what was claimed and what was found.")


class ClaimAnswerSchema(AnswerSchema):
    """Whether a claim holds; if it does, with a receipt, which anyone can check against the key set."""

    confirmed = boolean("Whether nothing speaks against the claim.")
    refutations = many(RefutationSchema, "All that speaks against the claim.")
    verdict = nested(VerdictSchema, "What really happened, as `POST /v1/replays` answers it.")
    receipt = Described(
        {"type": ["string", "null"], "pattern": r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$"},
        "A JWT signed with Ed25519, of type `patience-receipt+jwt`, whose payload is a `ReceiptPayload`. "
        "Null if the claim is refuted or this service has no key.",
    )


@dataclass(frozen=True, slots=True)
class ClaimRequest:
    """What was asked: a log, what is claimed of it, and for whom."""

    replay: ReplayRequest
    claim: Claim
    subject: str | None
    audience: str | None


_SCHEMA = ClaimRequestSchema()


def load_claim_request(body: object, most_moves: int = Settings.most_moves) -> ClaimRequest:
    """A request body, already parsed, as a log and a claim.

    Raises ValidationError with everything that is wrong with it.
    """
    asked = _SCHEMA.load(request_object(body, most_moves))
    replay = to_request(asked)
    claim = Claim(Outcome(asked["claim"]["outcome"]), asked["claim"].get("moves_played"))
    return ClaimRequest(replay, claim, asked.get("subject"), asked.get("audience"))


def claim_json(
    refutations: Sequence[Refutation], verdict: orjson.Fragment, receipt: str | None
) -> dict[str, Any]:
    """The answer to a claim, for orjson."""
    return {
        "confirmed": not refutations,
        "refutations": [{"code": code, "detail": detail} for code, detail in refutations],
        "verdict": verdict,
        "receipt": receipt,
    }
