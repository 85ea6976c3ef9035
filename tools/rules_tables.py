"""Write what follows from the declarations on the rules pages: ``python -m tools.rules_tables``.

On the pages of docs/rules/, the table of a game is between the comments ``<!-- table ID -->`` and
``<!-- end -->``. In docs/rules.md, the list of all games is between ``<!-- games -->`` and ``<!-- end -->``.
tests/api/test_rules.py fails while a page differs from the declarations.
"""

import argparse
import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from patience.cards import RANKS
from patience.games import VARIANTS
from patience.play.evidence import won_by
from patience.rules import (
    Arrange,
    Base,
    Build,
    Columns,
    CoveredWhile,
    DealTo,
    Direction,
    Foundation,
    GatherAs,
    Lift,
    Pairs,
    Reserve,
    Rules,
    SameBase,
    Stock,
    Takes,
    Win,
)
from patience.rules.declaration import name_deal, name_piles
from patience.rules.variant import Option, Variant
from patience.words import language
from patience.words.names import (
    CLOSES,
    DEALT_TO,
    HOLDS,
    KINDS,
    ORDERS,
    count_cards,
    listed,
    name_direction,
    name_pairs,
    name_ranks,
    name_sequence,
    name_supplies,
    opened_by,
    taken_from,
)
from service.api.rules_page import FAMILIES, page_of

_DOCS: Final = Path(__file__).parents[1] / "docs"
PAGES: Final = (_DOCS / "rules.md", *sorted((_DOCS / "rules").glob("*.md")))

_LIST: Final = re.compile(r"<!-- games -->\n.*?<!-- end -->\n", re.DOTALL)
_GAME: Final = re.compile(r"^## (.*`([a-z0-9-]+)`.*)$", re.MULTILINE)
_TABLE: Final = re.compile(r"<!-- table ([a-z0-9-]+) -->\n.*?<!-- end -->\n", re.DOTALL)
_PACKS: Final = {1: "one pack", 2: "two packs", 3: "three packs", 4: "four packs"}
_SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_ARRANGED: Final = {
    Arrange.ACE_OF_SPADES_LAST: "the Ace of spades is dealt last",
    Arrange.ACES_FIRST: "the Aces are dealt first, clubs, spades, hearts, diamonds",
    Arrange.KINGS_DOWN: "Kings go to the bottom of their columns",
    Arrange.DISTINCT_RANKS: "no group of cards dealt to one column has a rank twice",
    Arrange.JACKS_APART: "no column is dealt three Jacks",
    Arrange.KING_FIRST: "the last King is dealt first",
    Arrange.TWOS_FIRST: "Twos and then Aces are dealt first",
    Arrange.TWO_ACES_LAST: "Kings go to the bottom of their columns, then two Aces are dealt last",
}


def table(variant: Variant) -> str:
    """Return the table of a variant as Markdown."""
    rules = variant.rules
    ranks = "" if rules.ranks == RANKS else f", only {' '.join(rules.ranks)}"
    packs = f"{_PACKS[rules.packs]}, {rules.cards} cards{ranks}"
    rows = [(f"`{variant.id}`", packs), ("---", "---"), *_rows(variant)]
    return "".join(f"| {name} | {text} |\n" for name, text in rows)


def fill(page: str) -> str:
    """Return the page with its tables and its list of games written anew."""

    def write(match: re.Match[str]) -> str:
        return f"<!-- table {match[1]} -->\n{table(VARIANTS[match[1]])}<!-- end -->\n"

    return _LIST.sub(lambda _: f"<!-- games -->\n{games()}<!-- end -->\n", _TABLE.sub(write, page))


def games() -> str:
    """Return the list of the games by family, with links.

    Before each link is an empty anchor with the name that its target had when the rules were one page.
    """
    rows = ["| family | games |", "| --- | --- |"]
    for family in FAMILIES:
        page = f"{page_of(family)}.md"
        headings = _GAME.findall((_DOCS / "rules" / page).read_text("utf-8"))
        links = [
            _link(VARIANTS[variant].title, f"rules/{page}", _anchor(heading)) for heading, variant in headings
        ]
        rows.append(f"| **{_link(family, f'rules/{page}', '', _anchor(family))}** | {', '.join(links)} |")
    return "".join(f"{row}\n" for row in rows)


def _link(text: str, page: str, anchor: str, old: str = "") -> str:
    target = f"{page}#{anchor}" if anchor else page
    return f'<a id="{old or anchor}"></a>[{text}]({target})'


def _anchor(heading: str) -> str:
    """Return the anchor that MkDocs gives a heading."""
    words = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", words).strip().lower())


