internal import GlucoseMath

/// The error codes among the readings of Nightscout.
///
/// A Dexcom receiver stores a small number where its sensor has no value: 1 sensor not active, 2
/// minimal deviation, 3 no antenna, 5 not calibrated, 6 counts deviation, 9 absolute deviation, 10
/// power deviation, 12 bad reception. xDrip stores 38 in place of a value that it could not
/// calculate, but a sensor also shows 38 in a severe low. Other numbers from 13 on are readings.
enum ErrorCodes {
  /// Returns whether a number is a code and never a reading.
  static func isCertain(_ number: Double) -> Bool {
    switch number {
    case 1, 2, 3, 5, 6, 9, 10, 12: true
    default: false
    }
  }

  /// The number that is a code if it is isolated.
  static let possible = 38.0

  /// Returns whether a number is a whole number above zero and below
  /// 13, too low for a sensor entry of Nightscout.
  ///
  /// Known codes are checked before. Other numbers may indicate that the entries are in another
  /// unit.
  static func isNoReading(_ number: Double) -> Bool {
    0 < number && number < PlausibleGlucose.lowestOfNightscout && Int(exactly: number) != nil
  }

  /// The maximum distance between readings that are compared, in seconds.
  static let reach = 15.0 * 60
  /// The maximum rate of change to both sides, in mg/dL per second, at which a value is accepted as
  /// a reading.
  ///
  /// In 525,000 readings of four public studies, among them 14,000 below 70 mg/dL, three readings
  /// below 70 mg/dL are so far below both adjacent readings.
  static let fastest = 5.0 / 60
  /// The minimum duration over which a change is measured, in seconds, so that noise between
  /// readings of two uploaders is not a jump: a jump is more than 25 mg/dL.
  static let shortest = 5.0 * 60

  struct Point {
    /// The time, in seconds.
    var time: Double
    /// The concentration, in mg/dL.
    var value: Double
    var mayBeCode: Bool
  }

  /// Returns the positions of the codes among the readings of one device, in any order.
  ///
  /// A run of possible codes, each within 15 minutes of the next, is examined as a unit: its
  /// numbers are codes if a reading is within 15 minutes before or after it, and the change to each
  /// such reading is faster than glucose changes. A number without such a reading is a reading
  /// itself.
  static func isolated(in points: [Point]) -> [Int] {
    let order = points.indices.sorted { (points[$0].time, $0) < (points[$1].time, $1) }
    var codes: [Int] = []
    var position = 0
    while position < order.count {
      guard points[order[position]].mayBeCode else {
        position += 1
        continue
      }
      let start = position
      while position + 1 < order.count, points[order[position + 1]].mayBeCode,
        points[order[position + 1]].time - points[order[position]].time <= reach
      { position += 1 }
      let (first, last) = (points[order[start]], points[order[position]])
      let before = start > 0 ? isJump(first, points[order[start - 1]]) : nil
      let after = position + 1 < order.count ? isJump(last, points[order[position + 1]]) : nil
      let jumps = [before, after].compactMap(\.self)
      if !jumps.isEmpty, jumps.allSatisfy(\.self) { codes += order[start...position] }
      position += 1
    }
    return codes.sorted()
  }

  /// Returns whether the change is faster than glucose changes, or `nil` if the points are too far
  /// apart to compare.
  private static func isJump(_ one: Point, _ other: Point) -> Bool? {
    let elapsed = (one.time - other.time).magnitude
    guard elapsed <= reach else { return nil }
    return (one.value - other.value).magnitude > fastest * max(elapsed, shortest)
  }
}

extension Records {
  func errorCodes(_ times: [Double]) -> [Int] {
    let isAsked = entries.reduce(into: Set<Int>()) { streams, entry in
      if entry.mark.contains(.mayBeCode) { streams.insert(entry.stream) }
    }
    guard !isAsked.isEmpty else { return [] }
    var members: [Int: [Int]] = [:]
    for (index, entry) in entries.enumerated()
    where isAsked.contains(entry.stream) && !times[index].isNaN && !entry.value.isNaN {
      members[entry.stream, default: []].append(index)
    }
    let codes = members.values.flatMap { members in
      ErrorCodes.isolated(
        in: members.map { index in
          let entry = entries[index]
          return ErrorCodes.Point(
            time: times[index], value: entry.value, mayBeCode: entry.mark.contains(.mayBeCode))
        }
      ).map { members[$0] }
    }
    return codes.sorted()
  }
}
