"""Marshmallow schemas: JSON to engine values and back, and the source of openapi.yaml."""
