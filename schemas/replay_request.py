"""Replay requests: from JSON to the log that the engine replays."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, ClassVar, Final, NoReturn

from marshmallow import ValidationError

from patience.cards.notation import NotationError
from patience.compilation.compiled_rules import CompiledRules, OptionError, settle_options, tables_for
from patience.formats.board_input import read_board
from patience.games import VARIANTS
from patience.play.board import BoardError
from patience.play.dealing import Deal, DeckError, deal_board, deal_deck, deal_seed
from patience.play.replay import Checkpoint, GameLog
from patience.play.unnamed_sources import is_unnamed, named
from patience.rules.scoring_rules import Event
from patience.rules.variant import Variant
from patience.words.names import listed
from schemas.board_field import BoardField, board_errors
from schemas.deal import MOST_DECK, MOST_ORDERS, Deck, RedealOrders, Seed, deck_errors, order_errors
from schemas.field_errors import FieldError, brief, invalid_field, json_type
from schemas.inline_declaration import InlineDeclaration, declared_tables, is_declared
from schemas.labels import LONGEST_LABEL, Labels, labels_error
from schemas.limits import LONGEST_REF, MOST_MOVES
from schemas.move_tokens import Moves, check_moves, token_errors
from schemas.pace import Times, times_error
from schemas.positions import PileCards
from schemas.problems import DECLARATIONS_REFUSED, Problem
from schemas.request_fields import WHOLE, Many, One, RequestSchema, Text, TrueOrFalse, WholeNumber, Words
from schemas.response_fields import JsonSchema
from schemas.rule_options import RuleOptions, option_errors
from schemas.strict_json import HIGHEST_INTEGER
from schemas.variant_description import VariantId, check_version

INCLUDES = ("final_state", "legal_moves", "trace", "link", "score", "pace", "prospect")
MOST_CHECKPOINTS = 1000
DEALS = ("seed", "deck", "board")
"""The fields that say which cards lie where; a request has exactly one of them."""

MOST_MEMBERS = 50
"""Members of any object in a request: more than a request has fields, or a variant piles."""

LONGEST_VERSION = 20


class CheckpointSchema(RequestSchema):
    """What the client expects on some piles after a number of moves. Ignored if one of them is illegal."""

    after = WholeNumber(
        "The number of moves played; at most the number of moves in the log.",
        highest=HIGHEST_INTEGER,
        required=True,
    )
    piles = PileCards(
        required=True,
        metadata={
            "description": "Card lists by pile, bottom to top; `??` matches any card. The piles are those of "
            "the variant. `S` and `W` are empty for a variant without stock or waste."
        },
    )


# Exactly one of the three, written so that generators of clients, which ignore it, get the fields right.
ONE_DEAL: Final[JsonSchema] = {
    "if": {"required": ["seed"]},
    "then": {"not": {"anyOf": [{"required": [name]} for name in ("deck", "board", "redeal_orders")]}},
    "else": {
        "if": {"required": ["deck"]},
        "then": {"not": {"required": ["board"]}},
        "else": {"required": ["board"]},
    },
}

_ONE_GAME: Final[JsonSchema] = {
    "if": {"required": ["declaration"]},
    "then": {"not": {"required": ["variant"]}, **ONE_DEAL},
    "else": {"required": ["variant"], **ONE_DEAL},
}


class DealRequestSchema(RequestSchema):
    """A deal: a variant or a declaration, and one of `seed`, `deck` and `board`."""

    json_schema: ClassVar[JsonSchema] = _ONE_GAME

    variant = VariantId()
    declaration = InlineDeclaration()
    rules = RuleOptions(load_default=dict)
    seed = Seed()
    deck = Deck(metadata={"description": "Every card of the game's packs once per pack, in dealing order."})
    board = BoardField()
    redeal_orders = RedealOrders(
        metadata={
            "description": "Only with `deck` or `board`, where redeals shuffle: for each redeal all cards of "
            "the packs, in the order in which it deals those that are left. A seed has its own orders. "
            "A redeal whose order is not given is illegal (`no_redeals_left`)."
        }
    )
    rules_version = Text(
        "The version of the variant's rules to judge by, which may be a former one; 409 if it is unknown.",
        longest=LONGEST_VERSION,
    )

    def handle_error(self, error: ValidationError, data: Any, **named: Any) -> NoReturn:
        """Raise the errors of single fields together with those between fields."""
        try:
            super().handle_error(error, data, **named)
        except ValidationError as fields_error:
            messages = fields_error.messages_dict
            # What was refused once is not compiled again.
            fields = {**data, "declaration": None} if "declaration" in messages else data
            raise ValidationError({**_errors_between(fields), **messages}) from None


class ReplayRequestSchema(DealRequestSchema):
    """A game log to replay: a variant, one of `seed`, `deck` and `board`, and the moves."""

    moves = Moves(
        required=True,
        metadata={
            "description": f"The moves in order; at most {MOST_MOVES}, unless the service is "
            "configured otherwise."
        },
    )
    include = Words(
        INCLUDES,
        ("final_state",),
        "What the verdict contains beside its required members: the position reached, its legal moves, what "
        "each move did, a link to the viewer, the scores, the pace, the prospect. The default is the "
        "position; `[]` is nothing.",
    )
    checkpoints = Many(
        One(CheckpointSchema),
        load_default=list,
        metadata={
            "description": "What the client expects on some piles; the verdict names the first difference.",
            "maxItems": MOST_CHECKPOINTS,
        },
    )
    times = Times(
        metadata={
            "description": "When each move was made, in milliseconds from the start of the game. Nothing "
            "checks them, but a claim's ticket bounds them."
        }
    )
    labels = Labels(
        metadata={
            "description": f"The client's name for each move, at most {LONGEST_LABEL} characters, repeated "
            "where several moves are one click. The answer has it wherever it names a move of the log."
        }
    )
    lenient = TrueOrFalse(
        "Whether a move that is not a token of the grammar ends the log instead of refusing the request: the "
        "verdict is on the moves before it, and `first_malformed_move` names it."
    )
    ref = Text(
        "The client's own name for this log. It is returned unchanged, never logged, and not part of any id.",
        longest=LONGEST_REF,
    )


FIELDS: Final = tuple(ReplayRequestSchema().fields)
"""The names of the fields of a request."""


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """A log, and what its verdict is to contain."""

    log: GameLog
    include: frozenset[str]
    ref: str | None = None
    claimed: Mapping[Event, int] = field(default_factory=dict)
    """The numbers of events that no log shows, as a claim says."""
    times: tuple[int, ...] | None = None
    """When each move was made, in milliseconds, as the client says."""
    labels: tuple[str, ...] | None = None
    """The client's name for each move."""
    lenient: bool = False
    """Whether a malformed move ends the log instead of refusing the request."""
    malformed: "MalformedMove | None" = None
    """The move that ends the log."""


