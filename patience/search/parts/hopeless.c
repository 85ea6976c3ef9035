// A necessary condition of winning, by relaxation: the set of cards that could ever be exposed grows as if moves
// cost nothing. It contains everything that a real line exposes, by induction over the moves of the line
// (``reachability.py`` has the argument). So a card outside the fixed point is never exposed.
//
// A face-down card leaves its place only once it is exposed, and a group of face-up cards only once the last of them is.
// Nothing here assumes that face-down cards lie under all face-up ones of their column, so the condition also holds
// where faces are mixed. A redeal that gathers the columns, to deal them again or to be the stock, could bring any card
// anywhere, so nothing is cut before the last one. After it, how it dealt the cards makes no difference.
//
// What rules forbid besides is left out here, which allows more: that piles wait for the stock or for others, that only
// some piles open a column, that reserve piles stay closed or fill columns in an order of their own, or that a deal passes
// columns over. Every stock card counts as exposed, whether it is dealt, drawn, fills the waste or is moved from an open
// stock. Where cards of one rank move together, too, a card leads a group only up to the card that continues neither kind.

#include "../search.h"

static void lay_out(const Flat* flat, const Facts* facts, const Board* board, bool redeal_left, Freed* freed);
static void loosen(Freed* freed, int card);
static bool bring_loose(const Flat* flat, const Facts* facts, Freed* freed);
static void lay_out_runs(const Flat* flat, const Facts* facts, const Board* board, int column, Freed* freed);
static bool is_in_order(const Facts* facts, const u8* cards, int index);
static void expose(Freed* freed, int column, int index, int card);
static bool reach_foundations(const Facts* facts, const Board* board, Freed* freed);
static int lying_at(const Facts* facts, const Board* board, int ladder, int level);
static int copies_of(const Freed* freed, u64 cards);
static bool could_land(const Flat* flat, const Facts* facts, const Freed* freed, int card, u64 open_tops, bool alone);
static bool free_column(const Flat* flat, const Facts* facts, const Board* board, Freed* freed, int column);
static bool could_lead_home(const Flat* flat, const Facts* facts, const Board* board, const Freed* freed, int card);
static bool could_win(const Flat* flat, const Facts* facts, const Board* board, const Freed* freed);

// Return whether some foundation can never be filled, or some card can never leave its place.
static bool is_hopeless(const Flat* flat, const Facts* facts, const Board* board) {
    Freed freed;
    int column, card, waste = 0;
    bool grew = true, redeal_left = flat->actions & REDEAL && redeals_left(flat, board);
    if (!facts->can_judge || ((flat->gathers || flat->restocks) && redeal_left))
        return false;
    lay_out(flat, facts, board, redeal_left, &freed);
    if (flat->waste >= 0 && !redeal_left && !facts->waste_supplies)
        waste = board->size[flat->waste] - 1;
    if (waste)
        loosen(&freed, board->cards[flat->waste][waste]);
    while (grew) {
        grew = reach_foundations(facts, board, &freed);
        grew |= bring_loose(flat, facts, &freed);
        for (column = 0; column < flat->columns; column++)
            if (freed.staying[column])
                grew |= free_column(flat, facts, board, &freed, column);
        while (waste) {
            card = board->cards[flat->waste][waste];
            if (!could_land(flat, facts, &freed, card, freed.open, true))
                break;
            waste--;
            if (waste)
                loosen(&freed, board->cards[flat->waste][waste]);
            grew = true;
        }
        // More can only help.
        if (could_win(flat, facts, board, &freed))
            return false;
    }
    return true;
}

