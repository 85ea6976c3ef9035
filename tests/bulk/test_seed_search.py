"""`referee maintain winnable`: what it finds, how it continues, and how it proves a table again."""

import json
import os
import re
import signal
import subprocess
from collections import Counter
from dataclasses import replace
from hashlib import sha256

import psutil
import pytest

from patience.search import winnable_tables as tables
from patience.search.findings import Prospect
from patience.search.search_runner import is_available
from patience.search.winnable_tables import Table, TableInfo
from service.bulk.seed_search import OtherVersionError, SearchJob, SeedBlock, SeedSearch, search_block
from tests.bulk.commands import COMMAND, watched
from tests.test_cli import refused, run

pytestmark = pytest.mark.skipif(not is_available(), reason="There is no search in this build.")

HOFFMANN = "rouge-et-noir-hoffmann"
WON_BY_THEOREM = {"redeals": "unlimited"}


WINNABLE = ["maintain", "winnable"]


def job(**changes):
    """Return a job that costs nothing: with unlimited redeals every deal of Hoffmann's game is winnable."""
    return replace(SearchJob.of(HOFFMANN, WON_BY_THEOREM, 0), **changes)


def loaded(seeds, output):
    search = SeedSearch(job(), seeds, output)
    search.load()
    return search


def test_findings_are_in_files_of_50_deals(tmp_path):
    search = loaded(range(1, 121), tmp_path)
    assert [(block.first, block.last) for block in search.missing] == [(1, 50), (51, 100), (101, 120)]
    assert search_block(search.missing[2]) == dict.fromkeys(range(101, 121), Prospect.WINNABLE)
    head, first, *rest = search.missing[2].path.read_text().splitlines(keepends=True)
    body = "".join([first, *rest]).encode()
    block = {"first": 101, "last": 120, "sha256": sha256(body).hexdigest()}
    assert json.loads(head) == {**job().described(), "rules": WON_BY_THEOREM, **block}
    expected = {"seed": "101", "prospect": "winnable", "proof": {"kind": "theorem"}, "positions": 0}
    assert json.loads(first) == expected


def test_complete_blocks_are_not_searched_again(tmp_path):
    search_block(loaded(range(1, 101), tmp_path).missing[0])
    later = loaded(range(1, 101), tmp_path)
    assert [block.first for block in later.missing] == [51]
    assert later.counts == {Prospect.WINNABLE: 50}
    assert later.write_table() is None


@pytest.mark.parametrize(
    ("winnable", "dead", "undecided", "bounds"),
    [
        # Wilson's intervals for 10 of 20, 0 of 10 and 10 of 10 from statistics textbooks.
        (10, 10, 0, (0.299, 0.701)),
        (0, 10, 0, (0.0, 0.278)),
        (10, 0, 0, (0.722, 1.0)),
        (10, 0, 10, (0.299, 1.0)),
        (0, 10, 10, (0.0, 0.701)),
    ],
)
def test_the_share_of_winnable_deals(tmp_path, winnable, dead, undecided, bounds):
    counts = {Prospect.WINNABLE: winnable, Prospect.DEAD: dead, Prospect.UNDECIDED: undecided}
    search = SeedSearch(job(), range(1, winnable + dead + undecided + 1), tmp_path, counts=Counter(counts))
    assert search.info().share == pytest.approx(bounds, abs=0.0006)


def test_a_bar_shows_progress_on_a_terminal(tmp_path):
    arguments = [HOFFMANN, "--rule", "redeals=unlimited", "--seeds", "1..120", "--output", tmp_path / "out"]
    with watched(*WINNABLE, *arguments, "--workers", 1) as command:
        assert command.finish() == 0
        assert command.process.stdout.read().startswith("120 deals: 120 winnable, 0 dead, 0 undecided.\n")
    assert re.search("Searching.*100%", command.shown)


def test_an_interrupt_while_workers_start_is_one_line(tmp_path):
    """It reaches the workers too, as from a terminal."""
    arguments = [HOFFMANN, "--rule", "redeals=unlimited", "--seeds", "1..5000", "--output", tmp_path]
    with watched(*WINNABLE, *arguments, "--workers", 1, "--quiet") as command:
        started = psutil.Process(command.process.pid)
        while not any("spawn_main" in " ".join(child.cmdline()) for child in started.children()):
            assert command.process.poll() is None
        os.killpg(command.process.pid, signal.SIGINT)
        assert command.finish() == 130
    line = r"Error: Interrupted: \d+ of 5000 deals searched\. Run the same command again to continue\.\s+"
    assert re.fullmatch(line, command.shown)


def test_an_interrupted_proof_is_not_a_result():
    with watched(*WINNABLE, "double-russian", "--prove", "1..32000") as command:
        command.process.stdout.readline()
        os.killpg(command.process.pid, signal.SIGINT)
        assert command.finish() == 130
    assert command.shown.strip() == "Interrupted."


