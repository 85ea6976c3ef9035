"""Measurements of the server under load, run by hand; each prints its thresholds and sets the exit code."""
