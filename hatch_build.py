"""Compiles the kernel and the search where there is a C compiler; without one the readable engine is alone.

python hatch_build.py [--checked]

compiles them in the source tree, as an editable install and a wheel do. ``REFEREE_KERNEL_BUILD`` says how
much those want them: ``auto`` (the default), ``require`` or ``skip``.
"""

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = {
    "service.engine.kernel": "service/engine/kernel.pyx",
    "service.prospects.search": "service/prospects/search.pyx",
}
# What the modules share is not all used in each.
PLAIN = ["-O3", "-g0", "-Wno-unused-function"]
SANITIZERS = [
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-g",
    "-O1",
    "-Wno-unused-function",
]


class KernelHook(BuildHookInterface):
    """In place, so that editable installs and wheels find the same file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile them, and say in one line why if that cannot be done."""
        if self.target_name != "wheel":
            return
        wanted = os.environ.get("REFEREE_KERNEL_BUILD", "auto")
        if wanted not in ("auto", "require", "skip"):
            raise SystemExit(f"REFEREE_KERNEL_BUILD is auto, require or skip, not {wanted!r}.")
        # What was made before is of other sources.
        for source in SOURCES.values():
            made_of = Path(self.root, source)
            for left_over in made_of.parent.glob(f"{made_of.stem}.*.so"):
                left_over.unlink()
        if wanted == "skip":
            return
        try:
            built = compile_all(Path(self.root))
        except (Exception, SystemExit) as error:
            if wanted == "require":
                raise
            self.app.display_warning(f"The kernel is not compiled, so the readable engine judges: {error}")
            return
        build_data["artifacts"] += [path.as_posix() for path in built]
        if version == "standard":
            build_data.update(pure_python=False, infer_tag=True)


def compile_all(root: Path, *, checked: bool = False) -> list[Path]:
    """Compile them into the source tree; where they then are, from there.

    Raises what Cython and setuptools raise.
    """
    # Here, so that the hook can say why where one of them is missing.
    from Cython.Build import cythonize  # noqa: PLC0415
    from setuptools import Distribution, Extension  # noqa: PLC0415

    flags = SANITIZERS if checked else PLAIN
    wanted = [
        Extension(module, [source], extra_compile_args=flags, extra_link_args=SANITIZERS if checked else [])
        for module, source in SOURCES.items()
    ]
    os.chdir(root)
    with TemporaryDirectory() as scratch:
        extensions = cythonize(wanted, build_dir=scratch, quiet=True, force=True)
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
    checks = "with the sanitizers of addresses and of undefined behaviour, for tests"
    parser.add_argument("--checked", action="store_true", help=checks)
    made = compile_all(Path(__file__).parent.resolve(), checked=parser.parse_args().checked)
    sys.stdout.writelines(f"{path}\n" for path in made)
