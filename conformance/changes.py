"""Witnesses of mechanical changes: what the obligations leave, found by trying.

Each fact of a variant's declaration is changed to its neighbours, and each comparison, condition and number
of the interpreter's checks in turn (`faults.py`). Both follow from the code and the declaration, so no list
of faults takes part. A change that answers some token of the pool otherwise gets a witness if it has none.
"""

import signal
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from conformance.discriminate import differs, hang
from conformance.faults import Fault, active, declaration_faults, source_faults
from conformance.questions import STEP, Question, answered
from conformance.scenes import Scene

TRACED: Final = 1000
"""Tokens of which it is noted which lines of the interpreter they reach."""
TRIED: Final = 120
"""Tokens that a change is tried with."""
FOUND: Final = 10
"""Tokens that show a change, of which one becomes a witness."""
CHECKING: Final = (
    "fits.", "referee.why", "referee.accepting", "referee.is_", "referee.turns", "referee.takes",
)  # fmt: skip
"""Functions of the interpreter that decide whether a token is legal."""


@cache
def _of_checks() -> tuple[Fault, ...]:
    """Return the changes of the interpreter's checks."""
    return tuple(fault for fault in source_faults() if fault.name.startswith(CHECKING))


def changes_of(variant: str) -> Iterator[Fault]:
    """Yield the changes that may matter to whether a token is legal; deals show those of the deal."""
    yield from _of_checks()
    yield from (fault for fault in declaration_faults(variant) if fault.kind != "deal")


def missing(
    changes: Iterable[Fault], chosen: Sequence[Question], pool: Sequence[tuple[Scene, str]], most: int
) -> list[Question]:
    """Return tokens of the pool that show changes which those chosen do not show, at most `most`."""
    signal.signal(signal.SIGVTALRM, hang)
    some = [answered(scene, STEP, token) for scene, token in pool[:: 1 + len(pool) // TRACED]]
    reaching: dict[tuple[str, int], list[Question]] = defaultdict(list)
    for question in some:
        for place in question.lines:
            reaching[place].append(question)
    steps = [question for question in chosen if question.aspect == STEP]
    left: dict[str, list[Question]] = {}
    for fault in changes:
        places = [place for place in fault.places if place in reaching]
        if fault.places and not places:
            continue
        with active(fault):
            if any(differs(question, fault) for question in steps):
                continue
            rarest = min((reaching[place] for place in places), key=len, default=some)
            found: list[Question] = []
            for question in rarest[:: 1 + len(rarest) // TRIED]:
                if differs(question, fault):
                    found.append(question)
                    if len(found) == FOUND:
                        break
        if found:
            left[fault.name] = found
    return _few(left, most)


def _few(left: dict[str, list[Question]], most: int) -> list[Question]:
    """Return few questions that show as many of these changes as possible."""
    chosen: list[Question] = []
    while left and len(chosen) < most:
        shows: dict[int, set[str]] = defaultdict(set)
        questions = {id(question): question for found in left.values() for question in found}
        for name, found in left.items():
            for question in found:
                shows[id(question)].add(name)
        best = max(shows, key=lambda number: len(shows[number]))
        chosen.append(questions[best])
        left = {name: found for name, found in left.items() if name not in shows[best]}
    return chosen
