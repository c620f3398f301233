/// Infers from all dates of three two-digit numbers, such as 25/06/08, whether the year is first.
///
/// The evidence: consecutive dates that are days apart with the year in one place and weeks or
/// years apart in the other, and dates that do not exist with the year first; then the caller's
/// statement. Without any, dates with points have the year last.
struct YearPlace {
  /// The dates that show each place, and the first pair that shows the year first.
  private var first = 0
  private var last = 0
  private var pair: (earlier: Int, later: Int)?
  /// The first date that is another day if the year is first, and whether all such have points.
  private var open: Int?
  private var areDotted = true
  private var hasWholeYears = false
  private var before: [Int: (stamp: WrittenTime, index: Int)] = [:]

  var isEmpty: Bool { before.isEmpty }

  mutating func add(_ stamp: WrittenTime, at index: Int, stream: Int) {
    if stamp.form == .yearLast { hasWholeYears = true }
    guard stamp.isYearOpen else { return }
    let before = before.updateValue((stamp, index), forKey: stream)
    if let before, before.stamp.isOnSameDay(as: stamp) { return }
    let ends = [DateOrder.dayFirst, .monthFirst]
    if let date = stamp.date(.yearFirst) {
      if ends.compactMap({ stamp.date($0) }).contains(where: { $0 != date }) {
        if open == nil { open = index }
        if stamp.form == .short { areDotted = false }
      }
    } else {
      last += 1
    }
    func days(_ order: DateOrder) -> Double? {
      guard let start = before?.stamp.local(order), let end = stamp.local(order) else { return nil }
      return abs(end - start) / 86_400
    }
    guard let before, let byFirst = days(.yearFirst), let byLast = ends.compactMap(days).min()
    else { return }
    // The days of one month are years apart in the other place, or months if the month is first.
    if byLast >= 20, byLast >= 20 * byFirst {
      first += 1
      if pair == nil { pair = (before.index, index) }
    }
    if byFirst >= 20, byFirst >= 20 * byLast { last += 1 }
  }

  /// Returns the order with the year first, or `nil` if the year is last.
  func decide(
    caller: DateOrder?, text: (Int) -> String
  ) throws(ReadError) -> DetectedValue<DateOrder>? {
    // Among many dates, a few contradictory ones are damaged.
    let clear = 20
    guard let open, last <= first * clear, first > 0 || !hasWholeYears else { return nil }
    if !hasWholeYears {
      if let pair, first > last * clear {
        return DetectedValue(.yearFirst, .continuity(text(pair.earlier), text(pair.later)))
      }
      if let caller { return caller == .yearFirst ? DetectedValue(.yearFirst, .caller) : nil }
    }
    if areDotted { return nil }
    throw ReadError(
      .ambiguousDates(example: text(open)), text: text(open),
      expected: "the order of year, month, and day, or a date with only one, such as 2025-05-25")
  }
}
