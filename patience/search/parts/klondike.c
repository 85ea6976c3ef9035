// The fewest moves to a win of Klondike (``facts.compact``): A*, as in ``fewest.c``, among positions of 124 bits.
//
// **Positions.** The heads of the columns and what lies below them, the foundations, the stock and the waste are as in
// ``compact.c``. Each other face-up card lies on one of two twins. Here it matters on which. Columns are interchangeable.
//
// **The bound** adds up moves of different kinds. Each card that is on no foundation goes to one. Each card of the stock
// is drawn. Where single cards are drawn, a waste card over a lower one of its suit leaves for a column, or is drawn again
// after a redeal. Lastly, some heads leave their places by a move to a column, one with each such move. A head goes to its
// foundation only once all lower cards of its suit have left their places. Before that, it needs a card to lie on that is not
// face down. A King needs a column where nothing is in its place, and which no other King takes: none that has left its
// place goes to its foundation before the other cards of its suit leave theirs. ``blocked`` is the least number of heads that
// leave for columns, over all orders in which heads can leave. It is found once for all sets of cards that can still be in
// their places: at most 40 320 in a usual deal.
//
// **Forced moves.** A safe card (``compact.c``) goes to its foundation at once, from a column, or from the top of the waste if
// single cards are drawn. The argument there loses no move: each card that goes to its foundation instead of onto the safe
// one needs a move there anyway, which is left out later, and the move onto the safe one is saved. Draws leave out the
// card. So, of the cards that draws bring up, none after the first safe one has to be tried.
//
// **Moves that wait** are draws and redeals, moves of a sequence from a card to its twin, and moves that empty a column but
// not to a foundation. Of the shortest lines, take one whose other moves come as early as possible. There, a move that
// waits comes just before the one that needs it, or before other moves that this one needs:
//
// * A draw or redeal comes before the move of a waste card: moves of other cards do not depend on it.
// * A move to a twin comes before the bared card goes to its foundation. Leave the move out. Then the twins change roles:
//   what is put on one goes onto the other. This ends when a twin goes to its foundation, bare. If it is not bare now, what
//   lies on it first moves to the other twin, which is: that move came later, and now the positions are the same.
// * A move that empties a column comes before a King goes there, when no column is empty. Leave the move out. Then the
//   card that it would lie on is bare instead, and nothing else differs. If the moved card moves on, or goes to its
//   foundation, the same holds, with a move less. If a King needs the column, the card first moves to where it would lie.
//
// No move needs two of these, but for a King of the waste that goes to a column just emptied. So a sequence moves to a twin
// in one step with the card that it bares, turns of the stock are part of a move of a waste card, and after a column was
// emptied only Kings move.

#include "../search.h"

static u8 blocked_heads(const Stands* stands, const u8* closed, u32 clearing);
static void queue_offspring(Fewest* fewest, u32 parent);
static void queue_stand(Fewest* fewest, u32 parent, const Offspring* child);
static bool grow_stands(Fewest* fewest);
static bool fill_stand_slots(Stands* stands, u64 room);
static void try_backs(Fewest* fewest, u32 node, const Stand* stand, u64 backs, u64 bare);
static void try_talon(Fewest* fewest, u32 node, const Stand* stand, u64 nexts, u64 safe, u64 bare);
static void try_drawn(Fewest* fewest, u32 node, const Stand* without, int card, u64 nexts, u64 bare);
static void try_columns(Fewest* fewest, u32 node, const Stand* stand, u64 nexts, u64 bare);
static bool fits_stand(const Compact* compact);
static void set_lower(Stands* stands);
static void set_start(Fewest* fewest, const Spot* spot);
static void try_start(Fewest* fewest);
static void close_stands(Fewest* fewest);
static bool play_steps(Fewest* fewest, Line* line);
static int column_topped_by(const Board* board, int top);

// Return the bits of the number of moves.
static inline u64 all_moves(void) {
    return (u64)0xFFFF << 48;
}

