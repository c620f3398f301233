// Loops over columns of numbers, each compiled for three sets of instructions.
#ifndef WIDE_COLUMNS_H
#define WIDE_COLUMNS_H

#include <stddef.h>

/// The statistics of a column: squares and sum about its first number, and how many are beyond edges.
struct column_statistics {
  double minimum, maximum, sum, squares;
  size_t very_low, low, high, very_high;
};

#define COLUMN_LOOPS(SUFFIX)                                                                       \
  void statistics_##SUFFIX(const double *values, size_t count, const double *edges,                \
                           struct column_statistics *result);                                      \
  double differences_##SUFFIX(const double *values, size_t count, size_t lag);                     \
  double rolling_##SUFFIX(const double *values, size_t count);                                     \
  double logarithms_##SUFFIX(const double *values, size_t count);

COLUMN_LOOPS(baseline)
COLUMN_LOOPS(avx2)
COLUMN_LOOPS(widest)

#endif
