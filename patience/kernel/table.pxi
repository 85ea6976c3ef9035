# ``CompiledRules`` as a flat structure.
#
# Everything is copied, so a game is replayed without Python objects. A declaration with a concept that is not in
# CONCEPTS, or that exceeds a bound, raises Unfit, and the readable engine judges instead.
#
# Needs: bounds.pxi
# Gives: CONCEPTS, Flat, Table

from patience.rules.concepts import known_by

cdef struct Flat:
    # Sets of cards are bits 0 to 51 of a u64, sets of piles bits 0 to 63. Piles are numbered columns,
    # foundations, reserve, waste, stock. Waste and stock are NO_PILE in games without them.
    int cards
    int columns
    int foundations_end
    int cells_end
    int targets  # the end of the piles that take cards: columns, foundations, reserve, the waste, the stock
    u64 pairing  # the piles whose top card leaves together with a card that is moved onto it
    bint builds_pairs  # whether pairs go to foundations that are built on
    u8 pair_home[52]  # by card: the foundation to which it goes in a pair
    u64 leads_pair  # the cards that lie lower there than the other one of their pair
    u64 beneath  # those whose top card also leaves together with the card under it
    bint waste_takes
    bint has_covers
    u64 covers[MOST_PILES]  # by pile: the piles that lie on it
    u64 covered_by_all  # the piles that are covered only as long as all of these have cards
    u64 lies_on[MOST_PILES]
    u64 limited  # foundations and cells whose number of cards the top card does not tell
    int reserve_end
    bint mixed_faces  # whether face-up cards can lie under face-down ones
    bint deep_reserve  # whether reserve piles can hold several cards
    int merci  # the pile of a merci, NO_PILE in games without one
    int mercis  # how often it can be used
    bint exchanges  # whether it exchanges cards of a column
    int turned_to  # the column to which it turns up face-down cards, NO_PILE if it does not
    int waste
    int stock
    int piles
    int rows
    Row* fits  # by row, then top card: the cards that may lie on it
    u8 row[MOST_PILES]
    u64 reach[MOST_PILES]  # by source: the targets that take its cards
    int rounds  # how many cards a round moves from the stock to columns; 1 until each has one, and 0 without rounds
    u64 gives_after  # the piles that give no card as long as the stock, or the waste, has one
    u64 takes_after
    u64 awaits[MOST_PILES]  # by pile that takes no card before each of some foundations has one: these
    bint draws_open  # whether these piles wait for the stock alone
    u64 opens  # the piles from which an empty column takes cards
    u64 opens_after[MOST_PILES]  # by such a pile: the reserve piles that must be empty before
    u64 builds  # the piles from which a column that has cards takes some
    u64 together[MOST_PILES]  # by source: the targets that take several of its cards at once
    bint has_run
    Row run  # what a card moved in a group must lie on
    bint runs_differ  # whether groups of some columns run in other ways, or in none
    u8 run_of[MOST_PILES]  # then by source: 0 if its groups need no order, or which of these runs they are, plus 1
    Row other_run[MOST_RUNS]
    bint has_level
    Row level_run  # what it may lie on instead, throughout the group
    bint supermove
    Row build_run  # the same for a supermove, and for the columns of a game that they win
    bint any_opens  # whether every rank opens an empty column
    bint whole_only
    bint lifts_whole  # whether single cards of columns, too, go to columns only as whole columns
    bint base_apart  # whether columns go from Ace to King whatever the base; their rows go round
    bint merges  # whether a card that moves to a column replaces the one there, and the columns close up
    int row_width  # how many columns a row of places has; 0 where columns do not lie in rows
    bint ring  # whether the rows are a ring
    int row_base  # the rank that begins rows
    int row_step  # by how many ranks their cards go on
    Row after  # by a card, those that may lie in the next place of a row
    Row before  # by a card, those that may lie in the place before it
    bint complete_stays  # whether a full column whose cards are a run gives none
    int complete_size  # the cards of a complete column, the floor counted
    int full_size  # the most cards in a column, the floor counted
    int whole[MOST_PILES]  # how many cards a foundation takes in one move, 0 if singly
    u8 whole_row[MOST_PILES]
    u64 ranked  # foundations that take any card from some piles, …
    u64 free_givers[MOST_PILES]  # … these, …
    u64 limit[MOST_PILES]  # … and from others only these cards
    int guard[MOST_PILES]
    u64 guarded[MOST_PILES]  # the cards that wait until the guard is complete
    int complete[MOST_PILES]
    u64 winning
    int wins_by
    int hands  # POKER or CRIBBAGE, by which a square has points; 0 where there are none
    int points  # that win
    u64 emptied  # the piles that win once they are empty, with the foundations or alone
    u64 bases_stay  # foundations whose first card stays
    bint same_base
    bint same_direction
    u64 dependent  # piles that more than their top card decides: foundations that depend on others, and built cells
    u64 opens_to_all  # the columns that take any card, if empty, once all of …
    u64 opens_first  # … these cards, which they take before, lie lowest in columns
    int opening_cards  # … and how many of these the game has
    u64 collecting  # the cells on which sets are collected
    int sets
    u8 set_ranks[MOST_SETS][13]  # of each set: how many cards of each rank
    u64 set_beside[MOST_SETS][13]  # … and which cards may join one of each rank
    Row set_suits  # by card on a cell: the cards that fit it in suit
    u64 run_cells  # cells that take runs while they, and the stock, have no card
    u64 built_cells  # cells that take no card as long as their first one is displaced
    u64 openers  # the piles that give the first card on a foundation, before any other move
    bint base_first  # whether their cards go nowhere else before
    int late  # the number of piles that get a card, if they are empty, once play has set the base
    u8 late_pile[MOST_CARDS]
    u64 outranked
    u8 order_of[MOST_PILES]  # by foundation: 0, or which order of ranks that come again it has, plus 1
    u8 order[MOST_ORDERS][FLOOR]
    u64 lowest_first  # foundations that begin with the lowest card of its suit on top of columns
    int matches[MOST_PILES]
    bint one_way  # whether columns go on the way of their two top cards
    bint has_own
    u64 own[MOST_PILES]  # by column: the cards of its own ranks
    bint closed  # whether the player turns columns up
    bint closed_takes  # whether they take cards before
    u64 stays_closed  # piles whose face-down top card is turned up only if it is their last
    int sources
    u8 source[MOST_PILES]
    u64 is_source
    int actions
    int hold
    int draw
    bint last_draw_only  # whether a draw turns the waste face down
    bint packet  # whether the cards of a draw keep their order
    bint fills_gaps  # whether a deal, or each move, fills the empty columns
    bint fills_by_itself
    int closes  # how many columns before it a column is whose cards it gets when columns close up; 0 if none
    bint closes_last  # whether they close up only once the stock is empty
    bint gathers  # whether a redeal gathers piles
    int gathered_first  # these piles, or those whose cards become the stock: columns or reserve piles
    int gathered_end
    int gather  # the cards that it deals to each column; 0 if it does not, or deals as the layout
    int gather_as
    bint shuffles
    bint restocks  # whether a redeal gathers cards that become the stock
    int deal_to
    int dealt_first  # the piles of a deal, if all get a card
    int dealt_end
    bint shows_last  # whether the last card of the stock lies face up, may be moved and is dealt to no pile
    int most_dealt  # the most cards of a deal
    int deals  # how many lists of piles say instead where a deal goes
    int deal_length[2]
    u8 deal_pile[2][MOST_CARDS]
    long long redeals  # -1 without limit
    int drawn
    u8 refill[MOST_PILES]  # 0, or which list of supplies fills the pile, plus 1
    int supplies[MOST_SUPPLIES]
    u8 supply[MOST_SUPPLIES][MOST_PILES]
    bint filled_by_redeal[MOST_SUPPLIES]
    bint longest_first  # whether the longest of the reserve piles fills a column
    u8 copies[FLOOR]
    u8 pack[MOST_CARDS]  # before the shuffle: a card with 52 for each pack before its own
    u8 printed[FLOOR]
    u8 base_copy[MOST_CARDS]  # by base card: which card of the pack it is; CHOSEN if a deal chooses it
    bint from_start
    int kings_moved  # how many of the first cards are arranged so that Kings lie at the bottom; 0 if none
    bint distinct_ranks
    bint jacks_apart
    bint king_first
    int ace_or_king_first  # of how many first cards one is an Ace or King; 0 if any are
    int kings_last  # how many cards are dealt first where Kings are dealt last; 0 if they are not
    int ranks_first  # how many ranks are dealt before all others
    u8 rank_first[13]
    bint two_aces_last
    int groups
    u8 group_start[MOST_CARDS]
    u8 group_end[MOST_CARDS]
    bint spade_ace_last
    bint ace_last
    int base_from
    int base_place  # where the deal has the card of the base rank
    int bases
    u64 base[MOST_CARDS]  # the cards that each can be
    u8 base_pile[MOST_CARDS]
    int laid
    u8 layout_pile[MOST_CARDS]
    u8 layout_face[MOST_CARDS]
    u8 layout_first[MOST_CARDS]  # whether the card goes to a foundation first, if one takes it
    u64 layout_heads[MOST_CARDS]  # the cards that do, as long as they come, and leave the place to the next
    int spread  # how many piles get all cards that are left after the layout
    u8 spread_column[MOST_PILES]
    u64 heads  # the cards that begin the next of them
    bint ends_piles  # or that end one
    bint sorted  # or else cards go to those of their suit or rank
    u64 sorted_to[MOST_PILES]  # by place among these: the cards that go there
    u64 layout_sweeps[MOST_CARDS]  # the cards that go from the tops of columns to foundations after it
    u8 name[MOST_PILES][4]
    int name_bytes[MOST_PILES]


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
