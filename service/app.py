"""The application: wiring, nothing else."""

from collections.abc import Mapping

from flask import Flask

from service.api import register_views
from service.config import Settings
from service.http.compression import register_compression
from service.http.errors import register_errors
from service.http.headers import register_headers
from service.http.metrics import register_metrics
from service.http.observation import register_observation
from service.http.proxies import trust_proxies
from service.http.rate_limits import register_limits
from service.receipts.keys import KeyRing


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The service, its settings from the environment, those of ``config`` instead where both are given.

    ``config`` takes settings by name (``most_moves``) and Flask's own in capitals (``TESTING``).
    Raises SettingError for a setting that is unknown or cannot be used.
    """
    app = Flask(__name__, static_folder=None)
    # "//v1" is not found like any other path; else a page of HTML would redirect it.
    app.url_map.merge_slashes = False
    own = {name: value for name, value in (config or {}).items() if not name.isupper()}
    app.config.from_mapping({name: value for name, value in (config or {}).items() if name.isupper()})
    settings = Settings.load(own)
    app.config["SETTINGS"] = settings
    app.config["KEY_RING"] = KeyRing.load(settings.key_file, settings.retired_keys_file)
    trust_proxies(app, settings)
    register_metrics(app, settings)
    # What comes last here is outermost: it sees requests first and answers last.
    register_headers(app)
    register_observation(app, settings)
    # Of these two it is the first that sees requests first and answers last.
    register_compression(app, settings)
    register_limits(app, settings)
    register_errors(app)
    register_views(app)
    return app
