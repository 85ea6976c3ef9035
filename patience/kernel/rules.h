// The rules of a variant as flat tables, boards, and what is legal on them: the interface of ``rules.c``.
//
// Sets of cards are bits 0 to 51 of a u64, and sets of piles bits 0 to 63. Every function is static: a program includes
// ``rules.c`` whole, so that the compiler sees all calls.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifndef __wasm__
#include <string.h>
#endif

// hatch_build.py defines KERNEL_SOURCES, without quotes, which compilers' command lines take differently.
#define AS_TEXT(name) #name
#define TEXT_OF(macro) AS_TEXT(macro)
#define DIGEST TEXT_OF(KERNEL_SOURCES)

#define LEAST(one, other) ((one) < (other) ? (one) : (other))
#define GREATEST(one, other) ((one) > (other) ? (one) : (other))

typedef uint8_t u8;
typedef uint64_t u64;

enum {
    MOST_PILES = 64,  // so that a set of piles is a u64
    MOST_CARDS = 208,  // four packs
    PILE_BYTES = 256,  // the floor and every card need 209
    MOST_HEAD = 1024,
    FLOOR = 52,
    FACE_DOWN = 64,
    JACK = 10,
    MOST_SWAPS = 1000,  // of cards of one group, as in PySolFC
    KING = 12,
    ONLY_KINGS = 1 << 12,  // ranks, as bits
    ACES_AND_KINGS = 1 << 12 | 1,
    ACE_OF_SPADES = 39,

    NO_PILE = -1,
    BARE = -2,  // the target of a token without a foundation's number
    CHOSEN = 255,  // a base card that is not known before the deal
    BASE_PLACE = 255,  // in a layout: the foundation that the base card begins

    DEAL = 1,
    DRAW = 2,
    REDEAL = 4,

    FREE = 0,
    HELD_BY_CARD_MOVE = 1,
    HELD_BY_FORWARD_MOVE = 2,
    HELD_BY_EMPTY_COLUMN = 3,
    HELD_BY_WASTE = 4,
    HELD_BY_CELLS = 5,
    HELD_BY_SPARE_CARD = 6,

    MOST_ORDERS = 8,  // of ranks that come again on foundations
    MOST_SETS = 26,  // that are collected on cells
    MOST_RUNS = 4,  // ways in which groups of columns run
    MOST_SUPPLIES = 6,  // lists of piles that fill others

    WINS_BY_FOUNDATIONS = 0,
    WINS_BY_ALL_CARDS = 1,
    WINS_BY_EMPTY_PILES = 2,
    WINS_BY_ONE_EACH = 3,
    WINS_BY_SEQUENCES = 4,
    WINS_IN_PLACE = 5,
    WINS_FACE_UP = 6,
    WINS_BY_FOUNDATIONS_AND_PILES = 7,
    WINS_BY_POINTS = 8,
    WINS_BY_COLOURS = 9,
    WINS_BY_ONE_COLUMN = 10,

    POKER = 1,
    CRIBBAGE = 2,

    TO_ALL = 0,
    TO_EMPTY = 1,
    TO_FILLED = 2,
    TO_UNFINISHED = 3,
    TO_ALL_AND_HOME = 4,

    IN_GROUPS = 0,
    IN_ROUNDS = 1,
    AS_LAYOUT = 2,
    TO_PLACES = 3,
    BY_TURNS = 4,
    IN_FANS = 5,
    UNDER_STOCK = 6,

    NOT_KNOWN = 0,  // the order of redeals that shuffle
    CONGRUENTIAL = 1,
    MERSENNE = 2,

    ACE = 0,
    FIRST = 1,
    FIRST_RANK = 2,

    // Each face-up card of each source can lead a group to each target.
    MOST_MOVES = MOST_CARDS * MOST_PILES,
};
// By the top card of a pile, ``FLOOR`` included: the cards that may lie on it, as bits.
typedef u64 Row[FLOOR + 1];

// Functions, since the search for web pages has no variables of its own.
static inline u64 every_card(void) {
    return ((u64)1 << FLOOR) - 1;
}

// Return the cards of a suit.
static inline u64 of_suit(int suit) {
    return (u64)0x1FFF << (13 * suit);
}

// Return the cards of a rank, of all suits.
static inline u64 of_rank(int rank) {
    return (1 | ((u64)1 << 13) | ((u64)1 << 26) | ((u64)1 << 39)) << rank;
}

