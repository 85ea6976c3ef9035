"""Games as other programs write them: compared with what the programs print, and read again."""

import json
import re

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.formats.autoplay import Autoplay
from patience.formats.foreign_boards import read_board_of
from patience.formats.foreign_logs import DealName, read_log
from patience.formats.position_logs import ForeignLogError
from patience.formats.written_logs import WRITTEN, write_log
from patience.play.dealing import deal_board, deal_position, deal_seed
from patience.play.position_text import write_piles
from patience.play.replay import GameLog, replay
from tests.conftest import FIXTURES, read_games
from tests.engine.test_foreign_logs import BLACK_HOLE, MS24, PUBLISHED, README_DECK, minimal_klondike_board

LOGS = FIXTURES / "logs"
KPATIENCE = sorted(path.name for path in LOGS.glob("*.kpat"))
FREECELL = deal_seed(tables_for("freecell"), "1")
# Column 6 of deal 1 ends with AS AC 2C 3D.
SHORT = ["T6-R1", "T6-R2", "T6-F", "T6-F", "R2-F"]


@pytest.mark.parametrize(
    ("name", "variant", "seed"),
    [(f"fc-solve-{seed}", "freecell", seed) for seed in ("1", "24", "617")]
    + [("fc-solve-simple-simon-24", "simple-simon", "24")],
)
def test_moves_are_written_as_fc_solve_prints_them(name, variant, seed):
    text = (LOGS / f"{name}.txt").read_text("utf-8")
    game = read_log("fc-solve", text.encode(), DealName(variant, seed=seed))
    moves = [line for line in text.splitlines() if line.startswith("Move ")]
    assert write_log("fc-solve", game.deal, game.moves).splitlines() == moves


def test_positions_are_written_as_solvitaire_prints_them():
    text = (LOGS / "solvitaire-bakers-game-4.txt").read_text("utf-8")
    game = read_log("solvitaire", text.encode(), DealName("bakers-game"))
    end = text.rindex("=" * 35) + 36
    assert write_log("solvitaire", game.deal, game.moves) == text[text.index("Solution:") : end]


@pytest.mark.parametrize(("name", "rules"), [("2", {"draw": "three"}), ("deal-1-3", {})])
def test_solutions_of_klondike_come_back(name, rules):
    text = (LOGS / f"solvitaire-klondike-{name}.txt").read_bytes()
    game = read_log("solvitaire", text, DealName("klondike", rules))
    again = write_log("solvitaire", game.deal, game.moves).encode()
    assert read_log("solvitaire", again, DealName("klondike", rules)).moves == game.moves


@pytest.mark.parametrize("name", KPATIENCE)
def test_saved_games_of_kpatience_come_back(name):
    data = (LOGS / name).read_bytes()
    game = read_log("kpatience", data)
    again = write_log("kpatience", game.deal, game.moves).encode()
    assert read_log("kpatience", again)[:2] == game[:2]
    counted = re.findall(rb'game-specific-state="([0-9]+)"', again)
    assert counted == re.findall(rb'game-specific-state="([0-9]+)"', data)[: len(counted)]
    begun = name == "kpatience-beleaguered-castle.kpat"
    several = name.split("-")[1].split(".")[0] in {"gypsy", "spider", "picture"}
    # The numbers of equal cards, and of foundations that Aces begin, are the program's choice.
    if not begun and not several:
        assert first_state(again) == first_state(data)


def first_state(data: bytes) -> dict[bytes, list[tuple[bytes, ...]]]:
    """Return, by pile, each card of the deal with its number and whether it is face up."""
    moves = re.findall(
        rb'<move pile="(\w+)" position="\d+">(.*?)</move>', data[: data.index(b"</state>")], re.DOTALL
    )
    return {pile: re.findall(rb'id="(\d+)".* rank="(\w+)" turn="([\w-]+)"', cards) for pile, cards in moves}


@pytest.mark.parametrize("format_", ["fc-solve", "patsolve", "shirl-hart"])
@pytest.mark.parametrize("published", PUBLISHED[::8], ids=lambda published: published["deal"])
def test_published_games_come_back(format_, published):
    """patsolve names no cells: cards go to the first empty one."""
    game = read_log("freecell", f"#{published['deal']}\n{published['moves']}".encode())
    text = write_log(format_, game.deal, game.moves)
    again = read_log("freecell", text.encode(), DealName(seed=game.deal.seed, autoplay=Autoplay.NONE))
    assert replay(GameLog(again.deal, tuple(again.moves))).outcome == "won"
    assert len(again.moves) == len(game.moves)
    if format_ != "patsolve":
        assert again.moves == game.moves


