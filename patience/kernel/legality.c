// Legal moves and the outcome of a game (RULES §1).

#include "rules.h"

static u64 across_corner(const Board* board, int under);
static u64 going_on(const Flat* flat, const Board* board, int column);
static bool is_closed(const Flat* flat, const Board* board, int pile);
static u64 taken_in_row(const Flat* flat, const Board* board, int column);
static u64 dependent(const Flat* flat, const Board* board, int target);
static u64 beginning_lowest(const Flat* flat, const Board* board, int matched);
static u64 opening_cards(const Flat* flat, const Board* board);
static u64 joining(const Flat* flat, const Board* board);
static int opening_card(const Flat* flat, const Board* board);
static int opening_step(const Flat* flat, const Board* board);
static bool is_part_of_column(const Flat* flat, const Board* board, int source, int target);
static bool moves_in_parts(const Flat* flat, const Board* board, const u8* group, int target, int count);
static int most_parts(const Flat* flat, const Board* board, int target);
static bool reaches(const Flat* flat, const Board* board, int source, int target);
static bool opens(const Flat* flat, const Board* board, int source);
static bool may_restock(const Flat* flat, const Board* board);
static bool turning_helps(const Flat* flat, const Board* board);
static bool goes_onto(const Flat* flat, const Board* board, u64 tops);
static u64 tops_to_come(const Flat* flat, const Board* board);
static bool gathering_can_help(const Flat* flat, const Board* board);

static inline bool is_cell(const Flat* flat, int pile) {
    return flat->foundations_end <= pile && pile < flat->cells_end;
}

// Return whether the stock has no card, and the waste none either unless no pile waits for it.
static inline bool is_played_out(const Flat* flat, const Board* board) {
    if (flat->waste != NO_PILE && !flat->draws_open && board->size[flat->waste] > 1)
        return false;
    return flat->stock == NO_PILE || board->size[flat->stock] == 1;
}

// Return whether stock cards are moved to columns in rounds, and none has begun or the last one is over.
static inline bool is_between_rounds(const Flat* flat, const Board* board) {
    return flat->rounds && (board->phase == 0 || (board->phase == flat->rounds && flat->rounds > 1));
}

// Return whether one of the foundations for which a pile waits has no card.
static bool lacks(const Flat* flat, const Board* board, int target) {
    int pile;
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        if (has(flat->awaits[target], pile) && board->size[pile] == 1)
            return true;
    return false;
}

// Return the cards that a pile takes now, alone or leading a group.
static inline u64 taken_by(const Flat* flat, const Board* board, int target) {
    int guard = flat->guard[target];
    int top = top_of(board, target);
    u64 cards;
    if (flat->row_width && target < flat->columns)
        return taken_in_row(flat, board, target);
    if (has(flat->run_cells, target) && board->size[flat->stock] > 1)
        return 0;
    if (target == flat->merci && board->merci_used == flat->mercis)
        return 0;
    if (flat->has_covers && !is_cell(flat, target) && is_covered(flat, board, target))
        return 0;
    if (top > FLOOR && !(flat->closed_takes && is_closed(flat, board, target)))
        return 0;
    if (has(flat->takes_after, target) && !is_played_out(flat, board))
        return 0;
    if (flat->awaits[target] && lacks(flat, board, target))
        return 0;
    if (has(flat->limited, target) && board->size[target] == flat->complete[target])
        return 0;
    if (top > FLOOR) {
        cards = flat->has_own ? flat->own[target] : every_card();
    } else {
        cards = flat->fits[flat->row[target]][top];
        if (flat->base_apart && target < flat->columns && top < FLOOR)
            cards &= ~across_corner(board, top);
    }
    if (flat->one_way && target < flat->columns && top < FLOOR)
        cards &= going_on(flat, board, target);
    if (has(flat->dependent, target))
        cards &= dependent(flat, board, target);
    if (guard >= 0 && board->size[guard] != flat->complete[guard])
        return cards & ~flat->guarded[target];
    return cards;
}

