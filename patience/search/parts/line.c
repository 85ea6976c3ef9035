// The winning line: the moves that led to the won position, together with those that they forced.

#include "../search.h"

static bool choose_moves(Work* work, Line* chosen);
static bool complete_line(Work* work, const Line* chosen, Line* line);

static bool add_to_line(Line* line, u32 move) {
    u32* moves;
    if (line->number == line->room) {
        moves = (u32*)realloc(line->moves, 2 * ((size_t)line->room + 256) * sizeof(u32));
        if (moves == NULL)
            return false;
        line->moves = moves;
        line->room = 2 * (line->room + 256);
    }
    line->moves[line->number] = move;
    line->number++;
    return true;
}

// Allocate the moves of the winning line and return their number, -1 if memory is exhausted.
static int write_line(Work* work, u32** moves) {
    Line chosen = {NULL, 0, 0};
    Line line = {NULL, 0, 0};
    bool enough;
    if (work->compact != NULL)
        enough = write_compact_line(work, &line);
    else if (work->pairs != NULL)
        enough = write_line_of_pairs(work, &line);
    else if (work->suited != NULL)
        enough = write_suited_line(work, &line);
    else
        enough = choose_moves(work, &chosen) && complete_line(work, &chosen, &line);
    free(chosen.moves);
    *moves = line.moves;
    return enough ? (int)line.number : -1;
}

// Write the moves that the search has chosen.
static bool choose_moves(Work* work, Line* chosen) {
    u32 node = work->won_node, step, other;
    if (work->deep.won_move) {
        work->forcing = work->heuristic.forcing;
        for (step = 1; step < work->deep.depth; step++)
            if (!add_to_line(chosen, work->deep.steps[step].move))
                return false;
        return add_to_line(chosen, work->deep.won_move);
    }
    while (work->arena.nodes[node].parent != NO_STATE) {
        if (!add_to_line(chosen, work->arena.nodes[node].move))
            return false;
        node = node_of(&work->arena, work->arena.nodes[node].parent);
    }
    for (step = 0; step < chosen->number / 2; step++) {
        other = chosen->number - 1 - step;
        u32 kept = chosen->moves[step];
        chosen->moves[step] = chosen->moves[other];
        chosen->moves[other] = kept;
    }
    return true;
}

// Play the chosen moves, and write them together with the moves that they force.
static bool complete_line(Work* work, const Line* chosen, Line* line) {
    Board* board = &work->board;
    u32 move, index;
    *board = work->root;
    for (index = 0; index < chosen->number + 1; index++) {
        move = index ? chosen->moves[index - 1] : packed(NO_MOVE, 0, 0);
        while (true) {
            if (!write_move(work, board, move, line))
                return false;
            if (board->won || !forces(work->flat, work->facts, board, move, work->forcing))
                break;
            move = forced_move(work->flat, work->facts, board, work->forcing);
            if ((move & 255) == NO_MOVE)
                break;
        }
    }
    return true;
}

// Play a move, and write it together with the turns of the stock and the move of a bared card that are part of it.
static bool write_move(Work* work, Board* board, u32 move, Line* line) {
    int action;
    if (move >> 24 && (int)(move & 255) == work->flat->waste) {
        while (board->size[work->flat->waste] != (int)(move >> 24)) {
            action = board->size[work->flat->stock] > 1 ? 1 : 2;
            if (!add_to_line(line, packed(NO_MOVE + 1 + action, 0, 0)))
                return false;
            turn_stock(work->flat, board, 1 << action);
        }
    }
    if ((move & 255) != NO_MOVE && !add_to_line(line, move & 0xFFFFFF))
        return false;
    if (target_of_bared(work->flat, move) != NO_PILE) {
        make_move(work->flat, board, move & 0xFFFFFF);
        move = packed(move & 255, target_of_bared(work->flat, move), 1);
        if (!add_to_line(line, move))
            return false;
    }
    make_move(work->flat, board, move);
    return true;
}
