// Move generation for the search: moves to try, moves to leave out, and moves that are forced.
//
// Where foundations give cards back (``facts.returns``), a card that could come back to where it lies goes to its
// foundation at once. Positions that differ by such moves can reach each other, so one of them stands for all: the one
// with every such card on its foundation. A line of play leads from one group of these positions to another by
//
// * a move to a foundation that cannot be undone. The card is at the top of the same pile in the position that stands
//   for the group, and its foundation has the same height: the card itself is the next one there.
// * a move of a waste card or of cards of a column to a column. If the top card of the target is the same in the
//   position that stands for the group, the move can be made there, without those of the moved cards that are on
//   foundations. Those can be put on the others afterwards. If not, the foundations give back the top card of the
//   target, and what must leave before it, and then the move is made. Cards that come straight from a foundation need
//   no move of their own: they can be given back to the target.
// * turning the stock, which depends on no card of a column.
//
// So a foundation gives cards back only if a card of a column or of the stock is put on one of them, and until then
// nothing else is tried.
//
// Where runs of a suit move, but cards of other suits lie on each other, too (``facts.joins``), as in Spider, a run moves
// at once from a card that it does not continue to one that it does. The run can come back: the card that it bares
// takes it, is face up and stays in its column. Nothing is forced after a move back. So whatever is done before runs
// join can be done afterwards, too: they move back first.
//
// Where face-up cards lie under face-down ones (mixed faces), both arguments hold: the card to which a card or a run
// comes back is face up and was bared by that very move.

// Idle moves are left out. A cell's only card that goes to another cell, a column that goes to an empty column that
// nothing fills, and moves to another of several equal piles lead to a position that differs only in which of some piles
// alike has which cards. Which piles are alike is decided once for all rules (``has_unlike_piles``, ``columns_differ``).

#include "../search.h"

static u32 forced_move_of_stock(const Flat* flat, const Facts* facts, const Board* board, int forcing, u64 taken);
static u32 joining_move(const Flat* flat, const Board* board);
static void turn_to(const Flat* flat, Board* board, int drawn);
static bool has_parted(const Flat* flat, const Board* board, u32 move);
static bool is_exchange(const Flat* flat, const Facts* facts, const Board* board, const Play* play);
static u64 piles_for_bared(const Flat* flat, const Board* board, const Play* play);
static int exchanges(const Flat* flat, const Facts* facts, const Board* board, const Play* play, u32* moves);

static inline u32 packed(int source, int target, int count) {
    return source | (target << 8) | (count << 16);
}

static inline u64 pile_bit(int pile) {
    return (u64)1 << pile;
}

static inline bool is_foundation(const Flat* flat, int pile) {
    return flat->columns <= pile && pile < flat->foundations_end;
}

// Return the set of piles from ``first`` up to ``end``.
static inline u64 piles_of(int first, int end) {
    return (pile_bit(end) - 1) & ~(pile_bit(first) - 1);
}

// Return the foundation or the cell to which the card that the move bares goes as part of the move, or NO_PILE.
static inline int target_of_bared(const Flat* flat, u32 move) {
    return (int)(move & 255) < flat->columns ? (int)(move >> 24) - 1 : NO_PILE;
}

