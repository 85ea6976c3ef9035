"""The rows of docs/reference/atlas.md: tables of many deals beside published figures for the same rules."""

import json
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from math import ceil, log10
from pathlib import Path
from typing import Any, Final

from patience.compilation.compiled_rules import tables_for
from patience.rules.variant import OptionValue
from patience.search.winnable_tables import TableInfo, share_interval

FIXTURES: Final = Path(__file__).parents[1] / "fixtures"

MOST_OPEN: Final = 0.001
"""The largest part of the deals that may be undecided in a row."""

SOURCES: Final = {
    "jair": "[Blake and Gent](#published-figures)",
    "cp": "[Dang et al.](#published-figures)",
    "lonelybot": "[lonelybot](#published-figures)",
    "freecell": "[Pringle and Fish](#published-figures)",
    "wolter": "[Wolter](#published-figures)",
}

Row = dict[str, Any]


@cache
def rows() -> list[Row]:
    """Return the summaries of the tables: what `referee maintain winnable --atlas` writes."""
    return _lines("atlas.jsonl")


@cache
def published() -> list[Row]:
    """Return the published figures in percent, with every option of the rules."""
    figures = _lines("published_shares.jsonl")
    for figure in figures:
        figure["rules"] = dict(tables_for(figure["variant"], figure["rules"]).options)
        if "won" in figure:
            low, high = share_interval(figure["won"], figure["deals"])
            figure["share"], figure["margin"] = 50 * (low + high), 50 * (high - low)
    return figures


def _lines(name: str) -> list[Row]:
    return [json.loads(line) for line in (FIXTURES / name).read_text("utf-8").splitlines()]


def info(row: Row) -> TableInfo:
    """Return the counts of a table."""
    return TableInfo(**{field.name: row[field.name] for field in fields(TableInfo)})


def compared(bounds: tuple[float, float], figure: Row) -> str:
    """Say how the bounds of a share, in percent, compare with a published figure."""
    share, margin = figure["share"], figure["margin"]
    apart = bounds[0] > share + margin or bounds[1] < share - margin
    narrower = (bounds[1] - bounds[0]) / 2 < margin
    return ("**apart**" if apart else "overlaps") + (", narrower here" if narrower else "")


def atlas() -> str:
    """Return a line for each table, and one for each published figure for the same rules."""
    head = "| game | rules | deals | won | dead | open | winnable | published | |"
    lines = [head, "| --- | --- | ---: | ---: | ---: | ---: | --- | --- | --- |"]
    for row in rows():
        made = info(row)
        if made.undecided > MOST_OPEN * made.of:
            raise ValueError(f"{row['file']}: {made.undecided} of {made.of} deals are open.")
        low, high = (100 * bound for bound in made.share)
        figures = [
            figure
            for figure in published()
            if (figure["variant"], figure["rules"]) == (row["variant"], row["rules"])
        ]
        counts = (made.of, made.winnable, made.dead, made.undecided)
        cells = [
            f"`{made.variant}`" + (f", numbers of {row['program']}" if "program" in row else ""),
            _options(made.rules),
            *(f"{count:,}".replace(",", " ") for count in counts),
            f"{low:.4f} to {high:.4f} %",
            "<br>".join(map(_figure, figures)) or "none known",
            "<br>".join(compared((low, high), figure) for figure in figures),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _figure(figure: Row) -> str:
    share, margin = figure["share"], figure["margin"]
    digits = max(3, 1 + ceil(-log10(margin)))
    return f"{share:.{digits}f} ± {margin:.{digits}f} %, {SOURCES[figure['source']]}"


def _options(rules: Mapping[str, OptionValue]) -> str:
    return ", ".join(f"`{name}: {value}`" for name, value in rules.items())
