"""One file per noun: what a client sends and gets, and how openapi.yaml describes it."""
