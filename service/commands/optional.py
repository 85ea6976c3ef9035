"""The packages of the extra ``bulk``, which the command line does without until a command needs them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from service.commands.errors import CannotRun

PACKAGES: Final = {"backports", "dask", "distributed", "fsspec", "pyarrow"}


@contextmanager
def loading() -> Iterator[None]:
    """Raises CannotRun if one of them cannot be imported."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in PACKAGES:
            raise
        need = "pip install --editable '.[bulk]'"
        raise CannotRun(f"This command needs {error.name}, which is not installed: {need}.") from None
    except ValueError as error:
        # Dask reads its configuration when it is imported.
        raise CannotRun(*str(error).splitlines()) from None
