# Games of pairs, such as Pyramid, searched as sets of cards: no card comes to lie on another. Others, with two packs
# or whose columns are filled, are searched in runs.
#
# **Positions.** A card of a column or a reserve pile is free once all cards over it are gone: those above it in its pile,
# and those of the columns that cover it. The cards of the stock and the waste keep their order. So a position is given by
# the cards that are left, how many of them are on the waste, and the redeals: 64 bits.
#
# **Draws and redeals** are part of the move that follows them. Where single cards are drawn, a card that is drawn can do
# all that it could as the top of the stock, except to leave with the top of the waste. Of two positions with the same
# cards left, the one with fewer redeals, or else with fewer cards on the waste, can be turned into the other. So a set of
# cards is expanded again only if it is reached sooner. Nothing is gained by two redeals without a move between them, nor by
# a redeal for a card that is still in the stock. Without a limit on redeals all sets of cards are reached at once. Where
# several cards are drawn, positions with different numbers of cards on the waste differ. Unlimited redeals lead back to an
# empty waste from a number that draws alone can reach: such positions are one.
#
# **Cards that leave alone**, the Kings, pair with no card. In columns they leave at once: whatever a line does before
# can be done without the King. So can what it does while a King is in the stock or on the waste, if single cards are
# drawn: each King leaves when it appears, and the card below it on the waste, or after it in the stock, takes its place
# no later. There, Kings are not counted at all.
#
# **Partners.** Two cards of which one lies over the other never leave together. The ranks that pair, directly or by way
# of others, form a group. If it has at most eight cards, a table has which of its sets of cards can be divided into
# pairs that may leave together, as far as a win needs them to leave. Larger groups, as in Cheops, need a partner
# for each card. Where this fails for the cards that are left, the position is dead: the cards that leave in a winning
# line leave in such pairs. The order of the pairs is ignored.
#
# Needs: arena.pxi, board.pxi, bounds.pxi, chart.pxi, compact.pxi, engine.pyx, legality.pxi, line.pxi, moves.pxi,
#   runs.pxi, table.pxi
# Gives: Pairs, close_pairs, expand_best_set, open_pairs, write_line_of_pairs

cdef enum:
    MOST_PAIRED = 52
    MOST_GROUP = 8
    PAIRED_BITS = 52
    # A node: a key, its parent, an entry of the queue, and up to four slots.
    BYTES_PER_SET = 56
    NODES_PER_SET = 4
    # What the value of a position is made of. The cards that are left weigh most.
    CARD_LEFT = 4
    REDEAL_USED = 40
    MOST_TIMES = 61  # redeals and cards of the waste have six bits each


cdef struct Pairs:
    int cards  # that are left at first, numbered group by group
    u8 face[MOST_PAIRED]
    u64 over[MOST_PAIRED]  # by card: the cards that must be gone before it is free
    u64 partners[MOST_PAIRED]
    u64 suited[MOST_PAIRED]  # of these, the ones that are never over it or under it
    u64 laid  # the cards of columns and reserve piles
    u64 alone  # the cards that leave alone
    u64 must  # the cards that a win needs to leave
    int groups
    int first[MOST_PAIRED]
    int size[MOST_PAIRED]
    u8 divides[MOST_PAIRED][1 << MOST_GROUP]
    u8 stock[MOST_PAIRED]  # in the order of the draws
    int stock_size
    bint stock_pairs  # whether the top of the stock leaves with that of the waste
    int draw
    bint endless
    int redeals  # that are left
    # The nodes, by number: the cards that are left, and the time above them.
    u64* keys
    u32* parents
    u32 nodes
    u32 room
    u32 most_nodes
    u64* slots  # by hash: a key plus 1
    u64 slots_room
    u64 slots_used
    Queue queue
    u32 won


cdef inline u64 cards_of(u64 key) noexcept nogil:
    return key & (((<u64>1) << PAIRED_BITS) - 1)


