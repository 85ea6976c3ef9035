"""Games as KPatience saves them: XML with the deal, and what each move changes.

Equal cards of several packs have numbers, which KPatience gives rank by rank and suit by suit.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from patience.cards import CARDS_IN_PACK, CODES, FACE_DOWN, RANKS
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.formats.dialects import DialectError, deal_of_program
from patience.formats.kpatience import GAMES, OTHER_SUITS, RANK_WORDS, ROW, SUIT_WORDS, KPatienceGame
from patience.formats.kpatience_deals import CLOCK, SPIDER_SUITS
from patience.formats.pile_moves import played
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.dealing import Deal
from patience.play.position import Position

_RANKS: Final = {rank: word for word, rank in RANK_WORDS.items()}
_SUITS: Final = {suit: word for word, suit in SUIT_WORDS.items()}
_STOCK_PILE: Final = 10
"""Cards in each of the piles that make up Spider's stock."""


class _Card(NamedTuple):
    number: int
    code: str
    is_up: bool


class _Place(NamedTuple):
    pile: str
    at: int
    card: _Card


def to_kpatience(tokens: Sequence[str], deal: Deal, work: Work = UNCOUNTED) -> str:
    """Return a game as a saved game of KPatience. Raises ForeignLogError."""
    name, options, game = _game_of(deal.tables)
    attributes = {"game-type": name, "game-type-options": options, "deal-number": _deal_number(deal)}
    begun = "".join(f' {attribute}="{value}"' for attribute, value in attributes.items() if value)
    table = _Table(deal, name, game)
    position, states = deal.opening, []
    for _, position, _ in played(tokens, deal.opening, work):
        states.append(table.state(position))
    states.append(table.state(position).replace("<state", '<state current="true"', 1))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<kpat-game{begun}>\n{"".join(states)}</kpat-game>\n'


def _game_of(tables: CompiledRules) -> tuple[str, str, KPatienceGame]:
    """Return KPatience's name of a game, its options, and the game. Raises ForeignLogError."""
    variant = tables.variant.id
    for name, game in GAMES.items():
        for options, rules in game.options.items() if variant in game.variants else ():
            if tables_for(variant, rules).options == tables.options:
                return name, options, game
    rules_here = ", ".join(f"{name}={value}" for name, value in tables.options)
    raise ForeignLogError(f"KPatience does not have {variant}{f' with {rules_here}' if rules_here else ''}.")


def _deal_number(deal: Deal) -> str:
    """Return KPatience's number of the deal if the seed names it; otherwise nothing."""
    number, tables = (deal.seed or "").removeprefix("ms"), deal.tables
    try:
        dealt = deal_of_program("kpatience", tables, number)
    except DialectError:
        return ""
    return number if dealt.opening.piles == deal.opening.piles else ""


