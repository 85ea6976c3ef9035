"""The cases of a conformance test: requests made from the fixtures, each with the expected answer.

The expected answers come from other programs and from the reference interpreter, never from the engine of
this project. The digest of the files names the version of the kit.
"""

import gzip
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import chain, islice, takewhile
from pathlib import Path
from typing import Any, Final, NamedTuple

from patience.cards import CODES
from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.rules import Base

Json = dict[str, Any]

MALFORMED: Final = "malformed"
LEGAL: Final = "legal"
LACKS: Final = "which the game lacks"
"""The end of the names of cases whose checkpoint is about a pile that the game lacks."""

_FIRST_SEED: Final = "1"
_NUMBERS: Final = ("none", "one", "two", "three", "four", "five", "once", "unlimited")
"""Words for numbers, which some options have."""
_FEW: Final = 20
"""A variant with no more chosen cases shares its shape with another, which is asked illegal games, too."""
_MOST_LEAVES: Final = 1000
_MOST_PILES: Final = 50
"""Piles that a checkpoint names at most."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected members of an answer; None and () stand for members that are not compared."""

    valid: bool | None = True
    """None: the request is malformed and has no verdict."""
    index: int | None = None
    reason: str | None = None
    moves_played: int | None = None
    outcomes: tuple[str, ...] = ()
    final_state: Json | None = None
    legal_moves: tuple[str, ...] | None = None
    perft: tuple[int, ...] = ()
    """The number of legal logs of 1, 2, 3 … moves; () if it is not compared."""
    divergences: tuple[str, ...] = ()
    """The first checkpoint that differs, as in ``after 3: T1 W``, or ``none``; () if it is not compared."""
    may_refuse: bool = False
    """Whether an engine may refuse the request instead: a checkpoint names a pile that the game lacks."""


class Case(NamedTuple):
    """A replay request and the expected answer."""

    source: str
    """Its file, relative to the fixtures."""
    name: str
    request: Json
    expected: Expected

    @property
    def variant(self) -> str:
        """The id of the variant."""
        return str(self.request["variant"])

    @property
    def moves(self) -> list[Any]:
        """The moves of the log; none if a malformed request has no list of them."""
        moves = self.request.get("moves")
        return moves if isinstance(moves, list) else []

    @property
    def about(self) -> str:
        """The expected reason, or a word for the expected answer."""
        if self.expected.valid is None:
            return MALFORMED
        return self.expected.reason or LEGAL


def all_cases(fixtures: Path, variants: Collection[str] = VARIANTS) -> Iterator[Case]:
    """Yield every case of these variants: for each its deals, chosen cases, then whole games.

    Checkpoints and malformed requests are the same for every game, so only the first variant gets them.
    Malformed requests come last, since they are the most likely to make an engine fail altogether.
    """
    for variant in variants:
        chosen = list(chosen_cases(fixtures, variant))
        # A chosen case of a reason shows more than a whole game that ends with it, and so does one in a deal.
        known = {case.expected.reason for case in chosen} - {None}
        asked = [case.request for case in chosen]
        few = len(chosen) <= _FEW
        games, chosen = _joined(
            [
                case for case in whole_games(fixtures, variant)
                if case.expected.reason not in known
                and not is_played_on(case, asked)
                and (case.expected.valid or not few)
            ],
            chosen,
        )  # fmt: skip
        dealt = [case for case in games if case.name.startswith("seed ")]
        others = [case for case in games if not case.name.startswith("seed ")]
        yield from _going_on([*dealt, *chosen, *others])
        yield from _too_large(variant)
    for variant in list(variants)[:1]:
        yield from _checkpoints(games_in(fixtures / "games" / f"{variant}.jsonl.gz"))
        yield from _malformed(fixtures, variant)


def _going_on(cases: Iterable[Case]) -> Iterator[Case]:
    """Yield the cases; of those with the same reason, every other log has its last, illegal move once more.

    The verdict is the same, but not that of an engine that skips illegal moves.
    """
    number: Counter[str | None] = Counter()
    for case in cases:
        if case.expected.index != len(case.moves) - 1:
            yield case
            continue
        number[case.expected.reason] += 1
        again = case.moves[-1:] if number[case.expected.reason] % 2 else []
        yield case._replace(request=case.request | {"moves": [*case.moves, *again]})


