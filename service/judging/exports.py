"""Export games: request bytes in, a game as another program writes it out."""

from http import HTTPStatus
from typing import Any, Final

from patience.formats.autoplay import Autoplay
from patience.formats.freecell_notation import to_freecell
from patience.formats.game_notation import GameRecord, canonical_record, write_record
from patience.formats.klondike_solver import to_klondike_solver
from patience.formats.minimal_klondike import to_minimal_klondike
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.replay import replay
from schemas.export_answer import FREECELL
from schemas.inline_declaration import NOT_ACCEPTED
from schemas.problems import Problem
from schemas.replay_request import load_replay_request
from schemas.strict_json import parse
from service.config import Settings
from service.saves.save_errors import SaveError
from service.saves.save_writer import save_of

_KLONDIKE: Final = {"klondike-solver": to_klondike_solver, "minimal-klondike": to_minimal_klondike}


def exported(  # noqa: PLR0913, PLR0917 - what commands and requests choose
    request: bytes,
    notation: str,
    most_moves: int = Settings.most_moves,
    work: Work = UNCOUNTED,
    autoplay: Autoplay = Autoplay.NONE,
    no_declaration: str = NOT_ACCEPTED,
) -> bytes:
    """Return the game of a replay request in one of the formats of exports, without a rule's automatic moves.

    Raises JsonError, ValidationError or Problem if the request is not valid, and Problem if the format does
    not have the game.
    """
    body: Any = parse(request)
    log = load_replay_request(body, most_moves, no_declaration=no_declaration).log
    try:
        if notation == FREECELL:
            return to_freecell(log.moves, log.deal.opening, work, autoplay).encode()
        if notation in _KLONDIKE:
            if log.deal.tables.variant.id != "klondike":
                raise ForeignLogError(f"The format {notation} has klondike alone.")
            return _KLONDIKE[notation](log.moves, log.deal.opening, work).encode()
        if notation == "patience":
            return write_record(GameRecord(body)).encode()
        if notation == "patience-canonical":
            return canonical_record(replay(log), body.get("declaration")).encode()
        return save_of(replay(log, trace=True))
    except (ForeignLogError, SaveError) as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), name="not-exported") from None
