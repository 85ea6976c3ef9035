"""The rules of each game on its page: in sentences, and pile by pile. They follow from the declarations.

The pages of docs/rules/ have a section for each game, which they follow.
"""

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

from patience.cards import RANKS
from patience.compilation.compiled_rules import tables_for
from patience.compilation.descriptions import describe_alike
from patience.games import VARIANTS
from patience.play.evidence import won_by
from patience.rules import Arrange, Base, Pairs, Round, Rules, Win
from patience.rules.declaration import name_piles
from patience.rules.variant import Option, Variant
from patience.words import language
from patience.words.names import KINDS, capital, count_cards, listed, name_pairs
from patience.words.rules_in_sentences import rules_in_sentences

GAME: Final = re.compile(r"^(## .*`([a-z0-9-]+)`.*)$", re.MULTILINE)
"""The heading of a game's section."""

_PACKS: Final = {1: "one pack", 2: "two packs", 3: "three packs", 4: "four packs"}
_ARRANGED: Final = {
    Arrange.ACE_OF_SPADES_LAST: "the Ace of spades is dealt last",
    Arrange.ACE_LAST: "the last Ace is dealt after all other cards",
    Arrange.LAST_KINGS: "the Kings on foundations are those of the last packs",
    Arrange.ACE_OR_KING_FIRST: "the last Ace or King is dealt first if the first round has none",
    Arrange.ACES_FIRST: "the Aces are dealt first, clubs, spades, hearts, diamonds",
    Arrange.ACES_AND_KINGS_FIRST: "the Aces, then the Kings are dealt first, clubs, spades, hearts, diamonds",
    Arrange.KINGS_DOWN: "Kings go to the bottom of their columns",
    Arrange.DISTINCT_RANKS: "no group of cards dealt to one column has a rank twice",
    Arrange.SIXES_DISTINCT: "no six cards that are dealt one after the other have a rank twice",
    Arrange.JACKS_APART: "no column is dealt three Jacks",
    Arrange.KING_FIRST: "the last King is dealt first",
    Arrange.KINGS_LAST: "the last cards that are not Kings are dealt first, and the Kings among them last",
    Arrange.TWOS_FIRST: "Twos and then Aces are dealt first",
    Arrange.TWO_ACES_LAST: "Kings go to the bottom of their columns, then two Aces are dealt last",
}


def with_rules(page: str, section: Callable[[Variant, str], str]) -> str:
    """Return a page in which the text of each game's section is what `section` makes of it."""
    head, *sections = GAME.split(page)
    parts = zip(sections[::3], sections[1::3], sections[2::3], strict=True)
    return head + "".join(
        f"{heading}\n\n{section(VARIANTS[variant], text.strip())}\n" for heading, variant, text in parts
    )


def sentences(variant: Variant, lang: str = "en") -> str:
    """Return the rules of a game with its usual options as a list of sentences, in Markdown."""
    return "".join(f"* {sentence}\n" for sentence in rules_in_sentences(variant.rules, lang))


def table(variant: Variant, *, piles: bool) -> str:
    """Return the table of a game as Markdown: the deal, what each pile takes and gives, the options.

    What the piles take follows from the compiled rules, which takes milliseconds a game. Without `piles`, a
    link to the page of the game stands there.
    """
    rules = variant.rules
    ranks = "" if rules.ranks == RANKS else f", only {' '.join(rules.ranks)}"
    packs = f"{_PACKS[rules.packs]}, {rules.cards} cards{ranks}"
    rows = [(f"`{variant.id}`", packs), ("---", "---"), *_rows(variant, piles)]
    return "".join(f"| {name} | {text} |\n" for name, text in rows)


def _rows(variant: Variant, piles: bool) -> Iterator[tuple[str, str]]:
    rules = variant.rules
    yield "Deal", "; ".join(_deal(rules))
    if rules.base is not Base.ACE:
        first = "the deck's first card" if rules.base is Base.FIRST_RANK else "the card dealt to F"
        yield "Base", f"the rank of {first}; below, A stands for it, 2 for the next, K for the one below it"
    if rules.pairs:
        yield "Pairs", _pairs(rules.pairs)
    if covers := _covers(rules):
        yield "Covered", covers
    if piles:
        for names, takes, gives in describe_alike(tables_for(variant.id)):
            yield names, f"*Takes:* {capital(takes.removeprefix('Takes '))} *Gives:* {gives}"
    else:
        yield "Piles", f"[what each takes and gives](games/{variant.id})"
    if rules.win is not Win.COMPLETE or rules.won_when:
        yield "Won", f"when {language('en').text('win', won_by(rules))}"
    for option in variant.options:
        yield f"Option `{option.name}`", _option(option)
    if variant.siblings:
        others = (f"{number} is {_chosen(options)}" for number, options in variant.siblings.items())
        yield "PySolFC", "; ".join(others)


def _deal(rules: Rules) -> Iterator[str]:
    if rules.arrange:
        yield _ARRANGED[rules.arrange]
    if rules.base is Base.FIRST_RANK:
        yield "the cards of the first card's rank come first"
    for line, rounds in groupby(rules.layout):
        times = sum(1 for _ in rounds)
        if line.after_base:
            yield f"once the base is set, {name_piles(line.to)} up, if empty"
        elif line.heads and line.deals_all:
            ranks = line.heads.rstrip("*")
            then = f"after each {ranks}" if line.ends_piles else f"from each {ranks} on"
            yield f"all cards to {name_piles(line.to)} up, the next one {then}"
        else:
            face = "up" if line.face_up else "down"
            count = f"{times} × " if times > 1 else ""
            yield f"{count}{name_piles(line.to)} {face}{_home(rules, line)}"
    if rules.stock and rules.stock.drawn_at_start:
        yield f"{count_cards(rules.stock.drawn_at_start)} to the waste"
    stock = rules.cards - rules.layout_cards
    if any(line.home and line.heads for line in rules.layout):
        yield "the rest in the stock"
    elif stock:
        yield f"{stock} in the stock"


def _home(rules: Rules, line: Round) -> str:
    """Say which cards of a round go to foundations."""
    where = "foundations" if rules.foundations else "the first places of rows"
    home = f", cards that fit go to {where}" if line.home else ""
    if line.home and line.heads:
        home = f", cards {line.heads} that fit go to {where} and others take their places"
    if line.sweeps:
        swept = "top cards" if line.sweeps == RANKS else f"top cards {line.sweeps}"
        home += f", then {swept} that fit go to foundations"
    return home


def _pairs(pairs: Pairs) -> str:
    kinds = listed([KINDS[kind] for kind in pairs.piles] or [KINDS["R"]])
    width = f"; rows of {pairs.width} columns" if pairs.width else ""
    return f"{name_pairs(pairs)}; on {kinds}{width}"


def _covers(rules: Rules) -> str:
    """Name the columns that lie on each column."""
    pairs = enumerate(rules.columns.covered_by if rules.columns else (), start=1)
    return ", ".join(f"T{number} by {' '.join(names)}" for number, names in pairs if names)


def _option(option: Option) -> str:
    values = [f"`{value}`" for value in option.values]
    values[0] += " (default)"
    return f"{', '.join(values)}. {option.meaning}"


def _chosen(options: object) -> str:
    assert isinstance(options, dict)
    return " and ".join(f"`{name}: {value}`" for name, value in options.items())
