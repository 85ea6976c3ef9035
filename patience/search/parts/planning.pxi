# A plan of a player who does not see the cards that lie face down: moves up to the next card turned up, or to the
# next turn of the stock.
#
# Until then every outcome is known. So the search expands the positions in which no other card was turned, best
# first, and values those in which one was: on average over cards that it could be. Cards that lie face down have no
# part in a value, whatever they are.
#
# Needs: arena.pxi, board.pxi, bounds.pxi, engine.pyx, moves.pxi, runs.pxi, table.pxi
# Gives: Ahead, Leaf, MOST_SAMPLES, plan_ahead

cdef enum:
    MOST_SAMPLES = 16


cdef struct Leaf:
    # Where a plan ends.
    u32 node
    i64 value  # lower is better


cdef struct Ahead:
    int samples
    u8 sample[MOST_SAMPLES]  # cards that a card turned up could be
    Leaf turn  # the best position in which a card was turned up
    Leaf still  # the best one in which none was, and the stock may be turned


cdef void plan_ahead(Work* work, Ahead* ahead) noexcept nogil:
    """Expand positions up to the budget, and note the best ends of a plan."""
    cdef Queue* queue = &work.layers[0]
    cdef u32 index, state
    cdef int move, number
    cdef i64 value
    ahead.turn.node = ahead.still.node = NO_STATE
    while work.result == RUNNING and queue.number and work.expanded < work.budget:
        index = pop(queue)
        go_to_node(work, index)
        work.expanded += 1
        state = work.arena.states_number
        if not keep_state(&work.arena, work.flat, &work.board, index):
            work.result = OUT_OF_MEMORY
            return
        shape_all(work)
        copy_board(work.flat, &work.board, &work.child)
        value = learned_value(work, 0)
        number = moves_to_try(work.flat, work.facts, &work.board, work.facts.cycles, True, work.plays, work.moves)
        for move in range(number):
            if (work.moves[move] & 255) > NO_MOVE:
                note_leaf(&ahead.still, index, value)
            else:
                look_at(work, ahead, state, work.moves[move])
            if work.result != RUNNING:
                return


cdef inline void note_leaf(Leaf* best, u32 node, i64 value) noexcept nogil:
    if best.node == NO_STATE or value < best.value:
        best[0] = Leaf(node, value)


cdef void look_at(Work* work, Ahead* ahead, u32 state, u32 move) noexcept nogil:
    """Queue the position after a move, or note it as the end of a plan if it turns up a card."""
    cdef const Flat* flat = work.flat
    cdef u64 touched, all_piles = ~<u64>0 >> (64 - flat.piles)
    cdef Fingerprint print
    cdef i64 value = 0
    cdef u64 breaks = 0
    cdef int turned
    touched = make_move(flat, &work.child, move) & all_piles
    turned = turned_column(work, touched)
    if turned == NO_PILE:
        touched |= settle(flat, work.facts, &work.child, move, work.forcing) & all_piles
    add_up(work, touched, &print, &value, &breaks)
    if add_position(work, state, move, &print, 0, work.child.won):
        if turned != NO_PILE:
            note_leaf(&ahead.turn, work.arena.nodes_number - 1, mean_value(work, ahead, touched, turned))
        elif not push(&work.layers[0], <i32>learned_value(work, touched), work.arena.nodes_number - 1):
            work.result = OUT_OF_MEMORY
    restore_child(work, touched)


cdef int turned_column(const Work* work, u64 touched) noexcept nogil:
    """Return the column of ``child`` of which a card was turned up, NO_PILE if there is none."""
    cdef int column, top
    for column in range(work.flat.columns):
        top = work.child.size[column] - 1
        if has(touched, column) and top < work.board.size[column]:
            if work.board.cards[column][top] >= FACE_DOWN and work.child.cards[column][top] < FACE_DOWN:
                return column
    return NO_PILE


cdef i64 mean_value(Work* work, const Ahead* ahead, u64 touched, int turned) noexcept nogil:
    """Return the mean value of ``child`` with each sample as the card turned up."""
    cdef i64 value = 0
    cdef int index
    for index in range(ahead.samples):
        work.child.cards[turned][work.child.size[turned] - 1] = ahead.sample[index]
        value += learned_value(work, touched)
    return value // ahead.samples
