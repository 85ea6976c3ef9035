"""The application: wiring, nothing else."""

from collections.abc import Callable, Mapping
from typing import Final

from flask import Flask

from service.api import register_views
from service.config import Settings
from service.http.access_log import register_observation
from service.http.addresses import register_addresses
from service.http.compression import register_compression
from service.http.error_handlers import register_errors
from service.http.headers import register_headers
from service.http.host_header import register_hosts
from service.http.metrics import register_metrics
from service.http.plain_flask import PlainFlask
from service.http.preconditions import register_preconditions
from service.http.preflights import register_preflights
from service.http.rate_limits import register_limits
from service.http.workload import register_search_pool
from service.http.wrapper import Wrapper
from service.receipts.claim_tokens import Tokens
from service.receipts.keys import KeyRing

MIDDLEWARE: Final[tuple[Callable[[Flask, Settings], Wrapper | None], ...]] = (
    register_observation,  # an id, a line in the log, a time
    register_headers,  # what every answer says to browsers
    register_addresses,  # who asks
    register_preconditions,
    register_hosts,  # whom they ask
    register_compression,
    register_limits,
)
"""From the outermost to the innermost: the first sees a request first, and its answer last.

The upper four stand around Flask; those below are hooks in it.
"""


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The service, its settings from the environment, those of ``config`` instead where both are given.

    ``config`` takes settings by name (``most_moves``) and Flask's own in capitals (``TESTING``).
    Raises SettingError for a setting that is unknown or cannot be used.
    """
    app = PlainFlask(__name__, static_folder=None)
    # "//v1" is not found like any other path; else a page of HTML would redirect it.
    app.url_map.merge_slashes = False
    # A slash too many at the end leads where people mean, without a redirect that posts would not follow.
    app.url_map.strict_slashes = False
    own = {name: value for name, value in (config or {}).items() if not name.isupper()}
    app.config.from_mapping({name: value for name, value in (config or {}).items() if name.isupper()})
    settings = Settings.load(own)
    app.config["SETTINGS"] = settings
    app.config["KEY_RING"] = KeyRing.load(settings.key_file, settings.retired_keys_file)
    app.config["CLAIMS_TOKENS"] = Tokens.load(settings.claims_tokens_file)
    register_metrics(app, settings)
    register_search_pool(app, settings)
    wrappers = [wrapper for register in MIDDLEWARE if (wrapper := register(app, settings))]
    for wrapper in reversed(wrappers):
        app.wsgi_app = wrapper(app.wsgi_app)  # type: ignore[assignment, method-assign]
    register_errors(app)
    register_preflights(app)
    register_views(app)
    return app
