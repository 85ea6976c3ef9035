"""Longer proofs, run by hand; the suite has a bounded run of each."""