// Play a move and return the set of piles that it changed.
static u64 make_move(const Flat* flat, Board* board, u32 move) {
    int source = move & 255, target = (move >> 8) & 255, bared = target_of_bared(flat, move), kind, index;
    u64 touched = 0;
    if (source == NO_MOVE)
        return 0;
    if (source == flat->waste && move >> 24) {
        turn_to(flat, board, (move >> 24) - 1);
        touched = pile_bit(flat->stock);
    }
    if (source > NO_MOVE) {
        turn_stock(flat, board, 1 << (source - NO_MOVE - 1));
        return source - NO_MOVE != 2 ? ~(u64)0 : pile_bit(flat->stock) | pile_bit(flat->waste);
    }
    touched |= pile_bit(source) | pile_bit(target);
    move_cards(flat, board, source, target, (move >> 16) & 255);
    if (bared != NO_PILE) {
        touched |= pile_bit(bared);
        move_cards(flat, board, source, bared, 1);
    }
    if (flat->fills_by_itself)
        return ~(u64)0;
    if (flat->has_covers)
        touched |= flat->lies_on[source] | flat->lies_on[target];
    if (has(flat->pairing, target))
        touched |= pile_bit(flat->columns);
    // Cards at the bottom of columns open the others, and a card that sets the base lets rounds be dealt.
    if (flat->opens_to_all || flat->late)
        return ~(u64)0;
    if (has(flat->collecting, target))
        touched |= pile_bit(flat->columns) | flat->collecting;
    if (flat->refill[source] || (flat->refill[target] && has(flat->pairing, target))) {
        // A supply that fills the vacancy with its last card is filled in turn, so from another list.
        for (kind = 0; kind < MOST_SUPPLIES; kind++)
            for (index = 0; index < flat->supplies[kind]; index++)
                touched |= pile_bit(flat->supply[kind][index]);
    }
    return touched;
}

// Return whether a foundation could give the top card of a column back to its place, if it were there.
static inline bool could_come_back(const Flat* flat, const Facts* facts, const Board* board, int column) {
    int under;
    if (!facts->returns || board->size[column] < 2)
        return false;
    under = board->cards[column][board->size[column] - 2];
    return under <= FLOOR && has(flat->fits[flat->row[0]][under], top_of(board, column));
}

// Return the columns whose top cards have just come from foundations: all other such cards are forced.
static u64 given_back(const Flat* flat, const Facts* facts, const Board* board) {
    u64 columns = 0;
    int column;
    for (column = 0; column < flat->columns; column++)
        if (could_come_back(flat, facts, board, column) && accepting_foundation(flat, board, column, 1) != NO_PILE)
            columns |= pile_bit(column);
    return columns;
}

// Return the foundations whose top card is worth giving back.
//
// A card may come to lie on it that is in a column, the waste or the stock now. Or it makes way for such a card of
// its foundation, or takes such a card of another one.
static u64 useful_back(const Flat* flat, const Board* board) {
    u64 others = 0, useful = 0, known = 1, foundations = 0;
    int pile, index, card;
    bool way;
    for (pile = 0; pile < flat->piles; pile++) {
        if (flat->columns <= pile && pile < flat->foundations_end)
            continue;
        for (index = 1; index < board->size[pile]; index++)
            if (board->cards[pile][index] < FACE_DOWN)
                others |= (u64)1 << board->cards[pile][index];
    }
    while (known != useful) {
        known = useful;
        for (pile = flat->columns; pile < flat->foundations_end; pile++) {
            way = false;
            for (index = 1; index < board->size[pile]; index++) {
                card = board->cards[pile][index];
                way |= (flat->fits[flat->row[0]][card] & (others | useful)) != 0;
                if (way)
                    useful |= (u64)1 << card;
            }
        }
    }
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        if (board->size[pile] > 1 && has(useful, top_of(board, pile)))
            foundations |= pile_bit(pile);
    return foundations;
}

// Return a move of a run or of a card to its foundation that is played at once, or NO_MOVE.
//
// If a card's move is safe (``safe.c``), every winning line also wins without the later moves of this card: no card
// needs it, and the card below it is free earlier. The last card of a pile that would be refilled stays. A card that
// could come back goes, too.
static u32 forced_move(const Flat* flat, const Facts* facts, const Board* board, int forcing) {
    int pile, target, top;
    u64 taken = 0;
    u32 join;
    if (facts->joins) {
        join = joining_move(flat, board);
        if ((join & 255) != NO_MOVE)
            return join;
    }
    if (forcing == NOTHING_FORCED)
        return packed(NO_MOVE, 0, 0);
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        taken |= taken_by(flat, board, pile);
    for (pile = 0; pile < flat->piles; pile++) {
        top = top_of(board, pile);
        if (top >= FLOOR || !has(taken, top) || !has(flat->is_source, pile)
            || (flat->columns <= pile && pile < flat->foundations_end))
            continue;
        if (!gives(flat, board, pile))
            continue;
        // Turned back after each move, the waste has no top card (``settle``).
        if (pile == flat->waste && facts->cycles)
            continue;
        if (forcing == SAFE_FORCED) {
            if (!has(facts->sheds, pile))
                continue;
            if (flat->refill[pile] && board->size[pile] == 2)
                continue;
            if (!(pile < flat->columns && could_come_back(flat, facts, board, pile))
                && !is_safe(flat, facts, board, top))
                continue;
        }
        target = accepting_foundation(flat, board, pile, 1);
        if (target != NO_PILE)
            return packed(pile, target, 1);
    }
    if (facts->sheds_stock)
        return forced_move_of_stock(flat, facts, board, forcing, taken);
    return packed(NO_MOVE, 0, 0);
}

