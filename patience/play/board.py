"""Boards: positions that a client lays out card by card.

A board is checked as strictly as a deck. It has each card as often as the packs do, its foundations are built
as the game builds them, and no card lies face down above one that lies face up. So everything that the engine
relies on holds on a board as it does after a deal. It need not be a position that a deal can lead to.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice, pairwise
from typing import Final, NamedTuple

from patience.cards import CARDS, CODES, FACE_DOWN, FLOOR, RANKS, rank, suit
from patience.cards.mistakes import meant_card, pack_mistakes
from patience.compilation.compiled_rules import CompiledRules
from patience.compilation.sequences import cards_at, foundation_row, is_run, set_misfit
from patience.play.legality import opening_rank, opening_step
from patience.play.position import Position
from patience.rules import Base, Foundation, Hold
from patience.words.names import count_cards, listed, name_cards

MOST_FLAWS: Final = 100
"""The most flaws that are listed; a board of a client may have thousands."""

MOST_REDEALS: Final = 999_999_999
"""The most redeals that a board can have behind it."""

MOST_PHASE: Final = 99
"""The most stock cards that a round can have moved to columns."""


Place = tuple[str | int, ...]
"""Where in a board's JSON something is: names and indexes from the outside in."""


class Flaw(NamedTuple):
    """One thing that is wrong with a board."""

    place: Place
    """Where in the JSON it is; empty if it concerns the board as a whole, or if the board was a text."""
    kind: str
    """A word for programs, such as ``unknown_card`` or ``wrong_cards``."""
    text: str
    limit: int | None = None
    """The highest or lowest number allowed."""


class BoardError(ValueError):
    """A board that is not a position of the game; ``flaws`` says what is wrong with it."""

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        super().__init__(flaws)
        self.flaws = flaws

    def __str__(self) -> str:
        return " ".join(flaw.text for flaw in self.flaws)


@dataclass(frozen=True)
class Board:
    """The cards of every pile, bottom to top; piles left out are empty."""

    piles: Mapping[str, Sequence[str]]
    face_down: Mapping[str, int] = field(default_factory=dict)
    """By pile: how many of its cards lie face down, all at its bottom unless the layout mixes faces."""
    redeals: int = 0
    """How many redeals there were so far."""
    base_rank: str | None = None
    """The rank that begins foundations; only in games whose deal sets it."""
    merci_used: int = 0
    """How often the merci was used; only in games with one. True is once."""
    phase: int = 0
    """How many stock cards were moved to columns in this round; only in games with such rounds."""
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)
    """By pile: where in its JSON its cards are."""
    counts_opened: bool = False
    """Whether `face_down` counts face-up cards under face-down ones as well, as texts do."""

    def place(self, pile: str, card: int | None = None) -> Place:
        """Return where in the JSON a pile's cards are, or one of them."""
        place = self.places.get(pile, ())
        return place if card is None or not place else (*place, card)


def lay_out(tables: CompiledRules, board: Board) -> Position:
    """Return the position of a board. Raises BoardError with everything that is wrong with it."""
    found = chain(_base_flaws(tables, board), _redeal_flaws(tables, board), _pile_flaws(tables, board))
    flaws = list(islice(found, MOST_FLAWS + 1))
    if flaws:
        raise BoardError(flaws)
    position = _position(
        tables if tables.rules.base is Base.ACE else tables.at_base(board.base_rank or RANKS[0]), board
    )
    if flaws := [
        *_foundation_flaws(position, board),
        *_cell_flaws(position, board),
        *_run_flaws(position, board),
        *_set_flaws(position, board),
        *_row_flaws(position),
        *_vacancy_flaws(position, board),
        *_gap_flaws(position, board),
        *_air_flaws(position, board),
    ]:
        raise BoardError(flaws)
    return position


