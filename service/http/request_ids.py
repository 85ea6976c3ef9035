"""What each request is called, in its answer and in the logs."""

import re
from random import getrandbits
from typing import TYPE_CHECKING, Final

from flask import has_request_context, request

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_PLACE: Final = "patience_referee.request_id"
_SANE: Final = re.compile(r"[A-Za-z0-9._:-]{1,128}")


def name_request(environ: "WSGIEnvironment") -> str:
    """Give a request its id: the client's own ``X-Request-Id`` if it is sane, else a new one."""
    # Ids need to differ, not to be secret, and secret numbers cost a system call.
    given = environ.get("HTTP_X_REQUEST_ID", "")
    name = given if given and _SANE.fullmatch(given) else f"{getrandbits(128):032x}"
    environ[_PLACE] = name
    return name


def request_id() -> str:
    """The id of the request that is being served; empty where none is."""
    return request.environ.get(_PLACE, "") if has_request_context() else ""
