"""Declarations compiled to lookup tables, noun by noun: ``patience.compiled`` puts them together."""
