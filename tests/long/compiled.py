"""Compiles the engine in an environment of its own, as the README says, and runs the tests on it.

python -m tests.long.compiled [-n auto tests/engine]

What follows is for pytest. Needs a C compiler; takes some minutes. The exit code is pytest's.
"""
# ruff: noqa: T201

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from shutil import copytree, ignore_patterns

ROOT = Path(__file__).parents[2]
NOT_COPIED = ignore_patterns(".*", "__pycache__", "*.so")
COMPILED = "from service.engine import advance, replay; print(advance.__file__, replay.__file__)"


def main() -> int:
    """Compile, check that it is what runs, and test."""
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(__doc__)
        return 0
    with tempfile.TemporaryDirectory() as directory:
        source, environment = Path(directory) / "source", Path(directory) / "venv"
        copytree(ROOT, source, ignore=NOT_COPIED)
        venv.create(environment, with_pip=True)
        python = environment / "bin" / "python"
        print("Compiling …", file=sys.stderr)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--editable", ".[test]"],
            cwd=source,
            env={**os.environ, "HATCH_BUILD_HOOK_ENABLE_MYPYC": "1"},
            check=True,
        )
        loaded = subprocess.run(
            [python, "-c", COMPILED], cwd=source, check=True, capture_output=True, text=True
        ).stdout.split()
        if not all(name.endswith((".so", ".pyd")) for name in loaded):
            sys.exit(f"What runs is not compiled: {' '.join(loaded)}")
        return subprocess.run([python, "-m", "pytest", *sys.argv[1:]], cwd=source, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
