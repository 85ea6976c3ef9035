// The fewest moves to a win: A* with a lower bound that never exceeds the moves that are left.
//
// A move is what a log counts: each card that goes to its foundation, each group that moves between columns, each turn
// of the stock. The bound is a sum of moves of different kinds:
//
// * Each card that is not on a foundation, or each whole sequence, needs a move to one.
// * Where turns alone take cards off the stock, the stock needs its number of cards, divided by the most that a turn
//   takes, in turns.
// * Where each card has one foundation, which takes it alone and in the order of its suit, some cards must leave their
//   columns by a move that is not to a foundation. Call a card direct if its first move is to its foundation. A direct
//   card stays where it is until then. So before it leaves, each lower card of its suit has gone to the foundation, and
//   whatever lies over such a card has left its place. Let ``needs`` be these cards. Along a cycle of cards, each of
//   which needs the next, not all cards are direct. (A card that needs itself lies over a lower one of its suit.)
//   A move that is not to a foundation makes only cards of one column indirect, those that have been in sequence since
//   now: they have been neither moved nor parted. Call them a block. So cycles without a common block each need a
//   move of their own. The bound counts cycles, the shortest first, and leaves out the blocks of those counted.
//   Cards that foundations give back change nothing: the argument is about the first time that each card goes there.
//   (Deadlock analysis: Paul & Helmert 2016, who count moves of single cards.)
// * Where single cards are drawn and redeals have no limit, a waste card over a lower one of its suit leaves by another
//   move, or is drawn again after a redeal.
//
// A card that nothing can need in a column any more (``safe.c``) goes to its foundation at once, if a win needs all
// cards there. That loses no move: the twin of a shortest line takes this card, and each that the line puts on it, to
// its foundation by one move, and the line needs one for each of them, too. No group that moves is larger, and no pile
// is taken that was free. Nothing else is forced, and no move is left out but those that lead to an equivalent position
// which another move leads to.
//
// Turns of the stock wait until the move that takes the waste card (``facts.cycles``): moves between other piles do not
// depend on them, and a shortest line ends with no turn.

#include "../search.h"

static bool in_cycles(const u64* needs, u64* active);
static u64 shortest_cycle(const u64* needs, const u64* block, u64 active);
static u64 cycle_back(const u64* needs, const u64* block, const u64* layers, int first, int depth);
static int blocked_in_waste(const Fewest* fewest, const Board* board);

// Find out which parts of the bound hold for the rules.
static void set_bounds(Fewest* fewest) {
    const Flat* flat = fewest->flat;
    const Facts* facts = fewest->facts;
    int card, column, pile, homes;
    fewest->per_move = 1;
    for (pile = flat->columns; pile < flat->foundations_end; pile++) {
        fewest->per_move = GREATEST(fewest->per_move, flat->whole[pile]);
        for (column = 0; column < flat->columns; column++)
            if (has(flat->together[column], pile) && !flat->whole[pile])
                fewest->per_move = MOST_LEVELS;
    }
    fewest->turns_alone = flat->stock >= 0 && !has(all_supplies(flat), flat->stock) && !flat->waste_takes;
    fewest->single_homes = fewest->per_move == 1 && facts->by_suit && facts->all_home && flat->columns && !flat->gather
        && !flat->has_covers;
    for (card = 0; card < FLOOR; card++) {
        homes = 0;
        for (pile = flat->columns; pile < flat->foundations_end; pile++) {
            homes += facts->level[pile][card] > 0;
            fewest->order[pile][facts->level[pile][card]] = card;
        }
        if (flat->copies[card] > 1 || homes != flat->copies[card])
            fewest->single_homes = false;
    }
}

// Return whether two neighbouring cards of a column could move in one group.
static inline bool in_one_block(const Flat* flat, int column, const u8* cards) {
    if (cards[0] >= FACE_DOWN || !flat->together[column])
        return false;
    if (flat->supermove)
        return has(flat->build_run[cards[0]], cards[1]);
    return !flat->has_run || has(flat->run[cards[0]], cards[1]);
}

