"""Random declarations over the whole vocabulary; those that it refuses are left out.

A declaration can be asked to use certain concepts (``Rules.concepts``): the features behind them are then
drawn for certain instead of now and then.
"""

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from patience.cards import SUITS as EVERY_SUIT
from patience.compilation.compiled_rules import CompiledRules, compile_tables
from patience.rules import (
    Arrange,
    Base,
    Build,
    Close,
    Closed,
    ColumnKind,
    Columns,
    CoveredWhile,
    DealTo,
    DeclarationError,
    Direction,
    DrawAs,
    Foundation,
    GatherAs,
    Hands,
    Hold,
    Lift,
    Near,
    Pairs,
    Reserve,
    Round,
    Rules,
    SameBase,
    Stock,
    Takes,
    Win,
)
from patience.rules import Sequence as CardSequence
from patience.rules.concepts import CONCEPTS as TABLE
from tests.conftest import some
from tests.engine.synthetic import DOWN, UP, variant_of

SUITS = ("C", "D", "H", "S", "CS", "DH", "CDHS", "CDHS", "CD", "HSC")

CONCEPTS = (
    "any_rank",
    "arrange",
    "base",
    "capacity",
    "cells",
    "chosen_bases",
    "closed_foundations",
    "covers",
    "deal_to_reserve",
    "deep_reserve",
    "direction",
    "draw",
    "foundation_steps",
    "gaps",
    "gather",
    "hold_waste",
    "home",
    "near",
    "open_refill",
    "other_suit",
    "packs",
    "pairs",
    "suits",
    "supermove",
    "takes_from",
    "waste_takes",
    "whole_only",
    "win_all_cards",
    "win_empty_columns",
    "wrap",
)
"""Concepts by the names that ``Rules.concepts`` has for them."""

ALONE = tuple(name for name in TABLE if name not in CONCEPTS)
"""Concepts that are covered one by one, not in every pair."""

CONTRADICTORY = (
    {"any_rank", "direction"},
    {"any_rank", "supermove"},
    {"any_rank", "whole_only"},
    {"any_rank", "wrap"},
    {"arrange", "chosen_bases"},
    {"arrange", "closed_foundations"},
    {"arrange", "hold_waste"},
    {"arrange", "base"},
    {"arrange", "deal_to_reserve"},
    {"arrange", "deep_reserve"},
    {"arrange", "draw"},
    {"arrange", "gather"},
    {"arrange", "home"},
    {"base", "chosen_bases"},
    {"base", "closed_foundations"},
    {"base", "home"},
    {"capacity", "gather"},
    {"cells", "deal_to_reserve"},
    {"cells", "deep_reserve"},
    {"deal_to_reserve", "draw"},
    {"deal_to_reserve", "gather"},
    {"draw", "gather"},
    {"deal_to_reserve", "hold_waste"},
    {"gather", "hold_waste"},
    {"gather", "open_refill"},
    {"supermove", "whole_only"},
    {"arrange", "waste_takes"},
    {"base", "waste_takes"},
    {"covers", "open_refill"},
    {"home", "open_refill"},
    {"deal_to_reserve", "waste_takes"},
    {"gather", "waste_takes"},
    {"win_all_cards", "win_empty_columns"},
    *({"pairs", other} for other in ("base", "chosen_bases", "closed_foundations")),
    *({"pairs", other} for other in ("gather", "home", "waste_takes")),
    *({"near", other} for other in ("base", "chosen_bases", "closed_foundations")),
    *({"near", other} for other in ("gather", "home", "waste_takes")),
    *({"near", other} for other in ("capacity", "supermove", "whole_only")),
    *({"gaps", other} for other in ("base", "chosen_bases", "closed_foundations")),
    *({"gaps", other} for other in ("gather", "home", "waste_takes")),
    *({"gaps", other} for other in ("capacity", "supermove", "whole_only")),
    *({"gaps", other} for other in ("arrange", "covers", "deal_to_reserve", "draw")),
    *({"gaps", other} for other in ("hold_waste", "open_refill")),
)
"""Pairs of concepts that no declaration has together."""

PAIRS = [pair for pair in combinations(CONCEPTS, 2) if set(pair) not in CONTRADICTORY]


HOLDS = [hold for hold in Hold if hold not in (Hold.WASTE, Hold.CELLS, Hold.SPARE_CARD)]
"""Those that are no concept of their own."""

MOST_PILES = 64
"""The most piles that the kernel has room for."""

COLUMNS = (2, 5, 8, 10, 11)
"""The numbers of columns to choose from."""


WANTED: Sequence[Collection[str]] = [*PAIRS, *((concept,) for concept in ALONE)]
"""What declarations are asked to use, one after the other."""


def random_tables(
    number: int, concepts: Collection[str] | None = (), columns: Sequence[int] = COLUMNS
) -> Iterator[CompiledRules]:
    """Yield accepted variants that use these concepts and others, the same in every run.

    With None they use no concept at all.
    """
    source = random.Random(number)
    while True:
        try:
            rules = _Draft(source, concepts, columns).rules()
        except DeclarationError:
            continue
        if len(rules.pile_names) > MOST_PILES:
            continue
        if rules.concepts >= set(concepts) if concepts is not None else not rules.concepts:
            yield compile_tables(variant_of(rules, "random"), ())


def covering(number: int, is_fit: Callable[[CompiledRules], bool], step: int) -> Iterator[CompiledRules]:
    """Yield fit declarations that together use ``some`` pairs of concepts, and some of ``ALONE``."""
    left = dict.fromkeys(some(list(map(frozenset, WANTED)), step))
    while left:
        tables = next(filter(is_fit, random_tables(number, next(iter(left)))))
        for pair in combinations(tables.rules.concepts, 2):
            left.pop(frozenset(pair), None)
        for concept in tables.rules.concepts:
            left.pop(frozenset((concept,)), None)
        yield tables


