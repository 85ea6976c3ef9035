# Tables: ``CompiledRules`` as a flat structure (``rules.h``).
#
# Everything is copied, so a game is replayed without Python objects. A declaration with a concept that is not in
# CONCEPTS, or that exceeds a bound, raises Unfit, and the readable engine judges instead.
#
# Needs: rules.pxd
# Gives: Table

from patience.rules.concepts import known_by

CONCEPTS = known_by("kernel")
"""The concepts beyond the simplest declarations that the kernel implements."""


class Unfit(Exception):
    """Rules that the kernel does not implement, or that exceed its bounds."""


cdef class Table:
    """A variant under settled options, flat.

    Raises Unfit for rules with a concept outside CONCEPTS or with more than 64 piles.
    """

    cdef Flat flat
    cdef readonly object tables
    cdef bytes setting  # the lines with which ids begin
    cdef bytes version
    cdef bytes head  # of an answer, from the variant to the seed
    cdef dict tokens  # by source, target and count as one number: the moves that lines have listed

    def __dealloc__(self):
        PyMem_Free(self.flat.fits)

    def __init__(self, tables):
        self.tables = tables
        self.tokens = {}
        variant = tables.variant
        unknown = sorted(tables.concepts - CONCEPTS)
        if unknown:
            raise Unfit(f"{variant.id} uses {', '.join(unknown)}, which the kernel does not implement.")
        deals = max(len(tables.deals) - 1, *map(len, tables.deals), len(tables.late))
        if len(tables.names) > MOST_PILES or max(tables.cards, deals) > MOST_CARDS:
            raise Unfit(f"{variant.id} has {len(tables.names)} piles and {tables.cards} cards.")
        options = " ".join(f"{name}={value}" for name, value in tables.options)
        self.setting = f"{variant.id}\n{options}\n".encode()
        self.version = variant.rules_version.encode()
        head = {"variant": variant.id, "rules": dict(tables.options), "rules_version": variant.rules_version}
        self.head = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()[1:-1]
        if len(self.head) > MOST_HEAD or len(self.setting) > MOST_HEAD:
            raise Unfit(f"{variant.id} has long names.")
        self._set_piles()
        self._set_fits()
        self._set_groups()
        self._set_foundations()
        self._set_refills()
        self._set_stock()
        self._set_pack()
        self._set_layout()

    def _set_piles(self):
        cdef Flat* flat = &self.flat
        tables = self.tables
        flat.cards = tables.cards
        flat.columns = len(tables.columns)
        flat.foundations_end = flat.columns + len(tables.foundations)
        flat.cells_end = flat.foundations_end + len(tables.cells)
        flat.waste_takes = tables.waste in tables.targets
        flat.targets = max(tables.targets) + 1
        flat.pairing = bits(tables.pairing)
        flat.builds_pairs = len(tables.pair_homes) > 0
        for card in range(52):
            flat.pair_home[card] = tables.pair_homes.get(card, flat.columns)
        flat.leads_pair = bits(tables.leads_pair)
        flat.beneath = bits(tables.beneath)
        flat.has_covers = any(tables.covers)
        flat.covered_by_all = bits(tables.covered_by_all)
        for pile in range(len(tables.names)):
            flat.covers[pile] = bits(tables.covers[pile])
            flat.lies_on[pile] = bits(tables.lies_on[pile])
        flat.reserve_end = flat.foundations_end + len(tables.reserve)
        flat.mixed_faces = "mixed_faces" in tables.concepts
        flat.deep_reserve = "deep_reserve" in tables.concepts
        flat.merci = tables.merci if tables.merci >= 0 else NO_PILE
        flat.mercis = tables.rules.mercis
        flat.exchanges = tables.exchanges
        flat.turned_to = tables.turned_to if tables.turned_to >= 0 else NO_PILE
        flat.waste = tables.waste
        flat.stock = tables.stock
        flat.piles = len(tables.names)
        for pile, name in enumerate(tables.names):
            text = name.encode()
            flat.name_bytes[pile] = len(text)
            memcpy(flat.name[pile], <const char*>text, len(text))
        flat.rounds = tables.rounds
        flat.gives_after = bits(tables.gives_after)
        flat.takes_after = bits(tables.takes_after)
        for pile, awaited in tables.awaits.items():
            flat.awaits[<int>pile] = bits(awaited)
        flat.draws_open = tables.draws_open
        flat.opens = bits(tables.opens)
        for pile, awaited in tables.opens_after.items():
            flat.opens_after[<int>pile] = bits(awaited)
        flat.builds = bits(tables.builds)
        flat.sources = len(tables.sources)
        for index, pile in enumerate(tables.sources):
            flat.source[index] = pile
            flat.is_source |= <u64>1 << <int>pile
            flat.reach[pile] = bits(tables.reach[pile])

    def _set_fits(self):
        cdef Flat* flat = &self.flat
        tables = self.tables
        rows = {}
        # Where the waste or the stock takes cards, piles before it that take none are among the targets.
        for pile in range(flat.targets):
            flat.row[pile] = rows.setdefault(tables.fits[pile], len(rows))
        for pile in tables.foundations:
            foundation = tables.foundation(pile)
            if foundation.whole:
                flat.whole[pile] = foundation.at_once
                follows = foundation_row(replace(foundation, whole=False))
                flat.whole_row[pile] = rows.setdefault(follows, len(rows))
        for pile, (free, limit) in tables.limits.items():
            flat.ranked |= <u64>1 << <int>pile
            flat.free_givers[<int>pile], flat.limit[<int>pile] = bits(free), bits(limit)
        flat.rows = len(rows)
        flat.fits = <Row*>PyMem_Malloc(flat.rows * sizeof(Row))
        if flat.fits == NULL:
            raise MemoryError
        for row, index in rows.items():
            copy_row(row[: FLOOR + 1], flat.fits[index])

    def _set_groups(self):
        cdef Flat* flat = &self.flat
        tables = self.tables
        for pile in tables.sources:
            flat.together[pile] = bits(set(tables.targets) - tables.singly[pile])
        self._set_runs()
        flat.base_apart = "base_apart" in tables.concepts and tables.base_rank is None
        flat.has_level = tables.level_run is not None
        if flat.has_level:
            copy_row(tables.level_run, flat.level_run)
        flat.supermove = tables.supermove
        if flat.supermove:
            copy_row(tables.built_run, flat.build_run)
        elif tables.rules.win is Win.SUIT_SEQUENCES:
            copy_row(run_row(tables.rules.columns, Build.BY_SUIT), flat.build_run)
        elif tables.rules.win is Win.SEQUENCES or "complete_stays" in tables.concepts:
            copy_row(run_row(tables.rules.columns, tables.rules.columns.build), flat.build_run)
        flat.any_opens = tables.power
        flat.whole_only = tables.whole_only
        flat.lifts_whole = tables.lifts_whole
        flat.bases_stay = bits(tables.bases_stay)
        flat.openers = bits(tables.openers)
        flat.base_first = tables.rules.same_base is not SameBase.GIVERS_FIRST
        flat.late = len(tables.late)
        for index, pile in enumerate(tables.late):
            flat.late_pile[index] = pile
        flat.closed = len(tables.closed) > 0
        flat.one_way = tables.one_way
        flat.closed_takes = "closed_takes_none" not in tables.concepts
        flat.has_own = len(tables.own) > 0
        for pile, cards in enumerate(tables.own):
            flat.own[pile] = bits(cards)
        flat.stays_closed = bits(tables.stays_closed)
        flat.row_width = tables.row
        flat.ring = tables.ring
        if flat.row_width:
            flat.row_base = RANKS.index(tables.rules.columns.empty_takes)
            flat.row_step = tables.rules.columns.row_step
            copy_row(tables.after, flat.after)
            copy_row(tables.before, flat.before)
        flat.merges = tables.merges
        flat.closes = tables.closes
        flat.complete_stays = "complete_stays" in tables.concepts
        flat.complete_size = 1 + (tables.capacity or 13)
        flat.full_size = tables.capacity + 1 if tables.capacity else PILE_BYTES

    def _set_runs(self):
        cdef Flat* flat = &self.flat
        by_pile = [self.tables.runs[pile] for pile in self.tables.columns]
        flat.has_run = len(by_pile) > 0 and by_pile[0] is not None
        if flat.has_run:
            copy_row(by_pile[0], flat.run)
        runs = list(dict.fromkeys(by_pile))
        flat.runs_differ = len(runs) > 1
        if not flat.runs_differ:
            return
        runs = [row for row in runs if row is not None]
        if len(runs) > MOST_RUNS:
            raise Unfit(f"{self.tables.variant.id} has {len(runs)} kinds of runs.")
        for index, row in enumerate(runs):
            copy_row(row, flat.other_run[index])
        for pile, row in enumerate(by_pile):
            flat.run_of[pile] = 0 if row is None else 1 + runs.index(row)

    def _set_foundations(self):
        cdef Flat* flat = &self.flat
        tables = self.tables
        flat.winning = bits(tables.foundations if tables.rules.win is Win.SUIT_SEQUENCES else tables.winning)
        flat.wins_by = {
            Win.COMPLETE: WINS_BY_FOUNDATIONS_AND_PILES if tables.emptied else WINS_BY_FOUNDATIONS,
            Win.ALL_CARDS: WINS_BY_ALL_CARDS,
            Win.EMPTY_COLUMNS: WINS_BY_EMPTY_PILES,
            Win.EMPTY_STOCK: WINS_BY_EMPTY_PILES,
            Win.ONE_EACH: WINS_BY_ONE_EACH,
            Win.SEQUENCES: WINS_BY_SEQUENCES,
            Win.SUIT_SEQUENCES: WINS_BY_SEQUENCES,
            Win.IN_PLACE: WINS_IN_PLACE,
            Win.FACE_UP: WINS_FACE_UP,
            Win.POKER: WINS_BY_POINTS,
            Win.CRIBBAGE: WINS_BY_POINTS,
            Win.COLOURS_APART: WINS_BY_COLOURS,
            Win.ONE_COLUMN: WINS_BY_ONE_COLUMN,
        }[tables.rules.win]
        flat.hands = {None: 0, Hands.POKER: POKER, Hands.CRIBBAGE: CRIBBAGE}[tables.rules.hands]
        flat.points = tables.rules.points or 0
        flat.emptied = bits(tables.emptied)
        flat.limited = bits(pile for pile in tables.foundations if tables.foundation(pile).counts)
        flat.same_base = tables.same_base
        flat.same_direction = tables.same_direction
        flat.outranked = bits(tables.outranked)
        flat.dependent = flat.outranked | bits(
            tables.foundations if flat.same_base or flat.same_direction else tables.matches
        )
        flat.lowest_first = bits(tables.lowest_first)
        flat.dependent |= flat.lowest_first
        flat.opens_to_all = bits(tables.opens_to_all)
        flat.dependent |= flat.opens_to_all
        for cards, number in tables.opens_to_all.values():
            flat.opens_first = bits(cards)
            flat.opening_cards = number
        for pile in range(MOST_PILES):
            flat.matches[pile] = tables.matches.get(pile, NO_PILE)
        self._set_orders()
        for pile in range(MOST_PILES):
            flat.guard[pile] = NO_PILE
        for pile, length in enumerate(tables.complete):
            flat.complete[pile] = length
        if tables.cell_capacity > 1:
            flat.limited |= bits(tables.cells)
            for pile in tables.cells:
                flat.complete[pile] = tables.cell_capacity + 1
        if tables.takes_runs:
            flat.run_cells = bits(tables.cells)
        if "cell_sequences" in tables.concepts:
            flat.built_cells = bits(tables.cells)
            flat.dependent |= flat.built_cells
        if tables.collecting:
            self._set_sets(tables.rules.pairs)
        for pile, guard in tables.guards.items():
            last = tables.foundation(pile).ranks[-1]
            flat.guard[pile] = guard
            flat.guarded[pile] = bits(card for card in range(52) if RANKS[rank(card)] == last)

    def _set_orders(self):
        cdef Flat* flat = &self.flat
        tables = self.tables
        repeating = [pile for pile in tables.foundations if tables.foundation(pile).repeats]
        orders = list(dict.fromkeys(tables.foundation(pile).ranks for pile in repeating))
        if len(orders) > MOST_ORDERS:
            raise Unfit(f"{tables.variant.id} has {len(orders)} orders of ranks that come again.")
        flat.dependent |= bits(repeating)
        for pile in repeating:
            flat.order_of[pile] = 1 + orders.index(tables.foundation(pile).ranks)
        for index, ranks in enumerate(orders):
            for place, letter in enumerate(ranks):
                flat.order[index][place] = RANKS.index(letter)

    def _set_sets(self, pairs):
        cdef Flat* flat = &self.flat
        flat.collecting = bits(self.tables.collecting)
        flat.dependent |= flat.collecting
        if len(pairs.collected) > MOST_SETS:
            raise Unfit(f"{self.tables.variant.id} has {len(pairs.collected)} sets.")
        flat.sets = len(pairs.collected)
        for index, ranks in enumerate(pairs.collected):
            for letter in members(ranks):
                flat.set_ranks[index][RANKS.index(letter)] += 1
                flat.set_beside[index][RANKS.index(letter)] = bits(
                    card for card in range(52) if RANKS[rank(card)] in beside(ranks, letter)
                )
        for under in range(52):
            flat.set_suits[under] = bits(card for card in range(52) if fits_in_suit(pairs.suits, under, card))

    def _set_refills(self):
        cdef Flat* flat = &self.flat
        columns = self.tables.rules.columns
        flat.longest_first = columns is not None and columns.longest_first
        # Columns, reserve piles and the waste are each filled from a list of supplies.
        lists = list(dict.fromkeys(self.tables.refills.values()))
        if len(lists) > MOST_SUPPLIES:
            raise Unfit(f"{self.tables.variant.id} has {len(lists)} lists of piles that fill others.")
        for pile, refill in self.tables.refills.items():
            flat.refill[pile] = 1 + lists.index(refill)
        for index, refill in enumerate(lists):
            flat.supplies[index] = len(refill)
            flat.filled_by_redeal[index] = flat.stock in refill and refill != self.tables.refills.get(flat.waste)
            for place, supply in enumerate(refill):
                flat.supply[index][place] = supply

    def _set_stock(self):
        cdef Flat* flat = &self.flat
        tables = self.tables
        stock = tables.rules.stock
        flat.draw = tables.draw
        flat.packet = tables.packet
        flat.last_draw_only = tables.last_draw_only
        if stock is None:
            return
        numbers = {"deal": DEAL, "draw": DRAW, "redeal": REDEAL}
        flat.actions = sum(numbers[action] for action in stock.actions)
        holds = {
            None: FREE,
            Hold.CARD_MOVE: HELD_BY_CARD_MOVE,
            Hold.FORWARD_MOVE: HELD_BY_FORWARD_MOVE,
            Hold.EMPTY_COLUMN: HELD_BY_EMPTY_COLUMN,
            Hold.SPARE_CARD: HELD_BY_SPARE_CARD,
            Hold.WASTE: HELD_BY_WASTE,
            Hold.CELLS: HELD_BY_CELLS,
        }
        flat.hold = holds[stock.hold]
        flat.fills_gaps = tables.fills_gaps
        flat.fills_by_itself = tables.fills_gaps and not stock.actions
        flat.closes_last = tables.closes_last
        flat.gathers = tables.gathers
        flat.gathered_first, flat.gathered_end = tables.gathered.start, tables.gathered.stop
        flat.gather = tables.gather
        flat.gather_as = {
            GatherAs.GROUPS: IN_GROUPS,
            GatherAs.ROUNDS: IN_ROUNDS,
            GatherAs.LAYOUT: AS_LAYOUT,
            GatherAs.PLACES: TO_PLACES,
            GatherAs.TURNS: BY_TURNS,
            GatherAs.FANS: IN_FANS,
            GatherAs.UNDER: UNDER_STOCK,
            # Not asked: such a stock gathers no columns.
            GatherAs.STOCK: IN_GROUPS,
        }[stock.gather_as]
        flat.shuffles = tables.shuffles
        flat.restocks = tables.restocks
        flat.deal_to = {
            DealTo.COLUMNS: TO_ALL,
            DealTo.RESERVE: TO_ALL,
            DealTo.GAPS: TO_ALL,
            DealTo.EMPTY_COLUMNS: TO_EMPTY,
            DealTo.FILLED_COLUMNS: TO_FILLED,
            DealTo.UNFINISHED_COLUMNS: TO_UNFINISHED,
            DealTo.COLUMNS_AND_HOME: TO_ALL_AND_HOME,
        }[stock.deal_to]
        flat.dealt_first = tables.deal_piles.start
        flat.dealt_end = tables.deal_piles.stop
        flat.shows_last = tables.shows_last
        flat.most_dealt = max([*map(len, tables.deals)], default=len(tables.deal_piles))
        flat.deals = len(tables.deals)
        for index, deal in enumerate(tables.deals):
            flat.deal_length[index] = len(deal)
            for place, pile in enumerate(deal):
                flat.deal_pile[index][place] = pile
        # No log is long enough to reach more redeals than this.
        flat.redeals = -1 if stock.redeals is None else min(stock.redeals, 2**31 - 1)
        flat.drawn = stock.drawn_at_start

    def _set_pack(self):
        cdef Flat* flat = &self.flat
        tables = self.tables
        for index, card in enumerate(tables.pack):
            flat.pack[index] = card
            flat.copies[tables.printed[card % 52]] += 1
        for card in range(52):
            flat.printed[card] = tables.printed[card]
        for index, card in enumerate(tables.base_copies):
            flat.base_copy[index] = CHOSEN if card is None else card
        flat.from_start = tables.from_start
        flat.kings_moved = tables.kings_moved
        flat.distinct_ranks = tables.rules.arrange is not None and tables.rules.arrange.draws
        flat.king_first = tables.rules.arrange is Arrange.KING_FIRST
        if tables.rules.arrange is Arrange.ACE_OR_KING_FIRST:
            flat.ace_or_king_first = len(tables.rules.layout[0].to)
        flat.kings_last = tables.rules.laid if tables.rules.arrange is Arrange.KINGS_LAST else 0
        for index, letter in enumerate(tables.rules.arrange.first if tables.rules.arrange else ""):
            flat.rank_first[index] = RANKS.index(letter)
            flat.ranks_first = index + 1
        flat.two_aces_last = tables.rules.arrange is Arrange.TWO_ACES_LAST
        flat.jacks_apart = tables.rules.arrange is Arrange.JACKS_APART
        flat.groups = len(tables.groups)
        for index, group in enumerate(tables.groups):
            flat.group_start[index] = group.start
            flat.group_end[index] = group.stop
        flat.spade_ace_last = tables.rules.arrange is Arrange.ACE_OF_SPADES_LAST
        flat.ace_last = tables.rules.arrange is Arrange.ACE_LAST

    def _set_layout(self):
        cdef Flat* flat = &self.flat
        tables = self.tables
        flat.base_from = {Base.ACE: ACE, Base.FIRST: FIRST, Base.FIRST_RANK: FIRST_RANK}[tables.rules.base]
        for pile, bases in zip(tables.foundations, tables.bases):
            for cards in bases:
                flat.base[flat.bases] = bits(cards)
                flat.base_pile[flat.bases] = pile
                flat.bases += 1
        if flat.base_from != ACE and (tables.heads or tables.sorted):
            # Boards have ranks from the base on.
            raise Unfit(f"{tables.variant.id} deals by rank in a game with a base card.")
        flat.heads = bits(tables.heads)
        flat.ends_piles = tables.ends_piles
        flat.sorted = bool(tables.sorted)
        for index, cards in enumerate(tables.sorted):
            flat.sorted_to[index] = bits(cards)
        flat.spread = len(tables.spread)
        for index, pile in enumerate(tables.spread):
            flat.spread_column[index] = pile
        flat.laid = len(tables.layout)
        for index, slot in enumerate(tables.layout):
            is_base = slot.pile == ANY
            if is_base:
                flat.base_place = index
            flat.layout_pile[index] = BASE_PLACE if is_base else slot.pile
            flat.layout_face[index] = slot.face
            flat.layout_first[index] = slot.home or is_base
            flat.layout_sweeps[index] = bits(slot.sweeps)
            flat.layout_heads[index] = bits(slot.heads)


cdef copy_row(row, u64* copy):
    for top, cards in enumerate(row):
        copy[top] = bits(cards)


def bits(numbers):
    """Return a set of whole numbers from 0 to 63 as the bits of one."""
    return sum(1 << number for number in set(numbers))
