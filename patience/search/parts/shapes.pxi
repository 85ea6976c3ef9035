# The value and the fingerprint of a position, as sums over its piles. After a move only the piles that it changed
# are computed again.
#
# Where sequences move freely (``facts.merges``), call two cards hosts of a kind if the same cards follow them in
# sequence. Positions that differ only in which of the hosts of a kind carry which sequences, and which host is bare,
# are equivalent: if one can be won, so can the other. For whatever is done in one, the other can follow:
#
# * A sequence is put on a bare host: the other has a bare host of the kind, too, and not among the cards that move,
#   because ranks descend.
# * Cards leave a column, with whatever sequence they carry: the same card is bared, or a host of the same kind. A
#   card that is not in sequence on the one below, or is the lowest of its column, lies there in both.
# * A bare host goes to its foundation: if it carries a sequence in the other position, another host of the kind is
#   bare there and takes that sequence first. ``moves.pxi`` makes one move of both.
#
# Cards that were dealt on others out of sequence, and all below them in their column, stay in place until they are
# gone. So their hosts are the same in all positions of a search, and the other hosts carry whole sequences. A face-down
# card and all cards below it, face up or not, stay in place in the same way until it is turned up. Then it may be in
# sequence on the card below, in both positions. Foundations
# that take the same card must be alike, so that the last step need not choose one.
#
# The fingerprint does not distinguish such positions. It adds up pieces of columns, which begin with each card that
# is in sequence on the card below, together with the kind of the card below.
#
# Needs: arena.pxi, board.pxi, bounds.pxi, chart.pxi, engine.pyx, legality.pxi, moves.pxi, table.pxi, weights.pxi
# Gives: NONE_LOWEST, Shape, Tally, buried, chain_card, chain_height, is_link, shape_pile, spread, tallied_value,
#   tally_card, value_on_waste

cdef enum:
    # Kinds of hosts are numbered from here, kinds of piles from 1.
    FIRST_HOST = 1000

    # The lowest ranks of the suits in a waste without cards: 13, four bits each.
    NONE_LOWEST = 0xDDDD


cdef struct Shape:
    # Of a pile, or added up over all piles.
    Fingerprint print
    u64 breaks  # equal for positions that differ only in which of two equal cards carries a sequence
    i32 value


cdef struct Tally:
    # What the cards of a column add up to, bottom to top.
    u64 breaks
    u64 cards
    i32 sum  # the part of the value that is added up by card
    u8 misplaced
    u8 links
    u8 lowest


cdef void shape_pile(
    const Flat* flat,
    const Facts* facts,
    const i32* weights,
    const Board* board,
    int pile,
    bint merging,
    Shape* shape,
) noexcept nogil:
    """Compute the shape of a pile. If ``merging``, equivalent positions have the same fingerprint."""
    cdef const u8* cards = &board.cards[pile][0]
    cdef int size = board.size[pile]
    cdef int index
    cdef u64 low = facts.seed[pile], high, top
    shape.print.low = shape.print.high = 0
    if pile < flat.columns and columns_differ(flat, board):
        low = mixed(low + <u64>pile)
    high = mixed(low)
    if flat.columns <= pile < flat.foundations_end and not facts.remembers:
        top = told_by_top(flat, facts, board, pile)
        chain_height(&low, &high, size, top)
    else:
        for index in range(size - 1 if pile == flat.waste and facts.buries else 1, size):
            if merging and index > 1 and pile < flat.columns and facts.merges and is_link(flat, cards, index):
                shape.print.low += mixed(low)
                shape.print.high += mixed(high)
                low = mixed(<u64>facts.host[cards[index - 1]] + FIRST_HOST)
                high = mixed(low)
            chain_card(&low, &high, facts.like[cards[index]])
    shape.print.low += mixed(low)
    shape.print.high += mixed(high)
    shape.breaks = mixed(low) if flat.columns <= pile < flat.foundations_end else 0
    if pile < flat.columns:
        shape.value = column_value(flat, facts, weights, cards, size, &shape.breaks)
    elif pile < flat.foundations_end:
        shape.value = -(weights[FOUNDED_SEQUENCE] * (size > 1) if flat.whole[pile] else weights[FOUNDED_CARD] * size)
    elif pile == flat.waste:
        shape.value = waste_value(facts, weights, cards, size)
    elif pile == flat.stock:
        shape.value = weights[STOCK_CARD] * (size - 1)
    else:
        shape.value = weights[RESERVE_CARD] * (size - 1)


cdef inline u64 told_by_top(const Flat* flat, const Facts* facts, const Board* board, int pile) noexcept nogil:
    """Return the same number for foundations of equal size and declaration that take the same cards, now and later."""
    cdef const u8* cards = &board.cards[pile][0]
    cdef u64 number
    cdef int index
    if not facts.plain:
        return facts.like[top_of(board, pile)]
    number = mixed(flat.fits[flat.row[pile]][top_of(board, pile)])
    if facts.recalls:
        number += mixed(cards[board.size[pile] > 1])
        for index in range(1, board.size[pile]):
            number += mixed(<u64>cards[index] << 8)
    return number


cdef inline bint is_link(const Flat* flat, const u8* cards, int index) noexcept nogil:
    """Return whether the card is in sequence on a face-up card."""
    return cards[index - 1] < FLOOR and cards[index] < FLOOR and has(flat.run[cards[index - 1]], cards[index])


