"""Prospect requests and their answers: can this game still be won, and where was it thrown away?"""

from dataclasses import dataclass
from typing import Any, Final

import orjson
from marshmallow import ValidationError

from schemas.prospect import ProofSchema, finding_json
from schemas.replay_request import INCLUDES, ReplayRequest, ReplayRequestSchema, request_object, to_request
from schemas.request_fields import WholeNumber, Words
from schemas.response_fields import AnswerSchema, Described, boolean, count, named, nested, ref, string
from schemas.verdicts import VerdictSchema
from service.config import Settings
from service.judging import strict_json
from service.judging.field_errors import Complaint
from service.judging.strict_json import HIGHEST_INTEGER
from service.prospects.evaluation import Evaluation
from service.prospects.findings import PROVER_VERSION

BUDGET: Final = 30_000
"""Positions expanded at most, unless the request says otherwise."""

CONTINUATION: Final = "continuation"
TURNING_POINT: Final = "turning_point"

PROSPECT_INCLUDES: Final = (*(word for word in INCLUDES if word != "prospect"), CONTINUATION, TURNING_POINT)


class ProspectRequestSchema(ReplayRequestSchema):
    """A game log as in a replay request, and how much may be searched for an answer."""

    include = Words(
        PROSPECT_INCLUDES,
        ("final_state",),
        "What the answer contains beside the essentials: in its verdict as in a replay's; the moves that "
        "win, if that is what is found; where along the log the game was thrown away. If left out: the "
        "position; `[]` is nothing.",
    )
    budget = WholeNumber(
        "How many positions may be expanded for this request, by all searches together: "
        f"{BUDGET} if left out; at most {Settings.most_positions}, unless this service is set to allow more "
        "or fewer. 0 asks for proofs alone.",
        highest=HIGHEST_INTEGER,
    )


class SearchSchema(AnswerSchema):
    """What it took, the same on every machine."""

    budget = count("Positions that might have been expanded.")
    positions = count("Positions that were.")


class TurningPointSchema(AnswerSchema):
    """Between which numbers of moves played the game was thrown away."""

    winnable_after = Described(
        {"type": ["integer", "null"], "minimum": 0},
        "After so many moves, and after fewer, it could still be won; null where that is not known.",
    )
    dead_after = Described(
        {"type": ["integer", "null"], "minimum": 0},
        "After so many moves, and after more, it could not; null where that is not known.",
    )
    exact = boolean(
        "Whether nothing is left open: the two are neighbours, so that the move between them threw the game "
        "away, or it was dead from the beginning, or is winnable to the end."
    )


class ProspectAnswerSchema(AnswerSchema):
    """Whether a game can still be won, with all its cards known, and how that is proved."""

    verdict = nested(VerdictSchema, "What really happened, as `POST /v1/replays` answers it.")
    prospect = named("Prospect", "Of the position reached; it never changes the outcome.")
    proof = nested(ProofSchema, "Left out of what is undecided.", required=False)
    continuation = Described(
        {"type": ["array", "null"], "items": ref("Move")},
        "If included: moves that win from the position reached, which the referee has played to the win; "
        "null unless it is winnable.",
        required=False,
    )
    search = nested(SearchSchema)
    prover_version = string("Changes when what can be proved does.", examples=[PROVER_VERSION])
    turning_point = nested(TurningPointSchema, "If included.", required=False)


@dataclass(frozen=True, slots=True)
class ProspectRequest:
    """What was asked: a log, what the answer shall contain, and how much may be searched."""

    replay: ReplayRequest
    budget: int


_SCHEMA = ProspectRequestSchema()


def read_prospect_request(text: bytes, most_moves: int, most_positions: int) -> ProspectRequest:
    """A prospect request.

    Raises JsonError, ValidationError or Problem if it is none.
    """
    given = request_object(strict_json.parse(text), most_moves, len(PROSPECT_INCLUDES))
    budget = given.get("budget")
    if type(budget) is int and budget > most_positions:
        detail = f"A budget of {budget} positions; at most {most_positions} are expanded for one request."
        raise ValidationError({"budget": [Complaint("out_of_range", detail, limit=most_positions)]})
    asked = _SCHEMA.load(given)
    return ProspectRequest(to_request(asked), asked.get("budget", min(BUDGET, most_positions)))


def prospect_json(asked: ProspectRequest, verdict: orjson.Fragment, outlook: Evaluation) -> dict[str, Any]:
    """The answer to a prospect request, for orjson."""
    answer: dict[str, Any] = {"verdict": verdict, **finding_json(outlook.finding)}
    if CONTINUATION in asked.replay.include:
        answer[CONTINUATION] = outlook.finding.continuation
    answer["search"] = {"budget": asked.budget, "positions": outlook.positions}
    answer["prover_version"] = PROVER_VERSION
    if outlook.turning_point:
        answer[TURNING_POINT] = outlook.turning_point._asdict()
    return answer