// Return the cards on which no other lies.
static inline u64 bare_cards(const Stand* stand) {
    u64 loose = stand->visible & ~stand->heads;
    u64 first = loose & ~stand->second, second = loose & stand->second;
    first = colors_swapped((first | (first >> 1)) & pairs()) << 4;
    second = colors_swapped((second | (second >> 1)) & pairs()) << 5;
    return stand->visible & ~first & ~second;
}

static inline bool is_vacant(const Stand* stand) {
    return stand->bottoms > bit_count(stand->visible & ~stand->heads & kings());
}

static inline void note_step(Stands* stands, int card, int target) {
    if (stands->steps_number < MOST_STEPS_OF_WAY)
        stands->steps[stands->steps_number] = card | (target << 6);
    stands->steps_number++;
}

// Take the head off a column: the next one is turned up. A King that lies on no card is no head.
static void take_head(const Compact* compact, Stand* stand, u64 card) {
    int column = 0;
    while (compact->head[column][stand->closed[column]] != card)
        column++;
    stand->heads ^= card;
    stand->closed[column]--;
    stand->clearing -= compact->weight[column];
    card = compact->head[column][stand->closed[column]];
    stand->visible |= card;
    if (stand->closed[column] == 1 && compact->on_king[column]) {
        stand->closed[column] = 0;
        stand->clearing -= compact->weight[column];
    } else if (stand->closed[column]) {
        stand->heads |= card;
    }
    if (stand->closed[column] == 0)
        stand->bottoms++;
}

// Play a bare card of a column to its foundation.
static inline void found_card(Stands* stands, Stand* stand, int card) {
    u64 bit = (u64)1 << card;
    if (stand->heads & bit)
        take_head(stands->compact, stand, bit);
    stand->visible &= ~bit;
    stand->second &= ~bit;
    stand->heights += one_of(card);
    stand->moves++;
    note_step(stands, card, TO_FOUNDATION);
}

// Put a card of a column, with all that lies on it, or another card, on this host, or into a vacancy.
static inline void put_card_on(Stands* stands, Stand* stand, int card, int host) {
    u64 bit = (u64)1 << card;
    if (stand->heads & bit)
        take_head(stands->compact, stand, bit);
    stand->visible |= bit;
    stand->second &= ~bit;
    if (host < TO_FOUNDATION && host & 1)
        stand->second |= bit;
    stand->moves++;
    note_step(stands, card, host);
}

// Play all cards to foundations that are safe.
static void settle_stand(Stands* stands, Stand* stand) {
    const Compact* compact = stands->compact;
    u64 nexts, safe, backs, cards;
    int card, place;
    while (true) {
        set_founding(stand->heights, &nexts, &safe, &backs);
        if (!safe)
            return;
        cards = bare_cards(stand) & safe;
        if (cards) {
            found_card(stands, stand, lowest_bit(cards));
            continue;
        }
        if (compact->draw > 1 || !stand->waste)
            return;
        place = last_place(stand->waste);
        card = compact->stock[place];
        if (!((safe >> card) & 1))
            return;
        stand->stock &= ~((u32)1 << place);
        stand->waste &= stand->stock;
        stand->heights += one_of(card);
        stand->moves++;
        note_step(stands, card, TO_FOUNDATION);
    }
}

static int founded_number(u32 heights) {
    return height(heights, 0) + height(heights, 1) + height(heights, 2) + height(heights, 3);
}

// Return a lower bound of the moves to a win, or NO_WIN if there surely is none.
static int moves_left(const Stands* stands, const Stand* stand) {
    const Compact* compact = stands->compact;
    int left = stands->blocked[stand->clearing], place;
    u32 places = stand->waste;
    if (left == NO_WIN)
        return NO_WIN;
    left += 52 - founded_number(stand->heights);
    left += (bit_count(stand->stock & ~stand->waste) + compact->draw - 1) / compact->draw;
    if (compact->draw == 1) {
        while (places) {
            place = lowest_bit(places);
            places &= places - 1;
            left += (stands->lower[place] & stand->waste) != 0;
        }
    }
    return left;
}

