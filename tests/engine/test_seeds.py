"""Shuffles agree with pysol-cards, the reference of RULES §8; seeds are normalised as it says."""

import random

import pytest

from service.engine.cards import CODES
from service.engine.seeds import SeedError, normalize, shuffled
from tests.make_fixtures.deals import dealing_order

EDGES = [
    "1",
    "31999",
    "32000",
    "32001",
    "ms32000",
    "ms40000",
    "ms2147483647",
    "ms2147483648",
    "ms4294967295",
    "ms4294967296",
    "ms4294967297",
    "ms8589934591",
    "4294967296",
    "12345678901234567890",
    "99999999999999999999",
]


def found(seed: str) -> list[tuple[str, int]]:
    return [(CODES[card % 52], card // 52) for card in shuffled(seed)]


@pytest.mark.parametrize("seed", EDGES)
def test_edges(seed):
    assert found(seed) == dealing_order(seed)


def test_thousands_of_seeds():
    numbers = random.Random(8)
    seeds = [str(numbers.randint(1, 31_999)) for _ in range(1000)]
    seeds += [f"ms{numbers.randint(32_000, 2**33 - 1)}" for _ in range(1000)]
    seeds += [str(numbers.randint(32_000, 10**20 - 1)) for _ in range(1000)]
    assert [seed for seed in seeds if found(seed) != dealing_order(seed)] == []


@pytest.mark.parametrize(
    ("seed", "answer"),
    [("ms1", "1"), ("ms31999", "31999"), ("ms32000", "ms32000"), ("31999", "31999"), ("32000", "32000")],
)
def test_normalised(seed, answer):
    assert normalize(seed) == answer


@pytest.mark.parametrize(
    "seed",
    [
        "",
        "0",
        "ms0",
        "01",
        "ms01",
        "-1",
        "+1",
        "1.0",
        " 1",
        "1\n",
        "1_000",
        "MS5",
        "٣",
        "x",
        "100000000000000000000",
    ],
)
def test_no_seed(seed):
    with pytest.raises(SeedError, match="is not a seed"):
        normalize(seed)


def test_ms_number_out_of_range():
    with pytest.raises(SeedError, match="ms8589934592 is out of range"):
        normalize("ms8589934592")
