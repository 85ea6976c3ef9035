"""The `referee` command, as people and scripts use it."""

import json
import re
import runpy
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from patience.compilation.compiled_rules import tables_for
from patience.formats.drawing import draw
from patience.games import VARIANTS
from patience.kernel.loader import engine_name
from patience.play.dealing import deal_seed
from service.api.root import GOLDEN_GAME
from service.cli import COMMANDS, main

MEMORY = Path("/proc/self/mem")
"""The memory of this process, whose first page cannot be read."""

ILLEGAL = {
    "variant": "rouge-et-noir",
    "seed": 1,
    "moves": ["deal", "T1-F1"],
    "checkpoints": [{"after": 1, "piles": {"T10": ["??"], "T9": ["6H", "AS"], "W": ["2C"]}}],
}
VERDICT = """\
Verdict      not valid: move 2 (index 1) is illegal
Game         Rouge et Noir (rouge-et-noir)
Rule options deal=any_time, win=all_cards
Deal         seed 1
Moves        1 of 2 played
Outcome      in progress
Illegal      move 2 (index 1), T1-F1: needs_base
             10♥ cannot go on the empty F1: F1 begins with a red Ace.
Legal here   T1-T3 T2-F1 T2-F2 T3-T10 T9-T4 deal
Differs      checkpoint after 1 move
             T9: expected 6H AS; found 6H 3S
             W: expected 2C; found nothing

Foundations     F1   F2   F3   F4   F5   F6   F7   F8
               [ ]  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]

Columns         T1   T2   T3   T4   T5   T6   T7   T8   T9  T10
               ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒   6♥   Q♥
               ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒  10♥   3♠
               ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒   8♣   7♣
               ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒   2♠   Q♣
               ▒▒▒  ▒▒▒  ▒▒▒  ▒▒▒   3♠   Q♠
               ▒▒▒  ▒▒▒  ▒▒▒   9♣   7♥
               ▒▒▒  ▒▒▒   7♦   4♥
               ▒▒▒   4♠   J♣
                8♥   A♥
               10♥

Stock            S  49 cards
"""


def run(*arguments, stdin=None, **settings):
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin, **settings)


def replay(request, *options, **settings):
    return run("replay", "-", *options, stdin=json.dumps(request), **settings)


def refused(*arguments, **settings):
    """Return the error of a command that ends with exit code 2 and prints nothing else."""
    result = run(*arguments, **settings)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr


