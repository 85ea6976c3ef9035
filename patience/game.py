"""A game of patience to play, check and study.

A ``Game`` is a deal, the moves played so far and the position that they reach. Every answer comes from the
engine that judges logs: the compiled kernel where it is available, else the readable engine.
"""

import json
import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from patience.cards import CODES
from patience.cards.notation import Move, NotationError
from patience.cards.reasons import Outcome, Reason
from patience.cards.seeds import SMALL, SeedError
from patience.compilation.compiled_rules import CompiledRules, OptionError, compile_tables, tables_for
from patience.formats.autoplay import Autoplay, automatic_moves
from patience.formats.board_input import read_board
from patience.formats.dialects import DialectError, deal_of_program
from patience.formats.drawing import draw
from patience.formats.table_values import is_null, log_of, plain
from patience.games import VARIANTS, UnknownVariantError
from patience.line_of_play import open_line
from patience.patience_error import (
    BAD_BOARD,
    BAD_DECK,
    BAD_DECLARATION,
    BAD_LOG,
    BAD_OPTIONS,
    BAD_SEED,
    NO_MOVE_TO_TAKE_BACK,
    NOT_A_MOVE,
    UNKNOWN_VARIANT,
    PatienceError,
)
from patience.play.board import BoardError
from patience.play.dealing import Deal, DeckError, deal_board, deal_deck, deal_seed
from patience.play.position_text import PositionTextError, parse_position, write_position
from patience.play.replay import refusal
from patience.play.unnamed_sources import is_unnamed, named_move
from patience.rules import DeclarationError, Rules
from patience.rules.declaration import from_json, to_json
from patience.rules.variant import OptionValue, Variant
from patience.words.names import listed

if TYPE_CHECKING:
    from patience.winnability import Outlook

DECLARED: Final = "declared"
"""The name of a game that is given by its declaration alone."""

SEARCH_BUDGET: Final = 100_000
"""The positions that ``prospect`` and ``hint`` expand at most, unless you say otherwise: about a second."""

_HIGHEST_RANDOM_SEED: Final = 2**53

Log = Mapping[str, object] | str | bytes
"""A game log as the service takes it: an object, or its JSON."""

Given = TypeVar("Given")


class Pile(NamedTuple):
    """The cards of a pile, bottom to top, those that lie face down too."""

    cards: tuple[str, ...]
    """Rank and suit: ``TH`` is the ten of hearts."""
    face_down: int
    """How many of them, from the bottom, lie face down or under a card that does.

    The stock does, but for a top card that may be moved.
    """


class Refusal(NamedTuple):
    """Why a move is illegal."""

    reason: Reason | str
    """The first check of the rules that fails, or ``not_a_move``."""
    detail: str
    """A sentence that names the cards."""


