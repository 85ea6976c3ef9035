"""Tables of deals that are proven winnable.

A file is one line of JSON that says how the table was made, then one bit per seed from 1 on, the lowest bit
of a byte first.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Final

from patience.compilation.compiled_rules import CompiledRules
from patience.rules.variant import OptionValue

DIRECTORY: Final = Path(__file__).with_name("winnable")
"""The directory of the tables in the package."""

SUFFIX: Final = ".table"

CONFIDENCE: Final = 0.95
"""The confidence of the interval for the share of winnable deals."""


class GameError(ValueError):
    """A file is not a valid table."""


def compact_json(value: object) -> bytes:
    """Return JSON without spaces, as UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def stem(variant: str, rules: Mapping[str, OptionValue]) -> str:
    """Return the start of the file names for a variant with these values of all its options."""
    return ",".join([variant, *(f"{name}={value}" for name, value in rules.items())])


@dataclass(frozen=True, slots=True)
class TableInfo:
    """How a table was made, and its counts."""

    variant: str
    rules: Mapping[str, OptionValue]
    """Every option with its value."""
    rules_version: str
    prover_version: str
    budget: int
    """The most positions that were expanded for one deal."""
    winnable: int
    """The number of winnable deals."""
    dead: int
    undecided: int

    @property
    def of(self) -> int:
        """The number of deals: the table covers the seeds from 1 to this one."""
        return self.winnable + self.dead + self.undecided

    @property
    def file(self) -> str:
        """Return the name of the table's file."""
        return f"{stem(self.variant, self.rules)}{SUFFIX}"

    @property
    def share(self) -> tuple[float, float]:
        """Return bounds of the share of winnable deals, as if these were a sample of all deals.

        Undecided deals count as lost for the lower bound and as winnable for the upper (Wilson's score
        interval).
        """
        lower, _ = share_interval(self.winnable, self.of)
        _, upper = share_interval(self.winnable + self.undecided, self.of)
        return lower, upper


def share_interval(hits: int, total: int) -> tuple[float, float]:
    """Return Wilson's interval for a share of which ``hits`` of ``total`` were seen."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    center = (hits + z * z / 2) / (total + z * z)
    half = z / (total + z * z) * sqrt(hits * (total - hits) / total + z * z / 4)
    return center - half, center + half


@dataclass(frozen=True, slots=True)
class Table:
    """The seeds, from 1 on, of deals that are proven winnable."""

    made: TableInfo
    bits: bytes
    """One bit per seed from 1 on, the lowest bit of a byte first."""

    @classmethod
    def of(cls, made: TableInfo, winnable: frozenset[int]) -> "Table":
        """Return the table with these winnable seeds."""
        return cls(made, sum(1 << seed - 1 for seed in winnable).to_bytes(-(-made.of // 8), "little"))

    @classmethod
    def read(cls, path: Path) -> "Table":
        """Read a table from a file.

        Raises GameError if the file is not a complete table, and OSError.
        """
        head, _, bits = path.read_bytes().partition(b"\n")
        try:
            made = TableInfo(**json.loads(head))
            whole = (len(bits), int.from_bytes(bits, "little").bit_count()) == (
                -(-made.of // 8),
                made.winnable,
            )
        except (TypeError, json.JSONDecodeError) as error:
            raise GameError(f"{path} is not a table of winnable deals: {error}.") from None
        if not whole:
            raise GameError(f"{path} is damaged: expected {made.winnable} winnable seeds of {made.of}.")
        return cls(made, bits)

    def to_bytes(self) -> bytes:
        """Return the contents of the table's file."""
        return compact_json(asdict(self.made)) + b"\n" + self.bits

    def is_winnable(self, seed: int) -> bool:
        """Return whether a seed, from 1 to ``made.of``, is proven winnable."""
        return bool(self.bits[(seed - 1) // 8] >> (seed - 1) % 8 & 1)

    def seeds(self, after: int, among: Collection[int] | None = None) -> Iterator[int]:
        """Yield the winnable seeds above `after`, ascending: all, or those that are among some."""
        above: Collection[int] = range(after + 1, self.made.of + 1)
        if among is not None:
            above = sorted(seed for seed in among if seed in above)
        return filter(self.is_winnable, above)


@cache
def shipped_tables() -> tuple[Table, ...]:
    """Read every table of the package.

    Raises GameError and OSError.
    """
    return tuple(Table.read(path) for path in sorted(DIRECTORY.glob(f"*{SUFFIX}")))


@cache
def _tables_by_rules() -> Mapping[tuple[str, frozenset[tuple[str, OptionValue]], str], Table]:
    """Return the tables of the package by variant, options and version of the rules."""
    made = ((table.made, table) for table in shipped_tables())
    return {(info.variant, frozenset(info.rules.items()), info.rules_version): table for info, table in made}


def table_of(tables: CompiledRules) -> Table | None:
    """Return the table of a variant with settled options, None if the package has none for these rules."""
    variant = tables.variant
    return _tables_by_rules().get((variant.id, frozenset(tables.options), variant.rules_version))


def options_with_tables(variant: str) -> list[str]:
    """Return the options of a variant that have tables, in the form of the `rules` query parameter."""
    return [
        ",".join(f"{name}:{value}" for name, value in table.made.rules.items())
        for table in shipped_tables()
        if table.made.variant == variant
    ]
