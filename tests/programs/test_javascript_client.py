"""The client of the JavaScript package with a real service."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from patience.games import VARIANTS
from service.app import create_app
from tests.doc_pages import ROOT, read_blocks
from tests.sites import on_a_port

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")


def run(*arguments) -> str:
    """Return what a program prints."""
    return subprocess.run(["node", *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout


@pytest.fixture(scope="module")
def address():
    """The address of a service."""
    with on_a_port(create_app({"log_level": "error"})) as address:
        yield address


@pytest.fixture(scope="module")
def session(address):
    """Return the service's address and what a program got from it."""
    return address, json.loads(run(Path(__file__).with_name("client_session.mjs"), address))


def test_the_verdicts_of_both_engines_agree(session):
    _, got = session
    assert got["here"] == got["there"]
    assert got["there"]["moves_played"] == 1


def test_a_batch_has_an_answer_for_each_line_and_a_summary(session):
    _, got = session
    assert [sorted(line) for line in got["lines"]] == [["line", "verdict"], ["line", "problem"]]
    assert got["lines"][0]["verdict"] == got["there"]
    assert got["summary"] == {"lines": 2, "valid": 1, "invalid": 0, "rejected": 1}


def test_a_refuted_claim_is_an_answer(session):
    _, got = session
    assert (got["claim"]["confirmed"], got["claim"]["receipt"]) == (False, None)


def test_deals_and_variants(session):
    _, got = session
    here, there = got["decks"]
    assert here == there
    assert got["variants"] == len(VARIANTS)


def test_a_problem_is_a_typed_error(session):
    _, got = session
    assert got["refused"]["status"] == 404
    assert got["refused"]["type"] == "urn:patience-referee:problem:unknown-variant"
    assert got["refused"]["requestId"]


def test_the_example_of_the_documentation(address, tmp_path):
    page = ROOT / "docs" / "how-to" / "write-a-client.md"
    (block,) = [block for block in read_blocks(page) if block.language == "js"]
    (tmp_path / "patience-referee").symlink_to(ROOT / "service" / "web" / "engine")
    program = tmp_path / "client.mjs"
    program.write_text(block.text.replace("http://127.0.0.1:8000", address))
    assert run(program).splitlines() == ["in_progress, T4-T9x4: wrong_rank", "1 false", "2 false"]


def test_links_open_the_viewer_of_the_service(session):
    address, got = session
    own, other = got["links"]
    assert own == address + got["there"]["link"]
    assert other.startswith("https://a.example/referee/#v=1&variant=double-russian&seed=20261121&")
