"""Positions for which a deck is arranged: each card is chosen when a move needs it.

Long runs, whole sequences, columns that are emptied, and groups that break off inside hardly arise in play,
and exchanging some cards of a deck hardly leads to them.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from typing import Final

from conformance import reference
from conformance.declared import opening, some_rules
from conformance.faults import declared
from conformance.losing import (
    HOLDS,
    Left,
    line_after,
    moves_left,
    moves_that_hold,
    number_left,
    place_of,
)
from conformance.reference.declaration import BUILDS, read_declaration
from conformance.reference.fits import suits_fit
from conformance.reference.seeds import RANKS, full_deck
from conformance.reference.tokens import ACTIONS
from conformance.scenes import Json, if_legal, next_card
from patience.cards import SUITS
from patience.compilation.compiled_rules import tables_for

EXCHANGES: Final = 120
"""Exchanges of cards that no move needs."""
MOST_LEFT: Final = 1600
"""Different card moves left at most before these exchanges."""
TRIES: Final = 52
"""Decks that are arranged under each option."""
AT_LEAST: Final = 208
"""Decks that are arranged where there are few options."""
BESIDE: Final = 1 / 3
"""Share of the decks that are arranged under a second option, too."""
ACTIONS_FIRST: Final = (*range(8), *[30] * 4)
"""Numbers of draws or deals before the other moves; the last is more than most games have."""
MOST_EMPTIED: Final = 3
"""Columns that are emptied."""
GROUP: Final = (2, 3, 4, 5, 6, 8, 10)
"""Cards of a group that breaks off inside, if so many lie face up."""
SEQUENCES_TRIED: Final = 4
"""Columns on which a whole sequence is tried."""
BY_SUIT: Final = 1 / 3
"""Share of the groups that break off by the suit of a card, not by its rank."""
MOST_ADDED: Final = 14
"""Cards moved at most onto another where Kings follow Aces."""
OVER_THE_ACE: Final = 1 / 4
"""Share of the groups whose ranks go on with a King after the Ace."""


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
        self.wrap = read.columns.wrap
        self.base = read.base if read.base in RANKS else source.choice(RANKS)
        self.source = source
        self.left = source.sample(self.deck, len(self.deck))
        self.chosen: dict[int, str] = {}

    def filled(self, letters: str = "T") -> list[str]:
        """Return the columns, or other piles, that have cards, in random order."""
        piles = [name for letter in letters for name in self.game.names(letter) if self.game.piles[name]]
        return self.source.sample(piles, len(piles))

    def face_up(self) -> dict[str, int]:
        """Return how many cards of each column that has cards lie face up, in random order."""
        return {name: len(self.game.piles[name]) - self.game.face_down.get(name, 0) for name in self.filled()}

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

    def lay(self, place: str, onto: str, rank: int, build: str, *, fits: bool = True) -> bool:
        """Choose a card of this rank for a place, whose suit fits onto the card of another place, or not."""
        above = self.chosen[id(onto)]
        return self.choose(
            place, lambda card: card[0] == RANKS[rank] and suits_fit(build, above, card) is fits
        )

    def move(self, origin: str, target: str, build: str) -> bool:
        """Move a card onto another column if cards for both can be chosen."""
        if not self.game.piles[target]:  # Pairs leave the columns.
            return False
        card, onto = self.game.piles[origin][-1], self.game.piles[target][-1]
        if not self.choose(onto, lambda code: self.wrap or code[0] != RANKS[0]):
            return False
        if not self.lay(card, onto, RANKS.index(self.chosen[id(onto)][0]) - 1, build):
            return False
        self.play(f"{origin}-{target}")
        return True

    def send(self, origin: str, target: str) -> bool:
        """Move a card onto a foundation of single cards if a card that it takes can be chosen."""
        foundation, pile = self.game.foundation(target), self.game.piles[target]
        if foundation.whole or not all(self.choose(card, _any) for card in pile):
            return False
        codes = [self.chosen[id(card)] for card in pile]
        base = codes[0][0] if codes else self.base
        card = self.game.piles[origin][-1]
        left = [self.chosen[id(card)]] if id(card) in self.chosen else [*self.left]
        code = next_card(left, foundation, codes, base)
        if code is None or not self.choose(card, lambda each: each == code):
            return False
        self.base = base
        self.play(f"{origin}-{target}")
        return True

    def send_to_any(self, origin: str) -> bool:
        """Move a card onto the first foundation, in random order, for which a card can be chosen."""
        foundations = self.game.names("F")
        some = self.source.sample(foundations, len(foundations))
        return any(self.send(origin, target) for target in some)

    def act(self, most: int) -> None:
        """Play so many deals or draws, or as many as are legal."""
        for _ in range(most):
            legal = (token for token in ("deal", "draw") if not reference.why_not(self.game, token))
            token = next(legal, None)
            if not token:
                return
            self.play(token)

    def play(self, token: str) -> None:
        """Play a move; the log is judged once all cards are chosen."""
        reference.play(self.game, token)
        self.request["moves"].append(token)

    def log(self) -> Json | None:
        """Return the request with all cards, or None if a move in it is illegal."""
        deck = [self.chosen[id(card)] if id(card) in self.chosen else self.left.pop() for card in self.deck]
        request = self.request | {"deck": deck}
        return request if request["moves"] and if_legal(request) else None

    def stuck(self) -> Iterator[Json]:
        """Yield the request with all cards, of which those that no move needs leave few moves, then none."""
        request = self.log()
        places = {place for place, card in enumerate(self.deck) if id(card) not in self.chosen}
        left = _left(request, MOST_LEFT) if request and len(places) > 1 else None
        for _ in range(EXCHANGES if left else 0):
            one, other = place_of(request["deck"], left, self.source), self.source.choice([*places])
            if one not in places:
                continue
            deck = list(request["deck"])
            deck[one], deck[other] = deck[other], deck[one]
            near = request | {"deck": deck}
            found = _left(near, number_left(left))
            if found is None:
                continue
            if not found:
                yield from (request, near)
                return
            request, left = near, found
        if request:
            yield request


def _left(request: Json, most: int) -> list[Left] | None:
    """Return the card moves left, or those that hold the stock; None if too many or if they do not matter."""
    try:
        line = line_after(request)
    except ValueError:  # A move turned a card up that another move needs.
        return None
    left = moves_left(line, most)
    return moves_that_hold(line, most) if left is None else left


def _any(_card: str) -> bool:
    return True


def build_of_groups(game: reference.Game) -> str:
    """Return how the cards of a group that moves follow each other."""
    columns = game.rules.columns
    return columns.lift if columns.lift in BUILDS else columns.build


def arranged(variant: str, source: random.Random) -> Iterator[Json]:
    """Yield logs that lead to long runs, empty columns and the like, under each option."""
    for game in _games(variant, source, STEPS):
        if log := game.log():
            yield from (log, *with_actions(log))


def nearly_stuck(variant: str, source: random.Random, share: float) -> Iterator[Json]:
    """Yield a share of the logs by which runs or groups are built and few moves are left, by options."""
    for game in _games(variant, source, LAST_STEPS, share):
        yield from game.stuck()


Steps = Sequence[Sequence[Callable[[Arranged], None]]]
"""What is arranged one after another, in several ways."""


def _games(variant: str, source: random.Random, steps: Steps, share: float = 1) -> Iterator[Arranged]:
    """Yield games that are played in each of these ways under each option."""
    options = some_rules(variant)
    for rules, number in product(options, range(round(share * max(TRIES, AT_LEAST // len(options))))):
        beside = source.choice(options) if source.random() < BESIDE else {}
        game = Arranged(variant, beside | rules, source)
        for step in steps[number % len(steps)]:
            step(game)
        yield game


def with_actions(request: Json) -> Iterator[Json]:
    """Yield a log with each action of the stock that is legal after it and shuffles nothing."""
    shuffles = tables_for(request["variant"], request["rules"]).shuffles
    for token in line_after(request).legal_moves():
        if token in ACTIONS and not (shuffles and token == "redeal"):
            yield request | {"moves": [*request["moves"], str(token)]}


def _act(game: Arranged) -> None:
    """Play some deals or draws."""
    game.act(game.source.choice(ACTIONS_FIRST))


def _act_all(game: Arranged) -> None:
    """Play all deals and draws; where moves hold the stock, which forbid them, most often none, or some."""
    stock = game.game.rules.stock
    most = len(game.deck)
    if stock and stock.hold in HOLDS:
        most = 0 if game.source.random() < 3 / 4 else game.source.randrange(8)
    game.act(most)


def _build_run(game: Arranged) -> None:
    """Move card after card from other columns onto one, most often from its King on."""
    most = len(RANKS) - 1
    rank = most if game.source.random() < 3 / 4 else game.source.randrange(1, most)
    _run(game, rank, game.source.randint(rank // 2, MOST_ADDED if game.wrap else rank))


def _run(game: Arranged, rank: int, steps: int, suits: str = SUITS) -> str | None:
    """Move so many cards onto one of this rank and of one of these suits; return its column if all did."""
    target, *others = game.filled() or [""]
    wanted = [f"{RANKS[rank]}{suit}" for suit in suits]
    if not others or not game.choose(game.game.piles[target][-1], wanted.__contains__):
        return None
    for number in range(steps):
        origins = [name for name in others if game.game.piles[name]]
        if not origins or not game.move(origins[number % len(origins)], target, game.build_of_groups):
            return None
    return target


def _complete(game: Arranged) -> None:
    """Build whole sequences and move them to the foundations that take them."""
    foundations = ((name, game.game.foundation(name)) for name in game.game.names("F"))
    wholes = [(name, each) for name, each in foundations if each.whole]
    for name, foundation in wholes[: game.source.randint(1, len(wholes) or 1)]:
        runs = (_run(game, len(RANKS) - 1, len(RANKS) - 1, foundation.suits) for _ in range(SEQUENCES_TRIED))
        target = next(filter(None, runs), None)
        if target is None:
            return
        game.play(f"{target}-{name}x{len(RANKS)}")


def _to_foundations(game: Arranged) -> None:
    """Move the cards of most columns to foundations, one column after another."""
    piles = game.filled("TR")
    for origin in piles[: game.source.randint(len(piles) // 2, len(piles))]:
        while game.game.piles[origin]:
            if not game.send_to_any(origin):
                return


def _reserve_to_foundations(game: Arranged) -> None:
    """Move the cards of the reserve to foundations, as far as cards that they take can be chosen."""
    for origin in game.filled("R"):
        while game.game.piles[origin] and game.send_to_any(origin):
            pass


def _waste_to_foundations(game: Arranged) -> None:
    """Move most cards of the waste to foundations, so that a redeal brings few."""
    number = len(game.game.piles.get("W", ()))
    for _ in range(game.source.randint(number // 2, number)):
        if not game.send_to_any("W"):
            return


def _begin_foundations(game: Arranged) -> None:
    """Move a card or two to each foundation that takes single cards."""
    for target in game.game.names("F"):
        for _ in range(game.source.randint(1, 2)):
            any(game.send(origin, target) for origin in game.filled("TR"))


def _fill(game: Arranged) -> None:
    """Fill a foundation, and choose for the top of some piles a card with which it began."""
    target = game.source.choice(game.game.names("F") or [""])
    while target and any(game.send(origin, target) for origin in game.filled("TR")):
        pass
    for name in game.filled("TR")[:MOST_EMPTIED]:
        game.choose(game.game.piles[name][-1], lambda card: card[0] == game.base)


def _to_cells(game: Arranged) -> None:
    """Move the top cards of some columns to empty cells."""
    if game.game.rules.reserve.takes not in ("one", "run"):
        return
    empty = [name for name in game.game.names("R") if not game.game.piles[name]]
    for target in empty[: game.source.randint(1, len(empty) or 1)]:
        if columns := game.filled():
            game.play(f"{columns[0]}-{target}")


def _almost_complete(game: Arranged) -> None:
    """Build a run that a card or none lacks to a whole sequence."""
    _run(game, len(RANKS) - 1, len(RANKS) - game.source.choice((1, 1, 2)))


def _empty(game: Arranged) -> None:
    """Move all cards of the shortest columns to others."""
    for _ in range(game.source.randint(1, MOST_EMPTIED)):
        columns = game.filled()
        if len(columns) < 2:
            return
        origin = min(columns, key=lambda name: len(game.game.piles[name]))
        while game.game.piles[origin]:
            others = (name for name in game.filled() if name != origin)
            if not any(game.move(origin, target, game.build) for target in others):
                return


def _break(game: Arranged) -> None:
    """Choose a group that breaks off at one of its cards, and a card that it fits onto."""
    piles, ups = game.game.piles, game.face_up()
    size = min(max(ups.values(), default=0), game.source.choice(GROUP))
    if size < 2 or len(ups) < 2:
        return
    origin = max(ups, key=ups.__getitem__)
    target = next(name for name in ups if name != origin)
    places = [piles[target][-1], *piles[origin][-size:]]
    over = game.source.random() < OVER_THE_ACE
    rank = game.source.randrange(1, size) if over else game.source.randrange(size, len(RANKS))
    ranks = [each % len(RANKS) for each in range(rank, rank - size - 1, -1)]
    broken = game.source.randint(2, size) if size > 2 and not over else None
    by_suit = game.source.random() < BY_SUIT
    if broken and not by_suit:
        # That card alone has another rank, or those above it go on from there.
        end, by = game.source.choice((broken, size)) + 1, game.source.randrange(1, len(RANKS))
        ranks[broken:end] = [(each + by) % len(RANKS) for each in ranks[broken:end]]
    if not game.choose(places[0], lambda card: card[0] == RANKS[rank]):
        return
    for step, place in enumerate(places[1:], start=1):
        build = game.build if step == 1 else game.build_of_groups
        if not game.lay(place, places[step - 1], ranks[step], build, fits=step != broken or not by_suit):
            return


def _break_sequence(game: Arranged) -> None:
    """Put a group onto another: King to Ace, but for one card of another suit, or rank too."""
    piles, ups = game.game.piles, game.face_up()
    fitting = [
        pair for pair in permutations(ups, 2) if ups[pair[0]] < len(RANKS) <= sum(map(ups.__getitem__, pair))
    ]
    if game.game.rules.columns.lift != "any" or not fitting:
        return
    target, origin = game.source.choice(fitting)
    size = ups[target]
    lifted = len(RANKS) - size
    suit, *others = game.source.sample(SUITS, len(SUITS))
    wanted = [f"{rank}{suit}" for rank in reversed(RANKS)]
    wrong = game.source.choice([at for at in range(1, len(RANKS) - 1) if at not in (size - 1, size)])
    rank = RANKS[-1 - wrong] if game.source.random() < BY_SUIT else game.source.choice(RANKS)
    wanted[wrong] = f"{rank}{game.source.choice(others)}"
    places = [*piles[target][-size:], *piles[origin][-lifted:]]
    if all(game.choose(place, card.__eq__) for place, card in zip(places, wanted, strict=True)):
        game.play(f"{origin}-{target}" + (f"x{lifted}" if lifted > 1 else ""))


STEPS: Final[Steps] = (
    (_build_run, _empty),
    (_empty, _build_run),
    (_act, _break),
    (_empty, _act),
    (_empty, _almost_complete),
    (_act, _build_run),
    (_empty, _break),
    (_complete, _act),
    (_act, _complete),
    (_to_foundations,),
    (_act, _to_foundations),
    (_to_foundations, _almost_complete),
    (_act, _fill),
    (_act, _to_cells, _to_foundations),
    (_break_sequence,),
)
"""What is arranged."""

LAST_STEPS: Final[Steps] = (
    (_act_all, _build_run),
    (_act_all, _begin_foundations, _almost_complete),
    (_act_all, _almost_complete),
    (_act_all, _begin_foundations, _break),
    (_act_all, _break),
    (_act_all, _empty),
    (_act_all, _empty, _break),
    (_act_all, _to_foundations),
    (_act_all, _fill),
    (_act_all, _to_cells),
    (_act_all, _complete),
    (_act_all, _waste_to_foundations),
    (_act_all, _waste_to_foundations, _to_foundations),
    (_act_all, _waste_to_foundations, _empty, _to_cells),
    (_empty, _act_all),
    (_reserve_to_foundations, _empty),
    (_reserve_to_foundations, _act, _empty),
    (_to_foundations, _act_all, _break),
)
"""What is arranged before few moves are left."""
