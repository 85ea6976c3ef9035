// Games of pairs, such as Pyramid, searched as sets of cards: no card comes to lie on another. Others, with two packs
// or whose columns are filled, are searched in runs.
//
// **Positions.** A card of a column or a reserve pile is free once all cards over it are gone: those above it in its pile,
// and those of the piles that cover it. The cards of the stock and the waste keep their order. So a position is given by
// the cards that are left, how many of them are on the waste, and the redeals: 64 bits.
//
// **Draws and redeals** are part of the move that follows them. Where single cards are drawn, a card that is drawn can do
// all that it could as the top of the stock, except to leave with the top of the waste. Of two positions with the same
// cards left, the one with fewer redeals, or else with fewer cards on the waste, can be turned into the other. So a set of
// cards is expanded again only if it is reached sooner. Nothing is gained by two redeals without a move between them, nor by
// a redeal for a card that is still in the stock. Without a limit on redeals all sets of cards are reached at once. Where
// several cards are drawn, positions with different numbers of cards on the waste differ. Unlimited redeals lead back to an
// empty waste from a number that draws alone can reach: such positions are one.
//
// **Cards that leave alone**, the Kings, pair with no card. In columns they leave at once: whatever a line does before
// can be done without the King. So can what it does while a King is in the stock or on the waste, if single cards are
// drawn: each King leaves when it appears, and the card below it on the waste, or after it in the stock, takes its place
// no later. There, Kings are not counted at all.
//
// **Partners.** Two cards of which one lies over the other never leave together. The ranks that pair, directly or by way
// of others, form a group. If it has at most eight cards, a table has which of its sets of cards can be divided into
// pairs that may leave together, as far as a win needs them to leave. Larger groups, as in Cheops, need a partner
// for each card. Where this fails for the cards that are left, the position is dead: the cards that leave in a winning
// line leave in such pairs. The order of the pairs is ignored.

#include "../search.h"

static void play_stock(
    Work* work, u32 node, u64 cards, u64 free, const u8* stock, int left, int redeals, int waste, int end);
static u64 lone_stock(const Pairs* pairs);
static bool number_paired(const Flat* flat, const Board* board, Pairs* pairs);
static bool read_pairs(const Flat* flat, const Board* board, Pairs* pairs, int* waste);
static bool pairs_fit(const Flat* flat, Pairs* pairs);
static void set_redeals(const Flat* flat, const Board* board, Pairs* pairs);
static u64 cards_in(const Board* board, const Pairs* pairs, int pile);
static void set_groups(Pairs* pairs);
static void divide_group(Pairs* pairs, int group);
static bool write_leaving(Work* work, u64 cards, Line* line);
static int pile_with_top(const Flat* flat, const Board* board, int face);
static bool write_turn(Work* work, Line* line);
static bool write_lone(Work* work, Line* line);

static inline u64 cards_of(u64 key) {
    return key & (((u64)1 << PAIRED_BITS) - 1);
}

// Return the redeals used, times 64, and the cards on the waste.
static inline int time_of(u64 key) {
    return (int)(key >> PAIRED_BITS);
}

static u64 free_cards(const Pairs* pairs, u64 cards) {
    u64 left = cards & pairs->laid, free = 0;
    int card;
    while (left) {
        card = lowest_bit(left);
        left &= left - 1;
        if (!(pairs->over[card] & cards))
            free |= (u64)1 << card;
    }
    return free;
}

// Let all free cards of columns and reserve piles leave that leave alone.
static u64 without_lone(const Pairs* pairs, u64 cards) {
    u64 leaving = pairs->alone & pairs->laid & cards;
    while (leaving) {
        leaving = free_cards(pairs, cards) & pairs->alone;
        cards &= ~leaving;
    }
    return cards;
}

// Return whether the cards that a win needs to leave could all do so in pairs.
static bool could_pair_up(const Pairs* pairs, u64 cards) {
    u64 left = cards & pairs->must & ~pairs->alone;
    int group, card;
    for (group = 0; group < pairs->groups; group++) {
        if (pairs->size[group] <= MOST_GROUP) {
            if (!pairs->divides[group][(cards >> pairs->first[group]) & (((u64)1 << pairs->size[group]) - 1)])
                return false;
            left &= ~((((u64)1 << pairs->size[group]) - 1) << pairs->first[group]);
        }
    }
    while (left) {
        card = lowest_bit(left);
        left &= left - 1;
        if (!(pairs->suited[card] & cards))
            return false;
    }
    return true;
}

