"""What engines can be asked about a variant: tokens, deals, outcomes and legal moves in its positions.

Of questions that look alike (the same reason, kinds of piles, relation of the cards, room left, …) the first
few are kept. The answers are the reference interpreter's. Each question knows the lines of the interpreter
that its answer depends on.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from types import FrameType
from typing import Any, Final, NamedTuple

from conformance import reference
from conformance.declared import opening, some_rules
from conformance.positions import Json, Position, beginnings, explore
from conformance.reference.fits import is_complete, is_locked, is_run, parts, room
from conformance.reference.referee import accepting_foundation, takes_cards
from conformance.reference.seeds import RANKS
from conformance.reference.tokens import ACTIONS, parse

Key = tuple[Any, ...]
"""What a question looks like."""
Lines = frozenset[tuple[str, int]]
"""Modules of the interpreter and lines in them; functions of it and 0."""

STEP: Final = "step"
STATE: Final = "state"
OUTCOME: Final = "outcome"
LEGAL: Final = "legal moves"

SEEDS: Final = (
    "31999", "32000", "1073741823", "1073741824", "2147483647", "2147483648", "4294967295", "4294967296",
    "9007199254740993", "9223372036854775808", "18446744073709551616", "99999999999999999999", "ms1",
    "ms31999", "ms32000", "ms40000", "ms1073741824", "ms2147483647", "ms2147483648", "ms4294967295",
    "ms4294967296", "ms4294999999", "ms8589934591",
)  # fmt: skip
"""Seeds at the bounds of whole numbers and of the two generators."""
TRIES: Final = 108
"""Changes of positions that are tried."""
TOKENS: Final = 24
"""Random tokens asked in a position."""
LIKELY: Final = 40
"""Moves of runs asked in a position."""
ROUGH: Final = 3
"""Parts of a description by which questions are distinguished roughly."""
ALIKE: Final = {STEP: 24, STATE: 12, OUTCOME: 6, LEGAL: 6}
"""Questions of the same rough description; those about the outcome and all legal moves are dear."""
STRANGE: Final = ("T99", "R99", "F99", "S", "W", "T11", "R1", "F1")
ALWAYS: Final = ("T99-T1", "T1-T99", "S-T99", "W-T99", "F1-T99", "T99-F", "F99-F99", "T1-T1", "F1-F1",
                 "F1-F", "S-T1", "T1-S", "S-F", "W-W", "R1-F")  # fmt: skip
"""Tokens asked in every position; most are illegal everywhere."""


class Question(NamedTuple):
    """A question and the right answer."""

    here: Position
    aspect: str
    token: str | None
    answer: Any
    look: Key = ()
    """What it looks like, roughly."""
    lines: Lines = frozenset()

    @property
    def request(self) -> Json:
        """The request that asks it."""
        moves = self.here.request["moves"]
        return self.here.request | {"moves": [*moves, self.token] if self.token else moves}


def ask(aspect: str, token: str | None, game: reference.Game) -> Any:
    """Return the interpreter's answer, as it is now."""
    if aspect == STEP:
        assert token
        return reference.why_not(game, token)
    if aspect == OUTCOME:
        return reference.outcome(game)
    if aspect == LEGAL:
        return reference.legal_moves(game)
    if token is None:
        return reference.state(game)
    game = game.copy()
    reference.play(game, token)
    return reference.state(game)


def questions(variant: str, seed: int, tries: int = TRIES) -> list[Question]:
    """Return questions about a variant, in the positions of deals, whole games and changed games."""
    source = random.Random(f"{variant} {seed}")
    seen: Counter[Any] = Counter()
    found: list[Question] = []

    def is_new(here: Position) -> bool:
        before = len(found)
        for key, aspect, token in asked(here, source):
            fine = str(here.request["rules"]), aspect, key
            rough = *fine[:2], key[:ROUGH], "roughly"
            if not seen[fine] and seen[rough] < ALIKE[aspect]:
                seen.update((fine, rough))
                found.append(answered(here, aspect, token, rough))
        return len(found) > before

    deals = [
        {"variant": variant, "rules": rules, "seed": each, "moves": []}
        for number, rules in enumerate(some_rules(variant))
        for each in SEEDS[: 3 if number else None]
    ]
    explore(chain(deals, beginnings(variant, source)), source, tries, is_new)
    return found


def answered(here: Position, aspect: str, token: str | None, look: Key) -> Question:
    """Ask the interpreter and note the lines that run."""
    lines: set[tuple[str, int]] = set()

    def each_line(frame: FrameType, event: str, _argument: object) -> Any:
        lines.add((frame.f_globals["__name__"].rpartition(".")[2], frame.f_lineno))
        return each_line

    def each_call(frame: FrameType, event: str, _argument: object) -> Any:
        module = frame.f_globals.get("__name__", "")
        if not module.startswith("conformance.reference."):
            return None
        name = _function(frame)
        # Other functions are asked about more cheaply, with single tokens.
        if aspect in (OUTCOME, LEGAL) and not name.startswith(_WIDE):
            return None
        lines.add((name, 0))
        return each_line

    sys.settrace(each_call)
    try:
        answer = ask(aspect, token, opening(here.request) if not token and aspect == STATE else here.game)
    finally:
        sys.settrace(None)
    return Question(here, aspect, token, answer, look, frozenset(lines))