// By the top card of a pile, ``FLOOR`` included: the cards that may lie on it, as bits.
typedef u64 Row[FLOOR + 1];

// What a variant is: ``CompiledRules`` as a flat structure.

typedef struct Flat {
    // Sets of cards are bits 0 to 51 of a u64, sets of piles bits 0 to 63. Piles are numbered columns,
    // foundations, reserve, waste, stock. Waste and stock are NO_PILE in games without them.
    int cards;
    int columns;
    int foundations_end;
    int cells_end;
    int targets;  // the end of the piles that take cards: columns, foundations, reserve, the waste, the stock
    u64 pairing;  // the piles whose top card leaves together with a card that is moved onto it
    bool builds_pairs;  // whether pairs go to foundations that are built on
    u8 pair_home[52];  // by card: the foundation to which it goes in a pair
    u64 leads_pair;  // the cards that lie lower there than the other one of their pair
    u64 beneath;  // those whose top card also leaves together with the card under it
    bool waste_takes;
    bool has_covers;
    u64 covers[MOST_PILES];  // by pile: the piles that lie on it
    u64 covered_by_all;  // the piles that are covered only as long as all of these have cards
    u64 lies_on[MOST_PILES];
    u64 limited;  // foundations and cells whose number of cards the top card does not tell
    int reserve_end;
    bool mixed_faces;  // whether face-up cards can lie under face-down ones
    bool deep_reserve;  // whether reserve piles can hold several cards
    int merci;  // the pile of a merci, NO_PILE in games without one
    int mercis;  // how often it can be used
    bool exchanges;  // whether it exchanges cards of a column
    int turned_to;  // the column to which it turns up face-down cards, NO_PILE if it does not
    int waste;
    int stock;
    int piles;
    int rows;
    Row* fits;  // by row, then top card: the cards that may lie on it
    u8 row[MOST_PILES];
    u64 reach[MOST_PILES];  // by source: the targets that take its cards
    int rounds;  // how many cards a round moves from the stock to columns; 1 until each has one, and 0 without rounds
    u64 gives_after;  // the piles that give no card as long as the stock, or the waste, has one
    u64 takes_after;
    u64 awaits[MOST_PILES];  // by pile that takes no card before each of some foundations has one: these
    bool draws_open;  // whether these piles wait for the stock alone
    u64 opens;  // the piles from which an empty column takes cards
    u64 opens_after[MOST_PILES];  // by such a pile: the reserve piles that must be empty before
    u64 builds;  // the piles from which a column that has cards takes some
    u64 together[MOST_PILES];  // by source: the targets that take several of its cards at once
    bool has_run;
    Row run;  // what a card moved in a group must lie on
    bool runs_differ;  // whether groups of some columns run in other ways, or in none
    u8 run_of[MOST_PILES];  // then by source: 0 if its groups need no order, or which of these runs they are, plus 1
    Row other_run[MOST_RUNS];
    bool has_level;
    Row level_run;  // what it may lie on instead, throughout the group
    bool supermove;
    Row build_run;  // the same for a supermove, and for the columns of a game that they win
    bool any_opens;  // whether every rank opens an empty column
    bool whole_only;
    bool lifts_whole;  // whether single cards of columns, too, go to columns only as whole columns
    bool base_apart;  // whether columns go from Ace to King whatever the base; their rows go round
    bool merges;  // whether a card that moves to a column replaces the one there, and the columns close up
    int row_width;  // how many columns a row of places has; 0 where columns do not lie in rows
    bool ring;  // whether the rows are a ring
    int row_base;  // the rank that begins rows
    int row_step;  // by how many ranks their cards go on
    Row after;  // by a card, those that may lie in the next place of a row
    Row before;  // by a card, those that may lie in the place before it
    bool complete_stays;  // whether a full column whose cards are a run gives none
    int complete_size;  // the cards of a complete column, the floor counted
    int full_size;  // the most cards in a column, the floor counted
    int whole[MOST_PILES];  // how many cards a foundation takes in one move, 0 if singly
    u8 whole_row[MOST_PILES];
    u64 ranked;  // foundations that take any card from some piles, …
    u64 free_givers[MOST_PILES];  // … these, …
    u64 limit[MOST_PILES];  // … and from others only these cards
    int guard[MOST_PILES];
    u64 guarded[MOST_PILES];  // the cards that wait until the guard is complete
    int complete[MOST_PILES];
    u64 winning;
    int wins_by;
    int hands;  // POKER or CRIBBAGE, by which a square has points; 0 where there are none
    int points;  // that win
    u64 emptied;  // the piles that win once they are empty, with the foundations or alone
    u64 bases_stay;  // foundations whose first card stays
    bool same_base;
    bool same_direction;
    u64 dependent;  // piles that more than their top card decides: foundations that depend on others, and built cells
    u64 opens_to_all;  // the columns that take any card, if empty, once all of …
    u64 opens_first;  // … these cards, which they take before, lie lowest in columns
    int opening_cards;  // … and how many of these the game has
    u64 collecting;  // the cells on which sets are collected
    int sets;
    u8 set_ranks[MOST_SETS][13];  // of each set: how many cards of each rank
    u64 set_beside[MOST_SETS][13];  // … and which cards may join one of each rank
    Row set_suits;  // by card on a cell: the cards that fit it in suit
    u64 run_cells;  // cells that take runs while they, and the stock, have no card
    u64 built_cells;  // cells that take no card as long as their first one is displaced
    u64 openers;  // the piles that give the first card on a foundation, before any other move
    bool base_first;  // whether their cards go nowhere else before
    int late;  // the number of piles that get a card, if they are empty, once play has set the base
    u8 late_pile[MOST_CARDS];
    u64 outranked;
    u8 order_of[MOST_PILES];  // by foundation: 0, or which order of ranks that come again it has, plus 1
    u8 order[MOST_ORDERS][FLOOR];
    u64 lowest_first;  // foundations that begin with the lowest card of its suit on top of columns
    int matches[MOST_PILES];
    bool one_way;  // whether columns go on the way of their two top cards
    bool has_own;
    u64 own[MOST_PILES];  // by column: the cards of its own ranks
    bool closed;  // whether the player turns columns up
    bool closed_takes;  // whether they take cards before
    u64 stays_closed;  // piles whose face-down top card is turned up only if it is their last
    int sources;
    u8 source[MOST_PILES];
    u64 is_source;
    int actions;
    int hold;
    int draw;
    bool last_draw_only;  // whether a draw turns the waste face down
    bool packet;  // whether the cards of a draw keep their order
    bool fills_gaps;  // whether a deal, or each move, fills the empty columns
    bool fills_by_itself;
    int closes;  // how many columns before it a column is whose cards it gets when columns close up; 0 if none
    bool closes_last;  // whether they close up only once the stock is empty
    bool gathers;  // whether a redeal gathers piles
    int gathered_first;  // these piles, or those whose cards become the stock: columns or reserve piles
    int gathered_end;
    int gather;  // the cards that it deals to each column; 0 if it does not, or deals as the layout
    int gather_as;
    bool shuffles;
    bool restocks;  // whether a redeal gathers cards that become the stock
    int deal_to;
    int dealt_first;  // the piles of a deal, if all get a card
    int dealt_end;
    bool shows_last;  // whether the last card of the stock lies face up, may be moved and is dealt to no pile
    int most_dealt;  // the most cards of a deal
    int deals;  // how many lists of piles say instead where a deal goes
    int deal_length[2];
    u8 deal_pile[2][MOST_CARDS];
    long long redeals;  // -1 without limit
    int drawn;
    u8 refill[MOST_PILES];  // 0, or which list of supplies fills the pile, plus 1
    int supplies[MOST_SUPPLIES];
    u8 supply[MOST_SUPPLIES][MOST_PILES];
    bool filled_by_redeal[MOST_SUPPLIES];
    bool longest_first;  // whether the longest of the reserve piles fills a column
    u8 copies[FLOOR];
    u8 pack[MOST_CARDS];  // before the shuffle: a card with 52 for each pack before its own
    u8 printed[FLOOR];
    u8 base_copy[MOST_CARDS];  // by base card: which card of the pack it is; CHOSEN if a deal chooses it
    bool from_start;
    int kings_moved;  // how many of the first cards are arranged so that Kings lie at the bottom; 0 if none
    bool distinct_ranks;
    bool jacks_apart;
    bool king_first;
    int ace_or_king_first;  // of how many first cards one is an Ace or King; 0 if any are
    int kings_last;  // how many cards are dealt first where Kings are dealt last; 0 if they are not
    int ranks_first;  // how many ranks are dealt before all others
    u8 rank_first[13];
    bool two_aces_last;
    int groups;
    u8 group_start[MOST_CARDS];
    u8 group_end[MOST_CARDS];
    bool spade_ace_last;
    bool ace_last;
    int base_from;
    int base_place;  // where the deal has the card of the base rank
    int bases;
    u64 base[MOST_CARDS];  // the cards that each can be
    u8 base_pile[MOST_CARDS];
    int laid;
    u8 layout_pile[MOST_CARDS];
    u8 layout_face[MOST_CARDS];
    u8 layout_first[MOST_CARDS];  // whether the card goes to a foundation first, if one takes it
    u64 layout_heads[MOST_CARDS];  // the cards that do, as long as they come, and leave the place to the next
    int spread;  // how many piles get all cards that are left after the layout
    u8 spread_column[MOST_PILES];
    u64 heads;  // the cards that begin the next of them
    bool ends_piles;  // or that end one
    bool sorted;  // or else cards go to those of their suit or rank
    u64 sorted_to[MOST_PILES];  // by place among these: the cards that go there
    u64 layout_sweeps[MOST_CARDS];  // the cards that go from the tops of columns to foundations after it
    u8 name[MOST_PILES][4];
    int name_bytes[MOST_PILES];
} Flat;

