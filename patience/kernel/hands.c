// What the rows and columns of a square are worth, as hands of poker or cribbage.

#include "rules.h"

static int points_of_poker(const u8* hand);
static int points_of_cribbage(u8* hand, int starter);

// Return whether every column has a card, and the square is worth enough.
static bool is_won_by_points(const Flat* flat, const Board* board) {
    u8 hand[6];
    int line, place, first, step, points = 0, width = flat->hands == POKER ? 5 : 4;
    int starter = FLOOR;
    for (line = 0; line < flat->columns; line++)
        if (board->size[line] == 1)
            return false;
    if (flat->hands == CRIBBAGE)
        starter = top_of(board, flat->stock);
    for (line = 0; line < 2 * width; line++) {
        first = line < width ? line * width : line - width;
        step = line < width ? 1 : width;
        for (place = 0; place < width; place++)
            hand[place] = top_of(board, first + step * place);
        points += flat->hands == POKER ? points_of_poker(hand) : points_of_cribbage(hand, starter);
    }
    if (starter != FLOOR && starter % 13 == JACK)
        points += 2;
    return points >= flat->points;
}

// Return the points of five cards.
static int points_of_poker(const u8* hand) {
    int counts[13];
    int rank, index, lowest = 13, highest = 0, pairs = 0, most = 1;
    bool is_flush = true, is_high = false;
    for (rank = 0; rank < 13; rank++)
        counts[rank] = 0;
    for (index = 0; index < 5; index++) {
        counts[hand[index] % 13]++;
        is_flush = is_flush && hand[index] / 13 == hand[0] / 13;
    }
    for (rank = 0; rank < 13; rank++) {
        if (!counts[rank])
            continue;
        lowest = LEAST(lowest, rank);
        highest = GREATEST(highest, rank);
        most = GREATEST(most, counts[rank]);
        pairs += counts[rank] == 2;
    }
    if (most == 1)
        is_high = counts[0] > 0 && counts[9] > 0 && counts[10] > 0 && counts[11] > 0 && counts[12] > 0;
    if (most == 1 && (is_high || highest - lowest == 4)) {
        if (!is_flush)
            return 15;
        return is_high ? 100 : 75;
    }
    if (most == 4)
        return 50;
    if (most == 3)
        return pairs ? 25 : 10;
    if (is_flush)
        return 20;
    return pairs == 2 ? 5 : pairs ? 2 : 0;
}

// Return the points of four cards and the starter, if there is one, which is added to the hand.
static int points_of_cribbage(u8* hand, int starter) {
    int counts[13];
    int cards = 4, index, choice, total, rank, run = 0, ways = 1, points = 0;
    bool is_flush = true;
    for (index = 0; index < 4; index++) {
        is_flush = is_flush && hand[index] / 13 == hand[0] / 13;
        points += starter != FLOOR && hand[index] % 13 == JACK && hand[index] / 13 == starter / 13;
    }
    if (is_flush)
        points += 4 + (starter != FLOOR && starter / 13 == hand[0] / 13);
    if (starter != FLOOR) {
        hand[4] = (u8)starter;
        cards = 5;
    }
    for (rank = 0; rank < 13; rank++)
        counts[rank] = 0;
    for (index = 0; index < cards; index++)
        counts[hand[index] % 13]++;
    for (choice = 1; choice < 1 << cards; choice++) {
        total = 0;
        for (index = 0; index < cards; index++)
            if ((choice >> index) & 1)
                total += LEAST(hand[index] % 13 + 1, 10);
        if (total == 15)
            points += 2;
    }
    // Five cards have one run at most; each card of a rank makes another.
    for (rank = 0; rank < 13; rank++) {
        points += counts[rank] * (counts[rank] - 1);
        run = counts[rank] ? run + 1 : 0;
        ways = counts[rank] ? ways * counts[rank] : 1;
        if (run >= 3 && (rank == 12 || !counts[rank + 1]))
            points += run * ways;
    }
    return points;
}
