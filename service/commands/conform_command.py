"""``referee conform``: tests whether other engines judge as the rules page says."""

import os
import shlex
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import click
import orjson

from patience.games import VARIANTS
from service.commands import arguments
from service.commands.errors import CannotRun
from service.commands.terminal import Entry, counted, draws, printable, report
from service.config import resource_path
from service.conformance.badge import Report
from service.conformance.cases import Case, Json, all_cases, kit_version, perft_cases, with_decks
from service.conformance.comparison import VERDICTS, Difference, Finding, compare, not_offered
from service.conformance.engine_process import EngineError, ask_program, ask_service, check_service, program
from service.conformance.explanations import rule_broken
from service.conformance.report_page import Engine, report_page
from service.judging.house_variants import is_house

Ask = Callable[[list[Json], float], Iterator[object]]
"""Yields an engine's answers to requests, and waits for each at most the given seconds."""

MOST_PATIENCE: Final = 1_000_000
"""Seconds, within what every system can wait."""

MOST_MOVES_SHOWN: Final = 60
"""The last moves of a game that the report shows."""


def _address(_context: click.Context, _parameter: click.Parameter, url: str | None) -> str | None:
    """Return a URL.

    Raises BadParameter if its host, port or path is malformed.
    """
    try:
        parts = urlsplit(url or "")
        _ = parts.port, (parts.hostname or "").encode("idna"), parts.path.encode("ascii")
    except ValueError as error:
        raise click.BadParameter(f"{url!a} is not an address: {error}.") from None
    return url


def _patience(_context: click.Context, _parameter: click.Parameter, seconds: float) -> float:
    """Return a number of seconds.

    Raises BadParameter if it is not a number in the range.
    """
    if not 0 < seconds <= MOST_PATIENCE:
        raise click.BadParameter(f"{seconds} is not in the range 0<x<={MOST_PATIENCE}.")
    return seconds


@click.command()
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
@click.option("--url", metavar="http://…", callback=_address,
              help="Test the service at this address instead of a COMMAND.")  # fmt: skip
@click.option(
    "--variant",
    "variants",
    multiple=True,
    callback=lambda context, parameter, values: [
        arguments.variant_id(context, parameter, value) for value in values
    ],
    shell_complete=arguments.variants_like,
    help="Test this variant only. Repeat for more.  [default: all]",
)
@click.option(
    "--decks", is_flag=True, help="Send decks instead of seeds, for engines that cannot deal seeds."
)
@click.option(
    "--perft", is_flag=True, help="Ask for perft, too, of an engine that counts the moves that it allows."
)
@click.option("--patience", type=float, callback=_patience, default=60, show_default=True,
              help="Seconds to wait for each answer.")  # fmt: skip
@click.option("--show", type=click.IntRange(0), default=3, show_default=True, help="Disagreements to print.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@click.option(
    "--junit",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write JUnit XML to this file, too.",
)
@click.option(
    "--report",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a Markdown page with a picture of the first difference in each variant to this file, too.",
)
@click.option(
    "--engines",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Test the engines of this TOML file, one after the other, for --report.",
)
@click.pass_context
def conform(  # noqa: PLR0913, PLR0917 - an argument for each option
    context: click.Context,
    command: tuple[str, ...],
    url: str | None,
    variants: list[str],
    decks: bool,
    perft: bool,
    patience: float,
    show: int,
    as_json: bool,
    junit: Path | None,
    page: Path | None,
    engines: Path | None,
) -> None:
    """Send games, deals and moves with known verdicts to another engine and compare its answers.

    COMMAND is started once. It reads one replay request per line as JSON and writes one answer per line, in
    the same order. The minimal answer:

    \b
      {"valid": false, "moves_played": 1, "outcome": "in_progress",
       "first_illegal_move": {"index": 1, "reason": "wrong_rank"},
       "final_state": {"tableau": [{"pile": "T1", "face_down": 0, "cards": ["9C"]}, …],
                       "foundations": […], "reserve": […], "stock": […], "waste": […]}}

    first_illegal_move is null in a valid game. Empty piles may be left out. The answer to a malformed request
    is any object without "valid". Reasons, outcomes, "legal_moves" (a list, asked for by include) and
    "first_divergence" (of requests with checkpoints) are optional: they are compared if the engine gives
    them, and the badge names only what was compared. With --perft, some requests have "perft": N, and the
    answer has "perft", a list of the numbers of legal logs of 1 to N moves. An engine that cannot judge a
    request answers {"not_offered": "the reason"}; there is no badge then.

    \b
    Exit codes:
      0  every answer agrees; what is not offered is not counted
      1  an answer differs, or the engine stopped answering or offers nothing
      2  the engine could not be started or reached

    \b
    Examples:
      referee conform -- ./their-engine --some-option
      referee conform --variant freecell --decks -- node engine.js
      referee conform --url http://127.0.0.1:8000 --junit report.xml
      referee conform --decks --engines engines.toml --report page.md
    """
    if [bool(command), bool(url), bool(engines)].count(True) != 1:
        raise click.UsageError("Expected one of -- COMMAND, --url and --engines.")
    if engines:
        if not page or as_json or junit:
            raise click.UsageError("--engines needs --report, and neither --json nor --junit.")
        tested = []
        for engine in _engines(engines):
            click.echo(f"{engine.name}: ", nl=False)
            words = [os.path.expandvars(word) for word in shlex.split(engine.command)]
            with _started(words, None, patience) as ask:
                cases = _cases(variants or engine.variants, decks=decks, perft=perft)
                tested.append((engine, _compare(cases, ask(_requests(cases), patience))))
            click.echo(_agreed(tested[-1][1]))
        _write(page, report_page(tested).encode())
        context.exit(0 if all(result.agrees for _, result in tested) else 1)
    with _started(command, url, patience) as ask:
        cases = _cases(variants, decks=decks, perft=perft)
        result = _compare(cases, ask(_requests(cases), patience))
    click.echo(orjson.dumps(result.as_json()) if as_json else _text(result, show))
    if junit:
        _write(junit, result.as_junit())
    if page:
        name = url or shlex.join(command)
        _write(page, report_page([(Engine(name, name), result)]).encode())
    context.exit(0 if result.agrees else 1)