def test_a_larger_budget_searches_the_undecided_deals_alone(tmp_path):
    """The files are those of a search that began with the larger budget."""

    def found(budget, output):
        search = SeedSearch(SearchJob.of("klondike", {}, budget), range(1, 21), output)
        search.load()
        for block in search.missing:
            search.counts.update(search_block(block).values())
        return search

    assert found(2, tmp_path / "some").counts[Prospect.UNDECIDED] > 5
    larger, at_once = found(300, tmp_path / "some"), found(300, tmp_path / "all")
    assert larger.counts == at_once.counts
    (name,) = [path.name for path in (tmp_path / "all").glob("*.jsonl")]
    assert (tmp_path / "some" / name).read_bytes() == (tmp_path / "all" / name).read_bytes()
    assert larger.write_table().read_bytes() == at_once.write_table().read_bytes()


def test_decided_deals_are_kept_when_the_budget_grows(tmp_path):
    (block,) = loaded(range(1, 51), tmp_path).missing
    search_block(block)
    answers = map(json.loads, block.path.read_text().splitlines()[1:])
    block.write([{**answer, "positions": 7} for answer in answers])
    larger = replace(block, job=job(budget=1))
    assert larger.finished() is None
    search_block(larger)
    assert larger.path.read_text().count('"positions":7') == 50
    search_block(block)
    assert block.path.read_text().count('"positions":0') == 50


