// Storage of positions: fingerprints of seen positions, queues of waiting ones, and whole expanded ones.

#include "../search.h"

static bool empty_seen(Seen* seen) {
    free(seen->slots);
    seen->room = 1024;
    seen->number = 0;
    seen->slots = (Fingerprint*)calloc(seen->room, sizeof(Fingerprint));
    return seen->slots != NULL;
}

static inline Fingerprint* slot_of(const Seen* seen, const Fingerprint* print) {
    u64 place = print->low & (seen->room - 1);
    while (seen->slots[place].high && (seen->slots[place].high != print->high || seen->slots[place].low != print->low))
        place = (place + 1) & (seen->room - 1);
    return &seen->slots[place];
}

static bool grow_seen(Seen* seen) {
    Seen larger;
    u64 place;
    larger.room = 2 * seen->room;
    larger.number = seen->number;
    larger.slots = (Fingerprint*)calloc(larger.room, sizeof(Fingerprint));
    if (larger.slots == NULL)
        return false;
    for (place = 0; place < seen->room; place++)
        if (seen->slots[place].high)
            *slot_of(&larger, &seen->slots[place]) = seen->slots[place];
    free(seen->slots);
    *seen = larger;
    return true;
}

// Insert a fingerprint; return 1 if it is new, 0 if it was seen, -1 if memory is exhausted.
static int remember(Seen* seen, const Fingerprint* print) {
    Fingerprint* slot;
    if (8 * seen->number > 5 * seen->room && !grow_seen(seen))
        return -1;
    slot = slot_of(seen, print);
    if (slot->high)
        return 0;
    *slot = *print;
    seen->number++;
    return 1;
}

static bool push(Queue* queue, i32 value, u32 node) {
    u64 entry = ((u64)((u32)value ^ (u32)0x80000000) << 32) | node;
    u32 place, above;
    u64* entries;
    if (queue->number == queue->room) {
        entries = (u64*)realloc(queue->entries, 2 * (queue->room + 32) * sizeof(u64));
        if (entries == NULL)
            return false;
        queue->entries = entries;
        queue->room = 2 * (queue->room + 32);
    }
    place = queue->number;
    queue->number++;
    while (place) {
        above = (place - 1) / 2;
        if (queue->entries[above] < entry)
            break;
        queue->entries[place] = queue->entries[above];
        place = above;
    }
    queue->entries[place] = entry;
    return true;
}

static u32 pop(Queue* queue) {
    u32 least = (u32)queue->entries[0];
    u32 place = 0, below = 1;
    u64 entry;
    queue->number--;
    entry = queue->entries[queue->number];
    while (below < queue->number) {
        if (below + 1 < queue->number && queue->entries[below + 1] < queue->entries[below])
            below++;
        if (queue->entries[below] > entry)
            break;
        queue->entries[place] = queue->entries[below];
        place = below;
        below = 2 * place + 1;
    }
    queue->entries[place] = entry;
    return least;
}

static void close_queue(Queue* queue) {
    free(queue->entries);
    memset(queue, 0, sizeof(Queue));
}

static bool add_node(Arena* arena, u32 parent, u32 move) {
    Node* nodes;
    if (arena->nodes_number == arena->nodes_room) {
        nodes = (Node*)realloc(arena->nodes, 2 * ((size_t)arena->nodes_room + 512) * sizeof(Node));
        if (nodes == NULL)
            return false;
        arena->nodes = nodes;
        arena->nodes_room = 2 * (arena->nodes_room + 512);
    }
    arena->nodes[arena->nodes_number] = (Node){parent, move};
    arena->nodes_number++;
    return true;
}

// Return where one more state goes, NULL if memory is exhausted.
static u8* room_for_state(Arena* arena) {
    u8* state;
    if (arena->states_number == arena->states_room) {
        state = (u8*)realloc(arena->states, 2 * ((size_t)arena->states_room + 128) * arena->stride);
        if (state == NULL)
            return NULL;
        arena->states = state;
        arena->states_room = 2 * (arena->states_room + 128);
    }
    state = arena->states + (size_t)arena->states_number * arena->stride;
    arena->states_number++;
    return state;
}

static bool keep_state(Arena* arena, const Flat* flat, const Board* board, u32 node) {
    u8* state = room_for_state(arena);
    if (state == NULL)
        return false;
    write_state(arena, flat, board, node, state);
    return true;
}

static void write_state(const Arena* arena, const Flat* flat, const Board* board, u32 node, u8* state) {
    u8* cards;
    u32 redeals = (u32)(board->redeals - arena->redeals);
    int pile;
    memcpy(state, &node, 4);
    memcpy(state + 4, &redeals, 4);
    cards = state + SIZES + flat->piles;
    for (pile = 0; pile < flat->piles; pile++) {
        state[SIZES + pile] = (u8)board->size[pile];
        memcpy(cards, &board->cards[pile][1], board->size[pile] - 1);
        cards += board->size[pile] - 1;
    }
}

static void load_state(const Arena* arena, const Flat* flat, u32 index, Board* board) {
    read_state(arena, flat, arena->states + (size_t)index * arena->stride, board);
}

static void read_state(const Arena* arena, const Flat* flat, const u8* state, Board* board) {
    const u8* cards = state + SIZES + flat->piles;
    u32 redeals;
    int pile;
    memcpy(&redeals, state + 4, 4);
    board->redeals = arena->redeals + redeals;
    board->won = false;
    for (pile = 0; pile < flat->piles; pile++) {
        board->size[pile] = state[SIZES + pile];
        board->cards[pile][0] = FLOOR;
        memcpy(&board->cards[pile][1], cards, board->size[pile] - 1);
        cards += board->size[pile] - 1;
    }
}

static inline u32 node_of(const Arena* arena, u32 state) {
    u32 node;
    memcpy(&node, arena->states + (size_t)state * arena->stride, 4);
    return node;
}

static bool empty_arena(Arena* arena, const Flat* flat) {
    arena->nodes_number = 0;
    arena->states_number = 0;
    arena->stride = SIZES + flat->piles + flat->cards;
    return empty_seen(&arena->seen);
}

static void close_arena(Arena* arena) {
    free(arena->nodes);
    free(arena->states);
    free(arena->seen.slots);
}

// Change the size of the array to which ``array`` points; return False, and leave it, if memory is exhausted.
static bool resized(void* array, size_t size) {
    void* old;
    memcpy(&old, array, sizeof old);
    old = realloc(old, size);
    if (old != NULL)
        memcpy(array, &old, sizeof old);
    return old != NULL;
}

// Return the nodes from the first one to this one, and how many these are; NULL if memory is exhausted.
static u32* way_to(const u32* parents, u32 last, u32* length) {
    u32 node, index;
    u32* way;
    *length = 0;
    for (node = last; node != NO_STATE; node = parents[node])
        ++*length;
    way = (u32*)malloc(*length * sizeof(u32));
    if (way == NULL)
        return NULL;
    for (index = *length, node = last; index > 0; node = parents[node])
        way[--index] = node;
    return way;
}

// Return the place of a card in a pile, 0 if it is not there.
static int place_of(const Board* board, int pile, int card) {
    int place = board->size[pile] - 1;
    while (place && board->cards[pile][place] != card)
        place--;
    return place;
}
