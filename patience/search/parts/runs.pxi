# The search: best first, layer by layer, in runs that widen.
#
# A layer holds the positions with equally many cards drawn. No move leads to a lower layer. A run expands the
# best positions of a layer, at most ``width`` of them, then goes on to the next layer. If a run left nothing out
# and found no win, it visited every reachable position: the game is dead.
#
# A greedy run plays every card to its foundation at once, so it proves nothing. If it left no waiting position out, it
# visited every position that such play reaches, whatever the weights. Later runs would repeat it, so none is greedy.
#
# Runs follow a schedule (``schedules.jsonl``). Each of its entries is a heuristic with a quota of positions. The next
# entry begins anew with other weights, since one heuristic often finds at once what another misses for long.
#
# A run that fills the memory ends. From then on runs stay narrow enough, and each is followed by as many positions of
# the complete search (``deep.pxi``), which needs no more memory however long it takes.
#
# Needs: arena.pxi, board.pxi, bounds.pxi, chart.pxi, compact.pxi, deep.pxi, engine.pyx, hopeless.pxi, moves.pxi,
#   pairs.pxi, rendezvous.pxi, shapes.pxi, stacks.pxi, stepping.pxi, suited.pxi, table.pxi, traits.pxi, weights.pxi
# Gives: DEAD, Heuristic, MOST_ENTRIES, NO_STATE, OUT_OF_BUDGET, OUT_OF_MEMORY, RUNNING, WINS, Work, add_goal,
#   add_position, add_up, close_work, copy_board, crowding, go_to_node, layer_of, learned_value, open_work, restore_child,
#   shape_all, take_steps, worth

cdef enum:
    RUNNING
    WINS
    DEAD
    OUT_OF_BUDGET
    OUT_OF_MEMORY

    NO_STATE = 0xFFFFFFFF

    # The most entries of a schedule.
    MOST_ENTRIES = 32

    # The least number of positions of the complete search between two runs.
    LEAST_TURN = 1000

    # Where fewer than one of so many positions are hopeless, only some are examined: the others, after the first ones.
    RARELY = 12
    FIRST_EXAMINED = 200
    SOME = 4

    # The number of counters of crowds. Crowds that share a counter are counted together.
    CROWDS = 1 << 18
    # The penalty per excess position of a crowd. It outweighs nearly all differences in value.
    CROWDED_OUT = 30000

    # The penalty per run that must be parted before the stock can be dealt. It outweighs what parting one costs.
    TOO_FEW_RUNS = 600


cdef struct Heuristic:
    # How to search a family of games; ``heuristics.py`` documents each field.
    i32 weights[3][WEIGHTS]  # of the first run, then the lowest and the highest of later runs
    i32 traits[TRAITS]  # learned weights, which are added to those; all 0 if there are none
    bint rendezvous
    bint single_layer
    bint by_plays  # the number of cards on foundations splits layers, too
    int forcing
    int greedy  # how many of every three runs play every card to its foundation at once
    u32 width  # the positions of a layer that the first run expands
    u32 growth  # growth of the width from run to run, in percent
    u32 last  # the factor on the width once the stock is empty
    u32 crowd  # how many positions of a crowd are preferred; 0 for all
    u32 quota  # the positions after which the next entry of a schedule begins; the last one has none


