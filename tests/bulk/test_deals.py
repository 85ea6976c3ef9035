"""``referee winnable``: what it finds, that it goes on where it was, and how it proves a table again."""

import json
import os
import re
import signal
import subprocess
from hashlib import sha256

import psutil
import pytest

from service.bulk.seed_search import Few, OtherVersionError, Quest, Search, search_few
from service.prospects import winnable_tables as tables
from service.prospects.findings import Prospect
from service.prospects.search_runner import is_available
from service.prospects.winnable_tables import Table, TableInfo
from tests.bulk.commands import WINNABLE, watched
from tests.test_cli import refused, run

pytestmark = pytest.mark.skipif(not is_available(), reason="There is no search in this build.")

HOFFMANN = "rouge-et-noir-hoffmann"
WON_BY_THEOREM = {"redeals": "unlimited"}


def quest(budget=0, **changed):
    """What costs nothing: of Hoffmann's game with unlimited redeals all deals can be won (RULES §4)."""
    return Quest(**{**vars_of(Quest.of(HOFFMANN, WON_BY_THEOREM, budget)), **changed})


def vars_of(asked):
    return {name: getattr(asked, name) for name in asked.__slots__}


def test_what_is_found_stands_in_files(tmp_path):
    search = Search(quest(), range(1, 121), tmp_path)
    search.look()
    assert [(few.first, few.last) for few in search.missing] == [(1, 50), (51, 100), (101, 120)]
    found = search_few(search.missing[2])
    assert found == dict.fromkeys(range(101, 121), Prospect.WINNABLE)
    head, first, *rest = search.missing[2].path.read_text().splitlines(keepends=True)
    body = "".join([first, *rest]).encode()
    whole = {"first": 101, "last": 120, "sha256": sha256(body).hexdigest()}
    assert json.loads(head) == {**vars_of(quest()), "rules": WON_BY_THEOREM, **whole}
    expected = {"seed": "101", "prospect": "winnable", "proof": {"kind": "theorem"}, "positions": 0}
    assert json.loads(first) == expected


def test_what_is_there_is_not_searched_again(tmp_path):
    first = Search(quest(), range(1, 101), tmp_path)
    first.look()
    search_few(first.missing[0])
    later = Search(quest(), range(1, 101), tmp_path)
    later.look()
    assert [few.first for few in later.missing] == [51]
    assert later.found == dict.fromkeys(range(1, 51), Prospect.WINNABLE)
    assert later.write_table() is None


@pytest.mark.parametrize(
    ("winnable", "dead", "undecided", "between"),
    [
        # As statistics books have Wilson's intervals for 10 of 20, none of 10 and all of 10.
        (10, 10, 0, (0.299, 0.701)),
        (0, 10, 0, (0.0, 0.278)),
        (10, 0, 0, (0.722, 1.0)),
        (10, 0, 10, (0.299, 1.0)),
        (0, 10, 10, (0.0, 0.701)),
    ],
)
def test_what_share_of_all_deals_can_be_won(tmp_path, winnable, dead, undecided, between):
    found = [Prospect.WINNABLE] * winnable + [Prospect.DEAD] * dead + [Prospect.UNDECIDED] * undecided
    search = Search(quest(), range(1, len(found) + 1), tmp_path, dict(enumerate(found, start=1)))
    assert search.between() == pytest.approx(between, abs=0.0006)


def test_it_shows_how_far_it_is_on_a_terminal(tmp_path):
    wanted = [HOFFMANN, "--rule", "redeals=unlimited", "--seeds", "1..120", "--output", tmp_path / "out"]
    with watched(*wanted, "--workers", 1, command=WINNABLE) as command:
        assert command.finish() == 0
        assert command.process.stdout.read().startswith("120 deals: 120 winnable, 0 dead, 0 undecided.\n")
    assert re.search("Searching.*100%", command.shown)


def test_an_interrupt_while_workers_start_ends_it_in_one_line(tmp_path):
    """It reaches the workers too, as from a terminal."""
    wanted = [HOFFMANN, "--rule", "redeals=unlimited", "--seeds", "1..5000", "--output", tmp_path]
    with watched(*wanted, "--workers", 1, "--quiet", command=WINNABLE) as command:
        started = psutil.Process(command.process.pid)
        while not any("spawn_main" in " ".join(child.cmdline()) for child in started.children()):
            assert command.process.poll() is None
        os.killpg(command.process.pid, signal.SIGINT)
        assert command.finish() == 2
    assert re.fullmatch(r"Error: Interrupted: \d+ of 5000 deals .* goes on from here\.\s+", command.shown)


def test_an_interrupted_proof_says_nothing_of_the_table():
    with watched("double-russian", "--prove", "1..32000", command=WINNABLE) as command:
        command.process.stdout.readline()
        os.killpg(command.process.pid, signal.SIGINT)
        assert command.finish() == 2
    assert command.shown.strip() == "Error: Interrupted before all was proved again."


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
def test_what_is_damaged_is_searched_again(tmp_path, damage):
    search = Search(quest(), range(1, 51), tmp_path)
    search.look()
    (few,) = search.missing
    search_few(few)
    whole = few.path.read_bytes()
    few.path.write_bytes(damage(whole))
    assert few.path.read_bytes() != whole
    assert few.found() is None
    search_few(few)
    assert few.path.read_bytes() == whole


def test_what_is_found_of_other_seeds_is_not_taken_for_these(tmp_path):
    search = Search(quest(), range(1, 101), tmp_path)
    search.look()
    few, other = search.missing
    search_few(few)
    other.path.write_bytes(few.path.read_bytes())
    assert other.found() is None


