// The value and the fingerprint of a position, as sums over its piles. After a move only the piles that it changed
// are computed again.
//
// Where sequences move freely (``facts.merges``), call two cards hosts of a kind if the same cards follow them in
// sequence. Positions that differ only in which of the hosts of a kind carry which sequences, and which host is bare,
// are equivalent: if one can be won, so can the other. For whatever is done in one, the other can follow:
//
// * A sequence is put on a bare host: the other has a bare host of the kind, too, and not among the cards that move,
//   because ranks descend.
// * Cards leave a column, with whatever sequence they carry: the same card is bared, or a host of the same kind. A
//   card that is not in sequence on the one below, or is the lowest of its column, lies there in both.
// * A bare host goes to its foundation: if it carries a sequence in the other position, another host of the kind is
//   bare there and takes that sequence first. ``moves.c`` makes one move of both.
// * A bare host goes to a cell, which takes no sequence: the same.
//
// Cards that were dealt on others out of sequence, and all below them in their column, stay in place until they are
// gone. So their hosts are the same in all positions of a search, and the other hosts carry whole sequences. A face-down
// card and all cards below it, face up or not, stay in place in the same way until it is turned up. Then it may be in
// sequence on the card below, in both positions. Foundations
// that take the same card must be alike, so that the last step need not choose one.
//
// Cells, whatever they hold, and reserves that fill columns are the same in both positions, and a column is emptied in
// both at once.
//
// The fingerprint does not distinguish such positions. It adds up pieces of columns, which begin with each card that
// is in sequence on the card below, together with the kind of the card below.

#include "../search.h"

static u64 number_of_foundation(const Flat* flat, const Facts* facts, const Board* board, int pile);
static i32 column_value(
    const Flat* flat, const Facts* facts, const i32* weights, const u8* cards, int size, u64* breaks);
static i32 waste_value(const Facts* facts, const i32* weights, const u8* cards, int size);

// Compute the shape of a pile. If ``merging``, equivalent positions have the same fingerprint.
static void shape_pile(const Flat* flat, const Facts* facts, const i32* weights, const Board* board, int pile,
    bool merging, Shape* shape) {
    const u8* cards = &board->cards[pile][0];
    int size = board->size[pile];
    int index;
    u64 low = facts->seed[pile], high, top;
    shape->print.low = shape->print.high = 0;
    if (pile < flat->columns && columns_differ(flat, board))
        low = mixed(low + (u64)pile);
    high = mixed(low);
    if (flat->columns <= pile && pile < flat->foundations_end && !facts->remembers) {
        top = number_of_foundation(flat, facts, board, pile);
        chain_height(&low, &high, size, top);
    } else {
        for (index = pile == flat->waste && facts->buries ? size - 1 : 1; index < size; index++) {
            if (merging && index > 1 && pile < flat->columns && facts->merges && is_link(flat, cards, index)) {
                shape->print.low += mixed(low);
                shape->print.high += mixed(high);
                low = mixed((u64)facts->host[cards[index - 1]] + FIRST_HOST);
                high = mixed(low);
            }
            chain_card(&low, &high, facts->like[cards[index]]);
        }
    }
    shape->print.low += mixed(low);
    shape->print.high += mixed(high);
    shape->breaks = flat->columns <= pile && pile < flat->foundations_end ? mixed(low) : 0;
    if (pile < flat->columns)
        shape->value = column_value(flat, facts, weights, cards, size, &shape->breaks);
    else if (pile < flat->foundations_end)
        shape->value = -(flat->whole[pile] ? weights[FOUNDED_SEQUENCE] * (size > 1) : weights[FOUNDED_CARD] * size);
    else if (pile == flat->waste)
        shape->value = waste_value(facts, weights, cards, size);
    else if (pile == flat->stock)
        shape->value = weights[STOCK_CARD] * (size - 1);
    else
        shape->value = weights[RESERVE_CARD] * (size - 1);
}

// Return the same number for foundations of equal size and declaration that take the same cards, now and later.
static inline u64 number_of_foundation(const Flat* flat, const Facts* facts, const Board* board, int pile) {
    const u8* cards = &board->cards[pile][0];
    u64 number;
    int index;
    if (!facts->plain)
        return facts->like[top_of(board, pile)];
    number = mixed(flat->fits[flat->row[pile]][top_of(board, pile)]);
    if (facts->recalls) {
        number += mixed(facts->like[cards[board->size[pile] > 1]]);
        for (index = 1; index < board->size[pile]; index++)
            number += mixed((u64)facts->like[cards[index]] << 8);
    }
    return number;
}

// Return whether the card is in sequence on a face-up card.
static inline bool is_link(const Flat* flat, const u8* cards, int index) {
    return cards[index - 1] < FLOOR && cards[index] < FLOOR && has(flat->run[cards[index - 1]], cards[index]);
}

// Add a card to the two chains of which a pile's part of the fingerprint is made.
static inline void chain_card(u64* low, u64* high, u64 card) {
    *low = (*low ^ card) * (u64)0x9E3779B97F4A7C15;
    *low ^= *low >> 29;
    *high = (*high + card) * (u64)0xD1342543DE82EF95;
    *high ^= *high >> 31;
}

