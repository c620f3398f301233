/// The interval at which a sensor records, as it changes along a record, by the rules of
/// <doc:CoverageAndSufficiency>: two interleaved sensors give the interval of each, scans between
/// the values of a 15-minute sensor do not shorten it, and missing readings do not lengthen it.
struct SensorIntervals {
  private let times: [Double]
  private let rows: Range<Int>

  /// The longest interval of a sensor in use, in seconds.
  static let longest = 900.0
  /// The interval of a single reading of unknown kind, in seconds.
  static let unknown = 300.0

  private static let blockLength = 48
  /// The maximum distance of a gap from whole minutes, in seconds.
  private static let tolerance = 24.0
  /// The number of equal gaps in a row that are an interval of their own.
  private static let runLength = 4

  init(_ series: GlucoseSeries) { (times, rows) = (series.columns.times, series.rows) }

  private var last: Int { rows.upperBound - 1 }

  private func gap(_ row: Int) -> Double { times[row + 1] - times[row] }

  /// Returns the whole minutes of a gap that is about as long, from 1 to 15, or `nil`.
  @inline(__always)
  private static func minutes(_ gap: Double) -> Int? {
    guard gap < longest + tolerance else { return nil }
    let minutes = Int(gap / 60 + 0.5)
    return minutes >= 1 && Swift.abs(gap - Double(minutes) * 60) <= tolerance ? minutes : nil
  }

  /// Calls `body` with each block of gaps, its interval in seconds, or `nil` for readings that are
  /// not of a sensor, and whether all gaps are about as long.
  func forEachBlock(_ body: (Range<Int>, _ interval: Double?, _ isEven: Bool) -> Void) {
    var start = rows.lowerBound
    while start < last {
      var end = Swift.min(start + Self.blockLength, last)
      // The remainder is too short for a block of its own.
      if last - end < Self.blockLength / 2 { end = last }
      let block = start..<end
      if let interval = evenInterval(of: block) {
        body(block, interval, true)
      } else {
        body(block, interval(of: block), false)
      }
      start = end
    }
  }

  /// Returns the interval of a block all of whose gaps are about as long, or `nil`.
  @inline(__always)
  private func evenInterval(of block: Range<Int>) -> Double? {
    typealias Vector = SIMD8<Double>
    guard let minutes = Self.minutes(gap((block.lowerBound + block.upperBound) / 2)) else {
      return nil
    }
    let interval = Double(minutes) * 60
    var row = block.lowerBound
    while row + Vector.width <= block.upperBound {
      let gaps = times.elementSpan.lanes(at: row + 1) - times.elementSpan.lanes(at: row)
      guard (gaps - interval).magnitudes.isAtMost(Vector(repeating: Self.tolerance)).isEverywhere
      else { return nil }
      row += Vector.width
    }
    while row < block.upperBound {
      if Swift.abs(gap(row) - interval) > Self.tolerance { return nil }
      row += 1
    }
    return interval
  }

  /// Returns the interval of the sensor that recorded most of a block, or `nil` if none did.
  private func interval(of block: Range<Int>) -> Double? {
    // For most blocks, one gap length decides.
    var gaps = [Int](repeating: 0, count: 16)
    var shortCount = 0
    for row in block {
      let gap = gap(row)
      if gap < 84 { shortCount += 1 }
      if let minutes = Self.minutes(gap) { gaps[minutes] += 1 }
    }
    if 10 * shortCount >= 7 * block.count { return 60 }
    if let minutes = gaps.firstIndex(where: { 10 * $0 >= 7 * block.count }) {
      return Double(minutes) * 60
    }
    var hits = [Int](repeating: 0, count: 16)
    for row in block {
      var known = 0
      // 15 minutes of every sensor are within 64 readings.
      for later in (row + 1)...Swift.min(row + 64, last) {
        let distance = times[later] - times[row]
        if distance > Self.longest + Self.tolerance { break }
        if let minutes = Self.minutes(distance), minutes != known {
          hits[minutes] += 1
          known = minutes
        }
      }
    }
    guard let most = hits.max(), most > 0, 10 * most >= block.count,
      let minutes = hits.firstIndex(where: { 10 * $0 >= 7 * most && $0 > 0 })
    else { return nil }
    return Double(minutes) * 60
  }

  /// Returns the interval that applies to a gap longer than the block's, in seconds: the longest of
  /// the block's, of the run of equal gaps that it belongs to, and of the runs beside it, because
  /// the gap between two sensors belongs to neither.
  private func interval(ofGap row: Int, inBlock interval: Double) -> Double {
    var longest = interval
    for neighbor in (row - 1)...(row + 1) where neighbor >= rows.lowerBound && neighbor < last {
      if let run = runInterval(neighbor) { longest = Swift.max(longest, run) }
    }
    return longest
  }

  /// Returns the length of a gap and the interval that applies to it, in seconds.
  @inline(__always)
  func gap(_ row: Int, inBlock blockInterval: Double?) -> (seconds: Double, interval: Double) {
    let (gap, interval) = (gap(row), blockInterval ?? Self.longest)
    return (gap, gap < 1.5 * interval ? interval : self.interval(ofGap: row, inBlock: interval))
  }

  /// Returns the length of a gap that belongs to a run of at least four equal gaps, or `nil`.
  private func runInterval(_ row: Int) -> Double? {
    guard let minutes = Self.minutes(gap(row)) else { return nil }
    var length = 1
    for step in stride(from: -1, through: 1, by: 2) {
      var other = row + step
      while length < Self.runLength, other >= rows.lowerBound, other < last,
        Self.minutes(gap(other)) == minutes
      {
        length += 1
        other += step
      }
    }
    return length >= Self.runLength ? Double(minutes) * 60 : nil
  }

  /// The interval of the day grid in whole minutes, from 1 to 5: the largest that divides the
  /// shortest interval at which the sensor recorded for a day or for a tenth of its time.
  ///
  /// The line through readings is the same at 5 minutes and at 15. On a grid at the interval of most
  /// readings, one reading of a sensor that records more often would count for several.
  var gridMinutes: Int {
    var seconds = [Double](repeating: 0, count: Int(Self.longest / 60) + 1)
    forEachBlock { block, interval, _ in
      guard let interval else { return }
      seconds[Int(interval / 60)] += Double(block.count) * interval
    }
    let enough = Swift.min(86_400, seconds.reduce(0, +) / 10)
    let shortest = seconds.firstIndex { $0 > 0 && $0 >= enough } ?? 5
    return (1...5).last { shortest.isMultiple(of: $0) } ?? 5
  }

  /// The intervals of the first and the last block, in seconds: the longest for readings that are
  /// not of a sensor, five minutes for a single reading.
  var ends: (first: Double, last: Double) {
    guard rows.count >= 2 else { return (Self.unknown, Self.unknown) }
    var ends: (first: Double?, last: Double) = (nil, Self.longest)
    forEachBlock { _, interval, _ in
      let interval = interval ?? Self.longest
      ends = (ends.first ?? interval, interval)
    }
    return (ends.first ?? Self.longest, ends.last)
  }
}
