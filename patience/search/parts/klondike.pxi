# The fewest moves to a win of Klondike (``facts.compact``): A*, as in ``fewest.pxi``, among positions of 124 bits.
#
# **Positions.** The heads of the columns and what lies below them, the foundations, the stock and the waste are as in
# ``compact.pxi``. Each other face-up card lies on one of two twins. Here it matters on which. Columns are interchangeable.
#
# **The bound** adds up moves of different kinds. Each card that is on no foundation goes to one. Each card of the stock
# is drawn. Where single cards are drawn, a waste card over a lower one of its suit leaves for a column, or is drawn again
# after a redeal. Lastly, some heads leave their places by a move to a column, one with each such move. A head goes to its
# foundation only once all lower cards of its suit have left their places. Before that, it needs a card to lie on that is not
# face down. A King needs a column where nothing is in its place, and which no other King takes: none that has left its
# place goes to its foundation before the other cards of its suit leave theirs. ``blocked`` is the least number of heads that
# leave for columns, over all orders in which heads can leave. It is found once for all sets of cards that can still be in
# their places: at most 40 320 in a usual deal.
#
# **Forced moves.** A safe card (``compact.pxi``) goes to its foundation at once, from a column, or from the top of the waste if
# single cards are drawn. The argument there loses no move: each card that goes to its foundation instead of onto the safe
# one needs a move there anyway, which is left out later, and the move onto the safe one is saved. Draws leave out the
# card. So, of the cards that draws bring up, none after the first safe one has to be tried.
#
# **Moves that wait** are draws and redeals, moves of a sequence from a card to its twin, and moves that empty a column but
# not to a foundation. Of the shortest lines, take one whose other moves come as early as possible. There, a move that
# waits comes just before the one that needs it, or before other moves that this one needs:
#
# * A draw or redeal comes before the move of a waste card: moves of other cards do not depend on it.
# * A move to a twin comes before the bared card goes to its foundation. Leave the move out. Then the twins change roles:
#   what is put on one goes onto the other. This ends when a twin goes to its foundation, bare. If it is not bare now, what
#   lies on it first moves to the other twin, which is: that move came later, and now the positions are the same.
# * A move that empties a column comes before a King goes there, when no column is empty. Leave the move out. Then the
#   card that it would lie on is bare instead, and nothing else differs. If the moved card moves on, or goes to its
#   foundation, the same holds, with a move less. If a King needs the column, the card first moves to where it would lie.
#
# No move needs two of these, but for a King of the waste that goes to a column just emptied. So a sequence moves to a twin
# in one step with the card that it bares, turns of the stock are part of a move of a waste card, and after a column was
# emptied only Kings move.
#
# Needs: board.pxi, bounds.pxi, chart.pxi, compact.pxi, engine.pyx, fewest.pxi, line.pxi, moves.pxi, runs.pxi,
#   table.pxi
# Gives: Stands, close_stands, expand_best_stand, open_stands, write_stands

cdef enum:
    MOST_CLEARINGS = 1 << 16
    STAND_VALUES = 4096
    NO_WIN = 255  # instead of a number of moves
    MOST_STEPS_OF_WAY = 64
    BYTES_PER_STAND = 32

    # Where a card goes, if not onto a card.
    TO_FOUNDATION = 62
    TO_VACANCY = 63


cdef struct Stand:
    u64 visible  # the cards that lie face up in columns
    u64 heads  # of these
    u64 second  # the others that lie on the second of the two cards that take them
    u32 heights
    u32 stock  # the places of the cards that are left in the stock and the waste
    u32 waste  # those of the waste
    u32 clearing  # a number for the heads and what they cover
    int bottoms  # columns without a head
    int moves
    bint awaits  # a King for the column that was just emptied
    u8 closed[COMPACT_COLUMNS]


cdef struct Offspring:
    u64 low
    u64 high
    int value


