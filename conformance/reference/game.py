"""A game in progress."""

from dataclasses import dataclass, replace
from typing import Any

from .declaration import Declaration, Foundation
from .seeds import RANKS


@dataclass
class Game:
    rules: Declaration
    deck: list[str]
    piles: dict[str, list[str]]
    """All piles of the game, bottom to top. The next card to leave the stock is its last."""
    face_down: dict[str, int]
    """How many cards of a pile lie face down or under such a card; they all lie below the others."""
    base: str = "A"
    """The base rank: `A` in the declaration stands for it."""
    redeals: int = 0
    merci_used: int = 0
    phase: int = 0
    """Where stock cards are moved to columns in rounds: how many in this round, 0 before the first one."""
    orders: list[list[str]] | None = None
    """The orders of redeals that were given with the deck or board, each with all cards."""
    before: int = 0
    """How many redeals came before the opening."""
    seed: str | None = None
    drawn: int = 0
    """How many numbers of the seed's generator the deal and the redeals took."""

    def copy(self) -> "Game":
        piles = {name: list(cards) for name, cards in self.piles.items()}
        return replace(self, piles=piles, face_down=dict(self.face_down))

    def names(self, letter: str) -> list[str]:
        """The piles T, F, R, S or W, in ascending order."""
        return [name for name in self.piles if name[0] == letter]

    def foundation(self, name: str) -> Foundation:
        return self.rules.foundations[int(name[1:]) - 1]

    def rank(self, card: str) -> str:
        """The card's rank as the declaration names it: A for the base rank, 2 for the next."""
        return RANKS[(RANKS.index(card[0]) - RANKS.index(self.base)) % 13]


def cards_of_round(rules: Declaration) -> int:
    """How many cards a round moves from the open stock to columns; 1 until each has one, 0 without rounds."""
    stock = rules.stock
    if not stock or not stock.open:
        return 0
    return 1 if stock.hold == "empty_column" else stock.draw if stock.draw > 1 else 0


def state(game: Game) -> dict[str, Any]:
    """The `final_state` of the API."""

    def pile(name: str) -> dict[str, Any]:
        return {"pile": name, "cards": list(game.piles[name])}

    shown: dict[str, Any] = {
        "tableau": [pile(name) | {"face_down": count_face_down(game, name)} for name in game.names("T")],
        "foundations": [pile(name) for name in game.names("F")],
        "reserve": [
            pile(name) | ({"face_down": count_face_down(game, name)} if has_deep_reserve(game) else {})
            for name in game.names("R")
        ],
        "stock": list(game.piles.get("S", [])),
        "waste": list(game.piles.get("W", [])),
        "redeals": game.redeals,
    }
    if game.rules.stock and "last_only" in game.rules.stock.draw_as:
        shown["waste_face_down"] = game.face_down["W"]
    if game.rules.base != "A":
        shown["base_rank"] = game.base
    if game.rules.reserve.takes in ("merci", "exchange", "turn_up"):
        shown["merci_used"] = game.merci_used if game.rules.reserve.capacity > 1 else game.merci_used > 0
    if cards_of_round(game.rules):
        shown["phase"] = game.phase
    return shown


def open_places(rules: Declaration, name: str) -> set[int]:
    """The places, counted from 0, at which the layout deals face-up cards under face-down ones."""
    dealt = [each.face_up for each in rules.opening_rounds if name in each.to]
    return {place for place, face_up in enumerate(dealt) if face_up and False in dealt[place:]}


def count_face_down(game: Game, name: str) -> int:
    buried = game.face_down[name]
    return buried - sum(place < buried for place in open_places(game.rules, name))


def has_deep_reserve(game: Game) -> bool:
    """Return whether the game deals other than one face-up card to some reserve pile that is not a cell."""
    dealt: dict[str, list[bool]] = {name: [] for name in game.names("R")}
    several = False
    for dealing_round in game.rules.opening_rounds:
        for name in dealing_round.to:
            if name in dealt:
                dealt[name].append(dealing_round.face_up)
                several = several or bool(dealing_round.by)
    one_each = all(faces == [True] for faces in dealt.values()) and not several
    return game.rules.reserve.takes == "none" and not one_each
