"""Programs for maintainers; each is run as ``python -m tools.NAME`` at the top of the repository."""
