// A player who guesses: guided random plays, by which the difficulty of a deal is graded.
//
// The player takes a move of the highest class that leads to a position not met before in this play; chance decides
// between moves of a class. It never takes a card back from a foundation. A play ends with a win, where no move leads
// to a new position, or after MOVES_PER_CARD moves for each card. Any change here is a new ``GRADE_VERSION`` in
// ``difficulty.py``.

#include "../search.h"

static int class_of(const Flat* flat, const Facts* facts, const Board* board, const Play* play) {
    int begin = board->size[play->source] - play->count;
    int card = board->cards[play->source][begin], under = board->cards[play->source][begin - 1];
    int onto = top_of(board, play->target);
    if (flat->columns <= play->source && play->source < flat->foundations_end)
        return NEVER;
    if (has(flat->pairing, play->target))
        return FOUNDING;
    if (play->target == flat->waste)
        return under >= FACE_DOWN ? TURNING_UP : FOUNDING;
    if (play->target >= flat->foundations_end)
        return play->source < flat->columns ? AIMLESS : NEVER;
    if (play->target >= flat->columns)
        return FOUNDING;
    if (play->source >= flat->columns)
        return FREEING;
    if (under >= FACE_DOWN)
        return TURNING_UP;
    if (under == FLOOR)
        return onto != FLOOR ? FREEING : NEVER;
    if (onto == FLOOR)
        return NEUTRAL;
    if (has(facts->order[onto], card))
        return has(facts->order[under], card) ? NEUTRAL : ORDERED;
    return AIMLESS;
}

// Write the moves of this position with their classes; return their number.
static int candidates(Player* player) {
    int legal = card_moves(player->flat, &player->board, false, player->plays, MOST_MOVES);
    int index, action, kind, number = 0;
    Play* play;
    for (index = 0; index < legal; index++) {
        play = &player->plays[index];
        kind = class_of(player->flat, player->facts, &player->board, play);
        if (kind != NEVER) {
            player->moves[number] = packed(play->source, play->target, play->count);
            player->classes[number] = kind;
            number++;
        }
    }
    for (action = 0; action < 3; action++) {
        if (may_turn(player->flat, &player->board, 1 << action)) {
            player->moves[number] = packed(NO_MOVE + 1 + action, 0, 0);
            player->classes[number] = NEUTRAL;
            number++;
        }
    }
    return number;
}

// Return whether the position after a move of these piles is new, and keep it; otherwise take the move back.
static bool is_new(Player* player, u64 touched) {
    int pile;
    Fingerprint print;
    Shape shapes[MOST_PILES];
    print.low = player->facts->endless ? 0 : player->board.redeals;
    print.high = 0;
    for (pile = 0; pile < player->flat->piles; pile++) {
        shapes[pile] = player->shapes[pile];
        if (has(touched, pile))
            shape_pile(player->flat, player->facts, player->weights, &player->board, pile, false, &shapes[pile]);
        print.low += shapes[pile].print.low;
        print.high += shapes[pile].print.high;
    }
    print.low = mixed(print.low);
    print.high = never_zero(mixed(print.high));
    if (remember(&player->seen, &print) == 1) {
        memcpy(player->shapes, shapes, player->flat->piles * sizeof(Shape));
        copy_piles(player->flat, &player->board, &player->before, touched);
        return true;
    }
    copy_piles(player->flat, &player->before, &player->board, touched);
    return false;
}

static void copy_piles(const Flat* flat, const Board* board, Board* copy, u64 piles) {
    int pile;
    for (pile = 0; pile < flat->piles; pile++) {
        if (has(piles, pile)) {
            copy->size[pile] = board->size[pile];
            memcpy(copy->cards[pile], board->cards[pile], board->size[pile]);
        }
    }
    copy->won = board->won;
    copy->redeals = board->redeals;
}

// Make a move to a new position and return True; False if there is none.
static bool make_guess(Player* player) {
    int number = candidates(player), kind, left, index, chosen;
    u64 touched;
    for (kind = CLASSES - 1; kind > NEVER; kind--) {
        while (true) {
            left = 0;
            for (index = 0; index < number; index++)
                left += player->classes[index] == kind;
            if (left == 0)
                break;
            player->chance += (u64)0x9E3779B97F4A7C15;
            chosen = (int)(mixed(player->chance) % (u64)left);
            for (index = 0; index < number; index++) {
                if (player->classes[index] == kind) {
                    if (chosen == 0)
                        break;
                    chosen--;
                }
            }
            player->classes[index] = CLASSES;
            touched = make_move(player->flat, &player->board, player->moves[index]);
            if (is_new(player, touched))
                return true;
        }
    }
    return false;
}

static bool begin_play(Player* player, const Board* root) {
    int pile;
    copy_piles(player->flat, root, &player->board, ~(u64)0);
    copy_piles(player->flat, root, &player->before, ~(u64)0);
    for (pile = 0; pile < player->flat->piles; pile++)
        shape_pile(player->flat, player->facts, player->weights, root, pile, false, &player->shapes[pile]);
    if (player->seen.slots == NULL)
        return empty_seen(&player->seen);
    memset(player->seen.slots, 0, player->seen.room * sizeof(Fingerprint));
    player->seen.number = 0;
    return is_new(player, 0);
}

// Return how many cards are on foundations.
static int founded(const Flat* flat, const Board* board) {
    int pile, cards = 0;
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        cards += board->size[pile] - 1;
    return cards;
}

// Return how many cards must leave the columns, or come to foundations, before the game is won.
static int left_to_bring(const Flat* flat, const Board* board) {
    int pile, cards = 0;
    if (flat->wins_by != WINS_BY_EMPTY_PILES)
        return flat->cards - founded(flat, board);
    for (pile = 0; pile < flat->columns; pile++)
        cards += board->size[pile] - 1;
    return cards;
}

// Return how many cards are on foundations, or in a column in sequence on the face-up card below.
//
// Where empty columns win: how many are not in columns.
static int in_place(const Player* player) {
    const Board* board = &player->board;
    int pile, index, cards = founded(player->flat, board);
    if (player->flat->wins_by == WINS_BY_EMPTY_PILES)
        return player->flat->cards - left_to_bring(player->flat, board);
    for (pile = 0; pile < player->flat->columns; pile++) {
        for (index = 2; index < board->size[pile]; index++)
            if (board->cards[pile][index - 1] < FACE_DOWN && board->cards[pile][index] < FACE_DOWN)
                cards += has(player->facts->order[board->cards[pile][index - 1]], board->cards[pile][index]);
    }
    return cards;
}
