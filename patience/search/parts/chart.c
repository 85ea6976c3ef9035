// The facts about a variant that the search needs, derived from its tables once. ``Chart`` sets the first ones, and
// ``derive_facts`` the others, from the flat tables alone.

#include "../search.h"

static void leave_nothing_out(const Flat* flat, Facts* facts);
static void set_cards(const Flat* flat, Facts* facts);
static void set_supplies(const Flat* flat, Facts* facts);
static void set_sequences(const Flat* flat, Facts* facts);
static void set_ladders(const Flat* flat, Facts* facts);
static void set_follows(const Flat* flat, Facts* facts);
static bool runs_are_free(const Flat* flat, const Facts* facts);
static bool runs_could_join(const Flat* flat, const Facts* facts);
static bool cards_could_return(const Flat* flat, const Facts* facts);
static void set_stepping(const Flat* flat, Facts* facts);
static bool set_compact(const Flat* flat, Facts* facts);
static bool is_suited(const Flat* flat, const Facts* facts);
static void set_steps(const Flat* flat, Facts* facts);
static bool behave_alike(const Flat* flat, const Facts* facts, int card, int other);
static bool are_equal_in(const u64* row, int card, int other);
static bool has_both_or_none(u64 cards, int card, int other);

// Complete the facts that follow from the flat tables.
static void derive_facts(const Flat* flat, Facts* facts) {
    int pile;
    for (pile = 0; pile < flat->piles; pile++)
        facts->seed[pile] = mixed(1 + (u64)facts->kind[pile]);
    set_cards(flat, facts);
    set_supplies(flat, facts);
    set_sequences(flat, facts);
    set_ladders(flat, facts);
    facts->remembers = !facts->final && !facts->by_suit;
    // No rule makes a card in a column useful for anything but the cards that may lie on it.
    facts->may_force = facts->by_suit
        && !(flat->gathers || flat->wins_by == WINS_BY_ALL_CARDS || flat->hold == HELD_BY_EMPTY_COLUMN
            || flat->hold == HELD_BY_SPARE_CARD || flat->waste_takes || flat->has_covers
            || flat->wins_by == WINS_BY_EMPTY_PILES || (facts->restricted && !facts->final));
    // Where any cards in sequence move, as in Black Widow, only sequences that a foundation takes are progress.
    if (facts->ends)
        facts->wanted = &facts->sequel[0];
    else
        facts->wanted = facts->order;
    set_follows(flat, facts);
    set_safety(flat, facts);
    facts->free_runs = runs_are_free(flat, facts);
    facts->joins = runs_could_join(flat, facts);
    // In other games this finds fewer wins: in Baker's Dozen three of eight instead of six.
    facts->returns = facts->free_runs && cards_could_return(flat, facts);
    facts->merges = facts->free_runs && facts->may_force && foundations_are_alike(flat, facts);
    if (facts->bounds_waste)
        set_steps(flat, facts);
    set_stepping(flat, facts);
    facts->compact = set_compact(flat, facts);
    facts->suited = is_suited(flat, facts);
    facts->plain = facts->plain || flat->pairing != 0;
    if (facts->plain)
        leave_nothing_out(flat, facts);
    set_homes(flat, facts);
}

// Take back what is proved of other rules only. Cards that pair alike are still alike.
static void leave_nothing_out(const Flat* flat, Facts* facts) {
    int pile;
    if (flat->pairing)
        facts->proved_hopeless = facts->proved_idle = facts->proved_merges = facts->proved_safe = false;
    facts->recalls = flat->same_base || flat->same_direction;
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        facts->recalls = facts->recalls || flat->matches[pile] >= 0;
    facts->bounds_waste = facts->buries = facts->compact = facts->suited = false;
    facts->stepping = 0;
    facts->can_judge = facts->can_judge && facts->proved_hopeless;
    facts->may_force = facts->may_force && facts->proved_safe;
    if (!facts->proved_merges)
        facts->free_runs = facts->joins = facts->returns = facts->merges = false;
    if (flat->pairing)
        facts->cycles = false;
}

static void set_cards(const Flat* flat, Facts* facts) {
    int card, other, top;
    if (flat->has_run)
        facts->order = &flat->run[0];
    else
        facts->order = &flat->fits[flat->row[0]][0];
    for (card = 0; card < FLOOR; card++) {
        facts->rank[card] = card % 13;
        facts->suit[card] = card / 13;
        for (top = 0; top < 13; top++)
            facts->lower[top] |= (u64)(card % 13 < top) << card;
        for (top = 0; top < FLOOR; top++)
            if (flat->columns && has(flat->fits[flat->row[0]][top], card))
                facts->lands_on[card] |= (u64)1 << top;
        other = 0;
        while (other < card && !behave_alike(flat, facts, card, other))
            other++;
        facts->like[card] = other;
        facts->like[card + FACE_DOWN] = other + FACE_DOWN;
        other = 0;
        while (flat->run[other] != flat->run[card])
            other++;
        facts->host[card] = other;
    }
    facts->like[FLOOR] = FLOOR;
}

