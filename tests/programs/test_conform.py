"""`referee conform`: an engine in another language passes, and the mistakes of others are reported.

.ci/run compares the JavaScript engine for every variant:

    referee conform -- node conformance/engine.mjs
"""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as Xml

import orjson
import pytest
import yaml
from click.testing import CliRunner
from marshmallow import ValidationError

from conformance.declared import judge as judge_by_reference
from conformance.discriminate import catches
from conformance.engines import ENGINES, PYSOLFC, by_service
from conformance.faults import FAULTS, LISTS, listed
from conformance.foreign.adapter import Program
from conformance.reference.tokens import is_token
from conformance.shares import alike, share
from patience.games import VARIANTS
from schemas.problems import Problem
from service.cli import main
from service.conformance.badge import Report
from service.conformance.cases import (
    LACKS,
    Case,
    Expected,
    all_cases,
    chosen_cases,
    kit_version,
    packed,
    perft_cases,
    unpacked,
    with_decks,
)
from service.conformance.comparison import Difference, Finding, compare
from service.conformance.engine_process import ask_program, program
from service.conformance.explanations import rule_broken
from service.judging.judge import judge as judge_with_kernel
from service.judging.loaded_requests import judge_readably
from tests.conftest import FIXTURES
from tests.servers import served

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "conformance" / "engine.mjs"
NODE = shutil.which("node")

needs_node = pytest.mark.skipif(not NODE, reason="Node.js is not installed")


def conform(*arguments):
    return CliRunner().invoke(main, ["conform", *arguments])


ASKED = {"beleaguered-castle", "klondike"}


@pytest.fixture(scope="module")
def passed(tmp_path_factory):
    """Return exit code, JSON and JUnit XML of a run with a correct engine."""
    junit = tmp_path_factory.mktemp("report") / "report.xml"
    options = [word for variant in sorted(ASKED) for word in ("--variant", variant)]
    result = conform("--json", "--junit", str(junit), *options, "--", NODE, str(ENGINE))
    return result.exit_code, json.loads(result.stdout), Xml.parse(junit).getroot()


@needs_node
def test_an_engine_in_another_language_passes(passed):
    exit_code, report, _ = passed
    assert (exit_code, report["agrees"], report["disagreements"]) == (0, True, [])
    assert set(report["variants"]) == ASKED
    asked = list(all_cases(FIXTURES, sorted(ASKED)))
    assert report["asked"] == report["agreed"] == len(asked)


@needs_node
def test_junit_has_a_suite_for_each_variant(passed):
    _, report, junit = passed
    assert {suite.get("name") for suite in junit} == ASKED
    assert len(junit.findall(".//testcase")) == report["asked"]
    assert junit.findall(".//failure") == []


def judged(request):
    return orjson.loads(judge_readably(orjson.dumps(request)).answer)


def broken(folder, file, right, wrong):
    """Copy the engine with one mistake, and return the program."""
    engine, program = Path("service/web/engine"), folder / "conformance" / ENGINE.name
    for part in (engine, engine.parent / "words"):
        shutil.copytree(ROOT / part, folder / part)
    shutil.copy(ROOT / engine.parent / "package.json", folder / engine.parent)
    program.parent.mkdir(parents=True)
    shutil.copy(ENGINE, program)
    text = (folder / engine / file).read_text("utf-8")
    assert text.count(right) == 1
    (folder / engine / file).write_text(text.replace(right, wrong), "utf-8")
    return str(program)


MISTAKES = {
    "wrong reason": (
        "sequences.js",
        "return 'needs_base'",
        "return 'wrong_rank'",
        "reason: expected needs_base;",
    ),
    "missing check": (
        "referee.js",
        "if (source === target && gone === count) return 'same_pile';",
        "",
        "reason: expected same_pile;",
    ),
    "wrong shuffle": ("deals.js", "214_013", "214_014", "final_state T1: expected "),
    "cards not turned up": (
        "position.js",
        "down[pile] = cards.length - 1;",
        "down[pile] = cards.length;",
        "final_state T4: expected 2 face down",
    ),
}


@needs_node
@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_reported(tmp_path, mistake):
    *change, message = MISTAKES[mistake]
    junit = tmp_path / "report.xml"
    arguments = ("--variant", "double-russian", "--show", "100", "--junit", str(junit))
    result = conform(*arguments, "--", NODE, broken(tmp_path, *change))
    assert result.exit_code == 1
    assert f"Differs      {message}" in result.stdout
    assert result.stdout.splitlines()[-1] == "No badge, because the engine differs from the kit."
    assert Xml.parse(junit).findall(".//failure")


@needs_node
def test_with_decks_an_engine_needs_no_shuffle(tmp_path):
    engine = broken(tmp_path, *MISTAKES["wrong shuffle"][:-1])
    result = conform("--decks", "--variant", "double-russian", "--", NODE, engine)
    assert result.exit_code == 0, result.stdout


