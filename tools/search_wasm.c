// What a page calls of the search.
//
// A page writes a variant into `flat` and `facts`, a position into `work.root`, and the numbers of each heuristic of a
// schedule into `work.schedule`, at the offsets of search.json. One search runs at a time. All its memory is given back by the next.

#include "search_wasm_heap.c"

#include "../patience/search/search.c"

#define EXPORT(name) __attribute__((export_name(#name)))

static Flat flat;
static Facts facts;
static Work work;
static Row rows[2 * MOST_PILES];
static u32* moves;

EXPORT(flat) void* flat_address(void) { return &flat; }
EXPORT(facts) void* facts_address(void) { return &facts; }
EXPORT(work) void* work_address(void) { return &work; }
EXPORT(rows) void* rows_address(void) { return rows; }
EXPORT(moves) void* moves_address(void) { return moves; }

// Forget the variant before another one is written.
EXPORT(clear) void clear(void) {
    memset(&flat, 0, sizeof flat);
    memset(&facts, 0, sizeof facts);
    memset(rows, 0, sizeof rows);
}

// Complete the facts about the variant that was written.
EXPORT(settle_variant) void settle_variant(void) {
    flat.fits = rows;
    derive_facts(&flat, &facts);
}

// Forget the last search before a position is written.
EXPORT(clear_search) void clear_search(void) {
    heap_end = 0;
    memset(free_blocks, 0, sizeof free_blocks);
    memset(&work, 0, sizeof work);
}

EXPORT(begin) void begin(u32 budget) {
    work.flat = &flat;
    work.facts = &facts;
    work.root.won = is_won(&flat, &work.root);
    open_work(&work, budget, MEMORY);
}

// Continue for this number of steps, and return how the search stands.
EXPORT(go_on) int go_on(u32 steps) {
    take_steps(&work, steps);
    return work.result;
}

EXPORT(positions) u32 positions(void) { return (u32)work.expanded; }

// Return the number of moves of the winning line, -1 if memory is exhausted.
EXPORT(write_moves) int write_moves(void) { return write_line(&work, &moves); }
