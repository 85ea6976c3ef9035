// A complete search in bounded memory: depth first, with a table of fingerprints that replaces.
//
// A position is entered unless the table has it. The table forgets positions when it is full, but never those on the
// path from the root. So every reachable position was entered at least once when the path is empty again, whatever
// was forgotten in between, and without a win the game is dead. Positions that were forgotten are entered again: that
// costs time, not truth.

#include "../search.h"

static void enter(Work* work, u32 move);
static void rate(Work* work, u32 move);
static void sort_trials(Deep* deep, u32 first);

static bool open_deep(Work* work) {
    Deep* deep = &work->deep;
    deep->buckets = LEAST_BUCKETS;
    while (2 * deep->buckets * BUCKET * (sizeof(Fingerprint) + 1) <= work->memory)
        deep->buckets *= 2;
    deep->slots = (Fingerprint*)calloc(deep->buckets * BUCKET, sizeof(Fingerprint));
    deep->on_path = (u8*)calloc(deep->buckets * BUCKET, 1);
    return deep->slots != NULL && deep->on_path != NULL;
}

static void close_deep(Deep* deep) {
    free(deep->slots);
    free(deep->on_path);
    free(deep->steps);
    free(deep->states);
    free(deep->trials);
}

static bool in_table(const Deep* deep, const Fingerprint* print) {
    const Fingerprint* bucket = &deep->slots[(print->low & (deep->buckets - 1)) * BUCKET];
    int index;
    for (index = 0; index < BUCKET; index++)
        if (bucket[index].high == print->high && bucket[index].low == print->low)
            return true;
    return false;
}

// Insert a fingerprint, over another one if need be; return its slot, -1 if all are of positions on the path.
static i64 place_in_table(Deep* deep, const Fingerprint* print) {
    u64 first = (print->low & (deep->buckets - 1)) * BUCKET;
    u64 slot;
    int index;
    for (index = 0; index < BUCKET; index++) {
        if (!deep->slots[first + index].high) {
            deep->slots[first + index] = *print;
            return first + index;
        }
    }
    for (index = 0; index < BUCKET; index++) {
        slot = first + ((print->high >> 32) + index) % BUCKET;
        if (!deep->on_path[slot]) {
            deep->slots[slot] = *print;
            return slot;
        }
    }
    return -1;
}

// Make room for one more step and its moves; return False if memory is exhausted.
static bool room_for_step(Work* work, u32 moves) {
    Deep* deep = &work->deep;
    u32 room;
    if (deep->depth == deep->steps_room) {
        room = 2 * (deep->steps_room + 128);
        if (!resized(&deep->steps, room * sizeof(Step)) || !resized(&deep->states, (size_t)room * work->arena.stride))
            return false;
        deep->steps_room = room;
    }
    if (deep->trials_number + moves > deep->trials_room) {
        room = 2 * (deep->trials_room + moves + 512);
        if (!resized(&deep->trials, room * sizeof(Trial)))
            return false;
        deep->trials_room = room;
    }
    return true;
}

// Try the next move of the last step, or go back a step.
static void go_deeper(Work* work) {
    Deep* deep = &work->deep;
    Step* last;
    u32 move;
    if (!deep->entered) {
        deep->entered = true;
        work->board = work->root;
        enter(work, packed(NO_MOVE, 0, 0));
        return;
    }
    if (deep->depth == 0) {
        if (deep->cut)
            work->deep_until = 0;
        else
            work->result = DEAD;
        return;
    }
    last = &deep->steps[deep->depth - 1];
    if (deep->trials_number == last->moves) {
        deep->on_path[last->slot] = false;
        deep->depth--;
        return;
    }
    deep->trials_number--;
    move = deep->trials[deep->trials_number].move;
    read_state(&work->arena, work->flat, deep->states + (size_t)(deep->depth - 1) * work->arena.stride, &work->board);
    enter(work, move);
}

// Play a move from ``board``. Unless its position is known or hopeless, make it the last step of the path.
static void enter(Work* work, u32 move) {
    Deep* deep = &work->deep;
    Fingerprint print;
    i64 value, slot;
    u64 breaks = 0;
    Step* step;
    int number, index;
    make_move(work->flat, &work->board, move);
    settle(work->flat, work->facts, &work->board, move, work->heuristic.forcing);
    if (work->board.won) {
        deep->won_move = move;
        work->result = WINS;
        return;
    }
    shape_all(work);
    copy_board(work->flat, &work->board, &work->child);
    add_up(work, 0, &print, &value, &breaks);
    if (in_table(deep, &print))
        return;
    slot = place_in_table(deep, &print);
    if (slot < 0 || deep->depth == MOST_DEPTH) {
        deep->cut = true;
        return;
    }
    if (!worth(work, &print, &value) || is_hopeless(work->flat, work->facts, &work->board))
        return;
    if (work->expanded == work->budget) {
        work->result = OUT_OF_BUDGET;
        return;
    }
    work->expanded++;
    number = moves_to_try(work->flat, work->facts, &work->board, work->facts->cycles, true, work->plays, work->moves);
    if (!room_for_step(work, number)) {
        work->result = OUT_OF_MEMORY;
        return;
    }
    step = &deep->steps[deep->depth];
    step->slot = slot;
    step->move = move;
    step->moves = deep->trials_number;
    deep->on_path[slot] = true;
    write_state(&work->arena, work->flat, &work->board, 0, deep->states + (size_t)deep->depth * work->arena.stride);
    deep->depth++;
    for (index = 0; index < number; index++)
        rate(work, work->moves[index]);
    sort_trials(deep, step->moves);
}

// Append a move from ``board`` to the moves to try, unless its position is known or cannot be won.
static void rate(Work* work, u32 move) {
    Deep* deep = &work->deep;
    Board* child = &work->child;
    Fingerprint print;
    i64 value = 0;
    u64 touched, breaks = 0;
    touched = make_move(work->flat, child, move);
    touched |= settle(work->flat, work->facts, child, move, work->heuristic.forcing);
    touched &= ~(u64)0 >> (64 - work->flat->piles);
    add_up(work, touched, &print, &value, &breaks);
    if (child->won)
        value = -(1 << 30);
    if (child->won || (!in_table(deep, &print) && worth(work, &print, &value))) {
        deep->trials[deep->trials_number] = (Trial){(i32)value, move};
        deep->trials_number++;
    }
    restore_child(work, touched);
}

// Sort the moves to try from ``first`` on, the best last.
static void sort_trials(Deep* deep, u32 first) {
    u32 index, place;
    Trial trial;
    for (index = first + 1; index < deep->trials_number; index++) {
        trial = deep->trials[index];
        place = index;
        while (place > first && deep->trials[place - 1].value < trial.value) {
            deep->trials[place] = deep->trials[place - 1];
            place--;
        }
        deep->trials[place] = trial;
    }
}
