# The facts about a variant that the search needs, derived from its tables once. ``Chart`` sets the first ones, and
# ``derive_facts`` the others, from the flat tables alone.
#
# Needs: board.pxi, bounds.pxi, compact.pxi, engine.pyx, moves.pxi, rendezvous.pxi, safe.pxi, stacks.pxi,
#   suited.pxi, table.pxi, weights.pxi
# Gives: Chart, Facts, Homes, MOST_BOTTOMS, MOST_HEIGHT, MOST_RENAMINGS, all_supplies, chart_of,
#   foundations_are_alike, mixed

cdef enum:
    # The greatest height of a foundation, the floor counted.
    MOST_HEIGHT = MOST_LEVELS + 1
    # The most piles without cards that differ.
    MOST_BOTTOMS = 32
    # The permutations of the suits.
    MOST_RENAMINGS = 24


cdef struct Homes:
    # What heights of foundations tell, by pile and height, for ``stacks.pxi``.
    bint tell  # rules are such that it serves
    u8 card[MOST_PILES][MOST_HEIGHT + 1]  # the top card
    u64 home[MOST_PILES][MOST_HEIGHT + 1]  # the cards that lie on the foundation or that only others take
    u64 ready[MOST_PILES][MOST_HEIGHT + 1]  # these, and those that it takes
    u64 twins  # the foundations that build like another one before them
    u64 absent  # the cards that the game does not have
    u64 placed  # the cards of which each copy has a foundation
    u8 bottom[MOST_PILES]  # by pile: the number of its kind
    u8 early_bottom[MOST_PILES]  # by column: the same as long as the order of columns matters
    int bottoms
    # The renamings of suits under which the rules stay the same (``renaming.pxi``):
    int renamings
    u8 renamed[MOST_RENAMINGS][MOST_CARD]  # by card, face down or not
    u8 renamed_pile[MOST_RENAMINGS][MOST_PILES]


