# A complete search in bounded memory: depth first, with a table of fingerprints that replaces.
#
# A position is entered unless the table has it. The table forgets positions when it is full, but never those on the
# path from the root. So every reachable position was entered at least once when the path is empty again, whatever
# was forgotten in between, and without a win the game is dead. Positions that were forgotten are entered again: that
# costs time, not truth.
#
# Needs: arena.pxi, board.pxi, bounds.pxi, engine.pyx, hopeless.pxi, moves.pxi, runs.pxi
# Gives: Deep, close_deep, go_deeper, open_deep

cdef enum:
    # Fingerprints that share a place in the table.
    BUCKET = 4
    MOST_DEPTH = 1 << 20
    LEAST_BUCKETS = 256


cdef struct Step:
    u64 slot  # of the position in the table
    u32 move  # that led here
    u32 moves  # where the moves to try begin; they end where those of the next step begin


cdef struct Trial:
    # A move to try. The best is tried first.
    i32 value
    u32 move


cdef struct Deep:
    Fingerprint* slots
    u64 buckets  # a power of two
    u8* on_path  # by slot
    Step* steps
    u8* states  # of each step, as in an arena
    u32 steps_room
    u32 depth  # 0 before the root was entered
    Trial* trials
    u32 trials_room
    u32 trials_number
    bint entered
    bint cut  # a position was left out because the path or a bucket was full
    u32 won_move


cdef bint open_deep(Work* work) noexcept nogil:
    cdef Deep* deep = &work.deep
    deep.buckets = LEAST_BUCKETS
    while 2 * deep.buckets * BUCKET * (sizeof(Fingerprint) + 1) <= work.memory:
        deep.buckets *= 2
    deep.slots = <Fingerprint*>calloc(deep.buckets * BUCKET, sizeof(Fingerprint))
    deep.on_path = <u8*>calloc(deep.buckets * BUCKET, 1)
    return deep.slots != NULL and deep.on_path != NULL


cdef void close_deep(Deep* deep) noexcept nogil:
    free(deep.slots)
    free(deep.on_path)
    free(deep.steps)
    free(deep.states)
    free(deep.trials)


cdef bint in_table(const Deep* deep, const Fingerprint* print) noexcept nogil:
    cdef const Fingerprint* bucket = &deep.slots[(print.low & (deep.buckets - 1)) * BUCKET]
    cdef int index
    for index in range(BUCKET):
        if bucket[index].high == print.high and bucket[index].low == print.low:
            return True
    return False


cdef i64 place_in_table(Deep* deep, const Fingerprint* print) noexcept nogil:
    """Insert a fingerprint, over another one if need be; return its slot, -1 if all are of positions on the path."""
    cdef u64 first = (print.low & (deep.buckets - 1)) * BUCKET
    cdef u64 slot
    cdef int index
    for index in range(BUCKET):
        if not deep.slots[first + index].high:
            deep.slots[first + index] = print[0]
            return first + index
    for index in range(BUCKET):
        slot = first + ((print.high >> 32) + index) % BUCKET
        if not deep.on_path[slot]:
            deep.slots[slot] = print[0]
            return slot
    return -1


cdef bint room_for_step(Work* work, u32 moves) noexcept nogil:
    """Make room for one more step and its moves; return False if memory is exhausted."""
    cdef Deep* deep = &work.deep
    cdef u32 room
    cdef void* grown
    if deep.depth == deep.steps_room:
        room = 2 * (deep.steps_room + 128)
        grown = realloc(deep.steps, room * sizeof(Step))
        if grown == NULL:
            return False
        deep.steps = <Step*>grown
        grown = realloc(deep.states, <size_t>room * work.arena.stride)
        if grown == NULL:
            return False
        deep.states = <u8*>grown
        deep.steps_room = room
    if deep.trials_number + moves > deep.trials_room:
        room = 2 * (deep.trials_room + moves + 512)
        grown = realloc(deep.trials, room * sizeof(Trial))
        if grown == NULL:
            return False
        deep.trials = <Trial*>grown
        deep.trials_room = room
    return True


