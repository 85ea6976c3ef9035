// Games in which the piles of a position are stacks that positions share.
//
// In games like FreeCell, Yukon or Forty Thieves, a move takes cards off a pile and puts them on another, and nothing
// follows but cards that are turned up or go to foundations at once. Draws, deals and redeals do so several times. So each
// pile of a position is a *stack*: a card on a smaller stack. Each stack is kept once, with its part of the fingerprint
// and of the value. A position is a stack for each pile. A move looks up two stacks, and copies no cards.
//
// This is the search of ``runs.c`` in another form. Moves, forced moves, fingerprints and values are the same, as
// ``moves.c``, ``safe.c`` and ``shapes.c`` define them, and so is the order in which positions are expanded.
// Heuristics with learned weights go the long way.
//
// Foundations build by suit, so their heights tell their cards. Which cards are home or ready (``safe.c``) follows from
// the heights. A card that a foundation gives back is often forced to return, so that move is left out.

#include "../search.h"

static bool moves_are_plain(const Flat* flat, const Facts* facts);
static bool number_bottoms(const Flat* flat, Facts* facts);
static int kind_of(const Flat* flat, int pile);
static u32 bottom_of(const Work* work, int pile, bool early);
static void set_bottom(Work* work, int pile, int number, u64 seed);
static u32 add_foundation(Work* work, int pile);
static u32 put_on(Work* work, u32 under, int card);
static u32 add_stack(Work* work, u32 under, int card);
static bool follows_in_run(const Flat* flat, int top, int card);
static void find_heights(Work* work);
static u64 play_stacks(Work* work, u32 move);
static void move_stacks(Work* work, int source, int target, int count);
static u64 turn_stacks(Work* work, int action);
static void turn_card(Work* work, int source, int target);
static u32 without_order(Work* work, int column, u32 stack);
static bool are_complete(const Work* work);
static int top_of_child(const Stacks* stacks, int pile);
static u32 forced_stack(const Work* work, u64 waiting);
static bool is_safe_at(const Work* work, const Heights* heights, int card);
static bool may_turn_stacks(const Work* work, int action);
static int lifted_from(const Flat* flat, int source, const Stack* stack);
static u64 targets_of(const Flat* flat, int source, const Goals* goals);
static bool comes_back(const Work* work, int foundation);
static void set_goals(const Work* work, bool differ, Goals* goals);
static u64 without_first(u64 piles);
static bool equals_earlier(const Work* work, int foundation);
static void add_up_stacks(Work* work);
static void find_layer(const Work* work, u32* layer, i64* apart);
static int buried_in(const Stacks* stacks, u32 stack, u64 awaited);
static void consider_stacks(Work* work, u32 parent, u32 move);
static u64 breaks_of_child(const Stacks* stacks, u64 touched);
static int buried_in_child(const Work* work, u64 touched);

// Set what the heights of foundations tell, if the rules are such that this file serves.
static void set_homes(const Flat* flat, Facts* facts) {
    Homes* homes = &facts->homes;
    int pile, card, height;
    homes->tell = moves_are_plain(flat, facts) && number_bottoms(flat, facts);
    if (!homes->tell)
        return;
    for (card = 0; card < FLOOR; card++) {
        homes->absent |= (u64)(flat->copies[card] == 0) << card;
        height = 0;
        for (pile = flat->columns; pile < flat->foundations_end; pile++)
            height += facts->level[pile][card] > 0;
        homes->placed |= (u64)(height == flat->copies[card]) << card;
        homes->tell = homes->tell && height <= GREATEST(1, flat->copies[card]);
    }
    for (pile = flat->columns; pile < flat->foundations_end; pile++) {
        homes->tell = homes->tell && flat->complete[pile] <= (int)MOST_HEIGHT;
        homes->card[pile][1] = FLOOR;
        for (card = flat->columns; card < pile; card++)
            homes->twins |= (u64)(facts->seed[card] == facts->seed[pile]) << pile;
        for (card = 0; card < FLOOR; card++) {
            if (facts->level[pile][card])
                homes->card[pile][facts->level[pile][card] + 1] = card;
            for (height = 1; height < MOST_HEIGHT + 1; height++) {
                homes->home[pile][height] |= (u64)(facts->level[pile][card] < height) << card;
                homes->ready[pile][height] |= (u64)(facts->level[pile][card] <= height) << card;
            }
        }
    }
    if (homes->tell)
        set_renamings(flat, homes);
}

