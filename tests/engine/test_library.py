"""The engine as a library: the example in its docstring runs."""

import doctest

import patience


def test_the_example_of_the_package_runs():
    results = doctest.testmod(patience)
    assert results.failed == 0
    assert results.attempted > 5
