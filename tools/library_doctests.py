"""Run the examples of the library that is installed; ``python -I`` keeps this source tree out of the way.

``--compiled`` also demands the compiled kernel.
"""

import doctest
import importlib
import pkgutil
import sys
import time

began = time.perf_counter()
import patience  # noqa: E402 - its import is timed

milliseconds = 1000 * (time.perf_counter() - began)

from patience.kernel.loader import KERNEL, engine_name  # noqa: E402


def main() -> None:
    """Run every doctest; end with an error if one fails or something else was imported."""
    names = [module.name for module in pkgutil.iter_modules(patience.__path__, "patience.")]
    # It needs gymnasium and NumPy, which the library's extra "gym" brings.
    names.remove("patience.gym")
    tried = [doctest.testmod(importlib.import_module(name)) for name in ["patience", *names]]
    failed = sum(result.failed for result in tried)
    foreign = sorted({"flask", "marshmallow", "service", "schemas", "numpy"} & sys.modules.keys())
    engine = engine_name()
    sys.stdout.write(
        f"{patience.__file__}: {sum(result.attempted for result in tried)} examples, {failed} failed. "
        f"Engine: {engine}. import patience: {milliseconds:.1f} ms.\n"
    )
    if failed or foreign or ("--compiled" in sys.argv and engine != KERNEL):
        raise SystemExit(f"The library is not right; loaded besides: {', '.join(foreign) or 'nothing'}.")


if __name__ == "__main__":
    main()