@contextmanager
def _started(command: Sequence[str], url: str | None, patience: float) -> Iterator[Ask]:
    """Start or reach the engine before the cases are made, which takes seconds. Raises CannotRun."""
    with ExitStack() as stack:
        try:
            if url:
                check_service(url, patience)
            process = None if url else stack.enter_context(program(command))
        except EngineError as error:
            raise CannotRun(str(error)) from None
        yield partial(ask_program, process) if process else partial(ask_service, url or "")


def _engines(path: Path) -> list[Engine]:
    """Return the engines of a TOML file. Raises CannotRun if it is not such a file."""
    try:
        tables = tomllib.loads(path.read_text("utf-8")).get("engine")
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise ValueError("expected tables [[engine]]")
        return [_engine(table) for table in tables]
    except (OSError, ValueError) as error:
        raise CannotRun(f"{path} does not describe engines: {error}.") from None


def _engine(table: Mapping[str, Any]) -> Engine:
    """Return the engine of a table. Raises ValueError if the table does not describe one."""
    if lacking := [name for name in ("name", "command") if name not in table]:
        raise ValueError(f"an [[engine]] has no {' and no '.join(lacking)}")
    for name, value in table.items():
        if name not in Engine._fields:
            raise ValueError(f"{name!r} is unknown. An [[engine]] has {', '.join(Engine._fields)}")
        if name != "variants" and not isinstance(value, str):
            raise ValueError(f"{name} must be a text in quotation marks, not {value!r:.60}")
    if not shlex.split(table["command"]):
        raise ValueError("the command is empty")
    variants = table.get("variants", [])
    if not isinstance(variants, list):
        raise ValueError(f"variants must be a list, as in ['klondike'], not {variants!r:.60}")
    if unknown := [each for each in variants if not isinstance(each, str) or each not in VARIANTS]:
        raise ValueError(f"unknown variant {unknown[0]!r:.60}")
    return Engine(**table)


def _cases(variants: Sequence[str], *, decks: bool, perft: bool) -> list[Case]:
    fixtures = resource_path("fixtures")
    in_kit = [variant.id for variant in VARIANTS.values() if not is_house(variant)]
    if others := [variant for variant in variants if variant not in in_kit]:
        raise CannotRun(f"{others[0]} is a game of your own. The kit has no cases of it.")
    asked = [*all_cases(fixtures, variants or in_kit)]
    if perft:
        asked += perft_cases(fixtures, variants or in_kit)
    return list(with_decks(asked) if decks else asked)


def _requests(cases: Sequence[Case]) -> list[Json]:
    return [{"include": _include(case)} | case.request for case in cases]


def _include(case: Case) -> list[str]:
    return ["final_state"] if case.expected.legal_moves is None else ["final_state", "legal_moves"]


