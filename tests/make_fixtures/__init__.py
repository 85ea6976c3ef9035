"""Writes what follows from the rules: ``python -m tests.make_fixtures``.

Every verdict and every board is the plain implementation's. Of `service` only the names of the variants are
known here.
"""
