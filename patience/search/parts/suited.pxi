# Games with cells whose columns are built down in suit, as Seahaven Towers, searched by what still lies where it was.
#
# One pack, no stock, no base but the Ace, each card follows one card in columns and one on foundations, groups move in
# sequence, and any card may go to a cell.
#
# **Keys.** In a column, the cards up to the last that is not in sequence on the card below have not moved, unless it is
# the lowest of the column. Call these cards fixed, and all others loose. A key has the number of the fixed cards of each
# column, or the lowest card itself if it is the only one. A loose card has one place in a column, on the next higher card
# of its suit, and is either there, in a cell or on its foundation. The settled position of a key has each loose card on
# its foundation if all lower ones of the suit are loose or tops, or else in its column if that place is to be had, and
# only other ones in cells. A fixed card whose foundation has come to it goes there, too.
#
# **Equal keys, equal prospects.** From a position P, moves lead to the settled position N of its key: loose cards leave
# cells for the cards that they follow, the highest first, and cards go to foundations, on which nothing can lie that would
# need them in a column. So if N can be won, P can. The other way round, each move from P to Q leads from N to the settled
# position of Q:
#
# * A loose card goes to a cell, to its foundation, back from there, or to its place in a column: P and Q have one key.
# * The uppermost fixed card of a column leaves, or goes to an empty column, perhaps with loose cards on it, or loose cards go
#   to an empty column. The same card can lead the group in N. The group has k more cards, say, that are in cells in P. So N
#   has at least k more empty cells, and columns that are empty in P are so in N. A group that n empty cells let move may be k
#   cards longer with n + k. In N, all its cards go to cells where that is done in P, one by one. The fixed card is loose then,
#   wherever it lies, or is the lowest of another column, so the keys are equal.
# * A fixed card goes to its foundation: it has gone there in N. So has one that is moved elsewhere, at the latest in the
#   settled position of Q, since all lower cards of its suit are loose or tops.
#
# So it is enough to search settled positions. The moves between these are: an uppermost fixed card leaves, with the loose
# cards on it, for its place in a column or for cells, which leads to one key; or a card and the loose ones on it go to an
# empty column.
#
# Needs: arena.pxi, board.pxi, bounds.pxi, chart.pxi, engine.pyx, legality.pxi, line.pxi, moves.pxi, runs.pxi,
#   table.pxi
# Gives: SUITED_COLUMNS, Suited, close_suited, expand_best_suited, open_suited, write_suited_line

cdef enum:
    SUITED_COLUMNS = 16
    # A column's depth: the number of its fixed cards, or 0 if that is at most 1.
    DEPTH_BITS = 4
    MOST_FIXED = 16
    # A step: a card leaves, or goes to an empty column.
    TO_SPACE = 64
    # What a node needs: a key, its parent, its step, an entry of the queue, and up to four slots.
    BYTES_PER_SUITED = 96
    NODES_PER_SUITED = 4
    # What the value of a position is made of.
    FIXED_CARD = 10
    FILLED_CELL = 8
    OPEN_SPACE = 5


cdef struct SuitedKey:
    u64 depths
    u64 lowest  # the cards that are the only fixed ones of their columns


cdef struct SuitedView:
    u64 fixed
    u64 tops  # the uppermost fixed cards
    u64 lying  # these, and the loose cards that lie on them in sequence
    u64 home  # the cards on foundations
    int cells  # that are empty
    int spaces  # empty columns


cdef struct Suited:
    int columns
    int cells
    u64 opens  # the cards that an empty column takes
    u8 card[SUITED_COLUMNS][MOST_FIXED]  # by column and depth: the uppermost fixed card
    u64 cards[SUITED_COLUMNS][MOST_FIXED]  # all fixed cards
    u8 after[SUITED_COLUMNS][MOST_FIXED]  # the depth once the uppermost fixed card has left, 1 included
    SuitedKey* keys
    u32* parents
    u8* steps
    u32 nodes
    u32 room
    u32 most_nodes
    Seen seen
    Queue queue
    u32 won


cdef inline u64 highest() noexcept nogil:
    return <u64>1 << 12 | <u64>1 << 25 | <u64>1 << 38 | <u64>1 << 51