// Add to the chains of a foundation what its height and its top card tell of it.
static inline void chain_height(u64* low, u64* high, int size, u64 top) {
    *low = mixed(*low ^ ((u64)size << 8) ^ top);
    *high = mixed(*high + (((u64)size << 8) ^ top));
}

static i32 column_value(
    const Flat* flat, const Facts* facts, const i32* weights, const u8* cards, int size, u64* breaks) {
    int index, down = 0;
    Tally tally = {0, 0, 0, 0, 0, 13};
    if (size == 1)
        return -weights[EMPTY_COLUMN];
    while (down + 1 < size && cards[down + 1] >= FACE_DOWN)
        down++;
    for (index = 1; index < size; index++)
        tally_card(flat, facts, weights, &tally, cards[index - 1], cards[index]);
    *breaks += tally.breaks;
    return tallied_value(weights, &tally, size - 1, down);
}

// Add the top card of a column, or the first one on the floor, to what the cards below it add up to.
static inline void tally_card(
    const Flat* flat, const Facts* facts, const i32* weights, Tally* tally, int under, int top) {
    int card = top & ~FACE_DOWN, rank = facts->rank[card];
    u64 well = 0, fitting = 0, lower;
    if (under == FLOOR) {
        well = fitting = flat->fits[flat->row[0]][FLOOR];
    } else if (under < FACE_DOWN) {
        well = facts->wanted[under];
        fitting = flat->fits[flat->row[0]][under];
    }
    if (!has(well, card)) {
        tally->sum += weights[BREAK] - weights[SEQUENCE_SQUARED] * tally->links * tally->links;
        tally->breaks += mixed(((u64)facts->like[under] << 8) | facts->like[top]);
        tally->misplaced++;
        tally->links = 0;
        if (!has(fitting, card)) {
            tally->sum += weights[MISFIT];
            if (rank > tally->lowest)
                tally->sum += weights[INVERSION];
        }
    } else {
        tally->links += under != FLOOR;
    }
    if (rank < tally->lowest) {
        tally->lowest = rank;
    } else if (weights[LOWER_CARDS] || weights[LOWER_OF_SUIT]) {
        lower = tally->cards & facts->lower[rank];
        tally->sum
            += weights[LOWER_CARDS] * bit_count(lower) + weights[LOWER_OF_SUIT] * bit_count(lower & of_suit(card / 13));
    }
    tally->cards |= (u64)1 << card;
}

// Return the value of a column that has cards, of which the lowest lie face down.
static inline i32 tallied_value(const i32* weights, const Tally* tally, int cards, int down) {
    return tally->sum + weights[FACE_DOWN_CARD] * down + weights[FACE_DOWN_SQUARED] * down * down
        + (weights[COLUMN_CARD] + weights[COLUMN_SQUARED] * cards) * cards
        + weights[BREAKS_SQUARED] * tally->misplaced * tally->misplaced
        - weights[SEQUENCE_SQUARED] * tally->links * tally->links;
}

static i32 waste_value(const Facts* facts, const i32* weights, const u8* cards, int size) {
    int index;
    u16 lowest_of = NONE_LOWEST;
    i32 value = weights[WASTE_CARD] * (size - 1);
    for (index = 1; index < size; index++)
        value += value_on_waste(facts, weights, &lowest_of, cards[index]);
    return value;
}

// Return what a card of the waste adds to its value, given the lowest rank of each suit below it; note its own.
static inline i32 value_on_waste(const Facts* facts, const i32* weights, u16* lowest_of, int card) {
    int rank = facts->rank[card], shift = 4 * facts->suit[card];
    int lowest = (*lowest_of >> shift) & 15;
    if (rank < lowest)
        *lowest_of ^= (lowest ^ rank) << shift;
    return rank > lowest ? weights[WASTE_INVERSION] : 0;
}

// Return the sum of the differences in height between foundations of a ladder.
static i32 spread(const Facts* facts, const int* heights) {
    int ladder, index, size, lowest, highest;
    i32 apart = 0;
    for (ladder = 0; ladder < facts->ladders; ladder++) {
        lowest = highest = heights[facts->ladder_pile[ladder][0]];
        for (index = 1; index < facts->ladder_piles[ladder]; index++) {
            size = heights[facts->ladder_pile[ladder][index]];
            lowest = LEAST(lowest, size);
            highest = GREATEST(highest, size);
        }
        apart += highest - lowest;
    }
    return apart;
}

// Return the cards that a foundation takes next, one at a time.
static u64 awaited_cards(const Flat* flat, const Board* board) {
    u64 awaited = 0;
    int pile;
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        if (!flat->whole[pile])
            awaited |= taken_by(flat, board, pile);
    return awaited;
}

// Return how many cards of some piles lie over cards that a foundation takes next, counted once per covered card.
static i32 buried(const Flat* flat, const Board* board, int first, int end) {
    u64 awaited = awaited_cards(flat, board);
    int pile, index;
    i32 over = 0;
    for (pile = first; pile < end; pile++) {
        for (index = 1; index < board->size[pile] - 1; index++)
            if (has(awaited, board->cards[pile][index] & ~FACE_DOWN))
                over += board->size[pile] - 1 - index;
    }
    return over;
}