// Return whether moves, draws, deals and redeals only take cards off piles and put them on others.
//
// Whatever else a concept marked ``cut`` allows or forbids must be refused here.
static bool moves_are_plain(const Flat* flat, const Facts* facts) {
    u64 columns = piles_of(0, flat->columns), foundations = piles_of(flat->columns, flat->foundations_end);
    int pile;
    if (facts->plain || !facts->may_force || facts->differ || facts->restricted || facts->stepping
        || facts->bounds_waste)
        return false;
    if (facts->free_runs || facts->joins || facts->reserve_supplies || !foundations_are_alike(flat, facts))
        return false;
    if (!columns || flat->targets > flat->cells_end || facts->cycles || flat->gathers || flat->restocks
        || flat->limited)
        return false;
    if ((flat->actions && flat->hold != FREE) || flat->packet || flat->last_draw_only || flat->deals
        || flat->fills_gaps)
        return false;
    if (flat->actions & DEAL
        && (flat->dealt_first || flat->dealt_end > flat->columns || flat->deal_to != TO_ALL || flat->actions != DEAL))
        return false;
    if (flat->whole_only || (flat->supermove && flat->has_run) || flat->full_size < PILE_BYTES || flat->emptied)
        return false;
    if (flat->wins_by != WINS_BY_FOUNDATIONS || flat->openers || flat->late)
        return false;
    for (pile = 0; pile < flat->piles; pile++) {
        if (flat->refill[pile] || flat->guard[pile] >= 0 || flat->opens_after[pile] || flat->together[pile] & ~columns)
            return false;
        // Cards on cells and in columns can be forced home, wherever they have come from.
        if (pile < flat->targets && !is_foundation(flat, pile)) {
            if (foundations & ~flat->reach[pile] || !has(flat->is_source & facts->sheds, pile))
                return false;
        }
    }
    return true;
}

// Number the kinds of piles but foundations; return whether there are few enough.
//
// While the stock is dealt to columns, these differ. So each has a number of its own, too.
static bool number_bottoms(const Flat* flat, Facts* facts) {
    Homes* homes = &facts->homes;
    int pile, other;
    homes->bottoms = 0;
    for (pile = 0; pile < flat->piles; pile++) {
        if (is_foundation(flat, pile))
            continue;
        other = 0;
        while (is_foundation(flat, other) || facts->seed[other] != facts->seed[pile]
            || kind_of(flat, other) != kind_of(flat, pile))
            other++;
        homes->bottom[pile] = other < pile ? homes->bottom[other] : homes->bottoms;
        homes->bottoms += other == pile;
    }
    for (pile = 0; pile < flat->columns; pile++)
        homes->early_bottom[pile] = flat->actions & DEAL ? homes->bottoms + pile : homes->bottom[pile];
    homes->bottoms += flat->actions & DEAL ? flat->columns : 0;
    return homes->bottoms <= MOST_BOTTOMS;
}

static inline int kind_of(const Flat* flat, int pile) {
    if (pile < flat->columns)
        return IN_COLUMN;
    if (pile == flat->waste)
        return IN_WASTE;
    return pile == flat->stock ? IN_STOCK : IN_RESERVE;
}

// Return whether this file serves for a position and what follows from it.
static bool fits_stacks(const Flat* flat, const Facts* facts, const Board* board) {
    int pile, index;
    if (!facts->homes.tell || board->won)
        return false;
    for (pile = flat->columns; pile < flat->foundations_end; pile++) {
        if (board->size[pile] > flat->complete[pile])
            return false;
        for (index = 1; index < board->size[pile]; index++)
            if (facts->homes.card[pile][index + 1] != board->cards[pile][index])
                return false;
    }
    return true;
}

static void close_stacks(Work* work) {
    free(work->stacks.every);
    free(work->stacks.chains);
}

