"""Build hook that compiles the kernel and the search; without a C compiler the readable engine judges alone.

python hatch_build.py [--checked]

compiles them in the source tree, as an editable install and a wheel do. For those, the environment variable
REFEREE_KERNEL_BUILD chooses ``auto`` (the default: a failure is a warning), ``require`` or ``skip``.
"""

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = {
    "patience.kernel.core": "patience/kernel/core.pyx",
    "patience.prospects.search": "patience/prospects/search.pyx",
}
# The modules share parts of which each uses some. The compiler cannot know that no deck is empty.
WARNINGS = ["-Wno-unused-function", "-Wno-maybe-uninitialized"]
PLAIN = ["/O2"] if os.name == "nt" else ["-O3", "-g0", *WARNINGS]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", "-O1", *WARNINGS]


class KernelHook(BuildHookInterface):
    """Compiles in place, so that editable installs and wheels find the same file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the modules; report a failure in one line unless they are required."""
        if self.target_name != "wheel":
            return
        choice = os.environ.get("REFEREE_KERNEL_BUILD", "auto")
        if choice not in ("auto", "require", "skip"):
            raise SystemExit(f"REFEREE_KERNEL_BUILD must be auto, require or skip, not {choice!r}.")
        # Earlier builds may be of other sources.
        for source in SOURCES.values():
            path = Path(self.root, source)
            for build in path.parent.glob(f"{path.stem}.*"):
                if build.suffix in (".so", ".pyd"):
                    build.unlink()
        if choice == "skip":
            return
        try:
            built = compile_all(Path(self.root))
        except (Exception, SystemExit) as error:
            if choice == "require":
                raise
            self.app.display_warning(f"The kernel is not compiled, so the readable engine judges: {error}")
            return
        build_data["artifacts"] += [path.as_posix() for path in built]
        if version == "standard":
            build_data.update(pure_python=False, infer_tag=True)


def compile_all(root: Path, *, checked: bool = False) -> list[Path]:
    """Compile the modules into the source tree; return their paths, relative to ``root``.

    Raises the errors of Cython and setuptools.
    """
    # Imported here, so that the hook can report a missing one.
    from Cython.Build import cythonize  # noqa: PLC0415
    from setuptools import Distribution, Extension  # noqa: PLC0415

    sys.path.insert(0, str(root))
    from patience.kernel.loader import source_digest  # noqa: PLC0415 - of these sources

    modules = [
        Extension(
            module,
            [source],
            define_macros=[("KERNEL_SOURCES", source_digest())],
            extra_compile_args=SANITIZERS if checked else PLAIN,
            extra_link_args=SANITIZERS if checked else [],
        )
        for module, source in SOURCES.items()
    ]
    os.chdir(root)
    with TemporaryDirectory() as scratch:
        extensions = cythonize(modules, build_dir=scratch, quiet=True, force=True)
        command = Distribution({"name": "kernel", "ext_modules": extensions}).get_command_obj("build_ext")
        command.inplace = True
        command.force = True
        command.build_temp = scratch
        command.ensure_finalized()
        command.run()
    return [Path(command.get_ext_fullpath(module)).relative_to(root) for module in SOURCES]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    checks = "compile with the address and undefined-behaviour sanitizers, for tests"
    parser.add_argument("--checked", action="store_true", help=checks)
    paths = compile_all(Path(__file__).parent.resolve(), checked=parser.parse_args().checked)
    sys.stdout.writelines(f"{path}\n" for path in paths)
