# Which moves a search tries, and what follows of itself.

cdef enum:
    # What may be put on foundations at once, no other move being tried.
    NOTHING_FORCED
    SAFE_FORCED  # a card on which nothing will ever lie again: nothing is lost
    ALL_FORCED  # any card: quick, but not every position is reached

    # In place of a source; no pile has these numbers.
    NO_MOVE = 252


cdef inline u32 packed(int source, int target, int count) noexcept nogil:
    return source | target << 8 | count << 16


cdef inline u64 pile_bit(int pile) noexcept nogil:
    return <u64>1 << pile


cdef u64 make_move(const Flat* flat, Board* board, u32 move) noexcept nogil:
    """Play a move; the piles that it touched."""
    cdef int source = move & 255, target = move >> 8 & 255, kind, index
    cdef u64 touched
    if source == NO_MOVE:
        return 0
    if source > NO_MOVE:
        turn_stock(flat, board, 1 << source - NO_MOVE - 1)
        return ~<u64>0 if source - NO_MOVE != 2 else pile_bit(flat.stock) | pile_bit(flat.waste)
    touched = pile_bit(source) | pile_bit(target)
    move_cards(flat, board, source, target, move >> 16)
    if flat.refill[source]:
        kind = flat.refill[source] - 1
        for index in range(flat.supplies[kind]):
            touched |= pile_bit(flat.supply[kind][index])
    return touched


cdef bint is_safe(const Flat* flat, const Facts* facts, const Board* board, int card) noexcept nogil:
    """Whether this card is best on its foundation: nothing will lie on it in a column, since both copies of all
    that could are on foundations; and its other copy can follow at any time, since no foundation of theirs waits
    for a lower card."""
    cdef u64 above = flat.fits[flat.row[0]][card]
    cdef int pile, other, copies
    for pile in range(flat.columns, flat.targets):
        if facts.level[pile][card] > board.size[pile]:
            return False
    while above:
        other = lowest_bit(above)
        above &= above - 1
        copies = 0
        for pile in range(flat.columns, flat.targets):
            if facts.level[pile][other] and board.size[pile] > facts.level[pile][other]:
                copies += 1
        if copies < 2:
            return False
    return True


cdef u32 forced_move(const Flat* flat, const Facts* facts, const Board* board, int forcing) noexcept nogil:
    """A card to be put on its foundation at once.

    Where it is safe, any line that wins also wins without the moves of this card: nothing need lie on it, and
    what it lay on is free sooner. A column that would be filled when it empties keeps its last card.
    """
    cdef int pile, target, top
    cdef Play play
    if forcing == NOTHING_FORCED:
        return packed(NO_MOVE, 0, 0)
    for pile in range(flat.piles):
        if board.size[pile] == 1 or not has(flat.is_source, pile) or flat.columns <= pile < flat.targets:
            continue
        top = top_of(board, pile)
        if forcing == SAFE_FORCED:
            if pile >= flat.columns or (flat.refill[pile] and board.size[pile] == 2):
                continue
            if not is_safe(flat, facts, board, top):
                continue
        target = accepting_foundation(flat, board, pile, 1)
        if target != NO_PILE:
            return packed(pile, target, 1)
    return packed(NO_MOVE, 0, 0)


cdef u64 settle(const Flat* flat, const Facts* facts, Board* board, int forcing) noexcept nogil:
    """Play all forced moves; the piles that they touched."""
    cdef u64 touched = 0
    cdef u32 move
    while not board.won:
        move = forced_move(flat, facts, board, forcing)
        if move & 255 == NO_MOVE:
            break
        touched |= make_move(flat, board, move)
    return touched


cdef bint is_idle(const Flat* flat, const Facts* facts, const Board* board, const Play* play) noexcept nogil:
    """Whether a move leads where another leads too, or nowhere: columns and foundations that behave alike."""
    cdef int pile, top
    if play.target < flat.columns:
        if board.size[play.target] > 1 or (flat.actions & DEAL and board.size[flat.stock] > 1):
            return False
        if play.source < flat.columns and play.count == board.size[play.source] - 1:
            return True
        for pile in range(play.target):
            if board.size[pile] == 1:
                return True
        return False
    top = top_of(board, play.target)
    for pile in range(flat.columns, play.target):
        if facts.seed[pile] == facts.seed[play.target] and board.size[pile] == board.size[play.target]:
            if pile != play.source and facts.like[top_of(board, pile)] == facts.like[top]:
                return True
    return False


cdef int moves_to_try(const Flat* flat, const Facts* facts, const Board* board, Play* plays, u32* moves) noexcept nogil:
    """All moves but idle ones; how many. ``plays`` is room to work in."""
    cdef int index, action, number = 0
    for index in range(card_moves(flat, board, False, plays, MOST_MOVES)):
        if not is_idle(flat, facts, board, &plays[index]):
            moves[number] = packed(plays[index].source, plays[index].target, plays[index].count)
            number += 1
    for action in range(3):
        if may_turn(flat, board, 1 << action):
            moves[number] = packed(NO_MOVE + 1 + action, 0, 0)
            number += 1
    return number
