"""Shuffles agree with pysol-cards; seeds are normalised as the rules page says."""

import random

import pytest

from conformance.reference.seeds import shuffled_packs
from patience.cards import CODES
from patience.cards.seeds import SeedError, normalize, shuffled
from tests.shuffles import dealing_order

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


def engine_order(seed: str, packs: int) -> list[tuple[str, int]]:
    suits = ["CDHS".index(suit) for suit in "CSHD"]
    new = [52 * pack + 13 * suit + rank for pack in range(packs) for suit in suits for rank in range(13)]
    return [(CODES[card % 52], card // 52) for card in reversed(shuffled(seed, new))]


def reference_order(seed: str, packs: int) -> list[tuple[str, int]]:
    return [(card, pack) for pack, card in reversed(shuffled_packs(seed, packs))]


@pytest.mark.parametrize("packs", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", EDGES)
def test_edges(seed, packs):
    expected = dealing_order(seed, packs)
    assert engine_order(seed, packs) == expected
    assert reference_order(seed, packs) == expected


def test_thousands_of_seeds():
    numbers = random.Random(8)
    seeds = [str(numbers.randint(1, 31_999)) for _ in range(1000)]
    seeds += [f"ms{numbers.randint(32_000, 2**33 - 1)}" for _ in range(1000)]
    seeds += [str(numbers.randint(32_000, 10**20 - 1)) for _ in range(1000)]
    assert [seed for seed in seeds if engine_order(seed, 2) != dealing_order(seed, 2)] == []


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