def is_played_on(case: Case, requests: Iterable[Json]) -> bool:
    """Return whether a case is the deal of a rare seed in which one of these requests makes moves."""
    seed, rules = case.request.get("seed"), case.request.get("rules") or {}
    return (
        seed != _FIRST_SEED
        and case.name.startswith("seed ")
        and any(
            len(request["moves"]) > 1
            and request.get("seed") == seed
            and (request.get("rules") or {}) == rules
            for request in requests
        )
    )


def whole_games(fixtures: Path, variant: str) -> list[Case]:
    """Return the deals and the whole games of a variant."""
    shared = _shared(fixtures / "conformance")
    return [
        *games_in(fixtures / "games" / f"{variant}.jsonl.gz"),
        *(case for case in shared if case.variant == variant),
    ]


def _joined(games: Iterable[Case], chosen: Iterable[Case]) -> tuple[list[Case], list[Case]]:
    """Return the games, legal ones with the illegal move of a chosen case, and the cases that are left.

    The move leaves the last position of the game as it is, so one request asks about both.
    """
    left = list(chosen)
    # The first illegal move in a position asks about the position, too.
    illegal = {_log(case.request, -1): case for case in reversed(left) if case.expected.reason}
    joined = []
    for game in games:
        case = illegal.pop(_log(game.request), None) if game.expected.valid else None
        if case:
            left.remove(case)
            expected = replace(
                case.expected,
                outcomes=case.expected.outcomes or game.expected.outcomes,
                final_state=game.expected.final_state,
            )
            name = f"{game.name}, then {case.name.partition(', then ')[2]}"
            game = Case(game.source, name, case.request, expected)  # noqa: PLW2901 - the same game
        joined.append(game)
    return joined, left


def _log(request: Json, end: int | None = None) -> str:
    """Return the deal, the options and the moves of a request, up to a move."""
    deal = (request.get(name) for name in ("seed", "deck", "board"))
    return json.dumps([request.get("rules") or {}, *deal, request["moves"][:end]])


def perft_cases(
    fixtures: Path, variants: Collection[str] = VARIANTS, most_leaves: int = _MOST_LEAVES
) -> Iterator[Case]:
    """Yield requests for perft from the published counts: one deal for each variant and value of an option.

    It ends before there are more than `most_leaves`; by default, a plain engine counts for a second at most.
    """
    for number, row in enumerate(_lines(fixtures / "perft.jsonl"), start=1):
        if row["variant"] in variants and row["seed"] == _FIRST_SEED:
            leaves = [count for count, _ in row["plies"]]
            few = list(takewhile(lambda count: count <= most_leaves, leaves)) or leaves[:1]
            request: Json = {
                "variant": row["variant"],
                "rules": row["rules"],
                "seed": row["seed"],
                "moves": [],
            }
            expected = Expected(moves_played=0, perft=tuple(few))
            name = f"line {number} (perft to depth {len(few)})"
            yield Case("perft.jsonl", name, request | {"perft": len(few)}, expected)


def kit_version(fixtures: Path) -> str:
    """Return a digest of all files that cases come from."""
    digest = sha256()
    folders = (fixtures / name for name in ("games", "conformance"))
    files = [fixtures / "perft.jsonl", *(file for folder in folders for file in folder.rglob("*"))]
    for path in sorted(path for path in files if path.is_file()):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def with_decks(cases: Iterable[Case]) -> Iterator[Case]:
    """Yield the same cases with decks instead of seeds, without those that only a seed can ask.

    Those are about malformed seeds, seeds beside decks, and redeals whose order a seed decides.
    """
    for case in cases:
        request = dict(case.request)
        malformed = case.expected.valid is None
        if malformed and (case.name.startswith("seed ") or {"seed", "deck"} <= request.keys()):
            continue
        if seed := request.pop("seed", None):
            # Options that do not exist deal nothing.
            rules = {} if malformed and not case.name.startswith("token ") else request.get("rules", {})
            tables = tables_for(case.variant, rules)
            if tables.shuffles and "redeal" in request.get("moves", ()):
                continue
            request["deck"] = [CODES[card] for card in deal_seed(tables, seed).deck]
        yield case._replace(request=request)