def test_what_an_engine_does_not_offer_is_counted(tmp_path):
    engine = tmp_path / "engine.py"
    answer = """{"not_offered": "one-armed bandits"}"""
    engine.write_text(f"import sys\nfor _ in sys.stdin: print('{answer}')")
    arguments = ("--variant", "double-russian", "--junit", str(tmp_path / "report.xml"))
    result = conform(*arguments, "--json", "--", sys.executable, str(engine))
    report = json.loads(result.stdout)
    asked = sum(1 for _ in all_cases(FIXTURES, ["double-russian"]))
    assert (report["asked"], report["badge"]) == (0, None)
    assert report["not_offered"] == [
        {"variant": "double-russian", "reason": "one-armed bandits", "requests": asked}
    ]
    assert "double-russian" not in report["not_asked"]
    (skipped,) = Xml.parse(tmp_path / "report.xml").findall(".//testcase[skipped]")
    assert skipped.get("name") == f"{asked} requests"


def test_an_engine_that_offers_nothing_fails(tmp_path):
    """Otherwise a CI would be green though nothing was compared."""
    engine = tmp_path / "engine.py"
    engine.write_text("""import sys\nfor _ in sys.stdin: print('{"not_offered": "solitaire"}')""")
    result = conform("--variant", "double-russian", "--", sys.executable, str(engine))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "No badge, because the engine offers nothing that was asked."
    assert "perft" not in result.stdout


def test_a_log_is_shown_up_to_the_move_that_differs(tmp_path):
    engine = tmp_path / "engine.py"
    answer = {"valid": False, "first_illegal_move": {"index": 0, "reason": "same_pile"}}
    engine.write_text(f"import sys\nfor _ in sys.stdin: print({json.dumps(json.dumps(answer))})")
    result = conform("--variant", "double-russian", "--show", "20", "--", sys.executable, str(engine))
    logs = [line.split()[1:] for line in result.stdout.splitlines() if line.startswith("Moves  ")]
    assert len(logs) == 20
    assert {len(log) for log in logs} == {1}


ENGINES_FILE = """
[[engine]]
name = "Right"
command = "$NODE {right}"
variants = ["beleaguered-castle"]
[[engine]]
name = "Wrong"
source = "https://example.org/engine"
version = "1.2.3"
note = "locks nothing"
command = "$NODE {wrong}"
variants = ["double-russian"]
"""


@needs_node
def test_a_page_shows_where_engines_differ(tmp_path, monkeypatch):
    monkeypatch.setenv("NODE", NODE)
    change = (
        "referee.js",
        "if (source === target && gone === count) return 'same_pile';",
        "if (source === target && gone === count) return null;",
    )
    engines, page = tmp_path / "engines.toml", tmp_path / "page.md"
    engines.write_text(ENGINES_FILE.format(right=ENGINE, wrong=broken(tmp_path, *change)))
    result = conform("--engines", str(engines), "--report", str(page))
    assert result.exit_code == 1
    assert [line.partition(":")[0] for line in result.stdout.splitlines()] == ["Right", "Wrong"]
    text = page.read_text("utf-8")
    assert "* **Wrong**: locks nothing. Source: <https://example.org/engine>, 1.2.3." in text
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")][2:]
    assert [row[-1] for row in rows] == ["none |", "[picture](#wrong-double-russian) |"]
    assert text.count("<svg") == 1
    request = json.loads(text.rpartition("```text\n")[2].partition("\n")[0])
    verdict = judged(request)
    assert verdict["first_illegal_move"]["reason"] == "same_pile"
    assert verdict["first_illegal_move"]["index"] == len(request["moves"]) - 1
    assert f"`{request['moves'][-1]}` is illegal, and the engine plays it." in text


def test_a_page_has_no_picture_of_a_malformed_request(tmp_path):
    """An engine that takes options of null for none."""
    engine, page = tmp_path / "engine.py", tmp_path / "page.md"
    valid, other = '{"valid": true}', '{"not_offered": "the rest"}'
    engine.write_text(f"import sys\nfor line in sys.stdin: print({valid!r} if 'null' in line else {other!r})")
    conform("--variant", "double-russian", "--report", str(page), "--", sys.executable, str(engine))
    assert '"rules": null' in page.read_text("utf-8")


def test_a_page_says_that_an_engine_gives_no_verdict(tmp_path):
    engine, page = tmp_path / "engine.py", tmp_path / "page.md"
    engine.write_text("import sys\nfor _ in sys.stdin: print('{}')")
    conform("--variant", "double-russian", "--report", str(page), "--", sys.executable, str(engine))
    assert "is illegal, and the engine gives no verdict." in page.read_text("utf-8")


