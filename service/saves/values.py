"""What a file of pickles may hold: inert values, and the names that saved games have for theirs."""

from dataclasses import dataclass
from typing import Final

_GAME = "pysollib.game"
_MOVE = "pysollib.move"
RECORDS: Final = frozenset(
    {
        (_GAME, "GameSaveInfo"),
        (_GAME, "GameGlobalSaveInfo"),
        (_GAME, "GameMoves"),
        (_GAME, "GameGlobalStatsStruct"),
        (_GAME, "GameStatsStruct"),
        ("pysollib.mfxutil", "Struct"),
        (_MOVE, "AMoveMove"),
        (_MOVE, "AFlipAndMoveMove"),
        (_MOVE, "AFlipMove"),
        (_MOVE, "ASingleFlipMove"),
    }
)
"""The classes whose instances are read, by module and name."""

GENERATOR_PARTS: Final = frozenset(
    {("builtins", "getattr"), ("__builtin__", "getattr"), ("pysol_cards.random", "MTRandom")}
)
"""What the state of PySolFC's random generator names; what it makes of them is ``OPAQUE``."""


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """What a file calls by module and name: a label, nothing that could be called."""

    module: str
    name: str


@dataclass(slots=True, eq=False)
class Record:
    """An instance of one of ``RECORDS``, once ``fields`` are there a finished one."""

    name: str
    fields: dict[object, object] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Opaque:
    """Something that is passed over."""


OPAQUE: Final = Opaque()
