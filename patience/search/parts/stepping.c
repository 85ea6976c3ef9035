// A necessary condition of winning where one pile, or several that take the same, must take every card one by one, a
// rank up or down: Golf's waste, the foundation of Black Hole.
//
// Each card that is still to be put there is put on a card of a neighbouring rank. A card takes at most one other. So
// count the cards by rank: n of rank r are still to come, and c of rank r could lie under one of them: those to come, the
// present tops, and cards of the stock, which draws put there. Let u(r) of the cards to come of rank r + 1 lie on cards of
// rank r. The other n(r + 1) - u(r) lie on cards of rank r + 2. The cards of rank r take u(r) and n(r - 1) - u(r - 2)
// cards, so u(r) <= c(r) - n(r - 1) + u(r - 2). With u(r) <= n(r + 1), these inequalities have a greatest solution. If it
// has a negative number, or is too small where cards of rank r + 1 can lie on no others, there is none, and the position
// is dead. The order in which the cards can be had is ignored.

#include "../search.h"

// Return whether the condition holds, and add to the value how uneven the ranks to come are.
static bool could_step(const Flat* flat, const Facts* facts, const i32* weights, const Board* board, i64* value) {
    int to_come[RANKS_NUMBER];
    int under[RANKS_NUMBER];
    int up[RANKS_NUMBER];
    int pile, index, rank, most;
    bool fell = true;
    memset(to_come, 0, sizeof(to_come));
    memset(under, 0, sizeof(under));
    for (pile = 0; pile < flat->piles; pile++) {
        if (has(facts->stepping, pile)) {
            // An empty foundation takes a first card that lies on no other.
            if (board->size[pile] == 1)
                return true;
            under[facts->rank[top_of(board, pile)]]++;
        } else if (pile == flat->stock && flat->waste_takes) {
            for (index = 1; index < board->size[pile]; index++)
                under[facts->rank[board->cards[pile][index] & ~FACE_DOWN]]++;
        } else {
            for (index = 1; index < board->size[pile]; index++)
                to_come[facts->rank[board->cards[pile][index] & ~FACE_DOWN]]++;
        }
    }
    for (rank = 0; rank < RANKS_NUMBER; rank++) {
        under[rank] += to_come[rank];
        most = to_come[rank] - to_come[(rank + 1) % RANKS_NUMBER];
        *value += weights[UNEVEN] * most * most;
        up[rank] = (facts->step_up >> rank) & 1 ? to_come[(rank + 1) % RANKS_NUMBER] : 0;
    }
    while (fell) {
        fell = false;
        for (rank = 0; rank < RANKS_NUMBER; rank++) {
            most = under[rank] - to_come[(rank + 12) % RANKS_NUMBER] + up[(rank + 11) % RANKS_NUMBER];
            if (up[rank] > most) {
                up[rank] = most;
                fell = true;
            }
            if (most < 0)
                return false;
        }
    }
    for (rank = 0; rank < RANKS_NUMBER; rank++)
        if (!((facts->step_down >> ((rank + 2) % RANKS_NUMBER)) & 1) && up[rank] < to_come[(rank + 1) % RANKS_NUMBER])
            return false;
    return true;
}
