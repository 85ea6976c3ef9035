# What the rows and columns of a square are worth, as hands of poker or cribbage.
#
# Needs: board.pxi, bounds.pxi, table.pxi
# Gives: is_won_by_points

cdef bint is_won_by_points(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether every column has a card, and the square is worth enough."""
    cdef u8 hand[6]
    cdef int line, place, first, step, points = 0, width = 5 if flat.hands == POKER else 4
    cdef int starter = FLOOR
    for line in range(flat.columns):
        if board.size[line] == 1:
            return False
    if flat.hands == CRIBBAGE:
        starter = top_of(board, flat.stock)
    for line in range(2 * width):
        first = line * width if line < width else line - width
        step = 1 if line < width else width
        for place in range(width):
            hand[place] = top_of(board, first + step * place)
        points += points_of_poker(hand) if flat.hands == POKER else points_of_cribbage(hand, starter)
    if starter != FLOOR and starter % 13 == JACK:
        points += 2
    return points >= flat.points


cdef int points_of_poker(const u8* hand) noexcept nogil:
    """Return the points of five cards."""
    cdef int counts[13]
    cdef int rank, index, lowest = 13, highest = 0, pairs = 0, most = 1
    cdef bint is_flush = True, is_high = False
    for rank in range(13):
        counts[rank] = 0
    for index in range(5):
        counts[hand[index] % 13] += 1
        is_flush = is_flush and hand[index] // 13 == hand[0] // 13
    for rank in range(13):
        if not counts[rank]:
            continue
        lowest, highest = min(lowest, rank), max(highest, rank)
        most = max(most, counts[rank])
        pairs += counts[rank] == 2
    if most == 1:
        is_high = counts[0] > 0 and counts[9] > 0 and counts[10] > 0 and counts[11] > 0 and counts[12] > 0
    if most == 1 and (is_high or highest - lowest == 4):
        if not is_flush:
            return 15
        return 100 if is_high else 75
    if most == 4:
        return 50
    if most == 3:
        return 25 if pairs else 10
    if is_flush:
        return 20
    return 5 if pairs == 2 else 2 if pairs else 0


cdef int points_of_cribbage(u8* hand, int starter) noexcept nogil:
    """Return the points of four cards and the starter, if there is one, which is added to the hand."""
    cdef int counts[13]
    cdef int cards = 4, index, choice, total, rank, run = 0, ways = 1, points = 0
    cdef bint is_flush = True
    for index in range(4):
        is_flush = is_flush and hand[index] // 13 == hand[0] // 13
        points += starter != FLOOR and hand[index] % 13 == JACK and hand[index] // 13 == starter // 13
    if is_flush:
        points += 4 + (starter != FLOOR and starter // 13 == hand[0] // 13)
    if starter != FLOOR:
        hand[4] = <u8>starter
        cards = 5
    for rank in range(13):
        counts[rank] = 0
    for index in range(cards):
        counts[hand[index] % 13] += 1
    for choice in range(1, 1 << cards):
        total = 0
        for index in range(cards):
            if choice >> index & 1:
                total += min(hand[index] % 13 + 1, 10)
        if total == 15:
            points += 2
    # Five cards have one run at most; each card of a rank makes another.
    for rank in range(13):
        points += counts[rank] * (counts[rank] - 1)
        run = run + 1 if counts[rank] else 0
        ways = ways * counts[rank] if counts[rank] else 1
        if run >= 3 and (rank == 12 or not counts[rank + 1]):
            points += run * ways
    return points
