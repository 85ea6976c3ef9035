"""Logs that record positions: files that KPatience and Solvitaire wrote, and hostile ones."""

import re

import pytest

from patience.cards import CODES
from patience.compilation.compiled_rules import tables_for
from patience.formats.dialects import board_of_seed
from patience.formats.foreign_logs import DealName, read_log
from patience.formats.kpatience import RANK_WORDS, SUIT_WORDS
from patience.formats.position_logs import ForeignLogError, moves_through
from patience.formats.written_logs import write_log
from patience.play.dealing import deal_board
from patience.play.replay import GameLog, replay
from schemas.import_request import log_json
from schemas.replay_request import load_replay_request
from tests.conftest import FIXTURES

LOGS = FIXTURES / "logs"
KLONDIKE = (LOGS / "kpatience-klondike.kpat").read_bytes()
SPIDER = (LOGS / "kpatience-spider.kpat").read_bytes()
SOLVED = (LOGS / "solvitaire-klondike-2.txt").read_bytes()
DRAW_THREE = DealName("klondike", {"draw": "three"})


def verdict(game):
    return replay(GameLog(game.deal, tuple(game.moves)))


@pytest.mark.parametrize(
    "variant",
    [
        *("klondike", "freecell", "bakers-game", "eight-off", "seahaven-towers", "yukon", "simple-simon"),
        *("golf", "aces-up", "gypsy", "beleaguered-castle", "bakers-dozen", "grandfathers-clock"),
        "tvetes-grandfather",
    ],
)
def test_games_that_kpatience_saved(variant):
    """KPatience 22.12 played them in its demo mode; two moves were taken back. Each state is one move."""
    data = (LOGS / f"kpatience-{variant}.kpat").read_bytes()
    game = read_log("kpatience", data)
    assert (game.deal.tables.variant.id, game.undone) == (variant, 2)
    assert data.count(b"<state") == 1 + len(game.moves) + game.undone
    assert len(game.moves) > 0
    assert verdict(game).valid


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "  \n"),
        lambda text: text.replace("\n", "\t\n"),
        lambda text: text.replace("10", "T"),
        lambda text: f"Here it is:\n<pre>{text}</pre>",
        lambda text: re.sub(r"\b([0-9AJQK]+)H\b", "\\1♥", text),
    ],
)
def test_solutions_of_solvitaire_as_people_bring_them(change):
    expected = read_log("solvitaire", SOLVED, DRAW_THREE).moves
    assert read_log("solvitaire", change(SOLVED.decode()).encode(), DRAW_THREE).moves == expected


def redealt(columns):
    """Deal as KPatience's grandf.cpp: from the end, triangles from alternating sides, then rows of six."""
    cards = [card for column in reversed(columns) for card in column]
    columns = [[] for _ in range(7)]
    first, last, step = 0, 6, 1
    for _ in range(7):
        for column in range(first, last + step, step):
            if cards:
                columns[column].append(cards.pop())
        first, last, step = last, first + step, -step
    for place in range(len(cards)):
        columns[place % 6 + 1].append(cards.pop())
    return columns


def with_redeal(data: bytes, columns, count: int = 2) -> bytes:
    """Return a file of KPatience whose last state puts the cards on these columns."""
    ids = {
        (rank, suit): card for card, suit, rank in re.findall(rb'id="(\d+)" suit="(\w+)" rank="(\w+)"', data)
    }
    words = {code: rank.encode() for rank, code in RANK_WORDS.items()}
    suits = {code: suit.encode() for suit, code in SUIT_WORDS.items()}
    piles = b"".join(
        b'<move pile="store%d" position="0">%s</move>'
        % (
            number,
            b"".join(b'<card id="%s"/>' % ids[words[card[0]], suits[card[1]]] for card in column),
        )
        for number, column in enumerate(columns)
    )
    state = b'<state game-specific-state="%d">%s</state></kpat-game>' % (count, piles)
    return data.replace(b' current="true"', b"").replace(b"</kpat-game>", state)


