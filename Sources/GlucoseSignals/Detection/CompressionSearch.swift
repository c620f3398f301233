internal import GlucoseMath

/// A search for sudden falls that return as suddenly, as of a sensor that its wearer lies on.
///
/// Pressure lowers the readings of a sensor within minutes, and they return when it ends (Mensh et
/// al., *Journal of Diabetes Science and Technology* 7:863, 2013; Baysal et al., 8:1091, 2014).
struct CompressionSearch {
  /// A fall, with the evidence of a compression low.
  struct Candidate {
    /// The readings below the level before the fall.
    let readings: ClosedRange<Int>
    /// The depth in mg/dL.
    let depth: Double
    let evidence: [SignalFault.Evidence]
  }

  /// The distance from glucose that is no error of a working sensor, in mg/dL (`>`): those further
  /// from the median of four sensors occurred with the wearer lying on them (Mensh et al.).
  private static let aberration = 25.0
  /// The rate above (`>`) which a change is sudden, in mg/dL per minute: the limit of
  /// `GlucoseTrend.falling`. Healthy people's glucose falls faster in 1 % of the time, mostly by day
  /// (*Diabetes Technology & Therapeutics*, 2025, 10.1177/15209156251390822).
  private static let suddenRate = 2.0
  /// The longest time of a sudden change between more than two readings, in minutes.
  private static let sudden = 11.0
  /// The longest time from the last reading before a fall to the return, in minutes.
  private static let longest = 180.0
  /// The longest gap between readings, in minutes.
  private static let longestGap = 31.0

  /// The times in minutes and the values in mg/dL of the readings, or of means of five minutes.
  private var minutes: [Double] = []
  private var values: [Double] = []
  /// The position in the series of the first and last reading of each mean.
  private var positions: [ClosedRange<Int>] = []

  init(_ trace: SignalTrace) {
    var first = 0
    while first < trace.count {
      var end = first + 1
      while end < trace.count, trace.minutes[end] - trace.minutes[first] < 4.5 { end += 1 }
      let count = Double(end - first)
      minutes.append(trace.minutes[first..<end].reduce(0, +) / count)
      values.append(trace.values[first..<end].reduce(0, +) / count)
      positions.append(first...(end - 1))
      first = end
    }
  }

  /// The sudden falls of more than 25 mg/dL that return suddenly after at least two readings and at
  /// most three hours, or that have not returned at the end of the series.
  var candidates: [Candidate] {
    var found: [Candidate] = []
    var start = 1
    while start + 1 < values.count {
      guard let (candidate, next) = candidate(at: start) else {
        start += 1
        continue
      }
      found.append(candidate)
      start = next
    }
    return found
  }

  /// Returns the candidate that falls from the reading at `index`, and where the search continues.
  private func candidate(at index: Int) -> (Candidate, next: Int)? {
    let base = values[index]
    let early = (index + 1)...last(after: index, within: Self.sudden)
    let fall = base - (values[early].min() ?? base)
    guard early.contains(where: { -rate(from: index, to: $0) > Self.suddenRate }),
      minutes[index] - minutes[index - 1] <= Self.longestGap,
      // It begins neither later nor at a single high reading.
      base - values[index + 1] >= 0.25 * fall, base - values[index - 1] <= 0.5 * fall
    else { return nil }
    var lowest = base
    var end = index
    var isOver = false
    while !isOver, end + 1 < values.count {
      end += 1
      guard minutes[end] - minutes[end - 1] <= Self.longestGap,
        minutes[end] - minutes[index] <= Self.longest
      else { return nil }
      lowest = Swift.min(lowest, values[end])
      isOver = values[end] > (base + lowest) / 2
    }
    guard base - lowest > Self.aberration else { return nil }
    var evidence: [SignalFault.Evidence] = isSteady(before: index) ? [.steadyBefore] : []
    evidence.append(.suddenFall)
    if isOver {
      let next = Swift.min(end + 1, values.count - 1)
      // A single low reading is noise.
      guard end > index + 2,
        [end, next].contains(where: { to in
          rate(from: first(before: to, within: Self.sudden), to: to) > Self.suddenRate
        })
      else { return nil }
      evidence.append(.suddenReturn)
      let level = values[end...last(after: end, within: 21)].max() ?? base
      if Swift.abs(level - base) <= Self.aberration { evidence.append(.restoredLevel) }
    }
    let readings = positions[index + 1].lowerBound...positions[isOver ? end - 1 : end].upperBound
    return (Candidate(readings: readings, depth: base - lowest, evidence: evidence), end)
  }

  private func isSteady(before index: Int) -> Bool {
    let first = first(before: index, within: 31)
    let rate = (values[index] - values[first]) / (minutes[index] - minutes[first])
    return GlucoseTrend(mgdLPerMinute: rate) == .steady
  }

  /// Returns the rate of change over at least ten minutes, in mg/dL per minute.
  private func rate(from first: Int, to second: Int) -> Double {
    (values[second] - values[first]) / Swift.max(10, minutes[second] - minutes[first])
  }

  /// Returns the position of the last reading within some minutes after another, or of the next.
  private func last(after index: Int, within time: Double) -> Int {
    var last = Swift.min(index + 1, values.count - 1)
    while last + 1 < values.count, minutes[last + 1] - minutes[index] <= time { last += 1 }
    return last
  }

  /// Returns the first reading within some minutes before another, or the previous.
  private func first(before index: Int, within time: Double) -> Int {
    var first = index - 1
    while first > 0, minutes[index] - minutes[first - 1] <= time { first -= 1 }
    return first
  }
}
