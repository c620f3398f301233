// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How glucose went after a meal.
///
///     for response in try history.responses(toMealsNamed: "Porridge", in: spring) {
///       print(response.time, response.rise?.mmolL, response.timeToPeak)
///     }
///
/// A meal is followed for four hours, or until the next one. What is eaten within 15 minutes (`≤`)
/// belongs to the same sitting and does not end it, so meals of one sitting have the same course.
/// The response says how glucose went, not why: a dose, exercise or an earlier meal works on as well.
public struct MealResponse: Identifiable, Hashable, Codable, Sendable {
  /// A reading by its distance from the meal, so that the courses of several meals lie on each other.
  public struct TracePoint: Hashable, Codable, Sendable {
    /// How long after the meal the reading was taken; negative before it.
    public let sinceMeal: Duration
    /// The concentration.
    public let glucose: Glucose
  }

  /// What identifies the meal.
  public let id: DiaryEvent.ID
  /// When it was eaten.
  public let time: Date
  /// What was eaten.
  public let meal: Meal
  /// The mean of the readings from 15 minutes before the meal up to it, both included, or `nil` if
  /// there are none.
  public let baseline: Glucose?
  /// The highest reading after the meal while it is followed, the first of several, or `nil` if there
  /// are none.
  public let peak: Glucose?
  /// How long after the meal the peak came.
  public let timeToPeak: Duration?
  /// For how long the meal is followed: four hours, or until the next sitting.
  public let followUpDuration: Duration
  /// The readings from 15 minutes before the meal to the end of the time it is followed, both included.
  public let trace: [TracePoint]
  /// The incremental area over the first two hours in mg/dL × min; see ``incrementalArea4Hours``.
  public let incrementalArea2Hours: Double?
  /// The incremental area over the first four hours in mg/dL × min, by the definition of
  /// `GlucoseSeries.incrementalArea(above:from:over:maximumGap:)`.
  ///
  /// `nil` where there is no baseline, where the next sitting came first, and where readings are more
  /// than 30 minutes (`>`) apart.
  public let incrementalArea4Hours: Double?

  /// How far the peak lies above the baseline in mg/dL; negative if glucose only fell.
  public var riseInMgdL: Double? {
    guard let peak, let baseline else { return nil }
    return peak.mgdL - baseline.mgdL
  }

  /// How far the peak lies above the baseline as a number in `unit`; negative if glucose only fell.
  public func rise(in unit: GlucoseUnit) -> Double? {
    guard let peak, let baseline else { return nil }
    return peak.value(in: unit) - baseline.value(in: unit)
  }

  private enum CodingKeys: String, CodingKey {
    case id, time, meal, baseline, peak, timeToPeak
    case followUpDuration = "followed"
    case trace = "course"
    case incrementalArea2Hours, incrementalArea4Hours
  }
}

extension MealResponse {
  /// How long a meal is followed.
  static let reach = 4.0 * 3600

  /// The response to the meal of `event`.
  init(to meal: Meal, _ event: DiaryEvent, _ series: GlucoseSeries, nextSitting: Date?) {
    let start = event.time
    let end = Swift.min(
      start.addingTimeInterval(Self.reach), nextSitting ?? .distantFuture)
    let before = series[start.addingTimeInterval(-900)..<start.addingTimeInterval(900)]
      .prefix(through: start)
    // The reading at the very end belongs to the course, and one beyond it says how the course goes on.
    let after = series[start..<start.addingTimeInterval(Self.reach + 1801)]
    let whileFollowed = after.prefix(through: end).filter { $0.time > start }
    let highest = whileFollowed.max { $0.glucose < $1.glucose }
    let first = whileFollowed.first { $0.glucose == highest?.glucose }
    let baseline = before.statistics()?.mean
    id = event.id
    time = start
    self.meal = meal
    self.baseline = baseline
    peak = first?.glucose
    timeToPeak = first.map { .seconds($0.time.timeIntervalSince(start)) }
    followUpDuration = .seconds(end.timeIntervalSince(start))
    trace = (Array(before) + whileFollowed).map {
      TracePoint(sinceMeal: .seconds($0.time.timeIntervalSince(start)), glucose: $0.glucose)
    }
    func area(hours: Double) -> Double? {
      guard let baseline, end.timeIntervalSince(start) >= hours * 3600 else { return nil }
      return after.incrementalArea(above: baseline, from: start, over: .seconds(hours * 3600))
    }
    incrementalArea2Hours = area(hours: 2)
    incrementalArea4Hours = area(hours: 4)
  }
}
