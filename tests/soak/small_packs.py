"""Check the search on small packs, of the highest ranks alone, played at will.

python -m tests.soak.small_packs [--game klondike] [--deals 2000] [--most 100000] [--judged 50] [--seed 1]
    [--only eights …]

The games are small Klondikes, with a few columns and a stock; with ``--game suited`` games like Seahaven
Towers, with a few columns that are built in suit and a few cells; with ``--game safe`` games of all kinds in
which some cards go to foundations at once, with a few columns; with ``--game mirrored`` games with cells
whose deals stay the same if suits change places; with ``--game gated`` games for which not every cut of the
search is proved, with a few columns and cells (``--only`` names some of them); with ``--game simple`` rules
of no game, with a few columns that may be filled and cells.

Each deal is settled by a search, by one that is not greedy, and by a brute force that leaves nothing out
(``exhaustive.pyx``), as far as that visits at most ``--most`` positions. It plays by the kernel's rules. The
naive engine of ``conformance/reference`` settles every ``--judged``-th deal, too. The lower ranks are on the
foundations. Contradictions are printed, and the exit code is 1.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from tempfile import TemporaryDirectory
from typing import Final

from patience.cards import FACE_DOWN, RANKS, SUITS
from patience.compilation.compiled_rules import CompiledRules, compile_tables
from patience.games import VARIANTS
from patience.play.legality import legal_moves, play
from patience.play.position import Position
from patience.rules import (
    Base,
    Build,
    Columns,
    DeclarationError,
    Foundation,
    Lift,
    Reserve,
    Round,
    Rules,
    Stock,
    Takes,
)
from patience.rules.variant import OptionValue, Variant
from patience.search.findings import Prospect
from patience.search.search_runner import CONCEPTS, UNCUT, search
from tests.engine.games import rule_sets
from tests.search import reference_force
from tests.search.backwards import completed
from tests.search.plain_search import is_called_dead
from tests.search.well_formed import can_be_met
from tests.soak.any_rules import compile_brute_force, described, load_brute_force, small_game, with_columns

_BUDGET = 30_000
_JUDGED_MOST = 20_000
MOST_CARDS: Final = 208
_MOST_REDEALS = 15
"""A search does not settle games with more redeals."""


def small_klondike(draw: int, columns: int, spaces: str, foundations: str = "returnable") -> CompiledRules:
    """Return the tables of Klondike with a few columns."""
    rules = VARIANTS["klondike"].under(
        (
            ("draw", {1: "one", 3: "three"}[draw]),
            ("redeals", "unlimited"),
            ("foundations", foundations),
            ("spaces", spaces),
        )
    )
    layout = (Round(tuple(f"T{column}" for column in range(1, columns + 1)), face_up=True),)
    assert rules.columns is not None
    rules = replace(rules, columns=replace(rules.columns, number=columns), layout=layout)
    return compile_tables(Variant("any", "Any", "Any", rules), ())


def shuffled_cards(position: Position, ranks: int, source: random.Random) -> list[int]:
    """Return the cards of the highest ranks, shuffled; the others go to the foundations."""
    tables = position.tables
    cards: list[int] = []
    for foundation in tables.foundations:
        first = 13 * SUITS.index(tables.foundation(foundation).suits)
        position.piles[foundation] += range(first, first + 13 - ranks)
        cards += range(first + 13 - ranks, first + 13)
    source.shuffle(cards)
    return cards


def small_deal(tables: CompiledRules, ranks: int, source: random.Random) -> Position:
    """Return a deal of the highest ranks: a triangle of columns, and the rest in the stock."""
    position = Position(tables)
    cards = shuffled_cards(position, ranks, source)
    for number, column in enumerate(tables.columns, start=1):
        pile = position.piles[column]
        for _ in range(min(number, len(cards) - 1)):
            pile.append(cards.pop() + FACE_DOWN)
        pile[-1] %= FACE_DOWN
    position.piles[tables.stock] += cards
    return position


def small_suited(groups: str, spaces: str, foundations: str, columns: int, cells: int) -> CompiledRules:
    """Return the tables of Baker's Game with a few columns and cells."""
    options = (("cells", "four"), ("groups", groups), ("foundations", foundations), ("spaces", spaces))
    rules = VARIANTS["bakers-game"].under(options)
    assert rules.reserve is not None
    rules = with_columns(replace(rules, reserve=replace(rules.reserve, piles=cells)), columns)
    return compile_tables(Variant("any", "Any", "Any", rules), ())


