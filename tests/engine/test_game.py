"""``patience.Game`` and ``patience.verify``: what they accept, answer and refuse."""

import copy
import json
import pickle
import re
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

import patience
from patience import Game, PatienceError, Reason, verify
from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.rules.declaration import to_json
from patience.search.search_runner import is_available
from tests.conftest import each_family, read_games

needs_search = pytest.mark.skipif(not is_available(), reason="the search is not compiled")


def deck_of_aces_last() -> str:
    """A FreeCell deck by hand, in whose dealing order each round of eight goes from T1 to T8."""
    return " ".join(f"{rank}{suit}" for rank in "KQJT98765432A" for suit in "CDHS")


def test_moves_are_played_and_taken_back():
    game = Game("freecell", deck=deck_of_aces_last())
    # 52 cards in rows of eight: the Aces end T1 to T4.
    assert [game.position[f"T{number}"].cards[-1] for number in (1, 2, 3, 4)] == ["AC", "AD", "AH", "AS"]
    assert game.push("T1-F") == "T1-F1"
    assert game.push("T2-R3x1") == "T2-R3"
    assert game.moves == ("T1-F1", "T2-R3")
    assert game.position["R3"] == patience.Pile(("AD",), 0)
    assert game.pop() == "T2-R3"
    assert game.moves == ("T1-F1",)
    assert game.position["R3"] == patience.Pile((), 0)
    game.reset()
    assert game == Game("freecell", deck=deck_of_aces_last())


def test_an_illegal_move_raises_with_reason_sentence_and_index_and_changes_nothing():
    game = Game("freecell", deck=deck_of_aces_last())
    game.push("T1-F")
    before = game.copy()
    with pytest.raises(PatienceError) as caught:
        game.push("T2-T3")
    error = caught.value
    assert (error.reason, error.index, error.move) == (Reason.WRONG_COLOR, 1, "T2-T3")
    assert error.detail == "A♦ cannot go on A♥ on T3: colours must alternate."
    assert str(error) == f"Move 2 (index 1), T2-T3: {error.detail}"
    assert game == before
    assert pickle.loads(pickle.dumps(error)).__dict__ == error.__dict__


def test_why_not_answers_for_any_text_and_plays_nothing():
    game = Game("freecell", deck=deck_of_aces_last())
    assert game.why_not("T1-F1") is None
    assert game.is_legal("T1-F")
    assert game.why_not("T2-T3").reason is Reason.WRONG_COLOR
    assert game.why_not("castle").reason == "not_a_move"
    assert not game.is_legal("")
    assert game.moves == ()


def test_the_parts_of_a_move_have_names():
    move = patience.Move("T3-T7x4")
    assert (move.source, move.target, move.size, move.action) == ("T3", "T7", 4, "")
    assert patience.Move("draw").action == "draw"
    with pytest.raises(patience.PatienceError, match="'T3T7' is not a move") as caught:
        patience.Move("T3T7").source  # noqa: B018 - it raises
    assert (caught.value.reason, caught.value.move) == ("not_a_move", "T3T7")
    assert {move: 1}["T3-T7x4"] == 1
    assert json.dumps([move]) == '["T3-T7x4"]'


def test_copies_and_equality_follow_the_position():
    game = Game("freecell", deck=deck_of_aces_last())
    other = game.copy()
    game.push("T1-R1")
    game.push("R1-R2")
    other.push("T1-R2")
    assert game == other
    assert hash(game) == hash(other)
    assert len({game, other}) == 1
    assert game.moves != other.moves
    other.push("T2-R1")
    assert game != other
    assert game.position["R1"].cards == ()
    assert game != "freecell"


def test_games_under_other_rules_differ():
    assert Game("klondike", seed=1) != Game("klondike", seed=1, draw="three")
    assert Game("forecell", seed=1) != Game("freecell", seed=1)


def test_used_redeals_tell_positions_apart_only_where_they_are_limited():
    deck = Game("klondike", seed=1).deck
    endless = Game("klondike", deck=deck)
    limited = Game("klondike", deck=deck, redeals=3)
    for game in (endless, limited):
        while game.position["S"].cards:
            game.push("draw")
        opening = game.copy()
        game.push("redeal")
        while game.position["S"].cards:
            game.push("draw")
        assert game.redeals == 1
        assert game.position == opening.position
        assert (game == opening) is (game is endless)


