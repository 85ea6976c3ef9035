"""Requests about positions that hardly arise in play: a walk finds them, or others of the kit breed them.

`losing.py` walks to positions in which few moves are left. Others are bred: cards of the deck change places,
moves are dropped or added, and options change. A position that shows what none before it showed is bred
further. Of all that are found, those are chosen that show most of what the rest of the kit does not, each
with an illegal move, which leaves the position as it is.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, islice, pairwise, permutations, product
from typing import Final, TypeVar

from conformance import reference
from conformance.arranged import MOST_ADDED, arranged, build_of_groups, nearly_stuck, with_actions
from conformance.by_checks import (
    TELLING,
    Candidate,
    facts_of,
    first_of,
    showing_more,
    shown_by_option,
    tokens_of,
    weight,
)
from conformance.deals import deal_of
from conformance.declared import after, opening, option_values, some_rules
from conformance.faults import declared, rules_as_read
from conformance.losing import (
    HOLDS,
    SEQUENCE,
    along_the_border,
    border_facts,
    change_option,
    line_after,
    moves_left,
    moves_that_hold,
    number_left,
    played_until_held,
    state_of,
)
from conformance.obligations import (
    Feature,
    kind_of,
    meets,
    only_failing,
    shown_by_token,
    situation_of,
    with_pile,
    won_in_part,
)
from conformance.questions import STEP
from conformance.reference.declaration import read_declaration
from conformance.reference.fits import is_run, parts, room, suits_fit, why_not_there
from conformance.reference.referee import accepting_foundation, is_won
from conformance.reference.seeds import RANKS, full_deck
from conformance.reference.tokens import ACTIONS, CardMove, parse, write
from conformance.scenes import (
    Json,
    Scene,
    cleared,
    endings_of,
    narrow_of,
    played_suit_by_suit,
    rare_of,
    through_the_stock,
)
from conformance.shares import is_widely_played, least_of_bred
from patience.cards import CODES, SUITS
from patience.cards.reasons import Outcome
from patience.compilation.compiled_rules import tables_for
from patience.line_of_play import open_line
from service.conformance.cases import Case

T = TypeVar("T")

Options = dict[str, list[str | int]]
"""The values of each option, the default first."""

PILE: Final = re.compile(r"[TFR]\d+")
GAMES: Final = 6
"""Games of each kind in which the first positions are looked for; twice as many end early."""
BORDERS: Final = 18_000
"""Steps along the border of lost games."""
HOLDING: Final = 20_000
"""Steps along the border of positions in which no legal move holds the stock."""
GAMES_HELD: Final = 30
"""Arranged decks with which games are played in which moves hold the stock."""
HELD: Final = 160
"""Positions of these games from which others are looked for."""
LAID_OUT: Final = 300
"""Positions of arranged decks at most from which others are bred."""
WITH_RUNS: Final = 60
"""Positions with long runs at most from which others are bred."""
EMPTIED: Final = 120
"""Positions with an empty column at most from which others are bred."""
WALKS: Final = 16
"""Positions of each kind from which they begin."""
OTHERS: Final = 400
"""Positions bred for the illegal moves in them."""
ENDED: Final = 3
"""Games won in each way that are played again under each option."""
TOKENS: Final = 30
"""Moves looked at in a position that is bred."""
MORE_TOKENS: Final = 80
"""Moves of which an illegal one is chosen in a position where many cards can move."""
NOTABLE: Final = 0.5
"""What a fact weighs at least to matter."""
LARGE: Final = 7
"""Cards of a group that breaks off deep inside."""
GROUPS: Final = 5
"""Cards of the largest groups that are moved though they are no run."""
LONGEST_RUN: Final = 1 + MOST_ADDED
"""Cards of the longest runs that are moved: where Kings follow Aces, more than a suit has."""
LONG: Final = 9
"""Cards of a run of which each further one matters."""
ROOMS: Final = 600
"""Positions bred for the room of groups."""
SELDOM: Final = 1 / 4
"""Share of this work that is done for a game that few collections have."""
SEVERAL: Final = 5
"""Numbers of an option, of which few make a difference, that are tried."""
LONGEST_LOG: Final = 200
LATEST: Final = 1 / 2
"""Share of the positions bred of one that was among the last to show something new."""
LATEST_ARE: Final = 8
"""One of how many is among the last."""


def further(variant: str, kit: Sequence[Case], former: Iterable[Json], most: int) -> Iterator[Json]:
    """Yield at most so many requests that show what the kit does not, new ones or some of the former ones."""
    source = random.Random(variant)
    known = _shown_by(kit, source)
    pool = [each for scene in _scenes(variant, kit, source, known) for each in _requests(scene, source)]
    for request in former:
        *moves, token = request["moves"]
        pool += _requests(_scene(request | {"moves": moves}), source, [token])
    for chosen, _ in islice(first_of(pool, known, least_of_bred(variant)), most):
        yield chosen.scene.request | {"moves": [*_spelled(chosen.scene.request), chosen.token]}


def _spelled(request: Json) -> list[str]:
    """Return the moves of a log, every other one onto a foundation to a bare F if it means the same.

    The last such move is to a bare F.
    """
    game, moves, bare = opening(request), list(request["moves"]), list[int]()
    for at, token in enumerate(moves):
        move = parse(token) if token not in ACTIONS else None
        if move and move.target[0] == "F" and _means(game, move):
            bare.append(at)
        reference.play(game, token)
    for at in bare[::-2]:
        moves[at] = re.sub(r"-F\d+", "-F", moves[at])
    return moves


def _means(game: reference.Game, move: CardMove) -> bool:
    """Return whether a bare F means the foundation that a move names."""
    return accepting_foundation(game, move.source, move.count) == move.target


def judged(kit: Iterable[Case]) -> Iterator[Case]:
    """Yield the cases with a verdict on a deal that a deck can have, too."""
    for case in kit:
        if case.expected.valid is not None and "board" not in case.request and not _needs_seed(case.request):
            yield case


def _needs_seed(request: Json) -> bool:
    """Return whether a log has a redeal whose order its seed decides."""
    return (
        "redeal" in request["moves"] and tables_for(request["variant"], request.get("rules") or {}).shuffles
    )


def position_of(case: Case) -> Json:
    """Return the request for the position before the first illegal move of a case, or its last."""
    return with_deck(case.request | {"moves": case.request["moves"][: case.expected.index]})


def _shown_by(kit: Sequence[Case], source: random.Random) -> set[Feature]:
    """Return what the kit shows."""
    known: set[Feature] = set()
    for case in judged(kit):
        scene = _scene(position_of(case))
        facts, situation = _facts(scene, source)
        if case.expected.outcomes:
            known |= facts | border_facts(scene.request)
        if case.expected.index is not None:
            known |= _shown(scene, case.request["moves"][case.expected.index], situation)
    return known


def with_deck(request: Json) -> Json:
    """Return a request with a deck instead of its seed, and with options."""
    deck = [CODES[card] for card in deal_of(request).deck]
    names = "variant", "moves"
    return {name: request[name] for name in names} | {"rules": request.get("rules") or {}, "deck": deck}


def _scene(request: Json) -> Scene:
    return Scene(request, after(request, request["moves"]), list(map(str, line_after(request).legal_moves())))


def _scenes(variant: str, kit: Sequence[Case], source: random.Random, known: set[Feature]) -> Iterator[Scene]:
    """Yield positions that show more than the kit."""

    def otherwise(request: Json) -> set[Feature]:
        scene = _scene(request)
        facts, situation = _facts(scene, source)
        tokens = _some(scene, source, TOKENS)
        return facts.union(*(_shown(scene, token, situation) for token in tokens)) - known

    drawn = chain(
        endings_of(variant, source, 2 * GAMES),
        islice(through_the_stock(variant, source, GAMES), 10 * GAMES),
        narrow_of(variant, source, GAMES),
        rare_of(variant, source, GAMES),
    )
    played = [with_deck(scene.request) for scene in drawn if not _needs_seed(scene.request)]

    share = 1 if is_widely_played(variant) else SELDOM

    def some(most: int) -> int:
        return round(most * share)

    options = {name: _few(values) for name, values in option_values(variant).items()}
    laid_out = list(arranged(variant, source))
    emptied = [scene.request for scene in cleared(variant, source, 2 * GAMES)]
    emptied += filter(_has_empty_column, laid_out)
    redealt = [request for request in played if "redeal" in request["moves"]]
    with_runs = [request for request in laid_out if _has_long_run(request)]
    turned_out = [_turned_out(variant, source) for _ in range(some(WALKS))]
    stuck = list(showing_more(nearly_stuck(variant, source, share / 2), border_facts))
    parts = (played, emptied, redealt, with_runs, turned_out, stuck)
    begun = [each for part in parts for each in _begun(part, source, some(WALKS))]
    emptied = _sample(emptied, some(EMPTIED), source)
    acted = [each for request in emptied for each in with_actions(request)]
    laid_out = _sample(laid_out, some(LAID_OUT), source)
    with_runs = _sample(with_runs, some(WITH_RUNS), source)
    firsts = [*_firsts(variant, kit, source), *with_runs, *laid_out, *acted]
    few_left = [*stuck, *along_the_border(begun, options, source, some(BORDERS))]
    acted_though_lost = chain.from_iterable(map(with_actions, filter(_is_lost, few_left)))
    yield from map(_scene, chain(few_left, acted_though_lost))
    held_from = [*begun, *_sample(stuck, some(WALKS), source), *laid_out[: some(GAMES_HELD)]]
    if waiting := list(_waiting(variant, held_from, source)):
        waiting = _sample(waiting, some(HELD), source)
        yield from map(_scene, waiting)
        yield from map(_scene, along_the_border(waiting, options, source, some(HOLDING), moves_that_hold))
    yield from map(_scene, _bred([*firsts, *begun], otherwise, some(OTHERS), options, source))
    if opening(firsts[0]).rules.columns.supermove:
        yield from map(_scene, _bred([*emptied, *firsts], _rooms, some(ROOMS), options, source))


def _turned_out(variant: str, source: random.Random) -> Json:
    """Return a game of deals, draws and one redeal alone: with most other decks it is legal, too."""
    rules = source.choice(some_rules(variant))
    read = read_declaration(declared(variant, rules))
    deck = full_deck(read.packs, read.suits, read.ranks)
    request = {"variant": variant, "rules": rules, "deck": source.sample(deck, len(deck)), "moves": []}
    line, moves = line_after(request), list[str]()
    shuffles = tables_for(variant, rules).shuffles
    while len(moves) < LONGEST_LOG:
        wanted = ("deal", "draw") if shuffles or "redeal" in moves else ("deal", "draw", "redeal")
        legal = line.legal_moves()
        token = next((token for token in wanted if token in legal), None)
        if token is None:
            break
        line.push(token)
        moves.append(token)
    return request | {"moves": moves}


def _begun(requests: Sequence[Json], source: random.Random, most: int) -> list[Json]:
    """Return some positions in which it matters which moves are left, half of them those with the fewest."""
    shuffled = source.sample(requests, len(requests))
    left = ((request, moves_left(line_after(request))) for request in shuffled)
    numbers = [(number_left(moves), request) for request, moves in left if moves is not None]
    best = [request for _, request in sorted(numbers, key=lambda each: each[0])]
    return [*best[: most // 2], *_sample(best[most // 2 :], most - most // 2, source)]


def _sample(items: Sequence[T], most: int, source: random.Random) -> list[T]:
    """Return at most so many of these items, in random order."""
    return source.sample(items, min(most, len(items)))


def _waiting(variant: str, firsts: Sequence[Json], source: random.Random) -> Iterator[Json]:
    """Yield positions in which no card move holds the stock any more, by an option under which some do."""
    stocks = ((rules, declared(variant, rules)["stock"]) for rules in some_rules(variant))
    holding = [rules for rules, stock in stocks if stock and stock["hold"] in HOLDS]
    for first in firsts if holding else ():
        if begun := replayed(first | {"rules": first["rules"] | source.choice(holding)}):
            yield from played_until_held(begun, source)


def _is_lost(request: Json) -> bool:
    """Return whether the game is lost after the moves."""
    return line_after(request).outcome() is Outcome.LOST


def _has_empty_column(request: Json) -> bool:
    """Return whether a column is empty."""
    game = after(request, request["moves"])
    return not all(game.piles[name] for name in game.names("T"))


def _has_long_run(request: Json) -> bool:
    """Return whether a run can move to which hardly a card can be added."""
    moves = [parse(token) for token in map(str, line_after(request).legal_moves()) if token not in ACTIONS]
    return any(move.count >= SEQUENCE for move in moves)


def _firsts(variant: str, kit: Sequence[Case], source: random.Random) -> list[Json]:
    """Return the kit's positions, its won games under each option, and games that fill suit after suit."""
    positions = list(map(position_of, judged(kit)))
    ended = won_in_each_way(positions)
    ended += [short for request in ended for short in _ending_with(request)]
    ended += [request | {"moves": request["moves"][:-1]} for request in ended]
    under_options = (replayed(each | {"rules": rules}) for each in ended for rules in some_rules(variant))
    suit_by_suit = showing_more(played_suit_by_suit(variant, source, 2 * GAMES), _about_foundations)
    return [
        *(request for request in positions if len(request["moves"]) <= LONGEST_LOG),
        *filter(None, under_options),
        *(scene.request for scene in suit_by_suit),
    ]