cdef struct Facts:
    u8 kind[MOST_PILES]  # equal for interchangeable piles
    u8 declared[MOST_PILES]  # equal for foundations with equal declarations
    bint final  # foundations do not give cards back
    bint all_home  # a win needs every card on a foundation
    bint bounds_waste  # the bound of ``rendezvous.pxi`` holds for these rules
    bint differ  # rules treat columns, or cells, unlike others of their kind
    bint restricted  # some piles take cards from some piles only
    bint plain  # not all cuts are proved for these rules: without others, only equal positions are left out
    bint proved_hopeless  # under plain rules: whether this cut is proved nevertheless (``concepts.py``)
    bint proved_idle
    bint proved_merges
    bint proved_safe
    # Derived:
    u8 like[MOST_CARD]  # by card: the lowest card that behaves alike, face down or not
    u8 host[FLOOR]  # by card: the lowest card that takes the same cards in sequence
    u8 rank[FLOOR]
    u8 suit[FLOOR]
    u64 lower[13]  # by rank: the cards of lower ranks
    u64 seed[MOST_PILES]  # of fingerprints: equal for interchangeable piles
    u64 lands_on[FLOOR]  # by card: the tops of columns that take it
    const u64* order  # by top: the cards that are in sequence on it in a column
    u64 sequel[FLOOR]  # by card: the cards that follow it in a whole sequence
    const u64* wanted  # by top: the cards that the heuristics want on it in a column
    bint by_suit  # each foundation takes one card at each step
    bint returns  # foundations give cards back, and ``moves.pxi`` shows that cards go there at once if they could come back
    bint remembers  # foundations give cards back, and their top does not determine what lies below it
    bint recalls  # what foundations take depends on the first card, or on all cards, of others
    u64 ends  # the cards on which whole sequences end
    u64 follows[FLOOR]  # by card: the cards that can come to lie over it in a column, directly or not
    bint endless  # redeals are unlimited, so their number makes no difference
    bint cycles  # draws and unlimited redeals are always allowed, and only moves take cards off the waste
    bint free_runs  # sequences move freely, so equal places for a sequence are interchangeable
    bint merges  # positions that differ by such places are one, as ``shapes.pxi`` shows
    bint joins  # runs move at once to cards that they continue, as ``moves.pxi`` shows
    bint reserve_supplies  # reserve piles fill vacancies or are dealt to, so they differ
    bint waste_supplies  # the waste fills vacancies
    bint buries  # cards never leave the waste, so only its top card makes a difference
    u64 falls  # the piles whose cards come to columns without a move: by a deal, or as fills
    bint can_judge  # the necessary condition of ``hopeless.pxi`` holds for these rules
    u64 stepping  # the piles of ``stepping.pxi``; none where its condition does not hold
    u32 step_up  # by rank: whether a card of the next higher rank can lie on it there, King to Ace included
    u32 step_down
    u64 above[FLOOR]  # by card: what must be home or ready for it to be safe, as ``safe.pxi`` describes
    bint readies  # ready cards count there
    u64 sheds  # the piles that give safe cards to foundations at once
    bint sheds_stock  # so does any card of the stock
    bint may_force  # foundations build by suit, and a safe card loses nothing by going there
    bint compact  # positions fit ``compact.pxi``
    bint suited  # positions fit ``suited.pxi``
    Homes homes
    u8 compact_card[FLOOR]  # by card: its number there
    u8 compact_face[FLOOR]  # and back
    u8 compact_home[4]  # by suit there: the foundation
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
        self.facts.differ = has_unlike_piles(tables)
        self._set_kinds(tables)
        self.facts.final = tables.rules.foundations_final
        self.facts.all_home = movement_of(tables).all_home
        self.facts.bounds_waste = waste_can_be_bounded(tables)
        self.facts.restricted = "takes_from" in tables.concepts
        self._set_proved(tables.concepts - PROVED)
        derive_facts(&self.table.flat, &self.facts)

    def _set_proved(self, unknown):
        """Set which cuts are proved, given the concepts for which not all are."""
        self.facts.plain = bool(unknown)
        if unknown:
            self.facts.proved_hopeless = unknown <= known_by("hopeless")
            self.facts.proved_idle = unknown <= known_by("idle")
            self.facts.proved_safe = unknown <= known_by("safe")
            self.facts.proved_merges = self.facts.proved_safe and unknown <= known_by("merges")

    def _set_kinds(self, tables):
        cdef int pile
        kinds, declared = {}, {}
        for pile, name in enumerate(tables.names):
            kind = name if self._differs(tables, pile) else name[0]
            if pile in tables.foundations:
                foundation = tables.foundation(pile)
                self.facts.declared[pile] = declared.setdefault(foundation, len(declared))
                kind = kind, foundation, pile in tables.winning
            self.facts.kind[pile] = kinds.setdefault(kind, len(kinds))

    def _differs(self, tables, pile):
        """Return whether the rules treat a pile unlike the others of its kind that take the same cards."""
        if self.facts.differ:
            return True
        if pile in tables.columns:
            return tables.gather > 0
        if pile in tables.foundations:
            return pile in tables.guards or pile in tables.guards.values()
        return pile in tables.reserve and supplies_reserve(&self.table.flat)


cdef void derive_facts(const Flat* flat, Facts* facts) noexcept nogil:
    """Complete the facts that follow from the flat tables."""
    cdef int pile
    for pile in range(flat.piles):
        facts.seed[pile] = mixed(1 + <u64>facts.kind[pile])
    set_cards(flat, facts)
    set_supplies(flat, facts)
    set_sequences(flat, facts)
    set_ladders(flat, facts)
    facts.remembers = not facts.final and not facts.by_suit
    # No rule makes a card in a column useful for anything but the cards that may lie on it.
    facts.may_force = facts.by_suit and not (
        flat.gathers
        or flat.wins_by == WINS_BY_ALL_CARDS
        or flat.hold == HELD_BY_EMPTY_COLUMN
        or flat.hold == HELD_BY_SPARE_CARD
        or flat.waste_takes
        or flat.has_covers
        or flat.wins_by == WINS_BY_EMPTY_PILES
        or (facts.restricted and not facts.final)
    )
    # Where any cards in sequence move, as in Black Widow, only sequences that a foundation takes are progress.
    if facts.ends:
        facts.wanted = &facts.sequel[0]
    else:
        facts.wanted = facts.order
    set_follows(flat, facts)
    set_safety(flat, facts)
    facts.free_runs = runs_are_free(flat, facts)
    facts.joins = runs_could_join(flat, facts)
    # In other games this finds fewer wins: in Baker's Dozen three of eight instead of six.
    facts.returns = facts.free_runs and cards_could_return(flat, facts)
    facts.merges = facts.free_runs and facts.may_force and foundations_are_alike(flat, facts)
    if facts.bounds_waste:
        set_steps(flat, facts)
    set_stepping(flat, facts)
    facts.compact = set_compact(flat, facts)
    facts.suited = is_suited(flat, facts)
    facts.plain = facts.plain or flat.pairing != 0
    if facts.plain:
        leave_nothing_out(flat, facts)
    set_homes(flat, facts)