// Set ``blocked``, in the order of clearings: each leads to lower ones.
static void set_blocked(Stands* stands) {
    Compact* compact = stands->compact;
    u8 closed[COMPACT_COLUMNS];
    u32 clearing;
    int column;
    memset(closed, 0, sizeof(closed));
    stands->blocked[0] = 0;
    for (clearing = 1; clearing < compact->clears_room; clearing++) {
        column = 0;
        while (true) {
            closed[column]++;
            if (column + 1 == compact->columns
                || closed[column] * compact->weight[column] < compact->weight[column + 1])
                break;
            closed[column] = 0;
            column++;
        }
        stands->blocked[clearing] = blocked_heads(stands, closed, clearing);
    }
}

// Return how many heads must at least leave for columns, given that of lower clearings; NO_WIN if some cannot leave.
static u8 blocked_heads(const Stands* stands, const u8* closed, u32 clearing) {
    const Compact* compact = stands->compact;
    u64 hidden = 0, heads = 0, card, lower;
    int column, suit, bottoms = 0, after, least = NO_WIN;
    if (!could_hold(compact, closed))
        return NO_WIN;
    for (column = 0; column < compact->columns; column++) {
        hidden |= compact->below[column][closed[column]];
        heads |= compact->head[column][closed[column]];
        bottoms += closed[column] == 0;
    }
    for (suit = 0; suit < 4; suit++) {
        card = suit_cards(suit) & kings() & compact->dealt & ~hidden & ~heads;
        if (card && (hidden | heads) & suit_cards(suit))
            bottoms--;
    }
    for (column = 0; column < compact->columns; column++) {
        if (!closed[column])
            continue;
        card = compact->head[column][closed[column]];
        after = closed[column] - 1;
        if (after == 1 && compact->on_king[column])
            after = 0;
        after = stands->blocked[clearing - compact->weight[column] * (u32)(closed[column] - after)];
        lower = (card - 1) & suit_cards(lowest_bit(card) & 3);
        if (lower & (hidden | heads)) {
            if ((card & kings() && bottoms <= 0) || (!(card & kings()) && !(hosts_of(card) & ~hidden)))
                continue;
            after = LEAST(after + 1, NO_WIN);
        }
        least = LEAST(least, after);
    }
    return least;
}

static inline void set_key(const Stands* stands, const Stand* stand, Offspring* child) {
    const Compact* compact = stands->compact;
    u64 rest = ((((u64)stand->clearing << 1) | stand->awaits) << 5) | bit_count(stand->waste);
    child->low = stand->heights | ((u64)stand->stock << 16) | (rest << compact->waste_shift);
    child->high = stand->second | ((u64)stand->moves << 48);
}

static void read_stand(const Stands* stands, u64 low, u64 high, Stand* stand) {
    const Compact* compact = stands->compact;
    Spot spot;
    Ground ground;
    u64 rest = low >> compact->waste_shift;
    int waste = rest & 31, column;
    u32 clearing, left;
    stand->heights = low & 0xFFFF;
    stand->stock = (low >> 16) & (((u64)1 << compact->stock_size) - 1);
    left = stand->stock;
    while (waste) {
        left &= left - 1;
        waste--;
    }
    stand->waste = stand->stock & ~left;
    stand->awaits = (rest >> 5) & 1;
    stand->clearing = clearing = rest >> 6;
    stand->second = high & ~all_moves();
    stand->moves = high >> 48;
    for (column = compact->columns - 1; column > -1; column--) {
        stand->closed[column] = (u8)(clearing / compact->weight[column]);
        clearing -= stand->closed[column] * compact->weight[column];
        spot.closed[column] = stand->closed[column];
    }
    spot.stock = stand->stock;
    survey(compact, &spot, &ground);
    stand->heads = ground.heads;
    stand->bottoms = ground.vacancies;
    stand->visible = ground.shown & ~founded_cards(stand->heights);
}