// Begin a run. Only the stacks of the root are left, valued by the new weights.
static void start_stacks(Work* work) {
    const Flat* flat = work->flat;
    Stacks* stacks = &work->stacks;
    int pile, index;
    if (stacks->every == NULL) {
        stacks->every = (Stack*)malloc(LEAST_STACKS * sizeof(Stack));
        if (stacks->every == NULL) {
            work->result = OUT_OF_MEMORY;
            return;
        }
        stacks->room = LEAST_STACKS;
    }
    find_renamings(work);
    stacks->foundations = stacks->layered = piles_of(flat->columns, flat->foundations_end);
    if (flat->stock >= 0)
        stacks->layered |= pile_bit(flat->stock);
    stacks->number = work->facts->homes.bottoms;
    memset(stacks->single, 0, stacks->number * sizeof(stacks->single[0]));
    for (pile = 0; pile < flat->piles; pile++) {
        if (is_foundation(flat, pile)) {
            stacks->root[pile] = add_foundation(work, pile) + work->root.size[pile] - 1;
        } else {
            set_bottom(work, pile, work->facts->homes.bottom[pile], work->facts->seed[pile]);
            if (pile < flat->columns && flat->actions & DEAL) {
                set_bottom(
                    work, pile, work->facts->homes.early_bottom[pile], mixed(work->facts->seed[pile] + (u64)pile));
            }
            stacks->root[pile] = bottom_of(work, pile, flat->stock >= 0 && work->root.size[flat->stock] > 1);
        }
    }
    for (pile = 0; pile < flat->piles; pile++) {
        if (!is_foundation(flat, pile))
            for (index = 1; index < work->root.size[pile]; index++)
                stacks->root[pile] = put_on(work, stacks->root[pile], work->root.cards[pile][index]);
    }
    memcpy(stacks->at, stacks->root, sizeof(stacks->at));
    memcpy(stacks->child, stacks->root, sizeof(stacks->at));
    stacks->redeals = stacks->child_redeals = work->root.redeals;
    find_heights(work);
    add_up_stacks(work);
    if (work->result == RUNNING)
        consider_stacks(work, NO_STATE, packed(NO_MOVE, 0, 0));
}

// Return the stack without cards of a pile. It is early as long as the stock has cards.
static inline u32 bottom_of(const Work* work, int pile, bool early) {
    return early && pile < work->flat->columns ? work->facts->homes.early_bottom[pile]
                                               : work->facts->homes.bottom[pile];
}

// Set the stack without cards of a pile but a foundation.
static void set_bottom(Work* work, int pile, int number, u64 seed) {
    Stack* bottom = &work->stacks.every[number];
    memset(bottom, 0, sizeof(Stack));
    bottom->kind = kind_of(work->flat, pile);
    bottom->low = seed;
    bottom->high = mixed(seed);
    bottom->print = (Fingerprint){mixed(bottom->low), mixed(bottom->high)};
    bottom->size = 1;
    bottom->top = FLOOR;
    bottom->tally.lowest = 13;
    bottom->lowest_of = NONE_LOWEST;
    bottom->value = bottom->kind == IN_COLUMN ? -work->weights[EMPTY_COLUMN] : 0;
    if (!rename_stack(work, number, pile))
        work->result = OUT_OF_MEMORY;
}

// Add the stacks of a foundation, the smallest first, and return that one.
static u32 add_foundation(Work* work, int pile) {
    Stacks* stacks = &work->stacks;
    u32 first = stacks->number;
    int height;
    Stack* stack;
    for (height = 1; height < work->flat->complete[pile] + 1; height++) {
        stack = &stacks->every[stacks->number];
        memset(stack, 0, sizeof(Stack));
        stack->top = work->facts->homes.card[pile][height];
        stack->low = work->facts->seed[pile];
        stack->high = mixed(stack->low);
        chain_height(&stack->low, &stack->high, height, work->facts->like[stack->top]);
        stack->print = (Fingerprint){mixed(stack->low), mixed(stack->high)};
        stack->tally.breaks = stack->print.low;
        stack->under = stacks->number - 1;
        stack->first = stacks->number + 1;
        stack->size = height;
        stack->run = stack->face_up = height > 1;
        stack->value = -work->weights[FOUNDED_CARD] * height;
        if (!rename_stack(work, stacks->number, pile))
            work->result = OUT_OF_MEMORY;
        stacks->number++;
    }
    stack->first = 0;
    return first;
}

// Return the stack that has a card more than another one.
static inline u32 put_on(Work* work, u32 under, int card) {
    const Stacks* stacks = &work->stacks;
    u32 stack;
    if (under < (u32)work->facts->homes.bottoms) {
        stack = stacks->single[under][card];
    } else {
        stack = stacks->every[under].first;
        while (stack && stacks->every[stack].top != card)
            stack = stacks->every[stack].next;
    }
    return stack ? stack : add_stack(work, under, card);
}