// Shuffles (``shuffles.c``).

static void shuffle_microsoft(u64 number, int drawn, u8* pack, int cards);
static void shuffle_mersenne(const u8* words, u8* pack, int cards);

// Boards (``board.c``).

typedef struct Board {
    // Each pile bottom to top, over FLOOR; sizes count the floor. Ranks are relative to ``base``.
    u8 cards[MOST_PILES][PILE_BYTES];
    int size[MOST_PILES];
    int base;  // the base rank, 0 for an Ace
    long long redeals;
    int merci_used;  // how often
    int phase;  // where stock cards are moved to columns in rounds: how many in this round, 0 before the first one
    bool won;
    // Where redeals shuffle: the generator of their orders, its seed or words, and how many numbers they took.
    int order;
    u64 seed;
    const u8* words;
    int drawn;
} Board;

typedef struct Play {
    int source;
    int target;
    int count;
} Play;

static int top_of(const Board* board, int pile);
static bool has(u64 numbers, int number);
static void put_card(Board* board, int pile, int card);
static int take_card(Board* board, int pile);
static void move_cards(const Flat* flat, Board* board, int source, int target, int count);
static bool has_own_top(const Flat* flat, const Board* board, int column);
static int topmost_down(const Board* board, int column);
static bool has_gap(const Flat* flat, const Board* board);
static bool is_covered(const Flat* flat, const Board* board, int pile);
static bool is_won(const Flat* flat, const Board* board);
static bool is_complete_run(const Flat* flat, const Board* board, int column);
static void deal_round(const Flat* flat, Board* board);
static bool hides_stock(const Flat* flat, const Board* board, int pile);
static void draw_cards(const Flat* flat, Board* board);
static void redeal(const Flat* flat, Board* board);
static bool is_filled_by_redeal(const Flat* flat, int pile);
static void gather(const Flat* flat, Board* board);
static void turn_piles(const Flat* flat, Board* board);
static void restock(const Flat* flat, Board* board);
static void deal_again(const Flat* flat, Board* board);

// Hands (``hands.c``).

static bool is_won_by_points(const Flat* flat, const Board* board);

// Legality (``legality.c``).

static u64 taken_by(const Flat* flat, const Board* board, int target);
static bool gives(const Flat* flat, const Board* board, int source);
static bool takes_group(const Flat* flat, const Board* board, int source, int target, int count);
static int drawn_to(const Flat* flat, const Board* board, int source);
static int accepting_foundation(const Flat* flat, const Board* board, int source, int count);
static int target_of(const Flat* flat, const Board* board, const Play* play);
static int card_moves(const Flat* flat, const Board* board, bool forward, Play* plays, int most);
static bool may_turn(const Flat* flat, const Board* board, int action);
static bool redeals_left(const Flat* flat, const Board* board);
static void turn_stock(const Flat* flat, Board* board, int action);
