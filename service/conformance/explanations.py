"""The rule behind each kind of disagreement, in a sentence for authors of engines."""

from collections.abc import Callable
from typing import Final

from patience.play.checks import CHECKS
from service.conformance.cases import Case
from service.conformance.comparison import Difference

_MEANINGS: Final = {str(check.reason): check.meaning for check in CHECKS}
_ORDER: Final = list(_MEANINGS)
_ACTIONS: Final = {
    "deal": "`deal` puts one card on each pile, R1 or T1 first, and ends early if the stock does",
    "draw": "`draw` turns the next cards one after the other, fewer if the stock has fewer",
    "redeal": "`redeal` turns the waste over, or gathers the columns and deals them again",
}
_MOVE: Final = (
    "the group keeps its order; then face-down top cards are turned up, and vacated piles are filled where "
    "the declaration says so"
)


def rule_broken(case: Case, difference: Difference) -> str:
    """Return the rule that the answer breaks, and where the rules page states it."""
    return _RULES[difference.field.split()[0]](case, difference)


def _reason(_case: Case, difference: Difference) -> str:
    expected, found = difference.expected, difference.found
    text = f"{expected}: {_MEANINGS[expected]}."
    if found not in _MEANINGS:
        return f"{text} No check has the reason that was found (Why a move is illegal)."
    if _ORDER.index(expected) < _ORDER.index(found):
        return f"{text} This is checked before {found} (Why a move is illegal)."
    return f"{text} The move passes the earlier check of {found}: {_MEANINGS[found]} (Why a move is illegal)."


def _valid(case: Case, difference: Difference) -> str:
    if difference.expected == "true":
        return f"Every move of this log is legal (Moves; Why a move is illegal).{_passed(case, difference)}"
    reason = case.expected.reason
    stated = f": {_MEANINGS[reason]}" if reason else ""
    return (
        f"Move {case.expected.index} of this log, counted from 0, is illegal{stated} (Why a move is illegal)."
    )


def _index(case: Case, difference: Difference) -> str:
    legal = f"In the whole log, every move before move {case.expected.index}, counted from 0, is legal."
    return legal + _passed(case, difference)


def _passed(case: Case, difference: Difference) -> str:
    """Name the check that the engine finds broken by a legal move."""
    moves, at = case.moves, difference.at
    if difference.refused not in _MEANINGS or at is None or at >= len(moves):
        return ""
    return f" {moves[at]} passes the check of {difference.refused}: {_MEANINGS[difference.refused]}."


def _moves_played(_case: Case, _difference: Difference) -> str:
    return "`moves_played` counts the moves before the first illegal one, or all."


def _final_state(case: Case, _difference: Difference) -> str:
    moves = case.moves[: case.expected.moves_played]
    if not moves:
        seed = "the seed's shuffle (Seeds), then " if "seed" in case.request else ""
        return f"The opening position: {seed}base cards, rounds and waste in this order (The deal)."
    last = str(moves[-1])
    return f"After {last}: {_ACTIONS.get(last, _MOVE)} (Moves; After a move). An earlier move may differ too."


def _outcome(_case: Case, difference: Difference) -> str:
    if "won" in {difference.expected, difference.found}:
        return "Won: the foundations that `win` and `won_when` name are complete (Won, lost, in progress)."
    return (
        "Lost: no card move or deal is legal, no card that draws and the redeals left would turn up can be "
        "played, and no redeal would fill an empty pile (Won, lost, in progress)."
    )


def _legal_moves(_case: Case, difference: Difference) -> str:
    expected, found = (
        set(text.split()) - {"none", "nothing"} for text in (difference.expected, difference.found)
    )
    parts = [
        f"{name}: {' '.join(sorted(tokens))}."
        for name, tokens in (("Missing", expected - found), ("Not legal", found - expected))
        if tokens
    ]
    order = "columns, reserve, waste, foundations by source, then target, then count; then deal, draw, redeal"
    return " ".join(parts) or f"The moves are right but not in their order: {order} (Legal moves)."


def _first_divergence(_case: Case, _difference: Difference) -> str:
    return (
        "`first_divergence` is the first checkpoint in the course of the game that differs from the position "
        "after `after` moves. `??` is any card. Nothing is compared after an illegal move (Checkpoint)."
    )


def _perft(case: Case, _difference: Difference) -> str:
    options = " ".join(f"--rule {name}={value}" for name, value in case.request.get("rules", {}).items())
    command = f"referee perft {case.variant} --seed {case.request.get('seed', '…')} {options}".rstrip()
    return (
        "Each number counts the legal logs of 1, 2, 3 … moves. To find a move that differs, compare "
        f"`{command} --depth N --divide` with your own (Your perft differs)."
    )


def _verdict(_case: Case, _difference: Difference) -> str:
    return "The request is malformed, so it has no verdict: a token, the deal, an option, a field (Moves)."


def _answer(_case: Case, _difference: Difference) -> str:
    return "Each request has one answer."


_RULES: Final[dict[str, Callable[[Case, Difference], str]]] = {
    "reason": _reason,
    "valid": _valid,
    "index": _index,
    "moves_played": _moves_played,
    "final_state": _final_state,
    "outcome": _outcome,
    "legal_moves": _legal_moves,
    "first_divergence": _first_divergence,
    "perft": _perft,
    "verdict": _verdict,
    "answer": _answer,
}
