// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The straight line through the readings of the last minutes.
struct RecentLine {
  /// The last reading, in mg/dL.
  let level: Double
  /// In mg/dL per minute.
  let slope: Double

  /// `nil` if there are fewer than two readings in the last `window` seconds and a jitter of two and a half minutes.
  init?(_ history: GlucoseSeries, _ window: Double) {
    guard let now = history.times.last, let last = history.values.last else { return nil }
    let begin = now - window - SensorCadence.tolerance
    var (count, times, values, squares, products) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (time, value) in zip(history.times.reversed(), history.values.reversed()) {
      guard time >= begin else { break }
      let minutes = (time - now) / 60
      count += 1
      times += minutes
      values += value - last
      squares += minutes * minutes
      products += minutes * (value - last)
    }
    let spread = squares - times * times / count
    guard count >= 2, spread > 0 else { return nil }
    level = last
    slope = (products - times * values / count) / spread
  }
}
