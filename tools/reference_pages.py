"""The parts of docs/reference/ that follow from the code, the fixtures and the API description.

They are not kept in git: ``tools/site_pages.py`` puts them in place of the mark when MkDocs builds the site.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any

import click
import yaml

from patience.games import VARIANTS
from patience.rules.variant import OptionValue
from patience.search.difficulty import shipped_scales
from patience.search.winnable_tables import shipped_tables
from schemas.problems import TYPES
from service.cli import main as referee
from service.config import Settings, table, variable
from service.conformance.cases import Case, all_cases, kit_version
from tools.answers_page import answers, shown_json
from tools.atlas_page import atlas
from tools.concepts import concepts
from tools.open_entries import table as open_entries
from tools.pysolfc_play import COMPARED, read_results

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference"
COLLECTIONS = ROOT / "fixtures" / "collections.json"
MARK = "*This part is made when the site of the documentation is built: `mkdocs serve` shows it.*"
DEEPEST = 20
"""Rows of the perft table that its page shows."""

COMMON = 8
"""From how many operations on a status or a parameter is described once for all."""

LONGEST_EXAMPLE = 50
"""The most lines of an answer that its example shows."""

MANY_LOGS = 1_000_000
WIDTH = 100

Json = dict[str, Any]


def whole_page(name: str, text: str) -> str:
    """Return the text of a page with its generated part in place of the mark."""
    return text.replace(MARK, PARTS[name]().strip())


def perft() -> str:
    """Return the deepest counts of the perft table, and how many reach a million logs."""
    rows: list[Sequence[str]] = [("variant", "rule options", "seed", "moves", "leaves", "positions")]
    rows.append(["---"] * len(rows[0]))
    table = [json.loads(line) for line in (ROOT / "fixtures" / "perft.jsonl").read_text("utf-8").splitlines()]
    far = [line["variant"] for line in table if line["plies"][-1][0] >= MANY_LOGS]
    ended = sum(not line["plies"][-1][0] for line in table)
    for line in sorted(table, key=lambda line: -line["plies"][-1][0])[:DEEPEST]:
        counts = [_spaced(count) if count is not None else "not counted" for count in line["plies"][-1]]
        moves = str(len(line["plies"]))
        rows.append([f"`{line['variant']}`", _options(line["rules"]), line["seed"], moves, *counts])
    variants = {line["variant"] for line in table}
    reached = (
        f"The table has {_spaced(len(table))} deals of {len(variants)} variants. {_spaced(len(far))} of "
        f"them, in {len(set(far))} variants, are counted to a million logs or more, and {ended} to the end "
        f"of every game. The other {len(table) - len(far) - ended} are counted to a thousand moves, because "
        "they go to and fro among few positions. `fixtures/perft.jsonl` has them all, with all smaller "
        f"depths. These are the {DEEPEST} with the most logs."
    )
    return "\n".join([reached, "", *(f"| {' | '.join(row)} |" for row in rows)])


def winnable_deals() -> str:
    """Return the counts of the tables of winnable deals as a table."""
    head = "variant", "rule options", "deals", "budget", "solver", "winnable", "dead", "undecided", "share"
    rows: list[Sequence[str]] = [head, ["---"] * len(head)]
    for made in (shipped.made for shipped in shipped_tables()):
        counts = (made.of, made.budget, int(made.prover_version), made.winnable, made.dead, made.undecided)
        lower, upper = made.share
        share = f"{lower:.1%} to {upper:.1%}"
        rows.append(
            [
                f"`{made.variant}`",
                _options(made.rules),
                *map(_spaced, counts),
                share,
            ]
        )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _spaced(count: int) -> str:
    return f"{count:,}".replace(",", " ")


def _options(rules: Mapping[str, OptionValue]) -> str:
    return ", ".join(f"`{name}: {value}`" for name, value in rules.items())


def scales() -> str:
    """Return the scales of difficulty as a table."""
    rows = [
        f"| `{scale.variant}` | {_options(scale.rules)} | {scale.easy_from} | {scale.medium_from} |"
        for scale in sorted(shipped_scales().values(), key=lambda scale: scale.variant)
    ]
    return "\n".join(
        ["| variant | rule options | easy from | medium from |", "| --- | --- | --- | --- |", *rows]
    )


def kit() -> str:
    """Return the size of the conformance kit as a table."""
    fixtures = ROOT / "fixtures"
    counts: dict[str, Counter[str]] = {name: Counter() for name in KIT}
    for case in all_cases(fixtures):
        part = next(name for name, belongs in KIT.items() if belongs(case))
        counts[part][case.variant] += 1
    chosen = sum(path.stat().st_size for path in (fixtures / "conformance" / "cases").iterdir())
    whole = sum(counts.values(), Counter())
    rows = [
        f"| {name} | {each.total()} | {int(median(each.values()))} | {max(each.values())} |"
        for name, each in [*counts.items(), ("all", whole)]
    ]
    head = ["| requests | all | median variant | most |", "| --- | --- | --- | --- |"]
    text = f"Version `{kit_version(fixtures)}`. The files of chosen cases have {chosen // 1_000_000} MB."
    return "\n".join([*head, *rows, "", text])


def coverage() -> str:
    """Return a table of collections of solitaire games: how many of their games are variants."""
    known = {number for variant in VARIANTS.values() for number in variant.pysolfc}
    collections = json.loads(COLLECTIONS.read_text("utf-8"))
    names: dict[str, str] = collections["names"]
    rows = ["| collection | games | variants | without a variant |", "| --- | --- | --- | --- |"]
    for name, numbers in collections["collections"].items():
        rest = ", ".join(sorted(names[str(number)] for number in set(numbers) - known))
        rows.append(f"| {name} | {len(numbers)} | {len(known & set(numbers))} | {rest} |")
    reports = read_results(COMPARED).values()
    positions, games = sum(each.positions for each in reports), sum(each.games for each in reports)
    rows += [
        "",
        f"{len(known)} of PySolFC's games are variants, or variants under rule options.",
        f"In {games:,} games, {positions:,} positions were compared with PySolFC's own code.",
    ]
    return "\n".join(rows)


KIT: dict[str, Callable[[Case], bool]] = {
    "malformed requests": lambda case: case.expected.valid is None,
    "checkpoints": lambda case: bool(case.expected.divergences),
    "deals": lambda case: case.name.startswith("seed "),
    "chosen cases": lambda case: case.source.startswith("cases/"),
    "whole games": lambda _case: True,
}
"""The parts of the kit, each with the requests that it has of those that no part before it has."""


def _command_line() -> str:
    return "\n".join(f"## `{name}`\n\n```text\n{text}\n```\n" for name, text in commands())


def commands() -> Iterator[tuple[str, str]]:
    """Yield the name of each command and its help, as the terminal shows it."""
    for names, command in _walk(referee, ("referee",)):
        context = click.Context(
            command, info_name=" ".join(names), terminal_width=WIDTH, **referee.context_settings
        )
        yield " ".join(names), re.sub(r"[ \t]+$", "", command.get_help(context), flags=re.MULTILINE)


def _walk(command: click.Command, names: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield names, command
    if isinstance(command, click.Group):
        context = click.Context(command, **referee.context_settings)
        for name in command.list_commands(context):
            subcommand = command.get_command(context, name)
            assert subcommand, name
            yield from _walk(subcommand, (*names, name))


@cache
def _description() -> Json:
    api: Json = yaml.load((ROOT / "openapi.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return api


def _operations() -> Iterator[tuple[str, str, Json]]:
    """Yield method, path and description of every operation."""
    for path, methods in _description()["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "responses" in operation:
                yield method.upper(), path, operation


def _api() -> str:
    """Return the lists of operations, problem types and schemas, with links to the pages of the resources.

    Before each link is an empty anchor with the name that its target had when the reference was one page.
    """
    return "\n".join(
        [
            "## Operations\n",
            "| request | purpose |\n| --- | --- |",
            *(
                f"| {_moved(f'`{method} {path}`', _resource(operation), _anchor(operation))} "
                f"| {operation['summary']} |"
                for method, path, operation in _operations()
            ),
            "\n## Common parameters\n",
            *_table("parameter | in | meaning", _common()[0]),
            "\n## Common statuses\n",
            *_table("status | response", sorted(_common()[1])),
            "\n## Problem types\n",
            "| `type` ends in | status | when |\n| --- | --- | --- |",
            *(f"| `{name}` | {status} | {when} |" for name, (status, when) in TYPES.items()),
            "\n## Schemas\n",
            "| page | schemas |\n| --- | --- |",
            *(
                f"| [{RESOURCES[page]}](http-api/{page}.md) | "
                + ", ".join(_moved(name, page, name.lower()) for name in _schemas_of(page))
                + " |"
                for page in RESOURCES
            ),
        ]
    )


def _moved(text: str, page: str, anchor: str) -> str:
    return f'<a id="{anchor}"></a>[{text}](http-api/{page}.md#{anchor})'


RESOURCES = {
    "replays": "Replays",
    "claims": "Claims and receipts",
    "prospects": "Prospects",
    "deals": "Deals",
    "variants": "Variants",
    "service": "The service and its health",
    "common": "Common schemas",
}
"""The pages of the HTTP reference, with their titles; each but the last is a tag of the description."""


def _resource(operation: Json) -> str:
    """Return the page of an operation."""
    (tag,) = operation["tags"]
    return "service" if tag == "health" else str(tag)


@cache
def _page_of_schema() -> dict[str, str]:
    """Return the page of each schema: of the only resource that uses it, or the common one."""
    pages: dict[str, set[str]] = {name: set() for name in _description()["components"]["schemas"]}
    for _, _, operation in _operations():
        page = _resource(operation)
        # Problems are the same everywhere, and streams name their schemas in words.
        reached = _named_in(operation)
        while reached:
            name = reached.pop()
            if page not in pages[name]:
                pages[name].add(page)
                reached |= _named_in(_description()["components"]["schemas"][name])
    return {name: next(iter(used)) if len(used) == 1 else "common" for name, used in pages.items()}


def _named_in(value: Any) -> set[str]:
    """Return the names of the schemas to which a part of the description refers."""
    if isinstance(value, list):
        return set().union(*map(_named_in, value))
    if not isinstance(value, dict):
        return set()
    kind, _, name = str(value.get("$ref", "")).removeprefix("#/components/").partition("/")
    if kind == "schemas":
        return {name}
    inner = [_description()["components"][kind][name]] if name else list(value.values())
    return _named_in(inner)


def _schemas_of(page: str) -> list[str]:
    return [name for name, its_page in _page_of_schema().items() if its_page == page]


def _resource_page(page: str) -> str:
    """Return the operations and schemas of a resource."""
    return "\n".join(_of_resource(page))


def _of_resource(page: str) -> Iterator[str]:
    for method, path, operation in _operations():
        if _resource(operation) == page:
            yield f"## `{method} {path}` {{ #{_anchor(operation)} }}\n"
            yield f"{operation['summary']}. {operation.get('description', '')}".strip()
            yield from _parameters(page, operation)
            yield from _responses(page, operation)
            yield from _example(method, path, operation)
            yield ""
    schemas = _schemas_of(page)
    if schemas and page != "common":
        yield "## Schemas\n"
    for name in schemas:
        schema = _description()["components"]["schemas"][name]
        yield f"{'##' if page == 'common' else '###'} {name} {{ #{name.lower()} }}\n"
        yield schema.get("description", "").strip()
        yield from _fields(page, schema)
        yield ""


def payload(name: str) -> str:
    """Return the members of a signed text's payload as a table."""
    schema = _description()["components"]["schemas"][name]
    # _fields writes links for pages in the folder http-api.
    return re.sub(r"\]\((?=\w+\.md#)", "](http-api/", "\n".join(_fields("formats", schema)))


