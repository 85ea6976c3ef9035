# The fewest moves to a win: A* with a lower bound that never exceeds the moves that are left.
#
# A move is what a log counts: each card that goes to its foundation, each group that moves between columns, each turn
# of the stock. The bound is a sum of moves of different kinds:
#
# * Each card that is not on a foundation, or each whole sequence, needs a move to one.
# * Where turns alone take cards off the stock, the stock needs its number of cards, divided by the most that a turn
#   takes, in turns.
# * Where each card has one foundation, which takes it alone and in the order of its suit, some cards must leave their
#   columns by a move that is not to a foundation. Call a card direct if its first move is to its foundation. A direct
#   card stays where it is until then. So before it leaves, each lower card of its suit has gone to the foundation, and
#   whatever lies over such a card has left its place. Let ``needs`` be these cards. Along a cycle of cards, each of
#   which needs the next, not all cards are direct. (A card that needs itself lies over a lower one of its suit.)
#   A move that is not to a foundation makes only cards of one column indirect, those that have been in sequence since
#   now: they have been neither moved nor parted. Call them a block. So cycles without a common block each need a
#   move of their own. The bound counts cycles, the shortest first, and leaves out the blocks of those counted.
#   Cards that foundations give back change nothing: the argument is about the first time that each card goes there.
#   (Deadlock analysis: Paul & Helmert 2016, who count moves of single cards.)
# * Where single cards are drawn and redeals have no limit, a waste card over a lower one of its suit leaves by another
#   move, or is drawn again after a redeal.
#
# A card that nothing can need in a column any more (``safe.pxi``) goes to its foundation at once, if a win needs all
# cards there. That loses no move: the twin of a shortest line takes this card, and each that the line puts on it, to
# its foundation by one move, and the line needs one for each of them, too. No group that moves is larger, and no pile
# is taken that was free. Nothing else is forced, and no move is left out but those that lead to an equivalent position
# which another move leads to.
#
# Turns of the stock wait until the move that takes the waste card (``facts.cycles``): moves between other piles do not
# depend on them, and a shortest line ends with no turn.
#
# Needs: arena.pxi, board.pxi, bounds.pxi, chart.pxi, engine.pyx, legality.pxi, line.pxi, moves.pxi, player.pxi,
#   runs.pxi, safe.pxi, shapes.pxi, table.pxi, weights.pxi
# Gives: ANY_LENGTH, Fewest, Stands, close_fewest, expand_way, open_fewest, write_counted, write_way

cdef enum:
    ANY_LENGTH = 60000  # more than the moves of any line
    VALUES = 512  # of the bound, which breaks ties


cdef struct Way:
    u32 parent  # a state, NO_STATE for the root
    u32 move
    u16 moves  # from the root
    u16 left  # the bound


cdef struct Met:
    Fingerprint print
    u32 way  # the shortest one known


cdef struct Stands


cdef struct Fewest:
    const Flat* flat
    const Facts* facts
    Arena arena  # states alone: one for each expanded position
    Way* ways
    u32 ways_room
    u32 ways_number
    Met* met  # a hash table with open addressing
    u64 met_room
    u64 met_number
    Queue queue
    bint single_homes  # each card has one foundation, which takes it alone
    bint turns_alone  # nothing but turns takes cards off the stock
    u8 order[MOST_PILES][MOST_LEVELS + 1]  # by foundation and level from 1: its card
    int per_move  # the most cards that a move brings to a foundation
    u32 weight  # of the bound, in percent: 100 proves, more finds a line sooner
    u32 most  # the length of the shortest line that is known
    u32 least  # the proved bound: no line is shorter
    u32 won_way
    u64 expanded
    u64 budget
    u64 memory
    int result
    Board root
    Board board
    Board child
    Shape shapes[MOST_PILES]
    Play plays[MOST_MOVES]
    u32 moves[MOST_MOVES + 3]
    i32 weights[WEIGHTS]  # all 0: positions are only compared
    Stands* stands  # of ``klondike.pxi``, in games of that kind


