"""The token grammar of RULES §1: moves as text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from patience.cards.mistakes import meant_move
from patience.patience_error import NOT_A_MOVE, PatienceError

ANY_FOUNDATION: Final = "F"
"""The bare target: the lowest-numbered foundation that accepts."""

NUMBER: Final = "[1-9][0-9]{0,2}"
"""The number of a pile, or of cards."""

_PILE = f"[SW]|[TFR]{NUMBER}"
TOKEN_PATTERN: Final = f"(deal|draw|redeal)|({_PILE})-({_PILE}|F)(?:x({NUMBER}))?"
PILE_PATTERN: Final = _PILE

_TOKEN = re.compile(TOKEN_PATTERN)
_UNGROUPED = f"(?:deal|draw|redeal|(?:{_PILE})-(?:{_PILE}|F)(?:x{NUMBER})?+)"
_TOKENS = re.compile(f"(?:{_UNGROUPED} )*+")
_LONGEST_QUOTE = 40


@dataclass(frozen=True, slots=True)
class Token:
    """A move as it is written: a stock action, or ``count`` cards from one pile to another."""

    action: str
    """``deal``, ``draw`` or ``redeal``; empty where cards move between piles."""
    source: str = ""
    target: str = ""
    count: int = 1

    def __str__(self) -> str:
        if self.action:
            return self.action
        group = f"x{self.count}" if self.count > 1 else ""
        return f"{self.source}-{self.target}{group}"


class Move(str):
    """A move as its token, whose parts have names: ``Move("T3-T7x4").source`` is ``"T3"``.

    It is a string and equal to one. Raises PatienceError if a part of a text outside the grammar is read.
    """

    __slots__ = ()

    @property
    def action(self) -> str:
        """``deal``, ``draw`` or ``redeal``; empty where cards move between piles."""
        return self._token().action

    @property
    def source(self) -> str:
        """The pile that the cards leave; empty for an action of the stock."""
        return self._token().source

    @property
    def target(self) -> str:
        """The pile that the cards go to; empty for an action of the stock."""
        return self._token().target

    @property
    def size(self) -> int:
        """The number of cards that move as a unit; 1 for an action of the stock."""
        return self._token().count

    def _token(self) -> Token:
        try:
            return parse(self)
        except NotationError as error:
            raise PatienceError(NOT_A_MOVE, error.problems[0], move=str(self)) from None


class NotationError(ValueError):
    """Tokens outside the grammar; ``problems`` says what is wrong with each, by index."""

    def __init__(self, problems: dict[int, str]) -> None:
        super().__init__("; ".join(f"move {index}: {text}" for index, text in problems.items()))
        self.problems = problems


def parse(token: str) -> Token:
    """Read one token.

    Raises NotationError if it is outside the grammar.
    """
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise NotationError({0: _problem(token)})
    action, source, target, count = match.groups()
    if action:
        return Token(action)
    return Token("", source, target, int(count or 1))


def tokens_before_mistake(tokens: Sequence[object]) -> int:
    """Return how many items come before the first that is outside the grammar, in one pass."""
    return next(_mistakes(tokens), len(tokens))


def check_tokens(tokens: Sequence[object]) -> None:
    """Raise NotationError naming every token that is outside the grammar."""
    if wrong := {index: _problem(tokens[index]) for index in _mistakes(tokens)}:
        raise NotationError(wrong)


def _mistakes(tokens: Sequence[object]) -> Iterator[int]:
    """Yield the index of each item that is outside the grammar."""
    try:
        text = " ".join((*tokens, ""))  # type: ignore[arg-type]
    except TypeError:
        text = ""
    if text.count(" ") != len(tokens):
        # An item that is not a string, or one with a space, which would read as two.
        words = [token if isinstance(token, str) and " " not in token else "?" for token in tokens]
        text = " ".join((*words, ""))
    index, place = 0, 0
    while (end := _TOKENS.match(text, place).end()) < len(text):  # type: ignore[union-attr]
        index += text.count(" ", place, end)
        yield index
        index, place = index + 1, text.index(" ", end) + 1


def _problem(token: object) -> str:
    if not isinstance(token, str):
        return "A move is a string such as T3-T7x4."
    quote = token if len(token) <= _LONGEST_QUOTE else f"{token[:_LONGEST_QUOTE]}…"
    expected = "Expected deal, draw, redeal or SOURCE-TARGET, as in T3-T7x4 or W-F."
    return f"{quote!a} is not a move. {expected}{meant_move(token, _TOKEN)}"
