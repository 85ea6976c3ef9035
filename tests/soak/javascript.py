"""Compare the JavaScript engine with the service: every member that both give must be the same to the byte.

python -m tests.soak.javascript [--requests 100000] [--declarations 2000] [--seed 1]

``--requests`` counts requests for the registered variants under all their options: random and recorded games,
changed ones, every kind of seed, deck, include and checkpoint, and requests with a wrong member, which both
must reject. ``--declarations`` counts random declarations, which use every pair of concepts in turn, and
then each rarer one. Two random games are played under each.

The sentence of a refusal must be the same, but for what the service adds about orders of dealing. The
parameters, which only the JavaScript engine gives, are compared with it: it must name their cards, piles and
numbers.

Progress goes to stderr. The first request with different answers is printed with both answers, and the exit
code is 1. At the end the results are listed with their numbers. Node.js must be installed. The suite runs a
small part of this.
"""

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from marshmallow import ValidationError

from patience.cards import CARDS, symbol
from patience.games import VARIANTS
from patience.words.names import count_cards
from schemas.problems import Problem
from schemas.replay_request import INCLUDES
from schemas.strict_json import JsonError, parse
from schemas.variant_description import variant_json
from service.judging.judge import judge
from tests.engine.declarations import WANTED, random_tables
from tests.engine.requests import CHANGES, random_request, random_rules
from tests.engine.synthetic import variant_of
from tests.request_lines import random_line
from tests.soak.kernel import registered
from tools.fixtures import corpus

CHUNK = 500
DECLARATIONS = 100
"""The declarations of a chunk."""
GAMES = 2
"""The games under each declaration."""
PEER = Path(__file__).parents[1] / "web" / "engine" / "peer.mjs"
LOCAL = [word for word in INCLUDES if word not in ("prospect", "score")]
"""What the JavaScript engine can include."""

SENTENCES = {
    "invalid stock_not_empty": ("cards",),
    "invalid no_redeals_left": ("redeals",),
    "invalid moves_available": ("move",),
    "invalid empty_column": ("piles",),
    "invalid not_enough_cards": ("cards", "count"),
    "invalid face_down_card": ("face_up", "count"),
    "invalid broken_sequence": ("broken",),
    "invalid foundation_full": ("top",),
    "invalid cell_occupied": ("top",),
    "invalid wrong_color": ("card", "top", "target"),
    "invalid wrong_suit": ("card", "top", "target"),
    "invalid needs_base": ("card", "target"),
    "invalid needs_king": ("card", "target"),
    "invalid vacancy_reserved": ("card", "target"),
    "invalid wrong_rank": ("card", "top", "target"),
    "invalid too_many_cards": ("room", "count"),
    "invalid king_locked": ("card", "target", "waits_for"),
    "invalid no_foundation_accepts": ("card", "source"),
}
"""The parameters that the service's sentence names, by result."""


def _symbol(code: str) -> str:
    return symbol(CARDS[code])


WORDS: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(("card", "top", "broken"), _symbol),
    "cards": count_cards,
    "room": lambda number: count_cards(number) if number else "no card",
    "face_up": lambda number: f"{number} cards" if number != 1 else "top card",
    "redeals": lambda number: str(number or "none"),
}
"""How the service's sentences write parameters that they do not write as they are."""

ORDERS = "The log is legal if the cards are dealt"
"""How the service's hint at another order of dealing begins."""

Json = dict[str, Any]
Case = tuple[Json | None, object]
"""The description of a variant that is not registered, else None, and a request."""


def random_cases(seed: int, chunk: int) -> Iterator[tuple[Case, Json]]:
    """Yield cases for registered variants, each with the service's answer."""
    source = random.Random(f"javascript {seed} {chunk}")
    names = list(VARIANTS)
    for number in range(CHUNK):
        name = names[(chunk * CHUNK + number) % len(names)]
        kind = source.randrange(3)
        if kind == 0:
            request: object = _random_members(
                source, random_request(source, name, random_rules(source, name))
            )
        elif kind == 1:
            request = _random_members(source, _recorded(source, name))
        else:
            request = _changed_request(source)
        yield (None, request), service_answer(request)


def recorded_cases(seed: int, cases: int) -> Iterator[tuple[Case, Json]]:
    """Yield cases made of recorded games, most of which the kernel judges: a quick kind."""
    source = random.Random(f"javascript recorded {seed}")
    names = list(VARIANTS)
    for number in range(cases):
        request = _recorded(source, names[number % len(names)])
        if source.random() < 0.1:
            request = _random_members(source, request)
        yield (None, request), service_answer(request)


def declared_cases(
    seed: int, chunk: int, declarations: int, games: int = GAMES
) -> Iterator[tuple[Case, Json]]:
    """Yield cases for random declarations, each with the service's answer."""
    source = random.Random(f"javascript declarations {seed} {chunk}")
    for number in range(chunk * declarations, (chunk + 1) * declarations):
        tables = next(random_tables(source.randrange(2**32), WANTED[number % len(WANTED)]))
        name = f"javascript-{seed}-{number}"
        with registered(name, variant_of(tables.rules, name)):
            description = variant_json(VARIANTS[name])
            for _ in range(games):
                request = _random_members(source, random_request(source, name, {}))
                yield (description, request), service_answer(request)


def _recorded(source: random.Random, variant: str) -> Json:
    """Return the start of a recorded game, often with another seed or changed moves."""
    game = source.choice(_games(variant))
    moves = game["moves"][: source.randint(0, len(game["moves"]))]
    for _ in range(source.choice((0, 0, 1, 2))):
        source.choice(CHANGES)(source, moves)
    request = {name: game[name] for name in ("variant", "rules", "seed", "deck", "board") if name in game}
    if "seed" in request and source.random() < 0.3:
        number = source.randint(1, 10 ** source.randint(1, 20) - 1)
        request["seed"] = source.choice((str(number), f"ms{number % 2**33 + 1}"))
    return {**request, "moves": moves}


