"""The vocabulary of requests and answers: what openapi.yaml names once and refers to everywhere."""

from typing import Any, Final

from service.engine.cards import RANKS, SUITS
from service.engine.notation import PILE_PATTERN, TOKEN_PATTERN
from service.engine.rules import Option, Outcome, Reason
from service.engine.variants import VARIANTS
from service.receipts.claims import Flaw

JsonSchema = dict[str, Any]

HIGHEST_JSON_INTEGER: Final = 2**53 - 1
"""The highest whole number that every JSON reader keeps exact."""

CARD_PATTERN: Final = f"^[{RANKS}][{SUITS}]$"

REASONS: Final = {
    Reason.GAME_OVER: "the game is already won",
    Reason.UNKNOWN_ACTION: "the variant has no such `deal`, `draw` or `redeal`",
    Reason.STOCK_EMPTY: "`deal` or `draw` with no stock",
    Reason.STOCK_NOT_EMPTY: "`redeal` while stock remains",
    Reason.WASTE_EMPTY: "`redeal` with no waste",
    Reason.NO_REDEALS_LEFT: "`redeal` with the allowance used up",
    Reason.MOVES_AVAILABLE: "under `when_blocked`, `deal` or `draw` while a card can be moved",
    Reason.UNKNOWN_PILE: "source or target is no pile of the variant",
    Reason.SOURCE_LOCKED: "nothing is taken from that pile: the stock, or a foundation where they are final",
    Reason.TARGET_LOCKED: "nothing is put on that pile: a reserve cell, the waste or the stock",
    Reason.SAME_PILE: "source and target are one pile",
    Reason.SOURCE_EMPTY: "the source has no card",
    Reason.NOT_ENOUGH_CARDS: "the source has fewer cards than the move names",
    Reason.FACE_DOWN_CARD: "a card of the group lies face down",
    Reason.ONE_CARD_ONLY: "several cards where only one moves at a time",
    Reason.BROKEN_SEQUENCE: "the group is no sequence that the variant moves as a unit",
    Reason.FOUNDATION_FULL: "the foundation is complete",
    Reason.INCOMPLETE_SEQUENCE: "a foundation of whole sequences takes nothing less than King to Ace",
    Reason.WRONG_COLOR: "the colour does not fit the target",
    Reason.WRONG_SUIT: "the suit does not fit the target",
    Reason.NEEDS_BASE: "an empty foundation takes its first card only",
    Reason.NEEDS_KING: "an empty column takes only a King, alone or leading its group",
    Reason.VACANCY_RESERVED: "an empty column takes no moved card: it is filled from the stock",
    Reason.WRONG_RANK: "the rank does not follow the target's top card",
    Reason.KING_LOCKED: "an upper King before the lower King of its suit",
    Reason.NO_FOUNDATION_ACCEPTS: "the target is a bare `F`, and no foundation accepts",
}

OUTCOMES: Final = {
    Outcome.WON: "won as the variant says, mostly with all cards on the foundations",
    Outcome.LOST: "not won, and no card can ever be played again, however the stock is turned",
    Outcome.IN_PROGRESS: "neither; moving a card to and fro is a move too",
}

FLAWS: Final = {
    Flaw.ILLEGAL_MOVE: "the log has an illegal move, so it bears out no claim",
    Flaw.OUTCOME_DIFFERS: "the log comes to another outcome",
    Flaw.MOVES_DIFFER: "another number of moves was played",
    Flaw.CHECKPOINT_DIFFERS: "a checkpoint does not hold",
}

ACTIONS: Final = {
    "deal": "one stock card face up onto each column",
    "draw": "the next stock card face up onto the waste",
    "redeal": "the waste, turned over, becomes the stock",
}

KINDS: Final = {
    "column": "a tableau column",
    "foundation": "where the cards go in the end",
    "reserve": "a cell that holds one card",
    "waste": "where drawn cards lie",
    "stock": "the cards not yet dealt",
}


def words(meanings: dict[Any, str], about: str) -> JsonSchema:
    """A string that is one of these words, each of which is explained."""
    lines = [about, "", *(f"* `{word}`: {meaning}." for word, meaning in meanings.items())]
    return {
        "type": "string",
        "enum": [str(word) for word in meanings],
        "description": "\n".join(lines),
    }


