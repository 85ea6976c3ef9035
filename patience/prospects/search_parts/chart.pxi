# The facts about a variant that the search needs, derived from its tables once.

cdef struct Facts:
    u8 like[MOST_CARD]  # by card: the lowest card that behaves alike, face down or not
    u8 host[FLOOR]  # by card: the lowest card that takes the same cards in sequence
    u8 rank[FLOOR]
    u8 suit[FLOOR]
    u64 seed[MOST_PILES]  # of fingerprints: equal for interchangeable piles
    u64 lands_on[FLOOR]  # by card: the tops of columns that take it
    const u64* order  # by top: the cards that are in sequence on it in a column
    u64 sequel[FLOOR]  # by card: the cards that follow it in a whole sequence
    const u64* wanted  # by top: the cards that the heuristics want on it in a column
    bint final  # foundations do not give cards back
    bint returns  # they do, and ``moves.pxi`` shows that cards go there at once if they could come back
    bint remembers  # foundations give cards back, and their top does not determine what lies below it
    u64 ends  # the cards on which whole sequences end
    u64 follows[FLOOR]  # by card: the cards that can come to lie over it in a column, directly or not
    bint endless  # redeals are unlimited, so their number makes no difference
    bint cycles  # draws and unlimited redeals are always allowed, and only moves take cards off the waste
    bint free_runs  # sequences move freely, so equal places for a sequence are interchangeable
    bint merges  # positions that differ by such places are one, as ``shapes.pxi`` shows
    bint joins  # runs move at once to cards that they continue, as ``moves.pxi`` shows
    bint reserve_supplies  # reserve piles fill vacancies or are dealt to, so they differ
    bint waste_supplies  # the waste fills vacancies
    u64 falls  # the piles whose cards come to columns without a move: by a deal, or as fills
    bint bounds_waste  # the bound of ``rendezvous.pxi`` holds for these rules
    bint can_judge  # the necessary condition of ``hopeless.pxi`` holds for these rules
    bint all_home  # a win needs every card on a foundation
    bint may_force  # foundations build by suit, and a safe card loses nothing by going there
    u8 level[MOST_PILES][FLOOR]  # by foundation and card: the level of the card there, from 1; 0 if it never lies there
    # For foundations that build by suit, in games without columns.
    u8 step[MOST_PILES][MOST_LEVELS + 1]  # by foundation and size (floor included): the next card
    u8 stride[MOST_PILES]  # ranks between a card and the next
    u8 step_weight[MOST_PILES]
    int suit_piles[4]
    u8 suit_pile[4][MOST_PILES]  # the longest first
    # Ladders: foundations that take single cards, grouped by equal declarations.
    u64 shared  # the cards that several ladders take
    int ladders
    int ladder_piles[MOST_PILES]
    int ladder_height[MOST_PILES]
    int ladder_wins[MOST_PILES]  # how many of its foundations a win needs
    u8 ladder_pile[MOST_PILES][MOST_PILES]
    u64 rung[MOST_PILES][MOST_LEVELS]  # by ladder and level from 0: the cards that can lie there


