"""The search held against other solvers: the same deals, the same CPU seconds, and their lines replayed.

python -m tests.soak.solvers fc-solve   [--program fc-solve]   [--deals 100] [--seconds 5] [--game freecell …]
python -m tests.soak.solvers solvitaire [--program solvitaire] [--deals 15] [--seconds 5] [--game klondike …]
python -m tests.soak.solvers klondike-solver [--program klondike-solver] [--deals 200] [--seconds 5]
python -m tests.soak.solvers black-hole-solve [--program black-hole-solve] [--deals 100] [--seconds 5]
python -m tests.soak.solvers pysolfc klondike_solvable_seeds.py [--sample 1000] [--budget 10000000]

The programs must be installed: fc-solve (Debian's freecell-solver-bin), and what the authors of
github.com/thecharlieblake/Solvitaire, github.com/ShootMe/Klondike-Solver and
github.com/shlomif/black-hole-solitaire describe.

Each row is a game: deals that each side decided, CPU seconds, the most memory of the other program, and how
many of its lines win on this engine. The exit code is 1 if the two contradict each other or a line does not
win, and 0 if the program is not at hand.

``pysolfc`` searches the deals of PySolFC's list of game numbers of Klondike that it found solvable
(pysollib/games/solvable_seeds), or a sample of them. The exit code is 1 if a deal is not won.
"""

import argparse
import ast
import json
import math
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from patience.cards import CARDS, CODES, rank
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.play.dealing import deal_seed
from patience.play.legality import check, legal_moves, play
from patience.play.position import Position
from patience.search.evaluation import evaluate
from patience.search.findings import Prospect
from patience.search.search_runner import CancelledSearchError, search

ADDRESS_SPACE: Final = 8 << 30
"""Bytes of memory that another program may use."""

UNBOUNDED: Final = 50_000_000
"""Positions; the CPU time ends before."""

FINAL: Final = {"foundations": "final"}


class Game(NamedTuple):
    """A game that another program plays by the same rules."""

    theirs: str
    """Its name there."""
    variant: str
    rules: Mapping[str, str | int] = {}
    own_deals: bool = False
    """Whether the deals are the program's own, since it cannot read deals of this game."""


FC_SOLVE: Final = (
    Game("freecell", "freecell"),
    Game("bakers_game", "bakers-game"),
    Game("eight_off", "eight-off"),
    Game("forecell", "forecell"),
    Game("seahaven_towers", "seahaven-towers"),
    Game("simple_simon", "simple-simon"),
)

PRESET: Final = ("freecell", "bakers-game")
"""The games in which fc-solve is quicker with a preset. Its presets let any card go to an empty column."""

# Two games are left out because Solvitaire plays others by their names. In its Spanish Patience, empty
# columns take any card, and foundations build by suit. In its Canfields, no card goes on a base card and, in
# the stricter one, no single card leaves a longer column, so ten of 60 deals are won here and dead there.
SOLVITAIRE: Final = (
    Game("klondike", "klondike", {"draw": "three"}),
    Game("klondike-deal-1", "klondike"),
    Game("trigon", "trigon", FINAL),
    Game("east-haven", "easthaven"),
    Game("northwest-territory", "northwest-territory"),
    Game("klondike-two-deck-9", "double-klondike", {"draw": "three"}),
    Game("gargantua", "gargantua", {"redeals": 0}),
    Game("gargantua-redeal", "gargantua", {"redeals": "unlimited"}),
    Game("free-cell", "freecell", FINAL),
    Game("bakers-game", "bakers-game", FINAL),
    Game("eight-off", "eight-off", FINAL, own_deals=True),
    Game("fore-cell", "forecell", FINAL, own_deals=True),
    Game("seahaven-towers", "seahaven-towers", FINAL, own_deals=True),
    Game("somerset", "somerset"),
    Game("raglan", "raglan"),
    Game("king-albert", "king-albert"),
    Game("flower-garden", "flower-garden"),
    Game("fan", "fan"),
    Game("castles-of-spain", "castles-in-spain"),
    Game("beleaguered-castle", "beleaguered-castle"),
    Game("streets-and-alleys", "streets-and-alleys"),
    Game("stronghold", "stronghold"),
    Game("siegecraft", "siegecraft"),
    Game("forty-thieves", "forty-thieves", FINAL),
    Game("limited", "limited", FINAL),
    Game("maria", "maria", FINAL),
    Game("streets", "streets", FINAL),
    Game("rank-and-file", "rank-and-file", FINAL),
)