@dataclass(frozen=True, slots=True)
class MalformedMove:
    """A move that is not a token of the grammar."""

    index: int
    move: object
    detail: str
    moves_total: int
    """The number of moves sent."""
    label: object = None
    """The client's name for the move."""


_SCHEMA = ReplayRequestSchema()
_DEAL_SCHEMA = DealRequestSchema()


def load_replay_request(
    body: object,
    most_moves: int = MOST_MOVES,
    *,
    no_declaration: str = DECLARATIONS_REFUSED,
    may_be_lenient: bool = False,
) -> ReplayRequest:
    """Return the request of a parsed body; `no_declaration` says why a declaration is refused, if it is.

    Unless the caller tells of a malformed move that ended the log, `may_be_lenient`, it is refused as ever.

    Raises ValidationError with everything that is wrong with it, or Problem as `to_request` does.
    """
    fields = request_object(body, most_moves, no_declaration=no_declaration)
    is_lenient = may_be_lenient and fields.get("lenient") is True
    malformed = _first_malformed(fields.get("moves")) if is_lenient else None
    if malformed:
        if isinstance(labels := fields.get("labels"), list):
            malformed = replace(malformed, label=next(iter(labels[malformed.index :]), None))
        fields = _ended(fields, malformed.index)
    request = to_request(_SCHEMA.load(fields))
    return replace(request, malformed=malformed) if malformed else request