cdef inline void chain_card(u64* low, u64* high, u64 card) noexcept nogil:
    """Add a card to the two chains of which a pile's part of the fingerprint is made."""
    low[0] = (low[0] ^ card) * <u64>0x9E3779B97F4A7C15
    low[0] ^= low[0] >> 29
    high[0] = (high[0] + card) * <u64>0xD1342543DE82EF95
    high[0] ^= high[0] >> 31


cdef inline void chain_height(u64* low, u64* high, int size, u64 top) noexcept nogil:
    """Add to the chains of a foundation what its height and its top card tell of it."""
    low[0] = mixed(low[0] ^ <u64>size << 8 ^ top)
    high[0] = mixed(high[0] + (<u64>size << 8 ^ top))


cdef i32 column_value(
    const Flat* flat, const Facts* facts, const i32* weights, const u8* cards, int size, u64* breaks
) noexcept nogil:
    cdef int index, down = 0
    cdef Tally tally = Tally(0, 0, 0, 0, 0, 13)
    if size == 1:
        return -weights[EMPTY_COLUMN]
    while down + 1 < size and cards[down + 1] >= FACE_DOWN:
        down += 1
    for index in range(1, size):
        tally_card(flat, facts, weights, &tally, cards[index - 1], cards[index])
    breaks[0] += tally.breaks
    return tallied_value(weights, &tally, size - 1, down)


cdef inline void tally_card(
    const Flat* flat, const Facts* facts, const i32* weights, Tally* tally, int under, int top
) noexcept nogil:
    """Add the top card of a column, or the first one on the floor, to what the cards below it add up to."""
    cdef int card = top & ~FACE_DOWN, rank = facts.rank[card]
    cdef u64 well = 0, fitting = 0, lower
    if under == FLOOR:
        well = fitting = flat.fits[flat.row[0]][FLOOR]
    elif under < FACE_DOWN:
        well = facts.wanted[under]
        fitting = flat.fits[flat.row[0]][under]
    if not has(well, card):
        tally.sum += weights[BREAK] - weights[SEQUENCE_SQUARED] * tally.links * tally.links
        tally.breaks += mixed(<u64>facts.like[under] << 8 | facts.like[top])
        tally.misplaced += 1
        tally.links = 0
        if not has(fitting, card):
            tally.sum += weights[MISFIT]
            if rank > tally.lowest:
                tally.sum += weights[INVERSION]
    else:
        tally.links += under != FLOOR
    if rank < tally.lowest:
        tally.lowest = rank
    elif weights[LOWER_CARDS] or weights[LOWER_OF_SUIT]:
        lower = tally.cards & facts.lower[rank]
        tally.sum += weights[LOWER_CARDS] * bit_count(lower) + weights[LOWER_OF_SUIT] * bit_count(lower & of_suit(card // 13))
    tally.cards |= <u64>1 << card


cdef inline i32 tallied_value(const i32* weights, const Tally* tally, int cards, int down) noexcept nogil:
    """Return the value of a column that has cards, of which the lowest lie face down."""
    return (
        tally.sum
        + weights[FACE_DOWN_CARD] * down
        + weights[FACE_DOWN_SQUARED] * down * down
        + (weights[COLUMN_CARD] + weights[COLUMN_SQUARED] * cards) * cards
        + weights[BREAKS_SQUARED] * tally.misplaced * tally.misplaced
        - weights[SEQUENCE_SQUARED] * tally.links * tally.links
    )


cdef i32 waste_value(const Facts* facts, const i32* weights, const u8* cards, int size) noexcept nogil:
    cdef int index
    cdef u16 lowest_of = NONE_LOWEST
    cdef i32 value = weights[WASTE_CARD] * (size - 1)
    for index in range(1, size):
        value += value_on_waste(facts, weights, &lowest_of, cards[index])
    return value


cdef inline i32 value_on_waste(const Facts* facts, const i32* weights, u16* lowest_of, int card) noexcept nogil:
    """Return what a card of the waste adds to its value, given the lowest rank of each suit below it; note its own."""
    cdef int rank = facts.rank[card], shift = 4 * facts.suit[card]
    cdef int lowest = lowest_of[0] >> shift & 15
    if rank < lowest:
        lowest_of[0] ^= (lowest ^ rank) << shift
    return weights[WASTE_INVERSION] if rank > lowest else 0


cdef i32 spread(const Facts* facts, const int* heights) noexcept nogil:
    """Return the sum of the differences in height between foundations of a ladder."""
    cdef int ladder, index, size, lowest, highest
    cdef i32 apart = 0
    for ladder in range(facts.ladders):
        lowest = highest = heights[facts.ladder_pile[ladder][0]]
        for index in range(1, facts.ladder_piles[ladder]):
            size = heights[facts.ladder_pile[ladder][index]]
            lowest = min(lowest, size)
            highest = max(highest, size)
        apart += highest - lowest
    return apart


cdef u64 awaited_cards(const Flat* flat, const Board* board) noexcept nogil:
    """Return the cards that a foundation takes next, one at a time."""
    cdef u64 awaited = 0
    cdef int pile
    for pile in range(flat.columns, flat.foundations_end):
        if not flat.whole[pile]:
            awaited |= taken_by(flat, board, pile)
    return awaited


cdef i32 buried(const Flat* flat, const Board* board, int first, int end) noexcept nogil:
    """Return how many cards of some piles lie over cards that a foundation takes next, counted once per covered card."""
    cdef u64 awaited = awaited_cards(flat, board)
    cdef int pile, index
    cdef i32 over = 0
    for pile in range(first, end):
        for index in range(1, board.size[pile] - 1):
            if has(awaited, board.cards[pile][index] & ~FACE_DOWN):
                over += board.size[pile] - 1 - index
    return over
