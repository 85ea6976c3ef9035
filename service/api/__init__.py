"""Thin views, one file per resource."""

from flask import Flask

from service.api import deals, description, health, replays, variants


def register_views(app: Flask) -> None:
    """Add every resource to the app."""
    for module in (variants, deals, replays, health, description):
        app.register_blueprint(module.views)