def _rows(variant: Variant) -> Iterator[tuple[str, str]]:
    rules = variant.rules
    yield "Deal", "; ".join(_deal(rules))
    if rules.base is not Base.ACE:
        first = "the deck's first card" if rules.base is Base.FIRST_RANK else "the card dealt to F"
        yield "Base", f"the rank of {first}; below, A stands for it, 2 for the next, K for the one below it"
    if rules.columns:
        yield (
            f"Columns {_span('T', rules.columns.number)}",
            (_places(rules.columns) if rules.columns.row else _columns(rules.columns)),
        )
    if rules.pairs:
        yield "Pairs", _pairs(rules.pairs)
    if rules.reserve:
        yield _MERCI if rules.has_merci else _reserve(rules.reserve, rules.pairs)
    if rules.foundations:
        yield f"Foundations {_span('F', len(rules.foundations))}", _foundations(rules)
    if rules.stock:
        yield "Stock", _stock(rules.stock)
    yield from _win(rules)
    for option in variant.options:
        yield f"Option `{option.name}`", _option(option)
    if variant.siblings:
        others = (f"{number} is {_chosen(options)}" for number, options in variant.siblings.items())
        yield "PySolFC", "; ".join(others)


def _win(rules: Rules) -> Iterator[tuple[str, str]]:
    if rules.win is not Win.COMPLETE or rules.won_when:
        yield "Won", f"when {language('en').text('win', won_by(rules))}"


def _span(letter: str, number: int) -> str:
    return f"{letter}1" if number == 1 else f"{letter}1–{letter}{number}"


def _deal(rules: Rules) -> Iterator[str]:
    if rules.arrange:
        yield _ARRANGED[rules.arrange]
    if rules.base is Base.FIRST_RANK:
        yield "the cards of the first card's rank come first"
    for line, rounds in groupby(rules.layout):
        times = sum(1 for _ in rounds)
        face = "up" if line.face_up else "down"
        where = "foundations" if rules.foundations else "the first places of rows"
        home = f", cards that fit go to {where}" if line.home else ""
        if line.after_base:
            yield f"once the base is set, {name_piles(line.to)} up, if empty"
            continue
        if line.heads:
            yield f"all cards to {name_piles(line.to)} up, the next one from each {line.heads} on"
            continue
        if line.sweeps:
            swept = "top cards" if line.sweeps == RANKS else f"top cards {line.sweeps}"
            home += f", then {swept} that fit go to foundations"
        yield f"{f'{times} × ' if times > 1 else ''}{name_piles(line.to)} {face}{home}"
    if rules.stock and rules.stock.drawn_at_start:
        yield f"{count_cards(rules.stock.drawn_at_start)} to the waste"
    stock = rules.cards - rules.layout_cards
    if stock:
        yield f"{stock} in the stock"


_MERCI: Final = (
    "Merci R1",
    "once, takes the top card of a column: the card under it goes to the first foundation, or else the first "
    "column, that takes it, and the top card returns",
)


def _reserve(reserve: Reserve, pairs: Pairs | None) -> tuple[str, str]:
    cells = reserve.takes is not Takes.NONE
    takes = "no moved card goes here; the top card may leave"
    if cells:
        takes = f"each takes {name_ranks(reserve.ranks).replace('any card', 'any one card')}"
    if reserve.takes is Takes.RUN:
        takes = "each takes one card or a run while it is empty, once the stock is empty"
    if pairs and pairs.collected:
        takes = "each takes one card that belongs to a set with the cards on the others; a whole set leaves"
    if reserve.capacity > 1:
        takes = f"each takes single cards, {name_ranks(reserve.ranks)}, up to {reserve.capacity}"
    if reserve.sequence:
        ranks = [f"{len(list(same))} with {name_ranks(begins)}" for begins, same in groupby(reserve.begins)]
        takes = (
            f"build {name_sequence(reserve.sequence)}, card by card, up to {reserve.capacity}; they begin, "
        )
        takes += f"in this order: {listed(ranks)}; a pile that begins with another card takes none"
    if reserve.closed:
        takes += "; a face-down card is turned up only if it is the last one"
    if reserve.covered_by:
        together = reserve.covered_while is CoveredWhile.ALL
        covers = (
            f"R{number} gives none while "
            + (f"{listed(names)} have cards" if together else f"{listed(names, 'or')} has a card")
            for number, names in enumerate(reserve.covered_by, start=1)
            if names
        )
        takes += f"; {', '.join(covers)}"
    if reserve.takes_from is not None:
        takes += f"; takes {taken_from(reserve.takes_from)}"
    if reserve.refill:
        takes += f"; an empty pile is filled from {name_supplies(reserve.refill)}"
    return f"{'Cells' if cells else 'Reserve'} {_span('R', reserve.piles)}", takes