static u32 add_stack(Work* work, u32 under, int card) {
    Stacks* stacks = &work->stacks;
    u32 number = stacks->number;
    void* every;
    Stack* stack;
    Stack* below;
    if (number == stacks->room) {
        every = realloc(stacks->every, 2 * (size_t)stacks->room * sizeof(Stack));
        if (every == NULL) {
            work->result = OUT_OF_MEMORY;
            return under;
        }
        stacks->every = (Stack*)every;
        stacks->room *= 2;
    }
    stacks->number++;
    stack = &stacks->every[number];
    below = &stacks->every[under];
    *stack = *below;
    stack->under = under;
    stack->first = stack->next = 0;
    if (under < (u32)work->facts->homes.bottoms) {
        stacks->single[under][card] = number;
    } else {
        stack->next = below->first;
        below->first = number;
    }
    chain_card(&stack->low, &stack->high, work->facts->like[card]);
    stack->print = (Fingerprint){mixed(stack->low), mixed(stack->high)};
    stack->size++;
    stack->top = card;
    stack->face_up = card >= FACE_DOWN ? 0 : stack->face_up + 1;
    stack->run = 1;
    if (below->top < FLOOR && card < FLOOR && follows_in_run(work->flat, below->top, card))
        stack->run += below->run;
    if (stack->kind == IN_COLUMN) {
        tally_card(work->flat, work->facts, work->weights, &stack->tally, below->top, card);
        stack->value = tallied_value(work->weights, &stack->tally, stack->size - 1, stack->size - 1 - stack->face_up);
    } else if (stack->kind == IN_WASTE) {
        stack->tally.sum += value_on_waste(work->facts, work->weights, &stack->lowest_of, card & ~FACE_DOWN);
        stack->tally.cards |= (u64)1 << (card & ~FACE_DOWN);
        stack->value = work->weights[WASTE_CARD] * (stack->size - 1) + stack->tally.sum;
    } else {
        stack->value = work->weights[stack->kind == IN_STOCK ? STOCK_CARD : RESERVE_CARD] * (stack->size - 1);
    }
    if (!rename_stack(work, number, -1))
        work->result = OUT_OF_MEMORY;
    return number;
}

// Return whether a card can move together with the one below it, as far as their order goes.
static inline bool follows_in_run(const Flat* flat, int top, int card) {
    if (flat->supermove)
        return has(flat->build_run[top], card);
    return !flat->has_run || has(flat->run[top], card);
}

// Lay out the position of ``at`` on a board.
static void lay_stacks(const Work* work, Board* board) {
    const Stack* stack;
    int pile, place;
    board->redeals = work->stacks.redeals;
    for (pile = 0; pile < work->flat->piles; pile++) {
        stack = &work->stacks.every[work->stacks.at[pile]];
        board->size[pile] = stack->size;
        for (place = stack->size - 1; place > 0; place--) {
            board->cards[pile][place] = stack->top;
            stack = &work->stacks.every[stack->under];
        }
    }
}

// Keep the position of ``at``, as ``keep_state`` keeps boards; return False if memory is exhausted.
static bool keep_stacks(Work* work, u32 node) {
    u8* state = room_for_state(&work->arena);
    u32 redeals = (u32)(work->stacks.redeals - work->root.redeals);
    if (state == NULL)
        return false;
    memcpy(state, &node, 4);
    memcpy(state + 4, &redeals, 4);
    memcpy(state + SIZES, work->stacks.at, work->flat->piles * sizeof(u32));
    return true;
}

// Set ``at`` and ``child`` to a waiting position of this run.
static void find_stacks(Work* work, u32 index) {
    Stacks* stacks = &work->stacks;
    Node node = work->arena.nodes[index];
    size_t length = work->flat->piles * sizeof(u32);
    const u8* state;
    u32 redeals = 0;
    if (node.parent == NO_STATE) {
        memcpy(stacks->child, stacks->root, length);
    } else {
        state = work->arena.states + (size_t)node.parent * work->arena.stride;
        memcpy(&redeals, state + 4, 4);
        memcpy(stacks->child, state + SIZES, length);
    }
    stacks->child_redeals = work->root.redeals + redeals;
    find_heights(work);
    play_stacks(work, node.move);
    memcpy(stacks->at, stacks->child, length);
    stacks->redeals = stacks->child_redeals;
}

// Set what follows from the foundations of ``child``.
static void find_heights(Work* work) {
    const Homes* homes = &work->facts->homes;
    Stacks* stacks = &work->stacks;
    const Stack* stack;
    u64 taken = 0, home = homes->placed, ready = homes->placed;
    int pile;
    for (pile = work->flat->columns; pile < work->flat->foundations_end; pile++) {
        stack = &stacks->every[stacks->child[pile]];
        taken |= work->flat->fits[work->flat->row[pile]][stack->top];
        home &= homes->home[pile][stack->size];
        ready &= homes->ready[pile][stack->size];
    }
    stacks->reached = (Heights){taken, home | homes->absent, ready};
}

