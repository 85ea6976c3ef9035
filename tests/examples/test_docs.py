"""The documentation: its examples work, its generated parts are current, and its links lead somewhere."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from runpy import run_module

import pytest

import patience.rules
from patience.rules.scoring_rules import Event, Standing
from patience.search.search_runner import is_available
from service.receipts.keys import as_text, new_key, private_jwk
from tests.doc_pages import PAGES, ROOT, Block, page_name, read_blocks
from tests.servers import PATIENCE, served
from tools.reference_pages import MARK, PARTS, REFERENCE, commands, whole_page

README = ROOT / "README.md"
PROGRAMS = {"sh", "python", "js", "ts", "go"}
SETUP = re.compile(r"^(python3 -m venv|git clone).*?(\\\n *&& |\n)", re.MULTILINE)
"""Lines that install the project. The tests run in an environment where it is installed."""

ADDED_TO_SITE = ("changelog.md", "contributing.md", "security.md", "demo/index.html")
"""What tools/site_pages.py adds."""

PORTS = ("8000", "8080", "8786")
SEPARATOR = "\x1e"
PROBLEM = "urn:patience-referee:problem:"
SECONDS = 300


def is_terminal(block: Block) -> bool:
    """Return whether a block runs in the background."""
    return block.language == "sh" and block.title.endswith("terminal")


def is_run(block: Block) -> bool:
    """Return whether a block is part of its page's script."""
    return block.language == "sh" and not block.title and not block.mark


RUN_PAGES = [page for page in PAGES if any(is_run(block) for block in read_blocks(page))]


def free_ports() -> dict[str, str]:
    """Return a free port for each port that the documentation names, all different."""
    with ExitStack() as listening:
        servers = [listening.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in PORTS]
        return {port: str(server.getsockname()[1]) for port, server in zip(PORTS, servers, strict=True)}


@pytest.fixture(scope="module")
def service(tmp_path_factory) -> Iterator[str]:
    """The port of a service that signs receipts."""
    key_file = tmp_path_factory.mktemp("key") / "key.json"
    key_file.write_text(as_text(private_jwk(new_key())))
    key_file.chmod(0o600)
    with served(workers=1, key_file=key_file, issuer="http://127.0.0.1:8000") as server:
        yield str(server.port)


@contextmanager
def terminals(scripts: list[str], directory: Path, environment: dict[str, str]) -> Iterator[None]:
    """Run scripts in the background until the end, one after another, each once the one before listens."""
    processes = []
    try:
        for script in scripts:
            process = subprocess.Popen(
                ["bash", "-ec", script],
                cwd=directory,
                env={**environment, "PYTHONUNBUFFERED": "1"},
                stdout=subprocess.PIPE,
                text=True,
                process_group=0,
            )
            processes.append(process)
            assert any("http://" in line for line in process.stdout), script
        yield
    finally:
        for process in processes:
            os.killpg(process.pid, signal.SIGTERM)
            process.stdout.close()
            process.wait(timeout=PATIENCE)


def run_page(page: Path, directory: Path, service: str) -> list[tuple[Block, str]]:
    """Run a page's examples in an empty directory; return each script block with what it printed."""
    blocks = read_blocks(page)
    ports = free_ports()
    own_servers = [block for block in blocks if is_terminal(block)]
    if not own_servers:
        ports["8000"] = service
    (directory / ".venv").symlink_to(sys.prefix)
    for block in blocks:
        if block.title and not is_terminal(block):
            path = directory / block.title
            path.parent.mkdir(exist_ok=True)
            path.write_text(_with_ports(block.text, ports), "utf-8")
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "REFEREE_PORT": ports["8000"],
    }
    scripts = [_with_ports(SETUP.sub("", block.text), ports) for block in own_servers]
    with terminals(scripts, directory, environment):
        return _run_script([block for block in blocks if is_run(block)], directory, environment, ports)


def _with_ports(text: str, ports: dict[str, str]) -> str:
    return re.sub("|".join(PORTS), lambda found: ports[found[0]], text)


