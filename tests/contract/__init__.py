"""The description held against the service by tools that know nothing of either."""

MOST_POSITIONS = 1000
"""As the service has it that is tried: no search is long."""