cdef void go_deeper(Work* work) noexcept nogil:
    """Try the next move of the last step, or go back a step."""
    cdef Deep* deep = &work.deep
    cdef Step* last
    cdef u32 move
    if not deep.entered:
        deep.entered = True
        work.board = work.root
        enter(work, packed(NO_MOVE, 0, 0))
        return
    if deep.depth == 0:
        if deep.cut:
            work.deep_until = 0
        else:
            work.result = DEAD
        return
    last = &deep.steps[deep.depth - 1]
    if deep.trials_number == last.moves:
        deep.on_path[last.slot] = False
        deep.depth -= 1
        return
    deep.trials_number -= 1
    move = deep.trials[deep.trials_number].move
    read_state(&work.arena, work.flat, deep.states + <size_t>(deep.depth - 1) * work.arena.stride, &work.board)
    enter(work, move)


cdef void enter(Work* work, u32 move) noexcept nogil:
    """Play a move from ``board``. Unless its position is known or hopeless, make it the last step of the path."""
    cdef Deep* deep = &work.deep
    cdef Fingerprint print
    cdef i64 value, slot
    cdef u64 breaks = 0
    cdef Step* step
    cdef int number, index
    make_move(work.flat, &work.board, move)
    settle(work.flat, work.facts, &work.board, move, work.heuristic.forcing)
    if work.board.won:
        deep.won_move = move
        work.result = WINS
        return
    shape_all(work)
    copy_board(work.flat, &work.board, &work.child)
    add_up(work, 0, &print, &value, &breaks)
    if in_table(deep, &print):
        return
    slot = place_in_table(deep, &print)
    if slot < 0 or deep.depth == MOST_DEPTH:
        deep.cut = True
        return
    if not worth(work, &print, &value) or is_hopeless(work.flat, work.facts, &work.board):
        return
    if work.expanded == work.budget:
        work.result = OUT_OF_BUDGET
        return
    work.expanded += 1
    number = moves_to_try(work.flat, work.facts, &work.board, work.facts.cycles, True, work.plays, work.moves)
    if not room_for_step(work, number):
        work.result = OUT_OF_MEMORY
        return
    step = &deep.steps[deep.depth]
    step.slot = slot
    step.move = move
    step.moves = deep.trials_number
    deep.on_path[slot] = True
    write_state(&work.arena, work.flat, &work.board, 0, deep.states + <size_t>deep.depth * work.arena.stride)
    deep.depth += 1
    for index in range(number):
        rate(work, work.moves[index])
    sort_trials(deep, step.moves)


cdef void rate(Work* work, u32 move) noexcept nogil:
    """Append a move from ``board`` to the moves to try, unless its position is known or cannot be won."""
    cdef Deep* deep = &work.deep
    cdef Board* child = &work.child
    cdef Fingerprint print
    cdef i64 value = 0
    cdef u64 touched, breaks = 0
    touched = make_move(work.flat, child, move)
    touched |= settle(work.flat, work.facts, child, move, work.heuristic.forcing)
    touched &= ~<u64>0 >> (64 - work.flat.piles)
    add_up(work, touched, &print, &value, &breaks)
    if child.won:
        value = -(1 << 30)
    if child.won or (not in_table(deep, &print) and worth(work, &print, &value)):
        deep.trials[deep.trials_number] = Trial(<i32>value, move)
        deep.trials_number += 1
    restore_child(work, touched)


cdef void sort_trials(Deep* deep, u32 first) noexcept nogil:
    """Sort the moves to try from ``first`` on, the best last."""
    cdef u32 index, place
    cdef Trial trial
    for index in range(first + 1, deep.trials_number):
        trial = deep.trials[index]
        place = index
        while place > first and deep.trials[place - 1].value < trial.value:
            deep.trials[place] = deep.trials[place - 1]
            place -= 1
        deep.trials[place] = trial
