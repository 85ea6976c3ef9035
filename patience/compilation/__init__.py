"""Declarations compiled to lookup tables, noun by noun: ``compiled_rules`` joins them."""
