// Royal Rendezvous: no columns, and each play takes one card off the waste at most (``waste_bound.py`` has the argument).

#include "../search.h"

static int count_most_plays(const Flat* flat, const Facts* facts, const Board* board, int suit, u32 cards);
static int climb(const Flat* flat, const Facts* facts, const Board* board, int pile, const u8* left);
static int climb_others(const Flat* flat, const Facts* facts, const Board* board, int suit, const u8* left);
static bool could_open(const Flat* flat, const Facts* facts, const Board* board, int above, Answers* answers);

// Return an upper bound of the cards of a suit that its foundations could take, from the cache.
static int most_plays(const Flat* flat, const Facts* facts, const Board* board, int suit, u32 cards, Answers* answers) {
    u64 question = suit;
    u64 place;
    int index, guard = flat->guard[facts->suit_pile[suit][0]];
    for (index = 0; index < facts->suit_piles[suit]; index++)
        question = (question << 4) | board->size[facts->suit_pile[suit][index]];
    question = (question << 4) | (guard >= 0 ? board->size[guard] : 0);
    question = (question << 26) | cards;
    place = mixed(question) % ANSWERS;
    if (answers->question[place] != question) {
        answers->question[place] = question;
        answers->plays[place] = count_most_plays(flat, facts, board, suit, cards);
    }
    return answers->plays[place];
}

// Compute the bound: the longest foundation first, then the others.
//
// Exact if the others have no rank in common. Foundations that give cards back are rebuilt from all their
// cards, because a move between two foundations does not count as a play.
static int count_most_plays(const Flat* flat, const Facts* facts, const Board* board, int suit, u32 cards) {
    u8 left[13];
    const u8* piles = facts->suit_pile[suit];
    int longest = piles[0], guard = flat->guard[piles[0]];
    int index, pile, size, steps, climbs, climbed, home = 0, most = 0;
    for (index = 0; index < 13; index++)
        left[index] = (cards >> (2 * index)) & 3;
    if (!facts->final) {
        for (index = 0; index < facts->suit_piles[suit]; index++) {
            pile = piles[index];
            home += board->size[pile] - 1;
            for (size = 1; size < board->size[pile]; size++)
                left[facts->rank[board->cards[pile][size]]]++;
        }
    }
    climbed = facts->final ? board->size[longest] : 1;
    steps = 0;
    while (true) {
        climbs = steps + climb_others(flat, facts, board, suit, left);
        most = GREATEST(most, climbs);
        if (climbed == flat->complete[longest] || !left[facts->rank[facts->step[longest][climbed]]])
            break;
        left[facts->rank[facts->step[longest][climbed]]]--;
        climbed++;
        steps++;
        if (climbed == flat->complete[longest] && guard >= 0) {
            if (climb(flat, facts, board, guard, left) + board->size[guard] < flat->complete[guard])
                break;
        }
    }
    return GREATEST(0, most - home);
}

// Return how many cards a foundation could take.
static inline int climb(const Flat* flat, const Facts* facts, const Board* board, int pile, const u8* left) {
    int start = facts->final ? board->size[pile] : 1;
    int size = start;
    while (size < flat->complete[pile] && left[facts->rank[facts->step[pile][size]]])
        size++;
    return size - start;
}

static inline int climb_others(const Flat* flat, const Facts* facts, const Board* board, int suit, const u8* left) {
    int index, steps = 0;
    for (index = 1; index < facts->suit_piles[suit]; index++)
        steps += climb(flat, facts, board, facts->suit_pile[suit][index], left);
    return steps;
}

// Update the bounds of a set of suits.
static void count_plays(
    const Flat* flat, const Facts* facts, const Board* board, int suits, Playable* playable, Answers* answers) {
    int suit;
    for (suit = 0; suit < 4; suit++) {
        if ((suits >> suit) & 1) {
            playable->all_plays -= playable->plays[suit];
            playable->plays[suit] = most_plays(flat, facts, board, suit, playable->cards[suit], answers);
            playable->all_plays += playable->plays[suit];
        }
    }
}

// Count one more playable card and return its suit as a set.
static inline int make_playable(const Facts* facts, int card, Playable* playable) {
    playable->cards[facts->suit[card]] += (u32)1 << (2 * facts->rank[card]);
    return 1 << facts->suit[card];
}

