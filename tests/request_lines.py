"""Request lines of every spelling, right and wrong, for engines that must give the same answer to each."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from patience.games import VARIANTS
from schemas.limits import LONGEST_REF
from schemas.strict_json import HIGHEST_INTEGER
from tests.engine.requests import CHANGES, RULE_SETS, Request, random_request

OPTIONS = [option for variant in VARIANTS.values() for option in variant.options]

GAMES_KEPT = 4
"""Games per rule set: making one costs as much as hundreds of lines."""

SEEDS = (
    *("1", "31999", "32000", "ms1", "ms31999", "ms32000", "ms2147483648", "ms4294967296", "ms8589934591"),
    *(
        "0",
        "01",
        "ms",
        "ms0",
        "ms8589934592",
        "ms99999999999",
        "99999999999999999999",
        "100000000000000000000",
    ),
    *("18446744073709551616", "", "-1", "1.0", "1e3", " 1", "MS1", "\u0663", "1\n"),
    *(1, 31_999, 32_000, HIGHEST_INTEGER, HIGHEST_INTEGER + 1, 0, -1, 1.0, 1e3, 10**19, True, None, [], {}),
)
INCLUDES = (
    [],
    ["final_state"],
    ["final_state"] * 2,
    ["legal_moves"],
    ["trace", "link"],
    ["prospect"],
    ["x"],
    None,
    "",
    {},
)
REFS = (
    "",
    "game-4711",
    "a:b",
    "\u2660",
    '"',
    "\\",
    "\x7f",
    "\n",
    "r" * LONGEST_REF,
    "r" * (LONGEST_REF + 1),
    1,
)
TOKENS = (
    *(
        "",
        " ",
        "T1",
        "T1-",
        "-T1",
        "T1-T2x",
        "T1-T2x0",
        "T1-T2x01",
        "T1-T2x1000",
        "T1-T2x999",
        "T0-T1",
        "T01-T2",
    ),
    *(
        "T100-T1",
        "T1-F1000",
        "T99-F99",
        "R99-F",
        "F-T1",
        "F1-F",
        "S-W",
        "W-S",
        "Deal",
        "deals",
        "dra",
        "redeal ",
        "T1-T2 ",
    ),
    *(
        "T1-T2]",
        "T1-T2}",
        "T1\u2013T2",
        "T1-T2x\u0661",
        "T1-T2,T1-T2",
        "T1-Fx1",
        "W-Fx1",
        "W-Wx2",
        1,
        None,
        [],
        "T1-T1",
    ),
)
VERSIONS = ("1", "2", "3", "", 1, None)
SURPLUS = (("checkpoints", []), ("checkpoints", [{"after": 0, "piles": {}}]), ("claim", {}), ("", 0))


def random_line(source: random.Random) -> bytes:
    """Return a request on one line, mutated in up to three ways."""
    variant, rules = source.choice(RULE_SETS)
    request = json.loads(json.dumps(_game(variant, tuple(rules.items()), source.randrange(GAMES_KEPT))))
    if source.random() < 0.8:
        request["moves"] = request["moves"][: source.randint(0, len(request["moves"]))]
    if source.random() < 0.3:
        request["rules"] = _some(source, request["rules"])
    for _ in range(source.choice((0, 1, 1, 2, 3))):
        source.choice(MUTATIONS)(source, request)
    line = bytearray(_spelled(source, request))
    if source.random() < 0.2:
        for _ in range(source.randint(1, 3)):
            source.choice(INJURIES)(source, line)
    return bytes(line)


@cache
def _game(variant: str, rules: tuple[tuple[str, Any], ...], number: int) -> Request:
    return random_request(random.Random(f"{variant} {rules} {number}"), variant, dict(rules))


def _some(source: random.Random, members: dict[str, Any]) -> dict[str, Any]:
    kept = [name for name in members if source.random() < 0.5]
    source.shuffle(kept)
    return {name: members[name] for name in kept}


def _spoil(source: random.Random, request: Request) -> None:
    if isinstance(request.get("moves"), list) and all(type(move) is str for move in request["moves"]):
        source.choice(CHANGES)(source, request["moves"])


def _seed(source: random.Random, request: Request) -> None:
    if source.random() < 0.9:
        request.pop("deck", None)
    exact = source.choice((source.randint(1, 40_000), source.randint(1, 10**20), source.randint(1, 2**53)))
    request["seed"] = source.choice((*SEEDS, exact, str(exact), f"ms{exact}", f"ms{exact % 2**34}"))


def _deck(source: random.Random, request: Request) -> None:
    deck = request.get("deck")
    if not isinstance(deck, list) or len(deck) < 2:
        request["deck"] = source.choice((None, [], ["AC"] * 104, "AC"))
        return
    place = source.randrange(len(deck))
    change = source.randrange(4)
    if change == 0:
        deck[place] = source.choice(("AC", "KS", "1C", "ca", "", "A]", '"A', 1, None))
    elif change == 1:
        del deck[place]
    elif change == 2:
        deck.append("AC")
    else:
        deck[place], deck[0] = deck[0], deck[place]


def _board(source: random.Random, request: Request) -> None:
    board = request.get("board")
    if not isinstance(board, dict) or not board:
        request["board"] = source.choice(
            (None, {}, [], "", "T1=KC", "T1=(KC)", {"tableau": [{"pile": "T1"}]})
        )
        return
    name = source.choice(list(board))
    if isinstance(board[name], list) and board[name]:
        entry = source.choice(board[name])
        change = source.randrange(4)
        if change == 0:
            board[name].remove(entry)
        elif change == 1:
            board[name].append(entry)
        elif isinstance(entry, dict):
            entry["pile"] = source.choice(("T1", "T99", "S", "F1", 1))
            entry["face_down"] = source.choice((0, 1, 2, 99, -1, "1"))
    else:
        board[name] = source.choice((0, 1, 10**9, -1, None, "A", "K", "AC", [], {}, True))


def _token(source: random.Random, request: Request) -> None:
    moves = request.get("moves")
    if isinstance(moves, list):
        moves.insert(source.randint(0, len(moves)), source.choice(TOKENS))


def _member(name: str, values: tuple[Any, ...]) -> Callable[[random.Random, Request], None]:
    def change(source: random.Random, request: Request) -> None:
        request[name] = source.choice(values)

    return change


def _options(source: random.Random, request: Request) -> None:
    option = source.choice(OPTIONS)
    name = source.choice((option.name, option.name, "", "x"))
    value = source.choice((*option.extremes, source.choice(OPTIONS).default, 100, 2.0, -0.0, True))
    request["rules"] = source.choice((None, [], {}, {name: value}))


def _surplus(source: random.Random, request: Request) -> None:
    name, value = source.choice(SURPLUS)
    request[name] = value


def _lacking(source: random.Random, request: Request) -> None:
    request.pop(source.choice(list(request) or [""]), None)


MUTATIONS = (
    *(_spoil,) * 6,
    *(_seed,) * 3,
    _deck,
    _board,
    _token,
    _options,
    _surplus,
    _lacking,
    *(_member("ref", REFS),) * 2,
    *(_member("include", INCLUDES),) * 2,
    _member("rules_version", VERSIONS),
    _member("variant", (*VARIANTS, "", "DOUBLE-RUSSIAN", None)),
    _member("moves", ([], None, {}, "T1-T2")),
)


def _spelled(source: random.Random, value: Any) -> bytes:
    """Return JSON in one of its spellings; sometimes a key occurs twice."""
    if source.random() < 0.3:
        return json.dumps(value, separators=(",", ":")).encode()
    space = source.choice(("", "", " ", "\t \r"))
    text = _text(source, value, space, escape=source.random() < 0.2, twice=source.random() < 0.05)
    return f"{space}{text}{space}".encode("utf-8", "surrogatepass")


def _text(source: random.Random, value: Any, space: str, *, escape: bool, twice: bool) -> str:
    def inner(part: Any) -> str:
        around = space if source.random() < 0.2 else ""
        return around + _text(source, part, space, escape=escape, twice=False) + around

    if isinstance(value, dict):
        members = [*value.items()]
        source.shuffle(members)
        if twice and members:
            members.append(source.choice(members))
        return "{" + ",".join(f"{inner(name)}:{inner(part)}" for name, part in members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(inner, value)) + "]"
    if isinstance(value, str) and value and escape and source.random() < 0.1:
        place = source.randrange(len(value))
        head, tail = (json.dumps(part)[1:-1] for part in (value[:place], value[place + 1 :]))
        return f'"{head}\\u{ord(value[place]):04x}{tail}"'
    return json.dumps(value, ensure_ascii=source.random() < 0.5)


def _other_byte(source: random.Random, line: bytearray) -> None:
    if line:
        line[source.randrange(len(line))] = source.choice((source.randrange(256), *b'"\\[]{}:, 0-x\n\0'))


def _more_bytes(source: random.Random, line: bytearray) -> None:
    place = source.choice((0, len(line), source.randint(0, len(line))))
    line[place:place] = source.choice(
        (b" ", b",", b"]", b"}", b'"', b"\0", b"\xff", b"\xef\xbb\xbf", b"{}", b"0")
    )


def _fewer_bytes(source: random.Random, line: bytearray) -> None:
    place = source.randint(0, len(line))
    del line[place : place + source.choice((1, 1, 2, len(line)))]


INJURIES = (_other_byte, _more_bytes, _fewer_bytes)
