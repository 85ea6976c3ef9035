"""Text to moves: the token grammar of RULES §1."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

ANY_FOUNDATION: Final = "F"
"""The bare target: the lowest-numbered foundation that accepts."""

_PILE = "[SW]|[TFR][1-9][0-9]?"
TOKEN_PATTERN: Final = f"(deal|draw|redeal)|({_PILE})-({_PILE}|F)(?:x([1-9][0-9]{{0,2}}))?"
PILE_PATTERN: Final = _PILE

_TOKEN = re.compile(TOKEN_PATTERN)
_LONGEST_QUOTE = 40


def _common_tokens() -> Iterator[str]:
    columns = [f"T{number}" for number in range(1, 11)]
    foundations = ["F", *(f"F{number}" for number in range(1, 17))]
    cells = [f"R{number}" for number in range(1, 17)]
    targets = (*columns, *foundations)
    yield from ("deal", "draw", "redeal")
    for source in (*columns, *cells, *foundations[1:], "W"):
        yield from (f"{source}-{target}{count}" for target in targets for count in ("", "x1"))
    for source in columns:
        yield from (f"{source}-{target}x{count}" for target in targets for count in range(2, 40))


_COMMON: Final = frozenset(_common_tokens())
"""Tokens that nearly all logs are made of, so that most need no pattern."""


@dataclass(frozen=True, slots=True)
class Move:
    """A token read: a stock action, or ``count`` cards from one pile to another."""

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


class NotationError(ValueError):
    """Tokens outside the grammar; ``problems`` gives the index and what is wrong of each."""

    def __init__(self, problems: dict[int, str]) -> None:
        super().__init__("; ".join(f"move {index}: {text}" for index, text in problems.items()))
        self.problems = problems


@lru_cache(maxsize=4096)
def parse(token: str) -> Move:
    """Read one token.

    Raises NotationError if it is outside the grammar.
    """
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise NotationError({0: _complaint(token)})
    action, source, target, count = match.groups()
    if action:
        return Move(action)
    return Move("", source, target, int(count or 1))


def are_common(tokens: Sequence[object]) -> bool:
    """Whether all of these are tokens of the kind that logs are made of; others may be tokens too."""
    try:
        return _COMMON.issuperset(tokens)
    except TypeError:
        # What cannot be hashed is no token.
        return False


def check_tokens(tokens: list[object]) -> None:
    """Raise NotationError naming every token that is outside the grammar."""
    if are_common(tokens):
        return
    problems = {
        index: _complaint(token)
        for index, token in enumerate(tokens)
        if not isinstance(token, str) or (token not in _COMMON and not _TOKEN.fullmatch(token))
    }
    if problems:
        raise NotationError(problems)


def _complaint(token: object) -> str:
    if not isinstance(token, str):
        return "A move is a string such as “T3-T7x4”."
    quote = token if len(token) <= _LONGEST_QUOTE else f"{token[:_LONGEST_QUOTE]}…"
    return f"{quote!a} is no move. Expected deal, draw, redeal or SOURCE-TARGET, as in T3-T7x4 or W-F."
