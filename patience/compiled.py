"""Declarations compiled to lookup tables, so that a move is judged by a few lookups.

``tables_for`` compiles a variant under settled options once, on first use. Piles become numbers: columns,
foundations, reserve, waste, stock. What a pile takes becomes a row: by the card on top of it, the set of
cards that may lie on it. Rows are derived from ``sequences``, which also names the reason for every other
card, so the tables and the explanations cannot disagree.

Where the deal sets the base rank, the tables of the declaration are relative to it: ``A`` is the base. A
position holds real cards, so it has tables of its own, ``at_base`` of the rank that was dealt. The kernel may
instead subtract the base rank from every card and use the relative tables.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from threading import local
from typing import Final, NamedTuple

from patience.cards import CARDS, CARDS_IN_PACK, FACE_DOWN, FLOOR, PACK, RANKS, SUITS, rank
from patience.games import VARIANTS
from patience.notation import ANY_FOUNDATION, Token, parse
from patience.reasons import Reason
from patience.rules import (
    PRINTED_SUITS,
    Arrange,
    Build,
    Close,
    DealTo,
    Direction,
    Foundation,
    Lift,
    Rules,
    Takes,
    Win,
)
from patience.sequences import (
    NOTHING,
    Row,
    beside_row,
    cell_row,
    collecting_row,
    column_row,
    discard_row,
    foundation_row,
    level_row,
    own_row,
    pair_row,
    run_row,
    sure_row,
    waste_row,
)
from patience.text import listed
from patience.variant import Options, Variant

ANY: Final = -1
"""The target of a bare ``F``, and the foundation of the base card in a layout."""

NO_PILE: Final = -2
"""Pile number used for unknown pile names."""

_CHECKED: Final[Row] = (frozenset[int](),) * (FACE_DOWN + FLOOR)
"""What a target surely takes where every card needs a further check; a covered target can be face down."""

_MOST_MOVES_KEPT: Final = 16_384


class Compilations(local):
    """How many options other than a variant's defaults the current thread has compiled."""

    count = 0


COMPILATIONS: Final = Compilations()


