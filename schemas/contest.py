"""Contests: deals that were committed before, the players' logs, and the ranking that follows."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any, ClassVar, Final

import orjson
from marshmallow import ValidationError

from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.play.dealing import Deal, deal_seed
from patience.play.scores import score_names, scorings_of
from schemas.claim import Points
from schemas.deal import Seed
from schemas.field_errors import FieldError, brief, invalid_field, json_type
from schemas.limits import LONGEST_NAME
from schemas.move_tokens import Moves
from schemas.request_fields import CheckedField, Many, One, RequestSchema, Text, WholeNumber
from schemas.response_fields import (
    AnswerSchema,
    Described,
    JsonSchema,
    closed_words,
    count,
    many,
    named,
    string,
    strings,
    words,
)
from schemas.rule_options import RuleOptions, option_errors
from schemas.variant_description import VariantId, check_version

VERSION: Final = "1"

MOST_DEALS: Final = 100
MOST_PLAYERS: Final = 10_000
MOST_ENTRIES: Final = 20_000

LONGEST_RECEIPT: Final = 10_000


class Criterion(StrEnum):
    """What players are ranked by."""

    WINS = "wins"
    POINTS = "points"
    TIMED_POINTS = "timed_points"
    MOVES = "moves"
    SECONDS = "seconds"


FIRST: Final = (Criterion.WINS, Criterion.POINTS, Criterion.TIMED_POINTS)
"""The criteria that a ranking can begin with."""

TIMED: Final = frozenset({Criterion.TIMED_POINTS, Criterion.SECONDS})
"""The criteria for which each entry needs a measured time."""


class EntryFlaw(StrEnum):
    """Why an entry does not count."""

    UNKNOWN_PLAYER = "unknown_player"
    UNKNOWN_DEAL = "unknown_deal"
    ENTERED_TWICE = "entered_twice"
    ILLEGAL_MOVE = "illegal_move"
    OUTCOME_DIFFERS = "outcome_differs"
    SCORE_DIFFERS = "score_differs"
    RECEIPT_DIFFERS = "receipt_differs"
    TICKET_USED = "ticket_used"
    NO_TIME = "no_time"


NAMED: Final[dict[str, JsonSchema]] = {
    "Criterion": closed_words(
        {
            Criterion.WINS: "games won, more first",
            Criterion.POINTS: "the sum of the scores of all entries, more first",
            Criterion.TIMED_POINTS: "the same with the points of time, for `elapsed_at_most` of each receipt",
            Criterion.MOVES: "the moves of won games, fewer first",
            Criterion.SECONDS: "the seconds of won games, fewer first: `elapsed_at_most` of their receipts",
        },
        "What players are ranked by:",
    ),
    "EntryFlaw": words(
        {
            EntryFlaw.UNKNOWN_PLAYER: "the contest has no such player",
            EntryFlaw.UNKNOWN_DEAL: "the contest has no such deal",
            EntryFlaw.ENTERED_TWICE: "the player has another entry for this deal",
            EntryFlaw.ILLEGAL_MOVE: "the log has an illegal move",
            EntryFlaw.OUTCOME_DIFFERS: "the log has another outcome than the entry states",
            EntryFlaw.SCORE_DIFFERS: "the log has another score than the entry states",
            EntryFlaw.RECEIPT_DIFFERS: "the receipt is not genuine, or of another game or player",
            EntryFlaw.TICKET_USED: "another entry has the receipt of the same ticket",
            EntryFlaw.NO_TIME: "the ranking needs a time, which only the receipt for a ticket has",
        },
        "Why an entry does not count:",
        "the entry does not count all the same; show `detail`.",
    ),
}


class Ranking(CheckedField):
    """What players are ranked by, the first criterion first."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "array",
        "items": {"$ref": "#/components/schemas/Criterion"},
        "minItems": 1,
        "maxItems": len(Criterion),
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> tuple[Criterion, ...]:
        if not isinstance(value, list):
            raise invalid_field("wrong_type", f"ranking is a list of criteria, not {json_type(value)}.")
        if not value or not all(isinstance(word, str) and word in list(Criterion) for word in value):
            detail = f"Expected some of {', '.join(Criterion)}; found {brief(value)}."
            raise invalid_field("unknown_value", detail)
        # Fewer moves and seconds are better only between players with equally many wins.
        if len(set(value)) < len(value) or value[0] not in FIRST:
            detail = (
                f"Expected one of {', '.join(FIRST)} first, and each criterion once; found {brief(value)}."
            )
            raise invalid_field("unknown_value", detail)
        return tuple(map(Criterion, value))


