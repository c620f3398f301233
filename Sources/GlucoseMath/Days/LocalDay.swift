public import GlucoseFoundation

/// A date in a time zone: the time from one local midnight to the next, 23, 24 or 25 hours.
///
///     let day = LocalDay(year: 2025, month: 3, day: 30, in: oslo)
///     day?.hours                    // 23
///     day?.advanced(by: 1).start    // the next local midnight
///
/// Days of one zone are adjacent, without gap or overlap. Where clocks skip midnight, a day starts
/// at the change; where they are set back over it, at its first midnight.
public struct LocalDay: Sendable {
  /// The number of days since 1970-01-01 in the calendar.
  package let ordinal: Int
  /// The zone whose midnights delimit the day.
  public let zone: TimeZone
  /// The first instant of the day.
  public let start: Date
  /// The first instant of the next day.
  public let end: Date

  /// Creates the day of `zone` that contains `time`.
  ///
  /// - Precondition: `time` is finite and in the years −100,000 to 100,000.
  public init(containing time: Date, in zone: TimeZone) {
    let time = time.timeIntervalSinceReferenceDate
    precondition(time.isFinite, "`time` must be finite")
    // Sufficient for every zone; the date itself is checked below.
    precondition(Swift.abs(time) < 38_000_000 * 86_400, Self.reachSentence)
    let table = ZoneTable(zone, covering: time...time)
    let ordinal = table.day(at: time)
    precondition(CivilDate.ordinals.contains(ordinal), Self.reachSentence)
    self.init(ordinal: ordinal, in: table)
  }

  /// Creates the day with this date, or returns `nil` if there is none, such as 30 February.
  public init?(year: Int, month: Int, day: Int, in zone: TimeZone) {
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    self.init(ordinal: date.ordinal, in: zone)
  }

