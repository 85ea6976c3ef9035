"""Writes what follows from the rules: ``python -m tests.fixtures_from_plain``.

Every verdict and every board is the plain implementation's. Of `service` only the names of the variants are
known here.
"""