// Return the cards that leave a pile with the next one there, or with that of a pile that it alone covers.
static inline u64 taken_beneath(const Flat* flat, const Board* board, int source, int target) {
    int under, cover;
    if (!has(flat->beneath, source))
        return 0;
    if (source == target) {
        under = board->size[target] > 2 ? board->cards[target][board->size[target] - 2] : FLOOR;
    } else if (!has(flat->lies_on[source], target)) {
        return 0;
    } else {
        under = top_of(board, target);
        for (cover = 0; cover < flat->reserve_end; cover++)
            if (cover != source && has(flat->covers[target], cover) && board->size[cover] > 1)
                return 0;
    }
    return under < FLOOR ? flat->fits[flat->row[target]][under] : 0;
}

// Return the cards that a pile takes from another, whatever lies there.
static inline u64 given_by(const Flat* flat, int source, int target) {
    if (!has(flat->ranked, target) || has(flat->free_givers[target], source))
        return every_card();
    return flat->limit[target];
}

// Return the cards that a pile takes now from another, or that leave with the card under them.
static inline u64 taken_from(const Flat* flat, const Board* board, int source, int target) {
    if (source == target)
        return taken_beneath(flat, board, source, target);
    u64 cards = taken_by(flat, board, target) & given_by(flat, source, target);
    return cards | (flat->beneath ? taken_beneath(flat, board, source, target) : 0);
}

// Return the cards that are next to a card only where ranks go round: Kings for an Ace, Aces for a King.
static inline u64 across_corner(const Board* board, int under) {
    int rank = (under + board->base) % 13;
    if (rank == 0)
        return of_rank((KING - board->base + 13) % 13);
    return rank == KING ? of_rank((13 - board->base) % 13) : 0;
}

// Return the cards that go on the way of the two top cards of a column; all if these have none.
static u64 going_on(const Flat* flat, const Board* board, int column) {
    int top = top_of(board, column), under = board->cards[column][board->size[column] - 2];
    if (board->size[column] < 3 || under >= FACE_DOWN || !has(flat->fits[flat->row[column]][under], top))
        return every_card();
    return of_rank((2 * (top % 13) - under % 13 + 13) % 13);
}

// Return whether one of some cards is next to the one below it only where ranks go round, in columns that do not.
static inline bool turns_corner(const Flat* flat, const Board* board, const u8* cards, int count) {
    int index;
    if (flat->base_apart) {
        for (index = 0; index < count - 1; index++)
            if (has(across_corner(board, cards[index]), cards[index + 1]))
                return true;
    }
    return false;
}

// Return whether the top card of a column lies face down until the player turns it up.
static inline bool is_closed(const Flat* flat, const Board* board, int pile) {
    return flat->closed && pile < flat->columns && top_of(board, pile) >= FACE_DOWN;
}

// Return whether the player may turn up the top card of a pile.
static inline bool turns_up(const Flat* flat, const Board* board, int pile) {
    return is_closed(flat, board, pile) && has(flat->reach[pile], pile);
}

// Return whether a merci can turn up a face-down card of a pile.
static inline bool turns_out(const Flat* flat, const Board* board, int pile) {
    if (flat->turned_to == NO_PILE || board->merci_used == flat->mercis || !has_own_top(flat, board, flat->turned_to))
        return false;
    return pile < flat->columns && topmost_down(board, pile) > 0;
}

// Return the cards that a place in a row takes.
static u64 taken_in_row(const Flat* flat, const Board* board, int column) {
    u64 cards;
    if (board->size[column] > 1)
        return 0;
    if (column % flat->row_width == 0 && !flat->ring)
        return of_rank(flat->row_base);
    cards = flat->after[top_of(board, (column ? column : flat->columns) - 1)];
    if (column + 1 == flat->columns && !flat->ring)
        return cards;
    return cards | flat->before[top_of(board, (column + 1) % flat->columns)];
}

