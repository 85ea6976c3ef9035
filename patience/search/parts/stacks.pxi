# Games in which the piles of a position are stacks that positions share.
#
# In games like FreeCell, Yukon or Forty Thieves, a move takes cards off a pile and puts them on another, and nothing
# follows but cards that are turned up or go to foundations at once. Draws, deals and redeals do so several times. So each
# pile of a position is a *stack*: a card on a smaller stack. Each stack is kept once, with its part of the fingerprint
# and of the value. A position is a stack for each pile. A move looks up two stacks, and copies no cards.
#
# This is the search of ``runs.pxi`` in another form. Moves, forced moves, fingerprints and values are the same, as
# ``moves.pxi``, ``safe.pxi`` and ``shapes.pxi`` define them, and so is the order in which positions are expanded.
# Heuristics with learned weights go the long way.
#
# Foundations build by suit, so their heights tell their cards. Which cards are home or ready (``safe.pxi``) follows from
# the heights. A card that a foundation gives back is often forced to return, so that move is left out.
#
# Needs: arena.pxi, board.pxi, bounds.pxi, chart.pxi, engine.pyx, moves.pxi, renaming.pxi, runs.pxi, shapes.pxi, table.pxi,
#   weights.pxi
# Gives: Stack, Stacks, close_stacks, expand_stacks, find_stacks, fits_stacks, keep_stacks, lay_stacks, set_homes,
#   start_stacks

cdef enum:
    LEAST_STACKS = 2048

    # Kinds of stacks by what they are worth.
    IN_RESERVE = 0
    IN_COLUMN
    IN_WASTE
    IN_STOCK


cdef struct Stack:
    Fingerprint print  # of a pile that is this stack
    u64 low  # the chains of these
    u64 high
    Tally tally  # of a column; of a foundation, its part of what positions of a crowd have in common
    u32 under  # the stack without its top card
    u32 first  # a stack of one card more
    u32 next  # another one on the same stack
    i32 value
    u8 size  # the floor counted
    u8 top
    u8 run  # the top cards of which each can move together with those above it
    u8 face_up
    u8 kind
    u16 lowest_of  # by suit, in the waste


cdef struct Heights:
    # What follows from the foundations of a position.
    u64 taken  # the cards that they take
    u64 home
    u64 ready


cdef struct Goals:
    u64 takes[FLOOR]  # by card: the piles that take it, besides …
    u64 wide  # … these, which take every card
    u64 empty  # columns and cells, of which others …
    u64 idle  # … make no difference
    int most[2]  # how many cards move to a column, and to an empty one


cdef struct Stacks:
    Stack* every
    u32 room
    u32 number
    u32 single[MOST_BOTTOMS][MOST_CARD]  # the stacks of one card; 0 if there is none
    u32 root[MOST_PILES]
    u64 foundations
    u64 layered  # the piles that decide the layer, too
    # The renamings of suits under which the root is the same (``renaming.pxi``):
    int renamings
    u8 renaming[MOST_RENAMINGS]
    Fingerprint* chains  # by stack and renaming: the chains of the renamed stack
    u32 chains_room
    # The position being expanded:
    u32 at[MOST_PILES]  # by pile: its stack
    Shape sum
    Heights heights
    i64 redeals
    u32 layer
    i64 spread  # its part of the value
    int buried[MOST_PILES]  # by column: the cards that lie over those that foundations take
    int buried_in_all
    # A position that follows:
    u32 child[MOST_PILES]
    i64 child_redeals
    Heights reached
    bint won


cdef void set_homes(const Flat* flat, Facts* facts) noexcept nogil:
    """Set what the heights of foundations tell, if the rules are such that this file serves."""
    cdef Homes* homes = &facts.homes
    cdef int pile, card, height
    homes.tell = moves_are_plain(flat, facts) and number_bottoms(flat, facts)
    if not homes.tell:
        return
    for card in range(FLOOR):
        homes.absent |= <u64>(flat.copies[card] == 0) << card
        height = 0
        for pile in range(flat.columns, flat.foundations_end):
            height += facts.level[pile][card] > 0
        homes.placed |= <u64>(height == flat.copies[card]) << card
        homes.tell = homes.tell and height <= max(1, flat.copies[card])
    for pile in range(flat.columns, flat.foundations_end):
        homes.tell = homes.tell and flat.complete[pile] <= <int>MOST_HEIGHT
        homes.card[pile][1] = FLOOR
        for card in range(flat.columns, pile):
            homes.twins |= <u64>(facts.seed[card] == facts.seed[pile]) << pile
        for card in range(FLOOR):
            if facts.level[pile][card]:
                homes.card[pile][facts.level[pile][card] + 1] = card
            for height in range(1, MOST_HEIGHT + 1):
                homes.home[pile][height] |= <u64>(facts.level[pile][card] < height) << card
                homes.ready[pile][height] |= <u64>(facts.level[pile][card] <= height) << card
    if homes.tell:
        set_renamings(flat, homes)