class ContestDealSchema(RequestSchema):
    """A deal of a contest, which is always one of a seed."""

    variant = VariantId(required=True)
    rules = RuleOptions(load_default=dict)
    rules_version = Text(
        "The version of the rules; 409 if there is no such version.", longest=20, required=True
    )
    seed = Seed(required=True)


class EntrySchema(RequestSchema):
    """What a player did with a deal."""

    player = Text("The player's name.", shortest=1, longest=LONGEST_NAME, required=True)
    deal = WholeNumber("The place of the deal in `deals`, from 0.", highest=MOST_DEALS, required=True)
    moves = Moves(required=True, metadata={"description": "The log: the moves in order."})
    outcome = Text("The outcome that the player claims, if any.", longest=20)
    points = Points(
        metadata={"description": "The score that the player claims, if any: it must be that of the log."}
    )
    receipt = Text(
        "The receipt for a ticket on this deal: it proves the time.", shortest=1, longest=LONGEST_RECEIPT
    )


class ContestSchema(RequestSchema):
    """A contest: what was committed before, who plays, and what they sent."""

    contest_version = Text("The version of this format.", longest=20, required=True)
    name = Text("The name of the contest.", shortest=1, longest=LONGEST_NAME, required=True)
    salt = Text(
        "A secret text of the organiser until the deals are known, so that they cannot be guessed from the "
        "commitment.",
        shortest=16,
        longest=LONGEST_NAME,
        required=True,
    )
    commitment = Text("The commitment, as published before.", longest=100, required=True)
    scoring = Text("The scoring that `points` are by, if the ranking has them.", longest=40)
    ranking = Ranking(required=True, metadata={"description": "What players are ranked by."})
    deals = Many(One(ContestDealSchema), required=True)
    players = Many(Text("A name.", shortest=1, longest=LONGEST_NAME), required=True)
    entries = Many(One(EntrySchema), required=True)