// Return the cards that the other piles, on which a foundation can depend, or its first card let a pile take.
static u64 dependent(const Flat* flat, const Board* board, int target) {
    int pile, card, index, opened = NO_PILE;
    int matched = flat->matches[target];
    u64 cards = 0;
    if (has(flat->opens_to_all, target))
        return board->size[target] > 1 ? every_card() : opening_cards(flat, board);
    if (has(flat->collecting, target))
        return joining(flat, board);
    if (has(flat->built_cells, target)) {
        if (board->size[target] == 1 || has(flat->fits[flat->row[target]][FLOOR], board->cards[target][1]))
            return every_card();
        return 0;
    }
    if (flat->order_of[target])
        return of_rank(flat->order[flat->order_of[target] - 1][board->size[target] - 1]);
    if (has(flat->outranked, target)) {
        for (pile = 0; pile < flat->columns; pile++) {
            card = top_of(board, pile);
            if (card < FLOOR) {
                // All lower cards of the suit; an Ace is the highest.
                index = card % 13;
                cards |= ((index ? ((u64)1 << index) - 1 : 0x1FFF) << (card - index)) & ~((u64)1 << (card - index));
            }
        }
        return cards;
    }
    if (has(flat->lowest_first, target))
        return board->size[target] > 1 ? every_card() : beginning_lowest(flat, board, matched);
    if (matched >= 0) {
        for (index = 1; index < (board->size[target] > 1 ? board->size[matched] : LEAST(2, board->size[matched]));
             index++)
            cards |= of_rank(board->cards[matched][index] % 13);
        return cards;
    }
    if (flat->same_base && board->size[target] == 1) {
        opened = opening_card(flat, board);
        if (opened != NO_PILE)
            return of_rank(opened % 13);
    }
    if (flat->same_direction && board->size[target] > 1) {
        opened = opening_step(flat, board);
        if (opened != NO_PILE)
            return of_rank((top_of(board, target) % 13 + opened) % 13);
    }
    return every_card();
}

// Return the cards of which columns show no lower one, that no foundation takes, and of a suit that fits.
static u64 beginning_lowest(const Flat* flat, const Board* board, int matched) {
    int pile, top;
    u64 cards = every_card();
    if (matched >= 0)
        cards = board->size[matched] > 1 ? of_suit(board->cards[matched][1] / 13) : 0;
    for (pile = 0; pile < flat->foundations_end; pile++) {
        top = top_of(board, pile);
        if (top >= FLOOR)
            continue;
        if (pile < flat->columns) {
            // All higher cards of the suit.
            cards &= ~(of_suit(top / 13) & ~(((u64)1 << (top + 1)) - 1));
            continue;
        }
        cards &= ~flat->fits[flat->row[pile]][top];
        if (matched < 0 && has(flat->lowest_first, pile) && flat->matches[pile] < 0)
            cards &= ~of_suit(board->cards[pile][1] / 13);
    }
    return cards;
}

// Return the cards that an empty column takes, which any opens once all of some ranks lie lowest in columns.
static u64 opening_cards(const Flat* flat, const Board* board) {
    int column, laid = 0;
    for (column = 0; column < flat->columns; column++)
        if (board->size[column] > 1 && has(flat->opens_first, board->cards[column][1] & ~FACE_DOWN))
            laid++;
    return laid < flat->opening_cards ? flat->opens_first : every_card();
}

// Return the cards that belong to a set together with those on the cells, and come next to one in order.
static u64 joining(const Flat* flat, const Board* board) {
    u8 held[13];
    u64 suited = every_card(), cards = 0, lacking, beside;
    bool begun = false;
    int pile, index, rank;
    memset(held, 0, 13);
    for (pile = flat->foundations_end; pile < flat->cells_end; pile++) {
        if (board->size[pile] > 1) {
            begun = true;
            held[board->cards[pile][1] % 13]++;
            suited &= flat->set_suits[board->cards[pile][1]];
        }
    }
    for (index = 0; index < flat->sets; index++) {
        lacking = 0;
        beside = begun ? 0 : every_card();
        for (rank = 0; rank < 13; rank++) {
            if (held[rank] > flat->set_ranks[index][rank])
                break;
            if (held[rank])
                beside |= flat->set_beside[index][rank];
            if (held[rank] < flat->set_ranks[index][rank])
                lacking |= of_rank(rank);
        }
        if (rank == 13)
            cards |= lacking & beside;
    }
    return cards & suited;
}