class _Table:
    """KPatience's piles with their cards, each with its number, and what the game counts."""

    def __init__(self, deal: Deal, name: str, game: KPatienceGame) -> None:
        suits = str(dict(deal.tables.options).get("suits"))
        self._name, self._game = name, game
        self._suits = {here: there for there, here in OTHER_SUITS.get(suits, {}).items()}
        self._names = {pile: _name(deal.opening, pile, game) for pile in range(len(deal.tables.names))}
        self._left: dict[str, list[int]] = {}
        """By code: the numbers of the cards that lie nowhere."""
        for number in range(len(deal.tables.pack)):
            rank = number % CARDS_IN_PACK // len(_SUITS)
            suit = SPIDER_SUITS.get(suits, SPIDER_SUITS["four"])[number % len(_SUITS)]
            card = number << 16 | list(_SUITS).index(suit) << 8 | rank + 1
            self._left.setdefault(RANKS[rank] + suit, []).append(card)
        self._piles: dict[str, list[_Card]] = {}
        self._counted = ""

    def state(self, position: Position) -> str:
        """Return the state of a position: the cards that do not lie as in the state before it."""
        before = {card.number: (pile, at, card.is_up) for pile, at, card in self._places()}
        self._lay(position)

        def run(place: _Place) -> tuple[object, ...]:
            pile, at, is_up = before.get(place.card.number, ("", place.at, None))
            is_same = (pile, at, is_up) == (place.pile, place.at, place.card.is_up)
            return () if is_same else (place.pile, pile, at - place.at, is_up, place.card.is_up)

        moves = "".join(
            _move(list(places), run[3] != run[4]) for run, places in groupby(self._places(), run) if run
        )
        counted, self._counted = self._counted, self._count(position)
        mark = f' game-specific-state="{self._counted}"' if counted != self._counted else ""
        return f"\t<state{mark}>\n{moves}\t</state>\n"

    def _places(self) -> Iterator[_Place]:
        for pile, cards in self._piles.items():
            for at, card in enumerate(cards):
                yield _Place(pile, at, card)

    def _lay(self, position: Position) -> None:
        """Lay the cards of a position; of equal cards, those move that lay where a pile changed."""
        faces = dict(self._faces(position))
        kept: dict[str, list[_Card]] = {}
        for pile, cards in self._piles.items():
            pairs = enumerate(zip(cards, faces.get(pile, ()), strict=False))
            same = next((at for at, (card, face) in pairs if card.code != face[0]), None)
            size = min(len(cards), len(faces.get(pile, ()))) if same is None else same
            kept[pile] = cards[:size]
            for card in cards[size:]:
                self._left[card.code].append(card.number)
        self._piles = {
            pile: [
                _Card(cards[at].number if at < len(cards) else self._left[code].pop(0), code, is_up)
                for at, (code, is_up) in enumerate(laid)
            ]
            for pile, laid in faces.items()
            for cards in (kept.get(pile, []),)
        }

    def _faces(self, position: Position) -> Iterator[tuple[str, list[tuple[str, bool]]]]:
        """Yield KPatience's piles with the codes of their cards, and whether they lie face up."""
        for pile, name in self._names.items():
            is_stock = pile == position.tables.stock
            cards = [
                (self._code(card), card < FACE_DOWN and not is_stock) for card in position.piles[pile][1:]
            ]
            if not is_stock or self._game.stocks == 1:
                yield name, cards
                continue
            for number in range(self._game.stocks):
                end = _STOCK_PILE * (self._game.stocks - number)
                yield f"{self._game.stock}{number}", cards[end - _STOCK_PILE : end]

    def _code(self, card: int) -> str:
        code = CODES[card]
        return code[0] + self._suits.get(code[1], code[1])

    def _count(self, position: Position) -> str:
        """Return what a state of the game says beside its cards."""
        if self._name == "spider":
            complete = sum(not position.is_empty(pile) for pile in position.tables.foundations)
            dealt = self._game.stocks - len(position.cards(position.tables.stock)) // _STOCK_PILE
            return str(complete * 10 + dealt)
        counts = {"grandfather": position.redeals + 1, "fortyeight": position.redeals}
        return str(counts.get(self._name, ""))


def _name(opening: Position, pile: int, game: KPatienceGame) -> str:
    """Return the name of a pile in KPatience."""
    tables = opening.tables
    kind, number = tables.names[pile][:1], int(tables.names[pile][1:] or 1) - 1
    if kind in "SW":
        return game.stock if kind == "S" else game.waste
    if kind == "F":
        begun = [CODES[card] for card in opening.cards(pile)[:1]]
        number = CLOCK.index(begun[0]) if "grandfathers-clock" in game.variants else number
        return f"{game.foundations}{number if len(tables.foundations) > 1 else ''}"
    if kind == "R" and game.rows:
        return f"{game.rows[number // ROW]}{number % ROW}"
    return f"{game.columns if kind == 'T' else game.reserve}{number}"


def _move(places: Sequence[_Place], is_turned: bool) -> str:
    lines = [f'\t\t<move pile="{places[0].pile}" position="{places[0].at}">']
    for _, _, (number, code, is_up) in places:
        turn = f' turn="face-{"up" if is_up else "down"}"' if is_turned else ""
        lines.append(
            f'\t\t\t<card id="{number:07}" suit="{_SUITS[code[1]]}" rank="{_RANKS[code[0]]}"{turn}/>'
        )
    return "\n".join([*lines, "\t\t</move>", ""])