def test_shirl_harts_notation():
    """A line is that of the solver: 2C to a cell, then AC, 2C and AS by themselves."""
    text = "1|6a|3D|f|\n2|6b|2C|f|AC-2C;AS\n"
    game = read_log("freecell", text.encode(), DealName(seed="1"))
    assert game.moves == ["T6-R1", "T6-R2", "T6-F", "R2-F", "T6-F"]
    assert write_log("shirl-hart", game.deal, SHORT, autoplay=Autoplay.MICROSOFT) == text
    single = "1|6a|3D|f|\n2|6b|2C|f|\n3|6h|AC|h|\n4|6h|AS|h|\n5|bh|2C|h|\n"
    assert write_log("shirl-hart", game.deal, SHORT) == single
    assert read_log("shirl-hart", single.encode(), DealName(seed="1")).moves == SHORT


SORTED_ANEW = """Success!
--------
Foundations: H-K C-J D-K S-T
Freecells:      JS
: KS QC
: KC QS
:

==
Column 0 -> Freecell 0
--------
Foundations: H-K C-J D-K S-T
Freecells:  QC  JS
: KC QS
: KS
:

==
Column 0 -> Column 2
--------
Foundations: H-K C-J D-K S-T
Freecells:  QC  JS
: KC
: KS
: QS

==
Freecell 1 -> Foundation 3
"""
"""A solution of dbm-fc-solver, whose tables sort the columns anew."""

SORTED = (
    "freecell;T1=KCQS;T2=KSQC;F1=AC2C3C4C5C6C7C8C9CTCJC;F2=AS2S3S4S5S6S7S8S9STS;F3=AH2H3H4H5H6H7H8H9HTHJHQHKH;"
    "F4=AD2D3D4D5D6D7D8D9DTDJDQDKD;R2=JS"
)


def test_solutions_of_dbm_fc_solver():
    dealt = DealName(position=SORTED, autoplay=Autoplay.NONE)
    game = read_log("freecell", SORTED_ANEW.encode(), dealt)
    assert game.moves == ["T2-R1", "T1-T3", "R2-F"]
    text = write_log("dbm-fc-solver", game.deal, game.moves)
    first = "Freecells:      JS\n: KC QS\n: KS QC\n:\n:\n:\n:\n:\n:\n\n==\nColumn 1 -> Freecell 0\n--------\n"
    assert first in text
    assert text.endswith("==\nEND\n")
    assert read_log("dbm-fc-solver", text.encode(), dealt).moves == game.moves
    shorter = write_log("dbm-fc-solver", FREECELL, SHORT, autoplay=Autoplay.MICROSOFT)
    assert shorter.count("->") == 2


def test_the_table_before_the_first_move_is_the_deal():
    game = read_log("dbm-fc-solver", SORTED_ANEW.encode(), DealName(autoplay=Autoplay.NONE))
    assert game.deal.board.startswith("T1=KSQC;T2=KCQS;")
    assert "R2=JS" in game.deal.board
    assert game.moves == ["T1-R1", "T2-T3", "R2-F"]
    table = "-=-=-\n\nFoundations: H-0 C-0 D-0 S-0\nFreecells:\n: " + MS24.strip().replace("\n", "\n: ")
    text = f"{table}\n\n====\n\nMove a card from stack 3 to the foundations\n"
    game = read_log("freecell", text.encode())
    assert game.deal.board == write_piles(deal_seed(tables_for("freecell"), "24").opening)
    assert game.moves == ["T4-F"]
    with pytest.raises(ForeignLogError, match="needs a seed or a position"):
        read_log("freecell", f"Move a card from stack 3 to the foundations\n\n{table}".encode())


def test_patsolve_is_written_by_cards():
    assert write_log("patsolve", FREECELL, SHORT) == "3D to temp\n2C to temp\nAC out\nAS out\n2C out\n"
    position = deal_position(SORTED)
    assert write_log("patsolve", position, ["T2-R1", "T1-T3"]) == "QC to temp\nQS to empty pile\n"