def board_of(position: Position) -> Board:
    """Return the board of a position, without empty piles."""
    tables, piles = position.tables, range(len(position.tables.names))
    return Board(
        {
            tables.names[pile]: [CODES[card] for card in position.cards(pile)]
            for pile in piles
            if not position.is_empty(pile)
        },
        {tables.names[pile]: down for pile in piles if (down := position.face_down(pile))},
        position.redeals,
        tables.base_rank,
        position.merci_used,
        position.phase,
    )


def _position(tables: CompiledRules, board: Board) -> Position:
    position = Position(tables)
    for name, codes in board.piles.items():
        if name in tables.pile:
            opened, down = tables.rules.opened(name), _buried(tables, board, name)
            faces = (FACE_DOWN if place < down and place not in opened else 0 for place in range(len(codes)))
            position.piles[tables.pile[name]] += [
                CARDS[code] + face for code, face in zip(codes, faces, strict=True)
            ]
    position.redeals, position.merci_used, position.phase = board.redeals, int(board.merci_used), board.phase
    return position


def _buried(tables: CompiledRules, board: Board, name: str) -> int:
    """Return how many cards of a pile lie face down, or under such a card."""
    buried, down = 0, board.face_down.get(name, 0)
    if board.counts_opened or down < 0:
        return down
    opened = tables.rules.opened(name)
    while down > 0:
        down -= buried not in opened
        buried += 1
    return buried


def _base_flaws(tables: CompiledRules, board: Board) -> Iterator[Flaw]:
    if tables.rules.base is Base.ACE:
        if board.base_rank not in (None, "A"):
            text = f"Deals of {tables.variant.id} do not set the base rank: leave base_rank out."
            yield Flaw(("base_rank",), "impossible", text)
    elif board.base_rank is None or board.base_rank not in tuple(RANKS):
        text = f"{tables.variant.id} needs base_rank, the rank that begins foundations: one of {RANKS}."
        yield Flaw(("base_rank",), "unknown_card", text)
    if board.merci_used and tables.merci < 0:
        text = f"No card is drawn out in {tables.variant.id}: leave merci_used out."
        yield Flaw(("merci_used",), "impossible", text)
    elif board.merci_used > tables.rules.mercis:
        most = tables.rules.mercis
        text = (
            f"merci_used {board.merci_used} is not possible in {tables.variant.id}: expected at most {most}."
        )
        yield Flaw(("merci_used",), "impossible", text)
    if not 0 <= board.phase <= tables.rounds:
        text = (
            f"The phase {board.phase} is not possible in {tables.variant.id}: expected 0 to {tables.rounds}."
        )
        yield Flaw(("phase",), "impossible", text)


def _redeal_flaws(tables: CompiledRules, board: Board) -> Iterator[Flaw]:
    stock = tables.rules.stock
    most = (
        MOST_REDEALS
        if stock and stock.redeals is None
        else min(stock.redeals or 0, MOST_REDEALS)
        if stock
        else 0
    )
    if not 0 <= board.redeals <= most:
        text = f"redeals is the number of redeals so far: 0 to {most} in this game, not {board.redeals}."
        yield Flaw(("redeals",), "out_of_range", text)


def _pile_flaws(tables: CompiledRules, board: Board) -> Iterator[Flaw]:
    """Yield what is wrong with the piles before a position can be made of them."""
    for name in {**board.piles, **board.face_down}:
        # A game without stock or waste has an empty one, as in a position's JSON.
        if name not in tables.pile and not (name in ("S", "W") and not board.piles.get(name)):
            known = ", ".join(tables.names)
            text = f"{tables.variant.id} does not have a pile {ascii(name)[:40]}. Its piles: {known}."
            yield Flaw(board.place(name), "unknown_pile", text)
        else:
            yield from _cards_flaws(tables, board, name)
    codes = [code for pile in board.piles.values() for code in pile]
    if all(code in CARDS for code in codes):
        yield from _pack_flaws(tables, codes)