def _parameters(page: str, operation: Json) -> Iterator[str]:
    own = [row for row in map(_parameter_row, operation.get("parameters", [])) if row not in _common()[0]]
    if own:
        yield "\n" + "\n".join(_table("parameter | in | meaning", own))
    contents = operation.get("requestBody", {}).get("content", {})
    if contents:
        types = dict.fromkeys(_type(page, content.get("schema", {})) for content in contents.values())
        media_types = ", ".join(f"`{media_type}`" for media_type in contents)
        yield f"\nRequest body: {' or '.join(filter(None, types)) or 'bytes'}, as {media_types}."


def _responses(page: str, operation: Json) -> Iterator[str]:
    rows = {status: _resolved(named) for status, named in operation["responses"].items()}
    common = [status for status, response in rows.items() if _status_row(status, response) in _common()[1]]
    own = []
    for status, response in rows.items():
        types = [_type(page, content.get("schema", {})) for content in response.get("content", {}).values()]
        shown = ", ".join(dict.fromkeys(filter(None, types)))
        if status not in common:
            own.append(f"{_status_row(status, response)}{f' ({shown})' if shown else ''}")
    yield "\n" + "\n".join(_table("status | response", own))
    yield f"\nAlso {', '.join(common)}: see [common statuses](../http-api.md#common-statuses)."