cdef class Chart:
    """The facts about a variant with settled options.

    Raises Unfit for a declaration that the search does not support.
    """

    cdef Table table
    cdef Facts facts

    def __init__(self, tables):
        self.table = Table(tables)
        memset(&self.facts, 0, sizeof(Facts))
        self._set_cards()
        self._set_supplies(tables)
        self._set_piles(tables)
        self._set_ladders(tables)
        # Where any cards in sequence move, as in Black Widow, only sequences that a foundation takes are progress.
        self.facts.wanted = &self.facts.sequel[0] if self.facts.ends else self.facts.order
        self._set_follows()
        self.facts.free_runs = self._runs_are_free()
        self.facts.joins = self._runs_could_join()
        # In other games this finds fewer wins: in Baker's Dozen three of eight instead of six.
        self.facts.returns = self.facts.free_runs and self._cards_could_return()
        self.facts.merges = self.facts.free_runs and self.facts.may_force and self._foundations_are_alike()
        self.facts.bounds_waste = waste_can_be_bounded(tables)
        if self.facts.bounds_waste:
            self._set_steps(tables)

    def _set_cards(self):
        cdef Flat* flat = &self.table.flat
        cdef Facts* facts = &self.facts
        cdef int card, other, top
        facts.order = &flat.run[0] if flat.has_run else &flat.fits[flat.row[0]][0]
        for card in range(FLOOR):
            facts.rank[card] = card % 13
            facts.suit[card] = card // 13
            for top in range(FLOOR):
                if flat.columns and has(flat.fits[flat.row[0]][top], card):
                    facts.lands_on[card] |= <u64>1 << top
        for card in range(FLOOR):
            other = 0
            while not behave_alike(flat, card, other):
                other += 1
            facts.like[card] = other
            facts.like[card + FACE_DOWN] = other + FACE_DOWN
            other = 0
            while flat.run[other] != flat.run[card]:
                other += 1
            facts.host[card] = other
        facts.like[FLOOR] = FLOOR

    def _set_piles(self, tables):
        cdef Facts* facts = &self.facts
        cdef int pile
        kinds = {}
        for pile, name in enumerate(tables.names):
            kind = name if self._differs(tables, pile) else name[0]
            if pile in tables.foundations:
                kind = kind, tables.foundation(pile), pile in tables.winning
            facts.seed[pile] = mixed(1 + kinds.setdefault(kind, len(kinds)))

    def _differs(self, tables, pile):
        """Return whether the rules treat a pile unlike the others of its kind that take the same cards."""
        if pile in tables.columns:
            return tables.gather > 0
        if pile in tables.foundations:
            return pile in tables.guards or pile in tables.guards.values()
        return pile in tables.reserve and self.facts.reserve_supplies

    def _set_ladders(self, tables):
        cdef Facts* facts = &self.facts
        cdef int pile, ladder, level
        ladders = {}
        taken = Counter()
        by_suit = True
        for pile in tables.foundations:
            foundation = tables.foundation(pile)
            if foundation.whole:
                by_suit = False
                facts.ends |= bits(card for card in range(FLOOR) if RANKS[rank(card)] == foundation.ranks[-1])
                continue
            new = foundation not in ladders
            ladder = ladders.setdefault(foundation, len(ladders))
            facts.ladder_pile[ladder][facts.ladder_piles[ladder]] = pile
            facts.ladder_piles[ladder] += 1
            facts.ladder_wins[ladder] += pile in tables.winning
            rungs = list(tops(foundation))[1:]
            rungs.append(frozenset().union(*(foundation_row(foundation)[top] for top in tops(foundation)[-1])))
            by_suit = by_suit and all(len(rung) == 1 for rung in rungs)
            facts.ladder_height[ladder] = len(rungs)
            if new:
                taken.update(frozenset().union(*rungs))
            for level, rung in enumerate(rungs):
                facts.rung[ladder][level] = bits(rung)
                for card in rung:
                    facts.level[pile][<int>card] = level + 1
        facts.ladders = len(ladders)
        facts.shared = bits(card for card, number in taken.items() if number > 1)
        for card, cards in enumerate(movement_of(tables).order):
            facts.sequel[<int>card] = bits(cards)
        facts.final = tables.rules.foundations_final
        facts.remembers = not facts.final and not by_suit
        facts.may_force = by_suit and self._nothing_is_lost(tables)

    def _nothing_is_lost(self, tables):
        """Return whether no rule makes a card in a column useful for anything but the cards that may lie on it."""
        cdef Flat* flat = &self.table.flat
        return not (flat.gather or flat.all_cards_win or flat.hold == HELD_BY_EMPTY_COLUMN)

    def _set_supplies(self, tables):
        cdef Flat* flat = &self.table.flat
        cdef Facts* facts = &self.facts
        supplies = {supply for refill in tables.refills.values() for supply in refill}
        facts.endless = flat.redeals < 0
        facts.reserve_supplies = not supplies.isdisjoint(tables.reserve) or tables.deal_piles == tables.reserve
        facts.waste_supplies = tables.waste in supplies
        facts.falls = bits(self._falls(tables))
        facts.cycles = (
            facts.endless
            and flat.actions == (DRAW | REDEAL)
            and not flat.gather
            and flat.hold == FREE
            and supplies.isdisjoint({tables.waste, tables.stock})
        )
        facts.all_home = movement_of(tables).all_home
        facts.can_judge = flat.columns and not len(tables.cells)

    def _falls(self, tables):
        """Return the piles whose cards a deal or fills bring to columns, also by way of other piles."""
        cdef Flat* flat = &self.table.flat
        falls = fills_of_columns(tables)
        if flat.actions & DEAL and (flat.dealt_first == 0 or not falls.isdisjoint(tables.deal_piles)):
            falls.add(tables.stock)
        return falls

    def _set_follows(self):
        """Close the relation of lying on a card in a column."""
        cdef Flat* flat = &self.table.flat
        cdef Facts* facts = &self.facts
        cdef int card, over
        cdef u64 known
        if not flat.columns:
            return
        for card in range(FLOOR):
            known = 0
            facts.follows[card] = flat.fits[flat.row[0]][card]
            while known != facts.follows[card]:
                known = facts.follows[card]
                for over in range(FLOOR):
                    if has(known, over):
                        facts.follows[card] |= flat.fits[flat.row[0]][over]

    def _runs_are_free(self):
        """Return whether any sequence moves, no rule counts its cards, and ranks only descend."""
        cdef Flat* flat = &self.table.flat
        cdef int card
        if not (flat.columns and flat.has_run) or flat.supermove or flat.whole_only or self.facts.ends:
            return False
        if flat.gather or flat.hold != FREE or flat.full_size < PILE_BYTES or flat.actions & DEAL:
            return False
        for card in range(FLOOR):
            if flat.run[card] != flat.fits[flat.row[0]][card] or has(self.facts.follows[card], card):
                return False
        return True

    def _runs_could_join(self):
        """Return whether every run moves between columns freely, and columns are not built in runs alone."""
        cdef Flat* flat = &self.table.flat
        cdef u64 columns = (<u64>1 << flat.columns) - 1
        cdef int card, pile
        cdef bint other = False
        if not (flat.columns and flat.has_run) or flat.whole_only or flat.gather or flat.full_size < PILE_BYTES:
            return False
        if self.facts.may_force:
            return False
        for pile in range(flat.columns):
            if columns & ~flat.together[pile] & ~(<u64>1 << pile):
                return False
        for card in range(FLOOR):
            if flat.run[card] & ~flat.fits[flat.row[0]][card]:
                return False
            other |= flat.run[card] != flat.fits[flat.row[0]][card]
        return other

    def _foundations_are_alike(self):
        """Return whether all foundations that take a card are interchangeable."""
        cdef Facts* facts = &self.facts
        cdef int card, pile
        for card in range(FLOOR):
            seeds = {facts.seed[pile] for pile in self.table.tables.foundations if facts.level[pile][card]}
            if len(seeds) > 1:
                return False
        return True

    def _cards_could_return(self):
        """Return whether foundations give cards back, and only card moves and turning the stock change columns.

        Each card has one foundation, and cards of columns move only to columns and to their foundations.
        """
        cdef Flat* flat = &self.table.flat
        cdef Facts* facts = &self.facts
        cdef int card, pile, homes
        if facts.final or not facts.may_force or not flat.columns or flat.targets > flat.foundations_end:
            return False
        if flat.actions & DEAL or flat.hold != FREE or flat.supermove or flat.whole_only or self.table.tables.refills:
            return False
        if self.table.tables.guards:
            return False
        for card in range(FLOOR):
            homes = sum(facts.level[pile][card] > 0 for pile in range(flat.columns, flat.foundations_end))
            if flat.copies[card] > 1 or homes > 1:
                return False
        return True

    def _set_steps(self, tables):
        cdef Facts* facts = &self.facts
        cdef int pile, suit
        for pile in tables.foundations:
            foundation = tables.foundation(pile)
            suit = SUITS.index(foundation.suits)
            facts.suit_pile[suit][facts.suit_piles[suit]] = pile
            if len(foundation.ranks) == 13:
                facts.suit_pile[suit][facts.suit_piles[suit]] = facts.suit_pile[suit][0]
                facts.suit_pile[suit][0] = pile
            facts.suit_piles[suit] += 1
            facts.stride[pile] = 1 if len(foundation.ranks) == 13 else 2
            if foundation.ranks[0] == "2":
                facts.step_weight[pile] = STEP_OF_EVEN
            else:
                facts.step_weight[pile] = STEP_OF_ONE if facts.stride[pile] == 1 else STEP_OF_ODD
            for size, rank_name in enumerate(foundation.ranks, start=1):
                facts.step[pile][<int>size] = 13 * suit + <int>RANKS.index(rank_name)