// Return a move of any card of the stock or the waste to a foundation, with the turns it needs, or NO_MOVE.
static u32 forced_move_of_stock(const Flat* flat, const Facts* facts, const Board* board, int forcing, u64 taken) {
    int drawn, card, target;
    if (!gives(flat, board, flat->waste))
        return packed(NO_MOVE, 0, 0);
    for (drawn = 1; drawn < board->size[flat->waste] + board->size[flat->stock] - 1; drawn++) {
        card = card_to_come(flat, board, drawn);
        if (!has(taken, card) || (forcing == SAFE_FORCED && !is_safe(flat, facts, board, card)))
            continue;
        for (target = flat->columns; target < flat->foundations_end; target++)
            if (has(taken_by(flat, board, target), card) && has(flat->reach[flat->waste], target))
                return packed(flat->waste, target, 1) | ((u32)(drawn + 1) << 24);
    }
    return packed(NO_MOVE, 0, 0);
}

// Return a move of a run onto a card that continues it, from one that does not, or NO_MOVE.
static u32 joining_move(const Flat* flat, const Board* board) {
    int column, target, first;
    const u8* cards;
    for (column = 0; column < flat->columns; column++) {
        cards = board->cards[column];
        first = board->size[column] - 1;
        while (first > 1 && cards[first - 1] < FLOOR && has(flat->run[cards[first - 1]], cards[first]))
            first--;
        if (first < 2 || cards[first - 1] >= FACE_DOWN
            || !has(flat->fits[flat->row[0]][cards[first - 1]], cards[first]))
            continue;
        for (target = 0; target < flat->columns; target++)
            if (target != column && board->size[target] > 1 && has(flat->run[top_of(board, target)], cards[first]))
                return packed(column, target, board->size[column] - first);
    }
    return packed(NO_MOVE, 0, 0);
}

// Turn the stock and the waste until ``drawn`` cards are on the waste, by whatever draws and redeals.
static void turn_to(const Flat* flat, Board* board, int drawn) {
    while (board->size[flat->waste] - 1 < drawn)
        put_card(board, flat->waste, take_card(board, flat->stock));
    while (board->size[flat->waste] - 1 > drawn)
        put_card(board, flat->stock, take_card(board, flat->waste));
}

// Return whether a redeal and draws lead back to the cards that are on the waste now.
static inline bool is_reached_again(const Flat* flat, const Board* board) {
    return (board->size[flat->waste] - 1) % flat->draw == 0 || board->size[flat->stock] == 1;
}

// Return whether other moves are forced after a move: none after one that they would undo.
static inline bool forces(const Flat* flat, const Facts* facts, const Board* board, u32 move, int forcing) {
    if (facts->joins)
        return forcing == ALL_FORCED || !has_parted(flat, board, move);
    return !(facts->returns && is_foundation(flat, move & 255));
}

// Return whether a move has taken cards off a card that they continue, to a card that they do not.
static bool has_parted(const Flat* flat, const Board* board, u32 move) {
    int source = move & 255, target = (move >> 8) & 255, place;
    if (source >= flat->columns || target >= flat->columns)
        return false;
    place = board->size[target] - (int)((move >> 16) & 255);
    return top_of(board, source) < FLOOR && board->cards[target][place - 1] < FLOOR
        && has(flat->run[top_of(board, source)], board->cards[target][place])
        && !has(flat->run[board->cards[target][place - 1]], board->cards[target][place]);
}