// Play a move and all that it forces in ``child``, and return the set of piles that they changed.
static u64 play_stacks(Work* work, u32 move) {
    Stacks* stacks = &work->stacks;
    int source = move & 255, target = (move >> 8) & 255;
    u64 touched = 0, waiting = ~(u64)0;
    stacks->won = false;
    if (source > NO_MOVE) {
        touched = turn_stacks(work, 1 << (source - NO_MOVE - 1));
    } else if (source != NO_MOVE) {
        touched = pile_bit(source) | pile_bit(target);
        move_stacks(work, source, target, (move >> 16) & 255);
        // No other card can be forced unless a foundation has changed.
        if (!(touched & stacks->foundations)) {
            if (!has(stacks->reached.taken, top_of_child(stacks, source))
                && !has(stacks->reached.taken, top_of_child(stacks, target)))
                return touched;
            waiting = touched;
        }
    }
    while (!stacks->won && work->forcing != NOTHING_FORCED) {
        move = forced_stack(work, waiting);
        if ((move & 255) == NO_MOVE)
            break;
        touched |= pile_bit(move & 255) | pile_bit((move >> 8) & 255);
        move_stacks(work, move & 255, (move >> 8) & 255, 1);
        waiting = ~(u64)0;
    }
    return touched;
}

// Move cards in ``child``, and turn up the card that they bare.
static inline void move_stacks(Work* work, int source, int target, int count) {
    Stacks* stacks = &work->stacks;
    u8 cards[PILE_BYTES];
    u32 left = stacks->child[source], grown = stacks->child[target];
    int index;
    for (index = 0; index < count; index++) {
        cards[index] = stacks->every[left].top;
        left = stacks->every[left].under;
    }
    if (stacks->every[left].top >= FACE_DOWN)
        left = put_on(work, stacks->every[left].under, stacks->every[left].top & ~FACE_DOWN);
    for (index = count - 1; index > -1; index--)
        grown = put_on(work, grown, cards[index]);
    stacks->child[source] = left;
    stacks->child[target] = grown;
    if ((pile_bit(source) | pile_bit(target)) & stacks->foundations) {
        find_heights(work);
        stacks->won = has(stacks->foundations, target) && are_complete(work);
    }
}

// Draw, deal or redeal in ``child``, and return the set of piles that this changed.
static u64 turn_stacks(Work* work, int action) {
    const Flat* flat = work->flat;
    Stacks* stacks = &work->stacks;
    int pile, drawn;
    if (action == DRAW) {
        drawn = LEAST(flat->draw, stacks->every[stacks->child[flat->stock]].size - 1);
        for (pile = 0; pile < drawn; pile++)
            turn_card(work, flat->stock, flat->waste);
    } else if (action == REDEAL) {
        stacks->child_redeals++;
        while (stacks->every[stacks->child[flat->waste]].size > 1)
            turn_card(work, flat->waste, flat->stock);
    } else {
        for (pile = 0; pile < flat->dealt_end; pile++)
            if (stacks->every[stacks->child[flat->stock]].size > 1)
                turn_card(work, flat->stock, pile);
        if (stacks->every[stacks->child[flat->stock]].size == 1)
            for (pile = 0; pile < flat->columns; pile++)
                stacks->child[pile] = without_order(work, pile, stacks->child[pile]);
        return piles_of(0, flat->columns) | pile_bit(flat->stock);
    }
    return pile_bit(flat->stock) | pile_bit(flat->waste);
}

static inline void turn_card(Work* work, int source, int target) {
    const Stack* stack = &work->stacks.every[work->stacks.child[source]];
    work->stacks.child[source] = stack->under;
    work->stacks.child[target] = put_on(work, work->stacks.child[target], stack->top);
}

// Return the stack of a column once its place among the columns makes no difference.
static u32 without_order(Work* work, int column, u32 stack) {
    u8 cards[PILE_BYTES];
    int number = work->stacks.every[stack].size - 1, index;
    for (index = 0; index < number; index++) {
        cards[index] = work->stacks.every[stack].top;
        stack = work->stacks.every[stack].under;
    }
    stack = work->facts->homes.bottom[column];
    for (index = number - 1; index > -1; index--)
        stack = put_on(work, stack, cards[index]);
    return stack;
}

