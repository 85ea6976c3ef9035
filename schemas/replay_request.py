"""A replay request: from JSON to the log that the engine replays."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from marshmallow import ValidationError

from schemas.card_codes import DECK_SIZE, Deck, PileCards
from schemas.move_tokens import Moves
from schemas.request_fields import WHOLE, Many, One, RequestSchema, Text, WholeNumber, Words
from schemas.response_fields import JsonSchema
from schemas.rule_options import RuleOptions, option_complaints
from schemas.seed_field import Seed
from schemas.variant_description import VariantId
from schemas.versions import check_version
from service.config import Settings
from service.engine.compiled import OptionError, Tables, tables_for
from service.engine.dealing import deal_deck, deal_seed
from service.engine.replay import Checkpoint, GameLog
from service.engine.variants import VARIANTS
from service.judging.field_errors import Complaint, brief, json_type
from service.judging.strict_json import HIGHEST_INTEGER

INCLUDES = ("final_state", "legal_moves", "trace", "link", "prospect")
LONGEST_REF = 200
MOST_CHECKPOINTS = 1000
MOST_MEMBERS = 50
"""Of any object in a request: more than a request has fields, or a variant piles."""

LONGEST_VERSION = 20


class CheckpointSchema(RequestSchema):
    """What the client believes some piles hold after so many moves: at most as many as the log has."""

    after = WholeNumber("How many moves have been played.", highest=HIGHEST_INTEGER, required=True)
    piles = PileCards(
        required=True,
        metadata={
            "description": "Card lists by pile, bottom to top; `??` matches any card. Piles are those of the "
            "variant; without a stock or a waste, `S` or `W` is empty."
        },
    )


class ReplayRequestSchema(RequestSchema):
    """A game log to replay: a variant, exactly one of `seed` and `deck`, and the moves."""

    # Exactly one of two, written so that generators of clients, which skip it, get the fields right.
    json_schema: ClassVar[JsonSchema] = {
        "if": {"required": ["seed"]},
        "then": {"not": {"required": ["deck"]}},
        "else": {"required": ["deck"]},
    }

    variant = VariantId(required=True)
    rules = RuleOptions(load_default=dict)
    seed = Seed()
    deck = Deck(metadata={"description": f"{DECK_SIZE} cards in dealing order, each of the 52 twice."})
    moves = Moves(
        required=True,
        metadata={
            "description": f"The moves in order; at most {Settings.most_moves}, unless this service is set "
            "to take more or fewer."
        },
    )
    include = Words(
        INCLUDES,
        ("final_state",),
        "What the verdict contains beside the essentials: the position reached, its legal moves, what each "
        "move played did, a link to the viewer, whether the game can still be won. If left out: the "
        "position; `[]` is nothing.",
    )
    checkpoints = Many(
        One(CheckpointSchema),
        load_default=list,
        metadata={
            "description": "What the client believes some piles hold; the first that differs is named.",
            "maxItems": MOST_CHECKPOINTS,
        },
    )
    rules_version = Text(
        "The version of the variant's rules that the client means; 409 if another is served.",
        longest=LONGEST_VERSION,
    )
    ref = Text(
        "The client's own name for this log: answered as it is, never logged, and no part of any id.",
        longest=LONGEST_REF,
    )

    def handle_error(self, error: ValidationError, data: Any, **named: Any) -> NoReturn:
        """Raise what is wrong with single fields together with what is wrong between them."""
        try:
            super().handle_error(error, data, **named)
        except ValidationError as found:
            raise ValidationError({**_problems_between(data), **found.messages_dict}) from None


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """What was asked: a log, and what its verdict shall contain."""

    log: GameLog
    include: frozenset[str]
    ref: str | None = None


_SCHEMA = ReplayRequestSchema()


def load_replay_request(body: object, most_moves: int = Settings.most_moves) -> ReplayRequest:
    """A request body, already parsed, as a log.

    Raises ValidationError with everything that is wrong with it, or Problem as ``to_request``.
    """
    return to_request(_SCHEMA.load(request_object(body, most_moves)))


def to_request(fields: Mapping[str, Any]) -> ReplayRequest:
    """The fields that a schema has accepted, checked against each other, as a log.

    Raises ValidationError, or Problem if only the version of its rules is not served.
    """
    try:
        tables = tables_for(fields["variant"], fields["rules"])
    except OptionError:
        raise ValidationError(_problems_between(fields)) from None
    if ("seed" in fields) == ("deck" in fields):
        raise ValidationError(_problems_between(fields))
    deal = deal_seed(tables, fields["seed"]) if "seed" in fields else deal_deck(tables, fields["deck"])
    moves = tuple(fields["moves"])
    checkpoints = tuple(Checkpoint(**checkpoint) for checkpoint in fields["checkpoints"])
    misplaced = {
        index: problem
        for index, checkpoint in enumerate(checkpoints)
        if (problem := _checkpoint_problem(tables, checkpoint, len(moves)))
    }
    if misplaced:
        raise ValidationError({"checkpoints": misplaced})
    check_version(tables.variant, fields.get("rules_version"))
    return ReplayRequest(GameLog(deal, moves, checkpoints), frozenset(fields["include"]), fields.get("ref"))


def request_object(body: object, most_moves: int, most_included: int = len(INCLUDES)) -> Mapping[str, Any]:
    """A request body, already parsed, if it is an object and nothing in it is longer than allowed.

    Raises ValidationError.
    """
    if not isinstance(body, dict):
        detail = f"A request is a JSON object, not {json_type(body)}."
        raise ValidationError(Complaint("wrong_type", detail))
    # Before the schema looks at them, which costs hundreds of times as much as reading them.
    most = {"moves": most_moves, "include": most_included, "checkpoints": MOST_CHECKPOINTS}
    problems: dict[Any, Any] = {
        name: [_too_many(f"{len(given)} {name}; at most {longest} are judged in one log.", longest)]
        for name, longest in most.items()
        if isinstance(given := body.get(name), list) and len(given) > longest
    }
    if len(body) > MOST_MEMBERS:
        problems[WHOLE] = _too_wide(dict.fromkeys(body))
    for name in ("rules", "claim", "checkpoints"):
        if name not in problems and (wide := _too_wide(body.get(name))):
            problems[name] = wide
    if problems:
        raise ValidationError(problems)
    return body


def _too_wide(value: object) -> Any:
    """What is wrong with the objects in a value that have too many members, in the shape of the value."""
    if isinstance(value, dict):
        if len(value) > MOST_MEMBERS:
            detail = f"An object of {len(value)} members; at most {MOST_MEMBERS} are looked at."
            return [_too_many(detail, MOST_MEMBERS)]
        return {name: wide for name, inner in value.items() if (wide := _too_wide(inner))}
    if isinstance(value, list):
        return {index: wide for index, inner in enumerate(value) if (wide := _too_wide(inner))}
    return None


def _too_many(detail: str, limit: int) -> Complaint:
    return Complaint("too_many", detail, limit=limit)


def _problems_between(fields: Mapping[str, Any]) -> dict[str, Any]:
    """What is wrong with fields taken together, as far as each is of its type."""
    problems: dict[str, Any] = {}
    variant, rules = fields.get("variant"), fields.get("rules", {})
    declaration = VARIANTS.get(variant) if isinstance(variant, str) else None
    if declaration and isinstance(rules, dict) and (wrong := option_complaints(declaration, rules)):
        problems["rules"] = wrong
    if ("seed" in fields) == ("deck" in fields):
        given = "both were" if "seed" in fields else "neither was"
        detail = f"Exactly one of seed and deck is needed; {given} given."
        problems[WHOLE] = [Complaint("seed_or_deck", detail)]
    return problems


def _checkpoint_problem(tables: Tables, checkpoint: Checkpoint, moves: int) -> dict[str, Any] | None:
    if checkpoint.after > moves:
        text = f"The checkpoint is after move {checkpoint.after}, but the log ends after move {moves}."
        return {"after": [Complaint("out_of_range", text, limit=moves)]}
    # A variant without stock or waste has an empty one, as in a position's JSON.
    unknown = [name for name in checkpoint.piles if name not in tables.pile and name not in ("S", "W")]
    if unknown:
        text = f"{tables.variant.id} has no pile {{}}. Its piles: {', '.join(tables.names)}."
        return {
            "piles": {
                name: [Complaint("unknown_pile", text.format(brief(name)), found=name, known=tables.names)]
                for name in unknown
            }
        }
    return None