cdef void set_bounds(Fewest* fewest) noexcept nogil:
    """Find out which parts of the bound hold for the rules."""
    cdef const Flat* flat = fewest.flat
    cdef const Facts* facts = fewest.facts
    cdef int card, column, pile, homes
    fewest.per_move = 1
    for pile in range(flat.columns, flat.foundations_end):
        fewest.per_move = max(fewest.per_move, flat.whole[pile])
        for column in range(flat.columns):
            if has(flat.together[column], pile) and not flat.whole[pile]:
                fewest.per_move = MOST_LEVELS
    fewest.turns_alone = flat.stock >= 0 and not has(all_supplies(flat), flat.stock) and not flat.waste_takes
    fewest.single_homes = fewest.per_move == 1 and facts.by_suit and facts.all_home and flat.columns and not flat.gather and not flat.has_covers
    for card in range(FLOOR):
        homes = 0
        for pile in range(flat.columns, flat.foundations_end):
            homes += facts.level[pile][card] > 0
            fewest.order[pile][facts.level[pile][card]] = card
        if flat.copies[card] > 1 or homes != flat.copies[card]:
            fewest.single_homes = False


cdef inline bint in_one_block(const Flat* flat, int column, const u8* cards) noexcept nogil:
    """Return whether two neighbouring cards of a column could move in one group."""
    if cards[0] >= FACE_DOWN or not flat.together[column]:
        return False
    if flat.supermove:
        return has(flat.build_run[cards[0]], cards[1])
    return not flat.has_run or has(flat.run[cards[0]], cards[1])


cdef int blocked_moves(const Fewest* fewest, const Board* board) noexcept nogil:
    """Return how many moves to other piles than foundations the order of the cards in columns makes necessary."""
    cdef const Flat* flat = fewest.flat
    cdef u64 needs[FLOOR]
    cdef u64 above[FLOOR]
    cdef u64 block[FLOOR]
    cdef u64 active = 0, over, part, cards
    cdef int column, index, first, card, level, pile, moves = 0
    memset(above, 0, sizeof(above))
    for column in range(flat.columns):
        over = 0
        first = board.size[column] - 1
        while first > 0:
            # A block, from its upper end down.
            index = first
            part = 0
            while True:
                card = board.cards[column][index] & ~FACE_DOWN
                above[card] = over
                over |= <u64>1 << card
                part |= <u64>1 << card
                index -= 1
                if index == 0 or not in_one_block(flat, column, &board.cards[column][index]):
                    break
            while first > index:
                block[board.cards[column][first] & ~FACE_DOWN] = part
                first -= 1
        active |= over
    for pile in range(flat.columns, flat.foundations_end):
        over = 0
        for level in range(board.size[pile], flat.complete[pile]):
            card = fewest.order[pile][level]
            needs[card] = over
            over |= above[card]
    cards = active
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if has(needs[card], card):
            moves += has(active, card)
            active &= ~block[card]
    while in_cycles(needs, &active):
        moves += 1
        active &= ~shortest_cycle(needs, block, active)
    return moves


cdef bint in_cycles(const u64* needs, u64* active) noexcept nogil:
    """Leave out the cards that are on no cycle, as far as that is easily seen, and return whether any are left."""
    cdef u64 cards, known = 0, needed
    cdef int card
    while known != active[0]:
        known = cards = active[0]
        needed = 0
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            if needs[card] & active[0]:
                needed |= needs[card]
            else:
                active[0] &= ~(<u64>1 << card)
        active[0] &= needed
    return active[0] != 0


cdef u64 shortest_cycle(const u64* needs, const u64* block, u64 active) noexcept nogil:
    """Return all cards of the blocks on a shortest cycle among these cards, each of which needs another one."""
    cdef u64 layers[FLOOR + 1]
    cdef u64 start = active, seen, cards, found = 0
    cdef int card, first, depth, length = FLOOR + 1
    while start:
        first = lowest_bit(start)
        start &= start - 1
        layers[0] = seen = <u64>1 << first
        depth = 0
        while layers[depth] and depth + 1 < length:
            cards = layers[depth]
            depth += 1
            layers[depth] = 0
            while cards:
                card = lowest_bit(cards)
                cards &= cards - 1
                layers[depth] |= needs[card] & active
            if has(layers[depth], first):
                length = depth
                found = cycle_back(needs, block, layers, first, depth)
                break
            layers[depth] &= ~seen
            seen |= layers[depth]
        if length == 2:
            break
    return found


cdef u64 cycle_back(const u64* needs, const u64* block, const u64* layers, int first, int depth) noexcept nogil:
    """Return the cards of the blocks on a cycle whose cards lie in these layers, the first card in the first one."""
    cdef u64 found = block[first], cards
    cdef int card, last = first
    while depth > 1:
        depth -= 1
        cards = layers[depth]
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            if has(needs[card], last):
                found |= block[card]
                last = card
                break
    return found


