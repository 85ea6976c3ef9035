"""The whole OpenAPI document; ``python -m service.description.document`` rewrites openapi.yaml."""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from apispec import APISpec

from schemas.answers import LineProblemSchema, SummarySchema
from schemas.replays import ReplayRequestSchema
from service.description.converter import Plugin
from service.description.operations import OPERATIONS

VERSION = "1.0.0"
ABOUT = (
    "Replays two-pack patience games and says what really happened: the validated final state, the outcome "
    "and the first illegal move. Every call below `/v1` is a pure function of its request. Errors are "
    "RFC 9457 problems."
)

COMPONENTS = {
    "ReplayRequest": ReplayRequestSchema,
    # The lines of a batch, which no operation can refer to.
    "LineProblem": LineProblemSchema,
    "Summary": SummarySchema,
}


@cache
def document() -> dict[str, Any]:
    """The description of the API, OpenAPI 3.1."""
    spec = APISpec(
        title="Patience Referee",
        version=VERSION,
        openapi_version="3.1.0",
        plugins=[Plugin()],
        info={"description": ABOUT},
    )
    for name, schema in COMPONENTS.items():
        spec.components.schema(name, schema=schema)
    for path, operations in OPERATIONS.items():
        # A copy, since apispec writes into what it is given.
        spec.path(path, operations=copy.deepcopy(operations))
    # Through JSON, so that YAML has no anchors for parts that stand in several places.
    described: dict[str, Any] = json.loads(json.dumps(spec.to_dict()))
    return described


def as_yaml() -> str:
    """The description as openapi.yaml holds it."""
    text: str = yaml.safe_dump(document(), sort_keys=False, allow_unicode=True, width=110)
    return text


if __name__ == "__main__":
    Path("openapi.yaml").write_text(as_yaml(), encoding="utf-8")
