"""Games on prepared decks, for positions that chance hardly brings about."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tests.reference import deal, legal_moves, outcome, play
from tests.reference.games import DOUBLE_RUSSIAN, HOFFMANN, ROUGE_ET_NOIR

from .decks import ANY_CARD, GAP, laid_out, one_each, two_of

ALL_RANKS = "A23456789TJQK"


@dataclass
class Scene:
    """A prepared game, legal throughout."""

    name: str
    why: str
    deck: list[str]
    moves: list[str]
    rules: Mapping[str, object] = field(default_factory=dict)


def scenes(variant: str) -> Iterator[Scene]:
    """The prepared games of a variant, if it has any."""
    if variant in ROUGE_ET_NOIR:
        yield from rouge_et_noir(variant)
    elif variant in HOFFMANN:
        yield from hoffmann(variant)
    elif variant in DOUBLE_RUSSIAN:
        yield from double_russian(variant)
    elif variant == "royal-rendezvous":
        yield from royal_rendezvous(variant)
    elif variant == "pysolfc-royal-rendezvous":
        yield from pysolfc_royal_rendezvous(variant)


def rouge_et_noir(variant: str) -> Iterator[Scene]:
    """Ten columns onto which the stock is dealt."""
    yield Scene(
        name="lost",
        why="All columns end in red cards and none in an Ace, so none can move, and the stock is empty.",
        deck=two_of(ALL_RANKS, "CS") + two_of(ALL_RANKS, "DH"),
        moves=["deal"] * (6 if variant == "rouge-et-noir" else 7),
    )
    rules = {} if variant == "pysolfc-rouge-et-noir" else {"win": "four_sequences"}
    yield Scene(
        name="won-four-sequences" if rules else "four-sequences",
        why="Six deals lay out four sequences in halves, and with the fourth on its foundation"
        + (" the game is won." if rules else " half of all cards are still to be played."),
        deck=laid_out(variant, rules, sequences_in_halves()),
        moves=[
            *["deal"] * 6,
            *["T5-T1x6", "T1-F5x13", "T6-T2x6", "T2-F6x13", "T7-T3x6", "T3-F7x13", "T8-T4x6", "T4-F8x13"],
        ],
        rules=rules,
    )


def sequences_in_halves() -> dict[str, list[str]]:
    """Kings on T1–T4; six deals bring their Queens to Sevens, and onto T5–T8 Sixes to Aces."""
    suits = ["HS", "SH", "DC", "CD"]
    runs = [[rank + pair[place % 2] for place, rank in enumerate(reversed(ALL_RANKS))] for pair in suits]
    rows = [[*(run[row] for run in runs), *(run[row + 6] for run in runs)] for row in range(1, 7)]
    kings = {f"T{number}": run[:1] for number, run in enumerate(runs, start=1)}
    return kings | {"S": [card for row in rows for card in [*row, ANY_CARD, ANY_CARD]][:-1]}


def hoffmann(variant: str) -> Iterator[Scene]:
    """Heaps that the stock refills."""
    yield from lost_and_not_lost(variant)
    yield Scene(
        name="stock-drawn-in-vain",
        why="The whole stock is drawn, no redeal is allowed, and a heap that is vacated stays empty.",
        deck=laid_out(variant, {}, one_each("T", ["QC", "KD"])),
        moves=[*["draw"] * 88, "T1-T2"],
        rules={"redeals": 0},
    )
    clubs = one_each("T", [f"{rank}C" for rank in "23456789"])
    yield Scene(
        name="clubs-complete",
        why="Clubs from Two to King lie ready, and a bare F puts each on the lowest-numbered foundation.",
        deck=laid_out(variant, {}, clubs | {"S": ["TC", "JC", "QC", "KC"]}),
        moves=[f"T{heap}-F" for heap in (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4)],
    )
    yield played_out(variant, {"redeals": 99}, two_of(ALL_RANKS, "CDHS"))


def lost_and_not_lost(variant: str) -> Iterator[Scene]:
    """Without limit no game is lost: heaps run down, so a redeal brings up the lowest rank left."""
    deck = laid_out(
        variant, {}, one_each("T", two_of("KQ", "DH")) | {"S": two_of("2", "CDHS") + two_of("QJ", "CS")}
    )
    yield Scene(
        name="lost",
        why="All cards that fit are buried in the waste, the stock's 71 do not, and no redeal is allowed.",
        deck=deck,
        moves=["draw"] * 17,
        rules={"redeals": 0},
    )
    yield Scene(
        name="in_progress-redeals_1",
        why="The lost game once more, but the one redeal allowed would bring the buried cards back.",
        deck=deck,
        moves=["draw"] * 17,
        rules={"redeals": 1},
    )


def royal_rendezvous(variant: str) -> Iterator[Scene]:
    """A reserve, and foundations that step by one and by two."""
    unplayable = one_each("R", two_of("KQ", "CDHS"))
    yield Scene(
        name="lost",
        why="All cards that fit are buried in the waste; the reserve's and the stock's 55 fit nowhere.",
        deck=laid_out(variant, {}, unplayable | {"S": ["2C", "2D", "2H", "2S", *two_of("34", "CDHS")]}),
        moves=["draw"] * 21,
    )
    clubs = one_each("R", [f"{rank}C" for rank in "23456789TJQK"])
    yield Scene(
        name="clubs-up-to-the-queen",
        why="An upper Ace pile is built to the Queen while the lower Ace pile of its suit has not begun.",
        deck=laid_out(variant, {}, clubs),
        moves=[f"R{cell}-F1" for cell in range(1, 12)],
    )
    yield played_out(variant, {"twos": "eight"}, two_of(ALL_RANKS, "CDHS"))


def pysolfc_royal_rendezvous(variant: str) -> Iterator[Scene]:
    """Foundations that give their cards back."""
    reserve = one_each("R", ["2C", "2S", "2H", "2D", *two_of("Q", "CDHS"), "JC", "JD", "JH", "JS"])
    refill = {"W": ["TC"], "S": ["TD", "TH", "TS", *two_of("34K", "CDHS")]}
    yield Scene(
        name="lost",
        why="With the Twos played no foundation's top card fits another, and all others that fit are buried"
        " in the waste.",
        deck=laid_out(variant, {}, reserve | refill),
        moves=["R1-F", "R2-F", "R3-F", "R4-F", *["draw"] * 25],
    )
    yield Scene(
        name="foundations-give",
        why="No foundation is final: the Two and the Three of clubs go over to another one and come back.",
        deck=laid_out(variant, {}, one_each("R", ["KC", "KC", "2C", "3C"])),
        moves=["R1-F", "F9-F5", "F5-F9x1", "R3-F", "R4-F", "F5-F13", "F13-F5"],
    )
    yield played_out(variant, {}, two_of(ALL_RANKS, "CDHS"))


def double_russian(variant: str) -> Iterator[Scene]:
    """Ten columns without a stock."""
    kings = one_each("T", two_of("K", "CDHS"))
    buried = {"T9": ["AC", "AC", GAP, "2C"], "T10": [*two_of("Q", "CDHS"), GAP, "2C"]}
    yield Scene(
        name="lost",
        why="Lost as dealt: the Queens and Aces that fit on the Kings and Twos on top lie face down.",
        deck=laid_out(variant, {}, kings | buried),
        moves=[],
    )
    clubs = {"T10": [f"{rank}C" for rank in "65432A"], "T9": [f"{rank}C" for rank in "QJT987"], "T8": ["KC"]}
    yield Scene(
        name="clubs-complete",
        why="A foundation is built from Ace to King, card by card.",
        deck=laid_out(variant, {}, clubs),
        moves=[*["T10-F"] * 6, *["T9-F1"] * 6, "T8-F1x1"],
    )
    yield Scene(
        name="column-cleared",
        why="A Queen moves onto the King of her suit and takes all the cards on top of her along.",
        deck=laid_out(variant, {}, {"T1": ["QC", GAP], "T2": ["KC"]}),
        moves=["T1-T2x5" if variant == "double-russian" else "T1-T2x6"],
    )


def played_out(variant: str, rules: Mapping[str, object], deck: list[str]) -> Scene:
    """A game won by playing every card that a foundation takes, reserve and columns first."""
    game = deal(variant, rules, deck=deck)
    moves = []
    while outcome(game) != "won":
        moves.append(next(move for move in legal_moves(game) if "-F" in move and move[0] != "F"))
        play(game, moves[-1])
    return Scene(
        "won-in-order", "Sorted by rank, every card goes to a foundation at once.", deck, moves, rules
    )
