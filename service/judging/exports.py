"""Export games: request bytes in, a game as another program writes it out."""

from http import HTTPStatus
from typing import Final

from patience.formats.autoplay import Autoplay
from patience.formats.freecell_notation import to_freecell
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.replay import replay
from schemas.problems import Problem
from schemas.replay_request import load_replay_request
from schemas.strict_json import parse
from service.config import Settings
from service.saves.save_errors import SaveError
from service.saves.save_writer import save_of

EXPORTS: Final = ("freecell", "pysolfc")
"""The formats: FreeCell's standard notation, and saved games of PySolFC."""


def exported(
    request: bytes,
    notation: str,
    most_moves: int = Settings.most_moves,
    work: Work = UNCOUNTED,
    autoplay: Autoplay = Autoplay.NONE,
) -> bytes:
    """Return the game of a replay request in one of `EXPORTS`, without the automatic moves of a rule.

    Raises JsonError, ValidationError or Problem if the request is not valid, and Problem if the format does
    not have the game.
    """
    log = load_replay_request(parse(request), most_moves).log
    try:
        if notation == "freecell":
            return to_freecell(log.moves, log.deal.opening, work, autoplay).encode()
        return save_of(replay(log, trace=True))
    except (ForeignLogError, SaveError) as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), name="not-exported") from None
