"""Compare what PySolFC's piles can do with what the declarations say.

python -m conformance.pysolfc_piles FOLDER [--variant ID]

FOLDER is an unpacked PySolFC, which is not part of this project. Random games and the kit seldom reach a move
that PySolFC allows and a declaration forgets, such as a whole sequence that begins with a Queen. PySolFC says
it in the capabilities of its piles: their room, the ranks that they begin with, whether King and Ace are
neighbours, and whether they give cards. Some games decide by code, so a line is a place to look, not a fault.
"""

import argparse
from collections.abc import Iterator

from conformance.pysolfc import Table, load, number_of
from patience.cards import RANKS
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.games import VARIANTS
from patience.rules import Base

ANY = -1
"""As a capability, any rank."""


def differences(table: Table, tables: CompiledRules) -> Iterator[str]:
    """Yield a line for each capability that is not as declared."""
    if tables.rules.columns and tables.rules.columns.capacity != 1 and tables.rules.columns.takes_from != ():
        yield from _columns(table, tables)
    if not tables.rules.pairs:
        yield from _foundations(table, tables)
    if tables.rules.stock and "draw" in tables.rules.stock.actions:
        yield from _stock(table, tables)


def _columns(table: Table, tables: CompiledRules) -> Iterator[str]:
    rules, cap = tables.rules, table.piles["T1"].cap
    columns = rules.columns
    assert columns
    if (cap.mod == len(RANKS)) != columns.wrap:
        yield f"T1 has mod {cap.mod}, wrap is {columns.wrap}"
    opened = not columns.refill and rules.base is Base.ACE and cap.max_accept
    ranks = RANKS if cap.base_rank == ANY else RANKS[cap.base_rank : cap.base_rank + 1]
    if opened and set(columns.empty_takes) != set(ranks):
        yield f"T1 has base_rank {cap.base_rank}, empty_takes is {columns.empty_takes!r}"
    groups = bool(tables.grouped.intersection(tables.columns))
    if (cap.max_move > 1) != groups:
        yield f"T1 has max_move {cap.max_move}, groups move: {groups}"


def _foundations(table: Table, tables: CompiledRules) -> Iterator[str]:
    rules = tables.rules
    for number, foundation in enumerate(rules.foundations, start=1):
        stack = table.piles.get(f"F{number}")
        if stack is None:
            continue
        cap, name = stack.cap, f"F{number}"
        if min(cap.max_cards, rules.cards) != min(foundation.length, rules.cards):
            yield f"{name} has max_cards {cap.max_cards}, its length is {foundation.length}"
        begins = foundation.ranks if foundation.sequence else foundation.ranks[:1]
        if (
            cap.base_rank == ANY
            and rules.base is Base.ACE
            and not foundation.dealt
            and len(begins) < len(RANKS)
        ):
            yield f"{name} begins with any rank, not only with {begins}"
        if (cap.min_accept > 1) != foundation.whole:
            yield f"{name} has min_accept {cap.min_accept}, whole is {foundation.whole}"
        if (cap.max_move == 0) != rules.foundations_final:
            yield f"{name} has max_move {cap.max_move}, foundations_final is {rules.foundations_final}"


def _stock(table: Table, tables: CompiledRules) -> Iterator[str]:
    stock, talon = tables.rules.stock, table.game.s.talon
    assert stock
    rounds = ANY if stock.redeals is None else stock.redeals + 1
    if "redeal" in stock.actions and talon.max_rounds != rounds:
        yield f"S has max_rounds {talon.max_rounds}, redeals is {stock.redeals}"
    if talon.num_deal != stock.draw and not stock.rounds:
        yield f"S has num_deal {talon.num_deal}, draw is {stock.draw}"


def main() -> None:
    """Print the differences of the named variants, or of all."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.pysolfc_piles",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--variant", action="append", metavar="ID", help="default: all")
    asked = parser.parse_args()
    games = load(asked.folder)
    for variant in asked.variant or VARIANTS:
        if (number := number_of(variant, {})) is None:
            continue
        for line in dict.fromkeys(differences(Table(games, number), tables_for(variant))):
            print(f"{variant}: {line}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
