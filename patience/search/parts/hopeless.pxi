# A necessary condition of winning, by relaxation: the set of cards that could ever be exposed grows as if moves
# cost nothing. It contains everything that a real line exposes, by induction over the moves of the line
# (``reachability.py`` has the argument). So a card outside the fixed point is never exposed.
#
# A face-down card leaves its place only once it is exposed, and a group of face-up cards only once the last of them is.
# Nothing here assumes that face-down cards lie under all face-up ones of their column, so the condition also holds
# where faces are mixed. A redeal that gathers the columns could bring any card anywhere, so nothing is cut before the last
# one. After it, how it dealt the cards makes no difference.
#
# Needs: board.pxi, bounds.pxi, chart.pxi, engine.pyx, legality.pxi, table.pxi
# Gives: is_hopeless

cdef struct Freed:
    # What could ever happen if no move cost anything. These sets only grow.
    u64 open  # the cards that could ever be the top of a column
    u64 elsewhere  # of these, the cards that are not in a column now
    u64 loose  # the cards outside columns that could ever move, but have not come to a column so far
    u64 open_in[MOST_PILES]  # of these, the cards that lie in this column now
    u64 movable  # the cards of which some copy could get to its place in a whole sequence
    u8 copies[FLOOR]  # by card: the copies that could ever go to a foundation from their present places
    bint room  # a column could ever be empty
    u64 home  # the cards that a foundation could ever take
    u8 full[MOST_PILES]  # by ladder: the levels that all its foundations could reach so far
    u8 bare[MOST_PILES][PILE_BYTES]  # by column and place: whether the card could ever be exposed in its place
    u8 gone[MOST_PILES][PILE_BYTES]  # by column and place: whether the card could ever leave the card below it
    u8 staying[MOST_PILES]  # by column: the uppermost card that could not leave so far, 0 once all could
    u8 run_end[MOST_PILES][PILE_BYTES]  # by column and place: the end of the run that the card leads


cdef bint is_hopeless(const Flat* flat, const Facts* facts, const Board* board) noexcept nogil:
    """Return whether some foundation can never be filled, or some card can never leave its place."""
    cdef Freed freed
    cdef int column, card, waste = 0
    cdef bint grew = True, redeal_left = flat.actions & REDEAL and redeals_left(flat, board)
    if not facts.can_judge or (flat.gathers and redeal_left):
        return False
    lay_out(flat, facts, board, redeal_left, &freed)
    if flat.waste >= 0 and not redeal_left and not facts.waste_supplies:
        waste = board.size[flat.waste] - 1
    if waste:
        loosen(&freed, board.cards[flat.waste][waste])
    while grew:
        grew = reach_foundations(flat, facts, board, &freed)
        grew |= bring_loose(flat, facts, &freed)
        for column in range(flat.columns):
            if freed.staying[column]:
                grew |= free_column(flat, facts, board, &freed, column)
        while waste:
            card = board.cards[flat.waste][waste]
            if not could_land(flat, facts, &freed, card, freed.open, True):
                break
            waste -= 1
            if waste:
                loosen(&freed, board.cards[flat.waste][waste])
            grew = True
        # More can only help.
        if could_win(flat, facts, board, &freed):
            return False
    return True


cdef void lay_out(const Flat* flat, const Facts* facts, const Board* board, bint redeal_left, Freed* freed) noexcept nogil:
    """Set what could happen before any move: tops are exposed, stock cards come, runs are in order.

    Cards outside columns and foundations count as exposed, but those of the waste only if it supplies other piles.
    Only a deal and a fill bring such a card to a column by themselves. Any other card waits for a place there.
    """
    cdef int column, pile, index, size
    cdef bint falls
    freed.elsewhere = freed.loose = freed.home = 0
    memset(freed.full, 0, facts.ladders)
    freed.room = False
    memset(freed.copies, 0, FLOOR)
    for pile in range(flat.foundations_end, flat.piles):
        falls = has(facts.falls, pile)
        if pile == flat.waste:
            if redeal_left:
                falls |= has(facts.falls, flat.stock)
            elif not facts.waste_supplies:
                continue
        for index in range(1, board.size[pile]):
            loosen(freed, board.cards[pile][index] & ~FACE_DOWN)
            if falls:
                freed.elsewhere |= <u64>1 << (board.cards[pile][index] & ~FACE_DOWN)
    freed.movable = freed.loose
    if not facts.final:
        for pile in range(flat.columns, flat.foundations_end):
            for index in range(1, board.size[pile]):
                if flat.whole[pile] or has(facts.shared, board.cards[pile][index]):
                    # Another foundation may take it.
                    loosen(freed, board.cards[pile][index])
                freed.loose |= <u64>1 << board.cards[pile][index]
    freed.open = freed.elsewhere
    for column in range(flat.columns):
        size = board.size[column]
        memset(freed.bare[column], 0, size)
        memset(freed.gone[column], 0, size)
        freed.open_in[column] = 0
        freed.staying[column] = size - 1
        if size == 1:
            freed.room = True
            continue
        expose(freed, column, size - 1, board.cards[column][size - 1])
        if flat.has_run:
            lay_out_runs(facts, board, column, freed)
        for index in range(2, size):
            if is_in_order(facts, board.cards[column], index):
                freed.movable |= <u64>1 << board.cards[column][index]


