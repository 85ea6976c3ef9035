// The position, and the effects of moves on it.

#include "rules.h"

static int longest_supply(const Flat* flat, const Board* board, int kind, int supply);
static void turn_up_top(const Flat* flat, Board* board, int pile);
static int move_group(const Flat* flat, Board* board, int source, int target, int count);
static int merge(const Flat* flat, Board* board, int source, int target);
static int use_merci(const Flat* flat, Board* board, int source, int count);
static int draw_out(const Flat* flat, Board* board, int source);
static int exchange(Board* board, int source, int count);
static void bring_up(const Flat* flat, Board* board, int source, int column);
static bool bring_up_topmost(Board* board, int column, int target);
static bool sets_base(const Flat* flat, const Board* board, int target);
static void deal_late(const Flat* flat, Board* board);
static void turn_up(const Flat* flat, Board* board, int source);
static int discard_pair(const Flat* flat, Board* board, int source, int target);
static bool waits_for_cells(const Flat* flat, const Board* board);
static int discard_set(const Flat* flat, Board* board);
static void fill_gaps(const Flat* flat, Board* board);
static void close_up(const Flat* flat, Board* board);
static int gap_before(const Flat* flat, const Board* board, int column);
static void uncover(const Flat* flat, Board* board, int emptied);
static bool are_colours_apart(const Flat* flat, const Board* board);
static bool is_in_place(const Flat* flat, const Board* board, int column);
static bool is_sorted(const Flat* flat, const Board* board);
static void begin_foundations(const Flat* flat, Board* board);
static void deal_to_listed(const Flat* flat, Board* board);
static void lay_under(const Flat* flat, Board* board);
static void shuffle_on(const Flat* flat, Board* board, u8* cards, int number);
static void deal_in_fans(const Flat* flat, Board* board, const u8* cards, int number);
static void deal_as_layout(const Flat* flat, Board* board, const u8* cards, int number);
static void deal_to_places(const Flat* flat, Board* board, const u8* cards, int number, u64 kept);
static void turn_over(u8* cards, int number);

static inline int top_of(const Board* board, int pile) {
    return board->cards[pile][board->size[pile] - 1];
}

static inline bool has(u64 numbers, int number) {
    return (numbers >> number) & 1;
}

static inline void put_card(Board* board, int pile, int card) {
    board->cards[pile][board->size[pile]] = card;
    board->size[pile]++;
}

static inline int take_card(Board* board, int pile) {
    board->size[pile]--;
    return board->cards[pile][board->size[pile]];
}

// Fill an empty pile if a supply has a card; then, likewise, a supply that this emptied.
static void fill(const Flat* flat, Board* board, int vacancy) {
    int kind, index, supply, top;
    while (flat->refill[vacancy]) {
        kind = flat->refill[vacancy] - 1;
        for (index = 0; index < flat->supplies[kind]; index++) {
            supply = flat->supply[kind][index];
            if (board->size[supply] > 1)
                break;
        }
        if (index == flat->supplies[kind])
            return;
        if (flat->longest_first && vacancy < flat->columns)
            supply = longest_supply(flat, board, kind, supply);
        if (supply == flat->stock && flat->draw > 1) {
            draw_cards(flat, board);
            if (vacancy == flat->waste)
                return;
            continue;
        }
        put_card(board, vacancy, take_card(board, supply) & ~FACE_DOWN);
        if (supply == flat->stock) {
            // A list names the stock once for each card that it gives in a row.
            while (index + 1 < flat->supplies[kind] && flat->supply[kind][index + 1] == supply
                && board->size[supply] > 1) {
                put_card(board, vacancy, take_card(board, supply));
                index++;
            }
        }
        top = top_of(board, supply);
        if (top != FLOOR) {
            turn_up_top(flat, board, supply);
            return;
        }
        vacancy = supply;
    }
}

// Return the longest of the reserve piles in a list of supplies, ``supply`` if none has a card.
static int longest_supply(const Flat* flat, const Board* board, int kind, int supply) {
    int index, other;
    for (index = 0; index < flat->supplies[kind]; index++) {
        other = flat->supply[kind][index];
        if (other < flat->reserve_end && board->size[other] > board->size[supply] && supply < flat->reserve_end)
            supply = other;
    }
    return supply;
}