class TestReplay:
    def test_report_of_an_illegal_move_and_a_different_checkpoint(self):
        result = replay(ILLEGAL)
        assert (result.exit_code, result.stderr) == (1, "")
        assert result.stdout == VERDICT

    def test_report_of_a_won_game(self):
        result = run("replay", GOLDEN_GAME)
        assert (result.exit_code, result.stderr) == (0, "")
        moves = len(json.loads(GOLDEN_GAME.read_bytes())["moves"])
        assert result.stdout.startswith("Verdict      valid: every move is legal\n")
        assert f"\nMoves        {moves} of {moves} played\nOutcome      won\n" in result.stdout
        assert "Illegal" not in result.stdout
        assert "Differs" not in result.stdout

    def test_report_of_a_valid_game_with_a_different_checkpoint(self):
        result = replay({**ILLEGAL, "moves": ["deal"]})
        assert result.exit_code == 0
        assert result.stdout.startswith("Verdict      valid: every move is legal, but a checkpoint differs\n")
        assert "\n             W: expected 2C; found nothing\n" in result.stdout

    def test_a_lenient_log_ends_before_a_malformed_move(self):
        log = {"variant": "klondike", "seed": 7, "moves": ["draw", "undo", "T1-T9"], "lenient": True}
        result = replay(log)
        assert result.exit_code == 1
        assert result.output.startswith("Verdict      not valid: move 2 (index 1) is not a move\n")
        assert "\nMalformed    move 2 (index 1): 'undo' is not a move. Expected deal" in result.output
        result = replay({**log, "moves": ["T1-T9", "undo"]})
        assert result.output.startswith("Verdict      not valid: move 1 (index 0) is illegal\n")
        assert "\nMalformed    move 2 (index 1): 'undo' is not a move." in result.output

    def test_a_won_game_has_no_legal_moves(self):
        game = json.loads(GOLDEN_GAME.read_bytes())
        result = replay({**game, "moves": [*game["moves"], "draw"]})
        assert result.exit_code == 1
        assert ": game_over\n" in result.stdout
        assert "\nLegal here   nothing\n" in result.stdout

    def test_report_of_a_deck_without_options(self):
        deck = json.loads(run("deal", "pysolfc-double-russian", 5, "--json").stdout)["deck"]
        result = replay({"variant": "pysolfc-double-russian", "deck": deck, "moves": []})
        assert result.exit_code == 0
        assert "(pysolfc-double-russian)\nDeal         a deck given card by card\n" in result.stdout

    def test_long_lists_of_legal_moves_are_wrapped_at_80_columns(self):
        # Two Threes, a Two and a Four of each suit in the reserve: every one of them can be played.
        deck = [rank + suit for rank in "A2" for suit in "CDHS"] + ["AC", "AD", "AH", "AS"]
        deck += [rank + suit for rank in "3322" for suit in "CDHS"][:12]
        deck += [rank + suit for rank in "445566778899TTJJQQKK" for suit in "CDHS"]
        game = {"variant": "royal-rendezvous", "deck": deck, "moves": ["W-F1"]}
        result = replay(game)
        assert result.exit_code == 1
        legal = json.loads(replay(game, "--json").stdout)["first_illegal_move"]["legal_moves"]
        lines = result.stdout.splitlines()
        start = next(index for index, line in enumerate(lines) if line.startswith("Legal here"))
        folded = lines[start : lines.index("")]
        assert len(folded) > 1
        assert max(map(len, folded)) <= 80
        assert " ".join(folded).split()[2:] == legal

    @pytest.mark.parametrize("include", [[], ["final_state", "legal_moves", "trace"]])
    def test_json_equals_the_answer_of_the_service(self, client, include):
        request = {**ILLEGAL, "include": include}
        result = replay(request, "--json")
        assert result.exit_code == 1
        assert result.stdout_bytes == client.post("/v1/replays", json=request).data + b"\n"

    def test_every_problem_is_listed_with_its_pointer(self):
        stdin = '{"variant": "rouge-et-noir", "seed": 1, "moves": ["T3_7", "deal", "x"], "\\u001b[31m": 1}'
        assert refused("replay", "-", stdin=stdin).splitlines() == [
            "Error: Standard input does not contain a game log.",
            "  /\\x1b[31m: Unknown field '\\x1b[31m'. Known fields: variant, declaration, rules, seed, "
            "deck, board, redeal_orders, rules_version, moves, include, checkpoints, times, labels, "
            "lenient, ref.",
            "  /moves/0: 'T3_7' is not a move. Expected deal, draw, redeal or SOURCE-TARGET, "
            "as in T3-T7x4 or W-F.",
            "  /moves/2: 'x' is not a move. Expected deal, draw, redeal or SOURCE-TARGET, "
            "as in T3-T7x4 or W-F.",
        ]

    def test_only_the_first_100_of_many_problems_are_listed(self):
        message = refused("replay", "-", stdin=json.dumps({**ILLEGAL, "moves": ["x"] * 1000}))
        assert message.count("'x' is not a move") == 100
        assert message.endswith("\n  Only the first 100 problems are listed.\n")

    def test_a_request_that_is_not_an_object(self, tmp_path):
        file = tmp_path / "list.json"
        file.write_text("[]")
        assert refused("replay", file) == (
            f"Error: {str(file)!r} does not contain a game log.\n"
            "  A request is a JSON object, not an array.\n"
        )

    @pytest.mark.parametrize(
        ("stdin", "detail"),
        [
            (b"", "The text is not JSON: "),
            (b"{", "The text is not JSON: "),
            (b'{"a": 1, "a": 2}', "The key 'a' occurs twice in one object."),
            (b"\xff", "The text is not UTF-8: "),
            (b"53 6a 65", "The text is not JSON: for a log of another program, use referee import "),
        ],
    )
    def test_text_that_is_not_json(self, stdin, detail):
        assert f"Error: Standard input does not contain a game log. {detail}" in refused(
            "replay", "-", stdin=stdin
        )

    def test_missing_files_and_directories(self, tmp_path):
        assert "'FILE': File 'nothing.json' does not exist." in refused("replay", "nothing.json")
        assert f"'FILE': File '{tmp_path}' is a directory." in refused("replay", tmp_path)

    @pytest.mark.parametrize("command", ["replay", "prospect", "import"])
    def test_large_input_is_refused_without_reading_it_all(self, command):
        message = " has more than 2000000 bytes. REFEREE_MOST_BODY_BYTES raises the limit.\n"
        assert refused(command, "/dev/zero") == f"Error: '/dev/zero'{message}"
        assert refused(command, "-", stdin=b" " * 2_000_001) == f"Error: Standard input{message}"
        few = refused(command, GOLDEN_GAME, env={"REFEREE_MOST_BODY_BYTES": "100"})
        assert "has more than 100 bytes." in few

    @pytest.mark.skipif(not MEMORY.exists(), reason="this system has no such file")
    def test_unreadable_files(self):
        message = "Error: Cannot read '/proc/self/mem': Input/output error.\n"
        assert refused("replay", MEMORY) == message

    def test_settings_apply(self):
        too_many = refused("replay", GOLDEN_GAME, env={"REFEREE_MOST_MOVES": "9"})
        assert "  /moves: 246 moves. At most 9 are accepted in one log.\n" in too_many
        wrong = refused("replay", GOLDEN_GAME, env={"REFEREE_MOST_MOVES": "many"})
        assert wrong == "Error: REFEREE_MOST_MOVES must be a whole number, not 'many'.\n"


