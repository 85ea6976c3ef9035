"""What a foundation may hold, read off RULES §2–§7 once more, for checking piles as they lie."""

from itertools import pairwise

UP = "A23456789TJQK"
RED = "DH"


def is_well_formed(variant: str, name: str, cards: list[str]) -> bool:
    """Whether these cards, bottom to top, may lie on this foundation of the variant."""
    number = int(name[1:])
    if variant.endswith("rouge-et-noir") or variant == "rouge-et-noir-classic":
        return _rouge_et_noir(variant, number, cards)
    suits = {
        "rouge-et-noir-hoffmann": "CCDDHHSS",
        "double-russian": "CCDDHHSS",
        "pysolfc-double-russian": "CCSSHHDD",
        "royal-rendezvous": "CDHS" * 3,
        "pysolfc-royal-rendezvous": "CSHD" * 4,
    }[variant]
    ladders = {
        "royal-rendezvous": (UP, "A3579JK", "2468TQ"),
        "pysolfc-royal-rendezvous": ("K", UP, "2468TQ", "A3579J"),
    }.get(variant, (UP, UP))
    ladder = ladders[(number - 1) // 4]
    return "".join(card[0] for card in cards) == ladder[: len(cards)] and all(
        card[1] == suits[number - 1] for card in cards
    )


def _rouge_et_noir(variant: str, number: int, cards: list[str]) -> bool:
    ranks = "".join(card[0] for card in cards)
    colours = [card[1] in RED for card in cards]
    alternating = all(lower != upper for lower, upper in pairwise(colours))
    if number > 4:
        return not cards or (ranks == UP[::-1] and alternating)
    if variant.startswith("pysolfc"):
        return (
            ranks == UP[: len(cards)] and alternating and (not cards or cards[0] == "A" + "CSHD"[number - 1])
        )
    return ranks == UP[: len(cards)] and set(colours) <= {number < 3}