cdef bint moves_are_plain(const Flat* flat, const Facts* facts) noexcept nogil:
    """Return whether moves, draws, deals and redeals only take cards off piles and put them on others.

    Whatever else a concept marked ``cut`` allows or forbids must be refused here.
    """
    cdef u64 columns = piles_of(0, flat.columns), foundations = piles_of(flat.columns, flat.foundations_end)
    cdef int pile
    if facts.plain or not facts.may_force or facts.differ or facts.restricted or facts.stepping or facts.bounds_waste:
        return False
    if facts.free_runs or facts.joins or facts.reserve_supplies or not foundations_are_alike(flat, facts):
        return False
    if not columns or flat.targets > flat.cells_end or facts.cycles or flat.gathers or flat.restocks or flat.limited:
        return False
    if flat.actions and flat.hold != FREE or flat.packet or flat.last_draw_only or flat.deals or flat.fills_gaps:
        return False
    if flat.actions & DEAL and (flat.dealt_first or flat.dealt_end > flat.columns or flat.deal_to != TO_ALL or flat.actions != DEAL):
        return False
    if flat.whole_only or (flat.supermove and flat.has_run) or flat.full_size < PILE_BYTES or flat.emptied:
        return False
    if flat.wins_by != WINS_BY_FOUNDATIONS or flat.openers or flat.late:
        return False
    for pile in range(flat.piles):
        if flat.refill[pile] or flat.guard[pile] >= 0 or flat.opens_after[pile] or flat.together[pile] & ~columns:
            return False
        # Cards on cells and in columns can be forced home, wherever they have come from.
        if pile < flat.targets and not is_foundation(flat, pile):
            if foundations & ~flat.reach[pile] or not has(flat.is_source & facts.sheds, pile):
                return False
    return True


cdef bint number_bottoms(const Flat* flat, Facts* facts) noexcept nogil:
    """Number the kinds of piles but foundations; return whether there are few enough.

    While the stock is dealt to columns, these differ. So each has a number of its own, too.
    """
    cdef Homes* homes = &facts.homes
    cdef int pile, other
    homes.bottoms = 0
    for pile in range(flat.piles):
        if is_foundation(flat, pile):
            continue
        other = 0
        while is_foundation(flat, other) or facts.seed[other] != facts.seed[pile] or kind_of(flat, other) != kind_of(flat, pile):
            other += 1
        homes.bottom[pile] = homes.bottom[other] if other < pile else homes.bottoms
        homes.bottoms += other == pile
    for pile in range(flat.columns):
        homes.early_bottom[pile] = homes.bottoms + pile if flat.actions & DEAL else homes.bottom[pile]
    homes.bottoms += flat.columns if flat.actions & DEAL else 0
    return homes.bottoms <= MOST_BOTTOMS


cdef inline int kind_of(const Flat* flat, int pile) noexcept nogil:
    if pile < flat.columns:
        return IN_COLUMN
    if pile == flat.waste:
        return IN_WASTE
    return IN_STOCK if pile == flat.stock else IN_RESERVE


cdef bint fits_stacks(const Flat* flat, const Facts* facts, const Board* board) noexcept nogil:
    """Return whether this file serves for a position and what follows from it."""
    cdef int pile, index
    if not facts.homes.tell or board.won:
        return False
    for pile in range(flat.columns, flat.foundations_end):
        if board.size[pile] > flat.complete[pile]:
            return False
        for index in range(1, board.size[pile]):
            if facts.homes.card[pile][index + 1] != board.cards[pile][index]:
                return False
    return True


cdef void close_stacks(Work* work) noexcept nogil:
    free(work.stacks.every)
    free(work.stacks.chains)


