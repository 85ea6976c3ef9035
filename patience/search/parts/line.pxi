# The winning line: the moves that led to the won position, together with those that they forced.
#
# Needs: arena.pxi, board.pxi, compact.pxi, engine.pyx, legality.pxi, moves.pxi, pairs.pxi, runs.pxi, suited.pxi
# Gives: Line, add_to_line, write_line, write_move

cdef struct Line:
    u32* moves
    u32 number
    u32 room


cdef bint add_to_line(Line* line, u32 move) noexcept nogil:
    cdef u32* moves
    if line.number == line.room:
        moves = <u32*>realloc(line.moves, 2 * (<size_t>line.room + 256) * sizeof(u32))
        if moves == NULL:
            return False
        line.moves = moves
        line.room = 2 * (line.room + 256)
    line.moves[line.number] = move
    line.number += 1
    return True


cdef int write_line(Work* work, u32** moves) noexcept nogil:
    """Allocate the moves of the winning line and return their number, -1 if memory is exhausted."""
    cdef Line chosen = Line(NULL, 0, 0)
    cdef Line line = Line(NULL, 0, 0)
    cdef bint enough
    if work.compact != NULL:
        enough = write_compact_line(work, &line)
    elif work.pairs != NULL:
        enough = write_line_of_pairs(work, &line)
    elif work.suited != NULL:
        enough = write_suited_line(work, &line)
    else:
        enough = choose_moves(work, &chosen) and complete_line(work, &chosen, &line)
    free(chosen.moves)
    moves[0] = line.moves
    return <int>line.number if enough else -1


cdef bint choose_moves(Work* work, Line* chosen) noexcept nogil:
    """Write the moves that the search has chosen."""
    cdef u32 node = work.won_node, step, other
    if work.deep.won_move:
        work.forcing = work.heuristic.forcing
        for step in range(1, work.deep.depth):
            if not add_to_line(chosen, work.deep.steps[step].move):
                return False
        return add_to_line(chosen, work.deep.won_move)
    while work.arena.nodes[node].parent != NO_STATE:
        if not add_to_line(chosen, work.arena.nodes[node].move):
            return False
        node = node_of(&work.arena, work.arena.nodes[node].parent)
    for step in range(chosen.number // 2):
        other = chosen.number - 1 - step
        chosen.moves[step], chosen.moves[other] = chosen.moves[other], chosen.moves[step]
    return True


cdef bint complete_line(Work* work, const Line* chosen, Line* line) noexcept nogil:
    """Play the chosen moves, and write them together with the moves that they force."""
    cdef Board* board = &work.board
    cdef u32 move, index
    board[0] = work.root
    for index in range(chosen.number + 1):
        move = chosen.moves[index - 1] if index else packed(NO_MOVE, 0, 0)
        while True:
            if not write_move(work, board, move, line):
                return False
            if board.won or not forces(work.flat, work.facts, board, move, work.forcing):
                break
            move = forced_move(work.flat, work.facts, board, work.forcing)
            if move & 255 == NO_MOVE:
                break
    return True


cdef bint write_move(Work* work, Board* board, u32 move, Line* line) noexcept nogil:
    """Play a move, and write it together with the turns of the stock and the move home that are part of it."""
    cdef int action
    if move >> 24 and <int>(move & 255) == work.flat.waste:
        while board.size[work.flat.waste] != <int>(move >> 24):
            action = 1 if board.size[work.flat.stock] > 1 else 2
            if not add_to_line(line, packed(NO_MOVE + 1 + action, 0, 0)):
                return False
            turn_stock(work.flat, board, 1 << action)
    if move & 255 != NO_MOVE and not add_to_line(line, move & 0xFFFFFF):
        return False
    if bares_home_card(work.flat, move):
        make_move(work.flat, board, move & 0xFFFFFF)
        move = packed(move & 255, accepting_foundation(work.flat, board, move & 255, 1), 1)
        if not add_to_line(line, move):
            return False
    make_move(work.flat, board, move)
    return True