cdef struct Work:
    const Flat* flat
    const Facts* facts
    Heuristic schedule[MOST_ENTRIES]
    u32 entries
    u32 entry
    u64 entry_until  # the number of expanded positions at which the next entry begins
    Heuristic heuristic  # of the current entry
    Arena arena
    Queue* layers
    u32 layers_number
    u32 layer
    u32 most_redeals
    u64 budget
    u64 expanded
    u64 width
    u64 in_layer
    u64 memory  # in bytes, for a run and again for the complete search
    u32 most_nodes  # as the budget allows
    u32 room_for_nodes  # as the memory allows
    bint filled  # a run has filled the memory
    u64 examined  # the positions of which it was examined whether they are hopeless
    u64 hopeless
    u64 run_began  # the number of expanded positions then
    u64 deep_until  # the number of expanded positions at which the complete search pauses
    Deep deep
    Compact* compact  # instead of runs, where positions fit
    Pairs* pairs  # instead of runs, in games of pairs
    Suited* suited  # instead of runs, in games of ``suited.pxi``
    u32 run  # of this entry
    int forcing
    bint cut  # something was left out in this run
    bint narrowed  # it left out waiting positions
    bint greedy_failed  # a greedy run that left out no waiting positions found no win
    int result
    u32 won_node
    u64 chance
    i32 weights[WEIGHTS]
    u16* crowds  # NULL unless some heuristic counts them
    Answers answers
    Seen goals  # fingerprints of positions that are known to be winnable; without slots if there are none
    Board root
    Board board  # the position being expanded
    Board child
    Shape shapes[MOST_PILES]  # of ``board``
    Shape sum  # of these
    bint stacked  # positions are those of ``stacks.pxi``
    Stacks stacks
    bint learned  # some learned weight is not 0
    i32 learned_values[MOST_PILES]  # of the columns of ``board``
    Play plays[MOST_MOVES]
    u32 moves[MOST_MOVES + 3]