def test_games_whose_redeals_shuffle_in_other_orders_differ():
    game = Game("montana", seed=1)
    same = Game("montana", seed=1)
    without_order = Game("montana", deck=game.deck)
    in_order = Game("montana", deck=game.deck, redeal_orders=[sorted(game.deck)])
    assert game.position == without_order.position == in_order.position
    assert game == same
    assert hash(game) == hash(same)
    assert ("redeal" in game.legal_moves, "redeal" in without_order.legal_moves) == (True, False)
    assert len({game, same, without_order, in_order}) == 3


def test_a_move_that_is_taken_back_restores_the_redeals():
    game = Game("klondike", seed=1)
    while "draw" in game.legal_moves:
        game.push("draw")
    game.push("redeal")
    game.pop()
    assert game.redeals == 0


def test_a_random_deal_can_be_dealt_again():
    game = Game("spider")
    assert Game("spider", seed=game.seed) == game


@pytest.mark.parametrize(
    ("arguments", "reason", "sentence"),
    [
        ({"variant": "Klondik"}, "unknown_variant", "Unknown variant 'Klondik'. Did you mean klondike?"),
        (
            {"variant": "house-b"},
            "unknown_variant",
            "does not read the folder of REFEREE_VARIANTS",
        ),
        ({}, "unknown_variant", "A game needs a variant"),
        ({"variant": "klondike", "draw": "five"}, "bad_options", "draw must be one or three"),
        ({"variant": "freecell", "speed": 2}, "bad_options", "freecell has no option 'speed'"),
        ({"variant": "klondike", "seed": "007"}, "bad_seed", "'007' is not a seed"),
        ({"variant": "klondike", "seed": True}, "bad_seed", "True is not a seed"),
        ({"variant": "klondike", "seed": -3}, "bad_seed", "'-3' is not a seed"),
        ({"variant": "klondike", "deck": "AS AS"}, "bad_deck", "51 missing"),
        ({"variant": "klondike", "deck": 5}, "bad_deck", "A deck is a list of cards"),
        ({"variant": "klondike", "deck": "AS", "seed": 1}, "bad_deck", "one of seed, deck and board"),
        ({"declaration": "{"}, "bad_declaration", "A declaration is not JSON"),
        ({"declaration": {}}, "bad_declaration", "foundations is missing"),
        ({"declaration": "[]"}, "bad_declaration", "expected an object"),
        ({"declaration": {}, "draw": "one"}, "bad_options", "so draw cannot be chosen"),
        ({"variant": "klondike", "declaration": {}}, "bad_declaration", "klondike is a game of this library"),
        ({"variant": "a b", "declaration": VARIANTS["klondike"].rules}, "bad_declaration", "not an id"),
    ],
)
def test_what_is_not_a_game_is_refused_in_a_sentence(arguments, reason, sentence):
    with pytest.raises(PatienceError) as caught:
        Game(**arguments)
    assert caught.value.reason == reason
    assert sentence in str(caught.value)
    assert caught.value.index is None


def test_nothing_to_take_back_is_an_error():
    with pytest.raises(PatienceError, match="No move has been played"):
        Game("freecell", seed=1).pop()


@pytest.mark.parametrize("form", [lambda rules: rules, to_json, lambda rules: json.dumps(to_json(rules))])
def test_a_declaration_plays_like_the_game_that_it_declares(form):
    declared = Game("my-game", declaration=form(VARIANTS["klondike"].rules), seed=7)
    known = Game("klondike", seed=7)
    assert declared.legal_moves == known.legal_moves
    assert declared.position == known.position
    assert declared.title == "My Game"
    declared.push("draw")
    log = declared.to_log()
    assert "variant" not in log
    assert json.loads(json.dumps(log)) == log
    verdict = verify(log)
    assert (verdict.valid, verdict.moves_played) == (True, 1)
    assert verdict.game.position == declared.position


def test_a_deck_deals_the_game_again_where_the_deal_sets_the_base():
    game = Game("canfield", seed=2)
    assert Game("canfield", deck=game.deck) == game


