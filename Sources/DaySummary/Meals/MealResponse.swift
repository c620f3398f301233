public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// The glucose response to a meal.
///
///     for response in try history.responses(toMealsNamed: "Porridge", in: spring) {
///       print(response.time, response.rise?.mmolL, response.timeToPeak)
///     }
///
/// The follow-up of a meal is four hours, or until the next sitting. Meals within 15 minutes (`≤`)
/// after it belong to the same sitting and do not end it. A response is not the effect of the meal
/// alone: doses, exercise, and earlier meals also affect glucose.
public struct MealResponse: Identifiable, Equatable, Sendable {
  /// The identifier of the meal.
  public let id: DiaryEvent.ID
  /// The time of the meal.
  public let time: Date
  /// The meal.
  public let meal: Meal
  /// The mean of the readings from 15 minutes before the meal up to it (both included), or `nil` if
  /// there are none.
  public let baseline: Glucose?
  /// The highest reading after the meal within the follow-up (the first of several), or `nil` if
  /// there are none. A lower bound unless ``isFollowUpComplete``.
  public let peak: Glucose?
  /// The flag of the device's limit at which ``peak`` is, or no flag: the device showed "High", and the
  /// true peak is higher, or "Low" for all readings at the peak, and it is lower.
  public let peakFlags: ReadingFlags
  /// The time from the meal to the peak.
  public let timeToPeak: Duration?
  /// The duration of the follow-up: four hours, or until the next sitting, whether or not there are
  /// readings.
  public let followUpDuration: Duration
  /// The readings from 15 minutes before the meal to the end of the follow-up (both included).
  public let trace: GlucoseSeries
  /// The incremental area over the first two hours in mg/dL × min; see ``incrementalArea4Hours``.
  public let incrementalArea2Hours: Double?
  /// The incremental area over the first four hours in mg/dL × min, as defined by
  /// `GlucoseSeries.incrementalArea(above:from:over:maximumGap:)`.
  ///
  /// `nil` if there is no baseline, if the next sitting is earlier, or if readings are more than 30
  /// minutes (`>`) apart.
  public let incrementalArea4Hours: Double?

  /// A Boolean value that indicates whether readings cover the follow-up: at most 30 minutes (`≤`)
  /// are between the meal and the first reading after it, between readings, and between the last
  /// one and the end of the follow-up.
  ///
  /// Otherwise, as after a recent meal or in a gap, glucose may have risen above ``peak``. A follow-up
  /// that the next sitting ended may be complete, although glucose went on to rise;
  /// ``followUpDuration`` is then less than four hours.
  public var isFollowUpComplete: Bool {
    var last = Duration.zero
    for next in trace.map(sinceMeal) where next > .zero {
      guard next - last <= Self.longestGap else { return false }
      last = next
    }
    return followUpDuration - last <= Self.longestGap
  }

  private static let longestGap = Duration.seconds(1800)

  /// Returns the time of a reading since the meal, negative before it.
  package func sinceMeal(_ reading: Reading) -> Duration {
    .seconds(reading.time.timeIntervalSince(time))
  }

  /// The peak minus the baseline, or `nil` if either is `nil`; negative if glucose only fell. A lower
  /// bound unless ``isFollowUpComplete``.
  public var rise: Glucose? {
    guard let peak, let baseline else { return nil }
    return .mgdL(peak.mgdL - baseline.mgdL)
  }

  /// The maximum duration of the follow-up in seconds.
  static let reach = 4.0 * 3600

  init(to meal: Meal, _ event: DiaryEvent, _ series: GlucoseSeries, nextSitting: Date?) {
    let start = event.time
    let latest = start.addingTimeInterval(Self.reach)
    let end = nextSitting.map { Swift.min(latest, $0) } ?? latest
    let before = series[start.addingTimeInterval(-900)..<start.addingTimeInterval(900)]
      .prefix(through: start)
    // The reading at the very end is included; a reading beyond it continues the area to the end.
    let after = series[start..<start.addingTimeInterval(Self.reach + 1801)]
    let through = after.prefix(through: end)
    let whileFollowed = through[positions: (through.first?.time == start ? 1 : 0)..<through.count]
    let highest = whileFollowed.statistics(bands: .consensus(in: .mgdL))
    let first = whileFollowed.first { $0.glucose == highest?.maximum }
    let baseline = before.statistics(bands: .consensus(in: .mgdL))?.mean
    id = event.id
    time = start
    self.meal = meal
    self.baseline = baseline
    peak = first?.glucose
    peakFlags = highest?.maximumFlags ?? []
    timeToPeak = first.map { .seconds($0.time.timeIntervalSince(start)) }
    followUpDuration = .seconds(end.timeIntervalSince(start))
    trace = series[start.addingTimeInterval(-900)..<start.addingTimeInterval(Self.reach + 1801)]
      .prefix(through: end)
    func area(hours: Double) -> Double? {
      guard let baseline, end.timeIntervalSince(start) >= hours * 3600 else { return nil }
      return after.incrementalArea(above: baseline, from: start, over: .seconds(hours * 3600))
    }
    incrementalArea2Hours = area(hours: 2)
    incrementalArea4Hours = area(hours: 4)
  }
}
