"""What the adapters share: reading requests, playing logs with another engine, and writing answers.

An adapter translates. The other engine decides which moves are legal and what they do. An adapter refuses
only what the engine has no call for, such as a move onto the source's own pile. Requests that the engine
cannot judge are answered with `{"not_offered": "the reason"}`.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol, runtime_checkable

from conformance.declared import is_well_formed, opening
from conformance.reference.tokens import ACTIONS, is_token, parse

SUITS: Final = "CSHD"
"""The suits of F1 to F4 in games of one pack."""
RANKS: Final = "A23456789TJQK"


class NotOffered(Exception):  # noqa: N818 - an answer
    """The engine has no such game, option or move."""


class Table(Protocol):
    """A game of another engine."""

    def move(self, source: str, target: str, count: int) -> bool:
        """Move cards if the engine allows it; return whether it does."""

    def act(self, action: str) -> bool:
        """Deal, draw or redeal if the engine allows it; return whether it does."""

    def won(self) -> bool:
        """Return whether the engine takes the game to be won."""

    def piles(self) -> dict[str, list[str]]:
        """Return the cards of each pile; face-down cards have small letters."""


@runtime_checkable
class Lists(Table, Protocol):
    """A game whose engine lists the legal moves."""

    def legal_moves(self) -> list[str]:
        """Return the legal moves as tokens, in any order."""


Deal = Callable[[dict[str, Any]], Table]
"""Deals the game of a request, or raises NotOffered."""


def dealt(request: dict[str, Any], offered: dict[str, tuple[Any, ...]]) -> dict[str, list[str]]:
    """Return the piles of the opening position; face-down cards have small letters.

    The engines deal in other ways, so the reference interpreter deals. Raises NotOffered if an option has
    another value than those offered.
    """
    for name, value in request.get("rules", {}).items():
        if value not in offered.get(name, ()):
            raise NotOffered(f"{name}: {value}")
    game = opening({"rules": {}, "moves": [], **request})
    return {
        name: [card.lower() if row < game.face_down.get(name, 0) else card for row, card in enumerate(cards)]
        for name, cards in game.piles.items()
    }


class Program:
    """A program that answers each line with a line."""

    def __init__(self, *command: str) -> None:
        """Start it."""
        self.process: Any = subprocess.Popen(command, stdin=-1, stdout=-1, text=True)

    def ask(self, line: str) -> str:
        """Return its answer. Raises SystemExit if the program has ended."""
        with suppress(BrokenPipeError):
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
        if answer := self.process.stdout.readline():
            return str(answer.rstrip("\n"))
        self.process.communicate()  # It closes the pipes.
        program, code = " ".join(self.process.args), self.process.returncode
        raise SystemExit(f"The engine ended with code {code}, with no answer to {line!r}: {program}")


def serve(deal: Deal) -> None:
    """Answer requests from standard input."""
    for line in sys.stdin:
        try:
            answer = judge(deal, json.loads(line))
        except NotOffered as reason:
            answer = {"not_offered": str(reason)}
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


def judge(deal: Deal, request: dict[str, Any]) -> dict[str, Any]:
    """Return the engine's verdict on a request."""
    if not is_well_formed(request):
        raise NotOffered("malformed requests")
    moves = request["moves"]
    try:
        table = deal(request)
    except ValueError:  # The deck does not have the game's cards.
        raise NotOffered("malformed requests") from None
    if not all(map(is_token, moves)):
        raise NotOffered("malformed requests")
    played = next((number for number, token in enumerate(moves) if not plays(table, token)), len(moves))
    verdict = answer(table.piles(), played, len(moves))
    if isinstance(table, Lists) and "legal_moves" in request.get("include", ()):
        verdict["legal_moves"] = [] if table.won() else sorted(table.legal_moves(), key=_order)
    return verdict


def _order(token: str) -> tuple[object, ...]:
    """Return the place of a token among the legal moves."""
    if token in ACTIONS:
        return (4, ACTIONS.index(token))
    source, target, count = parse(token)
    return (
        "TRWF".index(source[0]), int(source[1:] or 0), "TFRW".index(target[0]), int(target[1:] or 0), count
    )  # fmt: skip


def plays(table: Table, token: str) -> bool:
    """Play a token if the engine allows it; return whether it does."""
    if table.won():
        return False
    if token in ACTIONS:
        return table.act(token)
    source, target, count = parse(token)
    piles = table.piles()
    targets = [name for name in piles if name[0] == "F"] if target == "F" else [target]
    if source not in piles or not set(targets) <= set(piles) or count > len(piles[source]):
        return False
    return any(table.move(source, name, count) for name in targets if name != source)


def answer(piles: dict[str, list[str]], played: int, asked: int) -> dict[str, Any]:
    """Return a verdict in the form of the kit."""
    state: dict[str, Any] = {"tableau": [], "foundations": [], "reserve": []}
    for name, cards in piles.items():
        shown = [card.upper() for card in cards]
        down = sum(card != card.upper() for card in cards)
        if part := {"T": "tableau", "F": "foundations", "R": "reserve"}.get(name[0]):
            state[part].append({"pile": name, "face_down": down, "cards": shown})
        else:
            state[{"S": "stock", "W": "waste"}[name]] = shown
    valid = played == asked
    illegal = None if valid else {"index": played}
    return {"valid": valid, "first_illegal_move": illegal, "moves_played": played, "final_state": state}
