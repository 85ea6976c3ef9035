// Shorter winning lines: the shortest way through the positions around a line.
//
// 1. Each move is left out on trial, together with the later ones that it makes illegal. If the rest still wins, it
//    is the new line (action elimination).
// 2. The positions around the line are expanded, those on it first, then their neighbours, and so on. The shortest way
//    through all known positions is the new line. The next round expands the positions around that one (plan
//    neighbourhood graph search: Nakhost & Müller 2010). Positions that cannot lie on a shorter way are left out: a
//    move brings at most one card, or one whole sequence, to a foundation.
//
// Equivalent positions are one node. A way is a list of nodes, so its moves are found again from node to node.

#include "../search.h"

static Fingerprint print_of(Around* around, const Board* board) {
    Fingerprint print;
    Shape shape;
    int pile;
    print.low = around->facts->endless ? 0 : board->redeals;
    print.high = 0;
    for (pile = 0; pile < around->flat->piles; pile++) {
        shape_pile(around->flat, around->facts, around->weights, board, pile, false, &shape);
        print.low += shape.print.low;
        print.high += shape.print.high;
    }
    print.low = mixed(print.low);
    print.high = never_zero(mixed(print.high));
    return print;
}

// Return the node of a position, a new one if need be; NO_STATE if there is no room.
static u32 node_at(Around* around, const Board* board) {
    Fingerprint print = print_of(around, board);
    u64 slot = print.low & (SLOTS - 1);
    u32 node;
    while (around->slots[slot] != NO_STATE) {
        node = around->slots[slot];
        if (around->prints[node].low == print.low && around->prints[node].high == print.high)
            return node;
        slot = (slot + 1) & (SLOTS - 1);
    }
    node = around->nodes;
    if (node == MOST_KEPT || !keep_state(&around->arena, around->flat, board, node))
        return NO_STATE;
    around->slots[slot] = node;
    around->prints[node] = print;
    around->edge[node] = NO_STATE;
    around->done[node] = false;
    around->left[node] = (left_to_bring(around->flat, board) + around->per_move - 1) / around->per_move;
    around->won[node] = board->won;
    around->nodes++;
    return node;
}

static void connect(Around* around, u32 node, u32 target) {
    if (node == target || target == NO_STATE || around->edges_number == MOST_EDGES)
        return;
    around->edges[around->edges_number] = (Edge){target, around->edge[node]};
    around->edge[node] = around->edges_number;
    around->edges_number++;
}

static void expand_node(Around* around, u32 node) {
    int index, number;
    u32 target, known = around->nodes;
    u64 touched;
    around->done[node] = true;
    around->expanded++;
    load_state(&around->arena, around->flat, node, &around->board);
    copy_piles(around->flat, &around->board, &around->child, ~(u64)0);
    number = moves_to_try(around->flat, around->facts, &around->board, false, false, around->plays, around->moves);
    for (index = 0; index < number; index++) {
        touched = make_move(around->flat, &around->child, around->moves[index]);
        target = node_at(around, &around->child);
        connect(around, node, target);
        if (target != NO_STATE && target >= known)
            around->distance[target] = around->distance[node] + 1;
        copy_piles(around->flat, &around->board, &around->child, touched);
    }
}

// Find the shortest way from the first node to a win, write it to ``before``, and return the won node.
static u32 shortest_way(Around* around) {
    u32 first = 0, last = 1, node, edge, target;
    memset(around->before, 255, around->nodes * sizeof(u32));
    around->queue[0] = 0;
    around->before[0] = 0;
    around->distance[0] = 0;
    while (first < last) {
        node = around->queue[first];
        first++;
        if (around->won[node])
            return node;
        edge = around->edge[node];
        while (edge != NO_STATE) {
            target = around->edges[edge].target;
            if (around->before[target] == NO_STATE) {
                around->before[target] = node;
                around->distance[target] = around->distance[node] + 1;
                around->queue[last] = target;
                last++;
            }
            edge = around->edges[edge].following;
        }
    }
    return NO_STATE;
}

