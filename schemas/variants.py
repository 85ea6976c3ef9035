"""Variants as JSON."""

from typing import Any

from service.engine.board import board_rows
from service.engine.describe import describe_piles, possible_reasons
from service.engine.rules import RULES_VERSION, Option, Variant
from service.engine.tables import tables_for


def variant_summary_json(variant: Variant) -> dict[str, Any]:
    """A variant in short."""
    return {
        "id": variant.id,
        "title": variant.title,
        "sources": list(variant.sources),
        "rules_version": RULES_VERSION,
        "options": [_option_json(option) for option in variant.options],
    }


def variant_json(variant: Variant) -> dict[str, Any]:
    """A variant in full, its piles described under default options."""
    return {
        **variant_summary_json(variant),
        "section": variant.section,
        "piles": [
            {"pile": pile.pile, "kind": pile.kind, "takes": pile.takes, "gives": pile.gives}
            for pile in describe_piles(tables_for(variant.id))
        ],
        "rows": board_rows(variant.rules),
        "actions": list(variant.rules.stock.actions) if variant.rules.stock else [],
        "reasons": list(possible_reasons(variant)),
    }


def _option_json(option: Option) -> dict[str, Any]:
    numbers = option.numbers
    return {
        "name": option.name,
        "meaning": option.meaning,
        "default": option.default,
        "values": list(option.words),
        "numbers": {"minimum": numbers.start, "maximum": numbers.stop - 1} if numbers else None,
        "changes_layout": option.changes_layout,
    }