AN_ENGINE = "[[engine]]\nname = 'A'\ncommand = 'a'\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "does not describe engines: expected tables [[engine]]."),
        ("engine = ['A']", "does not describe engines: expected tables [[engine]]."),
        ("[[engine]]\nname = 'A'", "an [[engine]] has no command."),
        (
            f"{AN_ENGINE}variant = ['klondike']",
            "'variant' is unknown. An [[engine]] has name, command, variants",
        ),
        (f"{AN_ENGINE}version = 2.0", "version must be a text in quotation marks, not 2.0."),
        (f"{AN_ENGINE}variants = 'klondike'", "variants must be a list, as in ['klondike'], not 'klondike'."),
        (f"{AN_ENGINE}variants = [['whist']]", "unknown variant ['whist']."),
        (f"{AN_ENGINE}variants = ['whist']", "unknown variant 'whist'."),
        ("[[engine]]\nname = 'A'\ncommand = ' '", "the command is empty."),
        ("[[engine]]\nname = 'A'\ncommand = '\"a'", "does not describe engines: No closing quotation."),
        ("[[engine", "does not describe engines: Expected ']]'"),
    ],
)
def test_files_that_do_not_describe_engines(tmp_path, text, message):
    engines = tmp_path / "engines.toml"
    engines.write_text(text)
    result = conform("--engines", str(engines), "--report", str(tmp_path / "page.md"))
    assert result.exit_code == 2
    assert message in result.stderr


def test_the_service_passes():
    with served(workers=1, log_format="json") as server:
        result = conform("--url", f"http://127.0.0.1:{server.port}/", "--variant", "double-russian")
    assert result.exit_code == 0, result.stdout
    assert "brightgreen" in result.stdout


PROGRAMS = {
    "ends at once": ("", 2, "ended (exit code 0)"),
    "ends with an error": ("raise SystemExit(7)", 2, "ended (exit code 7)"),
    "answers without JSON": ("print('hello')", 2, "not JSON: 'hello"),
    "does not answer": ("import time; time.sleep(60)", 2, "No answer within 0.5 seconds"),
    "stops early": ("print('{}'); print('{}')", 1, "ended (exit code 0)"),
    "answers with a number": (
        "import sys\nfor line in sys.stdin: print(1)",
        1,
        "valid: expected false; found 1",
    ),
    "answers after the last request": (
        "import sys\nfor _ in sys.stdin.readlines(): print('[]')",
        1,
        "expected false; found []",
    ),
    "sends control characters": (
        "import sys\nfor _ in sys.stdin: print('\"\\\\u001b[2J\"')",
        1,
        r"found \x1b[2J",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_engines_that_fail(name):
    program, exit_code, message = PROGRAMS[name]
    patience = ("--patience", "0.5" if name == "does not answer" else "60")
    result = conform(*patience, "--variant", "double-russian", "--", sys.executable, "-c", program)
    assert (result.exit_code, message in result.output) == (exit_code, True), result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Expected one of -- COMMAND, --url and --engines"),
        (("--url", "http://127.0.0.1:1", "--", "true"), "Expected one of -- COMMAND, --url and --engines"),
        (("--variant", "pas-seul", "--", "/no/such/engine"), "Cannot start "),
        (("--variant", "pas-seul", "--url", "127.0.0.1:8000"), "not the address of a service"),
        (("--variant", "pas-seul", "--url", "http://127.0.0.1:1"), "Cannot reach "),
        (("--variant", "chess", "--", "true"), "Unknown variant"),
    ],
)
def test_engines_that_cannot_be_reached(arguments, message):
    result = conform(*arguments)
    assert result.exit_code == 2
    assert message in result.output


VERDICT = {
    "valid": False,
    "moves_played": 1,
    "outcome": "in_progress",
    "first_illegal_move": {"index": 1, "reason": "wrong_rank"},
    "final_state": {
        "tableau": [{"pile": "T1", "face_down": 1, "cards": ["2C", "3C"]}],
        "foundations": [{"pile": "F1", "cards": ["AC"]}],
        "stock": ["KS"],
    },
}
EXPECTED = Expected(
    False, 1, "wrong_rank", 1, ("in_progress",), {**VERDICT["final_state"], "reserve": [], "waste": []}
)


def first_difference(expected, answer):
    """Return the first difference in any aspect, None if all agree."""
    return next((found.difference for found in compare(expected, answer) if found.difference), None)


def test_a_minimal_answer_agrees():
    assert [finding.aspect for finding in compare(EXPECTED, VERDICT)] == ["verdicts", "reasons", "outcomes"]
    assert first_difference(EXPECTED, VERDICT) is None
    assert first_difference(Expected(), {"valid": True, "more": "than requested"}) is None
    assert first_difference(Expected(valid=None), {"malformed": True}) is None