@cache
def _common() -> tuple[list[str], list[str]]:
    """Return the rows of parameters and of statuses that many operations share."""
    parameters: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    for _, _, operation in _operations():
        parameters.update(map(_parameter_row, operation.get("parameters", [])))
        for status, named in operation["responses"].items():
            statuses[_status_row(status, _resolved(named))] += 1
    return _often(parameters), _often(statuses)


def _often(rows: Counter[str]) -> list[str]:
    return [row for row, times in rows.items() if times >= COMMON]


def _parameter_row(named: Json) -> str:
    parameter = _resolved(named)
    return f"`{parameter['name']}` | {parameter['in']} | {_cell(parameter.get('description', ''))}"


def _status_row(status: str, response: Json) -> str:
    return f"{status} | {_cell(response['description'])}"


def _table(head: str, rows: Iterable[str]) -> list[str]:
    return [f"| {head} |", "|" + " --- |" * (head.count("|") + 1), *(f"| {row} |" for row in rows)]


def _example(method: str, path: str, operation: Json) -> Iterator[str]:
    """Yield the first example of an answer, with the request that has it."""
    name, answer = next(_examples(operation["responses"]["200"]))
    sent = dict(_examples(operation.get("requestBody", {})))
    query = []
    for parameter in map(_resolved, operation.get("parameters", [])):
        value = str(parameter.get("example", ""))
        path = path.replace(f"{{{parameter['name']}}}", value)
        if parameter.get("required") and parameter["in"] == "query":
            query.append(f"?{parameter['name']}={value}")
    body = ["", *_lines(sent[name])] if name in sent else []
    yield from ("\n```http", f"{method} {path}{''.join(query)}", *body, "```")
    lines = _lines(answer)
    cut = ["…"] if len(lines) > LONGEST_EXAMPLE else []
    yield from ("\n```http", "200", "", *lines[:LONGEST_EXAMPLE], *cut, "```")