def _columns(columns: Columns) -> str:
    parts = _built(columns)
    if columns.takes_from is not None:
        parts[:1] = [f"take {taken_from(columns.takes_from)}", *(parts if columns.takes_from else [])]
    if columns.wrap:
        parts.append("King and Ace are neighbours")
    parts += _lifted(columns)
    if columns.supermove:
        parts[-1] += ", several at once if there is room (supermove)"
    if columns.whole_only:
        parts.append("between columns one card or the whole column")
    if columns.capacity:
        complete = ", and a complete column gives none" if columns.complete_stays else ""
        parts.append(f"at most {count_cards(columns.capacity)}{complete}")
    parts += [*_covers(columns), *_closed(columns)]
    if columns.refill:
        longest = ", of reserve piles from the longest" if columns.longest_first else ""
        parts.append(f"a vacancy is filled from {name_supplies(columns.refill)}{longest}")
    parts += _side_columns(columns)
    if columns.takes_from != ():
        by = f", {opened_by(columns.opened_by)}" if columns.opened_by is not None else ""
        parts.append(f"an empty column takes {name_ranks(columns.empty_takes) or 'no moved card'}{by}")
    return "; ".join(parts)


def _lifted(columns: Columns) -> list[str]:
    """Return which cards move together."""
    if isinstance(columns.lift, Build):
        level = " or of one rank" if columns.level else ""
        return [f"cards move in runs {ORDERS[columns.lift]}{level}"]
    if columns.whole_only:
        return []
    return [
        {
            Lift.ONE: "cards move one by one",
            Lift.ANY: "any face-up card moves with the cards on it",
            Lift.WHOLE: "between columns the whole column moves, if it is a run",
        }[columns.lift]
    ]


def _built(columns: Columns) -> list[str]:
    if columns.capacity == 1:
        return []
    if columns.own_ranks:
        return ["take cards of their own ranks only"]
    if len(columns.ends) == len(RANKS):
        return ["no card goes on another one"]
    level = f", or on the same rank {ORDERS[columns.level]}" if columns.level else ""
    return [f"build {name_direction(columns.sequence)} {ORDERS[columns.build]}{level}"]


def _side_columns(columns: Columns) -> Iterator[str]:
    if columns.side_takes_from is not None:
        first = columns.number - columns.side_columns + 1
        aside = name_piles(tuple(f"T{number}" for number in range(first, columns.number + 1)))
        yield f"side columns {aside}: never filled, each takes {taken_from(columns.side_takes_from)}"


def _places(columns: Columns) -> str:
    either = ", or to the left of one that follows it" if columns.direction is Direction.EITHER else ""
    return (
        f"rows of {columns.row} places for one card; a card goes to the right of one that it follows, "
        f"up {ORDERS[columns.build]}{either}; a row begins with {columns.empty_takes}"
    )


def _pairs(pairs: Pairs) -> str:
    kinds = listed([KINDS[kind] for kind in pairs.piles])
    width = f"; rows of {pairs.width} columns" if pairs.width else ""
    return f"{name_pairs(pairs)}; on {kinds}{width}"


def _covers(columns: Columns) -> Iterator[str]:
    pairs = enumerate(columns.covered_by, start=1)
    covers = [f"T{number} by {' '.join(names)}" for number, names in pairs if names]
    if covers:
        yield f"covered: {', '.join(covers)}"


def _closed(columns: Columns) -> Iterator[str]:
    if columns.own_ranks:
        own = ", ".join(f"T{number} {ranks}" for number, ranks in enumerate(columns.own_ranks, start=1))
        yield f"own ranks: {own}; a card that comes brings the topmost face-down one up, to where it was"
    elif columns.closed:
        yield "the player turns face-down top cards up; any card goes on one that lies face down"


def _foundations(rules: Rules) -> str:
    parts: list[str] = []
    numbered = enumerate(rules.foundations, start=1)
    for text, group in groupby(numbered, key=lambda item: _foundation(item[1])):
        names = [f"F{number} {_named(pile.suits)}".rstrip() for number, pile in group]
        parts.append(f"{', '.join(names)}: {text}")
    final = "cards stay" if rules.foundations_final else "the top card may leave"
    if rules.same_base is not None:
        before = f", whose first card {_before(rules)}" if rules.base_from else ""
        parts.append(f"all begin with the same rank{before}")
    if rules.same_direction:
        parts.append("all go the same way, that of the second card on any of them")
    return "; ".join([*parts, final])


def _before(rules: Rules) -> str:
    """Say which moves the first card on a foundation comes before."""
    givers = rules.same_base is SameBase.GIVERS_FIRST
    others = f" but those of {taken_from(rules.base_from or ())}" if givers else ""
    return f"comes before any other move{others}"


