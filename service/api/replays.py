"""`POST /v1/replays`, `/v1/replays/batch`, `/v1/imports` and `/v1/exports`: logs in, verdicts or logs out."""

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from http import HTTPStatus

import orjson
from flask import Blueprint, Response, current_app, request
from marshmallow import ValidationError

from patience.formats.autoplay import Autoplay
from patience.formats.foreign_logs import DealName, read_log
from patience.formats.game_notation import record_of
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import Work
from patience.words import LANGUAGES
from schemas.export_answer import EXPORTS, FREECELL, export_json
from schemas.field_errors import FieldError
from schemas.import_request import (
    COMPLETE,
    IMPORTS,
    PATIENCE,
    PYSOLFC,
    import_json,
    log_import_json,
    log_json,
    record_import_json,
    request_json,
)
from schemas.inline_declaration import NOT_HERE, refusal_unless
from schemas.problems import Problem
from schemas.replay_request import load_replay_request
from schemas.rule_options import read_options
from schemas.stream import BYTES
from schemas.variant_description import find_variant
from service.api.queries import anything, check_query, only, rules_of, takes_query
from service.api.streams import stream
from service.config import Settings
from service.http.charged_request import charged_request, reading
from service.http.negotiation import WholeResponse, chosen_language
from service.http.rate_limits import BYTES_PER_MOVE, PROOF_COST
from service.http.workload import HEAVY, HEAVY_WORK, small_work
from service.judging.exports import exported
from service.judging.judge import judge
from service.judging.judgements import REPLAY_RESULTS, Judged
from service.judging.loaded_requests import judge_log
from service.saves.save_errors import Fault, SaveError
from service.saves.save_import import import_save

_FILES = (BYTES, "text/plain", "application/xml", "text/vnd.patience-game", "")
"""The media types of a file, of whatever program."""

_DEALT = frozenset({"variant", "rules", "seed", "position", "autoplay"})
"""The query parameters that say what a log leaves out."""

views = Blueprint("replays", __name__)


@views.post("/v1/replays")
@takes_query
def post_replay() -> Response:
    """Replay a log. An illegal move is a result, not an error."""
    check_query("A replay", {"lang": only(*LANGUAGES)})
    code = chosen_language()

    def judge_replay(body: bytes, settings: Settings) -> Judged:
        no_declaration = refusal_unless(settings.accepts_declarations)
        return judge(body, settings.most_moves, small_work, no_declaration, code)

    return _in_language(code, judge_body(judge_replay))


@views.post("/v1/replays/batch")
def post_replays() -> Response:
    """Replay one log per line."""
    most_moves = current_app.config["SETTINGS"].most_moves
    return stream(partial(judge, most_moves=most_moves, no_declaration=NOT_HERE), REPLAY_RESULTS)


@views.post("/v1/imports")
@takes_query
def post_import() -> Response:
    """Read a game of another program without executing anything in it, and replay it."""
    query = request.args
    variant = find_variant(query["variant"]) if "variant" in query else None
    check_query(
        "An import",
        {
            "format": only(*IMPORTS),
            "variant": anything,
            "rules": rules_of(variant),
            "seed": anything,
            "position": anything,
            "autoplay": only(*Autoplay),
            "lang": only(*LANGUAGES),
        },
    )
    code = chosen_language()
    notation = query.get("format", PYSOLFC)
    if notation in COMPLETE and (superfluous := _DEALT & query.keys()):
        detail = f"A file in the format {notation} names its game and its deal: leave {min(superfluous)} out."
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, detail, name=Fault.NOT_A_SAVE)
    if notation == PYSOLFC:
        return _in_language(code, _imported(partial(_judge_save, code)))
    if notation == PATIENCE:
        return _in_language(code, _imported(partial(_judge_record, code)))
    rules = read_options(query.get("rules", ""))
    autoplay = Autoplay(query["autoplay"]) if "autoplay" in query else None
    dealt = DealName(query.get("variant", ""), rules, query.get("seed"), query.get("position"), autoplay)
    return _in_language(code, _imported(partial(_judge_log, code, notation, dealt)))


def _imported(judge_file: Callable[[bytes, Settings, Work], Judged]) -> Response:
    """Judge the file in the body and charge for it, even if it is refused."""
    with charged_request(_FILES, is_heavy=True) as charged, reading(charged) as work:
        judged = judge_file(charged.body, charged.settings, work)
        charged.moves = judged.moves_total
    return _answer(judged)


def _judge_save(code: str, save: bytes, settings: Settings, work: Work) -> Judged:
    most_moves = settings.most_moves
    try:
        imported = import_save(save, most_moves, work)
    except SaveError as error:
        if error.fault is Fault.TOO_MANY_MOVES:
            raise _too_many(str(error), most_moves) from None
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), name=error.fault) from None
    judged, _ = judge_log(load_replay_request(request_json(imported), most_moves), code)
    return judged._replace(answer=orjson.dumps(import_json(imported, judged.answer)))


def _judge_record(code: str, text: bytes, settings: Settings, work: Work) -> Judged:
    try:
        record = record_of(text, work)
    except ForeignLogError as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), name=Fault.NOT_A_SAVE) from None
    no_declaration = refusal_unless(settings.accepts_declarations)
    request = load_replay_request(record.request, settings.most_moves, no_declaration=no_declaration)
    judged, _ = judge_log(request, code)
    return judged._replace(answer=orjson.dumps(record_import_json(record, judged.answer)))


def _judge_log(  # noqa: PLR0913, PLR0917 - the last three are those of every import
    code: str, notation: str, dealt: DealName, log: bytes, settings: Settings, work: Work
) -> Judged:
    try:
        game = read_log(notation, log, dealt, work)
    except ForeignLogError as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), name=Fault.NOT_A_SAVE) from None
    judged, _ = judge_log(load_replay_request(log_json(game), settings.most_moves), code)
    return judged._replace(answer=orjson.dumps(log_import_json(notation, game, judged.answer)))


def _too_many(detail: str, limit: int) -> ValidationError:
    return ValidationError({"moves": [FieldError("too_many", detail, limit=limit)]})


@views.post("/v1/exports")
@takes_query
def post_export() -> Response:
    """Write a game as another program does."""
    check_query("An export", {"format": only(*EXPORTS), "autoplay": only(*Autoplay)})
    notation = request.args.get("format", FREECELL)
    autoplay = Autoplay(request.args.get("autoplay", Autoplay.NONE))
    with charged_request(is_heavy=True) as charged, reading(charged) as work:
        data = exported(charged.body, notation, charged.settings.most_moves, work, autoplay)
        charged.moves = len(data) // BYTES_PER_MOVE
    return WholeResponse(orjson.dumps(export_json(notation, data)), content_type="application/json")


def judge_body(judge_request: Callable[[bytes, Settings], Judged]) -> Response:
    """Judge the request in the body and charge for it, even if it is refused."""
    with charged_request() as charged:
        with HEAVY_WORK if charged.is_large or len(charged.body) > HEAVY else nullcontext():
            judged = judge_request(charged.body, charged.settings)
        charged.moves, charged.positions = judged.moves_total, judged.proofs * PROOF_COST
    return _answer(judged)


def _in_language(code: str, response: Response) -> Response:
    """Mark an answer whose sentences are in this language, if that is not the default."""
    if code != LANGUAGES[0]:
        response.headers["Content-Language"] = code
    return response


def _answer(judged: Judged) -> Response:
    if metrics := current_app.extensions["metrics"]:
        metrics.count_verdict(judged)
    return WholeResponse(judged.answer, content_type="application/json")
