"""Find out which deals are winnable: search blocks of seeds, each into a file of its own.

A file's first line repeats the job and a checksum of the rest, so a later run keeps exactly the files it
would write. Where it searches with a larger budget, it keeps the deals that are decided.

Findings of others are accepted only after a check: every win is searched and replayed again, and some of the
deals that they call dead are searched again.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import sample
from typing import Any, Final

import orjson

from patience.compilation.compiled_rules import OptionError, tables_for
from patience.formats.dialects import deal_number
from patience.play.dealing import Deal
from patience.rules.variant import OptionValue
from patience.search.evaluation import Prove, evaluate
from patience.search.findings import PROVER_VERSION, Prospect
from patience.search.proofs import prove
from patience.search.winnable_tables import Table, TableInfo, stem
from schemas.prospect import finding_json
from service.bulk.manifest import DIRECTORY, replacing
from service.bulk.workers import results_anywhere

BLOCK_SEEDS: Final = 50
"""Seeds in one file."""

ATLAS_SEEDS: Final = 1000
"""Seeds in one file of an atlas."""

_BUDGET: Final = re.compile(rb'"budget":(0|[1-9][0-9]{0,9}),')


class OtherVersionError(Exception):
    """A worker whose rules or solver have another version."""


class UnusableFindingsError(Exception):
    """A file of findings that is damaged, of another version or wrong."""


@dataclass(frozen=True, slots=True)
class SearchJob:
    """What is searched of every deal."""

    variant: str
    rules: dict[str, OptionValue]
    """Every option with its value."""
    rules_version: str
    budget: int
    prover_version: str = PROVER_VERSION
    program: str = ""
    """The other program whose numbers the seeds are, if they are."""

    @classmethod
    def of(cls, variant: str, chosen: dict[str, OptionValue], budget: int, program: str = "") -> "SearchJob":
        """Return the job for a variant under these options; raises OptionError for an unknown one."""
        tables = tables_for(variant, chosen)
        options = dict(tables.options)
        return cls(variant, options, tables.variant.rules_version, budget, program=program)

    @property
    def stem(self) -> str:
        """The start of the names of its files."""
        return stem(self.variant, self.rules | ({"program": self.program} if self.program else {}))

    def deal(self, seed: int) -> Deal:
        """Deal a seed. Raises DialectError if the program does not have this number."""
        return deal_number(self.program, tables_for(self.variant, self.rules), str(seed))

    def described(self) -> dict[str, Any]:
        """Return what JSON says of it: no program where the seeds are this project's."""
        return {name: value for name, value in asdict(self).items() if name != "program" or value}


@dataclass(frozen=True, slots=True)
class SeedBlock:
    """Consecutive seeds and the file of their findings."""

    job: SearchJob
    output: Path
    """Absolute, since workers have other working directories."""
    first: int
    last: int
    is_atlas: bool = False
    """Whether the file leaves out why a static proof holds."""

    @property
    def path(self) -> Path:
        """The path of the complete file."""
        return self.output / f"{self.job.stem}-{self.first:08}-{self.last:08}.jsonl"

    def finished(self) -> dict[int, Prospect] | None:
        """Return the prospects by seed if the file is complete, intact and from this job; None otherwise.

        Raises OSError.
        """
        recorded = self.read()
        return _by_seed(recorded[1]) if recorded and recorded[0] == self.job.budget else None

    def decided(self) -> dict[int, dict[str, Any]]:
        """Return the findings by seed that a search with a smaller budget has proved; raises OSError."""
        budget, answers = self.read() or (0, [])
        if budget >= self.job.budget:
            return {}
        return {int(answer["seed"]): answer for answer in answers if answer["prospect"] != Prospect.UNDECIDED}

    def read(self) -> tuple[int, list[dict[str, Any]]] | None:
        """Return the budget and the findings of an intact file of this job, whatever its budget.

        Raises OSError.
        """
        try:
            head, _, body = self.path.read_bytes().partition(b"\n")
        except FileNotFoundError:
            return None
        budget = _BUDGET.search(head)
        if not budget or head != replace(self, job=replace(self.job, budget=int(budget[1])))._head(body):
            return None
        return int(budget[1]), [orjson.loads(line) for line in body.splitlines()]

    @classmethod
    def at(cls, path: Path) -> "SeedBlock":
        """Return the block whose file this is; raises UnusableFindingsError, and OSError."""
        try:
            with path.open("rb") as file:
                head = orjson.loads(file.readline())
            first, last = head.pop("first"), head.pop("last")
            head.pop("sha256")
            job = SearchJob(**head)
            block = cls(job, path.resolve().parent, first, last)
            current = SearchJob.of(job.variant, job.rules, job.budget, job.program)
        except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError, OptionError) as error:
            raise UnusableFindingsError(f"It is not a file of findings: {error!r}.") from None
        if job != current:
            raise UnusableFindingsError("It is of other rules or of another solver.")
        if block.path.name != path.name or block.finished() is None:
            raise UnusableFindingsError("It is damaged, or its name is not that of its seeds.")
        return block

    def check(self, dead: int) -> None:
        """Search again the deals that the file calls winnable, and `dead` of those that it calls dead.

        Raises UnusableFindingsError if one has another prospect, OSError and SearchUnavailableError.
        """
        _, answers = self.read() or (0, [])
        if [answer["seed"] for answer in answers] != [str(seed) for seed in range(self.first, self.last + 1)]:
            raise UnusableFindingsError(f"Expected a finding for each seed from {self.first} to {self.last}.")
        wins = [answer for answer in answers if answer["prospect"] == Prospect.WINNABLE]
        deaths = [answer for answer in answers if answer["prospect"] == Prospect.DEAD]
        for answer in wins + sample(deaths, min(dead, len(deaths))):
            again = _search_deal(self.job, int(answer["seed"]))
            if again["prospect"] != answer["prospect"]:
                raise UnusableFindingsError(
                    f"Seed {answer['seed']} is not {answer['prospect']} but {again['prospect']}."
                )

    def accept(self, output: Path) -> bool:
        """Copy the file to a directory, and return whether it was new there; raises OSError.

        A complete file with at least the same budget stays as it is.
        """
        target = replace(self, output=output.resolve())
        budget, _ = target.read() or (-1, [])
        if budget >= self.job.budget:
            return False
        _, answers = self.read() or (0, [])
        (output / DIRECTORY).mkdir(parents=True, exist_ok=True)
        target.write(answers)
        return True

    def write(self, answers: list[dict[str, Any]]) -> None:
        """Write the file; raises OSError."""
        body = b"".join(b"%b\n" % orjson.dumps(answer) for answer in answers)
        with replacing(self.path, self.output / DIRECTORY) as file:
            file.write(b"%b\n%b" % (self._head(body), body))

    def _head(self, body: bytes) -> bytes:
        block = {"first": self.first, "last": self.last, "sha256": sha256(body).hexdigest()}
        return orjson.dumps({**self.job.described(), **block})


