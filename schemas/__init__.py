"""Requests and answers, one file per noun, with the schemas that openapi.yaml is generated from."""
