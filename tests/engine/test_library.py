"""The engine as a library: the example in its docstring runs."""

import doctest

import service.engine


def test_the_example_of_the_package_runs():
    results = doctest.testmod(service.engine)
    assert results.failed == 0
    assert results.attempted > 5