@each_family
def test_recorded_games_replay_to_their_verdicts(variants):
    """The fixtures' verdicts come from the reference interpreter; tests/test_games.py has all of them."""
    games = [game for game in read_games(f"games/{variants[0]}.jsonl.gz") if game["kind"] == "game"]
    assert games
    for game in games[:3]:
        verdict, expected = verify(game["request"]), game["verdict"]
        illegal = verdict.first_illegal_move
        assert verdict.valid is expected["valid"]
        assert verdict.outcome == expected["outcome"]
        assert verdict.moves_played == expected["moves_played"]
        assert (illegal.reason if illegal else None) == (expected["first_illegal_move"] or {}).get("reason")


def test_a_log_round_trips():
    game = Game("klondike", seed=7, draw="three")
    game.push("T3-T7")
    game.push("draw")
    log = game.to_log()
    assert log["moves"] == ["T3-T7", "draw"]
    assert Game.from_log(json.dumps(log)).moves == game.moves
    assert Game.from_log(log) == game


def test_from_log_raises_at_the_first_illegal_move():
    log = {"variant": "klondike", "seed": "7", "moves": ["draw", "redeal"]}
    with pytest.raises(PatienceError) as caught:
        Game.from_log(log)
    assert (caught.value.reason, caught.value.index) == (Reason.STOCK_NOT_EMPTY, 1)
    verdict = verify(log)
    assert not verdict.valid
    assert verdict.moves_played == 1
    assert verdict.moves_total == 2
    assert verdict.first_illegal_move.index == 1
    assert verdict.outcome == "in_progress"


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        (b"\xff", "A log is not JSON"),
        ('{"variant": "freecell", "seed": "1", "moves": [], "seed": "2"}', "repeated"),
        ("[" * 100_000, "A log is not JSON"),
        ("[]", "A log is an object"),
        (None, "A log is an object"),
        ({"variant": "freecell", "seed": "1"}, "has no moves"),
        ({"variant": "freecell", "moves": []}, "this one has none of them"),
        ({"variant": "freecell", "seed": "1", "deck": [], "moves": []}, "this one has seed and deck"),
        ({"variant": "freecell", "seed": "1", "moves": 5}, "moves is a list"),
        ({"variant": "freecell", "seed": "1", "moves": [1]}, "moves is a list"),
        ({"variant": ["freecell"], "seed": "1", "moves": []}, "variant is a string"),
        ({"variant": "freecell", "seed": [], "moves": []}, "[] is not a seed"),
        ({"variant": "freecell", "seed": "1", "moves": [], "rules": []}, "rules is an object"),
        ({"variant": "freecell", "seed": "1", "moves": [], "speed": 1}, "'speed' is not a member of a log"),
        ({"variant": "freecell", "seed": "1", "moves": [], "rules_version": "0"}, "rules version '0'"),
        (
            {"variant": "freecell", "seed": "1", "moves": [], "checkpoints": [{}]},
            "does not compare checkpoints",
        ),
    ],
)
def test_what_is_not_a_log_is_refused_in_a_sentence(log, sentence):
    with pytest.raises(PatienceError) as caught:
        verify(log)
    assert sentence in str(caught.value)


@needs_search
def test_a_won_game_has_no_moves_and_a_prospect():
    game = Game("freecell", seed=1)
    outlook = game.prospect()
    assert outlook.prospect is patience.Prospect.WINNABLE
    for move in outlook.line:
        game.push(move)
    assert game.is_won
    assert game.outcome is patience.Outcome.WON
    assert game.legal_moves == []
    assert game.hint() is None
    assert game.why_not("T1-R1").reason is Reason.GAME_OVER


@needs_search
def test_a_hint_keeps_the_game_winnable():
    game = Game("freecell", seed=1)
    assert game.hint() == game.prospect().line[0]


def test_str_is_the_board_and_repr_names_the_deal():
    game = Game("klondike", seed=7)
    assert str(game).startswith("Foundations     F1   F2   F3   F4\n")
    assert repr(game).startswith("<Game klondike, seed 7, draw=one")
    assert repr(game).endswith(": 0 moves, in_progress>")


def test_unknown_names_of_the_package_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        _ = patience.Chess
    assert {name for name in dir(patience) if not name.startswith("__")} == set(patience.__all__)


def test_the_docstring_of_the_package_names_what_is_public():
    named = set(re.findall(r"``([A-Za-z_]+)``", patience.__doc__))
    assert set(patience.__all__) - named == {"plies"}


