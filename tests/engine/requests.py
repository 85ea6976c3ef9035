"""Replay requests made at random: legal games, and the same games with something wrong in them."""

import random
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from service.engine.cards import CODES, PACK
from service.engine.legality import legal_moves
from service.engine.replay import advance
from tests.conftest import read_games
from tests.engine.games import deal_of, rule_sets

Request = dict[str, Any]

RULE_SETS = list(rule_sets())

PILES = ("S", "W", *(f"T{n}" for n in range(1, 12)), *(f"{kind}{n}" for n in range(1, 18) for kind in "FR"))
ACTIONS = ("deal", "draw", "redeal")


def random_request(source: random.Random, variant: str, rules: Mapping[str, Any]) -> Request:
    """A game under these rules: half of them legal to the end, the others spoilt in one to three places."""
    request = source.choice((_dealt_anew, _dealt_anew, _recorded))(source, variant, dict(rules))
    if source.random() < 0.3:
        request["moves"] = request["moves"][: source.randint(0, len(request["moves"]))]
    if source.random() < 0.5:
        for _ in range(source.randint(1, 3)):
            source.choice(SPOILERS)(source, request["moves"])
    return request


def random_token(source: random.Random) -> str:
    """Any token of the grammar; most name piles that some variant has."""
    if source.random() < 0.1:
        return source.choice(ACTIONS)
    number = source.randint(1, 99)
    target = source.choice((*PILES, "F", "F", f"T{number}", f"F{number}", f"R{number}"))
    count = source.choice(
        ("", "", "", "x1", "x13", f"x{source.randint(1, 20)}", f"x{source.randint(1, 999)}")
    )
    return f"{source.choice(PILES)}-{target}{count}"


def _dealt_anew(source: random.Random, variant: str, rules: dict[str, Any]) -> Request:
    if "redeals" in rules and source.random() < 0.3:
        rules["redeals"] = source.randint(0, 99)
    request: Request = {"variant": variant, "rules": rules}
    if source.random() < 0.7:
        request["seed"] = _seed(source)
    else:
        request["deck"] = _deck(source)
    return {**request, "moves": _play_on(source, request, [])}


def _recorded(source: random.Random, variant: str, rules: dict[str, Any]) -> Request:
    """A game of the fixtures under these rules, some of it left out, and played on from there."""
    games = _fixtures().get((variant, tuple(rules.items())))
    if not games:
        return _dealt_anew(source, variant, rules)
    game = source.choice(games)
    moves = game["moves"][: source.choice((len(game["moves"]), source.randint(0, len(game["moves"]))))]
    request = {key: game[key] for key in ("seed", "deck") if key in game}
    request |= {"variant": variant, "rules": rules}
    return {**request, "moves": _play_on(source, request, moves)}


@cache
def _fixtures() -> dict[tuple[str, tuple[Any, ...]], list[Request]]:
    """The games of the fixtures by variant and rules, defaults filled in."""
    found: dict[tuple[str, tuple[Any, ...]], list[Request]] = {}
    for name in ("rules", "pysolfc*"):
        for game in read_games(f"conformance/{name}.jsonl.gz"):
            found.setdefault((game["variant"], deal_of(game).tables.options), []).append(game)
    return found


def _seed(source: random.Random) -> str:
    """A seed of each kind (RULES §8)."""
    kind = source.randrange(3)
    if kind == 0:
        return str(source.randint(1, 31_999))
    if kind == 1:
        return f"ms{source.randint(1, 2**33 - 1)}"
    return str(source.randint(32_000, 10 ** source.randint(5, 20) - 1))


def _deck(source: random.Random) -> list[str]:
    """Two packs: shuffled, or in order but for some cards, which makes for long sequences."""
    deck = [CODES[card] for card in PACK for _ in range(2)]
    if source.random() < 0.5:
        source.shuffle(deck)
        return deck
    if source.random() < 0.5:
        deck = deck[::2] + deck[1::2]
    if source.random() < 0.5:
        deck.reverse()
    for _ in range(source.randint(0, 20)):
        one, other = source.randrange(104), source.randrange(104)
        deck[one], deck[other] = deck[other], deck[one]
    return deck


def _play_on(source: random.Random, request: Request, moves: list[str]) -> list[str]:
    """The moves, and legal ones after them: as they come, or to the foundations where possible."""
    position = deal_of(request).position()
    if len(advance(position, moves)) < len(moves):
        return moves
    moves = list(moves)
    eager = source.random() < 0.6
    for _ in range(source.choice((0, 3, 30, 100, 300))):
        legal = legal_moves(position)
        if not legal:
            break
        home = [move for move in legal if "-F" in move] if eager else []
        moves.append(source.choice(home or legal))
        advance(position, moves[-1:])
    return moves


def _replace(source: random.Random, moves: list[str]) -> None:
    if moves:
        moves[source.randrange(len(moves))] = random_token(source)


def _swap(source: random.Random, moves: list[str]) -> None:
    if len(moves) > 1:
        place = source.randrange(len(moves) - 1)
        moves[place], moves[place + 1] = moves[place + 1], moves[place]


def _repeat(source: random.Random, moves: list[str]) -> None:
    if moves:
        place = source.randrange(len(moves))
        moves.insert(place, moves[place])


def _drop(source: random.Random, moves: list[str]) -> None:
    if moves:
        del moves[source.randrange(len(moves))]


def _append(source: random.Random, moves: list[str]) -> None:
    moves += [random_token(source) for _ in range(source.randint(1, 3))]


def _rewrite(rewrite: Callable[[random.Random, str], str]) -> Callable[[random.Random, list[str]], None]:
    def spoil(source: random.Random, moves: list[str]) -> None:
        places = [place for place, move in enumerate(moves) if move not in ACTIONS]
        if places:
            place = source.choice(places)
            moves[place] = rewrite(source, moves[place])

    return spoil


def _other_count(source: random.Random, move: str) -> str:
    group, _, count = move.partition("x")
    near = max(1, int(count or 1) + source.choice((-1, 1)))
    return f"{group}x{source.choice((1, 13, near, near))}"


def _bare_foundation(source: random.Random, move: str) -> str:
    return re.sub(r"-F[0-9]+", "-F", move)


def _other_pile(source: random.Random, move: str) -> str:
    """Another number after a pile letter."""
    pattern = source.choice((r"(?<=^[TFR])[0-9]+", r"(?<=-[TFR])[0-9]+"))
    return re.sub(pattern, str(source.randint(1, 17)), move)


SPOILERS = (
    _replace,
    _swap,
    _repeat,
    _drop,
    _append,
    _rewrite(_other_count),
    _rewrite(_bare_foundation),
    _rewrite(_bare_foundation),
    _rewrite(_other_pile),
)
