"""Each value of a saved game is what it should be, or the file is refused for what it is."""

import pytest

from service.saves.save_errors import Fault, SaveError
from service.saves.save_import import import_save
from tests.saves.writer import MS, Code, Instance, file_of, flip, move, objects, opcodes, pickles, record

MOVES = ["T10-F1", "T8-T9", "T1-T3x5"]
"""Legal ones of game 466, deal 1."""


def read(saved):
    return import_save(file_of(saved))


def refused(saved, fault):
    with pytest.raises(SaveError) as caught:
        read(saved)
    assert caught.value.fault is fault, caught.value
    return str(caught.value)


def test_an_opening_and_deals():
    found = read(objects(220, 1, ["deal"] * 7))
    assert (found.variant, found.seed, found.moves) == ("pysolfc-rouge-et-noir", "1", ["deal"] * 7)
    assert (found.undone, found.warnings) == (0, [])


def test_moves_of_several_cards():
    assert read(objects(466, 1, MOVES)).moves == MOVES


def test_what_was_undone_is_no_move():
    found = read(objects(466, 1, MOVES[:1], redo=["T9-F8x7", "T1-T2"]))
    assert (found.moves, found.undone) == (MOVES[:1], 2)


def test_cards_turned_over_are_no_moves():
    saved = objects(466, 1, MOVES[:1])
    saved["moves"].fields["history"] = [[*saved["moves"].fields["history"][0], flip(18)], [flip(18)]]
    saved["moves"].fields["index"] = 2
    assert read(saved).moves == MOVES[:1]


@pytest.mark.parametrize(
    ("number", "seed"),
    [
        (25 + MS, "25"),
        (32000, "32000"),
        (10**20 - 1, "9" * 20),
        (40000 + MS, "ms40000"),
        (2**33 - 1 + MS, "ms8589934591"),
    ],
)
def test_numbers_are_seeds(number, seed):
    saved = objects(466, int(seed) if seed.isdigit() else seed)
    assert read(saved | {"number": number}).seed == seed