def won_in_each_way(positions: Iterable[Json]) -> list[Json]:
    """Return the shortest won games, by the options that change when a game is won."""
    won = {repr(request): request for request in positions if is_won(after(request, request["moves"]))}
    ways: dict[str, list[Json]] = {}
    for request in sorted(won.values(), key=lambda request: len(request["moves"])):
        ways.setdefault(str(_about_winning(request)), []).append(request)
    return [request for games in ways.values() for request in games[:ENDED]]


def _ending_with(request: Json) -> Iterator[Json]:
    """Yield a won game so that its first or its last foundation is filled last."""
    played = replayed(request)
    names = opening(request).names("F")
    for name in dict.fromkeys((names[0], names[-1])) if played and names else ():
        moves = played["moves"]
        onto = [at for at, token in enumerate(moves) if PILE.findall(token)[1:] == [name]]
        if not onto:
            continue
        at = onto[-1]
        with_names = _with_names_exchanged(moves, name, parse(moves[-1]).target)
        for changed_moves in ([*moves[:at], *moves[at + 1 :], moves[at]], with_names):
            found = replayed(request | {"moves": changed_moves})
            if found and is_won(after(found, found["moves"])):
                yield found


def _rooms(request: Json) -> set[Feature]:
    """Return how else the room of the groups in a position could be counted."""
    scene = _scene(request)
    return set[Feature]().union(*(_rooms_of(scene.game, token) for token in _groups(scene.game)))


