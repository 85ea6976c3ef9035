"""Writes fixtures/games and fixtures/deals: ``python -m tests.fixtures_from_plain``.

Every verdict and every board is the plain implementation's; nothing here knows `service`.
"""
