"""The description held against the service by tools that know nothing of either."""
