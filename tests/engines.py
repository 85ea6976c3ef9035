"""Both engines before the same line."""

from schemas.replay_request import LONGEST_REF
from service.judging.judge import Judged, answered, judge, judge_readably
from service.judging.kernel_loader import kernel
from service.judging.strict_json import HIGHEST_INTEGER

LEFT = "left to the readable engine"


class DisagreementError(AssertionError):
    """The engines answer differently."""


def compare(line: bytes, most_moves: int) -> str:
    """What the kernel made of a line: a result, with the reason of an illegal move.

    Raises DisagreementError.
    """
    compiled = kernel()
    assert compiled, "the kernel is not compiled"
    if compiled.judge(line, most_moves, LONGEST_REF, HIGHEST_INTEGER) is None:
        return LEFT
    found = answered(lambda text: judge(text, most_moves), line, {})
    expected = answered(lambda text: judge_readably(text, most_moves), line, {})
    if found != expected:
        raise DisagreementError(_difference(line, found, expected))
    return " ".join(filter(None, (found.result, found.reason)))


def _difference(line: bytes, found: Judged, expected: Judged) -> str:
    return f"of {line!r}\nthe kernel makes {found}\nthe readable engine {expected}"
