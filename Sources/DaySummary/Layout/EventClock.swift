internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

extension EventLayout {
  /// The clock by which events are placed on a day.
  ///
  /// The two differ for events that were logged in another time zone than that of the day, as on a
  /// journey.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Clock: Sendable {
    /// The clock of the day's time zone. Every event is at its instant, in line with the readings.
    case day
    /// The clock of the time zone in which the event was logged. An event is on the date and at the
    /// time of day that this clock showed, so breakfast at 08:00 is at 08:00 wherever it was eaten.
    ///
    /// The readings stay at their instants. A mark of another time zone is therefore away from the
    /// readings that followed the event. A time of day
    /// that the clocks of the day skip is at the instant of the change. Of two instants with the
    /// same time of day, the one nearer to the instant of the event is used. Events that last keep
    /// their length, which is that up to the current time for an ongoing condition. An event whose
    /// time zone is unknown is at its instant.
    case entry
  }
}

extension EventLayout.Clock {
  /// The greatest difference in seconds between the clocks of two time zones, UTC+14 and UTC−12.
  static let greatestDifference = 26 * 3600.0

  func reach(of interval: Range<Date>) -> Range<Date> {
    guard self == .entry else { return interval }
    return interval.lowerBound.addingTimeInterval(
      -Self.greatestDifference)..<interval.upperBound.addingTimeInterval(Self.greatestDifference)
  }

  /// Returns the events that touch `day`, each at the instant of the day at which it is placed and as
  /// it was logged, in order of the former, then of identifiers. Ongoing conditions last without end,
  /// because whether one that was moved touches the day depends on its length up to the present.
  func placed(
    _ events: [DiaryEvent], on day: LocalDay
  ) -> [(event: DiaryEvent, logged: DiaryEvent)] {
    guard self == .entry else { return DayEvents(events).on(day, now: nil).map { ($0, $0) } }
    let reach = reach(of: day.interval)
    let near = events.filter {
      $0.time < reach.upperBound && $0.end ?? .distantFuture >= reach.lowerBound
    }
    let logged = Dictionary(near.map { ($0.id, $0) }) { first, _ in first }
    return DayEvents(near.map { $0.moved(toClocksOf: day.zone) }).on(day, now: nil).map {
      ($0, logged[$0.id] ?? $0)
    }
  }
}

extension DiaryEvent {
  /// The seconds from 2001 within which a table of a time zone is exact.
  private static let reach = 38_000_000 * 86_400.0

  /// Returns the event at the instant at which clocks of `zone` show the date and time that clocks
  /// showed where the event was logged.
  fileprivate func moved(toClocksOf zone: TimeZone) -> DiaryEvent {
    let instant = time.timeIntervalSinceReferenceDate
    guard zone != self.zone, unknownZone == nil, abs(instant) < Self.reach else { return self }
    let local = instant + Double(self.zone.secondsFromGMT(for: time))
    let table = ZoneTable(zone, covering: local...local)
    let target =
      table.instants(ofLocal: local).min { abs($0 - instant) < abs($1 - instant) }
      ?? table.firstInstant(showing: local)
    var moved = self
    moved.time = Date(timeIntervalSinceReferenceDate: target)
    if case .condition(var condition) = content {
      condition.end = condition.end?.addingTimeInterval(target - instant)
      moved.content = .condition(condition)
    }
    return moved
  }
}