DAMAGE = {
    "empty": lambda _: b"",
    "no JSON": lambda _: b"x",
    "a head alone": lambda whole: whole.partition(b"\n")[0],
    "cut short": lambda whole: whole[:-20],
    "no UTF-8": lambda whole: whole.replace(b"theorem", b"theore\xff", 1),
    "a number": lambda whole: re.sub(rb'{"seed":"4".*', b"4", whole),
    "nothing": lambda whole: re.sub(rb'{"seed":"4".*', b"null", whole),
    "no seed": lambda whole: whole.replace(b'"seed":"4",', b"", 1),
    "no prospect": lambda whole: whole.replace(b'"prospect":"winnable",', b"", 1),
    "another prospect": lambda whole: whole.replace(b"winnable", b"likely", 1),
    "the other prospect": lambda whole: whole.replace(b"winnable", b"dead", 1),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_searched_again(tmp_path, damage):
    (block,) = loaded(range(1, 51), tmp_path).missing
    search_block(block)
    whole = block.path.read_bytes()
    block.path.write_bytes(damage(whole))
    assert block.path.read_bytes() != whole
    assert block.finished() is None
    search_block(block)
    assert block.path.read_bytes() == whole


def test_findings_of_other_seeds_are_not_mistaken_for_these(tmp_path):
    block, other = loaded(range(1, 101), tmp_path).missing
    search_block(block)
    other.path.write_bytes(block.path.read_bytes())
    assert other.finished() is None


def test_searches_in_one_directory_do_not_mix(tmp_path):
    once = SearchJob.of(HOFFMANN, {"redeals": 1}, 0)
    blocks = [SeedBlock(rules, tmp_path, 1, 2) for rules in (job(), once)]
    loaded(range(1, 3), tmp_path)
    for block in blocks:
        search_block(block)
    prospects = [Prospect.WINNABLE, Prospect.UNDECIDED]
    assert [block.finished() for block in blocks] == [dict.fromkeys((1, 2), value) for value in prospects]


def test_a_scheduler_that_needs_certificates(tmp_path):
    arguments = ["--seeds", "1", "--output", tmp_path, "--scheduler", "tls://127.0.0.1:1"]
    message = "Error: No Dask scheduler answers at tls://127.0.0.1:1: TLS expects a "
    assert refused(*WINNABLE, HOFFMANN, *arguments).startswith(message)


def test_a_damaged_configuration_of_dask_is_named(tmp_path):
    (tmp_path / "dask.yaml").write_text("{[")
    arguments = ["--seeds", "1", "--output", str(tmp_path), "--scheduler", "tcp://127.0.0.1:1"]
    command = [*COMMAND, *WINNABLE, HOFFMANN, *arguments]
    environment = {**os.environ, "DASK_CONFIG": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: A dask config file at ")
    assert "Traceback" not in done.stderr


def test_a_directory_that_cannot_be_used(tmp_path):
    (tmp_path / "file").touch()
    output = tmp_path / "file" / "out"
    message = refused(*WINNABLE, HOFFMANN, "--seeds", "1", "--output", output)
    assert message.startswith(f"Error: {output} cannot be used: ")


@pytest.mark.parametrize("other", [{"budget": 1}, {"rules_version": "9"}, {"prover_version": "0"}])
def test_findings_of_another_job_are_searched_again(tmp_path, other):
    (block,) = loaded(range(1, 3), tmp_path).missing
    search_block(block)
    assert block.finished() is not None
    assert replace(block, job=job(**other)).finished() is None


@pytest.mark.parametrize("other", [{"rules_version": "9"}, {"prover_version": "0"}])
def test_a_worker_of_another_version_searches_nothing(tmp_path, other):
    with pytest.raises(OtherVersionError):
        search_block(SeedBlock(job(**other), tmp_path, 1, 2))
    assert [*tmp_path.iterdir()] == []


def test_the_command_on_a_cluster_and_its_table(tmp_path, scheduler):
    arguments = [*WINNABLE, "double-russian", "--seeds", "1..60", "--budget", "300", "--output", tmp_path]
    done = run(*arguments, "--scheduler", scheduler)
    assert done.exit_code == 0
    (path,) = tmp_path.glob("*.table")
    table = Table.read(path)
    counts = f"{table.made.winnable} winnable, {table.made.dead} dead, {table.made.undecided} undecided"
    first, share, last = done.stdout.splitlines()
    assert (first, last) == (f"60 deals: {counts}.", f"Table: {path}.")
    assert re.fullmatch(r"\d+\.\d% to \d+\.\d% of all deals are winnable \(95% confidence, .*\)\.", share)
    assert (table.made.of, table.made.budget, table.made.rules) == (60, 300, {"groups": "any"})
    assert 0 < table.made.winnable < 60
    lines = [line for file in sorted(tmp_path.glob("*.jsonl")) for line in file.read_text().splitlines()[1:]]
    winnable = [int(found["seed"]) for found in map(json.loads, lines) if found["prospect"] == "winnable"]
    assert [*table.seeds(0)] == winnable
    again = run(*arguments, "--scheduler", "tcp://127.0.0.1:1")
    assert (again.exit_code, again.stdout) == (0, done.stdout)


def by_name(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()}


def test_findings_do_not_depend_on_the_split(tmp_path, scheduler):
    """A run on this machine that was killed, and went on on a cluster, has the bytes of one in a piece."""

    def command(output, *how):
        arguments = ["--seeds", "1..200", "--budget", "100", "--output", tmp_path / output]
        return [*WINNABLE, "double-russian", *arguments, *(how or ["--workers", 1])]

    with watched(*command("parts")) as killed:
        while not any((tmp_path / "parts").glob("*.jsonl")):
            assert killed.process.poll() is None
        killed.process.kill()
        killed.process.wait()
    assert 0 < len([*(tmp_path / "parts").glob("*.jsonl")]) < 4
    for how in (["parts", "--scheduler", scheduler], ["whole"]):
        assert run(*command(*how)).exit_code == 0
    files = by_name(tmp_path / "whole")
    assert len(files) == 5
    assert by_name(tmp_path / "parts") == files


def findings(directory, *, budget=300, seeds=range(1, 51), **changed):
    """Return the path of a block of Double Russian; `changed` maps prospects to those written instead."""
    directory.mkdir()
    block = SeedBlock(SearchJob.of("double-russian", {}, budget), directory.resolve(), seeds[0], seeds[-1])
    loaded(range(1, 3), directory)
    search_block(block)
    answers = [json.loads(line) for line in block.path.read_text().splitlines()[1:]]
    for answer in answers:
        answer["prospect"] = changed.get(answer["prospect"], answer["prospect"])
    block.write(answers)
    return block.path


def accept(path, output, *options):
    return run("maintain", "accept", path, "--output", output, *options)


def test_findings_of_others_that_hold_are_kept(tmp_path):
    theirs, output = findings(tmp_path / "theirs"), tmp_path / "kept"
    done = accept(theirs, output)
    assert (done.exit_code, done.stdout) == (0, f"{theirs}: accepted\n")
    assert (output / theirs.name).read_bytes() == theirs.read_bytes()
    assert "has it already" in accept(theirs, output).stdout
    fewer = findings(tmp_path / "fewer", budget=2)
    assert "has it already" in accept(fewer, output).stdout
    assert (output / theirs.name).read_bytes() == theirs.read_bytes()
    more = findings(tmp_path / "more", budget=301)
    assert accept(more, output).stdout == f"{more}: accepted\n"
    assert (output / theirs.name).read_bytes() == more.read_bytes()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"undecided": "winnable"}, "is not winnable but undecided."),
        ({"winnable": "dead"}, "is not dead but winnable."),
    ],
)
def test_wrong_findings_of_others_are_refused(tmp_path, changed, message):
    theirs = findings(tmp_path / "theirs", **changed)
    done = accept(theirs, tmp_path / "kept")
    assert done.exit_code == 1
    assert done.stdout.startswith(f"{theirs}: refused. Seed ")
    assert done.stdout.endswith(f"{message}\n")
    assert not (tmp_path / "kept").exists()


