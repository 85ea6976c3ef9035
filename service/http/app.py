"""The WSGI application: `create_app` puts settings, middleware and views together."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Request
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api import register_views
from service.config import Settings
from service.http.compression import register_compression
from service.http.error_handlers import problem_response
from service.http.headers import Headers, options_response
from service.http.host_header import register_host_check
from service.http.logs import AccessLog, line_writer
from service.http.metrics import metrics_of, register_metrics
from service.http.rate_limits import register_rate_limits
from service.http.workload import SearchPool
from service.receipts.claim_tokens import Tokens
from service.receipts.keys import KeyRing

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication
    from werkzeug.routing import MapAdapter

HOOKS: Final[tuple[Callable[[Flask, Settings], None], ...]] = (
    register_metrics,
    register_host_check,
    register_compression,
    register_rate_limits,
)
"""Each sees a request after those above it, and its answer before them."""


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Build the application; `config` takes precedence over the environment.

    `config` has settings by name (``most_moves``) and Flask's own in capitals (``TESTING``).
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
    app.config["KEY_RING"] = KeyRing.load(settings.key_file, settings.retired_keys_file)
    app.config["CLAIMS_TOKENS"] = Tokens.load(settings.claims_tokens_file)
    for register in HOOKS:
        register(app, settings)
    app.extensions["search_pool"] = SearchPool(settings.searches)
    app.register_error_handler(Exception, problem_response)
    app.make_default_options_response = options_response  # type: ignore[method-assign]
    register_views(app)
    for middleware in reversed(_middleware(app, settings)):
        app.wsgi_app = middleware(app.wsgi_app)  # type: ignore[assignment, method-assign]
    return app


def _middleware(
    app: Flask, settings: Settings
) -> tuple[Callable[["WSGIApplication"], "WSGIApplication"], ...]:
    """Return what wraps the application, outermost first; the proxies are trusted for what follows."""
    proxies = settings.trusted_proxies
    trusted = (partial(ProxyFix, x_for=proxies, x_proto=proxies),) if proxies else ()
    return (
        *trusted,
        partial(AccessLog, write=line_writer(settings), metrics=metrics_of(app)),
        Headers,
    )


class Referee(Flask):
    """Flask for a service that is the same on every host and has no coroutines: both would cost time."""

    def create_url_adapter(self, request: Request | None) -> "MapAdapter | None":
        """Route a request by its path alone."""
        if request is None:
            return super().create_url_adapter(None)
        # Werkzeug would take "//metrics" for "/metrics", and so bypass a proxy's rule.
        path = "/\0" if request.environ["PATH_INFO"].startswith("//") else request.path
        return self.url_map.bind("", default_method=request.method, path_info=path)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a view or hook as it is."""
        return func