def waste_can_be_bounded(tables):
    """Return whether the bound of ``rendezvous.pxi`` holds, and its tables have room."""
    suits = [foundation.suits for foundation in tables.rules.foundations]
    return (
        each_play_opens_one(tables)
        and max(tables.rules.copies.values()) <= MOST_COPIES
        and max(map(suits.count, suits)) <= MOST_OF_A_SUIT
        and all(tables.foundation(pile).suits == tables.foundation(guard).suits for pile, guard in tables.guards.items())
    )


cdef bint behave_alike(const Flat* flat, int card, int other) noexcept:
    """Return whether no table distinguishes two cards."""
    cdef int row, top, pile
    cdef u64 both = <u64>1 << card | <u64>1 << other
    for row in range(flat.rows):
        if flat.fits[row][card] != flat.fits[row][other]:
            return False
        for top in range(FLOOR + 1):
            if flat.fits[row][top] & both and (flat.fits[row][top] & both) != both:
                return False
    for top in range(FLOOR + 1):
        if flat.run[top] & both and (flat.run[top] & both) != both:
            return False
    for pile in range(MOST_PILES):
        if flat.guarded[pile] & both and (flat.guarded[pile] & both) != both:
            return False
    return flat.run[card] == flat.run[other]


cdef inline u64 mixed(u64 number) noexcept nogil:
    """Return a mixed number, each bit of which depends on every bit of the input (SplitMix64's finalizer)."""
    number = (number ^ number >> 30) * <u64>0xBF58476D1CE4E5B9
    number = (number ^ number >> 27) * <u64>0x94D049BB133111EB
    return number ^ number >> 31


cdef enum:
    # The charts that are kept. Clients choose the options, and some variants have thousands of settings.
    MOST_CHARTS = 256

cdef dict charts = {}  # by CompiledRules, the oldest first


cdef Chart chart_of(tables):
    cdef Chart chart = charts.get(tables)
    if chart is None:
        chart = Chart(tables)
        if len(charts) >= MOST_CHARTS:
            charts.pop(next(iter(charts)), None)
        charts[tables] = chart
    return chart
