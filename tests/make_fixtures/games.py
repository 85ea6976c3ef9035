"""The games of a variant: won, prepared and random ones, and one for every reason code."""

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.reference import judge
from tests.reference.games import resolve

from .illegal import illegal_requests
from .made import lost_game, won_game
from .scenes import scenes
from .walks import Request, walks

Line = dict[str, Any]

CONFORMANCE = Path(__file__).parents[2] / "fixtures" / "conformance"


def games(variant: str) -> list[Line]:
    """The lines of a variant's file."""
    won = [line(f"won-{number}", *game) for number, game in enumerate(won_games(variant), start=1)]
    prepared = [
        line(
            scene.name,
            scene.why,
            {"variant": variant, "rules": scene.rules, "deck": scene.deck, "moves": scene.moves},
        )
        for scene in scenes(variant)
    ]
    prepared += made_games(variant, won + prepared)
    wandering = walks(variant)
    legal = [*wandering, *(game["request"] for game in prepared + won)]
    illegal = [line(*game) for game in illegal_requests(variant, legal)]
    return [*won, *prepared, *some_of(wandering), *illegal]


def made_games(variant: str, others: list[Line]) -> Iterator[Line]:
    """As many as are wanting of two won games and a lost one."""
    outcomes = [game["verdict"]["outcome"] for game in others]
    for number in range(outcomes.count("won"), 2):
        game = won_game(variant, {}, number)
        if game:
            yield line(f"made-won-{number + 1}", "Every card comes to light when it is needed.", game)
    game = None if "lost" in outcomes else lost_game(variant, {})
    if game:
        yield line("made-lost", "The stock is turned to its end, and no card can be played.", game)


def whole_game(variant: str, rules: Mapping[str, object], lines: list[Line]) -> Request | None:
    """A game that is won under these rules, or lost if none is: one of a variant's lines, or made."""
    wanted = resolve(variant, rules)
    for outcome, make in (("won", won_game), ("lost", lost_game)):
        for game in lines:
            verdict, request = game["verdict"], game["request"]
            ended_so = verdict["valid"] and verdict["outcome"] == outcome
            if ended_so and resolve(variant, request["rules"]) == wanted:
                return {**request, "rules": wanted}
        made = make(variant, wanted)
        if made:
            return made
    return None


def line(name: str, why: str, request: Request) -> Line:
    """One line, with the verdict of the plain implementation."""
    verdict = judge(request)
    verdict |= {"moves_total": len(request["moves"])}
    order = (
        "valid",
        "outcome",
        "moves_total",
        "moves_played",
        "first_illegal_move",
        "final_state",
        "legal_moves",
    )
    return {"name": name, "why": why, "request": request, "verdict": {key: verdict[key] for key in order}}


def some_of(wandering: list[Request]) -> Iterator[Line]:
    """The first three random games in progress, and the first that is lost, if any is."""
    lines = [line("", "", request) for request in wandering]
    for outcome, how_many, why in (
        ("in_progress", 3, "Random legal moves; the game can go on."),
        ("lost", 1, "Random legal moves, after which no card can be played any more."),
    ):
        ending_so = [game for game in lines if game["verdict"]["outcome"] == outcome]
        for number, game in enumerate(ending_so[:how_many], start=1):
            yield game | {"name": f"{outcome}-{number}", "why": why}


def won_games(variant: str) -> Iterator[tuple[str, Request]]:
    """Of fixtures/conformance: under each choice of rules the shortest, by default the two shortest."""
    by_rules: dict[str, list[Line]] = {"{}": []}
    for path in sorted(CONFORMANCE.glob("*.jsonl.gz"), reverse=True):
        judge_of_it = "PySolFC" if path.name.startswith("pysolfc") else "A plain engine"
        for game in read(path):
            if game["variant"] == variant and (game.get("won") or game.get("kind") == "won"):
                game |= {"rules": game.get("rules", {}), "judge": judge_of_it}
                by_rules.setdefault(json.dumps(game["rules"]), []).append(game)
    for rules, same_rules in by_rules.items():
        same_rules.sort(key=lambda game: len(game["moves"]))
        for game in distinct_deals(same_rules)[: 2 if rules == "{}" else 1]:
            fields = ("variant", "rules", "seed", "deck", "moves")
            request: Request = {key: game[key] for key in fields if key in game}
            yield f"{game['judge']} calls this game won after {len(game['moves'])} moves.", request


def distinct_deals(shortest_first: list[Line]) -> list[Line]:
    """The first game of each deal."""
    by_deal: dict[str, Line] = {}
    for game in shortest_first:
        by_deal.setdefault(game.get("seed") or str(game["deck"]), game)
    return list(by_deal.values())


def read(path: Path) -> Iterator[Line]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
