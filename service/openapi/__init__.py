"""The OpenAPI description, generated from the schemas."""