class TestDeal:
    def test_report_and_board(self):
        result = run("deal", "royal-rendezvous", "ms7", "--rule", "twos=eight", "--rule", "draw=when_blocked")
        assert (result.exit_code, result.stderr) == (0, "")
        tables = tables_for("royal-rendezvous", {"twos": "eight", "draw": "when_blocked"})
        assert result.stdout == (
            "Game         Royal Rendezvous (royal-rendezvous)\n"
            "Rule options twos=eight, draw=when_blocked\n"
            "Deal         seed 7\n\n"
            f"{draw(deal_seed(tables, '7').opening)}\n"
        )

    @pytest.mark.parametrize(
        "variant", {variant.family: variant.id for variant in VARIANTS.values()}.values()
    )
    def test_json_equals_the_answer_of_the_service(self, client, variant):
        url = f"/v1/deals/{variant}/123456789"
        command = ("deal", variant, 123456789, "--json")
        assert run(*command).stdout_bytes == client.get(url).data + b"\n"
        hidden = client.get(f"{url}?hide=face_down").data
        assert run(*command, "--hide").stdout_bytes == hidden + b"\n"

    def test_rule_options_may_be_numbers(self):
        result = json.loads(run("deal", "rouge-et-noir-hoffmann", 1, "--rule", "redeals=3", "--json").stdout)
        assert result["rules"] == {"redeals": 3}

    @pytest.mark.parametrize(
        ("variant", "advice"),
        [
            ("royal-rendevous", " Did you mean royal-rendezvous?"),
            ("Double_Russian", " Did you mean double-russian?"),
            ("drivel", " Did you mean aces-up?"),
            ("Windows Solitaire", " Did you mean klondike?"),
            ("klondike-draw-three", " Did you mean klondike with draw=three?"),
            ("xyz", ""),
        ],
    )
    def test_unknown_variants_get_suggestions(self, variant, advice):
        assert (
            f"Error: Invalid value for 'VARIANT': Unknown variant '{variant}'.{advice} `referee variants` "
            "lists all.\n"
        ) in refused("deal", variant, 1)

    @pytest.mark.parametrize("seed", ["0", "x", "07", "ms", "100000000000000000000"])
    def test_malformed_seeds(self, seed):
        assert f"Error: Invalid value for 'SEED': '{seed}' is not a seed. Expected 1 to 20" in refused(
            "deal", "double-russian", seed
        )

    @pytest.mark.parametrize(
        ("rules", "detail"),
        [
            (["twos"], "'twos' is not a rule option. Expected NAME=VALUE, such as twos=eight."),
            (["=eight"], "'=eight' is not a rule option."),
            (["twos="], "'twos=' is not a rule option."),
            (["twos=four", "twos=eight"], "'twos' occurs 2 times."),
            (["twos=five"], "twos must be four or eight, not 'five'."),
            (["twos=99999999999"], "twos must be four or eight, not '99999999999'."),
            (["groups=any"], "royal-rendezvous has no option 'groups'. Its options: twos, draw."),
        ],
    )
    def test_malformed_and_unknown_rule_options(self, rules, detail):
        options = [word for rule in rules for word in ("--rule", rule)]
        assert f"Error: Invalid value for '--rule': {detail}" in refused(
            "deal", "royal-rendezvous", 1, *options
        )


