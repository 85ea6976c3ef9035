"""An engine for `referee conform` that asks PySolFC's own code, which has to be unpacked in a folder.

    referee conform --variant yukon -- python -m conformance.pysolfc FOLDER
    python -m conformance.pysolfc FOLDER --stacks
    python -m conformance.pysolfc FOLDER --opens FILE...
    python -m conformance.pysolfc FOLDER --perft 10000

The second command writes fixtures/saves/stacks.json and packs.json anew: each game's stacks and cards. The
third one has PySolFC open saved games, take all their moves back, and make them again. The fourth one
compares its counts of legal logs with the published ones, where at most 10 000 have one length.

FOLDER has PySolFC's `pysollib`, which needs `pip install pysol_cards attrs configobj`. Stubs are its toolkit.
PySolFC decides whether cards may be lifted and laid down, whether the talon deals, what then happens, whether
the game is won, and how a seed is dealt. It knows neither reasons nor lost games, so they are not answered.
The adapter refuses what its player cannot do: malformed requests, moves after a win, unknown piles, moves
onto the same pile or from the stock, and too large counts. What PySolFC's games lack gets no verdict.
"""

import argparse
import builtins
import json
import signal
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from conformance import FIXTURES, reference
from conformance.declared import is_well_formed
from conformance.reference.seeds import RANKS, normalise_seed
from conformance.reference.tokens import ACTIONS, parse
from patience.cards import CODES
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.play.legality import legal_moves
from patience.play.position import Position
from patience.play.replay import GameLog, replay
from patience.rules import PRINTED_SUITS, Arrange, DealTo
from service.conformance.cases import all_cases, perft_cases
from service.saves.games import game_of
from service.saves.save_import import import_save

CARCASSONNE: Final = 880
STACKS: Final = FIXTURES / "saves" / "stacks.json"
PACKS: Final = FIXTURES / "saves" / "packs.json"


class Nothing:
    """A stand-in for whatever draws: it takes every call, and compares and counts as zero."""

    def __init__(self, *_arguments: object, **_options: object) -> None:
        """Ignore what would be drawn."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __call__(self, *_arguments: object, **_options: object) -> "Nothing":
        return Nothing()

    def __bool__(self) -> bool:
        return False

    def __int__(self) -> int:
        return 0

    __index__ = __round__ = __int__

    def __iter__(self) -> Iterator[int]:
        return iter((0, 0))

    def __getitem__(self, _key: object) -> "Nothing":
        return Nothing()

    def __setitem__(self, _key: object, _value: object) -> None:
        """Ignore it."""

    def __add__(self, other: Any) -> Any:
        return other

    __radd__ = __add__

    def __sub__(self, _other: object) -> int:
        return 0

    __rsub__ = __mul__ = __rmul__ = __truediv__ = __floordiv__ = __mod__ = __neg__ = __sub__

    def __lt__(self, _other: object) -> bool:
        return False

    __gt__ = __le__ = __ge__ = __lt__


class Toolkit(types.ModuleType):
    """A module whose every name is a class of `Nothing`."""

    __all__: tuple[str, ...] = ()

    def __getattr__(self, name: str) -> type[Nothing]:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (Nothing,), {})


def load(folder: str) -> Any:
    """Import PySolFC's games without its toolkit and return its list of them."""
    sys.path.insert(0, folder)
    builtins.__dict__.update(_=str, n_=str, ngettext=lambda one, _many, _number: one)
    for name in ("pysoltk", "app", "actions", "images", "help", "pysolaudio"):
        sys.modules[f"pysollib.{name}"] = Toolkit(f"pysollib.{name}")
    abstract: Any = import_module("pysollib.acard").AbstractCard
    for name in ("games", "games.special"):
        import_module(f"pysollib.{name}")

    class Card(abstract):  # type: ignore[misc]
        """A card that is not drawn."""

        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self.item = Nothing()

        def showFace(self, unhide: int = 1) -> None:  # noqa: N802
            self.face_up = True

        def showBack(self, unhide: int = 1) -> None:  # noqa: N802
            self.face_up = False

    vars(import_module("pysollib.game"))["Card"] = Card
    return import_module("pysollib.gamedb").GAME_DB