cdef int least_left(const Fewest* fewest, const Board* board) noexcept nogil:
    """Return a lower bound of the moves to a win."""
    cdef const Flat* flat = fewest.flat
    cdef int left, taken = 0
    if board.won or not (fewest.facts.all_home or flat.wins_by == WINS_BY_EMPTY_PILES):
        return 0
    left = (left_to_bring(flat, board) + fewest.per_move - 1) // fewest.per_move
    if fewest.single_homes:
        left += blocked_moves(fewest, board)
    if fewest.turns_alone and fewest.facts.all_home:
        if flat.actions & DRAW:
            taken = flat.draw
        if flat.actions & DEAL:
            taken = max(taken, flat.most_dealt)
        if taken > 0:
            left += (board.size[flat.stock] - 1 + taken - 1) // taken
    if fewest.facts.cycles and flat.draw == 1 and fewest.single_homes:
        left += blocked_in_waste(fewest, board)
    return left


cdef int blocked_in_waste(const Fewest* fewest, const Board* board) noexcept nogil:
    """Return how many waste cards lie over a lower card of their suit."""
    cdef int pile, index, card, lowest[MOST_PILES], number = 0
    for pile in range(fewest.flat.columns, fewest.flat.foundations_end):
        lowest[pile] = MOST_CARD
    for index in range(1, board.size[fewest.flat.waste]):
        card = board.cards[fewest.flat.waste][index]
        for pile in range(fewest.flat.columns, fewest.flat.foundations_end):
            if fewest.facts.level[pile][card]:
                number += fewest.facts.level[pile][card] > lowest[pile]
                lowest[pile] = min(lowest[pile], <int>fewest.facts.level[pile][card])
    return number


cdef int turns_before(const Flat* flat, const Board* board, u32 move) noexcept nogil:
    """Return how many draws and redeals a move of a waste card includes."""
    cdef int waste = board.size[flat.waste] - 1, stock = board.size[flat.stock] - 1
    cdef int drawn = <int>(move >> 24) - 1
    if drawn >= waste and ((drawn - waste) % flat.draw == 0 or drawn == waste + stock):
        return (drawn - waste + flat.draw - 1) // flat.draw
    return (stock + flat.draw - 1) // flat.draw + 1 + (drawn + flat.draw - 1) // flat.draw


cdef u32 safe_move(const Flat* flat, const Facts* facts, const Board* board) noexcept nogil:
    """Return a move of a card to its foundation that loses no move, or NO_MOVE."""
    cdef int pile, target
    if not (facts.may_force and facts.all_home) or not flat.columns:
        return packed(NO_MOVE, 0, 0)
    for pile in range(flat.targets):
        if board.size[pile] == 1 or is_foundation(flat, pile) or flat.refill[pile] or not has(flat.is_source, pile):
            continue
        if not gives(flat, board, pile):
            continue
        if top_of(board, pile) < FLOOR and is_safe(flat, facts, board, top_of(board, pile)):
            target = accepting_foundation(flat, board, pile, 1)
            if target != NO_PILE:
                return packed(pile, target, 1)
    return packed(NO_MOVE, 0, 0)


cdef int counted_moves(Fewest* fewest) noexcept nogil:
    """Write the moves from ``board`` to ``moves``, without those that surely repeat another; return their number."""
    cdef const Flat* flat = fewest.flat
    cdef const Facts* facts = fewest.facts
    cdef Board* board = &fewest.board
    cdef Play* play
    cdef int index, action, number = 0
    for index in range(card_moves(flat, board, False, fewest.plays, MOST_MOVES)):
        play = &fewest.plays[index]
        if facts.cycles and play.source == flat.waste:
            continue
        if not (play.target < flat.columns and board.size[play.target] > 1) and is_idle(flat, facts, board, play):
            continue
        fewest.moves[number] = packed(play.source, play.target, play.count)
        number += 1
    if facts.cycles:
        return number + moves_of_waste(flat, facts, board, ~<u64>0, fewest.moves + number)
    for action in range(3):
        if may_turn(flat, board, 1 << action):
            fewest.moves[number] = packed(NO_MOVE + 1 + action, 0, 0)
            number += 1
    return number


