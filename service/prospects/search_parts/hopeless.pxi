# When a position is dead beyond doubt: a necessary condition of winning fails.

cdef struct Freed:
    # What could ever happen if no move cost anything. It only grows.
    u64 open  # the cards that could ever be the top of a column
    u8 copies[FLOOR]  # how many of each could ever go to a foundation, from where they lie now
    bint room  # a column could ever be empty
    u64 home  # the cards that a foundation could ever take
    u8 bare[MOST_PILES][PILE_BYTES]  # by column: whether this card could ever be exposed where it lies
    u8 gone[MOST_PILES][PILE_BYTES]  # and whether it could ever leave the one beneath it


cdef inline void expose(Freed* freed, int column, int index, int card) noexcept nogil:
    freed.bare[column][index] = True
    freed.open |= <u64>1 << card
    freed.copies[card] += 1


cdef bint is_hopeless(const Flat* flat, const Facts* facts, const Board* board) noexcept nogil:
    """Whether a foundation can never be filled or a face-down card never turned.

    By relaxation: the set of cards that could ever be exposed grows as if moves cost nothing. It holds what any
    real play exposes, by induction over its moves; so what never enters it is never exposed.
    """
    cdef Freed freed
    cdef int column, index, size, waste, pile
    cdef bint grew = True
    if not flat.columns or (flat.actions & REDEAL and redeals_left(flat, board)):
        return False
    freed.open = freed.home = 0
    freed.room = False
    memset(freed.copies, 0, FLOOR)
    if flat.stock >= 0:
        for index in range(1, board.size[flat.stock]):
            freed.open |= <u64>1 << board.cards[flat.stock][index]
            freed.copies[board.cards[flat.stock][index]] += 1
    for column in range(flat.columns):
        size = board.size[column]
        memset(freed.bare[column], 0, size)
        memset(freed.gone[column], 0, size)
        if size == 1:
            freed.room = True
        else:
            expose(&freed, column, size - 1, board.cards[column][size - 1])
    if not facts.final:
        for pile in range(flat.columns, flat.targets):
            for index in range(1, board.size[pile]):
                freed.open |= <u64>1 << board.cards[pile][index]
    waste = board.size[flat.waste] - 1 if flat.waste >= 0 else 0
    if waste:
        freed.copies[board.cards[flat.waste][waste]] += 1
    while grew:
        grew = reach_foundations(flat, facts, board, &freed)
        for column in range(flat.columns):
            grew |= free_column(flat, facts, board, &freed, column)
        while waste and could_land(flat, facts, &freed, board.cards[flat.waste][waste], True):
            freed.open |= <u64>1 << board.cards[flat.waste][waste]
            waste -= 1
            if waste:
                freed.copies[board.cards[flat.waste][waste]] += 1
            grew = True
    return not could_win(flat, facts, board, &freed)


cdef bint reach_foundations(
    const Flat* flat, const Facts* facts, const Board* board, Freed* freed
) noexcept nogil:
    """Let foundations grow as far as the copies go that could ever be exposed; whether more cards get home."""
    cdef int ladder, level, index, here, could, filled
    cdef u64 home = freed.home, rung
    for ladder in range(facts.ladders):
        filled = facts.ladder_piles[ladder]
        for level in range(facts.ladder_height[ladder]):
            rung = facts.rung[ladder][level]
            here = 0
            for index in range(facts.ladder_piles[ladder]):
                here += board.size[facts.ladder_pile[ladder][index]] > level + 1
            could = here + copies_of(freed, rung)
            filled = min(filled, could)
            if filled > here or not facts.final:
                home |= rung
            if not filled:
                break
    if home == freed.home:
        return False
    freed.home = home
    return True


cdef inline int copies_of(const Freed* freed, u64 cards) noexcept nogil:
    cdef int copies = 0
    while cards:
        copies += freed.copies[lowest_bit(cards)]
        cards &= cards - 1
    return copies


cdef inline bint could_land(
    const Flat* flat, const Facts* facts, const Freed* freed, int card, bint alone
) noexcept nogil:
    if facts.lands_on[card] & freed.open or (alone and has(freed.home, card)):
        return True
    return freed.room and has(flat.fits[flat.row[0]][FLOOR], card)


cdef bint free_column(
    const Flat* flat, const Facts* facts, const Board* board, Freed* freed, int column
) noexcept nogil:
    """Take away what can leave; whether anything did."""
    cdef const u8* cards = board.cards[column]
    cdef int index, card, run_end = board.size[column] - 1
    cdef bint bare, liftable, grew = False
    for index in range(board.size[column] - 1, 0, -1):
        card = cards[index] & ~FACE_DOWN
        # The run that this card leads, as it lies, ends where the next card does not follow.
        if index + 1 < board.size[column] and not has(facts.order[card], cards[index + 1] & ~FACE_DOWN):
            run_end = index
        if freed.gone[column][index]:
            continue
        bare = freed.bare[column][index]
        if cards[index] >= FACE_DOWN and not bare:
            continue
        if flat.has_run:
            liftable = bare or freed.bare[column][run_end]
        else:
            liftable = bare or flat.together[column] != 0
        if not liftable:
            continue
        if could_land(flat, facts, freed, card, bare) or could_lead_home(flat, facts, board, freed, card):
            freed.gone[column][index] = True
            grew = True
            if index == 1:
                freed.room = True
            elif not freed.bare[column][index - 1]:
                expose(freed, column, index - 1, cards[index - 1] & ~FACE_DOWN)
    return grew


cdef bint could_lead_home(
    const Flat* flat, const Facts* facts, const Board* board, const Freed* freed, int card
) noexcept nogil:
    """Whether it leads whole sequences, a foundation waits for one, and a card that ends one could be exposed."""
    cdef int pile
    for pile in range(flat.columns, flat.targets):
        if flat.whole[pile] and board.size[pile] == 1 and has(flat.fits[flat.row[pile]][FLOOR], card):
            return (freed.open & facts.ends) != 0
    return False


cdef bint could_win(const Flat* flat, const Facts* facts, const Board* board, const Freed* freed) noexcept nogil:
    cdef int ladder, level, index, here, pile, column
    cdef bint all_needed = True
    for pile in range(flat.columns, flat.targets):
        all_needed = all_needed and has(flat.winning, pile)
    if all_needed:
        for column in range(flat.columns):
            index = 1
            while index < board.size[column] and board.cards[column][index] >= FACE_DOWN:
                if not freed.bare[column][index]:
                    return False
                index += 1
    for ladder in range(facts.ladders):
        if not has(flat.winning, facts.ladder_pile[ladder][0]):
            continue
        for level in range(facts.ladder_height[ladder]):
            here = 0
            for index in range(facts.ladder_piles[ladder]):
                here += board.size[facts.ladder_pile[ladder][index]] > level + 1
            if here + copies_of(freed, facts.rung[ladder][level]) < facts.ladder_piles[ladder]:
                return False
    return True