def test_the_registry_is_short_in_a_notebook():
    assert len(repr(patience.variants)) < 100
    table = patience.variants._repr_html_()
    assert len(table) < 5000
    families = {variant.family for variant in VARIANTS.values()}
    assert table.count("<tr>") == len(families) + 1
    assert "<td>Klondike</td>" in table


def test_an_unknown_variant_of_the_registry_suggests_one():
    with pytest.raises(KeyError, match="Did you mean klondike"):
        patience.variants["klondkie"]
    assert patience.variants.get("klondkie") is None
    assert Path(patience.__file__).with_name("py.typed").exists()


def test_the_top_card_of_an_open_stock_lies_face_up():
    """Circle Nine's next card is seen before it is played (PySolFC 641), Klondike's is not."""
    for variant, seen in ("circle-nine", 1), ("klondike", 0):
        stock = Game(variant, seed=7).position["S"]
        assert len(stock.cards) - stock.face_down == seen


def test_a_picture_names_no_card_that_lies_face_down():
    game = Game("klondike", seed=7)
    named = re.findall(r"<title>(..)</title>", game.svg())
    up = [pile.cards[pile.face_down :] for pile in game.position.values()]
    assert sorted(named) == sorted(card for cards in up for card in cards)
    assert game._repr_svg_() == game.svg()


def test_a_picture_shows_the_hidden_faces_on_request():
    game = Game("klondike", seed=7)
    named = re.findall(r"<title>(..)</title>", game.svg(hidden=False))
    columns = [card for name, pile in game.position.items() if name[0] == "T" for card in pile.cards]
    assert set(columns) <= set(named)


@each_family
def test_every_game_has_a_picture_that_is_xml(variants):
    for variant in variants:
        Xml.fromstring(Game(variant, seed=1).svg())


def test_a_dead_deal_says_which_cards_can_never_be_freed():
    game = Game("klondike", seed=29)
    outlook = game.prospect(0)
    # A♣ lies under Q♥ in T7, as do both cards that Q♥ could go onto or that F3 needs before it.
    assert [card in game.position["T7"].cards for card in ("AC", "QH", "KS", "6H")] == [True] * 4
    assert (outlook.prospect, outlook.proof, outlook.line) == ("dead", "static", None)
    shortest = game.prospect(0, shortest=True)
    assert (shortest.proof, shortest.at_least, shortest.is_shortest) == ("static", None, False)
    assert outlook.explanation[0] == "A♣ can never be freed."
    assert "F1 needs A♣." in outlook.explanation
    assert game.hint(0) is None


def test_a_winnable_deal_has_a_line_that_wins():
    """Hoffmann's game with endless redeals can always be won, which needs no search."""
    game = Game("rouge-et-noir-hoffmann", seed=1)
    assert game.prospect(0).proof == "theorem"
    assert game.hint(0) == game.prospect(0).line[0]
    for move in game.prospect(0).line:
        game.push(move)
    assert game.is_won
    assert not game.is_lost


@pytest.mark.skipif(not is_available(), reason="the search is not compiled")
def test_a_budget_of_any_size_is_searched():
    """The search counts in 32 bits."""
    lost, won = Game("clock", seed=1), Game("clock", seed=12)
    assert lost.prospect(2**40) == lost.prospect(2**20)
    assert won.prospect(2**40, shortest=True) == won.prospect(2**20, shortest=True)


@pytest.mark.parametrize("budget", [-1, "a", None])
def test_a_budget_is_a_number_of_positions(budget):
    with pytest.raises(PatienceError, match="The budget is a whole number of at least 0, not") as caught:
        Game("klondike", seed=1).prospect(budget)
    assert caught.value.reason == "bad_budget"


@pytest.mark.skipif(is_available(), reason="the search is compiled")
def test_a_missing_search_is_said_in_a_sentence():
    with pytest.raises(PatienceError, match="With a budget of 0, proofs alone are tried"):
        Game("freecell", seed=1).prospect()


def test_the_text_of_a_position_opens_it():
    game = Game("klondike", seed=7, draw="three")
    game.push("T3-T7")
    again = Game.from_position(game.position_text)
    assert again == game
    assert again.rules == game.rules
    with pytest.raises(PatienceError) as caught:
        Game.from_position("klondike")
    assert caught.value.reason == "bad_board"
    piles = again.to_log()["board"]
    assert Game("klondike", board=piles, draw="three") == game
    assert repr(again).startswith("<Game klondike, a board")