// Return whether the foundations of ``child`` are complete that win.
static bool are_complete(const Work* work) {
    int pile;
    for (pile = work->flat->columns; pile < work->flat->foundations_end; pile++)
        if (has(work->flat->winning, pile)
            && work->stacks.every[work->stacks.child[pile]].size != work->flat->complete[pile])
            return false;
    return true;
}

static inline int top_of_child(const Stacks* stacks, int pile) {
    return stacks->every[stacks->child[pile]].top;
}

// Return a move of ``child`` that is forced, as ``forced_move`` does, from one of these piles, or NO_MOVE.
static u32 forced_stack(const Work* work, u64 waiting) {
    const Flat* flat = work->flat;
    const Stacks* stacks = &work->stacks;
    int pile, target, top;
    waiting &= flat->is_source & ~stacks->foundations;
    while (waiting) {
        pile = lowest_bit(waiting);
        waiting &= waiting - 1;
        top = top_of_child(stacks, pile);
        if (top >= FLOOR || !has(stacks->reached.taken, top))
            continue;
        if (work->forcing == SAFE_FORCED && !(has(work->facts->sheds, pile) && is_safe_at(work, &stacks->reached, top)))
            continue;
        for (target = flat->columns; target < flat->foundations_end; target++)
            if (has(flat->reach[pile], target) && has(flat->fits[flat->row[target]][top_of_child(stacks, target)], top))
                return packed(pile, target, 1);
    }
    return packed(NO_MOVE, 0, 0);
}

// Return whether a card that comes next on a foundation can safely go there, as ``is_safe`` does.
static bool is_safe_at(const Work* work, const Heights* heights, int card) {
    const u64* fits = work->flat->fits[work->flat->row[0]];
    u64 above = work->facts->final ? fits[card] : work->facts->above[card], known = 0, left;
    if (!has(heights->ready, card))
        return false;
    while (true) {
        left = above & ~known & ~heights->home;
        if (!left)
            return true;
        if (left & ~heights->ready || !work->facts->readies)
            return false;
        known = above;
        while (left && work->facts->final) {
            above |= fits[lowest_bit(left)];
            left &= left - 1;
        }
    }
}

// Queue the positions that moves lead to from ``at``, in the order of ``moves_to_try`` and without idle ones.
static void expand_stacks(Work* work, u32 parent) {
    const Flat* flat = work->flat;
    const Stacks* stacks = &work->stacks;
    Goals goals;
    u64 taking[PILE_BYTES];  // by number of cards: the targets
    u64 targets, group;
    u32 stack;
    int index, source, target, count, lifted, most, action;
    bool differ = flat->actions & DEAL && stacks->every[stacks->at[flat->stock]].size > 1;
    add_up_stacks(work);
    set_goals(work, differ, &goals);
    for (index = 0; index < flat->sources; index++) {
        source = flat->source[index];
        stack = stacks->at[source];
        lifted = lifted_from(flat, source, &stacks->every[stack]);
        if (!lifted || (has(stacks->foundations, source) && comes_back(work, source)))
            continue;
        group = targets_of(flat, source, &goals);
        targets = 0;
        for (count = 1; count < lifted + 1; count++) {
            taking[count] = (goals.takes[stacks->every[stack].top] | goals.wide) & group;
            targets |= taking[count];
            stack = stacks->every[stack].under;
            group &= flat->together[source];
        }
        while (targets) {
            target = lowest_bit(targets);
            targets &= targets - 1;
            most = lifted;
            if (lifted > 1 && target < flat->columns)
                most = LEAST(lifted, goals.most[has(goals.empty, target)]);
            if (has(goals.empty, target) && source < flat->columns && target < flat->columns && !differ)
                most = LEAST(most, stacks->every[stacks->at[source]].size - 2);
            for (count = 1; count < most + 1; count++) {
                if (has(taking[count], target)) {
                    consider_stacks(work, parent, packed(source, target, count));
                    if (work->result != RUNNING)
                        return;
                }
            }
        }
    }
    for (action = 0; action < 3; action++)
        if (may_turn_stacks(work, 1 << action) && work->result == RUNNING)
            consider_stacks(work, parent, packed(NO_MOVE + 1 + action, 0, 0));
}

// Return whether a draw, a deal or a redeal is legal in the position of ``at``.
static bool may_turn_stacks(const Work* work, int action) {
    const Flat* flat = work->flat;
    const Stacks* stacks = &work->stacks;
    if (!(flat->actions & action))
        return false;
    if (action != REDEAL)
        return stacks->every[stacks->at[flat->stock]].size > 1;
    if (stacks->every[stacks->at[flat->stock]].size > 1 || stacks->every[stacks->at[flat->waste]].size == 1)
        return false;
    return flat->redeals < 0 || stacks->redeals < flat->redeals;
}

