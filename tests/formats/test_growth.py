"""The worst files of every format: twice the size costs at most twice the steps, which the reader counts."""

from contextlib import suppress

import pytest

from patience.formats.foreign_logs import DealName, read_log
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import Work
from service.saves.save_errors import SaveError
from service.saves.save_import import import_save
from tests.conftest import FIXTURES
from tests.saves.writer import Code, file_of, move, objects, opcodes
from tests.steps import steps

LOGS = FIXTURES / "logs"
KLONDIKE = (LOGS / "kpatience-klondike.kpat").read_bytes()
DEAL = KLONDIKE[: KLONDIKE.index(b"</state>") + len(b"</state>")]
SOLVED = (LOGS / "solvitaire-klondike-2.txt").read_bytes()
TABLE = SOLVED[: SOLVED.index(b"=" * 35)] + b"=" * 35 + b"\n"
DRAW_THREE = DealName("klondike", {"draw": "three"})
FREECELL = DealName(seed="1")
SPOKEN = b"Move a card from freecell 0 to freecell 1\nMove a card from freecell 1 to freecell 0\n"

MOST = 2.2
"""How many times as many steps twice the size may cost: a square would be four."""

SIZE = 2_000
"""Bytes of the smaller file."""


def wandering(states: bytes):
    """A deal of which a card first lies on many foundations: see what each empty state then costs."""

    def make(size):
        piles = b"".join(
            b'<move pile="target%d" position="0"><card id="0524291" suit="clubs" rank="three"/></move>'
            % number
            for number in range(size // 160)
        )
        body = DEAL.replace(b"<state>", b"<state>" + piles, 1)
        return body + states * ((size // 2) // len(states)) + b"</kpat-game>"

    return make


def again(piece, before=b"", after=b""):
    return lambda size: before + piece * (size // len(piece)) + after


def hidden(size):
    cells = b"\t".join([b"##"] * (size // 6))
    blocks = b"--- Stock\n" + b"=" * 35 + b"\n"
    return b"Solution:\n--- Tableau Piles ---\n" + cells + b"\n" + b"=" * 35 + b"\n" + blocks * (size // 90)


TO_AND_FRO = (
    b'<state><move pile="target0" position="0"><card id="0524291"/></move></state>'
    b'<state><move pile="talon" position="0"><card id="0524291"/></move></state>'
)

FILES = {
    "kpatience: piles": ("kpatience", wandering(b"<state/>"), DealName()),
    "kpatience: states": ("kpatience", again(b"<state/>", DEAL, b"</kpat-game>"), DealName()),
    "kpatience: a card to and fro": ("kpatience", again(TO_AND_FRO, DEAL, b"</kpat-game>"), DealName()),
    "kpatience: cards": ("kpatience", again(b'<card id="0"/>', DEAL[:-8] + b"<state><move>"), DealName()),
    "kpatience: undone states": (
        "kpatience",
        again(b"<state/>", DEAL.replace(b"<state>", b'<state current="true">'), b"</kpat-game>"),
        DealName(),
    ),
    "solvitaire: hidden cells": ("solvitaire", hidden, DRAW_THREE),
    "solvitaire: positions": ("solvitaire", again(TABLE.removeprefix(b"Solution:\n"), TABLE), DRAW_THREE),
    "solvitaire: headers": ("solvitaire", again(b"--- Stock\n", b"Solution:\n"), DRAW_THREE),
    "solvitaire: ends": ("solvitaire", again(b"=" * 35, b"Solution:\n"), DRAW_THREE),
    "solvitaire: lines after the end": ("solvitaire", again(b"\n", TABLE), DRAW_THREE),
    "freecell: to and fro": ("freecell", again(b"ab ba ", b"6a "), FREECELL),
    "freecell: refused at the end": ("freecell", again(b"ab ba ", b"6a ", b"99"), FREECELL),
    "freecell: nonsense": ("freecell", again(b"x "), FREECELL),
    **{
        f"freecell: {name}": ("freecell", again(piece, b"6a ", after), FREECELL)
        for name, piece, after in (
            ("prose", b"and so on\n", b""),
            ("prose between", b"and so on\n", b"6b"),
            ("brackets", b"(", b""),
            ("remarks", b"(see below)", b""),
            ("comments", b"/*", b""),
            ("markup", b"<a ", b"<br>"),
            ("entities", b"&lt;", b""),
            ("lists", b"[", b""),
            ("pairs", b"6 a ", b"x"),
            ("labels", b"abc ", b":"),
            ("numbers", b"1. 2. ", b""),
            ("cards", b"ace of ", b""),
        )
    },
    "klondike-solver: tables": ("klondike-solver", again(b" 1: KD -KD-KD\n", b"", b"DR1"), DealName()),
    "minimal-klondike: labels": ("minimal-klondike", again(b"moves: x\n"), FREECELL),
    "fc-solve: to and fro": (
        "freecell",
        again(SPOKEN, b"Move a card from stack 5 to freecell 0\n"),
        FREECELL,
    ),
    "fc-solve: tables": ("freecell", again(b": 4C 2C\n", b"-=-=\n"), FREECELL),
    "fc-solve: spaces": ("freecell", again(b" ", b"Freecells:"), FREECELL),
    "klondike-solver: draws": ("klondike-solver", again(b"DR9 NEW "), FREECELL),
    "klondike-solver: many draws": ("klondike-solver", again(b"DR99999 "), FREECELL),
    "shirl-hart: cards that go home": ("freecell", again(b"1|6a|3D|f|AC-KC;AD-KD;AH-KH;AS-KS\n"), FREECELL),
    "dbm-fc-solver: tables": ("freecell", again(b": 4C 2C\n", b"Column 1 -> Freecell 0\n"), FREECELL),
    "dbm-fc-solver: to and fro": (
        "freecell",
        again(b": 3D\nColumn 0 -> Freecell 0\nFoundations:\n", b""),
        FREECELL,
    ),
    "black-hole-solver: talon": ("black-hole-solver", again(b"Deal talon\n"), DealName("golf", seed="1")),
    "words: to and fro": (
        "words",
        again(b"Move 3D to cell 1\nMove 3D from cell 1 to column 6\n"),
        FREECELL,
    ),
    "words: nonsense": ("words", again(b"3D 2C AC AS\n", b"", b"Move it to me"), FREECELL),
    "words: short names": ("freecell", again(b"T6->FC1 FC1->T6 "), FREECELL),
    "words: another wording": ("words", again(b"tableau[5] to freecell[0], "), FREECELL),
    "words: several in a line": ("words", again(b"T6 - "), FREECELL),
    "fc-solve: one line": ("fc-solve", again(b"Move: 6a | ", b"", b"x"), FREECELL),
    "words: one line": ("words", again(b"card from column "), FREECELL),
    "lonelybot: draws": ("lonelybot", again(b"= "), DealName("klondike", seed="1")),
    "lonelybot: nonsense": ("lonelybot", again(b"x ", b"\xe2\x96\xb8"), DealName("klondike", seed="1")),
    "klon: draws": ("klon", again(b"DD\n"), DealName("klondike", seed="1")),
    "boards: rows": ("words", again(b"3D 2C AC AS 3D 2C AC AS\n", b"", b"\nMove 3D to cell 1"), DealName()),
    "boards: labels": ("words", again(b"cascade: 3D\n", b"", b"\nMove 3D to cell 1"), DealName()),
    "patsolve: to and fro": ("freecell", again(b"3D to temp\n"), FREECELL),
    "minimal-klondike: draws": ("minimal-klondike", again(b"@"), FREECELL),
    "minimal-klondike: spaces": ("minimal-klondike", again(b" "), FREECELL),
}


@pytest.mark.parametrize(("notation", "make", "dealt"), FILES.values(), ids=FILES)
def test_a_log_of_twice_the_size_takes_twice_the_steps(notation, make, dealt):
    def read(size, work):
        with suppress(ForeignLogError):
            read_log(notation, make(size), dealt, work)

    check(read)


def entries(size):
    entry = [move(1, 18, 1), move(1, 1, 18)] * 32
    saved = objects(466, 1)
    count = size // 2
    saved["moves"].fields.update(history=Code(b"](" + opcodes(entry) + b"\x94" + b"h\x00" * count + b"e"))
    saved["moves"].fields.update(index=count)
    return file_of(saved)


def opcodes_alone(size):
    return file_of(objects(466, 1) | {"generator": Code(b"](" + (b"N" * 400 + b"e(") * (size // 402))})


@pytest.mark.parametrize("make", [entries, opcodes_alone])
def test_a_save_of_twice_the_size_takes_twice_the_steps(make):
    def read(size, work):
        with suppress(SaveError):
            import_save(make(size), work=work)

    check(read)


def check(read):
    """Check the growth of a reading, and that its own count of steps grows no less than its lines of code."""
    small, large = Work(), Work()
    read(SIZE // 8, Work())  # compiles what is compiled once
    lines = steps(lambda: read(SIZE, small))
    more = steps(lambda: read(2 * SIZE, large))
    assert more <= MOST * lines + 2000
    # A step is a bounded piece of work: what takes longer is charged for, and lets others work between.
    assert more - lines <= 4000 * max(large.steps - small.steps, 1)