// Return the piles that fill a vacancy of this pile.
static u64 supplies_of(const Flat* flat, int pile) {
    int kind = flat->refill[pile] - 1, index;
    u64 piles = 0;
    if (kind >= 0)
        for (index = 0; index < flat->supplies[kind]; index++)
            piles |= pile_bit(flat->supply[kind][index]);
    return piles;
}

static u64 all_supplies(const Flat* flat) {
    int pile;
    u64 piles = 0;
    for (pile = 0; pile < flat->piles; pile++)
        piles |= supplies_of(flat, pile);
    return piles;
}

// Return the piles that a deal gives cards.
static u64 dealt_piles(const Flat* flat) {
    u64 piles = 0;
    int list, place;
    if (!flat->deals)
        return piles_of(flat->dealt_first, flat->dealt_end);
    for (list = 0; list < flat->deals; list++)
        for (place = 0; place < flat->deal_length[list]; place++)
            piles |= pile_bit(flat->deal_pile[list][place]);
    return piles;
}

// Return whether reserve piles fill vacancies or are dealt to.
static bool supplies_reserve(const Flat* flat) {
    return ((all_supplies(flat) | dealt_piles(flat)) & piles_of(flat->foundations_end, flat->reserve_end)) != 0;
}

static void set_supplies(const Flat* flat, Facts* facts) {
    u64 supplies = all_supplies(flat), fills = 0;
    int pile;
    facts->endless = flat->redeals < 0;
    facts->reserve_supplies = supplies_reserve(flat);
    facts->waste_supplies = flat->waste >= 0 && has(supplies, flat->waste);
    facts->buries = flat->waste_takes && !facts->waste_supplies;
    facts->cycles = facts->endless && flat->actions == (DRAW | REDEAL) && !flat->gather && flat->hold == FREE
        && !has(supplies, flat->waste) && !has(supplies, flat->stock) && !flat->refill[flat->waste] && !flat->packet
        && !flat->last_draw_only && !(flat->gives_after || flat->takes_after || flat->openers);
    facts->can_judge = flat->columns && flat->cells_end == flat->foundations_end
        && !(flat->limited || flat->waste_takes || flat->has_covers || flat->wins_by == WINS_BY_EMPTY_PILES);
    // The piles whose cards a deal or fills bring to columns, also by way of other piles.
    for (pile = 0; pile < flat->columns; pile++)
        fills |= supplies_of(flat, pile);
    for (pile = flat->columns; pile < flat->piles; pile++)
        if (has(fills, pile))
            fills |= supplies_of(flat, pile);
    if (flat->waste >= 0 && has(fills, flat->waste))
        fills |= pile_bit(flat->stock);
    if (flat->actions & DEAL && dealt_piles(flat) & (piles_of(0, flat->columns) | fills))
        fills |= pile_bit(flat->stock);
    facts->falls = fills;
}

// Set what follows in whole sequences, and where they end.
static void set_sequences(const Flat* flat, Facts* facts) {
    int pile, card, length, other;
    u64 last, following;
    for (pile = flat->columns; pile < flat->foundations_end; pile++) {
        if (!flat->whole[pile])
            continue;
        last = flat->fits[flat->row[pile]][FLOOR];
        for (length = 1; length < flat->whole[pile]; length++) {
            following = 0;
            for (card = 0; card < FLOOR; card++)
                if (has(last, card))
                    following |= flat->fits[flat->whole_row[pile]][card];
            last = following;
        }
        for (card = 0; card < FLOOR; card++) {
            facts->sequel[card] |= flat->fits[flat->whole_row[pile]][card];
            for (other = 0; other < FLOOR; other++)
                if (has(last, other) && card % 13 == other % 13)
                    facts->ends |= (u64)1 << card;
        }
    }
}

