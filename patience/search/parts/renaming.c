// Renamings of suits, for deals that look the same after one.
//
// Rules often treat suits alike: those of FreeCell do not change if clubs and spades change places, or black and red.
// Such a renaming turns each position, with the foundations renamed, into one that can be won if and only if the first
// can. If a renaming turns the first position of a search into itself, it turns every position that can be reached into
// one that can be reached, too. Of these positions only the first that is met is searched: the fingerprint is the least
// of those that the position has under all such renamings. Shuffled deals have none, so they are searched as ever.

#include "../search.h"

static bool keeps_rules(const Flat* flat, const Homes* homes, const u8* renamed, u8* renamed_pile);
static bool renames_row(const u64* row, const u64* other, const u8* renamed);
static bool become_alike(const Flat* flat, const Homes* homes, int pile, int other, const u8* renamed);
static bool differ_in(u64 piles, u64 both);
static Fingerprint print_of_root(const Work* work, const u8* renamed, const u8* renamed_pile);

// Set the renamings under which the rules stay the same, for games of ``stacks.c``. The first one changes nothing.
static void set_renamings(const Flat* flat, Homes* homes) {
    int suits[4];
    int number, card;
    u8* renamed;
    homes->renamings = 0;
    for (number = 0; number < 256; number++) {
        for (card = 0; card < 4; card++)
            suits[card] = (number >> (2 * (3 - card))) & 3;
        if (((1 << suits[0]) | (1 << suits[1]) | (1 << suits[2]) | (1 << suits[3])) != 15)
            continue;
        renamed = homes->renamed[homes->renamings];
        for (card = 0; card < FLOOR; card++) {
            renamed[card] = 13 * suits[card / 13] + card % 13;
            renamed[card + FACE_DOWN] = renamed[card] + FACE_DOWN;
        }
        renamed[FLOOR] = FLOOR;
        if (keeps_rules(flat, homes, renamed, homes->renamed_pile[homes->renamings]))
            homes->renamings++;
    }
}

// Return whether a renaming leaves the rules the same, and set which foundation becomes which.
static bool keeps_rules(const Flat* flat, const Homes* homes, const u8* renamed, u8* renamed_pile) {
    u64 foundations = piles_of(flat->columns, flat->foundations_end), taken = 0;
    int pile, other, card;
    for (card = 0; card < FLOOR; card++)
        if (flat->copies[card] != flat->copies[renamed[card]])
            return false;
    if (!(renames_row(flat->run, flat->run, renamed) && renames_row(flat->build_run, flat->build_run, renamed)))
        return false;
    for (pile = 0; pile < flat->piles; pile++) {
        renamed_pile[pile] = pile;
        if (!has(foundations, pile)) {
            if (pile < flat->targets && !renames_row(flat->fits[flat->row[pile]], flat->fits[flat->row[pile]], renamed))
                return false;
            continue;
        }
        other = flat->columns;
        while (other < flat->foundations_end && (has(taken, other) || !become_alike(flat, homes, pile, other, renamed)))
            other++;
        if (other == flat->foundations_end)
            return false;
        renamed_pile[pile] = other;
        taken |= pile_bit(other);
    }
    return true;
}

// Return whether the cards that lie on a card become those that lie on the renamed one.
static bool renames_row(const u64* row, const u64* other, const u8* renamed) {
    int top;
    u64 cards, after;
    for (top = 0; top < FLOOR + 1; top++) {
        cards = row[top] & every_card();
        after = 0;
        while (cards) {
            after |= (u64)1 << renamed[lowest_bit(cards)];
            cards &= cards - 1;
        }
        if (after != (other[renamed[top]] & every_card()))
            return false;
    }
    return true;
}

// Return whether a foundation, its suit renamed, is like another one.
static bool become_alike(const Flat* flat, const Homes* homes, int pile, int other, const u8* renamed) {
    u64 foundations = piles_of(flat->columns, flat->foundations_end), both = pile_bit(pile) | pile_bit(other);
    u64 reached = flat->reach[pile] & foundations & ~both;
    int height;
    if (flat->complete[pile] != flat->complete[other] || (reached && reached != (foundations & ~both)))
        return false;
    if ((flat->reach[pile] & ~both) != (flat->reach[other] & ~both))
        return false;
    if (differ_in(flat->is_source, both) || differ_in(flat->winning, both)
        || differ_in(flat->builds | flat->opens, both))
        return false;
    for (height = 2; height < flat->complete[pile] + 1; height++)
        if (renamed[homes->card[pile][height]] != homes->card[other][height])
            return false;
    return renames_row(flat->fits[flat->row[pile]], flat->fits[flat->row[other]], renamed);
}

