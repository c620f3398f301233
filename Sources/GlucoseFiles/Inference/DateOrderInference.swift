// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Finds out from all dates of a file whether the day or the month comes first.
///
/// Each kind of evidence outranks the next: a date that the calendar has in one order only; neighbors
/// that follow each other closely in one order and lie weeks apart in the other; the caller's word.
struct DateOrderInference {
  /// Two rows of one stream that follow each other.
  private typealias Pair = (earlier: Int, later: Int)

  private var onlyDayFirst = 0
  private var onlyMonthFirst = 0
  private var dayFirstExample: Int?
  private var monthFirstExample: Int?
  private var notation: Int?
  private var notationForm = WrittenTime.Form.instant
  private var open: Int?
  private var dayFirstPairs = 0
  private var monthFirstPairs = 0
  private var dayFirstPair: Pair?
  private var monthFirstPair: Pair?
  /// The last time of each stream.
  private var last: [(stamp: WrittenTime, index: Int)?] = []

  /// Takes note of the time at `index`, which follows the one before it in `stream`.
  mutating func add(_ stamp: WrittenTime, at index: Int, stream: Int) {
    guard stamp.form == .yearLast else {
      if stamp.form != .instant, notation == nil { (notation, notationForm) = (index, stamp.form) }
      return
    }
    if stamp.first > 12 {
      onlyDayFirst += 1
      if dayFirstExample == nil { dayFirstExample = index }
    } else if stamp.second > 12 {
      onlyMonthFirst += 1
      if monthFirstExample == nil { monthFirstExample = index }
    } else if open == nil, stamp.first != stamp.second {
      open = index
    }
    while last.count <= stream { last.append(nil) }
    if let before = last[stream],
      before.stamp.first != stamp.first || before.stamp.second != stamp.second
    {
      compare(before.stamp, before.index, stamp, index)
    }
    last[stream] = (stamp, index)
  }

  private mutating func compare(
    _ one: WrittenTime, _ oneIndex: Int, _ two: WrittenTime, _ twoIndex: Int
  ) {
    func hours(_ order: DateOrder) -> Double? {
      guard let start = one.local(order), let end = two.local(order) else { return nil }
      return abs(end - start) / 3600
    }
    guard let dayFirst = hours(.dayFirst), let monthFirst = hours(.monthFirst) else { return }
    let (close, far) = (24.0, 20 * 24.0)
    if dayFirst <= close, monthFirst >= far {
      dayFirstPairs += 1
      if dayFirstPair == nil { dayFirstPair = (oneIndex, twoIndex) }
    } else if monthFirst <= close, dayFirst >= far {
      monthFirstPairs += 1
      if monthFirstPair == nil { monthFirstPair = (oneIndex, twoIndex) }
    }
  }

  /// The order of the file's dates, or `nil` if it has none.
  ///
  /// - Parameter text: The text of the time at an index, for examples.
  /// - Throws: ``ReadError`` if nothing decides, or dates contradict each other.
  func decide(
    caller: DateOrder?, text: (Int) -> String
  ) throws(ReadError) -> DetectedValue<DateOrder>? {
    // Among many dates a few that contradict are damage; they will be rejected.
    let clear = 20
    if let example = dayFirstExample, onlyDayFirst >= onlyMonthFirst * clear {
      return DetectedValue(.dayFirst, .onlyPossible(text(example)))
    }
    if let example = monthFirstExample, onlyMonthFirst >= onlyDayFirst * clear {
      return DetectedValue(.monthFirst, .onlyPossible(text(example)))
    }
    if let dayFirstExample, let monthFirstExample {
      throw ReadError(
        .contradictoryDates(
          dayFirst: text(dayFirstExample), monthFirst: text(monthFirstExample)),
        expected: "one order of dates in a file")
    }
    if let pair = dayFirstPair, monthFirstPairs == 0 {
      return DetectedValue(.dayFirst, .continuity(text(pair.earlier), text(pair.later)))
    }
    if let pair = monthFirstPair, dayFirstPairs == 0 {
      return DetectedValue(.monthFirst, .continuity(text(pair.earlier), text(pair.later)))
    }
    if let open {
      if let caller, caller != .yearFirst { return DetectedValue(caller, .caller) }
      throw ReadError(
        .ambiguousDates(example: text(open)), text: text(open),
        expected: "the caller to state the order of dates, or a date such as 25-05-2025")
    }
    if let notation {
      let order: DateOrder = notationForm == .dotted ? .dayFirst : .yearFirst
      return DetectedValue(order, .notation(text(notation)))
    }
    // What remains are dates such as 05-05-2025, which are the same in both orders.
    return last.lazy.compactMap(\.self).first.map {
      DetectedValue(.dayFirst, .notation(text($0.index)))
    }
  }
}

/// Turns stamps into local times, the calendar being asked once a day.
struct LocalTimes {
  let order: DateOrder
  private var day: (year: Int16, first: UInt8, second: UInt8, form: WrittenTime.Form)?
  private var midnight: Double?

  init(_ order: DateOrder) { self.order = order }

  /// The midnight before a stamp in seconds after 2001-01-01 00:00 local time, or `nil` if the
  /// calendar has no such day in this order.
  mutating func midnight(_ stamp: WrittenTime) -> Double? {
    let day = (stamp.year, stamp.first, stamp.second, stamp.form)
    if self.day.map({ $0 == day }) != true {
      self.day = day
      midnight = stamp.midnight(order)
    }
    return midnight
  }
}

extension WrittenTime {
  /// The midnight before in seconds after 2001-01-01 00:00 local time, or `nil` if the calendar has
  /// no such day in this order.
  func midnight(_ order: DateOrder) -> Double? {
    let (month, day) = monthAndDay(order)
    guard let date = CivilDate(year: Int(year), month: month, day: day) else { return nil }
    return Double(date.ordinal - CivilDate.referenceOrdinal) * 86_400
  }

  /// The wall clock in seconds after 2001-01-01 00:00 local time, or `nil` if the calendar has no
  /// such day in this order.
  func local(_ order: DateOrder) -> Double? { midnight(order).map { $0 + seconds } }
}

extension CivilDate {
  /// 2001-01-01 as days since 1970-01-01.
  static var referenceOrdinal: Int { 11_323 }
}
