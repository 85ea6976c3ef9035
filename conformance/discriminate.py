"""Measure the conformance kit: which engines with one fault does it catch?

    python -m conformance.discriminate [--variant ID …] [--sample N] [--faults LIST] [--shape]

For each variant and each fault of the catalogue (`faults.py`), questions (`questions.py`) are asked until the
faulty engine and the interpreter differ. Faults for which none differs are left out: they change
nothing, or nothing that these positions reach. The others are shown to the kit. Survivors are printed.
"""
# ruff: noqa: T201

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from conformance import FIXTURES, reference
from conformance.declared import declared, is_well_formed, rules_as_read
from conformance.faults import LISTS, Fault, Hangs, active, answers_in_time, catalogue, hanging, listed
from conformance.positions import Position
from conformance.questions import LEGAL, OUTCOME, STATE, STEP, Question, ask, questions
from conformance.reference import verdict
from conformance.shares import alike, asks_all_seeds
from patience.games import VARIANTS
from service.conformance.cases import Case, Expected, Json, all_cases
from service.conformance.comparison import compare

MOST_ASKED: Final = 200
"""Questions asked about one fault of the interpreter; misread declarations may matter to any question."""
Row = dict[str, list[int]]
"""By kind, how many faults the kit catches and how many there are."""


def answer(fault: Fault, case: Case) -> object:
    """Return the answer of an engine with this fault to a request of the kit."""
    request, expected = case.request, case.expected
    if not is_well_formed(request) or not all(map(reference.is_token, request["moves"])):
        return {}
    rules = rules_as_read(fault.read, request["variant"], tuple(request.get("rules", {}).items()))
    try:
        game = reference.deal(rules, seed=request.get("seed"), deck=request.get("deck"))
    except ValueError:
        return {}
    illegal: Json | None = None
    played = 0
    for played, token in enumerate([*request["moves"], None]):
        if token is None:
            break
        if reason := reference.why_not(game, token):
            illegal = {"index": played, "reason": reason}
            break
        reference.play(game, token)
    found: Json = {"valid": illegal is None, "first_illegal_move": illegal, "moves_played": played}
    found["final_state"] = reference.state(game)
    if expected.divergences:
        declaration = fault.read(request["variant"], request.get("rules", {}))
        found["first_divergence"] = verdict.judge(declaration, request)["first_divergence"]
    if expected.outcomes:
        found["outcome"] = reference.outcome(game)
    if expected.legal_moves is not None:
        found["legal_moves"] = reference.legal_moves(game)
    return found


def catches(case: Case, fault: Fault) -> bool:
    """Return whether an engine with this fault fails a case."""
    with active(fault):
        found = answers_in_time(lambda: answer(fault, case))
    return any(finding.difference for finding in compare(case.expected, found))


def differs(question: Question, fault: Fault) -> bool:
    """Return whether the interpreter, with this fault active, answers a question otherwise."""
    aspect, token = question.aspect, question.token
    dealing = aspect == STATE and not token

    def found() -> object:
        return ask(aspect, token, (dealt_under if dealing else game_under)(fault, question.here))

    answered = answers_in_time(found)
    if isinstance(answered, Hangs):
        hanging.add(fault.name)
        return True
    return bool(answered != question.answer)


def dealt_under(fault: Fault, here: Position) -> reference.Game:
    """Deal the game anew, as an engine with this fault does."""
    request = here.request
    rules = rules_as_read(fault.read, request["variant"], tuple(request["rules"].items()))
    return reference.deal(rules, seed=request.get("seed"), deck=request.get("deck"))


def game_under(fault: Fault, here: Position) -> reference.Game:
    """Return the position under an engine's reading of the declaration; its piles are not copied."""
    game, request = here.game, here.request
    if fault.read is declared:
        return game
    rules = rules_as_read(fault.read, request["variant"], tuple(request["rules"].items()))
    return replace(game, rules=rules)


def case_of(question: Question) -> Case:
    """Return the request of the kit that asks a question."""
    request, aspect, known = question.request, question.aspect, question.answer
    played = len(request["moves"])
    expected = Expected(moves_played=played)
    if aspect == STEP and known is not None:
        expected = Expected(False, played - 1, known)
    elif aspect == STATE:
        expected = Expected(moves_played=played, final_state=known)
    elif aspect == OUTCOME:
        expected = Expected(moves_played=played, outcomes=(known,))
    elif aspect == LEGAL:
        expected = Expected(moves_played=played, legal_moves=tuple(known))
    return Case("", "", request, expected)