cdef void leave_nothing_out(const Flat* flat, Facts* facts) noexcept nogil:
    """Take back what is proved of other rules only. Cards that pair alike are still alike."""
    cdef int pile, card
    if flat.pairing:
        facts.proved_hopeless = facts.proved_idle = facts.proved_merges = facts.proved_safe = False
    facts.recalls = flat.same_base or flat.same_direction
    for pile in range(flat.columns, flat.foundations_end):
        facts.recalls = facts.recalls or flat.matches[pile] >= 0
    facts.bounds_waste = facts.buries = facts.compact = facts.suited = False
    facts.stepping = 0
    facts.can_judge = facts.can_judge and facts.proved_hopeless
    facts.may_force = facts.may_force and facts.proved_safe
    if not facts.proved_merges:
        facts.free_runs = facts.joins = facts.returns = facts.merges = False
    if flat.pairing:
        facts.cycles = False
        return
    for card in range(FLOOR):
        facts.like[card] = card
        facts.like[card + FACE_DOWN] = card + FACE_DOWN


cdef void set_cards(const Flat* flat, Facts* facts) noexcept nogil:
    cdef int card, other, top
    if flat.has_run:
        facts.order = &flat.run[0]
    else:
        facts.order = &flat.fits[flat.row[0]][0]
    for card in range(FLOOR):
        facts.rank[card] = card % 13
        facts.suit[card] = card // 13
        for top in range(13):
            facts.lower[top] |= <u64>(card % 13 < top) << card
        for top in range(FLOOR):
            if flat.columns and has(flat.fits[flat.row[0]][top], card):
                facts.lands_on[card] |= <u64>1 << top
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


cdef u64 supplies_of(const Flat* flat, int pile) noexcept nogil:
    """Return the piles that fill a vacancy of this pile."""
    cdef int kind = flat.refill[pile] - 1, index
    cdef u64 piles = 0
    if kind >= 0:
        for index in range(flat.supplies[kind]):
            piles |= pile_bit(flat.supply[kind][index])
    return piles


cdef u64 all_supplies(const Flat* flat) noexcept nogil:
    cdef int pile
    cdef u64 piles = 0
    for pile in range(flat.piles):
        piles |= supplies_of(flat, pile)
    return piles


cdef bint supplies_reserve(const Flat* flat) noexcept nogil:
    """Return whether reserve piles fill vacancies or are dealt to."""
    cdef u64 supplies = all_supplies(flat)
    cdef int pile
    for pile in range(flat.foundations_end, flat.reserve_end):
        if has(supplies, pile) or flat.dealt_first <= pile < flat.dealt_end:
            return True
    return False


cdef void set_supplies(const Flat* flat, Facts* facts) noexcept nogil:
    cdef u64 supplies = all_supplies(flat), fills = 0
    cdef int pile
    facts.endless = flat.redeals < 0
    facts.reserve_supplies = supplies_reserve(flat)
    facts.waste_supplies = flat.waste >= 0 and has(supplies, flat.waste)
    facts.buries = flat.waste_takes and not facts.waste_supplies
    facts.cycles = (
        facts.endless
        and flat.actions == (DRAW | REDEAL)
        and not flat.gather
        and flat.hold == FREE
        and not has(supplies, flat.waste)
        and not has(supplies, flat.stock)
        and not flat.refill[flat.waste]
        and not flat.packet
        and not flat.last_draw_only
        and not (flat.gives_after or flat.takes_after)
    )
    facts.can_judge = flat.columns and flat.cells_end == flat.foundations_end and not (
        flat.limited or flat.waste_takes or flat.has_covers or flat.wins_by == WINS_BY_EMPTY_PILES
    )
    # The piles whose cards a deal or fills bring to columns, also by way of other piles.
    for pile in range(flat.columns):
        fills |= supplies_of(flat, pile)
    for pile in range(flat.columns, flat.piles):
        if has(fills, pile):
            fills |= supplies_of(flat, pile)
    if flat.waste >= 0 and has(fills, flat.waste):
        fills |= pile_bit(flat.stock)
    if flat.actions & DEAL:
        for pile in range(flat.dealt_first, flat.dealt_end):
            if pile < flat.columns or has(fills, pile):
                fills |= pile_bit(flat.stock)
                break
    facts.falls = fills


