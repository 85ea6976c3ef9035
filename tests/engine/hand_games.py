"""Reads the games of ``fixtures/examples``, whose every consequence was worked out from the rules page.

A line that is not indented begins an entry; ``#`` begins a comment. After ``variant:``, ``rules:``, ``deck:``
and ``start:`` (every pile that is not empty) an entry is one of

* ``T1-F1 F1: AC T1: 5H | 3C``: a legal move and all the piles that it changes; cards before ``|`` lie face
  down. ``4 draw W-F1``: these moves, four times over. ``S: 9 cards, top 3C 4C`` gives less than every card.
* ``! T1-T2 wrong_rank``: an illegal move and its reason; nothing changes.
* ``? T1-T2 deal``: every legal move, in order.
* ``= lost``: how the game stands.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

GAMES = sorted((Path(__file__).parents[2] / "fixtures" / "examples").glob("*.txt"))


class Pile(NamedTuple):
    """What a pile holds; where ``size`` is given, ``cards`` are only its top ones."""

    cards: tuple[str, ...]
    face_down: int = 0
    size: int | None = None

    def is_met_by(self, found: "Pile") -> bool:
        """Whether a pile, told in full, is as expected."""
        if self.size is None:
            return self == found
        shown = found.cards[len(found.cards) - len(self.cards) :]
        return self.size == len(found.cards) and self.cards == shown


EMPTY = Pile(())


class Entry(NamedTuple):
    """One line: ``kind`` is the sign that begins it, empty for moves."""

    kind: str
    words: tuple[str, ...]
    times: int
    piles: dict[str, Pile]


@dataclass
class HandGame:
    """A game worked out by hand."""

    request: dict[str, Any]
    start: dict[str, Pile]
    entries: list[Entry]


def read(path: Path) -> HandGame:
    """The game of one file."""
    bare = (line.partition("#")[0].rstrip() for line in path.read_text(encoding="utf-8").splitlines())
    lines = "\n".join(line for line in bare if line).replace("\n ", " ").splitlines()
    heads = dict(line.split(":", 1) for line in lines if re.match(r"(variant|rules|deck|start):", line))
    options = dict(option.split("=") for option in heads.get("rules", "").split())
    request = {
        "variant": heads["variant"].strip(),
        "rules": {name: int(value) if value.isdigit() else value for name, value in options.items()},
        "deck": heads["deck"].split(),
    }
    entries = [_entry(line) for line in lines if line.split(":")[0] not in heads]
    return HandGame(request, _piles(heads["start"]), entries)


def _entry(line: str) -> Entry:
    found = re.fullmatch(r"([!?=]?) ?(\d*) ?([^:]*?)(\s[TFRSW]\d*:.*)?", line)
    assert found, line
    kind, times, words, piles = found.groups()
    return Entry(kind, tuple(words.split()), int(times or 1), _piles(piles or ""))


def _piles(text: str) -> dict[str, Pile]:
    return {
        name: _pile(cards) for name, cards in re.findall(r"([TFRSW]\d*):([^:]*?)(?=\s[TFRSW]\d*:|$)", text)
    }


def _pile(text: str) -> Pile:
    if text.strip() == "empty":
        return EMPTY
    counted = re.fullmatch(r" (\d+) cards(?:, top(.*))?", text.rstrip())
    if counted:
        return Pile(tuple((counted[2] or "").split()), size=int(counted[1]))
    down, bar, up = text.partition("|")
    return Pile((*down.split(), *up.split()), len(down.split()) if bar else 0)