// Settle a position and note it for ``queue_offspring``.
static void add_offspring(Fewest* fewest, u32 parent, Stand* stand) {
    Stands* stands = fewest->stands;
    Offspring* child;
    int left;
    settle_stand(stands, stand);
    left = moves_left(stands, stand);
    if (left == NO_WIN || stand->moves + left >= (int)fewest->most) {
        if (!stands->tracing)
            return;
    }
    if (stands->children_number == MOST_CHILDREN)
        queue_offspring(fewest, parent);
    child = &stands->children[stands->children_number];
    set_key(stands, stand, child);
    if (stands->tracing) {
        stands->traced = child->low == stands->wanted_low && child->high == stands->wanted_high;
        return;
    }
    child->value = LEAST(stand->moves + (int)fewest->weight * left / 100, STAND_VALUES - 1);
    fetch_early(&stands->slots[mixed(child->low ^ mixed(stand->second)) & (stands->slots_room - 1)]);
    stands->children_number++;
}

// Queue the children of ``add_offspring`` to which no shorter way is known.
static void queue_offspring(Fewest* fewest, u32 parent) {
    Stands* stands = fewest->stands;
    int index;
    for (index = 0; index < stands->children_number; index++)
        if (fewest->result == RUNNING)
            queue_stand(fewest, parent, &stands->children[index]);
    stands->children_number = 0;
}

// Return the slot of a position, or the empty one where it belongs.
static inline u64 slot_for(const Stands* stands, u64 low, u64 high) {
    u64 slot = mixed(low ^ mixed(high & ~all_moves())) & (stands->slots_room - 1);
    u32 node;
    while (stands->slots[slot]) {
        node = stands->slots[slot] - 1;
        if (stands->low[node] == low && ((stands->high[node] ^ high) & ~all_moves()) == 0)
            break;
        slot = (slot + 1) & (stands->slots_room - 1);
    }
    return slot;
}

static void queue_stand(Fewest* fewest, u32 parent, const Offspring* child) {
    Stands* stands = fewest->stands;
    u64 slot;
    u32 node;
    int moves = child->high >> 48;
    if (moves >= (int)fewest->most)
        return;
    if (stands->nodes == stands->room && !grow_stands(fewest))
        return;
    slot = slot_for(stands, child->low, child->high);
    if (stands->slots[slot]) {
        node = stands->slots[slot] - 1;
        if ((int)(stands->high[node] >> 48) <= moves)
            return;
    }
    node = stands->nodes;
    stands->nodes++;
    stands->low[node] = child->low;
    stands->high[node] = child->high;
    stands->parents[node] = parent;
    stands->older[node] = stands->queues[child->value];
    stands->queues[child->value] = node + 1;
    stands->first = LEAST(stands->first, child->value);
    stands->slots[slot] = node + 1;
    if ((child->low & 0xFFFF) == ALL_FOUNDED) {
        fewest->most = moves;
        fewest->won_way = node;
    }
}

// Make room for twice as many nodes; return False, and set the result, if memory is exhausted.
static bool grow_stands(Fewest* fewest) {
    Stands* stands = fewest->stands;
    u64 room = GREATEST((u64)4096, 2 * (u64)stands->room);
    if (room * BYTES_PER_STAND > fewest->memory) {
        fewest->result = OUT_OF_BUDGET;
        return false;
    }
    if (!(resized(&stands->low, room * sizeof(u64)) && resized(&stands->high, room * sizeof(u64))
            && resized(&stands->parents, room * sizeof(u32)) && resized(&stands->older, room * sizeof(u32))
            && fill_stand_slots(stands, 2 * room))) {
        fewest->result = OUT_OF_MEMORY;
        return false;
    }
    stands->room = (u32)room;
    return true;
}

// Make new slots. Of several nodes of one position, the last one is the best.
static bool fill_stand_slots(Stands* stands, u64 room) {
    u32 node;
    free(stands->slots);
    stands->slots = (u32*)calloc(room, sizeof(u32));
    if (stands->slots == NULL)
        return false;
    use_large_pages(stands->slots, room * sizeof(u32));
    stands->slots_room = room;
    for (node = 0; node < stands->nodes; node++)
        stands->slots[slot_for(stands, stands->low[node], stands->high[node])] = node + 1;
    return true;
}

static inline bool is_finished(const Fewest* fewest) {
    return fewest->result != RUNNING || fewest->stands->traced;
}