// Set what could happen before any move: tops are exposed, stock cards come, runs are in order.
//
// Cards outside columns and foundations count as exposed, but those of the waste only if it supplies other piles.
// Only a deal and a fill bring such a card to a column by themselves. Any other card waits for a place there.
static void lay_out(const Flat* flat, const Facts* facts, const Board* board, bool redeal_left, Freed* freed) {
    int column, pile, index, size;
    bool falls;
    freed->elsewhere = freed->loose = freed->home = 0;
    memset(freed->full, 0, facts->ladders);
    freed->room = false;
    memset(freed->copies, 0, FLOOR);
    for (pile = flat->foundations_end; pile < flat->piles; pile++) {
        falls = has(facts->falls, pile);
        if (pile == flat->waste) {
            if (redeal_left)
                falls |= has(facts->falls, flat->stock);
            else if (!facts->waste_supplies)
                continue;
        }
        for (index = 1; index < board->size[pile]; index++) {
            loosen(freed, board->cards[pile][index] & ~FACE_DOWN);
            if (falls)
                freed->elsewhere |= (u64)1 << (board->cards[pile][index] & ~FACE_DOWN);
        }
    }
    freed->movable = freed->loose;
    if (!facts->final) {
        for (pile = flat->columns; pile < flat->foundations_end; pile++) {
            for (index = 1; index < board->size[pile]; index++) {
                if (flat->whole[pile] || has(facts->shared, board->cards[pile][index])) {
                    // Another foundation may take it.
                    loosen(freed, board->cards[pile][index]);
                }
                freed->loose |= (u64)1 << board->cards[pile][index];
            }
        }
    }
    freed->open = freed->elsewhere;
    for (column = 0; column < flat->columns; column++) {
        size = board->size[column];
        memset(freed->bare[column], 0, size);
        memset(freed->gone[column], 0, size);
        freed->open_in[column] = 0;
        freed->staying[column] = size - 1;
        if (size == 1) {
            freed->room = true;
            continue;
        }
        expose(freed, column, size - 1, board->cards[column][size - 1]);
        if (flat->has_run)
            lay_out_runs(flat, facts, board, column, freed);
        for (index = 2; index < size; index++)
            if (is_in_order(facts, board->cards[column], index))
                freed->movable |= (u64)1 << board->cards[column][index];
    }
}

static inline void loosen(Freed* freed, int card) {
    freed->loose |= (u64)1 << card;
    freed->copies[card]++;
}

// Bring loose cards to columns that could ever take them, and return whether there were any.
static bool bring_loose(const Flat* flat, const Facts* facts, Freed* freed) {
    u64 waiting = freed->loose & ~freed->elsewhere;
    int card;
    bool grew = false;
    while (waiting) {
        card = lowest_bit(waiting);
        waiting &= waiting - 1;
        if (could_land(flat, facts, freed, card, freed->open, false)) {
            freed->elsewhere |= (u64)1 << card;
            freed->open |= (u64)1 << card;
            freed->movable |= (u64)1 << card;
            grew = true;
        }
    }
    return grew;
}

// Set the end of each run: the last card that is in sequence.
static inline void lay_out_runs(const Flat* flat, const Facts* facts, const Board* board, int column, Freed* freed) {
    const u8* cards = board->cards[column];
    int index, card, end = board->size[column] - 1;
    freed->run_end[column][end] = end;
    for (index = end - 1; index > 0; index--) {
        card = cards[index] & ~FACE_DOWN;
        if (!has(facts->order[card] | flat->level_run[card], cards[index + 1] & ~FACE_DOWN))
            end = index;
        freed->run_end[column][index] = end;
    }
}

// Return whether the card is face up and in its place in a whole sequence on a face-up card.
static inline bool is_in_order(const Facts* facts, const u8* cards, int index) {
    if (!facts->ends || index < 2 || cards[index - 1] >= FACE_DOWN || cards[index] >= FACE_DOWN)
        return false;
    return has(facts->sequel[cards[index - 1]], cards[index]);
}

static inline void expose(Freed* freed, int column, int index, int card) {
    freed->bare[column][index] = true;
    freed->open |= (u64)1 << card;
    freed->open_in[column] |= (u64)1 << card;
    freed->copies[card]++;
}

// Grow the foundations by all copies that could ever be exposed, and return whether more cards fit.
static bool reach_foundations(const Facts* facts, const Board* board, Freed* freed) {
    int ladder, level, here, could, filled;
    u64 home = freed->home, rung;
    for (ladder = 0; ladder < facts->ladders; ladder++) {
        filled = facts->ladder_piles[ladder];
        for (level = freed->full[ladder]; level < facts->ladder_height[ladder]; level++) {
            rung = facts->rung[ladder][level];
            here = lying_at(facts, board, ladder, level);
            could = here + copies_of(freed, rung);
            filled = LEAST(filled, could);
            if (filled > here || !facts->final)
                home |= rung;
            if (!filled)
                break;
            if (filled == facts->ladder_piles[ladder])
                freed->full[ladder] = level + 1;
        }
    }
    if (home == freed->home)
        return false;
    freed->home = home;
    return true;
}

// Return how many foundations of a ladder have a card at a level.
static inline int lying_at(const Facts* facts, const Board* board, int ladder, int level) {
    int index, here = 0;
    for (index = 0; index < facts->ladder_piles[ladder]; index++)
        here += board->size[facts->ladder_pile[ladder][index]] > level + 1;
    return here;
}

