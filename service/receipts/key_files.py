"""Reads the files that decide whose receipts are genuine, and who gets any."""

import logging
import os
import stat
from pathlib import Path
from typing import Final

from service.config import SettingError, variable

MOST_BYTES: Final = 1_000_000
"""Of keys or tokens, which have some hundred each."""

log = logging.getLogger(__name__)


def read_guarded(setting: str, path: str, *, secret: bool) -> bytes:
    """The file that a setting names. That others than its owner can read a secret one is logged.

    Raises SettingError if it cannot be read, is too long, or if others can write it: they could put their own
    there.
    """
    try:
        with Path(path).open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise SettingError(f"{variable(setting)}: {path} cannot be read: {error.strerror}.") from None
    if len(text) > MOST_BYTES:
        raise SettingError(f"{variable(setting)}: {path} has more than {MOST_BYTES} bytes.")
    if mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise SettingError(f"{variable(setting)}: others than its owner can write {path}: chmod go-w.")
    if secret and mode & (stat.S_IRGRP | stat.S_IROTH):
        log.warning("%s: others than its owner can read %s: chmod go-r.", variable(setting), path)
    return text
