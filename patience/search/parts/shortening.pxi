# Shorter winning lines: the shortest way through the positions around a line.
#
# 1. Each move is left out on trial, together with the later ones that it makes illegal. If the rest still wins, it
#    is the new line (action elimination).
# 2. The positions around the line are expanded, those on it first, then their neighbours, and so on. The shortest way
#    through all known positions is the new line. The next round expands the positions around that one (plan
#    neighbourhood graph search: Nakhost & Müller 2010). Positions that cannot lie on a shorter way are left out: a
#    move brings at most one card, or one whole sequence, to a foundation.
#
# Equivalent positions are one node. A way is a list of nodes, so its moves are found again from node to node.
#
# Needs: arena.pxi, board.pxi, bounds.pxi, chart.pxi, engine.pyx, legality.pxi, moves.pxi, player.pxi, runs.pxi,
#   shapes.pxi, table.pxi, weights.pxi
# Gives: Around, MOST_LINE, close_around, open_around, shortened, spent

cdef enum:
    MOST_LINE = 4096  # the moves of a line; a longer one is not shortened
    MOST_KEPT = 60000  # nodes
    MOST_EDGES = 600000
    SLOTS = 131072  # of the hash table: a power of two above MOST_KEPT
    ROUNDS = 12
    LEAST_ROUND = 250  # positions
    TRIED_A_POSITION = 64  # moves tried for the price of a position


cdef struct Edge:
    u32 target
    u32 following  # the next edge of the same node, NO_STATE at the end


cdef struct Around:
    # The positions around a line. All arrays have room for their bounds.
    const Flat* flat
    const Facts* facts
    Arena arena  # states alone: one for each node
    u32 nodes
    Fingerprint* prints  # by node
    u32* edge  # by node: its first edge
    u32* before  # by node: the node before it on the shortest way from the first
    u32* distance  # by node: the number of moves on that way
    u32* left  # by node: the least number of moves to a win
    u32 per_move  # the most cards that a move brings to a foundation
    u32* queue
    u8* done  # by node: whether it was expanded
    u8* won
    u8* met  # by node: whether it is in the queue
    Edge* edges
    u32 edges_number
    u32* slots  # of a hash table of nodes
    u64 expanded
    u64 tried  # moves, on trial without an earlier one
    Board board
    Board child
    Play plays[MOST_MOVES]
    u32 moves[MOST_MOVES + 3]
    i32 weights[WEIGHTS]  # all 0: positions are only compared


cdef Fingerprint print_of(Around* around, const Board* board) noexcept nogil:
    cdef Fingerprint print
    cdef Shape shape
    cdef int pile
    print.low = 0 if around.facts.endless else board.redeals
    print.high = 0
    for pile in range(around.flat.piles):
        shape_pile(around.flat, around.facts, around.weights, board, pile, False, &shape)
        print.low += shape.print.low
        print.high += shape.print.high
    print.low = mixed(print.low)
    print.high = mixed(print.high) or 1
    return print


cdef u32 node_at(Around* around, const Board* board) noexcept nogil:
    """Return the node of a position, a new one if need be; NO_STATE if there is no room."""
    cdef Fingerprint print = print_of(around, board)
    cdef u64 slot = print.low & (SLOTS - 1)
    cdef u32 node
    while around.slots[slot] != NO_STATE:
        node = around.slots[slot]
        if around.prints[node].low == print.low and around.prints[node].high == print.high:
            return node
        slot = (slot + 1) & (SLOTS - 1)
    node = around.nodes
    if node == MOST_KEPT or not keep_state(&around.arena, around.flat, board, node):
        return NO_STATE
    around.slots[slot] = node
    around.prints[node] = print
    around.edge[node] = NO_STATE
    around.done[node] = False
    around.left[node] = (left_to_bring(around.flat, board) + around.per_move - 1) // around.per_move
    around.won[node] = board.won
    around.nodes += 1
    return node


cdef void connect(Around* around, u32 node, u32 target) noexcept nogil:
    if node == target or target == NO_STATE or around.edges_number == MOST_EDGES:
        return
    around.edges[around.edges_number] = Edge(target, around.edge[node])
    around.edge[node] = around.edges_number
    around.edges_number += 1


