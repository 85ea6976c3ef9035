"""The parts of the compiled modules, which have no imports, say what they need and what they give."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "patience"
RULES = ROOT / "kernel" / "rules.pxd"
MODULES = (ROOT / "kernel" / "core.pyx", ROOT / "search" / "engine.pyx")

TYPE = re.compile(
    r"^(?:cdef|ctypedef) (?:packed )?(?:struct|union|class|enum) (\w+)|^ctypedef .*?(\w+)$", re.MULTILINE
)
FUNCTION = re.compile(r"^(?:cdef|cpdef|def)\b[^(=\n]*?\b(\w+)\(", re.MULTILINE)
CONSTANT = re.compile(r"^(?:cdef [^(\n]*?\b)?([A-Z_][A-Z_0-9]+)\b(?:\[\w+\])* *(?:=|$)", re.MULTILINE)
ENUM = re.compile(r"^cdef enum\b.*\n((?:(?:    .*)?\n)+)", re.MULTILINE)
EXTERN = re.compile(r"^cdef extern from\b.*\n((?:(?:    .*)?\n)+)", re.MULTILINE)
HEADER = re.compile(r"^# (Needs|Gives): (.*(?:\n#   .*)*)", re.MULTILINE)


def code(path: Path) -> str:
    """Return a source without docstrings and comments."""
    text = re.sub(r'""".*?"""', "", path.read_text("utf-8"), flags=re.DOTALL)
    return re.sub(r"#.*", "", text)


@cache
def definitions(path: Path) -> set[str]:
    """Return the names that a part defines, those of functions with an opening parenthesis."""
    text = code(path)
    enums = [name for body in ENUM.findall(text) for name in re.findall(r"^    (\w+)", body, re.MULTILINE)]
    types = [first or second for first, second in TYPE.findall(text)]
    declared = "".join(EXTERN.findall(text))
    types += re.findall(r"^    ctypedef (?:struct )?.*?(\w+)(?:\[.*\])?:?$", declared, re.MULTILINE)
    types += re.findall(r"^        ([A-Z][A-Z_0-9]+)$", declared, re.MULTILINE)
    functions = FUNCTION.findall(text) + re.findall(r"^    \w[\w *]*\b(\w+)\(", declared, re.MULTILINE)
    return {f"{name}(" for name in functions} | {*CONSTANT.findall(text), *enums, *types} - {""}


@cache
def uses(path: Path) -> set[str]:
    """Return the names that occur in a part, those that are called with an opening parenthesis too."""
    found = re.findall(r"(?<![.\w])([A-Za-z_]\w*)(\(?)", code(path))
    return {name for name, _ in found} | {name + called for name, called in found}


@cache
def parts_of(module: Path) -> tuple[Path, ...]:
    """Return what a module includes, what it takes of the rules in C, and the module itself at the end."""
    included = re.findall(r'^include "(.*?)"', module.read_text("utf-8"), re.MULTILINE)
    return (*((module.parent / name).resolve() for name in included), RULES, module)


def header(part: Path) -> dict[str, str]:
    """Return the lines that the comment at the top of a part must have, "" for one that it must lack."""
    needs, gives = set(), set()
    for parts in map(parts_of, MODULES):
        for other in parts if part in parts else ():
            if other != part:
                gives |= definitions(part) & uses(other)
                needs |= {other.name} if (definitions(other) - definitions(part)) & uses(part) else set()
    return {"Needs": ", ".join(sorted(needs)), "Gives": ", ".join(sorted(name.rstrip("(") for name in gives))}


@pytest.mark.parametrize(
    "part",
    sorted({part for module in MODULES for part in parts_of(module)[:-2]}),
    ids=lambda part: part.name,
)
def test_a_part_says_what_it_needs_and_gives(part):
    written = {kind: re.sub(r"\n#  ", "", text) for kind, text in HEADER.findall(part.read_text("utf-8"))}
    assert written == {kind: text for kind, text in header(part).items() if text}


def test_every_part_is_included():
    parts = {*(ROOT / "kernel").glob("*.pxi")}
    assert {part for module in MODULES for part in parts_of(module)[:-2]} == parts


UNITS = (ROOT / "kernel" / "rules.c", ROOT / "search" / "search.c")
"""The rules and the search in C. Each includes its parts; its header declares what they use of each other."""


def c_code(path: Path) -> str:
    """Return a source in C without comments."""
    return re.sub(r"//.*", "", path.read_text("utf-8"))


def c_parts(unit: Path) -> list[Path]:
    """Return the parts that a unit includes, beside other units."""
    included = [unit.parent / name for name in re.findall(r'#include "(.*\.c)"', c_code(unit))]
    return [part for part in included if part.resolve() not in UNITS]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_part_in_c_is_included(unit):
    assert {*c_parts(unit), unit} == {*unit.parent.glob("*.c"), *unit.parent.glob("parts/*.c")}


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_header_declares_what_others_use_and_no_more(unit):
    header = c_code(unit.with_suffix(".h"))
    declared = set(re.findall(r"^static [^{;]*?\b(\w+)\([^{;]*\);", header, re.MULTILINE))
    sources = {path: c_code(path) for other in UNITS for path in c_parts(other)}
    sources |= {path: code(path) for path in [*MODULES, *ROOT.glob("kernel/*.pxi")]}
    for name in declared:
        definition = re.compile(rf"^static [^;{{]*\b{name}\([^;{{]*\) \{{", re.MULTILINE)
        using = {path for path, text in sources.items() if re.search(rf"\b{name}\(", text)}
        defining = {path for path in using if definition.search(sources[path])}
        assert len(defining) == 1, name
        assert using - defining, f"only {defining} uses {name}"