cdef inline int time_of(u64 key) noexcept nogil:
    """Return the redeals used, times 64, and the cards on the waste."""
    return <int>(key >> PAIRED_BITS)


cdef u64 free_cards(const Pairs* pairs, u64 cards) noexcept nogil:
    cdef u64 left = cards & pairs.laid, free = 0
    cdef int card
    while left:
        card = lowest_bit(left)
        left &= left - 1
        if not pairs.over[card] & cards:
            free |= <u64>1 << card
    return free


cdef u64 without_lone(const Pairs* pairs, u64 cards) noexcept nogil:
    """Let all free cards of columns and reserve piles leave that leave alone."""
    cdef u64 leaving = pairs.alone & pairs.laid & cards
    while leaving:
        leaving = free_cards(pairs, cards) & pairs.alone
        cards &= ~leaving
    return cards


cdef bint could_pair_up(const Pairs* pairs, u64 cards) noexcept nogil:
    """Return whether the cards that a win needs to leave could all do so in pairs."""
    cdef u64 left = cards & pairs.must & ~pairs.alone
    cdef int group, card
    for group in range(pairs.groups):
        if pairs.size[group] <= MOST_GROUP:
            if not pairs.divides[group][cards >> pairs.first[group] & (((<u64>1) << pairs.size[group]) - 1)]:
                return False
            left &= ~((((<u64>1) << pairs.size[group]) - 1) << pairs.first[group])
    while left:
        card = lowest_bit(left)
        left &= left - 1
        if not pairs.suited[card] & cards:
            return False
    return True


cdef u64* slot_of_cards(const Pairs* pairs, u64 key) noexcept nogil:
    """Return the slot of the same cards, where single cards are drawn, or else of the same key; or an empty one."""
    cdef u64 same = ~<u64>0 if pairs.draw > 1 else ((<u64>1) << PAIRED_BITS) - 1
    cdef u64 slot = mixed(key & same) & (pairs.slots_room - 1)
    while pairs.slots[slot] and (pairs.slots[slot] - 1 ^ key) & same:
        slot = (slot + 1) & (pairs.slots_room - 1)
    return &pairs.slots[slot]


cdef bint grow_sets(Pairs* pairs) noexcept nogil:
    """Make room for one more node; return False if memory is exhausted."""
    cdef u32 room = <u32>min(2 * <u64>pairs.room + 1024, <u64>pairs.most_nodes)
    cdef u64 slots_room = pairs.slots_room, slot
    cdef u64* slots = pairs.slots
    cdef void* grown
    if pairs.nodes == pairs.room:
        grown = realloc(pairs.keys, <size_t>room * sizeof(u64))
        if grown == NULL:
            return False
        pairs.keys = <u64*>grown
        grown = realloc(pairs.parents, <size_t>room * sizeof(u32))
        if grown == NULL:
            return False
        pairs.parents = <u32*>grown
        pairs.room = room
    if 2 * pairs.slots_used >= slots_room:
        pairs.slots = <u64*>calloc(2 * slots_room, sizeof(u64))
        if pairs.slots == NULL:
            pairs.slots = slots
            return False
        pairs.slots_room = 2 * slots_room
        for slot in range(slots_room):
            if slots[slot]:
                slot_of_cards(pairs, slots[slot] - 1)[0] = slots[slot]
        free(slots)
    return True