cdef struct Stands:
    Compact* compact
    u8* blocked  # by clearing: how many heads must at least leave for columns
    u32 lower[MOST_STOCK]  # by place: the places before it that have a lower card of its suit
    # The nodes, by number.
    u64* low
    u64* high  # with the number of moves
    u32* parents
    u32* older
    u32 nodes
    u32 room
    u32* slots  # by hash: a node plus 1
    u64 slots_room
    u32 queues[STAND_VALUES]
    int first  # the least queue that may have a node
    Offspring children[MOST_CHILDREN]
    int children_number
    # The steps of the last child, and whether the child with the given key is looked for.
    u16 steps[MOST_STEPS_OF_WAY]
    int steps_number
    bint tracing
    bint traced
    u64 wanted_low
    u64 wanted_high
    u64 start_low
    u64 start_high


cdef inline u64 all_moves() noexcept nogil:
    """Return the bits of the number of moves."""
    return <u64>0xFFFF << 48


cdef inline u64 bare_cards(const Stand* stand) noexcept nogil:
    """Return the cards on which no other lies."""
    cdef u64 loose = stand.visible & ~stand.heads
    cdef u64 first = loose & ~stand.second, second = loose & stand.second
    first = colors_swapped((first | first >> 1) & pairs()) << 4
    second = colors_swapped((second | second >> 1) & pairs()) << 5
    return stand.visible & ~first & ~second


cdef inline bint is_vacant(const Stand* stand) noexcept nogil:
    return stand.bottoms > bit_count(stand.visible & ~stand.heads & kings())


cdef inline void note_step(Stands* stands, int card, int target) noexcept nogil:
    if stands.steps_number < MOST_STEPS_OF_WAY:
        stands.steps[stands.steps_number] = card | target << 6
    stands.steps_number += 1


cdef void take_head(const Compact* compact, Stand* stand, u64 card) noexcept nogil:
    """Take the head off a column: the next one is turned up. A King that lies on no card is no head."""
    cdef int column = 0
    while compact.head[column][stand.closed[column]] != card:
        column += 1
    stand.heads ^= card
    stand.closed[column] -= 1
    stand.clearing -= compact.weight[column]
    card = compact.head[column][stand.closed[column]]
    stand.visible |= card
    if stand.closed[column] == 1 and compact.on_king[column]:
        stand.closed[column] = 0
        stand.clearing -= compact.weight[column]
    elif stand.closed[column]:
        stand.heads |= card
    if stand.closed[column] == 0:
        stand.bottoms += 1


cdef inline void found_card(Stands* stands, Stand* stand, int card) noexcept nogil:
    """Play a bare card of a column to its foundation."""
    cdef u64 bit = <u64>1 << card
    if stand.heads & bit:
        take_head(stands.compact, stand, bit)
    stand.visible &= ~bit
    stand.second &= ~bit
    stand.heights += one_of(card)
    stand.moves += 1
    note_step(stands, card, TO_FOUNDATION)


cdef inline void put_card_on(Stands* stands, Stand* stand, int card, int host) noexcept nogil:
    """Put a card of a column, with all that lies on it, or another card, on this host, or into a vacancy."""
    cdef u64 bit = <u64>1 << card
    if stand.heads & bit:
        take_head(stands.compact, stand, bit)
    stand.visible |= bit
    stand.second &= ~bit
    if host < TO_FOUNDATION and host & 1:
        stand.second |= bit
    stand.moves += 1
    note_step(stands, card, host)


cdef void settle_stand(Stands* stands, Stand* stand) noexcept nogil:
    """Play all cards to foundations that are safe."""
    cdef const Compact* compact = stands.compact
    cdef u64 nexts, safe, backs, cards
    cdef int card, place
    while True:
        set_founding(stand.heights, &nexts, &safe, &backs)
        if not safe:
            return
        cards = bare_cards(stand) & safe
        if cards:
            found_card(stands, stand, lowest_bit(cards))
            continue
        if compact.draw > 1 or not stand.waste:
            return
        place = last_place(stand.waste)
        card = compact.stock[place]
        if not safe >> card & 1:
            return
        stand.stock &= ~(<u32>1 << place)
        stand.waste &= stand.stock
        stand.heights += one_of(card)
        stand.moves += 1
        note_step(stands, card, TO_FOUNDATION)


cdef int founded_number(u32 heights) noexcept nogil:
    return height(heights, 0) + height(heights, 1) + height(heights, 2) + height(heights, 3)


