#include <math.h>
#include <stddef.h>

/// What one pass over a record finds.
struct flat {
  double minimum, maximum, mean, deviation;
  size_t very_low, low, high, very_high;
};

enum { LANES = 16 };

/// The work of `GlucoseSeries.statistics()`: extremes, mean, standard deviation and four counts in one
/// pass. Sixteen accumulators of each, so that a compiler may use vectors without leave to reorder sums.
void flat_pass(const double *values, size_t count, struct flat *result) {
  double minimum[LANES], maximum[LANES], sum[LANES] = {0}, squares[LANES] = {0};
  long long very_low[LANES] = {0}, low[LANES] = {0}, high[LANES] = {0}, very_high[LANES] = {0};
  const double origin = values[0];
  for (size_t k = 0; k < LANES; k++) minimum[k] = maximum[k] = origin;
  size_t whole = count - count % LANES;
  for (size_t i = 0; i < whole; i += LANES) {
    for (size_t k = 0; k < LANES; k++) {
      const double value = values[i + k];
      const double deviation = value - origin;
      minimum[k] = value < minimum[k] ? value : minimum[k];
      maximum[k] = value > maximum[k] ? value : maximum[k];
      sum[k] += deviation;
      squares[k] += deviation * deviation;
      very_low[k] += value < 54;
      low[k] += value < 70;
      high[k] += value > 180;
      very_high[k] += value > 250;
    }
  }
  struct flat all = {origin, origin, 0, 0, 0, 0, 0, 0};
  double total = 0, total_squares = 0;
  for (size_t k = 0; k < LANES; k++) {
    all.minimum = fmin(all.minimum, minimum[k]);
    all.maximum = fmax(all.maximum, maximum[k]);
    total += sum[k];
    total_squares += squares[k];
    all.very_low += very_low[k];
    all.low += low[k];
    all.high += high[k];
    all.very_high += very_high[k];
  }
  for (size_t i = whole; i < count; i++) {
    const double value = values[i];
    all.minimum = fmin(all.minimum, value);
    all.maximum = fmax(all.maximum, value);
    total += value - origin;
    total_squares += (value - origin) * (value - origin);
    all.very_low += value < 54;
    all.low += value < 70;
    all.high += value > 180;
    all.very_high += value > 250;
  }
  const double n = (double)count;
  all.mean = origin + total / n;
  all.deviation = sqrt((total_squares - total * total / n) / (n - 1));
  *result = all;
}