cdef void start_stacks(Work* work) noexcept nogil:
    """Begin a run. Only the stacks of the root are left, valued by the new weights."""
    cdef const Flat* flat = work.flat
    cdef Stacks* stacks = &work.stacks
    cdef int pile, index
    if stacks.every == NULL:
        stacks.every = <Stack*>malloc(LEAST_STACKS * sizeof(Stack))
        if stacks.every == NULL:
            work.result = OUT_OF_MEMORY
            return
        stacks.room = LEAST_STACKS
    find_renamings(work)
    stacks.foundations = stacks.layered = piles_of(flat.columns, flat.foundations_end)
    if flat.stock >= 0:
        stacks.layered |= pile_bit(flat.stock)
    stacks.number = work.facts.homes.bottoms
    memset(stacks.single, 0, stacks.number * sizeof(stacks.single[0]))
    for pile in range(flat.piles):
        if is_foundation(flat, pile):
            stacks.root[pile] = add_foundation(work, pile) + work.root.size[pile] - 1
        else:
            set_bottom(work, pile, work.facts.homes.bottom[pile], work.facts.seed[pile])
            if pile < flat.columns and flat.actions & DEAL:
                set_bottom(work, pile, work.facts.homes.early_bottom[pile], mixed(work.facts.seed[pile] + <u64>pile))
            stacks.root[pile] = bottom_of(work, pile, flat.stock >= 0 and work.root.size[flat.stock] > 1)
    for pile in range(flat.piles):
        if not is_foundation(flat, pile):
            for index in range(1, work.root.size[pile]):
                stacks.root[pile] = put_on(work, stacks.root[pile], work.root.cards[pile][index])
    memcpy(stacks.at, stacks.root, sizeof(stacks.at))
    memcpy(stacks.child, stacks.root, sizeof(stacks.at))
    stacks.redeals = stacks.child_redeals = work.root.redeals
    find_heights(work)
    add_up_stacks(work)
    if work.result == RUNNING:
        consider_stacks(work, NO_STATE, packed(NO_MOVE, 0, 0))


cdef inline u32 bottom_of(const Work* work, int pile, bint early) noexcept nogil:
    """Return the stack without cards of a pile. It is early as long as the stock has cards."""
    return work.facts.homes.early_bottom[pile] if early and pile < work.flat.columns else work.facts.homes.bottom[pile]


cdef void set_bottom(Work* work, int pile, int number, u64 seed) noexcept nogil:
    """Set the stack without cards of a pile but a foundation."""
    cdef Stack* bottom = &work.stacks.every[number]
    memset(bottom, 0, sizeof(Stack))
    bottom.kind = kind_of(work.flat, pile)
    bottom.low = seed
    bottom.high = mixed(seed)
    bottom.print = Fingerprint(mixed(bottom.low), mixed(bottom.high))
    bottom.size = 1
    bottom.top = FLOOR
    bottom.tally.lowest = 13
    bottom.lowest_of = NONE_LOWEST
    bottom.value = -work.weights[EMPTY_COLUMN] if bottom.kind == IN_COLUMN else 0
    if not rename_stack(work, number, pile):
        work.result = OUT_OF_MEMORY


cdef u32 add_foundation(Work* work, int pile) noexcept nogil:
    """Add the stacks of a foundation, the smallest first, and return that one."""
    cdef Stacks* stacks = &work.stacks
    cdef u32 first = stacks.number
    cdef int height
    cdef Stack* stack
    for height in range(1, work.flat.complete[pile] + 1):
        stack = &stacks.every[stacks.number]
        memset(stack, 0, sizeof(Stack))
        stack.top = work.facts.homes.card[pile][height]
        stack.low = work.facts.seed[pile]
        stack.high = mixed(stack.low)
        chain_height(&stack.low, &stack.high, height, work.facts.like[stack.top])
        stack.print = Fingerprint(mixed(stack.low), mixed(stack.high))
        stack.tally.breaks = stack.print.low
        stack.under = stacks.number - 1
        stack.first = stacks.number + 1
        stack.size = height
        stack.run = stack.face_up = height > 1
        stack.value = -work.weights[FOUNDED_CARD] * height
        if not rename_stack(work, stacks.number, pile):
            work.result = OUT_OF_MEMORY
        stacks.number += 1
    stack.first = 0
    return first


cdef inline u32 put_on(Work* work, u32 under, int card) noexcept nogil:
    """Return the stack that has a card more than another one."""
    cdef const Stacks* stacks = &work.stacks
    cdef u32 stack
    if under < <u32>work.facts.homes.bottoms:
        stack = stacks.single[under][card]
    else:
        stack = stacks.every[under].first
        while stack and stacks.every[stack].top != card:
            stack = stacks.every[stack].next
    return stack or add_stack(work, under, card)