def suited_deal(tables: CompiledRules, ranks: int, source: random.Random) -> Position:
    """Return a deal of the highest ranks to the columns, some of which may stay empty."""
    position = Position(tables)
    cards = shuffled_cards(position, ranks, source)
    filled = source.sample(tables.columns, source.randint(1, len(tables.columns)))
    for place, card in enumerate(cards):
        position.piles[filled[place % len(filled)]].append(card)
    return position


def klondike_at_random(source: random.Random) -> Position:
    """Return a deal of some small Klondike."""
    draw, spaces = source.choice((1, 3)), source.choice(("kings", "kings", "any"))
    foundations = source.choice(("returnable", "final"))
    tables = small_klondike(draw, source.choice((2, 3)), spaces, foundations)
    return small_deal(tables, source.choice((4, 5, 6)), source)


def suited_at_random(source: random.Random, ranks: int = 0) -> Position:
    """Return a deal of some small game with cells whose columns are built in suit."""
    tables = small_suited(
        source.choice(("supermove", "any_length")),
        source.choice(("kings", "any")),
        source.choice(("final", "returnable")),
        source.choice((2, 3, 4)),
        source.choice((1, 2, 3)),
    )
    return suited_deal(tables, ranks or source.choice((3, 4, 5)), source)


def safe_at_random(source: random.Random, ranks: int = 0) -> Position:
    """Return a position of a game of ``SAFE`` with a few columns, of the highest ranks, laid at random."""
    while True:
        _, tables = small_game(str(source.random()), SAFE)
        packs, stock = tables.rules.packs, tables.rules.stock
        if stock and (stock.redeals or 0) > _MOST_REDEALS:
            continue
        position = laid_at_random(tables, ranks or source.choice((4, 5, 6)) // packs + packs - 1, source)
        if can_be_met(position) and not position.won:
            return position


def mirrored_at_random(source: random.Random, ranks: int = 0) -> Position:
    """Return a deal of a small game of ``MIRRORED`` whose second half is the first one with other suits."""
    rules = VARIANTS[source.choice(MIRRORED)].under(())
    columns = source.choice((2, 4))
    if rules.reserve is not None:
        rules = replace(rules, reserve=replace(rules.reserve, piles=source.choice((1, 2))))
    position = Position(compile_tables(Variant("any", "Any", "Any", with_columns(rules, columns)), ()))
    ranks = ranks or source.choice((3, 4, 5))
    shuffled_cards(position, ranks, source)
    suits = source.choice(((0, 1, 3, 2), (0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 2, 1)))
    cards = [13 * suit + rank for suit in suits[:2] for rank in range(13 - ranks, 13)]
    source.shuffle(cards)
    other = dict(zip(suits[:2], suits[2:], strict=True))
    for place, card in enumerate(cards):
        column = place % (columns // 2)
        position.piles[column].append(card)
        position.piles[column + columns // 2].append(13 * other[card // 13] + card % 13)
    return position


def gated_at_random(source: random.Random, only: Collection[str] = ()) -> Position:
    """Return a position with few cards of a game for which not every cut is proved, laid at random."""
    while True:
        tables = _shrunk(*source.choice(_gated(frozenset(only))), source)
        position = laid_at_random(
            tables, source.choice((1, 2, 3, 4, 6)), source, source.choice((5, 7, 9, 11))
        )
        if can_be_met(position) and not position.won:
            return position


def simple_at_random(source: random.Random) -> Position:
    """Return a position with few cards of simple rules, laid at random."""
    while True:
        with suppress(DeclarationError):
            tables = compile_tables(Variant("any", "Any", "Any", _simple_rules(source)), ())
            position = laid_at_random(
                tables, source.choice((2, 3, 4, 5)), source, source.choice((7, 9, 11, 14))
            )
            if source.random() < 0.5:
                position.piles[tables.waste] += position.piles[tables.stock][1:]
                del position.piles[tables.stock][1:]
            if can_be_met(position) and not position.won:
                return position


def _simple_rules(source: random.Random) -> Rules:
    """Return rules with one pack, a stock that is drawn, and cells that may fill columns."""
    number, redeals = source.choice((2, 2, 3)), source.choice((0, 1, 2, None))
    build = source.choice(list(Build))
    return Rules(
        tuple(Foundation(suit, RANKS, Build.BY_SUIT) for suit in SUITS),
        packs=1,
        layout=(Round(tuple(f"T{column}" for column in range(1, number + 1)), face_up=True),),
        columns=Columns(
            number,
            build,
            source.choice((Lift.ONE, Lift.ANY, build, build)),
            empty_takes=source.choice(("", RANKS, "".join(rank for rank in RANKS if source.random() < 0.3))),
            refill=source.choice(((), (), ("S",), ("W",), ("W", "S"), ("R1",), ("R1", "W"))),
        ),
        reserve=source.choice((None, Reserve(1, takes=Takes.ONE), Reserve(2, takes=Takes.ONE))),
        stock=Stock(("draw",) if redeals == 0 else ("draw", "redeal"), redeals=redeals),
        foundations_final=source.random() < 0.6,
    )


@cache
def _gated(only: frozenset[str]) -> list[tuple[str, Mapping[str, OptionValue]]]:
    """Return the rules with foundations for which not every cut is proved; those of some games, if named."""
    every = [
        (VARIANTS[variant].under(tuple(options.items())), variant, options)
        for variant, options in rule_sets()
    ]
    return [
        (variant, options)
        for rules, variant, options in every
        if (variant in only or not only)
        and rules.foundations
        and CONCEPTS < CONCEPTS | rules.concepts <= CONCEPTS | UNCUT
    ]


def _shrunk(variant: str, options: Mapping[str, OptionValue], source: random.Random) -> CompiledRules:
    """Return the tables of a game with few columns and cells, if its rules do not name single ones."""
    rules = VARIANTS[variant].under(tuple(options.items()))
    with suppress(DeclarationError):
        if rules.columns is not None:
            rules = with_columns(rules, source.choice((1, 2, 2, 2, 3, 3, 4)))
    with suppress(DeclarationError):
        if rules.reserve is not None and rules.cells:
            rules = _with_cells(rules, rules.reserve, source.randint(1, min(2, rules.cells)), source)
    tables = compile_tables(Variant("any", "Any", "Any", rules), ())
    return tables if rules.base is Base.ACE else tables.at_base(source.choice("A4TK"))


def _with_cells(rules: Rules, reserve: Reserve, number: int, source: random.Random) -> Rules:
    """Return the rules with this number of cells, of little room, that are dealt no cards."""
    begins = source.sample(reserve.begins, number) if reserve.begins else ()
    cells = replace(reserve, piles=number, begins=tuple(begins), capacity=min(reserve.capacity, 3))
    layout = tuple(dealt for dealt in rules.layout if not any(name.startswith("R") for name in dealt.to))
    return replace(rules, reserve=cells, layout=layout)


def laid_at_random(
    tables: CompiledRules, ranks: int, source: random.Random, most: int = MOST_CARDS
) -> Position:
    """Return a position with the last ranks of all foundations in play, some of them outside columns.

    Once `most` cards are in play, the other foundations stay complete.
    """
    position = completed(tables, source)
    cards: list[int] = []
    foundations = list(tables.foundations)
    if most < MOST_CARDS:
        source.shuffle(foundations)
    for foundation in foundations:
        first = max(1, len(position.piles[foundation]) - (ranks if len(cards) < most else 0))
        cards += position.piles[foundation][first:]
        del position.piles[foundation][first:]
    source.shuffle(cards)
    for pile in tables.reserve:
        if cards and source.random() < 0.7:
            position.piles[pile].append(cards.pop())
    others = [pile for pile in (tables.waste, tables.stock) if pile >= 0]
    places = [*tables.columns, *tables.columns, *others]
    for card in cards:
        position.piles[source.choice(places)].append(card)
    return position


SAFE: Final = (
    "beleaguered-castle",
    "canfield",
    "chameleon",
    "emperor",
    "flower-garden",
    "forty-thieves",
    "four-seasons",
    "freecell",
    "gypsy",
    "king-albert",
    "maria",
    "rainbow",
    "yukon",
)
MIRRORED: Final = ("beleaguered-castle", "freecell", "streets-and-alleys", "yukon")
GAMES: Final = {
    "klondike": klondike_at_random,
    "suited": suited_at_random,
    "safe": safe_at_random,
    "mirrored": mirrored_at_random,
    "gated": gated_at_random,
    "simple": simple_at_random,
}


def play_at_random(position: Position, moves: int, source: random.Random) -> None:
    """Play random legal moves, every other one to a foundation if some lead there."""
    for _ in range(moves):
        legal = [] if position.won else legal_moves(position)
        founding = [token for token in legal if "-F" in token]
        if not legal:
            return
        play(
            position,
            position.tables.read(source.choice(founding if founding and source.random() < 0.5 else legal)),
        )


def run(asked: argparse.Namespace) -> int:
    """Check the deals and print the results."""
    source = random.Random(asked.seed)
    results: Counter[str] = Counter()
    wrong = 0
    with TemporaryDirectory() as scratch:
        can_be_won = load_brute_force(compile_brute_force(scratch))
        for number in range(asked.deals):
            position = gated_at_random(source, asked.only) if asked.only else GAMES[asked.game](source)
            play_at_random(position, source.choice((0, 10, 30, 100)), source)
            if position.won:
                continue
            found = search(position, asked.budget).finding.prospect
            lost = is_called_dead(position, asked.budget)
            truths = [can_be_won(position, asked.most)]
            if number % asked.judged == 0:
                truths.append(reference_force.can_be_won(position, _JUDGED_MOST))
            for truth in truths:
                decided = truth is not None and found is not Prospect.UNDECIDED
                if (truth and lost) or (
                    decided and found is not (Prospect.WINNABLE if truth else Prospect.DEAD)
                ):
                    wrong += 1
                    print(f"WRONG {found} {truths}\n{described(position)}", flush=True)  # noqa: T201
            results[f"{asked.game}, {found}, brute force {truths[0]}"] += 1
            if number % asked.judged == 0:
                results[f"judged by the naive engine: {truths[1]}"] += 1
                print(f"{number + 1} deals", file=sys.stderr, flush=True)  # noqa: T201
    for result, times in sorted(results.items()):
        print(f"{times:8} {result}")  # noqa: T201
    return 1 if wrong else 0


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=GAMES, default="klondike", help="default klondike")
    parser.add_argument("--only", nargs="+", default=[], help="games of --game gated")
    parser.add_argument("--deals", type=int, default=2000, help="default 2000")
    parser.add_argument("--most", type=int, default=100_000, help="positions of brute force (default 100000)")
    parser.add_argument(
        "--budget", type=int, default=_BUDGET, help=f"positions of the search (default {_BUDGET})"
    )
    parser.add_argument("--judged", type=int, default=50, help="every which deal the naive engine settles")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other deals (default 1)")
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