class Application(Nothing):
    """What a game asks the program for: top cards turn up by themselves, and nothing else does."""

    class _Options(Nothing):
        autofaceup = accordion_deal_all = 1
        autodrop = autodeal = animations = 0

    class _Sizes(Nothing):
        CARDW = CARDH = 50
        CARD_XOFFSET = CARD_YOFFSET = 10

    class _Canvas(Nothing):
        xmargin = ymargin = 10
        preview = 1

    opt, images, canvas = _Options(), _Sizes(), _Canvas()


class Table:
    """A game of PySolFC, dealt; its stacks have the names of our piles."""

    def __init__(self, games: Any, number: int) -> None:
        known = game_of(number)
        assert known
        self.rules = known.tables.rules
        info = games.get(number)
        self.game = info.gameclass(info)
        self.game.createPreview(Application())
        self.game.allstacks = tuple(self.game.allstacks)
        self.game.sg.to_tuples()
        self.game.s.to_tuples()
        if number == CARCASSONNE:
            # PySolFC lets Kings leave, but does not take them back: its foundations have the base of an Ace.
            for foundation in self.game.s.foundations[4:]:
                foundation.cap.base_rank = RANKS.index("K")
        stacks = zip(known.piles, self.game.allstacks, strict=False)
        self.piles = {name: stack for name, stack in stacks if name in known.tables.pile}
        suits = self.rules.suits if len(self.rules.suits) == len(PRINTED_SUITS) else PRINTED_SUITS
        self.names = {card.id: RANKS[card.rank] + suits[card.suit] for card in self.game.cards}
        self.redeals = 0
        self.shuffle = self.game.shuffle
        self.shuffle_again = self.game.shuffleStackMove
        self.game.shuffleStackMove = self._shuffle_again

    def deal(self, seed: str | None, deck: list[str] | None, orders: Sequence[Sequence[str]] = ()) -> None:
        """Deal from a seed or a deck, whose redeals can have orders."""
        self.game.shuffle = self.shuffle
        if deck is not None:
            if sorted(deck) != sorted(self.names.values()):
                raise ValueError("the deck does not have the cards of this game")
            left = list(self.game.cards)
            order = []
            for name in deck:
                copies = [card for card in left if self.names[card.id] == name]
                last = self.rules.arrange is Arrange.LAST_KINGS and name[0] == "K"
                order.append(copies[-1 if last else 0])
                left.remove(order[-1])
            # Hooks that take base cards out look for them from the end of the deck on.
            bases = self._bases(order)
            # Hooks that arrange columns expect the cards in dealing order and reverse them.
            arrange = self.rules.arrange
            ranks = [self.names[card.id][0] for card in order]
            is_arranged = (
                (arrange and arrange.draws)  # which a seed's generator arranges
                or (arrange is Arrange.KING_FIRST and ranks[0] == "K")
                or (arrange is Arrange.KINGS_LAST and "K" not in ranks[: self.rules.laid])
                or (arrange is Arrange.TWO_ACES_LAST and ranks[-2:] == ["A", "A"])
            )
            from_start = arrange and arrange.from_start and not is_arranged
            cards = [*bases, *(order if from_start else order[::-1])]
            self.game.shuffle = lambda: self._stack(cards, arranged=is_arranged)
        self.orders, self.is_seeded = [list(order) for order in orders], seed is not None
        number = "1" if seed is None else normalise_seed(seed)
        random = import_module("pysollib.pysolrandom").construct_random(number)
        self.game.newGame(random=random, autoplay=0)
        self.redeals = 0

    def _bases(self, order: list[Any]) -> list[Any]:
        """Take the base cards out of a deck, each the first that it can be, alike ones last first."""
        bases = []
        for codes, alike in groupby(codes for pile in self.rules.foundations for codes in pile.bases):
            place = len(bases)
            for _ in alike:
                bases.insert(place, next(card for card in order if self.names[card.id] in codes))
                order.remove(bases[place])
        return bases

    def _stack(self, cards: list[Any], *, arranged: bool) -> None:
        for card in cards if arranged else self.game._shuffleHook(cards):
            self.game.s.talon.addCard(card, update=0)
            card.showBack(unhide=0)

    def _shuffle_again(self, stack: Any) -> None:
        """Shuffle by the seed's generator, or lay the cards in a given order: the last is dealt first."""
        if self.is_seeded:
            self.shuffle_again(stack)
            return
        left, dealt = list(stack.cards), []
        for name in self.orders.pop(0):
            card = next((card for card in left if self.names[card.id] == name), None)
            if card:
                left.remove(card)
                dealt.append(card)
        stack.cards[:] = dealt[::-1]

    def won(self) -> bool:
        """Return whether PySolFC takes the game to be won."""
        won = self.game.isGameWon()
        # Fire and Ice finds no reason against a win, and forgets to return one.
        return won is None or bool(won)

    def points(self) -> int:
        """Return the points of a square."""
        return int(self.game.getGameScore())

    def plays(self, token: str) -> bool:
        """Play a token if PySolFC allows it; return whether it does."""
        play = self._allowed(token)
        if play:
            play()
        return play is not None

    def legal_moves(self) -> list[str]:
        """Return the tokens that PySolFC allows, in any order."""
        sizes = {name: len(stack.cards) for name, stack in self.piles.items()}
        moves = (
            f"{source}-{target}" + (f"x{count}" if count > 1 else "")
            for source, size in sizes.items() for target in sizes for count in range(1, size + 1)
        )  # fmt: skip
        return [token for token in (*moves, *ACTIONS) if self._allowed(token)]

    def _allowed(self, token: str) -> Callable[[], object] | None:
        """Return what plays a token, None if PySolFC does not allow it."""
        if self.won():
            return None
        if token in ACTIONS:
            return partial(self._deal, token) if self._deals(token) else None
        move = parse(token)
        source = self.piles.get(move.source)
        if source and move.count == 1 and (turns_up := self._turning_up(move)):
            return turns_up
        if self._is_mended(move):
            return None
        if move.target == "F":
            targets = [stack for name, stack in self.piles.items() if name[0] == "F" and name != move.source]
        else:
            targets = [self.piles[move.target]] if move.target in self.piles else []
        if not source or move.source == move.target or move.count > len(source.cards):
            return None
        cards = source.cards[-move.count :]
        # In Pyramid, a click sends a King from the stock to the foundation; no other card leaves this stock.
        is_click = move.source == "S" and self.rules.pairs and "S" in self.rules.pairs.piles
        may_leave = move.target[0] == "F" if is_click else source.canMoveCards(cards)
        if not all(card.face_up for card in cards) or not may_leave:
            return None
        for target in targets:
            if target.acceptsCards(source, cards):
                return partial(source.playMoveMove, move.count, target, frames=0, sound=False)
        return None

    def _is_mended(self, move: Any) -> bool:
        """Return whether PySolFC accepts a move by a fault of its own."""
        if self.rules.columns and self.rules.columns.merges and move.target[0] == "F":
            # The foundation of Accordion asks nothing, although only cards that are replaced go there.
            return True
        if self.rules.pairs and self.rules.stock and self.rules.stock.rounds and move.target[0] == "F":
            # Nor does that of Camelot, although only tens of the board leave alone.
            leaves = [code for code in self._cards(move.source)[-1:] if code[0] in self.rules.pairs.alone]
            return move.source == "S" or not leaves
        # An empty column of Baroness accepts a card of the reserve, which then stays where it is.
        onto_empty = move.target in self.piles and not self.piles[move.target].cards and move.target[0] == "T"
        return self.rules.pairs is not None and move.source[0] == "R" and onto_empty

    def _turning_up(self, move: Any) -> Callable[[], object] | None:
        """Return what turns up a card of a column, None if PySolFC does not."""
        columns, stack = self.rules.columns, self.piles[move.source]
        if not columns or not columns.closed or move.source[0] != "T":
            return None
        if move.source == move.target and stack.canFlipCard():
            return partial(stack.playFlipMove, sound=False)
        if move.target == "R1" and self.rules.turned_to and self.game.DrawsLeft > 0:
            # As Relaxed Clock asks at a click.
            stuck = RANKS[self.game.s.rows[12].cards[-1].rank] == "K"
            return partial(stack.clickHandler, None) if stuck and not stack.cards[-1].face_up else None
        return None

    def _deals(self, action: str) -> bool:
        stock = self.rules.stock
        talon = self.game.s.talon
        if not stock or action not in stock.actions or not self.game.canDealCards():
            return False
        # A deal that closes gaps needs no card.
        # A click on the stock of Valentine lays the columns under it while the waste has its one card.
        is_redeal = not talon.cards or stock.gathers or (stock.lays_under and bool(self.piles["W"].cards))
        if (action == "redeal") != is_redeal and stock.deal_to is not DealTo.GAPS:
            return False
        # A redeal that shuffles needs the generator of a seed, or the order that it leads to.
        return action != "redeal" or not stock.shuffles or self.is_seeded or bool(self.orders)

    def _deal(self, action: str) -> None:
        self.redeals += action == "redeal"
        self.game.dealCards(sound=False)

    def state(self) -> dict[str, Any]:
        """Return the `final_state` of an answer."""

        def pile(name: str) -> dict[str, Any]:
            cards = self.piles[name].cards
            down = sum(not card.face_up for card in cards)
            # PySolFC turns complete columns and foundations over.
            turned = name[0] == "F" or (self.rules.columns and self.rules.columns.complete_stays)
            return {"pile": name, "cards": self._cards(name), "face_down": 0 if turned else down}

        kinds = {"tableau": "T", "foundations": "F", "reserve": "R"}
        shown: dict[str, Any] = {
            kind: [pile(name) for name in self.piles if name[0] == letter] for kind, letter in kinds.items()
        }
        used = not self.game.DrawsLeft if self.rules.turned_to else getattr(self.game, "draw_done", False)
        merci = {"merci_used": bool(used)} if self.rules.has_merci else {}
        if self.rules.stock and self.rules.stock.rounds == 1:
            laid = any(self.piles[name].cards for name in self.piles if name[0] == "T")
            merci["phase"] = int(laid and not self.game.is_fill)
        elif self.rules.stock and self.rules.stock.rounds:
            laid = self.game.num_dealled
            merci["phase"] = 0 if laid < 0 else laid or self.rules.stock.rounds
        stock = {"stock": self._cards("S"), "waste": self._cards("W"), "redeals": self.redeals}
        return shown | stock | merci

    def _cards(self, name: str) -> list[str]:
        cards = self.piles[name].cards if name in self.piles else []
        if self.rules.columns and self.rules.columns.own_ranks:
            # PySolFC keeps cards of a column's own rank below the face-down ones.
            cards = sorted(cards, key=lambda card: card.face_up)
        if self.rules.hands and name[0] == "R":
            # PySolFC puts cards aside together, not one by one.
            cards = cards[::-1]
        return [self.names[card.id] for card in cards]


