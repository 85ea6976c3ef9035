# Decks: from a seed (RULES §8), and from a deck to the opening position.
#
# Needs: rules.pxd
# Gives: BELOW_IS_MS, HIGHEST_MS, OUTCOME_TEXT, QUOTED, RANK_OF, SUIT_OF, make_ranks_distinct, new_pack, open_board,
#   order, real_card, relative_card

cdef u8 QUOTED[13][FLOOR][5]  # by base rank and relative card: its code as JSON, and a comma
cdef int RANK_OF[256]  # by letter; -1 if it is not a rank
cdef int SUIT_OF[256]  # by letter: the suit's first card; -1 if it is not a suit
cdef u64 HIGHEST_MS = HIGHEST_MS_NUMBER
cdef u64 BELOW_IS_MS = SMALL
cdef dict OUTCOME_TEXT = {outcome: outcome.value.encode() for outcome in Outcome}


def _set_cards():
    for base in range(13):
        for card in range(FLOOR):
            text = f'"{CODES[real_card(card, base)]}",'.encode()
            memcpy(QUOTED[base][card], <const char*>text, 5)
    for letter in range(256):
        RANK_OF[letter] = RANKS.find(chr(letter))
        SUIT_OF[letter] = 13 * SUITS.find(chr(letter)) if chr(letter) in SUITS else -1


cdef inline int real_card(int card, int base) noexcept nogil:
    """Return the card, face down or not, that a card relative to the base rank is."""
    cdef int rank = (card & ~FACE_DOWN) % 13
    return card + base - 13 if rank + base >= 13 else card + base


cdef inline int relative_card(int card, int base) noexcept nogil:
    """Return the card with its rank counted from the base rank."""
    return card - base + 13 if card % 13 < base else card - base


_set_cards()


cdef void new_pack(const Flat* flat, bint congruential, u8* pack) noexcept nogil:
    """Write the cards before the shuffle: suit by suit, or rank by rank for a single congruential pack."""
    cdef int index
    if congruential and flat.cards == FLOOR:
        for index in range(FLOOR):
            pack[index] = 13 * (index % 4) + index // 4
    else:
        memcpy(pack, flat.pack, flat.cards)


cdef void order(const Flat* flat, const u8* pack, u8* deck) noexcept nogil:
    """Write a shuffled pack as a deck, in the order in which its cards are dealt."""
    cdef u8 is_base[MOST_CARDS]  # by card of the pack
    cdef int index, card, alike, number = 0
    memset(is_base, 0, MOST_CARDS)
    for index in range(flat.bases):
        card = flat.base_copy[index]
        if card == CHOSEN:
            alike = 1
            while index + alike < flat.bases and flat.base[index + alike] == flat.base[index]:
                alike += 1
            card = shuffled_at(flat, pack, is_base, flat.base[index], alike)
        is_base[card] = True
        deck[number] = flat.printed[card % FLOOR]
        number += 1
    for index in range(flat.cards):
        card = pack[index if flat.from_start else flat.cards - 1 - index]
        if not is_base[card]:
            deck[number] = flat.printed[card % FLOOR]
            number += 1
    if flat.king_first:
        put_last_first(deck, number, ONLY_KINGS)
    elif flat.kings_last:
        put_kings_last(deck, number, flat.kings_last)
    elif flat.two_aces_last:
        put_two_aces_last(flat, deck, number)
    else:
        # Kings go down in the columns, to which no base card is dealt.
        index = flat.bases if flat.kings_moved else 0
        arrange(flat, deck + index, number - index)


cdef int shuffled_at(const Flat* flat, const u8* pack, const u8* is_base, u64 cards, int place) noexcept nogil:
    """Return the one of these cards at a place, counted from 1, among those of a shuffled pack."""
    cdef int index = -1
    while place:
        index += 1
        place -= not is_base[pack[index]] and has(cards, flat.printed[pack[index] % FLOOR])
    return pack[index]


