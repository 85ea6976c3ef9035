"""Saved games of KPatience (KDE): XML with the deal and the position after each move.

Each ``state`` lists the cards that came to lie elsewhere or were turned. The state marked ``current`` is the
last one that was not undone. FreeCell, Castle and Baker's Dozen of KPatience are several games each, and its
files do not say which: the first one that has the deal and all positions is meant. The reader never resolves
entities and follows no reference: a document type is refused.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final
from xml.parsers import expat

from patience.cards import CARDS, RANKS
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.formats.kpatience_deals import dealt_grandfather
from patience.formats.position_logs import MOST_MOVES, ForeignLogError, Piles, moves_through
from patience.formats.work import Work
from patience.play.board import Board, BoardError
from patience.play.dealing import Deal, DeckError, deal_board
from patience.play.legality import check, play
from patience.play.position import Position
from patience.rules.variant import OptionValue

LONGEST: Final = 2_000_000
"""Bytes of a file; an hour of play has a tenth of it."""

ROW: Final = 8
"""Piles in a row of the reserve."""

_DEEPEST: Final = 4
_MOST_CARDS: Final = 104
_TRIANGLES: Final = 28
_WORDS: Final = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RANK_WORDS: Final = dict(zip((*_WORDS, "jack", "queen", "king"), RANKS, strict=True))
SUIT_WORDS: Final = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
"""By KPatience's words: ranks and suits."""
_PARENTS: Final = {"kpat-game": None, "state": "kpat-game", "move": "state", "card": "move"}


@dataclass(frozen=True)
class KPatienceGame:
    """A game of KPatience, which may be one of several variants: its files do not say which."""

    variants: tuple[str, ...]
    columns: str
    """The name of its columns without their numbers; foundations and other piles likewise."""
    foundations: str = "target"
    reserve: str = ""
    rows: tuple[str, ...] = ()
    """The names of the reserve's rows of eight piles each, if it has several."""
    stock: str = ""
    waste: str = ""
    stocks: int = 1
    """The number of piles that make up the stock."""
    options: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=lambda: {"": {}})
    """By KPatience's options of the game: the rule options."""
    redealt: Callable[[Sequence[str]], Board] | None = None
    """How a redeal deals the cards of the columns, where the rules here would shuffle them."""


GAMES: Final = {
    "klondike": KPatienceGame(
        ("klondike",),
        columns="play",
        stock="talon",
        waste="pile",
        options={"1": {}, "3": {"draw": "three", "foundations": "final"}},
    ),
    "freecell": KPatienceGame(
        ("freecell", "bakers-game", "seahaven-towers", "eight-off", "forecell"),
        columns="store",
        reserve="freecell",
    ),
    "spider": KPatienceGame(
        ("spider",),
        columns="stack",
        foundations="legs",
        stock="redeals",
        stocks=5,
        options={
            "1": {"suits": "one", "deal": "any_time"},
            "2": {"suits": "two", "deal": "any_time"},
            "4": {"deal": "any_time"},
        },
    ),
    "yukon": KPatienceGame(("yukon",), columns="store"),
    "simplesimon": KPatienceGame(("simple-simon",), columns="store"),
    "golf": KPatienceGame(("golf",), columns="stack", stock="talon", waste="waste"),
    "gypsy": KPatienceGame(("gypsy",), columns="store", stock="talon"),
    "castle": KPatienceGame(
        ("beleaguered-castle", "streets-and-alleys", "citadel", "siegecraft", "stronghold"),
        columns="store",
        reserve="freecell",
    ),
    "acesup": KPatienceGame(("aces-up",), columns="play", foundations="away", stock="talon"),
    "fortyeight": KPatienceGame(("forty-and-eight",), columns="stack", stock="talon", waste="pile"),
    "grandfathersclock": KPatienceGame(("grandfathers-clock",), columns="store"),
    "grandfather": KPatienceGame(("tvetes-grandfather",), columns="store", redealt=dealt_grandfather),
    "mod3": KPatienceGame(
        ("picture-gallery",),
        columns="stack3_",
        foundations="aces",
        rows=("stack2_", "stack1_", "stack0_"),
        stock="talon",
    ),
    "bakersdozen": KPatienceGame(("bakers-dozen", "spanish-patience"), columns="store"),
}
OTHER_SUITS: Final = {"one": {"S": "C"}, "two": {"S": "C"}}
"""Spider's packs of one or two suits have clubs here, and spades in KPatience."""


def may_be_kpatience(data: bytes) -> bool:
    """Return whether a file begins as XML does, which no JSON does."""
    return data[:100].lstrip().startswith(b"<")


def read_kpatience(data: bytes, work: Work) -> tuple[Deal, list[str], int]:
    """Return the deal of a saved game, its moves, and how many positions after them were undone.

    Raises ForeignLogError.
    """
    if len(data) > LONGEST:
        raise ForeignLogError(f"The file has {len(data)} bytes. At most {LONGEST} are read.")
    reader = _Reader(work)
    reader.read(data)
    played = reader.current or len(reader.changes)
    refused: list[ForeignLogError] = []
    for variant in reader.game.variants:
        try:
            deal, moves = _played(reader, played, variant, work)
        except ForeignLogError as error:
            refused.append(error)
        else:
            return deal, moves, len(reader.changes) - played
    raise refused[0]


