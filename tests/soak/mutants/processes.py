"""What all mutants have in common: the tests that judge them, and a process for each."""

import os
import resource
import sys
from collections.abc import Callable, Iterator

from tests.soak.mutants.making import Mutant

# The quickest first.
TESTS = (
    "outcome",
    "advance",
    "position",
    "replay",
    "trace",
    "board",
    "naming",
    "deals",
    "values",
    "declarations",
    "rules",
    "seeds",
    "perft",
    "any_declaration",
    "describe",
    "explain",
    "words",
    "conformance",
    "against_plain",
)
PYTEST = ("-x", "-q", "-o", "addopts=", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestWarning")
# What asks the plain implementation alone, and what is drawn differently each time.
LEFT_OUT = ("-k", "not fixture_is_what and not drawn")
MOST_SECONDS = 60
MOST_MEMORY = 1 << 30


def fork(fails: Callable[[], bool], most_seconds: int = MOST_SECONDS) -> int:
    """Begin to ask in a process of its own; its number.

    The exit code is 0 if no test fails, which is to say if the mutant survives.
    """
    child = os.fork()
    if child:
        return child
    failed = True
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        failed = fails()
    finally:
        os._exit(failed)


def survivors(mutants: list[Mutant], start: Callable[[Mutant], int], jobs: int) -> Iterator[Mutant]:
    """Test every mutant, several at a time; those that survive, as they turn up."""
    waiting, running, done = iter(mutants), dict[int, Mutant](), 0
    while True:
        while len(running) < jobs and (mutant := next(waiting, None)):
            running[start(mutant)] = mutant
        if not running:
            return
        child, status = os.wait()
        mutant = running.pop(child)
        done += 1
        if done % 50 == 0:
            print(f"{done} of {len(mutants)} mutants", file=sys.stderr)  # noqa: T201
        if status == 0:
            print(f"survived: {mutant}", file=sys.stderr)  # noqa: T201
            yield mutant