// Expand at most ``most`` positions, those on the way to a won node first; return their number.
static u64 expand_around(Around* around, u32 won, u64 most) {
    u32 first = 0, last = 0, node, edge, target;
    u64 number = 0;
    memset(around->met, 0, MOST_KEPT);
    node = won;
    while (true) {
        around->queue[last] = node;
        last++;
        around->met[node] = true;
        if (node == 0)
            break;
        node = around->before[node];
    }
    while (first < last && number < most) {
        node = around->queue[first];
        first++;
        if (!around->done[node] && around->distance[node] + around->left[node] < around->distance[won]) {
            expand_node(around, node);
            number++;
        }
        edge = around->edge[node];
        while (edge != NO_STATE) {
            target = around->edges[edge].target;
            if (!around->met[target]) {
                around->met[target] = true;
                around->queue[last] = target;
                last++;
            }
            edge = around->edges[edge].following;
        }
    }
    return number;
}

// Play moves after the position of ``child``, without those that are illegal; return the number of moves played.
//
// 0 if that does not win.
static int play_rest(Around* around, const u32* line, int length, u32* played) {
    int index, number = 0;
    Play play;
    copy_piles(around->flat, &around->child, &around->board, ~(u64)0);
    for (index = 0; index < length; index++) {
        around->tried++;
        if ((line[index] & 255) > NO_MOVE) {
            if (!may_turn(around->flat, &around->board, 1 << ((line[index] & 255) - NO_MOVE - 1)))
                continue;
        } else {
            play = (Play){line[index] & 255, (line[index] >> 8) & 255, line[index] >> 16};
            if (target_of(around->flat, &around->board, &play) == NO_PILE)
                continue;
        }
        make_move(around->flat, &around->board, line[index]);
        played[number] = line[index];
        number++;
        if (around->board.won)
            return number;
    }
    return 0;
}

// Return the positions expanded, with moves that were tried as their share of one.
static u64 spent(const Around* around) {
    return around->expanded + around->tried / TRIED_A_POSITION;
}

// Leave out moves of a line as long as the rest wins and the budget lasts; return the new length.
static int without_surplus(Around* around, const Board* root, u32* line, int length, u32* played, u64 budget) {
    int index = 0, number;
    copy_piles(around->flat, root, &around->child, ~(u64)0);
    while (index < length && spent(around) < budget) {
        number = play_rest(around, line + index + 1, length - index - 1, played);
        if (number) {
            memcpy(line + index, played, number * sizeof(u32));
            length = index + number;
        } else {
            make_move(around->flat, &around->child, line[index]);
            index++;
        }
    }
    return length;
}

// Make a node of each position of a line; return the last one, NO_STATE if there is no room.
static u32 lay_line(Around* around, const Board* root, const u32* line, int length) {
    u32 node, target;
    int index;
    copy_piles(around->flat, root, &around->child, ~(u64)0);
    node = node_at(around, &around->child);
    for (index = 0; index < length; index++) {
        make_move(around->flat, &around->child, line[index]);
        target = node_at(around, &around->child);
        if (node == NO_STATE || target == NO_STATE)
            return NO_STATE;
        connect(around, node, target);
        node = target;
    }
    return node;
}