class Game:
    """A deal of a game and the moves played on it.

    ``variant`` is an id of ``patience.variants``, and ``options`` are its rule options. Exactly one of these
    chooses the deal: ``seed``, a PySolFC game number or ``ms`` and a number of Microsoft's FreeCell;
    ``deck``, every card in dealing order, as a list or one string; or ``board``, a position to play from, as
    the piles of a position's text or as the service's ``state``. Without any, a random seed is dealt.
    Where redeals shuffle, ``redeal_orders`` has all cards once for each redeal after a deck or board, in the
    order in which it deals those that are left; a seed has its own orders.
    ``declaration`` gives the rules of a game of your own, as ``patience.Rules`` or as JSON; ``variant`` is
    then its name.

    Games are equal if they have the same rules and equal positions, however they got there. Where redeals
    shuffle, the orders to come must be the same as well. The hash follows the position: do not play on with
    a game that is in a set or a dictionary, but with a ``copy()``.

    Raises PatienceError for an unknown variant, option or seed, a wrong deck and a contradictory declaration.

    >>> import patience
    >>> game = patience.Game("klondike", seed=7, draw="three")
    >>> game.legal_moves
    ['T3-T7', 'draw']
    """

    def __init__(  # noqa: PLR0913 - named, and each a member of a log
        self,
        variant: str | None = None,
        *,
        seed: str | int | None = None,
        deck: Sequence[str] | str | None = None,
        board: str | Mapping[str, object] | None = None,
        redeal_orders: Sequence[Sequence[str]] = (),
        declaration: Rules | Mapping[str, object] | str | bytes | None = None,
        **options: OptionValue,
    ) -> None:
        tables = _tables(variant, declaration, options)
        if sum(given is not None for given in (seed, deck, board)) > 1:
            raise PatienceError(BAD_DECK, "A game has one of seed, deck and board, not several.")
        self._begin(_deal(tables, seed, deck, board, redeal_orders))

    def _begin(self, deal: Deal) -> None:
        self._deal = deal
        self._line = open_line(deal)
        self._moves: list[Move] = []

    @classmethod
    def from_position(cls, text: str) -> "Game":
        """Return the game that opens with the position of a text, as ``position_text`` gives it.

        Raises PatienceError.

        >>> game = Game("spider", seed=1, suits="one")
        >>> Game.from_position(game.position_text) == game
        True
        """
        try:
            variant, options, board = parse_position(text)
        except PositionTextError as error:
            raise PatienceError(BAD_BOARD, str(error)) from None
        game = cls.__new__(cls)
        game._begin(_accepted(lambda: deal_board(_tables(variant, None, options), board), BAD_BOARD))
        return game

    @classmethod
    def from_program(cls, program: str, variant: str, seed: str | int, **options: OptionValue) -> "Game":
        """Return the game that another program deals for its number (``patience.formats.dialects``).

        Raises PatienceError for an unknown program, a game that it does not deal, or a number out of range.

        >>> Game.from_program("klondike-solver", "klondike", 17).position["T2"]
        Pile(cards=('3C', '9S'), face_down=1)
        """
        tables = _tables(variant, None, options)
        try:
            deal = deal_of_program(program, tables, str(seed))
        except DialectError as error:
            raise PatienceError(BAD_SEED, str(error)) from None
        game = cls.__new__(cls)
        game._begin(deal)
        return game

    @classmethod
    def from_log(cls, log: Log) -> "Game":
        """Return the game that a log records, after its last move.

        A log is what the service takes: ``variant`` or ``declaration``, one of ``seed``, ``deck`` and
        ``board``, ``rules`` and ``moves``, as a mapping or as JSON. Raises PatienceError if it is not a log,
        or at its first illegal move; ``patience.verify`` returns a verdict instead.
        """
        game, moves = opened(read_log(log))
        for move in moves:
            game.push(move)
        return game

    def to_log(self) -> dict[str, object]:
        """Return the log of the game as the service takes it: ``from_log`` and ``verify`` read it.

        The log of a game of a declaration has this declaration in place of the variant.
        """
        deal: dict[str, object] = {"deck": list(self.deck)} if self.seed is None else {"seed": self.seed}
        if self._deal.is_board:
            deal = {"board": self._deal.board}
        if self._deal.orders:
            deal["redeal_orders"] = [[CODES[card] for card in order] for order in self._deal.orders]
        return {
            **self._rules_in_log(),
            **deal,
            "moves": list(map(str, self._moves)),
        }

    def _rules_in_log(self) -> dict[str, object]:
        if VARIANTS.get(self.variant) is not self._variant:
            return {"declaration": to_json(self.rules)}
        return {
            "variant": self.variant,
            "rules": self.options,
            "rules_version": self._variant.rules_version,
        }

    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move, in the order of the rules page.

        That is by source (columns, reserve, waste, foundations if they give cards back, and an open stock),
        then by target, then by the number of cards; then the actions of the stock. Foundations are numbered.
        A game that is won has none.
        """
        return self._line.legal_moves()

    def push(self, move: str) -> Move:
        """Play a move, and return it as its shortest token with a numbered foundation.

        Raises PatienceError with the reason, a sentence and the index of the move if it is illegal; the
        position is then unchanged.

        >>> game = Game("klondike", seed=7)
        >>> game.push("draw"), game.push("W-F")
        ('draw', 'W-F4')
        """
        if not isinstance(move, str):
            problem = f"A move is a string such as T3-T7x4, not {move!r:.60}."
            raise PatienceError(NOT_A_MOVE, problem, len(self._moves), repr(move)[:60])
        try:
            if is_unnamed(move):
                move = named_move(self._line.position(), move)
            played = self._line.push(move)
        except NotationError as error:
            raise PatienceError(NOT_A_MOVE, error.problems[0], len(self._moves), str(move)) from None
        if played is None:
            refused = refusal(self._line.position(), move)
            raise PatienceError(*refused, len(self._moves), move)
        self._moves.append(played)
        return played

    def autoplay(self, rule: str = Autoplay.MICROSOFT) -> list[Move]:
        """Play the cards that a program takes to the foundations by itself, and return these moves.

        Call it after each move of a player whose log leaves them out. `rule` is ``microsoft`` (Aces, Twos,
        and cards of which all lower ones of the other colour are there), ``raymond`` (also cards that
        Raymond's rule proves safe), ``all`` or ``none``. Raises PatienceError for another rule.

        >>> game = Game("freecell", seed=1)
        >>> game.push("T6-R1"), game.push("T6-R2"), game.autoplay()
        ('T6-R1', 'T6-R2', ['T6-F1', 'T6-F2', 'R2-F1'])
        """
        if rule not in set(Autoplay):
            raise PatienceError(BAD_OPTIONS, f"rule is one of {', '.join(Autoplay)}, not {rule!r:.60}.")
        return [self.push(move) for move in automatic_moves(self._line.position(), Autoplay(rule))]

    def pop(self) -> Move:
        """Take the last move back and return it.

        Raises PatienceError if no move has been played.
        """
        if not self._moves:
            raise PatienceError(NO_MOVE_TO_TAKE_BACK, "No move has been played that could be taken back.")
        self._line.pop()
        return self._moves.pop()

    def is_legal(self, move: str) -> bool:
        """Return whether a move can be played now; False for a text that is not a move."""
        return self.why_not(move) is None

    def why_not(self, move: str) -> Refusal | None:
        """Return why a move is illegal, in a word and a sentence; None if it is legal.

        >>> Game("freecell", seed=1).why_not("T1-T2").detail
        '6♠ cannot go on 9♣ on T2: colours must alternate.'
        """
        try:
            self.push(move)
        except PatienceError as error:
            return Refusal(error.reason, error.detail)
        self.pop()
        return None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, each as its shortest token with a numbered foundation."""
        return tuple(self._moves)

    @property
    def outcome(self) -> Outcome:
        """``won``, ``lost`` or ``in_progress``, as the rules page defines them.

        A game is lost if no card can ever be moved again; many games that cannot be won are still in
        progress, see ``prospect``.
        """
        return self._line.outcome()

    @property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return self._line.is_won()

    @property
    def is_lost(self) -> bool:
        """Whether the game is lost."""
        return self.outcome is Outcome.LOST

    @property
    def position(self) -> dict[str, Pile]:
        """What lies where: piles by name, columns first, then foundations, reserve, waste and stock.

        >>> Game("klondike", seed=7).position["T2"]
        Pile(cards=('8H', 'JH'), face_down=1)
        """
        position = self._line.position()
        tables = position.tables
        return {
            name: Pile(
                tuple(CODES[card] for card in position.piles[pile][1:]),
                position.stock_hidden if pile == tables.stock else position.buried(pile),
            )
            for pile, name in enumerate(tables.names)
        }

    @property
    def position_text(self) -> str:
        """The position in one line, which every implementation reads (docs/reference/positions.md).

        >>> Game("freecell", seed=1).position_text[:37]
        'freecell;T1=JDKD2S4C3S6D6S;T2=2DKCKS5'
        """
        return write_position(self._line.position())

    @property
    def redeals(self) -> int:
        """How many redeals have been used."""
        return self._line.position().redeals

    @property
    def variant(self) -> str:
        """The id of the game's variant."""
        return self._variant.id

    @property
    def title(self) -> str:
        """The name of the variant as people write it."""
        return self._variant.title

    @property
    def options(self) -> dict[str, OptionValue]:
        """Every rule option with its value, defaults filled in."""
        return dict(self._deal.tables.options)

    @property
    def rules(self) -> Rules:
        """The declaration that the game is judged by."""
        return self._deal.tables.rules

    @property
    def seed(self) -> str | None:
        """The seed, normalized; None if the deck or a board was given."""
        return self._deal.seed

    @property
    def deck(self) -> tuple[str, ...]:
        """Every card in dealing order; empty if a board was given."""
        return tuple(CODES[card] for card in self._deal.deck)

    def copy(self) -> "Game":
        """Return a game with its moves that can be played on without touching this one."""
        twin = Game.__new__(Game)
        twin._deal = self._deal
        twin._line = self._line.copy()
        twin._moves = self._moves[:]
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> "Game":
        return self.copy()

    def __reduce__(self) -> "tuple[Callable[..., Game], tuple[object, ...]]":  # type: ignore[explicit-any]
        declared = VARIANTS.get(self.variant) is not self._variant
        deal = {"seed": self.seed} if self.seed else {"deck": self.deck}
        given = {
            "declaration": self.rules if declared else None,
            **({"board": self._deal.board} if self._deal.is_board else deal),
            "redeal_orders": [[CODES[card] for card in order] for order in self._deal.orders],
            **self.options,
        }
        return _restored, (self.variant, given, self.moves)

    def reset(self) -> None:
        """Take all moves back."""
        self._begin(self._deal)

    def prospect(self, budget: int = SEARCH_BUDGET, *, shortest: bool = False) -> "Outlook":
        """Return whether the game can still be won: proved either way, or undecided.

        Proofs are tried first, then a search that expands at most ``budget`` positions; 0 allows proofs
        only. All cards are used, the hidden ones too. With ``shortest``, three quarters of the budget look
        for a line of fewest moves, and prove how many every line needs (``at_least``). Raises PatienceError
        for a negative budget, and if a search is needed and is not compiled.
        """
        from patience.winnability import outlook  # noqa: PLC0415 - loaded on first use

        return outlook(self._line.position(), budget, shortest=shortest)

    def hint(self, budget: int = SEARCH_BUDGET) -> Move | None:
        """Return a move that keeps the game winnable, None if no such move is found within the budget.

        Raises PatienceError like ``prospect``.
        """
        from patience.winnability import hint  # noqa: PLC0415 - loaded on first use

        return hint(self._line.position(), budget)

    def svg(self, *, hidden: bool = True, marked: Mapping[str, int] | None = None) -> str:
        """Return the board as an SVG picture; a notebook shows it by itself.

        ``hidden`` draws the stock and face-down cards as backs, and the picture does not contain their names.
        False shows them on darker paper. ``marked`` outlines the last cards of piles: ``{"T3": 1}``.
        """
        from patience.formats.svg import board_svg  # noqa: PLC0415 - loaded on first use

        return board_svg(self._line.position(), hidden=hidden, marked=marked)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        if self._deal.tables is not other._deal.tables and self._rules_key() != other._rules_key():
            return False
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.variant, self._key()))

    def __str__(self) -> str:
        """Return the board as players see it, at most 80 columns wide."""
        return draw(self._line.position())

    def __repr__(self) -> str:
        deal = "a board" if self._deal.is_board else f"seed {self.seed}" if self.seed else "a deck"
        options = "".join(f", {name}={value}" for name, value in self._deal.tables.options)
        return f"<Game {self.variant}, {deal}{options}: {len(self._moves)} moves, {self.outcome}>"

    @property
    def _variant(self) -> Variant:
        return self._deal.tables.variant

    def _rules_key(self) -> Hashable:
        tables = self._deal.tables
        return tables.variant.id, tables.options, tables.rules

    def _key(self) -> Hashable:
        return self._line.key(), self._deal.opening.orders