def _write(path: Path, text: bytes) -> None:
    try:
        path.write_bytes(text)
    except OSError as error:
        raise CannotRun(f"Cannot write {path}: {error.strerror}.") from None


def _compare(cases: list[Case], answers: Iterator[object]) -> Report:
    """Return the report on an engine that gives these answers."""
    result = Report(kit_version(resource_path("fixtures")))
    hidden = not draws(sys.stderr)
    with click.progressbar(cases, label="Testing", file=sys.stderr, hidden=hidden) as remaining:
        for case in remaining:
            try:
                answer = next(answers)
            except EngineError as error:
                if not result.cases:
                    raise CannotRun(str(error)) from None
                result.engine_error = str(error)
                result.add(case, [Finding(VERDICTS, Difference("answer", "a verdict", "none"))])
                break
            if reason := not_offered(answer):
                result.not_offered[case.variant, reason] += 1
            else:
                result.add(case, compare(case.expected, answer))
    answers.close()  # type: ignore[attr-defined] # a generator
    return result


def _text(result: Report, show: int) -> str:
    disagreements = result.disagreements()
    parts = [_table("variant", result.by_variant()), _table("expected", result.by_expected())]
    parts.append(_table("aspect", result.by_aspect()))
    parts += [report(_entries(case, difference)) for case, difference in disagreements[:show]]
    if result.engine_error:
        last = result.cases[-1][0]
        text = f"Stopped early, at {last.source}, {last.name}: {result.engine_error}"
        parts.append(click.style(text, fg="red"))
    parts.append(click.style(_agreed(result), fg="green" if result.agrees else "red"))
    if result.not_offered:
        reasons = Counter(reason for _, reason in result.not_offered.elements())
        counts = ", ".join(f"{reason} ({count})" for reason, count in reasons.most_common())
        parts.append(f"{counted(reasons.total(), 'request')} not offered: {counts}.")
    if silent := [aspect for aspect in result.by_aspect() if aspect not in result.answered()]:
        parts.append(f"Not answered, so not shown: {', '.join(silent)}.")
    left = [f"{name} {' '.join(sorted(values))}" for name, values in result.options_left().items() if values]
    if left:
        parts.append(f"Options not asked: {'; '.join(left)}.")
    if others := len(result.not_asked()):
        parts.append(f"{others} of {len(VARIANTS)} variants were not asked (--json lists them).")
    return "\n\n".join([*parts, result.badge() or f"No badge, because {_why_no_badge(result)}."])


def _why_no_badge(result: Report) -> str:
    if not result.cases:
        return "the engine offers nothing that was asked"
    return "some requests are not offered" if result.agrees else "the engine differs from the kit"


def _agreed(result: Report) -> str:
    total = len(result.cases)
    return f"{total - len(result.disagreements())} of {total} agree."


def _table(title: str, rows: dict[str, tuple[int, int]]) -> str:
    lines = [f"{title:30}{'asked':>8}{'agree':>8}"]
    for name, (asked, agreed) in rows.items():
        line = f"{name:30}{asked:8}{agreed:8}"
        lines.append(line if asked == agreed else click.style(line, fg="red"))
    return "\n".join(lines)


def _entries(case: Case, difference: Difference) -> list[Entry]:
    request = case.request
    rules = ", ".join(f"{name}={value}" for name, value in (request.get("rules") or {}).items())
    text = f"{difference.field}: expected {difference.expected}; found {difference.found}"
    return [
        Entry("Differs", text, "red"),
        Entry("Rule", rule_broken(case, difference)),
        Entry("Case", f"{case.source}, {case.name}"),
        Entry("Game", case.variant + (f", {rules}" if rules else "")),
        Entry("Deal", f"seed {request['seed']}" if "seed" in request else " ".join(request.get("deck", ()))),
        Entry("Moves", _moves(case.moves[: _shown(case, difference)])),
    ]


def _shown(case: Case, difference: Difference) -> int | None:
    """Return how many moves show a difference.

    Those up to the one that only one of the two finds legal, or else up to the first illegal one.
    """
    at = case.expected.index if difference.at is None else difference.at
    return None if at is None else at + 1


def _moves(moves: list[object]) -> str:
    """Return the last moves of a log."""
    before = max(0, len(moves) - MOST_MOVES_SHOWN)
    shown = " ".join(printable(str(move)) for move in moves[before:])
    return f"… {counted(before, 'move')} (--json has all), then {shown}" if before else shown or "none"
