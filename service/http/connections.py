"""The client's connection, as far as those who answer it have to know it."""

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


class Connection(Protocol):
    """A client whose requests are answered by a thread that works in turn with others."""

    def is_gone(self) -> bool:
        """Whether nobody waits for the answer any more."""

    def give_turn(self) -> AbstractContextManager[None]:
        """Let another thread work meanwhile."""

    def pass_turn(self) -> None:
        """Let those go first who have waited while this thread worked for long."""


class _Nobody:
    """A client without a socket, as tests have."""

    def is_gone(self) -> bool:
        return False

    def give_turn(self) -> AbstractContextManager[None]:
        return nullcontext()

    def pass_turn(self) -> None:
        pass


def connection_of(environ: "WSGIEnvironment") -> Connection:
    """The connection that a request has come by."""
    return cast("Connection", environ.get("gunicorn.socket") or _Nobody())
