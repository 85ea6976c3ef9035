"""Prospect requests and answers: can this game still be won, and which move threw it away?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from marshmallow import ValidationError

from patience.search.evaluation import Evaluation
from patience.search.fewest_moves import FewestMoves
from patience.search.findings import PROVER_VERSION, Prospect
from patience.search.hints import Hint
from schemas.field_errors import FieldError
from schemas.inline_declaration import is_declared
from schemas.limits import MOST_POSITIONS
from schemas.problems import DECLARATIONS_REFUSED
from schemas.prospect import ProofSchema, finding_json
from schemas.replay_request import INCLUDES, ReplayRequest, ReplayRequestSchema, request_object, to_request
from schemas.request_fields import TrueOrFalse, WholeNumber, Words
from schemas.response_fields import (
    AnswerSchema,
    Described,
    boolean,
    count,
    many,
    named,
    nested,
    ref,
    share,
    string,
)
from schemas.strict_json import HIGHEST_INTEGER
from schemas.verdicts import VerdictSchema

BUDGET: Final = 30_000
"""The default number of positions that a search may expand."""

MOST_DECLARED: Final = 10_000
"""The most positions for a declared game, one of which may take fifty times as long as a usual one."""

CONTINUATION: Final = "continuation"
TURNING_POINT: Final = "turning_point"
MOVES: Final = "moves"

PROSPECT_INCLUDES: Final = (
    *(word for word in INCLUDES if word != "prospect"),
    *(CONTINUATION, TURNING_POINT, MOVES),
)


class ProspectRequestSchema(ReplayRequestSchema):
    """A game log as in a replay request, and a budget for the search."""

    class Meta(ReplayRequestSchema.Meta):
        exclude = ("lenient", "labels")

    include = Words(
        PROSPECT_INCLUDES,
        ("final_state",),
        "What the answer contains beside its required members: in its verdict, the same as for a replay; a "
        "winning line, if one is found; the move that threw the game away; the prospect after each legal "
        "move. The default is the position; `[]` is nothing.",
    )
    budget = WholeNumber(
        "The number of positions that all searches for this request together may expand: "
        f"{BUDGET} by default; at most {MOST_POSITIONS}, unless the service is configured "
        f"otherwise. For a declaration at most {MOST_DECLARED}. 0 uses proofs alone.",
        highest=HIGHEST_INTEGER,
    )
    shortest = TrueOrFalse(
        "Whether to look for a winning line of fewest moves and to prove how many every line needs, with at "
        "least three quarters of the budget. The default is `false`."
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


class HintSchema(AnswerSchema):
    """A legal move, and whether the game can be won after it."""

    move = named("Move")
    prospect = named("Prospect", "The prospect after the move.")
    proof = nested(ProofSchema, "Left out if the prospect is undecided.", required=False)


class ShortestSchema(AnswerSchema):
    """The fewest moves to a win, as a log counts them: a group of cards and a turn of the stock are one."""

    moves = Described(
        {"type": ["integer", "null"], "minimum": 0},
        "The moves of the shortest line found, which is the `continuation`; null if none was found.",
    )
    at_least = Described(
        {"type": ["integer", "null"], "minimum": 0},
        "A proved bound: every winning line has at least as many moves. Null if nothing is proved.",
    )
    proved_minimal = boolean("Whether both are equal: no line is shorter.")


class WinningShareSchema(AnswerSchema):
    """The share of legal moves that keep the win. Both numbers are equal if every move is decided."""

    at_least = share("The share of moves after which the game can be won.")
    at_most = share("The share of moves after which the game is not proved dead.")


class ProspectAnswerSchema(AnswerSchema):
    """Whether a game can still be won, given all its cards, and the proof."""

    verdict = nested(VerdictSchema, "The verdict, as `POST /v1/replays` answers it.")
    prospect = named("Prospect", "The prospect of the position reached; it never changes the outcome.")
    proof = nested(ProofSchema, "Left out if the prospect is undecided.", required=False)
    continuation = Described(
        {"type": ["array", "null"], "items": ref("Move")},
        "If included: a line of moves that wins from the position reached, replayed by the referee; null "
        "unless the game is winnable. What is left of the budget is used to shorten it.",
        required=False,
    )
    shortest = nested(ShortestSchema, "If requested with `shortest`.", required=False)
    search = nested(SearchSchema)
    prover_version = string(
        "The version of the solver; it changes when what can be proved changes.", examples=[PROVER_VERSION]
    )
    turning_point = nested(TurningPointSchema, "If included.", required=False)
    moves = many(HintSchema, "If included: every legal move, in the order of `legal_moves`.", required=False)
    winning_share = nested(
        WinningShareSchema, "If moves are included and at least one is legal.", required=False
    )


@dataclass(frozen=True, slots=True)
class ProspectRequest:
    """A log, what the answer is to contain, and the budget of the search."""

    replay: ReplayRequest
    budget: int
    shortest: bool = False


_SCHEMA = ProspectRequestSchema()


def load_prospect_request(
    body: object, most_moves: int, most_positions: int, *, no_declaration: str = DECLARATIONS_REFUSED
) -> ProspectRequest:
    """Return the request of a parsed body; `no_declaration` says why a declaration is refused, if it is.

    Raises ValidationError or Problem if it is not valid.
    """
    members = request_object(body, most_moves, len(PROSPECT_INCLUDES), no_declaration=no_declaration)
    budget = members.get("budget")
    if type(budget) is int and budget > most_positions:
        detail = f"The budget is {budget} positions. At most {most_positions} are accepted in one request."
        raise ValidationError({"budget": [FieldError("out_of_range", detail, limit=most_positions)]})
    fields = _SCHEMA.load(members)
    replay = to_request(fields)
    most = min(most_positions, MOST_DECLARED) if is_declared(replay.log.deal.tables) else most_positions
    if budget is not None and budget > most:
        detail = f"The budget is {budget} positions. At most {most} are accepted for a declaration."
        raise ValidationError({"budget": [FieldError("out_of_range", detail, limit=most)]})
    return ProspectRequest(replay, fields.get("budget", min(BUDGET, most)), fields.get("shortest", False))


def prospect_json(
    request: ProspectRequest,
    verdict: dict[str, Any],
    outlook: Evaluation,
    hints: Sequence[Hint] | None = None,
    fewest: FewestMoves | None = None,
) -> dict[str, Any]:
    """Return the answer to a prospect request."""
    answer: dict[str, Any] = {"verdict": verdict, **finding_json(outlook.finding)}
    if CONTINUATION in request.replay.include:
        answer[CONTINUATION] = outlook.finding.continuation
    if fewest is not None:
        line = outlook.finding.continuation
        answer["shortest"] = {
            "moves": None if line is None else len(line),
            "at_least": fewest.at_least,
            "proved_minimal": fewest.is_proved,
        }
    answer["search"] = {"budget": request.budget, "positions": outlook.positions}
    answer["prover_version"] = PROVER_VERSION
    if outlook.turning_point:
        answer[TURNING_POINT] = outlook.turning_point._asdict()
    if hints is not None:
        answer[MOVES] = [{"move": hint.move, **finding_json(hint.finding)} for hint in hints]
    if hints:
        answer["winning_share"] = dict(zip(("at_least", "at_most"), winning_share(hints), strict=True))
    return answer


def winning_share(hints: Sequence[Hint]) -> tuple[float, float]:
    """Return the least and the greatest share of moves that keep the win, to four places."""
    winnable = sum(hint.finding.prospect is Prospect.WINNABLE for hint in hints)
    dead = sum(hint.finding.prospect is Prospect.DEAD for hint in hints)
    return round(winnable / len(hints), 4), round(1 - dead / len(hints), 4)