cdef void open_work(Work* work, u32 budget, u64 memory) noexcept nogil:
    """Begin a search of ``root``. The tables, the facts and the schedule's own numbers are set."""
    cdef const Flat* flat = work.flat
    cdef int fits
    work.budget = budget
    work.most_nodes = <u32>min(LEAST_NODES + <u64>budget * NODES_PERCENT // 100, <u64>NO_STATE - 1)
    work.memory = memory
    work.room_for_nodes = <u32>min(max(memory // (BYTES_PER_NODE + SIZES + flat.piles + flat.cards), <u64>1), <u64>NO_STATE - 1)
    work.arena.redeals = work.root.redeals
    work.board = work.child = work.root
    take_entry(work)
    fits = open_pairs(work) if flat.pairing else (open_compact(work) or open_suited(work))
    if fits < 0:
        work.result = OUT_OF_MEMORY
    if not fits:
        start_entry(work)


cdef void take_entry(Work* work) noexcept nogil:
    """Make the numbers of an entry of the schedule those of the search."""
    cdef const Flat* flat = work.flat
    work.heuristic = work.schedule[work.entry]
    work.heuristic.rendezvous = work.facts.bounds_waste
    work.heuristic.forcing = SAFE_FORCED if work.facts.may_force and flat.columns else NOTHING_FORCED
    work.entry_until = ~<u64>0
    if work.entry + 1 < work.entries:
        work.entry_until = work.expanded + work.heuristic.quota
    work.width = work.heuristic.width
    work.learned = has_learned(work.heuristic.traits)
    work.run = 0
    # An entry draws the same numbers wherever it is in a schedule, so what was learned of it alone holds.
    work.chance = 0


cdef void start_entry(Work* work) noexcept nogil:
    """Begin the runs of an entry of the schedule. They remember nothing of the runs before."""
    cdef const Flat* flat = work.flat
    cdef u64 turns = 0
    if flat.actions & REDEAL:
        turns = <u64>min(<i64>MOST_REDEALS, max(<i64>0, flat.redeals - work.root.redeals))
    work.layers_number = (turns + 1) * (flat.cards + 1)
    if flat.stock < 0 or work.facts.endless or work.heuristic.single_layer:
        work.layers_number = 1
    if work.heuristic.by_plays:
        work.layers_number *= flat.cards + 1
    work.layers = <Queue*>calloc(work.layers_number, sizeof(Queue))
    if work.layers == NULL:
        work.result = OUT_OF_MEMORY
        return
    start_run(work)


cdef void end_entry(Work* work) noexcept nogil:
    """Go on to the next entry of the schedule."""
    close_layers(work)
    work.entry += 1
    take_entry(work)
    start_entry(work)


cdef void close_layers(Work* work) noexcept nogil:
    cdef u32 layer
    if work.layers != NULL:
        for layer in range(work.layers_number):
            close_queue(&work.layers[layer])
    free(work.layers)
    work.layers = NULL


cdef void close_work(Work* work) noexcept nogil:
    close_layers(work)
    free(work.crowds)
    free(work.goals.slots)
    close_arena(&work.arena)
    close_compact(work)
    close_pairs(work)
    close_suited(work)
    close_deep(&work.deep)
    close_stacks(work)


cdef void take_steps(Work* work, u32 steps) noexcept nogil:
    """Continue for `steps` steps of at most one position each."""
    cdef u32 step
    for step in range(steps):
        if work.result != RUNNING:
            return
        if work.compact != NULL:
            expand_best_spot(work)
        elif work.pairs != NULL:
            expand_best_set(work)
        elif work.suited != NULL:
            expand_best_suited(work)
        else:
            expand_next(work)


cdef u64 draw_number(Work* work) noexcept nogil:
    """Return the next number of a fixed pseudo-random sequence (SplitMix64)."""
    work.chance += <u64>0x9E3779B97F4A7C15
    return mixed(work.chance)


cdef void start_run(Work* work) noexcept nogil:
    cdef int index
    cdef i32 low, high
    for index in range(WEIGHTS):
        low, high = work.heuristic.weights[1][index], work.heuristic.weights[2][index]
        work.weights[index] = low
        # The first weights draw a number without a range, too: that keeps the runs of earlier versions.
        if index <= NOISE or low < high:
            work.weights[index] += <i32>(draw_number(work) % <u64>(high - low + 1))
        if work.run == 0:
            work.weights[index] = work.heuristic.weights[0][index]
    work.cut = work.narrowed = False
    work.forcing = work.heuristic.forcing
    if work.run % 3 < <u32>work.heuristic.greedy and not work.greedy_failed:
        work.forcing = ALL_FORCED
        work.cut = True
    work.layer = 0
    work.in_layer = 0
    work.run_began = work.expanded
    copy_board(work.flat, &work.root, &work.board)
    copy_board(work.flat, &work.root, &work.child)
    if not empty_arena(&work.arena, work.flat) or (work.heuristic.crowd and not empty_crowds(work)):
        work.result = OUT_OF_MEMORY
        return
    if work.facts.homes.tell:
        work.arena.stride = max(work.arena.stride, <u32>(SIZES + work.flat.piles * sizeof(int)))
    work.stacked = not work.learned and fits_stacks(work.flat, work.facts, &work.root)
    if work.stacked:
        start_stacks(work)
    else:
        shape_all(work)
        consider(work, NO_STATE, packed(NO_MOVE, 0, 0))


cdef bint empty_crowds(Work* work) noexcept nogil:
    """Set the counters of crowds to 0; return False if memory is exhausted."""
    if work.crowds == NULL:
        work.crowds = <u16*>malloc(CROWDS * sizeof(u16))
    if work.crowds != NULL:
        memset(work.crowds, 0, CROWDS * sizeof(u16))
    return work.crowds != NULL


cdef void shape_all(Work* work) noexcept nogil:
    cdef int pile
    memset(&work.sum, 0, sizeof(Shape))
    for pile in range(work.flat.piles):
        shape_pile(work.flat, work.facts, work.weights, &work.board, pile, True, &work.shapes[pile])
        add_shape(&work.sum, &work.shapes[pile], 1)
    if work.learned:
        for pile in range(work.flat.columns):
            work.learned_values[pile] = learned_value_of_column(work.flat, work.facts, work.heuristic.traits, &work.board, pile)


cdef void consider(Work* work, u32 parent, u32 move) noexcept nogil:
    """Play a move from ``board``. If the position is new, queue it."""
    cdef const Flat* flat = work.flat
    cdef Board* child = &work.child
    cdef u64 touched, all_piles = ~<u64>0 >> (64 - flat.piles)
    cdef Fingerprint print
    cdef i64 value = 0
    cdef u64 breaks = 0
    cdef u32 layer
    touched = make_move(flat, child, move)
    touched = (touched | settle(flat, work.facts, child, move, work.forcing)) & all_piles
    add_up(work, touched, &print, &value, &breaks)
    layer = layer_of(work, child.size, child.redeals)
    if add_position(work, parent, move, &print, layer, child.won) and worth(work, &print, &value):
        value += crowding(work, breaks, layer) + learned_value(work, touched)
        if not push(&work.layers[layer], <i32>value, work.arena.nodes_number - 1):
            work.result = OUT_OF_MEMORY
    restore_child(work, touched)


cdef inline bint add_position(
    Work* work, u32 parent, u32 move, const Fingerprint* print, u32 layer, bint won
) noexcept nogil:
    """Add a node for a position, unless it is known or left out; return whether it is to wait."""
    cdef int new
    if layer < work.layer or layer >= work.layers_number or work.arena.nodes_number >= work.most_nodes:
        work.cut = work.narrowed = True
        return False
    new = remember(&work.arena.seen, print)
    if new == 0:
        return False
    if new < 0 or not add_node(&work.arena, parent, move):
        work.result = OUT_OF_MEMORY
    elif won or is_goal(work, print):
        work.won_node = work.arena.nodes_number - 1
        work.result = WINS
    return work.result == RUNNING


cdef inline bint is_goal(const Work* work, const Fingerprint* print) noexcept nogil:
    return work.goals.slots != NULL and slot_of(&work.goals, print).high != 0


cdef bint add_goal(Work* work) noexcept nogil:
    """Let the search end at the position in ``child``, once its forced moves are played; False if memory is exhausted."""
    cdef Fingerprint print
    cdef i64 value
    cdef u64 breaks = 0
    settle(work.flat, work.facts, &work.child, packed(NO_MOVE, 0, 0), work.heuristic.forcing)
    add_up(work, ~<u64>0 >> (64 - work.flat.piles), &print, &value, &breaks)
    return remember(&work.goals, &print) >= 0


cdef void add_up(Work* work, u64 touched, Fingerprint* print, i64* value, u64* breaks) noexcept nogil:
    """Compute the fingerprint and the value of ``child``, which differs from ``board`` in the touched piles."""
    cdef int pile
    cdef Shape shape, sum = work.sum
    while touched:
        pile = lowest_bit(touched)
        touched &= touched - 1
        add_shape(&sum, &work.shapes[pile], -1)
        shape_pile(work.flat, work.facts, work.weights, &work.child, pile, True, &shape)
        add_shape(&sum, &shape, 1)
    print.low = mixed(sum.print.low + (0 if work.facts.endless else <u64>work.child.redeals))
    print.high = mixed(sum.print.high) or 1
    value[0] = sum.value
    breaks[0] += sum.breaks


cdef inline void add_shape(Shape* sum, const Shape* shape, int times) noexcept nogil:
    """Add the shape of a pile to that of a position, or take it off if ``times`` is -1."""
    sum.print.low += times * shape.print.low
    sum.print.high += times * shape.print.high
    sum.breaks += times * shape.breaks
    sum.value += times * shape.value


cdef bint worth(Work* work, const Fingerprint* print, i64* value) noexcept nogil:
    """Return whether the position may still be won, and complete its value."""
    cdef int slack
    if work.facts.stepping and not could_step(work.flat, work.facts, work.weights, &work.child, value):
        return False
    if work.heuristic.rendezvous:
        slack = waste_slack(work.flat, work.facts, &work.child, &work.answers)
        if slack < 0:
            return False
        value[0] = rendezvous_value(work.flat, work.facts, work.weights, &work.child, slack)
    else:
        if work.weights[SPREAD]:
            value[0] += work.weights[SPREAD] * spread(work.facts, work.child.size)
        value[0] += value_of_buried(work) + TOO_FEW_RUNS * missing_runs(work.flat, &work.child)
    if work.weights[NOISE]:
        value[0] += print.high % <u32>work.weights[NOISE]
    return True


cdef int missing_runs(const Flat* flat, const Board* board) noexcept nogil:
    """Return how many runs must be parted before a deal that needs a card in every column; 0 if there is none to come."""
    cdef int column, index, missing = flat.columns
    if flat.hold != HELD_BY_EMPTY_COLUMN or board.size[flat.stock] == 1:
        return 0
    for column in range(flat.columns):
        for index in range(1, board.size[column]):
            missing -= index == 1 or not is_link(flat, board.cards[column], index)
            if not missing:
                return 0
    return missing


cdef i64 value_of_buried(const Work* work) noexcept nogil:
    """Return the value of cards of ``child`` that lie over cards that a foundation takes next."""
    cdef const Flat* flat = work.flat
    cdef i64 value = 0
    if work.weights[BURIED]:
        value += work.weights[BURIED] * buried(flat, &work.child, 0, flat.columns)
    if work.weights[WASTE_BURIED] and flat.waste >= 0:
        value += work.weights[WASTE_BURIED] * buried(flat, &work.child, flat.waste, flat.waste + 1)
    return value


cdef i64 learned_value(const Work* work, u64 touched) noexcept nogil:
    """Return the learned value of ``child``, which differs from ``board`` in the piles ``touched``."""
    cdef const i32* traits = work.heuristic.traits
    cdef i64 value
    cdef int column
    if not work.learned:
        return 0
    value = learned_value_of_tops(work.flat, work.facts, traits, &work.child)
    for column in range(work.flat.columns):
        if has(touched, column):
            value += learned_value_of_column(work.flat, work.facts, traits, &work.child, column)
        else:
            value += work.learned_values[column]
    return value


cdef i64 crowding(Work* work, u64 breaks, u32 layer) noexcept nogil:
    """Return the penalty of a position for being one of a crowd."""
    cdef u16* number
    if not work.heuristic.crowd:
        return 0
    number = &work.crowds[mixed(breaks + layer) % CROWDS]
    if number[0] < 0xFFFF:
        number[0] += 1
    return CROWDED_OUT * max(0, <i64>number[0] - work.heuristic.crowd)


cdef void restore_child(Work* work, u64 touched) noexcept nogil:
    """Restore ``child`` to ``board``."""
    cdef int pile
    while touched:
        pile = lowest_bit(touched)
        touched &= touched - 1
        work.child.size[pile] = work.board.size[pile]
        memcpy(work.child.cards[pile], work.board.cards[pile], work.board.size[pile])
    work.child.won = work.board.won
    work.child.redeals = work.board.redeals


cdef u32 layer_of(const Work* work, const int* size, i64 redeals) noexcept nogil:
    """Return the layer of a position, given the sizes of its stock and foundations."""
    cdef u32 layer = 0, cards = work.flat.cards + 1
    cdef int pile
    if work.flat.stock >= 0 and not work.facts.endless and not work.heuristic.single_layer:
        layer = <u32>(redeals - work.root.redeals) * cards + cards - size[work.flat.stock]
    if work.heuristic.by_plays:
        layer *= cards
        for pile in range(work.flat.columns, work.flat.foundations_end):
            layer += size[pile] - 1
    return layer


cdef void expand_next(Work* work) noexcept nogil:
    """Expand the best waiting position of this layer, or go on to the next layer or run."""
    cdef Queue* queue = &work.layers[work.layer]
    cdef u64 width = work.width
    cdef u32 index, state
    cdef int number
    if work.expanded < work.deep_until:
        go_deeper(work)
        return
    if work.expanded >= work.entry_until:
        end_entry(work)
        return
    if work.arena.nodes_number + work.stacks.number >= work.room_for_nodes:
        end_full_run(work)
        return
    if work.flat.stock >= 0 and work.root.size[work.flat.stock] > 1 and work.layer == work.layers_number - 1:
        width *= work.heuristic.last
    if queue.number == 0 or work.in_layer >= width:
        work.narrowed = work.narrowed or queue.number > 0
        work.cut = work.cut or work.narrowed
        close_queue(queue)
        work.in_layer = 0
        work.layer += 1
        if work.layer == work.layers_number:
            end_run(work)
        return
    index = pop(queue)
    if work.stacked:
        find_stacks(work, index)
    else:
        go_to_node(work, index)
    if work.result != RUNNING or found_hopeless(work):
        return
    if work.expanded == work.budget:
        work.result = OUT_OF_BUDGET
        return
    work.expanded += 1
    work.in_layer += 1
    state = work.arena.states_number
    if not (keep_stacks(work, index) if work.stacked else keep_state(&work.arena, work.flat, &work.board, index)):
        work.result = OUT_OF_MEMORY
        return
    if work.stacked:
        expand_stacks(work, state)
        return
    shape_all(work)
    copy_board(work.flat, &work.board, &work.child)
    number = moves_to_try(work.flat, work.facts, &work.board, work.facts.cycles, True, work.plays, work.moves)
    for index in range(<u32>number):
        consider(work, state, work.moves[index])
        if work.result != RUNNING:
            return


cdef bint found_hopeless(Work* work) noexcept nogil:
    """Return whether the position is found to be hopeless. Where few are, most are not examined."""
    if work.examined > FIRST_EXAMINED and work.hopeless * RARELY < work.examined and work.expanded % SOME:
        return False
    work.examined += 1
    if work.stacked and work.facts.can_judge:
        lay_stacks(work, &work.board)
    if not is_hopeless(work.flat, work.facts, &work.board):
        return False
    work.hopeless += 1
    return True


cdef void go_to_node(Work* work, u32 index) noexcept nogil:
    """Set ``board`` to a waiting position of this run."""
    cdef Node node = work.arena.nodes[index]
    if work.stacked:
        find_stacks(work, index)
        lay_stacks(work, &work.board)
        return
    if node.parent == NO_STATE:
        work.board = work.root
    else:
        load_state(&work.arena, work.flat, node.parent, &work.board)
    make_move(work.flat, &work.board, node.move)
    settle(work.flat, work.facts, &work.board, node.move, work.forcing)


cdef void copy_board(const Flat* flat, const Board* board, Board* copy) noexcept nogil:
    cdef int pile
    copy.won = board.won
    copy.redeals = board.redeals
    for pile in range(flat.piles):
        copy.size[pile] = board.size[pile]
        memcpy(copy.cards[pile], board.cards[pile], board.size[pile])


cdef void end_run(Work* work) noexcept nogil:
    if not work.cut:
        work.result = DEAD
        return
    work.greedy_failed = work.greedy_failed or not work.narrowed
    work.run += 1
    if work.filled:
        work.deep_until = work.expanded + max(LEAST_TURN, work.expanded - work.run_began)
    else:
        work.width = work.width * work.heuristic.growth // 100 + 1
    start_run(work)


cdef void end_full_run(Work* work) noexcept nogil:
    """End a run that has filled the memory, and let later runs be narrower."""
    cdef u32 layer
    for layer in range(work.layers_number):
        close_queue(&work.layers[layer])
    if not work.filled and not open_deep(work):
        work.result = OUT_OF_MEMORY
        return
    work.filled = True
    work.cut = work.narrowed = True
    work.width = max(1, work.width * 100 // work.heuristic.growth)
    end_run(work)
