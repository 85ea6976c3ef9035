"""Cards, tokens, options and names: what goes in and out of the engine, value by value."""

import re
from collections import Counter
from hashlib import sha256
from itertools import product

import pytest

from conformance import reference
from patience.cards import CARDS, CODES, FACE_DOWN, FLOOR, PACK, is_red, rank, suit, symbol
from patience.cards.notation import PILE_PATTERN, NotationError, Token, check_tokens, parse
from patience.cards.seeds import HIGHEST_NUMBER, SeedError, normalize
from patience.compilation.compiled_rules import OptionError, tables_for
from patience.compilation.sequences import tops
from patience.games import VARIANTS
from patience.play.dealing import DeckError, check_deck, deal_deck, deal_seed
from patience.play.game_ids import deal_id, ids_of
from patience.play.replay import GameLog, replay
from patience.rules import Build, Foundation

RANKS, SUITS = "A23456789TJQK", "CDHS"
TWO_PACKS = Counter(2 * list(CARDS))
IN_ORDER = [r + s for s in SUITS for r in RANKS] * 2


# Cards


def test_cards_are_numbered_suit_by_suit():
    assert [CODES[card] for card in PACK] == IN_ORDER[:52]
    assert [CARDS[code] for code in IN_ORDER[:52]] == list(range(52))
    assert [(RANKS[rank(card)], SUITS[suit(card)]) for card in PACK] == [
        tuple(code) for code in IN_ORDER[:52]
    ]


def test_a_card_that_lies_face_down_has_the_same_code():
    assert [CODES[card + FACE_DOWN] for card in PACK] == IN_ORDER[:52]
    assert CODES[52:FACE_DOWN] == ("",) * 12


def test_diamonds_and_hearts_are_red():
    assert "".join(CODES[card][1] for card in PACK if is_red(card)) == "D" * 13 + "H" * 13


def test_a_card_as_people_write_it():
    written = {code: symbol(CARDS[code]) for code in ("AC", "TH", "9D", "KS", "2C")}
    assert written == {"AC": "A♣", "TH": "10♥", "9D": "9♦", "KS": "K♠", "2C": "2♣"}


# Tokens


def all_near_tokens():
    """Every pile with every other, numbers just outside the grammar and of the largest board included."""
    numbers = ["", "0", "1", "2", "9", "10", "11", "12", "16", "17", "18", "99", "100", "01"]
    piles = ["S", "W", "w", *map("".join, product("TFR", numbers))]
    for source, target in product(piles, piles):
        yield f"{source}-{target}"
    counts = ["0", "1", "2", "13", "14", "15", "999", "1000", "01", ""]
    for source, target, count in product(piles[:20], piles[:20], counts):
        yield f"{source}-{target}x{count}"
    for action in ("deal", "draw", "redeal"):
        yield from (action, action.upper(), f"XX{action}XX", f"{action} ", f"{action}x2", f"{action}\n")


def is_taken(token: str) -> bool:
    try:
        check_tokens([token])
    except NotationError:
        return False
    return True


def test_near_tokens_are_told_from_tokens():
    tokens = list(all_near_tokens())
    assert [token for token in tokens if is_taken(token) != reference.is_token(token)] == []
    assert {is_taken(token) for token in tokens} == {True, False}


def test_tokens_are_read_however_many_have_been():
    """Clients may send any of the grammar's millions; each is read the same, kept or not."""
    tables = tables_for("double-russian")
    for source, count in product(range(1, 100), range(1, 200)):
        assert tables.read(f"T{source}-T1x{count}").count == count
    move = tables.read("T2-T1x999")
    assert (move.source, move.target, move.count, move.text) == (1, 0, 999, "T2-T1x999")


@pytest.mark.parametrize("wrong", [["T1-F1"], {"T1-F1": 1}, None, 7, b"T1-F1"])
def test_what_is_no_text_is_no_token(wrong):
    with pytest.raises(NotationError) as caught:
        check_tokens(["T1-F1", wrong])
    assert caught.value.problems == {1: "A move is a string such as T3-T7x4."}


@pytest.mark.parametrize("name", ["S", "W", "T1", "T10", "F16", "R16", "T99", "T104", "F999"])
def test_piles_have_names(name):
    assert re.fullmatch(PILE_PATTERN, name)


@pytest.mark.parametrize("name", ["", "s", "SW", "T", "T0", "T01", "T1000", "X1", "W1", " T1", "T1\n"])
def test_other_names_are_not_of_piles(name):
    assert not re.fullmatch(PILE_PATTERN, name)


@pytest.mark.parametrize(
    ("token", "move", "written"),
    [
        ("deal", Token("deal", "", "", 1), "deal"),
        ("T3-T7x4", Token("", "T3", "T7", 4), "T3-T7x4"),
        ("T3-T7x1", Token("", "T3", "T7", 1), "T3-T7"),
        ("W-F", Token("", "W", "F", 1), "W-F"),
        ("R16-F12x2", Token("", "R16", "F12", 2), "R16-F12x2"),
        ("T99-S", Token("", "T99", "S"), "T99-S"),
    ],
)
def test_token_read_and_written(token, move, written):
    assert parse(token) == move
    assert str(move) == written