def test_a_redeal_of_kpatience():
    """It shuffles nothing: the columns are gathered from the last to the first, and dealt from the end."""
    begun = read_log("kpatience", (LOGS / "kpatience-tvetes-grandfather.kpat").read_bytes())
    data = write_log("kpatience", begun.deal, begun.moves).encode()
    position = verdict(begun).position
    columns = redealt([[CODES[card] for card in position.cards(pile)] for pile in position.tables.columns])
    game = read_log("kpatience", with_redeal(data, columns))
    assert game.moves == [*begun.moves, "redeal"]
    end = verdict(game).position
    assert [[CODES[card] for card in end.cards(pile)] for pile in end.tables.columns] == columns
    request = load_replay_request(log_json(game))
    assert replay(request.log).position.piles == end.piles

    with pytest.raises(ForeignLogError, match="the rules do not lead there"):
        read_log("kpatience", with_redeal(data, columns[::-1]))
    twice = redealt(columns)
    again = with_redeal(with_redeal(data, columns), twice, 3)
    assert read_log("kpatience", again).moves[-2:] == ["redeal", "redeal"]
    with pytest.raises(ForeignLogError, match="the rules have no redeal there"):
        read_log("kpatience", with_redeal(again, redealt(twice), 4))


def test_a_mod_3_of_kpatience():
    """Its demo played ten moves. Cards of the stock fill columns by themselves."""
    data = (LOGS / "kpatience-picture-gallery.kpat").read_bytes()
    game = read_log("kpatience", data)
    assert game.deal.tables.variant.id == "picture-gallery"
    assert data.count(b"<state") == 1 + len(game.moves) == 11
    assert verdict(game).valid


def test_a_spider_of_kpatience_with_two_suits():
    """Spades are the clubs of this game. The last state of the file counts sequences and deals."""
    game = read_log("kpatience", SPIDER)
    assert dict(game.deal.tables.options) == {"suits": "two", "deal": "any_time"}
    assert verdict(game).valid
    state = re.findall(rb'game-specific-state="([0-9]+)"', SPIDER)[-1]
    sequences, deals = divmod(int(state), 10)
    assert (game.moves.count("deal"), sum(move.endswith("x13") for move in game.moves)) == (deals, sequences)


@pytest.mark.parametrize(
    ("name", "variant", "rules", "seed"),
    [
        ("klondike-2", "klondike", {"draw": "three"}, 2),
        ("klondike-deal-1-3", "klondike", {}, 3),
        ("bakers-game-4", "bakers-game", {}, None),
    ],
)
def test_solutions_of_solvitaire_win(name, variant, rules, seed):
    """The deal that is read from the positions is the one that the seed deals."""
    game = read_log("solvitaire", (LOGS / f"solvitaire-{name}.txt").read_bytes(), DealName(variant, rules))
    assert verdict(game).outcome == "won"
    if seed is not None:
        board = board_of_seed("solvitaire", variant, seed)
        assert game.deal.board == deal_board(tables_for(variant, rules), board).board


def changed(old, new, count=1):
    data = KLONDIKE.replace(old, new, count)
    assert data != KLONDIKE
    return data


