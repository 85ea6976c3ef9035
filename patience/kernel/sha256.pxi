# SHA-256 without the GIL and without objects, for the ids of games.
#
# The processor's instructions are used where it has them: ten times as fast as the portable rounds.
#
# Needs: rules.pxd
# Gives: Digest, add_bytes, begin_digest, write_digest

cdef extern from * nogil:
    """
    typedef struct { uint32_t state[8]; uint8_t block[64]; uint64_t length; } Digest;

    static const uint32_t ROUND_WORDS[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    };
    #define ROTATED(word, bits) ((word) >> (bits) | (word) << (32 - (bits)))

    static void digest_block_portably(uint32_t *state, const uint8_t *block) {
        uint32_t words[64], now[8], one, other;
        int i;
        for (i = 0; i < 16; i++)
            words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16
                | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
        for (i = 16; i < 64; i++) {
            one = words[i - 15], other = words[i - 2];
            words[i] = words[i - 16] + words[i - 7] + (ROTATED(one, 7) ^ ROTATED(one, 18) ^ one >> 3)
                + (ROTATED(other, 17) ^ ROTATED(other, 19) ^ other >> 10);
        }
        memcpy(now, state, sizeof(now));
        for (i = 0; i < 64; i++) {
            one = now[7] + (ROTATED(now[4], 6) ^ ROTATED(now[4], 11) ^ ROTATED(now[4], 25))
                + ((now[4] & now[5]) ^ (~now[4] & now[6])) + ROUND_WORDS[i] + words[i];
            other = (ROTATED(now[0], 2) ^ ROTATED(now[0], 13) ^ ROTATED(now[0], 22))
                + ((now[0] & now[1]) ^ (now[0] & now[2]) ^ (now[1] & now[2]));
            memmove(now + 1, now, 7 * sizeof(*now));
            now[4] += one;
            now[0] = one + other;
        }
        for (i = 0; i < 8; i++) state[i] += now[i];
    }

    #if defined(__x86_64__) && defined(__GNUC__)
    #include <cpuid.h>
    #include <immintrin.h>
    static int has_sha_instructions(void) {
        unsigned int a, b, c, d;
        if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & 1u << 29)) return 0;
        return __get_cpuid(1, &a, &b, &c, &d) && c & bit_SSE4_1 && c & bit_SSSE3;
    }
    __attribute__((target("sha,sse4.1,ssse3")))
    static void digest_block_quickly(uint32_t *state, const uint8_t *block) {
        const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
        __m128i words[4], low, high, first, second, sum;
        int i;
        low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
        high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
        first = _mm_alignr_epi8(low, high, 8);
        second = _mm_blend_epi16(high, low, 0xF0);
        low = first, high = second;
        for (i = 0; i < 4; i++)
            words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(block + 16 * i)), swap);
        #pragma GCC unroll 16
        for (i = 0; i < 16; i++) {
            __m128i *next = &words[i & 3];
            if (i > 3)
                *next = _mm_sha256msg2_epu32(
                    _mm_add_epi32(
                        _mm_sha256msg1_epu32(*next, words[(i + 1) & 3]),
                        _mm_alignr_epi8(words[(i + 3) & 3], words[(i + 2) & 3], 4)),
                    words[(i + 3) & 3]);
            sum = _mm_add_epi32(*next, _mm_loadu_si128((const __m128i *)(ROUND_WORDS + 4 * i)));
            high = _mm_sha256rnds2_epu32(high, low, sum);
            low = _mm_sha256rnds2_epu32(low, high, _mm_shuffle_epi32(sum, 0x0E));
        }
        first = _mm_shuffle_epi32(_mm_add_epi32(low, first), 0x1B);
        second = _mm_shuffle_epi32(_mm_add_epi32(high, second), 0xB1);
        _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(first, second, 0xF0));
        _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(second, first, 8));
    }
    #else
    #define has_sha_instructions() 0
    #define digest_block_quickly digest_block_portably
    #endif

    static void (*digest_block)(uint32_t *, const uint8_t *) = digest_block_portably;
    static void choose_digest(void) { if (has_sha_instructions()) digest_block = digest_block_quickly; }

    static void begin_digest(Digest *digest) {
        static const uint32_t first[8] = {
            0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
        };
        memcpy(digest->state, first, sizeof(first));
        digest->length = 0;
    }
    static void add_bytes(Digest *digest, const uint8_t *bytes, size_t size) {
        size_t filled = digest->length % 64, part;
        digest->length += size;
        while (filled + size >= 64) {
            part = 64 - filled;
            if (filled) memcpy(digest->block + filled, bytes, part);
            digest_block(digest->state, filled ? digest->block : bytes);
            bytes += part, size -= part, filled = 0;
        }
        if (size) memcpy(digest->block + filled, bytes, size);
    }
    static void write_digest(Digest digest, uint8_t *out) {
        uint8_t tail[72] = {0x80};
        uint64_t bits = 8 * digest.length;
        size_t padding = 1 + (119 - digest.length % 64) % 64;
        int i;
        for (i = 0; i < 8; i++) tail[padding + i] = bits >> 8 * (7 - i) & 255;
        add_bytes(&digest, tail, padding + 8);
        for (i = 0; i < 32; i++) out[i] = digest.state[i / 4] >> 8 * (3 - i % 4) & 255;
    }
    """
    ctypedef struct Digest:
        pass
    void choose_digest()
    void begin_digest(Digest* digest)
    void add_bytes(Digest* digest, const u8* data, size_t size)
    void write_digest(Digest digest, u8* out)


choose_digest()


def sha256_of(bytes data not None):
    """Return the SHA-256 of bytes, for tests."""
    cdef Digest digest
    cdef u8 out[32]
    begin_digest(&digest)
    add_bytes(&digest, <const u8*>PyBytes_AsString(data), PyBytes_Size(data))
    write_digest(digest, out)
    return out[:32]
