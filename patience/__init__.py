"""The rules of patience (solitaire) games: deal, play, check and study them.

>>> import patience
>>> game = patience.Game("freecell", seed=1)
>>> game.legal_moves[:4]
['T1-R1', 'T1-R2', 'T1-R3', 'T1-R4']
>>> game.push("T6-R1")
'T6-R1'
>>> game.why_not("T7-T2").detail
'8♣ cannot go on 9♣ on T2: colours must alternate.'
>>> game.pop(), game.moves
('T6-R1', ())
>>> verdict = patience.verify({"variant": "freecell", "seed": "1", "moves": ["T6-R1", "T7-T2"]})
>>> verdict.valid, verdict.moves_played, verdict.first_illegal_move.reason.value
(False, 1, 'wrong_color')

The public names:

* ``variants``: every game by its id, each a ``Variant`` whose declaration is ``Rules``
* ``Game``: a deal and the moves played on it; it has ``Pile``, ``Move``, ``Outcome`` and, for an illegal
  move, a ``Refusal`` with its ``Reason``
* ``verify`` and ``verify_lines``: a ``Verdict`` on a game log
* ``verify_table``: ``TableVerdicts`` on the columns of a table of pandas, Polars, DuckDB or Arrow;
  ``register`` adds functions for SQL to DuckDB
* ``replay_arrays``: the positions of logs as arrays, ``ReplayArrays``; ``plies_table``: as a table,
  ``PliesTable``
* ``Outlook`` and ``Prospect``: whether a game can still be won, as ``Game.prospect`` answers
* ``unseen``: which cards a player has not seen, as an ``Unseen``; ``foresight``: what results prove about
  hidden cards, as a ``Foresight`` beside the plays of a ``Reference``
* ``read_record`` and ``write_record``: a game in patience game notation, as a ``GameRecord``
* ``perft`` and ``divide``: the number of legal logs; ``reach``: for each number of moves how many logs and
  positions, as a ``Ply``
* ``PatienceError``: raised for all input that is not accepted

What is named here keeps its meaning within a major version; the modules beneath may change. Nothing but the
standard library is needed.

The modules are loaded on first use, so that ``import patience`` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from patience.cards.notation import Move as Move
    from patience.cards.reasons import Outcome as Outcome
    from patience.cards.reasons import Reason as Reason
    from patience.formats.game_notation import GameRecord as GameRecord
    from patience.formats.game_notation import read_record as read_record
    from patience.formats.game_notation import write_record as write_record
    from patience.game import Game as Game
    from patience.game import Pile as Pile
    from patience.game import Refusal as Refusal
    from patience.games import VARIANTS
    from patience.move_counts import Ply as Ply
    from patience.move_counts import divide as divide
    from patience.move_counts import perft as perft
    from patience.move_counts import plies as plies
    from patience.move_counts import reach as reach
    from patience.patience_error import PatienceError as PatienceError
    from patience.rules import Rules as Rules
    from patience.rules.variant import Variant as Variant
    from patience.search.findings import Prospect as Prospect
    from patience.sight.odds import Foresight as Foresight
    from patience.sight.odds import Reference as Reference
    from patience.sight.odds import foresight as foresight
    from patience.sight.unseen import Unseen as Unseen
    from patience.sight.unseen import unseen as unseen
    from patience.tables.plies_table import PliesTable as PliesTable
    from patience.tables.plies_table import plies_table as plies_table
    from patience.tables.replay_arrays import ReplayArrays as ReplayArrays
    from patience.tables.replay_arrays import replay_arrays as replay_arrays
    from patience.tables.sql_functions import register as register
    from patience.tables.table_verdicts import TableVerdicts as TableVerdicts
    from patience.tables.table_verdicts import verify_table as verify_table
    from patience.verification import Verdict as Verdict
    from patience.verification import verify as verify
    from patience.verification import verify_lines as verify_lines
    from patience.winnability import Outlook as Outlook

    variants = VARIANTS

__version__ = "2.0.0"

_MODULE_OF: Final = {
    "Foresight": "sight.odds",
    "Reference": "sight.odds",
    "Game": "game",
    "GameRecord": "formats.game_notation",
    "Move": "cards.notation",
    "Outcome": "cards.reasons",
    "Outlook": "winnability",
    "PatienceError": "patience_error",
    "Pile": "game",
    "PliesTable": "tables.plies_table",
    "Ply": "move_counts",
    "Prospect": "search.findings",
    "Reason": "cards.reasons",
    "Refusal": "game",
    "ReplayArrays": "tables.replay_arrays",
    "Rules": "rules",
    "TableVerdicts": "tables.table_verdicts",
    "Variant": "rules.variant",
    "Verdict": "verification",
    "Unseen": "sight.unseen",
    "divide": "move_counts",
    "foresight": "sight.odds",
    "perft": "move_counts",
    "plies": "move_counts",
    "plies_table": "tables.plies_table",
    "reach": "move_counts",
    "register": "tables.sql_functions",
    "read_record": "formats.game_notation",
    "replay_arrays": "tables.replay_arrays",
    "unseen": "sight.unseen",
    "variants": "games",
    "verify": "verification",
    "verify_lines": "verification",
    "verify_table": "tables.table_verdicts",
    "write_record": "formats.game_notation",
}

__all__ = [  # noqa: PLE0604 - the names of the table
    *_MODULE_OF
]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'patience' has no attribute {name!r}")
    module = import_module(f"patience.{_MODULE_OF[name]}")
    value: object = getattr(module, "VARIANTS" if name == "variants" else name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*_MODULE_OF, *(name for name in globals() if name.startswith("__"))})