def test_black_hole_solve_names_each_card():
    deal = deal_board(tables_for("black-hole"), BLACK_HOLE)
    text = "".join(
        f"Move a card from stack {stack} to the foundations\n\nInfo: Card moved is {card}\n\n\n{'=' * 20}\n\n"
        for stack, card in [(0, "2C"), (1, "3C"), (0, "2D")]
    )
    assert write_log("black-hole-solver", deal, ["T1-F", "T2-F", "T1-F"]) == f"Solved!\n{text}"
    with pytest.raises(ForeignLogError, match="has games of one foundation"):
        write_log("black-hole-solver", deal_seed(tables_for("klondike"), "1"), [])


GOLF = """Talon: 3S TS 9H 2H 3H AD 7H 3D 5H 8D KH 7D AS 5S TH JH
Foundations: 2S
QD 5C 2D 4S 6S
QC 4D 9C 5D 4H
KC JD TD QH AC
3C JS JC 7S 8H
4C 6H 8C 9D AH
2C QS 6C KS 9S
KD 6D 8S 7C TC
"""
"""PySolFC's deal 2 of Golf as pysol_cards prints it for black-hole-solve."""


def test_golf_of_black_hole_solve():
    game = read_log(
        "black-hole-solver",
        b"Move a card from stack 4 to the foundations\n\nInfo: Card moved is AH\n\nDeal talon\n",
        DealName("golf", position=GOLF),
    )
    assert game.deal.opening.piles == deal_seed(tables_for("golf"), "2").opening.piles
    assert game.moves == ["T5-W", "draw"]
    assert "Deal talon\n\nInfo: Card moved is 3S\n" in write_log("black-hole-solver", game.deal, game.moves)


WRAPPED = """[= Starting file golf11.board =]
Solved!

[START BOARD]
Foundations: KS
Talon: 6C JD 7D AH 5S QD TH KH 7S AC 8D 5D 4S 3D 6S 5C
: 6H KC TD 7C 8H
: 2H 9H 2D 8C 9C
: TC 3H 8S 2S 2C
: JC 7H QH 9S AD
: 3S 3C JS 9D JH
: TS 4H 6D 4D QS
: KD AS 5H QC 4C
[END BOARD]


Move a card from stack 3 to the foundations

Info: Card moved is AD
"""
"""PySolFC's deal 11, with wrapped ranks: an Ace lies on a King in Relaxed Golf alone."""


def test_the_game_of_black_hole_solve_is_found_by_its_moves():
    game = read_log("black-hole-solver", WRAPPED.encode())
    assert game.deal.tables.variant.id == "relaxed-golf"
    assert game.deal.opening.piles == deal_seed(tables_for("relaxed-golf"), "11").opening.piles
    assert game.moves == ["T4-W"]
    other = WRAPPED.replace("stack 3", "stack 0").replace("is AD", "is 8H")
    with pytest.raises(ForeignLogError, match=r"Move 1, .*: no card of T1 can go to W"):
        read_log("black-hole-solver", other.encode())


def test_all_in_a_row_begins_without_a_card():
    """PySolFC's deal 24, whose first foundation card is the player's choice."""
    deal = deal_seed(tables_for("all-in-a-row"), "24")
    table = "Foundations: -\n" + write_log("fc-solve-board", deal, []).partition("\n")[2]
    text = table + write_log("black-hole-solver", deal, ["T13-F"])
    game = read_log("black-hole-solver", text.encode())
    assert (game.deal.board, game.moves) == (write_piles(deal.opening), ["T13-F"])


def test_words_that_mean_another_move_are_not_written():
    """Deal 2 of Binary Star begins with AS and KH. The other AS goes onto KH, then 2S fits both."""
    deal = deal_seed(tables_for("binary-star"), "2")
    assert "stack 5 to the foundations" in write_log("fc-solve", deal, ["T4-F2", "T6-F1"])
    for format_ in ("fc-solve", "patsolve"):
        with pytest.raises(
            ForeignLogError, match="Move 2, T6-F2: in this format, the words mean another move"
        ):
            write_log(format_, deal, ["T4-F2", "T6-F2"])
    with pytest.raises(ForeignLogError, match="has games of one foundation"):
        write_log("black-hole-solver", deal, [])


