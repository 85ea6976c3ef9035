"""Writes games as PySolFC saves them (`*.pso`), so that they can be opened and played on there.

A file is a row of pickles: head, stacks, history, statistics. The writer makes the few opcodes that it needs
by itself, because the classes in the file are PySolFC's. The state of the random generator is left out: a
deal is never shuffled again. Times and the player's name are left out as well. A file is returned only if the
reader of saved games finds the same game in it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from patience.cards import RANKS
from patience.cards.seeds import SMALL
from patience.games import VARIANTS
from patience.play.dealing import Deal
from patience.play.legality import opening_rank
from patience.play.position import Position
from patience.play.replay import GameLog, Verdict, advance, replay
from patience.play.trace import Step
from patience.rules import GatherAs
from service.saves.games import EXTRA, Game, game_of
from service.saves.save_errors import Fault, SaveError
from service.saves.save_import import import_save

VERSION: Final = (3, 6, 1)
"""The version of PySolFC whose files these are like."""

_MS: Final = 1 << 1000
"""Added to the numbers that PySolFC shuffles as Microsoft does."""

_SECOND_VERSION: Final = frozenset(
    {3, 31, 64, 68, 83, 85, 86, 88, 104, 121, 122, 144, 154, 197, 291, 308, 369, 404, 427, 515, 664, 823}
) | {860, 876, 977}
"""The numbers of PySolFC's games whose rules have changed once; the others have version 1."""

_BASE_SAVED: Final = frozenset({100, 102})
"""The numbers of games that save a card of their base rank, as do those whose deal sets the rank."""

_CHOSEN_BASE_SAVED: Final = frozenset({135, 136, 431, 499, 500, 650, 785, 786, 787})
"""The numbers of games that save the base rank that play has set."""

_NO_RANK: Final = 999_999
"""What they save as long as none is set."""

_BASE_IN_HISTORY: Final = frozenset({282})
"""The numbers of games that save it, or None, in their history as well."""

_BASE_OF_STACKS: Final = frozenset({167, 168, 169, 170, 195, 229, 230, 236, 536, 537, 538, 873})
"""The numbers of games that save the base rank not at the end, but with each of their foundations."""

_BASE_OF_COLUMNS: Final = frozenset({230, 236, 873})
"""Those of them that save with each column the rank that goes to it when it is empty."""

_POINTS_SAVED: Final = frozenset({22216, 22217, 22218, 22231})
"""The numbers of games that save points: three numbers, and a list of three."""

_PLAYING: Final = 64
"""The state in which PySolFC saves a game."""


class _Instance(NamedTuple):
    """An instance of a class of PySolFC."""

    module: str
    name: str
    fields: Mapping[str, object]


def save_of(verdict: Verdict) -> bytes:
    """Return the saved game of a log; its verdict must have a trace.

    Raises SaveError for an illegal move, a deal without a number, and rules that PySolFC does not have.
    """
    deal = verdict.log.deal
    game = _game_of(deal)
    if verdict.first_illegal_move:
        index = verdict.first_illegal_move.index
        raise SaveError(Fault.POSITION_DIFFERS, f"Move {index + 1} (index {index}) is illegal.")
    assert verdict.trace is not None
    position = deal.position()
    history = []
    for move, step in zip(verdict.log.moves, verdict.trace, strict=True):
        is_gathered = move == "redeal" and game.tables.gathers
        before, phase = opening_rank(position), position.phase
        history.append(list(_gathering(game, position) if is_gathered else _atoms(game, move, step)))
        advance(position, [move])
        history[-1] += _turned_over(game, position, step)
        if game.number in _BASE_IN_HISTORY and before != opening_rank(position):
            history[-1] += _state_saved(None, opening_rank(position))
        if position.phase != phase:
            history[-1][:0] = _state_saved(*(_laid(game, number) for number in (phase, position.phase)))
    values: list[object] = [
        *("PySolFC", ".".join(map(str, VERSION)), VERSION, 0),
        *(1 + (game.number in _SECOND_VERSION), game.number),
        *(_number(deal.seed or ""), None, len(game.piles)),
        *_stacks(game, position),
        *(game.round_after(position.redeals), position.won),
        _record("GameSaveInfo", stack_caps=[*_bases(game, position)]),
        _record("GameGlobalSaveInfo", bookmarks={}, comment=""),
        _record("GameMoves", history=history, index=len(history), current=[], state=_PLAYING),
        [],
        _record("GameGlobalStatsStruct", start_player=None),
        _record("GameStatsStruct", total_moves=len(history), demo_moves=0),
        *_more(game, position),
        "EOF",
    ]
    data = b"".join(b"\x80\x04" + _opcodes(value) + b"." for value in values)
    if list(verdict.played) != _moves_in(data, verdict):
        raise _no_form(deal)
    return data