def text(pattern: str, about: str, *examples: str) -> JsonSchema:
    """A string of this pattern."""
    return {"type": "string", "pattern": pattern, "description": about, "examples": list(examples)}


def options() -> dict[str, JsonSchema]:
    """The values of every option of every variant, by its name; variants that share one mean the same."""
    owners: dict[str, list[str]] = {}
    found: dict[str, Option] = {}
    for variant in VARIANTS.values():
        for option in variant.options:
            owners.setdefault(option.name, []).append(f"`{variant.id}`")
            found[option.name] = option
    return {name: _option(option, " and ".join(owners[name])) for name, option in found.items()}


def _option(option: Option, owners: str) -> JsonSchema:
    about = {"description": f"For {owners}. {option.meaning} Default: `{option.default}`."}
    values: JsonSchema = {"type": "string", "enum": list(option.words)}
    if not option.numbers:
        return {**values, **about}
    lowest, highest = option.numbers[0], option.numbers[-1]
    return {"oneOf": [values, {"type": "integer", "minimum": lowest, "maximum": highest}], **about}


def ref(name: str) -> JsonSchema:
    """A reference to one of ``NAMED``."""
    assert name in NAMED, f"no schema is named {name}"
    return {"$ref": f"#/components/schemas/{name}"}


NAMED: Final[dict[str, JsonSchema]] = {
    "VariantId": {
        "type": "string",
        "enum": list(VARIANTS),
        "description": "The id of a variant, as `GET /v1/variants` lists them.",
    },
    "Seed": {
        "description": "A PySolFC game number: digits without a leading zero, 1 to 99999999999999999999, or "
        "`ms` and a number up to 8589934591. `ms` and a number below 32000 is the same seed as the bare "
        "number. A JSON integer is taken too, as far as every JSON reader keeps one exact. Answered always "
        "as a string.",
        "oneOf": [
            {"type": "string", "pattern": "^([1-9][0-9]{0,19}|ms[1-9][0-9]{0,9})$"},
            {"type": "integer", "minimum": 1, "maximum": HIGHEST_JSON_INTEGER},
        ],
    },
    "Card": text(CARD_PATTERN, "Rank and suit: `TH` is the ten of hearts.", "AS", "TH"),
    "CardOrHidden": text(
        rf"^([{RANKS}][{SUITS}]|\?\?)$", "A card, or `??` for one that is not told or does not matter.", "??"
    ),
    "Move": text(
        f"^(?:{TOKEN_PATTERN})$",
        "One move. `T3-T7x4`: the top 4 cards of column 3, as a unit, onto column 7; `x1` may be left out. "
        "`T3-F1`, `W-F2`, `R5-F`, `W-T8`: likewise between foundations, reserve cells and the waste; a bare "
        "`F` is the lowest-numbered foundation that accepts. `deal`, `draw`, `redeal`: the actions of the "
        "stock.",
        "T3-T7x4",
        "W-F",
        "draw",
    ),
    "PileName": text(
        f"^(?:{PILE_PATTERN})$",
        "A column `T1`…, a foundation `F1`…, a reserve cell `R1`…, the waste `W` or the stock `S`.",
        "T3",
    ),
    "Hash": text(
        "^sha256:[0-9a-f]{64}$", "What equal things share on every instance, for ever.", "sha256:" + "0" * 64
    ),
    "Rules": {
        "type": "object",
        "properties": options(),
        "additionalProperties": False,
        "description": "Options of the variant. Those left out take their defaults; those of other variants "
        "are refused.",
    },
    "SettledRules": {
        "type": "object",
        "properties": options(),
        "additionalProperties": {"type": ["string", "integer"]},
        "description": "Every option of the variant with its value.",
    },
    "Outcome": words(OUTCOMES, "How a game stands:"),
    "Reason": words(REASONS, "Why a move is illegal. The checks run in this order; the first that fails:"),
    "RefutationCode": words(FLAWS, "What speaks against a claim:"),
    "Action": words(ACTIONS, "What can be done with the stock:"),
    "PileKind": words(KINDS, "What a pile is:"),
}
"""The schemas that have no structure of ours, by their names in the description."""