// Return the slot of the same cards, where single cards are drawn, or else of the same key; or an empty one.
static u64* slot_of_cards(const Pairs* pairs, u64 key) {
    u64 same = pairs->draw > 1 ? ~(u64)0 : ((u64)1 << PAIRED_BITS) - 1;
    u64 slot = mixed(key & same) & (pairs->slots_room - 1);
    while (pairs->slots[slot] && ((pairs->slots[slot] - 1) ^ key) & same)
        slot = (slot + 1) & (pairs->slots_room - 1);
    return &pairs->slots[slot];
}

// Make room for one more node; return False if memory is exhausted.
static bool grow_sets(Pairs* pairs) {
    u32 room = (u32)LEAST(2 * (u64)pairs->room + 1024, (u64)pairs->most_nodes);
    u64 slots_room = pairs->slots_room, slot;
    u64* slots = pairs->slots;
    if (pairs->nodes == pairs->room) {
        if (!resized(&pairs->keys, (size_t)room * sizeof(u64)) || !resized(&pairs->parents, (size_t)room * sizeof(u32)))
            return false;
        pairs->room = room;
    }
    if (2 * pairs->slots_used >= slots_room) {
        pairs->slots = (u64*)calloc(2 * slots_room, sizeof(u64));
        if (pairs->slots == NULL) {
            pairs->slots = slots;
            return false;
        }
        pairs->slots_room = 2 * slots_room;
        for (slot = 0; slot < slots_room; slot++)
            if (slots[slot])
                *slot_of_cards(pairs, slots[slot] - 1) = slots[slot];
        free(slots);
    }
    return true;
}

// Queue the position with these cards left, unless it is known or dead.
static void add_set(Work* work, u32 parent, u64 cards, int redeals, int waste) {
    Pairs* pairs = work->pairs;
    int stock_left = 0, place;
    u64 key;
    u64* slot;
    if (work->result != RUNNING)
        return;
    cards = without_lone(pairs, cards);
    if (pairs->endless) {
        redeals = 0;
        for (place = 0; place < pairs->stock_size; place++)
            stock_left += has(cards, pairs->stock[place]);
        if (waste % pairs->draw == 0 || waste == stock_left)
            waste = 0;
    }
    key = cards | ((u64)((redeals << 6) | waste) << PAIRED_BITS);
    slot = slot_of_cards(pairs, key);
    if (*slot && time_of(*slot - 1) <= time_of(key))
        return;
    if (!could_pair_up(pairs, cards))
        return;
    if (pairs->nodes == pairs->most_nodes) {
        work->result = OUT_OF_BUDGET;
        return;
    }
    if (!*slot)
        pairs->slots_used++;
    *slot = key + 1;
    pairs->keys[pairs->nodes] = key;
    pairs->parents[pairs->nodes] = parent;
    pairs->nodes++;
    // Of equal positions, the last one comes first.
    if (!push(&pairs->queue, CARD_LEFT * bit_count(cards) + REDEAL_USED * redeals + waste, NO_STATE - pairs->nodes)) {
        work->result = OUT_OF_MEMORY;
    } else if (!(cards & pairs->must)) {
        pairs->won = pairs->nodes - 1;
        work->result = WINS;
    } else if (!grow_sets(pairs)) {
        work->result = OUT_OF_MEMORY;
    }
}

// Queue the positions after a card has left with each of others that is its partner.
static void add_pairs_of(Work* work, u32 node, u64 cards, int card, u64 others, int redeals, int waste) {
    others &= work->pairs->partners[card];
    while (others) {
        add_set(work, node, cards & ~((u64)1 << card) & ~(others & -others), redeals, waste);
        others &= others - 1;
    }
}

// Let every pair leave that draws, and a redeal, can bring up.
static void expand_set(Work* work, u32 node) {
    const Pairs* pairs = work->pairs;
    u64 key = pairs->keys[node];
    u64 cards = cards_of(key), free = free_cards(pairs, cards), firsts = free;
    int redeals = time_of(key) >> 6, waste = time_of(key) & 63;
    int left = 0, place, card;
    u8 stock[MOST_PAIRED];
    while (firsts) {
        card = lowest_bit(firsts);
        firsts &= firsts - 1;
        add_pairs_of(work, node, cards, card, firsts, redeals, waste);
    }
    for (place = 0; place < pairs->stock_size; place++) {
        if (has(cards, pairs->stock[place])) {
            stock[left] = pairs->stock[place];
            left++;
        }
    }
    play_stock(work, node, cards, free, stock, left, redeals, waste, left);
    if (redeals < pairs->redeals || (pairs->endless && pairs->draw > 1)) {
        // Single cards that are still in the stock need no redeal.
        play_stock(work, node, cards, free, stock, left, redeals + 1, 0, pairs->draw == 1 ? waste : left);
    }
}

