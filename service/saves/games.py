"""The games whose saves are read, and what PySolFC's moves are in tokens (RULES §1, §7)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from service.saves.pysolfc import Moved
from service.saves.save_errors import Fault, SaveError


@dataclass(frozen=True, slots=True)
class Game:
    """A game of PySolFC."""

    variant: str
    piles: tuple[str, ...]
    """What the variant calls each stack, in the order of the file."""


def _numbered(kind: str, last: int) -> tuple[str, ...]:
    return tuple(f"{kind}{number}" for number in range(1, last + 1))


GAMES: Final = {
    11: Game("spider", ("S", *_numbered("F", 8), *_numbered("T", 10))),
    13: Game("forty-thieves", (*_numbered("F", 8), *_numbered("T", 10), "S", "W")),
    220: Game("pysolfc-rouge-et-noir", ("S", *_numbered("F", 8), *_numbered("T", 10))),
    466: Game("pysolfc-double-russian", ("S", *_numbered("F", 8), *_numbered("T", 10))),
    638: Game("pysolfc-royal-rendezvous", (*_numbered("F", 16), *_numbered("R", 16), "S", "W")),
}
"""By PySolFC's number; a game's talon is its stock, there and empty even where the variant has none."""


def tokens(game: Game, steps: Sequence[Sequence[Moved]]) -> Iterator[str]:
    """The moves of a log, from what PySolFC undoes step by step.

    Raises SaveError where a step deals as the game does not.
    """
    for step in steps:
        yield from _tokens(
            [(moved.cards, game.piles[moved.source], game.piles[moved.target]) for moved in step]
        )


def _tokens(step: list[tuple[int, str, str]]) -> Iterator[str]:
    """The tokens of a step; what fills a vacancy is a consequence, and none."""
    last_dealt = ""
    for (count, source, target), (_, _, next_target) in pairwise([*step, (0, "", "")]):
        if source == "S" and target == "W":
            # A card that only passes the waste on its way to a vacancy is not drawn.
            if not next_target.startswith("R"):
                yield "draw"
        elif source == "S":
            if target == "T1":
                yield "deal"
            elif target != f"T{int(last_dealt[1:] or 0) + 1}":
                raise SaveError(Fault.DAMAGED, "The file is damaged. A deal skips a column.")
        elif not target.startswith("R"):
            yield f"{source}-{target}x{count}" if count > 1 else f"{source}-{target}"
        last_dealt = target if source == "S" and target.startswith("T") else ""