// Try all moves.
static void expand_stand(Fewest* fewest, u32 node, const Stand* stand) {
    u64 nexts, safe, backs, bare = bare_cards(stand);
    set_founding(stand->heights, &nexts, &safe, &backs);
    try_backs(fewest, node, stand, backs, bare);
    try_talon(fewest, node, stand, nexts, safe, bare);
    try_columns(fewest, node, stand, nexts, bare);
    queue_offspring(fewest, node);
}

// Try to put a card, which is where ``stand`` no longer has it, on each of these hosts, or a King into a vacancy.
static void try_on_hosts(Fewest* fewest, u32 node, const Stand* stand, int card, u64 hosts) {
    Stand child;
    if (card >= 48) {
        if (is_vacant(stand)) {
            child = *stand;
            child.awaits = false;
            fewest->stands->steps_number = 0;
            put_card_on(fewest->stands, &child, card, TO_VACANCY);
            add_offspring(fewest, node, &child);
        }
        return;
    }
    hosts &= hosts_of((u64)1 << card);
    while (hosts && !is_finished(fewest)) {
        child = *stand;
        fewest->stands->steps_number = 0;
        put_card_on(fewest->stands, &child, card, lowest_bit(hosts));
        add_offspring(fewest, node, &child);
        hosts &= hosts - 1;
    }
}

// Try to give cards back from foundations.
static void try_backs(Fewest* fewest, u32 node, const Stand* stand, u64 backs, u64 bare) {
    Stand without;
    int card;
    if (stand->awaits)
        backs &= kings();
    while (backs && !is_finished(fewest)) {
        card = lowest_bit(backs);
        backs &= backs - 1;
        without = *stand;
        without.heights -= one_of(card);
        try_on_hosts(fewest, node, &without, card, bare);
    }
}

// Try the moves of all cards that draws and a redeal bring to the top of the waste.
static void try_talon(Fewest* fewest, u32 node, const Stand* stand, u64 nexts, u64 safe, u64 bare) {
    const Compact* compact = fewest->stands->compact;
    Stand without;
    u32 below[MOST_STOCK + 1];
    u32 left = stand->stock, reached = 0;
    int number = 0, at = bit_count(stand->waste), turns = 0, last, card;
    bool redealt = false;
    below[0] = 0;
    while (left) {
        number++;
        below[number] = stand->stock & ~(left & (left - 1));
        left &= left - 1;
    }
    last = at;
    while (!is_finished(fewest)) {
        if (at && !((reached >> at) & 1)) {
            reached |= (u32)1 << at;
            card = compact->stock[last_place(below[at])];
            without = *stand;
            without.moves += turns;
            without.stock &= ~(below[at] & ~below[at - 1]);
            without.waste = below[at - 1];
            try_drawn(fewest, node, &without, card, nexts, bare);
            if ((safe >> card) & 1 && compact->draw == 1)
                return;
        }
        if (at < number) {
            at = LEAST(at + compact->draw, number);
        } else if (redealt || !number) {
            return;
        } else {
            redealt = true;
            at = 0;
        }
        turns++;
        if (redealt && compact->draw == 1 && at >= last)
            return;
    }
}

// Try the moves of a card of the waste, which ``without`` no longer has there.
static void try_drawn(Fewest* fewest, u32 node, const Stand* without, int card, u64 nexts, u64 bare) {
    Stand child;
    if (!without->awaits || card >= 48)
        try_on_hosts(fewest, node, without, card, bare);
    if ((nexts >> card) & 1 && !without->awaits && !is_finished(fewest)) {
        child = *without;
        child.heights += one_of(card);
        child.moves++;
        fewest->stands->steps_number = 0;
        note_step(fewest->stands, card, TO_FOUNDATION);
        add_offspring(fewest, node, &child);
    }
}

