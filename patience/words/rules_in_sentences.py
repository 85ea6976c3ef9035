"""The rules of a game as sentences, which follow from its declaration alone; page/rules.js says the same."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from patience.cards import CODES, RANKS, SUITS, cards_of
from patience.rules import (
    Base,
    Build,
    Closed,
    CoveredWhile,
    DealTo,
    Direction,
    DrawAs,
    Foundation,
    GatherAs,
    Lift,
    Rules,
    SameBase,
    Takes,
    Win,
)
from patience.rules.columns import ColumnKind, Columns
from patience.rules.pairs import Pairs, members
from patience.rules.reserve import MERCIS, Reserve
from patience.rules.stock import Stock
from patience.words import LANGUAGES, Evidence, Language, Sentence, Value, rules_language
from patience.words.names import built, capital, legs_of, merged

_COLOURS: Final = {"CS": "black", "DH": "red"}
_CELLS: Final = {Takes.ONE: "cell", Takes.RUN: "cell", **dict.fromkeys(MERCIS, "merci")}
_SHORTEST_STRETCH: Final = 3
"""Two piles are named one by one."""


def rules_in_sentences(rules: Rules, code: str = LANGUAGES[0]) -> list[str]:
    """Return all rules in the language with this code: the goal, the foundations or the pairs, the columns,
    the reserve, the stock. Where the deal decides the base rank, an Ace stands for it."""
    writer = _Writer(rules, rules_language(code))
    return [capital(writer.language.say(sentence)) for sentence in writer.sentences()]


def name_pile(rules: Rules, name: str, code: str = LANGUAGES[0]) -> str:
    """Name a pile of a game in the language with this code: ``column 3``, ``cell 1``, ``the waste``."""
    return _Writer(rules, rules_language(code)).pile(name)


class _Writer:
    """What is to be said of a game; piles are named already, in the language."""

    def __init__(self, rules: Rules, language: Language) -> None:
        self.rules, self.language = rules, language

    def sentences(self) -> Iterator[Sentence]:
        rules = self.rules
        if rules.packs > 1:
            yield _say("packs", packs=rules.packs)
        if rules.ranks != RANKS:
            yield _say("ranks", ranks=list(rules.ranks))
        yield self._goal()
        if rules.pairs:
            yield from self._pairs(rules.pairs)
        if rules.builds_pairs or not (rules.pairs or (rules.columns and rules.columns.merges)):
            yield from self._foundations()
        if rules.columns:
            yield from _row(rules, rules.columns) if rules.columns.row else self._columns(rules.columns)
        if rules.reserve:
            yield from self._reserve(rules.reserve)
        if rules.stock:
            yield from self._stock(rules.stock)

    def _kind_of(self, name: str) -> str:
        return _CELLS.get(self.rules.reserve.takes, "R") if name[0] == "R" and self.rules.reserve else name[0]

    def pile(self, name: str) -> str:
        return self.language.text("pile", {"kind": self._kind_of(name), "number": name[1:]})

    def _givers(self, givers: Iterable[str]) -> list[Value]:
        """Name piles and kinds of piles. Three piles or more in a row are a stretch."""
        return [text for stretch in _stretches(givers) for text in self._stretch_in_words(stretch)]

    def _stretch_in_words(self, stretch: Sequence[str]) -> Iterable[str]:
        name, last = stretch[0], stretch[-1]
        if len(stretch) < _SHORTEST_STRETCH:
            return [self.pile(one) if len(one) > 1 else self.language.text("kind", one) for one in stretch]
        evidence: Evidence = {"kind": self._kind_of(name), "first": name[1:], "last": last[1:]}
        return [self.language.text("stretch", evidence)]

    def _taken(self, key: str, givers: Sequence[str] | None) -> Iterator[Sentence]:
        if givers is not None:
            yield _say(key, givers=self._givers(givers))

    def _goal(self) -> Sentence:
        rules = self.rules
        discards = rules.pairs and not rules.builds_pairs
        if discards and rules.win is not Win.EMPTY_COLUMNS and not rules.won_when:
            return _say("goal.pairs", left=max(0, rules.cards - rules.foundations[0].length))
        if rules.columns and rules.columns.merges:
            return _say("goal.merges", cards=rules.cards - rules.foundations[0].length)
        complete = self._givers(name for name in rules.won_when if name[0] == "F")
        emptied = self._givers(name for name in rules.won_when if name[0] != "F")
        if emptied:
            return _say("goal.some.emptied", complete=complete or None, emptied=emptied)
        if complete:
            return _say("goal.some", complete=complete)
        cards = (rules.columns and rules.columns.capacity) or len(RANKS)
        way = ("ring" if rules.columns.is_ring else rules.columns.direction) if rules.columns else None
        return _say(f"goal.{rules.win}", cards=cards, points=rules.points, way=way)

    def _pairs(self, pairs: Pairs) -> Iterator[Sentence]:
        if not pairs.piles:
            return
        both = [ranks for ranks in pairs.sets if len(ranks) == 2]
        others = [rank for rank in self.rules.ranks if rank not in "".join(both)]
        paired = len(self.rules.ranks) - len(others)
        kind = "some"
        if len(both) == len(RANKS) and all(ranks[0] == ranks[1] for ranks in both):
            kind = "equal"
        elif len(both) > 1 and len(both) == paired * (paired + 1) // 2:
            kind = "any"
        named = {"kind": kind, "others": others, "sets": [list(ranks) for ranks in both]}
        alone = [] if self.rules.builds_pairs else list(pairs.alone)
        yield _say("pairs", named=named, build=pairs.build, near=pairs.near, alone=alone)
        if self.rules.builds_pairs:
            yield _say("pairs.built")
        yield _say("pairs.piles", piles=list(pairs.piles))
        if self.rules.pairs_waste("W", "T1"):
            yield _say("pairs.waste")
        if pairs.beneath:
            yield _say("pairs.beneath", piles=list(pairs.beneath))

    def _foundations(self) -> Iterator[Sentence]:
        rules = self.rules
        alike: dict[object, list[Foundation]] = {}
        for pile in rules.foundations:
            if not pile.matches or pile.lowest_first:
                alike.setdefault(_likeness(pile), []).append(pile)
        for piles in alike.values():
            if rules.builds_pairs and piles[0].direction:
                yield _say("foundation.pair", number=len(piles), sets=[list(piles[0].ranks)])
            else:
                yield from _foundation(piles[0], len(piles))
        yield from self._guarded("foundation.matches", lambda pile: "" if pile.lowest_first else pile.matches)
        yield from self._lowest_first()
        yield from self._guarded("foundation.last", lambda pile: pile.last_after)
        yield from self._limited()
        limited = [pile.givers for pile in rules.foundations if pile.givers is not None and not pile.limit]
        yield from self._taken("foundation.from", limited[0] if limited else None)
        if rules.base is not Base.ACE:
            yield _say("base", base=None)
        if rules.same_base:
            yield _say("same_base")
        if rules.same_direction:
            yield _say("same_direction")
        first = rules.same_base is SameBase.FIRST
        yield from self._taken("base_from" if first else "base_from.later", rules.base_from)
        if any(pile.base_stays for pile in rules.foundations):
            yield _say("foundation.base_stays")
        if rules.foundations_final and rules.foundations:
            yield _say("final")

    def _lowest_first(self) -> Iterator[Sentence]:
        """Say which foundations begin with the lowest card on columns, and of which suits."""
        piles = {f"F{number}": pile for number, pile in enumerate(self.rules.foundations, start=1)}
        lowest = {name: pile.matched for name, pile in piles.items() if pile.lowest_first}
        if not lowest:
            return
        yield _say("foundation.lowest")
        alone = [name for name, other in lowest.items() if not other]
        if len(alone) > 1:
            yield _say("foundation.lowest.alone", piles=self._givers(alone))
        if like := {name: other for name, other in lowest.items() if other}:
            others = self._givers(dict.fromkeys(like.values()))
            yield _say("foundation.lowest.suits", piles=self._givers(like), others=others)

    def _limited(self) -> Iterator[Sentence]:
        """Say which foundations take only some ranks from most piles."""
        for number, pile in enumerate(self.rules.foundations, start=1):
            if pile.limit and pile.givers:
                yield _say(
                    "foundation.limit",
                    pile=self.pile(f"F{number}"),
                    givers=self._givers(pile.free_givers),
                    others=self._givers(pile.givers[-1:]),
                    ranks=list(pile.limit),
                )

    def _guarded(self, key: str, guard: Callable[[Foundation], str]) -> Iterator[Sentence]:
        for number, pile in enumerate(self.rules.foundations, start=1):
            if guard(pile):
                yield _say(key, pile=self.pile(f"F{number}"), other=self.pile(guard(pile)))

    def _columns(self, columns: Columns) -> Iterator[Sentence]:
        takes = columns.takes_from != ()
        in_pairs = self.rules.pair_moves
        yield from self._taken("empty.from" if in_pairs else "columns.from", columns.takes_from)
        if takes and not in_pairs and columns.capacity != 1 and not columns.own_ranks:
            yield from _built(columns)
        yield from _limits(columns)
        if columns.refill:
            yield _refill(columns.refill)
        if columns.longest_first:
            yield _say("empty.longest")
        for later, givers in enumerate(columns.opened_by or ()):
            yield from self._taken("empty.last" if later else "empty.from", givers)
        if columns.merges:
            yield _say("merges", **merged(columns))
        filled = columns.merges or (columns.refill and not columns.empty_takes)
        if takes and not filled and not (self.rules.stock and self.rules.stock.deal_to is DealTo.GAPS):
            yield _vacancy(columns.empty_takes)
        for kind in columns.kinds:
            yield from self._kind(kind, columns.of(kind.of[0]))

    def _kind(self, kind: ColumnKind, columns: Columns) -> Iterator[Sentence]:
        """Say in what some columns differ from the others."""
        yield _say("columns.kind", piles=self._givers(kind.of))
        if kind.takes_from is not None:
            yield _say("columns.from", givers=self._givers(kind.takes_from))
        if kind.build or kind.lift:
            yield from _built(columns)
        if kind.refill is not None:
            yield _refill(kind.refill) if kind.refill else _say("empty.unfilled")
        if kind.empty_takes is not None:
            yield _vacancy(kind.empty_takes)

    def _reserve(self, reserve: Reserve) -> Iterator[Sentence]:
        piles, ranks = reserve.piles, [*reserve.ranks] * (reserve.ranks != RANKS)
        collected = self.rules.pairs.collected if self.rules.pairs else ()
        if reserve.sequence:
            begins = list(dict.fromkeys("".join(reserve.begins)))
            sequence = built(reserve.sequence)
            yield _say("cells.built", piles=piles, room=reserve.capacity, sequence=sequence, ranks=begins)
        elif reserve.takes in MERCIS:
            givers = self._givers(reserve.takes_from or ())
            yield _say(reserve.takes, givers=givers, times=reserve.capacity)
            return
        elif reserve.takes is Takes.RUN:
            yield _say("cells.run", piles=piles)
        elif reserve.takes is Takes.ONE and collected:
            yield _say("cells.sets", piles=piles, sets=[list(members(ranks)) for ranks in collected])
            ordered = [list(members(ranks)) for ranks in collected if "-" in ranks]
            if ordered:
                some = ordered if len(ordered) < len(collected) else None
                yield _say("cells.sets.in_order", sets=some)
        elif reserve.takes is Takes.ONE:
            key = "cells.room" if reserve.capacity > 1 else "cells"
            yield _say(key, piles=piles, room=reserve.capacity, ranks=ranks)
            for letters in dict.fromkeys(reserve.begins):
                cards = [CODES[card] for card in sorted(cards_of(letters))]
                cells = [f"R{cell}" for cell, own in enumerate(reserve.begins, start=1) if own == letters]
                yield _say("cells.own", piles=self._givers(cells), cards=cards)
            if "dealt_cells" in self.rules.concepts:
                yield _say("cells.dealt")
        else:
            yield from _giving(reserve)
            return
        yield from self._taken("cells.from", reserve.takes_from)
        together = reserve.covered_while is CoveredWhile.ALL
        for number, covers in enumerate(reserve.covered_by, start=1):
            key = "cells.covers.all" if together else "cells.covers"
            yield _say(key, cell=self.pile(f"R{number}"), covers=[*map(self.pile, covers)])

    def _stock(self, stock: Stock) -> Iterator[Sentence]:
        yield from _drawing(stock)
        for line in self.rules.layout:
            if line.after_base:
                yield _say("after_base", **self._ends_of(line.to))
        yield from self._dealing(stock)
        if stock.close:
            yield _say(f"close.{stock.close}")
        if "redeal" in stock.actions:
            yield _redeal(stock)
        gives = {0: "after.gives", 1: "after.full"}.get(stock.rounds, "after.round")
        for key, piles in ((gives, stock.gives_after), ("after.takes", stock.takes_after_stock)):
            if piles:
                waits = int(stock.has_waste and stock.after_waste)
                yield _say(key, piles=self._givers(piles), waste=waits, cards=stock.rounds)
        waiting = stock.takes_after_piles
        in_turn = [pile for pile, awaited in waiting.items() if awaited == (_before(pile),)]
        if len(in_turn) > 2:
            first = _before(in_turn[0])
            yield _say("after.in_turn", piles=self._givers([first, *in_turn]))
            waiting = {pile: awaited for pile, awaited in waiting.items() if pile not in in_turn}
        for pile, awaited in waiting.items():
            yield _say("after.piles", pile=self.pile(pile), awaited=self._givers(awaited))
        if stock.hold and not stock.rounds:
            yield _say(f"hold.{stock.hold}")

    def _dealing(self, stock: Stock) -> Iterator[Sentence]:
        if stock.deal_to is DealTo.GAPS and not stock.actions:
            yield _say("gaps")
        if "deal" in stock.actions and not stock.deals:
            yield _say(f"deal.{stock.deal_to}")
        for index, names in enumerate(stock.deals):
            piles = [*dict.fromkeys(names)]
            if index and len(names) > len(stock.deals[0]):
                yield _say("deal.last", number=len(names), piles=self._givers(piles))
                continue
            key = "deal.rest" if index else "deal.piles"
            yield _say(key, cards=len(names) // len(piles), **self._ends_of(piles))

    def _ends_of(self, piles: Sequence[str]) -> dict[str, Value]:
        """Return the first and the last of some piles, as evidence."""
        return {"first": self.pile(piles[0]), "last": self.pile(piles[-1]) if len(piles) > 1 else None}


def _say(key: str, **evidence: Value) -> Sentence:
    return Sentence(key, evidence)


def _stretches(piles: Iterable[str]) -> list[list[str]]:
    """Split piles into those whose numbers follow each other."""
    stretches: list[list[str]] = []
    for name in piles:
        last = stretches[-1][-1] if stretches else ""
        if len(last) > 1 and name == f"{last[0]}{int(last[1:]) + 1}":
            stretches[-1].append(name)
        else:
            stretches.append([name])
    return stretches


def _likeness(pile: Foundation) -> object:
    """Return what foundations of one sentence have in common."""
    order = (pile.ranks, pile.build, pile.whole, pile.direction, pile.wrap, pile.cards)
    return *order, _colour(pile)


def _colour(pile: Foundation) -> str | None:
    return _COLOURS.get("".join(sorted(pile.suits)))


def _foundation(pile: Foundation, number: int) -> Iterator[Sentence]:
    ends = {"first": pile.ranks[0], "last": pile.ranks[-1]}
    if pile.outranked:
        yield _say("foundation.outranked")
    elif pile.takes_sets:
        yield _say("foundation.sets", number=number, cards=pile.cards, each=pile.at_once, build=pile.build)
    elif pile.sequence:
        begins = [*pile.ranks] * (pile.ranks != RANKS)
        key = "foundation.whole.free" if pile.whole else "foundation.free"
        yield _say(key, number=number, sequence=built(pile.sequence), cards=pile.cards, begins=begins)
    elif pile.repeats or not (pile.whole or _is_steady(pile.ranks)):
        yield _say("foundation.repeats", number=number, build=pile.build, legs=legs_of(pile.ranks))
    elif len(pile.ranks) == 1:
        yield _say("foundation.one", number=number, **ends)
    else:
        key = "foundation.whole" if pile.whole else "foundation"
        yield _say(key, number=number, build=pile.build, steps=_steps(pile.ranks), **ends)
    if colour := _colour(pile):
        yield _say("foundation.suits", colour=colour)


def _is_steady(ranks: str) -> bool:
    """Return whether each rank follows the one before by the same step, round from King to Ace."""
    places = map(RANKS.index, ranks)
    return len({(upper - lower) % len(RANKS) for lower, upper in pairwise(places)}) < 2


def _steps(ranks: str) -> Value:
    """Return which way the ranks of a foundation go, as evidence."""
    step = (RANKS.index(ranks[1]) - RANKS.index(ranks[0])) % len(RANKS)
    if step > len(RANKS) // 2:
        return {"direction": Direction.DOWN, "step": len(RANKS) - step}
    return {"direction": Direction.UP, "step": step}


def _built(columns: Columns) -> Iterator[Sentence]:
    rule: Value = {**built(columns.sequence), "level": columns.level}
    yield _say("columns", rule=rule, wrap=int(columns.wrap))
    if columns.direction is Direction.ONE_WAY:
        yield _say("columns.one_way")
    yield from _ends(columns.ends)
    yield _say("columns.lift", rule=_lifting(columns))
    if columns.supermove:
        yield _say("columns.supermove")


def _ends(letters: str) -> Iterator[Sentence]:
    ranks, suits = ([letter for letter in letters if letter in kind] for kind in (RANKS, SUITS))
    if 0 < len(ranks) < len(RANKS):
        yield _say("columns.ends", ranks=ranks)
    if suits:
        yield _say("columns.apart", suits=suits)


def _limits(columns: Columns) -> Iterator[Sentence]:
    if columns.covered_by:
        yield _say("columns.covers")
    if columns.own_ranks:
        yield _say("columns.own")
    elif columns.closed:
        yield _say("columns.closed", takes=int(columns.closed is Closed.TAKES_ANY))
    if columns.capacity:
        yield _say("columns.capacity", cards=columns.capacity)
    if columns.complete_stays:
        yield _say("columns.complete")


def _lifting(columns: Columns) -> Value:
    """Return which cards move together, as evidence."""
    run = columns.build if columns.lift is Lift.ONE and columns.supermove else columns.lift
    if isinstance(run, Build):
        lift = "whole run" if columns.whole_only else "level run" if columns.level else "run"
    else:
        lift = "single or whole" if run is Lift.ANY and columns.whole_only else run.value
    return {"lift": lift, "direction": columns.direction, "step": columns.step, "build": run}


def _row(rules: Rules, columns: Columns) -> Iterator[Sentence]:
    either = columns.direction is Direction.EITHER
    follows: Value = {"direction": Direction.UP if either else columns.direction, "step": 1}
    yield _say("row", places=columns.row, follows=follows, build=columns.build)
    if either:
        yield _say("row.either")
    if columns.is_ring:
        yield _say("row.ring", first=columns.empty_takes, last=rules.row_ranks[-1])
    else:
        yield _say("row.first", ranks=list(columns.empty_takes))


def _vacancy(ranks: str) -> Sentence:
    if ranks == RANKS:
        return _say("empty.any")
    if "*" in ranks:
        return _say("empty.first", ranks=list(ranks.removesuffix("*")))
    return _say("empty.some", ranks=list(ranks)) if ranks else _say("empty.none")


def _refill(piles: Sequence[str]) -> Sentence:
    number = max(1, piles.count("S"))
    return _say("empty.refill", supplies=_supplies(dict.fromkeys(piles)), filled=number)


def _supplies(piles: Iterable[str]) -> list[Value]:
    return [{"kind": pile[0], "number": pile[1:]} for pile in piles]


def _giving(reserve: Reserve) -> Iterator[Sentence]:
    """Say how cards leave a reserve that takes none."""
    yield _say("reserve", piles=reserve.piles)
    if reserve.refill:
        yield _say("reserve.refill", supplies=_supplies(reserve.refill))
    if reserve.closed:
        yield _say("reserve.closed")
    if reserve.covered_by:
        yield _say("reserve.covers")


def _drawing(stock: Stock) -> Iterator[Sentence]:
    if stock.waste_takes:
        yield _say("waste", sequence=built(stock.waste_takes))
        yield from _ends(stock.waste_takes.ends)
    if "draw" in stock.actions:
        yield _say("draw", cards=stock.draw)
    if DrawAs.PACKET in stock.draw_as:
        yield _say("draw.packet")
    if DrawAs.LAST_ONLY in stock.draw_as:
        yield _say("draw.last")
    if stock.fills_waste:
        yield _say("fills_waste")
    if stock.open:
        yield _say("open")
    if stock.shows_last:
        yield _say("deal.shown")


def _redeal(stock: Stock) -> Sentence:
    if stock.lays_under:
        return _say("gather.under", redeals=stock.redeals)
    if "draw" in stock.actions:
        return _say("redeals", redeals=stock.redeals)
    key = "gather.under.deal" if stock.gather_as is GatherAs.UNDER else f"gather.{stock.gather_as}"
    return _say(
        key,
        redeals=stock.redeals,
        shuffles=int(stock.shuffles),
        cards=stock.gather,
        gathered=stock.deal_to,
    )


def _before(pile: str) -> str:
    """Return the name of the pile before one of its kind."""
    return f"{pile[0]}{int(pile[1:]) - 1}"