def _played(reader: "_Reader", played: int, variant: str, work: Work) -> tuple[Deal, list[str]]:
    """Return the deal of a saved game and its moves, if it is of this variant. Raises ForeignLogError."""
    suits = OTHER_SUITS.get(str(reader.options.get("suits")), {})
    tables = tables_for(variant, reader.options)
    positions = list(_positions(reader.changes[:played], suits))
    first = positions[0] | _begun(tables, reader.changes[0])
    redeals = _redeals(reader.game, positions)
    try:
        orders = [_order(tables, positions[place]) for place in redeals]
        deal = deal_board(tables, Board(first, reader.face_down), orders)
    except (BoardError, DeckError) as error:
        raise ForeignLogError(f"The deal is not one of {variant}. {error}") from None
    position, tokens = deal.opening.copy(), list[str]()
    for begin, end in pairwise((1, *redeals, played)):
        steps = ["redeal"] if begin in redeals else []
        if steps and check(position, steps[0]) is not None:
            raise ForeignLogError(f"Position {begin} of the log: the rules have no redeal there.")
        steps += moves_through(
            _after(position, steps), (_compared(deal, piles) for piles in positions[begin:end]), work
        )
        position = _after(position, steps)
        tokens += steps
    return deal, tokens


def _redeals(game: KPatienceGame, positions: Sequence[Mapping[str, list[str]]]) -> list[int]:
    """Return the places of the positions that only a redeal leads to.

    With fewer cards than the triangles of the layout have, KPatience's columns are of other lengths.
    """
    if game.redealt is None:
        return []
    columns = [
        {name: cards for name, cards in piles.items() if name[0] == "T" and cards} for piles in positions
    ]
    found = []
    for place, (before, after) in enumerate(pairwise(columns), start=1):
        # Columns are gathered from the last to the first, and dealt from the end.
        gathered = [card for name in sorted(before, reverse=True) for card in before[name]]
        if len(gathered) >= _TRIANGLES and before != after == game.redealt(gathered[::-1]).piles:
            found.append(place)
    return found


