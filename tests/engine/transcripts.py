"""Whole games as readable text: what each move did, the position, and how many moves are legal.

In a pile the cards before ``|`` lie face down. After a move only the piles that it changed are shown; the
whole position is shown at the start, after every 25 moves and at the end.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

EVERY = 25

Json = dict[str, Any]


class Step(NamedTuple):
    """The result of a move; the first step of a game is its opening."""

    move: str
    consequences: list[str]
    state: Json
    legal: int
    """The number of moves that are legal now."""


def read(path: Path) -> Json:
    """Return the request of a transcript."""
    text = path.read_text(encoding="utf-8")
    head, _, body = text.partition("\n\n")
    request: Json = dict(re.findall(r"(?m)^(variant|seed): (.*)$", head))
    deck = re.search(r"(?m)^deck:\n((?:  .*\n?)+)", head)
    if deck:
        request["deck"] = deck[1].split()
    options = re.findall(r"(\w+)=(\w+)", head)
    request["rules"] = {name: int(value) if value.isdigit() else value for name, value in options}
    request["moves"] = re.findall(r"(?m)^ *\d+ (deal|draw|redeal|\w+-\w+)\b", body)
    return request


def write(request: Json, steps: list[Step], outcome: str) -> str:
    """Return the transcript of a request, given its steps."""
    return "\n".join([*_head(request), "", *_body(steps), f"     {outcome}", ""])


def _head(request: Json) -> Iterator[str]:
    yield f"variant: {request['variant']}"
    yield " ".join(["rules:", *(f"{name}={value}" for name, value in request["rules"].items())])
    if "seed" in request:
        yield f"seed: {request['seed']}"
    else:
        yield "deck:"
        yield from ("  " + " ".join(request["deck"][start : start + 26]) for start in range(0, 104, 26))


def _body(steps: list[Step]) -> Iterator[str]:
    before, *later = steps
    yield f"   0 {_number(before.legal)}"
    yield from _whole(before.state)
    for number, step in enumerate(later, start=1):
        yield f"{number:4} {step.move:10} {'; '.join([_number(step.legal), *step.consequences])}"
        if number % EVERY and number < len(later):
            yield from _changes(before.state, step.state)
        else:
            yield from _whole(step.state)
        before = step


def _number(legal: int) -> str:
    return "1 legal move" if legal == 1 else f"{legal} legal moves"


def _piles(state: Json) -> dict[str, str]:
    """Return each pile on a line of its own."""
    lines = {}
    for column in state["tableau"]:
        cards, down = column["cards"], column["face_down"]
        lines[column["pile"]] = " ".join([*cards[:down], *["|"] * bool(down), *cards[down:]])
    for pile in state["foundations"] + state["reserve"]:
        lines[pile["pile"]] = " ".join(pile["cards"])
    return {**lines, "W": " ".join(state["waste"]), "S": " ".join(state["stock"])}


def _whole(state: Json) -> Iterator[str]:
    for name, cards in _piles(state).items():
        if cards:
            yield f"       {name}: {cards}"
    if state["redeals"]:
        yield f"       redeals: {state['redeals']}"


def _changes(before: Json, after: Json) -> Iterator[str]:
    old, new = _piles(before), _piles(after)
    changed = [name for name in new if new[name] != old[name]]
    for name in changed:
        if name == "S" or (name == "W" and new[name]):
            number = len(new[name].split())
            top = f", top {new[name][-2:]}" if name == "W" else ""
            yield f"       {name}: {'1 card' if number == 1 else f'{number} cards'}{top}"
        else:
            yield f"       {name}: {new[name] or 'empty'}"
