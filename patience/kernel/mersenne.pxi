# The Mersenne Twister, seeded with a whole number as Python's ``random`` seeds it (RULES §8).
#
# Seeding is most of the work of a deal. The part of it that is the same for every seed is done once, and only
# the words that a deal needs are drawn, which takes half the time of Python's generator.
#
# Needs: rules.pxd
# Gives: write_words

cdef enum:
    STATE_WORDS = 624
    MIDDLE_WORD = 397
    KEY_WORDS = 3  # of a seed, which has at most 20 digits

cdef uint32_t FIRST_STATE[STATE_WORDS]


def _set_first_state():
    cdef int index
    FIRST_STATE[0] = 19650218
    for index in range(1, STATE_WORDS):
        FIRST_STATE[index] = <uint32_t>1812433253 * mixed(FIRST_STATE[index - 1]) + <uint32_t>index


cdef inline uint32_t mixed(uint32_t word) noexcept nogil:
    return word ^ word >> 30


_set_first_state()


cdef void write_words(const u8* digits, Py_ssize_t length, int number, u8* out) noexcept nogil:
    """Write the first ``number`` words of a seed, which is in decimal digits, as ``shuffle_mersenne`` reads them."""
    cdef uint32_t state[STATE_WORDS]
    cdef uint32_t word
    cdef int index, place = 0, after, byte
    seed_state(digits, length, state)
    for index in range(number):
        after = (place + 1) % STATE_WORDS
        word = (state[place] & <uint32_t>0x80000000) | (state[after] & <uint32_t>0x7FFFFFFF)
        word = word >> 1 ^ (<uint32_t>0x9908B0DF if word & 1 else 0)
        word ^= state[(place + MIDDLE_WORD) % STATE_WORDS]
        state[place] = word
        place = after
        word ^= word >> 11
        word ^= word << 7 & <uint32_t>0x9D2C5680
        word ^= word << 15 & <uint32_t>0xEFC60000
        word ^= word >> 18
        for byte in range(4):
            out[byte] = word >> 8 * byte & 255
        out += 4


cdef void seed_state(const u8* digits, Py_ssize_t digits_number, uint32_t* state) noexcept nogil:
    """Write the state before the first word; the seed is not 0."""
    cdef uint32_t key[KEY_WORDS]
    cdef u64 carry
    cdef int index, length = 0, part
    for index in range(digits_number):
        carry = digits[index] - 48
        for part in range(length):
            carry += <u64>10 * key[part]
            key[part] = <uint32_t>carry
            carry >>= 32
        if carry:
            key[length] = <uint32_t>carry
            length += 1
    memcpy(state, FIRST_STATE, sizeof(FIRST_STATE))
    part = 0
    # Both passes go round the words after the first, which is a copy of the last where a pass begins anew.
    for index in range(1, STATE_WORDS):
        state[index] = (state[index] ^ mixed(state[index - 1]) * <uint32_t>1664525) + key[part] + <uint32_t>part
        part = part + 1 if part + 1 < length else 0
    state[1] = (state[1] ^ mixed(state[STATE_WORDS - 1]) * <uint32_t>1664525) + key[part] + <uint32_t>part
    for index in range(2, STATE_WORDS):
        state[index] = (state[index] ^ mixed(state[index - 1]) * <uint32_t>1566083941) - <uint32_t>index
    state[1] = (state[1] ^ mixed(state[STATE_WORDS - 1]) * <uint32_t>1566083941) - 1
    state[0] = <uint32_t>0x80000000
