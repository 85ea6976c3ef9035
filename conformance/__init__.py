"""The kit for other engines: the reference interpreter, what chooses the cases, faults, and adapters.

Each program is run as ``python -m conformance.NAME`` at the top of the repository.
"""

from pathlib import Path
from typing import Final

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