class _Draft:
    """One declaration in the making."""

    def __init__(
        self, source: random.Random, concepts: Collection[str] | None, columns: Sequence[int]
    ) -> None:
        self.source = source
        self.concepts = concepts
        self.column_numbers = columns
        self.packs = self.draw("packs", 0.5, [1, 1, 1, 3, 4], 2)
        self.base = self.draw("base", 0.15, [Base.FIRST, Base.FIRST, Base.FIRST_RANK], Base.ACE)
        if self.asks("base_apart"):
            self.base = self.source.choice([Base.FIRST, Base.FIRST_RANK])
        self.ranks = UP if self.base is not Base.ACE else self.draw("ranks", 0.03, ["A789TJQK", UP[:9]], UP)
        self.suits = self.draw("suits", 0.12, ["CCCC", "CCHH", "CSHH", "DSDS"], "CSHD")
        if self.asks("fewer_suits"):
            self.suits = self.source.choice(["H", "CD", "CSH"])
        self.cards = len(self.suits) * len(self.ranks) * self.packs
        self.kings_down = self.base is not Base.FIRST_RANK and self.uses("arrange", 0.03)
        self.near = self.uses("near", 0.02)
        self.restocks = self.opens = False
        self.held = self.uses("hold_cells", 0.01)
        self.gaps = self.held or self.uses("gaps", 0.02)
        self.sets = self.uses("sets", 0.01) or self.asks("sets_in_order")
        self.in_pairs = (
            self.asks("beneath")
            or self.asks("pair_moves")
            or self.near
            or self.gaps
            or self.sets
            or self.uses("pairs", 0.05)
        )
        self.same_base = self.base is Base.ACE and (
            self.uses("same_base", 0.03) or self.asks("after_base") or self.asks("givers_first")
        )
        self.same_direction = not self.same_base and self.asks("same_direction")

    def uses(self, concept: str, chance: float) -> bool:
        """Return whether the declaration is to use a concept."""
        if self.concepts is None:
            return False
        return concept in self.concepts or self.source.random() < chance

    def asks(self, concept: str) -> bool:
        """Return whether the declaration is asked to use a concept, which it does not use otherwise."""
        return concept in (self.concepts or ())

    def draw(self, concept, chance, values, otherwise):
        """Return one of the values if the concept is used."""
        return self.source.choice(values) if self.uses(concept, chance) else otherwise

    def rules(self) -> Rules:
        source = self.source
        special = {
            "row": self.rows,
            "win_in_place": self.rows,
            "ring": self.ring,
            "cell_runs": self.waiving,
            **dict.fromkeys(("merci", "exchange"), self.drawing_out),
            "turns_reserve": self.turning,
            "shows_last": self.dealt_out,
            "deal_home": self.past_homes,
        }
        special |= {"merges": self.line, "lays_under": self.laid_under, "whole_sets": self.taking_sets}
        special |= {"fills_several": self.filling, "gather_beside_stock": self.filling}
        special |= {"ranked_givers": self.straight_up, "deal_to_unfinished": self.straight_up}
        special |= dict.fromkeys(("own_ranks", "win_face_up", "turns_up"), self.hours)
        special |= {
            "rounds": self.rounds,
            "built_pairs": self.built_pairs,
            "dealt_waste": self.dealt_out,
            "win_points": self.square,
        }
        for concept in special.keys() & set(self.concepts or ()):
            return special[concept]()
        again = {"gather_in_rounds", "shuffles"}.intersection(self.concepts or ())
        gather = "restocks" not in (self.concepts or ()) and (self.uses("gather", 0.08) or bool(again))
        to_reserve = not gather and (self.uses("deal_to_reserve", 0.06) or self.asks("dealt_cells"))
        draw = not gather and not to_reserve and self.uses("draw", 0.15)
        actions = source.choice([(), ("deal",), ("draw",), ("draw", "redeal")])
        if self.kings_down:
            actions = ()
        if gather or to_reserve or draw:
            choices = (
                [("redeal",)] if gather else [("deal",)] if to_reserve else [("draw",), ("draw", "redeal")]
            )
            actions = source.choice(choices)
        actions = self.restocking_actions(actions, possible=not (gather or draw or self.kings_down))
        special = gather or to_reserve or self.kings_down or self.restocks or self.opens
        waits = not special and self.uses("hold_waste", 0.06)
        onto_waste = not special and self.uses("waste_takes", 0.06)
        if waits or onto_waste:
            actions = ("draw",)
        stock = self.stock(actions, gather, to_reserve, draw) if actions or self.opens else None
        if not actions and self.uses("no_actions", 0.1):
            stock = Stock(())
        if stock and onto_waste:
            stock = replace(stock, drawn_at_start=1, waste_takes=self.sequence())
        stock = self.gap_stock() if self.gaps else stock
        if waits and stock:
            stock = replace(stock, hold=Hold.WASTE)
        win = self.win()
        final = self.in_pairs or source.random() < 0.6
        foundations = self.discard() if self.in_pairs else self.foundations(win)
        foundations = foundations if final else self.keeping_a_base(foundations)
        foundations = tuple(map(self.of_these_ranks, foundations))
        names = [f"F{number}" for number in range(1, len(foundations) + 1)]
        complete = sum(len(foundation.ranks) for foundation in foundations) == self.cards
        winners = source.sample(names, min(len(names), 2)) if source.random() < 0.3 or not complete else []
        winners += source.choice([["S"], ["T"], ["R", "T1"]]) if self.asks("win_empty_piles") else []
        reserve = Reserve(3, Takes.ONE) if self.sets or self.held else self.reserve(actions, to_reserve)
        columns = None
        if gather or self.kings_down or self.near or not stock or source.random() < 0.9:
            columns = self.columns(actions, reserve)
        pairs = self.pairs(columns, reserve, stock) if self.in_pairs else None
        columns = self.pairing(columns, pairs)
        laid = sum(foundation.dealt for foundation in foundations) + (stock.drawn_at_start if stock else 0)
        room = self.cards - laid
        if stock and stock.has_pile:
            room = source.randint(0, max(room, 1) - 1)
        return Rules(
            foundations,
            packs=self.packs,
            suits=self.suits,
            ranks=self.ranks,
            layout=(*self.layout(columns, reserve, room), *self.late_rounds(columns, stock)),
            base=self.base,
            arrange=self.arrange(stock),
            columns=columns,
            reserve=reserve,
            stock=stock,
            pairs=pairs,
            win=win,
            won_when=tuple(winners) if win is Win.COMPLETE else (),
            foundations_final=final,
            same_base=(same_base := self.base_of_play()),
            base_from=self.source.choice([("T",), ("R1", "T")])
            if same_base in (SameBase.FIRST, SameBase.GIVERS_FIRST)
            else None,
        )

    def base_of_play(self) -> SameBase | None:
        """Return when play sets the base."""
        if not self.same_base:
            return None
        if self.asks("givers_first"):
            return SameBase.GIVERS_FIRST
        anytime = [] if self.asks("after_base") else [SameBase.ANY_TIME]
        return self.source.choice([*anytime, SameBase.FIRST, SameBase.FIRST])

    def late_rounds(self, columns: Columns | None, stock: Stock | None) -> Iterator[Round]:
        """Yield rounds that wait for the base."""
        if not self.asks("after_base") or columns is None or stock is None:
            return
        yield Round(tuple(f"T{column}" for column in range(1, columns.number + 1)), after_base=True)
        if stock.has_waste:
            yield Round(("W",), after_base=True)

    def of_these_ranks(self, pile: Foundation) -> Foundation:
        """Return a foundation without the ranks that the packs lack; one without any is refused."""
        lacking = "" if pile.direction else "".join(set(UP) - set(self.ranks))
        return replace(pile, ranks=pile.ranks.translate(dict.fromkeys(map(ord, lacking))))

    def waiving(self) -> Rules:
        """Return rules of cells that take runs once the stock is empty."""
        source = self.source
        number = source.choice(self.column_numbers)
        to = tuple(f"T{place}" for place in range(1, number + 1))
        final = source.random() < 0.5
        rounds = 52 * self.packs // number - source.choice([1, 2])
        return Rules(
            tuple(Foundation(suit, UP, Build.BY_SUIT) for suit in "CDHS" * self.packs),
            packs=self.packs,
            layout=(Round(to),) * max(1, rounds),
            columns=Columns(number, self.build(), self.build(), empty_takes=source.choice(["K", UP])),
            reserve=Reserve(source.choice([1, 2]), takes=Takes.RUN),
            stock=Stock(source.choice([("deal",), ("draw",)])),
            foundations_final=final,
        )

    def arrange(self, stock: Stock | None) -> Arrange | None:
        """Return how the deck is arranged; most ways fit few declarations, and the others are refused."""
        if self.kings_down:
            return self.source.choice([Arrange.KINGS_DOWN, Arrange.TWO_ACES_LAST])
        arranged = stock and self.concepts is not None and self.source.random() < 0.05
        ways = [Arrange.KINGS_LAST, Arrange.ACE_LAST, Arrange.SIXES_DISTINCT, Arrange.LAST_KINGS]
        return self.source.choice(ways) if arranged else None

    def turning(self) -> Rules:
        """Return rules of a reserve that a redeal turns, dealt by rank or in rounds."""
        source = self.source
        number, rounds = source.choice([2, 5]), source.choice([3, 6])
        to, piles = (
            tuple(f"{letter}{place}" for place in range(1, most + 1))
            for letter, most in (("T", number), ("R", 13))
        )
        more, rest = divmod(52 * self.packs - number * rounds, 13)
        in_rounds = (*[Round(piles)] * more, Round(piles[:rest]))
        return Rules(
            tuple(Foundation(suit, UP, Build.BY_SUIT) for suit in "CDHS" * self.packs),
            packs=self.packs,
            layout=(*[Round(to)] * rounds, *source.choice([in_rounds, (Round(piles, by=UP),)])),
            columns=Columns(number, self.build(), Lift.ONE, takes_from=source.choice([None, ("R",)])),
            reserve=Reserve(13),
            stock=Stock(
                ("redeal",),
                gather_as=GatherAs.TURNS,
                deal_to=DealTo.RESERVE,
                redeals=source.choice([1, 2, None]),
            ),
            foundations_final=source.random() < 0.5,
        )

    def drawing_out(self) -> Rules:
        """Return rules with a merci."""
        source = self.source
        number = source.choice(self.column_numbers)
        to = tuple(f"T{place}" for place in range(1, number + 1))
        rounds, left = divmod(52 * self.packs, number)
        final, draws = source.random() < 0.5, source.random() < 0.3
        gather = Stock(("redeal",), gather=rounds + 1, gather_as=GatherAs.ROUNDS, redeals=1)
        return Rules(
            tuple(Foundation(suit, UP, Build.BY_SUIT) for suit in "CDHS" * self.packs),
            packs=self.packs,
            layout=(Round(to),) * (rounds - draws) + (() if draws else (Round(to[:left]),) * bool(left)),
            columns=Columns(
                number,
                self.build(),
                source.choice([Lift.ONE, Lift.ANY, self.build()]),
                empty_takes=source.choice(["", "K", UP]),
                capacity=source.choice([None, None, rounds + 2]) if draws else None,
                level=source.choice([None, self.build()]) if not draws else None,
            ),
            reserve=Reserve(
                1,
                Takes.EXCHANGE if "exchange" in (self.concepts or ()) else Takes.MERCI,
                capacity=source.choice([1, 1, 3]),
                takes_from=("T",),
            ),
            stock=Stock(("draw",)) if draws else source.choice([None, gather]),
            foundations_final=final,
        )

    def hours(self) -> Rules:
        """Return rules of columns with ranks of their own, perhaps with a merci that turns up cards."""
        source, turns = self.source, self.uses("turns_up", 0.4)
        own = source.choice(
            [tuple(UP), ("A23", "456", "789", "TJQK"), ("AK", "2345678", "9TJQ", "5K")][: 2 if turns else 3]
        )
        every = tuple(f"T{column}" for column in range(1, len(own) + 1))
        shown = tuple(source.sample(every, source.randint(1, 3)))
        rounds = [Round(every, face_up=False)] * (52 // len(own) - 1)
        hidden = tuple(name for name in every if name not in shown)
        return Rules(
            tuple(
                Foundation(suit, UP, Build.BY_SUIT) for suit in source.choice(["", "CS"][: 1 if turns else 2])
            ),
            packs=1,
            layout=(*rounds, Round(hidden, face_up=False), Round(shown)),
            columns=Columns(
                len(own),
                Build.ANY_SUIT,
                Lift.ONE,
                empty_takes="" if turns else source.choice(["", "K", UP]),
                closed=Closed.TAKES_ANY,
                own_ranks=own,
                takes_from=shown[:1] if turns else source.choice([shown, ("T",), every[:2]]),
            ),
            reserve=Reserve(1, Takes.TURN_UP, capacity=source.choice([1, 3]), takes_from=("T",))
            if turns
            else None,
            win=source.choice([Win.FACE_UP, Win.IN_PLACE]),
        )

    def line(self) -> Rules:
        """Return rules of a line of cards that replace others."""
        source = self.source
        suits = source.choice(["CSHD", "CCCC", "CSHH"])
        return Rules(
            (Foundation("CDHS", UP, Build.ANY_SUIT, direction=Direction.ANY, cards=51, takes_from=()),),
            packs=1,
            suits=suits,
            layout=(Round(tuple(f"T{place}" for place in range(1, 53))),),
            columns=Columns(
                52,
                self.build(),
                Lift.ONE,
                direction=source.choice([*Direction]),
                level=source.choice([None, Build.ANY_SUIT, Build.ALTERNATING]),
                empty_takes="",
                merges=tuple(source.sample([-3, -1, 1, 2, 3, 9], source.randint(1, 4))),
            ),
            won_when=("F1",),
        )

    def laid_under(self) -> Rules:
        """Return rules of columns that come under the stock."""
        source = self.source
        number = source.choice([4, 7])
        lift = source.choice([Lift.ONE, Lift.ANY, self.build()])
        refill = source.choice([("W", "S"), ("S", "W"), ("S",)])
        founded = source.random() < 0.5
        return Rules(
            tuple(Foundation(suit, UP, Build.BY_SUIT) for suit in "CDHS") if founded else (),
            packs=1,
            layout=(Round(tuple(f"T{column}" for column in range(1, number + 1))),) * source.choice([1, 2]),
            columns=Columns(number, self.build(), lift, empty_takes=source.choice(["", "K"]), refill=refill),
            stock=Stock(
                ("draw", "redeal"),
                gather_as=GatherAs.UNDER,
                hold=Hold.WASTE,
                redeals=source.choice([None, 0, 1, 3]),
                drawn_at_start=source.choice([0, 1]),
            ),
            win=Win.COMPLETE if founded else Win.SEQUENCES,
        )

    def taking_sets(self) -> Rules:
        """Return rules of sets that leave columns, which can become the stock again."""
        source = self.source
        build, number = self.build(), source.choice([5, 7])
        suits = source.choice(["CDHS", "HC", "DSH"])
        pile = Foundation(suits, UP, build, whole=True, direction=Direction.SAME, cards=len(suits) * 4)
        several = 52 % pile.length == 0
        return Rules(
            (pile,) * (52 // pile.length) if several else (replace(pile, cards=len(suits)),) * 4,
            packs=1,
            layout=(Round(tuple(f"T{column}" for column in range(1, number + 1))),) * source.choice([1, 3]),
            columns=Columns(
                number,
                build,
                source.choice([Lift.ANY, build]),
                direction=Direction.SAME,
                empty_takes=source.choice(["", "K", UP]),
            ),
            stock=Stock(
                ("deal", "redeal"),
                gather_as=source.choice([GatherAs.UNDER, GatherAs.STOCK]),
                redeals=source.choice([None, 0, 1, 3]),
            ),
            won_when=() if several else ("F1", "F3"),
        )

    def past_homes(self) -> Rules:
        """Return rules of deals in which cards that begin foundations go there."""
        source = self.source
        begun = source.choice([Foundation("CDHS", UP, self.build()), Foundation("H", DOWN, Build.BY_SUIT)])
        other = source.choice([begun, Foundation("CS", "A", Build.BY_COLOR, direction=Direction.UP, cards=9)])
        return Rules(
            (begun, begun, other, other),
            layout=(Round(("T1", "T2", "T3", "T4")),) * source.choice([1, 6, 24]),
            columns=Columns(4, self.build(), Lift.ANY, empty_takes=source.choice(["", "K"])),
            stock=Stock(("deal",), deal_to=DealTo.COLUMNS_AND_HOME),
            won_when=("S",),
            foundations_final=source.random() < 0.5,
        )

    def straight_up(self) -> Rules:
        """Return rules of foundations that take some cards only from the column of their number."""
        source = self.source
        number = source.choice([4, 8])
        to = tuple(f"T{column}" for column in range(1, number + 1))
        limit = source.choice(["A", "AQ", "7K", "23456"])
        freely = [(name, f"T:{limit}") for name in to]
        over = [("F", "W") if source.random() < 0.5 else ("T1", "T2") for _ in to]
        draws = self.asks("ranked_givers") and source.random() < 0.4
        if draws:
            freely = [(*givers, f"{source.choice('TWF')}:{limit}") for givers in over]
            freely = [tuple(dict.fromkeys(givers)) for givers in freely]
        final = source.random() < 0.5 and not draws
        return Rules(
            tuple(
                Foundation(suits, UP, source.choice([Build.ANY_SUIT, Build.BY_SUIT]), takes_from=givers)
                for suits, givers in zip(source.choice([["CDHS"] * 8, [*"CDHSCDHS"]]), freely, strict=False)
            ),
            packs=number // 4,
            layout=(Round(to),) * source.choice([1, 2]),
            columns=Columns(
                number,
                self.build(),
                source.choice([Lift.ONE, Lift.ANY]),
                takes_from=source.choice([(), None]),
                empty_takes=source.choice(["", "K"]),
            ),
            stock=Stock(("draw", "redeal"), redeals=source.choice([0, 1]))
            if draws
            else Stock(
                ("deal", "redeal"),
                gather_as=source.choice([GatherAs.STOCK, GatherAs.UNDER]),
                deal_to=source.choice([DealTo.UNFINISHED_COLUMNS] * 2 + [DealTo.COLUMNS]),
                redeals=source.choice([0, 2, None]),
            ),
            foundations_final=final,
        )

    def filling(self) -> Rules:
        """Return rules of columns that get several stock cards once they are empty."""
        source = self.source
        number = source.choice([5, 8])
        to = tuple(f"T{column}" for column in range(1, number + 1))
        turned = Stock(("redeal",), gather_as=GatherAs.TURNS, redeals=source.choice([1, 3, None]))
        drawn = Stock(source.choice([("draw",), ("draw", "redeal")]), drawn_at_start=source.choice([0, 1]))
        again = source.choice([GatherAs.UNDER, GatherAs.STOCK])
        twice = source.choice([(), (sum(((name, name) for name in to), ()),)])
        dealt = Stock(("deal", "redeal"), deals=twice, gather_as=again, redeals=source.choice([0, 2, None]))
        stocks = [drawn, Stock(("deal",)), dealt, Stock(())]
        stock = turned if self.asks("gather_beside_stock") else source.choice([*stocks, turned])
        refill = source.choice([("S", "S"), ("S",) * 3, ("S",) * 4])
        first = source.random() < 0.5 and stock is not turned
        return Rules(
            tuple(Foundation(suit, UP, Build.BY_SUIT) for suit in "CDHS"),
            packs=1,
            arrange=Arrange.ACE_OR_KING_FIRST if first else None,
            layout=(Round(to),) * source.choice([1, 2, 3]),
            columns=Columns(
                number,
                self.build(),
                source.choice([Lift.ONE, Lift.ANY]),
                direction=source.choice([Direction.DOWN, Direction.EITHER]),
                wrap=source.random() < 0.5,
                empty_takes=source.choice(["", "K"]),
                refill=("W", *refill) if stock is drawn and source.random() < 0.5 else refill,
            ),
            stock=stock,
            foundations_final=source.random() < 0.5,
        )

    def rounds(self) -> Rules:
        """Return rules of rounds in which cards of an open stock go to columns."""
        source = self.source
        until_full = source.random() < 0.5
        if until_full and source.random() < 0.6:
            return self.board_of_pairs()
        direction = source.choice([Direction.ANY, Direction.DOWN, Direction.EITHER])
        return Rules(
            tuple(Foundation(suit, UP, Build.BY_SUIT, dealt=1) for suit in "CDHS"),
            packs=source.choice([1, 2]),
            layout=(Round(tuple(f"T{column}" for column in range(1, 7))),) * source.choice([1, 2]),
            columns=Columns(
                6,
                Build.ANY_SUIT,
                Lift.ONE,
                direction=direction,
                empty_takes=source.choice(["K", UP]),
                takes_from=source.choice([None, ("S",), ("S", "T")]),
                refill=() if until_full else source.choice([(), ("S",), ("S",)]),
            ),
            stock=Stock(
                (),
                draw=1 if until_full else source.choice([2, 3, 20]),
                hold=Hold.EMPTY_COLUMN if until_full else None,
                open=True,
                gives_after=source.choice([("T",), ("T1", "F")]),
            ),
            foundations_final=source.random() < 0.5,
        )

    def dealt_out(self) -> Rules:
        """Return rules of a last deal that goes to the waste, or leaves the last card of the stock open."""
        source = self.source
        number = source.choice([3, 6])
        reserve = tuple(f"R{place}" for place in range(1, number + 1))
        last = source.choice([("W", "S"), ("W",), ("S",), ("T1", "W", "W", "S")])
        if self.asks("shows_last"):
            last = source.choice([("W", "S"), ("S",)])
        laid = 52 * self.packs - number * source.choice([1, 2, 3]) - len(last)
        rounds, rest = divmod(laid - number, 5)
        to = tuple(f"T{column}" for column in range(1, 6))
        return Rules(
            tuple(Foundation(suit, UP, Build.BY_SUIT) for suit in "CDHS" * self.packs),
            packs=self.packs,
            layout=(*[Round(to)] * rounds, *[Round(to[:rest])] * bool(rest), Round(reserve)),
            columns=Columns(
                5,
                self.build(),
                source.choice([Lift.ONE, Lift.ANY, Build.ALTERNATING]),
                takes_from=source.choice([None, None, ("W", "T", *"S" * ("S" in last))]),
                empty_takes=source.choice(["K", UP, ""]),
            ),
            reserve=Reserve(number),
            stock=Stock(("deal",), deals=(reserve, (*source.choice([reserve, ()]), *last))),
            foundations_final=source.random() < 0.5,
        )

    def built_pairs(self) -> Rules:
        """Return rules of pairs that begin foundations, of which some go on with single cards."""
        source = self.source
        number, moves = source.choice([4, 7, 12]), source.random() < 0.6
        filled = source.random() < 0.7
        supplies = [(), ("W",), ("W",)] if filled else [(), ("W",), ("W", "S"), ("S",)]
        going_on = source.choice(["JAT98765432", "AJ23456789T", "JA", "AJ98765"])
        in_any_order = source.choice([Direction.ANY, Direction.EITHER])
        return Rules(
            (
                *(Foundation(suit, going_on, Build.BY_SUIT) for suit in "CDHS"),
                *(Foundation(suit, "QK", Build.BY_SUIT, direction=in_any_order, cards=2) for suit in "DSHC"),
            ),
            packs=1,
            layout=(Round(tuple(f"T{column}" for column in range(1, number + 1))),) * source.choice([1, 2])
            + (Round(("R1", "R2")),),
            columns=Columns(
                number,
                self.build(),
                Lift.ONE,
                empty_takes=source.choice([UP, "", "KQ"]),
                takes_from=source.choice([("W",), ("T", "W")]) if moves else (),
                refill=source.choice(supplies),
            ),
            reserve=Reserve(2),
            stock=Stock(source.choice([("draw",), ("draw", "redeal")]), drawn_at_start=1, fills_waste=filled),
            pairs=Pairs(
                ("KQ", "AJ", *"23456789T"),
                source.choice([("T",), ("T", "R"), ("T", "W"), ("W", "R", "T"), ("R",)]),
                Build.BY_SUIT,
            ),
        )

    def board_of_pairs(self) -> Rules:
        """Return rules of a board that is filled from the stock before cards leave it in pairs."""
        source = self.source
        number = source.choice([5, 9])
        kinds = (ColumnKind(("T1", "T3"), empty_takes=UP[:9]), ColumnKind(("T5",), empty_takes="KQJ"))
        return Rules(
            tuple(replace(pile, takes_from=source.choice([None, ("T",)])) for pile in self.discard()),
            packs=1,
            layout=(Round(("T1", "T2")),) * source.choice([0, 1]),
            columns=Columns(
                number,
                Build.ANY_SUIT,
                Lift.ONE,
                empty_takes=UP,
                takes_from=source.choice([("S",), ("S",), ("T", "S")]),
                kinds=source.choice([(), kinds]),
            ),
            stock=Stock((), open=True, hold=Hold.EMPTY_COLUMN, gives_after=("T",)),
            pairs=Pairs(("T", "A9", "28", "37", "46", "55"), ("T",)),
            won_when=("S", "T1"),
        )

    def square(self) -> Rules:
        """Return rules of a square that is won by points."""
        source = self.source
        hands = source.choice([*Hands])
        places = hands.width**2
        layout = [Round((name,)) for name in source.sample([f"T{place}" for place in range(1, places)], 6)]
        layout += [Round(("R1",), face_up=False)] * source.choice([0, 20])
        return Rules(
            source.choice([(), (Foundation("CDHS", UP, Build.BY_SUIT),)]),
            packs=1,
            layout=tuple(layout),
            columns=Columns(
                places,
                Build.ANY_SUIT,
                Lift.ONE,
                capacity=1,
                empty_takes=source.choice([UP, UP, UP[:9]]),
                takes_from=source.choice([None, ("S",)]),
            ),
            reserve=Reserve(1, closed=True) if len(layout) > 6 else None,
            stock=Stock((), open=True),
            win=Win(hands.value),
            points=source.randint(1, 60),
        )

    def ring(self) -> Rules:
        """Return rules of a ring; ranks that it lacks go to foundations while they are dealt."""
        source = self.source
        away = source.choice(["", "K", "A", "A2K"])
        ranks = [rank for rank in UP if rank not in away]
        direction = source.choice([Direction.UP, Direction.DOWN, Direction.EITHER])
        row = source.randint(2, 6)
        places = [f"T{place}" for place in range(1, (52 // row + 1) * row + 1)]
        return Rules(
            tuple(
                Foundation("CDHS", rank, Build.ANY_SUIT, direction=Direction.SAME, cards=4) for rank in away
            ),
            packs=1,
            layout=(Round(tuple(source.sample(places, 52)), home=bool(away)),),
            columns=Columns(
                len(places),
                self.build(),
                Lift.ONE,
                direction=direction,
                wrap=True,
                empty_takes=ranks[-1 if direction is Direction.DOWN else 0],
                row=row,
            ),
            win=Win.IN_PLACE,
        )

    def rows(self) -> Rules:
        """Return rules of cards in rows; lower cards than those that begin rows lie on foundations."""
        source = self.source
        base = source.choice(UP[:11])
        lower, row = UP[: UP.index(base)], len(UP) - UP.index(base) + 1
        down = source.random() < 0.3
        if down:
            base, lower = UP[-1 - UP.index(base)], UP[-UP.index(base) :] if UP.index(base) else ""
        packs = source.choice([1, 1, 2])
        places = range(1, 4 * packs * row + 1)
        home = source.random() < 0.3
        gaps = places[::row] if home and not lower else source.sample(places, 4 * packs)
        shuffles = source.random() < 0.3
        redeal = Stock(
            ("redeal",), gather_as=GatherAs.PLACES, shuffles=shuffles, redeals=source.choice([0, 1, 3])
        )
        return Rules(
            tuple(
                Foundation(suit, lower, Build.BY_SUIT, dealt=len(lower))
                for suit in "CSHD" * (packs if lower else 0)
            ),
            packs=packs,
            layout=(Round(tuple(f"T{place}" for place in places if place not in gaps), home=home),),
            arrange=None if lower else source.choice([None, Arrange.ACES_FIRST]),
            columns=Columns(
                len(places),
                self.build(),
                Lift.ONE,
                direction=Direction.DOWN if down else source.choice([Direction.UP, Direction.EITHER]),
                empty_takes=base,
                row=row,
            ),
            stock=source.choice([None, redeal, redeal]),
            win=Win.IN_PLACE,
        )

    def restocking_actions(self, actions: tuple[str, ...], *, possible: bool) -> tuple[str, ...]:
        """Return the actions of a stock if it is open, or dealt cards become the stock again."""
        self.restocks = possible and self.uses("restocks", 0.04)
        self.opens = possible and self.uses("open_stock", 0.04)
        if self.restocks:
            return self.source.choice([("deal", "redeal"), *[("redeal",)] * self.opens])
        return self.source.choice([(), ("deal",)]) if self.opens else actions

    def gap_stock(self) -> Stock:
        """Return a stock that fills gaps."""
        closes = self.source.choice([None, *Close] if self.near else [None, Close.ROWS, Close.LAST])
        actions = () if self.held else self.source.choice([(), ("deal",)])
        return Stock(actions, deal_to=DealTo.GAPS, close=closes, hold=Hold.CELLS if self.held else None)

    def pairing(self, columns: Columns | None, pairs: Pairs | None) -> Columns | None:
        """Return columns as games of pairs have them, if their cards leave in pairs."""
        if columns is None or pairs is None or "T" not in pairs.piles:
            return columns
        refill = () if self.gaps else columns.refill
        moves = self.uses("pair_moves", 0.2) and not (self.gaps or pairs.near)
        givers = self.source.choice([("T",), *[("T", "W")] * ("W" in pairs.piles)]) if moves else ()
        return replace(columns, takes_from=givers, lift=Lift.ONE, refill=refill)

    def discard(self) -> tuple[Foundation, ...]:
        """Return the only foundation of a game of pairs."""
        cards = self.source.choice([self.cards, self.cards, self.cards - 4])
        return (Foundation(EVERY_SUIT, UP, Build.ANY_SUIT, direction=Direction.ANY, cards=cards),)

    def pairs(self, columns: Columns | None, reserve: Reserve | None, stock: Stock | None) -> Pairs:
        """Return pairs on some kinds of piles; a declaration that lacks one of these kinds is refused."""
        source = self.source
        kinds = ["T"] * bool(columns) + ["R"] * (reserve is not None and reserve.takes is Takes.NONE)
        kinds += ["W", "S"] * (stock is not None and stock.has_waste)
        piles = source.sample(kinds, source.randint(1, len(kinds))) if kinds else ["T"]
        sets = source.choice(
            [
                ("K", "AQ", "2J", "3T", "49", "58", "67"),
                tuple(2 * rank for rank in UP),
                ("5", "A", "AA", "A2", "KA"),
            ]
        )
        collected = source.choice([("JQK",), ("AAA", "234", "Q56")]) if self.sets else ()
        if self.asks("sets_in_order"):
            collected = source.choice([("A-2-3", "3-2-K", "456"), ("K-A-2", "J-Q-K")])
        if self.sets and not self.near and not self.gaps and source.random() < 0.3:
            return Pairs(collected, (), self.build())
        sets += collected
        near = source.choice([*Near]) if self.near else None
        piles += ["T"] * ((self.near or self.gaps) and "T" not in piles)
        width = source.choice(
            [number for number in (1, 2, 4, 5) if not columns or columns.number % number == 0]
        )
        beneath = tuple(kind for kind in piles if kind != "S") if self.uses("beneath", 0.01) else ()
        limit = "" if collected else source.choice(["", {"K": ":AQ2J", "AA": ":K", "5": ":A2K"}[sets[0]]])
        return Pairs(sets, tuple(piles), self.build() + limit, near, width if near else None, beneath)

    def keeping_a_base(self, piles: tuple[Foundation, ...]) -> tuple[Foundation, ...]:
        stays = self.uses("bases_stay", 0.1)
        return (*piles[:-1], replace(piles[-1], base_stays=True)) if stays else piles

    def win(self) -> Win:
        chances = {win: 0.01 for win in Win if win not in (Win.COMPLETE, Win.POKER, Win.CRIBBAGE)}
        chances |= {Win.ALL_CARDS: 0.1, Win.EMPTY_COLUMNS: 0.05}
        return next((win for win in chances if self.uses(f"win_{win}", chances[win])), Win.COMPLETE)

    def sequence(self) -> CardSequence:
        """Return what a waste takes."""
        source = self.source
        return CardSequence(
            self.build(),
            source.choice([Direction.UP, Direction.DOWN, Direction.EITHER]),
            wrap=source.random() < 0.5,
            ends=source.choice(["", "K", "A5"]),
        )

    def stock(self, actions: tuple[str, ...], gather: bool, to_reserve: bool, draw: bool) -> Stock:
        source = self.source
        deal_to = DealTo.RESERVE if to_reserve else DealTo.COLUMNS
        if self.restocks or self.opens:
            return Stock(
                actions,
                deal_to=deal_to,
                gather_as=GatherAs.STOCK if self.restocks else GatherAs.GROUPS,
                shuffles=self.restocks and self.uses("shuffles", 0.2),
                redeals=source.choice([0, 1, 2]) if self.restocks else 0,
                open=self.opens,
            )
        if actions == ("deal",) and not to_reserve:
            deal_to = self.draw("deal_to_empty", 0.1, [DealTo.EMPTY_COLUMNS], deal_to)
            deal_to = self.draw("deal_to_filled", 0.1, [DealTo.FILLED_COLUMNS], deal_to)
            deals = self.draw("deals", 0.1, [(("T1",),), (("T2", "T1", "T1"),), (("T1", "R1"), ("T2",))], ())
            if deals:
                return Stock(actions, deals=deals, hold=source.choice([None, *HOLDS]))
        if actions[:1] == ("draw",) and self.uses("fills_waste", 0.1):
            number, redeals = source.choice([2, 3, 5]) if draw else 1, int("redeal" in actions)
            return Stock(actions, number, redeals=redeals, drawn_at_start=1, fills_waste=True)
        in_rounds = gather and self.uses("gather_in_rounds", 0.3)
        shuffles = gather and self.uses("shuffles", 0.1 * in_rounds)
        gather_as = (
            source.choice(
                [GatherAs.ROUNDS, GatherAs.LAYOUT, GatherAs.FANS, *[GatherAs.TURNS] * (not shuffles)]
            )
            if in_rounds or shuffles
            else GatherAs.GROUPS
        )
        size = (
            source.choice([4, 6, 9, 13, 26])
            if gather and gather_as in (GatherAs.GROUPS, GatherAs.ROUNDS, GatherAs.FANS)
            else None
        )
        is_held = not gather and not (self.asks("closed_columns") or self.asks("closed_takes_none"))
        hold = source.choice([None, None, None, *HOLDS]) if is_held else None
        if is_held and actions == ("deal",) and deal_to is DealTo.COLUMNS:
            hold = self.draw("hold_spare_card", 0.1, [Hold.SPARE_CARD], hold)
        if self.asks("after_piles"):
            waiters = ("F2:F1", "F3:F1 F2", "R1:F1", "R1:F2 F3")
            return Stock(
                source.choice([("draw",), ("deal",)]),
                takes_after=tuple(source.sample(waiters, 2)),
                after_waste=True,
            )
        if self.asks("after_stock"):
            named = source.choice([("T",), ("F",), ("T", "F1")])
            return Stock(("deal",), gives_after=named, takes_after=source.choice([(), ("F",)]))
        if self.asks("after_waste"):
            takes = source.choice([("F",), ("F1",)])
            return Stock(
                source.choice([("draw",), ("draw", "redeal")]),
                redeals=0,
                gives_after=source.choice([(), ("T1",)]),
                takes_after=takes,
                after_waste=source.random() < 0.5,
            )
        if self.asks("packet") or self.asks("last_draw_only"):
            packet = self.asks("packet") or source.random() < 0.5
            last = self.asks("last_draw_only") or source.random() < 0.5
            return Stock(
                actions,
                draw=source.choice([2, 3, 5]) if packet else source.choice([1, 3]),
                draw_as=(*[DrawAs.PACKET] * packet, *[DrawAs.LAST_ONLY] * last),
                redeals=source.choice([0, 1, 2, None]) if "redeal" in actions else 0,
            )
        return Stock(
            actions,
            draw=source.choice([2, 3, 3, 5, 9]) if draw else 1,
            deal_to=deal_to,
            gather=size,
            gather_as=gather_as,
            shuffles=shuffles,
            hold=hold,
            redeals=source.choice([0, 1, 2, 3 if shuffles else None]) if "redeal" in actions else 0,
            drawn_at_start=source.choice([0, 0, 1, 5]) if "draw" in actions else 0,
        )

    def reserve(self, actions: tuple[str, ...], to_reserve: bool) -> Reserve | None:
        source = self.source
        if not to_reserve and self.base is Base.ACE and self.uses("cell_sequences", 0.03):
            piles = source.choice([1, 4, 8])
            return Reserve(
                piles,
                takes=Takes.ONE,
                takes_from=self.takes_from(),
                capacity=source.choice([2, 4, 13]),
                sequence=replace(self.sequence(), step=source.choice([1, 3])),
                begins=tuple(source.choice(["A", "KQ", "2468T", UP]) for _ in range(piles)),
            )
        if to_reserve and self.uses("dealt_cells", 0.2):
            return Reserve(source.choice([1, 2, 4, 8]), takes=Takes.ONE, takes_from=self.takes_from())
        if self.uses("cells", 0.2) and not to_reserve:
            piles = source.choice([1, 2, 4, 8])
            covers = self.asks("reserve_covers") or self.asks("covered_by_all")
            if self.base is Base.ACE and self.uses("own_cells", 0.1):
                begins = tuple(source.choice(["C", "DH", "AK", "S23", UP]) for _ in range(piles))
                return Reserve(piles, takes=Takes.ONE, begins=begins)
            return Reserve(
                piles,
                takes=Takes.ONE,
                takes_from=self.takes_from(),
                capacity=self.draw("wide_cells", 0.1, [2, 5], 1),
                ranks=self.draw("cell_ranks", 0.1, ["K", "A5Q"], UP),
                covered_by=(("T1", "T2"), ("T2",), *((),) * 6)[:piles] if covers else (),
                covered_while=CoveredWhile.ALL if self.asks("covered_by_all") else CoveredWhile.ANY,
            )
        if not to_reserve and not self.uses("deep_reserve", 0) and source.random() > 0.35:
            return None
        refills = [(), ("S",), ("W", "S"), ("W",)] if "draw" in actions else [()]
        closed = self.uses("closed_reserve", 0.1)
        piles = source.choice([1, 2, 7, 20])
        if self.uses("reserve_covers", 0.05):
            covered_by = self.covered_by([f"R{pile}" for pile in range(1, piles + 1)])
            together = any(len(covers) > 1 for covers in covered_by) and source.random() < 0.3
            return Reserve(
                piles,
                covered_by=covered_by,
                covered_while=CoveredWhile.ALL if together else CoveredWhile.ANY,
            )
        return Reserve(piles, refill=source.choice(refills), closed=closed)

    def takes_from(self) -> tuple[str, ...] | None:
        """Return whose cards a pile takes; a declaration that lacks one of these piles is refused."""
        kinds = ["T", "T", "F", "R", "W", "T1", "R1", "F1", *["S"] * self.opens]
        return self.draw("takes_from", 0.05, [(), *((kind,) for kind in kinds), ("T", "W"), ("T", "R")], None)

    def foundations(self, win: Win) -> tuple[Foundation, ...]:
        """Return foundations, some of them with base cards among several suits, or complete."""
        stepped = Foundation("CDHS", UP, Build.BY_SUIT, direction=Direction.UP, wrap=True, cards=13)
        if self.same_base or self.same_direction:
            free = "A" if self.base is not Base.ACE else self.source.choice(["A", "5", UP])
            ways = {"direction": Direction.ONE_WAY, "ranks": free} if self.same_direction else {}
            stepped = replace(stepped, **ways)
            return tuple(replace(stepped, suits=suit) for suit in "CDHS" * self.packs)
        if win is Win.ONE_EACH or (win is Win.COMPLETE and self.uses("outranked", 0.02)):
            left = self.source.choice(self.column_numbers)
            discards = {"direction": Direction.OUTRANKED, "cards": self.cards - left}
            return (Foundation("CDHS", "23456789TJQK", Build.ANY_SUIT, **discards),)
        if self.base is Base.ACE and win is Win.COMPLETE and self.uses("whole_steps", 0.03):
            steps = {"direction": self.source.choice([Direction.UP, Direction.DOWN]), "wrap": True}
            return (replace(stepped, build=self.build(), whole=True, **steps),) * 4 * self.packs
        piles = self.dealt_apart(self.begun(win))
        if self.base is Base.ACE and self.uses("matches", 0.03):
            in_suit = replace(stepped, direction=Direction.ANY, wrap=False)
            piles += [in_suit, replace(in_suit, matches=f"F{len(piles) + 1}")]
        if self.asks("lowest_first"):
            lowest = replace(stepped, ranks=self.source.choice([UP, "A5Q"]), matches="T")
            return (lowest, lowest, replace(lowest, matches="T F1"), replace(lowest, matches="T F2"))
        if self.base is Base.ACE and self.uses("chosen_bases", 0.05):
            ranks = self.source.choice([UP, DOWN, "2468TQA3579JK"])
            piles[0] = Foundation(
                "CDHS", ranks, Build.ANY_SUIT, dealt=1, dealt_as=self.source.choice(["", "DH"])
            )
            others = [replace(pile, dealt=0) if len(pile.suits) == 1 else pile for pile in piles[1:]]
            piles[1:] = others
        if self.base is Base.ACE and self.uses("closed_foundations", 0.03):
            piles[1:] = [*piles[1:-1], Foundation("C", "K", Build.BY_SUIT, dealt=1)]
        if self.base is Base.ACE and self.uses("foundation_steps", 0.1):
            piles.append(self.stepped())
        if self.base is Base.ACE and self.uses("repeats", 0.03):
            suits, order = self.source.choice(SUITS), self.source.choice([UP + DOWN, 4 * "65432A", "KQKJ"])
            dealt = self.source.choice([0, 1]) if len(suits) == 1 else 0
            piles.append(Foundation(suits, order, self.build(), dealt))
        return tuple(piles)

    def dealt_apart(self, piles: Sequence[Foundation]) -> list[Foundation]:
        """Return foundations of which the first one may be dealt a card with which it does not begin."""
        if self.base is not Base.ACE or not self.asks("dealt_apart"):
            return [*piles]
        twos = {"direction": Direction.BY_TWOS, "cards": 13}
        other_rank = Foundation("C", "A", Build.BY_SUIT, dealt=1, dealt_as="2", **twos)
        other_suit = Foundation("C", UP, Build.BY_SUIT, dealt=1, dealt_as="H")
        return [self.source.choice([other_rank, other_suit]), *piles[1:]]

    def stepped(self) -> Foundation:
        """Return a foundation without an order of ranks."""
        source = self.source
        ranks = source.choice([UP, "A", "5", "QK"])
        return Foundation(
            source.choice(SUITS),
            ranks,
            source.choice([*Build]) if self.concepts is not None else Build.ANY_SUIT,
            dealt=source.choice([0, 0, 1]),
            direction=source.choice([Direction.DOUBLE, Direction.BY_TWOS])
            if self.asks("doubles")
            else source.choice([Direction.UP, Direction.DOWN, Direction.EITHER]),
            wrap=not self.asks("doubles") and source.random() < 0.5,
            cards=source.choice([1, 4, 26, 52]),
        )

    def begun(self, win: Win) -> tuple[Foundation, ...]:
        source = self.source
        if self.base is not Base.ACE:
            build = source.choice([Build.BY_SUIT, Build.BY_SUIT, Build.ALTERNATING])
            if self.asks("foundation_steps"):
                way = source.choice([Direction.UP, Direction.DOWN, Direction.EITHER])
                steps = {"direction": way, "wrap": True, "cards": 13}
                return tuple(
                    Foundation(suit, "A", Build.BY_SUIT, **steps) for suit in self.suits * self.packs
                )
            return tuple(Foundation(suit, UP, build) for suit in self.suits * self.packs)
        if win is Win.ALL_CARDS or source.random() < 0.6:
            whole = source.random() < 0.25
            build = source.choice([*Build]) if source.random() < 0.4 else Build.BY_SUIT
            if self.concepts is None and build is Build.OTHER_SUIT:
                build = Build.BY_SUIT
            more = source.choice([0, 4]) if win is Win.ALL_CARDS else 0
            dealt = 0 if whole else source.choice([0, 0, 1])
            return tuple(
                Foundation("CDHS" if whole else suit, DOWN if whole else UP, build, dealt=dealt, whole=whole)
                for suit in "CDHS" * self.packs
            ) + tuple(Foundation(suit, DOWN, Build.BY_SUIT) for suit in "CDHS"[:more])
        number = source.choice([1, 2, 4, 8, 12])
        kinds = [self.foundation(number) for _ in range(source.randint(1, 3))]
        return tuple(source.choice(kinds) for _ in range(number))

    def foundation(self, number: int) -> Foundation:
        source = self.source
        turn = source.randrange(13)
        ranks = source.choice(
            [
                UP,
                UP,
                DOWN,
                UP[turn:] + UP[:turn],
                UP[: source.randint(1, 4)],
                DOWN[: source.randint(2, 5)],
                UP[turn],
                "A3579JK",
                "".join(source.sample(UP, source.randint(1, 6))),
            ]
        )
        suits, build = source.choice(SUITS), self.build()
        if self.asks("whole_supermoves") or source.random() < 0.3:
            return Foundation(suits, ranks, build, whole=True)
        dealt = source.choice([0, 1, 2]) if len(suits) == 1 else 0
        guard = f"F{source.randint(1, number)}" if source.random() < 0.25 else ""
        return Foundation(suits, ranks, build, dealt, last_after=guard, takes_from=self.takes_from())

    def build(self) -> Build:
        builds = [Build.BY_SUIT, Build.BY_COLOR, Build.ALTERNATING, Build.ANY_SUIT]
        return self.draw("other_suit", 0.1, [Build.OTHER_SUIT], self.source.choice(builds))

    def direction(self, *, free: bool) -> Direction:
        """Return how columns are built; any way if `free`, and else down or up."""
        directions = [Direction.UP, *[Direction.EITHER] * free]
        direction = self.draw("direction", 0.2, directions, Direction.DOWN)
        if free and self.uses("any_rank", 0.05):
            return Direction.ANY
        return Direction.ONE_WAY if free and self.asks("one_way") else direction

    def columns(self, actions: tuple[str, ...], reserve: Reserve | None) -> Columns:
        source = self.source
        supermove = self.asks("whole_supermoves") or self.uses("supermove", 0.2)
        whole_only = not supermove and self.uses("whole_only", 0.1)
        direction = self.direction(free=not supermove and not whole_only)
        direction = Direction.LOWER if self.asks("lower_ranks") else direction
        step = 1
        if direction not in (Direction.ANY, Direction.LOWER, Direction.ONE_WAY):
            step = self.draw("steps", 0.08, [2, 3, 12, 0], 1)
        if step == 0:
            step, direction = 1, Direction.SAME
        lifts = [Lift.ONE, Lift.ANY, self.build(), self.build()]
        if supermove:
            lifts = [Lift.ONE, Lift.ONE, self.build()]
        if whole_only:
            lifts = [self.build()]
        if direction in (Direction.EITHER, Direction.ONE_WAY, Direction.ANY):
            lifts = [Lift.ONE, Lift.ANY, *[self.build()] * (direction is Direction.EITHER)]
        reserve_piles = [f"R{pile}" for pile in range(1, min(reserve.piles, 3) + 1)] if reserve else []
        supplies = [*reserve_piles, *(["W"] if "draw" in actions else [])]
        refill = tuple(source.sample(supplies, source.randint(0, len(supplies))))
        opened = self.uses("open_refill", 0.3)
        if not opened and actions not in ((), ("redeal",)):
            refill = (*refill, "S")
        by_way = self.asks("drawn_refill") and "draw" in actions
        longest = self.asks("longest_first") and bool(reserve)
        if by_way:
            refill = ("W", "S")
        if longest:
            refill = ("R2", "R1", *refill) if by_way else ("R2", "R1")
        complete = self.asks("complete_stays")
        covers = not opened and self.uses("covers", 0.05)
        takes_none = Closed.TAKES_NONE if self.asks("closed_takes_none") else None
        closed = takes_none or (Closed.TAKES_ANY if self.asks("closed_columns") else None)
        wanted = not covers and not closed and (opened or source.random() < 0.3)
        numbers = [13, 26, 4, 52] if self.kings_down else self.column_numbers
        number = source.choice(numbers)
        return Columns(
            number,
            self.build(),
            Lift.WHOLE if self.asks("lift_whole") else source.choice(lifts),
            direction=direction,
            wrap=direction not in (Direction.SAME, Direction.ANY)
            and not self.asks("base_apart")
            and (self.base is not Base.ACE or self.uses("wrap", 0.15)),
            ends=source.choice(["D", "CS", "KH"])
            if self.asks("suits_apart")
            else self.draw("ends", 0.04, ["K", "A5", UP], ""),
            step=step,
            whole_only=whole_only,
            closed=closed,
            level=self.build() if self.asks("level") else None,
            supermove=supermove,
            capacity=2 if complete else self.draw("capacity", 0.06, [3, 8, 20, 60], None),
            complete_stays=complete,
            empty_takes=source.choice(
                ["K*", "A5*"]
                if self.asks("opens_to_all")
                else ["K", "", UP, UP, "QK", "".join(source.sample(UP, 3))]
            ),
            takes_from=source.choice([None, ("T",), ("W",)]) if self.asks("opened_by") else self.takes_from(),
            opened_by=self.opened_by(),
            covered_by=self.covered_by([f"T{column}" for column in range(1, number + 1)]) if covers else (),
            refill=refill if (wanted or longest or by_way) and "gather" not in str(actions) else (),
            longest_first=longest,
            kinds=self.kinds(number, direction),
        )

    def kinds(self, number: int, direction: Direction) -> tuple[ColumnKind, ...]:
        """Return columns that differ: in the piles that give them cards, or in how they are built."""
        source, last = self.source, (f"T{number}",)
        if self.asks("kinds"):
            givers = source.choice([(), ("T",), ("W",), ("T", "R")])
            return (ColumnKind(last, takes_from=givers, refill=source.choice([None, ()])),)
        if not self.asks("kinds_apart"):
            return ()
        build, lift = source.choice([None, self.build()]), source.choice([None, Lift.ONE, Lift.ANY])
        opens = source.choice(["", "K", UP]) if build is lift is None else source.choice([None, "A5", UP])
        if build and direction in (Direction.DOWN, Direction.UP):
            build += source.choice(["", ":up", ":down"])
        kind = ColumnKind(last, build=build, lift=lift, empty_takes=opens)
        other = ColumnKind(("T2", "T1"), empty_takes=source.choice(["Q", UP]))
        return (kind, other) if number > 3 else (kind,)

    def opened_by(self) -> tuple[tuple[str, ...], ...] | None:
        """Return which piles open an empty column."""
        if self.asks("opened_in_turn"):
            return self.source.choice(
                [(("T", "R"), ("W",)), (("R2",), ("R", "T")), (("R1",), ("R",), ("T",))]
            )
        once = [(), (("T",),), (("R", "W"),), (("R1",),), (("W",),)]
        return self.source.choice(once) if self.asks("opened_by") else None

    def covered_by(self, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Return covers of these piles by later ones."""
        later = [names[place:] for place in range(1, len(names) + 1)]
        sizes = [self.source.choice([0, 0, 1, 2]) for _ in names]
        return tuple(
            tuple(self.source.sample(above, min(size, len(above))))
            for above, size in zip(later, sizes, strict=True)
        )

    def layout(self, columns: Columns | None, reserve: Reserve | None, room: int) -> Iterator[Round]:
        """Yield rounds of `room` cards: to the reserve first or last, the rest to the columns."""
        source = self.source
        bases = {Base.ACE: 0, Base.FIRST: 1, Base.FIRST_RANK: 3}[self.base]
        yield from (Round(("F",)),) * bases
        room -= bases
        cells = [f"R{pile}" for pile in range(1, (reserve.piles if reserve else 0) + 1)]
        reserve_rounds = []
        if reserve and reserve.takes is Takes.ONE:
            dealt = source.sample(cells, source.choice([0, 0, min(2, len(cells))]))
            reserve_rounds = [Round(tuple(dealt))] if dealt and not self.kings_down else []
        elif reserve:
            deep = 1 if self.concepts is None else self.draw("deep_reserve", 0.3, [2, 4], 1)
            deep = room // len(cells) if columns is None and deep > 1 else deep
            down = source.randint(0, deep if reserve.closed else deep - 1) if deep > 1 else 0
            reserve_rounds = [Round(tuple(cells), face_up=number >= down) for number in range(deep)]
        room -= sum(len(dealing.to) for dealing in reserve_rounds)
        first = self.concepts is not None and source.random() < 0.3
        yield from reserve_rounds if first else ()
        if columns:
            yield from self.column_rounds(columns, room)
        yield from () if first else reserve_rounds

    def column_rounds(self, columns: Columns, room: int) -> Iterator[Round]:
        source = self.source
        number = columns.number
        sweeps = self.draw("sweeps", 0.05, ["A", "23", UP], "")
        face_down = source.random() < 0.6 and room > 4 * number and not sweeps
        first_face_up = source.randint(0, 3) if face_down else 0
        heads = source.choice(["A", "23"]) if self.asks("heads_home") else ""
        home = self.uses("home", 0.08) or bool(heads)
        mixed = self.asks("mixed_faces")
        every = tuple(f"T{column}" for column in range(1, number + 1))
        if self.asks("sorted"):
            by = next((letters for letters in (UP, "CSHD") if len(letters) <= number), "")
            if by and set(self.suits) == {*"CSHD"}:
                yield Round(every[: len(by)], by=by)
                return
        if self.asks("heads"):
            yield Round(every, heads=source.choice(["K", "5", "K*", "5*"]))
            return
        dealt = 0
        while room > 0:
            face_up = dealt % 2 == 1 if mixed else dealt >= first_face_up and not columns.closed
            goes = home and face_up
            yield Round(every[:room], face_up, home=goes, sweeps=sweeps, heads=heads if goes else "")
            room -= len(every[:room])
            dealt += 1