// Turn up the top card of a pile, unless its cards stay closed and others lie below it, or the player does.
static inline void turn_up_top(const Flat* flat, Board* board, int pile) {
    if ((flat->closed && pile < flat->columns) || pile == flat->waste)
        return;
    if (!has(flat->stays_closed, pile) || board->size[pile] == 2)
        board->cards[pile][board->size[pile] - 1] &= ~FACE_DOWN;
}

// Make a legal card move and all that follows from it.
static void move_cards(const Flat* flat, Board* board, int source, int target, int count) {
    if (has(flat->pairing, target) && board->size[target] > 1)
        target = discard_pair(flat, board, source, target);
    else if (source == target)
        board->cards[source][board->size[source] - 1] &= ~FACE_DOWN;
    else if (flat->merges)
        target = merge(flat, board, source, target);
    else if (target == flat->merci)
        target = use_merci(flat, board, source, count);
    else
        target = move_group(flat, board, source, target, count);
    if (flat->fills_by_itself && !waits_for_cells(flat, board))
        fill_gaps(flat, board);
    if (flat->wins_by || board->size[target] == flat->complete[target])
        board->won = is_won(flat, board);
}

// Move cards onto another pile, and turn a card up or fill the vacancy that they leave.
//
// Return the pile on which they lie then.
static inline int move_group(const Flat* flat, Board* board, int source, int target, int count) {
    int left = board->size[source] - count;
    // Most moves are of one card, for which a call of memcpy costs more than the rest.
    if (count == 1)
        board->cards[target][board->size[target]] = board->cards[source][left];
    else
        memcpy(&board->cards[target][board->size[target]], &board->cards[source][left], count);
    board->size[target] += count;
    board->size[source] = left;
    if (flat->rounds && source == flat->stock && target < flat->columns)
        board->phase = flat->rounds == 1 ? has_gap(flat, board) : board->phase % flat->rounds + 1;
    if (has(flat->collecting, target))
        target = discard_set(flat, board);
    if (flat->late && sets_base(flat, board, target)) {
        deal_late(flat, board);
        left = board->size[source];
    }
    turn_up(flat, board, source);
    if (left == 1 && !board->phase)
        fill(flat, board, source);
    if (flat->has_own)
        bring_up(flat, board, source, target);
    return target;
}

// Replace the card of a column, which goes to F1, and close the columns up; return F1.
static int merge(const Flat* flat, Board* board, int source, int target) {
    put_card(board, flat->columns, take_card(board, target));
    put_card(board, target, take_card(board, source));
    close_up(flat, board);
    return flat->columns;
}

// Exchange cards of a column, turn one up, or draw one out; return the pile to which a card goes.
static int use_merci(const Flat* flat, Board* board, int source, int count) {
    board->merci_used++;
    if (flat->exchanges)
        return exchange(board, source, count);
    if (flat->turned_to == NO_PILE)
        return draw_out(flat, board, source);
    bring_up_topmost(board, source, flat->turned_to);
    return flat->turned_to;
}

// Move the card under the top card of a column, as a merci, to the pile that takes it; return that pile.
static int draw_out(const Flat* flat, Board* board, int source) {
    int target = drawn_to(flat, board, source);
    int top = take_card(board, source);
    put_card(board, target, take_card(board, source));
    put_card(board, source, top);
    return target;
}

// Let the first and the last of the top cards of a column change places; return the column.
static int exchange(Board* board, int source, int count) {
    int top = board->size[source] - 1;
    int card = board->cards[source][top];
    board->cards[source][top] = board->cards[source][top + 1 - count];
    board->cards[source][top + 1 - count] = card;
    return source;
}

// Move the topmost face-down card of a column to ``source`` if the column's top card is of its own rank.
static void bring_up(const Flat* flat, Board* board, int source, int column) {
    while (has_own_top(flat, board, column) && bring_up_topmost(board, column, source))
        column = source;
}

// Return whether the top card of a pile is of its own rank, face up.
static inline bool has_own_top(const Flat* flat, const Board* board, int column) {
    return column < flat->columns && top_of(board, column) < FLOOR && has(flat->own[column], top_of(board, column));
}

