"""Patience Referee: a service that replays the logs of patience (solitaire) games and judges every move."""

import sys
from signal import SIG_DFL, SIGINT, signal

from patience import __version__ as __version__

if sys.argv and sys.argv[0].replace("\\", "/").rpartition("/")[2] in ("referee", "referee.exe"):
    # Until the command catches errors, Ctrl-C ends it without a traceback of its imports.
    signal(SIGINT, SIG_DFL)