cdef void add_set(Work* work, u32 parent, u64 cards, int redeals, int waste) noexcept nogil:
    """Queue the position with these cards left, unless it is known or dead."""
    cdef Pairs* pairs = work.pairs
    cdef int stock_left = 0, place
    cdef u64 key
    cdef u64* slot
    if work.result != RUNNING:
        return
    cards = without_lone(pairs, cards)
    if pairs.endless:
        redeals = 0
        for place in range(pairs.stock_size):
            stock_left += has(cards, pairs.stock[place])
        if waste % pairs.draw == 0 or waste == stock_left:
            waste = 0
    key = cards | <u64>(redeals << 6 | waste) << PAIRED_BITS
    slot = slot_of_cards(pairs, key)
    if slot[0] and time_of(slot[0] - 1) <= time_of(key):
        return
    if not could_pair_up(pairs, cards):
        return
    if pairs.nodes == pairs.most_nodes:
        work.result = OUT_OF_BUDGET
        return
    if not slot[0]:
        pairs.slots_used += 1
    slot[0] = key + 1
    pairs.keys[pairs.nodes] = key
    pairs.parents[pairs.nodes] = parent
    pairs.nodes += 1
    # Of equal positions, the last one comes first.
    if not push(&pairs.queue, CARD_LEFT * bit_count(cards) + REDEAL_USED * redeals + waste, NO_STATE - pairs.nodes):
        work.result = OUT_OF_MEMORY
    elif not cards & pairs.must:
        pairs.won = pairs.nodes - 1
        work.result = WINS
    elif not grow_sets(pairs):
        work.result = OUT_OF_MEMORY


cdef void add_pairs_of(Work* work, u32 node, u64 cards, int card, u64 others, int redeals, int waste) noexcept nogil:
    """Queue the positions after a card has left with each of others that is its partner."""
    others &= work.pairs.partners[card]
    while others:
        add_set(work, node, cards & ~((<u64>1) << card) & ~(others & -others), redeals, waste)
        others &= others - 1


cdef void expand_set(Work* work, u32 node) noexcept nogil:
    """Let every pair leave that draws, and a redeal, can bring up."""
    cdef const Pairs* pairs = work.pairs
    cdef u64 key = pairs.keys[node]
    cdef u64 cards = cards_of(key), free = free_cards(pairs, cards), firsts = free
    cdef int redeals = time_of(key) >> 6, waste = time_of(key) & 63
    cdef int left = 0, place, card
    cdef u8 stock[MOST_PAIRED]
    while firsts:
        card = lowest_bit(firsts)
        firsts &= firsts - 1
        add_pairs_of(work, node, cards, card, firsts, redeals, waste)
    for place in range(pairs.stock_size):
        if has(cards, pairs.stock[place]):
            stock[left] = pairs.stock[place]
            left += 1
    play_stock(work, node, cards, free, stock, left, redeals, waste, left)
    if redeals < pairs.redeals or (pairs.endless and pairs.draw > 1):
        # Single cards that are still in the stock need no redeal.
        play_stock(work, node, cards, free, stock, left, redeals + 1, 0, waste if pairs.draw == 1 else left)


cdef void play_stock(
    Work* work, u32 node, u64 cards, u64 free, const u8* stock, int left, int redeals, int waste, int end
) noexcept nogil:
    """Play from the waste, with ``waste`` of the ``left`` cards on it, and after each draw up to ``end``."""
    cdef const Pairs* pairs = work.pairs
    cdef int top
    while True:
        if waste:
            top = stock[waste - 1]
            add_pairs_of(work, node, cards, top, free, redeals, waste - 1)
            if waste < left and pairs.stock_pairs:
                add_pairs_of(work, node, cards, top, <u64>1 << stock[waste], redeals, waste - 1)
            if has(pairs.alone, top):
                add_set(work, node, cards & ~((<u64>1) << top), redeals, waste - 1)
        if waste == end:
            return
        waste = min(waste + pairs.draw, end)


cdef void expand_best_set(Work* work) noexcept nogil:
    cdef Pairs* pairs = work.pairs
    cdef u32 node
    if pairs.queue.number == 0:
        work.result = DEAD
        return
    node = NO_STATE - 1 - pop(&pairs.queue)
    if slot_of_cards(pairs, pairs.keys[node])[0] != pairs.keys[node] + 1:
        # The same cards were left sooner.
        return
    if work.expanded == work.budget:
        work.result = OUT_OF_BUDGET
        return
    work.expanded += 1
    expand_set(work, node)


