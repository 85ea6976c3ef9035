"""Text for terminals: reports of at most 80 columns, and the escaping of untrusted text."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from textwrap import wrap
from threading import Timer
from typing import NamedTuple, TextIO

import click


class Entry(NamedTuple):
    """A titled text; the colour shows only on a terminal."""

    title: str
    text: str
    color: str | None = None


def report(entries: Iterable[Entry]) -> str:
    """Return one block of lines: titles on the left, long texts wrapped beside them."""
    return "\n".join(_wrapped(entry) for entry in entries)


def _wrapped(entry: Entry) -> str:
    from patience.formats.drawing import MARGIN, WIDTH  # noqa: PLC0415 - the games take a while to load

    # Tokens and ids contain hyphens and stay whole.
    lines = wrap(entry.text, WIDTH - MARGIN, break_on_hyphens=False)
    text = f"\n{' ' * MARGIN}".join(lines)
    return entry.title.ljust(MARGIN) + (click.style(text, fg=entry.color) if entry.color else text)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which gets an s unless the number is 1."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


@contextmanager
def notice_after(seconds: float, notice: str) -> Iterator[None]:
    """Print a notice on the terminal if the work inside takes longer than this."""
    timer = Timer(seconds, click.echo, [notice], {"err": True})
    if draws(sys.stderr):
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def draws(stream: TextIO) -> bool:
    """Return whether a stream is a terminal on which a bar can be drawn again and again."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def printable(text: str) -> str:
    """Return a text as one line in which every character that could control the terminal is escaped."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return the similar ones of ``names`` as a question after a space, "" if there are none."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    similar = get_close_matches(name, names, cutoff=0.5)
    return f" Did you mean {' or '.join(similar)}?" if similar else ""