// Return whether a set has one of two piles.
static inline bool differ_in(u64 piles, u64 both) {
    return piles & both && (piles & both) != both;
}

// Find the renamings that turn the first position into itself. A search for known positions has none.
static void find_renamings(Work* work) {
    const Homes* homes = &work->facts->homes;
    Stacks* stacks = &work->stacks;
    Fingerprint print, renamed;
    int number;
    stacks->renamings = 0;
    if (work->goals.slots != NULL)
        return;
    print = print_of_root(work, homes->renamed[0], homes->renamed_pile[0]);
    for (number = 1; number < homes->renamings; number++) {
        renamed = print_of_root(work, homes->renamed[number], homes->renamed_pile[number]);
        if (renamed.low == print.low && renamed.high == print.high) {
            stacks->renaming[stacks->renamings] = number;
            stacks->renamings++;
        }
    }
}

// Return the fingerprint of the first position after a renaming.
static Fingerprint print_of_root(const Work* work, const u8* renamed, const u8* renamed_pile) {
    const Flat* flat = work->flat;
    Fingerprint print = {0, 0};
    u64 low, high;
    int pile, index;
    for (pile = 0; pile < flat->piles; pile++) {
        low = work->facts->seed[renamed_pile[pile]];
        if (pile < flat->columns && columns_differ(flat, &work->root))
            low = mixed(low + (u64)pile);
        high = mixed(low);
        if (is_foundation(flat, pile))
            chain_height(&low, &high, work->root.size[pile], renamed[top_of(&work->root, pile)]);
        else
            for (index = 1; index < work->root.size[pile]; index++)
                chain_card(&low, &high, work->facts->like[renamed[work->root.cards[pile][index]]]);
        print.low += mixed(low);
        print.high += mixed(high);
    }
    return print;
}

// Set the chains of a new stack under each renaming; return False if memory is exhausted.
//
// The stack has no card and is of a pile, is of a foundation, or is a card on another stack.
static bool rename_stack(Work* work, u32 number, int pile) {
    const Homes* homes = &work->facts->homes;
    Stacks* stacks = &work->stacks;
    const Stack* stack = &stacks->every[number];
    Fingerprint* chain;
    Fingerprint* chains;
    const u8* renamed;
    int index;
    if (!stacks->renamings)
        return true;
    if (number >= stacks->chains_room) {
        chains = (Fingerprint*)realloc(stacks->chains, (size_t)stacks->room * stacks->renamings * sizeof(Fingerprint));
        if (chains == NULL)
            return false;
        stacks->chains = chains;
        stacks->chains_room = stacks->room;
    }
    for (index = 0; index < stacks->renamings; index++) {
        chain = &stacks->chains[(size_t)number * stacks->renamings + index];
        renamed = homes->renamed[stacks->renaming[index]];
        if (pile >= 0 && is_foundation(work->flat, pile)) {
            chain->low = work->facts->seed[homes->renamed_pile[stacks->renaming[index]][pile]];
            chain->high = mixed(chain->low);
            chain_height(&chain->low, &chain->high, stack->size, work->facts->like[renamed[stack->top]]);
        } else if (pile >= 0) {
            *chain = (Fingerprint){stack->low, stack->high};
        } else {
            *chain = stacks->chains[(size_t)stack->under * stacks->renamings + index];
            chain_card(&chain->low, &chain->high, work->facts->like[renamed[stack->top]]);
        }
    }
    return true;
}

// Replace the sum of the piles of ``child`` by the least that it is under a renaming.
static void least_print(const Work* work, Fingerprint* print) {
    const Stacks* stacks = &work->stacks;
    const Fingerprint* chain;
    Fingerprint sum;
    int index, pile;
    for (index = 0; index < stacks->renamings; index++) {
        sum = (Fingerprint){0, 0};
        for (pile = 0; pile < work->flat->piles; pile++) {
            chain = &stacks->chains[(size_t)stacks->child[pile] * stacks->renamings + index];
            sum.low += mixed(chain->low);
            sum.high += mixed(chain->high);
        }
        if (sum.low < print->low || (sum.low == print->low && sum.high < print->high))
            *print = sum;
    }
}