// Try the moves of heads, and of cards of columns to foundations.
static void try_columns(Fewest* fewest, u32 node, const Stand* stand, u64 nexts, u64 bare) {
    Stands* stands = fewest->stands;
    Stand child;
    u64 cards = stand->heads, loose, ends = 0;
    int card, column;
    bool vacant = is_vacant(stand);
    for (column = 0; column < stands->compact->columns; column++)
        if (stand->closed[column] == 1)
            ends |= stands->compact->head[column][1];
    if (stand->awaits)
        cards &= kings();
    while (cards && !is_finished(fewest)) {
        card = lowest_bit(cards);
        cards &= cards - 1;
        child = *stand;
        if ((ends >> card) & 1) {
            if (vacant)
                continue;
            child.awaits = true;
        }
        try_on_hosts(fewest, node, &child, card, bare);
    }
    if (stand->awaits)
        return;
    // A card that is covered: its sequence moves to its twin.
    cards = stand->visible & nexts & (bare | with_twins(bare));
    while (cards && !is_finished(fewest)) {
        card = lowest_bit(cards);
        cards &= cards - 1;
        child = *stand;
        stands->steps_number = 0;
        if (!((bare >> card) & 1)) {
            if (!((bare >> (card ^ 1)) & 1))
                continue;
            loose = (colors_swapped(with_twins((u64)1 << card)) >> 4) & stand->visible & ~stand->heads;
            loose &= card & 1 ? stand->second : ~stand->second;
            put_card_on(stands, &child, lowest_bit(loose), card ^ 1);
        }
        found_card(stands, &child, card);
        add_offspring(fewest, node, &child);
    }
}

// Expand the position with the least sum of moves and bound.
static void expand_best_stand(Fewest* fewest) {
    Stands* stands = fewest->stands;
    Stand stand;
    u32 node;
    while (stands->first < STAND_VALUES && !stands->queues[stands->first])
        stands->first++;
    if (fewest->weight == 100)
        fewest->least = GREATEST(fewest->least, LEAST(fewest->most, (u32)stands->first));
    if (stands->first == STAND_VALUES || (fewest->weight == 100 && fewest->least >= fewest->most)) {
        fewest->least = fewest->most;
        fewest->result = fewest->most < ANY_LENGTH ? WINS : DEAD;
        return;
    }
    if (fewest->expanded == fewest->budget) {
        fewest->result = OUT_OF_BUDGET;
        return;
    }
    node = stands->queues[stands->first] - 1;
    stands->queues[stands->first] = stands->older[node];
    if (stands->slots[slot_for(stands, stands->low[node], stands->high[node])] != node + 1)
        return;
    read_stand(stands, stands->low[node], stands->high[node], &stand);
    if (stand.moves + moves_left(stands, &stand) >= (int)fewest->most)
        return;
    fewest->expanded++;
    expand_stand(fewest, node, &stand);
}

// Begin at ``root``. Return 0 if it does not fit, and -1 if memory is exhausted.
static int open_stands(Fewest* fewest) {
    Stands* stands;
    Spot spot;
    if (!fewest->facts->compact)
        return 0;
    stands = (Stands*)calloc(1, sizeof(Stands));
    if (stands == NULL)
        return -1;
    fewest->stands = stands;
    stands->compact = (Compact*)calloc(1, sizeof(Compact));
    if (stands->compact == NULL)
        return -1;
    if (!read_root(fewest->flat, fewest->facts, &fewest->root, stands->compact, &spot)
        || !fits_stand(stands->compact)) {
        close_stands(fewest);
        return 0;
    }
    stands->blocked = (u8*)malloc(stands->compact->clears_room);
    if (stands->blocked == NULL || !grow_stands(fewest))
        return -1;
    set_blocked(stands);
    set_lower(stands);
    set_start(fewest, &spot);
    stands->first = STAND_VALUES;
    fewest->won_way = NO_STATE;
    try_start(fewest);
    return 1;
}

static bool fits_stand(const Compact* compact) {
    return compact->clears_room <= MOST_CLEARINGS && compact->waste_shift + 5 + 1 + 16 <= 64;
}