def _cards_flaws(tables: CompiledRules, board: Board, name: str) -> Iterator[Flaw]:
    codes, down = board.piles.get(name, ()), _buried(tables, board, name)
    for index, code in enumerate(codes):
        if code not in CARDS:
            yield Flaw(
                board.place(name, index),
                "unknown_card",
                f"{ascii(code)[:40]} is not a card such as TH.{meant_card(code)}",
            )
    pile = tables.pile.get(name, -1)
    covered = any(board.piles.get(tables.names[cover]) for cover in tables.covers[pile])
    lasting = pile == tables.waste and tables.last_draw_only
    free = covered or lasting or pile in tables.closed or (pile in tables.stays_closed and len(codes) > 1)
    most = len(codes) if free else max(0, len(codes) - 1)
    if not 0 <= down <= most:
        top = "" if free else ", the top one face up"
        text = f"{name} has {count_cards(len(codes))}{top}: expected 0 to {most} face down, not {down}."
        yield Flaw(board.place(name), "out_of_range", text)
    if down and tables.gather and not tables.in_fans:  # 0 where columns are dealt as the layout
        yield Flaw(
            board.place(name), "impossible", f"{name} is gathered by redeals, so its cards lie face up."
        )
    elif (
        down
        and not lasting
        and pile not in tables.columns
        and ("deep_reserve" not in tables.concepts or pile not in tables.reserve)
    ):
        yield Flaw(board.place(name), "impossible", f"No card of {name} lies face down.")
    if codes and pile == tables.merci >= 0:
        yield Flaw(board.place(name), "impossible", f"{name} never keeps a card.")
    roomy = tables.takes_runs or "dealt_cells" in tables.concepts
    if pile in tables.cells and len(codes) > tables.cell_capacity and not roomy:
        room = f"at most {tables.cell_capacity if tables.cell_capacity > 1 else 'one'}"
        text = f"{name} is a cell and has {room} card{'s' * (tables.cell_capacity > 1)}, not {len(codes)}."
        yield Flaw(board.place(name), "impossible", text)


def _cell_flaws(position: Position, board: Board) -> Iterator[Flaw]:
    """Yield the cells that are not built in their sequence; a single card can be displaced."""
    tables = position.tables
    for cell in tables.cells if "cell_sequences" in tables.concepts else ():
        cards = position.cards(cell)
        under = [FLOOR, *cards]
        place = next(
            (index for index, card in enumerate(cards) if card not in tables.fits[cell][under[index]]), 0
        )
        if len(cards) > 1 and cards[place] not in tables.fits[cell][under[place]]:
            name = tables.names[cell]
            text = f"{CODES[cards[place]]} cannot lie there on {name}, which is built in sequence."
            yield Flaw(board.place(name, place), "wrong_cards", text)


def _run_flaws(position: Position, board: Board) -> Iterator[Flaw]:
    """Yield the cells for runs whose cards no column lifts together."""
    tables = position.tables
    for cell in tables.cells if tables.takes_runs else ():
        if not position.is_empty(cell) and not is_run(tables.runs[cell] or (), position.cards(cell)):
            name = tables.names[cell]
            yield Flaw(board.place(name), "wrong_cards", f"The cards of {name} are not a run.")


def _set_flaws(position: Position, board: Board) -> Iterator[Flaw]:
    """Yield that the cards on cells are not part of a set, or a whole one, which would have left."""
    pairs, held = position.tables.rules.pairs, position.collected()
    if pairs is None or not held:
        return
    apart = any(set_misfit(pairs, held[:place], card) for place, card in enumerate(held))
    if apart or len(held) == len(position.tables.collecting):
        codes = " ".join(CODES[card] for card in held)
        first = board.place(position.tables.names[position.tables.collecting.start])
        yield Flaw(first, "wrong_cards", f"The cells have {codes}: expected some cards of a set, not all.")