// Move the topmost face-down card of a column, turned up, to a pile; return whether there is one.
static bool bring_up_topmost(Board* board, int column, int target) {
    int card, place = topmost_down(board, column);
    if (!place)
        return false;
    card = board->cards[column][place] & ~FACE_DOWN;
    board->size[column]--;
    for (place = place; place < board->size[column]; place++)
        board->cards[column][place] = board->cards[column][place + 1];
    put_card(board, target, card);
    return true;
}

// Return the place of the topmost face-down card of a column, 0 if none lies face down.
static inline int topmost_down(const Board* board, int column) {
    int place = board->size[column] - 1;
    while (place && board->cards[column][place] < FACE_DOWN)
        place--;
    return place;
}

// Return whether the card just moved to a pile is the first on any foundation.
static bool sets_base(const Flat* flat, const Board* board, int target) {
    int pile, cards = 0;
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        cards += board->size[pile] - 1;
    return cards == 1 && (flat->columns <= target && target < flat->foundations_end);
}

// Deal the rounds that wait for the base: a stock card to each of their piles that is empty.
static void deal_late(const Flat* flat, Board* board) {
    int index;
    for (index = 0; index < flat->late; index++)
        if (board->size[flat->late_pile[index]] == 1 && board->size[flat->stock] > 1)
            put_card(board, flat->late_pile[index], take_card(board, flat->stock));
}

// Turn up what lies face down and became free when cards left a pile.
static inline void turn_up(const Flat* flat, Board* board, int source) {
    int top = top_of(board, source);
    if (top >= FACE_DOWN)
        turn_up_top(flat, board, source);
    else if (top == FLOOR && flat->has_covers)
        uncover(flat, board, source);
}

// Move the top cards of two piles, or of one, to the foundation of such pairs; return that pile.
static int discard_pair(const Flat* flat, Board* board, int source, int target) {
    int moved = take_card(board, source), other = take_card(board, target);
    int home = flat->pair_home[moved];
    bool moved_first = !flat->builds_pairs || has(flat->leads_pair, moved);
    bool source_first = !flat->builds_pairs || source == flat->waste;
    int first = source_first ? source : target, second = source_first ? target : source;
    put_card(board, home, moved_first ? moved : other);
    put_card(board, home, moved_first ? other : moved);
    turn_up(flat, board, source);
    turn_up(flat, board, target);
    if (board->size[first] == 1)
        fill(flat, board, first);
    if (board->size[second] == 1)
        fill(flat, board, second);
    return home;
}

// Return whether a card on a cell keeps gaps from being filled.
static bool waits_for_cells(const Flat* flat, const Board* board) {
    int pile;
    if (flat->hold == HELD_BY_CELLS) {
        for (pile = flat->foundations_end; pile < flat->cells_end; pile++)
            if (board->size[pile] > 1)
                return true;
    }
    return false;
}

// Move the cards of the cells to the discard pile, the only foundation, once each cell has one.
//
// Return that pile.
static int discard_set(const Flat* flat, Board* board) {
    int pile;
    for (pile = flat->foundations_end; pile < flat->cells_end; pile++)
        if (board->size[pile] == 1)
            return flat->columns;
    for (pile = flat->foundations_end; pile < flat->cells_end; pile++)
        put_card(board, flat->columns, take_card(board, pile));
    return flat->columns;
}

// Close up the columns and fill the empty ones from the stock.
static void fill_gaps(const Flat* flat, Board* board) {
    int column;
    if (!flat->closes_last)
        close_up(flat, board);
    for (column = 0; column < flat->columns; column++)
        if (board->size[column] == 1 && board->size[flat->stock] > 1)
            put_card(board, column, take_card(board, flat->stock));
    if (flat->closes_last && board->size[flat->stock] == 1)
        close_up(flat, board);
}

// Move the cards of columns to empty ones before them.
static void close_up(const Flat* flat, Board* board) {
    int column, target;
    for (column = 0; column < flat->columns; column++) {
        target = gap_before(flat, board, column);
        if (target != column && board->size[column] > 1) {
            memcpy(&board->cards[target][1], &board->cards[column][1], board->size[column] - 1);
            board->size[target] = board->size[column];
            board->size[column] = 1;
        }
    }
}

