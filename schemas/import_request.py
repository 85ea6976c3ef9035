"""Imports: another program's saved game as a replay request."""

from typing import Any, Final

import orjson

from schemas.replay_request import ReplayRequestSchema
from schemas.response_fields import AnswerSchema, count, nested, string, strings
from schemas.verdicts import VerdictSchema
from service.saves.save_import import Imported

PYSOLFC_SAVE: Final = "pysolfc-save"


class SourceSchema(AnswerSchema):
    """What was read."""

    format = string(f"`{PYSOLFC_SAVE}`: a game that PySolFC saved (`*.pso`).", examples=[PYSOLFC_SAVE])
    version = string("The program's version.")
    game = count("The program's number of the game.")
    undone_moves = count("Moves that were undone and could be made again; they are not in the log.")


class ImportSchema(AnswerSchema):
    """A saved game as a replay request, and the verdict on it."""

    request = nested(ReplayRequestSchema, "What to send on, to `POST /v1/claims`, say.")
    source = nested(SourceSchema)
    warnings = strings("What people should know of it, a sentence each; mostly none.")
    verdict = nested(VerdictSchema, "What `POST /v1/replays` answers to the request.")


def request_json(imported: Imported) -> dict[str, Any]:
    """The replay request of a game that was saved."""
    return {"variant": imported.variant, "seed": imported.seed, "moves": imported.moves}


def import_json(imported: Imported, verdict: bytes) -> dict[str, Any]:
    """The answer to an import, for ``orjson``; the verdict is JSON already."""
    return {
        "request": request_json(imported),
        "source": {
            "format": PYSOLFC_SAVE,
            "version": imported.version,
            "game": imported.game,
            "undone_moves": imported.undone,
        },
        "warnings": imported.warnings,
        "verdict": orjson.Fragment(verdict),
    }
