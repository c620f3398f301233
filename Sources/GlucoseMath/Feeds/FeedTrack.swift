/// Readings of a feed in chronological order, with their positions in its series.
struct FeedTrack {
  private(set) var times: [Double] = []
  private(set) var values: [Double] = []
  private(set) var positions: [Int] = []

  /// The time in seconds after which a feed without readings is silent.
  static let silence = 1200.0

  init() {}

  init(_ series: GlucoseSeries, _ rows: Range<Int>) {
    let part = series[positions: rows]
    (times, values, positions) = (Array(part.times), Array(part.values), Array(rows))
  }

  var count: Int { times.count }

  func filter(_ isIncluded: (Int) -> Bool) -> FeedTrack {
    let kept = times.indices.filter(isIncluded)
    var track = FeedTrack()
    track.times = kept.map { times[$0] }
    track.values = kept.map { values[$0] }
    track.positions = kept.map { positions[$0] }
    return track
  }

  func merged(with other: FeedTrack) -> FeedTrack {
    var track = FeedTrack()
    var (own, added) = (0, 0)
    while own < count || added < other.count {
      let isOwn = own < count && (added == other.count || times[own] <= other.times[added])
      let (source, index) = isOwn ? (self, own) : (other, added)
      track.times.append(source.times[index])
      track.values.append(source.values[index])
      track.positions.append(source.positions[index])
      if isOwn { own += 1 } else { added += 1 }
    }
    return track
  }

  func index(atOrAfter time: Double) -> Int {
    times.firstRow(atOrAfter: time, in: 0..<count, near: 0)
  }

  func contains(_ time: Double) -> Bool {
    let index = index(atOrAfter: time)
    return index < count && times[index] == time
  }

  /// The median gap in seconds, the upper of two, or 0 below two readings.
  var interval: Double { zip(times, times.dropFirst()).map { $1 - $0 }.upperMedian ?? 0 }

  /// Returns the sum in seconds of the gaps that begin in a range and are not silent.
  func coverage(in range: Range<Double>) -> Double {
    zip(times, times.dropFirst()).reduce(0) { sum, pair in
      let gap = pair.1 - pair.0
      return range.contains(pair.0) && gap <= Self.silence ? sum + gap : sum
    }
  }

  /// Whether the readings cover half of their time, as single values and scans do not.
  var isContinuous: Bool {
    guard count >= 12, let first = times.first, let last = times.last else { return false }
    return coverage(in: first..<last) * 2 >= last - first
  }

  func nearest(to time: Double, within distance: Double) -> Int? {
    let next = index(atOrAfter: time)
    return [next - 1, next].filter { times.indices.contains($0) }
      .min { abs(times[$0] - time) < abs(times[$1] - time) }
      .flatMap { abs(times[$0] - time) <= distance ? $0 : nil }
  }
}