def _restored(variant: str, given: Mapping[str, object], moves: Sequence[str]) -> Game:
    """Return a pickled game."""
    game = Game(variant, **given)  # type: ignore[arg-type]
    for move in moves:
        game.push(move)
    return game


def read_log(log: Log, *, ignore_unknown: bool = False) -> dict[str, object]:
    """Return a log as an object of plain values, checked for unknown and missing members.

    A null is an absent member. Lists and objects may be one text, as in tables. Raises PatienceError.
    """
    if isinstance(log, str | bytes):
        log = _parsed(log, BAD_LOG, "A log")
    if not isinstance(log, Mapping):
        raise PatienceError(BAD_LOG, f"A log is an object with variant, seed and moves, not {log!r:.60}.")
    members = {}
    for name, value in log.items():
        if name in _LOG_MEMBERS:
            if not is_null(value):
                members[name] = plain(value)
        elif not ignore_unknown:
            expected = ", ".join(_LOG_MEMBERS)
            raise PatienceError(BAD_LOG, f"{name!r:.60} is not a member of a log. Expected: {expected}.")
    _check_members(members)
    return log_of(members)


def _check_members(log: Mapping[str, object]) -> None:
    if "variant" in log and "declaration" in log:
        raise PatienceError(BAD_LOG, "A log has a variant or a declaration; this one has both.")
    if not ("variant" in log or "declaration" in log):
        raise PatienceError(BAD_LOG, "The log has no variant, and no declaration in its place.")
    if "moves" not in log:
        raise PatienceError(BAD_LOG, "The log has no moves.")
    if len(found := [name for name in ("seed", "deck", "board") if name in log]) != 1:
        raise PatienceError(
            BAD_LOG, f"A log has one of seed, deck and board; this one has {listed(found) or 'none of them'}."
        )


