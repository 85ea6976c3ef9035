"""Positions whose prospects are known from elsewhere, and small ones that brute force settles."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from service.engine.advance import advance
from service.engine.deals import deal_deck, deal_seed
from service.engine.position import Position
from service.engine.tables import tables_for

SETTLED = Path(__file__).parents[2] / "fixtures/conformance/prospects.jsonl.gz"


def settled() -> Iterator[tuple[dict[str, Any], Position]]:
    """Every position of the fixture, each with its line there."""
    with gzip.open(SETTLED, "rt") as lines:
        for line in lines:
            known = json.loads(line)
            tables = tables_for(known["variant"], known["options"])
            deal = (
                deal_seed(tables, str(known["seed"])) if "seed" in known else deal_deck(tables, known["deck"])
            )
            position = deal.position()
            assert len(advance(position, known["moves"], None)) == len(known["moves"])
            yield known, position
