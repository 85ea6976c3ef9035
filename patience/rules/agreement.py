"""The checks that the parts of a declaration agree."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise, takewhile
from typing import Final

from patience.cards import PACK, RANKS, SUITS
from patience.rules.bounds import DeclarationError, demand
from patience.rules.builds import Build, Direction
from patience.rules.columns import Columns, Lift
from patience.rules.concepts import concepts_of
from patience.rules.foundations import Foundation
from patience.rules.game_parts import GameParts, numbered
from patience.rules.pairs import members
from patience.rules.reserve import Reserve, Takes
from patience.rules.rounds import Arrange, Base, SameBase
from patience.rules.stock import Close, DealTo, DrawAs, GatherAs, Hold
from patience.rules.win import Hands, Win


def check_agreement(rules: GameParts) -> None:
    """Raise DeclarationError unless the parts agree."""
    for check, compared in _CHECKS.items():
        try:
            check(rules)
        except DeclarationError as error:
            raise DeclarationError(f"In {compared}: {error}") from None


def _check_cards(rules: GameParts) -> None:
    in_order = bool(rules.ranks) and rules.ranks == "".join(sorted(rules.ranks, key=RANKS.index))
    demand(in_order, f"The ranks of a pack are {rules.ranks!r}: expected some, from Ace to King.")
    playable = rules.columns or rules.reserve or rules.has_stock
    demand(bool(playable), "All cards lie on foundations: there is nothing to play.")
    laid, stock = rules.layout_cards, rules.has_stock
    fits = laid < rules.cards if stock else laid == rules.cards
    packs = "one pack is" if rules.packs == 1 else f"{rules.packs} packs are"
    demand(fits, f"The layout has {laid} cards{' and a stock' if stock else ''}; {packs} {rules.cards}.")
    few = len(rules.suits) < len(SUITS)
    demand(rules.arrange is None or not few, "Packs of fewer than four suits are not arranged.")
    # A seed below 32 000 shuffles 52 cards from an order that only a whole pack has.
    sole = not few or rules.packs == 1 or rules.cards != len(PACK)
    demand(sole, "Several packs of fewer than four suits do not have 52 cards in all.")
    for pile in rules.foundations:
        demand(
            not set(pile.suits).isdisjoint(rules.suits),
            f"A foundation begins with {pile.suits}, but the packs have only {rules.suits}.",
        )
        lacking = sorted(set(pile.ranks) - set(rules.ranks), key=RANKS.index)
        demand(
            not lacking or pile.direction is not None,
            f"A foundation has the ranks {''.join(lacking)}, which the packs lack.",
        )


def _check_bases(rules: GameParts) -> None:
    copies = rules.copies
    dealt = Counter(tuple(codes) for pile in rules.foundations for codes in pile.bases)
    for codes, number in dealt.items():
        held = sum(copies[code] for code in codes)
        named = " or ".join(codes)
        demand(number <= held, f"{named} is dealt to {number} foundations; the game has {held}.")
        shared = sum(not set(codes).isdisjoint(others) for others in dealt)
        demand(shared == 1, f"{named} is dealt to some foundations, and others choose it among several.")
    winners = [
        pile
        for name, pile in zip(numbered("F", len(rules.foundations)), rules.foundations, strict=True)
        if not rules.won_when or name in rules.won_when
    ]
    complete = bool(winners) and all(pile.dealt == pile.length for pile in winners)
    demand(not complete, "The foundations that win the game are dealt complete.")


def _check_layout(rules: GameParts) -> None:
    for name in rules.pile_names:
        for cover in rules.covers(name):
            demand(cover in rules.pile_names, f"{name} is covered by {cover}, which this game lacks.")
    piles = {name for name in rules.pile_names if name[0] in "TR"}
    # A card dealt by the layout may be any, so it can begin only a foundation that takes any.
    open_to_any = {
        f"F{number}"
        for number, pile in enumerate(rules.foundations, start=1)
        if pile.direction
        and not pile.dealt
        and len(pile.ranks) == len(RANKS)
        and set(pile.suits) == set(SUITS)
    }
    faces: dict[str, bool] = {}
    stays: dict[str, bool] = {}
    for dealing in rules.layout:
        for name in dealing.to:
            known = name in piles or name in ("F", *"W" * rules.has_waste) or name in open_to_any
            demand(known, f"The layout deals to {name}, which this game lacks.")
            begun = name in open_to_any and name in faces
            demand(not begun, f"{name} is dealt two cards, and the second need not follow the first.")
            demand(
                dealing.face_up or not faces.get(name) or _may_mix(rules, name),
                f"{name} is dealt a face-down card onto a face-up one.",
            )
            faces[name] = dealing.face_up
            if not dealing.home:
                stays[name] = dealing.face_up
    closed = [kind for kind, part in (("T", rules.columns), ("R", rules.reserve)) if part and part.closed]
    for name, face_up in stays.items():
        demand(
            face_up or name in _covered(rules) or name[0] in closed,
            f"The last card that surely lies on {name} is face down.",
        )


def _check_heads(rules: GameParts) -> None:
    """Check that each card that begins a column, or is dealt by suit or rank, has one."""
    for dealing in rules.layout[:-1]:
        demand(not dealing.deals_all, "The round that deals all cards that are left is the last one.")
    for dealing in rules.layout[-1:]:
        taken = Counter(codes[0] for pile in rules.foundations for codes in pile.bases if len(codes) == 1)
        every = all(set(code) & set(dealing.by) for code in rules.copies - taken)
        demand(
            not dealing.by or every,
            f"Cards are dealt by {dealing.by}: expected all suits, or all ranks that are left.",
        )
        heads = 0 if dealing.home else _copies_of(rules, dealing.heads)
        alone = (Arrange.ACE_LAST, "A") if dealing.ends_piles else (Arrange.KING_FIRST, "K")
        first = rules.arrange is alone[0] and alone[1] in dealing.heads
        room = len(dealing.to) - (0 if first else 1)
        begun = "end" if dealing.ends_piles else "begin"
        demand(heads <= room, f"{heads} cards {begun} columns, but there is room for {room}.")


def _copies_of(rules: GameParts, ranks: str) -> int:
    """Return how many cards of these ranks are dealt by rounds, or stay in the stock."""
    copies = sum(number for code, number in rules.copies.items() if code[0] in ranks)
    return copies - sum(code[0][0] in ranks for pile in rules.foundations for code in pile.bases)


def _may_mix(rules: GameParts, name: str) -> bool:
    """Return whether face-up cards dealt under face-down ones keep their places in a pile."""
    dealt_again = rules.stock is not None and rules.stock.gathers
    return name[0] == "T" and not dealt_again and not any(dealing.plays for dealing in rules.layout)


def _covered(rules: GameParts) -> set[str]:
    """Return the piles that are covered when the game opens."""
    return {name for name in rules.pile_names if any(map(rules.dealt_to, rules.covers(name)))}


def _check_columns_dealt(rules: GameParts) -> None:
    if rules.columns is None:
        return
    full = numbered("T", rules.columns.number)
    filled = set(filter(rules.refill, full))
    demand(
        filled <= {name for dealing in rules.layout for name in dealing.to},
        "Columns that are refilled are not dealt empty.",
    )
    for name in full if rules.columns.capacity else ():
        room = len(rules.dealt_to(name)) <= (rules.columns.capacity or 0)
        demand(room, f"{name} is dealt more cards than it has room for.")


def _check_run_cells(rules: GameParts) -> None:
    if rules.reserve and rules.reserve.takes is Takes.RUN:
        columns = rules.columns
        apart = columns is not None and isinstance(columns.lift, Build) and not columns.level
        alike = columns is not None and not any(kind.is_built_apart for kind in columns.kinds)
        plain = columns is not None and not columns.supermove and not columns.whole_only
        lifted = "Runs go to cells where a build says which cards leave a column together."
        demand(apart and alike and plain, lifted)
        dealt_from = rules.stock is not None and rules.stock.has_pile
        demand(dealt_from and not rules.pairs, "Cells for sequences wait until the stock is empty.")


def _check_reserve_dealt(rules: GameParts) -> None:
    reserve, restocks = rules.reserve, rules.stock is not None and rules.stock.restocks
    if reserve is None or rules.has_merci:
        return
    plain = reserve.takes is Takes.ONE and not (reserve.begins or rules.pairs or restocks)
    for name in numbered("R", reserve.piles):
        dealt = len(rules.dealt_to(name))
        if rules.cells:
            demand(
                plain or not rules.is_dealt_cell(name),
                f"{name} can be dealt more cards than it has room for: expected cells for any single card.",
            )
            demand(all(rules.dealt_to(name)), f"{name} is a cell, but is dealt face-down cards.")
            demand(
                dealt < 2 or not reserve.sequence, f"{name} is built in sequence, but is dealt {dealt} cards."
            )
        elif not (rules.stock and name in rules.stock.deal_piles(rules.pile_names)):
            demand(dealt > 0, f"{name} takes no cards and is dealt none.")


def _check_merci(rules: GameParts) -> None:
    """Check that a card can be drawn out from under the top card of a column, and nothing follows from it."""
    if rules.reserve and rules.reserve.takes is Takes.TURN_UP:
        _check_turned_up(rules)
    if not rules.has_merci or rules.turned_to:
        return
    columns = rules.columns
    demand(columns is not None, "A card is drawn out of a column, but there are none.")
    assert columns is not None
    plain = not (columns.supplies or columns.covered_by or columns.row or columns.closed)
    demand(plain and not rules.pairs, "Cards are drawn out of columns that are neither filled nor covered.")
    parts = columns.lift is not Lift.WHOLE and not columns.complete_stays
    demand(parts, "A card is drawn out where single cards leave any column.")
    face_up = all(dealing.face_up for dealing in rules.layout) and not rules.dealt_to("R1")
    demand(face_up, "Cards are drawn out where all lie face up, and none on the pile of the merci.")
    free = rules.same_base is None and not any(pile.outranked for pile in rules.foundations)
    demand(free, "No foundation waits for other piles in a game in which a card is drawn out.")
    held = rules.stock is not None and (rules.stock.hold is not None or rules.stock.restocks)
    demand(
        not held,
        "Nothing holds up the stock in a game in which a card is drawn out, and no card returns to it.",
    )
    dealt = rules.stock is None or rules.stock.deal_to is not DealTo.RESERVE
    demand(dealt, "No card is dealt to the pile of the merci.")
    demand(rules.win in (Win.COMPLETE, Win.ALL_CARDS), "Foundations win where a card is drawn out.")


def _check_turned_up(rules: GameParts) -> None:
    """Check that no card can be moved once one can be turned up, and that it goes to a column."""
    ranks = "".join(rules.columns.own_ranks) if rules.columns else ""
    apart = len(ranks) == len(set(ranks)) and rules.columns is not None and not rules.columns.empty_takes
    demand(
        bool(rules.turned_to) and apart,
        "Cards are turned up where columns take cards from one of them, each rank on one, and none if empty.",
    )
    alone = not (rules.foundations or rules.stock or rules.dealt_to("R1"))
    demand(alone, "Cards are turned up in games of columns alone.")


def _check_arrangement(rules: GameParts) -> None:
    demand(
        rules.arrange is None or rules.base is not Base.FIRST_RANK,
        "The deck is rearranged in one way: by arrange, or for the rank of its first card.",
    )
    if rules.arrange in (Arrange.KINGS_DOWN, Arrange.TWO_ACES_LAST):
        full = rules.layout[0].to if rules.layout else ()
        rounds = list(takewhile(lambda dealing: dealing.to == full, rules.layout))
        others = rules.layout[len(rounds) :]
        if others and others[0].to == full[: len(others[0].to)]:
            others = others[1:]
        later = {name for dealing in others for name in dealing.to}
        demand(
            full[:1] == ("T1",)
            and full == numbered("T", len(full))
            and later.isdisjoint(full)
            and not any(dealing.deals_all for dealing in rounds),
            "Kings go down only where the first rounds deal to T1 and the next columns, and no other does.",
        )
        early = rules.arrange is Arrange.TWO_ACES_LAST and any(pile.dealt for pile in rules.foundations)
        demand(not early, "Two Aces are dealt last before cards are taken out.")
        aces = "A" in rules.ranks or rules.arrange is Arrange.KINGS_DOWN
        demand(aces, "Two Aces are dealt last, but the packs have none.")

    for arrange, card, moved in (
        (Arrange.KING_FIRST, "K", "A King is dealt first"),
        (Arrange.ACE_OF_SPADES_LAST, "AS", "The ace of spades is dealt last"),
        (Arrange.ACE_LAST, "A", "An Ace is dealt last"),
    ):
        bases = [codes for pile in rules.foundations for codes in pile.bases]
        taken = sum(any(code.startswith(card) for code in codes) for codes in bases)
        held = sum(number for code, number in rules.copies.items() if code.startswith(card))
        demand(rules.arrange is not arrange or held > taken, f"{moved}, but none is left for the layout.")

    begun = any("K" in code for pile in rules.foundations for codes in pile.bases for code in codes)
    demand(rules.arrange is not Arrange.LAST_KINGS or begun, "The last Kings begin no foundation.")

    if rules.arrange is Arrange.ACE_OR_KING_FIRST:
        known = {*rules.ranks} & {"A", "K"} and not any(pile.dealt for pile in rules.foundations)
        demand(bool(known and rules.layout), "An Ace or King is dealt first where no card is dealt before.")

    if rules.arrange is Arrange.KINGS_LAST:
        plain = not any(pile.dealt for pile in rules.foundations)
        plain = plain and not any(dealing.deals_all for dealing in rules.layout)
        demand(plain, "Kings are dealt last where no card is dealt before the rounds, which leave some.")
        held = sum(number for code, number in rules.copies.items() if code[0] != "K")
        fewer = f"{rules.laid} cards are dealt before Kings, but only {held} are not Kings."
        demand(rules.laid <= held, fewer)

    if rules.arrange is Arrange.JACKS_APART or (rules.arrange and rules.arrange.draws):
        demand(bool(rules.groups), "The layout deals no group of cards to one pile.")
        plain = rules.base is Base.ACE and not any(pile.dealt for pile in rules.foundations)
        demand(plain, "Groups are arranged where no card is dealt before them.")


def _check_base(rules: GameParts) -> None:
    bases = sum("F" in dealing.to for dealing in rules.layout)
    demand(
        bases in {Base.ACE: (0,), Base.FIRST: (1,), Base.FIRST_RANK: (3, 4)}[rules.base],
        f"The layout deals {bases} base cards to F, with base {rules.base.value}.",
    )
    if rules.base is Base.ACE:
        return
    columns = rules.columns
    steady = columns is None or (columns.step == 1 and columns.direction is not Direction.LOWER)
    single = steady or (columns is not None and columns.wraps)
    demand(single, "Beside a base other than the Ace, columns that do not wrap are built in single steps.")
    sequences = rules.win in (Win.SEQUENCES, Win.SUIT_SEQUENCES)
    complete = sequences or (columns is not None and columns.complete_stays)
    round_ = columns is None or columns.wraps
    demand(round_ or not complete, "Complete columns wrap where the deal sets the base.")
    demand(not (rules.stock and rules.stock.waste_takes), "A waste that takes cards has no base.")
    named = (columns and columns.ends) or {"cell_ranks", "cell_sequences", "own_cells"} & concepts_of(rules)
    demand(not named, "A base other than the Ace names neither ends nor ranks of cells.")
    opens = columns is not None and columns.opens_to_all
    demand(not opens, "Cards of one rank open columns to all only in games that begin with the Ace.")
    start = RANKS.index(rules.base_rank)
    for pile in rules.foundations:
        demand(not pile.dealt, "The deal sets the base: no foundation names cards dealt to it.")
        demand(not pile.limit, "The deal sets the base: no foundation names ranks that piles give it.")
        ranks = rules.base_rank if pile.direction else RANKS[start:] + RANKS[:start]
        demand(
            pile.ranks == ranks,
            f"A foundation has the ranks {pile.ranks}; where the deal sets the base, expected {ranks}.",
        )
        demand(pile.wrap or not pile.direction, "A base other than the Ace needs wrap on foundations too.")
    demand(not any(dealing.plays for dealing in rules.layout), "No card goes home before the base is dealt.")
    begun = {suit for pile in rules.foundations for suit in pile.suits}
    demand(begun >= set(rules.suits), "Each suit begins a foundation in a game whose deal sets the base.")
    if rules.base is Base.FIRST_RANK:
        one_pack = rules.packs == 1 and set(rules.suits) == set(SUITS)
        demand(one_pack, "The base of the first rank needs one pack of four suits.")
        single = sorted(pile.suits for pile in rules.foundations) == sorted(SUITS)
        demand(single, "The base of the first rank needs one foundation for each suit.")
        first = [dealing.to for dealing in rules.layout[:bases]]
        demand(first == [("F",)] * bases, "The cards of the first rank are dealt first.")
        demand(len(rules.layout) > 3, "The fourth base card is dealt to no pile.")


def _check_names(rules: GameParts) -> None:
    names = [f"F{number}" for number in range(1, len(rules.foundations) + 1)]
    kinds = {name[0] for name in rules.pile_names if name[0] in "TR"}
    for name in rules.won_when:
        known = name in rules.pile_names or name in kinds
        demand(known, f"The game is won by {name}, which this game lacks.")
        drawn = name == "S" and rules.has_waste
        demand(not drawn, "An empty stock wins where it is dealt or fills empty piles.")
    guards = {name: pile.last_after for name, pile in zip(names, rules.foundations, strict=True)}
    for name, guard in guards.items():
        demand(not guard or (guard in names and guard != name), f"{name} waits for {guard!r}.")
    for name in names:
        awaited = [name]
        while (guard := guards[awaited[-1]]) and guard not in awaited:
            awaited.append(guard)
        demand(not guard, f"{' waits for '.join([*awaited, guard])}: none is ever complete.")


def _check_refills(rules: GameParts) -> None:
    reserve = numbered("R", rules.reserve.piles) if rules.reserve else ()
    supplies = [*("W" * rules.has_waste), *("S" * rules.has_stock)]
    for kind, refill, known in (
        ("An empty column", rules.columns.supplies if rules.columns else (), [*reserve, *supplies]),
        # A reserve pile that reserve piles fill could fill itself.
        ("An empty reserve pile", rules.reserve.refill if rules.reserve else (), supplies),
    ):
        for name in refill:
            demand(name in known, f"{kind} is filled from {name}, which cannot fill it.")


def _check_sources(rules: GameParts) -> None:
    is_open = rules.stock is not None and (rules.stock.open or rules.stock.shows_last)
    givers = [name for name in rules.pile_names if name != "S" or is_open]
    if rules.foundations_final:
        givers = [name for name in givers if name[0] != "F"]
    parts = {"columns": rules.columns, "reserve": rules.reserve} | {
        f"F{number}": pile for number, pile in enumerate(rules.foundations, start=1)
    }
    opened_by = rules.columns.openers if rules.columns else None
    kinds = rules.columns.kinds if rules.columns else ()
    apart = [(f"columns {kind.of[0]}", kind.takes_from) for kind in kinds]
    named = [
        (whose, part.givers if isinstance(part, Foundation) else part.takes_from)
        for whose, part in parts.items()
        if part
    ]
    for whose, names in (*named, ("an empty column", opened_by), *apart):
        for name in names or ():
            known = name in givers or any(name == giver[0] for giver in givers)
            demand(known, f"{whose.capitalize()} cannot take cards from {name}, which gives none.")


def _check_whole_sequences(rules: GameParts) -> None:
    for foundation in rules.foundations:
        if foundation.whole:
            demand(
                rules.columns is not None and any(_lifts(each, foundation) for each in rules.columns.each),
                "A foundation takes whole sequences, but nothing lets one be lifted.",
            )
            demand(rules.foundations_final, "A whole sequence stays whole: its foundation must be final.")


def _check_waiting(rules: GameParts) -> None:
    """Check the piles that wait until the stock is empty, or until foundations have cards."""
    for name in (*rules.stock.gives_after, *rules.stock.takes_after_stock) if rules.stock else ():
        known = name in rules.pile_names or name in "TFR"
        demand(known, f"{name} waits until the stock is empty, but this game lacks it.")
    waiting = rules.stock.takes_after_piles if rules.stock else {}
    named = [name for name in (rules.stock.takes_after if rules.stock else ()) if ":" in name]
    demand(len(named) == len(waiting), "A pile says once for which foundations it waits.")
    for name, awaited in waiting.items():
        for pile in (name, *awaited):
            demand(pile in rules.pile_names, f"{name} waits for {' '.join(awaited)}; this game lacks {pile}.")
        demand(name not in awaited, f"{name} waits for itself.")


def _check_gaps(rules: GameParts) -> None:
    if rules.stock is None or rules.stock.deal_to is not DealTo.GAPS:
        return
    columns, pairs = rules.columns, rules.pairs
    demand(columns is not None and pairs is not None, "Gaps belong to games of pairs on columns.")
    filled = columns is not None and (
        columns.supplies or columns.covered_by or columns.kinds or columns.takes_from != ()
    )
    demand(
        not filled,
        "Columns whose gaps are filled take no cards, and are neither covered nor refilled.",
    )
    demand(all(dealing.face_up for dealing in rules.layout), "Columns that close up lie face up.")
    wide = rules.stock.close is not Close.COLUMNS or (pairs is not None and pairs.width is not None)
    demand(wide, "The columns of a grid close up, but the grid has no width.")


def _check_dealt_to(rules: GameParts) -> None:
    """Check the piles to which a deal deals."""
    if rules.stock is None:
        return
    columns, stock = rules.columns, rules.stock
    dealt = stock.deal_piles(rules.pile_names)
    kind = "the reserve" if stock.deal_to is DealTo.RESERVE else "columns"
    lacking = f"Cards are dealt to {kind}, but there {'is' if kind == 'the reserve' else 'are'} none."
    demand(bool(dealt) or "deal" not in stock.actions, lacking)
    for name in dealt:
        known = name[0] in "TRW" and name in rules.pile_names
        demand(known, f"A deal goes to {name}: expected a column, reserve pile or waste of this game.")
    if stock.deal_to is DealTo.COLUMNS_AND_HOME:
        free = not (rules.same_base or rules.pairs or stock.takes_after) and rules.base is Base.ACE
        plain = all(
            pile.length > 1 and not (pile.whole or pile.matches or pile.outranked or pile.takes_from)
            for pile in rules.foundations
        )
        demand(
            free and plain, "A deal brings cards home to foundations that take single cards from any pile."
        )
    if stock.deal_to is DealTo.UNFINISHED_COLUMNS:
        alike = columns is not None and len(rules.foundations) == columns.number
        complete = rules.win is Win.COMPLETE and not rules.won_when
        demand(alike and complete, "Deals to unfinished columns need a foundation for each that wins.")
    waits_for_columns = stock.hold in (Hold.EMPTY_COLUMN, Hold.SPARE_CARD) and not stock.rounds
    if waits_for_columns or stock.gathers:
        demand(columns is not None, "Cards are dealt to columns, but there are none.")
    alone = "S" not in rules.supplies and rules.pairs is None and rules.base_from is None
    demand(alone or not stock.shows_last, "A stock whose last card lies open fills nothing else.")
    to_columns = any(name[0] == "T" for name in dealt)
    if waits_for_columns:
        every = to_columns and stock.deal_to is DealTo.COLUMNS
        demand(every, "Empty columns hold up a deal to the columns, nothing else.")
    if columns and columns.capacity:
        demand(not to_columns, "Columns with limited room cannot be dealt to.")


def _check_filled_waste(rules: GameParts) -> None:
    if rules.stock is None or not rules.stock.fills_waste:
        return
    demand("S" not in rules.supplies, "A stock that fills the waste fills nothing else.")
    dealt = rules.stock.drawn_at_start > 0 or any("W" in dealing.to for dealing in rules.layout)
    demand(dealt, "A waste that is filled is dealt a card.")


def _check_forward_moves(rules: GameParts) -> None:
    """Check what the proof that forward moves end needs (RULES §2)."""
    columns, stock = rules.columns, rules.stock
    if stock is None or stock.hold is not Hold.FORWARD_MOVE:
        return
    demand(rules.foundations_final, "Forward moves belong to games whose foundations are final.")
    downward = columns is None or columns.direction is Direction.DOWN
    demand("takes_from" not in concepts_of(rules), "Forward moves belong to games without takes_from.")
    demand(not stock.fills_waste, "Forward moves belong to games without a waste that is filled.")
    demand(downward, "Forward moves belong to games whose columns are built down.")
    demand(not rules.cells, "Forward moves belong to games without cells.")
    parts = columns is None or not (columns.lift is Lift.WHOLE or columns.level)
    demand(parts, "Forward moves belong to games whose single cards leave columns.")
    demand(columns is None or not columns.kinds, "Forward moves belong to games whose columns are alike.")
    demand(
        "base_apart" not in concepts_of(rules), "Forward moves belong to games whose ranks have one order."
    )
    demand(not stock.waste_takes, "Cards moved to the waste are not forward moves.")
    opens = columns is not None and columns.opens_to_all
    demand(not opens, "Forward moves belong to games whose empty columns always take the same cards.")
    demand(rules.pairs is None, "Pairs are not forward moves.")


def _check_refills_by_draws(rules: GameParts) -> None:
    columns, reserve = rules.columns, rules.reserve
    by_kind = [each.refill for each in columns.each] if columns else []
    several = columns is not None and any(each.fills_several for each in columns.each)
    single = rules.stock is None or rules.stock.draw == 1
    demand(single or not several, "Several cards fill a column from a stock that turns one.")
    for refill in (*by_kind, reserve.refill if reserve else ()):
        by_way = "S" not in refill or "W" in refill[: refill.index("S")]
        demand(
            rules.stock is None or rules.stock.draw == 1 or rules.stock.rounds > 0 or by_way,
            "Empty piles are filled from a stock that turns several cards by way of the waste: W before S.",
        )


def _check_restocking(rules: GameParts) -> None:
    columns, stock = rules.columns, rules.stock
    if stock and stock.restocks and stock.deal_to is DealTo.COLUMNS:
        demand(columns is not None, "Columns are gathered, but there are none.")
        plain = columns is not None and not columns.covered_by
        demand(plain, "Columns that become the stock do not cover each other.")
        deals = stock.deals or [numbered("T", columns.number if columns else 0)]
        every = columns is not None and all(len({*deal}) == columns.number for deal in deals)
        by_stock = columns is not None and {*columns.supplies} <= ({"S"} if every else set())
        demand(
            by_stock and ("deal" in stock.actions or not (columns and columns.supplies)),
            "Columns that become the stock are filled from it alone, where it is dealt to all of them.",
        )
    rounds = stock is not None and stock.rounds > 0
    demand(
        columns is not None or not rounds, "Stock cards are moved to columns in rounds, but there are none."
    )
    is_open = stock is not None and stock.open
    filled = stock is not None and stock.rounds == 1 and "S" in rules.supplies
    demand(not filled, "Columns that are filled at once do not wait for a card.")
    moves = rules.pairs is not None and rules.pair_moves and "S" not in rules.pairs.piles
    demand(not is_open or rules.pairs is None or moves, "Games of pairs say by pairs that the stock is open.")


def _check_laid_under(rules: GameParts) -> None:
    """Check that columns that come under the stock are all filled from it, and nothing else asks for them."""
    if rules.stock is None or not rules.stock.lays_under:
        return
    columns = rules.columns
    filled = columns is not None and all("S" in each.refill for each in columns.each)
    demand(filled, "Columns that come under the stock are all filled from it.")
    plain = columns is not None and not (columns.covered_by or columns.closed or columns.longest_first)
    alone = not rules.pairs and rules.base_from is None and not (rules.reserve and rules.reserve.refill)
    demand(plain and alone, "Columns that come under the stock are neither covered nor closed, nor pairs.")


def _check_turned_reserve(rules: GameParts) -> None:
    """Check that a redeal that turns the piles of the reserve finds piles of face-up cards that only give."""
    if rules.stock is None or not rules.stock.turns_reserve:
        return
    reserve = rules.reserve
    plain = reserve is not None and reserve.takes is Takes.NONE and not (reserve.refill or reserve.covered_by)
    demand(plain, "Reserve piles that turn take no card, are not filled and lie on no other.")
    face_up = all(dealing.face_up for dealing in rules.layout if any(name[0] == "R" for name in dealing.to))
    demand(face_up, "Reserve piles whose bottom cards turn lie face up.")


def _check_gathering(rules: GameParts) -> None:
    columns, stock = rules.columns, rules.stock
    if columns is None or stock is None or not stock.gathers or stock.turns_reserve:
        return
    in_turn = stock.gather_as is GatherAs.TURNS and columns.supplies == ("S",)
    demand(
        (in_turn or not columns.supplies) and not (rules.reserve and rules.reserve.refill),
        "A game that gathers its columns fills none, unless they turn and the stock fills them.",
    )
    demand(columns.capacity is None, "Columns that are gathered have unlimited room.")
    in_groups = stock.gather_as is GatherAs.GROUPS
    to_places = stock.gather_as is GatherAs.PLACES
    demand(to_places == (columns.row is not None), "Rows are gathered to places, and nothing else is.")
    demand(in_groups or not columns.covered_by, "Columns that are dealt in rounds do not lie on each other.")
    if to_places:
        return
    if stock.gather_as is GatherAs.TURNS:
        demand(
            all(dealing.face_up for dealing in rules.layout), "Columns whose bottom cards turn lie face up."
        )
        return
    if stock.gather is None:
        only_columns = all(name[0] == "T" for dealing in rules.layout for name in dealing.to)
        plain = only_columns and not any(dealing.plays for dealing in rules.layout)
        demand(plain, "A layout that deals columns again deals to columns alone.")
        return
    face_up = stock.gather_as is GatherAs.FANS or all(dealing.face_up for dealing in rules.layout)
    demand(face_up, "Columns that are gathered lie face up.")
    laid = sum(name.startswith("T") for dealing in rules.layout for name in dealing.to)
    demand(
        columns.number * stock.gather >= laid,
        f"{columns.number} columns of {stock.gather} cards have no room for the {laid} dealt.",
    )
    if in_groups:
        demand(
            columns.number * (stock.gather + 1) >= rules.cards,
            f"{columns.number} columns of {stock.gather} cards and one more have no room for every card.",
        )
        return
    kept = sum(pile.dealt if rules.foundations_final else pile.base_stays for pile in rules.foundations)
    demand(
        columns.number * stock.gather >= rules.cards - kept,
        f"{columns.number} columns of {stock.gather} cards have no room for {rules.cards - kept}.",
    )


def _check_bases_free(rules: GameParts) -> None:
    """Check what foundations begin with, and whether that stays."""
    stays = [pile.base_stays for pile in rules.foundations]
    demand(not (any(stays) and rules.foundations_final), "Final foundations keep all their cards.")
    named = rules.same_base in (SameBase.FIRST, SameBase.GIVERS_FIRST)
    demand(named == (rules.base_from is not None), "A base that comes early, and no other, has its piles.")
    if rules.same_base is None:
        return
    for pile in rules.foundations:
        free = pile.direction in (Direction.UP, Direction.DOWN) and pile.wrap and not pile.whole
        demand(
            free and len(pile.ranks) == len(RANKS) and not pile.dealt,
            "A base that play sets needs foundations that begin with any rank and wrap.",
        )
    demand(rules.foundations_final or all(stays), "A base that play sets stays.")
    demand(not any(dealing.plays for dealing in rules.layout), "No card goes home before the base is set.")
    if rules.base_from is not None:
        gives = [name for name in rules.pile_names if name[0] in "TR"]
        for name in rules.base_from:
            known = any(name in (pile, pile[0]) for pile in gives)
            demand(known, f"The base cannot come from {name}.")
        demand(bool(rules.base_from), "The base comes from some pile.")


def _check_after_base(rules: GameParts) -> None:
    """Check the rounds that wait until the base is set."""
    late = [dealing for dealing in rules.layout if dealing.after_base]
    if not late:
        return
    at_once = rules.same_base is SameBase.FIRST
    demand(at_once, "A round waits for the base only where it comes before all else.")
    demand(rules.layout[-len(late) :] == tuple(late), "Rounds that wait for the base come after all others.")
    dealt_to = {name for dealing in late for name in dealing.to}
    to_play = all(name[0] in "TW" for name in dealt_to)
    demand(
        rules.has_stock and to_play, "Rounds that wait for the base deal from a stock to columns or waste."
    )
    covers = {cover for name in rules.pile_names for cover in rules.covers(name)}
    demand(dealt_to.isdisjoint(covers), "Piles that are dealt to after the base is set cover no others.")


def _check_same_direction(rules: GameParts) -> None:
    if rules.same_direction:
        alike = all(pile.direction is Direction.ONE_WAY for pile in rules.foundations)
        demand(alike, "Foundations are all built one way, or none is.")


def _check_dependent(rules: GameParts) -> None:
    """Check foundations that depend on other piles."""
    for number, pile in enumerate(rules.foundations, start=1):
        names = [f"F{other}" for other in range(1, number)]
        demand(
            not pile.matched or pile.matched in names,
            f"F{number} matches {pile.matched!r}: expected an earlier foundation.",
        )
        home = any(dealing.plays for dealing in rules.layout)
        by_columns = pile.outranked or pile.lowest_first
        demand(not by_columns or not home, "No card that columns decide on goes home while it is dealt.")
        demand(not by_columns or rules.columns is not None, "Outranked or lowest cards need columns.")
        demand(
            not (pile.outranked or pile.matches) or rules.foundations_final,
            "Foundations that depend on other piles are final.",
        )
    lowest = sum(pile.lowest_first for pile in rules.foundations)
    demand(lowest in (0, len(rules.foundations)), "All foundations begin with the lowest card, or none does.")
    suits = sum(pile.matches == "T" for pile in rules.foundations)
    demand(suits <= len(set(rules.suits)), f"{suits} foundations begin with different suits.")


def _check_row(rules: GameParts) -> None:
    """Check that the cards of a game of rows fill all places but one of each row, or some of a ring."""
    columns, stock = rules.columns, rules.stock
    if columns is None or columns.row is None:
        own = columns is not None and bool(columns.own_ranks)
        demand(
            own or rules.win is not Win.IN_PLACE,
            "Cards are in place only in rows, or columns of their ranks.",
        )
        return
    alone = rules.base is Base.ACE and not rules.pairs and not rules.reserve
    demand(alone and (stock is None or stock.gathers), "Rows have no other piles than foundations.")
    demand(rules.foundations_final, "Foundations of rows give no card back.")
    full = all(dealing.face_up for dealing in rules.layout)
    single = all(len(rules.dealt_to(name)) < 2 for name in numbered("T", columns.number))
    demand(full and single, "Each place of a row is dealt at most one card, face up.")
    _check_cards_beside_rows(rules)
    _check_places(rules, columns, columns.row)


def _check_places(rules: GameParts, columns: Columns, row: int) -> None:
    left = rules.cards - sum(pile.length for pile in rules.foundations)
    dealt = {name for dealing in rules.layout if dealing.home for name in dealing.to}
    begins = rules.row_ranks.startswith(columns.empty_takes)
    if columns.is_ring:
        demand(rules.stock is None, "A ring is dealt once: it has no stock.")
        all_ranks = begins and left == len(rules.row_ranks) * len(rules.suits)
        demand(
            all_ranks, "A ring has all cards of the ranks from that of empty_takes on once, and no others."
        )
        demand(left < columns.number, f"The ring has no gap: {columns.number} places for {left} cards.")
        demand(bool(rules.foundations) or not dealt, "No card goes home to a ring while it is dealt.")
        return
    demand(
        begins and row == len(rules.row_ranks) + 1,
        "A row has a place for each rank from that of empty_takes on, and one more.",
    )
    room = columns.number - columns.number // row
    demand(room == left, f"The rows have room for {room} of the {left} cards that stay there.")
    firsts = {f"T{place}" for place in range(1, columns.number + 1, row)}
    is_free = bool(rules.foundations) or firsts.isdisjoint(dealt)
    demand(is_free, "Cards that begin rows go there as they are dealt: the layout deals to no such place.")


def _check_cards_beside_rows(rules: GameParts) -> None:
    """Check that foundations of rows are full after every deal: the rows have no place for their cards."""
    home = all(dealing.home for dealing in rules.layout)
    taken: Counter[str] = Counter()
    for pile in rules.foundations:
        in_any_order = pile.direction is Direction.SAME and pile.build is Build.ANY_SUIT
        any_card = len(pile.ranks) == 1 and {*rules.suits} <= {*pile.suits} and not pile.dealt
        demand(
            pile.dealt == pile.length or (in_any_order and any_card and home),
            "Foundations of rows are full from the start, or get cards of one rank and any suit (`home`).",
        )
        taken.update({rank: pile.length // len(pile.ranks) for rank in pile.ranks})
    whole = all(number == len(rules.suits) * rules.packs for number in taken.values())
    demand(whole, "Foundations of rows get all cards of a rank, or none.")


def _check_merges(rules: GameParts) -> None:
    """Check that a line of columns is all there is, but for the pile of the cards that are covered."""
    columns = rules.columns
    if columns is None or not columns.merges:
        return
    alone = not (rules.reserve or rules.stock or rules.pairs) and rules.base is Base.ACE
    demand(alone and rules.foundations_final, "A line has no other piles than F1, and takes no card back.")
    single = all(rules.dealt_to(name) == [True] for name in numbered("T", columns.number))
    demand(single, "Each column of a line is dealt one card, face up.")
    plain = [
        Foundation(SUITS, RANKS, Build.ANY_SUIT, direction=Direction.ANY, cards=pile.cards, takes_from=())
        for pile in rules.foundations[:1]
    ]
    piles = [_in_order(pile) for pile in rules.foundations]
    demand(
        bool(piles) and piles == plain, "Covered cards go to F1, the only foundation, which takes no others."
    )
    demand(rules.win is Win.COMPLETE, "A line is won by the cards that it has lost.")


def _check_home(rules: GameParts) -> None:
    """Check that cards that go home while they are dealt may go there, and leave no vacancy."""
    if any(dealing.plays for dealing in rules.layout):
        restricted = any(pile.takes_from is not None for pile in rules.foundations)
        demand(
            not restricted,
            "Cards go home while they are dealt only where foundations take from all piles.",
        )
        filled = rules.columns is not None and rules.columns.supplies
        demand(not filled, "Columns that are filled are not dealt cards that go home.")
        swept = any(dealing.sweeps for dealing in rules.layout)
        face_up = all(dealing.face_up for dealing in rules.layout)
        demand(face_up or not swept, "Cards go home after rounds only where all lie face up.")
    replaced = "".join({rank: "" for dealing in rules.layout if dealing.home for rank in dealing.heads})
    enough = rules.has_stock and rules.layout_cards + _copies_of(rules, replaced) < rules.cards
    demand(
        enough or not replaced, f"Cards take the places of {replaced}: expected a stock with enough cards."
    )


def _check_pairs(rules: GameParts) -> None:
    pairs, stock = rules.pairs, rules.stock
    if pairs is None:
        return
    piles = [_in_order(pile) for pile in rules.foundations]
    is_open = stock is not None and stock.open
    plain = [
        Foundation(
            SUITS,
            RANKS,
            Build.ANY_SUIT,
            direction=Direction.ANY,
            cards=pile.cards or rules.cards,
            takes_from=pile.takes_from if is_open else None,
        )
        for pile in piles[:1]
    ]
    discards = bool(piles) and piles == plain
    demand(discards or rules.builds_pairs, "Pairs leave for F1, the only foundation, built of any cards.")
    demand(rules.foundations_final, "Cards that left in pairs do not come back.")
    closed = rules.reserve is not None and rules.reserve.closed
    filled = stock is not None and stock.fills_waste and not rules.builds_pairs
    demand(not closed and not filled, "Pairs need piles whose top cards are face up.")
    demand(not any(dealing.plays for dealing in rules.layout), "No card leaves while it is dealt.")
    for kind in pairs.piles:
        known = any(name[0] == kind for name in rules.pile_names)
        demand(known, f"Pairs are made on piles {kind}, which this game lacks.")
    if "T" in pairs.piles and rules.columns:
        alike = all(set(kind.rules) <= {"empty_takes"} for kind in rules.columns.kinds)
        demand(
            alike and rules.columns.lift is Lift.ONE,
            "Columns whose cards leave in pairs give single cards, and differ only in those that open them.",
        )
        demand(rules.columns.direction is not Direction.ONE_WAY, "Cards that leave in pairs keep no way.")
        takes = rules.columns.takes_from
        givers = {*pairs.piles, *"W" * rules.builds_pairs} - {"S"} | {*"S" * is_open}
        paired = takes is not None and {name[0] for name in takes} <= givers
        demand(paired, "Columns whose cards leave in pairs take cards, if empty, from piles of pairs alone.")
        demand(not rules.columns.sequence.suits_apart, "Cards that leave in pairs keep no suits apart.")
        demand(not rules.columns.opens_to_all, "Cards that leave in pairs do not open columns to all.")
        demand(not takes or pairs.near is None, "Cards of a grid leave in pairs, but do not move.")
        plain_columns = not rules.columns.supermove and rules.columns.capacity is None
        demand(plain_columns, "Columns whose cards leave in pairs have neither supermoves nor a capacity.")
        grid = rules.columns.number % (pairs.width or 1) == 0
        demand(grid, f"{rules.columns.number} columns are not a grid of rows of {pairs.width}.")
    demand("R" not in pairs.piles or not rules.cells, "Cells take moved cards, so none leave there in pairs.")
    if stock:
        demand(not stock.waste_takes, "A waste that takes cards has no place in a game of pairs.")
        demand(not stock.gathers, "A game of pairs does not gather its columns.")


def _check_built_pairs(rules: GameParts) -> None:
    """Check that each pair of each suit begins a foundation, on which other cards follow one by one."""
    if rules.pairs is None or not rules.builds_pairs:
        return
    pairs, suits = rules.pairs, set(rules.suits)
    single = rules.packs == 1 and len(suits) == len(rules.suits) and rules.base is Base.ACE
    ranks = "".join(pairs.sets)
    plain = pairs.build == Build.BY_SUIT and not (pairs.beneath or pairs.collected)
    apart = len(set(ranks)) == len(ranks) and "S" not in pairs.piles
    demand(
        single and plain and apart, "Pairs that are built on are of one suit, and each card is of one pair."
    )
    wanted = {(*sorted(each), suit) for each in pairs.sets if len(each) == 2 for suit in suits}
    begun = [(*sorted(pile.pair), pile.suits) for pile in rules.foundations]
    demand(sorted(begun) == sorted(wanted), "Each pair of each suit begins a foundation.")
    for pile in rules.foundations:
        ordered = pile.direction is None and set(pile.ranks[2:]) <= set(pairs.alone)
        either = pile.direction in (Direction.ANY, Direction.EITHER) and pile.cards == len(pile.ranks)
        demand(
            ordered or either,
            "A foundation of a pair has the two in any order, or goes on with what leaves alone.",
        )
        bare = not (pile.dealt or pile.whole or pile.last_after or pile.matches)
        fits = pile.build is Build.BY_SUIT and pile.takes_from is None
        demand(bare and fits, "Foundations of pairs are built in suit, from all piles, and say nothing else.")


def _in_order(pile: Foundation) -> Foundation:
    """Return a foundation with what is a set of suits, or of ranks, in its usual order."""
    suits = "".join(sorted(pile.suits, key=SUITS.index))
    ranks = "".join(sorted(pile.ranks, key=RANKS.index)) if pile.direction else pile.ranks
    return replace(pile, suits=suits, ranks=ranks)


def _check_sets(rules: GameParts) -> None:
    """Check the cells on which sets are collected."""
    pairs = rules.pairs
    if pairs is None:
        return
    holds = rules.stock is not None and rules.stock.hold is Hold.CELLS
    demand(rules.cells > 0 or not holds, "Cells hold up the filling of gaps, but there are none.")
    for ranks in pairs.collected:
        number = len(members(ranks))
        demand(number == rules.cells, f"The set {ranks} needs {number} cells, not {rules.cells}.")
    if pairs.collected and rules.reserve:
        any_rank = len(rules.reserve.ranks) == len(RANKS)
        plain = any_rank and replace(rules.reserve, takes_from=None, ranks=RANKS) == Reserve(
            rules.cells, Takes.ONE
        )
        dealt = any(rules.dealt_to(name) for name in rules.pile_names if name[0] == "R")
        demand(plain and not dealt, "Cells on which sets are collected are empty and have no rules else.")


def _check_win(rules: GameParts) -> None:
    if rules.win is Win.EMPTY_COLUMNS:
        demand(rules.columns is not None, "Empty columns win the game, but there are none.")
        demand(not rules.won_when, "Empty columns win the game, not foundations.")
        return
    if rules.win is Win.IN_PLACE:
        demand(not rules.won_when, "Cards in place win the game, not foundations.")
        return
    if rules.hands:
        demand(not rules.won_when, "Points win the game, not foundations.")
        return
    if rules.win in _BY_COLUMNS:
        demand(rules.columns is not None and not rules.won_when, "Columns win the game, not foundations.")
        number = rules.columns.number if rules.columns else 0
        halves = rules.win is not Win.COLOURS_APART or number % 2 == 0
        demand(halves, "Colours are apart in two halves of the columns.")
        sequences = rules.win in (Win.SEQUENCES, Win.SUIT_SEQUENCES)
        apart = sequences and "kinds_apart" in concepts_of(rules)
        demand(not apart, "Complete columns win where all are built alike.")
        _check_suit_sequences(rules)
        fills = rules.has_stock and not rules.has_waste
        demand(
            rules.win is not Win.EMPTY_STOCK or fills,
            "An empty stock wins where it is dealt or fills empty piles.",
        )
        return
    named = any(name[0] != "F" for name in rules.won_when)
    demand(bool(rules.foundations) or named, "Foundations win the game, but there are none.")
    room = sum(foundation.length for foundation in rules.foundations)
    if rules.win is Win.ALL_CARDS:
        demand(not rules.won_when, "All cards win the game, not single foundations.")
        demand(room >= rules.cards, f"The foundations have room for {room} of {rules.cards} cards.")
    elif rules.win is Win.ONE_EACH:
        demand(not rules.won_when and rules.columns is not None, "Each column has a card in the end.")
        left = rules.cards - room
        number = rules.columns.number if rules.columns else 0
        demand(left == number, f"{left} cards are left for {number} columns.")
    elif not rules.won_when:
        discards = any(pile.outranked for pile in rules.foundations)
        demand(
            room == rules.cards or ((rules.pairs is not None or discards) and room < rules.cards),
            f"Complete foundations hold {room} cards, but the game has {rules.cards}: it cannot be won.",
        )
    if rules.win is Win.COMPLETE or room == rules.cards:
        _check_enough_cards(rules)


_BY_COLUMNS: Final = (
    Win.EMPTY_STOCK,
    Win.SEQUENCES,
    Win.SUIT_SEQUENCES,
    Win.FACE_UP,
    Win.COLOURS_APART,
    Win.ONE_COLUMN,
)
"""What wins by the columns, or the stock, and not by foundations named."""


def _check_suit_sequences(rules: GameParts) -> None:
    """Check that columns that are built can be complete in one suit."""
    if rules.win is not Win.SUIT_SEQUENCES or rules.columns is None:
        return
    plain = not rules.columns.supermove and not rules.columns.complete_stays
    fits = rules.columns.build in (Build.BY_SUIT, Build.BY_COLOR, Build.ANY_SUIT)
    demand(plain and fits, "Columns of one suit win where cards of a suit follow, and move in no parts.")
    demand(bool(rules.foundations), "Foundations and columns of one suit win, but there are no foundations.")


def _check_hands(rules: GameParts) -> None:
    """Check that columns are a square of single face-up cards, and that its points win."""
    hands, columns = rules.hands, rules.columns
    counted = (hands is not None) == (rules.points is not None)
    demand(counted, "Points win a square of hands, and nothing else.")
    if hands is None:
        return
    number = columns.number if columns else 0
    demand(number == hands.width**2, f"Hands of {hands} need {hands.width**2} columns, not {number}.")
    assert columns is not None
    demand(columns.capacity == 1 and not columns.covered_by, "Places of a square have room for one card.")
    face_up = all(dealing.face_up for dealing in rules.layout if any(name[0] == "T" for name in dealing.to))
    demand(face_up, "Cards of a square lie face up.")
    one_pack = rules.packs == 1 and set(rules.suits) == set(SUITS) and rules.base is Base.ACE
    demand(one_pack and not rules.pairs, "Hands are of one pack of four suits, and leave no cards.")
    starts = hands is not Hands.CRIBBAGE or (rules.stock is not None and rules.stock.open)
    demand(starts, "Hands of cribbage have a starter: the top card of an open stock.")


def _check_enough_cards(rules: GameParts) -> None:
    """Check that the foundations that win the game can be complete at once.

    For each rank and each set of suits: as many cards as places of foundations that need one of them (Hall's
    theorem).
    """
    if rules.base is not Base.ACE:
        return
    names = numbered("F", len(rules.foundations))
    winners = [
        pile
        for name, pile in zip(names, rules.foundations, strict=True)
        if not pile.direction and (not rules.won_when or name in rules.won_when)
    ]
    copies = rules.copies
    choices = [suits for size in range(1, len(SUITS) + 1) for suits in combinations(SUITS, size)]
    for rank in RANKS:
        needs = Counter(
            frozenset(_suits_at(pile, place))
            for pile in winners
            for place, each in enumerate(pile.ranks)
            if each == rank
        )
        for suits in choices if needs else ():
            needed = sum(number for some, number in needs.items() if some.issubset(suits))
            held = sum(copies[rank + suit] for suit in suits)
            if needed > held:
                cards = " or ".join(rank + suit for suit in suits)
                raise DeclarationError(
                    f"{needed} foundations need {cards}, but the game has {held}: it cannot be won."
                )


def _suits_at(pile: Foundation, place: int) -> str:
    """Return the suits that a card at a place of a foundation may have, at most."""
    return pile.suits if place == 0 or pile.build is Build.BY_SUIT else SUITS


def _lifts(columns: Columns, foundation: Foundation) -> bool:
    """Return whether some whole sequence of this foundation can be lifted off a column."""
    build = columns.build if columns.supermove and columns.lift is Lift.ONE else columns.run_build
    if build is None:
        return columns.lift is not Lift.ONE
    if foundation.direction:
        alike = (columns.direction, columns.wrap) == (foundation.direction, foundation.wrap)
        return alike and {build, foundation.build} not in _CONTRADICTORY_BUILDS
    indexes = [RANKS.index(rank) for rank in foundation.ranks]
    runs = all(rank in columns.sequence.following(under) for under, rank in pairwise(indexes))
    return runs and {build, foundation.build} not in _CONTRADICTORY_BUILDS


_CONTRADICTORY_BUILDS = (
    {Build.ALTERNATING, Build.BY_SUIT},
    {Build.ALTERNATING, Build.BY_COLOR},
    {Build.OTHER_SUIT, Build.BY_SUIT},
)


def _check_closed_columns(rules: GameParts) -> None:
    """Check that nothing else asks for the top card of a column that lies face down."""
    if rules.columns is None or not rules.columns.closed:
        return
    stock = rules.stock
    again = stock is not None and (stock.gathers or stock.restocks or stock.hold is not None)
    demand(not again, "Columns that the player turns up are not gathered, and hold up no stock.")
    drawn = rules.has_merci and not rules.turned_to
    demand(not drawn, "No card is drawn out from under one of a column that the player turns up.")
    gaps = stock is not None and stock.deal_to is DealTo.GAPS
    demand(
        not rules.pairs and not gaps, "Columns that the player turns up are built: no cards leave in pairs."
    )
    demand(rules.base_from is None, "The player turns columns up at any time, before the base is set, too.")
    swept = any(dealing.sweeps for dealing in rules.layout) or any(
        pile.outranked or pile.lowest_first for pile in rules.foundations
    )
    mixed = any(map(rules.opened, rules.pile_names))
    demand(not mixed or not rules.columns.own_ranks, "Cards that come up lie under face-down cards only.")
    demand(not swept, "Columns that the player turns up show no top card while they are closed.")


def _check_last_draw(rules: GameParts) -> None:
    """Check that nothing but moves takes cards off a waste whose cards lie face down."""
    if rules.stock is None or DrawAs.LAST_ONLY not in rules.stock.draw_as:
        return
    fills = not {"S", "W"}.isdisjoint(rules.supplies)
    demand(not fills, "Cards of the last draw alone are moved: they fill no pile.")
    paired = rules.pairs is not None and "W" in rules.pairs.piles
    demand(not paired, "Pairs are made on a waste whose cards lie face up.")


_CHECKS: Final = {
    _check_cards: "packs, suits, ranks, foundations and layout",
    _check_bases: "foundations and won_when",
    _check_layout: "layout",
    _check_heads: "layout",
    _check_columns_dealt: "layout and columns",
    _check_reserve_dealt: "layout and reserve",
    _check_run_cells: "reserve, columns, stock and pairs",
    _check_merci: "reserve.takes",
    _check_arrangement: "arrange, layout and foundations",
    _check_base: "base, layout, columns, foundations and stock",
    _check_names: "won_when and foundations",
    _check_refills: "columns.refill and reserve.refill",
    _check_sources: "takes_from and opened_by",
    _check_whole_sequences: "foundations, foundations_final and columns.lift",
    _check_waiting: "stock.gives_after and stock.takes_after",
    _check_gaps: "stock.deal_to, columns, layout and pairs",
    _check_dealt_to: "stock, columns and reserve",
    _check_filled_waste: "stock.fills_waste and layout",
    _check_forward_moves: "stock.hold",
    _check_refills_by_draws: "stock.draw, columns.refill and reserve.refill",
    _check_gathering: "stock.gather, columns and layout",
    _check_turned_reserve: "stock.gather_as, reserve and layout",
    _check_restocking: "stock, columns and pairs",
    _check_laid_under: "stock.gather_as, columns and pairs",
    _check_win: "win, won_when, foundations and columns",
    _check_merges: "columns.merges and foundations",
    _check_hands: "win, points and columns",
    _check_home: "layout, foundations and columns.refill",
    _check_pairs: "pairs",
    _check_built_pairs: "pairs and foundations",
    _check_sets: "pairs.sets and reserve",
    _check_bases_free: "same_base, base_from and foundations",
    _check_after_base: "layout, same_base and stock",
    _check_same_direction: "foundations",
    _check_dependent: "foundations and foundations_final",
    _check_row: "columns.row",
    _check_closed_columns: "columns.closed",
    _check_last_draw: "stock.draw_as, refill and pairs",
}
"""The checks in their order, each with the members of the declaration that it compares."""