def _foundation(pile: Foundation) -> str:
    ranks = f"{pile.ranks[0]} to {pile.ranks[-1]}" if _in_order(pile.ranks) else " ".join(pile.ranks)
    text = f"{ranks} {ORDERS[pile.build]}"
    if pile.sequence:
        first = f"from {ranks}" if len(pile.ranks) < len(RANKS) else "from any card"
        text = f"{first}, {name_sequence(pile.sequence)}, {count_cards(pile.length)}"
    if pile.whole:
        text += " in one move"
    if pile.dealt:
        text += f", {count_cards(pile.dealt)} dealt"
    if pile.outranked:
        lower = "any card lower than another column's top card of its suit, Aces highest"
        text = f"{lower}, {count_cards(pile.length)}"
    if pile.base_stays:
        text += ", the first card stays"
    if pile.matches:
        text += f", first the rank of {pile.matches}'s first card, then only ranks that {pile.matches} has"
    if pile.takes_from is not None:
        text += f", takes {taken_from(pile.takes_from)}"
    if pile.last_after:
        text += f", the last after {pile.last_after} is complete"
    return text


def _in_order(ranks: str) -> bool:
    return len(ranks) > 3 and (ranks in RANKS * 2 or ranks[::-1] in RANKS * 2)


def _named(suits: str) -> str:
    return "" if len(suits) == 4 else " or ".join(_SUITS[suit] for suit in suits)


def _deals(stock: Stock) -> Iterator[str]:
    if "draw" in stock.actions:
        yield f"`draw` turns {count_cards(stock.draw)}"
    if "deal" in stock.actions:
        named = ", or, if the stock has too few cards, ".join(map(name_deal, stock.deals))
        yield f"`deal` puts {named or f'one card on {DEALT_TO[stock.deal_to]}'}"
    elif stock.deal_to is DealTo.GAPS:
        yield "each move is followed by a card on each empty column"
    elif not stock.actions and not stock.open:
        yield "only fills piles"
    if stock.open:
        yield "the top card lies face up and may be moved"
    if stock.close:
        yield CLOSES[stock.close]


def _named_kinds(names: tuple[str, ...]) -> str:
    return listed([{"T": "columns", "F": "foundations", "R": "cells"}.get(name, name) for name in names])


def _stock(stock: Stock) -> str:
    parts = [*_deals(stock)]
    if stock.waste_takes:
        parts.insert(0, f"the waste takes single cards, {name_sequence(stock.waste_takes)}")
    if stock.hold:
        parts[-1] += f", {HOLDS[stock.hold]}"
    if stock.gives_after:
        parts.append(f"as long as it has cards, {_named_kinds(stock.gives_after)} give none")
    if stock.takes_after:
        parts.append(f"as long as it has cards, {_named_kinds(stock.takes_after)} take none")
    if stock.fills_waste:
        parts.append("an empty waste gets the next card at once")
    if stock.gathers:
        dealt = f"deals {stock.gather} cards to each" if stock.gather else "deals them as the layout"
        one_by_one = ", one by one" if stock.gather_as is GatherAs.ROUNDS else ""
        if stock.gather_as is GatherAs.PLACES:
            dealt = "deals them to the other places, with a gap first in each row"
        what = "cards that are not in place" if stock.gather_as is GatherAs.PLACES else "columns"
        gathered = f"gathers {'and shuffles ' if stock.shuffles else ''}the {what}"
        parts.append(f"`redeal` {gathered} and {dealt}{one_by_one}")
    if stock.restocks:
        piles = "the reserve" if stock.deal_to is DealTo.RESERVE else "the columns"
        shuffled = "gathers and shuffles" if stock.shuffles else "gathers"
        then = " and deals" if "deal" in stock.actions else ""
        parts.append(f"`redeal` {shuffled} {piles} once the stock is empty{then}")
    if "redeal" in stock.actions:
        parts.append("redeals without limit" if stock.redeals is None else f"redeals: {stock.redeals}")
    else:
        parts.append("no redeal")
    return "; ".join(parts)


def _option(option: Option) -> str:
    values = [f"`{value}`" for value in option.values]
    values[0] += " (default)"
    return f"{', '.join(values)}. {option.meaning}"


def _chosen(options: object) -> str:
    assert isinstance(options, dict)
    return " and ".join(f"`{name}: {value}`" for name, value in options.items())


def write() -> None:
    """Write the generated parts of every page anew."""
    for page in PAGES:
        page.write_text(fill(page.read_text("utf-8")), encoding="utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(
        prog="python -m tools.rules_tables",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).parse_args()
    write()