@pytest.mark.parametrize(
    "arguments",
    [
        {"variant": "klondike", "seed": 7, "draw": "three"},
        {"variant": "klondike", "deck": Game("klondike", seed=7).deck},
        {"variant": "klondike", "board": Game("klondike", seed=7).position_text.partition(";")[2]},
        {"variant": "mine", "seed": 7, "declaration": VARIANTS["klondike"].rules},
    ],
)
@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_copies_of_every_kind_can_be_played_on(arguments, twin):
    game = Game(**arguments)
    game.push("T3-T7")
    other = twin(game)
    assert other == game
    assert other.moves == game.moves
    other.push("draw")
    assert game.moves == ("T3-T7",)
    other.pop()
    other.pop()
    assert other == Game(**arguments)


@pytest.mark.parametrize("move", [None, 5, b"draw", ["draw"]])
def test_what_is_not_text_is_not_a_move(move):
    game = Game("klondike", seed=7)
    with pytest.raises(PatienceError, match="A move is a string such as T3-T7x4, not"):
        game.push(move)
    assert not game.is_legal(move)


def test_variants_and_their_rules_show_themselves_in_one_line():
    assert repr(patience.variants["klondike"]) == "<Variant klondike: Klondike>"
    assert repr(tables_for("golf")) == "<CompiledRules golf>"


@pytest.mark.parametrize(
    ("options", "advice"),
    [
        ({"draw": 3}, "draw must be one or three, not 3. Did you mean three?"),
        ({"draw": "Three"}, "Did you mean three?"),
        ({"draw": 7}, "draw must be one or three, not 7."),
        ({"passes": 3}, "For passes, use redeals: one fewer."),
        ({"deck": "10C th A♥"}, "Did you mean TC?"),
        ({"deck": "th"}, "Did you mean TH?"),
        ({"deck": "A♥"}, "Did you mean AH?"),
        ({"board": "T7=10C4H2D"}, "Did you mean T7=TC4H2D?"),
        ({"board": {"waste": ["10C"]}}, "Did you mean TC?"),
    ],
)
def test_what_other_programs_write_gets_advice(options, advice):
    deal = {} if {"deck", "board"} & options.keys() else {"seed": 1}
    with pytest.raises(PatienceError) as caught:
        Game("klondike", **deal, **options)
    assert advice in caught.value.detail


def test_a_wrong_pack_is_listed_in_part_and_the_suits_are_named():
    with pytest.raises(PatienceError) as caught:
        Game("spider", suits="one", deck=[f"{rank}S" for rank in "A23456789TJQK"] * 8)
    missing, surplus = "AC " * 8 + "2C " * 8 + "3C " * 4, "AS " * 8 + "2S " * 8 + "3S " * 4
    assert caught.value.detail == (
        f"104 missing: {missing}…. 104 surplus: {surplus}…. All cards of this game are clubs."
    )


@pytest.mark.parametrize(
    ("move", "advice"),
    [
        ("undo", "Leave out moves that were taken back."),
        ("flip T3", "Cards are turned face up by themselves"),
        ("Pass", "The move that turns the waste over is redeal."),
        ("t3-t7", "Did you mean T3-T7?"),
        ("T3-T7X4", "Did you mean T3-T7x4?"),
        ("DRAW", "Did you mean draw?"),
    ],
)
def test_what_other_programs_call_a_move_gets_advice(move, advice):
    with pytest.raises(PatienceError) as caught:
        Game("klondike", seed=7).push(move)
    assert advice in caught.value.detail


def test_cards_that_a_program_plays_by_itself():
    """Column 6 of deal 1 ends with AS AC 2C 3D."""
    game = Game("freecell", seed=1)
    assert game.autoplay() == []
    game.push("T6-R1")
    game.push("T6-R2")
    assert game.copy().autoplay("none") == []
    assert game.autoplay("microsoft") == ["T6-F1", "T6-F2", "R2-F1"]
    assert len(game.moves) == 5
    with pytest.raises(PatienceError, match="rule is one of microsoft, raymond, all, none, not 'vista'"):
        game.autoplay("vista")