def _rooms_of(game: reference.Game, token: str) -> set[Feature]:
    """Return how else the room of a group could be counted."""
    shown = shown_by_token(game, token) | _other_rooms(game, token)
    return {feature for feature in shown if feature[0] == "room"}


def _about_foundations(scene: Scene) -> set[Feature]:
    """Return how cards meet foundations, which actions fail, and what of a won game there is."""
    game = scene.game
    tops = [name for letter in "TRW" for name in game.names(letter) if game.piles[name]]
    moves = [CardMove(source, target, 1) for source in tops for target in game.names("F")]
    reasons = [(move, reference.why_not(game, write(move))) for move in moves]
    shown = won_in_part(game).union(*(shown_by_token(game, action) for action in ACTIONS))
    return shown.union(*(meets(game, move, reason) for move, reason in reasons if reason))


def _bred(
    firsts: Iterable[Json],
    shows: Callable[[Json], set[Feature]],
    most: int,
    options: Options,
    source: random.Random,
) -> list[Json]:
    """Return requests that each show something notable that those before it do not."""
    known: set[Feature] = set()

    def is_new(request: Json) -> bool:
        new = _notable(shows(request) - known)
        known.update(new)
        return bool(new)

    found = [request for request in firsts if is_new(request)]
    for _ in range(most if found else 0):
        latest = found[-1 - len(found) // LATEST_ARE :] if source.random() < LATEST else found
        request = changed(source.choice(latest), options, source)
        if is_new(request):
            found.append(request)
    return found


def _notable(facts: set[Feature]) -> set[Feature]:
    return {fact for fact in facts if weight(fact) >= NOTABLE}


def _few(values: Sequence[str | int]) -> list[str | int]:
    numbers = [value for value in values if isinstance(value, int)]
    return [*(value for value in values if isinstance(value, str)), *numbers[:SEVERAL]]


def changed(request: Json, options: Options, source: random.Random) -> Json:
    """Return a request with some cards exchanged, moves dropped or added, or another option."""
    deck, moves, rules = list(request["deck"]), list(request["moves"]), dict(request["rules"])
    for _ in range(source.choice((0, 1, 1, 2, 3))):
        one, other = source.randrange(len(deck)), source.randrange(len(deck))
        deck[one], deck[other] = deck[other], deck[one]
    if source.random() < 1 / 4:
        moves = moves[: -source.randint(1, 3)]
    if source.random() < 1 / 4:
        change = source.choice((_with_card_of_move_exchanged, _with_group))
        deck = change(request, source)
    if source.random() < 1 / 6:
        deck, moves = _with_piles_exchanged(request, deck, moves, source)
    if options and source.random() < 1 / 6:
        change_option(rules, options, source)
    found = replayed(request | {"rules": rules, "deck": deck, "moves": moves}, source)
    return found if found and len(found["moves"]) <= LONGEST_LOG else request


def replayed(request: Json, source: random.Random | None = None) -> Json | None:
    """Return a request with its legal moves alone, perhaps with further ones; None if it has no such deal."""
    try:
        line = open_line(deal_of(request))
    except ValueError:  # Under some option the game has another deck.
        return None
    played = [str(move) for token in request["moves"] if (move := line.push(token))]
    while source and source.random() < 1 / 3 and (legal := line.legal_moves()):
        token = source.choice(legal)
        line.push(token)
        played.append(str(token))
    return request | {"moves": played}


def _with_card_of_move_exchanged(request: Json, source: random.Random) -> list[str]:
    """Return a deck with another card for one of those of a legal move, of several cards if there is one."""
    line = line_after(request)
    deck, legal = list(request["deck"]), [move for move in line.legal_moves() if not move.action]
    moves = [move for move in legal if move.size > 1] or legal
    if not moves:
        return deck
    move, position = source.choice(moves), line.position()
    piles = [position.cards(position.tables.names.index(name)) for name in (move.source, move.target)]
    card = CODES[source.choice([*piles[0][-move.size :], *piles[1][-1:]])]
    one = source.choice([place for place, code in enumerate(deck) if code == card])
    other = source.randrange(len(deck))
    deck[one], deck[other] = deck[other], deck[one]
    return deck


def _with_group(request: Json, source: random.Random) -> list[str]:
    """Return a deck by which some face-up cards of a column are a run but for one card, and fit elsewhere."""
    cards = [f"{rank}{suit}" for rank, suit in request["deck"]]  # Each card is an object of its own.
    game = after(request | {"deck": cards}, request["moves"])
    deck = list(request["deck"])
    size = source.randint(3, 2 * GROUPS)
    origins = [
        name for name in game.names("T") if len(game.piles[name]) - game.face_down.get(name, 0) >= size
    ]
    targets = [name for name in game.names("T") if game.piles[name]]
    if not origins or len(targets) < 2:
        return deck
    origin = source.choice(origins)
    target = source.choice([name for name in targets if name != origin])
    places = [game.piles[target][-1], *game.piles[origin][-size:]]
    rank = source.randrange(size, len(RANKS) + 1)
    # A group that begins with a King fits on an empty column alone.
    wanted = [f"{(*RANKS, RANKS[0])[rank]}{source.choice(SUITS)}"]
    for step in range(1, size + 1):
        build = build_of_groups(game) if step > 1 else game.rules.columns.build
        fitting = [suit for suit in SUITS if suits_fit(build, wanted[-1], f"A{suit}")]
        wanted.append(f"{RANKS[rank - step]}{source.choice(fitting or [*SUITS])}")
    if source.random() < 1 / 2:
        wanted[source.randint(2, size)] = source.choice(deck)
    for place, card in zip(places, wanted, strict=True):
        one = next((at for at, dealt in enumerate(cards) if dealt is place), None)
        others = [at for at, code in enumerate(deck) if code == card]
        if one is not None and others:
            other = source.choice(others)
            deck[one], deck[other] = deck[other], deck[one]
    return deck


def _with_piles_exchanged(
    request: Json, deck: list[str], moves: list[str], source: random.Random
) -> tuple[list[str], list[str]]:
    """Return a deck and moves with two foundations, cells or columns in each other's place."""
    layout = rules_as_read(declared, request["variant"], tuple(request["rules"].items())).layout
    dealt = [name for dealing_round in layout for name in dealing_round.to]
    names = sorted({name for token in moves for name in PILE.findall(token)} | {*dealt} - {"F", "W", "S"})
    if not names:
        return deck, moves
    one = source.choice(names)
    other = source.choice([name for name in names if name[0] == one[0]])
    deck = list(deck)
    places = [[at for at, name in enumerate(dealt) if name == each] for each in (one, other)]
    for first, second in zip(*places, strict=False):
        if max(first, second) < len(deck):
            deck[first], deck[second] = deck[second], deck[first]
    return deck, _with_names_exchanged(moves, one, other)


def _with_names_exchanged(moves: Sequence[str], one: str, other: str) -> list[str]:
    """Return moves that name each of two piles instead of the other."""
    exchanged = {one: other, other: one}
    return [PILE.sub(lambda found: exchanged.get(found[0], found[0]), token) for token in moves]


def _requests(scene: Scene, source: random.Random, tokens: Sequence[str] = ()) -> Iterator[Candidate]:
    """Yield the illegal ones of these moves in a position, or of some of all kinds if none is named."""
    facts, situation = _facts(scene, source)
    border = border_facts(scene.request)
    notable = _notable(facts | border)
    for token in tokens or _several(scene, source, TOKENS if border else MORE_TOKENS):
        if reference.why_not(scene.game, token):
            yield Candidate(_notable(_shown(scene, token, situation)), scene, STEP, token, notable)


def _several(scene: Scene, source: random.Random, most: int) -> list[str]:
    """Return the actions, groups where they need room, almost whole sequences, and so many other moves."""
    game = scene.game
    groups = _groups(game) if game.rules.columns.supermove else ()
    whole = next(
        (name for name in game.names("F") if game.foundation(name).whole and not game.piles[name]), ""
    )
    moves = [CardMove(name, whole, len(RANKS)) for name in game.names("T")] if whole else []
    offered = [write(move) for move in moves if _almost_whole(game, move, None)]
    return list(dict.fromkeys((*ACTIONS, *offered, *groups, *_some(scene, source, most))))


def _facts(scene: Scene, source: random.Random) -> tuple[set[Feature], tuple[str, ...]]:
    """Return what a position and the last action show, and the circumstances of the position."""
    facts, situation = facts_of(scene, source)
    game, rules, moves = scene.game, scene.request["rules"], scene.request["moves"]
    line = line_after(scene.request)
    if line.outcome() is Outcome.LOST:
        situation = (*situation, "lost")
    facts |= set() if moves else {("at the start", line.outcome())}
    if is_won(game):
        facts |= _about_the_end(scene)
    elif not any(game.piles[name] for name in game.names("T")):
        others = (letter for letter in "RSW" if any(game.piles[name] for name in game.names(letter)))
        facts.add(("columns empty", *others))
    ways = ((), *(option for option in _about_winning(scene.request)))
    facts |= {("won but", part, *way) for _, part in won_in_part(game) for way in ways} | _lifted(scene)
    if game.rules.stock:
        around = state_of(line, rules)
        legal = scene.legal or ()
        facts |= {
            ("can", action, action in legal, each) for action in game.rules.stock.actions for each in around
        }
    if game.redeals:
        facts.add(("turned", min(game.redeals, 4), (game.rules.stock and game.rules.stock.redeals) or 0))
    if moves and moves[-1] in ACTIONS:
        if _is_lost(scene.request | {"moves": moves[:-1]}):
            facts.add(("acted though lost", moves[-1]))
        before = situation_of(after(scene.request, moves[:-1]), [])
        under = ("", *(f"{name} {value}" for name, value in rules.items()))
        facts |= {
            ("acted", moves[-1], each, option) for each in TELLING for option in under if each in before
        }
    elif moves:
        move = parse(moves[-1])
        facts.add(("played", move.source[0], move.target[0], min(move.count, 3), move.count >= LONG))
    if len(rules) > 1:
        facts |= {("beside", *map(str, option)) for option in rules.items() if _lists(scene, option[0])}
    return facts, situation


def _about_the_end(scene: Scene) -> set[Feature]:
    """Return which foundation a won game filled last, and whether cards could still move, by options."""
    game, moves = scene.game, scene.request["moves"]
    options = [("", ""), *scene.request["rules"].items()]
    single = (f"{source}-{target}" for source, target in permutations(game.piles, 2))
    movable = any(only_failing(game, token) == "game_over" for token in single)
    facts: set[Feature] = {("ended", movable, *map(str, option)) for option in options}
    names = game.names("F")
    last = parse(moves[-1]).target if moves and moves[-1] not in ACTIONS else ""
    places = [place for place, name in (("first", names[:1]), ("last", names[-1:])) if last in name]
    ways = ((), *_about_winning(scene.request))
    return facts | {("filled last", place, *way) for place in places for way in ways}


def _lifted(scene: Scene) -> set[Feature]:
    """Return which groups can move onto columns: their room, and by options what goes onto empty columns."""
    game, facts = scene.game, set[Feature]()
    rules = scene.request["rules"].items()
    options = [("", ""), *(option for option in rules if _is_about_columns(scene.request["variant"], option))]
    for token in scene.legal or ():
        move = None if token in ACTIONS else parse(token)
        if move and move.source[0] == "F":
            taken = "its only card" if len(game.piles[move.source]) == 1 else move.count
            onto = kind_of(game, move.target)
            facts |= {("off foundation", taken, onto, *map(str, option)) for option in options}
        if not move or move.target[0] != "T":
            continue
        pile, empty = game.piles[move.source], not game.piles[move.target]
        if move.count > 1:
            facts |= _rooms_of(game, token)
        if move.count >= LONG:
            facts.add(("long run", move.count, empty))
        if empty:
            rank = pile[-move.count][0]
            lifted = move.source[0], min(move.count, 3), move.count == len(pile), rank if rank in "AK" else ""
            facts |= {("onto empty", *lifted, *map(str, option)) for option in options}
            facts |= {("onto empty", rank == "K", *map(str, option)) for option in rules}
    return facts


def _about_winning(request: Json) -> list[tuple[str, str]]:
    """Return the options that change when a game is won, with their values."""
    rules, options = request["rules"], option_values(request["variant"])
    matter = (
        name for name, values in options.items() if _changes_winning(request["variant"], name, values[-1])
    )
    return [(name, str(rules.get(name, options[name][0]))) for name in matter]


@cache
def _changes_winning(variant: str, option: str, value: str | int) -> bool:
    """Return whether a game is won otherwise by a value of an option than by its default."""
    default, other = (declared(variant, rules) for rules in ({}, {option: value}))
    return any(default[name] != other[name] for name in ("win", "won_when"))


@cache
def _is_about_columns(variant: str, option: tuple[str, str | int]) -> bool:
    """Return whether an option changes which cards and groups columns give and take."""
    default, other = (declared(variant, rules)["columns"] for rules in ({}, dict([option])))
    return bool(default != other)


def _some(scene: Scene, source: random.Random, most: int) -> list[str]:
    return _sample(list(_tokens(scene)), most, source)


def _tokens(scene: Scene) -> Iterator[str]:
    """Yield moves of every kind, some groups to a bare F, and legal moves with a digit too many."""
    yield from tokens_of(scene, Counter())
    game = scene.game
    for name in [*game.names("T"), *(["W"] if "W" in game.piles else [])]:
        up = len(game.piles[name]) - game.face_down.get(name, 0)
        yield from (f"{name}-Fx{count}" for count in range(2, min(up, GROUPS) + 1))
    yield from _groups(game)
    for token in reference.legal_moves(game):
        move = None if token in ACTIONS else parse(token)
        for name in (move.source, move.target) if move else ():
            if len(name) == len("T1") and f"{name}0" not in game.piles:
                yield token.replace(name, f"{name}0", 1)


def _groups(game: reference.Game) -> Iterator[str]:
    """Yield moves of groups and long runs that fit by rank onto a column, or onto an empty one."""
    build = build_of_groups(game)
    others = [name for letter in "WRF" for name in game.names(letter)]
    for origin, target in chain(permutations(game.names("T"), 2), product(others, game.names("T"))):
        pile, onto = game.piles[origin], game.piles[target]
        for count in range(2, min(len(pile), LONGEST_RUN if origin[0] == "T" else GROUPS) + 1):
            group = pile[-count:]
            if onto:
                fits = (RANKS.index(onto[-1][0]) - RANKS.index(group[0][0])) % len(RANKS) == 1
            else:
                fits = count <= GROUPS or is_run(game, build, group)
            if fits:
                yield f"{origin}-{target}x{count}"


def _shown(scene: Scene, token: str, situation: Sequence[str]) -> set[Feature]:
    """Return what a move shows."""
    game = scene.game
    shown = shown_by_token(game, token, situation) | shown_by_option(scene, STEP, token)
    shown |= _under_options(scene, token, shown)
    paired = [feature for feature in shown if feature[0] == "pair in" and feature[3] == "top"]
    shown |= {("pair on top", *feature[1:3], feature[4]) for feature in paired}
    if token in ACTIONS:
        around = state_of(line_after(scene.request), scene.request["rules"])
        refused = {("refused though lost", token)} if "lost" in situation else set()
        return shown | refused | _by_action(game, token) | {("action", token, each) for each in around}
    if is_won(game):
        return shown
    if game.rules.base != "A" and game.base == "A":
        met = (feature for feature in shown if feature[0] in {"meets on T", "meets on F"})
        shown |= {("on an Ace as base", *feature) for feature in met}
    only = next((feature[1] for feature in shown if feature[0] == "only"), None)
    shown |= _as_other_pile(game, token) | _as_group(game, token, only)
    return shown | _alone(game, token, with_pile(only, parse(token))) if only else shown


def _other_rooms(game: reference.Game, token: str) -> set[Feature]:
    """Return by which further ways to count the room a group would fit, or would not."""
    move = None if token in ACTIONS else parse(token)
    pile = game.piles.get(move.source, []) if move else []
    if not move or move.target not in game.names("T") or not 1 < move.count <= len(pile):
        return set()
    if not game.rules.columns.supermove or reference.why_not(game, token) not in (None, "too_many_cards"):
        return set()
    others, cells = (sum(not game.piles[name] for name in game.names(kind)) for kind in "TR")
    occupied = bool(game.piles[move.target])
    others -= not occupied
    needed, most = parts(game, pile[-move.count :]), room(game, move.target)
    rooms = {
        "two columns": (1 + cells) * 2 ** min(others, 2),
        "twice the columns": (1 + cells) * max(1, 2 * others),
        "columns to a vacancy": (1 + cells) * (1 if occupied else 2**others),
    }
    return {("room", way) for way, found in rooms.items() if (needed <= found) is not (needed <= most)}


def _by_action(game: reference.Game, token: str) -> set[Feature]:
    """Return how many deals and redeals are left when an action fails."""
    reason = reference.why_not(game, token)
    left = len(game.piles.get("S", ())) // max(1, len(game.names("T")))
    shown: set[Feature] = {("held", token, reason, min(left, 2))}
    if token == "redeal" and game.rules.stock and reason != "unknown_action":
        limit = game.rules.stock.redeals
        shown.add(("redeal", reason, min(game.redeals, 3), min(limit or 9, 4)))
    return shown


def _as_other_pile(game: reference.Game, token: str) -> set[Feature]:
    """Return which cards of a group a bare F takes alone, and which pile a number with a digit less is."""
    move, shown = parse(token), set[Feature]()
    pile = game.piles.get(move.source, [])
    if move.target == "F" and 1 < move.count <= len(pile):
        names = [name for name in game.names("F") if name != move.source]
        run = is_run(game, game.rules.columns.build, pile[-move.count :])
        for which, card in (("top", pile[-1]), ("bottom", pile[-move.count])):
            if any(_fits_alone(game, name, card) for name in names):
                shown.add(("bare F by", move.source[0], which, run))
    for role, name in (("source", move.source), ("target", move.target)):
        near = name[:2] if name not in (*game.piles, "F") else ""
        if near in game.piles and reference.why_not(game, token.replace(name, near, 1)) is None:
            shown.add(("digits", role, name[0]))
    return shown


def _under_options(scene: Scene, token: str, shown: set[Feature]) -> set[Feature]:
    """Return what a move shows about options that have not their default."""
    rules = scene.request["rules"]
    rooms = [feature for feature in shown if feature[0] == "room"]
    found = {("room under", *map(str, option), *room[1:]) for option in rules.items() for room in rooms}
    if token not in ACTIONS and (move := parse(token)).count > 1:
        reason = reference.why_not(scene.game, token)
        about = (each for each in rules.items() if _is_about_columns(scene.request["variant"], each))
        found |= {("group under", *map(str, each), move.source[0], move.target[0], reason) for each in about}
    if len(rules) > 1:
        mattering = (option for option in rules.items() if _matters(scene, token, option[0]))
        found |= {("beside", *map(str, option)) for option in mattering}
    return found


def _matters(scene: Scene, token: str, option: str) -> bool:
    """Return whether one of several options matters to whether a move is legal."""
    try:
        return reference.why_not(_without(scene, option), token) != reference.why_not(scene.game, token)
    except (AssertionError, IndexError, KeyError):
        return True  # Without the option there is no such pile.


def _lists(scene: Scene, option: str) -> bool:
    """Return whether one of several options matters to which moves are legal."""
    try:
        return reference.legal_moves(_without(scene, option)) != reference.legal_moves(scene.game)
    except (AssertionError, IndexError, KeyError):
        return True


def _without(scene: Scene, option: str) -> reference.Game:
    """Return the position with the default of an option; its piles are not copied."""
    others = tuple((name, value) for name, value in scene.request["rules"].items() if name != option)
    return replace(scene.game, rules=rules_as_read(declared, scene.request["variant"], others))


def _fits_alone(game: reference.Game, name: str, card: str) -> bool:
    """Return whether a foundation takes a single card that lies somewhere else."""
    trial = game.copy()
    trial.piles["T1"] = [card]
    trial.face_down["T1"] = 0
    return why_not_there(trial, "T1", name, 1) is None


def _alone(game: reference.Game, token: str, check: str) -> set[Feature]:
    """Return under which circumstances a check alone forbids a move."""
    move = parse(token)
    pile = game.piles.get(move.source, [])
    group = pile[-move.count :] if move.count <= len(pile) else []
    onto = kind_of(game, move.target) if move.target != "F" else "bare F"
    origin = f"all of {move.source[0]}" if move.count == len(pile) else move.source[0]
    shown: set[Feature] = {
        ("alone from", check, origin, onto),
        ("alone on", check, onto),
        ("alone for", check, move.source[0], onto, min(move.count, 3)),
    }
    if move.target in game.names("F"):
        shown.add(("alone at", check, move.target))
    if len(group) > 1:
        shown |= {("alone group", check, how, _size(group)) for how in breaks(game, group)}
    return shown


def _size(group: Sequence[str]) -> int:
    """Return the number of cards of a group as far as engines may look at so many alone."""
    return LARGE if len(group) >= LARGE else min(len(group), 4)


def breaks(game: reference.Game, group: Sequence[str]) -> Iterator[str]:
    """Yield where cards that are no run break off."""
    build = build_of_groups(game)
    pairs = range(len(group) - 1)
    wrong = [at for at in pairs if not is_run(game, build, group[at : at + 2])]
    if len(wrong) == 1:
        yield "at the bottom" if wrong == [0] else "at the top" if wrong == [len(pairs) - 1] else "inside"
    suits = all(suits_fit(build, group[at], group[at + 1]) for at in pairs)
    if wrong and suits and RANKS.index(group[0][0]) - RANKS.index(group[-1][0]) == len(pairs):
        yield "in ranks inside"


def _as_group(game: reference.Game, token: str, only: str | None) -> set[Feature]:
    """Return how the only two cards of a group that do not follow each other differ, and where it moves.

    Where nothing else forbids the move, that is shown, too.
    """
    move = parse(token)
    pile = game.piles.get(move.source, [])
    differ = mismatch(game, pile[-move.count :] if 1 < move.count <= len(pile) else [])
    onto = kind_of(game, move.target) if move.target != "F" else "bare F"
    shown = {("group differs", differ, onto), ("group differs", differ, onto, only == "broken_sequence")}
    return (shown if differ else set()) | _almost_whole(game, move, only)


def _almost_whole(game: reference.Game, move: CardMove, only: str | None) -> set[Feature]:
    """Return whether ranks or suits inside keep cards from a King to an Ace from being a whole sequence."""
    group = game.piles.get(move.source, [])[-move.count :]
    ends = [card[0] for card in (*group[:1], *group[-1:])]
    if len(group) != len(RANKS) or ends != ["K", "A"] or move.target not in game.names("F"):
        return set()
    ranks = [card[0] for card in group] == [*reversed(RANKS)]
    suits = {card[1] for card in group}
    ends_alike = group[0][1] == group[-1][1]
    return {("almost whole", ranks, min(len(suits), 2), ends_alike, only)}


def mismatch(game: reference.Game, group: Sequence[str]) -> str | None:
    """Return how the only two cards of a group that do not follow each other differ, if in one way alone."""
    build = build_of_groups(game)
    pairs = [(upper, lower) for upper, lower in pairwise(group) if not is_run(game, build, [upper, lower])]
    if len(pairs) != 1:
        return None
    upper, lower = pairs[0]
    if suits_fit(build, upper, lower):
        return "over the Ace" if upper[0] + lower[0] == "AK" else "by rank"
    if RANKS.index(upper[0]) - RANKS.index(lower[0]) != 1:
        return None
    if upper[1] == lower[1]:
        return "by suit"
    return "by suits of a colour" if suits_fit("by_color", upper, lower) else "by colour"
