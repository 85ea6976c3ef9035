"""Writes saved games of PySolFC by hand, opcode by opcode: genuine ones, and any that PySolFC never would."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from service.engine.compiled import tables_for
from service.engine.dealing import deal_seed
from service.engine.replay import GameLog, replay

MS = 1 << 1000
STACKS = {"S": 0} | {f"F{n}": n for n in range(1, 9)} | {f"T{n}": 8 + n for n in range(1, 11)}
"""Where games 220 and 466 have their piles."""
SUITS = (0, 3, 2, 1)


class Instance(NamedTuple):
    """An object of a class of PySolFC."""

    module: str
    name: str
    fields: dict[str, Any]


class Code(NamedTuple):
    """Opcodes that stand for a value."""

    opcodes: bytes


def pickles(values: Iterable[object]) -> bytes:
    """Each value as a pickle, in a row."""
    return b"".join(b"\x80\x04" + opcodes(value) + b"." for value in values)


def opcodes(value: object) -> bytes:
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
    return opcodes(module) + opcodes(name) + b"\x93"


def _integer(value: int) -> bytes:
    if 0 <= value < 256:
        return b"K" + bytes([value])
    raw = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
    return b"\x8a" + bytes([len(raw)]) + raw


def move(cards: int, source: int, target: int) -> Instance:
    fields = {"ncards": cards, "from_stack_id": source, "to_stack_id": target, "frames": -1, "shadow": -1}
    return Instance("pysollib.move", "AMoveMove", fields)


def flip(stack: int) -> Instance:
    return Instance("pysollib.move", "AFlipMove", {"stack_id": stack})


def entry(token: str, stock: int = 0) -> list[Instance]:
    """What PySolFC remembers of a move of game 220 or 466; of a deal, so many cards of the stock."""
    if token == "deal":
        return [atom for target in range(9, 9 + min(stock, 10)) for atom in (flip(0), move(1, 0, target))]
    source, _, rest = token.partition("-")
    target, _, count = rest.partition("x")
    return [move(int(count or 1), STACKS[source], STACKS[target])]


def objects(
    game: int, seed: int | str, moves: Iterable[str] = (), redo: Iterable[str] = ()
) -> dict[str, Any]:
    """What PySolFC 3.6.1 saves of game 220 or 466, by name, in order; ``redo`` are moves that were undone.

    The number of the deal is written as that of a small seed.
    """
    variant = {220: "pysolfc-rouge-et-noir", 466: "pysolfc-double-russian"}[game]
    position = replay(GameLog(deal_seed(tables_for(variant), str(seed)), tuple(moves))).position
    history, stock = [], 67
    for token in moves:
        history.append(entry(token, stock))
        stock -= 10 if token == "deal" else 0
    stacks: list[Any] = []
    packs = list(range(52)) * 2
    seen: set[int] = set()
    for name in STACKS:
        pile = position.tables.pile.get(name, -1)
        cards = position.cards(pile) if pile >= 0 else []
        down = len(cards) if name == "S" else position.face_down(pile) if pile >= 0 else 0
        stacks.append(len(cards))
        for place, card in enumerate(cards):
            number = 13 * SUITS.index(card // 13) + card % 13
            stacks += [number + 52 * (number in seen), int(place >= down)]
            seen.add(number)
    assert len(seen) == len(packs) // 2
    undone = [entry(token) for token in redo]
    return {
        "package": "PySolFC",
        "version": "3.6.1",
        "version_tuple": (3, 6, 1),
        "bookmark": 0,
        "game_version": 1,
        "game": game,
        "number": MS + int(str(seed).removeprefix("ms")),
        "generator": (1, 1),
        "stack_count": len(STACKS),
        "stacks": stacks,
        "round": 1,
        "finished": position.won,
        "layout": record("GameSaveInfo", stack_caps=[]),
        "global": record("GameGlobalSaveInfo", bookmarks={0: (b"\x80\x01.", 0)}, comment="Übung"),
        "moves": record("GameMoves", history=history + undone, index=len(history), current=[], state=64),
        "snapshots": [1, -(1 << 63)],
        "session": record("GameGlobalStatsStruct", start_time=Code(b"G" + bytes(8)), start_player="Ann"),
        "statistics": record("GameStatsStruct", total_moves=len(history), demo_moves=0),
        "end": "EOF",
    }


def record(name: str, **fields: Any) -> Instance:
    return Instance("pysollib.game", name, fields)


def file_of(saved: dict[str, Any]) -> bytes:
    """The file that holds these objects."""
    flat: list[Any] = []
    for name, value in saved.items():
        flat += value if name == "stacks" else [value]
    return pickles(flat)
