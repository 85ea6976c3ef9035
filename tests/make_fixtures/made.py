"""Games made to end as wanted, for variants of which no such game is known."""

import random
from collections.abc import Iterator, Mapping

from tests import reference
from tests.declared import declaration
from tests.reference import Game, legal_moves, outcome, play, why_not
from tests.reference.dealing import empty_table, lay_out
from tests.reference.declaration import Declaration
from tests.reference.fits import is_run
from tests.reference.referee import accepting_foundation
from tests.reference.seeds import full_deck
from tests.reference.tokens import ACTIONS, CardMove, parse

from .walks import Request

ATTEMPTS = 16
MOST_IDLE_MOVES = 25
MOST_MOVES = 300
MOST_SWAPS = 400
MOST_ACTIONS = 120


def won_game(variant: str, rules: Mapping[str, object]) -> Request | None:
    """Return a game whose cards come to light as they are needed; None if no attempt is won.

    Each attempt gets more help than the one before, until half of the attempts are over.
    """
    declared = reference.read_declaration(declaration(variant, rules))
    if declared.base != "A" or declared.arrange or any(line.home for line in declared.layout):
        # Their deals depend on cards that the dealer has not chosen yet.
        return None
    for attempt in range(ATTEMPTS):
        source = random.Random(f"{variant} {dict(rules)} {attempt}")
        dealer = Dealer(declared, source, chance=min(1.0, 2 * (attempt + 1) / ATTEMPTS))
        moves = list(dealer.play_on())
        if outcome(dealer.game) == "won":
            return {"variant": variant, "rules": dict(rules), "deck": dealer.deck(), "moves": moves}
    return None


class Dealer:
    """A dealer who chooses a card only when it is turned up, and the player whom that helps to win."""

    def __init__(self, declared: Declaration, source: random.Random, chance: float) -> None:
        self.source = source
        self.chance = chance
        self.bases = reference.base_cards(declared)
        self.cards = full_deck(declared.packs, declared.suits)
        self.left = list(self.cards)
        for card in self.bases:
            self.left.remove(card)
        self.chosen: dict[str, str] = {}
        self.game = empty_table(declared, [])
        places = [f"?{place}" for place in range(len(self.left))]
        lay_out(self.game, [*self.bases, *places])
        self.choose_cards()

    def play_on(self) -> Iterator[str]:
        """Yield moves until none is left or too many led to nothing."""
        idle = 0
        for _ in range(MOST_MOVES):
            legal = legal_moves(self.game)
            if not legal or idle >= MOST_IDLE_MOVES:
                return
            home = [token for token in legal if "-F" in token and token[0] != "F"]
            longer = [token for token in legal if token not in ACTIONS and self.lengthens_a_run(parse(token))]
            stock = [token for token in legal if token in ACTIONS]
            idle += not (home or longer or (stock and stock != ["redeal"]))
            token = self.source.choice(home or longer or stock or legal)
            play(self.game, token)
            self.choose_cards()
            yield token

    def deck(self) -> list[str]:
        """Return the deck that was dealt; cards that were never turned up are any."""
        others = iter(self.left)
        places = range(len(self.cards) - len(self.bases))
        return self.bases + [self.chosen.get(f"?{place}") or next(others) for place in places]

    def lengthens_a_run(self, move: CardMove) -> bool:
        """Return whether it joins cards that were apart before."""
        if move.source[0] + move.target[0] != "TT":
            return False
        pile = self.game.piles[move.source]
        beneath = pile[self.game.face_down[move.source] : -move.count]
        card = pile[-move.count]
        return self.go_together(self.game.piles[move.target], card) and not self.go_together(beneath, card)

    def go_together(self, beneath: list[str], card: str) -> bool:
        columns = self.game.rules.columns
        lift = columns.build if columns.lift in ("one", "any") else columns.lift
        return bool(beneath) and is_run(self.game, lift, [beneath[-1], card])

    def choose_cards(self) -> None:
        """Choose every card that lies face up and is not chosen yet."""
        for name, pile in self.game.piles.items():
            for place in range(self.game.face_down.get(name, 0), len(pile)):
                if name[0] in "TRW" and pile[place][0] == "?":
                    cards = self.source.sample(sorted(set(self.left)), len(set(self.left)))
                    helps = self.source.random() < self.chance
                    best = max(cards, key=lambda card: self.use_of(card, name, place)) if helps else cards[0]
                    self.left.remove(best)
                    self.chosen[pile[place]] = best
                    pile[place] = best

    def use_of(self, card: str, name: str, place: int) -> int:
        """Rate a card: best to a foundation, then onto the card beneath it, then onto another column."""
        pile = self.game.piles[name]
        covered, pile[place:] = pile[place:], [card]
        foundation = len(covered) == 1 and accepting_foundation(self.game, name, 1)
        pile[place:] = covered
        if foundation:
            return 3
        beneath = pile[self.game.face_down.get(name, place) : place]
        if self.go_together(beneath, card):
            return 2
        tops = [self.game.piles[other][-1:] for other in self.game.names("T") if other != name]
        return any(self.go_together(top, card) for top in tops if top and top[0][0] != "?")


def lost_game(variant: str, rules: Mapping[str, object]) -> Request | None:
    """Return a game that is lost once its stock is turned, found by swapping cards; None if none is."""
    source = random.Random(f"{variant} {dict(rules)} lost")
    declared = declaration(variant, rules)
    written = reference.read_declaration(declared)
    deck = full_deck(written.packs, written.suits)
    source.shuffle(deck)
    moves, hope = turn_the_stock(declared, deck)
    for _ in range(MOST_SWAPS):
        if not hope:
            return {"variant": variant, "rules": dict(rules), "deck": deck, "moves": moves}
        swapped = list(deck)
        for _ in range(source.randint(1, 2)):
            one, other = source.sample(range(len(deck)), 2)
            swapped[one], swapped[other] = swapped[other], swapped[one]
        result = turn_the_stock(declared, swapped)
        if result[1] <= hope:
            deck, (moves, hope) = swapped, result
    return None


def turn_the_stock(declared: reference.Json, deck: list[str]) -> tuple[list[str], int]:
    """Return the moves, and how many moves are left after them: 0 if the game is lost."""
    game: Game = reference.deal(declared, deck=deck)
    moves: list[str] = []
    while len(moves) < MOST_ACTIONS:
        action = next((action for action in ("deal", "draw") if why_not(game, action) is None), None)
        if action is None:
            break
        moves.append(action)
        play(game, action)
    if outcome(game) == "lost":
        return moves, 0
    return moves, max(1, len(legal_moves(game)))
