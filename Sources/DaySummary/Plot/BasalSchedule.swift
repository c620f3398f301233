public import GlucoseDiary
public import GlucoseMath
package import GlucoseFoundation

/// The usual basal rates of an insulin pump over a day, and the temporary rates that replace them.
///
///     let schedule = BasalSchedule([.init(from: midnight, unitsPerHour: 0.7),
///       .init(from: morning, unitsPerHour: 1.1)])
///     let basal = try history.basalSegments(on: day, schedule: schedule)
///     let options = DayPlotOptions(unit: .mmolL)
///     let plot = try history.plot(of: day, basal: basal, options: options)
///
/// A schedule records what a pump is set to deliver. It is for drawing alone: nothing in this package
/// computes a rate.
public struct BasalSchedule: Equatable, Codable, Sendable {
  /// A rate from a time of day until the next.
  public struct Rate: Equatable, Codable, Sendable {
    /// The local time at which the rate begins.
    public var start: ClockTime
    /// The rate in international units per hour.
    public var unitsPerHour: Double

    /// Creates a rate that begins at `start`.
    public init(from start: ClockTime, unitsPerHour: Double) {
      self.start = start
      self.unitsPerHour = unitsPerHour
    }
  }

  /// The rates, in order of their times of day. The last one of a day lasts until the first one of
  /// the next day.
  public let rates: [Rate]

  /// Creates a schedule of `rates`, in any order; empty for none. Of several rates with one start,
  /// the last counts, and rates that are negative or not finite are omitted.
  public init(_ rates: [Rate] = []) {
    let known = rates.filter { $0.unitsPerHour.quantity != nil }
    self.rates = Dictionary(known.map { ($0.start, $0) }) { $1 }.values
      .ordered { $0.start < $1.start }
  }

  /// Decodes a schedule, in the order and without the rates that ``init(_:)`` omits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try container.decode([Rate].self, forKey: .rates))
  }

  /// Returns the usual rate at `time` in `zone`, or `nil` if the schedule is empty.
  package func rate(at time: Date, in zone: TimeZone) -> Double? {
    let clock = ClockTime(time, in: zone)
    return (rates.last { $0.start <= clock } ?? rates.last)?.unitsPerHour
  }

  /// Returns the usual rates on `day`, replaced by the temporary rates among `events`, as
  /// `GlucoseHistory.basalSegments(on:schedule:)`.
  ///
  /// A rate from the day before may have ended early where another one began that ended on that
  /// day, so `events` must include every one from the start of the first that touches `day`.
  package func segments(on day: LocalDay, events: [DiaryEvent] = []) -> [BasalSegment] {
    let temporary = events.compactMap(TemporaryRate.init).ordered {
      ($0.start, $0.id) < ($1.start, $1.id)
    }
    // A rate whose start clocks skip begins with the next hour.
    let hours = (0..<24).flatMap { day.instants(hour: $0, minute: 0) }
    let starts =
      [day.start, day.end] + hours + rates.flatMap { day.instants(of: $0.start) }
      + temporary.flatMap { [$0.start, $0.end] }
    let edges = Set(starts.filter { day.start <= $0 && $0 <= day.end }).ordered(by: <)
    return zip(edges, edges.dropFirst()).compactMap { start, end in
      let usual = rate(at: start, in: day.zone)
      // The latest one counts until its own end; an earlier one does not resume.
      let latest = temporary[..<temporary.partitioningIndex { $0.start > start }].last
      let isReplaced = latest.map { start < $0.end } ?? false
      let rate = isReplaced ? latest?.unitsPerHour(usual: usual) : usual
      return rate.map { BasalSegment(from: start, to: end, unitsPerHour: $0) }
    }.joined
  }
}

extension GlucoseHistory {
  /// Returns the basal insulin on `day` in chronological order, without overlaps: the usual rates
  /// of `schedule`, replaced by the temporary rates that were logged.
  ///
  /// A temporary rate is an entry of the category `temporaryBasal` with a duration and an amount in
  /// U/h, or in percent of the usual rate. It ends early where the next one begins. In percent
  /// without a usual rate, it is unknown and nothing is returned for its duration.
  public func basalSegments(
    on day: LocalDay, schedule: BasalSchedule
  ) throws(Failure) -> [BasalSegment] {
    var events = try events(in: day.interval)
    let start = events.compactMap(TemporaryRate.init).map(\.start).min()
    if let start, start < day.start { events = try self.events(in: start..<day.end) }
    return schedule.segments(on: day, events: events)
  }
}

private struct TemporaryRate {
  let id: DiaryEvent.ID
  let start, end: Date
  private let amount: Double
  private let isPercent: Bool

  init?(_ event: DiaryEvent) {
    guard case .entry(let entry) = event.content, entry.category == .temporaryBasal,
      let amount = entry.amount?.quantity, let end = event.end, end > event.time,
      [.unitsPerHour, .percent].contains(entry.unit)
    else { return nil }
    (id, start, self.end) = (event.id, event.time, end)
    self.amount = amount
    isPercent = entry.unit == .percent
  }

  func unitsPerHour(usual: Double?) -> Double? {
    isPercent ? usual.map { $0 * amount / 100 } : amount
  }
}

extension [BasalSegment] {
  fileprivate var joined: [BasalSegment] {
    reduce(into: []) { joined, segment in
      guard let last = joined.last, last.end == segment.start,
        last.unitsPerHour == segment.unitsPerHour
      else { return joined.append(segment) }
      joined[joined.count - 1] = BasalSegment(
        from: last.start, to: segment.end, unitsPerHour: last.unitsPerHour)
    }
  }
}

extension BasalSchedule {
  /// The highest rate that text can have, in units per hour: that of the fastest pumps.
  private static let highestRate = 35.0

  /// Creates a schedule from text, or returns `nil` if it is not a list of times with their rates.
  ///
  ///     BasalSchedule("00:00 0.7; 06:00 1.1", style: .point)?.rates.count     // 2
  ///
  /// Blank text is an empty schedule. A rate is at most 35 units per hour. A number of another style is
  /// accepted where it can only be meant as one; see `DecimalStyle.adapting(_:)`.
  ///
  /// - Parameters:
  ///   - text: The rates, separated by semicolons.
  ///   - style: The style of the rates.
  public init?(_ text: String, style: DecimalStyle) {
    var rates: [Rate] = []
    for part in text.split(separator: ";") {
      let words = part.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      guard words.count == 2, let start = ClockTime(words[0]),
        let rate = try? style.parse(style.adapting(String(words[1]))), rate <= Self.highestRate
      else { return nil }
      rates.append(Rate(from: start, unitsPerHour: rate))
    }
    self.init(rates)
  }

  /// Returns the rates as text for a form: "00:00 0.7; 06:00 1.1".
  public func text(style: DecimalStyle) -> String {
    rates.map { "\($0.start) \(style.format($0.unitsPerHour))" }.joined(separator: "; ")
  }
}
