"""The reading of requests: strict JSON, errors of fields, and the problems that answer them."""