def stacks_of(games: Any, number: int) -> str:
    """Return PySolFC's groups of stacks in the order of a saved game, as in ``talon 1, foundations 4``."""
    info = games.get(number)
    game = info.gameclass(info)
    game.createPreview(Application())
    # In Golf, the waste is the foundation as well.
    groups = {"talon": [game.s.talon], "waste": [game.s.waste]}
    # The pictures of Picture Gallery are in a group of their own, and Braid's braid is in none.
    reserves = [*game.s.reserves, *getattr(game.s, "tableaux", ()), getattr(game.s, "braid", None)]
    groups |= {"foundations": game.s.foundations, "rows": game.s.rows, "reserves": reserves}
    kinds = (
        next((kind for kind, stacks in groups.items() if stack in stacks), "other")
        for stack in game.allstacks
    )
    return ", ".join(f"{kind} {len(list(stacks))}" for kind, stacks in groupby(kinds))


def pack_of(games: Any, number: int) -> dict[str, Any]:
    """Return what PySolFC lists of the cards of a game, and of its redeals if it does."""
    info = games.get(number)
    known = {} if info.redeals < -1 else {"redeals": None if info.redeals < 0 else info.redeals}
    suits, ranks = "".join("CSHD"[suit] for suit in info.suits), "".join(RANKS[rank] for rank in info.ranks)
    return {"packs": info.decks, "suits": suits, "ranks": ranks, "trumps": len(info.trumps), **known}


