internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

extension WrittenTime {
  /// The instants that are accepted as times of a record: the years 1900 to 2299.
  static let instants: ClosedRange<Double> = -3_187_296_000...9_435_484_800

  /// Returns the minutes by which a local time was ahead of UTC at an instant, to a quarter of an hour,
  /// the granularity of all zones, or `nil` if they are too many for a zone.
  func quarters(after instant: WrittenTime) -> Int16? {
    guard let local = local(.yearFirst) else { return nil }
    let quarters = ((local - instant.seconds) / 900).rounded()
    return quarters.magnitude <= 18 * 4 ? Int16(quarters) * 15 : nil
  }

  /// Returns the time as an instant with the offset of the person's clock, if the offset is stated
  /// or specified; the time unchanged if it is local; `nil` if its date is not in the calendar.
  func resolved(offset stated: Int16? = nil) -> WrittenTime? {
    if form == .instant {
      guard Self.instants.contains(seconds) else { return nil }
      var stamp = self
      stamp.offset = stated ?? offset
      return stamp
    }
    guard form == .yearFirst, let midnight = midnight(.yearFirst) else { return nil }
    guard let offset = offset ?? stated else { return self }
    // Whole seconds first, so that a fraction is rounded only once.
    var stamp = WrittenTime(instant: midnight - Double(offset) * 60 + seconds)
    stamp.offset = stated ?? offset
    return stamp
  }
}

extension JSONScanner {
  /// Returns a time in milliseconds or seconds since 1970, or in a written notation.
  func moment(_ node: Int?) -> WrittenTime? {
    guard let node = node.map({ unwrapped($0) }) else { return nil }
    switch nodes[node].kind {
    case .number: return epoch(node)
    case .string: return stamp(node) ?? epoch(node)
    default: return nil
    }
  }

  private func epoch(_ node: Int) -> WrittenTime? {
    guard let instant = instant(milliseconds: node) else { return nil }
    // Fewer milliseconds are before 1973, when there was no sensor: they are seconds.
    let reference = Date.timeIntervalBetween1970AndReferenceDate
    let milliseconds = ((instant + reference) * 1000).rounded()
    if 1e8..<1e11 ~= milliseconds { return WrittenTime(instant: milliseconds - reference) }
    return WrittenTime(instant: instant)
  }

  /// Returns the instant in the first node that has one; otherwise, the first local time.
  @inline(__always)
  func time(
    of node: Int?, _ others: @autoclosure () -> [Int?] = [], offset: Int16? = nil
  ) throws(Rejection) -> RecordTime {
    // Nearly every record states its instant first.
    if let first = filled(node), let stamp = moment(first)?.resolved(offset: offset),
      !stamp.isWallClock
    {
      return RecordTime(stamp: stamp, line: line)
    }
    return try time(of: [node] + others(), offset: offset)
  }

  /// Returns the instant of a time in UTC, whether or not it states so, with the offset of the clock
  /// that showed another time at this instant.
  func time(utc written: WrittenTime?, at node: Int, shown: WrittenTime?) throws(Rejection)
    -> RecordTime
  {
    var written = written
    if written?.isWallClock == true { written?.offset = 0 }
    guard var stamp = written?.resolved() else { throw Rejection(.unreadableTime, excerpt(node)) }
    stamp.offset = shown.flatMap {
      $0.offset ?? ($0.isWallClock ? $0.quarters(after: stamp) : nil)
    }
    return RecordTime(stamp: stamp, line: line)
  }

  private func time(of nodes: [Int?], offset: Int16?) throws(Rejection) -> RecordTime {
    var unreadable: Int?
    var wallClock: RecordTime?
    for node in nodes {
      guard let node = filled(node) else { continue }
      guard let stamp = moment(node)?.resolved(offset: offset) else {
        if unreadable == nil { unreadable = node }
        continue
      }
      if !stamp.isWallClock { return RecordTime(stamp: stamp, line: line) }
      if wallClock == nil { wallClock = RecordTime(stamp: stamp, text: text(node), line: line) }
    }
    if let wallClock { return wallClock }
    guard let unreadable else { throw Rejection(.missingTime, excerpt(0)) }
    throw Rejection(.unreadableTime, excerpt(unreadable))
  }

  func offset(_ node: Int?) -> Int16? {
    number(node).flatMap { $0.magnitude <= 18 * 60 ? Int16($0) : nil }
  }

  /// Returns the value within an object such as `{"$date": …}`, in which databases encode types.
  func unwrapped(_ node: Int) -> Int {
    guard nodes[node].kind == .object, nodes[node].next > node + 1,
      bytes[nodes[node + 1].start] == UInt8(ascii: "$")
    else { return node }
    return unwrapped(node + 2)
  }

  func concentration(_ node: Int?) throws(Rejection) -> Double? {
    guard let node = filled(node) else { return nil }
    return try RecordNumber.concentration(number(node), excerpt(node))
  }

  /// Returns the limit of a sensor's range that a word such as `LOW` in a node means.
  func limit(_ node: Int) -> GlucoseCell? {
    guard number(node) == nil, let word = text(node)?.lowercased() else { return nil }
    if LimitWords.low.contains(word) { return .low(nil) }
    return LimitWords.high.contains(word) ? .high(nil) : nil
  }

  func amount(
    _ node: Int?, upTo limit: Double = RecordNumber.greatestAmount
  ) throws(Rejection) -> Double? {
    guard let node = filled(node) else { return nil }
    return try RecordNumber.amount(number(node), upTo: limit, excerpt(node))
  }

  /// Returns the value of a node, or `nil` if it is null or an empty text.
  func filled(_ node: Int?) -> Int? {
    guard let node = node.map({ unwrapped($0) }), nodes[node].kind != .null else { return nil }
    guard nodes[node].kind == .string else { return node }
    return nodes[node].range.allSatisfy { bytes[$0] == Byte.blank } ? nil : node
  }
}

/// The time of a record or a row, with its place in the file.
struct RecordTime {
  var stamp: WrittenTime
  /// The time as written in a document if it is local; in a table, it is looked up.
  var text: String?
  var line: Int
  /// The column of a table, counted from 0.
  var column = 0
}

enum RecordNumber {
  /// The greatest number of grams or units, which a logbook stores.
  static let greatestAmount = DiaryEvent.Category.meal.amounts.upperBound

  static func concentration(
    _ number: Double?, _ text: @autoclosure () -> String
  ) throws(Rejection) -> Double {
    guard let number else { throw Rejection(.unreadableNumber, text()) }
    guard number > 0 else { throw Rejection(.notPositive, text()) }
    guard number <= PlausibleGlucose.highestEvidence else { throw Rejection(.implausible, text()) }
    return number
  }

  static func amount(
    _ number: Double?, upTo limit: Double = greatestAmount, _ text: @autoclosure () -> String
  ) throws(Rejection) -> Double {
    guard let number else { throw Rejection(.unreadableNumber, text()) }
    guard number >= 0 else { throw Rejection(.notPositive, text()) }
    guard number <= limit else { throw Rejection(.implausible, text()) }
    return number
  }
}
