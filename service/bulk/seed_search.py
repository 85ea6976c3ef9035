"""Which of many deals are winnable: seeds asked a few at a time, their findings in a file for each few."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, ClassVar, Final

import orjson
from dask.delayed import delayed

from schemas.prospect import finding_json
from service.bulk.cluster import results, workforce
from service.bulk.manifest import DIRECTORY, replacing
from service.engine.compiled import tables_for
from service.engine.dealing import deal_seed
from service.engine.variant import OptionValue
from service.prospects.evaluation import evaluate
from service.prospects.findings import PROVER_VERSION, Prospect
from service.prospects.winnable_tables import Table, TableInfo, stem

SEEDS: Final = 50
"""In one file."""


class OtherVersionError(Exception):
    """A worker that would prove otherwise."""


@dataclass(frozen=True, slots=True)
class Quest:
    """What is asked of every deal."""

    variant: str
    rules: dict[str, OptionValue]
    """Every option with its value."""
    rules_version: str
    budget: int
    prover_version: str = PROVER_VERSION

    @classmethod
    def of(cls, variant: str, chosen: dict[str, OptionValue], budget: int) -> "Quest":
        """What is asked under these options.

        Raises OptionError if the variant has no such options.
        """
        tables = tables_for(variant, chosen)
        return cls(variant, dict(tables.options), tables.variant.rules_version, budget)


@dataclass(frozen=True, slots=True)
class Few:
    """Some neighbouring seeds, and the place of what is found of their deals."""

    quest: Quest
    output: Path
    """Absolute, since workers have directories of their own."""
    first: int
    last: int

    @property
    def path(self) -> Path:
        """Its file, which bears its name once it is whole."""
        about = stem(self.quest.variant, self.quest.rules)
        return self.output / f"{about}-{self.first:08}-{self.last:08}.jsonl"

    def found(self) -> dict[int, Prospect] | None:
        """What is in its file, by seed; None if that is not there, or not as it was written for just this.

        Raises OSError.
        """
        try:
            head, _, body = self.path.read_bytes().partition(b"\n")
        except FileNotFoundError:
            return None
        if head != self._head(body):
            return None
        return _by_seed(map(orjson.loads, body.splitlines()))

    def write(self, answers: list[dict[str, Any]]) -> None:
        """Write its file.

        Raises OSError.
        """
        body = b"".join(b"%b\n" % orjson.dumps(answer) for answer in answers)
        with replacing(self.path, self.output / DIRECTORY) as file:
            file.write(b"%b\n%b" % (self._head(body), body))

    def _head(self, body: bytes) -> bytes:
        """Its first line, which shows what was asked, and if any of the rest is damaged."""
        whole = {"first": self.first, "last": self.last, "sha256": sha256(body).hexdigest()}
        return orjson.dumps({**asdict(self.quest), **whole})


def search_few(few: Few) -> dict[int, Prospect]:
    """Search the deals and write their file; what is found, by seed.

    A pure function of its arguments, so it may be run again, and twice at a time. Raises OtherVersionError,
    SearchUnavailableError and OSError.
    """
    quest = few.quest
    if Quest.of(quest.variant, quest.rules, quest.budget) != quest:
        raise OtherVersionError("A worker has another version of the rules or of the prover.")
    finished = few.found()
    if finished is not None:
        return finished
    answers = [search_deal(quest, seed) for seed in range(few.first, few.last + 1)]
    few.write(answers)
    return _by_seed(answers)


def search_deal(quest: Quest, seed: int) -> dict[str, Any]:
    """What is found of one deal, for orjson.

    Raises SearchUnavailableError.
    """
    tables = tables_for(quest.variant, quest.rules)
    found = evaluate(deal_seed(tables, str(seed)).position(), quest.budget)
    return {"seed": str(seed), **finding_json(found.finding), "positions": found.positions}


def _by_seed(answers: Iterable[dict[str, Any]]) -> dict[int, Prospect]:
    return {int(answer["seed"]): Prospect(answer["prospect"]) for answer in answers}


@dataclass
class Search:
    """Deals to be searched, of which some may have been by an earlier run."""

    CONFIDENCE: ClassVar = 0.95
    """That what is said of all deals holds of them."""

    quest: Quest
    seeds: range
    output: Path
    found: dict[int, Prospect] = field(default_factory=dict)
    missing: list[Few] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    """Why deals are still missing when all is done."""

    def look(self) -> None:
        """Find out what is there.

        Raises OSError.
        """
        (self.output / DIRECTORY).mkdir(parents=True, exist_ok=True)
        for few in self._all():
            finished = few.found()
            if finished is None:
                self.missing.append(few)
            else:
                self.found.update(finished)

    def _all(self) -> Iterator[Few]:
        output = self.output.resolve()
        first = self.seeds.start
        while first < self.seeds.stop:
            last = min(self.seeds.stop - 1, -(-first // SEEDS) * SEEDS)
            yield Few(self.quest, output, first, last)
            first = last + 1

    def count(self, prospect: Prospect) -> int:
        """How many deals are found to be so."""
        return sum(found is prospect for found in self.found.values())

    def between(self) -> tuple[float, float]:
        """What share of all deals can be won, as far as these are a sample: no less than the first and no
        more than the second, the undecided counted both ways (Wilson's score interval)."""
        winnable, of = self.count(Prospect.WINNABLE), len(self.found)
        least, _ = _wilson(winnable, of)
        _, most = _wilson(winnable + self.count(Prospect.UNDECIDED), of)
        return least, most

    def write_table(self) -> Path | None:
        """Write the table of these deals, if all are there and the seeds begin with 1; where it is.

        Raises OSError.
        """
        if len(self.found) < len(self.seeds) or self.seeds.start != 1:
            return None
        made = TableInfo(
            **asdict(self.quest),
            winnable=self.count(Prospect.WINNABLE),
            dead=self.count(Prospect.DEAD),
            undecided=self.count(Prospect.UNDECIDED),
        )
        winnable = frozenset(seed for seed, found in self.found.items() if found is Prospect.WINNABLE)
        path = self.output / made.file
        with replacing(path, self.output / DIRECTORY) as file:
            file.write(Table.of(made, winnable).to_bytes())
        return path


def _wilson(found: int, of: int) -> tuple[float, float]:
    z = NormalDist().inv_cdf((1 + Search.CONFIDENCE) / 2)
    center = (found + z * z / 2) / (of + z * z)
    half = z / (of + z * z) * sqrt(found * (of - found) / of + z * z / 4)
    return center - half, center + half


def run(search: Search, scheduler: str | None, workers: int, watch: Callable[[int], object]) -> None:
    """Search the missing deals on a cluster, or else on so many processes of our own.

    ``watch`` is told of how many more there are each time. What fails is noted, and the rest goes on. Raises
    ClusterError if the cluster cannot be used.
    """
    if not search.missing:
        return
    mapper = delayed(search_few, pure=False, traverse=False)
    tasks = {task.key: (few, task) for few in search.missing for task in [mapper(few)]}
    with (
        workforce(scheduler, min(workers, len(tasks))) as client,
        closing(results(client, [task for _, task in tasks.values()])) as ended,
    ):
        for key, found in ended:
            few, _ = tasks[key]
            if isinstance(found, BaseException):
                search.failures.append(str(found) or type(found).__name__)
            else:
                search.found.update(found)
            watch(few.last - few.first + 1)