// Play from the waste, with ``waste`` of the ``left`` cards on it, and after each draw up to ``end``.
static void play_stock(
    Work* work, u32 node, u64 cards, u64 free, const u8* stock, int left, int redeals, int waste, int end) {
    const Pairs* pairs = work->pairs;
    int top;
    while (true) {
        if (waste) {
            top = stock[waste - 1];
            add_pairs_of(work, node, cards, top, free, redeals, waste - 1);
            if (waste < left && pairs->stock_pairs)
                add_pairs_of(work, node, cards, top, (u64)1 << stock[waste], redeals, waste - 1);
            if (has(pairs->alone, top))
                add_set(work, node, cards & ~((u64)1 << top), redeals, waste - 1);
        }
        if (waste == end)
            return;
        waste = LEAST(waste + pairs->draw, end);
    }
}

static void expand_best_set(Work* work) {
    Pairs* pairs = work->pairs;
    u32 node;
    if (pairs->queue.number == 0) {
        work->result = DEAD;
        return;
    }
    node = NO_STATE - 1 - pop(&pairs->queue);
    if (*slot_of_cards(pairs, pairs->keys[node]) != pairs->keys[node] + 1) {
        // The same cards were left sooner.
        return;
    }
    if (work->expanded == work->budget) {
        work->result = OUT_OF_BUDGET;
        return;
    }
    work->expanded++;
    expand_set(work, node);
}

// Begin a search of ``root``. Return 0 if it does not fit, and -1 if memory is exhausted.
static int open_pairs(Work* work) {
    Pairs* pairs = (Pairs*)calloc(1, sizeof(Pairs));
    int waste = 0;
    if (pairs == NULL)
        return -1;
    work->pairs = pairs;
    if (!number_paired(work->flat, &work->root, pairs) || !read_pairs(work->flat, &work->root, pairs, &waste)) {
        close_pairs(work);
        return 0;
    }
    set_groups(pairs);
    pairs->most_nodes =
        (u32)LEAST(LEAST(work->budget * NODES_PER_SET + LEAST_NODES, work->memory / BYTES_PER_SET), (u64)NO_STATE - 1);
    pairs->slots_room = LEAST_SLOTS;
    pairs->slots = (u64*)calloc(pairs->slots_room, sizeof(u64));
    if (pairs->slots == NULL || !grow_sets(pairs))
        return -1;
    add_set(work, NO_STATE, (((u64)1 << pairs->cards) - 1) & ~lone_stock(pairs), 0, waste);
    if (work->result == RUNNING && !pairs->nodes)
        work->result = DEAD;
    return 1;
}

// Return the cards of the stock and the waste that are not counted.
static inline u64 lone_stock(const Pairs* pairs) {
    return pairs->draw == 1 ? pairs->alone & ~pairs->laid : 0;
}

// Return whether each card is a single one, and pairs or leaves alone; number those that are left group by group.
static bool number_paired(const Flat* flat, const Board* board, Pairs* pairs) {
    u64 left = 0, group, known;
    int pile, index, card;
    for (pile = 0; pile < flat->piles; pile++) {
        if (is_foundation(flat, pile))
            continue;
        for (index = 1; index < board->size[pile]; index++) {
            card = board->cards[pile][index] & ~FACE_DOWN;
            if (has(left, card))
                return false;
            left |= (u64)1 << card;
        }
    }
    while (left) {
        group = left & -left;
        known = 0;
        while (known != group) {
            known = group;
            for (card = 0; card < FLOOR; card++)
                if (has(known, card))
                    group |= flat->fits[flat->row[0]][card] & left;
        }
        pairs->first[pairs->groups] = pairs->cards;
        pairs->size[pairs->groups] = bit_count(group);
        pairs->groups++;
        left &= ~group;
        while (group) {
            pairs->face[pairs->cards] = lowest_bit(group);
            pairs->cards++;
            group &= group - 1;
        }
    }
    return true;
}

static int number_of(const Pairs* pairs, int face) {
    int card = 0;
    while (pairs->face[card] != (face & ~FACE_DOWN))
        card++;
    return card;
}

