// Games with cells whose columns are built down in suit, as Seahaven Towers, searched by what still lies where it was.
//
// One pack, no stock, no base but the Ace, each card follows one card in columns and one on foundations, groups move in
// sequence, and any card may go to a cell.
//
// **Keys.** In a column, the cards up to the last that is not in sequence on the card below have not moved, unless it is
// the lowest of the column. Call these cards fixed, and all others loose. A key has the number of the fixed cards of each
// column, or the lowest card itself if it is the only one. A loose card has one place in a column, on the next higher card
// of its suit, and is either there, in a cell or on its foundation. The settled position of a key has each loose card on
// its foundation if all lower ones of the suit are loose or tops, or else in its column if that place is to be had, and
// only other ones in cells. A fixed card whose foundation has come to it goes there, too.
//
// **Equal keys, equal prospects.** From a position P, moves lead to the settled position N of its key: loose cards leave
// cells for the cards that they follow, the highest first, and cards go to foundations, on which nothing can lie that would
// need them in a column. So if N can be won, P can. The other way round, each move from P to Q leads from N to the settled
// position of Q:
//
// * A loose card goes to a cell, to its foundation, back from there, or to its place in a column: P and Q have one key.
// * The uppermost fixed card of a column leaves, or goes to an empty column, perhaps with loose cards on it, or loose cards go
//   to an empty column. The same card can lead the group in N. The group has k more cards, say, that are in cells in P. So N
//   has at least k more empty cells, and columns that are empty in P are so in N. A group that n empty cells let move may be k
//   cards longer with n + k. In N, all its cards go to cells where that is done in P, one by one. The fixed card is loose then,
//   wherever it lies, or is the lowest of another column, so the keys are equal.
// * A fixed card goes to its foundation: it has gone there in N. So has one that is moved elsewhere, at the latest in the
//   settled position of Q, since all lower cards of its suit are loose or tops.
//
// So it is enough to search settled positions. The moves between these are: an uppermost fixed card leaves, with the loose
// cards on it, for its place in a column or for cells, which leads to one key; or a card and the loose ones on it go to an
// empty column.

#include "../search.h"

static void queue_suited(Work* work, u32 parent, const SuitedKey* key, const SuitedView* view, int step);
static bool grow_suited(Suited* suited);
static bool read_suited(const Flat* flat, const Board* board, Suited* suited, SuitedKey* key);
static bool write_settling(Work* work, Line* line);
static bool write_suited_step(Work* work, int step, Line* line);

static inline u64 highest(void) {
    return ((u64)1 << 12) | ((u64)1 << 25) | ((u64)1 << 38) | ((u64)1 << 51);
}

static inline int depth_of(const SuitedKey* key, int column) {
    return (int)((key->depths >> (DEPTH_BITS * column)) & (MOST_FIXED - 1));
}

static inline void set_depth(const Suited* suited, SuitedKey* key, int column, int depth) {
    key->depths &= ~((u64)(MOST_FIXED - 1) << (DEPTH_BITS * column));
    if (depth == 1)
        key->lowest |= (u64)1 << suited->card[column][1];
    else
        key->depths |= (u64)depth << (DEPTH_BITS * column);
}

// Let a card leave if it is the uppermost fixed card of a column.
static void lift_fixed(const Suited* suited, SuitedKey* key, int card) {
    int column, depth;
    if (has(key->lowest, card)) {
        key->lowest &= ~((u64)1 << card);
        return;
    }
    for (column = 0; column < suited->columns; column++) {
        depth = depth_of(key, column);
        if (depth && suited->card[column][depth] == card) {
            set_depth(suited, key, column, suited->after[column][depth]);
            return;
        }
    }
}

static void find_fixed(const Suited* suited, const SuitedKey* key, SuitedView* view) {
    int column, depth;
    view->fixed = view->tops = key->lowest;
    view->spaces = suited->columns - bit_count(key->lowest);
    for (column = 0; column < suited->columns; column++) {
        depth = depth_of(key, column);
        if (depth) {
            view->fixed |= suited->cards[column][depth];
            view->tops |= (u64)1 << suited->card[column][depth];
            view->spaces--;
        }
    }
}

// Play all cards to their foundations that can go there, and show the settled position.
static void settle_suited(const Suited* suited, SuitedKey* key, SuitedView* view) {
    int suit, height;
    bool grew = true;
    u64 places, reached;
    while (grew) {
        grew = false;
        view->home = 0;
        find_fixed(suited, key, view);
        for (suit = 0; suit < 4; suit++) {
            height = lowest_bit(((view->fixed >> (13 * suit)) & 0x1FFF) | 0x2000);
            if (height < 13 && has(view->tops, 13 * suit + height)) {
                lift_fixed(suited, key, 13 * suit + height);
                grew = true;
            }
            view->home |= (((u64)1 << height) - 1) << (13 * suit);
        }
    }
    // Loose cards lie below tops without a gap: the flood fills 1, 2, 4 and 8 places.
    places = every_card() & ~view->fixed & ~view->home & ~highest();
    reached = view->tops;
    reached |= places & (reached >> 1);
    places &= places >> 1;
    reached |= places & (reached >> 2);
    places &= places >> 2;
    reached |= places & (reached >> 4);
    places &= places >> 4;
    reached |= places & (reached >> 8);
    view->lying = reached;
    view->cells = suited->cells - bit_count(every_card() & ~view->fixed & ~view->home & ~view->lying);
}