class OptionError(ValueError):
    """Options that the variant does not have; ``problems`` says what is wrong with each."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Move:
    """A token as a move of one variant, legal or not, with its piles by number."""

    token: Token
    action: str
    """``deal``, ``draw`` or ``redeal``; empty where cards move between piles."""
    source: int
    target: int
    count: int
    text: str
    """The shortest token that means the same."""
    never: Reason | None
    """Why it is illegal in every position before the game is won; None if it can be legal."""
    takes: Row
    """For each top card of a target, the cards that may lead a group onto it."""
    run: Row | None
    """What each further card must lie on; None for a single card or a group without order."""


class Slot(NamedTuple):
    """One place of the layout."""

    pile: int
    """``ANY`` is the foundation of the base card."""
    face: int
    """0, or ``FACE_DOWN`` to be added to the card."""
    home: bool
    """Whether the card goes to a foundation instead, if one takes it."""
    sweeps: frozenset[int] = frozenset()
    """The cards that go from the tops of columns to foundations after this one is dealt."""


@dataclass(frozen=True, slots=True, eq=False)
class CompiledRules:
    """A variant under settled options."""

    variant: Variant
    options: Options
    rules: Rules
    concepts: frozenset[str]
    """The concepts that the rules use; a consumer refuses rules with a concept that it does not know."""
    cards: int
    """How many cards the game has."""
    pack: tuple[int, ...]
    """Every card before the shuffle, in order, as 52 times its pack plus its number in the pack."""
    printed: tuple[int, ...]
    """By card of a pack, 0…51: the card that it is printed as."""
    kings_moved: int
    """How many of the first cards are arranged so that Kings lie at the bottom of columns; 0 if none are."""
    from_start: bool
    """Whether the shuffled pack is dealt from its start, not from its end."""
    groups: tuple[range, ...]
    """The places of cards that are dealt to one pile in a row; empty where nothing is arranged."""
    base_copies: tuple[int | None, ...]
    """The base cards in foundation order, as numbers of ``pack``: of each card the first copies; None for
    a card that each deal chooses among several suits."""
    names: tuple[str, ...]
    pile: Mapping[str, int]
    columns: range
    foundations: range
    reserve: range
    cells: range
    """The reserve piles that take a moved card: all of them or none."""
    merci: int
    """The pile of a merci; -1 where the game has none."""
    collecting: range
    """The cells on which sets are collected; empty where none are."""
    waste: int
    """-1 where the variant has none."""
    stock: int
    """-1 where the variant has none."""
    bases: tuple[tuple[frozenset[int], ...], ...]
    """By foundation: of each card that lies there when the game opens, which cards it can be."""
    layout: tuple[Slot, ...]
    """In dealing order: where each card goes."""
    late: tuple[int, ...]
    """The piles that get a card, if they are empty, once play has set the base."""
    spread: tuple[int, ...]
    """The columns that get all cards that are left after ``layout``; empty where none is left."""
    heads: frozenset[int]
    """The cards that begin the next of these columns."""
    deal_piles: range
    """The piles that a ``deal`` puts one card on, if all get one, or the first to the last of ``deals``."""
    deals: tuple[tuple[int, ...], ...]
    """The piles of each card of a ``deal`` instead: of the first list for which there are enough cards, or of
    the last one; empty where ``deal_piles`` says it."""
    draw: int
    """How many cards a ``draw`` turns."""
    gathers: bool
    """Whether a ``redeal`` gathers the columns."""
    restocks: bool
    """Whether it gathers cards that become the stock."""
    gather: int
    """How many cards it then deals to each column; 0 if it does not, or deals them as the layout."""
    shuffles: bool
    """Whether it shuffles them."""
    fills_gaps: bool
    """Whether cards are dealt to empty columns, by a ``deal`` or by themselves."""
    closes: int
    """How many columns before a column the next one to which its cards close up is; 0 where they do not."""
    closes_last: bool
    """Whether columns close up only once the stock is empty."""
    sources: tuple[int, ...]
    """The piles whose cards can move, in the order of RULES §1."""
    targets: tuple[int, ...]
    """The piles that take moved cards, in the order of RULES §1: columns, foundations, reserve piles, waste,
    stock."""
    pairing: frozenset[int]
    """The piles whose top card leaves together with a card that is moved onto it."""
    reach: tuple[frozenset[int], ...]
    """By pile: the piles that take cards from it."""
    gives_after: frozenset[int]
    """The piles that give no card as long as the stock has one."""
    takes_after: frozenset[int]
    """The piles that take no card as long as the stock has one."""
    opens: frozenset[int]
    """The piles whose cards open an empty column."""
    opens_after: Mapping[int, tuple[int, ...]]
    """By such a pile that waits: the reserve piles that must be empty before."""
    builds: frozenset[int]
    """The piles whose cards go onto the cards of a column; all where no column is opened by others."""
    fits: tuple[Row, ...]
    """By pile, then by its top card: the cards that may lie on it, alone or leading a group."""
    grouped: frozenset[int]
    """The piles off which groups can be moved."""
    singly: tuple[frozenset[int], ...]
    """By pile: the piles to which its cards go one at a time only (check 13 of RULES §1)."""
    surely: tuple[Row, ...]
    """As ``fits``, but only the cards that need no further check, as for a whole sequence, a lock or room."""
    guards: Mapping[int, int]
    """Foundation to the foundation that must be complete before its last card."""
    run: Row | None
    """What a card moved in a group must lie on; None where groups need no order."""
    level_run: Row | None
    """What it may lie on instead, throughout the group; None where groups run in one way."""
    column_run: Row | None
    """The same for groups that go to columns: a supermove asks for the build, not for the lift."""
    bases_stay: frozenset[int]
    """The foundations whose first card stays there."""
    same_base: bool
    """Whether foundations begin with the rank with which one has begun."""
    same_direction: bool
    """Whether foundations are built the way in which one is built."""
    openers: frozenset[int]
    """The piles that give the first card on a foundation, before any other move; empty if any move may come
    before."""
    matches: Mapping[int, int]
    """Foundation to the foundation whose ranks it follows."""
    outranked: frozenset[int]
    """The foundations that take only cards outranked by the top card of another column."""
    whole_only: bool
    """Whether groups go to columns only as whole columns."""
    lifts_whole: bool
    """Whether single cards of columns do, too."""
    supermove: bool
    """Whether groups go to columns in parts: runs by ``run``, or single cards if ``parts_are_cards``."""
    parts_are_cards: bool
    power: bool
    """Whether each empty column doubles the parts of a supermove: it does where it takes every rank."""
    capacity: int
    """How many cards a column takes; 0 without limit."""
    row: int
    """How many columns a row has; 0 where columns do not lie in rows."""
    after: Row
    """In rows: by a card, those that may lie in the next place."""
    before: Row
    """In rows: by a card, those that may lie in the place before; none where rows build up alone."""
    cell_capacity: int
    """How many cards a cell takes."""
    takes_runs: bool
    """Whether cells take runs instead, once the stock is empty."""
    closed: range
    """The columns that the player turns up; empty where a top card is turned up by itself."""
    own: tuple[frozenset[int], ...]
    """By column: the cards of its own ranks; empty where columns have none."""
    stays_closed: frozenset[int]
    """The piles whose face-down top card is turned up only if it is their last."""
    covers: tuple[tuple[int, ...], ...]
    """By pile: the piles that lie on it; it is covered as long as one of them has a card."""
    lies_on: tuple[tuple[int, ...], ...]
    """By pile: the piles that it lies on."""
    refills: Mapping[int, tuple[int, ...]]
    """By pile that is refilled, in the order in which vacancies are filled: what fills it."""
    complete: tuple[int, ...]
    """By pile: its length once complete, the floor included; 0 for all but foundations."""
    winning: tuple[int, ...]
    """The foundations that win once complete; empty where something else wins."""
    emptied: range
    """The piles that win once they are all empty; empty where something else wins."""
    base_rank: str | None
    """The rank that the deal set as the base; None before the deal, and in games without one."""
    based: dict[str, "CompiledRules"] = field(default_factory=dict, repr=False)
    """The tables of deals by base rank: see ``at_base``."""
    moves: dict[str, Move] = field(default_factory=dict, repr=False)
    """Tokens that ``read`` has read."""

    def at_base(self, rank: str) -> "CompiledRules":
        """Return the tables of a deal with this base rank."""
        if rank not in self.based:
            self.based[rank] = _compile(self.variant, self.options, self.rules.at_base(rank), base_rank=rank)
        return self.based[rank]

    def read(self, token: str) -> Move:
        """Return a token as a move of this variant.

        Raises NotationError if it is outside the grammar.
        """
        move = self.moves.get(token)
        if move is None:
            move = self._resolve(parse(token))
            # Clients choose the tokens, and the grammar has millions.
            if len(self.moves) < _MOST_MOVES_KEPT:
                self.moves[token] = move
        return move

    def _resolve(self, token: Token) -> Move:
        source = self.pile.get(token.source, NO_PILE)
        target = ANY if token.target == ANY_FOUNDATION else self.pile.get(token.target, NO_PILE)
        never, group = self._why_never(token.action, source, target), token.count > 1
        limited = group and target in self.columns and (self.supermove or self.whole_only)
        decided = never or target == ANY or (group and target in self.singly[source]) or limited
        between = source in self.columns and target in self.columns
        decided = (
            decided
            or (between and self.lifts_whole)
            or (target in self.columns and source not in (self.opens & self.builds) - self.opens_after.keys())
            or source in self.gives_after
            or target in self.takes_after
            or any(self.covers)
            or "complete_stays" in self.concepts
            or "mixed_faces" in self.concepts
            or source in self.bases_stay
            or bool(self.openers)
        )
        return Move(
            token=token,
            action=token.action,
            source=source,
            target=target,
            count=token.count,
            text=str(token),
            never=never,
            takes=_CHECKED if token.action or decided else self.surely[target],
            run=self.run if group else None,
        )

    def _why_never(self, action: str, source: int, target: int) -> Reason | None:
        """Return which of checks 2 and 6 to 9 of RULES §1 a move fails, unless it turns up a column."""
        if action:
            known = self.rules.stock is not None and action in self.rules.stock.actions
            return None if known else Reason.UNKNOWN_ACTION
        if NO_PILE in (source, target):
            return Reason.UNKNOWN_PILE
        if source not in self.sources:
            return Reason.SOURCE_LOCKED
        if target != ANY and target not in self.reach[source]:
            return Reason.TARGET_LOCKED
        return Reason.SAME_PILE if source == target else None

    def foundation(self, pile: int) -> Foundation:
        """Return the declaration of this foundation."""
        return self.rules.foundations[pile - self.foundations.start]

    def token(self, source: int, target: int, count: int) -> str:
        """Return the shortest token of a card move, its foundation numbered."""
        group = f"x{count}" if count > 1 else ""
        return f"{self.names[source]}-{self.names[target]}{group}"


def settle_options(variant: Variant, chosen: Mapping[str, object]) -> Options:
    """Return every option of the variant with its value, defaults filled in.

    Raises OptionError naming every unknown option and value.
    """
    known = {option.name: option for option in variant.options}
    problems = {
        name: _option_problem(variant, name, value)
        for name, value in chosen.items()
        if name not in known or not known[name].admits(value)
    }
    if problems:
        raise OptionError(problems)
    values = {name: value for name, value in chosen.items() if isinstance(value, str | int)}
    return tuple((name, values.get(name, option.default)) for name, option in known.items())


def _option_problem(variant: Variant, name: str, value: object) -> str:
    for option in variant.options:
        if option.name == name:
            allowed = list(option.words)
            if option.numbers:
                allowed.append(f"a whole number {option.numbers.start} to {option.numbers.stop - 1}")
            return f"{name} must be {listed(allowed, 'or')}, not {value!r:.60}."
    names = ", ".join(option.name for option in variant.options)
    has = f"Its options: {names}." if names else "It has no options."
    return f"{variant.id} has no option {name[:60]!r}. {has}"


def tables_for(variant: str, chosen: Mapping[str, object] | None = None) -> CompiledRules:
    """Return the tables of a registered variant under these options.

    Raises KeyError for an unknown variant, OptionError for unknown options.
    """
    return _tables_of(variant, settle_options(VARIANTS[variant], chosen or {}))


# Clients choose the options, and some variants have thousands of settings.
@lru_cache(maxsize=1024)
def _tables_of(variant: str, options: Options) -> CompiledRules:
    return compile_tables(VARIANTS[variant], options)


def compile_tables(variant: Variant, options: Options) -> CompiledRules:
    """Compile any variant, registered or not, under options that it has."""
    rules = variant.under(options)
    COMPILATIONS.count += rules is not variant.rules
    return _compile(variant, options, rules)


def _compile(
    variant: Variant, options: Options, rules: Rules, *, base_rank: str | None = None
) -> CompiledRules:
    names = rules.pile_names
    pile = {name: index for index, name in enumerate(names)}
    columns = _numbered(pile, "T", rules.columns.number if rules.columns else 0)
    foundations = _numbered(pile, "F", len(rules.foundations))
    reserve = _numbered(pile, "R", rules.reserve.piles if rules.reserve else 0)
    cells = reserve if rules.cells else range(0)
    waste = pile.get("W", -1)
    takes_waste = rules.stock is not None and rules.stock.waste_takes is not None
    pairing = {index for name, index in pile.items() if rules.pairs and name[0] in rules.pairs.piles}
    sources = (*columns, *reserve, *([waste] if waste >= 0 and not takes_waste else []))
    is_open = rules.stock is not None and rules.stock.open
    sources += () if rules.foundations_final else tuple(foundations)
    sources += (pile["S"],) if is_open or pile.get("S") in pairing else ()
    lift, supermove = _lift(rules), rules.columns is not None and rules.columns.supermove
    takes_runs = rules.reserve is not None and rules.reserve.takes is Takes.RUN
    grouped = frozenset(columns if lift is not Lift.ONE or supermove else ()).union(
        cells if takes_runs else ()
    )
    declared = tuple(zip(foundations, rules.foundations, strict=True))
    bases = tuple(
        tuple(frozenset(CARDS[code] for code in codes) for codes in foundation.bases)
        for _, foundation in declared
    )
    taken = pairing.union(columns, foundations, cells, [waste] if takes_waste else [])
    taken |= set(reserve) if rules.has_merci else set()
    targets = tuple(sorted(taken))
    run = run_row(rules.columns, lift) if rules.columns and isinstance(lift, Build) else None
    pack, printed = _pack(rules), _printed(rules)
    covers = tuple(tuple(pile[cover] for cover in rules.covers(name)) for name in names)
    return CompiledRules(
        variant=variant,
        options=options,
        rules=rules,
        concepts=rules.concepts,
        cards=rules.cards,
        pack=pack,
        printed=printed,
        kings_moved=_kings_moved(rules),
        from_start=rules.arrange is not None and rules.arrange.from_start,
        groups=rules.groups if rules.arrange else (),
        base_copies=_base_copies(pack, printed, bases),
        names=names,
        pile=pile,
        columns=columns,
        foundations=foundations,
        reserve=reserve,
        cells=cells,
        merci=reserve.start if rules.has_merci else -1,
        collecting=cells if rules.pairs and rules.pairs.collected else range(0),
        waste=waste,
        stock=pile.get("S", -1),
        bases=bases,
        layout=tuple(_slots(rules, pile)),
        late=tuple(pile[name] for dealing in rules.layout if dealing.after_base for name in dealing.to),
        spread=tuple(pile[name] for dealing in rules.layout if dealing.heads for name in dealing.to),
        heads=_cards_of_ranks("".join(dealing.heads for dealing in rules.layout)),
        deal_piles=_deal_piles(rules, pile),
        deals=tuple(tuple(pile[name] for name in deal) for deal in rules.stock.deals) if rules.stock else (),
        draw=rules.stock.draw if rules.stock else 1,
        gathers=rules.stock is not None and rules.stock.gathers,
        restocks=rules.stock is not None and rules.stock.restocks,
        gather=(rules.stock.gather or 0) if rules.stock else 0,
        shuffles=rules.stock is not None and rules.stock.shuffles,
        fills_gaps=rules.stock is not None and rules.stock.deal_to is DealTo.GAPS,
        closes=_closes(rules),
        closes_last=rules.stock is not None and rules.stock.close is Close.LAST,
        sources=sources,
        targets=targets,
        pairing=frozenset(pairing),
        reach=_reach(rules, targets, names),
        gives_after=_named_piles(pile, rules.stock.gives_after if rules.stock else ()),
        takes_after=_named_piles(pile, rules.stock.takes_after if rules.stock else ()),
        opens=_opens(rules, pile),
        opens_after=_opens_after(rules, pile),
        builds=_builds(rules, pile),
        fits=tuple(_row(rules, name) for name in names),
        grouped=grouped,
        singly=tuple(
            frozenset(
                _singly(rules, number in grouped, columns, declared)
                if number in grouped.union(columns)
                else (*columns, *foundations, *cells)
            ).union(() if takes_runs else reserve, [waste], pairing)
            for number in range(len(names))
        ),
        surely=tuple(_row(rules, name, surely=True) for name in names),
        guards={
            index: pile[foundation.last_after] for index, foundation in declared if foundation.last_after
        },
        run=run,
        level_run=level_row(rules.columns.level) if rules.columns and rules.columns.level else None,
        column_run=run_row(rules.columns, rules.columns.build) if rules.columns and supermove else run,
        bases_stay=frozenset(index for index, foundation in declared if foundation.base_stays),
        same_base=rules.same_base is not None,
        same_direction=rules.same_direction,
        openers=frozenset(
            pile[name]
            for name in names
            if rules.base_from and (name in rules.base_from or name[0] in rules.base_from)
        ),
        matches={index: pile[foundation.matches] for index, foundation in declared if foundation.matches},
        outranked=frozenset(index for index, foundation in declared if foundation.outranked),
        whole_only=lift is Lift.WHOLE or (rules.columns is not None and rules.columns.whole_only),
        lifts_whole=lift is Lift.WHOLE,
        supermove=supermove,
        parts_are_cards=lift is Lift.ONE,
        power=rules.columns is not None and len(rules.columns.empty_takes) == len(RANKS),
        capacity=(rules.columns.capacity or 0) if rules.columns else 0,
        row=(rules.columns.row or 0) if rules.columns else 0,
        after=beside_row(rules.columns, Direction.UP),
        before=beside_row(rules.columns, Direction.DOWN),
        takes_runs=takes_runs,
        cell_capacity=rules.reserve.capacity if rules.reserve else 1,
        closed=columns if rules.columns and rules.columns.closed else range(0),
        own=tuple(map(_cards_of_ranks, rules.columns.own_ranks)) if rules.columns else (),
        stays_closed=frozenset(reserve if rules.reserve and rules.reserve.closed else ()),
        covers=covers,
        lies_on=tuple(
            tuple(below for below in range(len(names)) if number in covers[below])
            for number in range(len(names))
        ),
        refills={
            pile[name]: tuple(pile[supply] for supply in refill)
            for name in names
            if (refill := rules.refill(name))
        },
        complete=tuple(
            rules.foundations[number - foundations.start].length + 1 if number in foundations else 0
            for number in range(len(names))
        ),
        winning=()
        if rules.win is not Win.COMPLETE
        else tuple(pile[name] for name in rules.won_when) or tuple(foundations),
        emptied=_emptied(rules.win, columns, pile.get("S", -1)),
        base_rank=base_rank,
    )


def _deal_piles(rules: Rules, pile: Mapping[str, int]) -> range:
    """Return a range of piles that has all to which a deal can deal."""
    dealt = [pile[name] for name in rules.stock.deal_piles(rules.pile_names)] if rules.stock else []
    return range(min(dealt), max(dealt) + 1) if dealt else range(0)


def _closes(rules: Rules) -> int:
    if rules.stock is None or rules.stock.close is None:
        return 0
    return ((rules.pairs and rules.pairs.width) or 1) if rules.stock.close is Close.COLUMNS else 1


def _kings_moved(rules: Rules) -> int:
    if rules.arrange not in (Arrange.KINGS_DOWN, Arrange.TWO_ACES_LAST):
        return 0
    full = rules.layout[0].to
    to_columns = takewhile(lambda dealing: dealing.to == full[: len(dealing.to)], rules.layout)
    return sum(len(dealing.to) for dealing in to_columns)


def _emptied(win: Win, columns: range, stock: int) -> range:
    if win is Win.EMPTY_STOCK:
        return range(stock, stock + 1)
    return columns if win is Win.EMPTY_COLUMNS else range(0)


def _lift(rules: Rules) -> Lift | Build:
    return rules.columns.lift if rules.columns else Lift.ONE


def _pack(rules: Rules) -> tuple[int, ...]:
    """Return every card before the shuffle: pack by pack, clubs, spades, hearts, diamonds, Ace to King."""
    return tuple(
        CARDS_IN_PACK * copy + len(RANKS) * SUITS.index(suit) + rank
        for copy in range(rules.packs)
        for suit in PRINTED_SUITS
        for rank in map(RANKS.index, rules.ranks)
    )


def _printed(rules: Rules) -> tuple[int, ...]:
    suits = [SUITS.index(rules.suits[PRINTED_SUITS.index(suit)]) for suit in SUITS]
    return tuple(len(RANKS) * suits[card // 13] + card % 13 for card in PACK)


def _base_copies(
    pack: tuple[int, ...], printed: tuple[int, ...], bases: tuple[tuple[frozenset[int], ...], ...]
) -> tuple[int | None, ...]:
    copies: list[int | None] = []
    for cards in (cards for pile in bases for cards in pile):
        fitting = (card for card in pack if printed[card % CARDS_IN_PACK] in cards and card not in copies)
        copies.append(next(fitting) if len(cards) == 1 else None)
    return tuple(copies)


def _slots(rules: Rules, pile: Mapping[str, int]) -> Iterator[Slot]:
    for dealing in rules.opening_rounds:
        if dealing.heads:
            continue
        swept = _cards_of_ranks(dealing.sweeps)
        for name in dealing.to:
            face = 0 if dealing.face_up else FACE_DOWN
            is_last = name == dealing.to[-1]
            yield Slot(pile.get(name, ANY), face, dealing.home, swept if is_last else frozenset())


def _cards_of_ranks(ranks: str) -> frozenset[int]:
    return frozenset(card for card in PACK if RANKS[rank(card)] in ranks)


def _named_piles(pile: Mapping[str, int], named: tuple[str, ...]) -> frozenset[int]:
    """Return the piles that are named, or whose kind is."""
    return frozenset(number for name, number in pile.items() if name in named or name[0] in named)


def _opens(rules: Rules, pile: Mapping[str, int]) -> frozenset[int]:
    """Return the piles from which an empty column takes cards."""
    only = rules.columns.openers if rules.columns else None
    return frozenset(pile.values()) if only is None else _named_piles(pile, only)


def _opens_after(rules: Rules, pile: Mapping[str, int]) -> Mapping[int, tuple[int, ...]]:
    """Return the piles whose cards open a column later, with the reserve piles emptied before."""
    after: dict[int, tuple[int, ...]] = {}
    before = frozenset[int]()
    for givers in (rules.columns.opened_by if rules.columns else None) or ():
        named = _named_piles(pile, givers) - before
        awaited = tuple(
            sorted(number for name, number in pile.items() if name[0] == "R" and number in before)
        )
        after |= dict.fromkeys(named, awaited) if awaited else {}
        before |= named
    return after


def _builds(rules: Rules, pile: Mapping[str, int]) -> frozenset[int]:
    """Return the piles from which a column with cards takes cards, if an empty one takes them from others."""
    columns = rules.columns
    if columns is None or columns.opened_by is None or columns.takes_from is None:
        return frozenset(pile.values())
    return _named_piles(pile, columns.takes_from)


def _reach(rules: Rules, targets: tuple[int, ...], names: tuple[str, ...]) -> tuple[frozenset[int], ...]:
    """Return, by pile, the piles that take cards from it."""
    paired = {target for target in targets if rules.pairs and names[target][0] in rules.pairs.piles}
    givers = {target: _givers(rules, names[target]) for target in targets if target not in paired}
    anywhere = frozenset(target for target, only in givers.items() if only is None)
    particular = {target: only for target, only in givers.items() if only is not None}
    return tuple(
        anywhere.union(
            (target for target, only in particular.items() if name in only or name[0] in only),
            (target for target in paired if rules.make_pairs(name, names[target])),
        )
        for name in names
    )


def _givers(rules: Rules, name: str) -> tuple[str, ...] | None:
    """Return the piles, or kinds of piles, from which a pile takes cards at some time; None for all."""
    givers = rules.takes_from(name)
    opened_by = rules.columns.openers if rules.columns and name[0] == "T" else None
    return givers if givers is None or opened_by is None else (*givers, *opened_by)


def _numbered(pile: Mapping[str, int], letter: str, number: int) -> range:
    start = pile[f"{letter}1"] if number else 0
    return range(start, start + number)


def _row(rules: Rules, name: str, *, surely: bool = False) -> Row:
    if rules.pairs and name[0] in rules.pairs.piles:
        return pair_row(rules.pairs)
    if rules.pairs and name[0] == "F":
        return discard_row(rules.pairs)
    if name[0] == "T" and rules.columns:
        further = rules.columns.capacity or rules.columns.row
        if surely and further:
            return NOTHING
        own = rules.columns.own(name)
        return own_row(rules.columns, own) if rules.columns.own_ranks else column_row(rules.columns)
    if name[0] == "R" and rules.pairs and rules.pairs.collected:
        return NOTHING if surely else collecting_row(rules.pairs)
    if name[0] == "R" and rules.reserve and rules.has_merci:
        return NOTHING if surely else cell_row(rules.reserve, 0)
    if name[0] == "R" and rules.reserve and rules.cells:
        wide = surely and (rules.reserve.capacity > 1 or rules.reserve.takes is Takes.RUN)
        return NOTHING if wide else cell_row(rules.reserve, int(name[1:]) - 1)
    if name[0] == "F":
        foundation = rules.foundations[int(name[1:]) - 1]
        return sure_row(foundation) if surely else foundation_row(foundation)
    if name == "W" and rules.stock and rules.stock.waste_takes:
        return waste_row(rules.stock.waste_takes)
    return NOTHING


def _singly(
    rules: Rules, groups: bool, columns: range, declared: tuple[tuple[int, Foundation], ...]
) -> Iterator[int]:
    """Yield the piles to which cards go off a column one at a time only."""
    if not groups:
        yield from columns
    lifts = _lift(rules) is not Lift.ONE
    yield from (pile for pile, foundation in declared if not (lifts and foundation.whole))
