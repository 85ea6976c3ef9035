# Royal Rendezvous: no columns; each card played takes one card off the waste, and which one is all that matters.

cdef struct Cells:
    # What lies where, by card.
    u8 stock[FLOOR]
    u8 free[FLOOR]  # in cells, or exposed on the waste


cdef void count_cells(const Flat* flat, const Board* board, Cells* cells) noexcept nogil:
    cdef int index, pile
    memset(cells, 0, sizeof(Cells))
    for index in range(1, board.size[flat.stock]):
        cells.stock[board.cards[flat.stock][index]] += 1
    for pile in range(flat.reserve, flat.reserve + flat.cells):
        if board.size[pile] > 1:
            cells.free[board.cards[pile][1]] += 1


cdef int most_plays(
    const Flat* flat, const Facts* facts, const Board* board, int suit, const Cells* cells
) noexcept nogil:
    """At least as many cards as can be played from cells in this suit, the whole stock being free."""
    cdef int height[MOST_PILES]
    cdef u8 used[13]
    cdef int index, pile, card, rank, plays = 0
    cdef bint grew = True
    memset(used, 0, 13)
    for index in range(facts.suit_piles[suit]):
        pile = facts.suit_pile[suit][index]
        height[pile] = board.size[pile]
    while grew:
        grew = False
        for index in range(facts.suit_piles[suit]):
            pile = facts.suit_pile[suit][index]
            while height[pile] < flat.complete[pile]:
                if height[pile] + 1 == flat.complete[pile] and flat.guard[pile] >= 0:
                    if height[flat.guard[pile]] < flat.complete[flat.guard[pile]]:
                        break
                card = facts.step[pile][height[pile]]
                if cells.free[card] + cells.stock[card] == 0:
                    break
                height[pile] += 1
                used[facts.rank[card]] += 1
                grew = True
    for rank in range(13):
        plays += min(used[rank], cells.free[13 * suit + rank])
    return plays


cdef int waste_slack(const Flat* flat, const Facts* facts, const Board* board) noexcept nogil:
    """How many plays there are to spare for opening the waste; below 0 some card there can never be played.

    The card under so many others opens only after as many plays of cells or of cards over it. At most 12.
    """
    cdef Cells cells
    cdef int plays[4]
    cdef int suit, card, over, all_plays = 0, slack = 12
    cdef int top = board.size[flat.waste] - 1
    if top == 0:
        return slack
    count_cells(flat, board, &cells)
    cells.free[board.cards[flat.waste][top]] += 1
    for suit in range(4):
        plays[suit] = most_plays(flat, facts, board, suit, &cells)
        all_plays += plays[suit]
    for over in range(1, top):
        slack = min(slack, all_plays - over)
        if slack < 0:
            return slack
        card = board.cards[flat.waste][top - over]
        suit = facts.suit[card]
        cells.free[card] += 1
        all_plays -= plays[suit]
        plays[suit] = most_plays(flat, facts, board, suit, &cells)
        all_plays += plays[suit]
    return slack


cdef i32 rendezvous_value(
    const Flat* flat, const Facts* facts, const i32* weights, const Board* board, int slack
) noexcept nogil:
    """Foundations high and even, the waste shallow over what is wanted soon, plays to spare."""
    cdef i32 value = -weights[SLACK] * slack
    cdef int index, card, suit, rank, pile, steps, kind, uneven
    cdef int lowest[4]
    cdef int least[MOST_PILES]
    for pile in range(flat.targets):
        kind = pile // 4
        steps = board.size[pile] - 1
        value -= weights[facts.step_weight[pile]] * steps
        least[kind] = steps if pile % 4 == 0 else min(least[kind], steps)
    for kind in range(flat.targets // 4):
        value -= weights[LEAST] * least[kind]
    lowest[0] = lowest[1] = lowest[2] = lowest[3] = 13
    for index in range(1, board.size[flat.waste]):
        card = board.cards[flat.waste][index]
        suit = facts.suit[card]
        rank = facts.rank[card]
        steps = 98
        for pile in range(flat.targets):
            if facts.level[pile][card] >= board.size[pile]:
                steps = min(steps, (facts.level[pile][card] - board.size[pile] + 1) * facts.stride[pile])
        value += weights[SOON] * 14 // (steps + 2)
        if rank > lowest[suit]:
            value += weights[WASTE_INVERSION]
        else:
            lowest[suit] = rank
    return value
