"""Files that stand at the top of the source tree, and inside the package where a wheel was installed."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def shipped(name: str) -> Path:
    """Where a file or directory of the source tree is, such as ``fixtures``."""
    installed = _PACKAGE / "shipped" / name
    return installed if installed.exists() else _PACKAGE.parent / name
