# The value of a position as a machine learned it: a weight for each trait of its columns.
#
# ``tools/train_traits.py`` finds the weights, and ``heuristics.py`` has them. They order positions and prove nothing.
#
# Needs: board.pxi, bounds.pxi, chart.pxi, engine.pyx, shapes.pxi, table.pxi
# Gives: TRAITS, count_column, count_tops, has_learned, learned_value_of_column, learned_value_of_tops

cdef enum:
    # Where the weights of each trait begin. A trait by rank, length or number has one weight for each. ``heuristics.py`` has
    # the same order.
    TRAIT_CARD = 0  # a card of a column
    TRAIT_JOINED = 1  # by rank: a card on one that it continues
    TRAIT_FITTING = 14  # by rank: a card on any other one that takes it
    TRAIT_MISFIT = 27  # by rank: a card on one that does not take it
    TRAIT_FIRST = 40  # by rank: the lowest face-up card, on one that is face down
    TRAIT_LOWEST = 53  # by rank: a card at the bottom of its column
    TRAIT_RUN = 66  # by length: a run
    TRAIT_FACE_DOWN = 79  # by number of face-down cards: a column
    TRAIT_EMPTY = 84  # by number: the empty columns
    TRAIT_INVERSION = 89  # a misfit over a lower card
    TRAIT_LOW_FACE_DOWN = 90  # a face-down Ace, Two or Three
    TRAIT_UNDER_KING = 91  # a card under a face-down King
    TRAIT_RANK_ON_TOP = 92  # a rank of which a column has a top card
    TRAIT_MOVABLE = 93  # a run that fits on another column, but not where it lies
    TRAIT_NEXT_JOINS = 94  # a card of the next deal that continues the card it comes to
    TRAIT_NEXT_FITS = 95  # a card of the next deal that merely fits there
    TRAITS = 96
    MOST_BY_NUMBER = 5  # the highest number of cards or columns with a weight of its own
    LOW_RANKS = 3


cdef void count_column(const Flat* flat, const Facts* facts, const u8* cards, int size, i32* counts) noexcept nogil:
    """Add the traits of a column that depend on no other one."""
    cdef int index, rank, run = 1, lowest = 13, down = 0
    counts[TRAIT_CARD] += size - 1
    for index in range(1, size):
        rank = facts.rank[cards[index] & ~FACE_DOWN]
        if cards[index] >= FACE_DOWN:
            down = index
            counts[TRAIT_LOW_FACE_DOWN] += rank < LOW_RANKS
            counts[TRAIT_UNDER_KING] += (index - 1) * (rank == 12)
        elif index == 1:
            counts[TRAIT_LOWEST + rank] += 1
        elif index == down + 1:
            counts[TRAIT_FIRST + rank] += 1
        elif has(flat.run[cards[index - 1]], cards[index]):
            counts[TRAIT_JOINED + rank] += 1
            run += 1
        else:
            counts[TRAIT_RUN + min(run, 13) - 1] += 1
            run = 1
            if has(flat.fits[flat.row[0]][cards[index - 1]], cards[index]):
                counts[TRAIT_FITTING + rank] += 1
            else:
                counts[TRAIT_MISFIT + rank] += 1
                counts[TRAIT_INVERSION] += rank > lowest
        lowest = min(lowest, rank)
    if size > 1:
        counts[TRAIT_RUN + min(run, 13) - 1] += 1
    if down:
        counts[TRAIT_FACE_DOWN + min(down, MOST_BY_NUMBER) - 1] += 1


cdef void count_tops(const Flat* flat, const Facts* facts, const Board* board, i32* counts) noexcept nogil:
    """Add the traits of the columns' top cards."""
    cdef u64 tops = 0
    cdef u32 ranks = 0
    cdef int column, empty = 0, first, coming
    cdef const u8* cards
    for column in range(flat.columns):
        if board.size[column] > 1:
            tops |= <u64>1 << top_of(board, column)
            ranks |= <u32>1 << facts.rank[top_of(board, column)]
        else:
            empty += 1
    counts[TRAIT_RANK_ON_TOP] += bit_count(ranks)
    if empty:
        counts[TRAIT_EMPTY + min(empty, MOST_BY_NUMBER) - 1] += 1
    for column in range(flat.columns):
        cards = board.cards[column]
        first = board.size[column] - 1
        if not first:
            continue
        while first > 1 and is_link(flat, cards, first):
            first -= 1
        if facts.lands_on[cards[first]] & tops and not (cards[first - 1] < FLOOR and has(facts.lands_on[cards[first]], cards[first - 1])):
            counts[TRAIT_MOVABLE] += 1
        coming = board.size[flat.stock] - 1 - column if flat.stock >= 0 and flat.actions & DEAL else 0
        if coming > 0 and has(facts.lands_on[board.cards[flat.stock][coming] & ~FACE_DOWN], top_of(board, column)):
            if has(flat.run[top_of(board, column)], board.cards[flat.stock][coming] & ~FACE_DOWN):
                counts[TRAIT_NEXT_JOINS] += 1
            else:
                counts[TRAIT_NEXT_FITS] += 1


cdef bint has_learned(const i32* weights) noexcept nogil:
    cdef int trait
    for trait in range(TRAITS):
        if weights[trait]:
            return True
    return False


cdef i32 weigh(const i32* weights, const i32* counts) noexcept nogil:
    cdef int trait
    cdef i32 value = 0
    for trait in range(TRAITS):
        value += weights[trait] * counts[trait]
    return value


cdef i32 learned_value_of_column(
    const Flat* flat, const Facts* facts, const i32* weights, const Board* board, int column
) noexcept nogil:
    cdef i32 counts[TRAITS]
    memset(counts, 0, sizeof(counts))
    count_column(flat, facts, board.cards[column], board.size[column], counts)
    return weigh(weights, counts)


cdef i32 learned_value_of_tops(const Flat* flat, const Facts* facts, const i32* weights, const Board* board) noexcept nogil:
    cdef i32 counts[TRAITS]
    memset(counts, 0, sizeof(counts))
    count_tops(flat, facts, board, counts)
    return weigh(weights, counts)
