"""Compiles the kernel where there is a C compiler; without one the readable engine does all the work.

python hatch_build.py [--checked]

compiles it in the source tree, as an editable install and a wheel do. ``REFEREE_KERNEL_BUILD`` says how much
those want it: ``auto`` (the default), ``require`` or ``skip``.
"""

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULE = "service.engine.kernel"
SOURCE = "service/engine/kernel.pyx"
PLAIN = ["-O3", "-g0"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", "-O1"]


class KernelHook(BuildHookInterface):
    """In place, so that editable installs and wheels find the same file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile it, and say in one line why if that cannot be done."""
        if self.target_name != "wheel":
            return
        wanted = os.environ.get("REFEREE_KERNEL_BUILD", "auto")
        if wanted not in ("auto", "require", "skip"):
            raise SystemExit(f"REFEREE_KERNEL_BUILD is auto, require or skip, not {wanted!r}.")
        # One that was made before is of another source.
        for left_over in Path(self.root, SOURCE).parent.glob("kernel.*.so"):
            left_over.unlink()
        if wanted == "skip":
            return
        try:
            built = compile_kernel(Path(self.root))
        except (Exception, SystemExit) as error:
            if wanted == "require":
                raise
            self.app.display_warning(f"The kernel is not compiled, so the readable engine judges: {error}")
            return
        build_data["artifacts"].append(built.as_posix())
        if version == "standard":
            build_data.update(pure_python=False, infer_tag=True)


def compile_kernel(root: Path, *, checked: bool = False) -> Path:
    """Compile it into the source tree; where it then is, from there.

    Raises what Cython and setuptools raise.
    """
    # Here, so that the hook can say why where one of them is missing.
    from Cython.Build import cythonize  # noqa: PLC0415
    from setuptools import Distribution, Extension  # noqa: PLC0415

    extension = Extension(
        MODULE,
        [SOURCE],
        extra_compile_args=SANITIZERS if checked else PLAIN,
        extra_link_args=SANITIZERS if checked else [],
    )
    os.chdir(root)
    with TemporaryDirectory() as scratch:
        extensions = cythonize(
            [extension],
            build_dir=scratch,
            quiet=True,
            force=True,
        )
        command = Distribution({"name": "kernel", "ext_modules": extensions}).get_command_obj("build_ext")
        command.inplace = True
        command.force = True
        command.build_temp = scratch
        command.ensure_finalized()
        command.run()
    return Path(command.get_ext_fullpath(MODULE)).relative_to(root)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    checks = "with the sanitizers of addresses and of undefined behaviour, for tests"
    parser.add_argument("--checked", action="store_true", help=checks)
    made = compile_kernel(Path(__file__).parent.resolve(), checked=parser.parse_args().checked)
    sys.stdout.write(f"{made}\n")
