"""Values and moves of saved games: valid ones are imported, all others refused."""

import random

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.play.legality import legal_moves
from patience.play.replay import advance
from service.saves.games import game_of
from service.saves.save_errors import Fault, SaveError
from service.saves.save_import import import_save
from tests.conftest import some, some_of_each_family
from tests.saves.writer import (
    MS,
    Code,
    Instance,
    file_of,
    flip,
    move,
    objects,
    opcodes,
    pickles,
    record,
)

MOVES = ["T10-F1", "T8-T9", "T1-T3x5"]
"""Legal moves of game 466, deal 1."""


def read(saved):
    return import_save(file_of(saved))


def refused(saved, fault, most_moves=20_000):
    with pytest.raises(SaveError) as caught:
        import_save(file_of(saved), most_moves)
    assert caught.value.fault is fault, caught.value
    return str(caught.value)


def test_an_opening_and_deals():
    found = read(objects(220, 1, ["deal"] * 7))
    assert (found.variant, found.seed, found.moves) == ("pysolfc-rouge-et-noir", "1", ["deal"] * 7)
    assert (found.undone, found.warnings) == (0, [])


def test_moves_of_several_cards():
    assert read(objects(466, 1, MOVES)).moves == MOVES


def test_undone_moves_are_left_out():
    found = read(objects(466, 1, MOVES[:1], redo=[[move(7, 17, 8)], [move(1, 9, 10)]]))
    assert (found.moves, found.undone) == (MOVES[:1], 2)


def test_cards_turned_over_are_not_moves():
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
def test_game_numbers_and_their_seeds(number, seed):
    saved = objects(466, int(seed) if seed.isdigit() else seed)
    assert read(saved | {"number": number}).seed == seed


