// SPDX-License-Identifier: Apache-2.0

extension GlucoseSeries {
  /// The age above which (`>`) the last reading is stale unless the caller states another: 15
  /// minutes, or up to 20 for a sensor that reads less often than every ten minutes.
  ///
  /// It is five minutes more than the median time between the last nine readings, so that a reading
  /// isn't stale before the next one is due.
  package var defaultMaximumAge: Duration {
    let (least, delay) = (Duration.seconds(900), Duration.seconds(300))
    guard let interval = self[positions: Swift.max(count - 9, 0)..<count].cadence else {
      return least
    }
    return Swift.min(Swift.max(interval + delay, least), least + delay)
  }
}
