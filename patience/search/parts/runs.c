// The search: best first, layer by layer, in runs that widen.
//
// A layer holds the positions with equally many cards drawn. No move leads to a lower layer. A run expands the
// best positions of a layer, at most ``width`` of them, then goes on to the next layer. If a run left nothing out
// and found no win, it visited every reachable position: the game is dead.
//
// A greedy run plays every card to its foundation at once, so it proves nothing. If it left no waiting position out, it
// visited every position that such play reaches, whatever the weights. Later runs would repeat it, so none is greedy.
//
// Runs follow a schedule (``heuristics.json``). Each of its entries is a heuristic with a quota of positions. The next
// entry begins anew with other weights, since one heuristic often finds at once what another misses for long. After the
// last entry, the schedule begins anew with larger quotas and random weights.
//
// A run that fills the memory ends. From then on runs stay narrow enough, and each is followed by as many positions of
// the complete search (``deep.c``), which needs no more memory however long it takes.

#include "../search.h"

static void take_entry(Work* work);
static void start_entry(Work* work);
static void close_layers(Work* work);
static void start_run(Work* work);
static bool empty_crowds(Work* work);
static void consider(Work* work, u32 parent, u32 move);
static bool is_goal(const Work* work, const Fingerprint* print);
static void add_shape(Shape* sum, const Shape* shape, int times);
static int missing_runs(const Flat* flat, const Board* board);
static i64 value_of_buried(const Work* work);
static void expand_next(Work* work);
static bool found_hopeless(Work* work);
static void end_run(Work* work);
static void end_full_run(Work* work);

// Begin a search of ``root``. The tables, the facts and the schedule's own numbers are set.
static void open_work(Work* work, u32 budget, u64 memory) {
    const Flat* flat = work->flat;
    int fits;
    work->budget = budget;
    work->most_nodes = (u32)LEAST(LEAST_NODES + (u64)budget * NODES_PERCENT / 100, (u64)NO_STATE - 1);
    work->memory = memory;
    work->room_for_nodes =
        (u32)LEAST(GREATEST(memory / (BYTES_PER_NODE + SIZES + flat->piles + flat->cards), (u64)1), (u64)NO_STATE - 1);
    work->arena.redeals = work->root.redeals;
    work->board = work->child = work->root;
    take_entry(work);
    fits = flat->pairing ? open_pairs(work) : open_compact(work);
    if (!fits && !flat->pairing)
        fits = open_suited(work);
    if (fits < 0)
        work->result = OUT_OF_MEMORY;
    if (!fits)
        start_entry(work);
}

// Make the numbers of an entry of the schedule those of the search.
static void take_entry(Work* work) {
    const Flat* flat = work->flat;
    work->heuristic = work->schedule[work->entry];
    work->heuristic.rendezvous = work->facts->bounds_waste;
    work->heuristic.forcing = work->facts->may_force && flat->columns ? SAFE_FORCED : NOTHING_FORCED;
    work->entry_until = ~(u64)0;
    if (work->entries > 1)
        work->entry_until = work->expanded + ((u64)work->heuristic.quota << LEAST(work->round * QUOTA_DOUBLINGS, 31));
    work->width = work->heuristic.width;
    work->learned = has_learned(work->heuristic.traits);
    // Only the first run has the first weights. A multiple of 3 keeps the order of greedy runs.
    work->run = 3 * work->round;
    // An entry draws the same numbers wherever it is in a schedule, so what was learned of it alone holds.
    work->chance = work->round;
}

// Begin the runs of an entry of the schedule. They remember nothing of the runs before.
static void start_entry(Work* work) {
    const Flat* flat = work->flat;
    u64 turns = 0;
    if (flat->actions & REDEAL)
        turns = (u64)LEAST((i64)MOST_REDEALS, GREATEST((i64)0, flat->redeals - work->root.redeals));
    work->layers_number = (turns + 1) * (flat->cards + 1);
    if (flat->stock < 0 || work->facts->endless || work->heuristic.single_layer)
        work->layers_number = 1;
    if (work->heuristic.by_plays)
        work->layers_number *= flat->cards + 1;
    work->layers = (Queue*)calloc(work->layers_number, sizeof(Queue));
    if (work->layers == NULL) {
        work->result = OUT_OF_MEMORY;
        return;
    }
    start_run(work);
}

