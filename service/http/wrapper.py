"""What every middleware below Flask is."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Wrapper = Callable[["WSGIApplication"], "WSGIApplication"]
"""Makes of an application one that does more."""
