"""Whose word counts on where a request comes from."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.config import Settings


def trust_proxies(app: Flask, settings: Settings) -> None:
    """Believe as many proxies as are set; by default none, since anybody can send ``X-Forwarded-For``."""
    if trusted := settings.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=trusted, x_proto=trusted)  # type: ignore[method-assign]