// Return the empty column to which the cards of a column close up; the column itself if none.
static int gap_before(const Flat* flat, const Board* board, int column) {
    while (flat->closes && column >= flat->closes && board->size[column - flat->closes] == 1)
        column -= flat->closes;
    return column;
}

// Return whether filling the gaps would deal or move a card.
static bool has_gap(const Flat* flat, const Board* board) {
    int column;
    for (column = 0; column < flat->columns; column++) {
        if (board->size[column] == 1) {
            if (board->size[flat->stock] > 1)
                return true;
        } else if (gap_before(flat, board, column) != column) {
            return true;
        }
    }
    return false;
}

// Turn up the piles that an emptied pile was the last to cover.
static void uncover(const Flat* flat, Board* board, int emptied) {
    int pile;
    for (pile = 0; pile < flat->reserve_end; pile++)
        if (has(flat->lies_on[emptied], pile) && top_of(board, pile) >= FACE_DOWN && !is_covered(flat, board, pile))
            board->cards[pile][board->size[pile] - 1] &= ~FACE_DOWN;
}

// Return whether the piles that lie on this one cover it: one that has a card, or all together.
static inline bool is_covered(const Flat* flat, const Board* board, int pile) {
    int cover;
    bool together = has(flat->covered_by_all, pile);
    if (!flat->covers[pile])
        return false;
    for (cover = 0; cover < flat->reserve_end; cover++)
        if (has(flat->covers[pile], cover) && (board->size[cover] > 1) != together)
            return !together;
    return together;
}

static bool is_won(const Flat* flat, const Board* board) {
    int pile, cards = 0;
    if (flat->emptied) {
        for (pile = 0; pile < flat->piles; pile++)
            if (has(flat->emptied, pile) && board->size[pile] > 1)
                return false;
    }
    if (flat->wins_by == WINS_BY_EMPTY_PILES)
        return true;
    if (flat->wins_by == WINS_BY_SEQUENCES)
        return is_sorted(flat, board);
    if (flat->wins_by == WINS_BY_COLOURS)
        return are_colours_apart(flat, board);
    if (flat->wins_by == WINS_BY_ONE_COLUMN) {
        for (pile = 0; pile < flat->columns; pile++)
            if (board->size[pile] - 1 == flat->cards)
                return true;
        return false;
    }
    if (flat->wins_by == WINS_BY_POINTS)
        return is_won_by_points(flat, board);
    if (flat->wins_by == WINS_FACE_UP) {
        for (pile = 0; pile < flat->columns; pile++) {
            for (cards = 1; cards < board->size[pile]; cards++)
                if (board->cards[pile][cards] >= FACE_DOWN)
                    return false;
        }
        return true;
    }
    if (flat->wins_by == WINS_IN_PLACE) {
        for (pile = 0; pile < flat->columns; pile++)
            if (board->size[pile] > 1 && !is_in_place(flat, board, pile))
                return false;
        return true;
    }
    if (flat->wins_by == WINS_BY_ONE_EACH) {
        for (pile = 0; pile < flat->columns; pile++)
            if (board->size[pile] != 2)
                return false;
        for (pile = flat->columns; pile < flat->foundations_end; pile++)
            if (board->size[pile] != flat->complete[pile])
                return false;
        return true;
    }
    for (pile = flat->columns; pile < flat->foundations_end; pile++) {
        cards += board->size[pile] - 1;
        if (has(flat->winning, pile) && board->size[pile] != flat->complete[pile])
            return false;
    }
    return cards == flat->cards || flat->wins_by != WINS_BY_ALL_CARDS;
}

// Return whether the first half of the columns has red cards only, and the other half black ones.
static bool are_colours_apart(const Flat* flat, const Board* board) {
    int pile, place, suit;
    for (pile = 0; pile < flat->columns; pile++) {
        for (place = 1; place < board->size[pile]; place++) {
            suit = (board->cards[pile][place] & ~FACE_DOWN) / 13;
            if ((suit == 1 || suit == 2) != (pile < flat->columns / 2))
                return false;
        }
    }
    return true;
}

