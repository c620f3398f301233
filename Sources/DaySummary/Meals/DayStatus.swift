// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where a person stands in their day at some instant: what was eaten so far, and what comes next.
///
///     let status = try history.status(at: now, in: zone)
///     status.nutrition.carbs          // 127: grams so far today
///     status.untilNextExercise        // 30 minutes
///     status.sinceLastMeal
public struct DayStatus: Hashable, Codable, Sendable {
  /// The instant.
  public let time: Date
  /// The day that holds it.
  public let day: LocalDay
  /// What was eaten on the day up to the instant, itself included.
  public let nutrition: NutritionTotal
  /// The last meal at or before the instant, within 24 hours.
  public let lastMeal: DiaryEvent?
  /// The last dose of insulin at or before the instant, within 24 hours.
  public let lastDose: DiaryEvent?
  /// The first exercise after the instant, within 24 hours: planned exercise is an event that lies in
  /// the future.
  public let nextExercise: DiaryEvent?

  /// The time since ``lastMeal``.
  public var sinceLastMeal: Duration? { lastMeal.map(sinceBeginning) }
  /// The time since ``lastDose``.
  public var sinceLastDose: Duration? { lastDose.map(sinceBeginning) }
  /// The time until ``nextExercise`` begins.
  public var untilNextExercise: Duration? { nextExercise.map { .zero - sinceBeginning(of: $0) } }

  private func sinceBeginning(of event: DiaryEvent) -> Duration {
    .seconds(time.timeIntervalSince(event.time))
  }

  /// The status at `time` by `events`, in any order; those more than 24 hours away do not count.
  public init(at time: Date, in zone: TimeZone, events: [DiaryEvent]) {
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
  /// Where the person stands at `time`, from one read of the events.
  ///
  /// - Throws: What the history throws when it cannot be read.
  public func status(at time: Date, in zone: TimeZone) throws -> DayStatus {
    // The longest day has 25 hours.
    DayStatus(
      at: time, in: zone,
      events: try events(in: time.addingTimeInterval(-90_000)..<time.addingTimeInterval(86_401)))
  }
}
