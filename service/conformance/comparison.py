"""The comparison of an engine's answer with the expected one, up to the first difference."""

from typing import Any, NamedTuple

from service.conformance.cases import Expected

_LISTS = ("stock", "waste")
_PILES = ("tableau", "foundations", "reserve")
_SHOWN = 200


class Difference(NamedTuple):
    """A field in which an answer differs, with both values in words."""

    field: str
    expected: str
    found: str


def first_difference(expected: Expected, answer: object) -> Difference | None:
    """Return the first field that differs, None if none does. An answer may be any JSON value."""
    valid = _member(answer, "valid")
    if expected.valid is None:
        return Difference("verdict", "none: malformed", _brief(answer)) if isinstance(valid, bool) else None
    if valid is not expected.valid:
        return Difference(
            "valid", _word(expected.valid), _word(valid) if isinstance(valid, bool) else _brief(answer)
        )
    illegal = _member(answer, "first_illegal_move")
    for field, value, found in (
        ("index", expected.index, _member(illegal, "index")),
        ("reason", expected.reason, _member(illegal, "reason")),
        ("moves_played", expected.moves_played, _member(answer, "moves_played")),
    ):
        if value is not None and (type(found) is not type(value) or found != value):
            return Difference(field, str(value), _brief(found))
    outcome = _member(answer, "outcome")
    if expected.outcomes and outcome not in expected.outcomes:
        return Difference("outcome", " or ".join(expected.outcomes), _brief(outcome))
    return _state_difference(expected.final_state, _member(answer, "final_state"))


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


def _brief(value: object) -> str:
    """Return a value of an answer as one short line without control characters."""
    if value is None or value == "":
        return "nothing"
    text = value if isinstance(value, str) else repr(value)
    shown = ascii(text)[1:-1]
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