cdef void arrange(const Flat* flat, u8* cards, int number) noexcept nogil:
    """Put cards into the order in which they are dealt, where Kings or base cards must be moved."""
    if flat.two_aces_last:
        if cards[number - 1] % 13 or cards[number - 2] % 13:
            put_two_aces_last(flat, cards, number)
    elif flat.kings_moved:
        put_kings_down(flat, cards)
    elif flat.spade_ace_last:
        put_last(cards, number, ACE_OF_SPADES)
    elif flat.ace_last:
        move_to_end(cards, number, place_of_last(cards, number, 1))
    elif flat.king_first:
        if cards[0] % 13 != KING:
            put_last_first(cards, number, ONLY_KINGS)
    elif flat.ace_or_king_first:
        if not has_rank(cards, flat.ace_or_king_first, ACES_AND_KINGS):
            put_last_first(cards, number, ACES_AND_KINGS)
    elif flat.kings_last:
        if has_rank(cards, flat.kings_last, ONLY_KINGS):
            put_kings_last(cards, number, flat.kings_last)
    elif flat.ranks_first:
        put_first(flat, cards, number)
    elif flat.jacks_apart:
        put_jacks_apart(flat, cards, number)
    elif flat.base_from == FIRST_RANK:
        put_first_rank_first(cards, number)


cdef bint has_rank(const u8* cards, int number, int ranks) noexcept nogil:
    """Return whether one of these cards is of one of some ranks, as bits."""
    cdef int place
    for place in range(number):
        if ranks >> (cards[place] % 13) & 1:
            return True
    return False


cdef void put_last_first(u8* cards, int number, int ranks) noexcept nogil:
    """Move the card of some ranks, as bits, that is dealt last before all other cards."""
    cdef int place = place_of_last(cards, number, ranks), card = cards[place]
    memmove(cards + 1, cards, place)
    cards[0] = card


cdef int place_of_last(const u8* cards, int number, int ranks) noexcept nogil:
    """Return the place of the last card of some ranks, as bits; 0 if there is none."""
    cdef int place = number - 1
    while place > 0 and not ranks >> (cards[place] % 13) & 1:
        place -= 1
    return place


cdef void put_kings_last(u8* cards, int number, int laid) noexcept nogil:
    """Put the last `laid` cards that are not Kings before all others, and the Kings among them after all."""
    cdef u8 before[MOST_CARDS]
    cdef u8 kings[MOST_CARDS]
    cdef int start = number, place, found = 0, first = 0
    while laid:
        start -= 1
        laid -= cards[start] % 13 != KING
    memcpy(before, cards, start)
    for place in range(start, number):
        if cards[place] % 13 == KING:
            kings[found] = cards[place]
            found += 1
        else:
            cards[first] = cards[place]
            first += 1
    memcpy(cards + first, before, start)
    memcpy(cards + first + start, kings, found)


cdef void put_first(const Flat* flat, u8* cards, int number) noexcept nogil:
    """Put the cards of the ranks that are dealt first, rank by rank and by suit, before all other cards."""
    cdef u8 arranged[MOST_CARDS]
    cdef u64 first = 0
    cdef int place, suit, index, card, kept = 0
    for place in range(flat.ranks_first):
        for suit in range(4):
            card = 13 * suit_of_printed(suit) + flat.rank_first[place]
            first |= <u64>1 << card
            for index in range(number):
                if cards[index] == card:
                    arranged[kept] = card
                    kept += 1
    for index in range(number):
        if not has(first, cards[index]):
            arranged[kept] = cards[index]
            kept += 1
    memcpy(cards, arranged, number)


cdef inline int suit_of_printed(int place) noexcept nogil:
    """Return the number of a suit, by its place in clubs, spades, hearts, diamonds; or its place, by its number."""
    return 0 if place == 0 else 4 - place


cdef void put_last(u8* cards, int number, int card) noexcept nogil:
    """Move the first copy of a card to the end."""
    cdef int place = 0
    while place < number and cards[place] != card:
        place += 1
    if place < number:
        move_to_end(cards, number, place)


cdef void move_to_end(u8* cards, int number, int place) noexcept nogil:
    """Move the card at a place behind all others."""
    cdef int card = cards[place]
    memmove(cards + place, cards + place + 1, number - place - 1)
    cards[number - 1] = card