// Go on to the next entry of the schedule.
static void end_entry(Work* work) {
    close_layers(work);
    work->entry = (work->entry + 1) % work->entries;
    work->round += work->entry == 0;
    take_entry(work);
    start_entry(work);
}

static void close_layers(Work* work) {
    u32 layer;
    if (work->layers != NULL)
        for (layer = 0; layer < work->layers_number; layer++)
            close_queue(&work->layers[layer]);
    free(work->layers);
    work->layers = NULL;
}

static void close_work(Work* work) {
    close_layers(work);
    free(work->crowds);
    free(work->goals.slots);
    close_arena(&work->arena);
    close_compact(work);
    close_pairs(work);
    close_suited(work);
    close_deep(&work->deep);
    close_stacks(work);
}

// Continue for `steps` steps of at most one position each.
static void take_steps(Work* work, u32 steps) {
    u32 step;
    for (step = 0; step < steps; step++) {
        if (work->result != RUNNING)
            return;
        if (work->compact != NULL)
            expand_best_spot(work);
        else if (work->pairs != NULL)
            expand_best_set(work);
        else if (work->suited != NULL)
            expand_best_suited(work);
        else
            expand_next(work);
    }
}

// Return the next number of a fixed pseudo-random sequence (SplitMix64).
static u64 draw_number(Work* work) {
    work->chance += (u64)0x9E3779B97F4A7C15;
    return mixed(work->chance);
}

static void start_run(Work* work) {
    int index;
    i32 low, high;
    for (index = 0; index < WEIGHTS; index++) {
        low = work->heuristic.weights[1][index];
        high = work->heuristic.weights[2][index];
        work->weights[index] = low;
        // The first weights draw a number without a range, too: that keeps the runs of earlier versions.
        if (index <= NOISE || low < high)
            work->weights[index] += (i32)(draw_number(work) % (u64)(high - low + 1));
        if (work->run == 0)
            work->weights[index] = work->heuristic.weights[0][index];
    }
    work->cut = work->narrowed = false;
    work->forcing = work->heuristic.forcing;
    if (work->run % 3 < (u32)work->heuristic.greedy && !work->greedy_failed) {
        work->forcing = ALL_FORCED;
        work->cut = true;
    }
    work->layer = 0;
    work->in_layer = 0;
    work->run_began = work->expanded;
    copy_board(work->flat, &work->root, &work->board);
    copy_board(work->flat, &work->root, &work->child);
    if (!empty_arena(&work->arena, work->flat) || (work->heuristic.crowd && !empty_crowds(work))) {
        work->result = OUT_OF_MEMORY;
        return;
    }
    if (work->facts->homes.tell)
        work->arena.stride = GREATEST(work->arena.stride, (u32)(SIZES + work->flat->piles * sizeof(int)));
    work->stacked = !work->learned && fits_stacks(work->flat, work->facts, &work->root);
    if (work->stacked) {
        start_stacks(work);
    } else {
        shape_all(work);
        consider(work, NO_STATE, packed(NO_MOVE, 0, 0));
    }
}

// Set the counters of crowds to 0; return False if memory is exhausted.
static bool empty_crowds(Work* work) {
    if (work->crowds == NULL)
        work->crowds = (u16*)malloc(CROWDS * sizeof(u16));
    if (work->crowds != NULL)
        memset(work->crowds, 0, CROWDS * sizeof(u16));
    return work->crowds != NULL;
}

