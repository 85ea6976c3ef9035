"""What a command says to people: a word on the left, the text beside it, in 80 columns."""

from collections.abc import Iterable
from textwrap import wrap
from typing import Final, NamedTuple

import click

from service.commands.board_text import MARGIN
from service.engine.dealing import Deal

WIDTH: Final = 80


class Entry(NamedTuple):
    """A text and what it is about; the colour shows on a terminal only."""

    title: str
    text: str
    color: str | None = None


def sheet(entries: Iterable[Entry]) -> str:
    """Rows below each other, long texts folded between words."""
    return "\n".join(_folded(row) for row in entries)


def deal_entries(deal: Deal) -> list[Entry]:
    """Which game this is, under which rules, and which deal."""
    variant = deal.tables.variant
    entries = [Entry("Game", f"{variant.title} ({variant.id})")]
    if deal.tables.options:
        entries.append(
            Entry("Rule options", ", ".join(f"{name}={value}" for name, value in deal.tables.options))
        )
    return [*entries, Entry("Deal", f"seed {deal.seed}" if deal.seed else "a deck given card by card")]


def _folded(row: Entry) -> str:
    # Tokens and ids hold hyphens and stay whole.
    lines = wrap(row.text, WIDTH - MARGIN, break_on_hyphens=False)
    text = f"\n{' ' * MARGIN}".join(lines)
    return row.title.ljust(MARGIN) + (click.style(text, fg=row.color) if row.color else text)