_WIDE = ("verdict.", "referee.card_moves", "referee.legal_moves", "tokens.write", "referee.is_won")


def _function(frame: FrameType) -> str:
    module = frame.f_globals["__name__"].rpartition(".")[2]
    code = frame.f_code
    while code.co_name.startswith("<") and frame.f_back and frame.f_back.f_globals is frame.f_globals:
        frame = frame.f_back
        code = frame.f_code
    return f"{module}.{code.co_name}"


def asked(here: Position, source: random.Random) -> Iterator[tuple[Key, str, str | None]]:
    """Yield questions about a position, each with what it looks like."""
    game, legal = here.game, set(here.legal())
    if not here.request["moves"]:
        yield (here.request.get("seed"),), STATE, None
    for token in dict.fromkeys([*some_tokens(game, source), *legal & set(ACTIONS)]):
        reason = reference.why_not(game, token)
        yield looks(game, token, reason), STEP, token
        if reason is None:
            yield result(game, token), STATE, token
    outcome, moves = reference.outcome(game), here.moves
    kinds = sorted({move.source[0] + move.target[0] + " x"[move.count > 1] for move in moves})
    piles = (len(game.piles.get(name, ())) for name in "SW")
    empty = sum(not game.piles[name] for name in game.names("T") + game.names("R"))
    left = sum(not is_complete(game, name) for name in game.names("F"))
    few = (*(min(size, 3) for size in piles), min(empty, 2), min(left, 2), min(game.redeals, 2))
    yield (
        (outcome, len(kinds) if len(kinds) < 2 else "some", "deal" in legal, *kinds[:1], *few),
        OUTCOME,
        None,
    )
    yield (len(kinds), tuple(kinds), tuple(sorted(legal & set(ACTIONS)))), LEGAL, None


def some_tokens(game: reference.Game, source: random.Random) -> list[str]:
    """Return some tokens, most of them illegal, and the actions."""
    names = list(game.piles)
    filled = [name for name in names if game.piles[name]] or names
    tokens = list(ACTIONS)
    for number in range(TOKENS):
        origin = source.choice(filled if number % 5 else [*names, *STRANGE])
        target = source.choice([*names, "F"] if number % 6 else [*names, *STRANGE])
        if number % 7 == 0:
            target = "F"
        size = len(game.piles.get(origin, ()))
        up = size - game.face_down.get(origin, 0)
        count = source.choice(
            (1, 1, 1, 2, 3, source.randint(1, max(1, up)), up, up + 1, size, size + 1, 13, 999)
        )
        tokens.append(f"{origin}-{target}" + (f"x{count}" if count > 1 else source.choice(("", "", "x1"))))
    for letter in "TR":
        empty = [name for name in game.names(letter) if not game.piles[name]]
        tokens += [f"{name}-T99" for name in empty[:1]]
    likely = _likely(game)
    return list(
        dict.fromkeys([
            *tokens, *ALWAYS, *_on_foundations(game, source), *source.sample(likely, min(LIKELY, len(likely)))
        ])
    )  # fmt: skip


def _on_foundations(game: reference.Game, source: random.Random) -> Iterator[str]:
    """Yield moves of each pile, with counts of which one card may go, of sequences, and onto full piles."""
    complete = [name for name in game.names("F") if is_complete(game, name)][:1]
    whole = any(foundation.whole for foundation in game.rules.foundations)
    for origin in game.names("T") + game.names("R") + game.names("W"):
        if game.piles[origin]:
            yield f"{origin}-{source.choice(game.names('F') or ['F1'])}"
    for origin in game.names("T"):
        size = len(game.piles[origin])
        if size > 1:
            yield from (f"{origin}-{name}x{count}" for name in complete for count in (1, 2))
        if whole and size >= len(RANKS):
            names = ("F", "F1", source.choice(game.names("F")))
            yield from (
                f"{origin}-{name}x{count}" for name in names for count in (len(RANKS) - 1, len(RANKS))
            )
        if size and accepting_foundation(game, origin, 1):
            yield from (f"{origin}-Fx{count}" for count in (2, size, size + 1) if count > 1)
    for origin in game.names("R") + game.names("W") + game.names("F"):
        yield f"{origin}-Fx2"


def _likely(game: reference.Game) -> list[str]:
    """Return the moves of runs onto every pile."""
    targets = [*game.names("T"), *(["W"] if takes_cards(game) else []), "F"]
    found = []
    for origin in game.names("T") + game.names("R") + game.names("W") + game.names("F"):
        columns, pile = game.rules.columns.of(origin), game.piles[origin]
        up = len(pile) - game.face_down.get(origin, 0)
        for count in range(1, min(up, 13) + 1):
            if count > 1 and origin[0] != "T":
                break
            run = columns.lift == "any" or is_run(game, "any_suit", pile[-count:])
            if not run:
                break
            suffix = f"x{count}" if count > 1 else ""
            found += [f"{origin}-{target}{suffix}" for target in targets if target != origin]
    return found