// Return the first card of some foundation, NO_PILE if none has a card.
static int opening_card(const Flat* flat, const Board* board) {
    int pile;
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        if (board->size[pile] > 1)
            return board->cards[pile][1];
    return NO_PILE;
}

// Return by how many ranks, modulo 13, foundations go from card to card, NO_PILE if none has two cards.
static int opening_step(const Flat* flat, const Board* board) {
    int pile;
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        if (board->size[pile] > 2)
            return (board->cards[pile][2] % 13 - board->cards[pile][1] % 13 + 13) % 13;
    return NO_PILE;
}

// Return whether the first card on a foundation must come before anything else.
static inline bool awaits_base(const Flat* flat, const Board* board) {
    return flat->openers && opening_card(flat, board) == NO_PILE;
}

// Return whether a move to a target is possible while no foundation has a card.
static inline bool is_begun_by(const Flat* flat, int target) {
    return !flat->base_first || target == BARE || (flat->columns <= target && target < flat->foundations_end);
}

// Return whether a source that is not empty may give its top card.
static inline bool gives(const Flat* flat, const Board* board, int source) {
    if (flat->has_covers && is_covered(flat, board, source))
        return false;
    if (hides_stock(flat, board, source))
        return false;
    if (has(flat->bases_stay, source) && board->size[source] == 2)
        return false;
    if (flat->complete_stays && source < flat->columns && is_complete_run(flat, board, source))
        return false;
    if (has(flat->gives_after, source) && !is_played_out(flat, board) && !is_between_rounds(flat, board))
        return false;
    return has(flat->openers, source) || !awaits_base(flat, board);
}

static inline bool is_run(const u64* follows, const u8* cards, int count) {
    int index;
    for (index = 0; index < count - 1; index++)
        if (!has(follows[cards[index]], cards[index + 1]))
            return false;
    return true;
}

// Return what a card moved in a group of a pile must lie on, NULL where groups need no order.
static inline const u64* run_from(const Flat* flat, int source) {
    // Not conditional expressions: Cython keeps their value in a variable that is not const.
    if (flat->runs_differ) {
        if (flat->run_of[source])
            return flat->other_run[flat->run_of[source] - 1];
    } else if (flat->has_run) {
        return flat->run;
    }
    return NULL;
}

// Return whether a group is of one rank, where such groups move.
static inline bool is_level(const Flat* flat, const u8* group, int count) {
    return flat->has_level && is_run(flat->level_run, group, count);
}

// Return whether a target takes face-up cards, given that it takes the one that leads them.
static inline bool takes_group(const Flat* flat, const Board* board, int source, int target, int count) {
    const u8* group = &board->cards[source][board->size[source] - count];
    const u64* run;
    if (flat->exchanges && target == flat->merci)
        return count > 1;
    if (target < flat->columns && board->size[target] + count > flat->full_size)
        return false;
    if (count > 1) {
        if (!has(flat->together[source], target))
            return false;
        run = run_from(flat, source);
        if ((run != NULL || flat->supermove) && turns_corner(flat, board, group, count))
            return false;
        if (target < flat->columns && flat->supermove)
            return moves_in_parts(flat, board, group, target, count);
        if (run != NULL && !is_run(run, group, count) && !is_level(flat, group, count))
            return false;
        if (target < flat->columns && flat->whole_only && count + 1 != board->size[source])
            return false;
    } else if (flat->lifts_whole && is_part_of_column(flat, board, source, target)) {
        return false;
    }
    if (target == flat->merci)
        return drawn_to(flat, board, source) != NO_PILE;
    if (flat->whole[target])
        return count == flat->whole[target] && is_run(flat->fits[flat->whole_row[target]], group, count);
    return true;
}