static void shape_all(Work* work) {
    int pile;
    memset(&work->sum, 0, sizeof(Shape));
    for (pile = 0; pile < work->flat->piles; pile++) {
        shape_pile(work->flat, work->facts, work->weights, &work->board, pile, true, &work->shapes[pile]);
        add_shape(&work->sum, &work->shapes[pile], 1);
    }
    if (work->learned) {
        for (pile = 0; pile < work->flat->columns; pile++) {
            work->learned_values[pile] =
                learned_value_of_column(work->flat, work->facts, work->heuristic.traits, &work->board, pile);
        }
    }
}

// Play a move from ``board``. If the position is new, queue it.
static void consider(Work* work, u32 parent, u32 move) {
    const Flat* flat = work->flat;
    Board* child = &work->child;
    u64 touched, all_piles = ~(u64)0 >> (64 - flat->piles);
    Fingerprint print;
    i64 value = 0;
    u64 breaks = 0;
    u32 layer;
    touched = make_move(flat, child, move);
    touched = (touched | settle(flat, work->facts, child, move, work->forcing)) & all_piles;
    add_up(work, touched, &print, &value, &breaks);
    layer = layer_of(work, child->size, child->redeals);
    if (add_position(work, parent, move, &print, layer, child->won) && worth(work, &print, &value)) {
        value += crowding(work, breaks, layer) + learned_value(work, touched);
        if (!push(&work->layers[layer], (i32)value, work->arena.nodes_number - 1))
            work->result = OUT_OF_MEMORY;
    }
    restore_child(work, touched);
}

// Add a node for a position, unless it is known or left out; return whether it is to wait.
static inline bool add_position(Work* work, u32 parent, u32 move, const Fingerprint* print, u32 layer, bool won) {
    int new;
    if (layer < work->layer || layer >= work->layers_number || work->arena.nodes_number >= work->most_nodes) {
        work->cut = work->narrowed = true;
        return false;
    }
    new = remember(&work->arena.seen, print);
    if (new == 0)
        return false;
    if (new < 0 || !add_node(&work->arena, parent, move)) {
        work->result = OUT_OF_MEMORY;
    } else if (won || is_goal(work, print)) {
        work->won_node = work->arena.nodes_number - 1;
        work->result = WINS;
    }
    return work->result == RUNNING;
}

static inline bool is_goal(const Work* work, const Fingerprint* print) {
    return work->goals.slots != NULL && slot_of(&work->goals, print)->high != 0;
}

// Let the search end at the position in ``child``, once its forced moves are played; False if memory is exhausted.
static bool add_goal(Work* work) {
    Fingerprint print;
    i64 value;
    u64 breaks = 0;
    settle(work->flat, work->facts, &work->child, packed(NO_MOVE, 0, 0), work->heuristic.forcing);
    add_up(work, ~(u64)0 >> (64 - work->flat->piles), &print, &value, &breaks);
    return remember(&work->goals, &print) >= 0;
}

// Compute the fingerprint and the value of ``child``, which differs from ``board`` in the touched piles.
static void add_up(Work* work, u64 touched, Fingerprint* print, i64* value, u64* breaks) {
    int pile;
    Shape shape, sum = work->sum;
    while (touched) {
        pile = lowest_bit(touched);
        touched &= touched - 1;
        add_shape(&sum, &work->shapes[pile], -1);
        shape_pile(work->flat, work->facts, work->weights, &work->child, pile, true, &shape);
        add_shape(&sum, &shape, 1);
    }
    print->low = mixed(sum.print.low + (work->facts->endless ? 0 : (u64)work->child.redeals));
    print->high = never_zero(mixed(sum.print.high));
    *value = sum.value;
    *breaks += sum.breaks;
}

// Add the shape of a pile to that of a position, or take it off if ``times`` is -1.
static inline void add_shape(Shape* sum, const Shape* shape, int times) {
    sum->print.low += times * shape->print.low;
    sum->print.high += times * shape->print.high;
    sum->breaks += times * shape->breaks;
    sum->value += times * shape->value;
}