// Return whether the cards of a row up to this column run in suit, or those here are of its own rank.
static bool is_in_place(const Flat* flat, const Board* board, int column) {
    int back, card = top_of(board, column), before = (card % 13 - flat->row_base) * flat->row_step;
    if (flat->has_own) {
        for (back = 1; back < board->size[column]; back++)
            if (board->cards[column][back] >= FLOOR || !has(flat->own[column], board->cards[column][back]))
                return false;
        return true;
    }
    if (card == FLOOR || before < 0 || !(flat->ring || before == column % flat->row_width))
        return false;
    for (back = 1; back < before + 1; back++)
        if (top_of(board, (column - back + flat->columns) % flat->columns) != card - back * flat->row_step)
            return false;
    return true;
}

// Return whether a column has as many cards as it has once complete, all face up, a run as columns build.
static bool is_complete_run(const Flat* flat, const Board* board, int column) {
    const u8* cards = &board->cards[column][1];
    int index, count = board->size[column] - 1;
    if (board->size[column] != flat->complete_size)
        return false;
    for (index = 0; index < count; index++)
        if (cards[index] >= FACE_DOWN || (index && !has(flat->build_run[cards[index - 1]], cards[index])))
            return false;
    return true;
}

// Return whether stock and waste are empty, each column that has cards, at least one, is a run, and the
// foundations that win besides are complete.
static bool is_sorted(const Flat* flat, const Board* board) {
    int pile, runs = 0;
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        if (has(flat->winning, pile) && board->size[pile] != flat->complete[pile])
            return false;
    for (pile = 0; pile < flat->columns; pile++) {
        if (board->size[pile] == 1)
            continue;
        if (!is_complete_run(flat, board, pile))
            return false;
        runs++;
    }
    if (flat->stock != NO_PILE && board->size[flat->stock] > 1)
        return false;
    if (flat->waste != NO_PILE && board->size[flat->waste] > 1)
        return false;
    return runs > 0;
}

// Deal one stock card to each pile that gets one, while the stock lasts.
static void deal_round(const Flat* flat, Board* board) {
    int pile, empty = 0, skipped;
    if (flat->fills_gaps) {
        fill_gaps(flat, board);
        return;
    }
    if (flat->deals) {
        deal_to_listed(flat, board);
        return;
    }
    for (pile = 0; pile < flat->columns; pile++)
        empty += board->size[pile] == 1;
    // The size of the piles that get no card.
    skipped = 0;
    if (flat->deal_to == TO_EMPTY && empty)
        skipped = 2;
    else if (flat->deal_to == TO_FILLED && empty < flat->columns)
        skipped = 1;
    for (pile = flat->dealt_first; pile < flat->dealt_end; pile++) {
        if (flat->deal_to == TO_ALL_AND_HOME)
            begin_foundations(flat, board);
        if (board->size[flat->stock] == 1)
            break;
        if (skipped && LEAST(board->size[pile], 2) == skipped)
            continue;
        if (flat->deal_to == TO_UNFINISHED && board->size[flat->columns + pile] == flat->complete[flat->columns + pile])
            continue;
        put_card(board, pile, take_card(board, flat->stock));
        if (flat->deal_to == TO_FILLED && empty == flat->columns)
            break;
    }
}

// Deal stock cards to empty foundations as long as the next one begins one of them.
static void begin_foundations(const Flat* flat, Board* board) {
    int home = flat->columns, card;
    while (board->size[flat->stock] > 1 && home < flat->foundations_end) {
        card = board->cards[flat->stock][board->size[flat->stock] - 1];
        if (board->size[home] == 1 && has(flat->fits[flat->row[home]][FLOOR], card)) {
            put_card(board, home, take_card(board, flat->stock));
            home = flat->columns;
        } else {
            home++;
        }
    }
}

// Return whether a pile is a stock of which only the last card lies face up, and has others.
static inline bool hides_stock(const Flat* flat, const Board* board, int pile) {
    return flat->shows_last && pile == flat->stock && board->size[pile] > 2;
}

// Deal stock cards to the piles of the last list if it takes just as many, or of the first for which there are enough.
static void deal_to_listed(const Flat* flat, Board* board) {
    int index = 0, place, last = flat->deals - 1;
    if (flat->deal_length[last] == board->size[flat->stock] - 1)
        index = last;
    while (index < last && flat->deal_length[index] >= board->size[flat->stock])
        index++;
    for (place = 0; place < flat->deal_length[index]; place++) {
        // A card that is dealt to the stock stays there, as the last one.
        if (board->size[flat->stock] == 1 || flat->deal_pile[index][place] == flat->stock)
            break;
        put_card(board, flat->deal_pile[index][place], take_card(board, flat->stock));
    }
}