def test_searches_in_one_directory_leave_each_other_alone(tmp_path):
    unlimited, once = quest(), Quest.of(HOFFMANN, {"redeals": 1}, 0)
    for asked in (unlimited, once):
        search = Search(asked, range(1, 3), tmp_path)
        search.look()
        search_few(search.missing[0])
    assert Few(unlimited, tmp_path, 1, 2).found() == dict.fromkeys((1, 2), Prospect.WINNABLE)
    assert Few(once, tmp_path, 1, 2).found() == dict.fromkeys((1, 2), Prospect.UNDECIDED)


def test_a_scheduler_that_cannot_be_asked(tmp_path):
    asked = ["--seeds", "1", "--output", tmp_path, "--scheduler", "tls://127.0.0.1:1"]
    told = "Error: No Dask scheduler answers at tls://127.0.0.1:1: TLS expects a "
    assert refused("winnable", HOFFMANN, *asked).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{[", "A dask config file at "),
        (
            "temporary-directory: dask.yaml/x",
            "Workers cannot be started here: Cluster failed to start: ",
        ),
    ],
)
def test_settings_of_dask_with_which_no_worker_starts(tmp_path, text, told):
    (tmp_path / "dask.yaml").write_text(text)
    done = subprocess.run(
        [*WINNABLE, HOFFMANN, "--seeds", "1", "--output", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "DASK_CONFIG": str(tmp_path)},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {told}")
    assert "Traceback" not in done.stderr


def test_a_directory_that_cannot_be_used(tmp_path):
    (tmp_path / "file").touch()
    output = tmp_path / "file" / "out"
    told = refused("winnable", HOFFMANN, "--seeds", "1", "--output", output)
    assert told.startswith(f"Error: {output} cannot be used: ")


@pytest.mark.parametrize("other", [{"budget": 1}, {"rules_version": "9"}, {"prover_version": "9"}])
def test_what_was_asked_otherwise_is_searched_again(tmp_path, other):
    few = Few(quest(), tmp_path, 1, 2)
    Search(quest(), range(1, 3), tmp_path).look()
    search_few(few)
    assert few.found() is not None
    assert Few(quest(**other), tmp_path, 1, 2).found() is None


@pytest.mark.parametrize("other", [{"rules_version": "9"}, {"prover_version": "9"}])
def test_a_worker_of_another_version_searches_nothing(tmp_path, other):
    with pytest.raises(OtherVersionError):
        search_few(Few(quest(**other), tmp_path, 1, 2))
    assert [*tmp_path.iterdir()] == []


def test_the_command_on_a_cluster_and_its_table(tmp_path, scheduler):
    asked = ["winnable", "double-russian", "--seeds", "1..60", "--budget", "300", "--output", tmp_path]
    done = run(*asked, "--scheduler", scheduler)
    assert done.exit_code == 0
    (path,) = tmp_path.glob("*.table")
    table = Table.read(path)
    counts = f"{table.made.winnable} winnable, {table.made.dead} dead, {table.made.undecided} undecided"
    first, share, last = done.stdout.splitlines()
    assert (first, last) == (f"60 deals: {counts}.", f"Their table is {path}.")
    assert re.fullmatch(r"Of all deals \d+\.\d% to \d+\.\d% can be won \(95% confidence, .*\)\.", share)
    assert (table.made.of, table.made.budget, table.made.rules) == (60, 300, {"groups": "any"})
    assert 0 < table.made.winnable < 60
    lines = [line for file in sorted(tmp_path.glob("*.jsonl")) for line in file.read_text().splitlines()[1:]]
    winnable = [int(found["seed"]) for found in map(json.loads, lines) if found["prospect"] == "winnable"]
    assert [*table.seeds(0)] == winnable
    again = run(*asked, "--scheduler", "tcp://127.0.0.1:1")
    assert (again.exit_code, again.stdout) == (0, done.stdout)


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A table of two deals that says the right thing of one of them."""
    made = TableInfo(HOFFMANN, WON_BY_THEOREM, "1", "1", 0, 1, 0, 1)
    (tmp_path / made.file).write_bytes(Table.of(made, frozenset({2})).to_bytes())
    monkeypatch.setattr(tables, "DIRECTORY", tmp_path)
    tables.shipped_tables.cache_clear()
    tables.table_of.cache_clear()
    yield
    tables.shipped_tables.cache_clear()
    tables.table_of.cache_clear()


def test_a_table_is_proved_again(shipped):
    right = run("winnable", HOFFMANN, "--prove", "2")
    assert right.exit_code == 0
    assert right.stdout.startswith("2: winnable in ")
    wrong = run("winnable", HOFFMANN, "--prove", "1..2")
    assert wrong.exit_code == 1
    assert "; the table says otherwise\n2: winnable in " in wrong.stdout
    assert refused("winnable", HOFFMANN, "--prove", "3") == "Error: The table ends with seed 2.\n"
    assert "no table" in refused("winnable", HOFFMANN, "--rule", "redeals=3", "--prove", "1")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seeds", "1..2"], "--seeds and --output are needed, or --prove."),
        (["--seeds", "2..1", "--output", "x"], "'2..1' is no range of seeds. Expected FIRST..LAST"),
        (["--seeds", "0..1", "--output", "x"], "'0..1' is no range"),
        (["--seeds", "1..99999999", "--output", "x"], "'1..99999999' is no range"),
        (["--prove", "1", "--seeds", "1"], "--prove goes without --seeds and --output."),
        (["--rule", "redeals=x", "--prove", "1"], "Invalid value for '--rule'"),
        (
            ["--seeds", "1", "--output", "x", "--workers", "1", "--scheduler", "tcp://x"],
            "--workers is for this",
        ),
    ],
)
def test_what_cannot_be_asked(arguments, said):
    assert said in refused("winnable", HOFFMANN, *arguments)