cdef int moves_left(const Stands* stands, const Stand* stand) noexcept nogil:
    """Return a lower bound of the moves to a win, or NO_WIN if there surely is none."""
    cdef const Compact* compact = stands.compact
    cdef int left = stands.blocked[stand.clearing], place
    cdef u32 places = stand.waste
    if left == NO_WIN:
        return NO_WIN
    left += 52 - founded_number(stand.heights)
    left += (bit_count(stand.stock & ~stand.waste) + compact.draw - 1) // compact.draw
    if compact.draw == 1:
        while places:
            place = lowest_bit(places)
            places &= places - 1
            left += (stands.lower[place] & stand.waste) != 0
    return left


cdef void set_blocked(Stands* stands) noexcept nogil:
    """Set ``blocked``, in the order of clearings: each leads to lower ones."""
    cdef Compact* compact = stands.compact
    cdef u8 closed[COMPACT_COLUMNS]
    cdef u32 clearing
    cdef int column
    memset(closed, 0, sizeof(closed))
    stands.blocked[0] = 0
    for clearing in range(1, compact.clears_room):
        column = 0
        while True:
            closed[column] += 1
            if column + 1 == compact.columns or closed[column] * compact.weight[column] < compact.weight[column + 1]:
                break
            closed[column] = 0
            column += 1
        stands.blocked[clearing] = blocked_heads(stands, closed, clearing)


cdef u8 blocked_heads(const Stands* stands, const u8* closed, u32 clearing) noexcept nogil:
    """Return how many heads must at least leave for columns, given that of lower clearings; NO_WIN if some cannot leave."""
    cdef const Compact* compact = stands.compact
    cdef u64 hidden = 0, heads = 0, card, lower
    cdef int column, suit, bottoms = 0, after, least = NO_WIN
    if not could_hold(compact, closed):
        return NO_WIN
    for column in range(compact.columns):
        hidden |= compact.below[column][closed[column]]
        heads |= compact.head[column][closed[column]]
        bottoms += closed[column] == 0
    for suit in range(4):
        card = suit_cards(suit) & kings() & compact.dealt & ~hidden & ~heads
        if card and (hidden | heads) & suit_cards(suit):
            bottoms -= 1
    for column in range(compact.columns):
        if not closed[column]:
            continue
        card = compact.head[column][closed[column]]
        after = closed[column] - 1
        if after == 1 and compact.on_king[column]:
            after = 0
        after = stands.blocked[clearing - compact.weight[column] * <u32>(closed[column] - after)]
        lower = (card - 1) & suit_cards(lowest_bit(card) & 3)
        if lower & (hidden | heads):
            if card & kings() and bottoms <= 0 or not card & kings() and not hosts_of(card) & ~hidden:
                continue
            after = min(after + 1, NO_WIN)
        least = min(least, after)
    return least


cdef inline void set_key(const Stands* stands, const Stand* stand, Offspring* child) noexcept nogil:
    cdef const Compact* compact = stands.compact
    cdef u64 rest = (<u64>stand.clearing << 1 | stand.awaits) << 5 | bit_count(stand.waste)
    child.low = stand.heights | <u64>stand.stock << 16 | rest << compact.waste_shift
    child.high = stand.second | <u64>stand.moves << 48