@cache
def _shared(folder: Path) -> tuple[Case, ...]:
    """Return the whole games of several variants."""
    return (*_checked_games(folder), *_played_games(folder))


def _checked_games(folder: Path) -> Iterator[Case]:
    path = folder / "rules.jsonl.gz"
    for number, line in enumerate(_lines(path) if path.exists() else (), start=1):
        names = ("variant", "rules", "seed", "deck", "moves")
        request = {name: line[name] for name in names if name in line}
        yield Case(path.name, f"line {number} ({line['kind']})", request, _verdict(line["expect"]))


def _played_games(folder: Path) -> Iterator[Case]:
    for path in sorted(folder.glob("pysolfc*.jsonl.gz")):
        for number, line in enumerate(_lines(path), start=1):
            yield _played(path.name, f"line {number}", line)


def _malformed(fixtures: Path, variant: str) -> Iterator[Case]:
    path = fixtures / "conformance" / "malformed.json"
    malformed = json.loads(path.read_text("utf-8"))
    for token in malformed["tokens"]:
        request = {"variant": variant, "seed": "1", "moves": ["T1-T1", token]}
        yield Case(path.name, f"token {token!a}", request, Expected(valid=None))
    judged = [*whole_games(fixtures, variant), *chosen_cases(fixtures, variant)]
    ended = [case for case in judged if case.expected.reason == "game_over"]
    for case in sorted(ended, key=lambda case: len(case.request["moves"]))[:1]:
        further = case.request | {"moves": [*case.request["moves"], malformed["tokens"][0]]}
        yield Case(path.name, "token after the end of a game", further, Expected(valid=None))
    for token in malformed["well_formed"]:
        request = {"variant": variant, "seed": "1", "moves": ["T999-T998", token]}
        yield Case(
            path.name, f"well-formed {token}", request, Expected(False, 0, "unknown_pile", moves_played=0)
        )
    for seed in malformed["seeds"]:
        request = {"variant": variant, "seed": seed, "moves": []}
        yield Case(path.name, f"seed {seed!a}", request, Expected(valid=None))
    for rules in _malformed_rules(variant):
        with_rules: Json = {"variant": variant, "rules": rules, "seed": "1", "moves": []}
        yield Case(path.name, f"options {rules}", with_rules, Expected(valid=None))
    cards = deal_seed(tables_for(variant, {}), "1").deck
    for name, form in _malformed_forms(variant, [CODES[card] for card in cards]):
        yield Case(path.name, f"request {name}", {"variant": variant} | form, Expected(valid=None))
    for name, deck in _malformed_decks(cards):
        request = {"variant": variant, "deck": deck, "moves": []}
        yield Case(path.name, f"deck with {name}", request, Expected(valid=None))


def _malformed_rules(variant: str) -> Iterator[Json | None]:
    """Yield options that the variant does not have: in name, in value and in type."""
    options = {option.name: option for option in VARIANTS[variant].options}
    elsewhere = _options_anywhere()
    words = dict.fromkeys([*chain(*elsewhere.values()), *_NUMBERS])
    yield None
    yield {"no_such_option": "one"}
    yield from ({name: elsewhere[name][0]} for name in elsewhere if name not in options)
    for name, option in options.items():
        yield {name: "no_such_value"}
        yield {name: None}
        if option.numbers:
            yield from ({name: wrong} for wrong in (-1, True, "0", "number", 1.5))
        else:
            yield {name: 1}
        yield {name: option.words[0].upper()}
        yield from ({name: word} for word in words if not option.admits(option.settled(word)))


@cache
def _options_anywhere() -> dict[str, list[str]]:
    """Return the words of every option that some variant has."""
    words: dict[str, list[str]] = {}
    for variant in VARIANTS.values():
        for option in variant.options:
            words.setdefault(option.name, []).extend(option.words)
    return words


