"""Positions for which a deck is arranged: each card is chosen when a move needs it.

Long runs, columns that are emptied onto others, and groups that break off inside hardly arise in play, and
exchanging some cards of a deck hardly leads to them.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tests import reference
from tests.conformance.faults import declared
from tests.conformance.losing import line_after
from tests.conformance.scenes import Json, if_legal
from tests.declared import opening, some_rules
from tests.reference.declaration import BUILDS, read_declaration
from tests.reference.fits import suits_fit
from tests.reference.seeds import RANKS, full_deck
from tests.reference.tokens import ACTIONS

TRIES: Final = 18
"""Decks that are arranged under each option."""
MOST_ACTIONS: Final = 8
"""Draws or deals before the other moves."""
MOST_EMPTIED: Final = 3
"""Columns that are emptied."""
GROUP: Final = 6
"""Cards at most of a group that breaks off inside."""


class Arranged:
    """A game whose cards are chosen while it is played; those that no move needs are dealt at random."""

    def __init__(self, variant: str, rules: Json, source: random.Random) -> None:
        """Lay out a game."""
        read = read_declaration(declared(variant, rules))
        # Each card is an object of its own, so that its place in the deck can be found.
        self.deck = [f"{rank}{suit}" for rank, suit in full_deck(read.packs, read.suits, read.ranks)]
        self.request: Json = {"variant": variant, "rules": rules, "deck": self.deck, "moves": []}
        self.game = opening(self.request)
        self.build, self.build_of_groups = read.columns.build, build_of_groups(self.game)
        self.source = source
        self.left = source.sample(self.deck, len(self.deck))
        self.chosen: dict[int, str] = {}

    def columns(self) -> list[str]:
        """Return the columns that have cards, in random order."""
        columns = [name for name in self.game.names("T") if self.game.piles[name]]
        return self.source.sample(columns, len(columns))

    def choose(self, place: str, fits: Callable[[str], bool]) -> bool:
        """Choose a card for a place of the deck; return whether one that fits is there."""
        if id(place) in self.chosen:
            return fits(self.chosen[id(place)])
        card = next(filter(fits, self.left), None)
        if card is None:
            return False
        self.left.remove(card)
        self.chosen[id(place)] = card
        return True

    def lay(self, place: str, onto: str, rank: int, build: str) -> bool:
        """Choose a card of this rank for a place, which fits onto the card of another place by its suit."""
        above = self.chosen[id(onto)]
        return self.choose(place, lambda card: card[0] == RANKS[rank] and suits_fit(build, above, card))

    def move(self, origin: str, target: str, build: str) -> bool:
        """Move a card onto another column if cards for both can be chosen."""
        if not self.game.piles[target]:  # Pairs leave the columns.
            return False
        card, onto = self.game.piles[origin][-1], self.game.piles[target][-1]
        if not self.choose(onto, lambda code: code[0] != RANKS[0]):
            return False
        if not self.lay(card, onto, RANKS.index(self.chosen[id(onto)][0]) - 1, build):
            return False
        self.play(f"{origin}-{target}")
        return True

    def play(self, token: str) -> None:
        """Play a move; the log is judged once all cards are chosen."""
        reference.play(self.game, token)
        self.request["moves"].append(token)

    def log(self) -> Json | None:
        """Return the request with all cards, or None if a move in it is illegal."""
        deck = [self.chosen[id(card)] if id(card) in self.chosen else self.left.pop() for card in self.deck]
        request = self.request | {"deck": deck}
        return request if if_legal(request) else None


def build_of_groups(game: reference.Game) -> str:
    """Return how the cards of a group that moves follow each other."""
    columns = game.rules.columns
    return columns.lift if columns.lift in BUILDS else columns.build


def arranged(variant: str, source: random.Random) -> Iterator[Json]:
    """Yield logs that lead to long runs, empty columns and broken groups, under each option."""
    for rules in some_rules(variant):
        for number in range(TRIES):
            game = Arranged(variant, rules, source)
            if len(game.columns()) < 2:
                return
            for step in STEPS[number % len(STEPS)]:
                step(game)
            if log := game.log():
                yield from (log, *with_actions(log))


def with_actions(request: Json) -> Iterator[Json]:
    """Yield a log with each action of the stock that is legal after it."""
    for token in line_after(request).legal_moves():
        if token in ACTIONS:
            yield request | {"moves": [*request["moves"], str(token)]}


def _act(game: Arranged) -> None:
    """Play some deals or draws."""
    for _ in range(game.source.randrange(MOST_ACTIONS)):
        legal = (token for token in ("deal", "draw") if not reference.why_not(game.game, token))
        if token := next(legal, None):
            game.play(token)


def _build_run(game: Arranged) -> None:
    """Move card after card from other columns onto one, most often from its King on."""
    target, *others = game.columns()
    most = len(RANKS) - 1
    rank = most if game.source.random() < 3 / 4 else game.source.randrange(1, most)
    if not game.choose(game.game.piles[target][-1], lambda card: card[0] == RANKS[rank]):
        return
    for number in range(game.source.randint(rank // 2, rank)):
        origins = [name for name in others if game.game.piles[name]]
        if not origins or not game.move(origins[number % len(origins)], target, game.build_of_groups):
            return


def _empty(game: Arranged) -> None:
    """Move all cards of the shortest columns to others."""
    for _ in range(game.source.randint(1, MOST_EMPTIED)):
        origin = min(game.columns(), key=lambda name: len(game.game.piles[name]))
        while game.game.piles[origin]:
            others = (name for name in game.columns() if name != origin)
            if not any(game.move(origin, target, game.build) for target in others):
                return


def _break(game: Arranged) -> None:
    """Choose a group of which one card inside is no part of the run, and a card that it fits onto."""
    piles, face_down = game.game.piles, game.game.face_down
    ups = {name: len(piles[name]) - face_down.get(name, 0) for name in game.columns()}
    origin, up = max(ups.items(), key=lambda item: item[1])
    target = next(name for name in ups if name != origin)
    size = min(up, game.source.randint(3, GROUP))
    places = [piles[target][-1], *piles[origin][-size:]]
    rank = game.source.randrange(size, len(RANKS))
    ranks = list(range(rank, rank - size - 1, -1))
    if size > 2:
        ranks[game.source.randint(2, size - 1)] = game.source.randrange(len(RANKS))
    if game.choose(places[0], lambda card: card[0] == RANKS[rank]):
        for step, place in enumerate(places[1:], start=1):
            build = game.build if step == 1 else game.build_of_groups
            if not game.lay(place, places[step - 1], ranks[step], build):
                return


STEPS: Final[Sequence[Sequence[Callable[[Arranged], None]]]] = (
    (_build_run, _empty),
    (_empty, _build_run),
    (_act, _break),
    (_empty, _act),
    (_act, _build_run),
    (_empty, _break),
)
"""What is arranged one after another."""