cdef inline int depth_of(const SuitedKey* key, int column) noexcept nogil:
    return <int>(key.depths >> DEPTH_BITS * column & (MOST_FIXED - 1))


cdef inline void set_depth(const Suited* suited, SuitedKey* key, int column, int depth) noexcept nogil:
    key.depths &= ~(<u64>(MOST_FIXED - 1) << DEPTH_BITS * column)
    if depth == 1:
        key.lowest |= <u64>1 << suited.card[column][1]
    else:
        key.depths |= <u64>depth << DEPTH_BITS * column


cdef void lift_fixed(const Suited* suited, SuitedKey* key, int card) noexcept nogil:
    """Let a card leave if it is the uppermost fixed card of a column."""
    cdef int column, depth
    if has(key.lowest, card):
        key.lowest &= ~(<u64>1 << card)
        return
    for column in range(suited.columns):
        depth = depth_of(key, column)
        if depth and suited.card[column][depth] == card:
            set_depth(suited, key, column, suited.after[column][depth])
            return


cdef void find_fixed(const Suited* suited, const SuitedKey* key, SuitedView* view) noexcept nogil:
    cdef int column, depth
    view.fixed = view.tops = key.lowest
    view.spaces = suited.columns - bit_count(key.lowest)
    for column in range(suited.columns):
        depth = depth_of(key, column)
        if depth:
            view.fixed |= suited.cards[column][depth]
            view.tops |= <u64>1 << suited.card[column][depth]
            view.spaces -= 1


cdef void settle_suited(const Suited* suited, SuitedKey* key, SuitedView* view) noexcept nogil:
    """Play all cards to their foundations that can go there, and show the settled position."""
    cdef int suit, height
    cdef bint grew = True
    cdef u64 places, reached
    while grew:
        grew = False
        view.home = 0
        find_fixed(suited, key, view)
        for suit in range(4):
            height = lowest_bit(view.fixed >> 13 * suit & 0x1FFF | 0x2000)
            if height < 13 and has(view.tops, 13 * suit + height):
                lift_fixed(suited, key, 13 * suit + height)
                grew = True
            view.home |= ((<u64>1 << height) - 1) << 13 * suit
    # Loose cards lie below tops without a gap: the flood fills 1, 2, 4 and 8 places.
    places = every_card() & ~view.fixed & ~view.home & ~highest()
    reached = view.tops
    reached |= places & reached >> 1
    places &= places >> 1
    reached |= places & reached >> 2
    places &= places >> 2
    reached |= places & reached >> 4
    places &= places >> 4
    reached |= places & reached >> 8
    view.lying = reached
    view.cells = suited.cells - bit_count(every_card() & ~view.fixed & ~view.home & ~view.lying)


cdef inline int group_of(const SuitedView* view, int card) noexcept nogil:
    """Return how many cards move with one that lies in a column, itself included."""
    cdef int number = 1
    while (card - number + 1) % 13 and has(view.lying & ~view.fixed, card - number):
        number += 1
    return number


cdef bint suited_moves(const Flat* flat, const SuitedView* view, int number, int into_space) noexcept nogil:
    """Return whether a group of this size moves to a column."""
    if number == 1 or not flat.supermove:
        return True
    return number <= (view.cells + 1) << (view.spaces - into_space if flat.any_opens else 0)


cdef void add_suited(Work* work, u32 parent, const SuitedKey* before, int card, int to_space) noexcept nogil:
    """Queue the settled position after a step, unless it is known; after none if ``card`` is FLOOR."""
    cdef Suited* suited = work.suited
    cdef SuitedKey key = before[0]
    cdef SuitedView view
    lift_fixed(suited, &key, card)
    if to_space:
        key.lowest |= <u64>1 << card
    settle_suited(suited, &key, &view)
    queue_suited(work, parent, &key, &view, card | to_space)


