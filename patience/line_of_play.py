"""Lines of play: a position, and the way back to the opening.

``open_line`` chooses the engine: the kernel where it is compiled and knows the rules, else the readable
engine. Both have the methods of ``Line`` and answer alike.
"""

from collections.abc import Hashable, Iterator
from typing import Protocol

from patience.cards.notation import Move
from patience.cards.reasons import Outcome
from patience.kernel.loader import kernel
from patience.play.dealing import Deal
from patience.play.legality import check, legal_moves, outcome, play
from patience.play.position import Position


class Line(Protocol):
    """A position that can be played on and taken back."""

    def legal_moves(self) -> list[Move]:
        """Return every legal move in the order of RULES §1."""

    def push(self, token: str) -> Move | None:
        """Play a move and return its shortest token, its foundation numbered; None if it is illegal.

        Raises NotationError if the token is outside the grammar.
        """

    def pop(self) -> None:
        """Take the last move back. There must be one."""

    def outcome(self) -> Outcome:
        """Return how the game stands."""

    def is_won(self) -> bool:
        """Return whether the game is won."""

    def position(self) -> Position:
        """Return a copy of the position for the readable engine."""

    def key(self) -> Hashable:
        """Return a value that equal positions of the same rules share, and no others."""

    def copy(self) -> "Line":
        """Return a line that can be played on without touching this one."""

    def walk(self, depth: int, *, bulk: bool = True) -> int:
        """Return the number of legal logs of exactly ``depth`` moves from here, by walking the tree of moves.

        ``bulk`` counts the moves of the last ply without playing them.
        """

    def leaves(self, depth: int, most: int) -> int:
        """Return what ``walk`` returns, sooner: positions that several logs reach are walked on from once.

        The kernel keeps ``most`` positions of one depth; the readable engine keeps none.
        """

    def plies(self, depth: int, most: int) -> Iterator[tuple[int, int]]:
        """Yield, for each number of moves up to ``depth``, how many logs there are and how many positions.

        Positions that several logs reach are played on once. Ends early at more than ``most`` positions.
        """


def open_line(deal: Deal) -> Line:
    """Return the line of a deal before its first move."""
    compiled = kernel()
    line = compiled.open_line(deal.tables, deal.opening) if compiled else None
    return line or ReadableLine(deal.position())


class ReadableLine:
    """A line of play on the readable engine."""

    def __init__(self, position: Position) -> None:
        self._positions = [position]

    def legal_moves(self) -> list[Move]:
        return list(map(Move, legal_moves(self._positions[-1])))

    def push(self, token: str) -> Move | None:
        position = self._positions[-1]
        if check(position, token) is not None:
            return None
        after = position.copy()
        move = Move(play(after, after.tables.read(token)))
        self._positions.append(after)
        return move

    def pop(self) -> None:
        self._positions.pop()

    def outcome(self) -> Outcome:
        return outcome(self._positions[-1])

    def is_won(self) -> bool:
        return self._positions[-1].won

    def position(self) -> Position:
        return self._positions[-1].copy()

    def walk(self, depth: int, *, bulk: bool = True) -> int:
        if depth < 1:
            return 1
        moves = self.legal_moves()
        if depth == 1 and bulk:
            return len(moves)
        logs = 0
        for move in moves:
            self.push(move)
            logs += self.walk(depth - 1, bulk=bulk)
            self.pop()
        return logs

    def leaves(self, depth: int, most: int) -> int:  # noqa: ARG002 - nothing is kept
        return self.walk(depth)

    def plies(self, depth: int, most: int) -> Iterator[tuple[int, int]]:
        layer = {self.key(): (self, 1)}
        for _ in range(depth):
            after: dict[Hashable, tuple[ReadableLine, int]] = {}
            for line, logs in layer.values():
                for move in line.legal_moves():
                    following = ReadableLine(line.position())
                    following.push(move)
                    _, known = after.get(following.key(), (following, 0))
                    after[following.key()] = following, known + logs
                if len(after) > most:
                    return
            layer = after
            yield sum(logs for _, logs in layer.values()), len(layer)

    def key(self) -> Hashable:
        position = self._positions[-1]
        return (
            tuple(map(tuple, position.piles)),
            position.redeals_used,
            position.drawn,
            position.merci_used,
            position.phase,
        )

    def copy(self) -> "ReadableLine":
        twin = ReadableLine(self._positions[0])
        # Positions are never changed once they are here.
        twin._positions = self._positions[:]
        return twin
