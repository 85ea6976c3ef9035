"""The WSGI application: `create_app` puts settings, middleware and views together."""

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from time import time
from typing import Any, Final

from flask import Flask, Request, Response, request
from flask.sessions import NullSession, SessionInterface, SessionMixin
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

from patience.compilation.compiled_rules import COMPILING
from service.api import register_views
from service.api.queries import refuse_query
from service.config import Settings
from service.http.compression import accepts_coding, compression
from service.http.daily_cache import register_daily_deals
from service.http.error_handlers import problem_response
from service.http.logs import request_log
from service.http.metrics import Metrics
from service.http.middleware import Middleware
from service.http.rate_limits import rate_limits
from service.http.workload import SearchPool, small_work
from service.judging.house_variants import register_house_variants
from service.receipts.claim_tokens import Tokens
from service.receipts.keys import KeyRing
from service.receipts.ticket_desk import SpentTickets

_HOST: Final = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(?::[0-9]*)?")
"""``uri-host [":" port]`` (RFC 9110 §7.2)"""

_REQUEST_HEADERS: Final = {
    "GET": ("If-None-Match",),
    "POST": ("Authorization", "Content-Encoding", "Content-Type"),
}
"""By method: the header fields that a page may send."""


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Build the application; `config` takes precedence over the environment.

    `config` has settings by name (``most_moves``), Flask's own in capitals (``TESTING``), and ``CLOCK``, a
    function that returns the seconds since 1970.
    Raises SettingError for a setting that is unknown or has an invalid value.
    """
    app = Referee(__name__, static_folder=None)
    # "//v1" is not found, instead of an HTML page that redirects.
    app.url_map.merge_slashes = False
    # A slash at the end makes no difference: a redirect would lose the body of a POST.
    app.url_map.strict_slashes = False
    options = dict(config or {})
    app.config.from_mapping({name: value for name, value in options.items() if name.isupper()})
    settings = Settings.load({name: value for name, value in options.items() if not name.isupper()})
    app.config["SETTINGS"] = settings
    register_house_variants(settings.variants)
    app.config["KEY_RING"] = KeyRing.load(settings.key_file, settings.retired_keys_file)
    tokens = app.config["CLAIMS_TOKENS"] = Tokens.load(settings.claims_tokens_file)
    app.extensions["spent_tickets"] = SpentTickets.at(settings.redis_url)
    app.extensions["search_pool"] = SearchPool(settings.searches)
    COMPILING.within = small_work
    register_daily_deals(app, settings, app.config.setdefault("CLOCK", time))
    metrics = app.extensions["metrics"] = Metrics() if settings.metrics_token else None
    app.extensions["costs"] = rate_limits(settings, tokens)
    app.extensions["compression"] = compression(app)
    app.register_error_handler(Exception, problem_response)
    register_views(app)
    app.wsgi_app = Middleware(app.wsgi_app, request_log(settings), metrics)  # type: ignore[method-assign]
    if settings.trusted_proxies:
        proxies = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies)  # type: ignore[method-assign]
    return app


class NoSessions(SessionInterface):
    """Gives every request the same empty session, since there are no cookies."""

    _SESSION: Final = NullSession()

    def open_session(self, app: Flask, request: Request) -> SessionMixin:  # noqa: ARG002 - Flask's signature
        """Return the session."""
        return self._SESSION


class Referee(Flask):
    """Flask without hooks, sessions and routing by host, which cost time here, and with CORS preflights."""

    session_interface = NoSessions()

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Route a request by its path alone; Flask would read the Host twice, at a tenth of all costs.

        Raises BadRequest without a valid Host, since servers and proxies would interpret that differently.
        """
        if request is None:
            return super().create_url_adapter(None)
        environ = request.environ
        host = environ.get("HTTP_HOST")
        if host is None and environ["SERVER_PROTOCOL"] == "HTTP/1.1":
            raise BadRequest("An HTTP/1.1 request needs a Host header (RFC 9112 §3.2).")
        if host is not None and not _HOST.fullmatch(host):
            raise BadRequest("The Host header is not a name or address with or without port.")
        # Werkzeug would take "//metrics" for "/metrics", and so bypass a proxy's rule.
        path = "/\0" if environ["PATH_INFO"].startswith("//") else request.path
        return MapAdapter(self.url_map, "", "/", None, "http", path, request.method)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function as it is: none is a coroutine."""
        return func

    def preprocess_request(self) -> ResponseReturnValue | None:
        """Check the rate limits and the query. Flask looks for hooks in every blueprint; there are none."""
        if costs := self.extensions["costs"]:
            costs.check_request()
        if request.environ.get("QUERY_STRING"):
            refuse_query(self)
        return super().preprocess_request() if self.before_request_funcs else None

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        """Do nothing after a request: there are no functions to call, in no blueprint."""

    def do_teardown_appcontext(self, exc: BaseException | None = None) -> None:
        """Do nothing after a context, likewise."""

    def process_response(self, response: Response) -> Response:
        """Compress an answer and report the rate limits, as `preprocess_request` checks them."""
        if self.after_request_funcs:
            response = super().process_response(response)
        environ = request.environ
        if accepts_coding(environ.get("HTTP_ACCEPT_ENCODING", "")):
            response = self.extensions["compression"].after_request(response)
        elif environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            # Caches keep answers to these methods only.
            response.headers.add("Vary", "Accept-Encoding")
        if costs := self.extensions["costs"]:
            costs.report(response)
        return response

    def make_default_options_response(self) -> Response:
        """Answer ``OPTIONS``: the methods of the path, and the header fields that a page may send."""
        response = super().make_default_options_response()
        methods = sorted(response.allow)
        fields = [name for method, names in _REQUEST_HEADERS.items() if method in methods for name in names]
        del response.headers["Content-Type"]
        response.status_code = HTTPStatus.NO_CONTENT
        response.headers["Allow"] = response.headers["Access-Control-Allow-Methods"] = ", ".join(methods)
        response.headers["Access-Control-Allow-Headers"] = ", ".join([*sorted(fields), "X-Request-Id"])
        response.headers["Access-Control-Max-Age"] = "86400"
        return response
