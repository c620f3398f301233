public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// A summary of a person's day at some instant: the nutrition so far and the adjacent events.
///
///     let status = try history.status(at: now, in: zone)
///     status.nutrition.carbs          // 127: grams so far today
///     status.untilNextExercise        // 30 minutes
///     status.sinceLastMeal
public struct DayStatus: Equatable, Sendable {
  /// The instant.
  public let time: Date
  /// The day that contains the instant.
  public let day: LocalDay
  /// The nutrition of the day up to the instant (`≤`).
  public let nutrition: NutritionTotal
  /// The last meal at or before the instant, within 24 hours.
  public let lastMeal: DiaryEvent?
  /// The last insulin dose at or before the instant, within 24 hours.
  public let lastDose: DiaryEvent?
  /// The first exercise after the instant, within 24 hours. Planned exercise is an event in the
  /// future.
  public let nextExercise: DiaryEvent?

  /// The time since ``lastMeal``.
  public var sinceLastMeal: Duration? { lastMeal.map(sinceBeginning) }
  /// The time since ``lastDose``.
  public var sinceLastDose: Duration? { lastDose.map(sinceBeginning) }
  /// The time until the start of ``nextExercise``.
  public var untilNextExercise: Duration? { nextExercise.map { .zero - sinceBeginning(of: $0) } }

  private func sinceBeginning(of event: DiaryEvent) -> Duration {
    Duration(limitedSeconds: time.timeIntervalSince(event.time))
  }

  /// Creates the status at `time` from `events`, in any order.
  package init(at time: Date, in zone: TimeZone, events: [DiaryEvent]) {
    let day = LocalDay(containing: time, in: zone)
    let nearby = events.filter { abs($0.time.timeIntervalSince(time)) <= 86_400 }.chronological
    let past = nearby.filter { $0.time <= time }
    self.time = time
    self.day = day
    nutrition = NutritionTotal(
      events.filter { $0.time >= day.start && $0.time <= time }.compactMap { event in
        if case .meal(let meal) = event.content { meal } else { nil }
      })
    lastMeal = past.last { if case .meal = $0.content { true } else { false } }
    lastDose = past.last { if case .insulin = $0.content { true } else { false } }
    nextExercise = nearby.first {
      if case .exercise = $0.content { $0.time > time } else { false }
    }
  }
}

extension GlucoseHistory {
  /// Returns the status at `time`, from one read of the events.
  public func status(at time: Date, in zone: TimeZone) throws(Failure) -> DayStatus {
    // The longest day has 25 hours.
    DayStatus(
      at: time, in: zone,
      events: try events(in: time.addingTimeInterval(-90_000)..<time.addingTimeInterval(86_401)))
  }
}