// Read a position whose cards are numbered, and return whether its rules fit.
static bool read_pairs(const Flat* flat, const Board* board, Pairs* pairs, int* waste) {
    int card, other, pile, index;
    int home = flat->columns;
    u64 all_cards = ((u64)1 << pairs->cards) - 1, columns = 0, above;
    if (!pairs_fit(flat, pairs))
        return false;
    for (card = 0; card < pairs->cards; card++) {
        for (other = 0; other < pairs->cards; other++)
            if (has(flat->fits[flat->row[0]][pairs->face[card]], pairs->face[other]))
                pairs->partners[card] |= ((u64)1 << other) & ~((u64)1 << card);
        if (has(flat->fits[flat->row[home]][FLOOR], pairs->face[card])) {
            pairs->alone |= (u64)1 << card;
            if (pairs->partners[card])
                return false;
        }
    }
    for (pile = 0; pile < flat->reserve_end; pile++) {
        if (is_foundation(flat, pile))
            continue;
        above = 0;
        for (other = 0; other < flat->reserve_end; other++)
            if (has(flat->covers[pile], other))
                above |= cards_in(board, pairs, other);
        for (index = board->size[pile] - 1; index > 0; index--) {
            card = number_of(pairs, board->cards[pile][index]);
            pairs->over[card] = above;
            above |= (u64)1 << card;
            pairs->laid |= (u64)1 << card;
            if (pile < flat->columns)
                columns |= (u64)1 << card;
        }
    }
    pairs->must = flat->wins_by == WINS_BY_EMPTY_PILES ? columns : all_cards & ~lone_stock(pairs);
    if (flat->stock >= 0) {
        for (index = 1; index < board->size[flat->waste] + board->size[flat->stock] - 1; index++) {
            card = number_of(pairs, card_to_come(flat, board, index));
            if (has(lone_stock(pairs), card))
                continue;
            *waste += index < board->size[flat->waste];
            pairs->stock[pairs->stock_size] = card;
            pairs->stock_size++;
        }
    }
    set_redeals(flat, board, pairs);
    return pairs->stock_size <= MOST_TIMES && pairs->redeals <= MOST_TIMES;
}

// Return whether cards leave in pairs wherever they are free, and nothing else moves but the stock.
static bool pairs_fit(const Flat* flat, Pairs* pairs) {
    int pile, other;
    int home = flat->columns;
    if (!flat->columns || flat->foundations_end != home + 1 || flat->gathers || flat->hold != FREE)
        return false;
    if (flat->actions & DEAL || flat->fills_by_itself || (flat->stock >= 0 && !(flat->actions & DRAW)))
        return false;
    if (flat->packet || flat->gives_after || flat->takes_after || flat->covered_by_all)
        return false;
    if (flat->wins_by == WINS_BY_EMPTY_PILES) {
        if (flat->emptied != piles_of(0, flat->columns))
            return false;
    } else if (flat->wins_by != WINS_BY_FOUNDATIONS || flat->complete[home] != flat->cards + 1) {
        return false;
    }
    pairs->draw = flat->stock >= 0 ? flat->draw : 1;
    pairs->stock_pairs = flat->stock >= 0 && has(flat->pairing, flat->stock);
    if (pairs->stock_pairs && pairs->draw > 1)
        return false;
    for (pile = 0; pile < flat->piles; pile++) {
        if (flat->refill[pile])
            return false;
        if (pile == home || pile == flat->stock)
            continue;
        if (!has(flat->pairing, pile) || !has(flat->reach[pile], home) || flat->row[pile] != flat->row[0])
            return false;
        for (other = 0; other < flat->piles; other++)
            if (has(flat->pairing, other) && other != pile && !has(flat->reach[pile], other))
                return false;
    }
    return true;
}

static void set_redeals(const Flat* flat, const Board* board, Pairs* pairs) {
    if (flat->stock < 0 || !(flat->actions & REDEAL))
        return;
    pairs->endless = flat->redeals < 0;
    if (!pairs->endless)
        pairs->redeals = (int)LEAST(GREATEST((i64)0, flat->redeals - board->redeals), (i64)MOST_TIMES + 1);
}

static u64 cards_in(const Board* board, const Pairs* pairs, int pile) {
    u64 cards = 0;
    int index;
    for (index = 1; index < board->size[pile]; index++)
        cards |= (u64)1 << number_of(pairs, board->cards[pile][index]);
    return cards;
}

// Find the partners that are never over each other, and the sets of each group that can leave in pairs.
static void set_groups(Pairs* pairs) {
    u64 above[MOST_PAIRED];
    u64 known;
    int card, other, group;
    for (card = 0; card < pairs->cards; card++) {
        above[card] = pairs->over[card];
        known = 0;
        while (known != above[card]) {
            known = above[card];
            for (other = 0; other < pairs->cards; other++)
                if (has(known, other))
                    above[card] |= pairs->over[other];
        }
    }
    for (card = 0; card < pairs->cards; card++) {
        for (other = 0; other < pairs->cards; other++)
            if (has(pairs->partners[card] & ~above[card], other) && !has(above[other], card))
                pairs->suited[card] |= (u64)1 << other;
    }
    for (group = 0; group < pairs->groups; group++)
        if (pairs->size[group] <= MOST_GROUP)
            divide_group(pairs, group);
}