// Return the first pile that takes the card under the top card of a column, NO_PILE if none does.
static int drawn_to(const Flat* flat, const Board* board, int source) {
    int card, index, target;
    if (board->size[source] < 3)
        return NO_PILE;
    card = board->cards[source][board->size[source] - 2];
    if (card >= FACE_DOWN)
        return NO_PILE;
    for (index = 0; index < flat->foundations_end; index++) {
        // Foundations first, then columns.
        target = (index + flat->columns) % flat->foundations_end;
        if (target == source || !reaches(flat, board, source, target) || flat->whole[target])
            continue;
        if (target < flat->columns && board->size[target] == flat->full_size)
            continue;
        if (has(taken_from(flat, board, source, target), card))
            return target;
    }
    return NO_PILE;
}

// Return whether the top card of a pile would leave others of a column for another column.
static inline bool is_part_of_column(const Flat* flat, const Board* board, int source, int target) {
    return source < flat->columns && target < flat->columns && board->size[source] > 2;
}

// Return whether a group runs as columns are built and can move in parts by way of empty piles.
static bool moves_in_parts(const Flat* flat, const Board* board, const u8* group, int target, int count) {
    int index, parts = count;
    if (!is_run(flat->build_run, group, count))
        return false;
    if (flat->has_run) {
        parts = 1;
        for (index = 0; index < count - 1; index++)
            parts += !has(flat->run[group[index]], group[index + 1]);
    }
    return parts == 1 || parts <= most_parts(flat, board, target);
}

// Return how many parts of a group the empty cells and columns let move to a column.
static int most_parts(const Flat* flat, const Board* board, int target) {
    int pile, parts = 1, doublings = 0;
    for (pile = flat->foundations_end; pile < flat->cells_end; pile++)
        parts += board->size[pile] == 1;
    if (flat->any_opens)
        for (pile = 0; pile < flat->columns; pile++)
            doublings += board->size[pile] == 1 && pile != target;
    // Eight doublings are enough for every card of four packs.
    return parts << LEAST(doublings, 8);
}

// Return the lowest-numbered foundation that takes the top cards of a pile, NO_PILE if none does.
static int accepting_foundation(const Flat* flat, const Board* board, int source, int count) {
    int leader = board->cards[source][board->size[source] - count];
    int target;
    for (target = flat->columns; target < flat->foundations_end; target++)
        if (target != source && has(flat->reach[source], target) && has(taken_from(flat, board, source, target), leader)
            && takes_group(flat, board, source, target, count))
            return target;
    return NO_PILE;
}

// Return whether a target takes cards of a source, if they fit.
static inline bool reaches(const Flat* flat, const Board* board, int source, int target) {
    if (!has(flat->reach[source], target))
        return false;
    if (target >= flat->columns)
        return true;
    return board->size[target] == 1 ? opens(flat, board, source) : has(flat->builds, source);
}

// Return whether cards of a pile open an empty column now.
static inline bool opens(const Flat* flat, const Board* board, int source) {
    int pile;
    if (flat->opens_after[source]) {
        for (pile = flat->foundations_end; pile < flat->reserve_end; pile++)
            if (has(flat->opens_after[source], pile) && board->size[pile] > 1)
                return false;
    }
    return has(flat->opens, source);
}

// Return whether one of the top cards of a pile lies face down.
static bool hides(const Board* board, int source, int count) {
    int place;
    for (place = board->size[source] - count; place < board->size[source]; place++)
        if (board->cards[source][place] >= FACE_DOWN)
            return true;
    return false;
}

// Return the pile to which a card move goes, NO_PILE if it is illegal.
static int target_of(const Flat* flat, const Board* board, const Play* play) {
    int leader;
    if (play->source < 0 || play->target == NO_PILE)
        return NO_PILE;
    if (play->source == play->target) {
        if (play->count == 1 && turns_up(flat, board, play->source))
            return play->source;
        if (play->count > 1 || !has(flat->beneath, play->source))
            return NO_PILE;
    }
    if (!has(flat->is_source, play->source) || play->target >= flat->targets)
        return NO_PILE;
    if (play->count >= board->size[play->source])
        return NO_PILE;
    if (flat->turned_to != NO_PILE && play->target == flat->merci)
        return play->count == 1 && turns_out(flat, board, play->source) ? flat->merci : NO_PILE;
    leader = board->cards[play->source][board->size[play->source] - play->count];
    if (leader >= FACE_DOWN || !gives(flat, board, play->source))
        return NO_PILE;
    if (flat->mixed_faces && hides(board, play->source, play->count))
        return NO_PILE;
    if (flat->openers && !is_begun_by(flat, play->target) && awaits_base(flat, board))
        return NO_PILE;
    if (play->target == BARE)
        return accepting_foundation(flat, board, play->source, play->count);
    if (!reaches(flat, board, play->source, play->target))
        return NO_PILE;
    if (!has(taken_from(flat, board, play->source, play->target), leader))
        return NO_PILE;
    return takes_group(flat, board, play->source, play->target, play->count) ? play->target : NO_PILE;
}