static inline int copies_of(const Freed* freed, u64 cards) {
    int copies = 0;
    while (cards) {
        copies += freed->copies[lowest_bit(cards)];
        cards &= cards - 1;
    }
    return copies;
}

static inline bool could_land(
    const Flat* flat, const Facts* facts, const Freed* freed, int card, u64 open_tops, bool alone) {
    if (facts->lands_on[card] & open_tops || (alone && has(freed->home, card)))
        return true;
    return freed->room && has(flat->fits[flat->row[0]][FLOOR], card);
}

// Return whether a card of its own column could take it: a card below it, or a card above it that some card
// between the two separates by leaving.
static bool could_land_at_home(const Facts* facts, const Board* board, const Freed* freed, int column, int index) {
    int other;
    u64 lands_on = facts->lands_on[board->cards[column][index] & ~FACE_DOWN];
    bool parted = true;
    if (!(lands_on & freed->open_in[column]))
        return false;
    for (other = 1; other < board->size[column]; other++) {
        if (other <= index)
            parted = other < index;
        else
            parted |= freed->gone[column][other];
        if (parted && freed->bare[column][other] && has(lands_on, board->cards[column][other] & ~FACE_DOWN))
            return true;
    }
    return false;
}

// Return whether the card could leave together with the cards above it.
static inline bool could_lead_a_group(const Flat* flat, const Freed* freed, int column, int index) {
    if (flat->has_run && !flat->supermove)
        return freed->bare[column][freed->run_end[column][index]];
    return flat->together[column] != 0;
}

// Free the cards of a column that could leave, and return whether there were any.
static bool free_column(const Flat* flat, const Facts* facts, const Board* board, Freed* freed, int column) {
    const u8* cards = board->cards[column];
    int index, card, other;
    u64 open_tops = freed->elsewhere;
    bool bare, grew = false;
    for (other = 0; other < flat->columns; other++)
        if (other != column)
            open_tops |= freed->open_in[other];
    for (index = freed->staying[column]; index > 0; index--) {
        card = cards[index] & ~FACE_DOWN;
        bare = freed->bare[column][index];
        if (freed->gone[column][index] || (cards[index] >= FACE_DOWN && !bare))
            continue;
        if (!bare && !could_lead_a_group(flat, freed, column, index))
            continue;
        if (could_land(flat, facts, freed, card, open_tops, bare)
            || could_land_at_home(facts, board, freed, column, index)
            || could_lead_home(flat, facts, board, freed, card)) {
            freed->gone[column][index] = true;
            freed->movable |= (u64)1 << card;
            grew = true;
            if (index == 1)
                freed->room = true;
            else if (!freed->bare[column][index - 1])
                expose(freed, column, index - 1, cards[index - 1] & ~FACE_DOWN);
        }
    }
    while (freed->staying[column] && freed->gone[column][freed->staying[column]])
        freed->staying[column]--;
    return grew;
}

// Return whether a foundation takes a whole sequence led by this card, and one could be gathered.
static bool could_lead_home(const Flat* flat, const Facts* facts, const Board* board, const Freed* freed, int card) {
    int pile, length;
    u64 step = (u64)1 << card, next;
    if (!facts->ends)
        return false;
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        if (flat->whole[pile] && board->size[pile] == 1 && has(flat->fits[flat->row[pile]][FLOOR], card))
            break;
    if (pile == flat->foundations_end)
        return false;
    for (length = 1; length < MOST_LEVELS; length++) {
        next = 0;
        while (step) {
            next |= facts->sequel[lowest_bit(step)];
            step &= step - 1;
        }
        step = next & freed->movable;
        if (step & (freed->open | freed->loose) & facts->ends)
            return true;
    }
    return false;
}

static bool could_win(const Flat* flat, const Facts* facts, const Board* board, const Freed* freed) {
    int ladder, level, column, index, here;
    if (facts->all_home) {
        for (column = 0; column < flat->columns; column++) {
            for (index = 1; index < freed->staying[column] + 1; index++)
                if (!freed->gone[column][index] && !is_in_order(facts, board->cards[column], index))
                    return false;
        }
    }
    for (ladder = 0; ladder < facts->ladders; ladder++) {
        for (level = freed->full[ladder]; level < facts->ladder_height[ladder]; level++) {
            here = lying_at(facts, board, ladder, level);
            if (here + copies_of(freed, facts->rung[ladder][level]) < facts->ladder_wins[ladder])
                return false;
        }
    }
    return true;
}
