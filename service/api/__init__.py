"""Thin views, one file per resource."""

from flask import Flask

from service.api import (
    claims,
    deals,
    description,
    docs,
    health,
    imports,
    jwks,
    metrics,
    pages,
    prospects,
    replays,
    root,
    rules,
    variants,
    winnable_deals,
)
from service.http.metrics import metrics_of


def register_views(app: Flask) -> None:
    """Add every resource to the app."""
    for module in (
        root,
        variants,
        deals,
        winnable_deals,
        replays,
        prospects,
        claims,
        imports,
        jwks,
        health,
        description,
        docs,
        rules,
        pages,
    ):
        app.register_blueprint(module.views)
    if metrics_of(app):
        app.register_blueprint(metrics.views)
