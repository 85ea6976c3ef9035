"""A writer of saved games of PySolFC, opcode by opcode: valid ones, and any that PySolFC never writes."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from patience.play.dealing import deal_seed
from patience.play.position import Position
from patience.play.replay import GameLog, replay
from patience.play.trace import Step
from service.saves.games import EXTRA, Game, game_of
from tests.conftest import FIXTURES

MS = 1 << 1000

STACKS = json.loads((FIXTURES / "saves" / "stacks.json").read_text("utf-8"))
"""The stacks of each game as PySolFC's own code orders them; conformance/pysolfc.py writes the file."""


class Instance(NamedTuple):
    """An instance of a class of PySolFC."""

    module: str
    name: str
    fields: dict[str, Any]


class Code(NamedTuple):
    """Opcodes instead of a value."""

    opcodes: bytes


def pickles(values: Iterable[object]) -> bytes:
    """Return the pickles of the values, one after the other."""
    return b"".join(b"\x80\x04" + opcodes(value) + b"." for value in values)


def opcodes(value: object) -> bytes:
    """Return the opcodes of a value."""
    match value:
        case Code():
            return value.opcodes
        case None | True | False:
            return {None: b"N", True: b"\x88", False: b"\x89"}[value]
        case int():
            return _integer(value)
        case str():
            raw = value.encode("utf-8", "surrogatepass")
            return b"X" + len(raw).to_bytes(4, "little") + raw
        case bytes():
            return b"B" + len(value).to_bytes(4, "little") + value
        case Instance():
            return named(value.module, value.name) + b")\x81" + opcodes(value.fields) + b"b"
        case tuple():
            return b"(" + b"".join(map(opcodes, value)) + b"t"
        case list():
            # In batches, as Python's pickler does.
            batches = (value[start : start + 1000] for start in range(0, len(value), 1000))
            return b"]" + b"".join(b"(" + b"".join(map(opcodes, batch)) + b"e" for batch in batches)
        case dict():
            return b"}(" + b"".join(opcodes(item) for pair in value.items() for item in pair) + b"u"
    raise AssertionError(value)


def named(module: str, name: str) -> bytes:
    """Return the opcodes of a global name."""
    return opcodes(module) + opcodes(name) + b"\x93"


def _integer(value: int) -> bytes:
    if 0 <= value < 256:
        return b"K" + bytes([value])
    raw = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
    return b"\x8a" + bytes([len(raw)]) + raw


def move(cards: int, source: int, target: int) -> Instance:
    fields = {"ncards": cards, "from_stack_id": source, "to_stack_id": target, "frames": -1, "shadow": -1}
    return Instance("pysollib.move", "AMoveMove", fields)


def flip_and_move(source: int, target: int) -> Instance:
    fields = {"from_stack_id": source, "to_stack_id": target, "frames": -1}
    return Instance("pysollib.move", "AFlipAndMoveMove", fields)


def turn(source: int, target: int) -> Instance:
    return Instance("pysollib.move", "ATurnStackMove", {"from_stack_id": source, "to_stack_id": target})


def flip(stack: int) -> Instance:
    return Instance("pysollib.move", "AFlipMove", {"stack_id": stack})


def stack_names(game: Game) -> list[str]:
    """Return our name for each stack of a game, in the order in which PySolFC itself lists them."""
    rows = "T" if game.tables.columns else "R"  # The cells of Royal Rendezvous are rows there.
    letters = {"talon": "S", "waste": "W", "foundations": "F", "rows": rows, "reserves": "R"}
    if "foundations" not in STACKS[str(game.number)] and game.tables.foundations:
        letters["other"] = "F"  # The Aces of Montana, which PySolFC does not show.
    if game.tables.rules.hands:
        letters["other"] = "R"  # The cards that squares put aside.
    names = []
    for group in STACKS[str(game.number)].split(", "):
        kind, count = group.split()
        letter = letters.get(kind, EXTRA)
        if letter == "W" and game.tables.waste < 0:
            letter = EXTRA
        numbered = letter in "FTR"
        names += [f"{letter}{place}" if numbered else letter for place in range(1, int(count) + 1)]
    return names


