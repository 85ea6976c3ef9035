"""The digest that ties the compiled modules to their sources. The build runs this file alone."""

from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[1]
MODULES: Final = ("kernel/core", "search/engine")
"""The compiled modules, as paths in the package."""

_FOLDERS: Final = ("kernel", "search", "search/parts")
_SUFFIXES: Final = (".pyx", ".pxi", ".pxd", ".c", ".h")
"""Where their sources are."""


def source_digest() -> str:
    """Return a digest of the sources of the compiled modules; empty if they are not installed."""
    folders = (folder for folder in (PACKAGE / name for name in _FOLDERS) if folder.is_dir())
    sources = sorted(file for folder in folders for file in folder.iterdir() if file.suffix in _SUFFIXES)
    return sha256(b"".join(source.read_bytes() for source in sources)).hexdigest() if sources else ""


def current_modules() -> list[Path]:
    """Return the compiled modules that this Python would load; none unless all are of these sources."""
    digest = source_digest().encode()
    modules = []
    for module in MODULES:
        builds = (PACKAGE / f"{module}{suffix}" for suffix in EXTENSION_SUFFIXES)
        found = next((build for build in builds if build.exists()), None)
        if found is None or digest not in found.read_bytes():
            return []
        modules.append(found)
    return modules
