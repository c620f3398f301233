// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The shape of a fall of glucose and its recovery.
struct CompressionFeatures: Hashable, Sendable {
  /// The readings below the level before the fall.
  var readings: ClosedRange<Int>
  /// The steepest fall over ten minutes at the beginning in percent of the level before per minute.
  var fallRate: Double
  /// The steepest rise over ten minutes at the end in percent of the level before per minute, or `nil` without a recovery by the end of the series.
  var riseRate: Double?
  /// The rate of change in the half hour before the fall, in percent of the level per minute.
  var earlierRate: Double
  /// The depth in mg/dL.
  var depth: Double
  /// The fraction of the depth that is reached in the first 20 minutes.
  var onset: Double
  /// The fraction of the depth that is recovered in the last 20 minutes, or 0 without a recovery.
  var release = 0.0
  /// The depth as a fraction of the level before.
  var relativeDepth: Double
  /// The distance of the level after the recovery from the level before the fall as a fraction of
  /// the depth.
  var mismatch: Double
  /// The mean depth as a fraction of the depth: near 1 for a box, and 0.5 for a V.
  var fill: Double
  /// The minutes from the fall to the recovery.
  var duration: Double
  /// The sum of all changes from half an hour before the fall to the end, as a multiple of that of a
  /// single fall and recovery: near 1 without noise.
  var roughness: Double
  /// The mean second difference in the hour before the fall and in the hour after the recovery, as
  /// a fraction of the depth.
  var noiseAround: Double
  /// The largest fall between two readings at the beginning as a fraction of the depth.
  var fallStep = 0.0
  /// The largest rise between two readings at the end as a fraction of the depth, or 0 without a
  /// recovery.
  var riseStep = 0.0
  /// The level before the fall minus the mean of 20 to 50 minutes earlier as a fraction of the level,
  /// or 0 without readings.
  var earlierChange = 0.0
  /// The mean of 20 to 50 minutes after the recovery minus the level after it as a fraction of the
  /// level before, or 0 without readings.
  var laterChange = 0.0
  /// The rate of change in the three readings after the recovery, in percent of the level before per
  /// minute.
  var laterRate = 0.0
}

/// A search for falls and recoveries in readings about five minutes apart or more.
struct CompressionSearch {
  /// The times in minutes and the values in mg/dL of the readings, or of the means of five minutes
  /// of denser readings.
  private(set) var minutes: [Double] = []
  private(set) var values: [Double] = []
  /// The position in the series of the first and last reading of each mean.
  private(set) var positions: [ClosedRange<Int>] = []

  /// The longest time of a steep fall in minutes.
  private static let steepMinutes = 11.0
  /// The longest fall from level to level in minutes.
  private static let longestFall = 20.0
  /// The least fraction of the depth at each edge.
  private static let leastEdge = 0.5
  /// The longest event in minutes.
  private static let longestEvent = 200.0
  /// The longest gap between readings of an event in minutes.
  private static let longestGap = 31.0

  init(_ trace: SignalTrace) {
    minutes.reserveCapacity(trace.count)
    values.reserveCapacity(trace.count)
    positions.reserveCapacity(trace.count)
    var first = 0
    while first < trace.count {
      var end = first + 1
      var (time, value) = (trace.minutes[first], trace.values[first])
      while end < trace.count, trace.minutes[end] - trace.minutes[first] < 4.5 {
        time += trace.minutes[end]
        value += trace.values[end]
        end += 1
      }
      minutes.append(time / Double(end - first))
      values.append(value / Double(end - first))
      positions.append(first...(end - 1))
      first = end
    }
  }

  /// Calls `body` with each fall of at least 10 mg/dL and 9 % within ten minutes, or between two
  /// readings, that recovers within 200 minutes, with at least half of the depth in the first and in
  /// the last 20 minutes, or that is not over at the end of the series.
  func forEachCandidate(_ body: (CompressionFeatures) -> Void) {
    var start = 1
    while start + 1 < values.count {
      guard let found = candidate(at: start) else {
        start += 1
        continue
      }
      body(found.features)
      start = Swift.max(start + 1, found.next)
    }
  }

  /// Returns the event that falls from the reading at `index`, and the position at which the search
  /// continues, or `nil` if none begins there.
  private func candidate(at index: Int) -> (features: CompressionFeatures, next: Int)? {
    let base = values[index]
    guard values[index + 1] < base - 2, minutes[index] - minutes[index - 1] < Self.longestGap else {
      return nil
    }
    // The fall.
    var fall = base - values[index + 1]
    var next = index + 2
    while next < values.count, minutes[next] - minutes[index] <= Self.steepMinutes {
      fall = Swift.max(fall, base - values[next])
      next += 1
    }
    guard minutes[index + 1] - minutes[index] <= 16, fall >= 10, fall >= 0.09 * base,
      values[index + 1] <= base - 0.25 * fall
    else { return nil }
    // The recovery.
    var lowest = values[index + 1]
    var recovery: Int?
    var last = index + 1
    var isInterrupted = false
    for later in (index + 1)..<values.count {
      if minutes[later] - minutes[later - 1] > Self.longestGap {
        isInterrupted = true
        break
      }
      if minutes[later] - minutes[index] > Self.longestEvent {
        isInterrupted = true
        break
      }
      lowest = Swift.min(lowest, values[later])
      last = later
      if later > index + 1, values[later] >= base - 0.4 * (base - lowest) {
        recovery = later
        break
      }
    }
    if recovery == nil, isInterrupted { return nil }
    let found = features(index, recovery ?? last, lowest, recovery)
    // A slow fall may contain an event that begins later.
    guard found.onset >= Self.leastEdge, recovery == nil || found.release >= Self.leastEdge else {
      return nil
    }
    return (found, recovery ?? last)
  }

