"""Hooks for Schemathesis: lines of JSON, and rules that a JSON Schema cannot express."""

import json
from typing import Any

import schemathesis
from hypothesis import strategies

from patience.cards import CODES
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.play.position_text import write_piles, write_position
from service.openapi.examples import VARIANT, replays
from tests.api.described import assert_described
from tests.contract import MOST_POSITIONS

LINES = ("application/x-ndjson", "application/jsonl")
SOME_VARIANTS = [VARIANT, *list(VARIANTS)[::24]]
"""Each value of an enum is a case for every operation that takes it."""
OF_A_TABLE = ("/v1/deals/{variant}", "/v1/daily/{variant}", "/v1/daily/{variant}/{date}")
"""Resources that not every variant has, or whose making takes a long search for some."""
SHARED = ("rules", "checkpoints", "rules_version", "ref")
"""Members that every game log may have. They are tried in replay requests only."""
HIGHEST_MS = "ms8589934591"


@schemathesis.hook
def before_load_schema(context: schemathesis.HookContext, raw_schema: dict[str, Any]) -> None:
    """Try some of the variants, and the members that all game logs share in one kind of log."""
    schemas = raw_schema["components"]["schemas"]
    schemas["VariantId"]["enum"] = SOME_VARIANTS
    for name in ("ClaimRequest", "ProspectRequest"):
        for member in SHARED:
            del schemas[name]["properties"][member]
    # The service under test does not accept declarations.
    for name in ("DealRequest", "ReplayRequest", "ProspectRequest"):
        del schemas[name]["properties"]["declaration"]


@schemathesis.serializer(*LINES)
def send_lines(context: schemathesis.SerializationContext, body: str) -> bytes:
    """Send text unchanged."""
    return body.encode()


@schemathesis.deserializer(*LINES)
def read_lines(context: schemathesis.DeserializationContext, response: schemathesis.Response) -> str:
    """Return the whole text, as the description has it; `lines_are_described` checks each line."""
    return response.content.decode()


def _line() -> strategies.SearchStrategy[str]:
    logs = strategies.sampled_from([json.dumps(example.request) for example in replays()])
    return logs | strategies.text(strategies.characters(exclude_characters="\n", codec="utf-8"))


@schemathesis.hook.apply_to(operation_id=["replayBatch", "claimBatch"])
def before_generate_body(
    context: schemathesis.HookContext, strategy: strategies.SearchStrategy[Any]
) -> strategies.SearchStrategy[str]:
    """Generate lines that are logs and lines that are not."""
    return strategies.lists(_line(), max_size=10).map("\n".join)


@schemathesis.check
def lines_are_described(ctx: Any, response: schemathesis.Response, case: schemathesis.Case) -> None:
    """Check that each line has an answer, and that the last line is the summary."""
    if response.headers.get("content-type", [""])[0] not in LINES:
        return
    *lines, last = map(json.loads, response.content.splitlines())
    assert_described(last, "StreamSummary")
    # Generated bodies are text or bytes.
    sent = response.request.body or b""
    body = sent.encode() if isinstance(sent, str) else sent
    requests = [line for line in body.split(b"\n") if line.strip()]
    assert len(requests) == len(lines) == last["summary"]["lines"]
    for line in lines:
        assert_described(line, "Line")


@schemathesis.hook
def map_case(context: schemathesis.HookContext, case: schemathesis.Case) -> schemathesis.Case:
    """Make a case that is valid by its schema valid by the other rules too."""
    if case.meta.generation.mode is not schemathesis.GenerationMode.POSITIVE:
        return case
    if isinstance(case.body, dict) and "variant" in case.body:
        case.body = _mended(case.body)
    if case.operation.path == "/v1/positions/{text}":
        case.path_parameters = {"text": write_position(deal_seed(tables_for(VARIANT), "1").opening)}
        return case
    if case.operation.path in OF_A_TABLE:
        return _page(case)
    variant = VARIANTS.get((case.path_parameters or {}).get("variant"))
    if variant and case.query:
        own = {"hide", *(option.name for option in variant.options)}
        case.query = {name: value for name, value in case.query.items() if name in own}
    return case


def _page(case: schemathesis.Case) -> schemathesis.Case:
    """Return a case about a variant that has a table of winnable deals, under its default options."""
    case.path_parameters = {**case.path_parameters, "variant": VARIANT}
    case.query = {name: value for name, value in case.query.items() if not name.startswith("rules")}
    return case


def _mended(log: dict[str, Any]) -> dict[str, Any]:
    """Return a log with a valid deck, board and seed, and with options, piles and checkpoints of its game."""
    variant = VARIANTS[log["variant"]]
    options = {option.name: option for option in variant.options}
    rules = {
        name: value
        for name, value in log.get("rules", {}).items()
        if name in options and options[name].admits(value)
    }
    tables = tables_for(variant.id, rules)
    mended = {
        "deck": [CODES[card] for card in deal_seed(tables, "1").deck],
        "board": write_piles(deal_seed(tables, "1").opening),
        "seed": HIGHEST_MS if str(log.get("seed")).startswith("ms") else log.get("seed"),
        "rules_version": variant.rules_version,
        # The example's variant has no scoring.
        "claim": {name: value for name, value in log.get("claim", {}).items() if name != "score"},
        "budget": min(log.get("budget", 0), MOST_POSITIONS),
        "rules": rules,
        # The pace needs the times of the moves.
        "include": [name for name in log.get("include", []) if name != "pace"],
        "labels": [str(number) for number, _ in enumerate(log.get("moves", []))],
        "times": [*range(len(log.get("moves", [])))],
        "checkpoints": [
            {"after": min(point["after"], len(log["moves"])), "piles": _only(point["piles"], tables)}
            for point in log.get("checkpoints", [])
        ],
    }
    # Orders of redeals are those of a deck or a board of few games, and have as many cards as these.
    return {name: mended.get(name, value) for name, value in log.items() if name != "redeal_orders"}


def _only(piles: dict[str, Any], tables: CompiledRules) -> dict[str, Any]:
    names = {*tables.names, "S", "W"}
    return {name: cards for name, cards in piles.items() if name in names}