cdef u32 add_stack(Work* work, u32 under, int card) noexcept nogil:
    cdef Stacks* stacks = &work.stacks
    cdef u32 number = stacks.number
    cdef void* every
    cdef Stack* stack
    cdef Stack* below
    if number == stacks.room:
        every = realloc(stacks.every, 2 * <size_t>stacks.room * sizeof(Stack))
        if every == NULL:
            work.result = OUT_OF_MEMORY
            return under
        stacks.every = <Stack*>every
        stacks.room *= 2
    stacks.number += 1
    stack = &stacks.every[number]
    below = &stacks.every[under]
    stack[0] = below[0]
    stack.under = under
    stack.first = stack.next = 0
    if under < <u32>work.facts.homes.bottoms:
        stacks.single[under][card] = number
    else:
        stack.next = below.first
        below.first = number
    chain_card(&stack.low, &stack.high, work.facts.like[card])
    stack.print = Fingerprint(mixed(stack.low), mixed(stack.high))
    stack.size += 1
    stack.top = card
    stack.face_up = 0 if card >= FACE_DOWN else stack.face_up + 1
    stack.run = 1
    if below.top < FLOOR and card < FLOOR and follows_in_run(work.flat, below.top, card):
        stack.run += below.run
    if stack.kind == IN_COLUMN:
        tally_card(work.flat, work.facts, work.weights, &stack.tally, below.top, card)
        stack.value = tallied_value(work.weights, &stack.tally, stack.size - 1, stack.size - 1 - stack.face_up)
    elif stack.kind == IN_WASTE:
        stack.tally.sum += value_on_waste(work.facts, work.weights, &stack.lowest_of, card & ~FACE_DOWN)
        stack.tally.cards |= <u64>1 << (card & ~FACE_DOWN)
        stack.value = work.weights[WASTE_CARD] * (stack.size - 1) + stack.tally.sum
    else:
        stack.value = work.weights[STOCK_CARD if stack.kind == IN_STOCK else RESERVE_CARD] * (stack.size - 1)
    if not rename_stack(work, number, -1):
        work.result = OUT_OF_MEMORY
    return number


cdef inline bint follows_in_run(const Flat* flat, int top, int card) noexcept nogil:
    """Return whether a card can move together with the one below it, as far as their order goes."""
    if flat.supermove:
        return has(flat.build_run[top], card)
    return not flat.has_run or has(flat.run[top], card)


cdef void lay_stacks(const Work* work, Board* board) noexcept nogil:
    """Lay out the position of ``at`` on a board."""
    cdef const Stack* stack
    cdef int pile, place
    board.redeals = work.stacks.redeals
    for pile in range(work.flat.piles):
        stack = &work.stacks.every[work.stacks.at[pile]]
        board.size[pile] = stack.size
        for place in range(stack.size - 1, 0, -1):
            board.cards[pile][place] = stack.top
            stack = &work.stacks.every[stack.under]


cdef bint keep_stacks(Work* work, u32 node) noexcept nogil:
    """Keep the position of ``at``, as ``keep_state`` keeps boards; return False if memory is exhausted."""
    cdef u8* state = room_for_state(&work.arena)
    cdef u32 redeals = <u32>(work.stacks.redeals - work.root.redeals)
    if state == NULL:
        return False
    memcpy(state, &node, 4)
    memcpy(state + 4, &redeals, 4)
    memcpy(state + SIZES, work.stacks.at, work.flat.piles * sizeof(u32))
    return True


cdef void find_stacks(Work* work, u32 index) noexcept nogil:
    """Set ``at`` and ``child`` to a waiting position of this run."""
    cdef Stacks* stacks = &work.stacks
    cdef Node node = work.arena.nodes[index]
    cdef size_t length = work.flat.piles * sizeof(u32)
    cdef const u8* state
    cdef u32 redeals = 0
    if node.parent == NO_STATE:
        memcpy(stacks.child, stacks.root, length)
    else:
        state = work.arena.states + <size_t>node.parent * work.arena.stride
        memcpy(&redeals, state + 4, 4)
        memcpy(stacks.child, state + SIZES, length)
    stacks.child_redeals = work.root.redeals + redeals
    find_heights(work)
    play_stacks(work, node.move)
    memcpy(stacks.at, stacks.child, length)
    stacks.redeals = stacks.child_redeals


