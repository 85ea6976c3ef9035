"""What is known of each family of games, for the search: what makes a position good, and how wide to look."""

from typing import Final, NamedTuple

from service.engine.compiled import Tables

Weight = tuple[int, int, int]
"""Of the first run; of later runs, the lowest and the highest, between which chance decides."""

_NONE: Final[Weight] = (0, 0, 0)


class Weights(NamedTuple):
    """What counts for a position or against it, in the order of ``search_parts/weights.pxi``."""

    face_down_card: Weight = _NONE
    face_down_squared: Weight = _NONE
    """By column, its face-down cards times themselves."""
    misplaced: Weight = _NONE
    """A card that does not lie well on the one beneath it."""
    inversion: Weight = _NONE
    """A misplaced card over a lower one."""
    empty_column: Weight = _NONE
    founded_card: Weight = _NONE
    founded_sequence: Weight = _NONE
    spread: Weight = _NONE
    """How far apart foundations are that behave alike."""
    waste_card: Weight = _NONE
    waste_inversion: Weight = _NONE
    """A card of the waste over a lower one of its suit."""
    misfit: Weight = _NONE
    """A misplaced card that could not even have been put there."""
    buried: Weight = _NONE
    """A card over one that a foundation waits for."""
    step_of_one: Weight = _NONE
    step_of_odd: Weight = _NONE
    step_of_even: Weight = _NONE
    least: Weight = _NONE
    """How far all four foundations of a kind are."""
    soon: Weight = _NONE
    """A card of the waste, the more the sooner it is wanted."""
    slack: Weight = _NONE
    """Plays to spare for opening the waste."""
    noise: Weight = _NONE
    """So much is left to chance."""


class Guide(NamedTuple):
    """How to go about a family of games."""

    weights: Weights
    width: int
    """How many positions of a layer are taken up in the first run."""
    growth: int
    """Of the width from run to run, in percent."""
    last: int = 1
    """How many times as many once the stock is out."""
    crowd: int = 0
    """How many positions that differ only in where cards lie in order come before others; 0 for all."""
    by_plays: bool = False
    """Whether cards on foundations make layers too."""
    greedy: int = 0
    """In so many of three runs every card goes to its foundation at once; such runs only find wins."""


DOUBLE_RUSSIAN: Final = Guide(
    Weights(
        face_down_card=(250, 100, 400),
        face_down_squared=(10, 0, 20),
        misplaced=(120, 70, 200),
        inversion=(50, 0, 100),
        empty_column=(200, 0, 400),
        founded_card=(50, 0, 100),
        spread=(10, 0, 20),
        noise=(50, 50, 50),
    ),
    width=200,
    growth=150,
    crowd=2,
)

ROUGE_ET_NOIR: Final = Guide(
    Weights(
        face_down_card=(300, 200, 400),
        misplaced=(175, 100, 250),
        inversion=(100, 30, 200),
        empty_column=(150, 0, 300),
        founded_card=(40, 10, 80),
        founded_sequence=(500, 300, 800),
        spread=(15, 0, 30),
        noise=(30, 30, 30),
    ),
    width=100,
    growth=150,
    last=2,
    crowd=3,
)

HOFFMANN: Final = Guide(
    Weights(
        founded_card=(100, 100, 100),
        waste_card=(35, 10, 60),
        waste_inversion=(25, 5, 50),
        spread=(10, 0, 20),
        noise=(30, 30, 30),
    ),
    width=8,
    growth=200,
    greedy=2,
)

ROYAL_RENDEZVOUS: Final = Guide(
    Weights(
        step_of_one=(1000, 1000, 1000),
        step_of_odd=(553, 553, 553),
        step_of_even=(1187, 1187, 1187),
        least=(592, 592, 592),
        soon=(212, 212, 212),
        waste_inversion=(51, 51, 51),
        slack=(905, 905, 905),
        noise=(257, 257, 257),
    ),
    width=3,
    growth=200,
    by_plays=True,
)

SPIDER: Final = Guide(
    Weights(
        face_down_card=(40, 20, 100),
        misplaced=(70, 50, 100),
        misfit=(70, 40, 100),
        inversion=(20, 10, 50),
        empty_column=(250, 0, 250),
        founded_sequence=(300, 100, 500),
        noise=(30, 30, 30),
    ),
    width=300,
    growth=130,
    last=5,
)

FORTY_THIEVES: Final = Guide(
    Weights(
        misplaced=(50, 20, 80),
        inversion=(25, 10, 50),
        empty_column=(140, 50, 250),
        founded_card=(100, 100, 100),
        waste_card=(15, 3, 40),
        waste_inversion=(12, 3, 30),
        buried=(10, 2, 20),
        noise=(20, 20, 20),
    ),
    width=20,
    growth=150,
    last=5,
)

_GUIDES: Final = {
    "double-russian": DOUBLE_RUSSIAN,
    "pysolfc-double-russian": DOUBLE_RUSSIAN,
    "rouge-et-noir": ROUGE_ET_NOIR,
    "rouge-et-noir-classic": ROUGE_ET_NOIR,
    "pysolfc-rouge-et-noir": ROUGE_ET_NOIR,
    "rouge-et-noir-hoffmann": HOFFMANN,
    "royal-rendezvous": ROYAL_RENDEZVOUS,
    "pysolfc-royal-rendezvous": ROYAL_RENDEZVOUS._replace(by_plays=False, width=30),
    "pysolfc-spider": SPIDER,
    "pysolfc-forty-thieves": FORTY_THIEVES,
}


def guide_for(tables: Tables) -> Guide | None:
    """What is known of this game; None if the search does not cover it."""
    return _GUIDES.get(tables.variant.id)