static void set_lower(Stands* stands) {
    const Compact* compact = stands->compact;
    int place, other;
    for (place = 0; place < compact->stock_size; place++) {
        for (other = 0; other < place; other++)
            if (compact->stock[other] < compact->stock[place]
                && ((compact->stock[other] ^ compact->stock[place]) & 3) == 0)
                stands->lower[place] |= (u32)1 << other;
    }
}

// Set the key of the position that ``read_root`` has read.
static void set_start(Fewest* fewest, const Spot* spot) {
    Stands* stands = fewest->stands;
    const u8* numbers = &fewest->facts->compact_card[0];
    const Board* board = &fewest->root;
    int column, index;
    u64 rest = ((u64)(stands->compact->clears_room - 1) << 6) | (u64)(board->size[fewest->flat->waste] - 1);
    stands->start_low = spot->heights | ((u64)spot->stock << 16) | (rest << stands->compact->waste_shift);
    stands->start_high = 0;
    for (column = 0; column < fewest->flat->columns; column++) {
        for (index = GREATEST((int)spot->closed[column], 1) + 1; index < board->size[column]; index++)
            if (numbers[board->cards[column][index - 1]] & 1)
                stands->start_high |= (u64)1 << numbers[board->cards[column][index]];
    }
}

static void try_start(Fewest* fewest) {
    Stand stand;
    read_stand(fewest->stands, fewest->stands->start_low, fewest->stands->start_high, &stand);
    fewest->stands->steps_number = 0;
    add_offspring(fewest, NO_STATE, &stand);
    queue_offspring(fewest, NO_STATE);
}

static void close_stands(Fewest* fewest) {
    Stands* stands = fewest->stands;
    if (stands == NULL)
        return;
    free(stands->compact);
    free(stands->blocked);
    free(stands->low);
    free(stands->high);
    free(stands->parents);
    free(stands->older);
    free(stands->slots);
    free(stands);
    fewest->stands = NULL;
}

// Write the moves of the shortest line found; return False if memory is exhausted.
static bool write_stands(Fewest* fewest, Line* line) {
    Stands* stands = fewest->stands;
    Stand stand;
    u32 length, index;
    int result = fewest->result;
    bool enough = true;
    u32* path;
    path = way_to(stands->parents, fewest->won_way, &length);
    if (path == NULL)
        return false;
    fewest->board = fewest->root;
    fewest->result = RUNNING;
    stands->tracing = true;
    for (index = 0; index < length; index++) {
        stands->wanted_low = stands->low[path[index]];
        stands->wanted_high = stands->high[path[index]];
        stands->traced = false;
        if (index == 0) {
            try_start(fewest);
        } else {
            read_stand(stands, stands->low[path[index - 1]], stands->high[path[index - 1]], &stand);
            expand_stand(fewest, path[index - 1], &stand);
        }
        enough = enough && stands->traced && play_steps(fewest, line);
    }
    stands->tracing = stands->traced = false;
    fewest->result = result;
    free(path);
    return enough;
}

// Play ``steps`` on the board, and write them.
static bool play_steps(Fewest* fewest, Line* line) {
    const Flat* flat = fewest->flat;
    Board* board = &fewest->board;
    int index, card, target, source, at;
    for (index = 0; index < fewest->stands->steps_number; index++) {
        card = fewest->facts->compact_face[fewest->stands->steps[index] & 63];
        target = fewest->stands->steps[index] >> 6;
        if (target == TO_FOUNDATION)
            target = fewest->facts->compact_home[fewest->stands->steps[index] & 3];
        else
            target = column_topped_by(board, target == TO_VACANCY ? FLOOR : fewest->facts->compact_face[target]);
        source = 0;
        while (source < flat->foundations_end && !(at = place_of(board, source, card)))
            source++;
        if (source < flat->foundations_end) {
            if (!write_counted(flat, board, packed(source, target, board->size[source] - at), line))
                return false;
            continue;
        }
        at = waste_size_with(flat, board, card);
        if (!write_counted(flat, board, packed(flat->waste, target, 1) | ((u32)(at + 1) << 24), line))
            return false;
    }
    return true;
}

static int column_topped_by(const Board* board, int top) {
    int column = 0;
    while (top_of(board, column) != top)
        column++;
    return column;
}
