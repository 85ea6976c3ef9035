"""Check a table of the atlas by programs that share no code with the search.

python -m tests.soak.atlas FILE.parquet … [--wins 1000] [--deaths 200] [--most 1000000] [--judged 2000]

The file must be that of the summary beside it. Of a sample of the winnable deals, the search finds the
winning line again. The naive engine of ``conformance/reference`` deals the seed and plays the line. Of a
sample of the dead deals, two brute forces that leave nothing out visit every position that can be reached:
that of ``exhaustive.pyx``, which plays by the kernel's rules, up to ``--most`` positions, and then one on the
naive engine, up to ``--judged``. Deals that neither settles are counted as unchecked. Contradictions are
printed, and the exit code is 1.
"""

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from pyarrow import compute, parquet

from conformance import reference
from patience.rules.declaration import to_json
from patience.search.evaluation import evaluate
from patience.search.findings import Prospect
from service.bulk.seed_search import SearchJob
from service.config import variable
from service.judging.house_variants import register_house_variants
from tests.search import reference_force
from tests.soak.any_rules import BruteForce, compile_brute_force, load_brute_force


def wrong_summary(path: Path) -> Iterator[str]:
    """Yield what the summary of a file states wrongly."""
    summary, table = json.loads(path.with_suffix(".json").read_text()), parquet.read_table(path)
    if sha256(path.read_bytes()).hexdigest() != summary["sha256"]:
        yield "another digest"
    counted = Counter(table["prospect"].to_pylist())
    if any(counted[prospect] != summary[prospect] for prospect in Prospect):
        yield f"other counts: {dict(counted)}"
    if Counter(filter(None, table["proof"].to_pylist())) != summary["proofs"]:
        yield "other kinds of proof"
    first = summary["first"]
    if table["seed"].to_pylist() != list(range(first, first + table.num_rows)):
        yield "other seeds"


def wins_by_the_rules(job: SearchJob, seed: int) -> bool:
    """Find a winning line again, and return whether the naive engine plays it to a win."""
    deal = job.deal(seed)
    line = evaluate(deal.position(), job.budget).finding.continuation
    if job.program:
        game = reference_force.game_at(deal.position())
    else:
        game = reference.deal(to_json(deal.tables.variant.under(deal.tables.options)), seed=str(seed))
    for token in line or ():
        if reference.why_not(game, token) is not None:
            return False
        reference.play(game, token)
    return reference.outcome(game) == "won"


def settled_by(job: SearchJob, seed: int, brute: BruteForce, most: int, judged: int) -> str:
    """Return which brute forces confirm that a deal is dead, or a contradiction."""
    position = job.deal(seed).position()
    truths = {"the kernel's rules": brute(position, most), "the naive engine": None}
    if truths["the kernel's rules"] is not None:
        truths["the naive engine"] = reference_force.can_be_won(position, judged)
    if any(truths.values()):
        return "CONTRADICTION"
    return " and ".join(name for name, truth in truths.items() if truth is not None) or "unchecked"


def check(path: Path, asked: argparse.Namespace, brute: BruteForce) -> tuple[Counter[str], list[str]]:
    """Return the results of a file, counted, and its contradictions."""
    table = parquet.read_table(path)
    job = SearchJob(**json.loads(table.schema.metadata[b"referee"]))
    source = random.Random(asked.seed)

    def sample(prospect: Prospect, number: int) -> list[int]:
        seeds = table.filter(compute.equal(table["prospect"], prospect))["seed"].to_pylist()
        return source.sample(seeds, min(number, len(seeds)))

    results: Counter[str] = Counter()
    wrong = list(wrong_summary(path))
    for seed in sample(Prospect.WINNABLE, asked.wins):
        won = wins_by_the_rules(job, seed)
        results["wins replayed by the naive engine" if won else "wins refused"] += 1
        wrong += [] if won else [f"{seed} is not won"]
    for seed in sample(Prospect.DEAD, asked.deaths):
        how = settled_by(job, seed, brute, asked.most, asked.judged)
        results[f"deaths, {how}"] += 1
        wrong += [f"{seed} is not dead"] if how == "CONTRADICTION" else []
    return results, wrong


def main() -> int:
    """Check the files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--wins", type=int, default=1000, help="per file (default 1000)")
    parser.add_argument("--deaths", type=int, default=200, help="per file (default 200)")
    parser.add_argument("--most", type=int, default=1_000_000, help="positions (default 1 000 000)")
    parser.add_argument("--judged", type=int, default=2000, help="positions (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws other deals (default 1)")
    asked = parser.parse_args()
    register_house_variants(os.environ.get(variable("variants"), ""))
    failed = 0
    with TemporaryDirectory() as scratch:
        brute = load_brute_force(compile_brute_force(scratch))
        for path in asked.files:
            results, wrong = check(path, asked, brute)
            failed += len(wrong)
            counts = "; ".join(f"{name}: {number}" for name, number in sorted(results.items()))
            print(f"{path.name}: {counts}", *wrong, sep="\n  ", flush=True)  # noqa: T201
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
