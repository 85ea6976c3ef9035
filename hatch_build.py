"""Build hook: compiles the kernel and the search, and gives the program one name of its own.

python hatch_build.py [--checked]

compiles them and puts them beside their sources, as an editable install does. The library's wheel takes them
from there if they are current, and else compiles them in a scratch directory: building one never touches the
source tree. They use the stable ABI, so one build fits all versions of CPython from 3.11 on. For both, the
environment variable REFEREE_KERNEL_BUILD chooses ``auto`` (the default: a failure is a warning, and the
readable engine judges alone), ``require`` or ``skip``.

The program's wheel has no library: it depends on python-patience of its version. Its packages ``service`` and
``schemas`` are called ``patience_referee.service`` and ``patience_referee.schemas`` there.
"""

import argparse
import os
import re
import runpy
import shutil
import sys
import sysconfig
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
PROGRAM = "patience-referee"
PACKAGE = "patience_referee"
INNER = ("service", "schemas")
"""The packages of the program in the source tree."""

# An import of an inner package, or a text that begins with the dotted name of a module of one.
_NAMES = re.compile(
    r"""^([ ]*(?:from|import)[ ]|.*?["'](?:python:)?)(service|schemas)(?=[. ])""", re.MULTILINE
)

STABLE_ABI = "0x030B0000"
"""The stable ABI of CPython 3.11."""

PLAIN = ["/O2"] if os.name == "nt" else ["-O3", "-g0", *WARNINGS]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", "-O1", *WARNINGS]


class Hook(BuildHookInterface):
    """Compiles out of the tree. Only an editable install puts the modules beside their sources."""

    _scratch: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the modules; report a failure in one line unless they are required."""
        if self.target_name != "wheel":
            return
        if self.metadata.name == PROGRAM and version != "editable":
            self._add_program(build_data)
            return
        choice = os.environ.get("REFEREE_KERNEL_BUILD", "auto")
        if choice not in ("auto", "require", "skip"):
            raise SystemExit(f"REFEREE_KERNEL_BUILD must be auto, require or skip, not {choice!r}.")
        if choice == "skip":
            return
        is_editable = version == "editable"
        try:
            source, built = self._modules(is_editable)
        except (Exception, SystemExit) as error:
            if choice == "require":
                raise
            self.app.display_warning(
                f"The kernel is not compiled, because this needs a C compiler and Python's headers: {error}. "
                "Games are judged about 15 times as slowly, and no winning lines are searched."
            )
            return
        if not is_editable:
            self._add_modules(source, built, build_data)

    def _modules(self, is_editable: bool) -> tuple[Path, list[Path]]:
        """Return a directory with the compiled modules, and their paths in it."""
        root = Path(self.root)
        if built := current_modules(root):
            return root, built
        self._scratch = TemporaryDirectory()
        scratch = Path(self._scratch.name)
        built = compile_all(root, scratch)
        if is_editable:
            put_in_place(built, scratch, root)
        return scratch, built

    def _add_modules(self, source: Path, built: list[Path], build_data: dict[str, Any]) -> None:
        build_data["force_include"] |= {str(source / path): path.as_posix() for path in built}
        build_data.update(pure_python=False, infer_tag=True)
        if has_stable_abi():
            platform = self.build_config.builder.get_best_matching_tag().rpartition("-")[2]
            build_data["tag"] = f"cp311-abi3-{platform}"

    def _add_program(self, build_data: dict[str, Any]) -> None:
        self._scratch = TemporaryDirectory()
        target = Path(self._scratch.name, PACKAGE)
        write_program(Path(self.root), target)
        build_data["force_include"][str(target)] = PACKAGE
        build_data["dependencies"].append(f"python-patience=={self.metadata.version}")
        scripts = self.metadata.core.scripts
        scripts |= {name: f"{PACKAGE}.{path}" for name, path in scripts.items()}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the scratch directory once the wheel is written."""
        if self._scratch:
            self._scratch.cleanup()