// Return how many cards move with one that lies in a column, itself included.
static inline int group_of(const SuitedView* view, int card) {
    int number = 1;
    while ((card - number + 1) % 13 && has(view->lying & ~view->fixed, card - number))
        number++;
    return number;
}

// Return whether a group of this size moves to a column.
static bool suited_moves(const Flat* flat, const SuitedView* view, int number, int into_space) {
    if (number == 1 || !flat->supermove)
        return true;
    return number <= (view->cells + 1) << (flat->any_opens ? view->spaces - into_space : 0);
}

// Queue the settled position after a step, unless it is known; after none if ``card`` is FLOOR.
static void add_suited(Work* work, u32 parent, const SuitedKey* before, int card, int to_space) {
    Suited* suited = work->suited;
    SuitedKey key = *before;
    SuitedView view;
    lift_fixed(suited, &key, card);
    if (to_space)
        key.lowest |= (u64)1 << card;
    settle_suited(suited, &key, &view);
    queue_suited(work, parent, &key, &view, card | to_space);
}

static void queue_suited(Work* work, u32 parent, const SuitedKey* key, const SuitedView* view, int step) {
    Suited* suited = work->suited;
    Fingerprint print;
    int new, value;
    if (work->result != RUNNING)
        return;
    // One to one: no two keys share a fingerprint.
    print.high = key->lowest | ((u64)1 << 63);
    print.low = mixed(key->depths ^ mixed(print.high));
    new = remember(&suited->seen, &print);
    if (new == 0)
        return;
    if (suited->nodes == suited->most_nodes) {
        work->result = OUT_OF_BUDGET;
        return;
    }
    if (new < 0 || !grow_suited(suited)) {
        work->result = OUT_OF_MEMORY;
        return;
    }
    suited->keys[suited->nodes] = *key;
    suited->parents[suited->nodes] = parent;
    suited->steps[suited->nodes] = (u8)step;
    value = FIXED_CARD * bit_count(view->fixed) - FILLED_CELL * view->cells - OPEN_SPACE * view->spaces;
    if (!push(&suited->queue, value, NO_STATE - 1 - suited->nodes)) {
        work->result = OUT_OF_MEMORY;
    } else if (view->home == every_card()) {
        suited->won = suited->nodes;
        work->result = WINS;
    }
    suited->nodes++;
}

// Make room for one more node; return False if memory is exhausted.
static bool grow_suited(Suited* suited) {
    u32 room = (u32)LEAST(2 * (u64)suited->room + 1024, (u64)suited->most_nodes);
    if (suited->nodes < suited->room)
        return true;
    if (!resized(&suited->keys, (size_t)room * sizeof(SuitedKey))
        || !resized(&suited->parents, (size_t)room * sizeof(u32)) || !resized(&suited->steps, room))
        return false;
    suited->room = room;
    return true;
}

// Expand the best waiting position.
static void expand_best_suited(Work* work) {
    Suited* suited = work->suited;
    SuitedKey key;
    SuitedView view;
    u64 left;
    u32 node;
    int card, number;
    if (suited->queue.number == 0) {
        work->result = DEAD;
        return;
    }
    if (work->expanded == work->budget) {
        work->result = OUT_OF_BUDGET;
        return;
    }
    work->expanded++;
    node = NO_STATE - 1 - pop(&suited->queue);
    key = suited->keys[node];
    settle_suited(suited, &key, &view);
    left = view.tops;
    while (left) {
        card = lowest_bit(left);
        left &= left - 1;
        number = group_of(&view, card);
        if (number <= view.cells
            || (card % 13 != KING && has(view.lying, card + 1) && suited_moves(work->flat, &view, number, 0)))
            add_suited(work, node, &key, card, 0);
    }
    if (!view.spaces)
        return;
    left = suited->opens & ~view.home & ~key.lowest & (view.lying | ~view.fixed);
    while (left) {
        card = lowest_bit(left);
        left &= left - 1;
        if (!has(view.lying, card) || suited_moves(work->flat, &view, group_of(&view, card), 1))
            add_suited(work, node, &key, card, TO_SPACE);
    }
}

