extension FeedTrack {
  /// The length in seconds of the pieces by which a mixture is recognized.
  static let hour = 3600.0
  /// The number of hours in which a mixture is one.
  static let leastHours = 4

  /// Returns the interval in seconds of two feeds that have as many readings in an hour as these, or `nil`,
  /// and whether the phases are those of two.
  ///
  /// A sensor has up to 60 readings in an hour, or up to 12, of which two feeds have 4/3 to 13/6
  /// times as many. The phases of a sensor with another interval, or of one without many of its
  /// readings, are spread evenly.
  static func mixedInterval(_ times: ArraySlice<Double>) -> (interval: Double, isMixed: Bool)? {
    [300.0, 60].first { interval in
      let count = Double(times.count) * interval / hour
      return 4 / 3 <= count && count <= 13 / 6
    }.map { interval in
      // The remainder is exact, so that times of whole minutes have one phase each, also on an edge of a tenth.
      let phases = times.map { time in
        let rest = time.truncatingRemainder(dividingBy: interval)
        return (rest < 0 ? rest + interval : rest) / interval
      }
      return (interval, mainPhase(phases).share >= 0.4)
    }
  }

  /// Returns the start of the fifth of an interval with the most phases, in tenths, and its share.
  private static func mainPhase(_ phases: [Double]) -> (start: Double, share: Double) {
    var tenths = Array(repeating: 0, count: 10)
    for phase in phases { tenths[min(Int(phase * 10), 9)] += 1 }
    let fifths = tenths.indices.map { tenths[$0] + tenths[($0 + 1) % 10] }
    let best = fifths.indices.max { (fifths[$0], $1) < (fifths[$1], $0) } ?? 0
    return (Double(best) / 10, Double(fifths[best]) / Double(max(phases.count, 1)))
  }

  /// Returns the phase of a time in an interval, from 0 to 1.
  private static func phase(of time: Double, _ interval: Double) -> Double {
    time / interval - (time / interval).rounded(.down)
  }

  /// Returns the two feeds of which this one is a mixture, the leading one first, or `nil` if it is
  /// none; see <doc:DecisionParallelFeeds>.
  func mixedFeeds(interval: Double) -> [FeedTrack]? {
    let feeds = separated(interval: interval)
    let hours = feeds.map { feed in
      feed.times.reduce(into: [Double: Int]()) {
        $0[($1 / Self.hour).rounded(.down), default: 0] += 1
      }
    }
    let shared = hours[0].count { hour, count in
      Double(min(count, hours[1][hour] ?? 0)) * interval * 3 >= Self.hour * 2
    }
    guard shared >= Self.leastHours else { return nil }
    let regular = feeds.map { feed in
      let near = zip(feed.times, feed.times.dropFirst())
        .count { abs($1 - $0 - interval) <= 0.05 * interval }
      return Double(near) / Double(feed.count)
    }
    if abs(regular[0] - regular[1]) > 0.25 {
      return regular[0] > regular[1] ? feeds : feeds.reversed()
    }
    let delays = feeds[1].times.compactMap { time in
      feeds[0].nearest(to: time, within: interval / 2).map {
        (time - feeds[0].times[$0]) / interval
      }
    }
    let delay = delays.upperMedian ?? 0
    if abs(delay) < 0.45 { return delay > -0.01 ? feeds : feeds.reversed() }
    // Neither precedes the other.
    let early = feeds.map { feed in
      Double(feed.times.count { abs(Self.phase(of: $0, interval) - 0.5) > 0.25 })
        / Double(feed.count)
    }
    return early[0] >= early[1] ? feeds : feeds.reversed()
  }

  /// Returns the division into two tracks of least cost, by dynamic programming over the track of a
  /// reading and the distance to the last reading of the other track.
  private func separated(interval: Double) -> [FeedTrack] {
    func cost(_ index: Int, after other: Int, isFirst: Bool) -> Double {
      let gap = times[index] - times[other]
      let count = max((gap / interval).rounded(), 1)
      let error = abs(gap - count * interval) / interval
      return min(error / 0.05, 1) * 1.5 + 4 * error * error + min(count - 1, 3)
        + min(abs(values[index] - values[other]) / min(count, 4) / 15, isFirst ? 9 : 3)
    }
    let costsOfFirst = phaseErrors(interval).map { 3 * min($0 / 0.05, 1) }
    // A state is a track and the distance to the last reading of the other track, 0 if it is longer
    // than the others.
    let far = 5
    let states = 2 * (far + 1)
    var costs = Array(repeating: Double.infinity, count: states)
    (costs[0], costs[far + 1]) = (costsOfFirst.first ?? 0, 1)
    var previous = [Array(repeating: 0, count: states)]
    for index in times.indices.dropFirst() {
      var next = Array(repeating: Double.infinity, count: states)
      var from = Array(repeating: 0, count: states)
      let stay = [true, false].map { cost(index, after: index - 1, isFirst: $0) }
      for state in 0..<states where costs[state] < .infinity {
        let (track, distance) = state.quotientAndRemainder(dividingBy: far + 1)
        let own = [costsOfFirst[index], 1]
        let same = track * (far + 1) + (distance == 0 || distance == far ? 0 : distance + 1)
        let stays = costs[state] + stay[track] + own[track]
        if stays < next[same] { (next[same], from[same]) = (stays, state) }
        let other = index - 1 - distance
        let change = distance == 0 || other < 0 ? 2 : cost(index, after: other, isFirst: track == 1)
        let changes = costs[state] + change + own[1 - track]
        let changed = (1 - track) * (far + 1) + 1
        if changes < next[changed] { (next[changed], from[changed]) = (changes, state) }
      }
      costs = next
      previous.append(from)
    }
    var isSecond = Array(repeating: false, count: count)
    var state = costs.indices.min { costs[$0] < costs[$1] } ?? 0
    for index in times.indices.reversed() {
      isSecond[index] = state > far
      state = previous[index][state]
    }
    return [filter { !isSecond[$0] }, filter { isSecond[$0] }]
  }

  /// Returns the distance of the phase of each reading from that of most, at most half an interval.
  private func phaseErrors(_ interval: Double) -> [Double] {
    let phases = times.map { Self.phase(of: $0, interval) }
    let start = Self.mainPhase(phases).start
    let offsets = phases.map { phase in
      let offset = phase - start
      return offset < 0 ? offset + 1 : offset
    }
    // The middle of the shortest range of a third of them is within one feed's phases.
    let near = offsets.filter { $0 < 0.2 }.sorted()
    let third = near.count / 3
    let dense = (0..<near.count - third).min {
      near[$0 + third] - near[$0] < near[$1 + third] - near[$1]
    }
    let middle = dense.map { near[$0 + third / 2] } ?? 0
    return offsets.map { min(abs($0 - middle), 1 - abs($0 - middle)) }
  }
}