def test_a_refused_game_names_the_move():
    answer = {"valid": False, "first_illegal_move": {"index": 3, "reason": "source_locked"}}
    assert first_difference(Expected(), answer).found == "false (move 3: source_locked)"


def test_optional_fields_may_be_missing():
    answer = {"valid": True}
    expected = Expected(True, outcomes=("won",), legal_moves=("draw",))
    findings = {found.aspect: found for found in compare(expected, answer)}
    assert {aspect for aspect, found in findings.items() if found.missing} == {"outcomes", "legal moves"}


def test_legal_moves_are_compared_in_order():
    moves = ("T1-T2", "T2-T1", "draw")
    answer = {"valid": True, "legal_moves": list(moves)}
    assert first_difference(Expected(legal_moves=moves), answer) is None
    assert first_difference(Expected(legal_moves=moves[::-1]), answer).field == "legal_moves"
    assert first_difference(Expected(legal_moves=moves[:-1]), answer).field == "legal_moves"
    assert first_difference(Expected(legal_moves=()), {"valid": True, "legal_moves": []}) is None


@pytest.mark.parametrize(
    ("counts", "found"),
    [([3, 8, 18], None), ([3, 8, 17], "3 8 17"), ([], "nothing"), ("3", "3"), (None, "nothing")],
)
def test_perft_is_compared(counts, found):
    (*_, finding) = compare(Expected(perft=(3, 8, 18)), {"valid": True, "perft": counts})
    assert finding == Finding("perft", found and Difference("perft", "3 8 18", found), missing=counts is None)


@pytest.mark.parametrize("engine", ["kernel", "readable", "reference", "JavaScript"])
def test_the_engines_count(engine):
    """Published counts of a game with foundations that give back, and of one with covered columns."""
    programs = {name.partition(" ")[0]: command for name, (_, command) in ENGINES.items()}
    command = programs.get(engine) or programs["compiled" if engine == "kernel" else engine]
    cases = list(perft_cases(FIXTURES, ["klondike", "three-peaks"]))
    with program(command) as process:
        answers = [*ask_program(process, [case.request for case in cases], 60)]
    for case, answer in zip(cases, answers, strict=True):
        assert first_difference(case.expected, answer) is None, case
        assert case.expected.perft


def test_the_first_divergence_is_compared():
    expected = Expected(divergences=("after 3: T1 W",))
    right = {"after": 3, "piles": [{"pile": "T1", "expected": []}, {"pile": "W"}]}
    turned = right | {"piles": right["piles"][::-1]}
    for same in (right, turned):
        assert first_difference(expected, {"valid": True, "first_divergence": same}) is None
    for wrong in (right | {"after": 4}, {"after": 3}, None, 7):
        answer = {"valid": True, "first_divergence": wrong}
        assert first_difference(expected, answer).field == "first_divergence"
    (_, finding) = compare(expected, {"valid": True})
    assert finding.missing


CASE = Case("games/x", "1", {"variant": "klondike", "seed": "1", "moves": []}, Expected())
WRONG = Difference("reason", "wrong_rank", "wrong_suit")


def report(*findings):
    made = Report("12345678")
    for finding in findings:
        made.add(CASE, [Finding("verdicts"), finding])
    return made


def test_the_badge_names_what_was_shown():
    every = report(Finding("reasons"), Finding("outcomes"), Finding("legal moves"))
    text = unquote(every.badge())
    assert "patience--referee kit 12345678" in text
    assert text.rpartition("badge/")[2].startswith(
        "patience--referee kit 12345678-verdicts, reasons, outcomes, "
    )
    assert "legal moves: klondike-brightgreen" in text


def test_an_aspect_that_is_never_answered_is_not_in_the_badge():
    silent = report(Finding("reasons", WRONG, missing=True), Finding("outcomes"))
    assert silent.agrees
    assert "verdicts, outcomes: klondike" in unquote(silent.badge())
    assert silent.as_json()["not_answered"] == ["reasons", "legal moves", "checkpoints", "perft"]


@pytest.mark.parametrize(
    "findings",
    [
        (Finding("reasons", WRONG), Finding("reasons")),
        (Finding("reasons", WRONG, missing=True), Finding("reasons")),
        (Finding("verdicts", WRONG),),
    ],
    ids=["wrong", "missing sometimes", "wrong verdict"],
)
def test_no_badge_if_anything_differs(findings):
    differing = report(*findings)
    assert (differing.agrees, differing.badge(), differing.as_json()["badge"]) == (False, "", None)
    assert differing.disagreements() == [(CASE, WRONG)]


def test_options_that_were_not_asked_are_not_in_the_badge():
    everything = Report("12345678")
    for rules in ({"draw": "three"}, {"foundations": "final"}, {"spaces": "any", "redeals": 3}):
        assert everything.options_left() != {"klondike": set()}
        assert "all options" not in everything.badge()
        everything.add(CASE._replace(request=CASE.request | {"rules": rules}), [Finding("verdicts")])
    assert "verdicts: klondike, all options-" in unquote(everything.badge())
    assert everything.as_json()["options"] == {
        "klondike": ["draw=three", "foundations=final", "redeals=3", "spaces=any"]
    }


