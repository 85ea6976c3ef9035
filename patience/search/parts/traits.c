// The value of a position as a machine learned it: a weight for each trait of its columns.
//
// ``tools/train_traits.py`` finds the weights, and ``heuristics.py`` has them. They order positions and prove nothing.

#include "../search.h"

// Add the traits of a column that depend on no other one.
static void count_column(const Flat* flat, const Facts* facts, const u8* cards, int size, i32* counts) {
    int index, rank, run = 1, lowest = 13, down = 0;
    counts[TRAIT_CARD] += size - 1;
    for (index = 1; index < size; index++) {
        rank = facts->rank[cards[index] & ~FACE_DOWN];
        if (cards[index] >= FACE_DOWN) {
            down = index;
            counts[TRAIT_LOW_FACE_DOWN] += rank < LOW_RANKS;
            counts[TRAIT_UNDER_KING] += (index - 1) * (rank == 12);
        } else if (index == 1) {
            counts[TRAIT_LOWEST + rank]++;
        } else if (index == down + 1) {
            counts[TRAIT_FIRST + rank]++;
        } else if (has(flat->run[cards[index - 1]], cards[index])) {
            counts[TRAIT_JOINED + rank]++;
            run++;
        } else {
            counts[TRAIT_RUN + LEAST(run, 13) - 1]++;
            run = 1;
            if (has(flat->fits[flat->row[0]][cards[index - 1]], cards[index])) {
                counts[TRAIT_FITTING + rank]++;
            } else {
                counts[TRAIT_MISFIT + rank]++;
                counts[TRAIT_INVERSION] += rank > lowest;
            }
        }
        lowest = LEAST(lowest, rank);
    }
    if (size > 1)
        counts[TRAIT_RUN + LEAST(run, 13) - 1]++;
    if (down)
        counts[TRAIT_FACE_DOWN + LEAST(down, MOST_BY_NUMBER) - 1]++;
}

// Add the traits of the columns' top cards.
static void count_tops(const Flat* flat, const Facts* facts, const Board* board, i32* counts) {
    u64 tops = 0;
    u32 ranks = 0;
    int column, empty = 0, first, coming;
    const u8* cards;
    for (column = 0; column < flat->columns; column++) {
        if (board->size[column] > 1) {
            tops |= (u64)1 << top_of(board, column);
            ranks |= (u32)1 << facts->rank[top_of(board, column)];
        } else {
            empty++;
        }
    }
    counts[TRAIT_RANK_ON_TOP] += bit_count(ranks);
    if (empty)
        counts[TRAIT_EMPTY + LEAST(empty, MOST_BY_NUMBER) - 1]++;
    for (column = 0; column < flat->columns; column++) {
        cards = board->cards[column];
        first = board->size[column] - 1;
        if (!first)
            continue;
        while (first > 1 && is_link(flat, cards, first))
            first--;
        if (facts->lands_on[cards[first]] & tops
            && !(cards[first - 1] < FLOOR && has(facts->lands_on[cards[first]], cards[first - 1])))
            counts[TRAIT_MOVABLE]++;
        coming = flat->stock >= 0 && flat->actions & DEAL ? board->size[flat->stock] - 1 - column : 0;
        if (coming > 0 && has(facts->lands_on[board->cards[flat->stock][coming] & ~FACE_DOWN], top_of(board, column))) {
            if (has(flat->run[top_of(board, column)], board->cards[flat->stock][coming] & ~FACE_DOWN))
                counts[TRAIT_NEXT_JOINS]++;
            else
                counts[TRAIT_NEXT_FITS]++;
        }
    }
}

static bool has_learned(const i32* weights) {
    int trait;
    for (trait = 0; trait < TRAITS; trait++)
        if (weights[trait])
            return true;
    return false;
}

static i32 weigh(const i32* weights, const i32* counts) {
    int trait;
    i32 value = 0;
    for (trait = 0; trait < TRAITS; trait++)
        value += weights[trait] * counts[trait];
    return value;
}

static i32 learned_value_of_column(
    const Flat* flat, const Facts* facts, const i32* weights, const Board* board, int column) {
    i32 counts[TRAITS];
    memset(counts, 0, sizeof(counts));
    count_column(flat, facts, board->cards[column], board->size[column], counts);
    return weigh(weights, counts);
}

static i32 learned_value_of_tops(const Flat* flat, const Facts* facts, const i32* weights, const Board* board) {
    i32 counts[TRAITS];
    memset(counts, 0, sizeof(counts));
    count_tops(flat, facts, board, counts);
    return weigh(weights, counts);
}
