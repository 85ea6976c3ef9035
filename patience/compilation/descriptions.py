"""Descriptions of a variant for players: what each of its piles takes and gives."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final, Literal

from patience.cards import CARDS, FLOOR, RANKS, SUIT_SYMBOLS
from patience.compilation.compiled_rules import CompiledRules
from patience.rules import (
    Base,
    Build,
    Columns,
    CoveredWhile,
    DealTo,
    Direction,
    GatherAs,
    Lift,
    Reserve,
    Rules,
    Sequence,
    Stock,
    Takes,
)
from patience.rules.declaration import name_deal, name_piles
from patience.words.names import (
    CLOSES,
    DEALT_TO,
    HOLDS,
    ORDERS,
    capital,
    count_cards,
    listed,
    name_cards,
    name_direction,
    name_pairs,
    name_ranks,
    name_sequence,
    name_steps,
    name_supplies,
    opened_by,
    rank_word,
    taken_from,
)

PileKind = Literal["column", "foundation", "reserve", "waste", "stock"]

_LIFTED: Final = {
    Lift.ONE: "cards move singly",
    Lift.ANY: "any face-up card moves with all cards on top of it",
    Lift.WHOLE: "only the whole column moves to another one, if it is a run",
}
_DEALT: Final = {
    DealTo.COLUMNS: " Each deal adds a card.",
    DealTo.RESERVE: " Each deal adds a card.",
    DealTo.EMPTY_COLUMNS: " Each deal adds a card to the empty columns, or to all if none is empty.",
    DealTo.FILLED_COLUMNS: " Each deal adds a card if it is not empty.",
    DealTo.GAPS: "",
}
_GIVES: Final = {
    Lift.ONE: "Its top card.",
    Lift.ANY: "Its top card, or any face-up card with all cards on top of it.",
    Lift.WHOLE: "Its top card, but only the whole column to another one, if it is a face-up run.",
}


@dataclass(frozen=True, slots=True)
class PileDescription:
    """One pile as a rules page describes it."""

    pile: str
    kind: PileKind
    takes: str
    gives: str


def describe_piles(tables: CompiledRules) -> list[PileDescription]:
    """Describe every pile of the variant under these options: columns, foundations, reserve, waste, stock."""
    return [
        PileDescription(tables.names[pile], kind, takes, gives) for pile, kind, takes, gives in _piles(tables)
    ]


def describe_alike(tables: CompiledRules) -> list[tuple[str, str, str]]:
    """Describe each stretch of piles that take and give the same: their names, what they take and give."""
    alike = groupby(describe_piles(tables), lambda pile: (pile.takes, pile.gives))
    return [(name_piles(tuple(pile.pile for pile in piles)), takes, gives) for (takes, gives), piles in alike]


def _piles(tables: CompiledRules) -> Iterator[tuple[int, PileKind, str, str]]:
    rules = tables.rules
    if rules.columns:
        yield from _columns(tables, rules.columns)
    others = [*["a column"] * bool(rules.columns), *["a cell"] * bool(tables.cells)]
    gives = "Nothing: foundations are final."
    if not rules.foundations_final:
        reached = frozenset[int]().union(*(tables.reach[pile] for pile in tables.foundations))
        kinds = {
            "a column": tables.columns,
            "a cell": tables.reserve,
            "another foundation": tables.foundations,
        }
        takers = [kind for kind, piles in kinds.items() if not reached.isdisjoint(piles)]
        gives = f"Its top card, to {listed(takers, 'or')} that takes it."
    for pile in tables.foundations:
        base = " Its first card stays." if tables.foundation(pile).base_stays else ""
        yield pile, "foundation", _foundation_takes(tables, pile), gives + base
    destination = listed(["a foundation", *others], "or")
    if rules.pairs:
        destination = f"the foundation, {'alone or ' * bool(rules.pairs.alone)}in a pair"
    for pile in tables.reserve:
        name = tables.names[pile]
        is_single = (
            tables.cell_capacity == 1
            if tables.cells
            else (rules.dealt_to(name) == [True] and not _dealt(rules, name))
        )
        card = "Its card" if is_single else "Its top card"
        to = destination.replace("a cell", "another cell")
        gives = f"{card}, to {to}.{_fills(rules, name)}"
        yield (
            pile,
            "reserve",
            _paired(tables, pile) or _reserve_takes(tables, pile),
            _cell_gives(tables, pile) or gives,
        )
    if tables.waste >= 0:
        takes = f"{capital(_drawn(tables))} per draw.{_paired(tables, tables.waste)}"
        gives = f"Its top card, to {destination}.{_fills(rules, 'W')}"
        if rules.stock and rules.stock.waste_takes:
            takes += f" A moved card: built {name_sequence(rules.stock.waste_takes)}."
            gives = "Nothing: cards are moved onto it."
        yield tables.waste, "waste", takes, gives
    if rules.stock and rules.stock.has_pile:
        takes = f"{_stock_takes(rules.stock)}{_paired(tables, tables.stock)}"
        yield tables.stock, "stock", takes, f"{_stock_gives(tables, rules.stock)}{_late(tables)}"


def _cell_gives(tables: CompiledRules, pile: int) -> str:
    """Say how cards leave a cell that collects sets or takes runs; empty for other piles."""
    if pile in tables.collecting:
        return "Its card, to another cell that takes it, or with those of all cells to the foundation."
    return "Its top card, or a run of cards from the top to a column." if tables.takes_runs else ""


def _columns(tables: CompiledRules, columns: Columns) -> Iterator[tuple[int, PileKind, str, str]]:
    for pile in tables.columns:
        kind = columns.of(tables.names[pile])
        yield pile, "column", _column_takes(tables, kind, pile), _column_gives(kind)


def _paired(tables: CompiledRules, pile: int) -> str:
    """Return a sentence on the cards that leave together with the top card of a pile; empty if none do."""
    return " A card that makes a pair with its top card: both leave." if pile in tables.pairing else ""


def _drawn(tables: CompiledRules) -> str:
    return "one stock card" if tables.draw == 1 else f"up to {tables.draw} stock cards"


def _reserve_takes(tables: CompiledRules, pile: int) -> str:
    rules, pile_name = tables.rules, tables.names[pile]
    if rules.reserve and rules.reserve.sequence:
        built, room = name_sequence(rules.reserve.sequence), count_cards(rules.reserve.capacity)
        first = name_cards(tables.fits[pile][FLOOR])
        takes = f"Single cards, {built}, up to {room}; begins with {first}."
        return f"{takes} As long as another card lies at its bottom, it takes none."
    if rules.pairs and pile in tables.collecting:
        ranks = name_ranks(rules.pairs.joining(""))
        return f"{capital(ranks)} that belongs to a set with the cards on the other cells."
    if rules.cells:
        givers = rules.reserve.takes_from if rules.reserve else None
        limit = "" if givers is None else f"; takes {taken_from(givers)}"
        assert rules.reserve is not None
        takes = f"{_room(rules.reserve)}{limit}{_covered(rules, pile_name)}."
        return takes + _dealt(rules, pile_name)
    if rules.has_merci:
        return (
            "Once in a game, the top card of a column, if a foundation or another column takes the card "
            "under it, which goes there; the top card returns."
        )
    takes = "No moved card"
    if rules.reserve and rules.reserve.refill:
        takes += f"; when empty it is filled from {name_supplies(rules.reserve.refill)}"
    return f"{takes}{_covered(rules, pile_name)}.{_dealt(rules, pile_name)}"


def _covered(rules: Rules, name: str) -> str:
    """Say while which piles have cards a reserve pile gives none; empty if none lies on it."""
    covers = rules.covers(name)
    together = rules.reserve is not None and rules.reserve.covered_while is CoveredWhile.ALL
    some = f"{listed(covers)} have cards" if together else f"{listed(covers, 'or')} has a card"
    return f"; it gives none while {some}" if covers else ""


def _room(cell: Reserve) -> str:
    """Say which cards a cell takes, and how many."""
    if cell.takes is Takes.RUN:
        return "One card or a run while it is empty, once the stock is"
    one = name_ranks(cell.ranks).replace("any card", "any one card")
    if cell.capacity == 1:
        return f"{capital(one)} while it is empty"
    each = name_ranks(cell.ranks)
    return f"{capital(each)}, one at a time, up to {count_cards(cell.capacity)}"


def _dealt(rules: Rules, name: str) -> str:
    """Return a sentence on the cards that each deal adds to a pile; empty if it adds none."""
    stock = rules.stock
    if stock is None or name not in stock.deal_piles(rules.pile_names):
        return ""
    if stock.deals:
        times = dict.fromkeys(deal.count(name) for deal in stock.deals)
        words = {1: "a card"}
        some = [words.get(number) or count_cards(number) for number in times if number]
        which = "Some deals add" if 0 in times else "Each deal adds"
        return f" {which} {listed(some, 'or')}."
    return _DEALT[stock.deal_to]


def _column_takes(tables: CompiledRules, columns: Columns, pile: int) -> str:
    stock = tables.rules.stock
    if columns.row:
        return f"{_row_takes(columns)}{_gathered(stock)}"
    if columns.own_ranks:
        own = name_ranks(columns.own(tables.names[pile])) or "no card"
        return (
            f"Takes {own}, whatever lies there. A card that comes brings the topmost face-down card up to the"
            f" column that it left. Takes {taken_from(columns.takes_from or ())}."
        )
    built = f"Built {name_direction(columns.sequence)} {ORDERS[columns.build]}"
    if len(columns.ends) == len(RANKS):
        built = "No card goes on another one"
    if columns.level:
        built += f", or with a card of the same rank {ORDERS[columns.level]}"
    parts = [built, _moved(columns), _vacancy(tables, columns)]
    if columns.wrap:
        parts.insert(1, "King and Ace are neighbours")
    if columns.takes_from == ():
        supplies = name_supplies(columns.refill)
        filled = [f"when empty it is filled from {supplies}"] if supplies else []
        takes = "Takes a card that makes a pair with its top card, and both leave"
        parts = [takes if 0 in tables.pairing else "Takes no moved card", _moved(columns), *filled]
    if columns.capacity == 1:
        parts = [f"Has room for {count_cards(1)}", _vacancy(tables, columns)]
    elif columns.capacity:
        parts.insert(2, f"has room for {count_cards(columns.capacity)}")
    more = " It takes and gives nothing while a column with cards lies on it." if columns.covered_by else ""
    more += f" Takes {taken_from(columns.takes_from)}." if columns.takes_from else ""
    more += f" When empty: {opened_by(columns.opened_by)}." if columns.opened_by is not None else ""
    more += (
        " The player turns its top card up; as long as that lies face down, it takes any card."
        if columns.closed
        else ""
    )
    more += " Once it is complete, it gives no card." if columns.complete_stays else ""
    more += _dealt(tables.rules, tables.names[pile])
    if stock and stock.deal_to is DealTo.GAPS:
        when = "A deal fills" if stock.actions else "After each move the stock fills"
        more += f" {when} the empty columns{_held(stock)}."
        more += f" {capital(CLOSES[stock.close])}." if stock.close else ""
    return f"{'; '.join(parts)}.{more}{_gathered(stock)}"


def _gathered(stock: Stock | None) -> str:
    """Return sentences on a redeal that gathers the columns; empty if there is none."""
    if stock is None or not stock.gathers:
        return ""
    limit = "" if stock.redeals is None else f" Redeals allowed: {stock.redeals}."
    limit = "" if stock.redeals is None else f" Redeals allowed: {stock.redeals}."
    if stock.gather_as is GatherAs.TURNS:
        return f" A redeal puts the bottom card of each column on its top.{limit}"
    what = "the cards that are not in place" if stock.gather_as is GatherAs.PLACES else "all columns"
    gathered = f"gathers {'and shuffles ' if stock.shuffles else ''}{what}"
    dealt = f"deals {count_cards(stock.gather)} to each" if stock.gather else "deals them again"
    return f" A redeal {gathered} and {dealt}.{limit}"


def _row_takes(columns: Columns) -> str:
    """Say what a place in a row takes."""
    after = f"one card that follows the card on its left, up {ORDERS[columns.build]}"
    either = ", or that the next card follows" if columns.direction is Direction.EITHER else ""
    return (
        f"When empty takes {after}{either}; the first place of a row takes {name_ranks(columns.empty_takes)}."
    )


def _moved(columns: Columns) -> str:
    if columns.supermove:
        parts = "cards singly" if columns.lift is Lift.ONE else f"its runs {ORDERS[Build(columns.lift)]}"
        return f"any face-up run moves as a unit if the empty cells and columns let it move {parts}"
    if isinstance(columns.lift, Lift):
        whole = "cards move singly, or the whole column as a unit"
        return whole if columns.whole_only else _LIFTED[columns.lift]
    run = "any face-up run" if columns.lift is columns.build else f"any face-up run {ORDERS[columns.lift]}"
    run += ", or cards of one rank," if columns.level else ""
    if columns.whole_only:
        return f"{run} that is the whole column moves as a unit"
    return f"{run} moves as a unit"


def _vacancy(tables: CompiledRules, columns: Columns) -> str:
    supplies, opening = name_supplies(columns.refill), _opening(tables, columns)
    supplies += " (of reserve piles the longest)" if columns.longest_first else ""
    if not supplies:
        return f"when empty takes {opening or 'no moved card'}"
    if not opening:
        return f"when empty takes no moved card but is filled from {supplies}"
    return f"when empty is filled from {supplies}, and takes {opening} once that is used up"


def _opening(tables: CompiledRules, columns: Columns) -> str:
    """Name the ranks that open a column; before the deal sets the base they are relative to it."""
    if not _is_relative(tables) or len(columns.empty_takes) in (0, len(RANKS)):
        return name_ranks(columns.empty_takes)
    return listed(
        [_RELATIVE.get(rank, f"rank {RANKS.index(rank) + 1}") for rank in columns.empty_takes], "or"
    )


_RELATIVE: Final = {
    "A": "a card of the base rank",
    "2": "a card one rank above the base",
    "K": "a card one rank below the base",
}


def _is_relative(tables: CompiledRules) -> bool:
    return tables.rules.base is not Base.ACE and tables.base_rank is None


def _column_gives(columns: Columns) -> str:
    if columns.whole_only:
        what = "all its cards lie face up" if columns.lift is Lift.ANY else "it is a run of face-up cards"
        return f"Its top card, or the whole column if {what}."
    if columns.supermove or isinstance(columns.lift, Build):
        return "Its top card, or a run of face-up cards from the top."
    return _GIVES[columns.lift]


def _foundation_takes(tables: CompiledRules, pile: int) -> str:
    foundation = tables.foundation(pile)
    ranks, order = foundation.ranks, ORDERS[foundation.build]
    if _is_relative(tables) and not foundation.whole:
        suits = listed([SUIT_SYMBOLS[suit] for suit in foundation.suits], "or")
        built = name_sequence(foundation.sequence) if foundation.sequence else f"up {order}"
        return (
            f"Built {built} from the base rank, {count_cards(foundation.length)}, card by card; "
            f"begins with the base in {suits}.{_alike(tables)}"
        )
    if tables.rules.pairs:
        return (
            f"The discard pile, {count_cards(foundation.length)}. It takes {name_pairs(tables.rules.pairs)}."
        )
    if foundation.sequence:
        return _steps(tables, pile, foundation.sequence)
    opening = name_cards(tables.fits[pile][FLOOR])
    if foundation.whole:
        led = "" if len(foundation.suits) == 4 else f", led by {opening}"
        return f"One whole sequence, {name_steps(ranks)} {order}, {len(ranks)} cards in one move{led}."
    guard = foundation.last_after
    wait = f" Its {rank_word(ranks[-1])} waits until {guard} is complete." if guard else ""
    if len(ranks) == 1:
        return f"{opening} and nothing else.{wait}"
    steps = name_steps(ranks)
    steps = f" from {steps}" if " to " in steps else f", {steps}"
    dealt = [name_cards([CARDS[code] for code in codes]) for codes in foundation.bases]
    start = f"starts with {' and '.join(dealt)}" if dealt else f"begins with {opening}"
    if dealt and len(foundation.suits) > 1:
        start = f"{dealt[0]} starts it; begins with {opening}"
    if foundation.takes_from is not None:
        start = f"takes {taken_from(foundation.takes_from)}; {start}"
    return f"Built{_direction(ranks)} {order}{steps}, card by card; {start}.{wait}"


def _steps(tables: CompiledRules, pile: int, sequence: Sequence) -> str:
    """Describe a foundation without an order of ranks."""
    foundation = tables.foundation(pile)
    length = count_cards(foundation.length)
    if foundation.whole:
        return f"One whole sequence, {name_sequence(sequence)}, {length} in one move."
    if foundation.outranked:
        return f"Cards lower than another column's top card of their suit, Aces highest, {length}."
    bases = [name_cards([CARDS[code] for code in codes]) for codes in foundation.bases]
    start = f"starts with {bases[0]}" if bases else f"begins with {name_cards(tables.fits[pile][FLOOR])}"
    if tables.same_base:
        start = "all foundations begin with the same rank"
    if pile in tables.matches:
        guard = tables.names[tables.matches[pile]]
        start = f"begins with the rank of {guard}'s first card, and takes only ranks that {guard} has"
    return f"Built {name_sequence(sequence)}, {length}; {start}.{_alike(tables)}"


def _alike(tables: CompiledRules) -> str:
    """Return a sentence on the direction that play sets; empty where it sets none."""
    return " All foundations go the way of the first two cards on any." if tables.same_direction else ""


def _direction(ranks: str) -> str:
    """Return up or down, also past King and Ace; empty where ranks go to and fro."""
    steps = [(RANKS.index(upper) - RANKS.index(lower)) % len(RANKS) for lower, upper in pairwise(ranks)]
    if sum(steps) < len(RANKS):
        return " up"
    return " down" if sum(len(RANKS) - step for step in steps) < len(RANKS) else ""


def _stock_takes(stock: Stock) -> str:
    if "redeal" not in stock.actions or stock.redeals == 0:
        return "Nothing."
    limit = "" if stock.redeals is None else f" Redeals allowed: {stock.redeals}."
    if stock.restocks:
        piles = "reserve" if stock.deal_to is DealTo.RESERVE else "columns"
        shuffled = ", shuffled" if stock.shuffles else ""
        deals = ", and a deal follows" if "deal" in stock.actions else ""
        return f"Once it is empty, the cards of the {piles}{shuffled}, by a redeal{deals}.{limit}"
    return f"Once it is empty, the whole waste, turned over by a redeal.{limit}"


def _stock_gives(tables: CompiledRules, stock: Stock) -> str:
    fills = _fills(tables.rules, "S")
    if not stock.actions and not stock.open:
        return f"Its top card, only to fill vacancies.{fills}"
    if "deal" not in stock.actions and stock.open:
        return f"Its top card, which lies face up.{fills}"
    if "draw" in stock.actions:
        cards = _drawn(tables).replace(" stock", "")
        alone = tables.stock in tables.pairing and " Its top card may leave alone."
        return f"{capital(cards)} to the waste per draw{_held(stock)}.{alone or ''}{fills}"
    deal = " or ".join(map(name_deal, stock.deals)) or f"one card on {DEALT_TO[stock.deal_to]}"
    fills = f" Its top card, which lies face up.{fills}" if stock.open else fills
    return f"{capital(deal)} per deal{_held(stock)}.{fills}"


def _held(stock: Stock) -> str:
    """Say when an action waits; empty if it never does."""
    return f", {HOLDS[stock.hold]}" if stock.hold else ""


def _late(tables: CompiledRules) -> str:
    """Return a sentence on the piles that get a card once the base is set; empty if none do."""
    named = name_piles(tuple(tables.names[pile] for pile in tables.late))
    return f" Once the base is set, one card onto each of {named} that is empty." if named else ""


def _fills(rules: Rules, pile: str) -> str:
    """Return a sentence on the vacancies that cards of this pile fill, if there are any."""
    filled = []
    if rules.columns and pile in rules.columns.refill:
        filled.append("columns")
    if rules.reserve and pile in rules.reserve.refill:
        filled.append("reserve piles")
    if pile == "S" and rules.stock and rules.stock.fills_waste:
        return " It also fills the empty waste."
    return f" It also fills empty {' and '.join(filled)}." if filled else ""