static void set_ladders(const Flat* flat, Facts* facts) {
    int ladder_of[MOST_PILES];
    int pile, ladder, level, card, earlier;
    u64 rung, last, cards, taken = 0;
    facts->by_suit = true;
    for (pile = flat->columns; pile < flat->foundations_end; pile++) {
        if (flat->whole[pile] || has(flat->limited, pile)) {
            facts->by_suit = false;
            continue;
        }
        ladder = facts->ladders;
        for (earlier = flat->columns; earlier < pile; earlier++) {
            if (!flat->whole[earlier] && !has(flat->limited, earlier)
                && facts->declared[earlier] == facts->declared[pile]) {
                ladder = ladder_of[earlier];
                break;
            }
        }
        ladder_of[pile] = ladder;
        facts->ladder_pile[ladder][facts->ladder_piles[ladder]] = pile;
        facts->ladder_piles[ladder]++;
        facts->ladder_wins[ladder] += has(flat->winning, pile);
        facts->ladder_height[ladder] = LEAST(flat->complete[pile] - 1, (int)MOST_LEVELS);
        last = (u64)1 << FLOOR;
        cards = 0;
        for (level = 0; level < facts->ladder_height[ladder]; level++) {
            rung = 0;
            for (card = 0; card < FLOOR + 1; card++)
                if (has(last, card))
                    rung |= flat->fits[flat->row[pile]][card];
            facts->by_suit = facts->by_suit && rung != 0 && !(rung & (rung - 1));
            facts->rung[ladder][level] = rung;
            for (card = 0; card < FLOOR; card++)
                if (has(rung, card))
                    facts->level[pile][card] = level + 1;
            cards |= rung;
            last = rung;
        }
        if (ladder == facts->ladders) {
            facts->ladders++;
            facts->shared |= taken & cards;
            taken |= cards;
        }
    }
}

// Close the relation of lying on a card in a column.
static void set_follows(const Flat* flat, Facts* facts) {
    int card, over;
    u64 known;
    if (!flat->columns)
        return;
    for (card = 0; card < FLOOR; card++) {
        known = 0;
        facts->follows[card] = flat->fits[flat->row[0]][card];
        while (known != facts->follows[card]) {
            known = facts->follows[card];
            for (over = 0; over < FLOOR; over++)
                if (has(known, over))
                    facts->follows[card] |= flat->fits[flat->row[0]][over];
        }
    }
}

// Return whether any sequence moves, no rule counts its cards, and ranks only descend.
static bool runs_are_free(const Flat* flat, const Facts* facts) {
    int card;
    if (!(flat->columns && flat->has_run) || flat->supermove || flat->whole_only || facts->ends)
        return false;
    if (flat->gather || flat->hold != FREE || flat->full_size < PILE_BYTES || flat->actions & DEAL)
        return false;
    if (flat->waste_takes || flat->wins_by == WINS_BY_EMPTY_PILES || facts->differ || facts->restricted)
        return false;
    for (card = 0; card < FLOOR; card++)
        if (flat->run[card] != flat->fits[flat->row[0]][card] || has(facts->follows[card], card))
            return false;
    return true;
}

// Return whether every run moves between columns freely, and columns are not built in runs alone.
static bool runs_could_join(const Flat* flat, const Facts* facts) {
    u64 columns = pile_bit(flat->columns) - 1;
    int card, pile;
    bool other = false;
    if (!(flat->columns && flat->has_run) || flat->whole_only || flat->gather || flat->full_size < PILE_BYTES)
        return false;
    if (facts->may_force || flat->waste_takes || flat->wins_by == WINS_BY_EMPTY_PILES || facts->differ
        || facts->restricted)
        return false;
    for (pile = 0; pile < flat->columns; pile++)
        if (columns & ~flat->together[pile] & ~pile_bit(pile))
            return false;
    for (card = 0; card < FLOOR; card++) {
        if (flat->run[card] & ~flat->fits[flat->row[0]][card])
            return false;
        other |= flat->run[card] != flat->fits[flat->row[0]][card];
    }
    return other;
}

// Return whether all foundations that take a card are interchangeable.
static bool foundations_are_alike(const Flat* flat, const Facts* facts) {
    int card, pile, kind;
    for (card = 0; card < FLOOR; card++) {
        kind = -1;
        for (pile = flat->columns; pile < flat->foundations_end; pile++) {
            if (facts->level[pile][card]) {
                if (kind >= 0 && facts->kind[pile] != kind)
                    return false;
                kind = facts->kind[pile];
            }
        }
    }
    return true;
}

// Return whether foundations give cards back, and only card moves and turning the stock change columns.
//
// Each card has one foundation, and cards of columns move only to columns and to their foundations.
static bool cards_could_return(const Flat* flat, const Facts* facts) {
    int card, pile, homes;
    if (facts->final || !facts->may_force || !flat->columns || flat->targets > flat->foundations_end || facts->differ
        || facts->restricted)
        return false;
    if (flat->actions & DEAL || flat->hold != FREE || flat->supermove || flat->whole_only)
        return false;
    for (pile = 0; pile < flat->piles; pile++)
        if (flat->refill[pile] || flat->guard[pile] >= 0)
            return false;
    for (card = 0; card < FLOOR; card++) {
        homes = 0;
        for (pile = flat->columns; pile < flat->foundations_end; pile++)
            homes += facts->level[pile][card] > 0;
        if (flat->copies[card] > 1 || homes > 1)
            return false;
    }
    return true;
}