  /// Creates the day written as `text`, such as "2025-03-30", or returns `nil` if there is none.
  ///
  /// Years are written as in ``description``: with four digits from 0000 to 9999, and with a sign
  /// and six digits beyond, such as "-000005-12-31".
  public init?(_ text: some StringProtocol, in zone: TimeZone) {
    let text = String(text)
    let sign = text.first.flatMap { ["-": -1, "+": 1][$0] }
    let parts = text.dropFirst(sign == nil ? 0 : 1).split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [sign == nil ? 4 : 6, 2, 2],
      parts.allSatisfy({ $0.allSatisfy { "0"..."9" ~= $0 } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    let signed = (sign ?? 1) * year
    // Each year has exactly one text.
    guard sign == nil || !Self.plainYears.contains(signed) else { return nil }
    self.init(year: signed, month: month, day: day, in: zone)
  }

  /// The years that are written with four digits and no sign.
  private static let plainYears = 0...9999

  private static let reachSentence = "A day must be in the years −100,000 to 100,000"

  private init(ordinal: Int, in zone: TimeZone) {
    precondition(CivilDate.ordinals.contains(ordinal), Self.reachSentence)
    let about = Double(ordinal) * 86_400 - Date.timeIntervalBetween1970AndReferenceDate
    self.init(ordinal: ordinal, in: ZoneTable(zone, covering: about...about))
  }

  package init(ordinal: Int, in table: ZoneTable) {
    self.ordinal = ordinal
    zone = table.zone
    start = Date(timeIntervalSinceReferenceDate: table.start(ofDay: ordinal))
    end = Date(timeIntervalSinceReferenceDate: table.start(ofDay: ordinal + 1))
  }

  private var date: CivilDate { CivilDate(ordinal: ordinal) }

  /// The year of the Gregorian calendar.
  public var year: Int { date.year }

  /// The month, 1 for January.
  public var month: Int { date.month }

  /// The day of the month, from 1.
  public var day: Int { date.day }

  /// The day of the week as in ISO 8601: 1 for Monday, 7 for Sunday.
  public var weekday: Int {
    // 1970-01-01 was a Thursday; a remainder has the sign of the ordinal.
    (ordinal % 7 + 10) % 7 + 1
  }

  /// The instants of the day, from ``start`` (included) to ``end`` (excluded).
  public var interval: Range<Date> { start..<end }

  /// The length of the day in hours: 24, or 23 or 25 where clocks change.
  public var hours: Double { end.timeIntervalSince(start) / 3600 }

  /// Returns a Boolean value that indicates whether `time` is in the day: `start` ≤ `time` < `end`.
  public func contains(_ time: Date) -> Bool { interval.contains(time) }

  /// Returns the position of `time` in the day: 0 at the start, 1 at the end, below 0 before the
  /// day and above 1 after it. A day that clocks skip, as Samoa skipped one in 2011, has no length:
  /// the position in it is always 0.
  package func fraction(of time: Date) -> Double {
    let length = end.timeIntervalSince(start)
    return length > 0 ? time.timeIntervalSince(start) / length : 0
  }

  /// Returns the first instant at which clocks show `hour`:`minute` on this day, or the instant of
  /// the change if clocks skip that time.
  ///
  /// - Precondition: `hour` is in `0..<24` and `minute` in `0..<60`.
  public func time(hour: Int, minute: Int = 0) -> Date {
    precondition(
      0..<24 ~= hour && 0..<60 ~= minute, "`hour` and `minute` must be from 0:00 to 23:59")
    return Date(
      timeIntervalSinceReferenceDate: zoneTable.firstInstant(
        showing: localTime(hour: hour, minute: minute)))
  }

  /// Returns the instants that show this time: none if clocks skip it, two if they repeat it.
  package func instants(hour: Int, minute: Int) -> [Date] {
    zoneTable.instants(ofLocal: localTime(hour: hour, minute: minute)).map(
      Date.init(timeIntervalSinceReferenceDate:))
  }

  private var zoneTable: ZoneTable {
    let start = self.start.timeIntervalSinceReferenceDate
    return ZoneTable(zone, covering: start...start)
  }

  /// Returns the seconds from 2001-01-01 00:00 to a time of this date, both as local times.
  private func localTime(hour: Int, minute: Int) -> Double {
    let midnight = Double(ordinal) * 86_400 - Date.timeIntervalBetween1970AndReferenceDate
    return midnight + Double(hour * 3600 + minute * 60)
  }
}

extension LocalDay: Strideable, Hashable {
  /// Returns the day `days` later, or earlier if negative, in the same zone.
  ///
  /// - Precondition: the result is in the years −100,000 to 100,000.
  public func advanced(by days: Int) -> LocalDay {
    let (sum, isTooFar) = ordinal.addingReportingOverflow(days)
    return LocalDay(ordinal: isTooFar ? .max : sum, in: zone)
  }

  /// Returns the number of days from this day's date to the date of `other`.
  public func distance(to other: LocalDay) -> Int { other.ordinal - ordinal }

  /// Returns a Boolean value that indicates whether both are the same date in the same zone.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.ordinal == rhs.ordinal && lhs.zone == rhs.zone
  }

  /// Returns a Boolean value that indicates whether the date of `lhs` is earlier. Of one date in
  /// two zones, the day that starts earlier is less; of days that start together, the one whose
  /// zone identifier sorts first.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.ordinal, lhs.start, lhs.zone.identifier) < (rhs.ordinal, rhs.start, rhs.zone.identifier)
  }

  /// Hashes the date and the zone.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ordinal)
    hasher.combine(zone)
  }
}

extension LocalDay: CustomStringConvertible {
  /// The date in ISO 8601 format, such as "2025-03-30"; years before 0 and after 9999 have a sign
  /// and six digits, such as "-000005-12-31" and "+010000-01-01".
  public var description: String {
    let date = date
    func padded(_ number: some BinaryInteger, to width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
    let year =
      Self.plainYears.contains(date.year)
      ? padded(date.year, to: 4) : (date.year < 0 ? "-" : "+") + padded(date.year.magnitude, to: 6)
    return "\(year)-\(padded(date.month, to: 2))-\(padded(date.day, to: 2))"
  }
}

extension LocalDay: Codable {
  private enum CodingKeys: String, CodingKey { case date, zone }

  /// Decodes the date and the identifier of the zone.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let zone = try container.decode(TimeZone.self, forKey: .zone)
    let text = try container.decode(String.self, forKey: .date)
    guard let day = LocalDay(text, in: zone) else {
      throw DecodingError.dataCorruptedError(
        forKey: .date, in: container, debugDescription: "\(text) is not a date such as 2025-03-30")
    }
    self = day
  }

  /// Encodes the date, such as "2025-03-30", and the zone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(description, forKey: .date)
    try container.encode(zone, forKey: .zone)
  }
}