// Turn the cards of one draw to the waste, fewer if the stock has fewer.
static void draw_cards(const Flat* flat, Board* board) {
    int index, number = LEAST(flat->draw, board->size[flat->stock] - 1);
    if (flat->last_draw_only)
        for (index = 1; index < board->size[flat->waste]; index++)
            board->cards[flat->waste][index] |= FACE_DOWN;
    if (flat->packet) {
        board->size[flat->stock] -= number;
        for (index = 0; index < number; index++)
            put_card(board, flat->waste, board->cards[flat->stock][board->size[flat->stock] + index]);
        return;
    }
    for (index = 0; index < number; index++)
        put_card(board, flat->waste, take_card(board, flat->stock));
}

// Turn the waste over to be the stock, or lay columns under it; fill the vacancies that the stock fills.
static void redeal(const Flat* flat, Board* board) {
    int pile;
    if (flat->gather_as == UNDER_STOCK)
        lay_under(flat, board);
    else
        while (board->size[flat->waste] > 1)
            put_card(board, flat->stock, take_card(board, flat->waste) & ~FACE_DOWN);
    for (pile = 0; pile < flat->piles; pile++)
        if (board->size[pile] == 1 && is_filled_by_redeal(flat, pile))
            fill(flat, board, pile);
    if (flat->gather_as == UNDER_STOCK && board->size[flat->waste] == 1)
        draw_cards(flat, board);
}

// Lay the columns under the stock, T1 on top of them with its bottom card.
static void lay_under(const Flat* flat, Board* board) {
    u8 cards[MOST_CARDS];
    int number = board->size[flat->stock] - 1, column;
    memcpy(cards, &board->cards[flat->stock][1], number);
    board->size[flat->stock] = 1;
    for (column = flat->columns - 1; column > -1; column--)
        while (board->size[column] > 1)
            put_card(board, flat->stock, take_card(board, column) & ~FACE_DOWN);
    for (column = 0; column < number; column++)
        put_card(board, flat->stock, cards[column]);
}

static inline bool is_filled_by_redeal(const Flat* flat, int pile) {
    return flat->refill[pile] && flat->filled_by_redeal[flat->refill[pile] - 1];
}

// Gather the columns and deal them again.
//
// The cards are read from T1 on, each column from its top card down, and turned over in groups of
// ``flat.gather``. Where there are more cards than places, the first columns get one more each.
static void gather(const Flat* flat, Board* board) {
    u8 cards[MOST_CARDS];
    int number = 0, begin = 0, column, end, extra;
    for (column = 0; column < flat->columns; column++) {
        while (board->size[column] > 1) {
            cards[number] = take_card(board, column);
            number++;
        }
    }
    while (begin < number) {
        end = LEAST(begin + flat->gather, number);
        turn_over(cards + begin, end - begin);
        begin = end;
    }
    extra = GREATEST(0, number - flat->columns * flat->gather);
    begin = 0;
    for (column = 0; column < flat->columns; column++) {
        end = LEAST(begin + flat->gather + (column < extra), number);
        while (begin < end) {
            put_card(board, column, cards[begin]);
            begin++;
        }
    }
}

// Put the bottom card of each pile that is gathered on its top; all cards then lie face up.
static void turn_piles(const Flat* flat, Board* board) {
    u8 card;
    int pile, place;
    for (pile = flat->gathered_first; pile < flat->gathered_end; pile++) {
        if (board->size[pile] < 3)
            continue;
        card = board->cards[pile][1] & ~FACE_DOWN;
        for (place = 2; place < board->size[pile]; place++)
            board->cards[pile][place - 1] = board->cards[pile][place] & ~FACE_DOWN;
        board->cards[pile][board->size[pile] - 1] = card;
    }
}

// Gather cards, each pile from its top down, to be the stock; deal from it if the game deals.
static void restock(const Flat* flat, Board* board) {
    int index, pile;
    for (index = flat->gathered_first; index < flat->gathered_end; index++) {
        pile = flat->gather_as == UNDER_STOCK ? flat->gathered_first + flat->gathered_end - 1 - index : index;
        while (board->size[pile] > 1)
            put_card(board, flat->stock, take_card(board, pile) & ~FACE_DOWN);
    }
    if (flat->shuffles)
        shuffle_on(flat, board, &board->cards[flat->stock][1], board->size[flat->stock] - 1);
    if (flat->actions & DEAL)
        deal_round(flat, board);
}

