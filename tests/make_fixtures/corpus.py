"""The corpus of a variant: one compressed file of deals, games and counts (fixtures/README.md)."""

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests import reference
from tests.declared import declaration, judge, opening, some_rules

from .made import lost_game, won_game
from .perft import some_moves, ways
from .walks import Request, illegal_games, turned, walks

Line = dict[str, Any]

GAMES = Path(__file__).parents[2] / "fixtures" / "games"

SEEDS = ("1", "31999", "32000", "ms40000", "ms4294967296", "12345678901234567890")
VERDICT = (
    "valid",
    "outcome",
    "moves_total",
    "moves_played",
    "first_illegal_move",
    "final_state",
    "legal_moves",
)


def path_of(variant: str) -> Path:
    return GAMES / f"{variant}.jsonl.gz"


def read(variant: str) -> list[Line]:
    """Return the lines of a variant's corpus; none if there is no file."""
    path = path_of(variant)
    if not path.exists():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write(variant: str, lines: list[Line]) -> None:
    """Write a corpus, the same bytes for the same lines."""
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    path_of(variant).write_bytes(gzip.compress(text.encode(), mtime=0))


def corpus(variant: str, kept: list[Line]) -> list[Line]:
    """Return the lines that follow from the rules, and those of the old corpus that others made."""
    return [*deals(variant), *kept, *games(variant, kept), *perft(variant)]


def deals(variant: str) -> Iterator[Line]:
    """Yield a deal of each kind of seed, and two under each option that deals otherwise."""
    usual = dealt(variant, {}, SEEDS[0])
    for rules in some_rules(variant):
        seeds = SEEDS if not rules else SEEDS[:2] if dealt(variant, rules, SEEDS[0]) != usual else ()
        for seed in seeds:
            deck, state = dealt(variant, rules, seed)
            yield {"kind": "deal", "rules": rules, "seed": seed, "deck": deck, "state": state}


def dealt(variant: str, rules: Request, seed: str) -> tuple[list[str], Line]:
    game = reference.deal(declaration(variant, rules), seed=seed)
    return game.deck, reference.state(game)


def games(variant: str, kept: list[Line]) -> Iterator[Line]:
    """Yield a won and a lost game, random games, and a game for each reason that they come across."""
    made = list(made_games(variant, {ending(other) for other in kept}))
    wandering = list(walks(variant))
    yield from made
    for number, request in enumerate(wandering[1:], start=1):
        yield line(f"random-{number}", "Random legal moves.", request)
    known = [request_of(variant, other) for other in kept]
    legal = [*wandering, *turned(variant), *(game["request"] for game in made), *known]
    for name, why, request in illegal_games(variant, legal):
        yield line(name, why, request)


def request_of(variant: str, line: Line) -> Request:
    if line["kind"] == "game":
        return dict(line["request"])
    return {"variant": variant, **{key: line[key] for key in ("rules", "seed", "moves")}}


def ending(line: Line) -> str:
    """Return how a game under the default rules ends; nothing for others."""
    if request_of("", line)["rules"]:
        return ""
    if line["kind"] == "play":
        return "won" if line["won"] else ""
    return str(line["verdict"]["outcome"])


def made_games(variant: str, endings: set[str]) -> Iterator[Line]:
    """Yield a won and a lost game, unless there are such games."""
    won = won_game(variant, {}) if "won" not in endings else None
    if won:
        yield line("won", "The deck was chosen so that the game is won.", won)
    lost = lost_game(variant, {}) if "lost" not in endings else None
    if lost:
        yield line("lost", "The stock is turned to its end, and no card can be played.", lost)


def line(name: str, why: str, request: Request) -> Line:
    verdict = judge(request) | {"moves_total": len(request["moves"])}
    wanted = {key: verdict[key] for key in VERDICT}
    return {"kind": "game", "name": name, "why": why, "request": request, "verdict": wanted}


def perft(variant: str) -> Iterator[Line]:
    """Yield the counts of an opening and of a game in full swing."""
    opened = {"kind": "perft", "rules": {}, "seed": "1", "moves": []}
    yield opened | {"counts": ways(opening({**opened, "variant": variant}))}
    later = {"kind": "perft", "rules": {}, "seed": "ms32000"}
    game = opening({**later, "variant": variant})
    moves = some_moves(game, random.Random(variant))
    yield later | {"moves": moves, "counts": ways(game)}