// Return whether the position may still be won, and complete its value.
static bool worth(Work* work, const Fingerprint* print, i64* value) {
    int slack;
    if (work->facts->stepping && !could_step(work->flat, work->facts, work->weights, &work->child, value))
        return false;
    if (work->heuristic.rendezvous) {
        slack = waste_slack(work->flat, work->facts, &work->child, &work->answers);
        if (slack < 0)
            return false;
        *value = rendezvous_value(work->flat, work->facts, work->weights, &work->child, slack);
    } else {
        if (work->weights[SPREAD])
            *value += work->weights[SPREAD] * spread(work->facts, work->child.size);
        *value += value_of_buried(work) + TOO_FEW_RUNS * missing_runs(work->flat, &work->child);
    }
    if (work->weights[NOISE])
        *value += print->high % (u32)work->weights[NOISE];
    return true;
}

// Return how many runs must be parted before a deal that needs a card in every column; 0 if there is none to come.
static int missing_runs(const Flat* flat, const Board* board) {
    int column, index, missing = flat->columns;
    if (flat->hold != HELD_BY_EMPTY_COLUMN || board->size[flat->stock] == 1)
        return 0;
    for (column = 0; column < flat->columns; column++) {
        for (index = 1; index < board->size[column]; index++) {
            missing -= index == 1 || !is_link(flat, board->cards[column], index);
            if (!missing)
                return 0;
        }
    }
    return missing;
}

// Return the value of cards of ``child`` that lie over cards that a foundation takes next.
static i64 value_of_buried(const Work* work) {
    const Flat* flat = work->flat;
    i64 value = 0;
    if (work->weights[BURIED])
        value += work->weights[BURIED] * buried(flat, &work->child, 0, flat->columns);
    if (work->weights[WASTE_BURIED] && flat->waste >= 0)
        value += work->weights[WASTE_BURIED] * buried(flat, &work->child, flat->waste, flat->waste + 1);
    return value;
}

// Return the learned value of ``child``, which differs from ``board`` in the piles ``touched``.
static i64 learned_value(const Work* work, u64 touched) {
    const i32* traits = work->heuristic.traits;
    i64 value;
    int column;
    if (!work->learned)
        return 0;
    value = learned_value_of_tops(work->flat, work->facts, traits, &work->child);
    for (column = 0; column < work->flat->columns; column++)
        if (has(touched, column))
            value += learned_value_of_column(work->flat, work->facts, traits, &work->child, column);
        else
            value += work->learned_values[column];
    return value;
}

// Return the penalty of a position for being one of a crowd.
static i64 crowding(Work* work, u64 breaks, u32 layer) {
    u16* number;
    if (!work->heuristic.crowd)
        return 0;
    number = &work->crowds[mixed(breaks + layer) % CROWDS];
    if (*number < 0xFFFF)
        *number += 1;
    return CROWDED_OUT * GREATEST(0, (i64)*number - work->heuristic.crowd);
}

// Restore ``child`` to ``board``.
static void restore_child(Work* work, u64 touched) {
    int pile;
    while (touched) {
        pile = lowest_bit(touched);
        touched &= touched - 1;
        work->child.size[pile] = work->board.size[pile];
        memcpy(work->child.cards[pile], work->board.cards[pile], work->board.size[pile]);
    }
    work->child.won = work->board.won;
    work->child.redeals = work->board.redeals;
}

// Return the layer of a position, given the sizes of its stock and foundations.
static u32 layer_of(const Work* work, const int* size, i64 redeals) {
    u32 layer = 0, cards = work->flat->cards + 1;
    int pile;
    if (work->flat->stock >= 0 && !work->facts->endless && !work->heuristic.single_layer)
        layer = (u32)(redeals - work->root.redeals) * cards + cards - size[work->flat->stock];
    if (work->heuristic.by_plays) {
        layer *= cards;
        for (pile = work->flat->columns; pile < work->flat->foundations_end; pile++)
            layer += size[pile] - 1;
    }
    return layer;
}

