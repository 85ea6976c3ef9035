"""Export games: request bytes in, a game as another program writes it out."""

from http import HTTPStatus
from typing import Any

from patience.formats.autoplay import Autoplay
from patience.formats.game_notation import GameRecord, canonical_record, write_record
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.formats.written_logs import WRITTEN, write_log
from patience.play.replay import replay
from schemas.problems import DECLARATIONS_REFUSED, Problem
from schemas.replay_request import load_replay_request
from schemas.strict_json import parse
from service.config import Settings
from service.saves.save_errors import SaveError
from service.saves.save_writer import save_of


def exported(  # noqa: PLR0913, PLR0917 - what commands and requests choose
    request: bytes,
    notation: str,
    most_moves: int = Settings.most_moves,
    work: Work = UNCOUNTED,
    autoplay: Autoplay = Autoplay.NONE,
    no_declaration: str = DECLARATIONS_REFUSED,
) -> bytes:
    """Return the game of a replay request in one of the formats of exports, without a rule's automatic moves.

    Raises JsonError, ValidationError or Problem if the request is not valid, and Problem if the format does
    not have the game.
    """
    body: Any = parse(request)
    log = load_replay_request(body, most_moves, no_declaration=no_declaration).log
    try:
        if notation in WRITTEN:
            return write_log(notation, log.deal, log.moves, work, autoplay).encode()
        if notation == "patience":
            return write_record(GameRecord(body)).encode()
        if notation == "patience-canonical":
            return canonical_record(replay(log), body.get("declaration")).encode()
        return save_of(replay(log, trace=True))
    except (ForeignLogError, SaveError) as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), name="not-exported") from None
