"""What the compiled kernel offers; ``kernel.pyx`` says how."""

from collections.abc import Sequence

from service.engine.compiled import CompiledRules
from service.engine.reasons import Outcome

class Unfit(Exception):  # noqa: N818
    """A variant too large for the kernel."""

class Table:
    """A variant under settled options, flat."""

    tables: CompiledRules
    def __init__(self, tables: CompiledRules) -> None: ...

class Judgement:
    """What became of a log. Where a move is illegal, ``answer`` lacks why: see ``explained``."""

    table: Table
    ref: str | None
    outcome: Outcome
    moves_total: int
    moves_played: int
    answer: bytes
    digests: tuple[bytes, bytes, bytes]
    """SHA-256 of the judgement, the deal and the game."""
    illegal: str | None
    legal_moves: bytes
    piles: list[list[int]]
    redeals: int
    won: bool
    def explained(self, why: bytes) -> bytes: ...

def judge(request: bytes, most_moves: int, longest_ref: int, highest_integer: int) -> Judgement | None: ...
def judge_log(
    tables: CompiledRules, deck: bytes, moves: Sequence[str], seed: str | None, state: bool, ref: bytes | None
) -> Judgement | None: ...
def play(table: Table, deck: bytes, moves: bytes) -> tuple[int, Outcome]: ...
