"""Monte Carlo, Fourteen, Thirteens and their relatives: free cards leave in pairs (RULES §9)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.cards import RANKS
from patience.games.parts import ANY_RANK, DISCARD, NO_BUILDING, by_suit, down, summing, up
from patience.rules import (
    PRINTED_SUITS,
    Arrange,
    Build,
    Close,
    DealTo,
    Direction,
    Foundation,
    GatherAs,
    Hold,
    Near,
    Pairs,
    Reserve,
    Round,
    Rules,
    Stock,
    Takes,
)
from patience.rules.variant import FIRST_EDITION, Edition, Variant

_game = partial(Variant, family="Monte Carlo", pysolfc_stacks="TFS")

_EQUAL: Final = tuple(2 * rank for rank in RANKS)
_ANY_TWO: Final = tuple(first + second for first in RANKS for second in RANKS[RANKS.index(first) :])
_NO_ACES: Final = tuple(ranks for ranks in _ANY_TWO if "A" not in ranks)

_MONTE_CARLO: Final = Rules(
    packs=1,
    layout=up("T1-T25"),
    columns=replace(NO_BUILDING, number=25),
    stock=Stock(("deal",), deal_to=DealTo.GAPS, close=Close.ROWS),
    foundations=(DISCARD,),
    pairs=Pairs(_EQUAL, ("T",), near=Near.TOUCHING, width=5),
)
_BY_ITSELF: Final = Stock((), deal_to=DealTo.GAPS, close=Close.ROWS)
_THIRTEENS: Final = Rules(
    packs=1,
    layout=up("T1-T10"),
    columns=replace(NO_BUILDING, number=10, refill=("S",)),
    stock=Stock(()),
    foundations=(DISCARD,),
    pairs=Pairs(("K", *summing(13)), ("T",)),
)
_JACK_QUEEN_KING: Final = Pairs((*summing(11), "JQK"), ("T",))
_ELEVENS: Final = replace(
    _THIRTEENS,
    layout=up("T1-T9"),
    columns=replace(NO_BUILDING, number=9, refill=("S",)),
    reserve=Reserve(3, Takes.ONE),
    pairs=_JACK_QUEEN_KING,
)
_ELEVENS_TOO: Final = replace(
    _ELEVENS,
    columns=replace(NO_BUILDING, number=9),
    stock=Stock((), deal_to=DealTo.GAPS, hold=Hold.CELLS),
)
_SIMPLE_PAIRS: Final = replace(
    _THIRTEENS,
    layout=up("T1-T9"),
    columns=replace(NO_BUILDING, number=9, refill=("S",)),
    pairs=Pairs(_EQUAL, ("T",)),
)
_FOURTEEN: Final = Rules(
    packs=1,
    layout=(*up("T1-T12", 4), *up("T1-T4")),
    columns=replace(NO_BUILDING, number=12),
    foundations=(DISCARD,),
    pairs=Pairs(summing(14), ("T",)),
)
_DOUBLE_FOURTEEN: Final = replace(
    _FOURTEEN,
    packs=2,
    layout=(*up("T1-T18", 5), *up("T1-T14")),
    columns=replace(NO_BUILDING, number=18),
    foundations=(replace(DISCARD, cards=104),),
)
_PATIENT_PAIRS: Final = replace(
    _FOURTEEN,
    layout=(*down("T1-T13", 3), *up("T1-T13")),
    columns=replace(NO_BUILDING, number=13),
    pairs=Pairs(_EQUAL, ("T",)),
)
_WISH: Final = replace(
    _PATIENT_PAIRS,
    ranks="A789TJQK",
    layout=(*down("T1-T8", 3), *up("T1-T8")),
    columns=replace(NO_BUILDING, number=8),
    foundations=(replace(DISCARD, cards=32),),
)
_HURRICANE: Final = replace(
    _THIRTEENS,
    layout=(*up("R1-R10", 3), *up("T1-T3")),
    columns=replace(NO_BUILDING, number=3, refill=("S",)),
    reserve=Reserve(10),
    pairs=Pairs(summing(14), ("T", "R")),
)
_COVER: Final = Rules(
    packs=1,
    layout=up("T1-T4"),
    columns=replace(NO_BUILDING, number=4),
    stock=Stock((), deal_to=DealTo.GAPS),
    foundations=(replace(DISCARD, cards=48),),
    pairs=Pairs(_ANY_TWO, ("T",), build=Build.BY_SUIT),
)
_KINGS_AUDIENCE: Final = Rules(
    packs=1,
    layout=up("T1-T16"),
    columns=replace(NO_BUILDING, number=16, takes_from=("W",), empty_takes=ANY_RANK, refill=("W",)),
    stock=Stock(("draw",), drawn_at_start=1, fills_waste=True),
    foundations=(
        *(
            Foundation(suit, "QK", Build.BY_SUIT, direction=Direction.EITHER, cards=2)
            for suit in PRINTED_SUITS
        ),
        *by_suit(ranks="AJT98765432"),
    ),
    pairs=Pairs(("QK", "AJ", *"23456789T"), ("T",), build=Build.BY_SUIT),
)


def _columns_of(cards: int, columns: int, last: str) -> tuple[Round, ...]:
    """Return rounds that deal columns one after the other, and then one card to each of some last piles."""
    return (*(dealing for column in range(1, columns + 1) for dealing in up(f"T{column}", cards)), *up(last))


_NESTOR: Final = replace(
    _FOURTEEN,
    arrange=Arrange.DISTINCT_RANKS,
    layout=_columns_of(6, 8, "T9-T12"),
    pairs=Pairs(_EQUAL, ("T",)),
)
_EXIT_PAIRS: Final = Pairs((*summing(11), "JJ", "QK"), ("T", "R"))
_RELAXED_EXIT: Final = replace(
    _FOURTEEN,
    arrange=Arrange.JACKS_APART,
    layout=_columns_of(5, 10, "R1") + up("R1"),
    columns=replace(NO_BUILDING, number=10),
    reserve=Reserve(1),
    pairs=_EXIT_PAIRS,
)

GAMES: Final = (
    _game(id="nestor", title="Nestor", rules=_NESTOR, pysolfc=(235,)),
    _game(
        id="double-nestor",
        title="Double Nestor",
        rules=replace(
            _NESTOR,
            packs=2,
            layout=_columns_of(10, 10, "T11-T14"),
            columns=replace(NO_BUILDING, number=14),
            foundations=_DOUBLE_FOURTEEN.foundations,
        ),
        pysolfc=(801,),
    ),
    _game(
        id="vertical",
        title="Vertical",
        rules=replace(
            _NESTOR,
            arrange=Arrange.SIXES_DISTINCT,
            layout=(*up("T1-T16"), *up("T1-T7", 5), *up("T4")),
            columns=replace(NO_BUILDING, number=16),
        ),
        pysolfc=(368,),
    ),
    _game(
        id="relaxed-exit",
        title="Relaxed Exit",
        rules=_RELAXED_EXIT,
        pysolfc=(674,),
        pysolfc_stacks="TRFS",
    ),
    _game(
        id="exit",
        title="Exit",
        rules=replace(_RELAXED_EXIT, pairs=replace(_EXIT_PAIRS, build="other_suit:QK")),
        pysolfc=(796,),
        pysolfc_stacks="TRFS",
    ),
    _game(id="monte-carlo", title="Monte Carlo", rules=_MONTE_CARLO, pysolfc=(89,), names=("Quilt",)),
    _game(
        id="monte-carlo-two-decks",
        title="Monte Carlo (2 Decks)",
        rules=replace(_MONTE_CARLO, packs=2, foundations=_DOUBLE_FOURTEEN.foundations),
        pysolfc=(216,),
    ),
    _game(
        id="weddings",
        title="Weddings",
        rules=replace(_MONTE_CARLO, stock=Stock(("deal",), deal_to=DealTo.GAPS, close=Close.COLUMNS)),
        pysolfc=(212,),
    ),
    _game(
        id="simple-carlo",
        title="Simple Carlo",
        rules=replace(_MONTE_CARLO, stock=_BY_ITSELF, pairs=Pairs(_EQUAL, ("T",))),
        pysolfc=(90,),
    ),
    _game(
        id="neighbour",
        title="Neighbour",
        rules=replace(
            _MONTE_CARLO,
            stock=_BY_ITSELF,
            pairs=Pairs(("K", *summing(13)), ("T",), near=Near.TOUCHING, width=5),
        ),
        pysolfc=(92,),
    ),
    _game(
        id="quatorze",
        title="Quatorze",
        rules=replace(
            _MONTE_CARLO,
            stock=replace(_BY_ITSELF, close=Close.LAST),
            pairs=Pairs(summing(14), ("T",), near=Near.LINE, width=5),
        ),
        pysolfc=(810,),
    ),
    _game(
        id="simple-pairs",
        title="Simple Pairs",
        rules=_SIMPLE_PAIRS,
        pysolfc=(91,),
        pysolfc_stacks="TSF",
        names=("Jamestown", "Pirate Gold", "Treasure Hunt", "Hunter"),
    ),
    _game(
        id="block-ten",
        title="Block Ten",
        rules=replace(
            _SIMPLE_PAIRS,
            foundations=(replace(DISCARD, cards=48),),
            pairs=Pairs((*summing(10), "JJ", "QQ", "KK"), ("T",)),
        ),
        pysolfc=(829,),
        pysolfc_stacks="TSF",
    ),
    _game(
        id="simple-tens",
        title="Simple Tens",
        rules=replace(
            _SIMPLE_PAIRS,
            ranks="A23456789",
            foundations=(replace(DISCARD, cards=36),),
            pairs=Pairs(summing(10), ("T",)),
        ),
        pysolfc=(862,),
        names=("Add Up Tens",),
        pysolfc_stacks="TSF",
    ),
    _game(
        id="thirteens",
        title="Thirteens",
        rules=_THIRTEENS,
        pysolfc=(593,),
        pysolfc_stacks="TSF",
        names=("Helsinki", "Good Thirteen"),
    ),
    _game(
        id="elevens",
        title="Elevens",
        rules=_ELEVENS,
        pysolfc=(594,),
        names=("Eleven Away",),
        pysolfc_stacks="SFTR",
    ),
    _game(
        id="elevens-too",
        title="Elevens Too",
        rules=_ELEVENS_TOO,
        pysolfc=(595,),
        pysolfc_stacks="SFTR",
    ),
    _game(
        id="suit-elevens",
        title="Suit Elevens",
        rules=replace(
            _ELEVENS,
            layout=up("T1-T15"),
            columns=replace(NO_BUILDING, number=15, refill=("S",)),
            pairs=replace(_JACK_QUEEN_KING, build=Build.BY_SUIT),
        ),
        pysolfc=(596,),
        pysolfc_stacks="SFTR",
    ),
    _game(
        id="tens",
        title="Tens",
        rules=replace(
            _ELEVENS_TOO,
            layout=up("T1-T13"),
            columns=replace(NO_BUILDING, number=13),
            reserve=Reserve(4, Takes.ONE),
            pairs=Pairs((*summing(10), *(4 * rank for rank in "TJQK")), ("T",)),
        ),
        pysolfc=(916,),
        names=("Take Ten",),
        pysolfc_stacks="SFTR",
    ),
    _game(
        id="nines",
        title="Nines",
        rules=replace(
            _ELEVENS_TOO,
            reserve=Reserve(4, Takes.ONE),
            pairs=Pairs((*summing(9), "9", "TJQK"), ("T",)),
        ),
        pysolfc=(961,),
        pysolfc_stacks="SFTR",
    ),
    _game(
        id="aces-square",
        title="Aces Square",
        rules=replace(
            _SIMPLE_PAIRS,
            layout=up("T1-T16"),
            columns=replace(NO_BUILDING, number=16, refill=("S",)),
            foundations=(replace(DISCARD, cards=48),),
            pairs=Pairs(_NO_ACES, ("T",), build=Build.BY_SUIT, near=Near.LINE, width=4),
        ),
        pysolfc=(898,),
        names=("Miner",),
    ),
    _game(
        id="fourteen",
        title="Fourteen",
        rules=_FOURTEEN,
        pysolfc=(96,),
        names=("Fourteen Out", "Fourteen Puzzle", "Take Fourteen"),
    ),
    _game(id="double-fourteen", title="Double Fourteen", rules=_DOUBLE_FOURTEEN, pysolfc=(867,)),
    _game(
        id="juvenile",
        title="Juvenile",
        rules=replace(_DOUBLE_FOURTEEN, layout=(*up("T1", 2), *up("T1-T17", 6))),
        pysolfc=(935,),
    ),
    _game(
        id="patient-pairs",
        title="Patient Pairs",
        rules=_PATIENT_PAIRS,
        pysolfc=(874,),
        pysolfc_stacks="TSF",
        names=("Isabel",),
    ),
    _game(
        id="patient-pairs-open",
        title="Patient Pairs (Open)",
        rules=replace(_PATIENT_PAIRS, layout=up("T1-T13", 4)),
        pysolfc=(875,),
        pysolfc_stacks="TSF",
    ),
    _game(id="the-wish", title="The Wish", rules=_WISH, pysolfc=(328,), pysolfc_stacks="TSF"),
    _game(
        id="the-wish-open",
        title="The Wish (Open)",
        rules=replace(_WISH, layout=up("T1-T8", 4)),
        pysolfc=(329,),
        pysolfc_stacks="TSF",
    ),
    _game(
        id="right-and-left",
        title="Right and Left",
        rules=replace(
            _DOUBLE_FOURTEEN,
            layout=up("T1-T2"),
            columns=replace(NO_BUILDING, number=2),
            stock=Stock(("deal", "redeal"), gather_as=GatherAs.STOCK, redeals=None),
            pairs=Pairs(_EQUAL, ("T",)),
        ),
        pysolfc=(727,),
        pysolfc_stacks="STF",
    ),
    _game(
        id="doublets-two",
        title="Doublets II",
        rules=replace(
            _SIMPLE_PAIRS,
            layout=(*down("T1-T12", 3), *up("T1-T12")),
            columns=replace(NO_BUILDING, number=12, refill=("S",)),
        ),
        pysolfc=(649,),
        pysolfc_stacks="TSF",
    ),
    _game(
        id="hurricane",
        title="Hurricane",
        rules=_HURRICANE,
        pysolfc=(735,),
        pysolfc_stacks="RTSF",
    ),
    _game(
        id="ides-of-march",
        title="Ides of March",
        rules=replace(_HURRICANE, pairs=Pairs((*summing(15), "AA"), ("T", "R"))),
        pysolfc=(974,),
        pysolfc_stacks="RTSF",
        names=("XV",),
    ),
    _game(id="cover", title="Cover", rules=_COVER, pysolfc=(552,), pysolfc_stacks="STF"),
    _game(
        id="deck",
        title="Deck",
        rules=replace(_COVER, stock=Stock(("deal",)), won_when=("F1", "S")),
        history=(
            FIRST_EDITION,
            Edition(
                "2",
                "everything",
                "The stock has to be empty as well; before, 48 cards on F1 won at once.",
                before={"won_when": []},
            ),
        ),
        pysolfc=(684,),
        names=("Affinity", "Suits Up"),
        pysolfc_stacks="STF",
    ),
    _game(
        id="kings-audience",
        title="King's Audience",
        rules=_KINGS_AUDIENCE,
        pysolfc=(859,),
        pysolfc_stacks="TFSW",
    ),
)