// Expand the best waiting position of this layer, or go on to the next layer or run.
static void expand_next(Work* work) {
    Queue* queue = &work->layers[work->layer];
    u64 width = work->width;
    u32 index, state;
    int number;
    if (work->expanded < work->deep_until) {
        go_deeper(work);
        return;
    }
    if (work->expanded >= work->entry_until) {
        end_entry(work);
        return;
    }
    if (work->arena.nodes_number + work->stacks.number >= work->room_for_nodes) {
        end_full_run(work);
        return;
    }
    if (work->flat->stock >= 0 && work->root.size[work->flat->stock] > 1 && work->layer == work->layers_number - 1)
        width *= work->heuristic.last;
    if (queue->number == 0 || work->in_layer >= width) {
        work->narrowed = work->narrowed || queue->number > 0;
        work->cut = work->cut || work->narrowed;
        close_queue(queue);
        work->in_layer = 0;
        work->layer++;
        if (work->layer == work->layers_number)
            end_run(work);
        return;
    }
    index = pop(queue);
    if (work->stacked)
        find_stacks(work, index);
    else
        go_to_node(work, index);
    if (work->result != RUNNING || found_hopeless(work))
        return;
    if (work->expanded == work->budget) {
        work->result = OUT_OF_BUDGET;
        return;
    }
    work->expanded++;
    work->in_layer++;
    state = work->arena.states_number;
    if (!(work->stacked ? keep_stacks(work, index) : keep_state(&work->arena, work->flat, &work->board, index))) {
        work->result = OUT_OF_MEMORY;
        return;
    }
    if (work->stacked) {
        expand_stacks(work, state);
        return;
    }
    shape_all(work);
    copy_board(work->flat, &work->board, &work->child);
    number = moves_to_try(work->flat, work->facts, &work->board, work->facts->cycles, true, work->plays, work->moves);
    for (index = 0; index < (u32)number; index++) {
        consider(work, state, work->moves[index]);
        if (work->result != RUNNING)
            return;
    }
}

// Return whether the position is found to be hopeless. Where few are, most are not examined.
static bool found_hopeless(Work* work) {
    if (work->examined > FIRST_EXAMINED && work->hopeless * RARELY < work->examined && work->expanded % SOME)
        return false;
    work->examined++;
    if (work->stacked && work->facts->can_judge)
        lay_stacks(work, &work->board);
    if (!is_hopeless(work->flat, work->facts, &work->board))
        return false;
    work->hopeless++;
    return true;
}

// Set ``board`` to a waiting position of this run.
static void go_to_node(Work* work, u32 index) {
    Node node = work->arena.nodes[index];
    if (work->stacked) {
        find_stacks(work, index);
        lay_stacks(work, &work->board);
        return;
    }
    if (node.parent == NO_STATE)
        work->board = work->root;
    else
        load_state(&work->arena, work->flat, node.parent, &work->board);
    make_move(work->flat, &work->board, node.move);
    settle(work->flat, work->facts, &work->board, node.move, work->forcing);
}

static void copy_board(const Flat* flat, const Board* board, Board* copy) {
    int pile;
    copy->won = board->won;
    copy->redeals = board->redeals;
    for (pile = 0; pile < flat->piles; pile++) {
        copy->size[pile] = board->size[pile];
        memcpy(copy->cards[pile], board->cards[pile], board->size[pile]);
    }
}

static void end_run(Work* work) {
    if (!work->cut) {
        work->result = DEAD;
        return;
    }
    work->greedy_failed = work->greedy_failed || !work->narrowed;
    work->run++;
    if (work->filled)
        work->deep_until = work->expanded + GREATEST(LEAST_TURN, work->expanded - work->run_began);
    else
        work->width = work->width * work->heuristic.growth / 100 + 1;
    start_run(work);
}

// End a run that has filled the memory, and let later runs be narrower.
static void end_full_run(Work* work) {
    u32 layer;
    for (layer = 0; layer < work->layers_number; layer++)
        close_queue(&work->layers[layer]);
    if (!work->filled && !open_deep(work)) {
        work->result = OUT_OF_MEMORY;
        return;
    }
    work->filled = true;
    work->cut = work->narrowed = true;
    work->width = GREATEST(1, work->width * 100 / work->heuristic.growth);
    end_run(work);
}