@dataclass(frozen=True, slots=True)
class Entry:
    """What a player did with a deal."""

    player: str
    deal: int
    moves: tuple[str, ...]
    outcome: str | None
    points: int | None
    receipt: str | None


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest whose commitment holds."""

    name: str
    commitment: str
    scoring: str | None
    ranking: tuple[Criterion, ...]
    deals: tuple[Deal, ...]
    players: tuple[str, ...]
    entries: tuple[Entry, ...]


_SCHEMA = ContestSchema()

COMMITTED: Final = ("contest_version", "deals", "name", "ranking", "salt", "scoring")
"""The members that the commitment is to."""


def commitment_of(contest: Mapping[str, Any]) -> str:
    """Return the commitment to a contest: the SHA-256 of its committed members as compact, sorted JSON."""
    content = {name: contest.get(name) for name in COMMITTED}
    return f"sha256:{sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()}"


def load_contest(body: object, most_moves: int) -> Contest:
    """Return the contest of a parsed body.

    Raises ValidationError with what is wrong with it, or Problem for the version of rules.
    """
    if not isinstance(body, dict):
        raise invalid_field("wrong_type", f"A contest is a JSON object, not {json_type(body)}.")
    _check_sizes(body, most_moves)
    fields = _SCHEMA.load(body)
    if fields["contest_version"] != VERSION:
        detail = f"Expected {VERSION!r}, found {brief(fields['contest_version'])}."
        raise ValidationError({"contest_version": [FieldError("unknown_value", detail)]})
    deals = _deals(fields["deals"])
    _check_scoring(fields, deals)
    expected = commitment_of(body)
    if fields["commitment"] != expected:
        detail = f"Expected {expected}, which follows from the deals; found {brief(fields['commitment'])}."
        raise ValidationError({"commitment": [FieldError("commitment_differs", detail)]})
    if len(set(fields["players"])) < len(fields["players"]):
        raise ValidationError({"players": [FieldError("given_twice", "A player is listed twice.")]})
    entries = (
        Entry(
            entry["player"],
            entry["deal"],
            tuple(entry["moves"]),
            *map(entry.get, ("outcome", "points", "receipt")),
        )
        for entry in fields["entries"]
    )
    return Contest(
        fields["name"],
        fields["commitment"],
        fields.get("scoring"),
        fields["ranking"],
        tuple(deals),
        tuple(fields["players"]),
        tuple(entries),
    )


def _check_sizes(body: Mapping[str, Any], most_moves: int) -> None:
    """Raise ValidationError for lists that are too long, before the schema, which costs far more."""
    limits = {"deals": MOST_DEALS, "players": MOST_PLAYERS, "entries": MOST_ENTRIES}
    errors: dict[str, Any] = {
        name: [FieldError("too_many", f"{len(value)} {name}. At most {limit} are accepted.", limit=limit)]
        for name, limit in limits.items()
        if isinstance(value := body.get(name), list) and len(value) > limit
    }
    entries = body.get("entries")
    for index, entry in enumerate(entries if isinstance(entries, list) and not errors else ()):
        moves = entry.get("moves") if isinstance(entry, dict) else None
        if isinstance(moves, list) and len(moves) > most_moves:
            detail = f"{len(moves)} moves. At most {most_moves} are accepted in one log."
            errors.setdefault("entries", {})[index] = {
                "moves": [FieldError("too_many", detail, limit=most_moves)]
            }
    if errors:
        raise ValidationError(errors)


def _deals(listed: list[dict[str, Any]]) -> list[Deal]:
    """Return the deals. Raises ValidationError for rule options, and Problem for a version of rules."""
    if not listed:
        raise ValidationError({"deals": [FieldError("missing", "A contest has at least one deal.")]})
    errors = {
        index: {"rules": wrong}
        for index, deal in enumerate(listed)
        if (wrong := option_errors(VARIANTS[deal["variant"]], deal["rules"]))
    }
    if errors:
        raise ValidationError({"deals": errors})
    for deal in listed:
        check_version(VARIANTS[deal["variant"]], deal["rules_version"])
    tables = (tables_for(deal["variant"], deal["rules"], deal["rules_version"]) for deal in listed)
    return [deal_seed(rules, deal["seed"]) for rules, deal in zip(tables, listed, strict=True)]


def _check_scoring(fields: Mapping[str, Any], deals: list[Deal]) -> None:
    """Raise ValidationError unless every deal has the scoring that the ranking needs."""
    scoring = fields.get("scoring")
    is_timed = Criterion.TIMED_POINTS in fields["ranking"]
    if scoring is None:
        if is_timed or Criterion.POINTS in fields["ranking"]:
            raise ValidationError(
                {"scoring": [FieldError("missing", "A ranking by points needs a scoring.")]}
            )
        return
    for deal in deals:
        is_known = scoring in score_names(deal.tables)
        counted = scorings_of(deal.tables).get(scoring)
        if not is_known or (is_timed and (counted is None or counted.time is None)):
            kind = "no scoring" if not is_known else "no points for time in the scoring"
            detail = f"{deal.tables.variant.id} has {kind} {brief(scoring)} under these options."
            raise ValidationError({"scoring": [FieldError("unknown_value", detail, value=scoring)]})


class RankedSchema(AnswerSchema):
    """A player's place."""

    rank = count("From 1 on; players who are equal by all criteria share it.")
    player = string()
    wins = count("Games won.")
    points = Described({"type": ["integer", "null"]}, "The sum of the scores; null without a scoring.")
    timed_points = Described(
        {"type": ["integer", "null"]}, "The same with the points of time; null if the ranking has none."
    )
    moves = count("The moves of the games won.")
    seconds = Described(
        {"type": ["integer", "null"]}, "The seconds of the games won; null if the ranking has no times."
    )
    games = strings("The `game_id` of each entry that counts.")


class RefusedEntrySchema(AnswerSchema):
    """An entry that does not count."""

    entry = count("The place of the entry in `entries`, from 0.")
    player = string()
    deal = count("The place of the deal.")
    code = named("EntryFlaw")
    detail = string("The reason in a sentence.")


class ContestAnswerSchema(AnswerSchema):
    """The ranking of a contest, and the entries that do not count."""

    commitment = named("Hash", "The commitment, which fits the deals, the scoring and the ranking.")
    ranking = many(RankedSchema, "All players, the first one first.")
    refused = many(RefusedEntrySchema, "Every entry that does not count, with the reason.")
    counted = count("The entries that count.")
    receipt = Described(
        {"type": ["string", "null"]},
        "A JWT signed with Ed25519, of type `patience-contest+jwt`: the members above, with `iss`, `aud`, "
        "`iat`, the `name`, and `deal_ids`. Null if the service has no key.",
    )