ILLEGAL = Expected(False, 1, "wrong_suit")
RULES_BROKEN = {
    "another perft": (Expected(perft=(4, 15)), "perft", "4 15", "4 16", "--seed 1"),
    "a check too late": (ILLEGAL, "reason", "wrong_suit", "wrong_rank", "checked before wrong_rank"),
    "a check too early": (ILLEGAL, "reason", "wrong_suit", "same_pile", "passes the earlier check of"),
    "a legal move refused": (Expected(), "valid", "true", "false", "Every move of this log is legal"),
    "an illegal move played": (ILLEGAL, "valid", "false", "true", "Move 1 of this log, counted from 0"),
    "a wrong deal": (Expected(moves_played=0), "final_state T1", "KS", "QS", "the seed's shuffle"),
    "a wrong draw": (Expected(moves_played=1), "final_state W", "KS", "QS", "After draw: `draw` turns"),
    "won": (Expected(), "outcome", "in_progress", "won", "Won: the foundations that"),
    "lost": (Expected(), "outcome", "in_progress", "lost", "Lost: no card move"),
    "moves missing": (Expected(), "legal_moves", "T1-T2 draw", "draw T9-T8", "Missing: T1-T2. Not legal: T9"),
    "moves in another order": (Expected(), "legal_moves", "T1-T2 draw", "draw T1-T2", "not in their order"),
    "a false claim": (Expected(divergences=("after 0: W",)), "first_divergence", "after 0: W", "none", "??"),
    "malformed": (Expected(valid=None), "verdict", "none: malformed", "{}", "The request is malformed"),
}  # fmt: skip


@pytest.mark.parametrize("name", RULES_BROKEN)
def test_each_disagreement_names_its_rule(name):
    expected, field, right, wrong, text = RULES_BROKEN[name]
    case = CASE._replace(expected=expected, request=CASE.request | {"moves": ["draw", "T1-T2"]})
    assert text in rule_broken(case, Difference(field, right, wrong))


@pytest.mark.parametrize(
    "expected", [Expected(True), Expected(False, 2)], ids=["a legal log", "an illegal one"]
)
def test_the_check_that_an_engine_finds_broken_by_a_legal_move_is_named(expected):
    case = CASE._replace(expected=expected, request=CASE.request | {"moves": ["draw", "redeal", "T1-T2"]})
    illegal = {"index": 1, "reason": "no_redeals_left"}
    finding, *_ = compare(expected, {"valid": False, "first_illegal_move": illegal})
    assert finding.difference.at == 1
    rule = "redeal passes the check of no_redeals_left: `redeal` with the allowance used up."
    assert rule_broken(case, finding.difference).endswith(rule)


def test_variants_that_were_not_asked_are_listed():
    assert report(Finding("outcomes")).as_json()["not_asked"] == [
        name for name in VARIANTS if name != "klondike"
    ]


def test_the_kit_version_depends_on_every_file(tmp_path):
    for folder in ("games", "conformance/cases"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "games" / "a").write_text("1")
    first = kit_version(tmp_path)
    (tmp_path / "conformance" / "cases" / "b").write_text("")
    second = kit_version(tmp_path)
    (tmp_path / "games" / "a").write_text("2")
    assert len({first, second, kit_version(tmp_path)}) == 3


@pytest.mark.parametrize(
    ("answer", "field", "found"),
    [
        (None, "valid", "nothing"),
        ({**VERDICT, "valid": True}, "valid", "true"),
        ({**VERDICT, "valid": 0}, "valid", "{'valid': 0"),
        ({**VERDICT, "first_illegal_move": None}, "index", "nothing"),
        ({**VERDICT, "first_illegal_move": {"index": True}}, "index", "True"),
        ({**VERDICT, "first_illegal_move": {"index": 1, "reason": ["x"]}}, "reason", "['x']"),
        ({**VERDICT, "moves_played": 2}, "moves_played", "2"),
        ({**VERDICT, "outcome": "lost"}, "outcome", "lost"),
        ({**VERDICT, "outcome": {}}, "outcome", "{}"),
        ({**VERDICT, "final_state": []}, "final_state", "[]"),
        ({**VERDICT, "final_state": {"tableau": 7}}, "final_state T1", "nothing"),
        ({**VERDICT, "final_state": {"tableau": [7, {"pile": []}]}}, "final_state T1", "nothing"),
        (
            {**VERDICT, "final_state": {"tableau": [{"pile": "T1", "cards": ["2C", "3C"]}]}},
            "final_state T1",
            "2C 3C",
        ),
    ],
)
def test_the_first_difference(answer, field, found):
    difference = first_difference(EXPECTED, answer)
    assert difference.field == field
    assert difference.found.startswith(found)