cdef void expand_node(Around* around, u32 node) noexcept nogil:
    cdef int index
    cdef u32 target, known = around.nodes
    cdef u64 touched
    around.done[node] = True
    around.expanded += 1
    load_state(&around.arena, around.flat, node, &around.board)
    copy_piles(around.flat, &around.board, &around.child, ~<u64>0)
    for index in range(moves_to_try(around.flat, around.facts, &around.board, False, False, around.plays, around.moves)):
        touched = make_move(around.flat, &around.child, around.moves[index])
        target = node_at(around, &around.child)
        connect(around, node, target)
        if target != NO_STATE and target >= known:
            around.distance[target] = around.distance[node] + 1
        copy_piles(around.flat, &around.board, &around.child, touched)


cdef u32 shortest_way(Around* around) noexcept nogil:
    """Find the shortest way from the first node to a win, write it to ``before``, and return the won node."""
    cdef u32 first = 0, last = 1, node, edge, target
    memset(around.before, 255, around.nodes * sizeof(u32))
    around.queue[0] = 0
    around.before[0] = 0
    around.distance[0] = 0
    while first < last:
        node = around.queue[first]
        first += 1
        if around.won[node]:
            return node
        edge = around.edge[node]
        while edge != NO_STATE:
            target = around.edges[edge].target
            if around.before[target] == NO_STATE:
                around.before[target] = node
                around.distance[target] = around.distance[node] + 1
                around.queue[last] = target
                last += 1
            edge = around.edges[edge].following
    return NO_STATE


cdef u64 expand_around(Around* around, u32 won, u64 most) noexcept nogil:
    """Expand at most ``most`` positions, those on the way to a won node first; return their number."""
    cdef u32 first = 0, last = 0, node, edge, target
    cdef u64 number = 0
    memset(around.met, 0, MOST_KEPT)
    node = won
    while True:
        around.queue[last] = node
        last += 1
        around.met[node] = True
        if node == 0:
            break
        node = around.before[node]
    while first < last and number < most:
        node = around.queue[first]
        first += 1
        if not around.done[node] and around.distance[node] + around.left[node] < around.distance[won]:
            expand_node(around, node)
            number += 1
        edge = around.edge[node]
        while edge != NO_STATE:
            target = around.edges[edge].target
            if not around.met[target]:
                around.met[target] = True
                around.queue[last] = target
                last += 1
            edge = around.edges[edge].following
    return number


cdef int play_rest(Around* around, const u32* line, int length, u32* played) noexcept nogil:
    """Play moves after the position of ``child``, without those that are illegal; return the number of moves played.

    0 if that does not win.
    """
    cdef int index, number = 0
    cdef Play play
    copy_piles(around.flat, &around.child, &around.board, ~<u64>0)
    for index in range(length):
        around.tried += 1
        if line[index] & 255 > NO_MOVE:
            if not may_turn(around.flat, &around.board, 1 << (line[index] & 255) - NO_MOVE - 1):
                continue
        else:
            play = Play(line[index] & 255, line[index] >> 8 & 255, line[index] >> 16)
            if target_of(around.flat, &around.board, &play) == NO_PILE:
                continue
        make_move(around.flat, &around.board, line[index])
        played[number] = line[index]
        number += 1
        if around.board.won:
            return number
    return 0


cdef u64 spent(const Around* around) noexcept nogil:
    """Return the positions expanded, with moves that were tried as their share of one."""
    return around.expanded + around.tried // TRIED_A_POSITION


cdef int without_surplus(
    Around* around, const Board* root, u32* line, int length, u32* played, u64 budget
) noexcept nogil:
    """Leave out moves of a line as long as the rest wins and the budget lasts; return the new length."""
    cdef int index = 0, number
    copy_piles(around.flat, root, &around.child, ~<u64>0)
    while index < length and spent(around) < budget:
        number = play_rest(around, line + index + 1, length - index - 1, played)
        if number:
            memcpy(line + index, played, number * sizeof(u32))
            length = index + number
        else:
            make_move(around.flat, &around.child, line[index])
            index += 1
    return length


cdef u32 lay_line(Around* around, const Board* root, const u32* line, int length) noexcept nogil:
    """Make a node of each position of a line; return the last one, NO_STATE if there is no room."""
    cdef u32 node, target
    cdef int index
    copy_piles(around.flat, root, &around.child, ~<u64>0)
    node = node_at(around, &around.child)
    for index in range(length):
        make_move(around.flat, &around.child, line[index])
        target = node_at(around, &around.child)
        if node == NO_STATE or target == NO_STATE:
            return NO_STATE
        connect(around, node, target)
        node = target
    return node


