"""Heuristics for the search, by family of games: the weights of a position's features, and the beam's width.

Each number is a whole number. The search minimises the weighted sum. The weights were tuned with
``python -m tests.soak.prospects_strength`` or ``python -m tools.tune_heuristic``, on deals that the shipped
figures do not use.
"""

from collections.abc import Iterable
from enum import StrEnum, auto
from itertools import islice
from typing import Final, NamedTuple

from patience.compilation.compiled_rules import CompiledRules

Weight = tuple[int, int, int]
"""The weight in the first run, and the lowest and highest of the random weights in later runs."""

_NONE: Final[Weight] = (0, 0, 0)


class Weights(NamedTuple):
    """The weights of a position's features, in the order of ``search.h``."""

    face_down_card: Weight = _NONE
    face_down_squared: Weight = _NONE
    """By column: the square of the number of its face-down cards."""
    misplaced: Weight = _NONE
    """A card that is not in sequence with the card below it."""
    inversion: Weight = _NONE
    """A misplaced card over a card of lower rank."""
    empty_column: Weight = _NONE
    founded_card: Weight = _NONE
    founded_sequence: Weight = _NONE
    spread: Weight = _NONE
    """The difference in height between foundations that build alike."""
    waste_card: Weight = _NONE
    waste_inversion: Weight = _NONE
    """A waste card over a lower card of its suit."""
    misfit: Weight = _NONE
    """A misplaced card that no move could have put there."""
    buried: Weight = _NONE
    """A card over one that a foundation takes next."""
    step_of_one: Weight = _NONE
    step_of_odd: Weight = _NONE
    step_of_even: Weight = _NONE
    least: Weight = _NONE
    """The height that all four foundations of a kind have reached."""
    soon: Weight = _NONE
    """A waste card, weighted by how soon a foundation takes it."""
    slack: Weight = _NONE
    """The plays to spare for exposing the waste."""
    stock_card: Weight = _NONE
    reserve_card: Weight = _NONE
    """A card of a reserve pile or a cell."""
    noise: Weight = _NONE
    """The range of a pseudo-random term that breaks ties."""
    column_card: Weight = _NONE
    column_squared: Weight = _NONE
    """By column: the square of the number of its cards."""
    uneven: Weight = _NONE
    """By two neighbouring ranks: the square of the difference in how many of their cards are to come."""
    sequence_squared: Weight = _NONE
    """By sequence of a column: the square of the number of its cards that lie in sequence on another one."""
    breaks_squared: Weight = _NONE
    """By column: the square of the number of its misplaced and face-down cards."""
    lower_cards: Weight = _NONE
    """By card of a column: the number of cards of lower ranks below it."""
    lower_of_suit: Weight = _NONE
    """By card of a column: the number of cards of its suit and lower ranks below it."""
    waste_buried: Weight = _NONE
    """A waste card over one that a foundation takes next."""


class Traits(NamedTuple):
    """Learned weights, in the order of ``parts/traits.c``: see ``python -m tools.train_traits``."""

    card: int
    """A card of a column."""
    joined: tuple[int, ...]
    """By rank: a card on one that it continues."""
    fitting: tuple[int, ...]
    """By rank: a card on any other one that takes it."""
    misfit: tuple[int, ...]
    """By rank: a card on one that does not take it."""
    first: tuple[int, ...]
    """By rank: the lowest face-up card, on one that is face down."""
    lowest: tuple[int, ...]
    """By rank: a card at the bottom of its column."""
    run: tuple[int, ...]
    """By length: a run."""
    face_down: tuple[int, ...]
    """By number of face-down cards, five and more at the end: a column."""
    empty: tuple[int, ...]
    """By number, five and more at the end: the empty columns."""
    inversion: int
    """A misfit over a lower card."""
    low_face_down: int
    """A face-down Ace, Two or Three."""
    under_king: int
    """A card under a face-down King."""
    rank_on_top: int
    """A rank of which a column has a top card."""
    movable: int
    """A run that fits on another column, but not where it lies."""
    next_joins: int
    """A card of the next deal that continues the card it comes to."""
    next_fits: int
    """A card of the next deal that merely fits there."""

    def in_order(self) -> list[int]:
        """Return all weights, one after the other."""
        return [number for weight in self for number in (weight if isinstance(weight, tuple) else (weight,))]

    def with_numbers(self, numbers: Iterable[int]) -> "Traits":
        """Return the traits with other weights, given in the same order."""
        left = iter(numbers)
        return Traits._make(
            tuple(islice(left, len(weight))) if isinstance(weight, tuple) else next(left) for weight in self
        )


