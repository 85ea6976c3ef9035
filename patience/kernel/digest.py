"""The digest that ties the compiled modules to their sources. The build runs this file alone."""

from hashlib import sha256
from pathlib import Path


def source_digest() -> str:
    """Return a digest of the sources of the compiled modules; empty if they are not installed."""
    package = Path(__file__).parents[1]
    sources = sorted(
        [*package.glob("*/*.pyx"), *package.glob("kernel/*.pxi"), *package.glob("*/*_parts/*.pxi")]
    )
    return sha256(b"".join(source.read_bytes() for source in sources)).hexdigest() if sources else ""