def _more(game: Game, position: Position) -> list[object]:
    """Return what a game saves besides: points, which are not counted here, or a card of the base rank."""
    tables = position.tables
    if tables.rules.has_merci:
        return [bool(position.merci_used)]
    if tables.rounds:
        return [_laid(game, position.phase)]
    if game.number in _POINTS_SAVED:
        return [0, 0, 0, [0, 0, 0]]
    if game.number in _BASE_IN_HISTORY:
        return [opening_rank(position)]
    if game.number in _CHOSEN_BASE_SAVED:
        base = opening_rank(position)
        return [_NO_RANK if base is None else base]
    has_base = tables.base_rank is not None and game.number not in _BASE_OF_STACKS
    if not has_base and game.number not in _BASE_SAVED:
        return []
    return [_base(position)]


def _base(position: Position) -> int:
    tables = position.tables
    return RANKS.index(tables.foundation(tables.foundations.start).ranks[0])


def _bases(game: Game, position: Position) -> Iterator[tuple[int, _Instance]]:
    """Yield the stacks that a game saves with a base rank."""
    for stack, name in enumerate(game.piles if game.number in _BASE_OF_STACKS else ()):
        if name[0] == "F" or (name[0] == "T" and game.number in _BASE_OF_COLUMNS):
            rank = (_base(position) - (name[0] == "T")) % len(RANKS)
            yield stack, _Instance("pysollib.mfxutil", "Struct", {"base_rank": rank})


def _moves_in(data: bytes, verdict: Verdict) -> list[str] | None:
    """Return the moves that the reader finds in a saved game, foundations numbered; None if it refuses it."""
    try:
        imported = import_save(data, len(verdict.played))
    except SaveError:
        return None
    return list(replay(GameLog(verdict.log.deal, tuple(imported.moves))).played)


def _no_form(deal: Deal) -> SaveError:
    detail = f"The moves of {deal.tables.variant.id} are not written as a game of PySolFC."
    return SaveError(Fault.UNSUPPORTED_GAME, detail)


def _game_of(deal: Deal) -> Game:
    """Return PySolFC's game of a deal."""
    tables = deal.tables
    if deal.seed is None:
        raise SaveError(Fault.UNSUPPORTED_SEED, "PySolFC saves deals with a number, not a deck or a board.")
    stock = tables.rules.stock
    is_regrouped = tables.gathers and stock is not None and stock.gather_as is not GatherAs.GROUPS
    is_regrouped = is_regrouped or tables.restocks or tables.lays_under
    if is_regrouped or tables.own or tables.merges or tables.variant.id not in VARIANTS:
        raise _no_form(deal)
    for number in tables.variant.pysolfc:
        game = game_of(number)
        if game and game.tables.variant is tables.variant and game.tables.options == tables.options:
            return game
    options = ", ".join(f"{name}={value}" for name, value in tables.options) or "no options"
    detail = f"PySolFC has no game {tables.variant.id} with {options}."
    raise SaveError(Fault.UNSUPPORTED_GAME, detail)


def _number(seed: str) -> int:
    number = int(seed.removeprefix("ms"))
    return _MS + number if seed.startswith("ms") or number < SMALL else number


def _stacks(game: Game, position: Position) -> Iterator[int]:
    """Yield size, cards and faces of every stack."""
    numbers: dict[int, list[int]] = {}
    for number in range(game.cards):
        numbers.setdefault(game.card(number), []).append(number)
    for name in game.piles:
        pile = game.tables.pile.get(name, -1)
        cards = position.cards(pile) if pile >= 0 else []
        down = position.face_down(pile) if pile >= 0 else 0
        down = position.stock_hidden if name == "S" else down
        down = len(cards) if position.stays(pile) else down
        yield len(cards)
        for place, card in enumerate(cards):
            yield from (numbers[card].pop(), int(place >= down))


def _atoms(game: Game, move: str, step: Step) -> Iterator[_Instance]:
    """Yield what PySolFC records for a move and its consequences."""
    stacks = {
        game.tables.pile[name]: index for index, name in enumerate(game.piles) if name in game.tables.pile
    }
    stock = game.piles.index("S") if "S" in game.piles else -1
    waste = game.piles.index("W") if "W" in game.piles else -1
    if any(moved.target == game.tables.merci for moved in step.moved):
        yield from _drawn_out(stacks, step)
        return
    for source, target, cards in step.moved:
        if move == "redeal":
            yield _move("ATurnStackMove", from_stack_id=waste, to_stack_id=stock)
            yield _move("ANextRoundMove", stack_id=stock)
        elif move == "draw":
            yield from (_flip_and_move(stock, waste) for _ in cards)
        elif move == "deal" and stacks[source] == stock:
            yield _move("AFlipMove", stack_id=stock)
            yield _cards(1, stock, stacks[target])
        else:
            yield _cards(len(cards), stacks[source], stacks[target])
    for source, target, _ in step.filled:
        from_stock = stacks[source] == stock and waste >= 0
        # A round that waited for the base is dealt to columns directly.
        is_late = from_stock and stacks[target] != waste and source not in game.tables.refills.get(target, ())
        through_waste = from_stock and not is_late
        if is_late:
            yield _move("AFlipMove", stack_id=stock)
        if through_waste:
            yield _flip_and_move(stock, waste)
        if stacks[target] != waste:
            yield _cards(1, waste if through_waste else stacks[source], stacks[target])
    yield from (_move("AFlipMove", stack_id=stacks[pile]) for pile, _ in step.turned_up)