class Heuristic(NamedTuple):
    """How to search a family of games."""

    weights: Weights
    width: int
    """The number of positions of a layer that the first run expands."""
    growth: int
    """The growth of the width from run to run, in percent."""
    last: int = 1
    """The factor on the width once the stock is empty."""
    crowd: int = 0
    """How many positions that differ only in which equal card carries a sequence are preferred; 0 for all."""
    single_layer: bool = False
    """Whether all positions wait in one queue, whatever was drawn."""
    by_plays: bool = False
    """Whether the number of cards on foundations splits layers, too. It must never fall."""
    greedy: int = 0
    """How many of every three runs play every card to its foundation at once, and never part what could join.

    Those runs can only prove wins.
    """
    traits: Traits | None = None
    """Learned weights, which are added to the others."""
    quota: int = 0
    """The number of positions after which the next heuristic of a schedule follows; 0 if there is none."""


DOUBLE_RUSSIAN: Final = Heuristic(
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

ROUGE_ET_NOIR: Final = Heuristic(
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

HOFFMANN: Final = Heuristic(
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

ROYAL_RENDEZVOUS: Final = Heuristic(
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

SPIDER: Final = Heuristic(
    Weights(noise=(21, 21, 21)),
    width=30,
    growth=150,
    last=8,
    greedy=2,
    traits=Traits(
        card=154,
        joined=(-154, -125, -138, -163, -169, -141, -164, -160, -154, -161, -159, -153, 0),
        fitting=(-2, -4, -8, -44, -33, -7, -34, -36, -19, -44, -35, -33, 0),
        misfit=(31, 24, 15, -35, -9, 24, -10, -22, -3, -13, 4, 15, -9),
        first=(36, 54, 46, 5, 8, 25, 16, 16, 22, 25, 28, 43, 50),
        lowest=(82, 81, 56, 18, 30, 55, 33, 25, 64, 30, 28, 47, 27),
        run=(0, 52, 76, 90, 86, 55, 47, 12, -12, -51, -97, -162, 0),
        face_down=(41, 52, 65, 89, 127),
        empty=(-116, -102, -38, 12, -17),
        inversion=26,
        low_face_down=41,
        under_king=12,
        rank_on_top=-14,
        movable=-76,
        next_joins=-95,
        next_fits=-46,
    ),
)
"""The weights were learned on deals with four suits, from seed 400 001 on."""

OPEN_GAME: Final = Heuristic(
    Weights(
        face_down_card=(200, 100, 300),
        misplaced=(50, 20, 80),
        inversion=(30, 10, 60),
        empty_column=(120, 50, 200),
        founded_card=(80, 40, 120),
        spread=(10, 0, 20),
        buried=(40, 10, 80),
        reserve_card=(60, 30, 100),
        noise=(30, 30, 30),
    ),
    width=2000,
    growth=150,
)
"""Games without a stock."""

FREECELL: Final = Heuristic(
    Weights(
        misplaced=(42, 33, 50),
        inversion=(12, 9, 14),
        empty_column=(84, 33, 134),
        founded_card=(56, 44, 67),
        spread=(15, 9, 21),
        buried=(34, 13, 54),
        reserve_card=(120, 48, 192),
        sequence_squared=(2, 1, 2),
        noise=(37, 37, 37),
    ),
    width=100,
    growth=130,
    greedy=2,
)
"""FreeCell, tuned on seeds 40 001 to 40 500: narrow runs find most lines within 100 positions."""

BAKERS_DOZEN: Final = FREECELL._replace(
    weights=FREECELL.weights._replace(
        misplaced=(20, 10, 30),
        empty_column=(-90, -130, 0),
        lower_cards=(30, 15, 45),
        lower_of_suit=(15, 8, 22),
        noise=(120, 70, 170),
    ),
    width=50,
)
"""Games without a stock whose empty columns take no card, so a column is worth more with a card in it."""

BELEAGUERED_CASTLE: Final = FREECELL._replace(
    weights=FREECELL.weights._replace(empty_column=(120, 50, 190), noise=(80, 80, 80)),
    width=300,
    growth=150,
    greedy=1,
)
"""Beleaguered Castle, and games with cells."""

DEALT_GAME: Final = Heuristic(
    Weights(
        face_down_card=(40, 20, 100),
        misplaced=(70, 50, 100),
        misfit=(70, 40, 100),
        inversion=(20, 10, 50),
        empty_column=(250, 0, 250),
        founded_card=(80, 40, 120),
        founded_sequence=(300, 100, 500),
        buried=(10, 2, 20),
        reserve_card=(40, 20, 80),
        noise=(30, 30, 30),
    ),
    width=30,
    growth=150,
    last=5,
)
"""Games whose stock is dealt to the columns or to the reserve."""

DRAWN_GAME: Final = Heuristic(
    Weights(
        face_down_card=(170, 102, 238),
        misplaced=(50, 20, 80),
        inversion=(57, 34, 80),
        empty_column=(140, 50, 250),
        founded_card=(150, 90, 210),
        founded_sequence=(10, 6, 14),
        waste_card=(15, 3, 40),
        waste_inversion=(12, 3, 30),
        waste_buried=(20, 8, 32),
        buried=(10, 6, 14),
        reserve_card=(40, 20, 80),
        breaks_squared=(10, 6, 14),
        lower_cards=(30, 18, 42),
        lower_of_suit=(8, 4, 12),
        noise=(20, 20, 20),
    ),
    width=15,
    growth=150,
    last=5,
    greedy=2,
)
"""Games whose stock is drawn to the waste, in layers of equally many drawn cards.

Tuned on seeds from 50 001 on of Emperor, Streets, Limited, Maria, Diplomat, Red and Black and Forty Thieves.
"""

ENDLESS_GAME: Final = Heuristic(
    Weights(
        face_down_card=(200, 100, 300),
        misplaced=(50, 20, 80),
        inversion=(25, 10, 50),
        empty_column=(140, 50, 250),
        founded_card=(100, 100, 100),
        spread=(10, 0, 20),
        waste_card=(30, 10, 60),
        buried=(10, 2, 20),
        stock_card=(30, 10, 60),
        reserve_card=(40, 20, 80),
        noise=(20, 20, 20),
    ),
    width=5000,
    growth=200,
)
"""Games with unlimited redeals, searched in one layer."""

KLONDIKE: Final = Heuristic(
    Weights(
        face_down_card=(200, 100, 500),
        face_down_squared=(20, 0, 100),
        misplaced=(0, -20, 40),
        inversion=(10, 0, 30),
        empty_column=(0, -100, 200),
        founded_card=(30, -30, 120),
        buried=(50, 0, 100),
        stock_card=(20, 0, 100),
        waste_card=(20, 0, 100),
        reserve_card=(40, 20, 80),
        noise=(20, 20, 20),
    ),
    width=300,
    growth=130,
)
"""Klondike with unlimited redeals, tuned with ``python -m tests.soak.solvers pysolfc``."""

GOLF: Final = Heuristic(
    Weights(
        column_card=(100, 100, 100), stock_card=(-80, -100, -60), uneven=(20, 10, 30), noise=(30, 30, 30)
    ),
    width=2**31,
    growth=100,
    single_layer=True,
)
"""Games whose waste takes cards: all positions in one run, those with the fewest cards in columns first."""

BLACK_HOLE: Final = Heuristic(
    Weights(column_squared=(10, 5, 15), uneven=(40, 20, 60), noise=(30, 30, 30)),
    width=30,
    growth=300,
    by_plays=True,
)
"""Games whose foundations take the next higher or lower rank, and keep it."""

ALL_IN_A_ROW: Final = Heuristic(
    BLACK_HOLE.weights._replace(column_card=(100, 100, 100)), width=2**31, growth=100, single_layer=True
)
"""All in a Row has few enough positions for one run that leaves nothing out."""

WIDE_HOFFMANN: Final = HOFFMANN._replace(width=30, growth=150)

GYPSY: Final = DEALT_GAME._replace(width=200, greedy=2, crowd=2)

WIDE_DRAWN_GAME: Final = DRAWN_GAME._replace(width=100, greedy=1)

FLOWER_GARDEN: Final = OPEN_GAME._replace(width=200, greedy=2)

NARROW_OPEN_GAME: Final = OPEN_GAME._replace(width=50, greedy=2)

_TUNED: Final = {
    "all-in-a-row": ALL_IN_A_ROW,
    "double-russian": DOUBLE_RUSSIAN,
    "pysolfc-double-russian": DOUBLE_RUSSIAN,
    "rouge-et-noir": ROUGE_ET_NOIR,
    "rouge-et-noir-classic": ROUGE_ET_NOIR,
    "pysolfc-rouge-et-noir": ROUGE_ET_NOIR,
    "rouge-et-noir-hoffmann": HOFFMANN,
    "royal-rendezvous": ROYAL_RENDEZVOUS,
    "pysolfc-royal-rendezvous": ROYAL_RENDEZVOUS._replace(by_plays=False, width=30),
    "spider": SPIDER,
    "grandmothers-game": SPIDER,
    "spiderette": SPIDER,
    "freecell": FREECELL,
    "beleaguered-castle": BELEAGUERED_CASTLE,
    "gypsy": GYPSY,
    "yukon": OPEN_GAME._replace(width=200),
    "flower-garden": FLOWER_GARDEN,
    "simple-simon": OPEN_GAME._replace(greedy=2),
    "mrs-mop": OPEN_GAME._replace(greedy=2),
}

_COMPARED: Final = (
    (
        HOFFMANN,
        """
        aces-up-five arabella australian-patience big-deal bim-bom boost braid breakwater deck
        double-acquaintance double-gold-mine final-battle firing-squad forty-thieves four-seasons
        gargantua long-braid mumbai outback-patience pantagruel pas-seul pluto rainfall
        red-and-black reserves right-and-left royal-east san-juan-hill senate sultan sultan-plus
        tam-o-shanter thirty-nine-steps triple-rail two-pyramids up-and-down variegated-canfield
        """,
    ),
    (
        BAKERS_DOZEN,
        """
        bath calculation ceiling-fan chinaman cicely colorado congress corona curds-and-whey
        double-line double-pyramid flake-two-decks fort hopscotch imaginary-thirteen
        kingsdown-eights open-peek portuguese-solitaire sir-tommy smokey spike stalactites
        the-little-corporal trusty-twelve windmill wood
        """,
    ),
    (
        DRAWN_GAME,
        """
        big-picture-gallery box-fan chamberlain circle-nine double-measure duchess four-leaf-clovers
        giant marshal miss-milligan monte-carlo-two-decks picture-gallery retinue russian-aces toni
        unlimited
        """,
    ),
    (
        GYPSY,
        """
        agnes-sorel carlton castle-mount citadel double-yukon eternal-triangle hypotenuse irmgard
        lily milligan-harp palace quadruple-yukon triple-interchange triple-russian-solitaire
        triple-scorpion triple-yukon
        """,
    ),
    (
        SPIDER,
        """
        aces-up apophis big-spider big-york brigade grandfather grounds-for-a-divorce ides-of-march
        open-spider signora spider-four-packs very-big-divorce york
        """,
    ),
    (
        WIDE_HOFFMANN,
        """
        big-braid big-streets carnation chameleon express foothold jacks-in-the-box little-napoleon
        munger number-twelve sixty-thieves
        """,
    ),
    (
        NARROW_OPEN_GAME,
        """
        aces-and-kings astrocyte bonaparte capricieuse eights new-york shamrocks tarantula terrace
        """,
    ),
    (
        WIDE_DRAWN_GAME,
        """
        housefly measure royal-cotillion scarp snake spidike wheatsheaf
        """,
    ),
    (
        FLOWER_GARDEN,
        """
        black-widow cell-11 chessboard nationale pitchfork six-by-six superior-canfield
        """,
    ),
    (
        KLONDIKE,
        """
        cats-tail double-russian-spider mystique royal-aids super-challenge-freecell will-o-the-wisp
        """,
    ),
    (
        FREECELL,
        """
        busy-cards demon haystack midshipman needle somerset trillium
        """,
    ),
    (
        BELEAGUERED_CASTLE,
        """
        hawaiian minerva napoleon osmosis realm storehouse
        """,
    ),
    (
        DEALT_GAME,
        """
        big-terrace blondes-and-brunettes madame
        """,
    ),
)
"""Games that another heuristic than that of their kind decides sooner.

Of four or five deals from seed 60 001 on, with 20 000 positions, it decided more, or as many with half the
positions.
"""

BY_VARIANT: Final = _TUNED | {
    variant: heuristic for heuristic, variants in _COMPARED for variant in variants.split()
}


class Play(StrEnum):
    """How a game is played, which decides on its heuristic if it has none of its own."""

    ONTO_WASTE = auto()
    STEPPING = auto()
    OPEN = auto()
    CELLS = auto()
    UNFILLED = auto()
    DEALT = auto()
    DRAWN = auto()
    ENDLESS = auto()


BY_PLAY: Final = {
    Play.ONTO_WASTE: GOLF,
    Play.STEPPING: BLACK_HOLE,
    Play.OPEN: OPEN_GAME,
    Play.CELLS: BELEAGUERED_CASTLE,
    Play.UNFILLED: BAKERS_DOZEN,
    Play.DEALT: DEALT_GAME,
    Play.DRAWN: DRAWN_GAME,
    Play.ENDLESS: ENDLESS_GAME,
}


def heuristic_for(tables: CompiledRules) -> Heuristic:
    """Return the heuristic of a game: its own, or that of its kind."""
    if tables.variant.id == "klondike" and play_of(tables) is Play.ENDLESS:
        return KLONDIKE
    return BY_VARIANT.get(tables.variant.id) or BY_PLAY[play_of(tables)]


def play_of(tables: CompiledRules) -> Play:
    """Return how a game is played."""
    stock = tables.rules.stock
    if "waste_takes" in tables.concepts:
        return Play.ONTO_WASTE
    if "foundation_steps" in tables.concepts and tables.rules.foundations_final:
        return Play.STEPPING
    if stock is None or stock.gathers:
        if tables.cells:
            return Play.CELLS
        columns = tables.rules.columns
        opens = columns is not None and any(each.empty_takes for each in columns.each)
        return Play.OPEN if opens else Play.UNFILLED
    if "deal" in stock.actions:
        return Play.DEALT
    return Play.ENDLESS if stock.redeals is None else Play.DRAWN