_LOG_MEMBERS: Final = (
    "variant",
    "declaration",
    "rules",
    "seed",
    "deck",
    "board",
    "redeal_orders",
    "moves",
    "rules_version",
    "checkpoints",
    # These shape the service's answer; a verdict has all of it but the pace.
    "ref",
    "include",
    "times",
)


def opened(log: dict[str, object]) -> tuple[Game, list[str]]:
    """Return the game of a log before its first move, and its moves.

    Raises PatienceError.
    """
    options = log.get("rules", {})
    if not isinstance(options, Mapping):
        raise PatienceError(BAD_OPTIONS, f"rules is an object of rule options, not {options!r:.60}.")
    moves = log["moves"]
    # All types at once: a log has many moves.
    if not isinstance(moves, list | tuple) or not all(
        issubclass(kind, str) for kind in set(map(type, moves))
    ):
        raise PatienceError(BAD_LOG, "moves is a list of tokens such as T3-T7x4.")
    game = Game.__new__(Game)
    if "declaration" in log:
        tables = _declared(DECLARED, log["declaration"], options)
    else:
        name = _text(log["variant"], UNKNOWN_VARIANT, "variant")
        tables = _tables_at(_tables(name, None, options), log.get("rules_version"), has_board="board" in log)
    if "seed" in log and not isinstance(log["seed"], str | int):
        raise PatienceError(BAD_SEED, f"{log['seed']!r:.60} is not a seed.")
    deal = _deal(tables, log.get("seed"), log.get("deck"), log.get("board"), log.get("redeal_orders", ()))  # type: ignore[arg-type]
    game._begin(deal)
    expected = log.get("rules_version", tables.variant.rules_version)
    if expected != tables.variant.rules_version:
        raise PatienceError(
            BAD_LOG,
            f"The log is for rules version {expected!r:.20} of {tables.variant.id}, and this library judges "
            f"by version {tables.variant.rules_version}.",
        )
    return game, list(moves)