cdef void read_stand(const Stands* stands, u64 low, u64 high, Stand* stand) noexcept nogil:
    cdef const Compact* compact = stands.compact
    cdef Spot spot
    cdef Ground ground
    cdef u64 rest = low >> compact.waste_shift
    cdef int waste = rest & 31, column
    cdef u32 clearing, left
    stand.heights = low & 0xFFFF
    stand.stock = low >> 16 & ((<u64>1 << compact.stock_size) - 1)
    left = stand.stock
    while waste:
        left &= left - 1
        waste -= 1
    stand.waste = stand.stock & ~left
    stand.awaits = rest >> 5 & 1
    stand.clearing = clearing = rest >> 6
    stand.second = high & ~all_moves()
    stand.moves = high >> 48
    for column in range(compact.columns - 1, -1, -1):
        stand.closed[column] = <u8>(clearing // compact.weight[column])
        clearing -= stand.closed[column] * compact.weight[column]
        spot.closed[column] = stand.closed[column]
    spot.stock = stand.stock
    survey(compact, &spot, &ground)
    stand.heads = ground.heads
    stand.bottoms = ground.vacancies
    stand.visible = ground.shown & ~founded_cards(stand.heights)


cdef void add_offspring(Fewest* fewest, u32 parent, Stand* stand) noexcept nogil:
    """Settle a position and note it for ``queue_offspring``."""
    cdef Stands* stands = fewest.stands
    cdef Offspring* child
    cdef int left
    settle_stand(stands, stand)
    left = moves_left(stands, stand)
    if left == NO_WIN or stand.moves + left >= <int>fewest.most:
        if not stands.tracing:
            return
    if stands.children_number == MOST_CHILDREN:
        queue_offspring(fewest, parent)
    child = &stands.children[stands.children_number]
    set_key(stands, stand, child)
    if stands.tracing:
        stands.traced = child.low == stands.wanted_low and child.high == stands.wanted_high
        return
    child.value = min(stand.moves + <int>fewest.weight * left // 100, STAND_VALUES - 1)
    fetch_early(&stands.slots[mixed(child.low ^ mixed(stand.second)) & (stands.slots_room - 1)])
    stands.children_number += 1


cdef void queue_offspring(Fewest* fewest, u32 parent) noexcept nogil:
    """Queue the children of ``add_offspring`` to which no shorter way is known."""
    cdef Stands* stands = fewest.stands
    cdef int index
    for index in range(stands.children_number):
        if fewest.result == RUNNING:
            queue_stand(fewest, parent, &stands.children[index])
    stands.children_number = 0


cdef inline u64 slot_for(const Stands* stands, u64 low, u64 high) noexcept nogil:
    """Return the slot of a position, or the empty one where it belongs."""
    cdef u64 slot = mixed(low ^ mixed(high & ~all_moves())) & (stands.slots_room - 1)
    cdef u32 node
    while stands.slots[slot]:
        node = stands.slots[slot] - 1
        if stands.low[node] == low and (stands.high[node] ^ high) & ~all_moves() == 0:
            break
        slot = (slot + 1) & (stands.slots_room - 1)
    return slot


cdef void queue_stand(Fewest* fewest, u32 parent, const Offspring* child) noexcept nogil:
    cdef Stands* stands = fewest.stands
    cdef u64 slot
    cdef u32 node
    cdef int moves = child.high >> 48
    if moves >= <int>fewest.most:
        return
    if stands.nodes == stands.room and not grow_stands(fewest):
        return
    slot = slot_for(stands, child.low, child.high)
    if stands.slots[slot]:
        node = stands.slots[slot] - 1
        if <int>(stands.high[node] >> 48) <= moves:
            return
    node = stands.nodes
    stands.nodes += 1
    stands.low[node] = child.low
    stands.high[node] = child.high
    stands.parents[node] = parent
    stands.older[node] = stands.queues[child.value]
    stands.queues[child.value] = node + 1
    stands.first = min(stands.first, child.value)
    stands.slots[slot] = node + 1
    if child.low & 0xFFFF == ALL_FOUNDED:
        fewest.most = moves
        fewest.won_way = node


cdef bint grow_stands(Fewest* fewest) noexcept nogil:
    """Make room for twice as many nodes; return False, and set the result, if memory is exhausted."""
    cdef Stands* stands = fewest.stands
    cdef u64 room = max(<u64>4096, 2 * <u64>stands.room)
    if room * BYTES_PER_STAND > fewest.memory:
        fewest.result = OUT_OF_BUDGET
        return False
    if not (
        resized(<void**>&stands.low, room * sizeof(u64))
        and resized(<void**>&stands.high, room * sizeof(u64))
        and resized(<void**>&stands.parents, room * sizeof(u32))
        and resized(<void**>&stands.older, room * sizeof(u32))
        and fill_stand_slots(stands, 2 * room)
    ):
        fewest.result = OUT_OF_MEMORY
        return False
    stands.room = <u32>room
    return True


cdef inline bint resized(void** array, size_t size) noexcept nogil:
    cdef void* larger = realloc(array[0], size)
    if larger == NULL:
        return False
    array[0] = larger
    return True


cdef bint fill_stand_slots(Stands* stands, u64 room) noexcept nogil:
    """Make new slots. Of several nodes of one position, the last one is the best."""
    cdef u32 node
    free(stands.slots)
    stands.slots = <u32*>calloc(room, sizeof(u32))
    if stands.slots == NULL:
        return False
    use_large_pages(stands.slots, room * sizeof(u32))
    stands.slots_room = room
    for node in range(stands.nodes):
        stands.slots[slot_for(stands, stands.low[node], stands.high[node])] = node + 1
    return True


cdef inline bint is_finished(const Fewest* fewest) noexcept nogil:
    return fewest.result != RUNNING or fewest.stands.traced


cdef void expand_stand(Fewest* fewest, u32 node, const Stand* stand) noexcept nogil:
    """Try all moves."""
    cdef u64 nexts, safe, backs, bare = bare_cards(stand)
    set_founding(stand.heights, &nexts, &safe, &backs)
    try_backs(fewest, node, stand, backs, bare)
    try_talon(fewest, node, stand, nexts, safe, bare)
    try_columns(fewest, node, stand, nexts, bare)
    queue_offspring(fewest, node)


cdef void try_on_hosts(Fewest* fewest, u32 node, const Stand* stand, int card, u64 hosts) noexcept nogil:
    """Try to put a card, which is where ``stand`` no longer has it, on each of these hosts, or a King into a vacancy."""
    cdef Stand child
    if card >= 48:
        if is_vacant(stand):
            child = stand[0]
            child.awaits = False
            fewest.stands.steps_number = 0
            put_card_on(fewest.stands, &child, card, TO_VACANCY)
            add_offspring(fewest, node, &child)
        return
    hosts &= hosts_of(<u64>1 << card)
    while hosts and not is_finished(fewest):
        child = stand[0]
        fewest.stands.steps_number = 0
        put_card_on(fewest.stands, &child, card, lowest_bit(hosts))
        add_offspring(fewest, node, &child)
        hosts &= hosts - 1


cdef void try_backs(Fewest* fewest, u32 node, const Stand* stand, u64 backs, u64 bare) noexcept nogil:
    """Try to give cards back from foundations."""
    cdef Stand without
    cdef int card
    if stand.awaits:
        backs &= kings()
    while backs and not is_finished(fewest):
        card = lowest_bit(backs)
        backs &= backs - 1
        without = stand[0]
        without.heights -= one_of(card)
        try_on_hosts(fewest, node, &without, card, bare)


cdef void try_talon(Fewest* fewest, u32 node, const Stand* stand, u64 nexts, u64 safe, u64 bare) noexcept nogil:
    """Try the moves of all cards that draws and a redeal bring to the top of the waste."""
    cdef const Compact* compact = fewest.stands.compact
    cdef Stand without
    cdef u32 below[MOST_STOCK + 1]
    cdef u32 left = stand.stock, reached = 0
    cdef int number = 0, at = bit_count(stand.waste), turns = 0, last, card
    cdef bint redealt = False
    below[0] = 0
    while left:
        number += 1
        below[number] = stand.stock & ~(left & (left - 1))
        left &= left - 1
    last = at
    while not is_finished(fewest):
        if at and not reached >> at & 1:
            reached |= <u32>1 << at
            card = compact.stock[last_place(below[at])]
            without = stand[0]
            without.moves += turns
            without.stock &= ~(below[at] & ~below[at - 1])
            without.waste = below[at - 1]
            try_drawn(fewest, node, &without, card, nexts, bare)
            if safe >> card & 1 and compact.draw == 1:
                return
        if at < number:
            at = min(at + compact.draw, number)
        elif redealt or not number:
            return
        else:
            redealt = True
            at = 0
        turns += 1
        if redealt and compact.draw == 1 and at >= last:
            return


cdef void try_drawn(Fewest* fewest, u32 node, const Stand* without, int card, u64 nexts, u64 bare) noexcept nogil:
    """Try the moves of a card of the waste, which ``without`` no longer has there."""
    cdef Stand child
    if not without.awaits or card >= 48:
        try_on_hosts(fewest, node, without, card, bare)
    if nexts >> card & 1 and not without.awaits and not is_finished(fewest):
        child = without[0]
        child.heights += one_of(card)
        child.moves += 1
        fewest.stands.steps_number = 0
        note_step(fewest.stands, card, TO_FOUNDATION)
        add_offspring(fewest, node, &child)


cdef void try_columns(Fewest* fewest, u32 node, const Stand* stand, u64 nexts, u64 bare) noexcept nogil:
    """Try the moves of heads, and of cards of columns to foundations."""
    cdef Stands* stands = fewest.stands
    cdef Stand child
    cdef u64 cards = stand.heads, loose, ends = 0
    cdef int card, column
    cdef bint vacant = is_vacant(stand)
    for column in range(stands.compact.columns):
        if stand.closed[column] == 1:
            ends |= stands.compact.head[column][1]
    if stand.awaits:
        cards &= kings()
    while cards and not is_finished(fewest):
        card = lowest_bit(cards)
        cards &= cards - 1
        child = stand[0]
        if ends >> card & 1:
            if vacant:
                continue
            child.awaits = True
        try_on_hosts(fewest, node, &child, card, bare)
    if stand.awaits:
        return
    # A card that is covered: its sequence moves to its twin.
    cards = stand.visible & nexts & (bare | with_twins(bare))
    while cards and not is_finished(fewest):
        card = lowest_bit(cards)
        cards &= cards - 1
        child = stand[0]
        stands.steps_number = 0
        if not bare >> card & 1:
            if not bare >> (card ^ 1) & 1:
                continue
            loose = colors_swapped(with_twins(<u64>1 << card)) >> 4 & stand.visible & ~stand.heads
            loose &= stand.second if card & 1 else ~stand.second
            put_card_on(stands, &child, lowest_bit(loose), card ^ 1)
        found_card(stands, &child, card)
        add_offspring(fewest, node, &child)


cdef void expand_best_stand(Fewest* fewest) noexcept nogil:
    """Expand the position with the least sum of moves and bound."""
    cdef Stands* stands = fewest.stands
    cdef Stand stand
    cdef u32 node
    while stands.first < STAND_VALUES and not stands.queues[stands.first]:
        stands.first += 1
    if fewest.weight == 100:
        fewest.least = max(fewest.least, min(fewest.most, <u32>stands.first))
    if stands.first == STAND_VALUES or (fewest.weight == 100 and fewest.least >= fewest.most):
        fewest.least = fewest.most
        fewest.result = WINS if fewest.most < ANY_LENGTH else DEAD
        return
    if fewest.expanded == fewest.budget:
        fewest.result = OUT_OF_BUDGET
        return
    node = stands.queues[stands.first] - 1
    stands.queues[stands.first] = stands.older[node]
    if stands.slots[slot_for(stands, stands.low[node], stands.high[node])] != node + 1:
        return
    read_stand(stands, stands.low[node], stands.high[node], &stand)
    if stand.moves + moves_left(stands, &stand) >= <int>fewest.most:
        return
    fewest.expanded += 1
    expand_stand(fewest, node, &stand)


cdef int open_stands(Fewest* fewest) noexcept nogil:
    """Begin at ``root``. Return 0 if it does not fit, and -1 if memory is exhausted."""
    cdef Stands* stands
    cdef Spot spot
    if not fewest.facts.compact:
        return 0
    stands = <Stands*>calloc(1, sizeof(Stands))
    if stands == NULL:
        return -1
    fewest.stands = stands
    stands.compact = <Compact*>calloc(1, sizeof(Compact))
    if stands.compact == NULL:
        return -1
    if not read_root(fewest.flat, fewest.facts, &fewest.root, stands.compact, &spot) or not fits_stand(stands.compact):
        close_stands(fewest)
        return 0
    stands.blocked = <u8*>malloc(stands.compact.clears_room)
    if stands.blocked == NULL or not grow_stands(fewest):
        return -1
    set_blocked(stands)
    set_lower(stands)
    set_start(fewest, &spot)
    stands.first = STAND_VALUES
    fewest.won_way = NO_STATE
    try_start(fewest)
    return 1


cdef bint fits_stand(const Compact* compact) noexcept nogil:
    return compact.clears_room <= MOST_CLEARINGS and compact.waste_shift + 5 + 1 + 16 <= 64


cdef void set_lower(Stands* stands) noexcept nogil:
    cdef const Compact* compact = stands.compact
    cdef int place, other
    for place in range(compact.stock_size):
        for other in range(place):
            if compact.stock[other] < compact.stock[place] and (compact.stock[other] ^ compact.stock[place]) & 3 == 0:
                stands.lower[place] |= <u32>1 << other


cdef void set_start(Fewest* fewest, const Spot* spot) noexcept nogil:
    """Set the key of the position that ``read_root`` has read."""
    cdef Stands* stands = fewest.stands
    cdef const u8* numbers = &fewest.facts.compact_card[0]
    cdef const Board* board = &fewest.root
    cdef int column, index
    cdef u64 rest = <u64>(stands.compact.clears_room - 1) << 6 | <u64>(board.size[fewest.flat.waste] - 1)
    stands.start_low = spot.heights | <u64>spot.stock << 16 | rest << stands.compact.waste_shift
    stands.start_high = 0
    for column in range(fewest.flat.columns):
        for index in range(max(<int>spot.closed[column], 1) + 1, board.size[column]):
            if numbers[board.cards[column][index - 1]] & 1:
                stands.start_high |= <u64>1 << numbers[board.cards[column][index]]


cdef void try_start(Fewest* fewest) noexcept nogil:
    cdef Stand stand
    read_stand(fewest.stands, fewest.stands.start_low, fewest.stands.start_high, &stand)
    fewest.stands.steps_number = 0
    add_offspring(fewest, NO_STATE, &stand)
    queue_offspring(fewest, NO_STATE)


cdef void close_stands(Fewest* fewest) noexcept nogil:
    cdef Stands* stands = fewest.stands
    if stands == NULL:
        return
    free(stands.compact)
    free(stands.blocked)
    free(stands.low)
    free(stands.high)
    free(stands.parents)
    free(stands.older)
    free(stands.slots)
    free(stands)
    fewest.stands = NULL


cdef bint write_stands(Fewest* fewest, Line* line) noexcept nogil:
    """Write the moves of the shortest line found; return False if memory is exhausted."""
    cdef Stands* stands = fewest.stands
    cdef Stand stand
    cdef u32 node = fewest.won_way, length = 0, index
    cdef int result = fewest.result
    cdef bint enough = True
    cdef u32* path
    while node != NO_STATE:
        length += 1
        node = stands.parents[node]
    path = <u32*>malloc(length * sizeof(u32))
    if path == NULL:
        return False
    node = fewest.won_way
    for index in range(length):
        path[length - 1 - index] = node
        node = stands.parents[node]
    fewest.board = fewest.root
    fewest.result = RUNNING
    stands.tracing = True
    for index in range(length):
        stands.wanted_low = stands.low[path[index]]
        stands.wanted_high = stands.high[path[index]]
        stands.traced = False
        if index == 0:
            try_start(fewest)
        else:
            read_stand(stands, stands.low[path[index - 1]], stands.high[path[index - 1]], &stand)
            expand_stand(fewest, path[index - 1], &stand)
        enough = enough and stands.traced and play_steps(fewest, line)
    stands.tracing = stands.traced = False
    fewest.result = result
    free(path)
    return enough


cdef bint play_steps(Fewest* fewest, Line* line) noexcept nogil:
    """Play ``steps`` on the board, and write them."""
    cdef const Flat* flat = fewest.flat
    cdef Board* board = &fewest.board
    cdef int index, card, target, source, at
    for index in range(fewest.stands.steps_number):
        card = fewest.facts.compact_face[fewest.stands.steps[index] & 63]
        target = fewest.stands.steps[index] >> 6
        if target == TO_FOUNDATION:
            target = fewest.facts.compact_home[fewest.stands.steps[index] & 3]
        else:
            target = column_topped_by(flat, board, FLOOR if target == TO_VACANCY else fewest.facts.compact_face[target])
        source = 0
        at = 0
        while source < flat.foundations_end:
            at = board.size[source] - 1
            while at and board.cards[source][at] != card:
                at -= 1
            if at:
                break
            source += 1
        if source < flat.foundations_end:
            if not write_counted(flat, board, packed(source, target, board.size[source] - at), line):
                return False
            continue
        at = 1
        while card_to_come(flat, board, at) != card:
            at += 1
        if not write_counted(flat, board, packed(flat.waste, target, 1) | <u32>(at + 1) << 24, line):
            return False
    return True


cdef int column_topped_by(const Flat* flat, const Board* board, int top) noexcept nogil:
    cdef int column = 0
    while top_of(board, column) != top:
        column += 1
    return column