def test_deals_called_dead_are_believed_only_if_asked_for(tmp_path):
    theirs = findings(tmp_path / "theirs", undecided="dead")
    assert accept(theirs, tmp_path / "kept", "--dead", 0).exit_code == 0
    assert accept(theirs, tmp_path / "again", "--dead", 50).exit_code == 1


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_findings_of_others_are_refused(tmp_path, damage):
    (block,) = loaded(range(1, 51), tmp_path).missing
    search_block(block)
    block.path.write_bytes(damage(block.path.read_bytes()))
    done = accept(block.path, tmp_path / "kept")
    assert done.exit_code == 1
    assert done.stdout.startswith(f"{block.path}: refused. It is ")


@pytest.mark.parametrize(
    ("job_changes", "message"),
    [
        ({"prover_version": "0"}, "It is of other rules or of another solver."),
        ({"rules_version": "0"}, "It is of other rules or of another solver."),
        ({"variant": "no-such-game"}, "It is not a file of findings: "),
        ({"rules": {"colour": "red"}}, "It is not a file of findings: "),
    ],
)
def test_findings_of_another_version_are_refused(tmp_path, job_changes, message):
    loaded(range(1, 3), tmp_path)
    block = SeedBlock(job(**job_changes), tmp_path, 1, 2)
    block.write([{"seed": "1", "prospect": "winnable"}, {"seed": "2", "prospect": "winnable"}])
    done = accept(block.path, tmp_path / "kept")
    assert done.exit_code == 1
    assert f"refused. {message}" in done.stdout


def test_findings_of_too_few_seeds_are_refused(tmp_path):
    loaded(range(1, 3), tmp_path)
    block = SeedBlock(job(), tmp_path, 1, 2)
    block.write([{"seed": "1", "prospect": "winnable"}, {"seed": "1", "prospect": "winnable"}])
    assert "Expected a finding for each seed from 1 to 2." in accept(block.path, tmp_path / "kept").stdout


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A shipped table of two deals, right about one of them."""
    made = TableInfo(HOFFMANN, WON_BY_THEOREM, "1", "1", 0, 1, 0, 1)
    (tmp_path / made.file).write_bytes(Table.of(made, frozenset({2})).to_bytes())
    monkeypatch.setattr(tables, "DIRECTORY", tmp_path)
    tables.shipped_tables.cache_clear()
    tables._tables_by_rules.cache_clear()
    yield
    tables.shipped_tables.cache_clear()
    tables._tables_by_rules.cache_clear()


def test_a_table_is_proved_again(shipped):
    right = run(*WINNABLE, HOFFMANN, "--prove", "2")
    assert right.exit_code == 0
    assert right.stdout.startswith("2: winnable in ")
    wrong = run(*WINNABLE, HOFFMANN, "--prove", "1..2")
    assert wrong.exit_code == 1
    assert "; the table says otherwise\n2: winnable in " in wrong.stdout
    assert refused(*WINNABLE, HOFFMANN, "--prove", "3") == "Error: The table ends with seed 2.\n"
    assert "No table" in refused(*WINNABLE, HOFFMANN, "--rule", "redeals=3", "--prove", "1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seeds", "1..2"], "--seeds and --output are required, or --prove."),
        (["--seeds", "2..1", "--output", "x"], "'2..1' is not a range of seeds. Expected FIRST..LAST"),
        (["--seeds", "0..1", "--output", "x"], "Invalid value for '--seeds': '0' is not a seed."),
        (["--prove", "0"], "Invalid value for '--prove': '0' is not a seed."),
        (["--seeds", "1..99999999", "--output", "x"], "'1..99999999' is not a range"),
        (["--prove", "1", "--seeds", "1"], "--prove cannot be combined with --seeds or --output."),
        (["--rule", "redeals=x", "--prove", "1"], "Invalid value for '--rule'"),
        (
            ["--seeds", "1", "--output", "x", "--workers", "1", "--scheduler", "tcp://x"],
            "--workers cannot be combined",
        ),
    ],
)
def test_arguments_that_cannot_be_used(arguments, message):
    assert message in refused(*WINNABLE, HOFFMANN, *arguments)


@pytest.mark.parametrize(
    ("variant", "program", "message"),
    [
        ("freecell", "microsoft-freecell", "Microsoft's FreeCell does not have a deal 0."),
        ("yukon", "solvitaire", "The seeds of solvitaire deal klondike, freecell, not 'yukon'."),
    ],
)
def test_numbers_that_a_program_does_not_deal(tmp_path, variant, program, message):
    arguments = ["--seeds", "0..5", "--program", program, "--output", tmp_path / "none"]
    assert message in refused(*WINNABLE, variant, *arguments)
    assert not (tmp_path / "none").exists()