class Search:
    """The questions about a variant, and the faults that they find."""

    def __init__(self, variant: str, seed: int) -> None:
        rank: Counter[object] = Counter()
        ranked: list[tuple[int, Question]] = []
        for question in questions(variant, seed):
            ranked.append((rank[question.look], question))
            rank[question.look] += 1
        # Of each kind the first is asked first, so that a few questions are of many kinds.
        dear = (OUTCOME, LEGAL)
        self.pool = [pair[1] for pair in sorted(ranked, key=lambda pair: (pair[1].aspect in dear, pair[0]))]
        self.by_place: dict[tuple[str, int], list[Question]] = defaultdict(list)
        for question in self.pool:
            for place in question.lines:
                self.by_place[place].append(question)

    def finds(self, fault: Fault, most: int, *, sure: bool = True) -> list[Question]:
        """Return questions that a fault answers otherwise, at most this number.

        `sure` plays the log that leads there with the fault, too.
        """
        asked = self.pool
        if fault.patches:
            # Questions that reach the rarest line come first.
            places = sorted(fault.places, key=lambda place: len(self.by_place[place]))
            reaching = (question for place in places for question in self.by_place[place])
            asked = list({id(question): question for question in reaching}.values())
        if fault.patches and len(asked) > MOST_ASKED:
            first = MOST_ASKED * 3 // 4
            asked = asked[:first] + asked[first :: 1 + 4 * len(asked) // MOST_ASKED]
        found: list[Question] = []
        for question in asked:
            with active(fault):
                different = differs(question, fault)
            if different and (not sure or fault.name in hanging or catches(case_of(question), fault)):
                found.append(question)
                if len(found) == most or fault.name in hanging:
                    break
        return found


@cache
def takes_malformed(fault: Fault) -> bool:
    """Return whether an engine with this fault takes a malformed request for a game."""
    concerned = any(place.startswith(PARSING) for place, _ in fault.places)
    return concerned and any(catches(case, fault) for case in _malformed())


@cache
def _malformed() -> list[Case]:
    """Return the malformed requests, which are the same in every game."""
    return [case for case in all_cases(FIXTURES, ["klondike"]) if case.source == "malformed.json"]


PARSING: Final = ("tokens", "seeds", "dealing")


class Kit:
    """A variant's cases; those that caught a fault like the one asked about are asked first."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = sorted(cases, key=lambda case: not case.source.startswith("cases/"))
        self.useful: dict[object, list[Case]] = defaultdict(list)

    def catches(self, fault: Fault, question: Question) -> bool:
        """Return whether a case catches a fault that this question finds."""
        useful = self.useful[fault.kind, question.aspect, str(question.answer)[:20]]
        reason = question.answer if question.aspect == STEP else None
        about = f"({fault.kind})"
        likely = sorted(self.cases, key=lambda case: (case.expected.reason != reason, about not in case.name))
        for case in [*useful, *likely]:
            if catches(case, fault):
                if case in useful:
                    useful.remove(case)
                useful.insert(0, case)
                return True
        return False


def measure(
    variant: str, search: Search, faults: Iterable[Fault], kinds: Collection[str], asked: Sequence[str]
) -> tuple[Row, list[Fault]]:
    """Return the rows of the table and the faults that requests about the variants asked do not catch."""
    cases = list(all_cases(FIXTURES, asked))
    kit = Kit(cases)
    rows: Row = defaultdict(lambda: [0, 0])
    survivors = []
    for fault in faults:
        if (kinds and fault.kind not in kinds) or (fault.kind == "seeds" and not asks_all_seeds(variant)):
            continue
        caught = takes_malformed(fault)
        if fault.kind == "checkpoints":
            # Nothing but the kit's own requests has checkpoints: each fault counts.
            caught = any(case.expected.divergences and catches(case, fault) for case in cases)
        elif not caught:
            found = search.finds(fault, 1)
            if not found:
                continue
            caught = kit.catches(fault, found[0])
        rows[fault.kind][0] += caught
        rows[fault.kind][1] += 1
        if not caught:
            survivors.append(fault)
    return rows, survivors


def table(rows: dict[str, Row]) -> str:
    """Return the faults caught and found, by kind and variant."""
    kinds: Row = defaultdict(lambda: [0, 0])
    lines = []
    for variant, row in rows.items():
        for kind, (caught, found) in row.items():
            kinds[kind][0] += caught
            kinds[kind][1] += found
        lines.append(_line(variant, row.values()))
    lines += ["", *(_line(kind, [kinds[kind]]) for kind in sorted(kinds)), _line("all", kinds.values())]
    return "\n".join(lines)


def _line(name: str, counts: Iterable[list[int]]) -> str:
    caught, found = (sum(column) for column in zip(*counts, strict=True))
    return f"{name:28} {caught:6} of {found:6} {100 * caught / found:6.1f} %"


def main() -> None:
    """Measure the kit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--variant", action="append", choices=VARIANTS, metavar="ID", help="(default: all)")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every Nth change (default: all)")
    parser.add_argument(
        "--faults",
        action="append",
        choices=("all", *LISTS),
        help="mechanical faults and those by hand (default), or a list",
    )
    parser.add_argument("--kind", action="append", default=[], help="of faults (default: all)")
    parser.add_argument("--shape", action="store_true", help="ask about all variants of the shape")
    parser.add_argument("--seed", type=int, default=100, help="of the games that measure (default: 100)")
    options = parser.parse_args()
    tables: dict[str, dict[str, Row]] = {name: {} for name in options.faults or ["all"]}
    for variant in options.variant or VARIANTS:
        began = time.process_time()
        search = Search(variant, options.seed)
        for name, rows in tables.items():
            faults = catalogue(variant) if name == "all" else listed(name)
            asked = [variant, *(alike(variant) if options.shape else ())]
            rows[variant], survivors = measure(
                variant, search, faults[:: options.sample], options.kind, asked
            )
            taken = f"{time.process_time() - began:6.0f} s"
            print(f"{_line(variant, rows[variant].values())} {taken} {name}", file=sys.stderr)
            for fault in survivors:
                print(f"  survives: {fault.kind}: {fault.name}", file=sys.stderr)
    for name, rows in tables.items():
        print(f"\n{name}\n{table(rows)}")


if __name__ == "__main__":
    main()