def _malformed_forms(variant: str, deck: list[str]) -> Iterator[tuple[str, Json]]:
    """Yield requests with fields that are missing, unknown, of another type or too many."""
    request: Json = {"seed": "1", "moves": []}
    yield "with a field that is unknown", request | {"no_such_field": 1}
    yield "without moves", {"seed": "1"}
    yield "with moves that are a text", request | {"moves": "T1-T2"}
    yield "with a move that is a number", request | {"moves": [1]}
    yield "with neither a seed nor a deck", {"moves": []}
    yield "with a seed and a deck", request | {"deck": deck}
    yield "with a ref that is a number", request | {"ref": 1}
    yield "with checkpoints that are a number", request | {"checkpoints": 1}
    yield "with an include that is null", request | {"include": None}
    yield "with an unknown name in include", request | {"include": ["no_such_member"]}
    yield "with an include that is a text", request | {"include": "final_state"}
    if not tables_for(variant, {}).shuffles:
        yield "with orders of redeals where none shuffles", request | {"redeal_orders": [deck]}


def _malformed_decks(cards: Sequence[int]) -> Iterator[tuple[str, list[str]]]:
    deck = [CODES[card] for card in cards]
    other = next(card for card in deck if card != deck[-1])
    yield "a card too few", deck[:-1]
    yield "a card too many", [*deck, deck[0]]
    yield "a card twice and another missing", [*deck[:-1], other]
    yield "an unknown card", [*deck[:-1], "1C"]
    yield "a Ten of two digits", [card.replace("T", "10") for card in deck]
    yield "cards in lower case", [card.lower() for card in deck]


def games_in(path: Path) -> Iterator[Case]:
    """Yield the cases of a variant's file, which has several kinds of line."""
    source = f"games/{path.name}"
    variant = path.name.removesuffix(".jsonl.gz")
    for number, line in enumerate(_lines(path), start=1):
        if line["kind"] == "deal":
            request = {"variant": variant, "rules": line["rules"], "seed": line["seed"], "moves": []}
            yield Case(
                source, f"seed {line['seed']}", request, Expected(moves_played=0, final_state=line["state"])
            )
        elif line["kind"] == "game":
            yield Case(source, line["name"], line["request"], _verdict(line["verdict"]))
        elif line["kind"] == "play":
            yield _played(source, f"line {number}", {"variant": variant, **line})


def chosen_cases(fixtures: Path, variant: str) -> Iterator[Case]:
    """Yield the positions and single tokens in which engines with a fault differ.

    An illegal token leaves its position as it is, so what is known of the position is compared in the answer
    to the first of them. A position without any has a request of its own.
    """
    path = fixtures / "conformance" / "cases" / f"{variant}.jsonl"
    if not path.exists():  # A new variant has none yet.
        return
    source = f"cases/{path.name}"
    for number, packed_line in enumerate(_lines(path), start=1):
        line = unpacked(packed_line)
        names = ("rules", "seed", "deck", "moves")
        request = {"variant": variant} | {name: line[name] for name in names if name in line}
        position = Expected(
            moves_played=len(line["moves"]),
            outcomes=(line["outcome"],) if "outcome" in line else (),
            final_state=line.get("final_state"),
            legal_moves=tuple(line["legal_moves"]) if "legal_moves" in line else None,
        )
        for token, reason, about in line.get("steps", ()):
            text = f"line {number}, then {token} ({about})"
            asked = request | {"moves": [*line["moves"], token]}
            if reason is None:
                yield Case(source, text, asked, Expected())
                continue
            expected = replace(position, valid=False, index=len(line["moves"]), reason=reason)
            yield Case(source, text, asked, expected)
            position = Expected()
        if "about" in line and position.moves_played is not None:
            yield Case(source, f"line {number} ({line['about']})", request, position)


_TEXTS: Final = ("deck", "moves", "legal_moves", "cards", "stock", "waste")
"""Members whose cards or tokens are one text in a file of cases."""


def packed(value: Any) -> Any:
    """Return a line of a file of cases with each list of cards or tokens as one text."""
    return _with_members(value, " ".join)


def unpacked(value: Any) -> Any:
    """Return a line of a file of cases with its cards and tokens as lists."""
    return _with_members(value, str.split)


def _with_members(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, list):
        return [_with_members(each, change) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: change(each) if name in _TEXTS else _with_members(each, change) for name, each in value.items()
    }


def _too_large(variant: str) -> Iterator[Case]:
    """Yield requests with numbers of options that are larger than the largest."""
    for option in VARIANTS[variant].options:
        if option.numbers:
            rules = {option.name: max(option.numbers) + 1}
            request = {"variant": variant, "rules": rules, "seed": _FIRST_SEED, "moves": []}
            yield Case("options", f"number of {option.name} too large", request, Expected(valid=None))


