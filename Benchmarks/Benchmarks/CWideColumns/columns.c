#include "columns.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define NAME(name) name##_baseline
#define WIDTH
#include "loops.inc"
#undef NAME
#undef WIDTH

#if defined(__x86_64__)
#define NAME(name) name##_avx2
#define WIDTH __attribute__((target("avx2")))
#else
#define NAME(name) name##_avx2
#define WIDTH
#endif
#include "loops.inc"
#undef NAME
#undef WIDTH

#define NAME(name) name##_widest
#if defined(__x86_64__) && defined(__linux__)
#define WIDTH __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define WIDTH
#endif
#include "loops.inc"