def _tables_at(tables: CompiledRules, version: object, *, has_board: bool) -> CompiledRules:
    """Return these rules as they were in a former version; as they are for an unknown one."""
    variant = tables.variant
    known = [edition.version for edition in variant.history[:-1]]
    if (
        not isinstance(version, str)
        or version not in known
        or not (variant.judges_boards_at(version) or not has_board)
    ):
        return tables
    return tables_for(variant.id, dict(tables.options), version)


def _text(value: object, reason: str, name: str) -> str:
    if not isinstance(value, str):
        raise PatienceError(reason, f"{name} is a string, not {value!r:.60}.")
    return value


def _tables(
    variant: str | None,
    declaration: Rules | Mapping[str, object] | str | bytes | None,
    options: Mapping[str, object],
) -> CompiledRules:
    if declaration is not None:
        return _declared(variant or DECLARED, declaration, options)
    if variant is None:
        raise PatienceError(UNKNOWN_VARIANT, "A game needs a variant, such as klondike, or a declaration.")
    if variant not in VARIANTS:
        raise PatienceError(UNKNOWN_VARIANT, str(UnknownVariantError(variant)))
    try:
        return tables_for(variant, options)
    except OptionError as error:
        raise PatienceError(BAD_OPTIONS, str(error)) from None