@pytest.mark.parametrize(
    "number", [0, -1, MS, 10**20, MS - 1, MS + 2**33, MS + 10**25, MS + MS // 2, MS * 4, -MS]
)
def test_game_numbers_that_are_not_seeds(number):
    refused(objects(466, 1) | {"number": number}, Fault.UNSUPPORTED_SEED)


def test_a_custom_layout_has_its_own_message():
    assert "own" in refused(objects(466, 1) | {"number": MS + MS // 2}, Fault.UNSUPPORTED_SEED)


@pytest.mark.parametrize("game", [0, 5001, 22, 100_001, -1, 2**70])
def test_other_games(game):
    message = refused(objects(466, 1) | {"game": game}, Fault.UNSUPPORTED_GAME)
    assert ("PySolFC's game" if 0 < game < 1_000_000 else "Not a game of PySolFC") in message


def test_an_unsupported_game_is_refused_before_the_rest_is_read():
    head = list(objects(466, 1).values())[:5]
    with pytest.raises(SaveError) as caught:
        import_save(pickles([*head, 5001, Code(b"cos\nsystem\n")]))
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
        ("moves", record("GameMoves", history=[[flip(9)] * 513], index=1)),
        ("snapshots", ()),
        ("session", "Ann"),
        ("statistics", None),
        ("end", "EOF "),
        ("end", None),
    ],
)  # fmt: skip
def test_values_of_another_type(name, value):
    refused(objects(466, 1) | {name: value}, Fault.DAMAGED)


@pytest.mark.parametrize("value", [-1, 104, 2**80, True, "0", None])
def test_malformed_cards(value):
    saved = objects(466, 1)
    place = saved["stacks"].index(6) + 1
    saved["stacks"] = [*saved["stacks"][:place], value, *saved["stacks"][place + 1 :]]
    refused(saved, Fault.DAMAGED)


@pytest.mark.parametrize("size", [-1, 105, 2**40])
def test_stacks_of_impossible_size_are_damage(size):
    saved = objects(466, 1)
    saved["stacks"] = [size, *saved["stacks"][1:]]
    refused(saved, Fault.DAMAGED)


def test_a_value_after_the_end():
    with pytest.raises(SaveError) as caught:
        import_save(file_of(objects(466, 1)) + pickles([1]))
    assert caught.value.fault is Fault.DAMAGED


def test_another_deal():
    refused(objects(466, 1) | {"number": 2 + MS}, Fault.POSITION_DIFFERS)


def test_moves_without_their_effect_on_the_stacks():
    text = refused(objects(466, 1) | {"moves": objects(466, 1, MOVES)["moves"]}, Fault.POSITION_DIFFERS)
    assert "F1" in text


def test_illegal_moves():
    saved = objects(466, 1)
    saved["moves"].fields.update(history=[[move(1, 9, 10)]], index=1)
    assert "T1-T2" in refused(saved, Fault.POSITION_DIFFERS)


def turned(saved, stack, card, *, face_up):
    """Return the save with one card of a stack turned."""
    values = list(saved["stacks"])
    place = 0
    for _ in range(stack):
        place += 1 + 2 * values[place]
    values[place + 2 * card] = int(face_up)
    return saved | {"stacks": values}


def test_a_warning_for_top_cards_not_turned_up():
    saved = objects(466, 1, MOVES[:2])
    for card in range(1, 7):
        saved = turned(saved, 9, card, face_up=False)
    (warning,) = read(saved).warnings
    assert "T1" in warning


def test_a_face_down_card_saved_face_up():
    refused(turned(objects(466, 1), 18, 8, face_up=True), Fault.POSITION_DIFFERS)


def test_a_face_down_card_on_a_face_up_one():
    refused(turned(objects(466, 1), 9, 6, face_up=False), Fault.POSITION_DIFFERS)


def test_a_face_down_card_on_a_foundation():
    refused(turned(objects(466, 1, MOVES), 1, 1, face_up=False), Fault.POSITION_DIFFERS)


def test_a_face_up_card_in_the_stock():
    refused(turned(objects(220, 1), 0, 67, face_up=True), Fault.POSITION_DIFFERS)


def test_a_deal_that_skips_a_column():
    saved = objects(220, 1, ["deal"])
    del saved["moves"].fields["history"][0][4:6]
    refused(saved, Fault.POSITION_DIFFERS)


def test_a_warning_for_moves_of_the_demo():
    saved = objects(466, 1, MOVES)
    saved["statistics"].fields["demo_moves"] = 2
    (warning,) = read(saved).warnings
    assert "demo" in warning


def test_records_of_older_versions():
    saved = objects(466, 1, MOVES)
    for name in ("layout", "global", "moves", "session", "statistics"):
        saved[name] = Instance("pysollib.mfxutil", "Struct", saved[name].fields)
    assert read(saved | {"finished": 0, "generator": 1}).moves == MOVES


def test_long_comments_in_any_script():
    saved = objects(466, 1, MOVES)
    saved["global"].fields["comment"] = "🂡" * 100_000
    assert read(saved).moves == MOVES


def test_at_most_20_000_entries():
    saved = objects(466, 1)
    first, again = Code(opcodes([flip(9)]) + b"\x94"), Code(b"h\x00")
    saved["moves"].fields.update(history=[first] + [again] * 20_000, index=20_001)
    refused(saved, Fault.DAMAGED)
    saved["moves"].fields.update(history=[first] + [again] * 19_999, index=20_000)
    assert read(saved).moves == []


def test_one_entry_is_one_move():
    """A file can refer to the same entry many times, but not a short file to many moves."""
    to_and_fro = [move(1, 18, 1), move(1, 1, 18)] * 32
    saved = objects(466, 1)
    again = Code(b"](" + opcodes(to_and_fro) + b"\x94" + b"h\x00" * 9 + b"e")
    saved["moves"].fields.update(history=again, index=10)
    assert "after move 1 (index 0), cards move" in refused(saved, Fault.POSITION_DIFFERS)
    many = Code(b"](" + opcodes(to_and_fro) + b"\x94" + b"h\x00" * 999 + b"e")
    saved["moves"].fields.update(history=many, index=1000)
    assert "more moves than a file of this size" in refused(saved, Fault.DAMAGED)


def test_the_limit_of_moves():
    saved = objects(466, 1, MOVES)
    assert import_save(file_of(saved), 3).moves == MOVES
    assert "At most 2 moves" in refused(saved, Fault.TOO_MANY_MOVES, 2)


def test_the_limit_ends_the_replay():
    """The moves beyond the limit are illegal, which is not noticed."""
    saved = objects(220, 1, ["deal"] * 7)
    saved["moves"].fields["history"] += [[move(1, 0, 9)]] * 1000
    saved["moves"].fields["index"] = 1007
    assert "At most 7 moves" in refused(saved, Fault.TOO_MANY_MOVES, 7)


@some_of_each_family
def test_a_random_game_of_many_numbers(variants):
    """The log of a save in PySolFC's order of stacks is the log that was played."""
    for number in some([number for variant in variants for number in VARIANTS[variant].pysolfc]):
        if game_of(number).moves_plainly:
            check_random_game(number)


def test_games_whose_moves_are_several_are_refused():
    """PySolFC saves a swap of cards, and what closes a line up, as moves of their own."""
    assert "clock are not read" in refused(objects(737, 7), Fault.UNSUPPORTED_GAME)
    assert "accordion are not read" in refused(objects(772, 7), Fault.UNSUPPORTED_GAME)


def check_random_game(number):
    game, rng, moves = game_of(number), random.Random(number), []
    position = deal_seed(game.tables, "7").position()
    regroups = game.tables.gathers or game.tables.restocks or game.tables.lays_under
    for _ in range(30):
        legal = [move for move in legal_moves(position) if move != "redeal" or not regroups]
        if not legal:
            break
        moves += advance(position, [rng.choice(legal)])
    found = read(objects(number, 7, moves))
    assert (found.variant, found.rules, found.moves) == (game.tables.variant.id, game.rules, moves)


def test_cards_are_shuffled_only_by_a_redeal():
    shuffle = Instance("pysollib.move", "AShuffleStackMove", {"stack_id": 0, "card_ids": (), "state": 1})
    saved = objects(466, 1)
    saved["moves"].fields.update(history=[[shuffle]], index=1)
    refused(saved, Fault.POSITION_DIFFERS)


def test_the_merci_must_match_the_moves():
    refused(objects(894, 1) | {"merci": True}, Fault.POSITION_DIFFERS)
    refused(objects(894, 1) | {"merci": 2}, Fault.DAMAGED)


def test_the_round_must_match_the_redeals():
    refused(objects(466, 1) | {"round": 2}, Fault.POSITION_DIFFERS)
    refused(objects(466, 1) | {"round": 0}, Fault.POSITION_DIFFERS)


STOCK, WASTE, CELLS = 32, 33, 16
"""Stacks of game 638, in which an emptied cell is filled from the waste."""


def royal():
    """Return a game of Royal Rendezvous that ends with a move from a cell, and the entry of that move."""
    seed, token = next(
        (seed, token)
        for seed in range(1, 100)
        for token in legal_moves(deal_seed(tables_for("pysolfc-royal-rendezvous"), str(seed)).position())
        if token.startswith("R")
    )
    saved = objects(638, seed, ["draw", "draw", token])
    return saved, saved["moves"].fields["history"][-1]


def test_a_cell_is_filled_from_the_waste():
    saved, entry = royal()
    assert [atom.fields["from_stack_id"] for atom in entry][1:] == [WASTE]
    assert len(read(saved).moves) == 3


def test_a_fill_of_another_cell():
    saved, entry = royal()
    emptied = entry[0].fields["from_stack_id"]
    entry[1].fields["to_stack_id"] = CELLS + (emptied - CELLS + 1) % 16
    refused(saved, Fault.POSITION_DIFFERS)


def test_a_fill_of_two_cards():
    saved, entry = royal()
    entry[1].fields["ncards"] = 2
    refused(saved, Fault.POSITION_DIFFERS)


def test_a_fill_without_a_vacancy():
    saved, _ = royal()
    saved["moves"].fields["history"][1].append(move(1, WASTE, CELLS))
    refused(saved, Fault.POSITION_DIFFERS)


def test_a_missing_fill():
    saved, entry = royal()
    entry.pop()
    refused(saved, Fault.POSITION_DIFFERS)


def test_a_draw_of_two_cards():
    saved = objects(638, 1, ["draw"])
    saved["moves"].fields["history"] = [[move(2, STOCK, WASTE)]]
    refused(saved, Fault.POSITION_DIFFERS)


def test_an_automatic_draw_is_a_move():
    """PySolFC can draw by itself when the waste is empty; the draw is then part of the player's entry."""
    saved = objects(638, 1, ["draw", "draw"])
    first, second = saved["moves"].fields["history"]
    saved["moves"].fields.update(history=[[*first, *second]], index=1)
    assert read(saved).moves == ["draw", "draw"]


def test_a_move_of_more_cards_than_the_stack_has():
    saved = objects(220, 1, ["deal"])
    saved["moves"].fields["history"][0].append(move(100, 9, 10))
    refused(saved, Fault.POSITION_DIFFERS)
