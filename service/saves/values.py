"""The inert values that stand for the objects of a saved game."""

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
        (_MOVE, "AFlipAllMove"),
        (_MOVE, "AFlipAndMoveMove"),
        (_MOVE, "AFlipMove"),
        (_MOVE, "ASingleFlipMove"),
        (_MOVE, "ATurnStackMove"),
        (_MOVE, "ANextRoundMove"),
        (_MOVE, "ASaveStateMove"),
        (_MOVE, "AShuffleStackMove"),
        (_MOVE, "AUpdateStackMove"),
    }
)
"""Module and name of the classes whose instances may occur."""

GENERATOR_PARTS: Final = frozenset(
    {("builtins", "getattr"), ("__builtin__", "getattr"), ("pysol_cards.random", "MTRandom")}
)
"""Names in the state of PySolFC's random generator; calls of them become ``OPAQUE``."""


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """A global name in a pickle: two texts, never looked up."""

    module: str
    name: str


@dataclass(slots=True, eq=False)
class Record:
    """An instance of one of ``RECORDS``; ``fields`` is None until its state is set."""

    name: str
    fields: dict[object, object] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Opaque:
    """A value that is not read."""


OPAQUE: Final = Opaque()