def test_a_verdict_on_a_malformed_request_differs():
    assert first_difference(Expected(valid=None), VERDICT).field == "verdict"


def test_a_checkpoint_on_a_pile_that_the_game_lacks_is_refused_or_differs():
    """A stock that a game lacks is empty, so a claim about its cards is false; other piles are unknown."""
    cases = [case for case in all_cases(FIXTURES, ["freecell"]) if case.name.endswith(LACKS)]
    claims = [(case, *case.request["checkpoints"][0]["piles"].items()) for case in cases]
    assert {name for _, (name, _) in claims} == {"T9", "F5", "R5", "S", "W"}
    for case, (name, cards) in claims:
        answer = {"valid": case.expected.valid, "moves_played": case.expected.moves_played}
        answer |= {"first_illegal_move": {"index": case.expected.index}, "first_divergence": None}
        assert (first_difference(case.expected, answer) is None) is (cards == [])
        assert (first_difference(case.expected, {}) is None) is case.expected.may_refuse
        assert case.expected.may_refuse is (name not in "SW")


@pytest.mark.parametrize("variant", ["freecell", "royal-rendezvous", "montana"])
def test_checkpoints_agree_in_games_without_columns_and_with_many_piles_too(variant):
    """Royal Rendezvous has no columns, Montana has more piles than a checkpoint may name."""
    cases = [case for case in all_cases(FIXTURES, [variant]) if case.expected.divergences]
    assert cases
    for case in cases:
        assert first_difference(case.expected, by_service(judge_with_kernel, case.request)) is None, case.name


def test_variants_that_people_play_have_more_cases():
    """All collections have Klondike. None has Josephine, which needs the same code as Whitehead."""
    assert share("klondike") == share("rouge-et-noir") == max(map(share, VARIANTS))
    assert share("josephine") == min(map(share, VARIANTS))
    assert "whitehead" in alike("josephine")


def test_only_the_chosen_variants_have_cases():
    assert {case.variant for case in all_cases(FIXTURES, ["klondike"])} == {"klondike"}


@needs_node
def test_house_in_the_wood_is_not_a_game_of_an_operator():
    assert conform("--variant", "house-in-the-wood", "--", NODE, str(ENGINE)).exit_code == 0


def test_a_malformed_token_after_the_end_of_a_game_is_sent():
    """An engine that stops reading once a game is won takes it."""
    (case,) = (case for case in all_cases(FIXTURES, ["golf"]) if case.name == "token after the end of a game")
    *moves, further, malformed = case.request["moves"]
    assert case.expected.valid is None
    assert judge_by_reference(case.request | {"moves": moves})["outcome"] == "won"
    assert judge_by_reference(case.request | {"moves": [*moves, further]})["valid"] is False
    assert not is_token(malformed)


def test_malformed_requests_are_sent_once():
    cases = list(all_cases(FIXTURES, ["spider", "klondike"]))
    malformed = [case for case in cases if case.source == "malformed.json"]
    assert {case.variant for case in malformed} == {"spider"}
    # A number of an option that is too large depends on the variant.
    assert {case.variant for case in cases if case.about == "malformed"} == {"spider", "klondike"}
    groups = {"token", "well-formed", "seed", "deck", "request", "options"}
    assert {case.name.split()[0] for case in malformed} == groups


def test_no_request_with_options_that_do_not_exist_is_judged():
    """A word that is another spelling of a value exists: ``none`` for no redeals."""
    for variant in ("klondike", "freecell", "spider"):
        cases = [case for case in all_cases(FIXTURES, [variant]) if case.name.startswith("options ")]
        assert len(cases) > 20
        for case in cases:
            with pytest.raises((ValidationError, Problem), match="rules"):
                judge_with_kernel(orjson.dumps(case.request))


def test_options_that_do_not_exist_are_sent_with_decks_too():
    """They deal nothing, so the deck is that of the default rules."""
    cases = list(with_decks(all_cases(FIXTURES, ["spider"])))
    rules = [case.request["rules"] for case in cases if case.name.startswith("options ")]
    assert None in rules
    assert {"suits": "FOUR"} in rules
    # Another variant has this value.
    assert {"deal": "when_blocked"} in rules
    assert all(len(case.request["deck"]) == 104 for case in cases if case.name.startswith("options "))