// Return how many moves to other piles than foundations the order of the cards in columns makes necessary.
static int blocked_moves(const Fewest* fewest, const Board* board) {
    const Flat* flat = fewest->flat;
    u64 needs[FLOOR];
    u64 above[FLOOR];
    u64 block[FLOOR];
    u64 active = 0, over, part, cards;
    int column, index, first, card, level, pile, moves = 0;
    memset(above, 0, sizeof(above));
    for (column = 0; column < flat->columns; column++) {
        over = 0;
        first = board->size[column] - 1;
        while (first > 0) {
            // A block, from its upper end down.
            index = first;
            part = 0;
            while (true) {
                card = board->cards[column][index] & ~FACE_DOWN;
                above[card] = over;
                over |= (u64)1 << card;
                part |= (u64)1 << card;
                index--;
                if (index == 0 || !in_one_block(flat, column, &board->cards[column][index]))
                    break;
            }
            while (first > index) {
                block[board->cards[column][first] & ~FACE_DOWN] = part;
                first--;
            }
        }
        active |= over;
    }
    for (pile = flat->columns; pile < flat->foundations_end; pile++) {
        over = 0;
        for (level = board->size[pile]; level < flat->complete[pile]; level++) {
            card = fewest->order[pile][level];
            needs[card] = over;
            over |= above[card];
        }
    }
    cards = active;
    while (cards) {
        card = lowest_bit(cards);
        cards &= cards - 1;
        if (has(needs[card], card)) {
            moves += has(active, card);
            active &= ~block[card];
        }
    }
    while (in_cycles(needs, &active)) {
        moves++;
        active &= ~shortest_cycle(needs, block, active);
    }
    return moves;
}

// Leave out the cards that are on no cycle, as far as that is easily seen, and return whether any are left.
static bool in_cycles(const u64* needs, u64* active) {
    u64 cards, known = 0, needed;
    int card;
    while (known != *active) {
        known = cards = *active;
        needed = 0;
        while (cards) {
            card = lowest_bit(cards);
            cards &= cards - 1;
            if (needs[card] & *active)
                needed |= needs[card];
            else
                *active &= ~((u64)1 << card);
        }
        *active &= needed;
    }
    return *active != 0;
}

// Return all cards of the blocks on a shortest cycle among these cards, each of which needs another one.
static u64 shortest_cycle(const u64* needs, const u64* block, u64 active) {
    u64 layers[FLOOR + 1];
    u64 start = active, seen, cards, found = 0;
    int card, first, depth, length = FLOOR + 1;
    while (start) {
        first = lowest_bit(start);
        start &= start - 1;
        layers[0] = seen = (u64)1 << first;
        depth = 0;
        while (layers[depth] && depth + 1 < length) {
            cards = layers[depth];
            depth++;
            layers[depth] = 0;
            while (cards) {
                card = lowest_bit(cards);
                cards &= cards - 1;
                layers[depth] |= needs[card] & active;
            }
            if (has(layers[depth], first)) {
                length = depth;
                found = cycle_back(needs, block, layers, first, depth);
                break;
            }
            layers[depth] &= ~seen;
            seen |= layers[depth];
        }
        if (length == 2)
            break;
    }
    return found;
}

// Return the cards of the blocks on a cycle whose cards lie in these layers, the first card in the first one.
static u64 cycle_back(const u64* needs, const u64* block, const u64* layers, int first, int depth) {
    u64 found = block[first], cards;
    int card, last = first;
    while (depth > 1) {
        depth--;
        cards = layers[depth];
        while (cards) {
            card = lowest_bit(cards);
            cards &= cards - 1;
            if (has(needs[card], last)) {
                found |= block[card];
                last = card;
                break;
            }
        }
    }
    return found;
}

// Return a lower bound of the moves to a win.
static int least_left(const Fewest* fewest, const Board* board) {
    const Flat* flat = fewest->flat;
    int left, taken = 0;
    if (board->won || !(fewest->facts->all_home || flat->wins_by == WINS_BY_EMPTY_PILES))
        return 0;
    left = (left_to_bring(flat, board) + fewest->per_move - 1) / fewest->per_move;
    if (fewest->single_homes)
        left += blocked_moves(fewest, board);
    if (fewest->turns_alone && fewest->facts->all_home) {
        if (flat->actions & DRAW)
            taken = flat->draw;
        if (flat->actions & DEAL)
            taken = GREATEST(taken, flat->most_dealt);
        if (taken > 0)
            left += (board->size[flat->stock] - 1 + taken - 1) / taken;
    }
    if (fewest->facts->cycles && flat->draw == 1 && fewest->single_homes)
        left += blocked_in_waste(fewest, board);
    return left;
}