// Write the moves of the way to a won node; return their number, 0 if one is not found again.
static int moves_along(Around* around, const Board* root, u32 won, u32* line) {
    u32 last = MOST_LINE, node = won, index;
    int number, length = 0;
    u64 touched;
    Fingerprint print;
    bool found;
    while (node) {
        last--;
        around->queue[last] = node;
        if (last == 0)
            return 0;
        node = around->before[node];
    }
    copy_piles(around->flat, root, &around->board, ~(u64)0);
    copy_piles(around->flat, root, &around->child, ~(u64)0);
    for (index = last; index < (u32)MOST_LINE; index++) {
        number = moves_to_try(around->flat, around->facts, &around->board, false, false, around->plays, around->moves);
        found = false;
        while (number && !found) {
            number--;
            touched = make_move(around->flat, &around->child, around->moves[number]);
            print = print_of(around, &around->child);
            found = print.low == around->prints[around->queue[index]].low
                && print.high == around->prints[around->queue[index]].high;
            if (!found)
                copy_piles(around->flat, &around->board, &around->child, touched);
        }
        if (!found)
            return 0;
        copy_piles(around->flat, &around->child, &around->board, ~(u64)0);
        line[length] = around->moves[number];
        length++;
    }
    return length;
}

// Replace a line by the shortest way through the positions around it; return its length.
static int reroute(Around* around, const Board* root, u32* line, int length, u64 budget) {
    u32 won = lay_line(around, root, line, length);
    u64 share = GREATEST(budget / ROUNDS, (u64)LEAST_ROUND), left;
    int number;
    if (won == NO_STATE || !around->won[won])
        return length;
    won = shortest_way(around);
    while (spent(around) < budget) {
        left = budget - spent(around);
        if (!expand_around(around, won, LEAST(share, left)))
            break;
        won = shortest_way(around);
    }
    number = moves_along(around, root, won, line + MOST_LINE);
    if (number == 0 || number >= length)
        return length;
    memcpy(line, line + MOST_LINE, number * sizeof(u32));
    return number;
}

// Shorten a line, which has room for two; return its new length.
static int shortened(Around* around, const Board* root, u32* line, int length, u64 budget) {
    u64 last;
    length = without_surplus(around, root, line, length, line + MOST_LINE, budget / 4);
    // Enough for the second time, if the line stays as long.
    last = LEAST(budget / 4, (u64)length * (u64)length / (2 * TRIED_A_POSITION) + 1);
    length = reroute(around, root, line, length, budget - last);
    return without_surplus(around, root, line, length, line + MOST_LINE, budget);
}

static bool open_around(Around* around) {
    int pile;
    around->per_move = around->flat->pairing ? 2 : 1;
    for (pile = around->flat->columns; pile < around->flat->foundations_end; pile++)
        around->per_move = GREATEST(around->per_move, (u32)around->flat->whole[pile]);
    around->prints = (Fingerprint*)malloc(MOST_KEPT * sizeof(Fingerprint));
    around->edge = (u32*)malloc(MOST_KEPT * sizeof(u32));
    around->before = (u32*)malloc(MOST_KEPT * sizeof(u32));
    around->distance = (u32*)malloc(MOST_KEPT * sizeof(u32));
    around->left = (u32*)malloc(MOST_KEPT * sizeof(u32));
    around->queue = (u32*)malloc(GREATEST((int)MOST_KEPT, (int)MOST_LINE) * sizeof(u32));
    around->done = (u8*)malloc(MOST_KEPT);
    around->won = (u8*)malloc(MOST_KEPT);
    around->met = (u8*)malloc(MOST_KEPT);
    around->edges = (Edge*)malloc(MOST_EDGES * sizeof(Edge));
    around->slots = (u32*)malloc(SLOTS * sizeof(u32));
    if (around->slots != NULL)
        memset(around->slots, 255, SLOTS * sizeof(u32));
    return around->prints != NULL && around->edge != NULL && around->before != NULL && around->distance != NULL
        && around->left != NULL && around->queue != NULL && around->done != NULL && around->won != NULL
        && around->met != NULL && around->edges != NULL && around->slots != NULL
        && empty_arena(&around->arena, around->flat);
}

static void close_around(Around* around) {
    if (around == NULL)
        return;
    free(around->prints);
    free(around->edge);
    free(around->before);
    free(around->distance);
    free(around->left);
    free(around->queue);
    free(around->done);
    free(around->won);
    free(around->met);
    free(around->edges);
    free(around->slots);
    close_arena(&around->arena);
    free(around);
}
