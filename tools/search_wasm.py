"""Compile the search for web pages: WebAssembly from the same sources as the compiled search.

    python -m tools.search_wasm

needs clang and lld (``apt-get install clang lld``) and writes ``service/web/prospects/search.wasm`` and
``search.json``. The first is made of those functions of Cython's translation of ``engine.pyx`` that
``search_wasm.c`` calls, and all that they call: they need no interpreter. The second has the offsets of the
structures that a page fills, the heuristics and schedules, and a digest of the sources, by which a test finds
stale files.
"""

import argparse
import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from patience.compilation.compiled_rules import tables_for
from patience.search import schedules
from patience.search.heuristics import BY_PLAY, BY_VARIANT, KLONDIKE, Heuristic

ROOT: Final = Path(__file__).parents[1]
TARGET: Final = ROOT / "service/web/prospects"
WRAPPERS: Final = [ROOT / "tools/search_wasm_heap.c", ROOT / "tools/search_wasm.c"]

FILLED: Final = ("Flat", "Facts", "Heuristic", "Board", "Work")
"""The structures of which a page needs the offsets."""

_PREFIX: Final = re.compile(r"__pyx_[fte]_8patience_6search_6engine_")
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_TYPES: Final = re.compile(
    r"^(?:typedef [^;]*;|struct \w+;|(?:enum +|struct \w+ )\{.*?^\};)", re.DOTALL | re.MULTILINE
)
_FUNCTION: Final = re.compile(r"^(static [^;{}]*?\b(\w+)\([^;{}]*\)) \{\n.*?^\}\n", re.DOTALL | re.MULTILINE)
_BUILTINS: Final = """
#define CYTHON_INLINE inline
#define PY_LONG_LONG long long
#define CYTHON_UNUSED __attribute__((unused))
#define likely(condition) __builtin_expect(!!(condition), 1)
#define unlikely(condition) __builtin_expect(!!(condition), 0)
#define lowest_bit(number) __builtin_ctzll(number)
#define bit_count(number) __builtin_popcountll(number)
#define fetch_early(address) (void)(address)
#define use_large_pages(address, size) 0
"""
_CLANG: Final = ["clang", "--target=wasm32", "-O3", "-mbulk-memory", "-nostdlib", "-std=gnu11", "-w"]
_LINKER: Final = ["-Wl,--no-entry,--strip-all,-z,stack-size=262144,--max-memory=1073741824"]


def sources_digest() -> str:
    """Return a digest of all that ``search.wasm`` and the offsets are made of."""
    sources = [
        ROOT / "patience/search/engine.pyx",
        *sorted((ROOT / "patience/search/parts").glob("*.pxi")),
        *(
            ROOT / "patience/kernel" / name
            for name in ("bounds.pxi", "table.pxi", "shuffles.pxi", "board.pxi", "hands.pxi", "legality.pxi")
        ),
        *WRAPPERS,
    ]
    return sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()


def heuristics() -> dict[str, object]:
    """Return all heuristics and learned schedules as a page reads them, by game and kind of play."""

    def numbers(heuristic: Heuristic) -> dict[str, object]:
        traits = heuristic.traits.in_order() if heuristic.traits else []
        return heuristic._asdict() | {
            "weights": [list(weight) for weight in heuristic.weights],
            "traits": traits,
        }

    every = list(dict.fromkeys([*BY_PLAY.values(), *BY_VARIANT.values(), KLONDIKE]))
    return {
        "every": [numbers(heuristic) for heuristic in every],
        "by_variant": {name: every.index(heuristic) for name, heuristic in BY_VARIANT.items()},
        "endless_klondike": every.index(KLONDIKE),
        "schedules": {
            name: [numbers(heuristic) for heuristic in schedules.schedule_for(tables_for(name))]
            for name in schedules.learned()
        },
        "by_play": {kind.value: every.index(heuristic) for kind, heuristic in BY_PLAY.items()},
    }


def translation() -> str:
    """Return the C text: the types, and the functions that the wrapper needs."""
    with TemporaryDirectory() as scratch:
        target = Path(scratch, "search.c")
        source = "patience/search/engine.pyx"
        subprocess.run([sys.executable, "-m", "cython", "-3", source, "-o", target], cwd=ROOT, check=True)
        text = target.read_text()
    text = _COMMENT.sub("", text)
    ours = [found.group() for found in _TYPES.finditer(text) if _PREFIX.search(found.group())]
    types = [_PREFIX.sub("", kind) for kind in ours if not re.search(r"_obj_|_vtab|Py[A-Z]", kind)]
    text = _PREFIX.sub("", text)
    functions = {found.group(2): found for found in _FUNCTION.finditer(text)}
    heap, exports = (path.read_text() for path in WRAPPERS)
    needed: dict[str, None] = {}
    waiting = [exports]
    while waiting:
        called = functions.keys() & set(re.findall(r"\b\w+(?=\()", waiting.pop()))
        for name in sorted(called - needed.keys()):
            needed[name] = None
            waiting.append(functions[name].group())
    kept = [functions[name] for name in needed]
    interpreted = [found.group(2) for found in kept if re.search(r"\b_*Py", found.group())]
    if interpreted:
        raise SystemExit(f"These functions need an interpreter: {', '.join(interpreted)}.")
    prototypes = [f"{found.group(1)};" for found in kept]
    bodies = [found.group() for found in kept]
    return "\n".join([heap, _BUILTINS, *types, *prototypes, *bodies, exports])


def offsets(source: Path) -> dict[str, dict[str, list[object]]]:
    """Return, by structure and field: the offset, the type of its numbers, and how many there are."""
    command = [*_CLANG, "-Xclang", "-fdump-record-layouts-complete", "-fsyntax-only", str(source)]
    dump = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    layout: dict[str, dict[str, list[object]]] = {}
    for record in dump.split("*** Dumping AST Record Layout")[1:]:
        lines = record.strip().splitlines()
        name = lines[0].split()[-1]
        if name not in FILLED:
            continue
        constants = re.findall(r"^ +(\d+) \|   (\S.*) (\w+)$", "\n".join(lines[1:]), re.MULTILINE)
        layout[name] = {field: [int(at), *_numbers(kind)] for at, kind, field in constants}
        size = re.search(r"sizeof=(\d+)", record)
        assert size
        layout[name]["sizeof"] = [int(size[1]), "size", 1]
    return layout


def _numbers(kind: str) -> tuple[str, int]:
    """Return the type of a field's numbers and how many it has."""
    count = 1
    for size in re.findall(r"\[(\d+)\]", kind):
        count *= int(size)
    plain = re.sub(r"\[\d+\]|\(aka.*\)|const ", "", kind).strip()
    if plain == "Row":
        return "u64", 53 * count
    names = {
        "int": "i32",
        "long long": "i64",
        "u8": "u8",
        "u16": "u16",
        "u32": "u32",
        "u64": "u64",
        "i32": "i32",
        "i64": "i64",
    }
    return names.get(plain, "pointer" if plain.endswith("*") else "structure"), count


def main() -> None:
    """Write both files."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    with TemporaryDirectory() as scratch:
        source = Path(scratch, "search.c")
        source.write_text(translation())
        target = TARGET / "search.wasm"
        subprocess.run([*_CLANG, *_LINKER, str(source), "-o", str(target)], check=True)
        description = {"sources": sources_digest(), "offsets": offsets(source), "heuristics": heuristics()}
    (TARGET / "search.json").write_text(json.dumps(description, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