// Return how many waste cards lie over a lower card of their suit.
static int blocked_in_waste(const Fewest* fewest, const Board* board) {
    int pile, index, card, lowest[MOST_PILES], number = 0;
    for (pile = fewest->flat->columns; pile < fewest->flat->foundations_end; pile++)
        lowest[pile] = MOST_CARD;
    for (index = 1; index < board->size[fewest->flat->waste]; index++) {
        card = board->cards[fewest->flat->waste][index];
        for (pile = fewest->flat->columns; pile < fewest->flat->foundations_end; pile++) {
            if (fewest->facts->level[pile][card]) {
                number += fewest->facts->level[pile][card] > lowest[pile];
                lowest[pile] = LEAST(lowest[pile], (int)fewest->facts->level[pile][card]);
            }
        }
    }
    return number;
}

// Return how many draws and redeals a move of a waste card includes.
static int turns_before(const Flat* flat, const Board* board, u32 move) {
    int waste = board->size[flat->waste] - 1, stock = board->size[flat->stock] - 1;
    int drawn = (int)(move >> 24) - 1;
    if (drawn >= waste && ((drawn - waste) % flat->draw == 0 || drawn == waste + stock))
        return (drawn - waste + flat->draw - 1) / flat->draw;
    return (stock + flat->draw - 1) / flat->draw + 1 + (drawn + flat->draw - 1) / flat->draw;
}

// Return a move of a card to its foundation that loses no move, or NO_MOVE.
static u32 safe_move(const Flat* flat, const Facts* facts, const Board* board) {
    int pile, target;
    if (!(facts->may_force && facts->all_home) || !flat->columns)
        return packed(NO_MOVE, 0, 0);
    for (pile = 0; pile < flat->targets; pile++) {
        if (board->size[pile] == 1 || is_foundation(flat, pile) || flat->refill[pile] || !has(flat->is_source, pile))
            continue;
        if (!gives(flat, board, pile))
            continue;
        if (top_of(board, pile) < FLOOR && is_safe(flat, facts, board, top_of(board, pile))) {
            target = accepting_foundation(flat, board, pile, 1);
            if (target != NO_PILE)
                return packed(pile, target, 1);
        }
    }
    return packed(NO_MOVE, 0, 0);
}

// Write the moves from ``board`` to ``moves``, without those that surely repeat another; return their number.
static int counted_moves(Fewest* fewest) {
    const Flat* flat = fewest->flat;
    const Facts* facts = fewest->facts;
    Board* board = &fewest->board;
    Play* play;
    int legal = card_moves(flat, board, false, fewest->plays, MOST_MOVES);
    int index, action, number = 0;
    for (index = 0; index < legal; index++) {
        play = &fewest->plays[index];
        if (facts->cycles && play->source == flat->waste)
            continue;
        if (!(play->target < flat->columns && board->size[play->target] > 1) && is_idle(flat, facts, board, play))
            continue;
        fewest->moves[number] = packed(play->source, play->target, play->count);
        number++;
    }
    if (facts->cycles)
        return number + moves_of_waste(flat, facts, board, ~(u64)0, fewest->moves + number);
    for (action = 0; action < 3; action++) {
        if (may_turn(flat, board, 1 << action)) {
            fewest->moves[number] = packed(NO_MOVE + 1 + action, 0, 0);
            number++;
        }
    }
    return number;
}

static Met* met_at(const Fewest* fewest, const Fingerprint* print) {
    u64 place = print->low & (fewest->met_room - 1);
    while (fewest->met[place].print.high
        && (fewest->met[place].print.high != print->high || fewest->met[place].print.low != print->low))
        place = (place + 1) & (fewest->met_room - 1);
    return &fewest->met[place];
}