def write_stacks(games: Any) -> None:
    """Write the stacks and the pack of every game that a variant names."""
    numbers = sorted(number for variant in VARIANTS.values() for number in variant.pysolfc)
    stacks = {number: stacks_of(games, number) for number in numbers}
    STACKS.write_text(json.dumps(stacks, indent=0) + "\n", encoding="utf-8")
    packs = (f'"{number}": {json.dumps(pack_of(games, number))}' for number in numbers)
    PACKS.write_text("{\n" + ",\n".join(packs) + "\n}\n", encoding="utf-8")


def opens(games: Any, file: str) -> None:
    """Have PySolFC open a saved game, take back its moves and make them; fail where this project differs."""
    data = Path(file).read_bytes()
    imported = import_save(data)
    known = game_of(imported.game)
    assert known
    deal = deal_seed(known.tables, imported.seed)
    table = Table(games, imported.game)
    game, module = table.game, import_module("pysollib.game")

    class Player(Application):
        def constructGame(self, number: int) -> Any:  # noqa: N802 - PySolFC's name
            return games.get(number).gameclass(games.get(number))

    game.updateTime = lambda: None
    loaded = game._undumpGame(module._alt_unpickler(BytesIO(data)), Player())
    game.moves = loaded.moves
    game.s.talon.round = loaded.loadinfo.talon_round
    for stack, cards in zip(game.allstacks, loaded.loadinfo.stacks, strict=True):
        stack.cards.clear()
        for number, is_up in cards:
            (game.cards[number].showFace if is_up else game.cards[number].showBack)()
            stack.cards.append(game.cards[number])
    for number, cap in loaded.saveinfo.stack_caps:
        game.allstacks[number].cap.update(vars(cap))
    game._restoreGameHook(loaded)

    def compare(position: Position) -> None:
        for pile, name in enumerate(known.tables.names):
            assert table._cards(name) == [CODES[card] for card in position.cards(pile)], (file, name)

    final = replay(GameLog(deal, tuple(imported.moves))).position
    compare(final)
    assert sorted(table.legal_moves()) == sorted(legal_moves(final)), file
    game.moves.state = game.S_UNDO
    for atom in (atom for step in reversed(game.moves.history) for atom in reversed(step)):
        atom.undo(game)
    compare(deal.opening)
    game.moves.state = game.S_REDO
    for atom in (atom for step in game.moves.history for atom in step):
        atom.redo(game)
    compare(final)