// Play all moves that are forced after the last one, and return the set of piles that they changed.
static u64 settle(const Flat* flat, const Facts* facts, Board* board, u32 last, int forcing) {
    u64 touched = 0;
    u32 move;
    bool forced = forces(flat, facts, board, last, forcing);
    while (forced && !board->won) {
        move = forced_move(flat, facts, board, forcing);
        if ((move & 255) == NO_MOVE)
            break;
        touched |= make_move(flat, board, move);
    }
    if (facts->cycles && board->size[flat->waste] > 1 && is_reached_again(flat, board)) {
        turn_to(flat, board, 0);
        touched |= pile_bit(flat->stock) | pile_bit(flat->waste);
    }
    return touched;
}

// Return whether the order of the columns matters: to a deal to come, or to a redeal that gathers them.
static inline bool columns_differ(const Flat* flat, const Board* board) {
    if (flat->gathers || (flat->restocks && flat->dealt_first == 0))
        return true;
    return flat->actions & DEAL && flat->dealt_first == 0 && board->size[flat->stock] > 1;
}

// Return whether an earlier move leads to an equivalent position, or the move changes nothing.
static bool is_idle(const Flat* flat, const Facts* facts, const Board* board, const Play* play) {
    int pile, top;
    if (!facts->proved_idle || play->target == flat->waste)
        return false;
    if (play->target >= flat->foundations_end) {
        if (facts->reserve_supplies || facts->differ || board->size[play->target] > 1)
            return false;
        if (play->source >= flat->foundations_end && play->source < flat->targets && board->size[play->source] == 2)
            return true;
        for (pile = flat->foundations_end; pile < play->target; pile++)
            if (board->size[pile] == 1)
                return true;
        return false;
    }
    top = top_of(board, play->target);
    if (play->target < flat->columns) {
        if (board->size[play->target] > 1)
            return is_exchange(flat, facts, board, play) && !piles_for_bared(flat, board, play);
        if (facts->differ || columns_differ(flat, board))
            return false;
        if (play->source < flat->columns && play->count == board->size[play->source] - 1 && !flat->refill[play->source])
            return true;
        for (pile = 0; pile < play->target; pile++)
            if (board->size[pile] == 1)
                return true;
        return false;
    }
    for (pile = flat->columns; pile < play->target; pile++) {
        if (facts->seed[pile] == facts->seed[play->target] && board->size[pile] == board->size[play->target]) {
            if (pile != play->source && facts->like[top_of(board, pile)] == facts->like[top])
                return !facts->remembers;
        }
    }
    return false;
}

// Return whether a sequence moves between two cards of columns that take the same cards (``shapes.c``).
static bool is_exchange(const Flat* flat, const Facts* facts, const Board* board, const Play* play) {
    int place, under;
    if (!facts->free_runs || play->source >= flat->columns || play->target >= flat->columns)
        return false;
    place = board->size[play->source] - play->count;
    under = board->cards[play->source][place - 1];
    if (under >= FLOOR || !has(flat->run[under], board->cards[play->source][place]))
        return false;
    return flat->run[under] == flat->run[top_of(board, play->target)];
}

// Return the foundations and cells that take the card that a move bares.
static u64 piles_for_bared(const Flat* flat, const Board* board, const Play* play) {
    int pile, under = board->cards[play->source][board->size[play->source] - play->count - 1];
    u64 piles = 0;
    for (pile = flat->columns; pile < flat->cells_end; pile++)
        if (has(taken_by(flat, board, pile), under) && has(flat->reach[play->source], pile))
            piles |= pile_bit(pile);
    return piles;
}

