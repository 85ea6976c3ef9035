"""The comparison of an engine's answer with the expected one, aspect by aspect.

An engine may judge games without giving reasons, outcomes or legal moves. So each aspect is compared
separately, and a missing field is distinguished from a wrong one.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from service.conformance.cases import Expected

VERDICTS: Final = "verdicts"
REASONS: Final = "reasons"
OUTCOMES: Final = "outcomes"
LEGAL_MOVES: Final = "legal moves"
CHECKPOINTS: Final = "checkpoints"
PERFT: Final = "perft"
ASPECTS: Final = (VERDICTS, REASONS, OUTCOMES, LEGAL_MOVES, CHECKPOINTS, PERFT)

_LISTS = ("stock", "waste")
_PILES = ("tableau", "foundations", "reserve")
_SHOWN = 200
_LEGAL_SHOWN = 2000


class Difference(NamedTuple):
    """A field in which an answer differs, with both values in words."""

    field: str
    expected: str
    found: str
    at: int | None = None
    """The first move that is legal for one of the two only, counted from 0, if that is the difference."""
    refused: str = ""
    """The engine's reason, if that move is legal."""


class Finding(NamedTuple):
    """The comparison of one aspect: it agrees if there is no difference."""

    aspect: str
    difference: Difference | None = None
    missing: bool = False
    """Whether the answer lacks the field."""


def not_offered(answer: object) -> str:
    """Return why an engine does not judge a request; empty if it does, or gives no reason."""
    reason = _member(answer, "not_offered")
    return _brief(reason) if isinstance(reason, str) else ""


def compare(expected: Expected, answer: object) -> Iterator[Finding]:
    """Yield a finding for each expected aspect, only for the verdict if that differs.

    An answer may be any JSON value.
    """
    refused = expected.may_refuse and not isinstance(_member(answer, "valid"), bool)
    difference = None if refused else _verdict_difference(expected, answer)
    yield Finding(VERDICTS, difference)
    if difference or refused:
        return
    illegal, legal = _member(answer, "first_illegal_move"), _member(answer, "legal_moves")
    if expected.reason:
        yield _finding(REASONS, "reason", (expected.reason,), _member(illegal, "reason"))
    if expected.outcomes:
        yield _finding(OUTCOMES, "outcome", expected.outcomes, _member(answer, "outcome"))
    if expected.legal_moves is not None:
        if isinstance(legal, list):
            legal = " ".join(map(str, legal)) or "none"
        yield _finding(LEGAL_MOVES, "legal_moves", (" ".join(expected.legal_moves) or "none",), legal)
    if expected.divergences:
        yield _finding(CHECKPOINTS, "first_divergence", expected.divergences, _divergence(answer))
    if expected.perft:
        counts = _member(answer, "perft")
        if isinstance(counts, list):
            counts = " ".join(map(str, counts))
        yield _finding(PERFT, "perft", (" ".join(map(str, expected.perft)),), counts)


def _finding(aspect: str, field: str, allowed: tuple[str, ...], value: object) -> Finding:
    if isinstance(value, str) and value in allowed:
        return Finding(aspect)
    found = _brief(value, _LEGAL_SHOWN)
    return Finding(aspect, Difference(field, " or ".join(allowed), found), missing=value is None)


def _divergence(answer: object) -> object:
    """Return the first divergence in words; None if the answer does not have the field."""
    if not isinstance(answer, dict) or "first_divergence" not in answer:
        return None
    divergence = answer["first_divergence"]
    if divergence is None:
        return "none"
    piles = _member(divergence, "piles")
    # In many languages JSON objects have no order, so an engine cannot know that of the request.
    names = sorted(str(_member(pile, "pile")) for pile in piles) if isinstance(piles, list) else []
    return f"after {_member(divergence, 'after')}: {' '.join(names)}"


def _verdict_difference(expected: Expected, answer: object) -> Difference | None:
    valid = _member(answer, "valid")
    if expected.valid is None:
        found = f"valid: {_word(valid)}" if isinstance(valid, bool) else ""
        return Difference("verdict", "none: malformed", found) if found else None
    illegal = _member(answer, "first_illegal_move")
    index = _member(illegal, "index")
    at = min((place for place in (expected.index, index) if type(place) is int), default=None)
    refused = _brief(_member(illegal, "reason")) if at != expected.index else ""
    if valid is not expected.valid:
        found = _validity(answer, valid) if isinstance(valid, bool) else _brief(answer)
        return Difference("valid", _word(expected.valid), found, at, refused)
    if expected.index is not None and (type(index) is not int or index != expected.index):
        return Difference("index", str(expected.index), _brief(index), at, refused)
    played = _member(answer, "moves_played")
    if expected.moves_played is not None and (type(played) is not int or played != expected.moves_played):
        return Difference("moves_played", str(expected.moves_played), _brief(played))
    return _state_difference(expected.final_state, _member(answer, "final_state"))


def _validity(answer: object, valid: bool) -> str:
    """Return the verdict in words, with the move at which the engine stopped."""
    illegal = _member(answer, "first_illegal_move")
    if valid or not isinstance(illegal, dict):
        return _word(valid)
    return f"false (move {_brief(illegal.get('index'))}: {_brief(illegal.get('reason'))})"


def _state_difference(expected: dict[str, Any] | None, found: object) -> Difference | None:
    if expected is None:
        return None
    if not isinstance(found, dict):
        return Difference("final_state", "an object", _brief(found))
    piles = _piles(found)
    for name, cards in _piles(expected).items():
        if cards != piles.get(name, ""):
            return Difference(f"final_state {name}", cards or "nothing", _brief(piles.get(name, "")))
    return None


def _piles(state: dict[str, Any]) -> dict[str, str]:
    """Return the cards of each pile as a text, "" for an empty pile."""
    piles = {}
    for part in _PILES:
        listed = state.get(part)
        for pile in listed if isinstance(listed, list) else []:
            if isinstance(name := _member(pile, "pile"), str):
                down = _member(pile, "face_down")
                hidden = f"{down} face down: " if down else ""
                piles[name] = hidden + _cards(_member(pile, "cards"))
    return piles | {name: _cards(state.get(name)) for name in _LISTS}


def _cards(cards: object) -> str:
    return " ".join(map(str, cards)) if isinstance(cards, list) else ""


def _member(value: object, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def _word(truth: bool) -> str:
    return "true" if truth else "false"


def _brief(value: object, most: int = _SHOWN) -> str:
    """Return a value of an answer as one short line without control characters."""
    if value is None or value == "":
        return "nothing"
    text = value if isinstance(value, str) else repr(value)
    shown = ascii(text)[1:-1]
    return shown if len(shown) <= most else f"{shown[:most]}…"
