"""The variants: their options, their piles and how they are dealt (RULES §2–§7)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .cards_and_seeds import deck_of_seed, is_deck
from .foundations import at_the_start

ROUGE_ET_NOIR = ("rouge-et-noir", "rouge-et-noir-classic", "pysolfc-rouge-et-noir")
HOFFMANN = ("rouge-et-noir-hoffmann",)
ROYAL_RENDEZVOUS = ("royal-rendezvous", "pysolfc-royal-rendezvous")
DOUBLE_RUSSIAN = ("double-russian", "pysolfc-double-russian")
SPIDER = ("pysolfc-spider",)
FORTY_THIEVES = ("pysolfc-forty-thieves",)

OPTIONS: dict[str, dict[str, list[object]]] = {
    "rouge-et-noir": {"deal": ["any_time", "when_blocked"], "win": ["all_cards", "four_sequences"]},
    "rouge-et-noir-classic": {"deal": ["any_time", "when_blocked"], "win": ["all_cards", "four_sequences"]},
    "rouge-et-noir-hoffmann": {"redeals": ["unlimited", *range(100)]},
    "royal-rendezvous": {"twos": ["four", "eight"], "draw": ["any_time", "when_blocked"]},
    "double-russian": {"groups": ["any", "in_sequence"]},
    "pysolfc-rouge-et-noir": {},
    "pysolfc-royal-rendezvous": {},
    "pysolfc-double-russian": {},
    "pysolfc-spider": {},
    "pysolfc-forty-thieves": {},
}
"""Every variant with the values of its options, the default first."""


@dataclass
class Game:
    variant: str
    rules: dict[str, object]
    deck: list[str]
    piles: dict[str, list[str]]
    """Columns, foundations, reserve, stock and waste, as far as the variant has them; bottom to top.

    The next card to leave the stock is its last.
    """
    face_down: dict[str, int]
    """How many cards of each column lie face down; they all lie below the others."""
    redeals: int = 0

    def copy(self) -> "Game":
        piles = {name: list(cards) for name, cards in self.piles.items()}
        return Game(self.variant, self.rules, self.deck, piles, dict(self.face_down), self.redeals)

    def names(self, letter: str) -> list[str]:
        """T, F, R, S or W: the piles of that kind, in ascending order."""
        return [name for name in self.piles if name[0] == letter]


def resolve(variant: str, rules: Mapping[str, object]) -> dict[str, object]:
    """The options that the variant has, defaults filled in."""
    defaults = {option: values[0] for option, values in OPTIONS[variant].items()}
    unknown = set(rules) - set(defaults)
    if unknown:
        raise ValueError(f"{variant} has no option {sorted(unknown)}")
    return defaults | dict(rules)


def deal(
    variant: str, rules: Mapping[str, object], *, seed: str | None = None, deck: Sequence[str] | None = None
) -> Game:
    """The opening position."""
    options = resolve(variant, rules)
    start = at_the_start(variant, options)
    base_cards = [card for cards in start.values() for card in cards]
    if seed is not None and deck is None:
        dealt = deck_of_seed(seed, base_cards)
    elif deck is not None and seed is None and is_deck(deck):
        dealt = list(deck)
    else:
        raise ValueError("exactly one of seed and deck, and the deck with every card twice")
    game = Game(variant, options, dealt, {}, {})
    pack = list(dealt)
    for card in base_cards:
        # RULES §1: the first copy met, in dealing order; list.remove takes the first.
        pack.remove(card)
    lay_out(game, start, pack)
    return game


def lay_out(game: Game, start: dict[str, list[str]], pack: list[str]) -> None:
    deal_columns(game, pack)
    game.piles |= start
    if game.variant in ROYAL_RENDEZVOUS:
        for number in range(1, 17):
            game.piles[f"R{number}"] = [pack.pop(0)]
    if game.variant not in DOUBLE_RUSSIAN:
        game.piles["S"] = pack[::-1]
    if game.variant in HOFFMANN + ROYAL_RENDEZVOUS + FORTY_THIEVES:
        game.piles["W"] = []
    if game.variant in ("pysolfc-royal-rendezvous", "pysolfc-forty-thieves"):
        # RULES §7: then one card face up to the waste.
        game.piles["W"].append(game.piles["S"].pop())


def deal_columns(game: Game, pack: list[str]) -> None:
    if game.variant in ROUGE_ET_NOIR:
        add_columns(game, 10)
        deal_rouge_et_noir(game, pack)
    elif game.variant in HOFFMANN:
        add_columns(game, 8)
        deal_round(game, pack, range(1, 9))
    elif game.variant in DOUBLE_RUSSIAN:
        add_columns(game, 10)
        deal_double_russian(game, pack)
    elif game.variant in SPIDER:
        add_columns(game, 10)
        deal_spider(game, pack)
    elif game.variant in FORTY_THIEVES:
        add_columns(game, 10)
        for _ in range(4):
            deal_round(game, pack, range(1, 11))


def add_columns(game: Game, how_many: int) -> None:
    for number in range(1, how_many + 1):
        game.piles[f"T{number}"] = []
        game.face_down[f"T{number}"] = 0


def deal_round(game: Game, pack: list[str], columns: Iterable[int], *, face_down: bool = False) -> None:
    """One card to each of these columns, in this order."""
    for number in columns:
        game.piles[f"T{number}"].append(pack.pop(0))
        if face_down:
            game.face_down[f"T{number}"] += 1


def deal_rouge_et_noir(game: Game, pack: list[str]) -> None:
    """RULES §2, §3: the face-down rounds, then one face-up round to T1–T9; each right to left."""
    longest_round = 8 if game.variant == "rouge-et-noir" else 7
    for last in range(longest_round, 0, -1):
        deal_round(game, pack, range(last, 0, -1), face_down=True)
    deal_round(game, pack, range(9, 0, -1))


def deal_double_russian(game: Game, pack: list[str]) -> None:
    """RULES §6, §7: all left to right."""
    if game.variant == "double-russian":
        for first in range(2, 11):
            deal_round(game, pack, range(first, 11), face_down=True)
        for _ in range(1 + 4):
            deal_round(game, pack, range(1, 11))
        deal_round(game, pack, range(2, 11))
    else:
        for first in range(2, 10):
            deal_round(game, pack, range(first, 11), face_down=True)
        for _ in range(6):
            deal_round(game, pack, range(1, 11))


def deal_spider(game: Game, pack: list[str]) -> None:
    """RULES §7: all left to right."""
    for _ in range(4):
        deal_round(game, pack, range(1, 11), face_down=True)
    deal_round(game, pack, (1, 4, 7, 10), face_down=True)
    deal_round(game, pack, range(1, 11))