cdef inline void loosen(Freed* freed, int card) noexcept nogil:
    freed.loose |= <u64>1 << card
    freed.copies[card] += 1


cdef bint bring_loose(const Flat* flat, const Facts* facts, Freed* freed) noexcept nogil:
    """Bring loose cards to columns that could ever take them, and return whether there were any."""
    cdef u64 waiting = freed.loose & ~freed.elsewhere
    cdef int card
    cdef bint grew = False
    while waiting:
        card = lowest_bit(waiting)
        waiting &= waiting - 1
        if could_land(flat, facts, freed, card, freed.open, False):
            freed.elsewhere |= <u64>1 << card
            freed.open |= <u64>1 << card
            freed.movable |= <u64>1 << card
            grew = True
    return grew


cdef inline void lay_out_runs(const Facts* facts, const Board* board, int column, Freed* freed) noexcept nogil:
    """Set the end of each run: the last card that is in sequence."""
    cdef const u8* cards = board.cards[column]
    cdef int index, end = board.size[column] - 1
    freed.run_end[column][end] = end
    for index in range(end - 1, 0, -1):
        if not has(facts.order[cards[index] & ~FACE_DOWN], cards[index + 1] & ~FACE_DOWN):
            end = index
        freed.run_end[column][index] = end


cdef inline bint is_in_order(const Facts* facts, const u8* cards, int index) noexcept nogil:
    """Return whether the card is face up and in its place in a whole sequence on a face-up card."""
    if not facts.ends or index < 2 or cards[index - 1] >= FACE_DOWN or cards[index] >= FACE_DOWN:
        return False
    return has(facts.sequel[cards[index - 1]], cards[index])


cdef inline void expose(Freed* freed, int column, int index, int card) noexcept nogil:
    freed.bare[column][index] = True
    freed.open |= <u64>1 << card
    freed.open_in[column] |= <u64>1 << card
    freed.copies[card] += 1


cdef bint reach_foundations(
    const Flat* flat, const Facts* facts, const Board* board, Freed* freed
) noexcept nogil:
    """Grow the foundations by all copies that could ever be exposed, and return whether more cards fit."""
    cdef int ladder, level, here, filled
    cdef u64 home = freed.home, rung
    for ladder in range(facts.ladders):
        filled = facts.ladder_piles[ladder]
        for level in range(freed.full[ladder], facts.ladder_height[ladder]):
            rung = facts.rung[ladder][level]
            here = lying_at(facts, board, ladder, level)
            filled = min(filled, here + copies_of(freed, rung))
            if filled > here or not facts.final:
                home |= rung
            if not filled:
                break
            if filled == facts.ladder_piles[ladder]:
                freed.full[ladder] = level + 1
    if home == freed.home:
        return False
    freed.home = home
    return True


cdef inline int lying_at(const Facts* facts, const Board* board, int ladder, int level) noexcept nogil:
    """Return how many foundations of a ladder have a card at a level."""
    cdef int index, here = 0
    for index in range(facts.ladder_piles[ladder]):
        here += board.size[facts.ladder_pile[ladder][index]] > level + 1
    return here


cdef inline int copies_of(const Freed* freed, u64 cards) noexcept nogil:
    cdef int copies = 0
    while cards:
        copies += freed.copies[lowest_bit(cards)]
        cards &= cards - 1
    return copies


