"""Moves that name a source and a target, resolved on the position: what most notations of other programs say.

The number of cards is left to the rules: the one legal move between the two piles. Where an empty column
takes several numbers of cards, programs differ: most mean the largest, old ones the largest that needs only
cells, fc-solve a single card. Programs also differ in the cards that go to the foundations by themselves,
which logs leave out. The reader tries what a log does not say, and takes the first reading that is legal, or
better, wins.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from patience.cards import CODES, FACE_DOWN
from patience.cards.notation import ANY_FOUNDATION
from patience.compilation.compiled_rules import CompiledRules, Move
from patience.formats.autoplay import Autoplay, automatic_moves, possible_moves
from patience.formats.position_logs import MOST_MOVES, ForeignLogError, ForeignMoveError
from patience.formats.work import Work
from patience.play.legality import check, play
from patience.play.position import Position

MOST_TRIED: Final = 2 * MOST_MOVES
"""Moves that are played for one log, in all its readings."""

CARD: Final = "[A2-9TJQK][CDHS]"
"""A card as solvers print it, for regular expressions."""

ANY_CELL: Final = "R"
"""The target of a move to the first empty cell. ``R@2`` is the second card on cells, by arrival."""


ANY_COLUMN: Final = "T"
"""The target of a move to the first empty column."""

UP_OR_HOME: Final = "?"
"""The target of a card that the player turns up, or sends to a foundation if it lies face up."""


class PileMove(NamedTuple):
    """A move as another program writes it: cards from a source to a target, or an action of the stock."""

    text: str
    source: str
    """A pile, ``=4S`` for the pile of a card, or one of ``_ACTIONS``."""
    target: str = ""
    cards: int | None = None
    head: str = ""
    """The lowest of the cards that move, where the log names it."""
    row: int | None = None
    """Its place in its pile, from 1 at the bottom, where the log names that."""
    home: tuple[str, ...] = ()
    """The cards that then go to the foundations by themselves, in any order that is possible."""


DRAW: Final = PileMove("a draw", "")

_ACTIONS: Final = {
    "draw": (("draw",),),
    "redeal": (("redeal",),),
    "deal": (("deal",), ("draw",)),
    "turn": (("draw",), ("redeal",)),
    "": (("draw",), ("redeal", "draw")),
}
"""By source of a move: what a program may do to the stock in a step; the first that is legal is meant."""
_IDLE: Final = {
    "draw": "a draw is illegal here",
    "redeal": "a redeal is illegal here",
    "deal": "a deal is illegal here",
    "turn": "neither a draw nor a redeal is legal here",
    "": "stock and waste have no card to turn",
}
"""By source: what is said where none of them is."""


class Reading(NamedTuple):
    """The moves of a log, and the rule of automatic moves by which it was read."""

    moves: list[str]
    autoplay: Autoplay
    written: int
    """Moves that the log itself has."""


def _largest(position: Position, counts: Sequence[int]) -> int:  # noqa: ARG001
    return counts[-1]


def _by_cells_alone(position: Position, counts: Sequence[int]) -> int:
    room = 1 + sum(position.is_empty(cell) for cell in position.tables.cells)
    return max((count for count in counts if count <= room), default=counts[0])


def _single(position: Position, counts: Sequence[int]) -> int:  # noqa: ARG001
    return counts[0]


_Choice = Callable[[Position, Sequence[int]], int]
_CHOICES: Final[tuple[_Choice, ...]] = (_largest, _by_cells_alone, _single)
"""How many of several possible numbers of cards go to an empty column."""


def resolved(
    moves: Iterable[PileMove], opening: Position, work: Work, rules: Sequence[Autoplay] = (Autoplay.NONE,)
) -> Reading:
    """Return the tokens of moves, each resolved on the position before it, by the first rule that fits.

    Raises ForeignMoveError for the move at which the reading that gets furthest ends, and ForeignLogError for
    too many moves.
    """
    known = list(islice(moves, MOST_MOVES + 1))
    if len(known) > MOST_MOVES:
        raise ForeignLogError(f"More than {MOST_MOVES} moves.")
    legal: Reading | None = None
    furthest = _Attempt(opening, Autoplay.NONE, _largest)
    left = MOST_TRIED
    for rule in rules:
        for choice in _CHOICES:
            attempt = _Attempt(opening, rule, choice)
            attempt.play(known, work)
            left -= attempt.played + 1
            if attempt.error and (attempt.played > furthest.played or not furthest.error):
                furthest = attempt
            if not attempt.error:
                legal = legal or Reading(attempt.tokens, rule, len(known))
                if attempt.position.won:
                    return Reading(attempt.tokens, rule, len(known))
            if not attempt.chose or left < 0:
                break
        if left < 0:
            break
    if legal:
        return legal
    assumed = ", whichever automatic moves are assumed" if len(rules) > 1 else ""
    raise ForeignMoveError(f"{furthest.error}{assumed}.")


class _Attempt:
    """A reading of a log under one rule of automatic moves, and one choice of numbers of cards."""

    def __init__(self, opening: Position, rule: Autoplay, choice: _Choice) -> None:
        self.position = opening.copy()
        self.tokens: list[str] = []
        self.played = 0
        """Moves of the log that were played."""
        self.error = ""
        """Why the next one cannot be played."""
        self._arrivals: list[str] = []
        """The cells that cards came to, as ``ANY_CELL``, in the order of arrival."""
        self._turned_up: set[str] = set()
        """The columns whose top card the rules have turned up, and the player of the log has yet to."""
        self.chose = False
        """Whether a move could have had another number of cards."""
        self._rule = rule
        self._choice = choice

    def play(self, moves: Sequence[PileMove], work: Work) -> None:
        """Play the moves of a log up to the first that is illegal.

        Microsoft's program begins with automatic moves. FreeCell Pro has none before the first move, which
        then can be one of them.
        """
        begun = {f"{move.source}-{move.target}" for move in moves[:1]}
        if begun.isdisjoint(possible_moves(self.position, self._rule)):
            self.tokens += automatic_moves(self.position, self._rule)
        for move in moves:
            work.step()
            self.error = self._play_each(move) or self._take_home(move.home)
            if self.error:
                self.error = f"Move {self.played + 1}, {move.text}: {self.error}"
                return
            self.tokens += automatic_moves(self.position, self._rule)
            self.played += 1

    def _play(self, move: PileMove) -> str:
        """Play a move; return why it cannot be played."""
        tables = self.position.tables
        if move.source in _ACTIONS:
            return self._other_head(move, tables.stock) or self._act(move.source)
        if move.target in (UP_OR_HOME, move.source) and move.source in self._turned_up:
            self._turned_up.remove(move.source)
            return ""
        source, target, cards = self._piles(move)
        if not (source and target):
            return "no pile is empty, or has that card"
        if source == ANY_FOUNDATION:
            source = self._giving(target, move.head)
        if not source:
            return f"not one foundation alone can give a card to {target}"
        for pile in (source, target):
            if pile != ANY_FOUNDATION and pile not in tables.pile:
                return f"{tables.variant.id} does not have a pile {pile}"
        cards = self._cards_named(move, tables.pile[source], cards)
        if other := self._other_head(move._replace(cards=cards), tables.pile[source]):
            return other
        counts = [cards] if cards else counts_between(self.position, source, target)
        self.chose |= len(counts) > 1
        count = self._choice(self.position, counts) if counts else 0
        token = f"{source}-{target}{f'x{count}' if count > 1 else ''}"
        return "" if count and self._make(token) else f"no card of {source} can go to {target}"

    def _play_each(self, move: PileMove) -> str:
        """Play a move, of several cards to cells or to foundations that take single ones one by one.

        Return why it, or one of them, cannot be played.
        """
        number = move.cards or 1
        error = "" if number > 1 and move.target == ANY_CELL else self._play(move)
        if error and move.target[:1] == "=" and self.position.tables.rules.pairs:
            # Which of two cards is played onto the other makes no difference where they leave together.
            return self._play(move._replace(source=move.target, target=move.source)) and error
        if (
            number == 1
            or move.target not in (ANY_CELL, ANY_FOUNDATION)
            or (move.target[0] == "F" and not error)
        ):
            return error
        each = move._replace(cards=1, head="", row=None)
        return next(filter(None, (self._play(each) for _ in range(number))), "")

    def _act(self, source: str) -> str:
        """Play an action of the stock; return why it cannot be played."""
        return "" if any(all(map(self._make, actions)) for actions in _ACTIONS[source]) else _IDLE[source]

    def _cards_named(self, move: PileMove, pile: int, cards: int | None) -> int | None:
        """Return how many cards of a pile move, also where the log names the lowest of them."""
        if move.row:
            held = len(self.position.cards(pile))
            return held + 1 - move.row if move.row <= held else held + 1
        return self._depth(pile, move.head) if move.head and not cards else cards

    def _other_head(self, move: PileMove, pile: int) -> str:
        """Return that another card would move than the log names; empty if the right one would."""
        if not move.head or pile < 0:
            return ""
        found = [CODES[card] for card in self.position.cards(pile)[-(move.cards or 1) :]][:1]
        if found == [move.head]:
            return ""
        return (
            f"the card of {self.position.tables.names[pile]} is {''.join(found) or 'none'}, not {move.head}"
        )

    def _piles(self, move: PileMove) -> tuple[str, str, int | None]:
        """Return the source and the target of a move, empty if there is none, and the number of cards."""
        tables = self.position.tables
        self._arrivals = [cell for cell in self._arrivals if not self.position.is_empty(tables.pile[cell])]
        source, target, cards = self._arrived(move.source), move.target, move.cards
        if source[:1] == "=":
            source, cards = self._lying(source[1:])
        if target == UP_OR_HOME:
            target = ANY_FOUNDATION
        if target == ANY_FOUNDATION and not tables.foundations and tables.waste >= 0:
            target = tables.names[tables.waste]
        elif target in (ANY_CELL, ANY_COLUMN):
            piles = tables.cells if target == ANY_CELL else tables.columns
            target = next((tables.names[pile] for pile in piles if self.position.is_empty(pile)), "")
            self._arrivals += [target] if target and move.target == ANY_CELL else []
        elif target[:1] == "=":
            target, _ = self._lying(target[1:])
        return source, target, cards

    def _make(self, token: str) -> bool:
        if check(self.position, token) is not None:
            return False
        move = self.position.tables.read(token)
        down = self.position.buried(move.source) if not move.action else 0
        play(self.position, move)
        if not move.action and self.position.buried(move.source) < down:
            self._turned_up.add(move.token.source)
        self.tokens.append(token)
        return True

    def _take_home(self, codes: Sequence[str]) -> str:
        """Play cards to the foundations; return why one of them cannot go there."""
        left = list(codes)
        while left:
            gone = next((code for code in left if self._goes_home(code)), "")
            if not gone:
                return f"{left[0]} cannot go to a foundation"
            left.remove(gone)
        return ""

    def _goes_home(self, code: str) -> bool:
        """Play a card to a foundation if it is on top of a pile and fits."""
        pile, depth = self._lying(code)
        return depth == 1 and self._make(f"{pile}-{ANY_FOUNDATION}")

    def _giving(self, target: str, head: str) -> str:
        """Return the one foundation that can give a card, perhaps named; empty if none or several can."""
        tables = self.position.tables
        if target not in tables.pile:
            return ""
        tops = [(pile, self.position.cards(pile)[-1:]) for pile in tables.foundations]
        names = [tables.names[pile] for pile, top in tops if top and (not head or CODES[top[0]] == head)]
        able = [name for name in names if check(self.position, f"{name}-{target}") is None]
        return able[0] if len(able) == 1 else ""

    def _lying(self, code: str) -> tuple[str, int | None]:
        """Return the column, the cell or the waste of a card, and how many cards lie from it to the top.

        In games of pairs it may be in another pile as well.
        """
        tables = self.position.tables
        others = [tables.waste, *((*tables.reserve, tables.stock) if tables.rules.pairs else ())]
        for pile in (*tables.columns, *tables.cells, *(pile for pile in others if pile >= 0)):
            if depth := self._depth(pile, code):
                return tables.names[pile], depth
        return "", None

    def _depth(self, pile: int, code: str) -> int | None:
        """Return how many cards lie from a card to the top of its pile; None if it does not lie there."""
        cards = enumerate(reversed(self.position.cards(pile)), start=1)
        return next((depth for depth, card in cards if CODES[card] == code), None)

    def _arrived(self, source: str) -> str:
        """Return the pile of a source; empty if it is a card on a cell that is not there."""
        if not source.startswith(f"{ANY_CELL}@"):
            return source
        return next(islice(self._arrivals, int(source[2:]) - 1, None), "")


def played(tokens: Iterable[str], opening: Position, work: Work) -> Iterator[tuple[int, Position, Move]]:
    """Play a log, and yield before each move its number from 1, the position and the move.

    Raises ForeignLogError for an illegal move.
    """
    position = opening.copy()
    for number, token in enumerate(tokens, start=1):
        work.step()
        reason = check(position, token)
        if reason is not None:
            raise ForeignLogError(f"Move {number}, {token}, is illegal: {reason}.")
        move = position.tables.read(token)
        yield number, position, move
        play(position, move)


def played_with_rule(
    tokens: Sequence[str], opening: Position, work: Work, autoplay: Autoplay
) -> Iterator[tuple[int, Position, Move, bool]]:
    """Play a log as `played` does, and yield also whether each move is an automatic one of a rule.

    Raises ForeignLogError where the rule would have played an automatic move that the game does not have.
    """
    last = opening
    for number, position, move in played(tokens, opening, work):
        last = position
        expected = possible_moves(position, autoplay)
        if expected and f"{move.token.source}-{move.token.target[:1]}" not in expected:
            raise ForeignLogError(
                f"Move {number}, {tokens[number - 1]}: with automatic moves by the rule {autoplay}, "
                f"{min(expected)} would come first."
            )
        yield number, position, move, bool(expected)
    if expected := possible_moves(last, autoplay):
        raise ForeignLogError(
            f"After the last move, the rule {autoplay} plays {min(expected)}, which the game does not have."
        )


def is_open(tables: CompiledRules) -> bool:
    """Return whether a game has columns, cells and foundations alone, and all cards face up."""
    rules = tables.rules
    is_built = rules.stock is None and rules.pairs is None and not tables.row
    has_others = set(tables.reserve) - set(tables.cells) or any(slot.face for slot in tables.layout)
    return is_built and not has_others


def counts_between(position: Position, source: str, target: str) -> list[int]:
    """Return how many cards can go from one pile of the game to another, ascending."""
    tables, piles = position.tables, position.piles
    if target == ANY_FOUNDATION:
        return [1] if check(position, f"{source}-F") is None else []
    onto = tables.pile[target]
    top = piles[onto][-1]
    leaders = tables.fits[onto][top] if top < FACE_DOWN else ()
    return [
        count
        for count, leader in enumerate(reversed(piles[tables.pile[source]][1:]), start=1)
        if leader in leaders
        and check(position, f"{source}-{target}{f'x{count}' if count > 1 else ''}") is None
    ]