def _run_script(blocks: list[Block], directory: Path, environment: dict[str, str], ports: dict[str, str]):
    script = "".join(
        f"{_with_ports(SETUP.sub('', block.text), ports)}printf '{SEPARATOR}%d{SEPARATOR}' $?\n"
        for block in blocks
    )
    # With -m, background jobs have numbers, as in an interactive shell.
    done = subprocess.run(
        ["bash", "-m"],
        input=script,
        cwd=directory,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    parts = done.stdout.split(SEPARATOR)
    printed = list(zip(blocks, parts[::2], parts[1::2], strict=False))
    assert len(printed) == len(blocks), done.stderr
    for block, output, status in printed:
        expected = re.search(r"# exit code (\d+)", block.text)
        assert status == (expected[1] if expected else "0"), f"{block.text}\n{output}\n{done.stderr}"
    return [(block, output) for block, output, _ in printed]


def agrees(expected, found) -> bool:
    """Return whether every field of an example has the value that was found."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(name in found and agrees(value, found[name]) for name, value in expected.items())
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(agrees, expected, found))
    return expected == found


BESIDE_THE_SITE = [
    ROOT / "CHANGELOG.md",
    ROOT / "SECURITY.md",
    *(path for folder in ("conformance", "tests") for path in sorted((ROOT / folder).rglob("*.md"))),
]


@pytest.mark.parametrize("page", RUN_PAGES, ids=page_name)
def test_examples_work_as_the_page_shows(page, tmp_path, service):
    blocks = read_blocks(page)
    searches = any("/v1/prospects" in block.text or "--prove" in block.text for block in blocks)
    if searches and not is_available():
        pytest.skip("The search is not compiled.")
    for block, output in run_page(page, tmp_path, service):
        following = blocks[blocks.index(block) + 1 :][:1]
        assert PROBLEM not in output or PROBLEM in following[0].text, f"{block.text}\n{output}"
        for example in following:
            if example.title or example.mark:
                continue
            if example.language == "text":
                assert example.text in output
            if example.language == "json" and "curl" in block.text:
                expected, found = json.loads(example.text), json.loads(output)
                assert agrees(expected, found), output


def dedented(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines())


def test_the_page_of_the_api_begins_with_what_every_client_needs():
    page = (REFERENCE / "http-api.md").read_text("utf-8")
    before = ["Clients", "Authentication", "Limits", "Errors and retries", "Requests and answers", "Examples"]
    assert re.findall(r"^## (.+)$", page.partition(MARK)[0], re.MULTILINE) == before


def test_the_reference_shows_an_answer_of_each_operation_and_common_statuses_once():
    names = [name for name in PARTS if name.startswith("http-api")]
    text = "".join(whole_page(name, (REFERENCE / name).read_text("utf-8")) for name in names)
    operations = re.findall(
        r"^## `(\w+ \S+)` \{ #operation-(.*?)^## ", f"{text}\n## ", re.MULTILINE | re.DOTALL
    )
    assert [name for name, section in operations if "\n200\n\n{" not in section] == []
    assert text.count("Another method was used than this path allows.") == 1
    assert text.count("The client's id for this request") == 1


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_program_is_run_or_says_why_not(page):
    for block in read_blocks(page):
        if block.mark.startswith("run by: "):
            assert (ROOT / block.mark.removeprefix("run by: ")).exists()
        elif block.mark.startswith("from: "):
            source = (ROOT / block.mark.removeprefix("from: ")).read_text("utf-8")
            assert dedented(block.text).strip() in dedented(source)
        elif block.language in PROGRAMS:
            assert is_run(block) or block.title or block.mark.startswith("not run: "), block.text


def test_few_programs_are_not_run():
    reasons = [
        block.mark for page in PAGES for block in read_blocks(page) if block.mark.startswith("not run: ")
    ]
    assert len(reasons) <= 14, reasons


def test_json_examples_are_json():
    for page in PAGES:
        for block in read_blocks(page):
            if block.language == "json":
                texts = block.text.splitlines() if block.title.endswith(".jsonl") else [block.text]
                for text in texts:
                    json.loads(text)


def test_every_generated_part_has_its_page():
    marked = {
        page.relative_to(REFERENCE).as_posix()
        for page in REFERENCE.rglob("*.md")
        if MARK in page.read_text("utf-8")
    }
    assert marked == PARTS.keys()


@pytest.mark.parametrize("page", [*PAGES, *BESIDE_THE_SITE], ids=page_name)
def test_links_lead_to_files(page):
    for link in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text("utf-8")):
        target = page.parent / link
        assert target.exists() or os.path.relpath(target, ROOT / "docs") in ADDED_TO_SITE, link


def test_every_page_is_two_clicks_from_the_home_of_the_site():
    """Apart from folders whose pages are linked by a list that is made with the site."""
    home = ROOT / "docs" / "index.md"
    elsewhere = {ROOT, ROOT / "docs" / "rules", REFERENCE / "http-api"}

    def linked(page: Path) -> set[Path]:
        links = re.findall(r"\]\((?!https?:|#)([^)#\s]+\.md)", page.read_text("utf-8"))
        return {target for link in links if (target := (page.parent / link).resolve()).exists()}

    near = {home, *linked(home)}.union(*map(linked, linked(home)))
    assert {page for page in PAGES if page.parent not in elsewhere} - near == set()


def test_the_rules_page_names_every_value_of_declarations():
    """Those of scorings have a page of their own."""
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    modules = [
        import_module(f"patience.rules.{name}") for _, name, _ in iter_modules(patience.rules.__path__)
    ]
    kinds = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, StrEnum)
        and len(kind)
        and kind not in (Event, Standing)
    }
    assert [
        f"{kind.__name__}.{value}"
        for kind in kinds
        for value in kind
        if f"`{value}`" not in page and f": {value}`" not in page
    ] == []


def test_package_readme_has_no_links_into_the_source_tree():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hook = settings["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    text = README.read_text("utf-8")
    for substitution in hook["substitutions"]:
        text = re.sub(substitution["pattern"], substitution["replacement"], text)
    assert "Rules of play" in text
    assert [link for link in re.findall(r"\]\(([^)]*)", text) if not link.startswith(("http", "#"))] == []


@pytest.mark.parametrize(("name", "text"), list(commands()))
def test_help_has_no_control_characters(name, text):
    """A ``\\b`` that does not stand alone between blank lines reaches the terminal."""
    assert re.findall(r"[\x00-\x09\x0b-\x1f\x7f]", text) == []


def named_programs() -> list[str]:
    """Return the modules that the documentation names as programs."""
    found = {
        name
        for page in PAGES
        for name in re.findall(r"python -m ((?:tests|tools)\.[\w.]*\w)", page.read_text("utf-8"))
    }
    return sorted(found)


def test_every_longer_check_is_listed():
    """The parts of ``python -m tests.benchmarks`` are listed by its help."""
    listed = (ROOT / "tests" / "README.md").read_text("utf-8")
    checks = [path.stem for folder in ("soak", "load") for path in (ROOT / "tests" / folder).glob("*.py")]
    programs = {*checks} - {"__init__", "latency"}
    assert {name for name in programs if not re.search(rf"tests\.\w+\.{name}\b", listed)} == set()


@pytest.mark.parametrize("program", named_programs())
def test_named_programs_explain_themselves(program, monkeypatch, capsys):
    if program == "tests.soak.mutants":
        pytest.importorskip("mutmut", reason="The extra mutation is not installed.")
    monkeypatch.setattr(sys, "argv", [program, "--help"])
    monkeypatch.delitem(sys.modules, program, raising=False)
    with pytest.raises(SystemExit) as ended:
        run_module(program, run_name="__main__", alter_sys=True)
    assert not ended.value.code
    assert f"python -m {program}" in capsys.readouterr().out
