"""Imports: a saved game of another program as a replay request."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson

from patience.cards import CODES
from patience.formats.autoplay import AUTOPLAY
from patience.formats.foreign_logs import FORMATS, ForeignGame
from patience.formats.game_notation import GameRecord
from patience.rules.variant import OptionValue
from schemas.replay_request import ReplayRequestSchema
from schemas.response_fields import AnswerSchema, count, nested, string, strings
from schemas.verdicts import VerdictSchema

PYSOLFC: Final = "pysolfc"
PATIENCE: Final = "patience"

IMPORTS: Final = {
    PYSOLFC: "a game that PySolFC saved (`*.pso`)",
    PATIENCE: "a game in patience game notation (`*.patience`)",
    **FORMATS,
}
"""The formats that games are read from, with what each is."""

COMPLETE: Final = frozenset({PYSOLFC, PATIENCE})
"""The formats whose files name their game and its deal."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A saved game as a game log."""

    version: str
    """The version of PySolFC that saved it."""
    game: int
    """PySolFC's number of the game."""
    variant: str
    rules: Mapping[str, OptionValue]
    """The rule options that differ from the defaults."""
    seed: str
    moves: list[str]
    undone: int
    """Moves that were undone and could be redone, as PySolFC counts; they are not among the moves."""
    warnings: list[str]
    """Remarks for people, a sentence each."""


class SourceSchema(AnswerSchema):
    """The log that was read."""

    format = string(
        "; ".join(f"`{name}`: {about}" for name, about in IMPORTS.items()) + ".", examples=[PYSOLFC]
    )
    version = string("The program's version, if its files name it.", required=False)
    game = count("The program's number of the game, if its files name it.", required=False)
    autoplay = string(
        "The rule of the automatic moves that the log leaves out, given or assumed; the request has them. "
        + "; ".join(f"`{name}`: {about}" for name, about in AUTOPLAY.items())
        + ". Left out where logs of the format have every move.",
        required=False,
        examples=["microsoft"],
    )
    undone_moves = count("Undone moves, which could be redone; they are not in the log.")


class ImportSchema(AnswerSchema):
    """A saved game as a replay request, and its verdict."""

    request = nested(ReplayRequestSchema, "The replay request, ready for example for `POST /v1/claims`.")
    source = nested(SourceSchema)
    warnings = strings("Remarks for people, a sentence each; usually none.")
    verdict = nested(VerdictSchema, "The verdict, as `POST /v1/replays` answers it.")


def request_json(imported: Imported) -> dict[str, Any]:
    """Return the replay request of a saved game."""
    rules = {"rules": dict(imported.rules)} if imported.rules else {}
    return {"variant": imported.variant, **rules, "seed": imported.seed, "moves": imported.moves}


def log_json(game: ForeignGame) -> dict[str, Any]:
    """Return the replay request of a log of another program."""
    deal = game.deal
    orders = [[CODES[card] for card in order] for order in deal.orders]
    return {
        "variant": deal.tables.variant.id,
        "rules": dict(deal.tables.options),
        **({"board": deal.board} if deal.is_board else {"seed": deal.seed}),
        **({"redeal_orders": orders} if orders else {}),
        "moves": game.moves,
    }


def log_import_json(notation: str, game: ForeignGame, verdict: bytes) -> dict[str, Any]:
    """Return the answer to an import of a log, for orjson; `verdict` is JSON."""
    return {
        "request": log_json(game),
        "source": {
            "format": notation,
            **({"autoplay": game.autoplay} if game.autoplay else {}),
            "undone_moves": game.undone,
        },
        "warnings": [],
        "verdict": orjson.Fragment(verdict),
    }


def record_import_json(record: GameRecord, verdict: bytes) -> dict[str, Any]:
    """Return the answer to an import of a game in patience game notation; `verdict` is JSON."""
    return {
        "request": record.request,
        "source": {"format": PATIENCE, "undone_moves": 0},
        "warnings": [],
        "verdict": orjson.Fragment(verdict),
    }


def import_json(imported: Imported, verdict: bytes) -> dict[str, Any]:
    """Return the answer to an import, for orjson; `verdict` is JSON."""
    return {
        "request": request_json(imported),
        "source": {
            "format": PYSOLFC,
            "version": imported.version,
            "game": imported.game,
            "undone_moves": imported.undone,
        },
        "warnings": imported.warnings,
        "verdict": orjson.Fragment(verdict),
    }