cdef Met* met_at(const Fewest* fewest, const Fingerprint* print) noexcept nogil:
    cdef u64 place = print.low & (fewest.met_room - 1)
    while fewest.met[place].print.high and (
        fewest.met[place].print.high != print.high or fewest.met[place].print.low != print.low
    ):
        place = (place + 1) & (fewest.met_room - 1)
    return &fewest.met[place]


cdef bint room_for_way(Fewest* fewest) noexcept nogil:
    """Make room for one more way; return False if memory is exhausted."""
    cdef Met* old = fewest.met
    cdef u64 old_room = fewest.met_room, place
    cdef Way* ways
    if fewest.ways_number == fewest.ways_room:
        ways = <Way*>realloc(fewest.ways, 2 * (<size_t>fewest.ways_room + 512) * sizeof(Way))
        if ways == NULL:
            return False
        fewest.ways = ways
        fewest.ways_room = 2 * (fewest.ways_room + 512)
    if 8 * fewest.met_number < 5 * fewest.met_room:
        return True
    fewest.met_room = max(<u64>1024, 2 * old_room)
    fewest.met = <Met*>calloc(fewest.met_room, sizeof(Met))
    if fewest.met == NULL:
        fewest.met = old
        fewest.met_room = old_room
        return False
    for place in range(old_room):
        if old[place].print.high:
            met_at(fewest, &old[place].print)[0] = old[place]
    free(old)
    return True


cdef Fingerprint print_child(Fewest* fewest, u64 touched) noexcept nogil:
    cdef Fingerprint print
    cdef Shape shape
    cdef int pile
    print.low = 0 if fewest.facts.endless else fewest.child.redeals
    print.high = 0
    for pile in range(fewest.flat.piles):
        if has(touched, pile):
            shape_pile(fewest.flat, fewest.facts, fewest.weights, &fewest.child, pile, False, &shape)
        else:
            shape = fewest.shapes[pile]
        print.low += shape.print.low
        print.high += shape.print.high
    print.low = mixed(print.low)
    print.high = mixed(print.high) or 1
    return print


cdef int play_counted(const Fewest* fewest, Board* board, u32 move, u64* touched) noexcept nogil:
    """Play a move and the safe ones after it, and return how many moves they are."""
    cdef int moves = 0
    touched[0] = 0
    while True:
        if move & 255 != NO_MOVE:
            moves += 1
            if move >> 24 and <int>(move & 255) == fewest.flat.waste:
                moves += turns_before(fewest.flat, board, move)
                touched[0] |= pile_bit(fewest.flat.stock)
        touched[0] |= make_move(fewest.flat, board, move)
        if board.won:
            return moves
        move = safe_move(fewest.flat, fewest.facts, board)
        if move & 255 == NO_MOVE:
            return moves


cdef void consider_way(Fewest* fewest, u32 parent, u32 moves, u32 move) noexcept nogil:
    """Play a move from ``child``, which equals ``board``. Queue the position if the way to it is the shortest known."""
    cdef u64 touched
    cdef Fingerprint print
    cdef Met* met
    cdef int left
    moves += play_counted(fewest, &fewest.child, move, &touched)
    touched &= ~<u64>0 >> (64 - fewest.flat.piles)
    if moves >= fewest.most:
        return
    if not room_for_way(fewest):
        fewest.result = OUT_OF_MEMORY
        return
    print = print_child(fewest, touched)
    met = met_at(fewest, &print)
    if met.print.high:
        if fewest.ways[met.way].moves <= moves:
            return
        left = fewest.ways[met.way].left
    else:
        left = least_left(fewest, &fewest.child)
    if moves + left >= fewest.most:
        return
    if not met.print.high:
        fewest.met_number += 1
    met.print = print
    met.way = fewest.ways_number
    fewest.ways[fewest.ways_number] = Way(parent, move, <u16>moves, <u16>left)
    fewest.ways_number += 1
    if fewest.child.won:
        fewest.most = moves
        fewest.won_way = fewest.ways_number - 1
    elif not push(&fewest.queue, ((100 * moves + fewest.weight * left) * VALUES + left), fewest.ways_number - 1):
        fewest.result = OUT_OF_MEMORY


cdef u64 bytes_used(const Fewest* fewest) noexcept nogil:
    return (
        <u64>fewest.ways_room * sizeof(Way)
        + fewest.met_room * sizeof(Met)
        + <u64>fewest.queue.room * sizeof(u64)
        + <u64>fewest.arena.states_room * fewest.arena.stride
    )


