"""Replays a log: the one door to every verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from service.engine.cards import CODES, FLOOR, LAST_CARD
from service.engine.deals import Deal
from service.engine.explain import explain
from service.engine.legality import is_run, legal_moves, outcome, play_of, why_not
from service.engine.notation import Move, parse
from service.engine.position import Position, Step
from service.engine.rules import RULES_VERSION, Outcome, Reason

ANY_CARD = "??"


class Checkpoint(NamedTuple):
    """What a client believes some piles hold after so many moves, bottom to top; ``??`` is any card.

    A pile that the variant lacks holds nothing.
    """

    after: int
    piles: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class GameLog:
    """A log that is well formed, though its moves may be illegal."""

    deal: Deal
    moves: tuple[str, ...]
    checkpoints: tuple[Checkpoint, ...] = ()


@dataclass(frozen=True, slots=True)
class Illegal:
    """The first illegal move and what could have been played instead."""

    index: int
    move: str
    reason: Reason
    detail: str
    legal_moves: list[str]


class Difference(NamedTuple):
    """A pile on which the client and the replay part."""

    pile: str
    expected: tuple[str, ...]
    found: tuple[str, ...]


class Divergence(NamedTuple):
    """The first checkpoint that differs."""

    after: int
    piles: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What really happened: ``position`` is the one that the longest legal prefix reaches."""

    log: GameLog
    moves_played: int
    outcome: Outcome
    position: Position
    first_illegal_move: Illegal | None
    first_divergence: Divergence | None
    trace: tuple[Step, ...] | None

    @property
    def valid(self) -> bool:
        """Whether every move is legal."""
        return self.first_illegal_move is None


def replay(log: GameLog, *, trace: bool = False) -> Verdict:
    """Play the log to its end or its first illegal move.

    Raises NotationError if a token played is outside the grammar.
    """
    position = log.deal.position()
    moves = log.moves
    steps: list[Step] | None = [] if trace else None
    divergence: Divergence | None = None
    played = 0
    for checkpoint in sorted(log.checkpoints, key=lambda point: point.after):
        played += _play(position, moves[played : checkpoint.after], steps)
        if played < checkpoint.after:
            break
        divergence = _compare(position, checkpoint)
        if divergence:
            break
    played += _play(position, moves[played:], steps)
    return Verdict(
        log=log,
        moves_played=played,
        outcome=outcome(position),
        position=position,
        first_illegal_move=_illegal(position, played, moves[played]) if played < len(moves) else None,
        first_divergence=divergence,
        trace=None if steps is None else tuple(steps),
    )


def deal_id(deal: Deal) -> str:
    """The name of a deal, equal on every instance: SHA-256 over variant, options, rules version and deck."""
    return f"sha256:{sha256(_deal_text(deal).encode()).hexdigest()}"


def log_id(log: GameLog) -> str:
    """The name of a log, equal on every instance: as ``deal_id``, with the moves."""
    text = f"{_deal_text(log.deal)}\n{' '.join(log.moves)}"
    return f"sha256:{sha256(text.encode()).hexdigest()}"


def _deal_text(deal: Deal) -> str:
    options = " ".join(f"{name}={value}" for name, value in deal.tables.options)
    deck = " ".join([CODES[card] for card in deal.deck])
    return f"{deal.tables.variant.id}\n{options}\n{RULES_VERSION}\n{deck}"


def play(position: Position, move: Move) -> Step:
    """Play a legal move, all that follows of itself included."""
    if move.action == "deal":
        return position.deal()
    if move.action == "redeal":
        return position.redeal()
    return position.move(*play_of(position, move))


def _play(position: Position, tokens: Sequence[str], steps: list[Step] | None) -> int:
    """Play up to the first illegal token; how many were played."""
    if steps is None:
        return advance(position, tokens)
    for index, token in enumerate(tokens):
        move = parse(token)
        if why_not(position, move):
            return index
        steps.append(play(position, move))
    return len(tokens)


def advance(position: Position, tokens: Sequence[str]) -> int:
    """Play tokens up to the first illegal one; how many were played.

    The moves that make up nearly every log are judged and played right here, by look-ups alone;
    whatever fails here may still be legal, and ``why_not`` decides.
    """
    if position.won:
        return 0
    tables = position.tables
    piles, fits, run = position.piles, tables.fits, tables.run
    for index, quick in enumerate(map(tables.plays.get, tokens)):
        if quick is not None:
            source, target, count = quick
            pile = piles[source]
            onto = piles[target]
            leader = pile[-count] if count < len(pile) else FLOOR
            if leader in fits[target][onto[-1]] and (count == 1 or run is None or is_run(run, pile[-count:])):
                if count == 1:
                    onto.append(pile.pop())
                else:
                    onto += pile[-count:]
                    del pile[-count:]
                if pile[-1] > LAST_CARD:
                    position.settle(source)
                if not fits[target][onto[-1]]:
                    position.note_win()
                    if position.won:
                        return index + 1
                continue
        move = parse(tokens[index])
        if why_not(position, move):
            return index
        play(position, move)
    return len(tokens)


def _illegal(position: Position, index: int, token: str) -> Illegal:
    move = parse(token)
    reason = why_not(position, move)
    assert reason is not None
    return Illegal(index, token, reason, explain(position, move, reason), legal_moves(position))


def _compare(position: Position, checkpoint: Checkpoint) -> Divergence | None:
    differences = []
    for name, expected in checkpoint.piles.items():
        pile = position.tables.pile.get(name)
        found = () if pile is None else tuple(CODES[card] for card in position.cards(pile))
        same = len(found) == len(expected) and all(
            card in (ANY_CARD, real) for card, real in zip(expected, found, strict=True)
        )
        if not same:
            differences.append(Difference(name, expected, found))
    return Divergence(checkpoint.after, tuple(differences)) if differences else None
