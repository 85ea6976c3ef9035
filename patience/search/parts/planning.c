// A plan of a player who does not see the cards that lie face down: moves up to the next card turned up, or to the
// next turn of the stock.
//
// Until then every outcome is known. So the search expands the positions in which no other card was turned, best
// first, and values those in which one was: on average over cards that it could be. Cards that lie face down have no
// part in a value, whatever they are.

#include "../search.h"

static void note_leaf(Leaf* best, u32 node, i64 value);
static void look_at(Work* work, Ahead* ahead, u32 state, u32 move);
static int turned_column(const Work* work, u64 touched);
static i64 mean_value(Work* work, const Ahead* ahead, u64 touched, int turned);

// Expand positions up to the budget, and note the best ends of a plan.
static void plan_ahead(Work* work, Ahead* ahead) {
    Queue* queue = work->layers;
    u32 index, state;
    int move, number;
    i64 value;
    ahead->turn.node = ahead->still.node = NO_STATE;
    while (work->result == RUNNING && queue->number && work->expanded < work->budget) {
        index = pop(queue);
        go_to_node(work, index);
        work->expanded++;
        state = work->arena.states_number;
        if (!keep_state(&work->arena, work->flat, &work->board, index)) {
            work->result = OUT_OF_MEMORY;
            return;
        }
        shape_all(work);
        copy_board(work->flat, &work->board, &work->child);
        value = learned_value(work, 0);
        number =
            moves_to_try(work->flat, work->facts, &work->board, work->facts->cycles, true, work->plays, work->moves);
        for (move = 0; move < number; move++) {
            if ((work->moves[move] & 255) > NO_MOVE)
                note_leaf(&ahead->still, index, value);
            else
                look_at(work, ahead, state, work->moves[move]);
            if (work->result != RUNNING)
                return;
        }
    }
}

static inline void note_leaf(Leaf* best, u32 node, i64 value) {
    if (best->node == NO_STATE || value < best->value)
        *best = (Leaf){node, value};
}

// Queue the position after a move, or note it as the end of a plan if it turns up a card.
static void look_at(Work* work, Ahead* ahead, u32 state, u32 move) {
    const Flat* flat = work->flat;
    u64 touched, all_piles = ~(u64)0 >> (64 - flat->piles);
    Fingerprint print;
    i64 value = 0;
    u64 breaks = 0;
    int turned;
    touched = make_move(flat, &work->child, move) & all_piles;
    turned = turned_column(work, touched);
    if (turned == NO_PILE)
        touched |= settle(flat, work->facts, &work->child, move, work->forcing) & all_piles;
    add_up(work, touched, &print, &value, &breaks);
    if (add_position(work, state, move, &print, 0, work->child.won)) {
        if (turned != NO_PILE)
            note_leaf(&ahead->turn, work->arena.nodes_number - 1, mean_value(work, ahead, touched, turned));
        else if (!push(work->layers, (i32)learned_value(work, touched), work->arena.nodes_number - 1))
            work->result = OUT_OF_MEMORY;
    }
    restore_child(work, touched);
}

// Return the column of ``child`` of which a card was turned up, NO_PILE if there is none.
static int turned_column(const Work* work, u64 touched) {
    int column, top;
    for (column = 0; column < work->flat->columns; column++) {
        top = work->child.size[column] - 1;
        if (has(touched, column) && top < work->board.size[column]) {
            if (work->board.cards[column][top] >= FACE_DOWN && work->child.cards[column][top] < FACE_DOWN)
                return column;
        }
    }
    return NO_PILE;
}

// Return the mean value of ``child`` with each sample as the card turned up.
static i64 mean_value(Work* work, const Ahead* ahead, u64 touched, int turned) {
    i64 value = 0;
    int index;
    for (index = 0; index < ahead->samples; index++) {
        work->child.cards[turned][work->child.size[turned] - 1] = ahead->sample[index];
        value += learned_value(work, touched);
    }
    return value / ahead->samples;
}