def _order(tables: CompiledRules, piles: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the order in which a redeal deals these columns, and then the cards that it does not deal."""
    left = {pile: list(piles.get(tables.names[pile], ())) for pile in tables.columns}
    dealt = [left[slot.pile].pop(0) for slot in tables.layout if left[slot.pile]]
    return dealt + [card for card in CARDS if card not in dealt]


def _after(position: Position, tokens: Iterable[str]) -> Position:
    """Return the position after legal moves."""
    after = position.copy()
    for token in tokens:
        play(after, position.tables.read(token))
    return after


def _begun(tables: CompiledRules, piles: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return the cards dealt to foundations by their names here; KPatience may number them otherwise."""
    begun = [cards for pile, cards in piles.items() if cards and pile[0] == "F"]
    named = {}
    for foundation, bases in zip(tables.foundations, tables.bases, strict=True):
        for cards in begun:
            if len(cards) >= len(bases) > 0 and all(
                CARDS[card] in base for card, base in zip(cards, bases, strict=False)
            ):
                named[tables.names[foundation]] = cards
    return named


class _Reader:
    """The handlers of the parser, and what they have read."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self.game = GAMES["klondike"]
        self.options: dict[str, OptionValue] = {}
        self.changes: list[dict[str, list[str]]] = []
        """For each state, the cards of every pile that it changes, by the names of ``_name``."""
        self.current = 0
        """The number of the state marked so, from 1; 0 without one."""
        self.face_down: dict[str, int] = {}
        self._codes: dict[str, str] = {}
        """By card id."""
        self._lies: dict[str, str] = {}
        """By card id: its pile."""
        self._piles: dict[str, list[str]] = {}
        """By pile: card ids."""
        self._down: set[str] = set()
        self._open: list[str] = []
        self._pile, self._place = "", 0
        self._sizes: dict[str, int] = {}
        """By the letter of a kind of piles, how many of them the game has."""
        self._changed: set[str] = set()

    def read(self, data: bytes) -> None:
        """Read a whole file. Raises ForeignLogError."""
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            raise ForeignLogError(
                f"The file is not XML: {expat.ErrorString(error.code)}, line {error.lineno}."
            ) from None
        if not self.changes:
            raise ForeignLogError("The file has no deal.")

    def _refuse_doctype(self, *_: object) -> None:
        raise ForeignLogError("The file has a document type, which no saved game has.")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        parent = self._open[-1] if self._open else None
        if name not in _PARENTS or _PARENTS[name] != parent or len(self._open) >= _DEEPEST:
            raise ForeignLogError(f"Not a saved game of KPatience: unexpected element {ascii(name)[:40]}.")
        self._work.step()
        self._open.append(name)
        if name == "kpat-game":
            self._start_game(attributes)
        elif name == "state" and attributes.get("current") == "true":
            self.current = len(self.changes) + 1
        elif name == "move":
            self._pile = self._name(attributes.get("pile", ""))
            self._place = _number(attributes.get("position", ""))
        elif name == "card":
            self._put(attributes)

    def _end(self, name: str) -> None:
        self._open.pop()
        if name == "state":
            if not self.changes:
                self._keep_faces()
            if len(self.changes) > MOST_MOVES:
                raise ForeignLogError(f"More than {MOST_MOVES} positions.")
            changed = {pile: [self._codes[card] for card in self._piles[pile]] for pile in self._changed}
            self.changes.append(changed)
            self._changed = set()

    def _start_game(self, attributes: dict[str, str]) -> None:
        name, options = attributes.get("game-type", ""), attributes.get("game-type-options", "")
        if name not in GAMES:
            raise ForeignLogError(
                f"{ascii(name)[:40]} is not one of the games read here: {', '.join(GAMES)}."
            )
        self.game = GAMES[name]
        if options not in self.game.options:
            raise ForeignLogError(f"The options {ascii(options)[:40]} of {name} have no counterpart here.")
        self.options = dict(self.game.options[options])
        self._sizes = _sizes(self.game, self.options)

    def _name(self, pile: str) -> str:
        """Return the name here of a pile of KPatience; piles of the stock and foundations keep their numbers.

        Raises ForeignLogError for a pile that the game does not have.
        """
        kind = pile.rstrip("0123456789")
        number = pile.removeprefix(kind) or "0"
        game = self.game
        kinds = (game.columns, game.foundations, game.reserve, game.stock, game.waste)
        letter = dict(zip(kinds, "TFRSW", strict=True)).get(kind, "") if kind else ""
        if kind in game.rows and number in map(str, range(ROW)):
            letter, number = "R", str(game.rows.index(kind) * ROW + int(number))
        if number not in map(str, range(self._sizes.get(letter, 0))):
            raise ForeignLogError(f"{ascii(pile)[:40]} is not a pile of {game.variants[0]}.")
        return "W" if letter == "W" else f"{letter}{int(number) + 1}"

    def _put(self, attributes: dict[str, str]) -> None:
        card = attributes.get("id", "")
        if not self.changes and card not in self._codes:
            rank, suit = (
                RANK_WORDS.get(attributes.get("rank", "")),
                SUIT_WORDS.get(attributes.get("suit", "")),
            )
            if rank is None or suit is None or len(self._codes) == _MOST_CARDS:
                raise ForeignLogError("A card of the deal has no known rank or suit, or is one too many.")
            self._codes[card] = rank + suit
        if card not in self._codes:
            raise ForeignLogError(f"The deal has no card {ascii(card)[:40]}.")
        if card in self._lies:
            self._piles[self._lies[card]].remove(card)
            self._changed.add(self._lies[card])
        pile = self._piles.setdefault(self._pile, [])
        if self._place > len(pile):
            raise ForeignLogError(
                f"A card goes to place {self._place} of {ascii(self._pile)[:40]}, which is shorter."
            )
        pile.insert(self._place, card)
        self._place += 1
        self._changed.add(self._pile)
        self._lies[card] = self._pile
        if attributes.get("turn") == "face-down":
            self._down.add(card)

    def _keep_faces(self) -> None:
        """Count the face-down cards of the deal; those of the stock have no faces here."""
        for name, cards in self._piles.items():
            if name[0] == "T" and (down := sum(card in self._down for card in cards)):
                self.face_down[name] = down


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise ForeignLogError(f"{ascii(text)[:40]} is not a position on a pile.")
    return int(text)


def _sizes(game: KPatienceGame, options: Mapping[str, OptionValue]) -> dict[str, int]:
    """Return, by the letter of a kind of piles, how many of them the game has in KPatience."""
    games = [tables_for(variant, options) for variant in game.variants]
    return {
        "T": max(len(tables.columns) for tables in games),
        "F": max(len(tables.foundations) for tables in games),
        "R": max(len(tables.reserve) for tables in games),
        "S": game.stocks,
        "W": 1,
    }


def _positions(
    changes: Iterable[Mapping[str, list[str]]], suits: Mapping[str, str]
) -> Iterator[dict[str, list[str]]]:
    """Yield what lies on columns, reserve, waste and stock after each state, by their names."""
    piles: dict[str, list[str]] = {}
    stock: dict[str, list[str]] = {}
    for changed in changes:
        for name, cards in changed.items():
            kept = stock if name[0] == "S" else piles
            kept[name] = [code[0] + suits.get(code[1], code[1]) for code in cards]
        # The last pile of a stock of several leaves it last.
        whole = [card for name in sorted(stock, reverse=True) for card in stock[name]]
        yield {name: cards for name, cards in piles.items() if name[0] != "F"} | {"S": whole}


def _compared(deal: Deal, piles: Mapping[str, Sequence[str]]) -> Piles:
    """Return recorded piles by number, with those that are empty."""
    tables = deal.tables
    return {
        pile: [CARDS[code] for code in piles.get(name, ())]
        for name, pile in tables.pile.items()
        if pile not in tables.foundations
    }