class TestVariants:
    def test_every_variant_is_listed_under_its_family(self):
        blocks = run("variants").stdout.split("\n\n")
        families = [block.splitlines()[0] for block in blocks]
        assert families == sorted({variant.family for variant in VARIANTS.values()})
        listed = {
            (block.splitlines()[0], line.split()[0])
            for block in blocks
            for line in block.splitlines()[1:]
            if line.startswith("  ") and not line.startswith("   ")
        }
        assert listed == {(variant.family, variant.id) for variant in VARIANTS.values()}

    def test_a_variant_has_its_packs_numbers_names_and_options(self):
        blocks = run("variants", "klondike").stdout.split("\n\n")
        text = " ".join(next(block for block in blocks if block.startswith("Klondike\n")).split())
        assert "klondike Klondike 1 pack; PySolFC 2, 18, 61, 129; also " in text
        assert "Windows Solitaire" in text
        assert "draw=one|three redeals=unlimited|0…99 foundations=returnable|final spaces=kings|any" in text

    @pytest.mark.parametrize(
        ("words", "variant"),
        [
            (["Windows"], "klondike"),
            (["napoleon", "helena"], "forty-thieves"),
            (["269"], "spider"),
            (["microsoft", "spider", "suits one"], "spider"),
        ],
    )
    def test_words_choose_variants(self, words, variant):
        result = run("variants", *words, "--json")
        assert (result.exit_code, [found["id"] for found in json.loads(result.stdout)["variants"]]) == (
            0,
            [variant],
        )

    def test_words_that_match_nothing(self):
        result = run("variants", "fortyx", "thives")
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == "No variant matches 'fortyx thives'. Did you mean forty-thieves?\n"

    def test_json_equals_the_answer_of_the_service(self, client):
        assert run("variants", "--json").stdout_bytes == client.get("/v1/variants").data + b"\n"


class TestConform:
    @pytest.mark.parametrize(
        ("option", "message"),
        [
            (
                ("--url", "http://h:x"),
                "'http://h:x' is not an address: Port could not be cast to integer value",
            ),
            (("--url", "http://h:99999"), "'http://h:99999' is not an address: Port out of range 0-65535."),
            (("--url", "http://[::1"), "'http://[::1' is not an address: Invalid IPv6 URL."),
            (("--url", "http://h/ä"), r"'http://h/\xe4' is not an address: "),
            (("--url", f"http://ä{'a' * 70}"), " is not an address: "),
            (("--patience", "inf"), "inf is not in the range 0<x<=1000000."),
            (("--patience", "nan"), "nan is not in the range 0<x<=1000000."),
            (("--patience", "0"), "0.0 is not in the range 0<x<=1000000."),
        ],
    )
    def test_malformed_urls_and_timeouts(self, option, message):
        assert message in refused("conform", *option)

    def test_a_junit_file_that_cannot_be_written(self, tmp_path):
        file = tmp_path / "nowhere" / "report.xml"
        done = run("conform", "--variant", "spider", "--junit", file, "--", "cat")
        assert done.exit_code == 2
        assert " agree." in done.stdout
        assert done.stderr == f"Error: Cannot write {file}: No such file or directory.\n"


class TestTerminal:
    def test_colours_appear_only_on_a_terminal(self):
        assert "\x1b" not in replay(ILLEGAL).stdout
        on_a_terminal = replay(ILLEGAL, color=True).stdout
        assert "Verdict      \x1b[31mnot valid: move 2 (index 1) is illegal\x1b[0m\n" in on_a_terminal
        assert click.unstyle(on_a_terminal) == VERDICT

    def test_help_and_version_of_every_command(self):
        assert "referee deal klondike 31999" in run("--help").stdout
        for name in COMMANDS:
            assert run(name, "--help").stdout.startswith(f"Usage: main {name} ")
        # The command looks at the file of the kernel alone.
        assert re.fullmatch(rf"\S+ \d+\.\d+\.\d+, engine: {engine_name()}\n", run("--version").stdout)

    def test_misspelt_commands_get_suggestions(self):
        assert "No such command 'rplay'. Did you mean replay?\n" in refused("rplay")
        assert "No such command 'xyz'.\n" in refused("xyz")

    def test_python_m_runs_the_command(self, monkeypatch, capsys):
        monkeypatch.delitem(sys.modules, "service.cli")
        monkeypatch.setattr(sys, "argv", ["referee", "variants"])
        with pytest.raises(SystemExit) as ended:
            runpy.run_module("service.cli", run_name="__main__")
        assert ended.value.code == 0
        assert "double-russian" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("environment", "colored"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        ({"NO_COLOR": ""}, False),
    ],
)
def test_colors_follow_the_environment(environment, colored):
    unset = {"NO_COLOR": None, "FORCE_COLOR": None, "TERM": None}
    result = run("deal", "klondike", "7", env={**unset, **environment})
    assert ("\x1b[" in result.stdout) is colored


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("command", [(), ("deal",), ("receipt", "verify")])
def test_help(option, command):
    result = run(*command, option)
    assert (result.exit_code, result.stdout[:11]) == (0, "Usage: main"), result.output
