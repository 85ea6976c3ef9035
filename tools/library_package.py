"""Build python-patience, the library alone.

python -m tools.library_package dist

writes its wheel to ``dist``. With ``--tree`` it writes the source tree instead, which pip, ``build`` and
cibuildwheel take.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[1]
METADATA: Final = ROOT / "tools" / "library"

_COMPILED: Final = ("*.so", "*.pyd")


def write_tree(target: Path, *, compiled: bool = False) -> None:
    """Write the source tree of the library to a directory that does not exist or is empty.

    With `compiled`, the compiled modules of this tree are in it: the build takes them if they are current.
    Raises FileExistsError if something is there.
    """
    if target.exists() and any(target.iterdir()):
        raise FileExistsError(f"{target} is not empty.")
    left_out = shutil.ignore_patterns("__pycache__", *(() if compiled else _COMPILED))
    shutil.copytree(ROOT / "patience", target / "patience", ignore=left_out, dirs_exist_ok=True)
    for source in (
        ROOT / "LICENSE",
        ROOT / "hatch_build.py",
        METADATA / "pyproject.toml",
        METADATA / "README.md",
    ):
        shutil.copy(source, target)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directory", type=Path, help="where the wheel or the tree goes")
    parser.add_argument("--tree", action="store_true", help="write the source tree, not the wheel")
    arguments = parser.parse_args()
    try:
        if arguments.tree:
            write_tree(arguments.directory)
            return
        with TemporaryDirectory() as scratch:
            write_tree(Path(scratch), compiled=True)
            command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
            subprocess.run([*command, str(arguments.directory), scratch], check=True)
    except (FileExistsError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"The library is not built: {error}") from None


if __name__ == "__main__":
    main()
