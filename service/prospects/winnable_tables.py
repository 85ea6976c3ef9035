"""Tables of deals that are proven winnable: a bit for each seed, after a line that says what was asked."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final

import orjson

from service.engine.compiled import Tables
from service.engine.variant import OptionValue

DIRECTORY: Final = Path(__file__).with_name("winnable")
"""Where the tables of the package are."""

SUFFIX: Final = ".table"


class TableError(ValueError):
    """A file that is no table."""


def stem(variant: str, rules: Mapping[str, OptionValue]) -> str:
    """What files begin with that are about a variant under these values of all its options."""
    return ",".join([variant, *(f"{name}={value}" for name, value in rules.items())])


@dataclass(frozen=True, slots=True)
class Made:
    """What a table says, and how it was made."""

    variant: str
    rules: Mapping[str, OptionValue]
    """Every option with its value."""
    rules_version: str
    prover_version: str
    budget: int
    """Positions that were searched of a deal at most."""
    winnable: int
    """How many deals are."""
    dead: int
    undecided: int

    @property
    def of(self) -> int:
        """How many deals were asked for: the seeds from 1 to this."""
        return self.winnable + self.dead + self.undecided

    @property
    def file(self) -> str:
        """The name of the table's file."""
        return f"{stem(self.variant, self.rules)}{SUFFIX}"


@dataclass(frozen=True, slots=True)
class Table:
    """The seeds from 1 on that name deals which are proven winnable."""

    made: Made
    bits: bytes
    """Of each seed from 1 on, the lowest bit of a byte first."""

    @classmethod
    def of(cls, made: Made, winnable: frozenset[int]) -> "Table":
        """The table of these seeds."""
        return cls(made, sum(1 << seed - 1 for seed in winnable).to_bytes(-(-made.of // 8), "little"))

    @classmethod
    def read(cls, path: Path) -> "Table":
        """The table in a file.

        Raises TableError if it is none, or not whole, and OSError.
        """
        head, _, bits = path.read_bytes().partition(b"\n")
        try:
            made = Made(**orjson.loads(head))
            whole = (len(bits), int.from_bytes(bits, "little").bit_count()) == (
                -(-made.of // 8),
                made.winnable,
            )
        except (TypeError, orjson.JSONDecodeError) as error:
            raise TableError(f"{path} is no table: {error}.") from None
        if not whole:
            raise TableError(f"{path} is not whole: it holds others than {made.winnable} of {made.of} seeds.")
        return cls(made, bits)

    def to_bytes(self) -> bytes:
        """The file."""
        return b"%b\n%b" % (orjson.dumps(asdict(self.made)), self.bits)

    def is_winnable(self, seed: int) -> bool:
        """Whether the table says so of a seed, from 1 to ``made.of``."""
        return bool(self.bits[(seed - 1) // 8] >> (seed - 1) % 8 & 1)

    def seeds(self, after: int) -> Iterator[int]:
        """The winnable seeds above this one, ascending."""
        return (seed for seed in range(after + 1, self.made.of + 1) if self.is_winnable(seed))


@cache
def shipped_tables() -> tuple[Table, ...]:
    """Every table of the package.

    Raises TableError and OSError.
    """
    return tuple(Table.read(path) for path in sorted(DIRECTORY.glob(f"*{SUFFIX}")))


@cache
def table_of(tables: Tables) -> Table | None:
    """The table of a variant under settled options; None if there is none, or of other rules than now."""
    settled = dict(tables.options)
    for table in shipped_tables():
        made = table.made
        if (made.variant, made.rules, made.rules_version) == (
            tables.variant.id,
            settled,
            tables.variant.rules_version,
        ):
            return table
    return None


def options_with_tables(variant: str) -> list[str]:
    """The options of a variant for which there are tables, as addresses have them."""
    return [
        ",".join(f"{name}:{value}" for name, value in table.made.rules.items())
        for table in shipped_tables()
        if table.made.variant == variant
    ]
