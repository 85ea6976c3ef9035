# Storage of positions: fingerprints of seen positions, queues of waiting ones, and whole expanded ones.
#
# Needs: board.pxi, bounds.pxi, engine.pyx, table.pxi
# Gives: Arena, Fingerprint, Node, Queue, SIZES, Seen, add_node, close_arena, close_queue, empty_arena, empty_seen,
#   keep_state, load_state, node_of, pop, push, read_state, remember, room_for_state, slot_of, write_state

cdef struct Fingerprint:
    u64 low
    u64 high  # never 0, which marks an empty slot


cdef struct Seen:
    # A hash table with open addressing; the number of slots is a power of two.
    Fingerprint* slots
    u64 room
    u64 number


cdef struct Queue:
    # A binary heap, least first. An entry is the value (high bits) and the node (low bits), so entries are unique.
    u64* entries
    u32 room
    u32 number


cdef struct Node:
    u32 parent  # the state from which it was reached
    u32 move


cdef enum:
    # Where the sizes of the piles begin: after the node and the redeals.
    SIZES = 8


cdef struct Arena:
    Node* nodes
    u32 nodes_room
    u32 nodes_number
    u8* states  # ``stride`` bytes each: the node, the redeals since the start, the size of each pile, then all cards
    u32 states_room
    u32 states_number
    u32 stride
    i64 redeals  # before the search
    Seen seen


cdef bint empty_seen(Seen* seen) noexcept nogil:
    free(seen.slots)
    seen.room = 1024
    seen.number = 0
    seen.slots = <Fingerprint*>calloc(seen.room, sizeof(Fingerprint))
    return seen.slots != NULL


cdef inline Fingerprint* slot_of(const Seen* seen, const Fingerprint* print) noexcept nogil:
    cdef u64 place = print.low & (seen.room - 1)
    while seen.slots[place].high and (
        seen.slots[place].high != print.high or seen.slots[place].low != print.low
    ):
        place = (place + 1) & (seen.room - 1)
    return &seen.slots[place]


cdef bint grow_seen(Seen* seen) noexcept nogil:
    cdef Seen larger
    cdef u64 place
    larger.room = 2 * seen.room
    larger.number = seen.number
    larger.slots = <Fingerprint*>calloc(larger.room, sizeof(Fingerprint))
    if larger.slots == NULL:
        return False
    for place in range(seen.room):
        if seen.slots[place].high:
            slot_of(&larger, &seen.slots[place])[0] = seen.slots[place]
    free(seen.slots)
    seen[0] = larger
    return True


cdef int remember(Seen* seen, const Fingerprint* print) noexcept nogil:
    """Insert a fingerprint; return 1 if it is new, 0 if it was seen, -1 if memory is exhausted."""
    cdef Fingerprint* slot
    if 8 * seen.number > 5 * seen.room and not grow_seen(seen):
        return -1
    slot = slot_of(seen, print)
    if slot.high:
        return 0
    slot[0] = print[0]
    seen.number += 1
    return 1


cdef bint push(Queue* queue, i32 value, u32 node) noexcept nogil:
    cdef u64 entry = <u64>(<u32>value ^ <u32>0x80000000) << 32 | node
    cdef u32 place, above
    cdef u64* entries
    if queue.number == queue.room:
        entries = <u64*>realloc(queue.entries, 2 * (queue.room + 32) * sizeof(u64))
        if entries == NULL:
            return False
        queue.entries = entries
        queue.room = 2 * (queue.room + 32)
    place = queue.number
    queue.number += 1
    while place:
        above = (place - 1) // 2
        if queue.entries[above] < entry:
            break
        queue.entries[place] = queue.entries[above]
        place = above
    queue.entries[place] = entry
    return True


cdef u32 pop(Queue* queue) noexcept nogil:
    cdef u32 least = <u32>queue.entries[0]
    cdef u32 place = 0, below = 1
    cdef u64 entry
    queue.number -= 1
    entry = queue.entries[queue.number]
    while below < queue.number:
        if below + 1 < queue.number and queue.entries[below + 1] < queue.entries[below]:
            below += 1
        if queue.entries[below] > entry:
            break
        queue.entries[place] = queue.entries[below]
        place = below
        below = 2 * place + 1
    queue.entries[place] = entry
    return least


cdef void close_queue(Queue* queue) noexcept nogil:
    free(queue.entries)
    memset(queue, 0, sizeof(Queue))


cdef bint add_node(Arena* arena, u32 parent, u32 move) noexcept nogil:
    cdef Node* nodes
    if arena.nodes_number == arena.nodes_room:
        nodes = <Node*>realloc(arena.nodes, 2 * (<size_t>arena.nodes_room + 512) * sizeof(Node))
        if nodes == NULL:
            return False
        arena.nodes = nodes
        arena.nodes_room = 2 * (arena.nodes_room + 512)
    arena.nodes[arena.nodes_number] = Node(parent, move)
    arena.nodes_number += 1
    return True


cdef u8* room_for_state(Arena* arena) noexcept nogil:
    """Return where one more state goes, NULL if memory is exhausted."""
    cdef u8* state
    if arena.states_number == arena.states_room:
        state = <u8*>realloc(arena.states, 2 * (<size_t>arena.states_room + 128) * arena.stride)
        if state == NULL:
            return NULL
        arena.states = state
        arena.states_room = 2 * (arena.states_room + 128)
    state = arena.states + <size_t>arena.states_number * arena.stride
    arena.states_number += 1
    return state


cdef bint keep_state(Arena* arena, const Flat* flat, const Board* board, u32 node) noexcept nogil:
    cdef u8* state = room_for_state(arena)
    if state == NULL:
        return False
    write_state(arena, flat, board, node, state)
    return True


cdef void write_state(const Arena* arena, const Flat* flat, const Board* board, u32 node, u8* state) noexcept nogil:
    cdef u8* cards
    cdef u32 redeals = <u32>(board.redeals - arena.redeals)
    cdef int pile
    memcpy(state, &node, 4)
    memcpy(state + 4, &redeals, 4)
    cards = state + SIZES + flat.piles
    for pile in range(flat.piles):
        state[SIZES + pile] = <u8>board.size[pile]
        memcpy(cards, &board.cards[pile][1], board.size[pile] - 1)
        cards += board.size[pile] - 1


cdef void load_state(const Arena* arena, const Flat* flat, u32 index, Board* board) noexcept nogil:
    read_state(arena, flat, arena.states + <size_t>index * arena.stride, board)


cdef void read_state(const Arena* arena, const Flat* flat, const u8* state, Board* board) noexcept nogil:
    cdef const u8* cards = state + SIZES + flat.piles
    cdef u32 redeals
    cdef int pile
    memcpy(&redeals, state + 4, 4)
    board.redeals = arena.redeals + redeals
    board.won = False
    for pile in range(flat.piles):
        board.size[pile] = state[SIZES + pile]
        board.cards[pile][0] = FLOOR
        memcpy(&board.cards[pile][1], cards, board.size[pile] - 1)
        cards += board.size[pile] - 1


cdef inline u32 node_of(const Arena* arena, u32 state) noexcept nogil:
    cdef u32 node
    memcpy(&node, arena.states + <size_t>state * arena.stride, 4)
    return node


cdef bint empty_arena(Arena* arena, const Flat* flat) noexcept nogil:
    arena.nodes_number = 0
    arena.states_number = 0
    arena.stride = SIZES + flat.piles + flat.cards
    return empty_seen(&arena.seen)


cdef void close_arena(Arena* arena) noexcept nogil:
    free(arena.nodes)
    free(arena.states)
    free(arena.seen.slots)