// Return whether a legal card move cannot simply be undone (RULES §2).
static bool is_forward(const Flat* flat, const Board* board, const Play* play) {
    int begin = board->size[play->source] - play->count;
    int under = board->cards[play->source][begin - 1];
    int kind, index;
    if (play->target >= flat->columns)
        return flat->whole[play->target] == 0;
    if (play->source >= flat->columns || under >= FACE_DOWN)
        return true;
    if (play->count > 1 && flat->whole_only && board->size[play->target] > 1)
        return true;
    if (under == FLOOR && flat->refill[play->source]) {
        kind = flat->refill[play->source] - 1;
        for (index = 0; index < flat->supplies[kind]; index++)
            if (board->size[flat->supply[kind][index]] > 1)
                return true;
    }
    return !has(flat->fits[flat->row[play->source]][under], board->cards[play->source][begin]);
}

// Return how many of a pile's top cards, at least one, are a run that lies face up.
static inline int run_length(const u64* follows, const u8* end) {
    int length = 1;
    while (end[-length - 1] < FLOOR && has(follows[end[-length - 1]], end[-length]))
        length++;
    return length;
}

// Return how many of a pile's top cards are a run at most, in one way or the other.
static inline int longest_run(const Flat* flat, const u64* run, const u8* end) {
    int length = run_length(run, end);
    int other = flat->has_level ? run_length(flat->level_run, end) : 1;
    return GREATEST(length, other);
}

// Write the first ``most`` legal card moves, or forward ones, in the order of RULES §1; return their number.
static int card_moves(const Flat* flat, const Board* board, bool forward, Play* plays, int most) {
    u64 taken[MOST_PILES];
    u64 leaders, cards, open = 0;
    int target, index, count, face_up, built, lifted, longest, number = 0;
    const u8* end;
    const u64* run;
    bool waits = awaits_base(flat, board);
    Play play;
    if (board->won)
        return 0;
    for (target = 0; target < flat->targets; target++) {
        taken[target] = waits && !is_begun_by(flat, target) ? 0 : taken_by(flat, board, target);
        open |= taken[target];
    }
    for (index = 0; index < flat->sources; index++) {
        play.source = flat->source[index];
        if (turns_up(flat, board, play.source)) {
            play.target = play.source;
            play.count = 1;
            plays[number] = play;
            number++;
            if (number == most)
                return number;
            continue;
        }
        if (turns_out(flat, board, play.source)) {
            play.target = flat->merci;
            play.count = 1;
            plays[number] = play;
            number++;
            if (number == most)
                return number;
        }
        if (!gives(flat, board, play.source))
            continue;
        end = &board->cards[play.source][board->size[play.source]];
        face_up = 0;
        leaders = 0;
        while (face_up + 1 < board->size[play.source] && end[-1 - face_up] < FACE_DOWN) {
            face_up++;
            leaders |= (u64)1 << end[-face_up];
            if (!flat->together[play.source])
                break;
        }
        if (!(leaders & open) && !has(flat->beneath, play.source))
            continue;
        // Longer groups are not runs, which takes_group demands of them.
        run = run_from(flat, play.source);
        lifted = run != NULL ? longest_run(flat, run, end) : face_up;
        built = flat->supermove ? run_length(flat->build_run, end) : lifted;
        for (target = 0; target < flat->targets; target++) {
            cards = taken[target];
            if (flat->beneath)
                cards = taken_from(flat, board, play.source, target);
            else if (target == play.source)
                continue;
            else if (flat->ranked)
                cards &= given_by(flat, play.source, target);
            if (!(cards & leaders) || !reaches(flat, board, play.source, target))
                continue;
            play.target = target;
            longest = 1;
            if (has(flat->together[play.source], target))
                longest = target < flat->columns ? built : target == flat->merci ? face_up : lifted;
            for (count = 1; count < longest + 1; count++) {
                play.count = count;
                if (has(cards, end[-count]) && takes_group(flat, board, play.source, target, count)
                    && (!forward || is_forward(flat, board, &play))) {
                    plays[number] = play;
                    number++;
                    if (number == most)
                        return number;
                }
            }
        }
    }
    return number;
}