cdef void set_sequences(const Flat* flat, Facts* facts) noexcept nogil:
    """Set what follows in whole sequences, and where they end."""
    cdef int pile, card, length, other
    cdef u64 last, following
    for pile in range(flat.columns, flat.foundations_end):
        if not flat.whole[pile]:
            continue
        last = flat.fits[flat.row[pile]][FLOOR]
        for length in range(1, flat.whole[pile]):
            following = 0
            for card in range(FLOOR):
                if has(last, card):
                    following |= flat.fits[flat.whole_row[pile]][card]
            last = following
        for card in range(FLOOR):
            facts.sequel[card] |= flat.fits[flat.whole_row[pile]][card]
            for other in range(FLOOR):
                if has(last, other) and card % 13 == other % 13:
                    facts.ends |= <u64>1 << card


cdef void set_ladders(const Flat* flat, Facts* facts) noexcept nogil:
    cdef int ladder_of[MOST_PILES]
    cdef int pile, ladder, level, card, earlier
    cdef u64 rung, last, cards, taken = 0
    facts.by_suit = True
    for pile in range(flat.columns, flat.foundations_end):
        if flat.whole[pile] or has(flat.limited, pile):
            facts.by_suit = False
            continue
        ladder = facts.ladders
        for earlier in range(flat.columns, pile):
            if not flat.whole[earlier] and not has(flat.limited, earlier) and facts.declared[earlier] == facts.declared[pile]:
                ladder = ladder_of[earlier]
                break
        ladder_of[pile] = ladder
        facts.ladder_pile[ladder][facts.ladder_piles[ladder]] = pile
        facts.ladder_piles[ladder] += 1
        facts.ladder_wins[ladder] += has(flat.winning, pile)
        facts.ladder_height[ladder] = min(flat.complete[pile] - 1, <int>MOST_LEVELS)
        last = <u64>1 << FLOOR
        cards = 0
        for level in range(facts.ladder_height[ladder]):
            rung = 0
            for card in range(FLOOR + 1):
                if has(last, card):
                    rung |= flat.fits[flat.row[pile]][card]
            facts.by_suit = facts.by_suit and rung != 0 and not rung & (rung - 1)
            facts.rung[ladder][level] = rung
            for card in range(FLOOR):
                if has(rung, card):
                    facts.level[pile][card] = level + 1
            cards |= rung
            last = rung
        if ladder == facts.ladders:
            facts.ladders += 1
            facts.shared |= taken & cards
            taken |= cards


cdef void set_follows(const Flat* flat, Facts* facts) noexcept nogil:
    """Close the relation of lying on a card in a column."""
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


cdef bint runs_are_free(const Flat* flat, const Facts* facts) noexcept nogil:
    """Return whether any sequence moves, no rule counts its cards, and ranks only descend."""
    cdef int card
    if not (flat.columns and flat.has_run) or flat.supermove or flat.whole_only or facts.ends:
        return False
    if flat.gather or flat.hold != FREE or flat.full_size < PILE_BYTES or flat.actions & DEAL:
        return False
    if flat.waste_takes or flat.wins_by == WINS_BY_EMPTY_PILES or facts.differ or facts.restricted:
        return False
    for card in range(FLOOR):
        if flat.run[card] != flat.fits[flat.row[0]][card] or has(facts.follows[card], card):
            return False
    return True


cdef bint runs_could_join(const Flat* flat, const Facts* facts) noexcept nogil:
    """Return whether every run moves between columns freely, and columns are not built in runs alone."""
    cdef u64 columns = pile_bit(flat.columns) - 1
    cdef int card, pile
    cdef bint other = False
    if not (flat.columns and flat.has_run) or flat.whole_only or flat.gather or flat.full_size < PILE_BYTES:
        return False
    if facts.may_force or flat.waste_takes or flat.wins_by == WINS_BY_EMPTY_PILES or facts.differ or facts.restricted:
        return False
    for pile in range(flat.columns):
        if columns & ~flat.together[pile] & ~pile_bit(pile):
            return False
    for card in range(FLOOR):
        if flat.run[card] & ~flat.fits[flat.row[0]][card]:
            return False
        other |= flat.run[card] != flat.fits[flat.row[0]][card]
    return other