TO_FOUNDATION = b'pile="target0" position="0"'
_BEFORE, _AFTER = KLONDIKE.split(TO_FOUNDATION)
ILLEGAL = (
    _BEFORE + b'pile="play6" position="7"' + _AFTER[: _AFTER.index(b"</state>")] + b"</state></kpat-game>"
)
"""Ends with the ace of hearts on a column in place of the foundation."""


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not XML: no element found"),
        (KLONDIKE[:-20], "not XML"),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><kpat-game game-type="&a;"/>', "document type"),
        (b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><kpat-game/>', "document type"),
        (b"<dealer/>", "unexpected element 'dealer'"),
        (KLONDIKE[: KLONDIKE.index(b"<state>")] + b"<kpat-game>", "unexpected element"),
        (changed(b'game-type="klondike"', b'game-type="sawayama"'), "'sawayama' is not one of the games"),
        (changed(b'options="1"', b'options="2"'), "have no counterpart"),
        (b'<kpat-game game-type="klondike" game-type-options="1"/>', "no deal"),
        (changed(b'suit="clubs"', b'suit="stars"'), "no known rank or suit"),
        (changed(b'rank="three"', b'rank="four"'), "not one of klondike. 1 missing: 3C."),
        (changed(b'pile="talon"', b'pile="attic"'), "'attic' is not a pile"),
        (changed(b'pile="talon"', b'pile="talon1"'), "'talon1' is not a pile"),
        (changed(b'pile="play6"', b'pile="play7"'), "'play7' is not a pile"),
        (changed(b'pile="play6"', b'pile="play06"'), "'play06' is not a pile"),
        (changed(b'pile="target0"', b'pile="target4"'), "'target4' is not a pile"),
        (changed(b'position="0"', b'position="9"'), "which is shorter"),
        (changed(b'position="0"', b'position="-1"'), "is not a position on a pile"),
        (changed(b'position="0"', b'position="' + b"9" * 5000 + b'"'), "is not a position on a pile"),
        (ILLEGAL, "Position 6 of the log: the rules do not lead there"),
        (KLONDIKE + b" " * 2_000_000, "At most 2000000"),
    ],
)
def test_hostile_files_of_kpatience(data, said):
    with pytest.raises(ForeignLogError, match=re.escape(said)):
        read_log("kpatience", data)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff", "The text is not UTF-8: byte 1"),
        (b"Solution Type: unsolvable", "no solution"),
        (b"Solution:\n", "no position"),
        (b"Solution:\n--- Accordion ---\n", "'Accordion' are not read"),
        (SOLVED.replace(b"10S", b"11S"), "'11S' is not a card"),
        (SOLVED[: len(SOLVED) // 4], "ends before every card is turned up"),
        (SOLVED.replace(b"5H", b"6H", 1), "not one of klondike"),
        (SOLVED.replace(b"--- Stock | Waste -------", b"--- Cells ---"), "does not have a pile R1"),
        (SOLVED.replace(b"5H\t", b"5H\t5H\t", 1), "Line 5: klondike does not have a pile T8"),
        (SOLVED.replace(b"=" * 35, b"=" * 35 + b"\nnonsense", 3), "Line 38, 'nonsense': expected a header"),
        (SOLVED.replace(b"Solution Type:", b"?"), "'? solved': expected a position, or the end"),
        (SOLVED + b" " * 16_000_000, "At most 16000000"),
    ],
)
def test_texts_that_are_not_solutions(data, said):
    with pytest.raises(ForeignLogError, match=re.escape(said)):
        read_log("solvitaire", data, DRAW_THREE)


def windows(text):
    return b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n")


@pytest.mark.parametrize(
    ("notation", "name", "dealt"),
    [
        ("kpatience", "kpatience-klondike.kpat", DealName()),
        ("solvitaire", "solvitaire-klondike-2.txt", DRAW_THREE),
        ("freecell", "fc-solve-24.txt", DealName(seed="24")),
        ("freecell", "fc-solve-24-standard.txt", DealName(seed="24")),
    ],
)
def test_files_of_windows(notation, name, dealt):
    """Its programs end lines with two characters and begin files with a byte order mark."""
    text = (LOGS / name).read_bytes()
    assert read_log(notation, windows(text), dealt).moves == read_log(notation, text, dealt).moves


def test_the_work_is_bounded():
    more = KLONDIKE.replace(b"</kpat-game>", b"<state/>" * 20_000 + b"</kpat-game>")
    with pytest.raises(ForeignLogError, match="More than 20000 positions"):
        read_log("kpatience", more)
    opening = read_log("kpatience", KLONDIKE).deal.opening
    here = {pile: opening.cards(pile) for pile in opening.tables.columns}
    assert moves_through(opening, [here] * 3, most_compared=3) == []
    with pytest.raises(ForeignLogError, match="takes too long to follow"):
        moves_through(opening, [here] * 4, most_compared=3)


@pytest.mark.parametrize(
    ("notation", "dealt", "said"),
    [
        ("kpatience", DealName(seed="1"), "needs neither seed nor position"),
        ("solvitaire", DealName(seed="1"), "needs neither seed nor position"),
        ("freecell", DealName(), "needs a seed or a position"),
        ("freecell", DealName(seed="1", position="x"), "needs a seed or a position"),
        ("freecell", DealName(seed="x"), "is not a seed"),
        ("freecell", DealName(position="T1=KS"), "does not name a game"),
        ("solvitaire", DealName("klondike", {"draw": "two"}), "draw must be one or three"),
        ("solvitaire", DealName("whist"), "Unknown variant"),
        ("winmine", DealName(), "Unknown format 'winmine'"),
    ],
)
def test_the_deal_is_named_where_it_is_needed(notation, dealt, said):
    with pytest.raises(ForeignLogError, match=re.escape(said)):
        read_log(notation, b"Solution:", dealt)
