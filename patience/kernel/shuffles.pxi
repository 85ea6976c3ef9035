# Shuffles: of the packs of a seed, and of the cards that redeals gather (RULES §8).
#
# Needs: bounds.pxi
# Gives: shuffle_mersenne, shuffle_microsoft

cdef void shuffle_microsoft(u64 number, int drawn, u8* pack, int cards) noexcept nogil:
    """Shuffle as RULES §8 says for numbers below 32 000 and ``ms`` numbers, after some numbers were drawn.

    No product reaches 2^51.
    """
    cdef u64 bits = 0x7FFF, offset = 0, x = number
    cdef int place, other
    if number >= <u64>1 << 32:
        bits, offset = 0xFFFF, 1
    elif number >= <u64>1 << 31:
        offset = 0x8000
    for place in range(drawn):
        x = (x * 214013 + 2531011) & ((<u64>1 << 33) - 1)
    for place in range(cards - 1, 0, -1):
        x = (x * 214013 + 2531011) & ((<u64>1 << 33) - 1)
        other = ((x >> 16 & bits) + offset) % <u64>(place + 1)
        pack[place], pack[other] = pack[other], pack[place]


cdef void shuffle_mersenne(const u8* words, u8* pack, int cards) noexcept nogil:
    """Shuffle as RULES §8 says for other numbers.

    ``words`` are the generator's, 32 bits each, lowest byte first; each number takes two.
    """
    cdef int place, other
    cdef double drawn
    for place in range(cards - 1, 0, -1):
        # As CPython's random(): 53 bits; every step but the last is exact.
        drawn = (word(words) >> 5) * 67108864.0 + (word(words + 4) >> 6)
        other = <int>(drawn * (1.0 / 9007199254740992.0) * (place + 1))
        pack[place], pack[other] = pack[other], pack[place]
        words += 8


cdef inline uint32_t word(const u8* text) noexcept nogil:
    """Return the 32 bits of four bytes; a byte shifted by 24 would overflow C's int."""
    return text[0] | text[1] << 8 | text[2] << 16 | <uint32_t>text[3] << 24
