"""The viewer's examples: of every variant a game that is won and one with an illegal move."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.reference import play

from .illegal import by_reason
from .walks import Request, opening

TELLING = {
    "wrong_color": "a colour that does not fit",
    "wrong_suit": "a suit that does not fit",
    "broken_sequence": "cards that are no sequence",
    "needs_king": "an empty column that waits for a King",
    "wrong_rank": "a rank that does not follow",
}
"""Reasons that teach something about a game, the best first."""

Game = dict[str, Any]


def examples(won: Request) -> list[Game]:
    """Both of a variant, made of a game that is won."""
    moves = won["moves"]
    title = f"Won in {len(moves)} moves"
    verdict = {"valid": True, "outcome": "won"}
    return [{"name": "won", "title": title, "request": won, "verdict": verdict}, illegal(won)]


def illegal(won: Request) -> Game:
    """The same game with one move, a third of the way on, that tells the most."""
    index = len(won["moves"]) // 3
    game = opening(won)
    for move in won["moves"][:index]:
        play(game, move)
    found = by_reason(game)
    reason = next(reason for reason in [*TELLING, *found] if reason in found)
    move = next((token for token in found[reason] if "-T" in token), found[reason][0])
    title = f"Illegal: {TELLING.get(reason) or reason.replace('_', ' ')}"
    request = {**won, "moves": [*won["moves"][:index], move, *won["moves"][index + 1 :]]}
    verdict = {"valid": False, "first_illegal_move": {"index": index, "move": move, "reason": reason}}
    return {"name": "illegal", "title": title, "request": request, "verdict": verdict}


def write(path: Path, name: str, values: Iterable[Mapping[str, Any]]) -> None:
    """One value a line."""
    lines = ",\n".join(json.dumps(value, ensure_ascii=False) for value in values)
    path.write_text(f'{{"{name}": [\n{lines}\n]}}\n', encoding="utf-8")


def write_index(folder: Path, titles: Mapping[str, str]) -> None:
    """Which games the files hold, variant by variant."""
    index = []
    for variant, title in titles.items():
        games = json.loads((folder / f"{variant}.json").read_text("utf-8"))["games"]
        named = [{"name": game["name"], "title": game["title"]} for game in games]
        index.append({"variant": variant, "title": title, "games": named})
    write(folder / "index.json", "examples", index)