def write_program(root: Path, target: Path) -> None:
    """Copy the packages of the program from a source tree into one package, with their imports renamed."""
    for package in INNER:
        left_out = shutil.ignore_patterns("__pycache__", "*.md~", "node_modules")
        shutil.copytree(root / package, target / package, ignore=left_out)
        for module in (target / package).rglob("*.py"):
            module.write_text(_NAMES.sub(rf"\1{PACKAGE}.\2", module.read_text("utf-8")), "utf-8")
    (target / "__init__.py").write_text('"""Patience Referee: the program."""\n', "utf-8")


def has_stable_abi() -> bool:
    """Return whether this Python has the stable ABI, and later versions that would load such a module."""
    # Neither PyPy nor a free-threaded CPython has it, and Pyodide has one version of Python a release.
    is_free_threaded = sysconfig.get_config_var("Py_GIL_DISABLED")
    is_pyodide = "emscripten" in sysconfig.get_platform()
    return sys.implementation.name == "cpython" and not is_free_threaded and not is_pyodide


def current_modules(root: Path) -> list[Path]:
    """Return the modules of the tree, relative to it; none unless all are as `compile_all` makes them."""
    modules: list[Path] = _of_digest(root, "current_modules")
    suffixes = [suffix for suffix in EXTENSION_SUFFIXES if ".abi3" in suffix or suffix == ".pyd"]
    usual = suffixes[0] if has_stable_abi() else EXTENSION_SUFFIXES[0]
    for module in modules:
        # The digest of a checked build is the same, but only tests can load it.
        if not module.name.endswith(usual) or b"__asan_init" in module.read_bytes():
            return []
    return [module.relative_to(root) for module in modules]


def compile_all(root: Path, target: Path, *, checked: bool = False) -> list[Path]:
    """Compile the modules of the tree into the directory `target`; return their paths, relative to it.

    Raises the errors of Cython and setuptools.
    """
    # Imported here, so that the hook can report a missing one.
    from Cython.Build import cythonize  # noqa: PLC0415
    from setuptools import Distribution, Extension  # noqa: PLC0415

    stable_abi = has_stable_abi()
    modules = [
        Extension(
            module,
            [source],
            include_dirs=["."],
            extra_compile_args=SANITIZERS if checked else PLAIN,
            extra_link_args=SANITIZERS if checked else [],
            py_limited_api=stable_abi,
        )
        for module, source in SOURCES.items()
    ]
    with chdir(root), TemporaryDirectory() as scratch:
        extensions = cythonize(modules, build_dir=scratch, quiet=True, force=True)
        for extension in extensions:
            # Cython keeps what it is given for a path, for later calls of the same process.
            extension.define_macros = [("KERNEL_SOURCES", _of_digest(root, "source_digest"))]
            extension.define_macros += [("Py_LIMITED_API", STABLE_ABI)] if stable_abi else []
        command = Distribution({"name": "kernel", "ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib = str(target)
        command.build_temp = scratch
        command.parallel = len(SOURCES)
        command.ensure_finalized()
        command.run()
        return [Path(command.get_ext_fullpath(module)).relative_to(target) for module in SOURCES]


def put_in_place(built: Iterable[Path], source: Path, root: Path) -> None:
    """Replace the modules of a tree; a process that has loaded one keeps it. Raises OSError.

    Builds for this Python alone go, since it would load them first.
    """
    for path in built:
        fresh = root / path.with_name(f".{path.name}.{os.getpid()}")
        shutil.copy(source / path, fresh)
        fresh.replace(root / path)
        module = path.name.partition(".")[0]
        for suffix in EXTENSION_SUFFIXES:
            if path.name != module + suffix:
                (root / path.with_name(module + suffix)).unlink(missing_ok=True)


def _of_digest(root: Path, name: str) -> Any:
    # Run, not imported: an import would leave compiled files in the tree.
    return runpy.run_path(str(root / "patience/kernel/digest.py"))[name]()


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