def _row_flaws(position: Position) -> Iterator[Flaw]:
    """Yield what is wrong with rows: they have the cards that foundations lack, one on a place."""
    tables = position.tables
    if not tables.row:
        return
    for column in tables.columns:
        if len(position.piles[column]) > 2:
            yield Flaw((), "impossible", f"{tables.names[column]} is a place for one card.")
    expected = tables.cards - sum(pile.length for pile in tables.rules.foundations)
    cards = sum(len(position.piles[column]) - 1 for column in tables.columns)
    if cards != expected:
        yield Flaw((), "impossible", f"The rows have {count_cards(cards)}: expected {expected}.")


def _pack_flaws(tables: CompiledRules, codes: list[str]) -> Iterator[Flaw]:
    count, expected = Counter(codes), tables.rules.copies
    if count == expected:
        return
    if len(codes) > 2 * expected.total():
        yield Flaw((), "wrong_cards", f"The board has {len(codes)} cards, and the game {expected.total()}.")
        return
    for text in pack_mistakes(count, expected):
        yield Flaw((), "wrong_cards", text)


def _foundation_flaws(position: Position, board: Board) -> Iterator[Flaw]:
    """Yield the foundations that no play can have built."""
    tables = position.tables
    for pile, bases in zip(tables.foundations, tables.bases, strict=True):
        name, foundation = tables.names[pile], tables.foundation(pile)
        cards = position.cards(pile)
        row = foundation_row(replace(foundation, whole=False))
        for index, (top, card) in enumerate(zip([FLOOR, *cards], cards, strict=False)):
            begins = foundation.whole and index % foundation.at_once == 0
            fits = row[FLOOR if begins else top] & cards_at(foundation, index)
            if foundation.dealt_apart and not index:
                fits |= bases[0]
            if card not in fits:
                # Nothing lies on the last rank.
                fitting = listed([CODES[fit] for fit in sorted(fits)], "or") if fits else "nothing"
                text = f"{CODES[card]} cannot lie there on {name}: {fitting} can."
                yield Flaw(board.place(name, index), "wrong_cards", text)
                break
        else:
            # Cards that leave in pairs may be more than win.
            discards = tables.rules.pairs and not tables.rules.builds_pairs
            if len(cards) > foundation.length and not discards:
                text = f"{name} takes {foundation.length} cards, not {len(cards)}."
                yield Flaw(board.place(name), "wrong_cards", text)
            elif foundation.whole and len(cards) % foundation.at_once:
                yield Flaw(board.place(name), "wrong_cards", f"{name} takes whole sequences or nothing.")
            elif not _agrees(position, pile):
                text = f"{name} cannot have these cards with those of the other foundations."
                yield Flaw(board.place(name), "wrong_cards", text)
            elif (tables.rules.foundations_final or foundation.base_stays) and len(cards) < len(bases):
                text = f"{name} begins with {_begun(foundation)}, which never leave it."
                yield Flaw(board.place(name), "wrong_cards", text)


def _agrees(position: Position, pile: int) -> bool:
    """Return whether a foundation goes with those on which it depends."""
    tables = position.tables
    cards = position.cards(pile)
    if tables.same_base and cards:
        return rank(cards[0]) == opening_rank(position)
    if tables.same_direction:
        steps = {(rank(card) - rank(under)) % len(RANKS) for under, card in pairwise(cards)}
        return steps <= {opening_step(position)}
    if pile in tables.lowest_first and pile not in tables.matches:
        alone = tables.lowest_first - tables.matches.keys() - {pile}
        return not cards or all(suit(cards[0]) not in map(suit, position.cards(other)) for other in alone)
    if pile not in tables.matches or not cards:
        return True
    matched = position.cards(tables.matches[pile])
    if pile in tables.lowest_first:
        return bool(matched) and suit(cards[0]) == suit(matched[0])
    return (
        bool(matched)
        and rank(cards[0]) == rank(matched[0])
        and set(map(rank, cards)) <= set(map(rank, matched))
    )