  private func features(
    _ index: Int, _ last: Int, _ lowest: Double, _ recovery: Int?
  ) -> CompressionFeatures {
    let base = values[index]
    let depth = base - lowest
    var earlier = index
    while earlier > 0, minutes[index] - minutes[earlier] < 25,
      minutes[earlier] - minutes[earlier - 1] < Self.longestGap
    { earlier -= 1 }
    let before = minutes[index] - minutes[earlier]
    var early = index
    while early < last, minutes[early + 1] - minutes[index] <= Self.longestFall { early += 1 }
    let onset = base - (values[index...early].min() ?? base)
    var mismatch = 0.0
    var riseRate: Double?
    var end = last
    var release = 0.0
    var riseStep = 0.0
    var (laterRate, laterChange) = (0.0, 0.0)
    if let recovery {
      var level = values[recovery]
      var next = recovery + 1
      while next < values.count, minutes[next] - minutes[recovery] <= 21 {
        level = Swift.max(level, values[next])
        next += 1
      }
      end = next - 1
      mismatch = (level - base) / depth
      let after = Swift.min(recovery + 1, values.count - 1)
      var from = recovery
      while from > index, minutes[recovery] - minutes[from - 1] <= Self.longestFall { from -= 1 }
      riseRate = steepest(from...after) / base * 100
      release = (values[from...after].max() ?? base) - (values[from...after].min() ?? base)
      riseStep = zip(values[from...after], values[from...after].dropFirst())
        .reduce(0) { Swift.max($0, $1.1 - $1.0) }
      let (first, third) = (after, Swift.min(recovery + 4, values.count - 1))
      if third > first {
        laterRate =
          (values[third] - values[first]) / (minutes[third] - minutes[first]) / base * 100
      }
      let later = (minutes[recovery] + 20)...(minutes[recovery] + 50)
      laterChange = (meanLevel(at: later, from: recovery, by: 1) ?? level) - level
    }
    let inside = (index + 1)...Swift.max(index + 1, recovery.map { $0 - 1 } ?? last)
    let changes = (earlier..<end).reduce(0.0) { $0 + Swift.abs(values[$1 + 1] - values[$1]) }
    let direct = Swift.abs(base - values[earlier]) + base - 2 * lowest + values[end]
    let noise = secondDifferences(before: index, after: recovery.map { $0 + 2 })
    let mean = inside.reduce(0.0) { $0 + base - values[$1] } / Double(inside.count)
    var found = CompressionFeatures(
      readings: positions[inside.lowerBound].lowerBound...positions[inside.upperBound].upperBound,
      fallRate: -steepest(index...early, falling: true) / base * 100, riseRate: riseRate,
      earlierRate: before > 0 ? (base - values[earlier]) / before / base * 100 : 0, depth: depth,
      onset: onset / depth, release: release / depth, relativeDepth: depth / base,
      mismatch: mismatch, fill: mean / depth,
      duration: minutes[last] - minutes[index], roughness: changes / Swift.max(direct, 1),
      noiseAround: noise / depth)
    found.fallStep =
      zip(values[index...early], values[index...early].dropFirst())
      .reduce(0) { Swift.max($0, $1.0 - $1.1) } / depth
    found.riseStep = riseStep / depth
    let sooner = (minutes[index] - 50)...(minutes[index] - 20)
    found.earlierChange = (base - (meanLevel(at: sooner, from: index, by: -1) ?? base)) / base
    found.laterChange = laterChange / base
    found.laterRate = laterRate
    return found
  }

  /// Returns the mean of the values at `times`, at most 50 minutes from a position, in steps of −1 or
  /// 1 from it, or `nil` if there are none.
  private func meanLevel(
    at times: ClosedRange<Double>, from start: Int, by step: Int
  ) -> Double? {
    var (sum, count) = (0.0, 0.0)
    var position = start + step
    while values.indices.contains(position), Swift.abs(minutes[position] - minutes[start]) <= 50 {
      if times.contains(minutes[position]) {
        sum += values[position]
        count += 1
      }
      position += step
    }
    return count > 0 ? sum / count : nil
  }

  /// Returns the mean magnitude of second differences in the hour before a position and in that from
  /// another on.
  private func secondDifferences(before end: Int, after start: Int?) -> Double {
    var (sum, count) = (0.0, 0.0)
    func add(_ middle: Int) {
      sum += Swift.abs(values[middle - 1] - 2 * values[middle] + values[middle + 1])
      count += 1
    }
    var middle = end - 1
    while middle > 0, minutes[end] - minutes[middle - 1] <= 61 {
      add(middle)
      middle -= 1
    }
    if let start {
      middle = start + 1
      while middle + 1 < values.count, minutes[middle + 1] - minutes[start] <= 61 {
        add(middle)
        middle += 1
      }
    }
    return count > 0 ? sum / count : 0
  }

  /// Returns the steepest rate of change over about ten minutes, or one step, in mg/dL per minute.
  private func steepest(_ range: ClosedRange<Int>, falling: Bool = false) -> Double {
    var steepest = 0.0
    var from = range.lowerBound
    for to in range.dropFirst() {
      while from + 1 < to, minutes[to] - minutes[from] > 11 { from += 1 }
      let rate = (values[to] - values[from]) / Swift.max(minutes[to] - minutes[from], 9)
      steepest = falling ? Swift.min(steepest, rate) : Swift.max(steepest, rate)
    }
    return steepest
  }
}