cdef void queue_suited(Work* work, u32 parent, const SuitedKey* key, const SuitedView* view, int step) noexcept nogil:
    cdef Suited* suited = work.suited
    cdef Fingerprint print
    cdef int new, value
    if work.result != RUNNING:
        return
    # One to one: no two keys share a fingerprint.
    print.high = key.lowest | <u64>1 << 63
    print.low = mixed(key.depths ^ mixed(print.high))
    new = remember(&suited.seen, &print)
    if new == 0:
        return
    if suited.nodes == suited.most_nodes:
        work.result = OUT_OF_BUDGET
        return
    if new < 0 or not grow_suited(suited):
        work.result = OUT_OF_MEMORY
        return
    suited.keys[suited.nodes] = key[0]
    suited.parents[suited.nodes] = parent
    suited.steps[suited.nodes] = <u8>step
    value = FIXED_CARD * bit_count(view.fixed) - FILLED_CELL * view.cells - OPEN_SPACE * view.spaces
    if not push(&suited.queue, value, NO_STATE - 1 - suited.nodes):
        work.result = OUT_OF_MEMORY
    elif view.home == every_card():
        suited.won = suited.nodes
        work.result = WINS
    suited.nodes += 1


cdef bint grow_suited(Suited* suited) noexcept nogil:
    """Make room for one more node; return False if memory is exhausted."""
    cdef u32 room = <u32>min(2 * <u64>suited.room + 1024, <u64>suited.most_nodes)
    cdef void* grown
    if suited.nodes < suited.room:
        return True
    grown = realloc(suited.keys, <size_t>room * sizeof(SuitedKey))
    if grown == NULL:
        return False
    suited.keys = <SuitedKey*>grown
    grown = realloc(suited.parents, <size_t>room * sizeof(u32))
    if grown == NULL:
        return False
    suited.parents = <u32*>grown
    grown = realloc(suited.steps, room)
    if grown == NULL:
        return False
    suited.steps = <u8*>grown
    suited.room = room
    return True


cdef void expand_best_suited(Work* work) noexcept nogil:
    """Expand the best waiting position."""
    cdef Suited* suited = work.suited
    cdef SuitedKey key
    cdef SuitedView view
    cdef u64 left
    cdef u32 node
    cdef int card, number
    if suited.queue.number == 0:
        work.result = DEAD
        return
    if work.expanded == work.budget:
        work.result = OUT_OF_BUDGET
        return
    work.expanded += 1
    node = NO_STATE - 1 - pop(&suited.queue)
    key = suited.keys[node]
    settle_suited(suited, &key, &view)
    left = view.tops
    while left:
        card = lowest_bit(left)
        left &= left - 1
        number = group_of(&view, card)
        if number <= view.cells or (
            card % 13 != KING and has(view.lying, card + 1) and suited_moves(work.flat, &view, number, 0)
        ):
            add_suited(work, node, &key, card, 0)
    if not view.spaces:
        return
    left = suited.opens & ~view.home & ~key.lowest & (view.lying | ~view.fixed)
    while left:
        card = lowest_bit(left)
        left &= left - 1
        if not has(view.lying, card) or suited_moves(work.flat, &view, group_of(&view, card), 1):
            add_suited(work, node, &key, card, TO_SPACE)


