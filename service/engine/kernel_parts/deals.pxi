# Seeds to decks (RULES §8).

cdef u8 NEW[CARDS]  # both packs in order
cdef u8 QUOTED[FLOOR][5]  # a card's code as JSON, and a comma
cdef int RANK_OF[256]  # by letter; -1 where it is none
cdef int SUIT_OF[256]  # by letter: the suit's first card
cdef u64 HIGHEST_MS = HIGHEST_MS_NUMBER
cdef u64 BELOW_IS_MS = SMALL
cdef dict OUTCOME_TEXT = {outcome: outcome.value.encode() for outcome in Outcome}


def _set_cards():
    for index, card in enumerate(52 * copy + 13 * suit + rank for copy in (0, 1) for suit in (0, 3, 2, 1) for rank in range(13)):
        NEW[index] = card
    for card in range(FLOOR):
        text = f'"{CODES[card]}",'.encode()
        memcpy(QUOTED[card], <const char*>text, 5)
    for letter in range(256):
        RANK_OF[letter] = RANKS.find(chr(letter))
        SUIT_OF[letter] = 13 * SUITS.find(chr(letter)) if chr(letter) in SUITS else -1


_set_cards()


cdef void shuffle_microsoft(u64 number, u8* pack) noexcept:
    """RULES §8, numbers below 32 000 and ``ms`` numbers. No product overflows: 2^33 times 2^18."""
    cdef u64 drawn = 0x7FFF, offset = 0, x = number
    cdef int place, other
    if number >= <u64>1 << 32:
        drawn, offset = 0xFFFF, 1
    elif number >= <u64>1 << 31:
        offset = 0x8000
    for place in range(CARDS - 1, 0, -1):
        x = (x * 214013 + 2531011) & 0x1FFFFFFFF
        other = ((x >> 16 & drawn) + offset) % <u64>(place + 1)
        pack[place], pack[other] = pack[other], pack[place]


cdef void shuffle_mersenne(const u8* words, u8* pack) noexcept:
    """RULES §8, other numbers: ``words`` are the generator's, 32 bits each, lowest byte first."""
    cdef int place, other
    cdef double drawn
    for place in range(CARDS - 1, 0, -1):
        # As CPython's random(): 53 bits; every step but the last is exact.
        drawn = (word(words) >> 5) * 67108864.0 + (word(words + 4) >> 6)
        other = <int>(drawn * (1.0 / 9007199254740992.0) * (place + 1))
        pack[place], pack[other] = pack[other], pack[place]
        words += 8


cdef inline uint32_t word(const u8* text) noexcept:
    # A byte shifted by 24 would overflow C's int.
    return text[0] | text[1] << 8 | text[2] << 16 | <uint32_t>text[3] << 24


cdef void order(const Flat* flat, const u8* pack, u8* deck) noexcept:
    """A shuffled pack, last card first, as a deck: base cards first, of each the first pack's copy."""
    cdef int index, card, count = 0
    cdef u8 taken[FLOOR]
    memset(taken, 0, FLOOR)
    for index in range(flat.bases):
        deck[count] = flat.base[index]
        taken[flat.base[index]] += 1
        count += 1
    for index in range(CARDS - 1, -1, -1):
        card = pack[index] % FLOOR
        if pack[index] // FLOOR >= taken[card]:
            deck[count] = card
            count += 1