def _checkpoints(corpus: Iterable[Case]) -> Iterator[Case]:
    """Yield a variant's first deal, legal and illegal game with checkpoints on what its verdict says."""
    cases = [
        case
        for case in corpus
        if case.expected.final_state and any(_contents(case.expected.final_state).values())
    ]
    games = [case for case in cases if case.expected.moves_played]
    firsts = (
        next((case for case in cases if not case.request["moves"]), None),
        *(next((case for case in games if case.expected.valid is valid), None) for valid in (True, False)),
    )
    for case in filter(None, firsts):
        for name, checkpoints, divergence in (*_claims(case), *_claims_on_lacking_piles(case)):
            expected = Expected(
                case.expected.valid,
                case.expected.index,
                moves_played=case.expected.moves_played,
                divergences=(divergence,),
                may_refuse=name.endswith(LACKS) and {"S", "W"}.isdisjoint(checkpoints[0]["piles"]),
            )
            request = case.request | {"checkpoints": checkpoints}
            yield Case(case.source, f"{case.name}, checkpoints {name}", request, expected)


def _claims(case: Case) -> Iterator[tuple[str, list[Json], str]]:
    """Yield checkpoints, each with a name and the divergence that they lead to."""
    assert case.expected.final_state
    assert case.expected.moves_played is not None
    right = dict(islice(_contents(case.expected.final_state).items(), _MOST_PILES))
    after = case.expected.moves_played
    hidden = {name: ["??"] * len(cards) for name, cards in right.items()}
    yield "that hold", [{"after": after, "piles": right}], "none"
    yield "with hidden cards", [{"after": after, "piles": hidden}], "none"
    name = max(right, key=lambda name: len(right[name]))
    for claim, cards in _wrong_cards(right[name]):
        yield claim, [{"after": after, "piles": right | {name: cards}}], f"after {after}: {name}"
    state = case.expected.final_state
    down = {pile["pile"]: pile.get("face_down", 0) for pile in (*state["tableau"], *state.get("reserve", ()))}
    lowest = max(right, key=lambda name: (down.get(name, 0), len(right[name])))
    bottom, *above = right[lowest]
    wrong = {lowest: [_of_other_rank(bottom), *above]}
    yield "with a wrong card at the bottom", [{"after": after, "piles": wrong}], f"after {after}: {lowest}"
    stock = right.get("S", [])
    if stock != stock[::-1]:
        turned = {"S": stock[::-1]}
        yield "with the stock in reverse", [{"after": after, "piles": turned}], f"after {after}: S"
    filled = next((pile for pile in right if right[pile] and _begins_empty(case, pile)), None)
    if filled:
        later = {filled: right[filled]}
        yield "that hold only later", [{"after": 0, "piles": later}], f"after 0: {filled}"
    if held := _held_before(case, right):
        yield "that hold only in the middle", [held], "none"
    yield from _several_claims(case, right, name)


def _held_before(case: Case, right: dict[str, list[str]]) -> Json | None:
    """Return a checkpoint on a foundation that is empty until the next move, if the log alone says so."""
    rules = tables_for(case.variant, case.request.get("rules", {})).rules
    if rules.pairs or rules.has_merci:
        return None
    begun: set[str] = set()
    for after, token in enumerate(case.request["moves"][: case.expected.moves_played]):
        target = token.partition("-")[2].partition("x")[0]
        if target == "F":
            return None
        if after and target not in begun and right.get(target) and _begins_empty(case, target):
            return {"after": after, "piles": {target: []}}
        begun.add(target)
    return None


def _begins_empty(case: Case, name: str) -> bool:
    """Return whether a pile is a foundation to which nothing is dealt."""
    rules = tables_for(case.variant, case.request.get("rules", {})).rules
    played = rules.base is not Base.ACE or any(
        dealing.plays or any(pile[0] == "F" for pile in dealing.to) for dealing in rules.layout
    )
    return name[0] == "F" and not played and rules.foundations[int(name[1:]) - 1].dealt == 0