def _examples(part: Json) -> Iterator[tuple[str, Any]]:
    for content in part.get("content", {}).values():
        for name, example in content.get("examples", {}).items():
            yield name, example["value"]


def _lines(value: Any) -> list[str]:
    """Return the lines of an example: JSON, or lines of which each may be JSON."""
    if not isinstance(value, str):
        return shown_json(value).splitlines()
    lines = []
    for line in value.strip().splitlines():
        try:
            lines.append(shown_json(json.loads(line), indent=None))
        except ValueError:
            lines.append(line)
    return lines


def _anchor(operation: Json) -> str:
    return f"operation-{operation['operationId'].lower()}"


def _fields(page: str, schema: Json) -> Iterator[str]:
    if not schema.get("properties"):
        return
    required = schema.get("required", ())
    yield "\n| field | type | required | meaning |\n| --- | --- | --- | --- |"
    for name, field in schema["properties"].items():
        needed = "yes" if name in required else ""
        yield f"| `{name}` | {_type(page, field)} | {needed} | {_cell(field.get('description', ''))} |"


def _type(page: str, schema: Json) -> str:
    """Return a schema's type for people, with links to named schemas."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        its_page = _page_of_schema()[name]
        return f"[{name}]({'' if its_page == page else f'{its_page}.md'}#{name.lower()})"
    for union in ("anyOf", "oneOf", "allOf"):
        if union in schema:
            return " or ".join(dict.fromkeys(filter(None, (_type(page, inner) for inner in schema[union]))))
    if "const" in schema:
        return f"`{schema['const']}`"
    kind = schema.get("type", "")
    if "array" in kind:
        return f"list of {_type(page, schema.get('items', {})) or 'values'}"
    return kind if isinstance(kind, str) else " or ".join(kind)


def _resolved(value: Json) -> Json:
    api = _description()
    for step in value.get("$ref", "#").split("/")[1:]:
        api = api[step]
    return api if "$ref" in value else value


def _cell(text: str) -> str:
    """Return Markdown that fits into one cell of a table."""
    lines = [re.sub(r"^\* ", "• ", line.strip()) for line in text.strip().splitlines()]
    return re.sub(r"(<br>)+", "<br>", "<br>".join(lines)).replace("|", "\\|")


def compatibility() -> str:
    """Return the promises of the HTTP contract, as the description has them."""
    guide = (ROOT / "service" / "openapi" / "guide.md").read_text("utf-8")
    section = guide.partition("## Compatibility\n")[2].partition("\n## ")[0]
    return f"## The HTTP contract\n{section}"


def limits() -> str:
    """Return the limits of requests and of their work, with the settings that change them, as a table."""
    chosen = {field.name: field for field in fields(Settings) if field.name.startswith("most_")}
    rows = [
        f"| {field.metadata['meaning']} | {_spaced(getattr(Settings(), name))} | `{variable(name)}` |"
        for name, field in chosen.items()
    ]
    return "\n".join(["| limit | default | setting |", "| --- | --- | --- |", *rows])


PARTS: dict[str, Callable[[], str]] = {
    "answers.md": answers,
    "compatibility.md": compatibility,
    "limits-and-speed.md": limits,
    "command-line.md": _command_line,
    "http-api.md": _api,
    **{f"http-api/{page}.md": partial(_resource_page, page) for page in RESOURCES},
    "receipts.md": partial(payload, "ReceiptPayload"),
    "tickets.md": partial(payload, "TicketPayload"),
    "settings.md": table,
    "difficulty.md": scales,
    "winnable-deals.md": winnable_deals,
    "atlas.md": atlas,
    "conformance.md": kit,
    "declarations.md": concepts,
    "perft.md": perft,
    "coverage.md": coverage,
    "open.md": open_entries,
}
"""What writes the generated part of each page."""