cdef void find_heights(Work* work) noexcept nogil:
    """Set what follows from the foundations of ``child``."""
    cdef const Homes* homes = &work.facts.homes
    cdef Stacks* stacks = &work.stacks
    cdef const Stack* stack
    cdef u64 taken = 0, home = homes.placed, ready = homes.placed
    cdef int pile
    for pile in range(work.flat.columns, work.flat.foundations_end):
        stack = &stacks.every[stacks.child[pile]]
        taken |= work.flat.fits[work.flat.row[pile]][stack.top]
        home &= homes.home[pile][stack.size]
        ready &= homes.ready[pile][stack.size]
    stacks.reached = Heights(taken, home | homes.absent, ready)


cdef u64 play_stacks(Work* work, u32 move) noexcept nogil:
    """Play a move and all that it forces in ``child``, and return the set of piles that they changed."""
    cdef Stacks* stacks = &work.stacks
    cdef int source = move & 255, target = move >> 8 & 255
    cdef u64 touched = 0, waiting = ~<u64>0
    stacks.won = False
    if source > NO_MOVE:
        touched = turn_stacks(work, 1 << source - NO_MOVE - 1)
    elif source != NO_MOVE:
        touched = pile_bit(source) | pile_bit(target)
        move_stacks(work, source, target, move >> 16 & 255)
        # No other card can be forced unless a foundation has changed.
        if not touched & stacks.foundations:
            if not has(stacks.reached.taken, top_of_child(stacks, source)) and not has(stacks.reached.taken, top_of_child(stacks, target)):
                return touched
            waiting = touched
    while not stacks.won and work.forcing != NOTHING_FORCED:
        move = forced_stack(work, waiting)
        if move & 255 == NO_MOVE:
            break
        touched |= pile_bit(move & 255) | pile_bit(move >> 8 & 255)
        move_stacks(work, move & 255, move >> 8 & 255, 1)
        waiting = ~<u64>0
    return touched


cdef inline void move_stacks(Work* work, int source, int target, int count) noexcept nogil:
    """Move cards in ``child``, and turn up the card that they bare."""
    cdef Stacks* stacks = &work.stacks
    cdef u8 cards[PILE_BYTES]
    cdef u32 left = stacks.child[source], grown = stacks.child[target]
    cdef int index
    for index in range(count):
        cards[index] = stacks.every[left].top
        left = stacks.every[left].under
    if stacks.every[left].top >= FACE_DOWN:
        left = put_on(work, stacks.every[left].under, stacks.every[left].top & ~FACE_DOWN)
    for index in range(count - 1, -1, -1):
        grown = put_on(work, grown, cards[index])
    stacks.child[source] = left
    stacks.child[target] = grown
    if (pile_bit(source) | pile_bit(target)) & stacks.foundations:
        find_heights(work)
        stacks.won = has(stacks.foundations, target) and are_complete(work)


cdef u64 turn_stacks(Work* work, int action) noexcept nogil:
    """Draw, deal or redeal in ``child``, and return the set of piles that this changed."""
    cdef const Flat* flat = work.flat
    cdef Stacks* stacks = &work.stacks
    cdef int pile
    if action == DRAW:
        for pile in range(min(flat.draw, stacks.every[stacks.child[flat.stock]].size - 1)):
            turn_card(work, flat.stock, flat.waste)
    elif action == REDEAL:
        stacks.child_redeals += 1
        while stacks.every[stacks.child[flat.waste]].size > 1:
            turn_card(work, flat.waste, flat.stock)
    else:
        for pile in range(flat.dealt_end):
            if stacks.every[stacks.child[flat.stock]].size > 1:
                turn_card(work, flat.stock, pile)
        if stacks.every[stacks.child[flat.stock]].size == 1:
            for pile in range(flat.columns):
                stacks.child[pile] = without_order(work, pile, stacks.child[pile])
        return piles_of(0, flat.columns) | pile_bit(flat.stock)
    return pile_bit(flat.stock) | pile_bit(flat.waste)


cdef inline void turn_card(Work* work, int source, int target) noexcept nogil:
    cdef const Stack* stack = &work.stacks.every[work.stacks.child[source]]
    work.stacks.child[source] = stack.under
    work.stacks.child[target] = put_on(work, work.stacks.child[target], stack.top)


cdef u32 without_order(Work* work, int column, u32 stack) noexcept nogil:
    """Return the stack of a column once its place among the columns makes no difference."""
    cdef u8 cards[PILE_BYTES]
    cdef int number = work.stacks.every[stack].size - 1, index
    for index in range(number):
        cards[index] = work.stacks.every[stack].top
        stack = work.stacks.every[stack].under
    stack = work.facts.homes.bottom[column]
    for index in range(number - 1, -1, -1):
        stack = put_on(work, stack, cards[index])
    return stack