@pytest.mark.parametrize(
    "number", [0, -1, MS, 10**20, MS - 1, MS + 2**33, MS + 10**25, MS + MS // 2, MS * 4, -MS]
)
def test_numbers_that_are_no_seeds(number):
    refused(objects(466, 1) | {"number": number}, Fault.UNSUPPORTED_SEED)


def test_a_layout_of_ones_own_is_said_to_be_one():
    assert "own" in refused(objects(466, 1) | {"number": MS + MS // 2}, Fault.UNSUPPORTED_SEED)


@pytest.mark.parametrize("game", [0, 1, 8, 221, 100_001, -1, 2**70])
def test_other_games(game):
    assert "220" in refused(objects(466, 1) | {"game": game}, Fault.UNSUPPORTED_GAME)


def test_a_game_that_is_not_read_needs_no_sound_rest():
    head = list(objects(466, 1).values())[:5]
    with pytest.raises(SaveError) as caught:
        import_save(pickles([*head, 8, Code(b"cos\nsystem\n")]))
    assert caught.value.fault is Fault.UNSUPPORTED_GAME


@pytest.mark.parametrize("package", ["PySol", "pysolfc", "", 1, None, ("PySolFC",), "PySolFC\n"])
def test_other_programs(package):
    refused(objects(466, 1) | {"package": package}, Fault.NOT_A_SAVE)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("version", "3.6.1<script>"),
        ("version", ""),
        ("version", "\ud800"),
        ("version", "1" * 21),
        ("version", 3),
        ("version_tuple", [3, 6, 1]),
        ("bookmark", 1),
        ("bookmark", False),
        ("game_version", "1"),
        ("game", True),
        ("game", "466"),
        ("number", "1"),
        ("number", Code(b"G" + bytes(8))),
        ("stack_count", 18),
        ("stack_count", 34),
        ("round", "1"),
        ("finished", 2),
        ("finished", None),
        ("layout", {}),
        ("global", None),
        ("moves", Instance("pysollib.move", "AMoveMove", {})),
        ("moves", record("GameMoves")),
        ("moves", record("GameMoves", history=[], index=1)),
        ("moves", record("GameMoves", history=[], index=-1)),
        ("moves", record("GameMoves", history=[], index=False)),
        ("moves", record("GameMoves", history=(), index=0)),
        ("moves", record("GameMoves", history=[()], index=1)),
        ("moves", record("GameMoves", history=[[1]], index=1)),
        ("moves", record("GameMoves", history=[[record("GameMoves")]], index=1)),
        ("moves", record("GameMoves", history=[[move(0, 9, 10)]], index=1)),
        ("moves", record("GameMoves", history=[[move(-1, 9, 10)]], index=1)),
        ("moves", record("GameMoves", history=[[move(1, 9, 19)]], index=1)),
        ("moves", record("GameMoves", history=[[move(1, -1, 10)]], index=1)),
        ("moves", record("GameMoves", history=[[flip(19)]], index=1)),
        ("moves", record("GameMoves", history=[[flip(9)] * 65], index=1)),
        ("moves", record("GameMoves", history=[[move(1, 0, 10)]], index=1)),
        ("snapshots", ()),
        ("session", "Ann"),
        ("statistics", None),
        ("end", "EOF "),
        ("end", None),
    ],
)  # fmt: skip
def test_values_of_another_kind_are_damage(name, value):
    refused(objects(466, 1) | {name: value}, Fault.DAMAGED)


@pytest.mark.parametrize("value", [-1, 104, 2**80, True, "0", None])
def test_cards_of_another_kind_are_damage(value):
    saved = objects(466, 1)
    place = saved["stacks"].index(6) + 1
    saved["stacks"] = [*saved["stacks"][:place], value, *saved["stacks"][place + 1 :]]
    refused(saved, Fault.DAMAGED)


@pytest.mark.parametrize("size", [-1, 105, 2**40])
def test_stacks_of_impossible_size_are_damage(size):
    saved = objects(466, 1)
    saved["stacks"] = [size, *saved["stacks"][1:]]
    refused(saved, Fault.DAMAGED)


def test_what_follows_the_end_is_damage():
    with pytest.raises(SaveError) as caught:
        import_save(file_of(objects(466, 1)) + pickles([1]))
    assert caught.value.fault is Fault.DAMAGED


def test_another_deal_differs():
    refused(objects(466, 1) | {"number": 2 + MS}, Fault.POSITION_DIFFERS)


def test_moves_that_were_not_made_differ():
    text = refused(objects(466, 1) | {"moves": objects(466, 1, MOVES)["moves"]}, Fault.POSITION_DIFFERS)
    assert "F1" in text


def test_illegal_moves_differ():
    saved = objects(466, 1)
    saved["moves"].fields.update(history=[[move(1, 9, 10)]], index=1)
    assert "T1-T2" in refused(saved, Fault.POSITION_DIFFERS)


def turned(saved, stack, card, *, face_up):
    """With another face of one card of a stack."""
    values = list(saved["stacks"])
    place = 0
    for _ in range(stack):
        place += 1 + 2 * values[place]
    values[place + 2 * card] = int(face_up)
    return saved | {"stacks": values}


def test_top_cards_that_were_not_turned_up_are_told():
    saved = objects(466, 1, MOVES[:2])
    for card in range(1, 7):
        saved = turned(saved, 9, card, face_up=False)
    (warning,) = read(saved).warnings
    assert "T1" in warning


def test_a_card_turned_up_that_lies_face_down_differs():
    refused(turned(objects(466, 1), 18, 8, face_up=True), Fault.POSITION_DIFFERS)


def test_a_card_face_down_upon_one_face_up_differs():
    refused(turned(objects(466, 1), 9, 6, face_up=False), Fault.POSITION_DIFFERS)


def test_a_card_face_down_on_a_foundation_differs():
    refused(turned(objects(466, 1, MOVES), 1, 1, face_up=False), Fault.POSITION_DIFFERS)


def test_a_stock_that_lies_open_differs():
    refused(turned(objects(220, 1), 0, 67, face_up=True), Fault.POSITION_DIFFERS)


def test_a_deal_that_skips_a_column_is_damage():
    saved = objects(220, 1, ["deal"])
    del saved["moves"].fields["history"][0][4:6]
    refused(saved, Fault.DAMAGED)


def test_moves_of_the_demo_are_told():
    saved = objects(466, 1, MOVES)
    saved["statistics"].fields["demo_moves"] = 2
    (warning,) = read(saved).warnings
    assert "demo" in warning


def test_the_records_of_older_versions():
    saved = objects(466, 1, MOVES)
    for name in ("layout", "global", "moves", "session", "statistics"):
        saved[name] = Instance("pysollib.mfxutil", "Struct", saved[name].fields)
    assert read(saved | {"finished": 0, "generator": 1}).moves == MOVES


def test_comments_of_any_length_and_script():
    saved = objects(466, 1, MOVES)
    saved["global"].fields["comment"] = "🂡" * 100_000
    assert read(saved).moves == MOVES


def test_no_more_entries_than_20_000():
    saved = objects(466, 1)
    first, again = Code(opcodes([flip(9)]) + b"\x94"), Code(b"h\x00")
    saved["moves"].fields.update(history=[first] + [again] * 20_000, index=20_001)
    refused(saved, Fault.DAMAGED)
    saved["moves"].fields.update(history=[first] + [again] * 19_999, index=20_000)
    assert read(saved).moves == []


def test_an_entry_that_is_named_again_and_again_is_not_played():
    """A file can be short for what it holds: here the same 64 moves, a thousand times."""
    to_and_fro = [move(1, 9, 10), move(1, 10, 9)] * 32
    saved = objects(466, 1)
    again = Code(b"](" + opcodes(to_and_fro) + b"\x94" + b"h\x00" * 999 + b"e")
    saved["moves"].fields.update(history=again, index=1000)
    assert len(file_of(saved)) < 20_000
    assert "have more than 60000 moves together." in refused(saved, Fault.DAMAGED)