// Return whether a hold keeps the cards in the stock.
static bool is_held(const Flat* flat, const Board* board) {
    Play play;
    int column;
    int spare = 0;
    if (flat->hold == FREE)
        return false;
    if (flat->hold == HELD_BY_WASTE)
        return board->size[flat->waste] > 1;
    if (flat->hold == HELD_BY_EMPTY_COLUMN || flat->hold == HELD_BY_SPARE_CARD) {
        for (column = 0; column < flat->columns; column++)
            spare += board->size[column] > 2;
        for (column = 0; column < flat->columns; column++)
            if (board->size[column] == 1)
                return flat->hold == HELD_BY_EMPTY_COLUMN || spare > 0;
        return false;
    }
    return card_moves(flat, board, flat->hold == HELD_BY_FORWARD_MOVE, &play, 1) > 0;
}

// Return whether a stock action is legal.
static bool may_turn(const Flat* flat, const Board* board, int action) {
    if (board->won || !(flat->actions & action))
        return false;
    if (action == DEAL && flat->fills_gaps)
        return has_gap(flat, board);
    if (awaits_base(flat, board))
        return false;
    if (action != REDEAL)
        return board->size[flat->stock] > 1 + flat->shows_last && !is_held(flat, board);
    if (flat->gathers)
        return redeals_left(flat, board) && (!flat->shuffles || board->order != NOT_KNOWN);
    if (flat->restocks)
        return may_restock(flat, board) && (!flat->shuffles || board->order != NOT_KNOWN);
    if (flat->gather_as == UNDER_STOCK)
        return (board->size[flat->stock] == 1 || board->size[flat->waste] > 1) && redeals_left(flat, board);
    return board->size[flat->stock] == 1 && board->size[flat->waste] > 1 && redeals_left(flat, board);
}

// Return whether the stock is empty, cards are there to be gathered, and a redeal is left.
static bool may_restock(const Flat* flat, const Board* board) {
    int pile;
    if (board->size[flat->stock] > 1 || !redeals_left(flat, board))
        return false;
    for (pile = flat->gathered_first; pile < flat->gathered_end; pile++)
        if (board->size[pile] > 1)
            return true;
    return false;
}

static inline bool redeals_left(const Flat* flat, const Board* board) {
    return flat->redeals < 0 || board->redeals < flat->redeals;
}

// Do a legal stock action and all that follows from it.
static void turn_stock(const Flat* flat, Board* board, int action) {
    if (action == DEAL) {
        deal_round(flat, board);
    } else if (action == DRAW) {
        draw_cards(flat, board);
    } else {
        board->redeals++;
        if (flat->gathers && flat->gather_as == BY_TURNS)
            turn_piles(flat, board);
        else if (flat->gathers && flat->gather_as != IN_GROUPS)
            deal_again(flat, board);
        else if (flat->gathers)
            gather(flat, board);
        else if (flat->restocks)
            restock(flat, board);
        else
            redeal(flat, board);
    }
    if (flat->wins_by)
        board->won = is_won(flat, board);
}

