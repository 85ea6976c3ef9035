"""Thin views, one file per resource."""

from flask import Flask

from service.api import (
    claims,
    deals,
    docs,
    health,
    imports,
    jwks,
    metrics_page,
    openapi_document,
    pages,
    prospects,
    replays,
    root,
    rules_page,
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
        openapi_document,
        docs,
        rules_page,
        pages,
    ):
        app.register_blueprint(module.views)
    if metrics_of(app):
        app.register_blueprint(metrics_page.views)
