"""Random replay requests: legal games, and the same games with some moves changed."""

import random
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from conformance.deals import deal_of
from conformance.declared import declaration, option_values
from conformance.reference.declaration import read_declaration
from conformance.reference.seeds import full_deck
from patience.play.legality import legal_moves
from patience.play.replay import advance
from schemas.positions import state_json
from tests.engine.games import rule_sets
from tools.fixtures import corpus

Request = dict[str, Any]

RULE_SETS = list(rule_sets())

PILES = ("S", "W", *(f"T{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7)))
PILES += ("F1", "F2", "F3", "F4", "F5", "F8", "R1", "R2", "R3", "R4")
ACTIONS = ("deal", "draw", "redeal")


def random_rules(source: random.Random, variant: str) -> dict[str, Any]:
    """Choose a value for each option of a variant."""
    return {name: source.choice(values) for name, values in option_values(variant).items()}


def random_request(source: random.Random, variant: str, rules: Mapping[str, Any]) -> Request:
    """Return a game under these rules: half are legal to the end, half changed in one to three places."""
    request = source.choice((_dealt_anew, _dealt_anew, _recorded, _laid_out))(source, variant, dict(rules))
    if source.random() < 0.3:
        request["moves"] = request["moves"][: source.randint(0, len(request["moves"]))]
    return changed(source, request) if source.random() < 0.5 else request


def changed(source: random.Random, request: Request) -> Request:
    """Return the game changed in one to three places."""
    moves = list(request["moves"])
    for _ in range(source.randint(1, 3)):
        source.choice(CHANGES)(source, moves)
    return {**request, "moves": moves}


def random_token(source: random.Random) -> str:
    """Return any token of the grammar; most name piles that many variants have."""
    if source.random() < 0.1:
        return source.choice(ACTIONS)
    target = source.choice((*PILES, "F", "F", f"{source.choice('TFR')}{source.randint(1, 120)}"))
    count = source.choice(
        ("", "", "", "x1", "x13", f"x{source.randint(1, 20)}", f"x{source.randint(1, 999)}")
    )
    return f"{source.choice(PILES)}-{target}{count}"


def _dealt_anew(source: random.Random, variant: str, rules: dict[str, Any]) -> Request:
    request: Request = {"variant": variant, "rules": rules}
    if source.random() < 0.7:
        request["seed"] = _seed(source)
    else:
        request["deck"] = _deck(source, variant, rules)
    return {**request, "moves": _play_on(source, request, [])}


def _recorded(source: random.Random, variant: str, rules: dict[str, Any]) -> Request:
    """Return the start of a game of the corpus, played on."""
    games = [play for play in _plays(variant) if {**rules, **play["rules"]} == rules]
    if not games:
        return _dealt_anew(source, variant, rules)
    game = source.choice(games)
    moves = game["moves"][: source.choice((len(game["moves"]), source.randint(0, len(game["moves"]))))]
    request = {"variant": variant, "rules": rules, "seed": game["seed"]}
    return {**request, "moves": _play_on(source, request, moves)}


def _laid_out(source: random.Random, variant: str, rules: dict[str, Any]) -> Request:
    """Return a game that begins at a position of another one, often one that no deal leads to."""
    dealt = _dealt_anew(source, variant, rules)
    position = deal_of(dealt).position()
    advance(position, dealt["moves"])
    board = state_json(position)
    columns = [column["cards"] for column in board["tableau"] if column["cards"]]
    if columns and source.random() < 0.5:
        for _ in range(source.randint(1, 10)):
            one, other = (source.choice([*columns, board["stock"]]) for _ in range(2))
            if one and other:
                here, there = source.randrange(len(one)), source.randrange(len(other))
                one[here], other[there] = other[there], one[here]
        # Of other games each number of cards can lie face down.
        tables = position.tables
        mixed = tables.gather or any(map(tables.rules.opened, tables.names))
        for column in [] if mixed else board["tableau"]:
            column["face_down"] = source.randint(0, max(0, len(column["cards"]) - 1))
    request: Request = {"variant": variant, "rules": rules, "board": board}
    return {**request, "moves": _play_on(source, request, [])}


@cache
def _plays(variant: str) -> list[Request]:
    return [line for line in corpus.read(variant) if line["kind"] == "play"]


def _seed(source: random.Random) -> str:
    """Return a seed of each kind."""
    kind = source.randrange(3)
    if kind == 0:
        return str(source.randint(1, 31_999))
    if kind == 1:
        return f"ms{source.randint(1, 2**33 - 1)}"
    return str(source.randint(32_000, 10 ** source.randint(5, 20) - 1))


def _deck(source: random.Random, variant: str, rules: Mapping[str, Any]) -> list[str]:
    """Return all cards shuffled, or in order but for some cards, which makes for long sequences."""
    declared = read_declaration(declaration(variant, rules))
    deck = full_deck(declared.packs, declared.suits, declared.ranks)
    if source.random() < 0.5:
        source.shuffle(deck)
        return deck
    if source.random() < 0.5:
        deck.sort(key=lambda card: "A23456789TJQK".index(card[0]))
    if source.random() < 0.5:
        deck.reverse()
    for _ in range(source.randint(0, 20)):
        one, other = source.randrange(len(deck)), source.randrange(len(deck))
        deck[one], deck[other] = deck[other], deck[one]
    return deck


def _play_on(source: random.Random, request: Request, moves: list[str]) -> list[str]:
    """Return the moves and random legal ones after them, in some games mostly to the foundations."""
    position = deal_of(request).position()
    if len(advance(position, moves)) < len(moves):
        return moves
    moves = list(moves)
    eager = source.random() < 0.6
    for _ in range(source.choice((0, 3, 10, 30, 100))):
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
    def change(source: random.Random, moves: list[str]) -> None:
        places = [place for place, move in enumerate(moves) if move not in ACTIONS]
        if places:
            place = source.choice(places)
            moves[place] = rewrite(source, moves[place])

    return change


def _other_count(source: random.Random, move: str) -> str:
    group, _, count = move.partition("x")
    near = max(1, int(count or 1) + source.choice((-1, 1)))
    return f"{group}x{source.choice((1, 13, near, near))}"


def _bare_foundation(source: random.Random, move: str) -> str:
    return re.sub(r"-F[0-9]+", "-F", move)


def _other_pile(source: random.Random, move: str) -> str:
    """Change the number after a pile letter."""
    pattern = source.choice((r"(?<=^[TFR])[0-9]+", r"(?<=-[TFR])[0-9]+"))
    return re.sub(pattern, str(source.randint(1, 17)), move)


def _other_target(source: random.Random, move: str) -> str:
    """Change the target, which is where most near misses are."""
    target = f"{source.choice('TTTFR')}{source.randint(1, 10)}"
    return re.sub(r"-[TFRWS][0-9]*", f"-{target}", move)


CHANGES = (
    _replace,
    _swap,
    _repeat,
    _drop,
    _append,
    _rewrite(_other_count),
    _rewrite(_bare_foundation),
    _rewrite(_bare_foundation),
    _rewrite(_other_pile),
    _rewrite(_other_target),
)
