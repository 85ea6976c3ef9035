"""The files that commands read: games in any form that names itself, never too many bytes."""

import json
from typing import TYPE_CHECKING

import click
import orjson

from patience.formats.plain_text import without_mark
from service.commands.errors import CannotRun
from service.config import Settings, variable

if TYPE_CHECKING:
    from schemas.import_request import Imported


def read(file: str, limit: int, advice: str = "") -> bytes:
    """Return the content of a file, without a byte order mark; ``-`` is standard input.

    Raises CannotRun if it cannot be read, or with ``advice`` if it has more than ``limit`` bytes.
    """
    try:
        with click.open_file(file, "rb") as stream:
            data: bytes = stream.read(limit + 1)
    except OSError as error:
        raise CannotRun(f"Cannot read {name_of(file):.80}: {error.strerror}.") from None
    if len(data) > limit:
        raise CannotRun(f"{name_of(file):.80} has more than {limit} bytes.{advice}")
    return without_mark(data)


def read_game(file: str) -> bytes:
    """Return the content of a file of one game, which may be as large as a request to the service.

    Raises CannotRun as ``read`` does, and SettingError.
    """
    return read(file, Settings.load().most_body_bytes, f" {variable('most_body_bytes')} raises the limit.")


def read_request(file: str) -> tuple[bytes, list[str]]:
    """Return the replay request in a file or of the game in it, and warnings about a saved game.

    Raises CannotRun if the file cannot be read or imported or is another text, and SettingError.
    """
    request, warnings = read_request_or_text(file)
    if _is_other_text(request):
        raise CannotRun(
            f"{name_of(file)} does not contain a game log. The text is not JSON: for a log of another "
            "program, use referee import --format FORMAT, whose --help lists the formats."
        )
    return request, warnings


def read_request_or_text(file: str) -> tuple[bytes, list[str]]:
    """Return what ``read_request`` does, or a text of another kind as it is.

    Raises CannotRun if the file cannot be read or imported, and SettingError.
    """
    data = read_game(file)
    return (data, []) if data.lstrip().startswith(b"{") else _read_foreign(file, data)


def _read_foreign(file: str, data: bytes) -> tuple[bytes, list[str]]:
    """Return what ``read_request_or_text`` does for a file that may not be JSON."""
    # What reads them takes a while to load, and most files are JSON.
    from patience.formats.foreign_logs import read_log  # noqa: PLC0415
    from patience.formats.game_notation import may_be_record, record_of  # noqa: PLC0415
    from patience.formats.kpatience import may_be_kpatience  # noqa: PLC0415
    from patience.formats.position_logs import ForeignLogError  # noqa: PLC0415
    from schemas.import_request import log_json, request_json  # noqa: PLC0415

    try:
        if may_be_record(data):
            return json.dumps(record_of(data).request).encode(), []
        if may_be_kpatience(data):
            return orjson.dumps(log_json(read_log("kpatience", data))), []
    except ForeignLogError as error:
        raise CannotRun(f"{name_of(file)}: {error}") from None
    if not may_be_saved_game(file, data):
        return data, []
    imported = import_game(file, data)
    return orjson.dumps(request_json(imported)), imported.warnings


def _is_other_text(data: bytes) -> bool:
    """Return whether a text does not even begin as JSON that contains something."""
    try:
        text = data.decode().lstrip()
    except UnicodeDecodeError:
        return False
    return bool(text) and text[0] not in '[{"'


def may_be_saved_game(file: str, data: bytes) -> bool:
    """Return whether a file has the name or the beginning of a saved game of PySolFC."""
    from service.saves.pickles import may_be_pickles  # noqa: PLC0415 - as other formats

    return file.endswith(".pso") or may_be_pickles(data)


def import_game(file: str, data: bytes) -> "Imported":
    """Return the saved game in the content of a file.

    Raises CannotRun if it cannot be imported.
    """
    from service.saves.save_errors import SaveError  # noqa: PLC0415 - as other formats
    from service.saves.save_import import import_save  # noqa: PLC0415

    try:
        return import_save(data, Settings.load().most_moves)
    except SaveError as error:
        raise CannotRun(f"{name_of(file)}: {error}") from None


def name_of(file: str) -> str:
    """Return how messages name a file."""
    return "Standard input" if file == "-" else ascii(file)
