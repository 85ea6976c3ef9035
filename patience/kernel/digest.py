"""The digest that ties the compiled modules to their sources. The build runs this file alone."""

from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path


def source_digest() -> str:
    """Return a digest of the sources of the compiled modules; empty if they are not installed."""
    package = Path(__file__).parents[1]
    sources = sorted(
        [*package.glob("*/*.pyx"), *package.glob("kernel/*.pxi"), *package.glob("*/parts/*.pxi")]
    )
    return sha256(b"".join(source.read_bytes() for source in sources)).hexdigest() if sources else ""


def is_current() -> bool:
    """Return whether the kernel is compiled from its sources for this Python, without loading it."""
    digest = source_digest().encode()
    builds = (Path(__file__).with_name(f"core{suffix}") for suffix in EXTENSION_SUFFIXES)
    found = next((build for build in builds if build.exists()), None)
    return found is not None and digest in found.read_bytes()