// Write the moves that are an exchange and a move of the card that it bares, and return their number.
//
// This card goes to the first foundation that takes it, or to a cell: of empty ones alike, the first.
static int exchanges(const Flat* flat, const Facts* facts, const Board* board, const Play* play, u32* moves) {
    u64 piles = piles_for_bared(flat, board, play), foundations = piles_of(flat->columns, flat->foundations_end);
    int pile, number = 0;
    bool empty = false;
    piles &= ~foundations | (piles & foundations & (0 - (piles & foundations)));
    while (piles) {
        pile = lowest_bit(piles);
        piles &= piles - 1;
        if (!is_foundation(flat, pile) && board->size[pile] == 1 && !facts->reserve_supplies) {
            if (empty)
                continue;
            empty = true;
        }
        moves[number] = packed(play->source, play->target, play->count) | ((u32)(pile + 1) << 24);
        number++;
    }
    return number;
}

// Return the top of the waste when this number of cards is on it.
static inline int card_to_come(const Flat* flat, const Board* board, int drawn) {
    if (drawn < board->size[flat->waste])
        return board->cards[flat->waste][drawn];
    return board->cards[flat->stock][board->size[flat->stock] - 1 - (drawn - board->size[flat->waste])];
}

// Return how many cards are on the waste when this one is its top.
static int waste_size_with(const Flat* flat, const Board* board, int card) {
    int size = 1;
    while (card_to_come(flat, board, size) != card)
        size++;
    return size;
}

// Write the moves to these targets of all cards that draws and redeals bring to the top of the waste.
//
// Return their number.
static int moves_of_waste(const Flat* flat, const Facts* facts, const Board* board, u64 targets, u32* moves) {
    int target, drawn, number = 0;
    int waste = board->size[flat->waste] - 1, stock = board->size[flat->stock] - 1;
    u64 taken;
    Play play = {flat->waste, 0, 1};
    for (target = 0; target < flat->targets; target++) {
        if (!has(targets, target) || !reaches(flat, board, flat->waste, target))
            continue;
        taken = taken_by(flat, board, target);
        play.target = target;
        if (!taken || flat->whole[target] || (target < flat->columns && board->size[target] == flat->full_size))
            continue;
        if (is_idle(flat, facts, board, &play))
            continue;
        for (drawn = 1; drawn < waste + stock + 1; drawn++) {
            if (drawn % flat->draw && drawn != waste + stock) {
                if (drawn < waste || (drawn - waste) % flat->draw)
                    continue;
            }
            if (has(taken, card_to_come(flat, board, drawn))) {
                moves[number] = packed(flat->waste, target, 1) | ((u32)(drawn + 1) << 24);
                number++;
            }
        }
    }
    return number;
}

// Write all moves but idle ones to ``moves`` and return their number. ``plays`` is working memory.
//
// If ``turned``, moves of waste cards include the turns of the stock that they need. If ``settled``, forced moves
// were played, and foundations give cards back only for a purpose.
static int moves_to_try(
    const Flat* flat, const Facts* facts, const Board* board, bool turned, bool settled, Play* plays, u32* moves) {
    int index, action, legal, number = 0;
    u64 targets = settled && facts->returns ? given_back(flat, facts, board) : 0;
    u64 left_out = 0;
    if (settled && facts->returns)
        left_out = piles_of(flat->columns, flat->foundations_end) & ~useful_back(flat, board);
    legal = card_moves(flat, board, false, plays, MOST_MOVES);
    for (index = 0; index < legal; index++) {
        if ((turned && plays[index].source == flat->waste) || has(left_out, plays[index].source))
            continue;
        if (targets && !has(targets, plays[index].target) && !is_foundation(flat, plays[index].source))
            continue;
        if (settled && facts->merges && board->size[plays[index].target] > 1
            && is_exchange(flat, facts, board, &plays[index])) {
            number += exchanges(flat, facts, board, &plays[index], moves + number);
        } else if (!is_idle(flat, facts, board, &plays[index])) {
            moves[number] = packed(plays[index].source, plays[index].target, plays[index].count);
            number++;
        }
    }
    if (turned)
        return number + moves_of_waste(flat, facts, board, targets ? targets : ~(u64)0, moves + number);
    if (targets)
        return number;
    for (action = 0; action < 3; action++) {
        if (may_turn(flat, board, 1 << action)) {
            moves[number] = packed(NO_MOVE + 1 + action, 0, 0);
            number++;
        }
    }
    return number;
}