// Return how many top cards can move at once if there is room.
static inline int lifted_from(const Flat* flat, int source, const Stack* stack) {
    return LEAST(flat->together[source] ? stack->run : 1, stack->face_up);
}

// Return the targets to which the top card of a pile might go, whatever it is.
static inline u64 targets_of(const Flat* flat, int source, const Goals* goals) {
    u64 columns = piles_of(0, flat->columns), targets = flat->reach[source] & ~goals->idle & ~pile_bit(source);
    if (!has(flat->builds, source))
        targets &= ~columns | goals->empty;
    if (!has(flat->opens, source))
        targets &= ~(columns & goals->empty);
    if (flat->foundations_end <= source && source < flat->targets)
        targets &= piles_of(0, flat->foundations_end);
    return targets;
}

// Return whether the top card of a foundation would be forced back to it at once.
static inline bool comes_back(const Work* work, int foundation) {
    const Homes* homes = &work->facts->homes;
    const Stack* stack = &work->stacks.every[work->stacks.at[foundation]];
    Heights lower = work->stacks.heights;
    if (work->forcing == SAFE_FORCED) {
        lower.home &= homes->home[foundation][stack->size - 1] | homes->absent;
        lower.ready &= homes->ready[foundation][stack->size - 1];
        return is_safe_at(work, &lower, stack->top);
    }
    return work->forcing == ALL_FORCED;
}

// Set what piles of ``at`` take. Of several empty cells, equal foundations, and empty columns unless they differ,
// only the first counts.
static void set_goals(const Work* work, bool differ, Goals* goals) {
    const Flat* flat = work->flat;
    const Stack* stack;
    int target, parts = 1, doublings = 0;
    u64 cards, columns = piles_of(0, flat->columns);
    memset(goals, 0, sizeof(Goals));
    for (target = 0; target < flat->targets; target++) {
        stack = &work->stacks.every[work->stacks.at[target]];
        cards = flat->fits[flat->row[target]][stack->top];
        if (has(work->stacks.foundations, target)) {
            if (has(work->facts->homes.twins, target) && equals_earlier(work, target))
                continue;
        } else if (stack->size == 1) {
            goals->empty |= pile_bit(target);
        }
        if (cards == every_card()) {
            goals->wide |= pile_bit(target);
            continue;
        }
        while (cards) {
            goals->takes[lowest_bit(cards)] |= pile_bit(target);
            cards &= cards - 1;
        }
    }
    goals->idle = without_first(goals->empty & ~columns);
    if (!differ)
        goals->idle |= without_first(goals->empty & columns);
    goals->most[0] = goals->most[1] = PILE_BYTES;
    if (flat->supermove) {
        parts += bit_count(goals->empty & ~columns);
        doublings = flat->any_opens ? bit_count(goals->empty & columns) : 0;
        goals->most[0] = parts << LEAST(doublings, 8);
        goals->most[1] = parts << LEAST(GREATEST(doublings - 1, 0), 8);
    }
}

static inline u64 without_first(u64 piles) {
    return piles & (piles - 1);
}

// Return whether another foundation before this one builds alike and has the same height.
static bool equals_earlier(const Work* work, int foundation) {
    const Stacks* stacks = &work->stacks;
    int other;
    for (other = work->flat->columns; other < foundation; other++) {
        if (work->facts->seed[other] == work->facts->seed[foundation]) {
            if (stacks->every[stacks->at[other]].size == stacks->every[stacks->at[foundation]].size)
                return true;
        }
    }
    return false;
}

// Add up the piles of ``at``, whose foundations are those of ``child``.
static void add_up_stacks(Work* work) {
    Stacks* stacks = &work->stacks;
    const Stack* stack;
    int pile;
    memset(&stacks->sum, 0, sizeof(Shape));
    stacks->heights = stacks->reached;
    stacks->buried_in_all = 0;
    for (pile = 0; pile < work->flat->piles; pile++) {
        stack = &stacks->every[stacks->at[pile]];
        stacks->sum.print.low += stack->print.low;
        stacks->sum.print.high += stack->print.high;
        stacks->sum.value += stack->value;
        stacks->sum.breaks += stack->tally.breaks;
        if (pile < work->flat->columns) {
            stacks->buried[pile] = buried_in(stacks, stacks->at[pile], stacks->heights.taken);
            stacks->buried_in_all += stacks->buried[pile];
        }
    }
    find_layer(work, &stacks->layer, &stacks->spread);
}

