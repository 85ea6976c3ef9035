"""What each foundation takes, and what lies there at the start: RULES §2–§7."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

UPWARDS = "A23456789TJQK"
DOWNWARDS = "KQJT98765432A"

SUIT = "by suit"
COLOUR = "by colour"
ALTERNATING = "in alternating colours"
SEQUENCE = "one whole sequence"


@dataclass
class Foundation:
    build: str
    suits: str
    """Those it takes; for ALTERNATING, that of its Ace; for SEQUENCE, none in particular."""
    ranks: str
    """Those it takes, bottom to top."""


@cache
def foundations(variant: str) -> dict[str, Foundation]:
    if variant in ("rouge-et-noir", "rouge-et-noir-classic"):
        listed = rouge_et_noir()
    elif variant == "pysolfc-rouge-et-noir":
        listed = pysolfc_rouge_et_noir()
    elif variant in ("rouge-et-noir-hoffmann", "double-russian"):
        listed = [Foundation(SUIT, s, UPWARDS) for s in "CCDDHHSS"]
    elif variant in ("pysolfc-double-russian", "pysolfc-forty-thieves"):
        listed = [Foundation(SUIT, s, UPWARDS) for s in "CCSSHHDD"]
    elif variant == "royal-rendezvous":
        listed = royal_rendezvous()
    elif variant == "pysolfc-royal-rendezvous":
        listed = pysolfc_royal_rendezvous()
    elif variant == "pysolfc-spider":
        listed = [Foundation(SEQUENCE, "CDHS", DOWNWARDS) for _ in range(8)]
    else:
        raise ValueError(f"unknown variant: {variant}")
    return {f"F{number}": foundation for number, foundation in enumerate(listed, start=1)}


def rouge_et_noir() -> list[Foundation]:
    """RULES §2: F1, F2 red; F3, F4 black; F5–F8 whole sequences."""
    red = Foundation(COLOUR, "DH", UPWARDS)
    black = Foundation(COLOUR, "CS", UPWARDS)
    return [red, red, black, black] + [Foundation(SEQUENCE, "CDHS", DOWNWARDS) for _ in range(4)]


def pysolfc_rouge_et_noir() -> list[Foundation]:
    """RULES §7: F1–F4 opened by the Ace of clubs, spades, hearts and diamonds, in alternating colours."""
    aces = [Foundation(ALTERNATING, s, UPWARDS) for s in "CSHD"]
    return aces + [Foundation(SEQUENCE, "CDHS", DOWNWARDS) for _ in range(4)]


def royal_rendezvous() -> list[Foundation]:
    """RULES §5."""
    upper_aces = [Foundation(SUIT, s, "A23456789TJQK") for s in "CDHS"]
    lower_aces = [Foundation(SUIT, s, "A3579JK") for s in "CDHS"]
    deuces = [Foundation(SUIT, s, "2468TQ") for s in "CDHS"]
    return upper_aces + lower_aces + deuces


def pysolfc_royal_rendezvous() -> list[Foundation]:
    """RULES §7."""
    kings = [Foundation(SUIT, s, "K") for s in "CSHD"]
    whole_suits = [Foundation(SUIT, s, "A23456789TJQK") for s in "CSHD"]
    deuces = [Foundation(SUIT, s, "2468TQ") for s in "CSHD"]
    odds = [Foundation(SUIT, s, "A3579J") for s in "CSHD"]
    return kings + whole_suits + deuces + odds


def at_the_start(variant: str, rules: Mapping[str, object]) -> dict[str, list[str]]:
    """The cards on each foundation before the first move."""
    start: dict[str, list[str]] = {name: [] for name in foundations(variant)}
    if variant == "rouge-et-noir-hoffmann":
        # RULES §4: the eight Aces.
        start |= bases(variant, range(1, 9))
    elif variant == "royal-rendezvous":
        # RULES §5: the eight Aces and one Two of each suit.
        start |= bases(variant, range(1, 13))
        if rules["twos"] == "eight":
            for number, s in enumerate("CDHS", start=1):
                start[f"F{number}"].append("2" + s)
    elif variant == "pysolfc-royal-rendezvous":
        # RULES §7: the eight Aces and one Two of each suit; F1–F4 start empty.
        start |= bases(variant, range(5, 17))
    return start


def bases(variant: str, numbers: range) -> dict[str, list[str]]:
    """The base card alone on each of these foundations."""
    takes = foundations(variant)
    return {f"F{n}": [takes[f"F{n}"].ranks[0] + takes[f"F{n}"].suits] for n in numbers}
