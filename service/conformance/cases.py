"""The cases of a conformance test: requests made from the fixtures, each with the expected answer.

The expected answers come from other programs and from the reference implementation, never from the engine of
this project. The digest of the files names the version of the kit.
"""

import gzip
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from service.engine.cards import CODES
from service.engine.compiled import tables_for
from service.engine.dealing import deal_seed
from service.engine.variants import VARIANTS

Json = dict[str, Any]

MALFORMED: Final = "malformed"
LEGAL: Final = "legal"
ILLEGAL: Final = "illegal"
"""Illegal for a reason that the fixture does not name."""


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
    in_order: bool = True
    """Whether the legal moves are compared in their order."""


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
    def about(self) -> str:
        """The expected reason, or a word for the expected answer."""
        if self.expected.valid is None:
            return MALFORMED
        return self.expected.reason or (LEGAL if self.expected.valid else ILLEGAL)


def all_cases(fixtures: Path, variants: Collection[str] = VARIANTS) -> Iterator[Case]:
    """Yield every case of these variants, simple ones first."""
    for case in _cases(fixtures, variants):
        if case.variant in variants:
            yield case


def kit_version(fixtures: Path) -> str:
    """Return a digest of all files that cases come from."""
    digest = sha256()
    for path in sorted([*(fixtures / "games").iterdir(), *(fixtures / "conformance").iterdir()]):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def by_deck(case: Case) -> Case:
    """Return the same case with a deck instead of a seed."""
    request = dict(case.request)
    seed = request.pop("seed", None)
    if seed is None:
        return case
    deal = deal_seed(tables_for(case.variant, request.get("rules", {})), seed)
    return case._replace(request={**request, "deck": [CODES[card] for card in deal.deck]})


def _cases(fixtures: Path, variants: Collection[str]) -> Iterator[Case]:
    for path in sorted((fixtures / "games").glob("*.jsonl.gz")):
        if path.name.removesuffix(".jsonl.gz") in variants:
            yield from _corpus(path)
    yield from _judged(fixtures / "conformance" / "rules.jsonl.gz")
    for path in sorted((fixtures / "conformance").glob("pysolfc*.jsonl.gz")):
        for number, line in enumerate(_lines(path), start=1):
            yield from _played(path.name, f"line {number}", line)
    # Last, since they are the most likely to make an engine fail altogether.
    yield from _malformed(fixtures / "conformance" / "malformed.json")


def _malformed(path: Path) -> Iterator[Case]:
    for token in json.loads(path.read_text("utf-8")):
        request = {"variant": "double-russian", "seed": "1", "moves": ["T1-T1", token]}
        yield Case(path.name, f"{token!a}", request, Expected(valid=None))


def _corpus(path: Path) -> Iterator[Case]:
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
            yield from _played(source, f"line {number}", {"variant": variant, **line})


def _judged(path: Path) -> Iterator[Case]:
    for number, line in enumerate(_lines(path), start=1):
        names = ("variant", "rules", "seed", "deck", "moves")
        request = {name: line[name] for name in names if name in line}
        name = f"line {number} ({line['kind']})"
        yield Case(path.name, name, request, _verdict(line["expect"]))
        for token, reason in line.get("checks", ()):
            yield _step(path.name, f"{name}, then {token}", request, token, reason)


def _played(source: str, name: str, line: Json) -> Iterator[Case]:
    """Yield a game that another program played, and the moves that it allows and refuses on the way."""
    fields = ("variant", "rules", "seed", "moves")
    request: Json = {field: line[field] for field in fields if field in line}
    outcomes = ("won",) if line["won"] else ("in_progress", "lost")
    yield Case(source, name, request, Expected(True, None, None, len(line["moves"]), outcomes, line["final"]))
    for probe in line["probes"]:
        before = {**request, "moves": line["moves"][: probe["after"]]}
        legal = Expected(legal_moves=tuple(sorted(probe["legal"])), in_order=False)
        yield Case(source, f"{name} after {probe['after']}", before, legal)
        for token in probe["legal"]:
            yield _step(source, f"{name} after {probe['after']}, then {token}", before, token, None)
        for token in probe["refused"]:
            yield _step(source, f"{name} after {probe['after']}, then {token}", before, token, "")


def _step(source: str, name: str, before: Json, token: str, reason: str | None) -> Case:
    """Return a case with one more token: legal (None), illegal for a reason, or for any (empty)."""
    played = len(before["moves"])
    expected = Expected() if reason is None else Expected(False, played, reason or None)
    return Case(source, name, {**before, "moves": [*before["moves"], token]}, expected)


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