def _clip(number: int, most: int = 2) -> int:
    return max(-most, min(most, number))


def looks(game: reference.Game, token: str, reason: str | None) -> Key:
    """Return what a token looks like: tokens that look alike reach the same conditions."""
    stock = game.piles.get("S", ())
    waste = game.piles.get("W", ())
    if token in ACTIONS:
        empty = any(not game.piles[name] for name in game.names("T"))
        return token, reason, min(len(stock), 4), min(len(waste), 2), min(game.redeals, 3), empty
    move = parse(token)
    origin, target = (
        name[0] + ("" if name in game.piles or name == "F" else "?") for name in (move.source, move.target)
    )
    if "?" in origin or "?" in target or move.source == move.target:
        filled = bool(game.piles.get(move.source)), bool(game.piles.get(move.target))
        return reason, origin, target, move.source == move.target, min(move.count, 2), *filled, reason
    pile = game.piles[move.source]
    up = len(pile) - game.face_down.get(move.source, 0)
    counts = (
        min(move.count, 2),
        _clip(move.count - len(pile), 1),
        _clip(move.count - up, 1),
        token[-2:] == "x1",
    )
    bare = move.target == "F"
    if not bare:
        full = target == "F" and is_complete(game, move.target)
        target += " full" if full else "" if game.piles[move.target] else " empty"
    key = (reason, origin, bare or target, *counts)
    if not pile or move.count > len(pile):
        return (*key, bool(game.piles.get(move.target)))
    group = pile[-move.count :]
    if bare:
        single = move.count > 1 and bool(accepting_foundation(game, move.source, 1))
        accepting = accepting_foundation(game, move.source, move.count)
        own = next((name for name in game.names("F") if group[-1][1] in game.foundation(name).suits), None)
        return (*key, (accepting, own == accepting), single, _fits(group))
    return (*key, *_relation(game, move.source, move.target, group))


def _fits(group: Sequence[str]) -> Key:
    ranks = [RANKS.index(card[0]) for card in group]
    return tuple(sorted({lower - upper for lower, upper in pairwise(ranks)}))[:2]


def _relation(game: reference.Game, origin: str, target: str, group: list[str]) -> Key:
    """Return how a group relates to the target."""
    columns = game.rules.columns.of(origin)
    pile = game.piles[target]
    run = len(group) > 1 and (is_run(game, columns.build, group), is_run(game, columns.build, group[:2]))
    key: Key = (run, len(group) == len(game.piles[origin]))
    if pile:
        step = RANKS.index(group[0][0]) - RANKS.index(pile[-1][0])
        colours = (group[0][1] in "DH") == (pile[-1][1] in "DH")
        key = (*key, step if abs(step) in {1, 2, 12} else 0, colours, group[0][1] == pile[-1][1])
    else:
        key = (*key, game.rank(group[0]) if game.rank(group[0]) in "AQK" else "", group[0][0] in "AK")
    if target[0] == "F":
        pile_rules = game.foundation(target)
        wanted = pile_rules.ranks.find(game.rank(group[0])) - len(pile)
        left = _clip(len(pile_rules.ranks) - len(pile))
        fits = group[0][1] in pile_rules.suits, _clip(wanted), is_locked(game, target), pile_rules.suits
        rough = bool(pile), fits[0], game.rank(group[0]) == pile_rules.ranks[0], wanted == 0
        return (rough, *key, *fits, min(len(pile), 2), left)
    if target[0] == "T" and (columns.supermove or columns.capacity):
        left = (columns.capacity or 99) - len(pile) - len(group)
        cells = sum(not game.piles[name] for name in game.names("R"))
        empty = sum(not game.piles[name] for name in game.names("T"))
        key = (
            *key,
            _clip(left, 1),
            _clip(room(game, target) - parts(game, group), 1),
            min(cells, 2),
            min(empty, 2),
        )
    return key


def result(game: reference.Game, token: str) -> Key:
    """Return what a legal token's consequences look like."""
    stock, waste = game.piles.get("S", ()), game.piles.get("W", ())
    empty = sum(not game.piles[name] for name in game.names("T") + game.names("R"))
    sizes = min(len(stock), 4), min(len(waste), 2), min(empty, 2)
    if token in ACTIONS:
        return token, *sizes, len(stock) < len(game.names("T")), len(stock) % 3, min(game.redeals, 1)
    move = parse(token)
    size, down = len(game.piles[move.source]), game.face_down.get(move.source, 0)
    rest = size - move.count
    turned = down > 0 and rest == down
    return (
        move.source[0],
        move.target if move.target == "F" else move.target[0],
        rest == 0,
        turned,
        min(move.count, 3),
        *(sizes if rest == 0 else ()),
    )