// Begin a search of ``root``. Return 0 if it does not fit, and -1 if memory is exhausted.
static int open_suited(Work* work) {
    Suited* suited;
    SuitedKey key;
    if (!work->facts->suited)
        return 0;
    suited = (Suited*)calloc(1, sizeof(Suited));
    if (suited == NULL)
        return -1;
    work->suited = suited;
    if (!read_suited(work->flat, &work->root, suited, &key)) {
        close_suited(work);
        return 0;
    }
    suited->most_nodes = (u32)LEAST(
        LEAST(work->budget * NODES_PER_SUITED + LEAST_NODES, work->memory / BYTES_PER_SUITED), (u64)NO_STATE - 1);
    if (!empty_seen(&suited->seen))
        return -1;
    add_suited(work, NO_STATE, &key, FLOOR, 0);
    return 1;
}

// Return whether the whole pack lies face up, few enough cards of it in each column, and read the position.
static bool read_suited(const Flat* flat, const Board* board, Suited* suited, SuitedKey* key) {
    int column, pile, index, depth, number = 0;
    const u8* cards;
    suited->columns = flat->columns;
    suited->cells = flat->cells_end - flat->foundations_end;
    suited->opens = flat->fits[flat->row[0]][FLOOR];
    key->depths = key->lowest = 0;
    for (pile = 0; pile < flat->piles; pile++)
        number += board->size[pile] - 1;
    if (board->base || number != FLOOR)
        return false;
    for (column = 0; column < flat->columns; column++) {
        cards = board->cards[column];
        depth = 0;
        for (index = 1; index < board->size[column]; index++) {
            if (cards[index] >= FACE_DOWN)
                return false;
            if (index == 1 || !has(flat->fits[flat->row[0]][cards[index - 1]], cards[index]))
                depth = index;
        }
        if (depth >= MOST_FIXED)
            return false;
        for (index = 1; index < depth + 1; index++) {
            suited->card[column][index] = cards[index];
            suited->cards[column][index] = suited->cards[column][index - 1] | ((u64)1 << cards[index]);
            suited->after[column][index] = index - 1;
            if (index > 2 && has(flat->fits[flat->row[0]][cards[index - 2]], cards[index - 1]))
                suited->after[column][index] = suited->after[column][index - 1];
        }
        set_depth(suited, key, column, depth);
    }
    return true;
}

static void close_suited(Work* work) {
    Suited* suited = work->suited;
    if (suited == NULL)
        return;
    free(suited->keys);
    free(suited->parents);
    free(suited->steps);
    free(suited->seen.slots);
    close_queue(&suited->queue);
    free(suited);
    work->suited = NULL;
}

// Play the steps that lead to the win, and write their moves; return whether there was memory enough.
static bool write_suited_line(Work* work, Line* line) {
    Suited* suited = work->suited;
    u32 length, index;
    u32* path;
    bool enough;
    path = way_to(suited->parents, suited->won, &length);
    if (path == NULL)
        return false;
    work->board = work->root;
    enough = write_settling(work, line);
    for (index = 1; index < length; index++)
        enough = enough && write_suited_step(work, suited->steps[path[index]], line) && write_settling(work, line);
    free(path);
    return enough;
}

// Return the pile to which the top card of a column or cell settles, NO_PILE if none.
static int settled_home(const Flat* flat, const Board* board, int pile) {
    int column, target = accepting_foundation(flat, board, pile, 1);
    if (target != NO_PILE || pile < flat->columns)
        return target;
    for (column = 0; column < flat->columns; column++)
        if (board->size[column] > 1 && has(flat->fits[flat->row[0]][top_of(board, column)], top_of(board, pile)))
            return column;
    return NO_PILE;
}

// Play the moves to the settled position.
static bool write_settling(Work* work, Line* line) {
    int pile = 0, target;
    while (pile < work->flat->cells_end && !work->board.won) {
        target = NO_PILE;
        if (!is_foundation(work->flat, pile) && work->board.size[pile] > 1)
            target = settled_home(work->flat, &work->board, pile);
        pile++;
        if (target != NO_PILE) {
            if (!write_move(work, &work->board, packed(pile - 1, target, 1), line))
                return false;
            pile = 0;
        }
    }
    return true;
}

// Move a card, with those on it, to an empty column, to its place in a column or to cells.
static bool write_suited_step(Work* work, int step, Line* line) {
    const Flat* flat = work->flat;
    Board* board = &work->board;
    int card = step & (TO_SPACE - 1), source = 0, place, target, number;
    while (is_foundation(flat, source) || !(place = place_of(board, source, card)))
        source++;
    number = board->size[source] - place;
    for (target = 0; target < flat->columns; target++) {
        if (step >= TO_SPACE) {
            if (board->size[target] == 1)
                return write_move(work, board, packed(source, target, number), line);
        } else if (board->size[target] > 1 && has(flat->fits[flat->row[0]][top_of(board, target)], card)
            && takes_group(flat, board, source, target, number)) {
            return write_move(work, board, packed(source, target, number), line);
        }
    }
    for (target = flat->foundations_end; target < flat->cells_end; target++) {
        if (number && board->size[target] == 1) {
            if (!write_move(work, board, packed(source, target, 1), line))
                return false;
            number--;
        }
    }
    return true;
}
