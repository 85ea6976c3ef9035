"""The least that an answer must say, held against what is expected: the first difference counts."""

from typing import Any, NamedTuple

from service.conformance.cases import Expected

_LISTS = ("stock", "waste")
_PILES = ("tableau", "foundations", "reserve")
_SHOWN = 200


class Difference(NamedTuple):
    """Where an answer is not what is expected, with both sides in words."""

    field: str
    expected: str
    found: str


def first_difference(expected: Expected, answer: object) -> Difference | None:
    """The first field that differs, or None where the engine agrees; an answer may be any JSON value."""
    valid = _member(answer, "valid")
    if expected.valid is None:
        return Difference("verdict", "none: malformed", _brief(answer)) if isinstance(valid, bool) else None
    if valid is not expected.valid:
        return Difference(
            "valid", _word(expected.valid), _word(valid) if isinstance(valid, bool) else _brief(answer)
        )
    illegal = _member(answer, "first_illegal_move")
    for field, wanted, found in (
        ("index", expected.index, _member(illegal, "index")),
        ("reason", expected.reason, _member(illegal, "reason")),
        ("moves_played", expected.moves_played, _member(answer, "moves_played")),
    ):
        if wanted is not None and (type(found) is not type(wanted) or found != wanted):
            return Difference(field, str(wanted), _brief(found))
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
    """Every pile's cards in a line; an empty one, and one that is not there, is the empty text."""
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
    """What an engine said, in a line that no terminal takes for a command."""
    if value is None or value == "":
        return "nothing"
    text = value if isinstance(value, str) else repr(value)
    shown = ascii(text)[1:-1]
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
