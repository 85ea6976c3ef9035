"""Foresight: a player's games in, the odds against a player who does not see hidden cards out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from marshmallow import ValidationError

from patience.sight.odds import ASSUMPTIONS, LINE_BUDGET, MEANINGS, PLAYS, Foresight
from patience.sight.unsighted import BRISK, EFFORTS, HARD, ORDINARY, REFERENCE, Effort
from schemas.field_errors import FieldError, invalid_field, json_type
from schemas.inline_declaration import NOT_HERE
from schemas.limits import MOST_MOVES
from schemas.move_tokens import Moves
from schemas.pace import PaceSchema, Times, pace_json, times_error
from schemas.replay_request import DealRequestSchema, request_object, to_deal
from schemas.request_fields import Many, One, RequestSchema, WholeNumber, Word
from schemas.response_fields import (
    AnswerSchema,
    Described,
    JsonSchema,
    boolean,
    closed_words,
    count,
    many,
    named,
    nested,
    string,
    words,
)

MOST_LOGS: Final = 200
MOST_PLAYS: Final = 99

NAMED: Final[dict[str, JsonSchema]] = {
    "LeftOutReason": words(
        dict(MEANINGS),
        "Why a game does not count:",
        "the game does not count.",
    ),
    "ReferencePlayer": closed_words(
        {
            ORDINARY.name: "wins the fewest deals, so that a strong player without sight can reach high odds",
            BRISK.name: "wins more deals in less time",
            HARD.name: "wins the most deals; a play can cost the most",
        },
        "The player without sight to compare with:",
    ),
}


class PlayedLogSchema(DealRequestSchema):
    """A game log as in a replay request, with the deal, the moves and perhaps their times."""

    class Meta(DealRequestSchema.Meta):
        exclude = ("declaration",)

    moves = Moves(required=True, metadata={"description": "The moves in order."})
    times = Times(
        metadata={
            "description": "When each move was made, in milliseconds from the start of the game: for `pace`."
        }
    )


class ForesightRequestSchema(RequestSchema):
    """The games of one player, on deals that another party chose."""

    logs = Many(
        One(PlayedLogSchema),
        required=True,
        metadata={
            "description": "Every game that the player began on these deals, won or not.",
            "minItems": 1,
            "maxItems": MOST_LOGS,
        },
    )
    plays = WholeNumber(
        f"The most plays of the reference on a deal: {PLAYS} by default, from 1 to {MOST_PLAYS}.",
        lowest=1,
        highest=MOST_PLAYS,
    )
    reference = Word("ReferencePlayer", tuple(EFFORTS), f"`{REFERENCE.name}` by default.")


class WeighedGameSchema(AnswerSchema):
    """A game that counts. `line_share` and `pace` are signals of their own, on which no odds depend."""

    log = count("The place of the log in `logs`, from 0.")
    variant = named("VariantId")
    prospect = named(
        "Prospect", f"What a search within {LINE_BUDGET} positions finds for the deal: it sets the stakes."
    )
    won = boolean("Whether the player won.")
    reference_wins = count("How many of `reference_plays` the reference won.")
    reference_plays = count(
        "The plays of the reference that count: `plays`, or those before its third win. 0 for a lost game, "
        "which pays nothing however the reference plays."
    )
    line_share = Described(
        {"type": ["number", "null"], "minimum": 0, "maximum": 1},
        "The share of the referee's own winning line with which the log begins; null if no line was found "
        f"within {LINE_BUDGET} positions.",
    )
    pace = nested(PaceSchema, "If the log has `times`.", required=False)


class LeftOutSchema(AnswerSchema):
    """Games that do not count."""

    reason = named("LeftOutReason")
    games = count()


class ForesightAnswerSchema(AnswerSchema):
    """What the results prove, with the games that they follow from."""

    odds = Described(
        {"type": ["number", "null"], "minimum": 0},
        "The odds to one against a player who does not see hidden cards and wins none of these deals more "
        "often than the reference. Such a player reaches N with a chance of at most 1/N. Null if no game "
        "counts: the service cannot tell.",
    )
    statement = string("The same in a sentence.")
    assumptions = string("What this assumes, in a sentence.")
    reference = string("The reference player and its version.")
    plays = count("The most times that it plays a deal.")
    games = many(WeighedGameSchema)
    left_out = many(LeftOutSchema)
    positions = count("The positions searched.")


@dataclass(frozen=True, slots=True)
class ForesightRequest:
    """The logs of a player as the library reads them, the times of each, and how the reference plays."""

    logs: tuple[Mapping[str, Any], ...]
    times: tuple[Sequence[int] | None, ...]
    plays: int
    effort: Effort

    @property
    def moves(self) -> int:
        """The number of moves of all logs."""
        return sum(len(log["moves"]) for log in self.logs)


_SCHEMA = ForesightRequestSchema()


def load_foresight_request(body: object, most_moves: int = MOST_MOVES) -> ForesightRequest:
    """Return the request of a parsed body. Raises ValidationError or Problem if it is not valid."""
    if not isinstance(body, dict):
        raise invalid_field("wrong_type", f"A request is a JSON object, not {json_type(body)}.")
    logs = body.get("logs")
    if isinstance(logs, list):
        _check_sizes(logs, most_moves)
    fields = _SCHEMA.load(body)
    errors = {index: wrong for index, log in enumerate(fields["logs"]) if (wrong := _errors(log))}
    if errors:
        raise ValidationError({"logs": errors})
    times = tuple(log.get("times") for log in fields["logs"])
    effort = EFFORTS[fields.get("reference", REFERENCE.name)]
    return ForesightRequest(tuple(body["logs"]), times, fields.get("plays", PLAYS), effort)


def _check_sizes(logs: list[object], most_moves: int) -> None:
    """Raise ValidationError for lists that are too long or empty, before the schema, which costs far more."""
    if not 1 <= len(logs) <= MOST_LOGS:
        detail = f"Expected 1 to {MOST_LOGS} logs, found {len(logs)}."
        raise ValidationError({"logs": [FieldError("out_of_range", detail, limit=MOST_LOGS)]})
    errors = {}
    for index, log in enumerate(logs):
        try:
            request_object(log, most_moves, no_declaration=NOT_HERE)
        except ValidationError as error:
            errors[index] = error.messages
    if errors:
        raise ValidationError({"logs": errors})


def _errors(log: Mapping[str, Any]) -> Any:
    """Return what is wrong between the fields of a log; an illegal move is not."""
    try:
        to_deal(log)
    except ValidationError as error:
        return error.messages
    return times_error(log.get("times"), len(log["moves"]), has_pace=False)


def foresight_json(found: Foresight, times: Sequence[Sequence[int] | None], plays: int) -> dict[str, Any]:
    """Return what a player's results prove, given the times of each log and the most plays."""
    return {
        "odds": found.odds if found.games else None,
        "statement": found.statement,
        "assumptions": ASSUMPTIONS,
        "reference": found.reference,
        "plays": plays,
        "games": [
            {
                "log": game.log,
                "variant": game.variant,
                "prospect": game.prospect,
                "won": game.won,
                "reference_wins": game.wins,
                "reference_plays": game.plays,
                "line_share": game.line_share,
                **({"pace": pace_json(known)} if (known := times[game.log]) is not None else {}),
            }
            for game in found.games
        ],
        "left_out": [{"reason": reason, "games": games} for reason, games in found.left_out.items()],
    }
