# A necessary condition of winning where one pile, or several that take the same, must take every card one by one, a
# rank up or down: Golf's waste, the foundation of Black Hole.
#
# Each card that is still to be put there is put on a card of a neighbouring rank. A card takes at most one other. So
# count the cards by rank: n of rank r are still to come, and c of rank r could lie under one of them: those to come, the
# present tops, and cards of the stock, which draws put there. Let u(r) of the cards to come of rank r + 1 lie on cards of
# rank r. The other n(r + 1) - u(r) lie on cards of rank r + 2. The cards of rank r take u(r) and n(r - 1) - u(r - 2)
# cards, so u(r) <= c(r) - n(r - 1) + u(r - 2). With u(r) <= n(r + 1), these inequalities have a greatest solution. If it
# has a negative number, or is too small where cards of rank r + 1 can lie on no others, there is none, and the position
# is dead. The order in which the cards can be had is ignored.
#
# Needs: board.pxi, bounds.pxi, chart.pxi, engine.pyx, table.pxi, weights.pxi
# Gives: could_step

cdef enum:
    RANKS_NUMBER = 13


cdef bint could_step(const Flat* flat, const Facts* facts, const i32* weights, const Board* board, i64* value) noexcept nogil:
    """Return whether the condition holds, and add to the value how uneven the ranks to come are."""
    cdef int to_come[RANKS_NUMBER]
    cdef int under[RANKS_NUMBER]
    cdef int up[RANKS_NUMBER]
    cdef int pile, index, rank, most
    cdef bint fell = True
    memset(to_come, 0, sizeof(to_come))
    memset(under, 0, sizeof(under))
    for pile in range(flat.piles):
        if has(facts.stepping, pile):
            # An empty foundation takes a first card that lies on no other.
            if board.size[pile] == 1:
                return True
            under[facts.rank[top_of(board, pile)]] += 1
        elif pile == flat.stock and flat.waste_takes:
            for index in range(1, board.size[pile]):
                under[facts.rank[board.cards[pile][index] & ~FACE_DOWN]] += 1
        else:
            for index in range(1, board.size[pile]):
                to_come[facts.rank[board.cards[pile][index] & ~FACE_DOWN]] += 1
    for rank in range(RANKS_NUMBER):
        under[rank] += to_come[rank]
        most = to_come[rank] - to_come[(rank + 1) % RANKS_NUMBER]
        value[0] += weights[UNEVEN] * most * most
        up[rank] = to_come[(rank + 1) % RANKS_NUMBER] if facts.step_up >> rank & 1 else 0
    while fell:
        fell = False
        for rank in range(RANKS_NUMBER):
            most = under[rank] - to_come[(rank + 12) % RANKS_NUMBER] + up[(rank + 11) % RANKS_NUMBER]
            if up[rank] > most:
                up[rank] = most
                fell = True
            if most < 0:
                return False
    for rank in range(RANKS_NUMBER):
        if not facts.step_down >> (rank + 2) % RANKS_NUMBER & 1 and up[rank] < to_come[(rank + 1) % RANKS_NUMBER]:
            return False
    return True
