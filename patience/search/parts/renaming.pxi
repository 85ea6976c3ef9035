# Renamings of suits, for deals that look the same after one.
#
# Rules often treat suits alike: those of FreeCell do not change if clubs and spades change places, or black and red.
# Such a renaming turns each position, with the foundations renamed, into one that can be won if and only if the first
# can. If a renaming turns the first position of a search into itself, it turns every position that can be reached into
# one that can be reached, too. Of these positions only the first that is met is searched: the fingerprint is the least
# of those that the position has under all such renamings. Shuffled deals have none, so they are searched as ever.
#
# Needs: arena.pxi, board.pxi, bounds.pxi, chart.pxi, engine.pyx, moves.pxi, runs.pxi, shapes.pxi, stacks.pxi,
#   table.pxi
# Gives: find_renamings, least_print, rename_stack, set_renamings

cdef void set_renamings(const Flat* flat, Homes* homes) noexcept nogil:
    """Set the renamings under which the rules stay the same, for games of ``stacks.pxi``. The first one changes nothing."""
    cdef int suits[4]
    cdef int number, card
    cdef u8* renamed
    homes.renamings = 0
    for number in range(256):
        for card in range(4):
            suits[card] = number >> 2 * (3 - card) & 3
        if 1 << suits[0] | 1 << suits[1] | 1 << suits[2] | 1 << suits[3] != 15:
            continue
        renamed = homes.renamed[homes.renamings]
        for card in range(FLOOR):
            renamed[card] = 13 * suits[card // 13] + card % 13
            renamed[card + FACE_DOWN] = renamed[card] + FACE_DOWN
        renamed[FLOOR] = FLOOR
        if keeps_rules(flat, homes, renamed, homes.renamed_pile[homes.renamings]):
            homes.renamings += 1


cdef bint keeps_rules(const Flat* flat, const Homes* homes, const u8* renamed, u8* renamed_pile) noexcept nogil:
    """Return whether a renaming leaves the rules the same, and set which foundation becomes which."""
    cdef u64 foundations = piles_of(flat.columns, flat.foundations_end), taken = 0
    cdef int pile, other, card
    for card in range(FLOOR):
        if flat.copies[card] != flat.copies[renamed[card]]:
            return False
    if not (renames_row(flat.run, flat.run, renamed) and renames_row(flat.build_run, flat.build_run, renamed)):
        return False
    for pile in range(flat.piles):
        renamed_pile[pile] = pile
        if not has(foundations, pile):
            if pile < flat.targets and not renames_row(flat.fits[flat.row[pile]], flat.fits[flat.row[pile]], renamed):
                return False
            continue
        other = flat.columns
        while other < flat.foundations_end and (has(taken, other) or not become_alike(flat, homes, pile, other, renamed)):
            other += 1
        if other == flat.foundations_end:
            return False
        renamed_pile[pile] = other
        taken |= pile_bit(other)
    return True


cdef bint renames_row(const u64* row, const u64* other, const u8* renamed) noexcept nogil:
    """Return whether the cards that lie on a card become those that lie on the renamed one."""
    cdef int top
    cdef u64 cards, after
    for top in range(FLOOR + 1):
        cards, after = row[top] & every_card(), 0
        while cards:
            after |= <u64>1 << renamed[lowest_bit(cards)]
            cards &= cards - 1
        if after != other[renamed[top]] & every_card():
            return False
    return True


cdef bint become_alike(const Flat* flat, const Homes* homes, int pile, int other, const u8* renamed) noexcept nogil:
    """Return whether a foundation, its suit renamed, is like another one."""
    cdef u64 foundations = piles_of(flat.columns, flat.foundations_end), both = pile_bit(pile) | pile_bit(other)
    cdef u64 reached = flat.reach[pile] & foundations & ~both
    cdef int height
    if flat.complete[pile] != flat.complete[other] or (reached and reached != foundations & ~both):
        return False
    if flat.reach[pile] & ~both != flat.reach[other] & ~both:
        return False
    if differ_in(flat.is_source, both) or differ_in(flat.winning, both) or differ_in(flat.builds | flat.opens, both):
        return False
    for height in range(2, flat.complete[pile] + 1):
        if renamed[homes.card[pile][height]] != homes.card[other][height]:
            return False
    return renames_row(flat.fits[flat.row[pile]], flat.fits[flat.row[other]], renamed)


cdef inline bint differ_in(u64 piles, u64 both) noexcept nogil:
    """Return whether a set has one of two piles."""
    return piles & both and piles & both != both


cdef void find_renamings(Work* work) noexcept nogil:
    """Find the renamings that turn the first position into itself. A search for known positions has none."""
    cdef const Homes* homes = &work.facts.homes
    cdef Stacks* stacks = &work.stacks
    cdef Fingerprint print, renamed
    cdef int number
    stacks.renamings = 0
    if work.goals.slots != NULL:
        return
    print = print_of_root(work, homes.renamed[0], homes.renamed_pile[0])
    for number in range(1, homes.renamings):
        renamed = print_of_root(work, homes.renamed[number], homes.renamed_pile[number])
        if renamed.low == print.low and renamed.high == print.high:
            stacks.renaming[stacks.renamings] = number
            stacks.renamings += 1


cdef Fingerprint print_of_root(const Work* work, const u8* renamed, const u8* renamed_pile) noexcept nogil:
    """Return the fingerprint of the first position after a renaming."""
    cdef const Flat* flat = work.flat
    cdef Fingerprint print = Fingerprint(0, 0)
    cdef u64 low, high
    cdef int pile, index
    for pile in range(flat.piles):
        low = work.facts.seed[renamed_pile[pile]]
        if pile < flat.columns and columns_differ(flat, &work.root):
            low = mixed(low + <u64>pile)
        high = mixed(low)
        if is_foundation(flat, pile):
            chain_height(&low, &high, work.root.size[pile], renamed[top_of(&work.root, pile)])
        else:
            for index in range(1, work.root.size[pile]):
                chain_card(&low, &high, work.facts.like[renamed[work.root.cards[pile][index]]])
        print.low += mixed(low)
        print.high += mixed(high)
    return print


cdef bint rename_stack(Work* work, u32 number, int pile) noexcept nogil:
    """Set the chains of a new stack under each renaming; return False if memory is exhausted.

    The stack has no card and is of a pile, is of a foundation, or is a card on another stack.
    """
    cdef const Homes* homes = &work.facts.homes
    cdef Stacks* stacks = &work.stacks
    cdef const Stack* stack = &stacks.every[number]
    cdef Fingerprint* chain
    cdef Fingerprint* chains
    cdef const u8* renamed
    cdef int index
    if not stacks.renamings:
        return True
    if number >= stacks.chains_room:
        chains = <Fingerprint*>realloc(stacks.chains, <size_t>stacks.room * stacks.renamings * sizeof(Fingerprint))
        if chains == NULL:
            return False
        stacks.chains = chains
        stacks.chains_room = stacks.room
    for index in range(stacks.renamings):
        chain = &stacks.chains[<size_t>number * stacks.renamings + index]
        renamed = homes.renamed[stacks.renaming[index]]
        if pile >= 0 and is_foundation(work.flat, pile):
            chain.low = work.facts.seed[homes.renamed_pile[stacks.renaming[index]][pile]]
            chain.high = mixed(chain.low)
            chain_height(&chain.low, &chain.high, stack.size, work.facts.like[renamed[stack.top]])
        elif pile >= 0:
            chain[0] = Fingerprint(stack.low, stack.high)
        else:
            chain[0] = stacks.chains[<size_t>stack.under * stacks.renamings + index]
            chain_card(&chain.low, &chain.high, work.facts.like[renamed[stack.top]])
    return True


cdef void least_print(const Work* work, Fingerprint* print) noexcept nogil:
    """Replace the sum of the piles of ``child`` by the least that it is under a renaming."""
    cdef const Stacks* stacks = &work.stacks
    cdef const Fingerprint* chain
    cdef Fingerprint sum
    cdef int index, pile
    for index in range(stacks.renamings):
        sum = Fingerprint(0, 0)
        for pile in range(work.flat.piles):
            chain = &stacks.chains[<size_t>stacks.child[pile] * stacks.renamings + index]
            sum.low += mixed(chain.low)
            sum.high += mixed(chain.high)
        if sum.low < print.low or (sum.low == print.low and sum.high < print.high):
            print[0] = sum