def write_fixtures(folder, games, chosen):
    """Write the files of a kit that has Klondike alone."""
    (folder / "games").mkdir()
    (folder / "conformance" / "cases").mkdir(parents=True)
    text = "\n".join(map(json.dumps, games))
    (folder / "games" / "klondike.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    text = "\n".join(json.dumps(packed(line)) for line in chosen)
    (folder / "conformance" / "cases" / "klondike.jsonl").write_text(text)
    (folder / "conformance" / "malformed.json").write_text('{"well_formed": [], "tokens": [], "seeds": []}')


def test_cards_and_tokens_are_texts_in_a_file_of_cases():
    state = {"tableau": [{"pile": "T1", "cards": ["AC", "2D"], "face_down": 0}], "stock": [], "redeals": 0}
    line = {
        "deck": ["AC", "2D"],
        "moves": [],
        "steps": [["T1-T2", "wrong_rank", "ranks"]],
        "final_state": state,
    }
    text = packed(line)
    assert (text["deck"], text["moves"], text["final_state"]["tableau"][0]["cards"]) == ("AC 2D", "", "AC 2D")
    assert unpacked(text) == line


def test_an_illegal_move_asks_about_its_position_too(tmp_path):
    position = {"seed": "1", "moves": ["draw"], "about": "lost", "outcome": "lost", "legal_moves": ["T1-T2"]}
    steps = [["T2-T1", None, "ranks"], ["T1-T1", "same_pile", "checks"], ["deal", "unknown_action", "checks"]]
    write_fixtures(tmp_path, [], [position, position | {"steps": steps}])
    alone, legal, first, second = (case.expected for case in chosen_cases(tmp_path, "klondike"))
    assert alone == Expected(moves_played=1, outcomes=("lost",), legal_moves=("T1-T2",))
    assert (legal, second) == (Expected(), Expected(False, 1, "unknown_action"))
    assert first == Expected(False, 1, "same_pile", 1, ("lost",), legal_moves=("T1-T2",))


def test_a_legal_game_is_asked_with_the_illegal_move_of_a_chosen_case(tmp_path):
    """One request asks about both, and the move that comes before it stays as it is."""
    state = {"tableau": [], "foundations": []}
    deals = [{"kind": "deal", "rules": {}, "seed": seed, "state": state} for seed in ("1", "2")]
    steps = [["T1-T1", "same_pile", "checks"], ["S-T1", "source_locked", "checks"]]
    write_fixtures(tmp_path, deals, [{"seed": "2", "moves": [], "steps": steps}])
    deal, joined, other, *_ = all_cases(tmp_path, ["klondike"])
    assert (deal.name, deal.request["moves"], deal.expected.valid) == ("seed 1", [], True)
    assert (joined.name, joined.moves) == ("seed 2, then T1-T1 (checks)", ["T1-T1", "T1-T1"])
    assert joined.expected == Expected(False, 0, "same_pile", 0, final_state=state)
    assert (other.moves, other.expected.final_state) == (["S-T1", "S-T1"], None)


def test_every_other_log_of_a_reason_goes_on_after_its_illegal_move(tmp_path):
    """An engine that skips illegal moves has another verdict on [X, X] than on [X]."""
    steps = [[f"T{number}-T{number}", "same_pile", "checks"] for number in range(1, 5)]
    line = {"seed": "2", "moves": [], "steps": [*steps, ["S-T1", "source_locked", "checks"]]}
    write_fixtures(tmp_path, [], [line])
    cases = [case for case in all_cases(tmp_path, ["klondike"]) if case.expected.reason]
    assert [case.moves for case in cases] == [
        ["T1-T1", "T1-T1"], ["T2-T2"], ["T3-T3", "T3-T3"], ["T4-T4"], ["S-T1", "S-T1"]
    ]  # fmt: skip
    assert {case.expected.index for case in cases} == {0}


def test_a_deal_is_not_asked_where_a_chosen_case_plays_on(tmp_path):
    """The first deal is asked in any case."""
    state = {"tableau": [], "foundations": []}
    deals = [{"kind": "deal", "rules": {}, "seed": seed, "state": state} for seed in ("1", "2", "3")]
    steps = [["T1-T1", "same_pile", "checks"]]
    chosen = [{"seed": seed, "moves": ["draw"], "steps": steps} for seed in ("1", "2")]
    write_fixtures(tmp_path, deals, chosen)
    names = [case.name for case in all_cases(tmp_path, ["klondike"])]
    assert [name for name in names if name.startswith("seed ")] == ["seed 1", "seed 3"]


def test_the_kit_of_a_variant_is_small():
    """At most some two hundred requests that are not whole games or deals."""
    for variant in VARIANTS:
        assert len(list(chosen_cases(FIXTURES, variant))) <= MOST_CHOSEN, variant


MOST_CHOSEN = 240
SOME_VARIANTS = list(VARIANTS)[::13]
EACH = 4


def test_chosen_cases_agree_with_both_engines():
    """The table of engines, which is made by hand, asks the whole kit."""
    cases = [case for case in all_cases(FIXTURES, SOME_VARIANTS) if case.source.startswith("cases/")]
    for case in cases[::EACH]:
        if case.expected.valid is None:
            continue
        body = orjson.dumps(case.request | {"include": ["final_state", "legal_moves"]})
        for judge in (judge_readably, judge_with_kernel):
            assert first_difference(case.expected, orjson.loads(judge(body).answer)) is None, case


def test_a_case_with_a_deck_instead_of_a_seed():
    case = Case("", "", {"variant": "double-russian", "seed": "1", "moves": []}, Expected())
    (with_deck,) = with_decks([case])
    assert set(with_deck.request) == {"variant", "deck", "moves"}
    assert list(with_decks([with_deck])) == [with_deck]
    malformed = case._replace(name="seed '00'", expected=Expected(valid=None))
    beside = malformed._replace(
        name="request with a seed and a deck", request=with_deck.request | {"seed": "1"}
    )
    assert list(with_decks([malformed, beside])) == []


def test_a_redeal_that_shuffles_is_not_asked_with_a_deck():
    """Its order is the seed's: without one it is illegal, so even a right engine would differ."""
    request = {"variant": "la-belle-lucie", "seed": "1", "moves": ["redeal"]}
    case = Case("", "", request, Expected())
    assert list(with_decks([case])) == []
    assert list(with_decks([case._replace(request=request | {"moves": []})]))


def test_the_kit_catches_faults():
    """The long run of conformance/discriminate.py asks every fault in every variant."""
    kit = sorted(all_cases(FIXTURES, ["klondike"]), key=lambda case: len(case.moves))
    for name in CAUGHT:
        (fault,) = (fault for fault in listed("by-hand") if fault.name == name)
        assert any(catches(case, fault) for case in kit), name


CAUGHT = (
    "a bare F with a count is one card only",
    "the rank is checked before the suit on columns",
    "ms0 is a seed",
    "decks are checked as sets",
    "count 0",
    "the position before the move is compared",
    "the first checkpoint listed is reported",
)


ACTION = ROOT / "docs" / "how-to" / "conformance-action.yml"


@pytest.mark.parametrize(
    ("engine", "exit_code", "badge"), [("kernel", 0, "![conformance]"), ("none", 1, "No badge")]
)
def test_the_github_action(tmp_path, engine, exit_code, badge):
    """Its steps run with a referee that is already installed."""
    steps = {step["name"]: step for step in yaml.safe_load(ACTION.read_text("utf-8"))["runs"]["steps"]}
    (tmp_path / "referee" / "bin").mkdir(parents=True)
    (tmp_path / "referee" / "bin" / "referee").symlink_to(
        shutil.which("referee", path=Path(sys.executable).parent)
    )
    env = os.environ | {
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "COMMAND": f"{sys.executable} -m conformance.engines {engine}",
        "VARIANTS": "double-russian",
        "REPORT": str(tmp_path / "report.xml"),
    }
    if engine == "none":
        env["COMMAND"] = f"{sys.executable} {tmp_path / 'engine.py'}"
        (tmp_path / "engine.py").write_text("import sys\nfor _ in sys.stdin: print('{}')")
    script = steps["Compare the engine with the kit"]["run"]
    ran = subprocess.run(["bash", "-e", "-c", script], check=False, env=env, cwd=ROOT)
    assert ran.returncode == exit_code
    assert (tmp_path / "output").read_text().startswith(f"badge={badge}")
    assert (tmp_path / "summary").read_text().startswith(badge)
    assert Xml.parse(tmp_path / "report.xml").getroot().tag == "testsuites"


def test_the_table_has_a_row_for_each_engine():
    """Rewritten by `python -m conformance.engines --table`."""
    page = (ROOT / "docs" / "reference" / "conformance.md").read_text("utf-8")
    table = page.partition("<!-- engines -->")[2].partition("<!-- end -->")[0]
    names = [line.split(" | ")[0].removeprefix("| ") for line in table.strip().splitlines()[2:]]
    assert names in ([*ENGINES], [*ENGINES, PYSOLFC])


def test_every_fault_of_the_lists_changes_the_reference():
    """Each line of the interpreter is named once, and the mistakes that are made there lie below it."""
    text = FAULTS.read_text("utf-8")
    for function in text.split("@ ")[1:]:
        lines = re.findall(r"^-.+", function, re.MULTILINE)
        assert len(lines) == len({*lines})
    faults = [fault for name in LISTS for fault in listed(name)]
    named = re.findall(r"^([a-z][a-z -]*), [^:\n]+: ", text, re.MULTILINE)
    assert len(faults) == sum(len(lists.split()) for lists in named)
    assert all(fault.patches for fault in faults)


def test_an_adapter_says_that_its_engine_has_ended():
    program = Program(sys.executable, "-c", "print(input()); exit(3)")
    assert program.ask("first") == "first"
    with pytest.raises(SystemExit, match="ended with code 3, with no answer to 'second'"):
        program.ask("second")
