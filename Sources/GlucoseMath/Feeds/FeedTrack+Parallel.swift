extension FeedTrack {
  /// Returns the readings of a feed that the trace of this one does not contain, and whether both
  /// are of one sensor, or `nil` if the feeds are not parallel; see <doc:DecisionParallelFeeds>.
  func redundant(in other: FeedTrack) -> (indices: Set<Int>, isOneSensor: Bool)? {
    guard isContinuous, other.isContinuous, let first = times.first, let last = times.last
    else { return nil }
    let shared = other.times.filter { first <= $0 && $0 <= last }
    // The parts of one export may have a few readings in common, or none.
    guard let start = shared.first, let end = shared.last,
      shared.count(where: contains) * 2 < shared.count
    else { return nil }
    let (isOneSensor, interval) = (isOfOneSensor(with: other), interval)
    let indices = other.times.indices.filter { index in
      let time = other.times[index]
      let isWithin = first < time && time < last
      guard !contains(time), isWithin || end - start >= Self.hour else { return false }
      let next = self.index(atOrAfter: time - Self.silence)
      return next < count && times[next] <= time + interval || !isOneSensor && isWithin
    }
    return (Set(indices), isOneSensor)
  }

  /// Returns whether the values differ by at most 5 mg/dL or 5 % of an hour's median in the mean.
  private func isOfOneSensor(with other: FeedTrack) -> Bool {
    let distance = interval / 2
    var differences: [Double: [Double]] = [:]
    var (scale, count) = (0.0, 0.0)
    for (time, value) in zip(other.times, other.values) {
      guard let near = nearest(to: time, within: distance) else { continue }
      differences[(time / Self.hour).rounded(.down), default: []].append(value - values[near])
      scale += values[near]
      count += 1
    }
    let sum = differences.values.reduce(0.0) { sum, hour in
      let median = hour.upperMedian ?? 0
      return hour.reduce(sum) { $0 + abs($1 - median) }
    }
    return count > 0 && sum <= max(5 * count, 0.05 * scale)
  }
}