cdef bint are_complete(const Work* work) noexcept nogil:
    """Return whether the foundations of ``child`` are complete that win."""
    cdef int pile
    for pile in range(work.flat.columns, work.flat.foundations_end):
        if has(work.flat.winning, pile) and work.stacks.every[work.stacks.child[pile]].size != work.flat.complete[pile]:
            return False
    return True


cdef inline int top_of_child(const Stacks* stacks, int pile) noexcept nogil:
    return stacks.every[stacks.child[pile]].top


cdef u32 forced_stack(const Work* work, u64 waiting) noexcept nogil:
    """Return a move of ``child`` that is forced, as ``forced_move`` does, from one of these piles, or NO_MOVE."""
    cdef const Flat* flat = work.flat
    cdef const Stacks* stacks = &work.stacks
    cdef int pile, target, top
    waiting &= flat.is_source & ~stacks.foundations
    while waiting:
        pile = lowest_bit(waiting)
        waiting &= waiting - 1
        top = top_of_child(stacks, pile)
        if top >= FLOOR or not has(stacks.reached.taken, top):
            continue
        if work.forcing == SAFE_FORCED and not (has(work.facts.sheds, pile) and is_safe_at(work, &stacks.reached, top)):
            continue
        for target in range(flat.columns, flat.foundations_end):
            if has(flat.reach[pile], target) and has(flat.fits[flat.row[target]][top_of_child(stacks, target)], top):
                return packed(pile, target, 1)
    return packed(NO_MOVE, 0, 0)


cdef bint is_safe_at(const Work* work, const Heights* heights, int card) noexcept nogil:
    """Return whether a card that comes next on a foundation can safely go there, as ``is_safe`` does."""
    cdef const u64* fits = work.flat.fits[work.flat.row[0]]
    cdef u64 above = fits[card] if work.facts.final else work.facts.above[card], known = 0, left
    if not has(heights.ready, card):
        return False
    while True:
        left = above & ~known & ~heights.home
        if not left:
            return True
        if left & ~heights.ready or not work.facts.readies:
            return False
        known = above
        while left and work.facts.final:
            above |= fits[lowest_bit(left)]
            left &= left - 1


cdef void expand_stacks(Work* work, u32 parent) noexcept nogil:
    """Queue the positions that moves lead to from ``at``, in the order of ``moves_to_try`` and without idle ones."""
    cdef const Flat* flat = work.flat
    cdef const Stacks* stacks = &work.stacks
    cdef Goals goals
    cdef u64 taking[PILE_BYTES]  # by number of cards: the targets
    cdef u64 targets, group
    cdef u32 stack
    cdef int index, source, target, count, lifted, most, action
    cdef bint differ = flat.actions & DEAL and stacks.every[stacks.at[flat.stock]].size > 1
    add_up_stacks(work)
    set_goals(work, differ, &goals)
    for index in range(flat.sources):
        source = flat.source[index]
        stack = stacks.at[source]
        lifted = lifted_from(flat, source, &stacks.every[stack])
        if not lifted or (has(stacks.foundations, source) and comes_back(work, source)):
            continue
        group = targets_of(flat, source, &goals)
        targets = 0
        for count in range(1, lifted + 1):
            taking[count] = (goals.takes[stacks.every[stack].top] | goals.wide) & group
            targets |= taking[count]
            stack = stacks.every[stack].under
            group &= flat.together[source]
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            most = lifted
            if lifted > 1 and target < flat.columns:
                most = min(lifted, goals.most[has(goals.empty, target)])
            if has(goals.empty, target) and source < flat.columns and target < flat.columns and not differ:
                most = min(most, stacks.every[stacks.at[source]].size - 2)
            for count in range(1, most + 1):
                if has(taking[count], target):
                    consider_stacks(work, parent, packed(source, target, count))
                    if work.result != RUNNING:
                        return
    for action in range(3):
        if may_turn_stacks(work, 1 << action) and work.result == RUNNING:
            consider_stacks(work, parent, packed(NO_MOVE + 1 + action, 0, 0))


cdef bint may_turn_stacks(const Work* work, int action) noexcept nogil:
    """Return whether a draw, a deal or a redeal is legal in the position of ``at``."""
    cdef const Flat* flat = work.flat
    cdef const Stacks* stacks = &work.stacks
    if not flat.actions & action:
        return False
    if action != REDEAL:
        return stacks.every[stacks.at[flat.stock]].size > 1
    if stacks.every[stacks.at[flat.stock]].size > 1 or stacks.every[stacks.at[flat.waste]].size == 1:
        return False
    return flat.redeals < 0 or stacks.redeals < flat.redeals


