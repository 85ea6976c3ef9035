"""Compile the search for web pages: WebAssembly from the same sources as the compiled search.

    python -m tools.search_wasm

needs clang and lld (``apt-get install clang lld``) and writes ``service/web/prospects/search.wasm`` and
``search.json``. The first is ``search_wasm.c``, which includes the search. The second has the offsets of the
structures that a page fills, the heuristics and schedules, and a digest of the sources, by which a test finds
stale files.
"""

import argparse
import json
import re
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Final

from patience.compilation.compiled_rules import tables_for
from patience.search.heuristics import Heuristic, family, read_entry, schedule_for, stored

ROOT: Final = Path(__file__).parents[1]
TARGET: Final = ROOT / "service/web/prospects"
SOURCE: Final = ROOT / "tools/search_wasm.c"

FILLED: Final = ("Flat", "Facts", "Heuristic", "Board", "Work")
"""The structures of which a page needs the offsets."""

_CLANG: Final = ["clang", "--target=wasm32", "-O3", "-mbulk-memory", "-nostdlib", "-std=gnu11", "-w"]
_LINKER: Final = ["-Wl,--no-entry,--strip-all,-z,stack-size=262144,--max-memory=1073741824"]


def sources_digest() -> str:
    """Return a digest of all that ``search.wasm`` and the offsets are made of."""
    folders = ("patience/kernel", "patience/search", "patience/search/parts", "tools")
    sources = [path for folder in folders for path in sorted((ROOT / folder).glob("*.[ch]"))]
    return sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()


def heuristics() -> dict[str, object]:
    """Return the heuristics and schedules of ``heuristics.json`` as a page reads them."""

    def numbers(heuristic: Heuristic) -> dict[str, object]:
        traits = heuristic.traits.in_order() if heuristic.traits else []
        return heuristic._asdict() | {
            "weights": [list(weight) for weight in heuristic.weights],
            "traits": traits,
        }

    games = {game: read_entry(entry) for game, entry in stored()["games"].items()}
    by_play = {play: family(name) for play, name in stored()["by_play"].items()}
    every = list(dict.fromkeys([*by_play.values(), *games.values()]))
    return {
        "every": [numbers(heuristic) for heuristic in every],
        "by_play": {play: every.index(heuristic) for play, heuristic in by_play.items()},
        "games": {game: every.index(heuristic) for game, heuristic in games.items()},
        "schedules": {
            name: [numbers(heuristic) for heuristic in schedule_for(tables_for(name))]
            for name in stored()["schedules"]
        },
    }


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
        "_Bool": "u8",
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
    subprocess.run([*_CLANG, *_LINKER, str(SOURCE), "-o", str(TARGET / "search.wasm")], check=True)
    description = {"sources": sources_digest(), "offsets": offsets(SOURCE), "heuristics": heuristics()}
    (TARGET / "search.json").write_text(json.dumps(description, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