cdef int open_suited(Work* work) noexcept nogil:
    """Begin a search of ``root``. Return 0 if it does not fit, and -1 if memory is exhausted."""
    cdef Suited* suited
    cdef SuitedKey key
    if not work.facts.suited:
        return 0
    suited = <Suited*>calloc(1, sizeof(Suited))
    if suited == NULL:
        return -1
    work.suited = suited
    if not read_suited(work.flat, &work.root, suited, &key):
        close_suited(work)
        return 0
    suited.most_nodes = <u32>min(min(work.budget * NODES_PER_SUITED + LEAST_NODES, work.memory // BYTES_PER_SUITED), <u64>NO_STATE - 1)
    if not empty_seen(&suited.seen):
        return -1
    add_suited(work, NO_STATE, &key, FLOOR, 0)
    return 1


cdef bint read_suited(const Flat* flat, const Board* board, Suited* suited, SuitedKey* key) noexcept nogil:
    """Return whether the whole pack lies face up, few enough cards of it in each column, and read the position."""
    cdef int column, pile, index, depth, number = 0
    cdef const u8* cards
    suited.columns = flat.columns
    suited.cells = flat.cells_end - flat.foundations_end
    suited.opens = flat.fits[flat.row[0]][FLOOR]
    key.depths = key.lowest = 0
    for pile in range(flat.piles):
        number += board.size[pile] - 1
    if board.base or number != FLOOR:
        return False
    for column in range(flat.columns):
        cards = board.cards[column]
        depth = 0
        for index in range(1, board.size[column]):
            if cards[index] >= FACE_DOWN:
                return False
            if index == 1 or not has(flat.fits[flat.row[0]][cards[index - 1]], cards[index]):
                depth = index
        if depth >= MOST_FIXED:
            return False
        for index in range(1, depth + 1):
            suited.card[column][index] = cards[index]
            suited.cards[column][index] = suited.cards[column][index - 1] | <u64>1 << cards[index]
            suited.after[column][index] = index - 1
            if index > 2 and has(flat.fits[flat.row[0]][cards[index - 2]], cards[index - 1]):
                suited.after[column][index] = suited.after[column][index - 1]
        set_depth(suited, key, column, depth)
    return True


cdef void close_suited(Work* work) noexcept nogil:
    cdef Suited* suited = work.suited
    if suited == NULL:
        return
    free(suited.keys)
    free(suited.parents)
    free(suited.steps)
    free(suited.seen.slots)
    close_queue(&suited.queue)
    free(suited)
    work.suited = NULL


cdef bint write_suited_line(Work* work, Line* line) noexcept nogil:
    """Play the steps that lead to the win, and write their moves; return whether there was memory enough."""
    cdef Suited* suited = work.suited
    cdef u32 node = suited.won, length = 0, index
    cdef u8* path
    cdef bint enough
    while suited.parents[node] != NO_STATE:
        length += 1
        node = suited.parents[node]
    path = <u8*>malloc(length + 1)
    if path == NULL:
        return False
    node = suited.won
    for index in range(length):
        path[length - 1 - index] = suited.steps[node]
        node = suited.parents[node]
    work.board = work.root
    enough = write_settling(work, line)
    for index in range(length):
        enough = enough and write_suited_step(work, path[index], line) and write_settling(work, line)
    free(path)
    return enough


cdef int settled_home(const Flat* flat, const Board* board, int pile) noexcept nogil:
    """Return the pile to which the top card of a column or cell settles, NO_PILE if none."""
    cdef int column, target = accepting_foundation(flat, board, pile, 1)
    if target != NO_PILE or pile < flat.columns:
        return target
    for column in range(flat.columns):
        if board.size[column] > 1 and has(flat.fits[flat.row[0]][top_of(board, column)], top_of(board, pile)):
            return column
    return NO_PILE


cdef bint write_settling(Work* work, Line* line) noexcept nogil:
    """Play the moves to the settled position."""
    cdef int pile = 0, target
    while pile < work.flat.cells_end and not work.board.won:
        target = NO_PILE
        if not is_foundation(work.flat, pile) and work.board.size[pile] > 1:
            target = settled_home(work.flat, &work.board, pile)
        pile += 1
        if target != NO_PILE:
            if not write_move(work, &work.board, packed(pile - 1, target, 1), line):
                return False
            pile = 0
    return True


cdef bint write_suited_step(Work* work, int step, Line* line) noexcept nogil:
    """Move a card, with those on it, to an empty column, to its place in a column or to cells."""
    cdef const Flat* flat = work.flat
    cdef Board* board = &work.board
    cdef int card = step & (TO_SPACE - 1), source, place = 0, target, number
    for source in range(flat.cells_end):
        if is_foundation(flat, source):
            continue
        place = board.size[source] - 1
        while place and board.cards[source][place] != card:
            place -= 1
        if place:
            break
    number = board.size[source] - place
    for target in range(flat.columns):
        if step >= TO_SPACE:
            if board.size[target] == 1:
                return write_move(work, board, packed(source, target, number), line)
        elif (
            board.size[target] > 1
            and has(flat.fits[flat.row[0]][top_of(board, target)], card)
            and takes_group(flat, board, source, target, number)
        ):
            return write_move(work, board, packed(source, target, number), line)
    for target in range(flat.foundations_end, flat.cells_end):
        if number and board.size[target] == 1:
            if not write_move(work, board, packed(source, target, 1), line):
                return False
            number -= 1
    return True