cdef inline int lifted_from(const Flat* flat, int source, const Stack* stack) noexcept nogil:
    """Return how many top cards can move at once if there is room."""
    return min(stack.run if flat.together[source] else 1, stack.face_up)


cdef inline u64 targets_of(const Flat* flat, int source, const Goals* goals) noexcept nogil:
    """Return the targets to which the top card of a pile might go, whatever it is."""
    cdef u64 columns = piles_of(0, flat.columns), targets = flat.reach[source] & ~goals.idle & ~pile_bit(source)
    if not has(flat.builds, source):
        targets &= ~columns | goals.empty
    if not has(flat.opens, source):
        targets &= ~(columns & goals.empty)
    if flat.foundations_end <= source < flat.targets:
        targets &= piles_of(0, flat.foundations_end)
    return targets


cdef inline bint comes_back(const Work* work, int foundation) noexcept nogil:
    """Return whether the top card of a foundation would be forced back to it at once."""
    cdef const Homes* homes = &work.facts.homes
    cdef const Stack* stack = &work.stacks.every[work.stacks.at[foundation]]
    cdef Heights lower = work.stacks.heights
    if work.forcing == SAFE_FORCED:
        lower.home &= homes.home[foundation][stack.size - 1] | homes.absent
        lower.ready &= homes.ready[foundation][stack.size - 1]
        return is_safe_at(work, &lower, stack.top)
    return work.forcing == ALL_FORCED


cdef void set_goals(const Work* work, bint differ, Goals* goals) noexcept nogil:
    """Set what piles of ``at`` take. Of several empty cells, equal foundations, and empty columns unless they differ,
    only the first counts."""
    cdef const Flat* flat = work.flat
    cdef const Stack* stack
    cdef int target, parts = 1, doublings = 0
    cdef u64 cards, columns = piles_of(0, flat.columns)
    memset(goals, 0, sizeof(Goals))
    for target in range(flat.targets):
        stack = &work.stacks.every[work.stacks.at[target]]
        cards = flat.fits[flat.row[target]][stack.top]
        if has(work.stacks.foundations, target):
            if has(work.facts.homes.twins, target) and equals_earlier(work, target):
                continue
        elif stack.size == 1:
            goals.empty |= pile_bit(target)
        if cards == every_card():
            goals.wide |= pile_bit(target)
            continue
        while cards:
            goals.takes[lowest_bit(cards)] |= pile_bit(target)
            cards &= cards - 1
    goals.idle = without_first(goals.empty & ~columns)
    if not differ:
        goals.idle |= without_first(goals.empty & columns)
    goals.most[0] = goals.most[1] = PILE_BYTES
    if flat.supermove:
        parts += bit_count(goals.empty & ~columns)
        doublings = bit_count(goals.empty & columns) if flat.any_opens else 0
        goals.most[0] = parts << min(doublings, 8)
        goals.most[1] = parts << min(max(doublings - 1, 0), 8)


cdef inline u64 without_first(u64 piles) noexcept nogil:
    return piles & (piles - 1)


cdef bint equals_earlier(const Work* work, int foundation) noexcept nogil:
    """Return whether another foundation before this one builds alike and has the same height."""
    cdef const Stacks* stacks = &work.stacks
    cdef int other
    for other in range(work.flat.columns, foundation):
        if work.facts.seed[other] == work.facts.seed[foundation]:
            if stacks.every[stacks.at[other]].size == stacks.every[stacks.at[foundation]].size:
                return True
    return False


cdef void add_up_stacks(Work* work) noexcept nogil:
    """Add up the piles of ``at``, whose foundations are those of ``child``."""
    cdef Stacks* stacks = &work.stacks
    cdef const Stack* stack
    cdef int pile
    memset(&stacks.sum, 0, sizeof(Shape))
    stacks.heights = stacks.reached
    stacks.buried_in_all = 0
    for pile in range(work.flat.piles):
        stack = &stacks.every[stacks.at[pile]]
        stacks.sum.print.low += stack.print.low
        stacks.sum.print.high += stack.print.high
        stacks.sum.value += stack.value
        stacks.sum.breaks += stack.tally.breaks
        if pile < work.flat.columns:
            stacks.buried[pile] = buried_in(stacks, stacks.at[pile], stacks.heights.taken)
            stacks.buried_in_all += stacks.buried[pile]
    find_layer(work, &stacks.layer, &stacks.spread)