def _drawn_out(stacks: Mapping[int, int], step: Step) -> Iterator[_Instance]:
    """Yield what PySolFC records for a merci: the pile's text and state change while a card lies there."""
    aside, *after = step.moved
    pile = stacks[aside.target]
    yield _move("AUpdateStackMove", stack_id=pile, flags=2 | 16)
    yield _cards(1, stacks[aside.source], pile)
    yield _move("AUpdateStackMove", stack_id=pile, flags=3 | 64)
    yield _move("AUpdateStackMove", stack_id=pile, flags=1 | 16)
    yield from (_cards(1, stacks[source], stacks[target]) for source, target, _ in after)


def _turned_over(game: Game, position: Position, step: Step) -> Iterator[_Instance]:
    """Yield what PySolFC records for columns that a move has completed: it turns them over."""
    for _, target, _ in step.moved:
        if position.stays(target):
            yield _move("AFlipAllMove", stack_id=game.piles.index(game.tables.names[target]))


def _laid(game: Game, phase: int) -> int:
    """Return PySolFC's state of a round: its cards, -1 before the first one, or whether columns are full."""
    if game.tables.rounds == 1:
        return not phase
    return phase % game.tables.rounds if phase else -1


def _state_saved(before: int | None, after: int | None) -> Iterator[_Instance]:
    """Yield the states that PySolFC records, before and after, when play sets the base or a round goes on."""
    yield _Instance("pysollib.move", "ASaveStateMove", {"state": [before], "flags": 18})
    yield _Instance("pysollib.move", "ASaveStateMove", {"state": [after], "flags": 17})


def _gathering(game: Game, position: Position) -> Iterator[_Instance]:
    """Yield what PySolFC records for a redeal that gathers the columns: two stacks turn the groups over."""
    stock, extra = game.piles.index("S"), game.piles.index(EXTRA)
    columns = [(game.piles.index(game.tables.names[pile]), pile) for pile in game.tables.columns]
    sizes = [len(position.cards(pile)) for _, pile in columns]
    yield from (
        _cards(1, stack, extra) for (stack, _), size in zip(columns, sizes, strict=True) for _ in range(size)
    )
    whole, left = divmod(sum(sizes), game.tables.gather)
    yield from (_cards(left, extra, stock) for _ in range(bool(left)))
    yield from (_cards(game.tables.gather, extra, stock) for _ in range(whole))
    yield _move("ANextRoundMove", stack_id=stock)
    after = position.copy()
    after.redeal()
    yield from (_cards(1, stock, stack) for stack, pile in columns for _ in after.cards(pile))


def _cards(number: int, source: int, target: int) -> _Instance:
    return _move("AMoveMove", ncards=number, from_stack_id=source, to_stack_id=target, frames=-1, shadow=-1)


def _flip_and_move(source: int, target: int) -> _Instance:
    return _move("AFlipAndMoveMove", from_stack_id=source, to_stack_id=target, frames=-1)


def _move(name: str, **fields: int) -> _Instance:
    return _Instance("pysollib.move", name, fields)


def _record(name: str, **fields: object) -> _Instance:
    return _Instance("pysollib.game", name, fields)


def _opcodes(value: object) -> bytes:
    """Return the opcodes of a value, without its pickle's head and end."""
    match value:
        case None | True | False:
            return {None: b"N", True: b"\x88", False: b"\x89"}[value]
        case int():
            return _integer(value)
        case str():
            raw = value.encode()
            return b"X" + len(raw).to_bytes(4, "little") + raw
        case _Instance():
            name = _opcodes(value.module) + _opcodes(value.name) + b"\x93"
            return name + b")\x81" + _opcodes(value.fields) + b"b"
        case tuple():
            return b"(" + _joined(value) + b"t"
        case list():
            return b"](" + _joined(value) + b"e"
        case Mapping():
            return b"}(" + _joined(item for pair in value.items() for item in pair) + b"u"
    raise TypeError(f"{type(value).__name__} is not written.")


def _joined(values: Iterable[object]) -> bytes:
    return b"".join(map(_opcodes, values))


def _integer(value: int) -> bytes:
    if 0 <= value < 256:
        return b"K" + bytes([value])
    raw = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
    return b"\x8a" + bytes([len(raw)]) + raw
