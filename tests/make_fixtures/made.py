"""Games made to end as wanted, for variants of which nobody has given us such games."""

import random
from collections.abc import Iterator, Mapping

from tests.reference import Game, deal, legal_moves, outcome, play, why_not
from tests.reference.builds import is_one_unit
from tests.reference.cards_and_seeds import pack_in_order
from tests.reference.foundations import at_the_start
from tests.reference.games import lay_out, resolve
from tests.reference.referee import accepting_foundation
from tests.reference.tokens import ACTIONS, CardMove, parse

from .decks import base_cards
from .walks import Request

ATTEMPTS = 40
MOST_IDLE_MOVES = 25
MOST_SWAPS = 2000
MOST_ACTIONS = 200


def won_game(variant: str, rules: Mapping[str, object], number: int = 0) -> Request | None:
    """A game whose cards come to light as they are needed; None if no attempt is won even so.

    Each attempt gets more help than the one before, half of them all help: a game as hard as comes easily.
    """
    for attempt in range(ATTEMPTS):
        source = random.Random(f"{variant} {dict(rules)} {number} {attempt}")
        friend = Friend(variant, rules, source, help_=min(1.0, 2 * (attempt + 1) / ATTEMPTS))
        moves = list(friend.play_on())
        if outcome(friend.game) == "won":
            return {"variant": variant, "rules": dict(rules), "deck": friend.deck(), "moves": moves}
    return None


class Friend:
    """A dealer who chooses a card only when it comes to light, and the player whom he helps to win."""

    def __init__(
        self, variant: str, rules: Mapping[str, object], source: random.Random, help_: float
    ) -> None:
        self.source = source
        self.help = help_
        self.bases = base_cards(variant, rules)
        self.left = [card for _, card in pack_in_order()]
        for card in self.bases:
            self.left.remove(card)
        self.chosen: dict[str, str] = {}
        self.game = Game(variant, resolve(variant, rules), [], {}, {})
        places = [f"?{place}" for place in range(len(self.left))]
        lay_out(self.game, at_the_start(variant, self.game.rules), places)
        self.choose_cards()

    def play_on(self) -> Iterator[str]:
        """The moves, until none is left or too many led to nothing."""
        idle = 0
        while idle < MOST_IDLE_MOVES and (legal := legal_moves(self.game)):
            home = [token for token in legal if "-F" in token and token[0] != "F"]
            longer = [token for token in legal if token not in ACTIONS and self.lengthens_a_run(parse(token))]
            stock = [token for token in legal if token in ACTIONS]
            idle += not (home or longer or stock)
            token = self.source.choice(home or longer or stock or legal)
            play(self.game, token)
            self.choose_cards()
            yield token

    def deck(self) -> list[str]:
        """What turned out to have been dealt; cards that never came to light are any."""
        others = iter(self.left)
        places = range(104 - len(self.bases))
        return self.bases + [self.chosen.get(f"?{place}") or next(others) for place in places]

    def lengthens_a_run(self, move: CardMove) -> bool:
        """Whether it joins cards that did not lie together before."""
        if move.source[0] + move.target[0] != "TT":
            return False
        pile = self.game.piles[move.source]
        beneath = pile[self.game.face_down[move.source] : -move.count]
        card = pile[-move.count]
        return self.go_together(self.game.piles[move.target], card) and not self.go_together(beneath, card)

    def go_together(self, beneath: list[str], card: str) -> bool:
        return bool(beneath) and is_one_unit(self.game, [beneath[-1], card])

    def choose_cards(self) -> None:
        """Choose every card that lies face up and is none yet."""
        for name, pile in self.game.piles.items():
            for place in range(self.game.face_down.get(name, 0), len(pile)):
                if name[0] in "TRW" and pile[place][0] == "?":
                    cards = self.source.sample(sorted(set(self.left)), len(set(self.left)))
                    helps = self.source.random() < self.help
                    best = max(cards, key=lambda card: self.use_of(card, name, place)) if helps else cards[0]
                    self.left.remove(best)
                    self.chosen[pile[place]] = best
                    pile[place] = best

    def use_of(self, card: str, name: str, place: int) -> int:
        """Best of all it goes to a foundation; else onto the card beneath it, or onto another column."""
        pile = self.game.piles[name]
        covered, pile[place:] = pile[place:], [card]
        foundation = len(covered) == 1 and accepting_foundation(self.game, CardMove(name, "F", 1))
        pile[place:] = covered
        if foundation:
            return 3
        beneath = pile[self.game.face_down.get(name, place) : place]
        if self.go_together(beneath, card):
            return 2
        tops = [self.game.piles[other][-1:] for other in self.game.names("T") if other != name]
        return any(self.go_together(top, card) for top in tops if top and top[0][0] != "?")


def lost_game(variant: str, rules: Mapping[str, object]) -> Request | None:
    """A game that is lost once its stock was turned, found by swapping cards; None if none was."""
    source = random.Random(f"{variant} {dict(rules)} lost")
    deck = [card for _, card in pack_in_order()]
    source.shuffle(deck)
    moves, hopes = turn_the_stock(variant, rules, deck)
    for _ in range(MOST_SWAPS):
        if not hopes:
            return {"variant": variant, "rules": dict(rules), "deck": deck, "moves": moves}
        one, other = source.sample(range(104), 2)
        swapped = list(deck)
        swapped[one], swapped[other] = deck[other], deck[one]
        found = turn_the_stock(variant, rules, swapped)
        if found[1] <= hopes:
            deck, (moves, hopes) = swapped, found
    return None


def turn_the_stock(variant: str, rules: Mapping[str, object], deck: list[str]) -> tuple[list[str], int]:
    """The moves, and how much hope is left after them: none if the game is lost."""
    game = deal(variant, rules, deck=deck)
    moves: list[str] = []
    while len(moves) < MOST_ACTIONS:
        action = next((action for action in ACTIONS if why_not(game, action) is None), None)
        if action is None:
            break
        moves.append(action)
        play(game, action)
    return moves, len(legal_moves(game)) or int(outcome(game) != "lost")