cdef bint foundations_are_alike(const Flat* flat, const Facts* facts) noexcept nogil:
    """Return whether all foundations that take a card are interchangeable."""
    cdef int card, pile, kind
    for card in range(FLOOR):
        kind = -1
        for pile in range(flat.columns, flat.foundations_end):
            if facts.level[pile][card]:
                if kind >= 0 and facts.kind[pile] != kind:
                    return False
                kind = facts.kind[pile]
    return True


cdef bint cards_could_return(const Flat* flat, const Facts* facts) noexcept nogil:
    """Return whether foundations give cards back, and only card moves and turning the stock change columns.

    Each card has one foundation, and cards of columns move only to columns and to their foundations.
    """
    cdef int card, pile, homes
    if facts.final or not facts.may_force or not flat.columns or flat.targets > flat.foundations_end or facts.differ or facts.restricted:
        return False
    if flat.actions & DEAL or flat.hold != FREE or flat.supermove or flat.whole_only:
        return False
    for pile in range(flat.piles):
        if flat.refill[pile] or flat.guard[pile] >= 0:
            return False
    for card in range(FLOOR):
        homes = 0
        for pile in range(flat.columns, flat.foundations_end):
            homes += facts.level[pile][card] > 0
        if flat.copies[card] > 1 or homes > 1:
            return False
    return True


cdef void set_stepping(const Flat* flat, Facts* facts) noexcept nogil:
    """Find the piles to which every card must go, or every card that is not in the stock, rank by rank."""
    cdef int pile, card, under, first = flat.waste if flat.waste_takes else flat.columns
    cdef u64 cards, ranks
    if flat.waste_takes:
        if flat.wins_by != WINS_BY_EMPTY_PILES or flat.reserve_end > flat.columns:
            return
    elif flat.wins_by == WINS_BY_EMPTY_PILES or not flat.limited or not facts.all_home or not facts.final:
        return
    for pile in range(flat.piles):
        if flat.refill[pile]:
            return
        if is_foundation(flat, pile) and (not has(flat.limited, pile) or flat.row[pile] != flat.row[first]):
            return
    for under in range(FLOOR):
        cards = flat.fits[flat.row[first]][under]
        ranks = cards & 0x1FFF
        # Suits make no difference, and ranks are neighbours.
        if cards != flat.fits[flat.row[first]][under % 13] or cards != (ranks | ranks << 13 | ranks << 26 | ranks << 39):
            return
        if ranks & ~(<u64>1 << (under + 1) % 13 | <u64>1 << (under + 12) % 13):
            return
    for under in range(13):
        ranks = flat.fits[flat.row[first]][under]
        facts.step_up |= <u32>has(ranks, (under + 1) % 13) << under
        facts.step_down |= <u32>has(ranks, (under + 12) % 13) << under
    facts.stepping = pile_bit(flat.waste) if flat.waste_takes else piles_of(flat.columns, flat.foundations_end)


cdef bint set_compact(const Flat* flat, Facts* facts) noexcept nogil:
    """Number the cards for ``compact.pxi``; return whether the rules are Klondike's, with one pack."""
    cdef int order[4]
    cdef int suit, twin = 0, card, pile
    cdef u64 takes
    if not (facts.cycles and facts.returns and facts.merges and facts.all_home and flat.cards == FLOOR):
        return False
    if flat.columns > COMPACT_COLUMNS or flat.piles != flat.foundations_end + 2 or flat.foundations_end != flat.columns + 4:
        return False
    for suit in range(1, 4):
        if not has(flat.fits[flat.row[0]][1], 13 * suit):
            twin = suit
    if not twin:
        return False
    order[0] = 0
    order[1] = twin
    order[2] = 1 if twin != 1 else 2
    order[3] = 6 - twin - order[2]
    for card in range(FLOOR):
        for suit in range(4):
            if order[suit] == card // 13:
                facts.compact_card[card] = 4 * (card % 13) + suit
                facts.compact_face[4 * (card % 13) + suit] = card
    for card in range(FLOOR):
        suit = facts.compact_card[card] & 3
        takes = 0
        if card % 13:
            takes = <u64>1 << 13 * order[suit ^ 2] + card % 13 - 1 | <u64>1 << 13 * order[suit ^ 3] + card % 13 - 1
        if flat.fits[flat.row[0]][card] != takes:
            return False
        pile = flat.columns
        while pile < flat.foundations_end and facts.level[pile][card] != card % 13 + 1:
            pile += 1
        if pile == flat.foundations_end or (card % 13 and facts.compact_home[suit] != pile):
            return False
        facts.compact_home[suit] = pile
    takes = <u64>1 << 12 | <u64>1 << 25 | <u64>1 << 38 | <u64>1 << 51
    return flat.fits[flat.row[0]][FLOOR] == takes


