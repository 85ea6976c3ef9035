"""What can be said of the Containerfile without building it; `tests.soak.container` does that."""

import json
import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from hatch_build import INNER
from service.config import table

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
STEPS = [line.split(maxsplit=1) for line in LINES if line and not line.startswith("#")]


def said(instruction):
    return [rest for name, rest in STEPS if name == instruction]


def test_two_stages_from_images_that_can_be_chosen():
    assert said("FROM") == ["${BUILD} AS build", "${BASE}"]
    assert [argument.partition("=")[0] for argument in said("ARG")] == ["BUILD", "BASE"]


def test_it_does_not_run_as_root():
    (user,) = said("USER")
    assert int(user) > 0
    assert f"--uid {user} " in "".join(said("RUN"))


def test_its_commands_are_run_without_a_shell():
    (command,) = said("CMD")
    assert json.loads(command) == ["referee", "serve"]
    (health,) = said("HEALTHCHECK")
    python, _, program = json.loads(health[health.index("[") :])
    assert python == "python"
    compile(program, "health", "exec")


def test_what_it_is_built_from_is_not_ignored():
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    files = ["pyproject.toml", "constraints.txt", "README.md", "LICENSE"]
    needed = [*files, "patience", "tools/library", "hatch_build.py", *INNER, *wheel["force-include"]]
    for path in needed:
        assert (ROOT / path).exists(), path
        parts = [path, *map(str, Path(path).parents)]
        assert not any(fnmatch(part, pattern) for part in parts if part != "." for pattern in ignored), path


def test_settings_that_it_names_exist():
    for name in re.findall(r"REFEREE_(\w+)", " ".join(said("ENV"))):
        assert f"`REFEREE_{name}`" in table() + (ROOT / "docs/how-to/deploy.md").read_text("utf-8")
