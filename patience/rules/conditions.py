"""Conditions on a declaration, written once for Python and JavaScript (``engine/conditions.js``).

A condition is one or several terms, which all have to hold; `` or `` comes between alternatives. A term is a
value that is set: not null, false, zero or empty; of a list one item suffices. After the value, ``=`` comes
before texts of which it is one, ``!=`` before texts of which it is none, ``>`` before a number that it or its
length exceeds, and ``~`` before texts of which it contains one. Null is ``none``, and never ``!=``.
``part[terms]`` holds of a list if the terms hold of one of its items. ``!`` before a term negates it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Final, NamedTuple, cast

ValueOf = Callable[[str], object]
"""Returns the value at a path."""

_TERM: Final = re.compile(r"(!?)([\w.:]+)(?:\[(.+?)\]|(!?=|>|~)(\S+))?(?: |$)")


class _Term(NamedTuple):
    path: str
    inner: str
    sign: str
    wanted: tuple[str, ...]
    meets: bool
    """Whether it has to hold, or not."""


@cache
def _read(condition: str) -> list[list[_Term]]:
    return [
        [
            _Term(path, inner, sign, tuple(wanted.split("|")), not unless)
            for unless, path, inner, sign, wanted in _TERM.findall(terms)
        ]
        for terms in condition.split(" or ")
    ]


def holds(condition: str, value_of: ValueOf) -> bool:
    """Return whether a condition holds; an empty one does."""
    return any(all(_meets(term, value_of) for term in terms) for terms in _read(condition))


def _meets(term: _Term, value_of: ValueOf) -> bool:
    value = value_of(term.path)
    items = value if isinstance(value, tuple | list) else [value]
    if term.inner:
        found = any(holds(term.inner, partial(value_at, item)) for item in items)
    elif term.sign == ">":
        size = value if isinstance(value, int) else len(cast(Sequence[object], value or ""))
        found = size > int(term.wanted[0])
    elif term.sign == "~":
        found = any(text in _text(item) for item in items for text in term.wanted)
    elif term.sign == "=":
        found = any(_text(item) in term.wanted for item in items)
    elif term.sign:
        found = any(item is not None and _text(item) not in term.wanted for item in items)
    else:
        found = any(items)
    return found is term.meets


def _text(value: object) -> str:
    if isinstance(value, tuple | list):
        return " ".join(map(str, value))
    return "none" if value is None else str(value)


def value_at(part: object, path: str) -> object:
    """Return the value at a path from a part of a declaration; of lists, that of each item."""
    for name in path.split("."):
        part = member(part, name)
    return part


def member(owner: object, name: str) -> object:
    """Return a member of a part, or of each of several."""
    if isinstance(owner, tuple):
        return tuple(member(one, name) for one in owner)
    return owner[name] if isinstance(owner, Mapping) else getattr(owner, name, None)