cdef int moves_along(Around* around, const Board* root, u32 won, u32* line) noexcept nogil:
    """Write the moves of the way to a won node; return their number, 0 if one is not found again."""
    cdef u32 last = MOST_LINE, node = won, index
    cdef int number, length = 0
    cdef u64 touched
    cdef Fingerprint print
    while node:
        last -= 1
        around.queue[last] = node
        if last == 0:
            return 0
        node = around.before[node]
    copy_piles(around.flat, root, &around.board, ~<u64>0)
    copy_piles(around.flat, root, &around.child, ~<u64>0)
    for index in range(last, <u32>MOST_LINE):
        number = moves_to_try(around.flat, around.facts, &around.board, False, False, around.plays, around.moves)
        while number:
            number -= 1
            touched = make_move(around.flat, &around.child, around.moves[number])
            print = print_of(around, &around.child)
            if print.low == around.prints[around.queue[index]].low and print.high == around.prints[around.queue[index]].high:
                break
            copy_piles(around.flat, &around.board, &around.child, touched)
        else:
            return 0
        copy_piles(around.flat, &around.child, &around.board, ~<u64>0)
        line[length] = around.moves[number]
        length += 1
    return length


cdef int reroute(Around* around, const Board* root, u32* line, int length, u64 budget) noexcept nogil:
    """Replace a line by the shortest way through the positions around it; return its length."""
    cdef u32 won = lay_line(around, root, line, length)
    cdef u64 share = max(budget // ROUNDS, <u64>LEAST_ROUND), left
    cdef int number
    if won == NO_STATE or not around.won[won]:
        return length
    won = shortest_way(around)
    while spent(around) < budget:
        left = budget - spent(around)
        if not expand_around(around, won, min(share, left)):
            break
        won = shortest_way(around)
    number = moves_along(around, root, won, line + MOST_LINE)
    if number == 0 or number >= length:
        return length
    memcpy(line, line + MOST_LINE, number * sizeof(u32))
    return number


cdef int shortened(Around* around, const Board* root, u32* line, int length, u64 budget) noexcept nogil:
    """Shorten a line, which has room for two; return its new length."""
    cdef u64 last
    length = without_surplus(around, root, line, length, line + MOST_LINE, budget // 4)
    # Enough for the second time, if the line stays as long.
    last = min(budget // 4, <u64>length * <u64>length // (2 * TRIED_A_POSITION) + 1)
    length = reroute(around, root, line, length, budget - last)
    return without_surplus(around, root, line, length, line + MOST_LINE, budget)


cdef bint open_around(Around* around) noexcept nogil:
    cdef int pile
    around.per_move = 2 if around.flat.pairing else 1
    for pile in range(around.flat.columns, around.flat.foundations_end):
        around.per_move = max(around.per_move, <u32>around.flat.whole[pile])
    around.prints = <Fingerprint*>malloc(MOST_KEPT * sizeof(Fingerprint))
    around.edge = <u32*>malloc(MOST_KEPT * sizeof(u32))
    around.before = <u32*>malloc(MOST_KEPT * sizeof(u32))
    around.distance = <u32*>malloc(MOST_KEPT * sizeof(u32))
    around.left = <u32*>malloc(MOST_KEPT * sizeof(u32))
    around.queue = <u32*>malloc(max(<int>MOST_KEPT, <int>MOST_LINE) * sizeof(u32))
    around.done = <u8*>malloc(MOST_KEPT)
    around.won = <u8*>malloc(MOST_KEPT)
    around.met = <u8*>malloc(MOST_KEPT)
    around.edges = <Edge*>malloc(MOST_EDGES * sizeof(Edge))
    around.slots = <u32*>malloc(SLOTS * sizeof(u32))
    if around.slots != NULL:
        memset(around.slots, 255, SLOTS * sizeof(u32))
    return (
        around.prints != NULL
        and around.edge != NULL
        and around.before != NULL
        and around.distance != NULL
        and around.left != NULL
        and around.queue != NULL
        and around.done != NULL
        and around.won != NULL
        and around.met != NULL
        and around.edges != NULL
        and around.slots != NULL
        and empty_arena(&around.arena, around.flat)
    )


cdef void close_around(Around* around) noexcept nogil:
    if around == NULL:
        return
    free(around.prints)
    free(around.edge)
    free(around.before)
    free(around.distance)
    free(around.left)
    free(around.queue)
    free(around.done)
    free(around.won)
    free(around.met)
    free(around.edges)
    free(around.slots)
    close_arena(&around.arena)
    free(around)