// Find the sets of cards of a group of which those that must leave can do so in pairs.
static void divide_group(Pairs* pairs, int group) {
    int first = pairs->first[group], chosen, card;
    u64 needed = pairs->must & ~pairs->alone, partners, leaving;
    for (chosen = 0; chosen < 1 << pairs->size[group]; chosen++) {
        leaving = ((u64)chosen << first) & needed;
        if (!leaving) {
            pairs->divides[group][chosen] = true;
            continue;
        }
        card = lowest_bit(leaving);
        partners = pairs->suited[card] & ((u64)chosen << first);
        while (partners) {
            leaving = (u64)chosen & ~((((u64)1 << card) | (partners & -partners)) >> first);
            pairs->divides[group][chosen] |= pairs->divides[group][leaving];
            partners &= partners - 1;
        }
    }
}

static void close_pairs(Work* work) {
    Pairs* pairs = work->pairs;
    if (pairs == NULL)
        return;
    free(pairs->keys);
    free(pairs->parents);
    free(pairs->slots);
    close_queue(&pairs->queue);
    free(pairs);
    work->pairs = NULL;
}

// Play what leads to the win, and write its moves; return whether there was memory enough.
static bool write_line_of_pairs(Work* work, Line* line) {
    Pairs* pairs = work->pairs;
    u32 length, index;
    u32* path;
    bool enough;
    path = way_to(pairs->parents, pairs->won, &length);
    if (path == NULL)
        return false;
    work->board = work->root;
    enough = write_lone(work, line);
    for (index = 1; index < length; index++) {
        enough =
            enough && write_leaving(work, cards_of(pairs->keys[path[index - 1]] & ~pairs->keys[path[index]]), line);
    }
    free(path);
    // At last, Kings alone may be left in the stock.
    while (enough && !work->board.won && may_turn(work->flat, &work->board, DRAW))
        enough = write_turn(work, line);
    return enough;
}

// Turn the stock until the cards that lead a move are free, and let them leave, and free Kings with them.
static bool write_leaving(Work* work, u64 cards, Line* line) {
    Pairs* pairs = work->pairs;
    u64 leaders = cards & ~(pairs->alone & pairs->laid);
    int one = lowest_bit(leaders), turns, pile, other;
    int partner = leaders & (leaders - 1) ? lowest_bit(leaders & (leaders - 1)) : -1;
    for (turns = 0; turns < 4 * pairs->cards; turns++) {
        pile = pile_with_top(work->flat, &work->board, pairs->face[one]);
        other = partner >= 0 ? pile_with_top(work->flat, &work->board, pairs->face[partner]) : work->flat->columns;
        if (pile >= 0 && other >= 0) {
            if (pile == work->flat->stock) {
                int kept = pile;
                pile = other;
                other = kept;
            }
            return write_move(work, &work->board, packed(pile, other, 1), line) && write_lone(work, line);
        }
        if (!write_turn(work, line))
            return false;
    }
    return true;
}

// Return the pile where a card is free to leave with another one; -1 if there is none.
static int pile_with_top(const Flat* flat, const Board* board, int face) {
    int pile;
    for (pile = 0; pile < flat->piles; pile++)
        if (has(flat->pairing, pile) && top_of(board, pile) == face && !is_covered(flat, board, pile))
            return pile;
    return -1;
}

// Draw, or redeal once the stock is empty.
static bool write_turn(Work* work, Line* line) {
    int action = work->board.size[work->flat->stock] > 1 ? 1 : 2;
    return write_move(work, &work->board, packed(NO_MOVE + 1 + action, 0, 0), line) && write_lone(work, line);
}

// Let cards leave alone that do so at once.
static bool write_lone(Work* work, Line* line) {
    const Flat* flat = work->flat;
    int pile = 0, home = flat->columns;
    while (pile < flat->piles && !work->board.won) {
        if (!is_foundation(flat, pile) && (work->pairs->draw == 1 || (pile != flat->waste && pile != flat->stock))
            && has(flat->reach[pile], home) && top_of(&work->board, pile) < FLOOR
            && has(flat->fits[flat->row[home]][FLOOR], top_of(&work->board, pile))
            && !is_covered(flat, &work->board, pile) && !(pile == flat->stock && !work->pairs->stock_pairs)) {
            if (!write_move(work, &work->board, packed(pile, home, 1), line))
                return false;
            pile = 0;
        } else {
            pile++;
        }
    }
    return true;
}
