"""`referee maintain winnable --atlas`: a Parquet file with a row for each deal, and its summary."""

import json
from collections import Counter

import pytest
from pyarrow import parquet

from patience.search.search_runner import is_available
from service.bulk.seed_search import SearchJob, SeedBlock
from tests.soak.atlas import settled_by, wins_by_the_rules, wrong_summary
from tests.test_cli import run

pytestmark = pytest.mark.skipif(not is_available(), reason="There is no search in this build.")

SEEDS = range(981, 1021)
NAME = "russian-solitaire,foundations=final-981-1020"


def search(output, *options, budget=35, seeds=f"{SEEDS[0]}..{SEEDS[-1]}"):
    arguments = ["--seeds", seeds, "--budget", budget, "--workers", 1, "--output", output]
    done = run("maintain", "winnable", "russian-solitaire", *arguments, *options)
    assert done.exit_code == 0
    return done.stdout


def rows(path):
    return parquet.read_table(path).to_pylist()


@pytest.fixture(scope="module")
def atlas(tmp_path_factory):
    """The path of a table whose deals are in the files of two blocks."""
    directory = tmp_path_factory.mktemp("atlas")
    assert search(directory, "--atlas").endswith(f"Atlas: {directory / NAME}.parquet.\n")
    return directory / f"{NAME}.parquet"


def test_a_row_has_what_the_search_found(atlas, tmp_path):
    search(tmp_path)
    files = [path.read_text() for path in sorted(tmp_path.glob("*.jsonl"))]
    findings = [json.loads(line) for text in files for line in text.splitlines()]
    expected = [
        {
            "seed": int(found["seed"]),
            "prospect": found["prospect"],
            "proof": found.get("proof", {"kind": None})["kind"],
            "positions": found["positions"],
        }
        for found in findings
        if "seed" in found
    ]
    assert rows(atlas) == expected
    assert {row["prospect"] for row in expected} == {"winnable", "dead", "undecided"}
    assert [row["seed"] for row in expected] == [*SEEDS]


def test_the_summary_is_that_of_the_file(atlas, tmp_path):
    assert list(wrong_summary(atlas)) == []
    summary = json.loads(atlas.with_suffix(".json").read_text())
    found = rows(atlas)
    assert summary["positions"] == sum(row["positions"] for row in found)
    assert summary["proofs"] == Counter(row["proof"] for row in found if row["proof"])
    assert summary["last_deals"] == "".join(row["prospect"][0] for row in found)
    assert summary["file"] == atlas.name
    copy = tmp_path / atlas.name
    copy.write_bytes(atlas.read_bytes())
    copy.with_suffix(".json").write_text(json.dumps({**summary, "dead": 0, "proofs": {}, "sha256": ""}))
    assert [text.split(":")[0] for text in wrong_summary(copy)] == [
        "another digest",
        "other counts",
        "other kinds of proof",
    ]


def test_explanations_are_left_out_and_blocks_are_large(atlas):
    files = sorted(atlas.parent.glob("*.jsonl"))
    assert [path.stem[-17:] for path in files] == ["00000981-00001000", "00001001-00001020"]
    assert not any(b"because" in path.read_bytes() for path in files)


def test_a_larger_budget_goes_on_from_a_smaller_one(tmp_path):
    search(tmp_path / "some", "--atlas", budget=5)
    for output in ("some", "all"):
        search(tmp_path / output, "--atlas", budget=300)
    files = [(tmp_path / output / f"{NAME}.parquet").read_bytes() for output in ("some", "all")]
    assert files[0] == files[1]


def test_the_check_tells_right_rows_from_wrong_ones(atlas):
    job = SearchJob.of("russian-solitaire", {}, 300)
    by_prospect = {row["prospect"]: row["seed"] for row in rows(atlas)}
    assert wins_by_the_rules(job, by_prospect["winnable"])
    assert not wins_by_the_rules(job, by_prospect["dead"])
    assert settled_by(job, by_prospect["dead"], lambda *_: None, 0, 0) == "unchecked"
    assert settled_by(job, by_prospect["winnable"], lambda *_: True, 0, 0) == "CONTRADICTION"


def test_numbers_of_another_program(tmp_path):
    """Microsoft's deals from 11979 to 11984, of which 11982 alone cannot be won (solitairelaboratory.com)."""
    arguments = ["--program", "microsoft-freecell", "--seeds", "11979..11984", "--budget", 100_000]
    done = run(
        "maintain", "winnable", "freecell", *arguments, "--output", tmp_path, "--atlas", "--workers", 1
    )
    assert (done.exit_code, done.stderr) == (0, "")
    assert "another program" in done.stdout
    (path,) = tmp_path.glob("*.parquet")
    assert path.name.endswith(",program=microsoft-freecell-11979-11984.parquet")
    prospects = {row["seed"]: row["prospect"] for row in rows(path)}
    assert prospects == dict.fromkeys(range(11979, 11985), "winnable") | {11982: "dead"}
    assert list(wrong_summary(path)) == []
    assert json.loads(path.with_suffix(".json").read_text())["program"] == "microsoft-freecell"
    job = SearchJob.of("freecell", {}, 100_000, "microsoft-freecell")
    assert wins_by_the_rules(job, 11979)
    (block,) = tmp_path.glob("*.jsonl")
    assert SeedBlock.at(block).accept(tmp_path / "kept")