EXPECTED = "is not a move. Expected deal, draw, redeal or SOURCE-TARGET, as in T3-T7x4 or W-F."


@pytest.mark.parametrize(
    ("token", "complaint"),
    [
        ("t1-t2", f"'t1-t2' {EXPECTED} Did you mean T1-T2?"),
        ("", f"'' {EXPECTED}"),
        ("é" * 40, f"'{chr(92)}xe9" + f"{chr(92)}xe9" * 39 + f"' {EXPECTED}"),
        ("T" * 41, f"'{'T' * 40}{chr(92)}u2026' {EXPECTED}"),
    ],
)
def test_malformed_token_is_quoted_in_short(token, complaint):
    with pytest.raises(NotationError, match=re.escape(f"move 0: {complaint}")) as caught:
        parse(token)
    assert caught.value.problems == {0: complaint}


def test_every_malformed_token_is_named():
    with pytest.raises(NotationError) as caught:
        check_tokens(["deal", "T1", "T1-F", 7, None])
    assert caught.value.problems == {
        1: f"'T1' {EXPECTED}",
        3: "A move is a string such as T3-T7x4.",
        4: "A move is a string such as T3-T7x4.",
    }
    assert str(caught.value) == "; ".join(
        f"move {index}: {text}" for index, text in caught.value.problems.items()
    )


# Options


def test_options_left_out_take_their_defaults():
    """RULES §2, §4, §5, §6."""
    settled = {
        "rouge-et-noir": (("deal", "any_time"), ("win", "all_cards")),
        "rouge-et-noir-classic": (("deal", "any_time"), ("win", "all_cards")),
        "rouge-et-noir-hoffmann": (("redeals", "unlimited"),),
        "royal-rendezvous": (("twos", "four"), ("draw", "any_time")),
        "double-russian": (("groups", "any"),),
        "pysolfc-rouge-et-noir": (),
        "pysolfc-royal-rendezvous": (),
        "pysolfc-double-russian": (),
    }
    assert {variant: tables_for(variant).options for variant in settled} == settled


@pytest.mark.parametrize(
    ("variant", "option", "value"),
    [
        ("rouge-et-noir", "deal", "when_blocked"),
        ("rouge-et-noir", "win", "four_sequences"),
        ("rouge-et-noir-classic", "win", "four_sequences"),
        ("rouge-et-noir-hoffmann", "redeals", 0),
        ("rouge-et-noir-hoffmann", "redeals", 99),
        ("royal-rendezvous", "twos", "eight"),
        ("royal-rendezvous", "draw", "when_blocked"),
        ("double-russian", "groups", "in_sequence"),
        ("freecell", "cells", "five"),
        ("freecell", "cells", "six"),
    ],
)
def test_option_chosen(variant, option, value):
    assert dict(tables_for(variant, {option: value}).options)[option] == value


@pytest.mark.parametrize(
    ("variant", "option", "value", "complaint"),
    [
        ("rouge-et-noir", "deal", "now", "deal must be any_time or when_blocked, not 'now'."),
        ("rouge-et-noir", "win", 4, "win must be all_cards or four_sequences, not 4."),
        ("double-russian", "groups", ["any"], "groups must be any or in_sequence, not ['any']."),
        ("double-russian", "groups", "x" * 70, f"groups must be any or in_sequence, not '{'x' * 59}."),
        *(
            (
                "rouge-et-noir-hoffmann",
                "redeals",
                value,
                f"redeals must be unlimited or a whole number 0 to 99, not {value!r}.",
            )
            for value in (-1, 100, "1", True, 1.0, None)
        ),
        (
            "rouge-et-noir",
            "twos",
            "four",
            "rouge-et-noir has no option 'twos'. Its options: deal, win.",
        ),
        (
            "pysolfc-double-russian",
            "y" * 70,
            "any",
            f"pysolfc-double-russian has no option '{'y' * 60}'. It has no options.",
        ),
    ],
)
def test_option_refused(variant, option, value, complaint):
    with pytest.raises(OptionError) as caught:
        tables_for(variant, {option: value})
    assert caught.value.problems == {option: complaint}
    assert str(caught.value) == complaint


def test_no_redeals_is_the_number_0_where_the_variant_lacks_the_word():
    for variant, settled in (("klondike", 0), ("rouge-et-noir-hoffmann", 0), ("forty-thieves", "none")):
        assert dict(tables_for(variant, {"redeals": "none"}).options)["redeals"] == settled
    with pytest.raises(OptionError, match="draw must be one or three, not 'none'"):
        tables_for("klondike", {"draw": "none"})