def entry(game: Game, token: str, step: Step) -> list[Instance]:
    """Return the atoms that PySolFC records for a move; not for redeals that gather the columns."""
    names = stack_names(game)
    stacks = {game.tables.pile[name]: index for index, name in enumerate(names) if name in game.tables.pile}
    stock, waste = names.index("S"), names.index("W") if "W" in names else -1
    atoms = []
    for source, target, cards in step.moved:
        if token == "redeal":
            atoms += [turn(waste, stock), Instance("pysollib.move", "ANextRoundMove", {"stack_id": stock})]
        elif token == "draw":
            atoms += [flip_and_move(stock, waste) for _ in cards]
        elif token == "deal" and stacks[source] == stock:
            atoms += [flip(stock), move(1, stock, stacks[target])]
        else:
            atoms.append(move(len(cards), stacks[source], stacks[target]))
    for source, target, _ in step.filled:
        through_waste = stacks[source] == stock and waste >= 0
        atoms += [flip_and_move(stock, waste)] if through_waste else []
        filler = waste if through_waste else stacks[source]
        atoms += [move(1, filler, stacks[target])] if stacks[target] != waste else []
    return [*atoms, *(flip(stacks[turned.pile]) for turned in step.turned_up)]


def objects(
    number: int, seed: int | str, moves: Iterable[str] = (), redo: Iterable[list[Instance]] = ()
) -> dict[str, Any]:
    """Return by name, in order, what PySolFC 3.6.1 saves of a game; ``redo`` are entries that were undone.

    The number of the deal is written as that of a small seed.
    """
    game = game_of(number)
    assert game is not None
    verdict = replay(GameLog(deal_seed(game.tables, str(seed)), tuple(moves)), trace=True)
    assert verdict.valid
    assert verdict.trace is not None
    steps = zip(verdict.log.moves, verdict.trace, strict=True)
    history = [entry(game, token, step) for token, step in steps]
    return {
        "package": "PySolFC",
        "version": "3.6.1",
        "version_tuple": (3, 6, 1),
        "bookmark": 0,
        "game_version": 1,
        "game": number,
        "number": MS + int(str(seed).removeprefix("ms")),
        "generator": (1, 1),
        "stack_count": len(stack_names(game)),
        "stacks": stacks_of(game, verdict.position),
        "round": 1 + verdict.position.redeals,
        "finished": verdict.position.won,
        "layout": record("GameSaveInfo", stack_caps=[]),
        "global": record("GameGlobalSaveInfo", bookmarks={0: (b"\x80\x01.", 0)}, comment="Übung"),
        "moves": record("GameMoves", history=[*history, *redo], index=len(history), current=[], state=64),
        "snapshots": [1, -(1 << 63)],
        "session": record("GameGlobalStatsStruct", start_time=Code(b"G" + bytes(8)), start_player="Ann"),
        "statistics": record("GameStatsStruct", total_moves=len(history), demo_moves=0),
        **({"merci": verdict.position.merci_used} if game.tables.rules.has_merci else {}),
        "end": "EOF",
    }


def stacks_of(game: Game, position: Position) -> list[int]:
    """Return size, cards and faces of every stack, as integers in the order of the file."""
    numbers: dict[int, list[int]] = {}
    for number in range(game.cards):
        numbers.setdefault(game.card(number), []).append(number)
    integers = []
    for name in stack_names(game):
        pile = game.tables.pile.get(name, -1)
        cards = position.cards(pile) if pile >= 0 else []
        is_open = pile in position.tables.sources and bool(cards)
        down = len(cards) - is_open if name == "S" else position.face_down(pile) if pile >= 0 else 0
        down = len(cards) if position.stays(pile) else down
        integers.append(len(cards))
        for place, card in enumerate(cards):
            integers += [numbers[card].pop(), int(place >= down)]
    return integers


def record(name: str, **fields: Any) -> Instance:
    return Instance("pysollib.game", name, fields)


def file_of(saved: dict[str, Any]) -> bytes:
    """Return the file of these objects."""
    flat: list[Any] = []
    for name, value in saved.items():
        flat += value if name == "stacks" else [value]
    return pickles(flat)
