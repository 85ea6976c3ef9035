"""Flask without what this service has no use for, since every request would pay for it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Request

if TYPE_CHECKING:
    from werkzeug.routing import MapAdapter

_NOWHERE: Final = "/\0"
"""A path that no view has."""


class PlainFlask(Flask):
    """Flask for a service that is the same on every host and has no coroutines."""

    def create_url_adapter(self, request: Request | None) -> "MapAdapter | None":
        """What finds the view of a request: by its path alone.

        Flask would read the Host twice, which costs more than to find the view.
        """
        if request is None:
            return super().create_url_adapter(None)
        # Werkzeug would take "//metrics" for "/metrics", and so lead it past a proxy's rule.
        path = _NOWHERE if request.environ["PATH_INFO"].startswith("//") else request.path
        return self.url_map.bind("", default_method=request.method, path_info=path)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """A view or a hook as it is: none is a coroutine."""
        return func
