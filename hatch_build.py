"""Build hook that compiles the kernel and the search; without a C compiler the readable engine judges alone.

python hatch_build.py [--checked]

compiles them and puts them beside their sources, as an editable install does. A wheel is compiled in a
scratch directory, so building one never touches the source tree. For both, the environment variable
REFEREE_KERNEL_BUILD chooses ``auto`` (the default: a failure is a warning), ``require`` or ``skip``.
"""

import argparse
import os
import runpy
import shutil
import sys
from collections.abc import Iterable
from contextlib import chdir
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = {
    "patience.kernel.core": "patience/kernel/core.pyx",
    "patience.search.engine": "patience/search/engine.pyx",
}
# The modules share parts of which each uses some. The compiler cannot know that no deck is empty.
WARNINGS = ["-Wno-unused-function", "-Wno-maybe-uninitialized"]
PLAIN = ["/O2"] if os.name == "nt" else ["-O3", "-g0", *WARNINGS]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", "-O1", *WARNINGS]


class KernelHook(BuildHookInterface):
    """Compiles out of the tree. Only an editable install puts the modules beside their sources."""

    _scratch: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the modules; report a failure in one line unless they are required."""
        if self.target_name != "wheel":
            return
        choice = os.environ.get("REFEREE_KERNEL_BUILD", "auto")
        if choice not in ("auto", "require", "skip"):
            raise SystemExit(f"REFEREE_KERNEL_BUILD must be auto, require or skip, not {choice!r}.")
        root = Path(self.root)
        is_editable = version == "editable"
        if choice == "skip" or (is_editable and is_current(root)):
            return
        self._scratch = TemporaryDirectory()
        target = Path(self._scratch.name)
        try:
            built = compile_all(root, target)
            if is_editable:
                put_in_place(built, target, root)
        except (Exception, SystemExit) as error:
            if choice == "require":
                raise
            self.app.display_warning(f"The kernel is not compiled, so the readable engine judges: {error}")
            return
        if not is_editable:
            build_data["force_include"] |= {str(target / path): path.as_posix() for path in built}
            build_data.update(pure_python=False, infer_tag=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the scratch directory once the wheel is written."""
        if self._scratch:
            self._scratch.cleanup()


def is_current(root: Path) -> bool:
    """Return whether the tree has both modules for this Python, compiled from its sources for use."""
    digest = _digest(root).encode()
    builds = [Path(root, source).with_suffix(EXTENSION_SUFFIXES[0]) for source in SOURCES.values()]
    # The digest of a checked build is the same, but only tests can load it.
    return all(
        build.exists() and digest in (content := build.read_bytes()) and b"__asan_init" not in content
        for build in builds
    )


def compile_all(root: Path, target: Path, *, checked: bool = False) -> list[Path]:
    """Compile the modules of the tree into the directory `target`; return their paths, relative to it.

    Raises the errors of Cython and setuptools.
    """
    # Imported here, so that the hook can report a missing one.
    from Cython.Build import cythonize  # noqa: PLC0415
    from setuptools import Distribution, Extension  # noqa: PLC0415

    modules = [
        Extension(
            module,
            [source],
            extra_compile_args=SANITIZERS if checked else PLAIN,
            extra_link_args=SANITIZERS if checked else [],
        )
        for module, source in SOURCES.items()
    ]
    with chdir(root), TemporaryDirectory() as scratch:
        extensions = cythonize(modules, build_dir=scratch, quiet=True, force=True)
        for extension in extensions:
            # Cython keeps what it is given for a path, for later calls of the same process.
            extension.define_macros = [("KERNEL_SOURCES", _digest(root))]
        command = Distribution({"name": "kernel", "ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib = str(target)
        command.build_temp = scratch
        command.ensure_finalized()
        command.run()
        return [Path(command.get_ext_fullpath(module)).relative_to(target) for module in SOURCES]


def put_in_place(built: Iterable[Path], source: Path, root: Path) -> None:
    """Replace the modules of a tree; a process that has loaded one keeps it. Raises OSError."""
    for path in built:
        fresh = root / path.with_name(f".{path.name}.{os.getpid()}")
        shutil.copy(source / path, fresh)
        fresh.replace(root / path)


def _digest(root: Path) -> str:
    # Run, not imported: an import would leave compiled files in the tree.
    digest: str = runpy.run_path(str(root / "patience/kernel/digest.py"))["source_digest"]()
    return digest


def main() -> None:
    """Compile the modules into the tree of this file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    checks = "compile with the address and undefined-behaviour sanitizers, for tests"
    parser.add_argument("--checked", action="store_true", help=checks)
    checked = parser.parse_args().checked
    root = Path(__file__).parent.resolve()
    with TemporaryDirectory() as scratch:
        built = compile_all(root, Path(scratch), checked=checked)
        put_in_place(built, Path(scratch), root)
    sys.stdout.writelines(f"{path}\n" for path in built)


if __name__ == "__main__":
    main()
