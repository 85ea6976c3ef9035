"""Functions for SQL: verdicts on logs and positions of games, in queries of DuckDB.

DuckDB passes the arguments of some thousand rows at a time as columns of pyarrow, which it needs for this.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from patience.game import Game
from patience.kernel.loader import kernel
from patience.patience_error import NO_KERNEL, PatienceError
from patience.tables.table_verdicts import COLUMNS, verify_table

_NUMBERS: Final = frozenset({"moves_total", "moves_played", "illegal_index"})
_VERDICT: Final = ", ".join(f"{name} {'BIGINT' if name in _NUMBERS else 'VARCHAR'}" for name in COLUMNS)
_LOG: Final = ("VARCHAR", "VARCHAR", "VARCHAR[]")


def register(connection: object) -> None:
    """Add the functions of the library to a connection of DuckDB.

    ``patience_verify(variant, seed, moves)`` returns a STRUCT with the columns of ``verify_table``.
    ``patience_position(variant, seed, moves, ply)`` returns the position after ``ply`` moves as text, NULL if
    the log has no such position. ``seed`` is text and ``moves`` is a list of text. Raises PatienceError
    without the compiled kernel.
    """
    if kernel() is None:
        raise PatienceError(
            NO_KERNEL, "The functions need the compiled kernel, which this build does not have."
        )
    options = {"type": "arrow", "null_handling": "special"}
    # Of DuckDB's own type, which is not imported for an annotation.
    add = connection.create_function  # type: ignore[attr-defined]
    add("patience_verify", _verify, [*_LOG], f"STRUCT({_VERDICT})", **options)
    add("patience_position", _position, [*_LOG, "BIGINT"], "VARCHAR", **options)


# DuckDB evaluates the annotations of what it calls, so they do not name pyarrow.
def _verify(variant: object, seed: object, moves: object) -> object:
    import pyarrow as pa  # noqa: PLC0415 - DuckDB has loaded it

    table = pa.table({"variant": variant, "seed": seed, "moves": moves})
    return pa.table(verify_table(table)).to_struct_array()


def _position(variant: object, seed: object, moves: object, ply: object) -> object:
    import pyarrow as pa  # noqa: PLC0415 - DuckDB has loaded it

    rows = pa.table({"variant": variant, "seed": seed, "moves": moves, "ply": ply}).to_pylist()
    return pa.array([_position_of(**row) for row in rows], pa.string())


def _position_of(
    variant: str | None, seed: str | None, moves: Sequence[str] | None, ply: int | None
) -> str | None:
    """Return the text of the position after some moves of a log; None if there is none."""
    if variant is None or seed is None or moves is None or ply is None or not 0 <= ply <= len(moves):
        return None
    try:
        game = Game(variant, seed=seed)
        for move in islice(moves, ply):
            game.push(move)
    except PatienceError:
        return None
    return game.position_text
