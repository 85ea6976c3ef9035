"""Commit subjects follow CONTRIBUTING.md. As a commit-msg hook: ``python -m tests.test_commits FILE``."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAST_OLD_COMMIT = "e2cf79db858aaea14a6684a912819525fc1ac9ba"
"""Commits up to this one were written before the rules."""

LONGEST = 72


def faults(subject: str) -> list[str]:
    """Return what a commit subject does wrong, in words."""
    found = []
    if len(subject) > LONGEST:
        found.append(f"has {len(subject)} characters; at most {LONGEST} are allowed")
    if not re.match(r"[a-z]+(\([a-z-]+\))?: \S", subject):
        found.append("does not begin with a scope such as 'engine: '")
    if ";" in subject:
        found.append("contains a semicolon")
    return found


def git(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run git in this repository."""
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_new_commits_have_good_subjects():
    log = git("log", "--no-merges", "--format=%H %s", f"{LAST_OLD_COMMIT}..HEAD")
    if log.returncode:
        pytest.skip("The git history is not available.")
    lines = (line.partition(" ") for line in log.stdout.splitlines())
    found = {commit: wrong for commit, _, subject in lines if (wrong := faults(subject))}
    assert found == {}


@pytest.mark.parametrize(
    ("subject", "number"),
    [
        ("http: Reject duplicate Host headers", 0),
        ("build(docs): Pin mkdocs", 0),
        ("engine: " + "x" * 64, 0),
        ("engine: " + "x" * 65, 1),
        ("Reject duplicate Host headers", 1),
        ("http: Reject duplicates; log them", 1),
        ("A header is read once, and never again, wherever in the request it stands; said", 3),
    ],
)
def test_faults_are_found(subject, number):
    assert len(faults(subject)) == number


if __name__ == "__main__":
    subject = Path(sys.argv[1]).read_text("utf-8").partition("\n")[0]
    for fault in faults(subject):
        print(f"The commit subject {fault}.", file=sys.stderr)  # noqa: T201
    sys.exit(bool(faults(subject)))