// Make room for one more way; return False if memory is exhausted.
static bool room_for_way(Fewest* fewest) {
    Met* old = fewest->met;
    u64 old_room = fewest->met_room, place;
    Way* ways;
    if (fewest->ways_number == fewest->ways_room) {
        ways = (Way*)realloc(fewest->ways, 2 * ((size_t)fewest->ways_room + 512) * sizeof(Way));
        if (ways == NULL)
            return false;
        fewest->ways = ways;
        fewest->ways_room = 2 * (fewest->ways_room + 512);
    }
    if (8 * fewest->met_number < 5 * fewest->met_room)
        return true;
    fewest->met_room = GREATEST((u64)1024, 2 * old_room);
    fewest->met = (Met*)calloc(fewest->met_room, sizeof(Met));
    if (fewest->met == NULL) {
        fewest->met = old;
        fewest->met_room = old_room;
        return false;
    }
    for (place = 0; place < old_room; place++)
        if (old[place].print.high)
            *met_at(fewest, &old[place].print) = old[place];
    free(old);
    return true;
}

static Fingerprint print_child(Fewest* fewest, u64 touched) {
    Fingerprint print;
    Shape shape;
    int pile;
    print.low = fewest->facts->endless ? 0 : fewest->child.redeals;
    print.high = 0;
    for (pile = 0; pile < fewest->flat->piles; pile++) {
        if (has(touched, pile))
            shape_pile(fewest->flat, fewest->facts, fewest->weights, &fewest->child, pile, false, &shape);
        else
            shape = fewest->shapes[pile];
        print.low += shape.print.low;
        print.high += shape.print.high;
    }
    print.low = mixed(print.low);
    print.high = never_zero(mixed(print.high));
    return print;
}

// Play a move and the safe ones after it, and return how many moves they are.
static int play_counted(const Fewest* fewest, Board* board, u32 move, u64* touched) {
    int moves = 0;
    *touched = 0;
    while (true) {
        if ((move & 255) != NO_MOVE) {
            moves++;
            if (move >> 24 && (int)(move & 255) == fewest->flat->waste) {
                moves += turns_before(fewest->flat, board, move);
                *touched |= pile_bit(fewest->flat->stock);
            }
        }
        *touched |= make_move(fewest->flat, board, move);
        if (board->won)
            return moves;
        move = safe_move(fewest->flat, fewest->facts, board);
        if ((move & 255) == NO_MOVE)
            return moves;
    }
}

// Play a move from ``child``, which equals ``board``. Queue the position if the way to it is the shortest known.
static void consider_way(Fewest* fewest, u32 parent, u32 moves, u32 move) {
    u64 touched;
    Fingerprint print;
    Met* met;
    int left;
    moves += play_counted(fewest, &fewest->child, move, &touched);
    touched &= ~(u64)0 >> (64 - fewest->flat->piles);
    if (moves >= fewest->most)
        return;
    if (!room_for_way(fewest)) {
        fewest->result = OUT_OF_MEMORY;
        return;
    }
    print = print_child(fewest, touched);
    met = met_at(fewest, &print);
    if (met->print.high) {
        if (fewest->ways[met->way].moves <= moves)
            return;
        left = fewest->ways[met->way].left;
    } else {
        left = least_left(fewest, &fewest->child);
    }
    if (moves + left >= fewest->most)
        return;
    if (!met->print.high)
        fewest->met_number++;
    met->print = print;
    met->way = fewest->ways_number;
    fewest->ways[fewest->ways_number] = (Way){parent, move, (u16)moves, (u16)left};
    fewest->ways_number++;
    if (fewest->child.won) {
        fewest->most = moves;
        fewest->won_way = fewest->ways_number - 1;
    } else if (!push(&fewest->queue, (100 * moves + fewest->weight * left) * VALUES + left, fewest->ways_number - 1)) {
        fewest->result = OUT_OF_MEMORY;
    }
}

static u64 bytes_used(const Fewest* fewest) {
    return (u64)fewest->ways_room * sizeof(Way) + fewest->met_room * sizeof(Met) + (u64)fewest->queue.room * sizeof(u64)
        + (u64)fewest->arena.states_room * fewest->arena.stride;
}

// Begin at ``root``. The tables, the facts and the limits are set.
static void open_fewest(Fewest* fewest) {
    set_bounds(fewest);
    fewest->won_way = NO_STATE;
    fewest->arena.redeals = fewest->root.redeals;
    fewest->least = least_left(fewest, &fewest->root);
    if (!empty_arena(&fewest->arena, fewest->flat)) {
        fewest->result = OUT_OF_MEMORY;
        return;
    }
    fewest->child = fewest->root;
    consider_way(fewest, NO_STATE, 0, packed(NO_MOVE, 0, 0));
}