def plain_errors(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the errors of moves that are not tokens, and of members that no request has, by their names."""
    errors: dict[str, Any] = {**_SCHEMA.unknown_errors(fields)}
    moves = fields.get("moves")
    if isinstance(moves, list):
        try:
            check_moves(moves)
        except NotationError as error:
            errors["moves"] = token_errors(moves, error)
    return errors


def _ended(fields: Mapping[str, Any], moves: int) -> dict[str, Any]:
    """Return a request whose log ends after this number of moves, without what it says of later ones."""
    shorter = {**fields, "moves": fields["moves"][:moves]}
    for name in ("times", "labels"):
        if isinstance(each := fields.get(name), list):
            shorter[name] = each[:moves]
    if isinstance(checkpoints := fields.get("checkpoints"), list):
        shorter["checkpoints"] = [
            checkpoint
            for checkpoint in checkpoints
            if not (
                isinstance(checkpoint, dict)
                and isinstance(after := checkpoint.get("after"), int)
                and moves < after <= len(fields["moves"])
            )
        ]
    return shorter


def _first_malformed(tokens: object) -> MalformedMove | None:
    """Return the first move of a list that is not a token of the grammar."""
    if not isinstance(tokens, list):
        return None
    try:
        check_moves(tokens)
    except NotationError as error:
        index = min(error.problems)
        return MalformedMove(index, tokens[index], error.problems[index], len(tokens))
    return None


def load_deal_request(body: object, *, no_declaration: str = DECLARATIONS_REFUSED) -> Deal:
    """Return the deal of a parsed body. Raises ValidationError or Problem if it is not valid."""
    fields = _DEAL_SCHEMA.load(request_object(body, 0, no_declaration=no_declaration))
    deal = to_deal(fields)
    check_version(deal.tables.variant, fields.get("rules_version"))
    return deal


def to_request(fields: Mapping[str, Any]) -> ReplayRequest:
    """Check the loaded fields against each other and return the request.

    Raises ValidationError, or Problem if the only thing wrong is the version of the rules.
    """
    deal = to_deal(fields)
    moves = _moves(deal, fields["moves"])
    checkpoints = tuple(Checkpoint(**checkpoint) for checkpoint in fields["checkpoints"])
    errors = {
        index: error
        for index, checkpoint in enumerate(checkpoints)
        if (error := _checkpoint_errors(deal.tables, checkpoint, len(moves)))
    }
    if errors:
        raise ValidationError({"checkpoints": errors})
    include, times = frozenset(fields["include"]), fields.get("times")
    if wrong := times_error(times, len(moves), has_pace="pace" in include):
        raise ValidationError(wrong)
    if wrong := labels_error(labels := fields.get("labels"), len(moves)):
        raise ValidationError(wrong)
    if "link" in include and is_declared(deal.tables):
        detail = "A game of a declaration has no link: the viewer knows the variants of the service."
        raise ValidationError({"include": [FieldError("unknown_value", detail)]})
    if "link" in include and deal.orders:
        detail = "A game with redeal_orders has no link: links do not carry them."
        raise ValidationError({"include": [FieldError("unknown_value", detail)]})
    check_version(deal.tables.variant, fields.get("rules_version"))
    log = GameLog(deal, moves, checkpoints)
    lenient = fields.get("lenient", False)
    return ReplayRequest(log, include, fields.get("ref"), times=times, labels=labels, lenient=lenient)


def _moves(deal: Deal, tokens: list[str]) -> tuple[str, ...]:
    """Return the moves of a log, each foundation that cards leave numbered. Raises ValidationError."""
    if not any(map(is_unnamed, tokens)):
        return tuple(tokens)
    try:
        return tuple(named(deal.opening, tokens))
    except NotationError as error:
        raise ValidationError({"moves": token_errors(tokens, error)}) from None


def to_deal(fields: Mapping[str, Any]) -> Deal:
    """Return the deal of loaded fields, whatever the version of its rules. Raises ValidationError."""
    if sum(name in fields for name in DEALS) != 1 or ("variant" in fields) == ("declaration" in fields):
        raise ValidationError(_errors_between(fields))
    try:
        tables = _tables(fields)
        deal = _deal(tables, fields)
    except (OptionError, DeckError, BoardError, ValidationError):
        raise ValidationError(_errors_between(fields)) from None
    return deal


def _tables(fields: Mapping[str, Any]) -> CompiledRules:
    """Return the rules of loaded fields. Raises OptionError for options that they do not have."""
    if "declaration" not in fields:
        return tables_for(fields["variant"], fields["rules"], _version(fields))
    declared: CompiledRules = fields["declaration"]
    settle_options(declared.variant, fields["rules"])
    return declared


def _version(fields: Mapping[str, Any]) -> str | None:
    """Return the version of the rules to judge by; None, the last one, if the request names no known one."""
    variant = VARIANTS[fields["variant"]]
    version: str | None = fields.get("rules_version")
    if version is None or version not in [edition.version for edition in variant.history]:
        return None
    if "board" in fields and not variant.judges_boards_at(version):
        detail = f"Version {version} of the rules of {variant.id} judges no boards, only deals."
        raise Problem(HTTPStatus.CONFLICT, detail, name="rules-version-not-served")
    return version


def _deal(tables: CompiledRules, fields: Mapping[str, Any]) -> Deal:
    if "seed" in fields:
        if "redeal_orders" in fields:
            raise ValidationError({})
        return deal_seed(tables, fields["seed"])
    orders = fields.get("redeal_orders", ())
    if "deck" in fields:
        return deal_deck(tables, fields["deck"], orders)
    return deal_board(tables, read_board(fields["board"], tables), orders)


def request_object(
    body: object, most_moves: int, most_included: int = len(INCLUDES), *, no_declaration: str
) -> Mapping[str, Any]:
    """Return a parsed body if it is an object without oversized parts. Raises ValidationError otherwise.

    `no_declaration` says why a declaration is refused; empty if it is accepted. This runs before the schema,
    which costs hundreds of times as much per entry.
    """
    if not isinstance(body, dict):
        raise invalid_field("wrong_type", f"A request is a JSON object, not {json_type(body)}.")
    limits = {
        "moves": most_moves,
        "times": most_moves,
        "include": most_included,
        "checkpoints": MOST_CHECKPOINTS,
    }
    errors: dict[Any, Any] = {
        name: [_too_many(f"{len(value)} {name}. At most {limit} are accepted in one log.", limit)]
        for name, limit in limits.items()
        if isinstance(value := body.get(name), list) and len(value) > limit
    }
    if "declaration" in body and no_declaration:
        errors["declaration"] = [FieldError("no_declarations", no_declaration)]
    if len(body) > MOST_MEMBERS:
        errors[WHOLE] = _too_wide(dict.fromkeys(body))
    for name in ("rules", "claim", "checkpoints"):
        if name not in errors and (wide := _too_wide(body.get(name))):
            errors[name] = wide
    if errors:
        raise ValidationError(errors)
    return body


def _too_wide(value: object) -> Any:
    """Return the errors of objects with too many members, in the shape of the value."""
    if isinstance(value, dict):
        if len(value) > MOST_MEMBERS:
            detail = f"An object of {len(value)} members. At most {MOST_MEMBERS} are accepted."
            return [_too_many(detail, MOST_MEMBERS)]
        return {name: wide for name, inner in value.items() if (wide := _too_wide(inner))}
    if isinstance(value, list):
        return {index: wide for index, inner in enumerate(value) if (wide := _too_wide(inner))}
    return None


def _too_many(detail: str, limit: int) -> FieldError:
    return FieldError("too_many", detail, limit=limit)


def _errors_between(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the errors between fields, as far as each has its type."""
    errors: dict[str, Any] = {}
    rules, deck = fields.get("rules", {}), fields.get("deck")
    variant = _variant(fields)
    if variant and isinstance(rules, dict) and (wrong := option_errors(variant, rules)):
        errors["rules"] = wrong
    known = variant and isinstance(rules, dict) and "rules" not in errors
    tables = None
    if variant and known:
        tables = _declared(fields) if "declaration" in fields else tables_for(variant.id, rules)
    if isinstance(deck, list) and len(deck) <= MOST_DECK and (wrong_cards := deck_errors(deck, tables)):
        errors["deck"] = wrong_cards
    if "board" in fields and (wrong_board := board_errors(fields["board"], tables)):
        errors["board"] = wrong_board
    if wrong_orders := _order_errors(fields, tables):
        errors["redeal_orders"] = wrong_orders
    if "variant" in fields and "declaration" in fields:
        errors["declaration"] = [
            FieldError("variant_or_declaration", "Expected either variant or declaration, found both.")
        ]
    elif "variant" not in fields and "declaration" not in fields:
        errors["variant"] = [FieldError("missing", "This field is required.")]
    if len(present := [name for name in DEALS if name in fields]) != 1:
        found = f"found {listed(present)}" if present else "found none of them"
        errors[WHOLE] = [
            FieldError("seed_or_deck", f"Expected exactly one of seed, deck and board; {found}.")
        ]
    return errors


def _order_errors(fields: Mapping[str, Any], tables: CompiledRules | None) -> Any:
    """Return what is wrong with the orders of redeals beside a seed, a deck or a board."""
    orders = fields.get("redeal_orders")
    if "redeal_orders" in fields and "seed" in fields:
        detail = "A seed has its own orders of redeals: leave redeal_orders out."
        return [FieldError("seed_or_deck", detail)]
    if not isinstance(orders, list) or not all(isinstance(order, list) for order in orders):
        return None
    short = len(orders) <= MOST_ORDERS and all(len(order) <= MOST_DECK for order in orders)
    return order_errors(orders, tables) if tables and short else None


def _variant(fields: Mapping[str, Any]) -> Variant | None:
    """Return the variant of a request, or of its declaration, if it is known."""
    if "declaration" in fields:
        tables = _declared(fields)
        return tables.variant if tables else None
    name = fields.get("variant")
    return VARIANTS.get(name) if isinstance(name, str) else None


def _declared(fields: Mapping[str, Any]) -> CompiledRules | None:
    """Return the rules of a declaration, which may be loaded or not; None if it is refused."""
    declaration = fields["declaration"]
    if isinstance(declaration, CompiledRules):
        return declaration
    try:
        return declared_tables(declaration) if isinstance(declaration, dict) else None
    except ValidationError:
        return None


def _checkpoint_errors(tables: CompiledRules, checkpoint: Checkpoint, moves: int) -> dict[str, Any] | None:
    if checkpoint.after > moves:
        detail = f"The checkpoint is after move {checkpoint.after}, but the log ends after move {moves}."
        return {"after": [FieldError("out_of_range", detail, limit=moves)]}
    # A variant without stock or waste has an empty one, as in a position's JSON.
    unknown = [name for name in checkpoint.piles if name not in tables.pile and name not in ("S", "W")]
    if unknown:
        return {"piles": {name: [_unknown_pile(tables, name)] for name in unknown}}
    return None


def _unknown_pile(tables: CompiledRules, name: str) -> FieldError:
    detail = f"{tables.variant.id} does not have a pile {brief(name)}. Its piles: {', '.join(tables.names)}."
    return FieldError("unknown_pile", detail, value=name, known=tables.names)
