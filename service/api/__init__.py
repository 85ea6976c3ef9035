"""Thin views, one file per resource."""

from flask import Flask

from service.api import (
    claims,
    contests,
    daily,
    deals,
    docs,
    foresight,
    game_pages,
    pages,
    prospects,
    replays,
    root,
    rules_page,
    shared_positions,
    tickets,
    variants,
)


def register_views(app: Flask) -> None:
    """Add every resource to the app."""
    modules = (
        root,
        variants,
        deals,
        shared_positions,
        daily,
        replays,
        prospects,
        claims,
        tickets,
        contests,
        foresight,
        docs,
        rules_page,
        game_pages,
        pages,
    )
    for module in modules:
        app.register_blueprint(module.views)
    if app.extensions["metrics"]:
        app.register_blueprint(root.metrics_views)