def _declared(name: str, declaration: object, options: Mapping[str, object]) -> CompiledRules:
    if options:
        names = ", ".join(options)
        raise PatienceError(BAD_OPTIONS, f"A declaration has no options, so {names} cannot be chosen.")
    if name in VARIANTS:
        raise PatienceError(
            BAD_DECLARATION, f"{name} is a game of this library. Give your declaration another name."
        )
    try:
        if isinstance(declaration, str | bytes):
            declaration = _parsed(declaration, BAD_DECLARATION, "A declaration")
        rules = declaration if isinstance(declaration, Rules) else from_json(declaration)
        return _compiled(name, rules)
    except DeclarationError as error:
        raise PatienceError(BAD_DECLARATION, str(error)) from None


@lru_cache(maxsize=64)
def _compiled(name: str, rules: Rules) -> CompiledRules:
    return compile_tables(Variant(name, name.replace("-", " ").title(), "Declared", rules), ())


def _deal(
    tables: CompiledRules,
    seed: str | int | None,
    deck: Sequence[str] | str | None,
    board: str | Mapping[str, object] | None,
    orders: Sequence[Sequence[str]],
) -> Deal:
    if not isinstance(orders, list | tuple) or not all(isinstance(order, list | tuple) for order in orders):
        raise PatienceError(BAD_DECK, f"redeal_orders is a list of lists of cards, not {orders!r:.60}.")
    if orders and deck is None and board is None:
        raise PatienceError(BAD_DECK, "A seed has its own orders of redeals: leave redeal_orders out.")
    if board is not None:
        value = dict(board) if isinstance(board, Mapping) else board
        return _accepted(lambda: deal_board(tables, read_board(value, tables), orders), BAD_BOARD)
    if deck is not None:
        if not isinstance(deck, Sequence):
            raise PatienceError(BAD_DECK, f"A deck is a list of cards such as TH, not {deck!r:.60}.")
        codes = deck.split() if isinstance(deck, str) else deck
        return _accepted(lambda: deal_deck(tables, codes, orders), BAD_DECK)
    if seed is None:
        seed = random.randrange(SMALL, _HIGHEST_RANDOM_SEED)  # noqa: S311 - not a secret
    if isinstance(seed, bool):
        raise PatienceError(BAD_SEED, f"{seed} is not a seed.")
    return _accepted(lambda: deal_seed(tables, str(seed)), BAD_SEED)


def _accepted(make: Callable[[], Given], reason: str) -> Given:
    try:
        return make()
    except (DeckError, SeedError, BoardError) as error:
        raise PatienceError(reason, str(error)) from None


def _parsed(text: str | bytes, reason: str, what: str) -> Mapping[str, object]:
    try:
        value = json.loads(
            text.removeprefix("\ufeff") if isinstance(text, str) else text,
            object_pairs_hook=_without_repetition,
        )
    except (ValueError, RecursionError) as error:
        raise PatienceError(reason, f"{what} is not JSON: {error}") from None
    return value  # type: ignore[no-any-return]


def _without_repetition(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError(f"a name is repeated among {', '.join(name for name, _ in pairs):.100}")
    return members