def number_of(variant: str, rules: dict[str, Any]) -> int | None:
    """Return PySolFC's number of a variant under these options, None if it has no such game."""
    defaults = {option.name: [*option.words, *option.numbers][0] for option in VARIANTS[variant].options}
    for number in VARIANTS[variant].pysolfc:
        known = game_of(number)
        if known and {**defaults, **known.rules} == {**defaults, **rules}:
            return number
    return None


def covered() -> list[str]:
    """Return the variants of which every request in the kit is one of PySolFC's games."""
    kit = list(all_cases(FIXTURES))
    without = {
        case.variant
        for case in kit
        if case.expected.valid is not None and not number_of(case.variant, case.request.get("rules") or {})
    }
    return [variant for variant in VARIANTS if variant not in without]


LONGEST: Final = 120
"""Seconds of CPU for one answer: perft in a game with many piles asks about each pair at every node."""


class TooLong(Exception):  # noqa: N818 - a signal
    """PySolFC has not answered in time."""


def give_up(_number: int, _frame: object) -> None:
    """Stop an answer that takes too long."""
    raise TooLong


tables: Final[dict[int, Table]] = {}


def answer(games: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Return PySolFC's verdict on a request."""
    number = number_of(request["variant"], request.get("rules") or {})
    if not is_well_formed(request):
        return {}
    if number is None or not all(map(reference.is_token, request["moves"])):
        return {}
    if number not in tables:
        tables[number] = Table(games, number)
    table = tables[number]
    moves = request["moves"]
    if "perft" in request and not moves:
        counts = count(table, request, [], request["perft"], {})
        play(table, request, [])
        return {"valid": True, "moves_played": 0, "final_state": table.state(), "perft": counts}
    played = play(table, request, moves)
    valid = played == len(moves)
    found = {"valid": valid, "moves_played": played, "final_state": table.state()}
    return found | {"first_illegal_move": None if valid else {"index": played}}


def play(table: Table, request: dict[str, Any], moves: list[str]) -> int:
    """Deal and play moves up to the first illegal one; return how many were played."""
    table.deal(request.get("seed"), request.get("deck"), request.get("redeal_orders") or ())
    return next((index for index, token in enumerate(moves) if not table.plays(token)), len(moves))


def count(
    table: Table, request: dict[str, Any], moves: list[str], depth: int, known: dict[str, list[int]]
) -> list[int]:
    """Return how many legal logs go on from these moves, by length.

    ``known`` has what goes on from positions that other moves reached.
    """
    play(table, request, moves)
    position = json.dumps([depth, table.state()])
    if position not in known:
        legal = table.legal_moves()
        after = [count(table, request, [*moves, token], depth - 1, known) for token in legal if depth > 1]
        known[position] = (
            [len(legal), *map(sum, zip(*after, strict=True))] if after else [len(legal)] + [0] * (depth - 1)
        )
    return known[position]


def answer_in_time(games: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Return PySolFC's verdict on a request, or that it takes too long."""
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        return answer(games, request)
    except TooLong:
        tables.clear()
        return {"not_offered": f"PySolFC takes more than {LONGEST} seconds"}
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def compare_perft(games: Any, most: int) -> None:
    """Print how PySolFC's counts of each variant's first deal compare with the published ones."""
    for case in perft_cases(FIXTURES, most_leaves=most):
        if case.request["rules"]:
            continue
        published = list(case.expected.perft)
        found = answer_in_time(games, case.request)
        counted = found.get("perft", found.get("not_offered", "PySolFC has no such game"))
        agrees = counted == published
        result = f"agrees to {published[-1]} logs" if agrees else f"{counted}, published {published}"
        sys.stdout.write(f"{case.variant}: {result}\n")
        sys.stdout.flush()


def main() -> None:
    """Answer requests from standard input."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.pysolfc",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", help="the folder that contains pysollib")
    parser.add_argument("--stacks", action="store_true", help=f"write {STACKS.relative_to(FIXTURES.parent)}")
    parser.add_argument("--opens", nargs="+", metavar="FILE", help="saved games to open")
    parser.add_argument(
        "--perft", type=int, metavar="LOGS", help="the most legal logs of one length to count"
    )
    arguments = parser.parse_args()
    games = load(arguments.folder)
    if arguments.opens:
        for file in arguments.opens:
            opens(games, file)
        sys.stdout.write(f"PySolFC opened {len(arguments.opens)} saved games.\n")
        return
    if arguments.stacks:
        write_stacks(games)
        return
    signal.signal(signal.SIGVTALRM, give_up)
    if arguments.perft:
        compare_perft(games, arguments.perft)
        return
    for line in sys.stdin:
        try:
            found = answer_in_time(games, json.loads(line))
        except ValueError as error:
            found = {"malformed": str(error)}
        sys.stdout.write(f"{json.dumps(found)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
