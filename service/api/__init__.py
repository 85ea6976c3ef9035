"""Thin views, one file per resource."""

from flask import Flask

from service.api import claims, daily, deals, docs, pages, prospects, replays, root, rules_page, variants


def register_views(app: Flask) -> None:
    """Add every resource to the app."""
    for module in (root, variants, deals, daily, replays, prospects, claims, docs, rules_page, pages):
        app.register_blueprint(module.views)
    if app.extensions["metrics"]:
        app.register_blueprint(root.metrics_views)