def test_every_wrong_option_is_named():
    with pytest.raises(OptionError) as caught:
        tables_for("royal-rendezvous", {"twos": "six", "draw": "any_time", "deal": 1})
    assert list(caught.value.problems) == ["twos", "deal"]
    assert str(caught.value) == " ".join(caught.value.problems.values())


def test_options_that_change_the_layout():
    """Only Twos set out, suits, the number of cells and the cards drawn at the start change it."""
    for variant in VARIANTS.values():
        changing = {option.name for option in variant.options if option.changes_layout}
        expected = {"twos"} if variant.id == "royal-rendezvous" else {"suits", "cells", "draw"}
        assert changing == {option.name for option in variant.options} & expected


def test_unknown_variant():
    with pytest.raises(KeyError):
        tables_for("chess")


# Names


def digest(*lines: str) -> str:
    return "sha256:" + sha256("\n".join(lines).encode()).hexdigest()


def names(tables, deck, *moves):
    return ids_of(replay(GameLog(deal_deck(tables, deck), moves)))


def test_names_of_a_deal_a_game_and_a_judgement():
    """They are signed into receipts and stored by clients, so their text must stay."""
    tables = tables_for("royal-rendezvous", {"twos": "eight"})
    setting = ("royal-rendezvous", "twos=eight draw=any_time")
    deck = " ".join(IN_ORDER)
    found = names(tables, IN_ORDER, "draw", "W-W", "draw")
    assert found.deal == digest(*setting, deck) == deal_id(deal_deck(tables, IN_ORDER))
    assert found.game == digest(*setting, deck, "draw")
    assert found.judgement == digest(*setting, "1", deck, "draw W-W draw")
    found = names(tables, IN_ORDER)
    assert (found.game, found.judgement) == (digest(*setting, deck, ""), digest(*setting, "1", deck, ""))


def test_a_game_has_one_name_however_it_is_spelled():
    """On T9 and T10 lie a Two and an Ace of clubs; there are no options to name."""
    tables = tables_for("pysolfc-double-russian")
    deck = IN_ORDER[::-1]
    spellings = product(("T10-F1", "T10-F", "T10-F1x1", "T10-Fx1"), ("T9-F1", "T9-F"), ((), ("T9-F",)))
    found = [names(tables, deck, *moves, *illegal) for *moves, illegal in spellings]
    game = digest("pysolfc-double-russian", "", " ".join(deck), "T10-F1 T9-F1")
    assert {ids.game for ids in found} == {game}
    assert len({ids.judgement for ids in found}) == 16
    assert names(tables, deck, "T10-F2").game != names(tables, deck, "T10-F1").game


def test_a_seed_and_its_deck_have_one_name():
    tables = tables_for("double-russian")
    deal = deal_seed(tables, "4711")
    assert deal_id(deal_deck(tables, [CODES[card] for card in deal.deck])) == deal_id(deal)


# Deals


def test_a_deal_tells_its_seed():
    tables = tables_for("double-russian")
    assert deal_seed(tables, "ms5").seed == "5"
    assert deal_deck(tables, IN_ORDER).seed is None


def test_equal_deals_are_equal():
    """Whatever positions were opened from them."""
    tables = tables_for("double-russian")
    assert deal_deck(tables, IN_ORDER) == deal_deck(tables, IN_ORDER)
    assert deal_deck(tables, IN_ORDER) != deal_deck(tables, IN_ORDER[::-1])
    assert "opening" not in repr(deal_deck(tables, IN_ORDER))


def test_wrong_deck_in_one_text():
    with pytest.raises(DeckError) as caught:
        check_deck(["x" * 80, *IN_ORDER[1:]], TWO_PACKS)
    quoted = f"'{'x' * 59} is not a card. Expected a rank of {RANKS} and a suit of {SUITS}, as in TH."
    assert caught.value.problems == [(0, quoted), (None, "1 missing: AC.")]
    assert str(caught.value) == f"{quoted} 1 missing: AC."


def test_highest_seed():
    assert normalize(str(HIGHEST_NUMBER)) == "9" * 20
    with pytest.raises(SeedError):
        normalize(str(HIGHEST_NUMBER + 1))


def test_wrong_seed_is_quoted_in_short():
    expected = "Expected 1 to 20 digits without a leading zero, or ms1 to ms8589934591."
    with pytest.raises(SeedError, match=f"^'{'y' * 40}' is not a seed. {expected}$"):
        normalize("y" * 50)


def test_rules_versions():
    """RULES §10."""
    second = {variant.id for variant in VARIANTS.values() if variant.rules_version == "2"}
    assert second == {"rouge-et-noir", "rouge-et-noir-classic", "deck", "master", "duchess"}
    assert {variant.rules_version for variant in VARIANTS.values()} == {"1", "2"}


def test_tops_of_an_incomplete_foundation():
    """One set for each number of cards from none to one less than all."""
    kings = Foundation("D", "JQK", Build.BY_SUIT)
    assert tops(kings) == ({FLOOR}, {CARDS["JD"]}, {CARDS["QD"]})
