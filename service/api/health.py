"""``GET /livez`` and ``/readyz``."""

from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response

from service.http.negotiation import json_response
from service.judging.judge import Result, judge
from service.judging.kernel_loader import engine_name
from service.judging.problems import Problem

views = Blueprint("health", __name__)

GOLDEN_GAME = Path(__file__).with_name("golden_game.json")
"""A replay request whose game is won with its last move."""


@views.get("/livez")
def get_livez() -> Response:
    """The process answers."""
    return json_response({"status": "alive"}, {"Cache-Control": "no-store"})


@views.get("/readyz")
def get_readyz() -> Response:
    """The referee judges: a golden game replays to its known end."""
    judged = judge(GOLDEN_GAME.read_bytes())
    if judged.result is not Result.VALID or judged.outcome != "won":
        detail = "The golden game does not replay to its known end."
        raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, detail, name="not-ready")
    return json_response({"status": "ready", "engine": engine_name()}, {"Cache-Control": "no-store"})