@cache
def _games(variant: str) -> list[Json]:
    lines = corpus.read(variant)
    played = [{"variant": variant, **line} for line in lines if line["kind"] == "play"]
    return [*played, *(line["request"] for line in lines if line["kind"] == "game")]


def _random_members(source: random.Random, request: Json) -> Json:
    """Return the request with random members beside the log."""
    if source.random() < 0.8:
        request["include"] = source.sample(LOCAL, source.randint(0, len(LOCAL)))
    if source.random() < 0.1:
        request["ref"] = source.choice(("game-4711", "\u2660", '"', ""))
    if source.random() < 0.2:
        request["checkpoints"] = [_checkpoint(source, request) for _ in range(source.randint(1, 3))]
    return request


def _checkpoint(source: random.Random, request: Json) -> Json:
    """Return what some piles hold after some moves, often with a mistake."""
    after = source.randint(0, len(request["moves"]))
    before = {
        name: request[name] for name in ("variant", "rules", "seed", "deck", "board") if name in request
    }
    state = service_answer({**before, "moves": request["moves"][:after]})["final_state"]
    piles = {
        pile["pile"]: pile["cards"] for part in ("tableau", "foundations", "reserve") for pile in state[part]
    }
    piles |= {"S": state["stock"], "W": state["waste"]}
    chosen = {name: list(piles[name]) for name in source.sample(list(piles), min(len(piles), 3))}
    for cards in chosen.values():
        if cards and source.random() < 0.5:
            cards[source.randrange(len(cards))] = source.choice(("??", "??", "??", "AS"))
    return {"after": after, "piles": chosen}


def _changed_request(source: random.Random) -> object:
    """Return a request of any spelling that is JSON, with most members wrong at times."""
    while True:
        try:
            request = parse(random_line(source))
        except JsonError:
            continue
        if isinstance(request, dict) and isinstance(request.get("include"), list):
            request["include"] = [word for word in request["include"] if word not in ("prospect", "score")]
        return request


def service_answer(request: object) -> Json:
    """Return the service's verdict on a request, or that it rejects it."""
    try:
        answer = judge(json.dumps(request).encode()).answer
    except (ValidationError, Problem):
        return {"rejected": True}
    verdict: Json = orjson.loads(answer)
    return verdict


def engine_answers(cases: Iterable[Case]) -> list[Json]:
    """Return the JavaScript engine's answers to cases."""
    lines = b"".join(json.dumps(case).encode() + b"\n" for case in cases)
    output = subprocess.run(["node", PEER], input=lines, stdout=subprocess.PIPE, check=True).stdout
    answers = [orjson.loads(line) for line in output.splitlines()]
    for answer in answers:
        if "rejected" in answer:
            answer["rejected"] = True
    return answers


def compare(cases: Iterable[tuple[Case, Json]]) -> tuple[Counter[str], str]:
    """Return the number of cases by result, and the first disagreement or an empty text."""
    listed = list(cases)
    results: Counter[str] = Counter()
    for (case, expected), found in zip(listed, engine_answers(case for case, _ in listed), strict=True):
        detail = (expected.get("first_illegal_move") or {}).pop("detail", "")
        illegal = found.get("first_illegal_move") or {}
        params, sentence = illegal.pop("params", {}), illegal.pop("detail", "")
        result = _result(expected)
        told = detail == sentence or detail.startswith(f"{sentence} {ORDERS}")
        if orjson.dumps(found) != orjson.dumps(expected) or not told or unnamed(result, params, detail):
            found |= {"params": params, "detail": sentence}
            expected["detail"] = detail
            shown = (json.dumps(part) for part in (case[1], expected, found))
            return results, "Request: {}\nservice: {}\nJavaScript engine: {}".format(*shown)
        results[result] += 1
    return results, ""


def unnamed(result: str, params: Json, detail: str) -> list[str]:
    """Return the words for parameters of a refusal that the service's sentence lacks."""
    words: list[str] = []
    if "stays there" in detail:
        return words
    for member in SENTENCES.get(result, ()):
        value = params.get(member, [])
        words += map(WORDS.get(member, str), value if isinstance(value, list) else [value])
    return [word for word in words if word not in detail]


def _result(answer: Json) -> str:
    if "rejected" in answer:
        return "rejected"
    illegal = answer["first_illegal_move"]
    return f"invalid {illegal['reason']}" if illegal else f"valid {answer['outcome']}"


def main() -> None:
    """Compare until all is done or two answers differ."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--requests", type=int, default=100_000, help="requests (default 100000)")
    parser.add_argument("--declarations", type=int, default=2000, help="random declarations (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other requests (default 1)")
    options = parser.parse_args()
    chunks = [random_cases(options.seed, chunk) for chunk in range(-(-options.requests // CHUNK))]
    chunks += [
        declared_cases(options.seed, chunk, DECLARATIONS)
        for chunk in range(-(-options.declarations // DECLARATIONS))
    ]
    results: Counter[str] = Counter()
    for chunk in chunks:
        chunk_results, disagreement = compare(chunk)
        results += chunk_results
        if disagreement:
            sys.exit(disagreement)
        print(f"\r{results.total():,} requests", end="", file=sys.stderr)  # noqa: T201
    print(file=sys.stderr)  # noqa: T201
    for result, requests in results.most_common():
        print(f"{requests:12,}  {result}")  # noqa: T201


if __name__ == "__main__":
    main()