cdef void open_fewest(Fewest* fewest) noexcept nogil:
    """Begin at ``root``. The tables, the facts and the limits are set."""
    set_bounds(fewest)
    fewest.won_way = NO_STATE
    fewest.arena.redeals = fewest.root.redeals
    fewest.least = least_left(fewest, &fewest.root)
    if not empty_arena(&fewest.arena, fewest.flat):
        fewest.result = OUT_OF_MEMORY
        return
    fewest.child = fewest.root
    consider_way(fewest, NO_STATE, 0, packed(NO_MOVE, 0, 0))


cdef void expand_way(Fewest* fewest) noexcept nogil:
    """Expand the position with the least sum of moves and bound, unless a shorter way to it was found since."""
    cdef Way way
    cdef Fingerprint print
    cdef u32 index, state, value
    cdef u64 touched
    cdef int pile, number, play
    if fewest.queue.number == 0:
        fewest.least = fewest.most
        fewest.result = WINS if fewest.most < ANY_LENGTH else DEAD
        return
    if fewest.weight == 100:
        value = <u32>(fewest.queue.entries[0] >> 32) ^ <u32>0x80000000
        fewest.least = max(fewest.least, min(fewest.most, value // VALUES // 100))
        if fewest.least >= fewest.most:
            fewest.result = WINS
            return
    if fewest.expanded == fewest.budget:
        fewest.result = OUT_OF_BUDGET
        return
    index = pop(&fewest.queue)
    way = fewest.ways[index]
    if <u32>way.moves + way.left >= fewest.most:
        return
    if way.parent == NO_STATE:
        fewest.board = fewest.root
    else:
        load_state(&fewest.arena, fewest.flat, way.parent, &fewest.board)
    play_counted(fewest, &fewest.board, way.move, &touched)
    for pile in range(fewest.flat.piles):
        shape_pile(fewest.flat, fewest.facts, fewest.weights, &fewest.board, pile, False, &fewest.shapes[pile])
    copy_board(fewest.flat, &fewest.board, &fewest.child)
    print = print_child(fewest, 0)
    if met_at(fewest, &print).way != index:
        return
    if bytes_used(fewest) > fewest.memory:
        fewest.result = OUT_OF_BUDGET
        return
    fewest.expanded += 1
    state = fewest.arena.states_number
    if not keep_state(&fewest.arena, fewest.flat, &fewest.board, index):
        fewest.result = OUT_OF_MEMORY
        return
    number = counted_moves(fewest)
    for play in range(number):
        consider_way(fewest, state, way.moves, fewest.moves[play])
        if fewest.result != RUNNING:
            return
        copy_board(fewest.flat, &fewest.board, &fewest.child)


cdef bint write_way(Fewest* fewest, Line* line) noexcept nogil:
    """Write the moves of the shortest line found; return False if memory is exhausted."""
    cdef Line chosen = Line(NULL, 0, 0)
    cdef u32 way = fewest.won_way, index, move
    cdef Board* board = &fewest.board
    cdef bint enough = True
    while enough:
        enough = add_to_line(&chosen, fewest.ways[way].move)
        if fewest.ways[way].parent == NO_STATE:
            break
        way = node_of(&fewest.arena, fewest.ways[way].parent)
    board[0] = fewest.root
    for index in range(chosen.number):
        move = chosen.moves[chosen.number - 1 - index]
        while enough:
            enough = write_counted(fewest.flat, board, move, line)
            if board.won:
                break
            move = safe_move(fewest.flat, fewest.facts, board)
            if move & 255 == NO_MOVE:
                break
    free(chosen.moves)
    return enough


cdef bint write_counted(const Flat* flat, Board* board, u32 move, Line* line) noexcept nogil:
    """Play a move, and write it with the turns of the stock that are part of it."""
    cdef int action
    if move >> 24 and <int>(move & 255) == flat.waste:
        while board.size[flat.waste] != <int>(move >> 24):
            action = 1 if board.size[flat.stock] > 1 else 2
            if not add_to_line(line, packed(NO_MOVE + 1 + action, 0, 0)):
                return False
            turn_stock(flat, board, 1 << action)
    if move & 255 != NO_MOVE and not add_to_line(line, move & 0xFFFFFF):
        return False
    make_move(flat, board, move)
    return True


cdef void close_fewest(Fewest* fewest) noexcept nogil:
    close_arena(&fewest.arena)
    close_queue(&fewest.queue)
    free(fewest.ways)
    free(fewest.met)