// Return whether the stock or a redeal can lead to a card move (RULES §1, *Lost*).
static bool stock_can_help(const Flat* flat, const Board* board) {
    int pile;
    u64 to_come;
    if (flat->gathers)
        return redeals_left(flat, board) && (flat->gather_as != IN_GROUPS || gathering_can_help(flat, board));
    if (flat->restocks && board->size[flat->stock] == 1)
        return may_restock(flat, board);
    if (!(flat->actions & DRAW))
        return flat->actions & DEAL && may_turn(flat, board, DEAL);
    if (flat->gather_as == UNDER_STOCK && redeals_left(flat, board))
        return !awaits_base(flat, board);
    if (awaits_base(flat, board) || (flat->hold == HELD_BY_WASTE && board->size[flat->waste] > 1))
        return false;
    to_come = tops_to_come(flat, board);
    if (to_come && redeals_left(flat, board)) {
        for (pile = 0; pile < flat->piles; pile++)
            if (board->size[pile] == 1 && is_filled_by_redeal(flat, pile))
                return true;
    }
    if (flat->pairing || flat->draws_open || flat->packet || flat->last_draw_only)
        return turning_helps(flat, board);
    if (flat->waste_takes)
        return goes_onto(flat, board, to_come);
    for (pile = 0; pile < flat->cells_end; pile++)
        if (!flat->whole[pile] && reaches(flat, board, flat->waste, pile)
            && taken_from(flat, board, flat->waste, pile) & to_come
            && (pile >= flat->columns || board->size[pile] < flat->full_size))
            return true;
    return false;
}

// Return whether a card can be moved after draws, or after those of allowed redeals.
static bool turning_helps(const Flat* flat, const Board* board) {
    Board turned = *board;
    Play play;
    int number;
    for (number = 0; number < (flat->packet ? 3 : 2); number++) {
        while (may_turn(flat, &turned, DRAW)) {
            turn_stock(flat, &turned, DRAW);
            if (card_moves(flat, &turned, false, &play, 1))
                return true;
        }
        if (!may_turn(flat, &turned, REDEAL))
            return false;
        redeal(flat, &turned);
    }
    return false;
}

// Return whether a card can be moved to the waste once one of these cards is its top.
static bool goes_onto(const Flat* flat, const Board* board, u64 tops) {
    int top, index, source;
    u64 taken = 0;
    for (top = 0; top < FLOOR; top++)
        if (has(tops, top))
            taken |= flat->fits[flat->row[flat->waste]][top];
    for (index = 0; index < flat->sources; index++) {
        source = flat->source[index];
        top = top_of(board, source);
        if (top < FLOOR && has(taken, top) && !is_covered(flat, board, source))
            return true;
    }
    return false;
}

// Return the cards that draws would bring to the top of the waste, with an allowed redeal after them.
static u64 tops_to_come(const Flat* flat, const Board* board) {
    int stock = board->size[flat->stock] - 1;
    int waste = board->size[flat->waste] - 1;
    int place;
    u64 cards = 0;
    for (place = 1; place < stock + 1; place++) {
        if (flat->hold == HELD_BY_WASTE && place > flat->draw) {
            // What the first draw turns stays on the waste until it is played.
            break;
        }
        if (place % flat->draw == 0 || place == stock)
            cards |= (u64)1 << board->cards[flat->stock][stock + 1 - place];
    }
    if (redeals_left(flat, board)) {
        // The next pass turns the waste from its bottom card on, then what is the stock now.
        for (place = 1; place < waste + stock + 1; place++) {
            if (place % flat->draw == 0 || place == waste + stock) {
                if (place <= waste)
                    cards |= (u64)1 << (board->cards[flat->waste][place] & ~FACE_DOWN);
                else
                    cards |= (u64)1 << board->cards[flat->stock][stock + 1 - (place - waste)];
            }
        }
    }
    return cards;
}

// Return whether a card can move after an allowed redeal, or after later ones.
static bool gathering_can_help(const Flat* flat, const Board* board) {
    Board next_board;
    Play play;
    int pile, cards = 0;
    for (pile = 0; pile < flat->columns; pile++)
        cards += board->size[pile] - 1;
    if (cards > flat->columns * flat->gather)
        return true;
    next_board = *board;
    turn_stock(flat, &next_board, REDEAL);
    return next_board.won || card_moves(flat, &next_board, false, &play, 1) > 0;
}
