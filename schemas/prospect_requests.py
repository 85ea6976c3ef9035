"""Prospect requests and answers: can this game still be won, and which move threw it away?"""

from dataclasses import dataclass
from typing import Any, Final

from marshmallow import ValidationError

from schemas.prospect import ProofSchema, finding_json
from schemas.replay_request import INCLUDES, ReplayRequest, ReplayRequestSchema, request_object, to_request
from schemas.request_fields import WholeNumber, Words
from schemas.response_fields import AnswerSchema, Described, boolean, count, named, nested, ref, string
from schemas.verdicts import VerdictSchema
from service.config import Settings
from service.judging.field_errors import FieldError
from service.judging.strict_json import HIGHEST_INTEGER
from service.prospects.evaluation import Evaluation
from service.prospects.findings import PROVER_VERSION

BUDGET: Final = 30_000
"""The default number of positions that a search may expand."""

CONTINUATION: Final = "continuation"
TURNING_POINT: Final = "turning_point"

PROSPECT_INCLUDES: Final = (*(word for word in INCLUDES if word != "prospect"), CONTINUATION, TURNING_POINT)


class ProspectRequestSchema(ReplayRequestSchema):
    """A game log as in a replay request, and a budget for the search."""

    include = Words(
        PROSPECT_INCLUDES,
        ("final_state",),
        "What the answer contains beside its required members: in its verdict, the same as for a replay; a "
        "winning line, if one is found; the move that threw the game away. The default is the position; `[]` "
        "is nothing.",
    )
    budget = WholeNumber(
        "The number of positions that all searches for this request together may expand: "
        f"{BUDGET} by default; at most {Settings.most_positions}, unless the service is configured "
        "otherwise. 0 uses proofs alone.",
        highest=HIGHEST_INTEGER,
    )


class SearchSchema(AnswerSchema):
    """The cost of the search, the same on every machine."""

    budget = count("The positions allowed.")
    positions = count("The positions expanded.")


class TurningPointSchema(AnswerSchema):
    """The numbers of moves played between which the game was thrown away."""

    winnable_after = Described(
        {"type": ["integer", "null"], "minimum": 0},
        "The game could be won after this many moves and fewer; null if not known.",
    )
    dead_after = Described(
        {"type": ["integer", "null"], "minimum": 0},
        "The game could not be won after this many moves and more; null if not known.",
    )
    exact = boolean(
        "Whether nothing is left open: the two numbers are adjacent, so that the move between them threw the "
        "game away, or the game was dead from the beginning, or it is winnable to the end."
    )


class ProspectAnswerSchema(AnswerSchema):
    """Whether a game can still be won, given all its cards, and the proof."""

    verdict = nested(VerdictSchema, "The verdict, as `POST /v1/replays` answers it.")
    prospect = named("Prospect", "The prospect of the position reached; it never changes the outcome.")
    proof = nested(ProofSchema, "Left out if the prospect is undecided.", required=False)
    continuation = Described(
        {"type": ["array", "null"], "items": ref("Move")},
        "If included: a line of moves that wins from the position reached, replayed by the referee; null "
        "unless the game is winnable.",
        required=False,
    )
    search = nested(SearchSchema)
    prover_version = string(
        "The version of the prover; it changes when what can be proved changes.", examples=[PROVER_VERSION]
    )
    turning_point = nested(TurningPointSchema, "If included.", required=False)


@dataclass(frozen=True, slots=True)
class ProspectRequest:
    """A log, what the answer is to contain, and the budget of the search."""

    replay: ReplayRequest
    budget: int


_SCHEMA = ProspectRequestSchema()


def load_prospect_request(body: object, most_moves: int, most_positions: int) -> ProspectRequest:
    """Return the request of a parsed body. Raises ValidationError or Problem if it is not valid."""
    members = request_object(body, most_moves, len(PROSPECT_INCLUDES))
    budget = members.get("budget")
    if type(budget) is int and budget > most_positions:
        detail = f"The budget is {budget} positions. At most {most_positions} are accepted in one request."
        raise ValidationError({"budget": [FieldError("out_of_range", detail, limit=most_positions)]})
    fields = _SCHEMA.load(members)
    return ProspectRequest(to_request(fields), fields.get("budget", min(BUDGET, most_positions)))


def prospect_json(request: ProspectRequest, verdict: dict[str, Any], outlook: Evaluation) -> dict[str, Any]:
    """Return the answer to a prospect request."""
    answer: dict[str, Any] = {"verdict": verdict, **finding_json(outlook.finding)}
    if CONTINUATION in request.replay.include:
        answer[CONTINUATION] = outlook.finding.continuation
    answer["search"] = {"budget": request.budget, "positions": outlook.positions}
    answer["prover_version"] = PROVER_VERSION
    if outlook.turning_point:
        answer[TURNING_POINT] = outlook.turning_point._asdict()
    return answer