class Answer(NamedTuple):
    """What one side found out about a deal."""

    prospect: Prospect
    seconds: float
    megabytes: float
    replayed: bool
    """Whether it gave a line that wins on this engine."""


def ours(opening: Position, seconds: float) -> Answer:
    """Search a deal for at most `seconds` of CPU time."""
    start = time.process_time()

    def late() -> bool:
        return time.process_time() - start > seconds

    try:
        finding = evaluate(opening, UNBOUNDED, lambda at, budget: search(at, budget, late)).finding
    except CancelledSearchError:
        return Answer(Prospect.UNDECIDED, time.process_time() - start, 0, replayed=False)
    return Answer(finding.prospect, time.process_time() - start, 0, finding.continuation is not None)


def run(command: list[str], text: str | None, seconds: int) -> tuple[str, float, float]:
    """Run a program on a deal, with a limit of CPU seconds; return its output, CPU seconds and megabytes."""
    with TemporaryDirectory() as directory:
        board, output = Path(directory, "board"), Path(directory, "output")
        board.write_text(text or "", "ascii")
        deal = [] if text is None else [str(board)]
        with output.open("wb") as file:
            child = subprocess.Popen([*command, *deal], stdout=file, stderr=subprocess.DEVNULL)
            resource.prlimit(child.pid, resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.prlimit(child.pid, resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
            _, _, usage = os.wait4(child.pid, 0)
            child.returncode = 0
        return output.read_text("utf-8", "replace"), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def codes(position: Position, piles: range) -> list[list[str]]:
    """The cards of piles, bottom to top."""
    return [[CODES[card] for card in position.cards(pile)] for pile in piles]


# fc-solve


def fc_solve(game: Game, opening: Position, seed: int, program: str, seconds: int) -> Answer:
    """Ask fc-solve about a deal. That it finds no line is not a proof, since its presets leave moves out."""
    tables = opening.tables
    rows = [" ".join(column) for column in codes(opening, tables.columns)]
    cells = [pile[0] if pile else "-" for pile in codes(opening, tables.cells)]
    if set(cells) - {"-"}:
        rows.insert(0, f"FC: {' '.join(cells)}")
    preset = ["-l", "lg"] if game.variant in PRESET else []
    command = [program, "--game", game.theirs, *preset, "-p", "-t", "-m"]
    output, took, memory = run(command, "\n".join([*rows, ""]), seconds)
    if "This game is solveable" in output:
        return Answer(Prospect.WINNABLE, took, memory, _wins(opening, output))
    return Answer(Prospect.UNDECIDED, took, memory, replayed=False)


_MOVE: Final = re.compile(
    r"Move (?:a card|(\d+) cards|(the sequence on top of|a sequence)).*?(stack|freecell) (\d+)"
    r" to (?:the )?(?:(stack|freecell) (\d+)|foundations)",
    re.IGNORECASE,
)
_PILES: Final = {"stack": "T", "freecell": "R"}


def _wins(opening: Position, output: str) -> bool:
    """Replay a line of fc-solve."""
    board = opening.copy()
    for count, sequence, source, number, target, place in _MOVE.findall(output):
        name = f"{_PILES[source.lower()]}{int(number) + 1}"
        onto = f"{_PILES[target.lower()]}{int(place) + 1}" if target else "F"
        cards = 13 if sequence else int(count or 1)
        token = f"{name}-{onto}" + (f"x{cards}" if cards > 1 else "")
        if check(board, token) is not None:
            return False
        play(board, board.tables.read(token))
    return board.won


# Solvitaire

Board = tuple[tuple[tuple[str, ...], ...], ...]
"""The piles of a position by section; Solvitaire prints cards that lie face down as ``##``."""


def solvitaire(game: Game, opening: Position, seed: int, program: str, seconds: int) -> Answer:
    """Ask Solvitaire about a deal."""
    command = [program, "--type", game.theirs]
    if game.own_deals:
        output, took, memory = run([*command, "--random", str(seed)], None, seconds)
    else:
        output, took, memory = run(command, json.dumps(_document(opening)), seconds)
    if "Solution Type: solved" in output:
        return Answer(Prospect.WINNABLE, took, memory, _reaches(opening, list(_boards(output))))
    dead = Prospect.DEAD if "Solution Type: unsolvable" in output else Prospect.UNDECIDED
    return Answer(dead, took, memory, replayed=False)


def own_deal(game: Game, seed: int, program: str) -> Position:
    """Solvitaire's own deal, which it prints after a search of no time."""
    tables = tables_for(game.variant, game.rules)
    command = [program, "--type", game.theirs, "--random", str(seed), "--timeout", "1"]
    _, cells, columns = next(_boards(run(command, None, 10)[0]))
    position = Position(tables)
    for pile, cards in [
        *zip(tables.cells, reversed(cells), strict=True),
        *zip(tables.columns, columns, strict=True),
    ]:
        position.piles[pile] += [CARDS[card] for card in cards]
    return position


def _document(opening: Position) -> dict[str, object]:
    """A deal as Solvitaire reads it: a suit in lower case is a card that lies face down."""
    tables = opening.tables

    def cards(pile: int, *, turned: bool = False) -> list[str]:
        down = opening.face_down(pile) if turned else 0
        found = [CODES[card].replace("T", "10") for card in opening.cards(pile)]
        return [card.lower() if place < down else card for place, card in enumerate(found)]

    document: dict[str, object] = {"tableau piles": [cards(pile, turned=True) for pile in tables.columns]}
    reserve = [card for pile in tables.reserve for card in cards(pile)]
    if tables.cells and reserve:
        document["cells"] = reserve + [""] * (len(tables.cells) - len(reserve))
    elif reserve:
        document["reserve"] = reserve
    founded = [card for pile in tables.foundations for card in cards(pile)]
    if founded:
        document["foundations"] = founded
    if tables.stock >= 0:
        document["stock"] = cards(tables.stock)
    if tables.waste >= 0:
        document["waste"] = cards(tables.waste)
    return document


def _boards(output: str) -> Iterator[Board]:
    """The positions of a line that Solvitaire prints, the deal first."""
    for text in re.split("Solution:\n|Deal:\n", output)[-1].split("=" * 35):
        sections = re.split(r"--- ([^-]+?) -+\n", text)[1:]
        if sections:
            yield tuple(
                _section(name, body.strip("\n").split("\n"))
                for name, body in zip(sections[::2], sections[1::2], strict=True)
            )


def _section(name: str, rows: list[str]) -> tuple[tuple[str, ...], ...]:
    width = max(row.count("\t") + 1 for row in rows)
    columns = [[] for _ in range(width)]  # type: list[list[str]]
    for row in rows:
        for column, card in zip(columns, row.split("\t"), strict=False):
            if card.strip() not in ("", "[]"):
                column.append(card.strip().replace("10", "T"))
    piles = [tuple(column) for column in columns]
    return tuple(sorted(piles) if name.startswith(("Foundations", "Cells", "Reserve")) else piles)


def _board(position: Position) -> Board:
    """A position as Solvitaire prints it."""
    tables = position.tables

    def cards(pile: int) -> tuple[str, ...]:
        return tuple(CODES[card] for card in position.cards(pile))

    sections = [
        sorted(cards(pile)[-1:] for pile in tables.foundations),
        sorted(map(cards, tables.cells)),
        [cards(pile) for pile in tables.columns],
        sorted(map(cards, tables.reserve)) if not tables.cells else [],
        [cards(pile) for pile in (tables.stock, tables.waste) if pile >= 0],
    ]
    return tuple(tuple(section) for section in sections if section)


def _alike(board: Board, theirs: Board) -> bool:
    """Whether two positions are the same, as far as one shows its cards."""
    return all(
        len(pile) == len(other)
        and all(shown in (card, "##") for card, shown in zip(pile, other, strict=True))
        for section, others in zip(board, theirs, strict=True)
        for pile, other in zip(section, others, strict=True)
    )


def _reaches(opening: Position, boards: list[Board]) -> bool:
    """Replay a line of Solvitaire by finding legal moves from each of its positions to the next.

    A position before an empty column is refilled is left out, since here that belongs to the move.
    """
    at, left_out = opening, False
    for board in boards[1:]:
        found = _next(at, board)
        if found is None and left_out:
            return False
        left_out = found is None
        at = found or at
    return at.won


def _next(position: Position, board: Board) -> Position | None:
    """The position that is this board: after one legal move, before which and after which the stock turns."""
    at: Position | None = position
    for _ in range(2 * position.tables.cards):
        assert at is not None
        turned = None
        for token in legal_moves(at):
            after = at.copy()
            play(after, after.tables.read(token))
            if _alike(_board(after), board):
                return after
            if check(after, "redeal") is None:
                again = after.copy()
                play(again, again.tables.read("redeal"))
                if _alike(_board(again), board):
                    return again
            if token in ("draw", "redeal"):
                turned = after
        if turned is None:
            return None
        at = turned
    return None


# Klondike-Solver

KLONDIKE_SOLVER: Final = (Game("1", "klondike"), Game("3", "klondike", {"draw": "three"}))
"""By the number of cards of a draw."""


def klondike_solver(game: Game, opening: Position, seed: int, program: str, seconds: int) -> Answer:
    """Ask Klondike-Solver for any line, and in the time that is left for a shortest one or a proof."""
    command = [program, "/DC", game.theirs, "/O", "2", "/MVS", "/D", _deck(opening)]
    output, took, memory = run([*command, "/F"], None, seconds)
    if "Solved" not in output and took < seconds:
        output, more, most = run(command, None, math.ceil(seconds - took))
        took, memory = took + more, max(memory, most)
    if "Solved" in output or "Minimal solution" in output:
        return Answer(Prospect.WINNABLE, took, memory, _leads_to_a_win(opening, output.split("ms.")[-1]))
    dead = Prospect.DEAD if "Impossible" in output else Prospect.UNDECIDED
    return Answer(dead, took, memory, replayed=False)


def _deck(opening: Position) -> str:
    """A deal of Klondike, card by card, as Klondike-Solver reads it."""
    tables = opening.tables
    columns = [opening.cards(pile) for pile in tables.columns]
    cards = [column[row] for row in range(len(columns)) for column in columns[row:]]
    cards += [*opening.cards(tables.waste), *reversed(opening.cards(tables.stock))]
    return "".join(f"{rank(card) + 1:02}{'CDHS'.index(CODES[card][1]) + 1}" for card in cards)


_STEP: Final = re.compile(r"(?:DR(\d+)|(NEW)|F\d|([1-7WCDHS])([1-7CDHS])(?:-(\d+))?)")


def _leads_to_a_win(opening: Position, line: str) -> bool:
    """Replay a line of Klondike-Solver, whose first draw is part of the deal here."""
    board, ahead = opening.copy(), 1
    for word in line.split():
        step = _STEP.fullmatch(word)
        if step is None:
            return False
        draws, redeal, source, target, count = step.groups()
        tokens = ["redeal"] if redeal else ["draw"] * (int(draws or 0) - ahead)
        ahead = 0 if draws else ahead
        if source:
            onto = f"T{target}" if target.isdigit() else "F"
            tokens = [f"{_pile(board, source)}-{onto}" + (f"x{count}" if count else "")]
        for token in tokens:
            if check(board, token) is not None:
                return False
            play(board, board.tables.read(token))
    return board.won


def _pile(board: Position, name: str) -> str:
    """A pile by Klondike-Solver's name: a number, W, or the suit of a foundation."""
    if name.isdigit():
        return f"T{name}"
    tops = {board.tables.names[pile]: board.cards(pile)[-1:] for pile in board.tables.foundations}
    return next((pile for pile, top in tops.items() if top and CODES[top[0]][1] == name), name)


# black-hole-solve

BLACK_HOLE_SOLVE: Final = (
    Game("black_hole", "black-hole"),
    Game("all_in_a_row", "all-in-a-row"),
    Game("golf", "golf"),
)


def black_hole_solve(game: Game, opening: Position, seed: int, program: str, seconds: int) -> Answer:
    """Ask black-hole-solve about a deal."""
    tables = opening.tables
    columns = codes(opening, tables.columns)
    first = [opening.cards(pile)[-1:] for pile in (*tables.foundations, tables.waste) if pile >= 0]
    rows = [f"Foundations: {CODES[first[0][0]] if first[0] else '-'}", *map(" ".join, columns)]
    if tables.stock >= 0:
        rows.insert(0, f"Talon: {' '.join(CODES[card] for card in reversed(opening.cards(tables.stock)))}")
    command = [program, "--game", game.theirs, "--rank-reach-prune"]
    if game.variant == "golf":
        command.append("--queens-on-kings")
    output, took, memory = run(command, "\n".join([*rows, ""]), seconds)
    if output.startswith("Solved!"):
        return Answer(Prospect.WINNABLE, took, memory, _steps_win(opening, output))
    dead = Prospect.DEAD if output.startswith("Unsolved!") else Prospect.UNDECIDED
    return Answer(dead, took, memory, replayed=False)


def _steps_win(opening: Position, output: str) -> bool:
    """Replay a line of black-hole-solve."""
    board = opening.copy()
    target = "W" if board.tables.waste >= 0 else "F1"
    for stack in re.findall(r"Move a card from stack (\d+) |Deal talon", output):
        token = f"T{int(stack) + 1}-{target}" if stack else "draw"
        if check(board, token) is not None:
            return False
        play(board, board.tables.read(token))
    return board.won


# All


class Solver(NamedTuple):
    """Another program."""

    ask: Callable[[Game, Position, int, str, int], Answer]
    games: tuple[Game, ...]
    deals: int
    """How many are compared unless the command says otherwise."""


SOLVERS: Final = {
    "fc-solve": Solver(fc_solve, FC_SOLVE, 100),
    "solvitaire": Solver(solvitaire, SOLVITAIRE, 15),
    "klondike-solver": Solver(klondike_solver, KLONDIKE_SOLVER, 200),
    "black-hole-solve": Solver(black_hole_solve, BLACK_HOLE_SOLVE, 100),
}


def compare(asked: argparse.Namespace) -> int:
    """Compare with another program, and print a table."""
    solver = SOLVERS[asked.solver]
    program = shutil.which(asked.program or asked.solver)
    if program is None:
        print(f"Skipped: {asked.program or asked.solver} is not installed.", __doc__, sep="\n\n")  # noqa: T201
        return 0
    print("| game | deals | ours: winnable, dead | CPU s | theirs: winnable, dead | CPU s | MB | replayed |")  # noqa: T201
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")  # noqa: T201
    wrong = 0
    for game in solver.games:
        if not asked.game or game.theirs in asked.game:
            wrong += _row(game, solver, program, asked)
    return 1 if wrong else 0


def _row(game: Game, solver: Solver, program: str, asked: argparse.Namespace) -> int:
    """Compare one game, print its row, and return the number of contradictions and of lines that fail."""
    tables = tables_for(game.variant, game.rules)
    deals = {
        seed: own_deal(game, seed, program) if game.own_deals else deal_seed(tables, str(seed)).position()
        for seed in range(asked.first, asked.first + asked.deals)
    }
    theirs = [solver.ask(game, deal, seed, program, asked.seconds) for seed, deal in deals.items()]
    answers = [ours(deal, asked.seconds) for deal in deals.values()]
    settled = Prospect.WINNABLE, Prospect.DEAD
    clashes = [
        seed
        for seed, mine, other in zip(deals, answers, theirs, strict=True)
        if mine.prospect in settled and other.prospect in settled and mine.prospect is not other.prospect
    ]
    won = sum(answer.prospect is Prospect.WINNABLE for answer in theirs)
    replayed = sum(answer.replayed for answer in theirs)
    cells = [
        _named(tables),
        str(len(deals)),
        *_counts(answers),
        *_counts(theirs),
        f"{max(answer.megabytes for answer in theirs):.0f}",
        f"{replayed} of {won}",
    ]
    print(f"| {' | '.join(cells)} |", f"CONTRADICTION: {clashes}" if clashes else "", flush=True)  # noqa: T201
    return len(clashes) + won - replayed


def _named(tables: CompiledRules) -> str:
    default = tables_for(tables.variant.id).options
    chosen = [f"`{name}: {value}`" for name, value in tables.options if (name, value) not in default]
    return ", ".join([f"`{tables.variant.id}`", *chosen])


def _counts(answers: list[Answer]) -> tuple[str, str]:
    won, dead = (
        sum(answer.prospect is prospect for answer in answers)
        for prospect in (Prospect.WINNABLE, Prospect.DEAD)
    )
    return f"{won}, {dead}", f"{sum(answer.seconds for answer in answers):.1f}"


# PySolFC's list


def solvable(asked: argparse.Namespace) -> int:
    """Search the game numbers that PySolFC found solvable, or a sample."""
    module = ast.parse(asked.list.read_text("utf-8"))
    numbers: list[int] = next(
        ast.literal_eval(node.value) for node in module.body if isinstance(node, ast.Assign)
    )
    searched = random.Random(asked.seed).sample(sorted(numbers), asked.sample or len(numbers))
    start, found = time.process_time(), Counter[Prospect]()
    for number in searched:
        opening = deal_seed(tables_for("klondike"), str(number)).position()
        result = evaluate(opening, asked.budget)
        found[result.finding.prospect] += 1
        if result.finding.prospect is not Prospect.WINNABLE:
            print(f"{number}: {result.finding.prospect}, {result.positions} positions", flush=True)  # noqa: T201
        if found.total() % 1000 == 0:
            print(f"{found.total()} of {len(searched)}", file=sys.stderr, flush=True)  # noqa: T201
    counts = ", ".join(f"{found[prospect]} {prospect}" for prospect in Prospect)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds = time.process_time() - start
    print(f"{len(searched)} of {len(numbers)}: {counts}; {seconds:.0f} s, {memory:.0f} MB")  # noqa: T201
    return int(found[Prospect.WINNABLE] < len(searched))


def main() -> int:
    """Compare."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    for name, solver in SOLVERS.items():
        command = commands.add_parser(name)
        command.set_defaults(run=compare, solver=name)
        command.add_argument("--program", help=f"the program's path (default {name})")
        command.add_argument("--deals", type=int, default=solver.deals, help="per game")
        command.add_argument("--first", type=int, default=1, help="the first seed (default 1)")
        command.add_argument("--seconds", type=int, default=5, help="CPU seconds per deal (default 5)")
        command.add_argument("--game", nargs="+", help="only these, by the program's names")
    listed = commands.add_parser("pysolfc")
    listed.set_defaults(run=solvable)
    listed.add_argument("list", type=Path, help="klondike_solvable_seeds.py")
    listed.add_argument("--sample", type=int, help="game numbers (default: all)")
    listed.add_argument("--seed", type=int, default=1, help="another seed draws other numbers (default 1)")
    listed.add_argument("--budget", type=int, default=10_000_000, help="per deal (default 10 000 000)")
    asked = parser.parse_args()
    return int(asked.run(asked))


if __name__ == "__main__":
    sys.exit(main())