cdef void put_two_aces_last(const Flat* flat, u8* cards, int number) noexcept nogil:
    """Put Kings down, and then the two Aces that would be dealt last after all others, by suit."""
    cdef int first, second = number - 1
    cdef u8 aces[2]
    put_kings_down(flat, cards)
    while cards[second] % 13:
        second -= 1
    first = second - 1
    while cards[first] % 13:
        first -= 1
    aces[0], aces[1] = cards[first], cards[second]
    if suit_of_printed(aces[0] // 13) > suit_of_printed(aces[1] // 13):
        aces[0], aces[1] = aces[1], aces[0]
    memmove(cards + first, cards + first + 1, second - first - 1)
    memmove(cards + second - 1, cards + second + 1, number - second - 1)
    memcpy(cards + number - 2, aces, 2)


cdef make_ranks_distinct(const Flat* flat, draw, u8* cards):
    """Swap cards of a rank that a group has twice with cards dealt after the group, drawn by number."""
    cdef int group, place, end, other, swaps
    for group in range(flat.groups):
        end = flat.group_end[group]
        for swaps in range(MOST_SWAPS):
            place = first_repeated(cards, flat.group_start[group], end)
            if place == end:
                break
            other = end + <int>draw(flat.cards - end)
            cards[place], cards[other] = cards[other], cards[place]


cdef int first_repeated(const u8* cards, int start, int end) noexcept nogil:
    """Return the first place of the rank that is the first to come again; the end if all differ."""
    cdef int place, before
    for place in range(start, end):
        for before in range(start, place):
            if cards[before] % 13 == cards[place] % 13:
                return before
    return end


cdef void put_jacks_apart(const Flat* flat, u8* cards, int number) noexcept nogil:
    """Swap the second of three Jacks of the first group that has several with a card dealt last."""
    cdef int group, place, second, jacks
    cdef int last = number - 2 if cards[number - 1] % 13 == JACK else number - 1
    for group in range(flat.groups):
        jacks = second = 0
        for place in range(flat.group_start[group], flat.group_end[group]):
            if cards[place] % 13 == JACK:
                jacks += 1
                if jacks == 2:
                    second = place
        if jacks == 3:
            cards[second], cards[last] = cards[last], cards[second]
        if jacks > 1:
            return


cdef void put_kings_down(const Flat* flat, u8* cards) noexcept nogil:
    """Swap each King, in dealing order, with the lowest card of its column that is not a King."""
    cdef int index, lower, columns = 1
    # The second round begins with T1 again.
    while columns < flat.kings_moved and flat.layout_pile[columns]:
        columns += 1
    for index in range(flat.kings_moved):
        lower = index % columns
        while cards[index] % 13 == KING and lower < index:
            if cards[lower] % 13 != KING:
                cards[index], cards[lower] = cards[lower], cards[index]
            lower += columns


cdef void put_first_rank_first(u8* cards, int number) noexcept nogil:
    """Put the cards of the first card's rank before the others, both in their order."""
    cdef u8 others[MOST_CARDS]
    cdef int first = cards[0] % 13
    cdef int index, kept = 0
    for index in range(number):
        if cards[index] % 13 == first:
            cards[kept] = cards[index]
            kept += 1
        else:
            others[index - kept] = cards[index]
    memcpy(cards + kept, others, number - kept)


cdef void open_board(const Flat* flat, const u8* deck, Board* board) noexcept nogil:
    """Deal the opening position."""
    cdef u8 cards[MOST_CARDS]
    cdef int pile, index, place = 0
    cdef int number = begin_board(flat, deck, board, cards)
    for index in range(flat.laid):
        place = deal_heads(flat, board, flat.layout_heads[index], cards, place)
        pile = flat.layout_pile[index]
        if flat.layout_first[index]:
            pile = first_choice(flat, board, pile, cards[place])
        put_card(board, pile, cards[place] + flat.layout_face[index])
        if flat.layout_sweeps[index]:
            sweep(flat, board, flat.layout_sweeps[index])
        place += 1
    index = 0
    while flat.spread and place < number:
        if flat.sorted:
            index = 0
            while not has(flat.sorted_to[index], cards[place]):
                index += 1
        elif board.size[flat.spread_column[index]] > 1:
            index += has(flat.heads, top_of(board, flat.spread_column[index]) if flat.ends_piles else cards[place])
        put_card(board, flat.spread_column[index], cards[place])
        place += 1
    for index in range(flat.columns if flat.has_own else 0):
        bring_up(flat, board, index, index)
    for index in range(flat.drawn):
        put_card(board, flat.waste, cards[place])
        place += 1
    # The next card to leave the stock is its last.
    while number > place:
        number -= 1
        put_card(board, flat.stock, cards[number])
    # Cards that go to foundations while they are dealt can complete them.
    board.won = is_won(flat, board)


cdef int deal_heads(const Flat* flat, Board* board, u64 heads, const u8* cards, int place) noexcept nogil:
    """Deal cards to foundations as long as the next one is among these and has one; return the place after."""
    cdef int target
    while has(heads, cards[place]):
        target = home_for(flat, board, cards[place])
        if target == NO_PILE:
            break
        put_card(board, target, cards[place])
        place += 1
    return place


cdef void sweep(const Flat* flat, Board* board, u64 swept) noexcept nogil:
    """Move top cards of columns that are among these to foundations, as long as one takes any."""
    cdef int column = 0, top, target
    while column < flat.columns:
        top = top_of(board, column)
        target = home_for(flat, board, top) if top < FLOOR and has(swept, top) else NO_PILE
        column += 1
        if target != NO_PILE:
            put_card(board, target, take_card(board, column - 1))
            column = 0


cdef int begin_board(const Flat* flat, const u8* deck, Board* board, u8* cards) noexcept nogil:
    """Lay out the base cards; write the others in dealing order, and return their number.

    Ranks are relative to the base. Each base card is the first in the deck that it can be.
    """
    cdef u8 taken[MOST_CARDS]
    cdef int pile, index, place, number = 0
    memset(taken, 0, flat.cards)
    for pile in range(flat.piles):
        board.cards[pile][0] = FLOOR
        board.size[pile] = 1
    for index in range(flat.bases):
        place = 0
        while taken[place] or not has(flat.base[index], deck[place]):
            place += 1
        taken[place] = True
        put_card(board, flat.base_pile[index], deck[place])
    for index in range(flat.cards):
        if not taken[index]:
            cards[number] = deck[index]
            number += 1
    arrange(flat, cards, number)
    board.redeals = 0
    board.merci_used = 0
    board.phase = 0
    board.order = NOT_KNOWN
    board.drawn = 0
    board.base = 0 if flat.base_from == ACE else cards[flat.base_place] % 13
    if board.base:
        for index in range(number):
            cards[index] = relative_card(cards[index], board.base)
    return number


cdef int first_choice(const Flat* flat, const Board* board, int pile, int card) noexcept nogil:
    """Return the pile to which a dealt card goes first, or else the one that it is dealt to."""
    cdef int target
    if pile == BASE_PLACE:
        return foundation_begun_by(flat, board, card)
    target = home_for(flat, board, card)
    return pile if target == NO_PILE else target


cdef int foundation_begun_by(const Flat* flat, const Board* board, int card) noexcept nogil:
    """Return the lowest-numbered empty foundation that a base card begins; every deal has one."""
    cdef int target = flat.columns
    while board.size[target] > 1 or not has(flat.fits[flat.row[target]][FLOOR], card):
        target += 1
    return target


cdef int home_for(const Flat* flat, const Board* board, int card) noexcept nogil:
    """Return the lowest-numbered foundation that takes a single card, NO_PILE if none does.

    In a game of rows without foundations: the first empty place that begins a row and takes it.
    """
    cdef int target
    if flat.row_width and flat.columns == flat.foundations_end:
        for target in range(flat.columns):
            if target % flat.row_width == 0 and has(taken_by(flat, board, target), card):
                return target
    for target in range(flat.columns, flat.foundations_end):
        if not flat.whole[target] and has(taken_by(flat, board, target), card):
            return target
    return NO_PILE