// Count only the cards of the cells as playable, covered ones too.
static void make_cells_playable(const Flat* flat, const Facts* facts, const Board* board, Playable* playable) {
    int pile, index;
    memset(playable, 0, sizeof(Playable));
    for (pile = flat->foundations_end; pile < flat->reserve_end; pile++)
        for (index = 1; index < board->size[pile]; index++)
            make_playable(facts, board->cards[pile][index] & ~FACE_DOWN, playable);
}

// Return the plays to spare for exposing the waste, at most 12. Below 0 some card stays buried.
//
// A card under j others is exposed only if, for some d, d cards leave the stock and j + d cards are played, from
// the cells, the j cards above it and those d cards.
static int waste_slack(const Flat* flat, const Facts* facts, const Board* board, Answers* answers) {
    Playable playable;
    int suits, step, spare, above = 0, drawn = 0, slack = 12;
    int top = board->size[flat->waste] - 1, stock = board->size[flat->stock] - 1;
    if (top == 0)
        return slack;
    make_cells_playable(flat, facts, board, &playable);
    count_plays(flat, facts, board, 15, &playable, answers);
    spare = playable.all_plays;
    while (true) {
        // More cards never allow fewer plays, so the next ``spare - slack`` cards cannot lower the slack.
        step = GREATEST(1, spare - slack + 1);
        if (above + step >= top)
            return slack;
        suits = 0;
        while (step) {
            above++;
            step--;
            suits |= make_playable(facts, board->cards[flat->waste][top - above + 1], &playable);
        }
        count_plays(flat, facts, board, suits, &playable, answers);
        spare = playable.all_plays - above - drawn;
        while (spare < 0 && drawn < stock) {
            suits = make_playable(facts, board->cards[flat->stock][stock - drawn], &playable);
            drawn++;
            count_plays(flat, facts, board, suits, &playable, answers);
            spare = playable.all_plays - above - drawn;
        }
        if (spare < 0) {
            if (!could_open(flat, facts, board, above, answers))
                return -1;
            spare = 0;
        }
        slack = LEAST(slack, spare);
    }
}

// Return whether a waste card under `above` others could be exposed by any number of draws.
static bool could_open(const Flat* flat, const Facts* facts, const Board* board, int above, Answers* answers) {
    Playable playable;
    int index, drawn;
    int top = board->size[flat->waste] - 1, stock = board->size[flat->stock] - 1;
    make_cells_playable(flat, facts, board, &playable);
    for (index = 0; index < above; index++)
        make_playable(facts, board->cards[flat->waste][top - index], &playable);
    count_plays(flat, facts, board, 15, &playable, answers);
    for (drawn = 0; drawn < stock; drawn++) {
        if (playable.all_plays >= above + drawn)
            return true;
        index = make_playable(facts, board->cards[flat->stock][stock - drawn], &playable);
        count_plays(flat, facts, board, index, &playable, answers);
    }
    return playable.all_plays >= above + stock;
}

// Return the value of a position: high and even foundations, a shallow waste, plays to spare.
static i32 rendezvous_value(const Flat* flat, const Facts* facts, const i32* weights, const Board* board, int slack) {
    i32 value = -weights[SLACK] * slack;
    int index, card, suit, rank, pile, steps, kind;
    int lowest[4];
    int least[MOST_PILES];
    for (pile = 0; pile < flat->foundations_end; pile++) {
        kind = pile / 4;
        steps = board->size[pile] - 1;
        value -= weights[facts->step_weight[pile]] * steps;
        least[kind] = pile % 4 == 0 ? steps : LEAST(least[kind], steps);
    }
    for (kind = 0; kind < flat->foundations_end / 4; kind++)
        value -= weights[LEAST] * least[kind];
    lowest[0] = lowest[1] = lowest[2] = lowest[3] = 13;
    for (index = 1; index < board->size[flat->waste]; index++) {
        card = board->cards[flat->waste][index];
        suit = facts->suit[card];
        rank = facts->rank[card];
        steps = 98;
        for (pile = 0; pile < flat->foundations_end; pile++)
            if (facts->level[pile][card] >= board->size[pile])
                steps = LEAST(steps, (facts->level[pile][card] - board->size[pile] + 1) * facts->stride[pile]);
        value += weights[SOON] * 14 / (steps + 2);
        if (rank > lowest[suit])
            value += weights[WASTE_INVERSION];
        else
            lowest[suit] = rank;
    }
    return value;
}
