"""Descriptions of a variant for players: what each of its piles takes and gives."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal

from patience.cards import CODES, FLOOR, RANKS, SUIT_SYMBOLS
from patience.compilation.compiled_rules import CompiledRules
from patience.rules import (
    Base,
    Build,
    Closed,
    Columns,
    CoveredWhile,
    DealTo,
    Direction,
    Foundation,
    GatherAs,
    Lift,
    Reserve,
    Stock,
    Takes,
)
from patience.rules.declaration import name_piles
from patience.words import LANGUAGES, Language, Sentence, Value, piles_language
from patience.words.names import built, capital, deal_of, legs_of, merged, pairs_of, steps_of

PileKind = Literal["column", "foundation", "reserve", "waste", "stock"]
Described = tuple[int, PileKind, str, str]
"""A pile, its kind, what it takes and what it gives."""


@dataclass(frozen=True, slots=True)
class PileDescription:
    """One pile as a rules page describes it."""

    pile: str
    kind: PileKind
    takes: str
    gives: str


def describe_piles(tables: CompiledRules, code: str = LANGUAGES[0]) -> list[PileDescription]:
    """Describe every pile of the variant under these options: columns, foundations, reserve, waste, stock.

    `code` is that of the language.
    """
    return [
        PileDescription(tables.names[pile], kind, takes, gives)
        for pile, kind, takes, gives in _Writer(tables, piles_language(code)).piles()
    ]


def describe_alike(tables: CompiledRules, code: str = LANGUAGES[0]) -> list[tuple[str, str, str]]:
    """Describe each stretch of piles that take and give the same: their names, what they take and give."""
    alike = groupby(describe_piles(tables, code), lambda pile: (pile.takes, pile.gives))
    return [(name_piles(tuple(pile.pile for pile in piles)), takes, gives) for (takes, gives), piles in alike]


class _Writer:
    """What is to be said of the piles of a game, in a language. Methods return empty text for nothing."""

    def __init__(self, tables: CompiledRules, language: Language) -> None:
        self.tables, self.rules, self.language = tables, tables.rules, language

    def say(self, key: str, **evidence: Value) -> str:
        return self.language.say(Sentence(key, evidence))

    def piles(self) -> Iterator[Described]:
        if self.rules.columns:
            yield from self._columns(self.rules.columns)
        gives = self._foundations_give()
        for pile in self.tables.foundations:
            stays = self.tables.foundation(pile).base_stays
            base = self.say("foundation.base_stays") if stays else ""
            yield pile, "foundation", self._foundation_takes(pile), _joined(gives, base)
        for pile in self.tables.reserve:
            takes = self._paired(pile) or self._reserve_takes(pile)
            yield pile, "reserve", takes, self._reserve_gives(pile)
        if self.tables.waste >= 0:
            yield self.tables.waste, "waste", *self._waste()
        stock = self.rules.stock
        if stock and self.rules.has_stock:
            takes = _joined(self._stock_takes(stock), self._paired(self.tables.stock))
            yield self.tables.stock, "stock", takes, _joined(self._stock_gives(stock), self._late())

    def _foundations_give(self) -> str:
        if self.rules.foundations_final:
            return self.say("foundation.final")
        tables = self.tables
        reached = frozenset[int]().union(*(tables.reach[pile] for pile in tables.foundations))
        kinds = {"column": tables.columns, "cell": tables.reserve, "other foundation": tables.foundations}
        takers = [kind for kind, piles in kinds.items() if not reached.isdisjoint(piles)]
        return self.say("foundation.gives", takers=takers)

    def _destination(self, *, cell: str = "cell") -> Value:
        """Return where cards of the reserve and the waste go, as evidence."""
        pairs = self.rules.pairs
        places = ["foundation", *["column"] * bool(self.rules.columns), *[cell] * bool(self.tables.cells)]
        paired = "or alone" if pairs and pairs.alone else "in a pair"
        return {"places": places, "pairs": paired if pairs else None}

    def _reserve_gives(self, pile: int) -> str:
        tables, name = self.tables, self.tables.names[pile]
        if pile in tables.collecting:
            return self.say("reserve.gives.set")
        if tables.takes_runs:
            return self.say("reserve.gives.run")
        single = tables.cell_capacity == 1 if tables.cells else self._is_dealt_one(name)
        to = self._destination(cell="other cell")
        return _joined(self.say("reserve.gives", single=int(single), to=to), self._fills(name))

    def _is_dealt_one(self, name: str) -> bool:
        return self.rules.dealt_to(name) == [True] and not self._dealt(name)

    def _waste(self) -> tuple[str, str]:
        last = self.say("waste.last") if self.tables.last_draw_only else ""
        stock = self.rules.stock
        drawn = self.say("waste.takes", draw=self.tables.draw) if stock and "draw" in stock.actions else ""
        takes = _joined(drawn, self._dealt("W"), last, self._paired(self.tables.waste))
        if stock and stock.waste_takes:
            moved = self.say("waste.moved", sequence=built(stock.waste_takes))
            return _joined(takes, moved), self.say("waste.none")
        return takes, _joined(self.say("waste.gives", to=self._destination()), self._fills("W"))

    def _columns(self, columns: Columns) -> Iterator[Described]:
        for pile in self.tables.columns:
            kind = columns.of(self.tables.names[pile])
            yield pile, "column", self._column_takes(kind, pile), self._column_gives(kind)

    def _paired(self, pile: int) -> str:
        """Say which cards leave together with the top card of a pile."""
        if pile not in self.tables.pairing:
            return ""
        return _joined(self.say("paired"), self._beneath(pile))

    def _beneath(self, pile: int) -> str:
        """Say whether the top card of a pile leaves with the card under it."""
        return self.say("paired.beneath") if pile in self.tables.beneath else ""

    def _reserve_takes(self, pile: int) -> str:
        rules, name = self.rules, self.tables.names[pile]
        reserve = rules.reserve
        if reserve and reserve.sequence:
            sequence, opening = built(reserve.sequence), self._opening_cards(pile)
            takes = self.say("reserve.built", sequence=sequence, room=reserve.capacity, opening=opening)
            return _joined(takes, self.say("reserve.bottom"))
        if rules.pairs and pile in self.tables.collecting:
            return capital(self.say("reserve.set", ranks=rules.pairs.joining("")))
        if reserve and rules.cells:
            parts = [self._room(reserve, pile)]
            if reserve.takes_from is not None:
                parts.append(self.say("takes", givers=reserve.takes_from))
            return _joined(self._clauses(*parts, self._covered(name)), self._awaits(pile), self._dealt(name))
        if reserve and rules.has_merci:
            return capital(self.say(f"reserve.{reserve.takes}", times=reserve.capacity))
        filled = self.say("filled", **filling(reserve.refill)) if reserve and reserve.refill else ""
        return _joined(
            self._clauses(self.say("reserve.none"), filled, self._covered(name)), self._dealt(name)
        )

    def _clauses(self, *parts: str) -> str:
        return f"{'; '.join(filter(None, parts))}."

    def _opening_cards(self, pile: int) -> list[Value]:
        return [CODES[card] for card in self.tables.fits[pile][FLOOR]]

    def _pair(self, foundation: Foundation) -> list[Value]:
        """Return the two cards that begin a foundation together."""
        return [[rank + foundation.suits] for rank in foundation.pair]

    def _covered(self, name: str) -> str:
        """Say while which piles have cards a reserve pile gives none."""
        reserve, covers = self.rules.reserve, self.rules.covers(name)
        together = reserve is not None and reserve.covered_while is CoveredWhile.ALL
        key = "reserve.covered.all" if together else "reserve.covered"
        return self.say(key, covers=[*covers]) if covers else ""

    def _room(self, cell: Reserve, pile: int) -> str:
        """Say which cards a cell takes, and how many."""
        if cell.own_cells:
            return capital(self.say("reserve.own", opening=self._opening_cards(pile)))
        if cell.takes is Takes.RUN:
            return self.say("reserve.run")
        if cell.capacity == 1 and len(cell.ranks) == len(RANKS):
            return self.say("reserve.any")
        key = "reserve.one" if cell.capacity == 1 else "reserve.room"
        return capital(self.say(key, ranks=cell.ranks, room=cell.capacity))

    def _dealt(self, name: str) -> str:
        """Say which cards each deal adds to a pile."""
        stock = self.rules.stock
        if stock is None or name not in stock.deal_piles(self.rules.pile_names):
            return ""
        if stock.deals:
            times = dict.fromkeys(deal.count(name) for deal in stock.deals)
            key = "dealt.some" if 0 in times else "dealt.each"
            return self.say(key, numbers=[number for number in times if number])
        return "" if stock.deal_to is DealTo.GAPS else self.say(f"dealt.{stock.deal_to}")

    def _column_takes(self, columns: Columns, pile: int) -> str:
        gathered = self._gathered(self.rules.stock)
        if columns.row:
            row = {"build": columns.build, "way": columns.direction, "ranks": columns.empty_takes}
            if columns.is_ring:
                return self.say(
                    "column.ring", **row, first=columns.empty_takes, last=self.rules.row_ranks[-1]
                )
            return _joined(self.say("column.row", **row), gathered)
        if columns.own_ranks:
            own = columns.own(self.tables.names[pile]) or None
            givers = self.say("takes.sentence", givers=columns.takes_from or ())
            return _joined(self.say("column.own", own=own), givers)
        clauses = capital(self._clauses(*self._column_clauses(columns)))
        dealt = self._dealt(self.tables.names[pile])
        limits = self._column_limits(columns)
        return _joined(clauses, *limits, self._beneath(pile), dealt, *self._gaps(), gathered)

    def _column_clauses(self, columns: Columns) -> list[str]:
        """Say how a column is built, what moves from it, and what an empty one takes."""
        vacancy = self._vacancy(columns)
        if columns.capacity == 1:
            return [self.say("column.room", cards=1), vacancy]
        room = [self.say("column.room", cards=columns.capacity)] if columns.capacity else []
        moved = self._moved(columns)
        if columns.takes_from == ():
            takes = self.say("column.pair" if 0 in self.tables.pairing else "column.none")
            filled = [self.say("filled", **filling(columns.refill))] if columns.refill else []
            return [takes, moved, *room, *filled]
        if self.rules.pair_moves:
            return [self.say("column.pair"), moved, *room, vacancy]
        key = "column.built.none" if len(columns.ends) == len(RANKS) else "column.built"
        building = self.say(key, sequence=built(columns.sequence), build=columns.build, level=columns.level)
        if columns.wrap:
            return [building, self.say("column.wrap"), *room, moved, vacancy]
        return [building, moved, *room, vacancy]

    def _column_limits(self, columns: Columns) -> Iterator[str]:
        if columns.covered_by:
            yield self.say("column.covered")
        if columns.takes_from:
            pairs = self.rules.pairs.piles if self.rules.pairs_waste("W", "T1") and self.rules.pairs else ()
            yield self.say("takes.sentence", givers=(*pairs, *columns.takes_from))
        if columns.opened_by is not None:
            yield self.say("column.opened", opened=self._opened_by(columns.opened_by))
        if columns.direction is Direction.ONE_WAY:
            yield self.say("column.one_way")
        if columns.sequence.suits_apart:
            yield self.say("column.apart", suits=list(columns.sequence.suits_apart))
        if columns.merges:
            yield self.say("column.merges", **merged(columns))
        if columns.closed:
            yield self.say("column.closed", takes=int(columns.closed is Closed.TAKES_ANY))
        if columns.complete_stays:
            yield self.say("column.complete")

    def _opened_by(self, lists: Sequence[Sequence[str]]) -> str:
        """Say from where an empty column takes cards: from the piles of later lists later."""
        takes = self.language.text("givers", tuple(lists[0]) if lists else ())
        awaited = list[str]()
        for earlier, givers in pairwise(lists):
            awaited += [giver for giver in earlier if giver[0] == "R"]
            takes += self.language.text("also opened", {"givers": [*givers], "awaited": [*awaited]})
        return takes

    def _gaps(self) -> Iterator[str]:
        stock = self.rules.stock
        if stock and stock.deal_to is DealTo.GAPS:
            yield self.say("column.gaps", acts=int(bool(stock.actions)), hold=stock.hold or None)
            if stock.close:
                yield capital(self.say("column.close", close=stock.close))

    def _limit(self, stock: Stock) -> str:
        return "" if stock.redeals is None else self.say("redeals", redeals=stock.redeals)

    def _gathered(self, stock: Stock | None) -> str:
        """Say how a redeal gathers the columns."""
        if stock is None or not stock.gathers:
            return ""
        if stock.gather_as is GatherAs.TURNS:
            return _joined(self.say("gather.turns", piles=stock.deal_to), self._limit(stock))
        how: dict[str, Value] = {"gathered": stock.gather_as, "cards": stock.gather or 0}
        return _joined(self.say("gather", shuffles=int(stock.shuffles), **how), self._limit(stock))

    def _moved(self, columns: Columns) -> str:
        if columns.supermove:
            single = columns.lift is Lift.ONE
            return self.say("moved.singly") if single else self.say("moved.runs", build=columns.lift)
        if isinstance(columns.lift, Lift):
            return self.say("moved.single_or_whole" if columns.whole_only else f"moved.{columns.lift}")
        build = None if columns.lift is columns.build else columns.lift
        return self.say(
            "moved.whole_run" if columns.whole_only else "moved.run", build=build, level=columns.level
        )

    def _vacancy(self, columns: Columns) -> str:
        opening = self._opening(columns)
        if not columns.refill:
            return self.say("empty.takes", opening=opening) if opening else self.say("empty.none")
        longest = int(columns.longest_first)
        key = "empty.both" if opening else "empty.filled"
        return self.say(key, **filling(columns.refill), longest=longest, opening=opening)

    def _opening(self, columns: Columns) -> str:
        """Name the ranks that open a column; before the deal sets the base they are relative to it."""
        ranks = columns.opening
        if columns.opens_to_all:
            return self.language.text("first ranks", ranks)
        if not self._is_relative() or len(ranks) in (0, len(RANKS)):
            return self.language.text("ranks", ranks)
        named: Value = [{"rank": rank, "number": RANKS.index(rank) + 1} for rank in ranks]
        return self.language.text("or relative", named)

    def _is_relative(self) -> bool:
        return self.rules.base is not Base.ACE and self.tables.base_rank is None

    def _column_gives(self, columns: Columns) -> str:
        if columns.whole_only:
            return self.say("gives.whole_face_up" if columns.lift is Lift.ANY else "gives.whole_run")
        if columns.supermove or isinstance(columns.lift, Build):
            return self.say("gives.run")
        return self.say(f"gives.{columns.lift}")

    def _foundation_takes(self, pile: int) -> str:
        return _joined(self._foundation_order(pile), self._awaits(pile))

    def _awaits(self, pile: int) -> str:
        """Say for which foundations a pile waits."""
        awaited = [self.tables.names[other] for other in self.tables.awaits.get(pile, ())]
        return self.say("awaits", awaited=awaited) if awaited else ""

    def _foundation_order(self, pile: int) -> str:
        foundation = self.tables.foundation(pile)
        number, build = foundation.length, foundation.build
        if self._is_relative() and not foundation.whole:
            order = self.language.text("up", build)
            if foundation.sequence:
                order = self.language.text("sequence", built(foundation.sequence))
            suits = [SUIT_SYMBOLS[suit] for suit in foundation.suits]
            takes = self.say("foundation.relative", built=order, cards=number, suits=suits)
            return _joined(takes, self._alike())
        if self.rules.pairs and not self.rules.builds_pairs:
            return self.say("foundation.pairs", cards=number, pairs=pairs_of(self.rules.pairs))
        if self.rules.pairs and foundation.sequence:
            return self.say("foundation.pair", pair=self._pair(foundation))
        if foundation.sequence:
            return self._free(pile, foundation)
        opening, steps = self._opening_cards(pile), steps_of(foundation.ranks)
        if foundation.whole:
            led = None if len(foundation.suits) == 4 else opening
            number = len(foundation.ranks)
            return self.say("foundation.whole", steps=steps, build=build, number=number, led=led)
        wait = ""
        if guard := foundation.last_after:
            wait = self.say("foundation.last", rank=foundation.ranks[-1], guard=guard)
        if len(foundation.ranks) == 1:
            return _joined(self.say("foundation.one", opening=opening), wait)
        start = self._start(foundation, opening)
        if foundation.repeats or self.rules.pairs:
            return self.say("foundation.repeats", build=build, legs=legs_of(foundation.ranks), start=start)
        direction = _direction(foundation.ranks)
        takes = self.say("foundation.built", direction=direction, build=build, steps=steps, start=start)
        return _joined(takes, wait)

    def _start(self, foundation: Foundation, opening: list[Value]) -> str:
        """Say how a foundation begins, and from where it takes cards."""
        dealt: list[Value] = [*foundation.bases]
        start = self.say("start.dealt", dealt=dealt) if dealt else self.say("start.begins", opening=opening)
        if dealt and (len(foundation.suits) > 1 or foundation.dealt_apart):
            start = self.say("start.either", dealt=dealt[0], opening=opening)
        if self.rules.pairs:
            start = self.say("start.pair", pair=self._pair(foundation))
        if foundation.givers is None:
            return start
        if foundation.limit:
            given = {"givers": foundation.free_givers, "others": foundation.givers[-1:]}
            return f"{self.say('takes.limit', **given, ranks=foundation.limit)}; {start}"
        return f"{self.say('takes', givers=foundation.givers)}; {start}"

    def _free(self, pile: int, foundation: Foundation) -> str:
        """Describe a foundation without an order of ranks."""
        tables, number = self.tables, foundation.length
        assert foundation.sequence
        sequence = built(foundation.sequence)
        if foundation.takes_sets:
            return self.say("foundation.sets", cards=foundation.at_once, number=number)
        if foundation.whole:
            return self.say("foundation.whole.free", sequence=sequence, cards=number)
        if foundation.outranked:
            return self.say("foundation.outranked", cards=number)
        if pile in tables.lowest_first:
            guard = tables.names[tables.matches[pile]] if pile in tables.matches else None
            start = self.say("start.lowest", guard=guard)
        elif pile in tables.matches:
            start = self.say("start.matches", guard=tables.names[tables.matches[pile]])
        elif tables.same_base:
            start = self.say("start.same")
        elif foundation.dealt_apart:
            opening = self._opening_cards(pile)
            start = self.say("start.either", dealt=foundation.bases[0], opening=opening)
        elif foundation.bases:
            start = self.say("start.dealt", dealt=[*foundation.bases[:1]])
        else:
            start = self.say("start.begins", opening=self._opening_cards(pile))
        takes = self.say("foundation.free", sequence=sequence, cards=number, start=start)
        return _joined(takes, self._alike())

    def _alike(self) -> str:
        """Say that play sets the direction of all foundations."""
        return self.say("foundation.same_direction") if self.tables.same_direction else ""

    def _stock_takes(self, stock: Stock) -> str:
        if "redeal" not in stock.actions or stock.redeals == 0 or stock.gathers:
            return self.say("stock.none")
        takes = self.say("stock.under" if stock.lays_under else "stock.redeal")
        if stock.restocks:
            flags = {"shuffles": int(stock.shuffles), "deals": int("deal" in stock.actions)}
            takes = self.say("stock.restocks", piles=stock.deal_to, **flags)
        return _joined(takes, self._limit(stock))

    def _stock_gives(self, stock: Stock) -> str:
        fills, hold = self._fills("S"), stock.hold or None
        if {*stock.actions} <= {"redeal"} and not stock.open:
            return _joined(self.say("stock.fills"), fills)
        if "deal" not in stock.actions and stock.open:
            return _joined(self.say("stock.open"), fills)
        if "draw" in stock.actions:
            packet = self.say("stock.packet") if self.tables.packet else ""
            alone = self.say("stock.alone") if self.tables.stock in self.tables.pairing else ""
            return _joined(self.say("stock.draws", draw=self.tables.draw, hold=hold), packet, alone, fills)
        gives = self.say("stock.deal", to=stock.deal_to, hold=hold)
        if stock.deals:
            gives = capital(self.say("stock.deals", deals=[*map(deal_of, stock.deals)], hold=hold))
        shown = self.say("stock.open" if stock.open else "stock.shown")
        return _joined(gives, shown if stock.open or stock.shows_last else "", fills)

    def _late(self) -> str:
        """Say which piles get a card once the base is set."""
        named = name_piles(tuple(self.tables.names[pile] for pile in self.tables.late))
        return self.say("stock.late", piles=named) if named else ""

    def _fills(self, pile: str) -> str:
        """Say which vacancies cards of this pile fill."""
        rules = self.rules
        if pile == "S" and rules.stock and rules.stock.fills_waste:
            return self.say("fills.waste")
        groups = {"columns": rules.columns, "reserve": rules.reserve}
        filled = [name for name, group in groups.items() if group and pile in group.refill]
        return self.say("fills", piles=filled) if filled else ""


def filling(refill: Sequence[str]) -> dict[str, Value]:
    """Return the piles that fill a vacancy, and how many cards the stock gives, as evidence."""
    return {"supplies": [*dict.fromkeys(refill)], "filled": max(1, refill.count("S"))}


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _direction(ranks: str) -> Direction | None:
    """Return up or down, also past King and Ace; None where ranks go to and fro."""
    steps = [(RANKS.index(upper) - RANKS.index(lower)) % len(RANKS) for lower, upper in pairwise(ranks)]
    if sum(steps) < len(RANKS):
        return Direction.UP
    return Direction.DOWN if sum(len(RANKS) - step for step in steps) < len(RANKS) else None