cdef void find_layer(const Work* work, u32* layer, i64* apart) noexcept nogil:
    """Find the layer of ``child``, and the value of the differences in height between its foundations."""
    cdef int pile
    cdef int heights[MOST_PILES]
    for pile in range(work.flat.columns, work.flat.foundations_end):
        heights[pile] = work.stacks.every[work.stacks.child[pile]].size
    if work.flat.stock >= 0:
        heights[work.flat.stock] = work.stacks.every[work.stacks.child[work.flat.stock]].size
    layer[0] = layer_of(work, heights, work.stacks.child_redeals)
    apart[0] = work.weights[SPREAD] * spread(work.facts, heights) if work.weights[SPREAD] else 0


cdef inline int buried_in(const Stacks* stacks, u32 stack, u64 awaited) noexcept nogil:
    """Return how many cards of a column lie over awaited ones, as ``buried`` does."""
    cdef int over = 0, number = 0
    stack = stacks.every[stack].under
    while stacks.every[stack].tally.cards & awaited:
        over += 1
        if has(awaited, stacks.every[stack].top & ~FACE_DOWN):
            number += over
        stack = stacks.every[stack].under
    return number


cdef void consider_stacks(Work* work, u32 parent, u32 move) noexcept nogil:
    """Play a move from ``at``. If the position is new, queue it."""
    cdef Stacks* stacks = &work.stacks
    cdef u64 touched = play_stacks(work, move), left = touched
    cdef Fingerprint print = stacks.sum.print
    cdef const Stack* old
    cdef const Stack* new
    cdef u32 layer = stacks.layer
    cdef i64 value = stacks.sum.value, apart = stacks.spread
    cdef int pile
    if work.result != RUNNING:
        return
    while left:
        pile = lowest_bit(left)
        left &= left - 1
        old = &stacks.every[stacks.at[pile]]
        new = &stacks.every[stacks.child[pile]]
        print.low += new.print.low - old.print.low
        print.high += new.print.high - old.print.high
        value += new.value - old.value
    least_print(work, &print)
    print.low = mixed(print.low + (0 if work.facts.endless else <u64>stacks.child_redeals))
    print.high = mixed(print.high) or 1
    if touched & stacks.layered:
        find_layer(work, &layer, &apart)
    if add_position(work, parent, move, &print, layer, stacks.won):
        value += apart
        if work.weights[BURIED]:
            value += work.weights[BURIED] * buried_in_child(work, touched)
        if work.weights[WASTE_BURIED] and work.flat.waste >= 0:
            value += work.weights[WASTE_BURIED] * buried_in(stacks, stacks.child[work.flat.waste], stacks.reached.taken)
        if work.weights[NOISE]:
            value += print.high % <u32>work.weights[NOISE]
        if work.heuristic.crowd:
            value += crowding(work, breaks_of_child(stacks, touched), layer)
        if not push(&work.layers[layer], <i32>value, work.arena.nodes_number - 1):
            work.result = OUT_OF_MEMORY
    while touched:
        pile = lowest_bit(touched)
        touched &= touched - 1
        stacks.child[pile] = stacks.at[pile]
    stacks.reached = stacks.heights
    stacks.child_redeals = stacks.redeals


cdef inline u64 breaks_of_child(const Stacks* stacks, u64 touched) noexcept nogil:
    cdef u64 breaks = stacks.sum.breaks
    cdef int pile
    while touched:
        pile = lowest_bit(touched)
        touched &= touched - 1
        breaks += stacks.every[stacks.child[pile]].tally.breaks - stacks.every[stacks.at[pile]].tally.breaks
    return breaks


cdef inline int buried_in_child(const Work* work, u64 touched) noexcept nogil:
    """Return how many cards of ``child`` lie over awaited ones. It differs from ``at`` in the touched piles."""
    cdef const Stacks* stacks = &work.stacks
    cdef u64 columns = piles_of(0, work.flat.columns)
    cdef int pile, over = 0
    if stacks.reached.taken == stacks.heights.taken:
        over = stacks.buried_in_all
        columns &= touched
    while columns:
        pile = lowest_bit(columns)
        columns &= columns - 1
        over += buried_in(stacks, stacks.child[pile], stacks.reached.taken)
        if stacks.reached.taken == stacks.heights.taken:
            over -= stacks.buried[pile]
    return over
