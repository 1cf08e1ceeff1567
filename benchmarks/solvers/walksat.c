/* WalkSAT with the heuristic SKC (Selman, Kautz and Cohen, 1994), as a C programmer writes it: a peer for our loops.

   For each clause the number of its true literals and the exclusive or of their variables; for each variable how many
   clauses it alone satisfies. The same draws as ours (xoshiro128++), so the same flips, which is checked. Literals are
   2 v and 2 v + 1; clause c holds literal[start[c]..start[c + 1]], and literal l is in clause[at[l]..at[l + 1]]. */
#include <stdint.h>
#include <stdlib.h>

static uint32_t s[4];

static inline uint32_t rotate(uint32_t x, int k) { return x << k | x >> (32 - k); }

static inline uint32_t next_word(void) {
    uint32_t result = rotate(s[0] + s[3], 7) + s[0], t = s[1] << 9;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t, s[3] = rotate(s[3], 11);
    return result;
}

static inline uint32_t below(uint32_t n) { return (uint64_t)next_word() * n >> 32; }

int64_t walk(int variables, int clauses, const int64_t *start, const int *literal, const int64_t *at, const int *clause,
             const int64_t *seed, uint32_t noise, int64_t flips, uint8_t *holds) {
    struct { int count, critical; } *now = calloc(clauses, sizeof *now);
    int *broken = malloc(clauses * sizeof(int)), *place = malloc(clauses * sizeof(int)), left = 0;
    int *breaks = calloc(variables + 1, sizeof(int));
    for (int i = 0; i < 4; i++) s[i] = seed[i];
    for (int v = 1; v <= variables; v++) holds[2 * v] = next_word() >> 31, holds[2 * v + 1] = !holds[2 * v];
    for (int c = 0; c < clauses; c++) {
        for (int64_t i = start[c]; i < start[c + 1]; i++)
            if (holds[literal[i]]) now[c].count++, now[c].critical ^= literal[i] >> 1;
        if (now[c].count == 0) place[c] = left, broken[left++] = c;
        if (now[c].count == 1) breaks[now[c].critical]++;
    }
    int64_t done = 0;
    for (; left && done < flips; done++) {
        int c = broken[below(left)], least = breaks[literal[start[c]] >> 1], ties = 0, v = 0;
        int64_t first = start[c], end = start[c + 1];
        for (int64_t i = first; i < end; i++) {
            int b = breaks[literal[i] >> 1];
            if (b < least) least = b, ties = 1;
            else if (b == least) ties++;
        }
        if (least > 0 && next_word() < noise) v = literal[first + below(end - first)] >> 1;
        else {
            int skip = ties > 1 ? below(ties) : 0;
            for (int64_t i = first; !v; i++)
                if (breaks[literal[i] >> 1] == least && skip-- == 0) v = literal[i] >> 1;
        }
        int falls = 2 * v + !holds[2 * v], rises = falls ^ 1, gained = 0;
        holds[falls] = 0, holds[rises] = 1;
        for (int64_t i = at[rises]; i < at[rises + 1]; i++) {
            int d = clause[i], count = now[d].count++;
            if (count == 0) {
                int last = broken[--left];
                broken[place[d]] = last, place[last] = place[d], gained++;
            } else if (count == 1) breaks[now[d].critical]--;
            now[d].critical ^= v;
        }
        for (int64_t i = at[falls]; i < at[falls + 1]; i++) {
            int d = clause[i], count = --now[d].count;
            now[d].critical ^= v;
            if (count == 0) place[d] = left, broken[left++] = d;
            else if (count == 1) breaks[now[d].critical]++;
        }
        breaks[v] = gained;
    }
    free(now), free(broken), free(place), free(breaks);
    return done;
}