// Expand the position with the least sum of moves and bound, unless a shorter way to it was found since.
static void expand_way(Fewest* fewest) {
    Way way;
    Fingerprint print;
    u32 index, state, value;
    u64 touched;
    int pile, number, play;
    if (fewest->queue.number == 0) {
        fewest->least = fewest->most;
        fewest->result = fewest->most < ANY_LENGTH ? WINS : DEAD;
        return;
    }
    if (fewest->weight == 100) {
        value = (u32)(fewest->queue.entries[0] >> 32) ^ (u32)0x80000000;
        fewest->least = GREATEST(fewest->least, LEAST(fewest->most, value / VALUES / 100));
        if (fewest->least >= fewest->most) {
            fewest->result = WINS;
            return;
        }
    }
    if (fewest->expanded == fewest->budget) {
        fewest->result = OUT_OF_BUDGET;
        return;
    }
    index = pop(&fewest->queue);
    way = fewest->ways[index];
    if ((u32)way.moves + way.left >= fewest->most)
        return;
    if (way.parent == NO_STATE)
        fewest->board = fewest->root;
    else
        load_state(&fewest->arena, fewest->flat, way.parent, &fewest->board);
    play_counted(fewest, &fewest->board, way.move, &touched);
    for (pile = 0; pile < fewest->flat->piles; pile++)
        shape_pile(fewest->flat, fewest->facts, fewest->weights, &fewest->board, pile, false, &fewest->shapes[pile]);
    copy_board(fewest->flat, &fewest->board, &fewest->child);
    print = print_child(fewest, 0);
    if (met_at(fewest, &print)->way != index)
        return;
    if (bytes_used(fewest) > fewest->memory) {
        fewest->result = OUT_OF_BUDGET;
        return;
    }
    fewest->expanded++;
    state = fewest->arena.states_number;
    if (!keep_state(&fewest->arena, fewest->flat, &fewest->board, index)) {
        fewest->result = OUT_OF_MEMORY;
        return;
    }
    number = counted_moves(fewest);
    for (play = 0; play < number; play++) {
        consider_way(fewest, state, way.moves, fewest->moves[play]);
        if (fewest->result != RUNNING)
            return;
        copy_board(fewest->flat, &fewest->board, &fewest->child);
    }
}

// Write the moves of the shortest line found; return False if memory is exhausted.
static bool write_way(Fewest* fewest, Line* line) {
    Line chosen = {NULL, 0, 0};
    u32 way = fewest->won_way, index, move;
    Board* board = &fewest->board;
    bool enough = true;
    while (enough) {
        enough = add_to_line(&chosen, fewest->ways[way].move);
        if (fewest->ways[way].parent == NO_STATE)
            break;
        way = node_of(&fewest->arena, fewest->ways[way].parent);
    }
    *board = fewest->root;
    for (index = 0; index < chosen.number; index++) {
        move = chosen.moves[chosen.number - 1 - index];
        while (enough) {
            enough = write_counted(fewest->flat, board, move, line);
            if (board->won)
                break;
            move = safe_move(fewest->flat, fewest->facts, board);
            if ((move & 255) == NO_MOVE)
                break;
        }
    }
    free(chosen.moves);
    return enough;
}

// Play a move, and write it with the turns of the stock that are part of it.
static bool write_counted(const Flat* flat, Board* board, u32 move, Line* line) {
    int action;
    if (move >> 24 && (int)(move & 255) == flat->waste) {
        while (board->size[flat->waste] != (int)(move >> 24)) {
            action = board->size[flat->stock] > 1 ? 1 : 2;
            if (!add_to_line(line, packed(NO_MOVE + 1 + action, 0, 0)))
                return false;
            turn_stock(flat, board, 1 << action);
        }
    }
    if ((move & 255) != NO_MOVE && !add_to_line(line, move & 0xFFFFFF))
        return false;
    make_move(flat, board, move);
    return true;
}

static void close_fewest(Fewest* fewest) {
    close_arena(&fewest->arena);
    close_queue(&fewest->queue);
    free(fewest->ways);
    free(fewest->met);
}