def test_boards_are_written():
    deal = deal_seed(tables_for("freecell"), "24")
    columns = MS24.replace("\n", "\n: ").removesuffix("\n: ")
    dealt = f"Foundations: H-0 C-0 D-0 S-0\nFreecells: - - - -\n: {columns}\n"
    assert write_log("fc-solve-board", deal, []) == dealt
    later = write_log("fc-solve-board", deal, ["T4-F", "T7-R2"])
    assert later.startswith("Foundations: H-0 C-0 D-0 S-A\nFreecells: - JD - -\n")
    game = read_log("freecell", b"", DealName(position=later))
    assert game.deal.board == write_piles(replay(GameLog(deal, ("T4-F", "T7-R2"))).position)


def test_a_deck_and_a_deal_are_written():
    deal = deal_board(tables_for("klondike"), minimal_klondike_board(README_DECK))
    for drawn in ([], ["draw"], ["draw", "draw", "draw"]):
        assert write_log("klondike-solver-deck", deal, drawn) == README_DECK
    with pytest.raises(ForeignLogError, match="the deal of a Klondike, not a later position"):
        write_log(
            "klondike-solver-deck",
            deal,
            read_log("minimal-klondike", b"IC", DealName(position=README_DECK)).moves,
        )
    written = json.loads(write_log("solvitaire-deal", deal, ["draw"]))
    assert [column[-1] for column in written["tableau piles"]] == ["7D", "9D", "5D", "AD", "QS", "9H", "JD"]
    tables = tables_for("klondike")
    board = deal_board(tables, read_board_of(json.dumps(written), tables)).board
    assert board == write_piles(replay(GameLog(deal, ("draw",))).position)


@pytest.mark.parametrize(
    ("format_", "variant", "moves", "said"),
    [
        ("fc-solve", "klondike", [], "has games of columns, cells and foundations"),
        ("shirl-hart", "eight-off", ["T1-R6"], "Move 1, T1-R6: Shirl Hart's notation has no such move"),
        ("patsolve", "klondike", [], "has games of columns"),
        ("dbm-fc-solver", "freecell", ["T1-R9"], "Move 1, T1-R9, is illegal"),
        ("kpatience", "canfield", [], "KPatience does not have canfield"),
        ("solvitaire", "montana", [], "Solvitaire prints no solutions of montana"),
        ("solvitaire-deal", "pyramid", [], "Solvitaire's deals do not have pyramid"),
        ("fc-solve-board", "klondike", [], "fc-solve's boards have columns, cells and foundations"),
        ("klondike-solver-deck", "freecell", [], "is the deal of a Klondike"),
    ],
)
def test_what_a_format_does_not_have_is_not_written(format_, variant, moves, said):
    with pytest.raises(ForeignLogError, match=re.escape(said)):
        write_log(format_, deal_seed(tables_for(variant), "1"), moves)


def test_rules_that_kpatience_lacks_are_named():
    deal = deal_seed(tables_for("klondike", {"redeals": 1}), "1")
    with pytest.raises(ForeignLogError, match="KPatience does not have klondike with draw=one, redeals=1"):
        write_log("kpatience", deal, [])


def test_formats_with_every_move_take_no_rule():
    for format_ in WRITTEN.keys() - {"freecell", "shirl-hart", "dbm-fc-solver"}:
        with pytest.raises(ForeignLogError, match="leave autoplay out"):
            write_log(format_, FREECELL, [], autoplay=Autoplay.ALL)


def test_a_number_that_kpatience_shares_is_written():
    assert 'deal-number="24"' in write_log("kpatience", deal_seed(tables_for("freecell"), "24"), [])
    assert "deal-number" not in write_log("kpatience", deal_seed(tables_for("klondike"), "24"), [])


@pytest.mark.parametrize("variant", ["freecell", "klondike"])
def test_recorded_games_come_back_from_kpatience(variant):
    games = (game for game in read_games(f"games/{variant}.jsonl.gz") if game["kind"] == "play")
    log = next(game for game in games if not game["rules"])
    deal = deal_seed(tables_for(variant), log["seed"])
    moves = replay(GameLog(deal, tuple(log["moves"]))).played
    again = read_log("kpatience", write_log("kpatience", deal, moves).encode())
    ends = [replay(GameLog(of, tuple(played))).position for of, played in ((deal, moves), again[:2])]
    assert ends[0].piles[: len(deal.tables.columns)] == ends[1].piles[: len(deal.tables.columns)]
