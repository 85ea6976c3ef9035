"""Independent tools that compare the description with the service."""

MOST_POSITIONS = 1000
"""The limit of the tested service, so that no search takes long."""