cdef bint is_suited(const Flat* flat, const Facts* facts) noexcept nogil:
    """Return whether the rules are those of ``suited.pxi``."""
    cdef const u64* built = &flat.fits[flat.row[0]][0]
    cdef const u64* run = &flat.build_run[0] if flat.supermove else &flat.run[0]
    cdef u64 lower, columns = piles_of(0, flat.columns), homes = piles_of(flat.columns, flat.foundations_end)
    cdef u64 cells = piles_of(flat.foundations_end, flat.cells_end)
    cdef int pile, card
    if not (facts.may_force and facts.all_home) or facts.differ or facts.restricted or flat.cards != FLOOR:
        return False
    if not 0 < flat.columns <= SUITED_COLUMNS or flat.piles != flat.cells_end or not cells or flat.limited:
        return False
    if flat.actions or flat.supermove == flat.has_run or flat.whole_only or flat.full_size < PILE_BYTES:
        return False
    for pile in range(flat.piles):
        if flat.refill[pile] or flat.guard[pile] >= 0:
            return False
        if has(columns, pile) and (
            flat.row[pile] != flat.row[0]
            or columns & ~flat.together[pile] & ~pile_bit(pile)
            or (columns | homes | cells) & ~flat.reach[pile] & ~pile_bit(pile)
        ):
            return False
        if has(cells, pile) and (
            flat.fits[flat.row[pile]][FLOOR] != every_card() or (columns | homes) & ~flat.reach[pile]
        ):
            return False
    for card in range(FLOOR):
        lower = <u64>1 << (card - 1) if card % 13 else 0
        if built[card] != lower or run[card] != lower or flat.copies[card] != 1:
            return False
        for pile in range(flat.columns, flat.foundations_end):
            if facts.level[pile][card] and facts.level[pile][card] != card % 13 + 1:
                return False
    return True


cdef void set_steps(const Flat* flat, Facts* facts) noexcept nogil:
    cdef int pile, card, suit = 0, first = 0
    for pile in range(flat.columns, flat.foundations_end):
        for card in range(FLOOR):
            if facts.level[pile][card]:
                facts.step[pile][facts.level[pile][card]] = card
                suit = card // 13
        first = facts.step[pile][1] % 13
        facts.suit_pile[suit][facts.suit_piles[suit]] = pile
        if flat.complete[pile] == 14:
            facts.suit_pile[suit][facts.suit_piles[suit]] = facts.suit_pile[suit][0]
            facts.suit_pile[suit][0] = pile
        facts.suit_piles[suit] += 1
        facts.stride[pile] = 1 if flat.complete[pile] == 14 else 2
        if first == 1:
            facts.step_weight[pile] = STEP_OF_EVEN
        else:
            facts.step_weight[pile] = STEP_OF_ONE if facts.stride[pile] == 1 else STEP_OF_ODD


def waste_can_be_bounded(tables):
    """Return whether the bound of ``rendezvous.pxi`` holds, and its tables have room."""
    suits = [foundation.suits for foundation in tables.rules.foundations]
    return (
        each_play_opens_one(tables)
        and max(tables.rules.copies.values()) <= MOST_COPIES
        and max(map(suits.count, suits)) <= MOST_OF_A_SUIT
        and all(tables.foundation(pile).suits == tables.foundation(guard).suits for pile, guard in tables.guards.items())
    )


cdef bint behave_alike(const Flat* flat, int card, int other) noexcept nogil:
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
