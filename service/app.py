"""The application: wiring, nothing else."""

from collections.abc import Mapping

from flask import Flask

from service.api import register_views
from service.api.exchange import register_exchange
from service.config import Settings
from service.errors import register_errors


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The service, its settings from the environment, with those of ``config`` in their stead.

    ``config`` takes settings by name (``most_moves``) and Flask's own in capitals (``TESTING``).
    Raises SettingError for a setting that is unknown or cannot be used.
    """
    app = Flask(__name__, static_folder=None)
    own = {name: value for name, value in (config or {}).items() if not name.isupper()}
    app.config.from_mapping({name: value for name, value in (config or {}).items() if name.isupper()})
    app.config["SETTINGS"] = Settings.load(own)
    register_exchange(app)
    register_errors(app)
    register_views(app)
    return app