// Find the layer of ``child``, and the value of the differences in height between its foundations.
static void find_layer(const Work* work, u32* layer, i64* apart) {
    int pile;
    int heights[MOST_PILES];
    for (pile = work->flat->columns; pile < work->flat->foundations_end; pile++)
        heights[pile] = work->stacks.every[work->stacks.child[pile]].size;
    if (work->flat->stock >= 0)
        heights[work->flat->stock] = work->stacks.every[work->stacks.child[work->flat->stock]].size;
    *layer = layer_of(work, heights, work->stacks.child_redeals);
    *apart = work->weights[SPREAD] ? work->weights[SPREAD] * spread(work->facts, heights) : 0;
}

// Return how many cards of a column lie over awaited ones, as ``buried`` does.
static inline int buried_in(const Stacks* stacks, u32 stack, u64 awaited) {
    int over = 0, number = 0;
    stack = stacks->every[stack].under;
    while (stacks->every[stack].tally.cards & awaited) {
        over++;
        if (has(awaited, stacks->every[stack].top & ~FACE_DOWN))
            number += over;
        stack = stacks->every[stack].under;
    }
    return number;
}

// Play a move from ``at``. If the position is new, queue it.
static void consider_stacks(Work* work, u32 parent, u32 move) {
    Stacks* stacks = &work->stacks;
    u64 touched = play_stacks(work, move), left = touched;
    Fingerprint print = stacks->sum.print;
    const Stack* old;
    const Stack* new;
    u32 layer = stacks->layer;
    i64 value = stacks->sum.value, apart = stacks->spread;
    int pile;
    if (work->result != RUNNING)
        return;
    while (left) {
        pile = lowest_bit(left);
        left &= left - 1;
        old = &stacks->every[stacks->at[pile]];
        new = &stacks->every[stacks->child[pile]];
        print.low += new->print.low - old->print.low;
        print.high += new->print.high - old->print.high;
        value += new->value - old->value;
    }
    least_print(work, &print);
    print.low = mixed(print.low + (work->facts->endless ? 0 : (u64)stacks->child_redeals));
    print.high = never_zero(mixed(print.high));
    if (touched & stacks->layered)
        find_layer(work, &layer, &apart);
    if (add_position(work, parent, move, &print, layer, stacks->won)) {
        value += apart;
        if (work->weights[BURIED])
            value += work->weights[BURIED] * buried_in_child(work, touched);
        if (work->weights[WASTE_BURIED] && work->flat->waste >= 0) {
            value += work->weights[WASTE_BURIED]
                * buried_in(stacks, stacks->child[work->flat->waste], stacks->reached.taken);
        }
        if (work->weights[NOISE])
            value += print.high % (u32)work->weights[NOISE];
        if (work->heuristic.crowd)
            value += crowding(work, breaks_of_child(stacks, touched), layer);
        if (!push(&work->layers[layer], (i32)value, work->arena.nodes_number - 1))
            work->result = OUT_OF_MEMORY;
    }
    while (touched) {
        pile = lowest_bit(touched);
        touched &= touched - 1;
        stacks->child[pile] = stacks->at[pile];
    }
    stacks->reached = stacks->heights;
    stacks->child_redeals = stacks->redeals;
}

static inline u64 breaks_of_child(const Stacks* stacks, u64 touched) {
    u64 breaks = stacks->sum.breaks;
    int pile;
    while (touched) {
        pile = lowest_bit(touched);
        touched &= touched - 1;
        breaks += stacks->every[stacks->child[pile]].tally.breaks - stacks->every[stacks->at[pile]].tally.breaks;
    }
    return breaks;
}

// Return how many cards of ``child`` lie over awaited ones. It differs from ``at`` in the touched piles.
static inline int buried_in_child(const Work* work, u64 touched) {
    const Stacks* stacks = &work->stacks;
    u64 columns = piles_of(0, work->flat->columns);
    int pile, over = 0;
    if (stacks->reached.taken == stacks->heights.taken) {
        over = stacks->buried_in_all;
        columns &= touched;
    }
    while (columns) {
        pile = lowest_bit(columns);
        columns &= columns - 1;
        over += buried_in(stacks, stacks->child[pile], stacks->reached.taken);
        if (stacks->reached.taken == stacks->heights.taken)
            over -= stacks->buried[pile];
    }
    return over;
}