def search_block(block: SeedBlock) -> dict[int, Prospect]:
    """Search the deals of a block, write its file, and return the prospects by seed.

    A pure function of its arguments: it may run again, and twice at a time. Raises OtherVersionError,
    SearchUnavailableError and OSError.
    """
    job = block.job
    if SearchJob.of(job.variant, job.rules, job.budget, job.program) != job:
        raise OtherVersionError("A worker has another version of the rules or of the solver.")
    finished = block.finished()
    if finished is not None:
        return finished
    decided = block.decided()
    prover = partial(prove, explained=False) if block.is_atlas else prove
    seeds = range(block.first, block.last + 1)
    answers = [decided.get(seed) or _search_deal(job, seed, prover) for seed in seeds]
    if block.is_atlas:
        for answer in answers:
            if proof := answer.get("proof"):
                answer["proof"] = {"kind": proof["kind"]}
    block.write(answers)
    return _by_seed(answers)


def _search_deal(job: SearchJob, seed: int, prover: Prove = prove) -> dict[str, Any]:
    searched = evaluate(job.deal(seed).position(), job.budget, prover=prover)
    return {"seed": str(seed), **finding_json(searched.finding), "positions": searched.positions}


def _by_seed(answers: Iterable[dict[str, Any]]) -> dict[int, Prospect]:
    return {int(answer["seed"]): Prospect(answer["prospect"]) for answer in answers}


@dataclass
class SeedSearch:
    """A search of consecutive seeds, of which an earlier run may have searched some."""

    job: SearchJob
    seeds: range
    output: Path
    is_atlas: bool = False
    """Whether the files are those of an atlas, with more seeds and fewer explanations."""
    counts: Counter[Prospect] = field(default_factory=Counter)
    """The deals that are searched, by prospect."""
    missing: list[SeedBlock] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    """Why deals are missing after the run."""

    def load(self) -> None:
        """Load the blocks that are complete; raises OSError."""
        (self.output / DIRECTORY).mkdir(parents=True, exist_ok=True)
        for block in self.blocks():
            finished = block.finished()
            if finished is None:
                self.missing.append(block)
            else:
                self.counts.update(finished.values())

    def blocks(self) -> Iterator[SeedBlock]:
        """Yield the blocks of all seeds in order."""
        output, size = self.output.resolve(), ATLAS_SEEDS if self.is_atlas else BLOCK_SEEDS
        first = self.seeds.start
        while first < self.seeds.stop:
            last = min(self.seeds.stop - 1, -(-first // size) * size)
            yield SeedBlock(self.job, output, first, last, self.is_atlas)
            first = last + 1

    def run(self, workers: int, scheduler: str | None, count: Callable[[int], object]) -> None:
        """Search the missing blocks on a Dask cluster, or with `workers` processes on this machine.

        Call `count` with the number of deals of each block that ends. What fails is noted, and the rest
        goes on. Raises ClusterError if the cluster cannot be used, and KeyboardInterrupt.
        """
        results = results_anywhere(search_block, self.missing, workers, scheduler)
        with closing(results):
            for block, result in results:
                if isinstance(result, BaseException):
                    self.failures.append(str(result) or type(result).__name__)
                else:
                    self.counts.update(result.values())
                count(block.last - block.first + 1)

    def info(self) -> TableInfo:
        """Return the counts of what was searched."""
        job = asdict(self.job)
        del job["program"]
        return TableInfo(
            **job,
            winnable=self.counts[Prospect.WINNABLE],
            dead=self.counts[Prospect.DEAD],
            undecided=self.counts[Prospect.UNDECIDED],
        )

    def write_table(self) -> Path | None:
        """Write the table of these deals and return its path; None unless it covers the seeds from 1 on.

        Numbers of another program have no table. Raises OSError.
        """
        if self.counts.total() < len(self.seeds) or self.seeds.start != 1 or self.job.program:
            return None
        info = self.info()
        prospects = chain.from_iterable((block.finished() or {}).items() for block in self.blocks())
        winnable = frozenset(seed for seed, value in prospects if value is Prospect.WINNABLE)
        path = self.output / info.file
        with replacing(path, self.output / DIRECTORY) as file:
            file.write(Table.of(info, winnable).to_bytes())
        return path
