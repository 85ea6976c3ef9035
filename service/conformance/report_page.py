"""The page of ``referee conform --report``: engines × variants × aspects, with the first differences.

The page is Markdown. Each difference has a picture of the position before the move on which engine and kit
disagree, and the shortest request that shows it.
"""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from patience.game import Game
from patience.games import VARIANTS
from service.conformance.badge import Report
from service.conformance.cases import Case
from service.conformance.comparison import ASPECTS, Difference
from service.conformance.explanations import rule_broken


class Engine(NamedTuple):
    """An engine to test."""

    name: str
    command: str
    """The program and its arguments, in the syntax of a POSIX shell; may be empty for a service."""
    variants: Sequence[str] = ()
    """Ids; all variants if there are none."""
    source: str = ""
    version: str = ""
    note: str = ""


def report_page(tested: Sequence[tuple[Engine, Report]]) -> str:
    """Return a page about engines and how they answered."""
    differences = [
        (engine, case, difference)
        for engine, report in tested
        for case, difference in _first_differences(report)
    ]
    parts = [
        _engines(tested),
        _table(tested, {(engine.name, case.variant) for engine, case, _ in differences}),
    ]
    parts += [_section(*difference) for difference in differences]
    return "\n\n".join(part for part in parts if part) + "\n"


def _first_differences(report: Report) -> Iterator[tuple[Case, Difference]]:
    """Yield for each variant the difference that shows after the fewest moves."""
    first: dict[str, tuple[int, Case, Difference]] = {}
    for case, difference in report.disagreements():
        moves = len(case.moves) if difference.at is None else difference.at
        if case.variant not in first or moves < first[case.variant][0]:
            first[case.variant] = moves, case, difference
    for _, case, difference in first.values():
        yield case, difference


def _engines(tested: Sequence[tuple[Engine, Report]]) -> str:
    rows = [
        f"* **{engine.name}**: {engine.note or engine.command}. "
        + f"Source: <{engine.source}>, {engine.version}."
        for engine, _ in tested
        if engine.source
    ]
    return "\n".join(rows)


def _table(tested: Sequence[tuple[Engine, Report]], differing: set[tuple[str, str]]) -> str:
    answered = {aspect for _, report in tested for aspect in report.answered()}
    shown = [aspect for aspect in ASPECTS if aspect in answered]
    heads = ["engine", "variant", *shown, "not offered", "first difference"]
    lines = [_row(heads), _row(["---"] * len(heads))]
    for engine, report in tested:
        for variant in report.by_variant():
            cells = [engine.name, VARIANTS[variant].title]
            for aspect in shown:
                asked, agreed = report.by_aspect(variant).get(aspect, (0, 0))
                cells.append(
                    f"{agreed} of {asked}" if aspect in report.answered() and asked else "not offered"
                )
            cells.append(
                str(sum(count for (name, _), count in report.not_offered.items() if name == variant))
            )
            known = (engine.name, variant) in differing
            cells.append(f"[picture](#{_anchor(engine.name, variant)})" if known else "none")
            lines.append(_row(cells))
    silent = [aspect for aspect in ASPECTS if aspect not in answered]
    return "\n".join(lines) + (f"\n\nNo engine answers these: {', '.join(silent)}." if silent else "")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _anchor(name: str, variant: str) -> str:
    words = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    return f"{words}-{variant}"


def _section(engine: Engine, case: Case, difference: Difference) -> str:
    title = VARIANTS[case.variant].title
    moves = case.moves
    before = len(moves) if difference.at is None else difference.at
    if case.expected.valid is None:  # A malformed request has no position.
        request, picture = case.request, ""
    else:
        request = case.request | {"moves": moves[: before + 1]}
        picture = Game.from_log(request | {"moves": moves[:before]}).svg()
    text = [
        f'<a id="{_anchor(engine.name, case.variant)}"></a>',
        f"**{engine.name}, {title}.** {_in_words(case, difference)}",
        picture,
        rule_broken(case, difference),
        f"```text\n{json.dumps(request)}\n```",
    ]
    return "\n\n".join(filter(None, text))


def _in_words(case: Case, difference: Difference) -> str:
    moves = case.moves
    if difference.at is None or difference.at >= len(moves):
        return f"{difference.field}: expected {difference.expected}; found {difference.found}."
    token, index = moves[difference.at], case.expected.index
    if difference.at != index:
        return f"`{token}` is legal, and the engine refuses it."
    plays = difference.found == "true" or (difference.field == "index" and difference.found.isdigit())
    return f"`{token}` is illegal, and the engine {'plays it' if plays else 'gives no verdict'}."
