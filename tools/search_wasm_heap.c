// The allocator of the search in a page: blocks of powers of two, freed ones kept by size.

#include <stddef.h>
#include <stdint.h>

#define SIZES_OF_BLOCKS 32
#define HEADER 16

extern unsigned char __heap_base;
static uintptr_t heap_end;
static void* free_blocks[SIZES_OF_BLOCKS];

#define memcpy __builtin_memcpy
#define memset __builtin_memset

static void* malloc(size_t bytes) {
    unsigned kind = 5;
    while (kind < SIZES_OF_BLOCKS - 1 && ((size_t)1 << kind) < bytes + HEADER) kind++;
    if (kind == SIZES_OF_BLOCKS - 1) return NULL;
    void* block = free_blocks[kind];
    if (block) {
        free_blocks[kind] = *(void**)block;
        return block;
    }
    if (!heap_end) heap_end = ((uintptr_t)&__heap_base + HEADER - 1) & ~(uintptr_t)(HEADER - 1);
    uintptr_t room = (uintptr_t)__builtin_wasm_memory_size(0) << 16, size = (uintptr_t)1 << kind;
    if (size > room - heap_end) {
        uintptr_t pages = (size - (room - heap_end) + 0xFFFF) >> 16;
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
    }
    uintptr_t start = heap_end;
    heap_end += size;
    *(unsigned*)start = kind;
    return (void*)(start + HEADER);
}

static void free(void* block) {
    if (!block) return;
    unsigned kind = *(unsigned*)((uintptr_t)block - HEADER);
    *(void**)block = free_blocks[kind];
    free_blocks[kind] = block;
}

static void* calloc(size_t number, size_t size) {
    if (size && number > SIZE_MAX / size) return NULL;
    void* block = malloc(number * size);
    return block ? memset(block, 0, number * size) : NULL;
}

static void* realloc(void* block, size_t bytes) {
    if (!block) return malloc(bytes);
    size_t room = ((size_t)1 << *(unsigned*)((uintptr_t)block - HEADER)) - HEADER;
    if (bytes <= room) return block;
    void* larger = malloc(bytes);
    if (!larger) return NULL;
    memcpy(larger, block, room);
    free(block);
    return larger;
}