// Shuffle gathered cards with the numbers that follow those of the deal and of earlier redeals.
static void shuffle_on(const Flat* flat, Board* board, u8* cards, int number) {
    int drawn = flat->cards - 1 + board->drawn;
    if (!number)
        return;
    if (board->order == CONGRUENTIAL)
        shuffle_microsoft(board->seed, drawn, cards, number);
    else
        shuffle_mersenne(board->words + 8 * drawn, cards, number);
    board->drawn += number - 1;
}

// Gather the columns, shuffle their cards perhaps, and deal them again one by one, the last one read first.
static void deal_again(const Flat* flat, Board* board) {
    u8 cards[MOST_CARDS];
    int number = 0, column, index, round;
    u64 kept = 0;
    for (column = 0; column < flat->columns; column++)
        if (flat->row_width && is_in_place(flat, board, column))
            kept |= (u64)1 << column;
    for (column = 0; column < flat->columns; column++) {
        if (has(kept, column))
            continue;
        for (index = 1; index < board->size[column]; index++) {
            round = flat->gather_as == AS_LAYOUT || flat->gather_as == IN_FANS ? board->size[column] - index : index;
            cards[number] = board->cards[column][round] & ~FACE_DOWN;
            number++;
        }
        board->size[column] = 1;
    }
    if (flat->shuffles)
        shuffle_on(flat, board, cards, number);
    if (flat->gather_as == AS_LAYOUT) {
        deal_as_layout(flat, board, cards, number);
        return;
    }
    if (flat->gather_as == TO_PLACES) {
        deal_to_places(flat, board, cards, number, kept);
        return;
    }
    if (flat->gather_as == IN_FANS) {
        deal_in_fans(flat, board, cards, number);
        return;
    }
    index = number;
    for (round = 0; round < flat->gather; round++) {
        for (column = 0; column < (number + round) / flat->gather; column++) {
            index--;
            put_card(board, column, cards[index]);
        }
    }
}

// Deal cards from the last one on in rounds, and turn up the top cards alone.
static void deal_in_fans(const Flat* flat, Board* board, const u8* cards, int number) {
    int round, column, each = number / flat->gather, more = number % flat->gather;
    for (round = 0; round < flat->gather; round++) {
        for (column = 0; column < each + (0 < round && round <= more); column++) {
            number--;
            put_card(board, column, cards[number] + FACE_DOWN);
        }
    }
    for (column = 0; column < flat->columns; column++)
        if (board->size[column] > 1)
            board->cards[column][board->size[column] - 1] &= ~FACE_DOWN;
}

// Deal cards from the last one on in the rounds of the layout, then to all columns; turn up the top cards.
static void deal_as_layout(const Flat* flat, Board* board, const u8* cards, int number) {
    int column, place = 0;
    while (number) {
        number--;
        column = place < flat->laid ? flat->layout_pile[place] : (place - flat->laid) % flat->columns;
        put_card(board, column, cards[number] + (place < flat->laid ? flat->layout_face[place] : 0));
        place++;
    }
    for (column = 0; column < flat->columns; column++)
        if (board->size[column] > 1)
            board->cards[column][board->size[column] - 1] &= ~FACE_DOWN;
}

// Deal cards from the last one on to the places of rows that have none, but the first one of each row.
static void deal_to_places(const Flat* flat, Board* board, const u8* cards, int number, u64 kept) {
    int column;
    bool has_gap = false;
    for (column = 0; column < flat->columns; column++) {
        has_gap = has_gap && column % flat->row_width != 0;
        if (has(kept, column))
            continue;
        if (has_gap && number) {
            number--;
            put_card(board, column, cards[number]);
        }
        has_gap = true;
    }
}

static inline void turn_over(u8* cards, int number) {
    int index;
    for (index = 0; index < number / 2; index++) {
        u8 kept = cards[index];
        cards[index] = cards[number - 1 - index];
        cards[number - 1 - index] = kept;
    }
}
