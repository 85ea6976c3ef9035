"""Replays a game log: every verdict comes from ``replay``."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from patience.cards import CODES
from patience.cards.reasons import Outcome, Reason
from patience.play.checks import evidence_for
from patience.play.deal_orders import other_order
from patience.play.dealing import Deal
from patience.play.legality import legal_moves, outcome, play, why_not
from patience.play.position import Position
from patience.play.trace import Step, step_of
from patience.words import Sentence, said

ANY_CARD = "??"


class Checkpoint(NamedTuple):
    """What a client believes some piles hold after `after` moves, from bottom to top; ``??`` is any card.

    A pile that the variant lacks is empty.
    """

    after: int
    piles: dict[str, tuple[str, ...]]


class GameLog(NamedTuple):
    """A log that is well formed, though its moves may be illegal."""

    deal: Deal
    moves: tuple[str, ...]
    checkpoints: tuple[Checkpoint, ...] = ()


@dataclass(frozen=True, slots=True)
class Illegal:
    """The first illegal move, its reason, and the legal moves in its place."""

    index: int
    move: str
    reason: Reason
    sentences: tuple[Sentence, ...]
    """Why it is illegal, and an order of dealing in which the log is legal, if there is one."""
    legal_moves: list[str]

    @property
    def detail(self) -> str:
        """Return its sentences in English."""
        return said(self.sentences)


class Difference(NamedTuple):
    """A pile on which the client's checkpoint and the replay differ."""

    pile: str
    expected: tuple[str, ...]
    found: tuple[str, ...]


class Divergence(NamedTuple):
    """The first checkpoint that differs."""

    after: int
    piles: tuple[Difference, ...]


class Verdict(NamedTuple):
    """The result of a replay: ``position`` is the one that the longest legal prefix reaches."""

    log: GameLog
    played: tuple[str, ...]
    """The moves of that prefix, each as its shortest token, foundations numbered."""
    outcome: Outcome
    position: Position
    first_illegal_move: Illegal | None
    first_divergence: Divergence | None
    trace: tuple[Step, ...] | None

    @property
    def valid(self) -> bool:
        """Return whether every move is legal."""
        return self.first_illegal_move is None

    @property
    def moves_played(self) -> int:
        """Return the length of the longest legal prefix."""
        return len(self.played)


def replay(log: GameLog, *, trace: bool = False) -> Verdict:
    """Play the log to its end or its first illegal move.

    Raises NotationError if a token played is outside the grammar.
    """
    position = log.deal.position()
    moves = log.moves
    steps: list[Step] | None = [] if trace else None
    divergence: Divergence | None = None
    played: list[str] = []
    for checkpoint in sorted(log.checkpoints, key=lambda point: point.after):
        played += advance(position, moves[len(played) : checkpoint.after], steps)
        if len(played) < checkpoint.after:
            break
        divergence = _compare(position, checkpoint)
        if divergence:
            break
    played += advance(position, moves[len(played) :], steps)
    return Verdict(
        log=log,
        played=tuple(played),
        outcome=outcome(position),
        position=position,
        first_illegal_move=_illegal(position, log, len(played)) if len(played) < len(moves) else None,
        first_divergence=divergence,
        trace=None if steps is None else tuple(steps),
    )


def advance(position: Position, tokens: Iterable[str], steps: list[Step] | None = None) -> list[str]:
    """Play tokens up to the first illegal one; return those played, as ``play`` does.

    What each did is added to ``steps`` if it is given. Raises NotationError for a token outside the grammar
    when its turn comes.
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


def refusal(position: Position, token: str) -> tuple[Reason, str]:
    """Return why a token is illegal here: the reason, and an English sentence that explains it."""
    reason, sentence = refused(position, token)
    return reason, said([sentence])


def refused(position: Position, token: str) -> tuple[Reason, Sentence]:
    """Return why a token is illegal here: the reason, and the sentence that explains it."""
    move = position.tables.read(token)
    reason = why_not(position, move)
    assert reason is not None
    return reason, evidence_for(position, move, reason)


def _illegal(position: Position, log: GameLog, index: int) -> Illegal:
    token = log.moves[index]
    reason, sentence = refused(position, token)
    sentences = (sentence, *other_order(log.deal, log.moves, index))
    return Illegal(index, token, reason, sentences, legal_moves(position))


def _compare(position: Position, checkpoint: Checkpoint) -> Divergence | None:
    differences = []
    for name, expected in checkpoint.piles.items():
        pile = position.tables.pile.get(name)
        actual = () if pile is None else tuple(CODES[card] for card in position.cards(pile))
        same = len(actual) == len(expected) and all(
            card in (ANY_CARD, real) for card, real in zip(expected, actual, strict=True)
        )
        if not same:
            differences.append(Difference(name, expected, actual))
    return Divergence(checkpoint.after, tuple(differences)) if differences else None