// Find the piles to which every card must go, or every card that is not in the stock, rank by rank.
static void set_stepping(const Flat* flat, Facts* facts) {
    int pile, under, first = flat->waste_takes ? flat->waste : flat->columns;
    u64 cards, ranks;
    if (flat->waste_takes) {
        if (flat->wins_by != WINS_BY_EMPTY_PILES || flat->reserve_end > flat->columns)
            return;
    } else if (flat->wins_by == WINS_BY_EMPTY_PILES || !flat->limited || !facts->all_home || !facts->final) {
        return;
    }
    for (pile = 0; pile < flat->piles; pile++) {
        if (flat->refill[pile])
            return;
        if (is_foundation(flat, pile) && (!has(flat->limited, pile) || flat->row[pile] != flat->row[first]))
            return;
    }
    for (under = 0; under < FLOOR; under++) {
        cards = flat->fits[flat->row[first]][under];
        ranks = cards & 0x1FFF;
        // Suits make no difference, and ranks are neighbours.
        if (cards != flat->fits[flat->row[first]][under % 13]
            || cards != (ranks | (ranks << 13) | (ranks << 26) | (ranks << 39)))
            return;
        if (ranks & ~(((u64)1 << ((under + 1) % 13)) | ((u64)1 << ((under + 12) % 13))))
            return;
    }
    for (under = 0; under < 13; under++) {
        ranks = flat->fits[flat->row[first]][under];
        facts->step_up |= (u32)has(ranks, (under + 1) % 13) << under;
        facts->step_down |= (u32)has(ranks, (under + 12) % 13) << under;
    }
    facts->stepping = flat->waste_takes ? pile_bit(flat->waste) : piles_of(flat->columns, flat->foundations_end);
}

// Number the cards for ``compact.c``; return whether the rules are Klondike's, with one pack.
static bool set_compact(const Flat* flat, Facts* facts) {
    int order[4];
    int suit, twin = 0, card, pile;
    u64 takes;
    if (!(facts->cycles && facts->returns && facts->merges && facts->all_home && flat->cards == FLOOR))
        return false;
    if (flat->columns > COMPACT_COLUMNS || flat->piles != flat->foundations_end + 2
        || flat->foundations_end != flat->columns + 4)
        return false;
    for (suit = 1; suit < 4; suit++)
        if (!has(flat->fits[flat->row[0]][1], 13 * suit))
            twin = suit;
    if (!twin)
        return false;
    order[0] = 0;
    order[1] = twin;
    order[2] = twin != 1 ? 1 : 2;
    order[3] = 6 - twin - order[2];
    for (card = 0; card < FLOOR; card++) {
        for (suit = 0; suit < 4; suit++) {
            if (order[suit] == card / 13) {
                facts->compact_card[card] = 4 * (card % 13) + suit;
                facts->compact_face[4 * (card % 13) + suit] = card;
            }
        }
    }
    for (card = 0; card < FLOOR; card++) {
        suit = facts->compact_card[card] & 3;
        takes = 0;
        if (card % 13) {
            takes = ((u64)1 << (13 * order[suit ^ 2] + card % 13 - 1))
                | ((u64)1 << (13 * order[suit ^ 3] + card % 13 - 1));
        }
        if (flat->fits[flat->row[0]][card] != takes)
            return false;
        pile = flat->columns;
        while (pile < flat->foundations_end && facts->level[pile][card] != card % 13 + 1)
            pile++;
        if (pile == flat->foundations_end || (card % 13 && facts->compact_home[suit] != pile))
            return false;
        facts->compact_home[suit] = pile;
    }
    takes = ((u64)1 << 12) | ((u64)1 << 25) | ((u64)1 << 38) | ((u64)1 << 51);
    return flat->fits[flat->row[0]][FLOOR] == takes;
}

