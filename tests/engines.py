"""Both engines on the same line, and a kernel that does not match its sources."""

import shutil
from pathlib import Path

import patience
from patience.kernel.loader import kernel
from schemas.limits import LONGEST_REF
from schemas.strict_json import HIGHEST_INTEGER
from service.judging.judge import answered, judge
from service.judging.judgements import Judged
from service.judging.loaded_requests import judge_readably

LEFT = "left to the readable engine"


class DisagreementError(AssertionError):
    """The engines answer differently."""


def stale_package(directory: Path) -> None:
    """Copy the library to a directory, with one source of its kernel changed."""
    left_out = shutil.ignore_patterns("winnable", "__pycache__")
    package = shutil.copytree(Path(patience.__file__).parent, directory / "patience", ignore=left_out)
    with (package / "kernel" / "table.pxi").open("a") as source:
        source.write("# Changed.\n")


def compare(line: bytes, most_moves: int) -> str:
    """Return the kernel's result on a line, with the reason of an illegal move, or ``LEFT``.

    Raises DisagreementError.
    """
    compiled = kernel()
    assert compiled, "the kernel is not compiled"
    # The schemas read a board, and the kernel plays from it.
    has_board = b'"board"' in line
    if compiled.judge(line, most_moves, LONGEST_REF, HIGHEST_INTEGER) is None and not has_board:
        return LEFT
    answer = answered(lambda text: judge(text, most_moves), line, {})
    expected = answered(lambda text: judge_readably(text, most_moves), line, {})
    if has_board and answer.problem and expected.problem:
        # The schemas refused the line, and each problem is an object of its own.
        return LEFT
    if answer != expected:
        raise DisagreementError(_difference(line, answer, expected))
    return " ".join(filter(None, (answer.result, answer.reason)))


def _difference(line: bytes, answer: Judged, expected: Judged) -> str:
    return f"Line: {line!r}\nkernel: {answer}\nreadable engine: {expected}"
