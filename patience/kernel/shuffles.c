// Shuffles: of the packs of a seed, and of the cards that redeals gather (RULES §8).

#include "rules.h"

static uint32_t word(const u8* text);

// Shuffle as RULES §8 says for numbers below 32 000 and ``ms`` numbers, after some numbers were drawn.
//
// No product reaches 2^51.
static void shuffle_microsoft(u64 number, int drawn, u8* pack, int cards) {
    u64 bits = 0x7FFF, offset = 0, x = number;
    int place, other;
    if (number >= (u64)1 << 32) {
        bits = 0xFFFF;
        offset = 1;
    } else if (number >= (u64)1 << 31) {
        offset = 0x8000;
    }
    for (place = 0; place < drawn; place++)
        x = (x * 214013 + 2531011) & (((u64)1 << 33) - 1);
    for (place = cards - 1; place > 0; place--) {
        x = (x * 214013 + 2531011) & (((u64)1 << 33) - 1);
        other = (((x >> 16) & bits) + offset) % (u64)(place + 1);
        u8 kept = pack[place];
        pack[place] = pack[other];
        pack[other] = kept;
    }
}

// Shuffle as RULES §8 says for other numbers.
//
// ``words`` are the generator's, 32 bits each, lowest byte first; each number takes two.
static void shuffle_mersenne(const u8* words, u8* pack, int cards) {
    int place, other;
    double drawn;
    for (place = cards - 1; place > 0; place--) {
        // As CPython's random(): 53 bits; every step but the last is exact.
        drawn = (word(words) >> 5) * 67108864.0 + (word(words + 4) >> 6);
        other = (int)(drawn * (1.0 / 9007199254740992.0) * (place + 1));
        u8 kept = pack[place];
        pack[place] = pack[other];
        pack[other] = kept;
        words += 8;
    }
}

// Return the 32 bits of four bytes; a byte shifted by 24 would overflow C's int.
static inline uint32_t word(const u8* text) {
    return text[0] | (text[1] << 8) | (text[2] << 16) | ((uint32_t)text[3] << 24);
}