// Return whether the rules are those of ``suited.c``.
static bool is_suited(const Flat* flat, const Facts* facts) {
    const u64* built = &flat->fits[flat->row[0]][0];
    const u64* run = flat->supermove ? &flat->build_run[0] : &flat->run[0];
    u64 lower, columns = piles_of(0, flat->columns), homes = piles_of(flat->columns, flat->foundations_end);
    u64 cells = piles_of(flat->foundations_end, flat->cells_end);
    int pile, card;
    if (!(facts->may_force && facts->all_home) || facts->differ || facts->restricted || flat->cards != FLOOR)
        return false;
    if (!(0 < flat->columns && flat->columns <= SUITED_COLUMNS) || flat->piles != flat->cells_end || !cells
        || flat->limited)
        return false;
    if (flat->actions || flat->supermove == flat->has_run || flat->whole_only || flat->full_size < PILE_BYTES)
        return false;
    for (pile = 0; pile < flat->piles; pile++) {
        if (flat->refill[pile] || flat->guard[pile] >= 0)
            return false;
        if (has(columns, pile)
            && (flat->row[pile] != flat->row[0] || columns & ~flat->together[pile] & ~pile_bit(pile)
                || (columns | homes | cells) & ~flat->reach[pile] & ~pile_bit(pile)))
            return false;
        if (has(cells, pile)
            && (flat->fits[flat->row[pile]][FLOOR] != every_card() || (columns | homes) & ~flat->reach[pile]))
            return false;
    }
    for (card = 0; card < FLOOR; card++) {
        lower = card % 13 ? (u64)1 << (card - 1) : 0;
        if (built[card] != lower || run[card] != lower || flat->copies[card] != 1)
            return false;
        for (pile = flat->columns; pile < flat->foundations_end; pile++)
            if (facts->level[pile][card] && facts->level[pile][card] != card % 13 + 1)
                return false;
    }
    return true;
}

static void set_steps(const Flat* flat, Facts* facts) {
    int pile, card, suit = 0, first = 0;
    for (pile = flat->columns; pile < flat->foundations_end; pile++) {
        for (card = 0; card < FLOOR; card++) {
            if (facts->level[pile][card]) {
                facts->step[pile][facts->level[pile][card]] = card;
                suit = card / 13;
            }
        }
        first = facts->step[pile][1] % 13;
        facts->suit_pile[suit][facts->suit_piles[suit]] = pile;
        if (flat->complete[pile] == 14) {
            facts->suit_pile[suit][facts->suit_piles[suit]] = facts->suit_pile[suit][0];
            facts->suit_pile[suit][0] = pile;
        }
        facts->suit_piles[suit]++;
        facts->stride[pile] = flat->complete[pile] == 14 ? 1 : 2;
        if (first == 1)
            facts->step_weight[pile] = STEP_OF_EVEN;
        else
            facts->step_weight[pile] = facts->stride[pile] == 1 ? STEP_OF_ONE : STEP_OF_ODD;
    }
}

// Return whether no rule distinguishes two cards.
//
// Then a position in which they change places can be won if and only if it can be won as it is. Rules know cards by the
// tables that are compared here, and by rank. Those that know suits besides, as Aces Up and squares do, lack this cut.
static bool behave_alike(const Flat* flat, const Facts* facts, int card, int other) {
    int index;
    bool by_rank = flat->dependent || (facts->plain && !flat->pairing);
    if (!facts->proved_alike || (by_rank && card % 13 != other % 13))
        return false;
    for (index = 0; index < flat->rows; index++)
        if (!are_equal_in(flat->fits[index], card, other))
            return false;
    for (index = 0; index < MOST_RUNS; index++)
        if (!are_equal_in(flat->other_run[index], card, other))
            return false;
    for (index = 0; index < MOST_PILES; index++)
        if (!has_both_or_none(flat->guarded[index], card, other) || !has_both_or_none(flat->own[index], card, other)
            || !has_both_or_none(flat->limit[index], card, other))
            return false;
    return are_equal_in(flat->run, card, other) && are_equal_in(flat->build_run, card, other)
        && are_equal_in(flat->level_run, card, other) && are_equal_in(flat->set_suits, card, other);
}

// Return whether two cards take the same cards, and the same cards take them.
static bool are_equal_in(const u64* row, int card, int other) {
    int top;
    for (top = 0; top < FLOOR + 1; top++)
        if (!has_both_or_none(row[top], card, other))
            return false;
    return row[card] == row[other];
}

static inline bool has_both_or_none(u64 cards, int card, int other) {
    return has(cards, card) == has(cards, other);
}

// Return a number, or 1 for 0, which marks an empty slot.
static inline u64 never_zero(u64 number) {
    return number ? number : 1;
}

// Return a mixed number, each bit of which depends on every bit of the input (SplitMix64's finalizer).
static inline u64 mixed(u64 number) {
    number = (number ^ (number >> 30)) * (u64)0xBF58476D1CE4E5B9;
    number = (number ^ (number >> 27)) * (u64)0x94D049BB133111EB;
    return number ^ (number >> 31);
}