def _begun(foundation: Foundation) -> str:
    """Name the cards with which a foundation begins, each by what it can be."""
    return " ".join(name_cards([CARDS[code] for code in codes]) for codes in foundation.bases)


def _vacancy_flaws(position: Position, board: Board) -> Iterator[Flaw]:
    """Yield the empty piles that would have been filled at once.

    Only cells, the waste, and reserve piles that are dealt to get cards while a pile that they fill is empty,
    and the waste not where the stock fills it too.
    """
    tables = position.tables
    late = tables.late if opening_rank(position) is None else ()
    stock = tables.rules.stock
    dealt = stock.deal_piles(tables.names) if stock else ()
    for pile, supplies in tables.refills.items():
        redealt = pile == tables.waste and stock and "redeal" in stock.actions
        if position.is_empty(pile) and pile not in late and not redealt and not position.phase:
            for supply in supplies:
                if (
                    position.is_empty(supply)
                    or supply in tables.cells
                    or tables.names[supply] in dealt
                    or (supply == tables.waste and tables.stock not in supplies)
                ):
                    continue
                text = f"{tables.names[pile]} is empty, but {tables.names[supply]} fills it at once."
                yield Flaw(board.place(tables.names[pile]), "impossible", text)
                break


def _gap_flaws(position: Position, board: Board) -> Iterator[Flaw]:
    """Yield an empty column that the last move would have filled, where gaps fill by themselves."""
    tables, stock = position.tables, position.tables.rules.stock
    waits = stock is not None and stock.hold is Hold.CELLS and not all(map(position.is_empty, tables.cells))
    opened = all(tables.rules.dealt_to(tables.names[column]) for column in tables.columns)
    by_itself = stock is not None and tables.fills_gaps and not stock.actions and not waits
    if not opened or not (by_itself or tables.merges):
        return
    closes = tables.closes and (not tables.closes_last or position.is_empty(tables.stock))
    for column in filter(position.is_empty, tables.columns):
        later = range(column, len(tables.columns), tables.closes) if closes else ()
        supply = next((pile for pile in later if not position.is_empty(pile)), tables.stock)
        if supply >= 0 and not position.is_empty(supply):
            text = f"{tables.names[column]} is empty, but {tables.names[supply]} fills it at once."
            yield Flaw(board.place(tables.names[column]), "impossible", text)
            return


def _air_flaws(position: Position, board: Board) -> Iterator[Flaw]:
    """Yield the cards that lie on a pile that was dealt a card, which left although they cover it."""
    tables = position.tables
    stock = tables.rules.stock
    dealt = {tables.pile[name] for name in stock.deal_piles(tables.names)} if stock else set()
    gathered = set(tables.gathered if tables.gathers else ())
    opened = tables.columns if tables.rules.pair_moves else ()
    taking = set().union(*tables.reach) - tables.pairing.difference(opened)
    taking = taking.union(tables.refills, dealt, gathered, tables.late)
    for pile in sorted(set(range(len(tables.names))) - taking - set(tables.covered_by_all)):
        covers = (cover for cover in tables.covers[pile] if not position.is_empty(cover))
        cover = next((cover for cover in covers if not (cover in taking or _outlasts(tables, cover))), None)
        if cover is not None and _left_early(position, pile):
            name, above = tables.names[pile], tables.names[cover]
            text = (
                f"{above} has a card, but {name}, on which it lies, is empty: a covered pile gives no card."
            )
            yield Flaw(board.place(above), "impossible", text)


def _outlasts(tables: CompiledRules, cover: int) -> bool:
    """Return whether a pile can keep cards when its top card leaves with the last one that it covers."""
    return cover in tables.beneath and tables.rules.holds_several(tables.names[cover])


def _left_early(position: Position, pile: int) -> bool:
    """Return whether a pile is empty although the layout deals it a card."""
    tables = position.tables
    return position.is_empty(pile) and bool(tables.rules.dealt_to(tables.names[pile]))
