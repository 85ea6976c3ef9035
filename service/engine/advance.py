"""The loop in which logs are played."""

from collections.abc import Iterable

from service.engine.legality import play, why_not
from service.engine.position import Position
from service.engine.trace import Step, step_of


def advance(position: Position, tokens: Iterable[str], steps: list[Step] | None = None) -> list[str]:
    """Play tokens up to the first illegal one; those played, each at its shortest with a numbered foundation.

    What each did is added to ``steps`` where that is given. Raises NotationError for a token outside the
    grammar, if it gets there.
    """
    played: list[str] = []
    known, read = position.tables.moves, position.tables.read
    for token in tokens:
        move = known.get(token) or read(token)
        if why_not(position, move):
            break
        if steps is not None:
            steps.append(step_of(position, move))
        played.append(play(position, move))
    return played
