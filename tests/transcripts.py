"""Whole games as readable text: what each move did, the position, and how many moves were legal.

python -m tests.transcripts

plays every game of ``fixtures/transcripts`` again and writes its text anew. Variant, rules, seed or deck and
the moves are read from the text itself, so a new transcript begins as its head and a list of numbered moves:

    variant: rouge-et-noir
    rules: deal=when_blocked
    seed: 4711

    1 T3-F1
    2 deal

In a pile the cards before ``|`` lie face down. After a move only the piles that it changed are shown; the
whole position is shown at the start, after every 25 moves and at the end.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from schemas.positions import state_json
from schemas.verdicts import verdict_json
from service.engine.advance import advance
from service.engine.legality import legal_moves, outcome
from service.engine.replay import GameLog, replay
from tests.conftest import FIXTURES
from tests.engine.games import deal_of

FOLDER = FIXTURES / "transcripts"
EVERY = 25

Json = dict[str, Any]


def read(path: Path) -> Json:
    """The request of a transcript."""
    text = path.read_text(encoding="utf-8")
    head, _, body = text.partition("\n\n")
    request: Json = dict(re.findall(r"(?m)^(variant|seed): (.*)$", head))
    deck = re.search(r"(?m)^deck:\n((?:  .*\n?)+)", head)
    if deck:
        request["deck"] = deck[1].split()
    options = re.findall(r"(\w+)=(\w+)", re.search("(?m)^rules:.*$", head)[0])
    request["rules"] = {name: int(value) if value.isdigit() else value for name, value in options}
    request["moves"] = re.findall(r"(?m)^ *\d+ (deal|draw|redeal|\w+-\w+)\b", body)
    return request


def write(request: Json) -> str:
    """The transcript of a request."""
    return "\n".join([*_head(request), "", *_body(request), ""])


def positions(request: Json) -> Iterator[tuple[Json, list[str], str]]:
    """After every move, the opening first: the position, its legal moves, and how the game stands."""
    position = deal_of(request).position()
    yield state_json(position), legal_moves(position), outcome(position)
    for token in request["moves"]:
        assert advance(position, [token]) == 1, token
        yield state_json(position), legal_moves(position), outcome(position)


def _head(request: Json) -> Iterator[str]:
    yield f"variant: {request['variant']}"
    yield " ".join(["rules:", *(f"{name}={value}" for name, value in request["rules"].items())])
    if "seed" in request:
        yield f"seed: {request['seed']}"
    else:
        yield "deck:"
        yield from ("  " + " ".join(request["deck"][start : start + 26]) for start in range(0, 104, 26))


def _body(request: Json) -> Iterator[str]:
    verdict = replay(GameLog(deal_of(request), tuple(request["moves"])), trace=True)
    steps = verdict_json(verdict, ["trace"])["trace"]
    (before, legal, _), *later = positions(request)
    yield f"   0 {_number(legal)}"
    yield from _whole(before)
    for number, (step, (state, legal, _)) in enumerate(zip(steps, later, strict=True), start=1):
        yield f"{number:4} {step['move']:10} {'; '.join([_number(legal), *_effects(step)])}"
        if number % EVERY and number < len(later):
            yield from _changes(before, state)
        else:
            yield from _whole(state)
        before = state
    yield f"     {verdict.outcome}"


def _number(legal: list[str]) -> str:
    return "1 legal move" if len(legal) == 1 else f"{len(legal)} legal moves"


def _effects(step: Json) -> Iterator[str]:
    for turned in step["turned_up"]:
        yield f"{turned['card']} turned up on {turned['pile']}"
    for moved in step["filled"]:
        yield f"{' '.join(moved['cards'])} fills {moved['to']} from {moved['from']}"


def _piles(state: Json) -> dict[str, str]:
    """Every pile in a line of its own, in full."""
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


def main() -> None:
    """Write every transcript anew."""
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text(write(read(path)), encoding="utf-8")


if __name__ == "__main__":
    main()
