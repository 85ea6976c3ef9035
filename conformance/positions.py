"""Positions, and other positions that are made of them: what the choice of the kit tries.

A log stays legal while its deck, moves and options change. Most changes are wishes: a card of the deck is
exchanged so that a move becomes legal, or is refused for one reason. Rows of wishes build runs, empty columns
and fill foundations, which hardly happens in random games. Others exchange cards until few moves are left.

One loop, `explore`, begins with deals and whole games, and changes further what shows something new. What is
new, the choice of the kit and its measurement say.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Any, Final

from conformance import FIXTURES, reference
from conformance.deals import deal_of
from conformance.declared import declared, opening, option_values, some_rules
from conformance.reference.declaration import Declaration, Foundation, read_declaration
from conformance.reference.fits import suits_fit
from conformance.reference.referee import accepting_foundation
from conformance.reference.seeds import RANKS, full_deck
from conformance.reference.tokens import ACTIONS, CardMove, parse, write
from patience.cards import CODES
from patience.compilation.compiled_rules import tables_for
from patience.line_of_play import Line, open_line
from patience.search.search_runner import search
from service.conformance.cases import whole_games

Json = dict[str, Any]

LONGEST_LOG: Final = 160
"""Moves of a log to which none are added, but draws and redeals."""
ROW: Final = 30
"""Wishes or random moves in a row at most."""
MISSES: Final = 6
"""Wishes that may fail in a row."""
TRIED: Final = 5
"""Cards that are tried in the place of one that does not fit."""
EXCHANGES: Final = 160
"""Exchanges of cards by which few moves are left."""
MANY: Final = 10_000
"""More card moves than any position has."""
FEW: Final = 4
"""Card moves left in positions that are yielded."""
DRAWS: Final = 220
"""Further draws at most."""
LATEST: Final = 8
"""Positions that were the last to show something new: every other change begins at one of them."""
SEARCHED: Final = 10_000
"""Positions searched to win a deal if no whole game is won."""
WINNABLE: Final = 12
"""Deals that are searched at most."""
LAST: Final = 8
"""Positions before the end of a game that a search won."""


@dataclass(slots=True)
class Position:
    """A position and the legal log that leads to it."""

    request: Json
    game: reference.Game
    line: Line
    before: reference.Game | None
    """The position before the last move."""

    @property
    def moves(self) -> list[CardMove]:
        """The legal card moves."""
        return [parse(token) for token in self.legal() if token not in ACTIONS]

    def legal(self) -> list[str]:
        """Return the legal moves."""
        return [str(token) for token in self.line.legal_moves()]


def position(request: Json) -> Position | None:
    """Return the position after a log; None if a move is illegal, or if the game has no such deal."""
    try:
        line = open_line(deal_of(request))
    except ValueError:
        return None
    if not all(line.push(token) for token in request["moves"]):
        return None
    if "deck" in request:
        # Each card is an object of its own, so that its place in the deck can be found.
        request = request | {"deck": [f"{card[0]}{card[1]}" for card in request["deck"]]}
    game, before = opening(request), None
    for number, token in enumerate(request["moves"], start=1):
        before = game.copy() if number == len(request["moves"]) else None
        reference.play(game, token)
    return Position(request, game, line, before)


def with_deck(request: Json) -> Json:
    """Return a request with a deck instead of its seed, and with options."""
    deck = [CODES[card] for card in deal_of(request).deck]
    return {
        "variant": request["variant"],
        "rules": request.get("rules") or {},
        "deck": deck,
        "moves": request["moves"],
    }


def needs_seed(request: Json) -> bool:
    """Return whether a log has a redeal whose order its seed decides."""
    return "redeal" in request["moves"] and tables_for(request["variant"], request["rules"]).shuffles


def later(line: Line) -> Iterator[tuple[str, list[CardMove]]]:
    """Yield each further draw and the next redeal, with the card moves after it."""
    line, redealt = line.copy(), False
    for _ in range(DRAWS):
        legal = [str(token) for token in line.legal_moves()]
        action = next((token for token in ("draw", "redeal") if token in legal), "")
        if not action or (redealt and action == "redeal"):
            return
        redealt |= action == "redeal"
        line.push(action)
        yield action, [parse(str(token)) for token in line.legal_moves() if str(token) not in ACTIONS]


Kind = tuple[str, str]
"""The letters of the piles of a move; empty columns are a kind of their own."""


def kind_of_move(here: Position, move: CardMove) -> Kind:
    """Return the kind of a card move."""
    empty = move.target[0] == "T" and not here.game.piles[move.target]
    return move.source[0], "empty" if empty else move.target[0]


def number_left(here: Position, most: int, kept: Kind | None = None) -> int | None:
    """Return how many card moves are left, now or after further draws; more than `most` may be any number.

    Moves of the kind that is kept do not count; if there is none, the number is None.
    """
    moves, found = set[CardMove](), kept is None
    for further in chain([here.moves], (each for _, each in later(here.line))):
        for move in further:
            if kept and kind_of_move(here, move) == kept:
                found = True
            else:
                moves.add(move)
        if len(moves) > most:
            return len(moves)
    return len(moves) if found else None


Change = Callable[[Position, random.Random], Iterator[Json]]
"""Yields requests that are made of a position."""


def played_on(here: Position, source: random.Random) -> Iterator[Json]:
    """Play some random moves: any, such as fill foundations, or such as leave few moves."""
    line, moves, style = here.line.copy(), list(here.request["moves"]), source.randrange(4)
    shuffles = tables_for(here.request["variant"], here.request["rules"]).shuffles
    for _ in range(source.randint(1, ROW)):
        legal = [str(token) for token in line.legal_moves() if not (shuffles and str(token) == "redeal")]
        if not legal or len(moves) >= LONGEST_LOG:
            break
        token = _in_style(line, legal, style, source)
        line.push(token)
        moves.append(token)
    yield here.request | {"moves": moves}


def _in_style(line: Line, legal: Sequence[str], style: int, source: random.Random) -> str:
    """Return a legal move as a player of this style makes it."""
    onward = [token for token in legal if token[0] != "F"]
    if style == 1 and (home := [token for token in onward if "-F" in token]):
        return source.choice(home)
    if style == 2 and (actions := [token for token in legal if token in ACTIONS]):
        return source.choice(actions)
    if style == 3 and onward:
        return min(source.sample(onward, min(6, len(onward))), key=lambda token: _moves_after(line, token))
    return source.choice(onward or legal)


def _moves_after(line: Line, token: str) -> int:
    line.push(token)
    number = len(line.legal_moves())
    line.pop()
    return number


def turned(here: Position, source: random.Random) -> Iterator[Json]:
    """Play deals, draws and redeals: a few, or all of them, as far as cards need not move."""
    line, moves = here.line.copy(), list(here.request["moves"])
    shuffles = tables_for(here.request["variant"], here.request["rules"]).shuffles
    wanted = ("deal", "draw") if shuffles or source.random() < 1 / 4 else ("deal", "draw", "redeal")
    for _ in range(source.choice((1, 2, 4, 30, 60))):
        legal = {str(token) for token in line.legal_moves()}
        token = next((token for token in wanted if token in legal), None)
        if token is None:
            break
        line.push(token)
        moves.append(token)
    yield here.request | {"moves": moves}


def with_a_bare_f(here: Position, source: random.Random) -> Iterator[Json]:
    """Play a move onto the foundation that a bare F means, written so; those between foundations first."""
    game, moves = here.game, here.moves
    meant = [move for move in moves if move.target == accepting_foundation(game, move.source, move.count)]
    source.shuffle(meant)
    for move in sorted(meant, key=lambda move: move.source[0] != "F")[:1]:
        yield here.request | {"moves": [*here.request["moves"], write(move._replace(target="F"))]}


def taken_back(here: Position, source: random.Random) -> Iterator[Json]:
    """Take back some moves."""
    if moves := here.request["moves"]:
        yield here.request | {
            "moves": moves[: source.randrange(len(moves))] if source.random() < 1 / 2 else moves[:-1]
        }


def under_another_option(here: Position, source: random.Random) -> Iterator[Json]:
    """Change an option, and play the log as far as it is legal then."""
    options = option_values(here.request["variant"])
    if not options:
        return
    name = source.choice(list(options))
    value = source.choice(_few(options[name]))
    rules = {key: other for key, other in here.request["rules"].items() if key != name}
    yield _as_far_as_legal(
        here.request | {"rules": rules | ({} if value == options[name][0] else {name: value})}
    )


def _few(values: Sequence[str | int]) -> list[str | int]:
    """Return the values of an option; of many numbers the first, and the last, which has more digits."""
    return [*values] if len(values) < 9 else [*values[:5], values[-1]]


def _as_far_as_legal(request: Json) -> Json:
    """Return a request with its moves up to the first that is illegal."""
    try:
        line = open_line(deal_of(request))
    except ValueError:
        return request
    number = next((at for at, token in enumerate(request["moves"]) if not line.push(token)), None)
    return request | {"moves": request["moves"][:number]}


def exchanged(here: Position, source: random.Random) -> Iterator[Json]:
    """Exchange cards, and play the log as far as it is legal then."""
    deck = list(here.request["deck"])
    for _ in range(source.choice((1, 1, 2, 8))):
        one, other = source.randrange(len(deck)), source.randrange(len(deck))
        deck[one], deck[other] = deck[other], deck[one]
    yield _as_far_as_legal(here.request | {"deck": deck})


def stuck(here: Position, source: random.Random) -> Iterator[Json]:
    """Exchange cards while the log stays legal, so that few moves are left, then none or one kind alone."""
    kinds = sorted({kind_of_move(here, move) for move in here.moves})
    kept = source.choice([None, *kinds, *kinds])
    left = number_left(here, MANY, kept)
    for _ in range(EXCHANGES if left else 0):
        assert left
        deck = list(here.request["deck"])
        one, other = _place_of_a_move(here, kept, source), source.randrange(len(deck))
        deck[one], deck[other] = deck[other], deck[one]
        near = position(here.request | {"deck": deck})
        found = number_left(near, max(left, FEW), kept) if near else None
        # Near the border it may go up again, to few moves of another kind.
        most = left if left > FEW or source.random() < 7 / 8 else FEW
        if near is None or found is None or found > most:
            continue
        if found < left or found <= FEW:
            here, left = near, found
            if found <= FEW:
                yield here.request
        if not left:
            return


def _place_of_a_move(here: Position, kept: Kind | None, source: random.Random) -> int:
    """Return the place in the deck of a card that can move, or of one onto which it can, or any."""
    deck = here.request["deck"]
    moves = [move for move in here.moves if kind_of_move(here, move) != kept]
    if not moves or source.random() < 1 / 4:
        return source.randrange(len(deck))
    move = source.choice(moves)
    pile, onto = here.game.piles[move.source], here.game.piles[move.target]
    return _place(deck, source.choice([pile[-move.count], *onto[-1:]]))


def _place(deck: Sequence[str], card: str) -> int:
    """Return the place of a card in the deck."""
    return next(place for place, other in enumerate(deck) if other is card)


def wish(here: Position, token: str, wanted: str | None, source: random.Random) -> Position | None:
    """Return a position where a move is legal, or is refused for a reason, by one exchange in the deck."""
    move, deck = parse(token), here.request["deck"]
    pile = here.game.piles.get(move.source, [])
    if not 0 < move.count <= len(pile):
        return None
    place = _place(deck, pile[-move.count])
    trial = here.game.copy()
    fitting = set[str]()
    for code in dict.fromkeys(deck):
        trial.piles[move.source][-move.count] = code
        if reference.why_not(trial, token) == wanted:
            fitting.add(code)
    # Without a card that has left for a foundation, the log most often stays legal.
    gone = {id(card) for name in here.game.names("F") for card in here.game.piles[name]}
    places = [at for at, card in enumerate(deck) if card in fitting and (at == place or id(card) not in gone)]
    if deck[place] in fitting:
        places = [place]
    for at in source.sample(places, min(TRIED, len(places))):
        changed = list(deck)
        changed[place], changed[at] = deck[at], deck[place]
        near = position(here.request | {"deck": changed})
        if near and reference.why_not(near.game, token) == wanted:
            return near
    return None


def played(here: Position, token: str) -> Position:
    """Return the position after a legal move."""
    there = position(here.request | {"moves": [*here.request["moves"], token]})
    assert there
    return there


def _row(
    here: Position, source: random.Random, tokens: Callable[[Position], Sequence[str]]
) -> Iterator[Json]:
    """Wish moves of these one after another, and play them."""
    misses, most = 0, source.choice((2, 6, ROW, 2 * ROW))
    for _ in range(most):
        some = tokens(here)
        if not some or misses > MISSES:
            break
        token = source.choice(some)
        near = wish(here, token, None, source)
        misses = 0 if near else misses + 1
        here = played(near, token) if near else here
    yield here.request


def _filled(game: reference.Game, letters: str) -> list[str]:
    return [name for letter in letters for name in game.names(letter) if game.piles[name]]


def to_foundations(here: Position, source: random.Random) -> Iterator[Json]:
    """Move cards to foundations, those of one pile first."""
    order = {name: source.random() for name in here.game.piles}
    letters = source.choice(("TRW", "TR", "W"))

    def tokens(now: Position) -> list[str]:
        origins = sorted(_filled(now.game, letters), key=order.__getitem__)[:1]
        return [f"{origin}-{target}{size}" for origin in origins for target in now.game.names("F")
                for size in ("", *(["x13"] if now.game.foundation(target).whole else []))]  # fmt: skip

    yield from _row(here, source, tokens)


def onto_a_column(here: Position, source: random.Random) -> Iterator[Json]:
    """Build on one column."""
    if columns := here.game.names("T"):
        target = source.choice(columns)
        yield from _row(
            here,
            source,
            lambda now: [f"{name}-{target}" for name in _filled(now.game, "TRW") if name != target],
        )


def emptied(here: Position, source: random.Random) -> Iterator[Json]:
    """Move away the cards of the shortest columns."""

    def tokens(now: Position) -> list[str]:
        columns = _filled(now.game, "T")
        origin = min(columns, key=lambda name: len(now.game.piles[name]), default="")
        return [
            f"{origin}-{target}"
            for target in columns + now.game.names("F") + now.game.names("R")
            if target != origin and origin
        ]

    yield from _row(here, source, tokens)


def to_cells(here: Position, source: random.Random) -> Iterator[Json]:
    """Move cards to reserve piles that take them, and others back."""
    cells = here.game.names("R")
    if cells and here.game.rules.reserve.takes != "none":
        yield from _row(
            here, source, lambda now: [f"{name}-{cell}" for name in _filled(now.game, "TW") for cell in cells]
        )


WANTED: Final = (
    None, None, "wrong_rank", "wrong_suit", "wrong_color", "broken_sequence", "too_many_cards",
    "needs_base", "needs_king", "incomplete_sequence", "foundation_full", "no_foundation_accepts",
    "king_locked", "needs_pair",
)  # fmt: skip


def refused(here: Position, source: random.Random) -> Iterator[Json]:
    """Wish that a random move is legal, or that one reason alone forbids it."""
    names = _filled(here.game, "TRW")
    for _ in range(2 if names else 0):
        origin, target = (
            source.choice(names),
            source.choice([*here.game.names("T"), *here.game.names("F"), "F"]),
        )
        up = len(here.game.piles[origin]) - here.game.face_down.get(origin, 0)
        count = source.randint(1, max(1, min(up, 13))) if origin[0] == "T" else 1
        token = f"{origin}-{target}" + (f"x{count}" if count > 1 else "")
        if near := wish(here, token, source.choice(WANTED), source):
            here = near
    yield here.request


CHANGES: Final[tuple[Change, ...]] = (
    played_on, refused, stuck, to_foundations, with_a_bare_f, exchanged, under_another_option, onto_a_column,
    turned, played_on, emptied, refused, stuck, taken_back, to_cells, with_a_bare_f, to_foundations,
    under_another_option,
)  # fmt: skip
"""What is tried in turn."""


def explore(
    requests: Iterable[Json], source: random.Random, tries: int, is_new: Callable[[Position], bool]
) -> None:
    """Look at positions, and at `tries` changes of those that are new."""
    kept: list[Position] = []

    def look_at(request: Json) -> None:
        here = position(request)
        if here and is_new(here):
            kept.append(here)

    for request in requests:
        look_at(request)
    for number in range(tries):
        here = source.choice(kept[-LATEST:] if source.random() < 1 / 2 else kept)
        # What a redeal that shuffles brings is known of seeds alone.
        dealt = here if "deck" in here.request else position(with_deck(here.request))
        if dealt:
            for request in CHANGES[number % len(CHANGES)](dealt, source):
                look_at(request)


def beginnings(variant: str, source: random.Random) -> Iterator[Json]:
    """Yield deals, positions of whole games, the end of a won game, and positions after draws alone."""
    for rules in some_rules(variant):
        yield {"variant": variant, "rules": rules, "seed": "1", "moves": []}
    won = False
    for case in whole_games(FIXTURES, variant):
        if case.expected.valid is not None:
            request: Json = {"variant": variant, "rules": {}} | case.request
            moves = request["moves"][: case.expected.index]
            request = {
                name: request[name] for name in ("variant", "rules", "seed", "deck") if name in request
            }
            for number in dict.fromkeys((len(moves), max(0, len(moves) - 1), len(moves) // 2)):
                log = request | {"moves": moves[:number]}
                yield log if needs_seed(log) else with_deck(log)
            won |= "won" in case.expected.outcomes
    if not won:
        yield from _won_by_search(variant, source)
    yield from _redealt(variant)


def _won_by_search(variant: str, source: random.Random) -> Iterator[Json]:
    """Search for a line that wins a deal whose cards come in order, and yield its last positions."""
    rules = read_declaration(declared(variant, {}))
    for _ in range(WINNABLE):
        request: Json = {"variant": variant, "rules": {}, "deck": _deck_in_order(rules, source), "moves": []}
        line = search(deal_of(request).position(), SEARCHED).finding.continuation
        if line:
            for number in range(max(1, len(line) - LAST), len(line) + 1):
                yield request | {"moves": list(line[:number])}
            return


def _redealt(variant: str) -> Iterator[Json]:
    """Yield logs of draws with as many redeals as are allowed, or with some where they are unlimited."""
    for rules in some_rules(variant):
        stock = declared(variant, rules)["stock"]
        if stock and "redeal" in stock["actions"]:
            most = 4 if stock["redeals"] is None else stock["redeals"]
            yield _turned({"variant": variant, "rules": rules, "seed": "1", "moves": []}, most)


def _turned(request: Json, redeals: int) -> Json:
    """Return a log of draws and of redeals, as far as no card need move."""
    here, moves = position(request), list[str]()
    assert here
    while True:
        legal = {str(token) for token in here.line.legal_moves()}
        wanted = ("draw", "redeal") if moves.count("redeal") < redeals else ("draw",)
        token = next((token for token in wanted if token in legal), None)
        if token is None:
            return request | {"moves": moves}
        here.line.push(token)
        moves.append(token)


def _deck_in_order(rules: Declaration, source: random.Random) -> list[str]:
    """Return a deck whose cards can go to the foundations as they come to the top; others are shuffled."""
    base = "A" if rules.base == "A" else source.choice(RANKS)
    left = full_deck(rules.packs, rules.suits, rules.ranks)
    piles: list[list[str]] = [[] for _ in rules.foundations]
    first: list[str] = []
    leaving: list[str] = []
    for step, number in product(range(len(RANKS)), range(len(piles))):
        if card := _next_card(left, rules.foundations[number], piles[number], base):
            (first if step < rules.foundations[number].dealt else leaving).append(card)
    leaving += source.sample(left, len(left))
    places = [name for dealing_round in rules.layout for name in dealing_round.to]
    if rules.base != "A":
        # The base card is dealt first, or in the round that deals one to a foundation.
        own = next(card for card in leaving if card[0] == base)
        leaving.remove(own)
        place = places.index("F") if "F" in places else 0
        places.pop(place)
    stock = len(leaving) - len(places)
    draw = rules.stock.draw if rules.stock and "draw" in rules.stock.actions else 1
    packets = (leaving[start : min(start + draw, stock)] for start in range(0, stock, draw))
    drawn = [card for packet in packets for card in packet[::-1]]
    dealt = leaving[stock:][::-1]
    if rules.base != "A":
        dealt.insert(place, own)
    return [*first, *dealt, *drawn]


def _next_card(left: list[str], foundation: Foundation, pile: list[str], base: str) -> str | None:
    """Move the next card of a foundation from those left to its pile; return it, or None if there is none."""
    if len(pile) >= len(foundation.ranks):
        return None
    rank = RANKS[(RANKS.index(foundation.ranks[len(pile)]) + RANKS.index(base)) % len(RANKS)]
    for card in left:
        fits = not pile or suits_fit(foundation.build, pile[-1], card)
        if card[0] == rank and card[1] in foundation.suits and fits:
            left.remove(card)
            pile.append(card)
            return card
    return None