cdef inline bint could_land(
    const Flat* flat, const Facts* facts, const Freed* freed, int card, u64 open_tops, bint alone
) noexcept nogil:
    if facts.lands_on[card] & open_tops or (alone and has(freed.home, card)):
        return True
    return freed.room and has(flat.fits[flat.row[0]][FLOOR], card)


cdef bint could_land_at_home(
    const Facts* facts, const Board* board, const Freed* freed, int column, int index
) noexcept nogil:
    """Return whether a card of its own column could take it: a card below it, or a card above it that some card
    between the two separates by leaving."""
    cdef int other
    cdef u64 lands_on = facts.lands_on[board.cards[column][index] & ~FACE_DOWN]
    cdef bint parted = True
    if not lands_on & freed.open_in[column]:
        return False
    for other in range(1, board.size[column]):
        if other <= index:
            parted = other < index
        else:
            parted |= freed.gone[column][other]
        if parted and freed.bare[column][other] and has(lands_on, board.cards[column][other] & ~FACE_DOWN):
            return True
    return False


cdef inline bint could_lead_a_group(const Flat* flat, const Freed* freed, int column, int index) noexcept nogil:
    """Return whether the card could leave together with the cards above it."""
    if flat.has_run and not flat.supermove:
        return freed.bare[column][freed.run_end[column][index]]
    return flat.together[column] != 0


cdef bint free_column(
    const Flat* flat, const Facts* facts, const Board* board, Freed* freed, int column
) noexcept nogil:
    """Free the cards of a column that could leave, and return whether there were any."""
    cdef const u8* cards = board.cards[column]
    cdef int index, card, other
    cdef u64 open_tops = freed.elsewhere
    cdef bint bare, grew = False
    for other in range(flat.columns):
        if other != column:
            open_tops |= freed.open_in[other]
    for index in range(freed.staying[column], 0, -1):
        card = cards[index] & ~FACE_DOWN
        bare = freed.bare[column][index]
        if freed.gone[column][index] or (cards[index] >= FACE_DOWN and not bare):
            continue
        if not bare and not could_lead_a_group(flat, freed, column, index):
            continue
        if (
            could_land(flat, facts, freed, card, open_tops, bare)
            or could_land_at_home(facts, board, freed, column, index)
            or could_lead_home(flat, facts, board, freed, card)
        ):
            freed.gone[column][index] = True
            freed.movable |= <u64>1 << card
            grew = True
            if index == 1:
                freed.room = True
            elif not freed.bare[column][index - 1]:
                expose(freed, column, index - 1, cards[index - 1] & ~FACE_DOWN)
    while freed.staying[column] and freed.gone[column][freed.staying[column]]:
        freed.staying[column] -= 1
    return grew


cdef bint could_lead_home(
    const Flat* flat, const Facts* facts, const Board* board, const Freed* freed, int card
) noexcept nogil:
    """Return whether a foundation takes a whole sequence led by this card, and one could be gathered."""
    cdef int pile, length
    cdef u64 step = <u64>1 << card, next
    if not facts.ends:
        return False
    for pile in range(flat.columns, flat.foundations_end):
        if flat.whole[pile] and board.size[pile] == 1 and has(flat.fits[flat.row[pile]][FLOOR], card):
            break
    else:
        return False
    for length in range(1, MOST_LEVELS):
        next = 0
        while step:
            next |= facts.sequel[lowest_bit(step)]
            step &= step - 1
        step = next & freed.movable
        if step & (freed.open | freed.loose) & facts.ends:
            return True
    return False


cdef bint could_win(const Flat* flat, const Facts* facts, const Board* board, const Freed* freed) noexcept nogil:
    cdef int ladder, level, column, index, here
    if facts.all_home:
        for column in range(flat.columns):
            for index in range(1, freed.staying[column] + 1):
                if not freed.gone[column][index] and not is_in_order(facts, board.cards[column], index):
                    return False
    for ladder in range(facts.ladders):
        for level in range(freed.full[ladder], facts.ladder_height[ladder]):
            here = lying_at(facts, board, ladder, level)
            if here + copies_of(freed, facts.rung[ladder][level]) < facts.ladder_wins[ladder]:
                return False
    return True