def _wrong_cards(cards: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield lists of cards that are not those of a pile, each with a name."""
    *below, top = cards
    yield "with a card too few", below
    yield "without the bottom card", [*cards[1:]]
    yield "with a hidden card too many", ["??"] * (len(cards) + 1)
    yield "with a wrong card", [*below, _other(top)]
    if below:
        yield "with a hidden card and a wrong one", ["??", *below[1:], _other(top)]
    if list(cards) != list(cards)[::-1]:
        yield "with cards in reverse", [*cards][::-1]
    yield "without a pile's cards", []


def _several_claims(
    case: Case, right: dict[str, list[str]], name: str
) -> Iterator[tuple[str, list[Json], str]]:
    """Yield several checkpoints at once, or several piles in one."""
    after = case.expected.moves_played or 0
    short = {name: right[name][:-1]}
    differs = f"after {after}: {name}"
    first = next(iter(right))
    # No deal starts with five equal cards.
    wrong = {"after": 0, "piles": {first: ["AC"] * 5}}
    if after:
        yield "of which a later one is first", [{"after": after, "piles": short}, wrong], f"after 0: {first}"
        middle = wrong | {"after": after // 2}
        yield "in the middle", [middle], f"after {after // 2}: {first}"
    for order, pair in (("second", (right, short)), ("first", (short, right))):
        yield f"of which the {order} differs", [{"after": after, "piles": piles} for piles in pair], differs
    other = next((pile for pile in right if right[pile] and pile != name), None)
    if other:
        two = short | {other: right[other][:-1]}
        yield "with two wrong piles", [{"after": after, "piles": two}], f"after {after}: {_listed(two)}"
        both = [{"after": after, "piles": {pile: cards}} for pile, cards in two.items()]
        yield "of which both differ", both, differs
    if case.expected.index is not None:
        yield "after the illegal move", [wrong | {"after": after + 1}], "none"


def _listed(names: Iterable[str]) -> str:
    """Return names of piles that differ, in any order."""
    return " ".join(sorted(names))


def _claims_on_lacking_piles(case: Case) -> Iterator[tuple[str, list[Json], str]]:
    """Yield checkpoints with a card on a pile that the game lacks: of each letter, the next number."""
    names = tables_for(case.variant, case.request.get("rules", {})).names
    numbered = (f"{letter}{1 + sum(name[0] == letter for name in names)}" for letter in "TFR")
    after = case.expected.moves_played
    for name in (*numbered, *(name for name in "SW" if name not in names)):
        claims = [{"after": after, "piles": {name: ["AC"]}}]
        yield f"on {name}, {LACKS}", claims, f"after {after}: {name}"
        yield f"without cards on {name}, {LACKS}", [{"after": after, "piles": {name: []}}], "none"


def _contents(state: Json) -> dict[str, list[str]]:
    """Return the cards of each pile of a state."""
    piles = [*state["tableau"], *state["foundations"], *state.get("reserve", ())]
    named = {pile["pile"]: pile["cards"] for pile in piles}
    return named | {"S": state.get("stock", []), "W": state.get("waste", [])}


def _other(card: str) -> str:
    """Return a card of the same rank in another suit."""
    return card[0] + ("H" if card[1] == "S" else "S")


def _of_other_rank(card: str) -> str:
    """Return a card of the same suit with another rank."""
    return ("2" if card[0] == "A" else "A") + card[1]


def _played(source: str, name: str, line: Json) -> Case:
    """Return a game that another program played."""
    fields = ("variant", "rules", "seed", "moves")
    request: Json = {field: line[field] for field in fields if field in line}
    outcomes = ("won",) if line["won"] else ("in_progress", "lost")
    expected = Expected(moves_played=len(line["moves"]), outcomes=outcomes, final_state=line["final"])
    return Case(source, name, request, expected)


def _verdict(verdict: Json) -> Expected:
    illegal = verdict["first_illegal_move"] or {"index": None, "reason": None}
    legal = verdict.get("legal_moves")
    return Expected(
        verdict["valid"],
        illegal["index"],
        illegal["reason"],
        verdict["moves_played"],
        (verdict["outcome"],),
        verdict["final_state"],
        None if legal is None else tuple(legal),
    )


def _lines(path: Path) -> Iterator[Json]:
    reading = gzip.open if path.suffix == ".gz" else open
    with reading(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
