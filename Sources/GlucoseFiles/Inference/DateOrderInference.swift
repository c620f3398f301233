internal import GlucoseMath

/// Infers from all dates of a file whether the day or the month is first.
///
/// The evidence, in order of precedence: readings that cross midnight in one order and are weeks apart
/// in the other, beside at most one in twenty dates that exist in the other order only; a date that
/// exists in the calendar in one order only; adjacent dates that are close in one order and weeks
/// apart in the other; the caller's statement. Before, ``YearPlace`` decides whether the year is
/// first in dates of three two-digit numbers.
struct DateOrderInference {
  private struct Evidence {
    /// The times whose date exists in this order only, the number of their runs, and the first.
    var onlyCount = 0
    var onlyRuns = 0
    var onlyExample: Int?
    /// The number of pairs of consecutive times that are close in this order and weeks apart in the
    /// other, of those within an hour, across midnight, and the first.
    var pairs = 0
    var midnights = 0
    var pair: (earlier: Int, later: Int)?

    mutating func addOnlyPossible(at index: Int, count: Int) {
      onlyCount += count
      if count == 1 { onlyRuns += 1 }
      if onlyExample == nil { onlyExample = index }
    }

    mutating func addPair(_ earlier: Int, _ later: Int, hours: Double) {
      pairs += 1
      if hours <= 1 { midnights += 1 }
      if pair == nil { pair = (earlier, later) }
    }
  }

  private var dayFirst = Evidence()
  private var monthFirst = Evidence()
  private var notation: Int?
  private var notationForm = WrittenTime.Form.instant
  private var open: Int?
  private var count = 0
  private var mixtures: [Int: Mixture] = [:]
  /// A date that was exchanged in an earlier table.
  private var exchangedEarlier: Int?
  private var last: [Int: (stamp: WrittenTime, index: Int)] = [:]
  private var years = YearPlace()

  /// The dates of a column with the year first, and those with the year last.
  private struct Mixture {
    /// The first date with the year first whose day is not its month.
    var yearFirst: Int?
    var hasLateDay = false
    var hasYearLast = false
    var hasOpen = false

    mutating func add(_ stamp: WrittenTime, at index: Int) {
      switch stamp.form {
      case .yearFirst:
        if stamp.second > 12 { hasLateDay = true }
        if yearFirst == nil, stamp.first != stamp.second { yearFirst = index }
      case .yearLast, .short:
        if stamp.first > 12 || stamp.second > 12 { hasYearLast = true } else { hasOpen = true }
      case .dotted, .shortDotted, .instant: break
      }
    }
  }

  /// A date whose day and month a spreadsheet exchanged, or `nil` if nothing shows this.
  ///
  /// A spreadsheet of another country converts the dates that are possible in its order and leaves
  /// the others as text: in one column, all dates with the year first have a day of at most 12, and
  /// all dates with the year last have a day above 12.
  /// Exports that were joined into one file may differ in their notations.
  var exchanged: Int? {
    exchangedEarlier
      ?? mixtures.values.compactMap { mixture in
        mixture.hasYearLast && !mixture.hasLateDay && !mixture.hasOpen ? mixture.yearFirst : nil
      }.min()
  }

  mutating func beginTable() { (exchangedEarlier, mixtures) = (exchanged, [:]) }

  /// Adds the notation of a time that states no offset in its cell.
  mutating func addNotation(of stamp: WrittenTime, at index: Int, column: Int) {
    mixtures[column, default: Mixture()].add(stamp, at: index)
  }

  /// Adds the time at `index`, the next of `stream`, and before it others of the same date.
  ///
  /// - Parameter count: The number of times. If it is not 1, the time before them had the same date.
  mutating func add(_ stamp: WrittenTime, at index: Int, stream: Int, count: Int = 1) {
    years.add(stamp, at: index, stream: stream)
    guard stamp.isOrderOpen else {
      if stamp.form != .instant, notation == nil { (notation, notationForm) = (index, stamp.form) }
      return
    }
    self.count += count
    if stamp.first > 12 {
      dayFirst.addOnlyPossible(at: index, count: count)
    } else if stamp.second > 12 {
      monthFirst.addOnlyPossible(at: index, count: count)
    } else if open == nil, stamp.first != stamp.second {
      open = index
    }
    if let before = last.updateValue((stamp, index), forKey: stream),
      before.stamp.first != stamp.first || before.stamp.second != stamp.second
    {
      compare(before.stamp, before.index, stamp, index)
    }
  }