cdef int open_pairs(Work* work) noexcept nogil:
    """Begin a search of ``root``. Return 0 if it does not fit, and -1 if memory is exhausted."""
    cdef Pairs* pairs = <Pairs*>calloc(1, sizeof(Pairs))
    cdef int waste = 0
    if pairs == NULL:
        return -1
    work.pairs = pairs
    if not number_paired(work.flat, &work.root, pairs) or not read_pairs(work.flat, &work.root, pairs, &waste):
        close_pairs(work)
        return 0
    set_groups(pairs)
    pairs.most_nodes = <u32>min(min(work.budget * NODES_PER_SET + LEAST_NODES, work.memory // BYTES_PER_SET), <u64>NO_STATE - 1)
    pairs.slots_room = LEAST_SLOTS
    pairs.slots = <u64*>calloc(pairs.slots_room, sizeof(u64))
    if pairs.slots == NULL or not grow_sets(pairs):
        return -1
    add_set(work, NO_STATE, (((<u64>1) << pairs.cards) - 1) & ~lone_stock(pairs), 0, waste)
    if work.result == RUNNING and not pairs.nodes:
        work.result = DEAD
    return 1


cdef inline u64 lone_stock(const Pairs* pairs) noexcept nogil:
    """Return the cards of the stock and the waste that are not counted."""
    return pairs.alone & ~pairs.laid if pairs.draw == 1 else 0


cdef bint number_paired(const Flat* flat, const Board* board, Pairs* pairs) noexcept nogil:
    """Return whether each card is a single one, and pairs or leaves alone; number those that are left group by group."""
    cdef u64 left = 0, group, known
    cdef int pile, index, card
    for pile in range(flat.piles):
        if is_foundation(flat, pile):
            continue
        for index in range(1, board.size[pile]):
            card = board.cards[pile][index] & ~FACE_DOWN
            if has(left, card):
                return False
            left |= <u64>1 << card
    while left:
        group = left & -left
        known = 0
        while known != group:
            known = group
            for card in range(FLOOR):
                if has(known, card):
                    group |= flat.fits[flat.row[0]][card] & left
        pairs.first[pairs.groups] = pairs.cards
        pairs.size[pairs.groups] = bit_count(group)
        pairs.groups += 1
        left &= ~group
        while group:
            pairs.face[pairs.cards] = lowest_bit(group)
            pairs.cards += 1
            group &= group - 1
    return True


cdef int number_of(const Pairs* pairs, int face) noexcept nogil:
    cdef int card = 0
    while pairs.face[card] != face & ~FACE_DOWN:
        card += 1
    return card


cdef bint read_pairs(const Flat* flat, const Board* board, Pairs* pairs, int* waste) noexcept nogil:
    """Read a position whose cards are numbered, and return whether its rules fit."""
    cdef int card, other, pile, index
    cdef int home = flat.columns
    cdef u64 all_cards = ((<u64>1) << pairs.cards) - 1, columns = 0, above
    if not pairs_fit(flat, pairs):
        return False
    for card in range(pairs.cards):
        for other in range(pairs.cards):
            if has(flat.fits[flat.row[0]][pairs.face[card]], pairs.face[other]):
                pairs.partners[card] |= (<u64>1 << other) & ~(<u64>1 << card)
        if has(flat.fits[flat.row[home]][FLOOR], pairs.face[card]):
            pairs.alone |= <u64>1 << card
            if pairs.partners[card]:
                return False
    for pile in range(flat.reserve_end):
        if is_foundation(flat, pile):
            continue
        above = 0
        for other in range(flat.columns):
            if has(flat.covers[pile], other):
                above |= cards_in(board, pairs, other)
        for index in range(board.size[pile] - 1, 0, -1):
            card = number_of(pairs, board.cards[pile][index])
            pairs.over[card] = above
            above |= <u64>1 << card
            pairs.laid |= <u64>1 << card
            if pile < flat.columns:
                columns |= <u64>1 << card
    pairs.must = columns if flat.wins_by == WINS_BY_EMPTY_PILES else all_cards & ~lone_stock(pairs)
    if flat.stock >= 0:
        for index in range(1, board.size[flat.waste] + board.size[flat.stock] - 1):
            card = number_of(pairs, card_to_come(flat, board, index))
            if has(lone_stock(pairs), card):
                continue
            waste[0] += index < board.size[flat.waste]
            pairs.stock[pairs.stock_size] = card
            pairs.stock_size += 1
    set_redeals(flat, board, pairs)
    return pairs.stock_size <= MOST_TIMES and pairs.redeals <= MOST_TIMES


cdef bint pairs_fit(const Flat* flat, Pairs* pairs) noexcept nogil:
    """Return whether cards leave in pairs wherever they are free, and nothing else moves but the stock."""
    cdef int pile, other
    cdef int home = flat.columns
    if not flat.columns or flat.foundations_end != home + 1 or flat.gathers or flat.hold != FREE:
        return False
    if flat.actions & DEAL or flat.fills_by_itself or (flat.stock >= 0 and not flat.actions & DRAW):
        return False
    if flat.wins_by == WINS_BY_EMPTY_PILES:
        if flat.emptied != piles_of(0, flat.columns):
            return False
    elif flat.wins_by != WINS_BY_FOUNDATIONS or flat.complete[home] != flat.cards + 1:
        return False
    pairs.draw = flat.draw if flat.stock >= 0 else 1
    pairs.stock_pairs = flat.stock >= 0 and has(flat.pairing, flat.stock)
    if pairs.stock_pairs and pairs.draw > 1:
        return False
    for pile in range(flat.piles):
        if flat.refill[pile]:
            return False
        if pile == home or pile == flat.stock:
            continue
        if not has(flat.pairing, pile) or not has(flat.reach[pile], home) or flat.row[pile] != flat.row[0]:
            return False
        for other in range(flat.piles):
            if has(flat.pairing, other) and other != pile and not has(flat.reach[pile], other):
                return False
    return True


cdef void set_redeals(const Flat* flat, const Board* board, Pairs* pairs) noexcept nogil:
    if flat.stock < 0 or not flat.actions & REDEAL:
        return
    pairs.endless = flat.redeals < 0
    if not pairs.endless:
        pairs.redeals = <int>min(max(<i64>0, flat.redeals - board.redeals), <i64>MOST_TIMES + 1)


cdef u64 cards_in(const Board* board, const Pairs* pairs, int pile) noexcept nogil:
    cdef u64 cards = 0
    cdef int index
    for index in range(1, board.size[pile]):
        cards |= <u64>1 << number_of(pairs, board.cards[pile][index])
    return cards


cdef void set_groups(Pairs* pairs) noexcept nogil:
    """Find the partners that are never over each other, and the sets of each group that can leave in pairs."""
    cdef u64 above[MOST_PAIRED]
    cdef u64 known
    cdef int card, other, group
    for card in range(pairs.cards):
        above[card] = pairs.over[card]
        known = 0
        while known != above[card]:
            known = above[card]
            for other in range(pairs.cards):
                if has(known, other):
                    above[card] |= pairs.over[other]
    for card in range(pairs.cards):
        for other in range(pairs.cards):
            if has(pairs.partners[card] & ~above[card], other) and not has(above[other], card):
                pairs.suited[card] |= <u64>1 << other
    for group in range(pairs.groups):
        if pairs.size[group] <= MOST_GROUP:
            divide_group(pairs, group)


cdef void divide_group(Pairs* pairs, int group) noexcept nogil:
    """Find the sets of cards of a group of which those that must leave can do so in pairs."""
    cdef int first = pairs.first[group], chosen, card
    cdef u64 needed = pairs.must & ~pairs.alone, partners, leaving
    for chosen in range(1 << pairs.size[group]):
        leaving = <u64>chosen << first & needed
        if not leaving:
            pairs.divides[group][chosen] = True
            continue
        card = lowest_bit(leaving)
        partners = pairs.suited[card] & <u64>chosen << first
        while partners:
            leaving = <u64>chosen & ~((<u64>1 << card | (partners & -partners)) >> first)
            pairs.divides[group][chosen] |= pairs.divides[group][leaving]
            partners &= partners - 1


cdef void close_pairs(Work* work) noexcept nogil:
    cdef Pairs* pairs = work.pairs
    if pairs == NULL:
        return
    free(pairs.keys)
    free(pairs.parents)
    free(pairs.slots)
    close_queue(&pairs.queue)
    free(pairs)
    work.pairs = NULL


cdef bint write_line_of_pairs(Work* work, Line* line) noexcept nogil:
    """Play what leads to the win, and write its moves; return whether there was memory enough."""
    cdef Pairs* pairs = work.pairs
    cdef u32 node = pairs.won, length = 0, index
    cdef u32* path
    cdef bint enough
    while node != NO_STATE:
        length += 1
        node = pairs.parents[node]
    path = <u32*>malloc(length * sizeof(u32))
    if path == NULL:
        return False
    node = pairs.won
    for index in range(length):
        path[length - 1 - index] = node
        node = pairs.parents[node]
    work.board = work.root
    enough = write_lone(work, line)
    for index in range(1, length):
        enough = enough and write_leaving(work, cards_of(pairs.keys[path[index - 1]] & ~pairs.keys[path[index]]), line)
    free(path)
    # At last, Kings alone may be left in the stock.
    while enough and not work.board.won and may_turn(work.flat, &work.board, DRAW):
        enough = write_turn(work, line)
    return enough


cdef bint write_leaving(Work* work, u64 cards, Line* line) noexcept nogil:
    """Turn the stock until the cards that lead a move are free, and let them leave, and free Kings with them."""
    cdef Pairs* pairs = work.pairs
    cdef u64 leaders = cards & ~(pairs.alone & pairs.laid)
    cdef int one = lowest_bit(leaders), turns, pile, other
    cdef int partner = lowest_bit(leaders & (leaders - 1)) if leaders & (leaders - 1) else -1
    for turns in range(4 * pairs.cards):
        pile = pile_with_top(work.flat, &work.board, pairs.face[one])
        other = pile_with_top(work.flat, &work.board, pairs.face[partner]) if partner >= 0 else work.flat.columns
        if pile >= 0 and other >= 0:
            if pile == work.flat.stock:
                pile, other = other, pile
            return write_move(work, &work.board, packed(pile, other, 1), line) and write_lone(work, line)
        if not write_turn(work, line):
            return False
    return True


cdef int pile_with_top(const Flat* flat, const Board* board, int face) noexcept nogil:
    """Return the pile where a card is free to leave with another one; -1 if there is none."""
    cdef int pile
    for pile in range(flat.piles):
        if has(flat.pairing, pile) and top_of(board, pile) == face and not is_covered(flat, board, pile):
            return pile
    return -1


cdef bint write_turn(Work* work, Line* line) noexcept nogil:
    """Draw, or redeal once the stock is empty."""
    cdef int action = 1 if work.board.size[work.flat.stock] > 1 else 2
    return write_move(work, &work.board, packed(NO_MOVE + 1 + action, 0, 0), line) and write_lone(work, line)


cdef bint write_lone(Work* work, Line* line) noexcept nogil:
    """Let cards leave alone that do so at once."""
    cdef const Flat* flat = work.flat
    cdef int pile = 0, home = flat.columns
    while pile < flat.piles and not work.board.won:
        if (
            not is_foundation(flat, pile)
            and (work.pairs.draw == 1 or (pile != flat.waste and pile != flat.stock))
            and has(flat.reach[pile], home)
            and top_of(&work.board, pile) < FLOOR
            and has(flat.fits[flat.row[home]][FLOOR], top_of(&work.board, pile))
            and not is_covered(flat, &work.board, pile)
            and not (pile == flat.stock and not work.pairs.stock_pairs)
        ):
            if not write_move(work, &work.board, packed(pile, home, 1), line):
                return False
            pile = 0
        else:
            pile += 1
    return True
