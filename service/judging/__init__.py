"""Judging: request bytes in, answer bytes out."""