  private mutating func compare(
    _ one: WrittenTime, _ oneIndex: Int, _ two: WrittenTime, _ twoIndex: Int
  ) {
    func hours(_ order: DateOrder) -> Double? {
      guard let start = one.local(order), let end = two.local(order) else { return nil }
      return abs(end - start) / 3600
    }
    guard let byDay = hours(.dayFirst), let byMonth = hours(.monthFirst) else { return }
    let (close, far) = (24.0, 20 * 24.0)
    if byDay <= close, byMonth >= far { dayFirst.addPair(oneIndex, twoIndex, hours: byDay) }
    if byMonth <= close, byDay >= far { monthFirst.addPair(oneIndex, twoIndex, hours: byMonth) }
  }

  func decide(
    caller: DateOrder?, text: (Int) -> String
  ) throws(ReadError) -> DetectedValue<DateOrder>? {
    if let first = try years.decide(caller: caller, text: text) { return first }
    // Among many dates, a few contradictory ones are damaged; they are rejected later.
    let clear = 20
    let sides: [(order: DateOrder, own: Evidence, other: Evidence)] = [
      (.dayFirst, dayFirst, monthFirst), (.monthFirst, monthFirst, dayFirst),
    ]
    // Not even the only dates that exist in one order, if the record is continuous in the other.
    for side in sides {
      if let pair = side.own.pair, side.own.onlyCount == 0, side.other.midnights == 0,
        side.other.onlyCount * clear <= count, side.own.midnights >= max(side.other.onlyRuns, 1)
      {
        return DetectedValue(side.order, .continuity(text(pair.earlier), text(pair.later)))
      }
    }
    for side in sides {
      if let example = side.own.onlyExample, side.own.onlyCount >= side.other.onlyCount * clear {
        return DetectedValue(side.order, .onlyPossible(text(example)))
      }
    }
    if let byDay = dayFirst.onlyExample, let byMonth = monthFirst.onlyExample {
      throw ReadError(
        .contradictoryDates(dayFirst: text(byDay), monthFirst: text(byMonth)),
        expected: "the same order of day and month in all dates")
    }
    for side in sides {
      if let pair = side.own.pair, side.other.pairs == 0 {
        return DetectedValue(side.order, .continuity(text(pair.earlier), text(pair.later)))
      }
    }
    if let open {
      if let caller, caller != .yearFirst { return DetectedValue(caller, .caller) }
      throw ReadError(
        .ambiguousDates(example: text(open)), text: text(open),
        expected: "the order of day and month, or a date with only one, such as 25-05-2025")
    }
    if let notation {
      let order: DateOrder =
        notationForm == .yearFirst && years.isEmpty ? .yearFirst : .dayFirst
      return DetectedValue(order, .notation(text(notation)))
    }
    // The remaining dates are the same in both orders, such as 05-05-2025.
    return last.min { $0.key < $1.key }.map {
      DetectedValue(.dayFirst, .notation(text($0.value.index)))
    }
  }
}

/// A conversion of written times to local times that looks up the calendar once a day.
struct LocalTimes {
  let order: DateOrder
  private var last: WrittenTime?
  private var midnight: Double?

  init(_ order: DateOrder) { self.order = order }

  @inline(__always)
  mutating func midnight(_ stamp: WrittenTime) -> Double? {
    if let last, last.isOnSameDay(as: stamp) { return midnight }
    last = stamp
    midnight = stamp.midnight(order)
    return midnight
  }

  mutating func local(_ stamp: WrittenTime) -> Double? {
    midnight(stamp).map { $0 + stamp.seconds }
  }
}

extension WrittenTime {
  /// Returns the midnight before the time, in seconds after 2001-01-01 00:00 local time, or `nil`
  /// if the date is not in the calendar in this order.
  func midnight(_ order: DateOrder) -> Double? {
    date(order).map { Double($0.ordinal - CivilDate.referenceOrdinal) * 86_400 }
  }

  func local(_ order: DateOrder) -> Double? { midnight(order).map { $0 + seconds } }
}

extension CivilDate {
  /// The number of days from 1970-01-01 to 2001-01-01.
  static var referenceOrdinal: Int { 11_323 }
}
