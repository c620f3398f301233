package import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

/// The features of logged events, as amounts that are absorbed over the following hours.
///
/// An amount *a* taken at *u* = 0 is absorbed at the rate *a u*/*T*² e^(−*u*/*T*): it passes
/// through two compartments with time constant *T* (Hovorka et al., *Physiological Measurement* 25,
/// 2004). The amounts remaining in the two compartments are the two features of a channel and a
/// time constant: the amount absorbed within any lead is linear in them. Only events at or before
/// an origin have an effect on it.
package struct EventFeatures: Equatable, Sendable {
  /// A kind of amount, with its time constants in seconds.
  enum Channel: Int, CaseIterable {
    /// Carbohydrate, in units of 50 g; a meal with unknown carbohydrate counts as 35 g.
    case carbs
    /// Insulin other than intermediate- and long-acting, in units of 5 IU.
    case insulin
    /// Exercise, in quarters of an hour; each counts from its end.
    case exercise

    var timeConstants: [Double] {
      switch self {
      case .carbs: [900, 1800, 3600]
      case .insulin: [1800, 3600, 6000]
      case .exercise: [1200, 3600]
      }
    }
  }

  static let curves = Channel.allCases.reduce(0) { $0 + $1.timeConstants.count }
  /// The number of features: two amounts for each curve, and their products with level and slope.
  static let count = 3 * 2 * curves
  /// The time in seconds after which nothing remains.
  private static let reach = 12.0 * 3600
  private static let longestExercise = 24.0 * 3600
  /// Beyond this, an amount is a typing error.
  private static let greatestAmount = 10.0

  /// The times in seconds, ascending, and the amounts, for each channel.
  private var times: [[Double]]
  private var amounts: [[Double]]

  package static let none = EventFeatures([])

  /// Creates the amounts that remain from `start` to `end`, of events in chronological order.
  init(_ events: [DiaryEvent], from start: Double, through end: Double) {
    let begin = start - Self.reach - Self.longestExercise
    let first = events.partitioningIndex { $0.time.timeIntervalSinceReferenceDate > begin }
    let last = events.partitioningIndex { $0.time.timeIntervalSinceReferenceDate > end }
    self.init(events[first..<max(last, first)])
  }

  package init(_ events: some Sequence<DiaryEvent>) {
    var doses = Channel.allCases.map { _ in [(time: Double, amount: Double)]() }
    for event in events {
      let time = event.time.timeIntervalSinceReferenceDate
      guard time.isFinite else { continue }
      func add(_ channel: Channel, _ amount: Double, after seconds: Double = 0) {
        guard amount > 0, amount.isFinite else { return }
        doses[channel.rawValue].append((time + seconds, min(amount, Self.greatestAmount)))
      }
      switch event.content {
      case .meal(let meal): add(.carbs, (meal.carbs ?? 35) / 50)
      case .insulin(let dose):
        if dose.action != .longActing, dose.action != .intermediateActing {
          add(.insulin, dose.units / 5)
        }
      case .exercise(let exercise):
        // Future exercise must not count: each quarter of an hour counts from its end.
        let quarters = min(
          max(exercise.duration / .seconds(900), 0), Self.longestExercise / 900)
        for quarter in 0..<Int(quarters.rounded(.up)) {
          let share = min(quarters - Double(quarter), 1)
          add(.exercise, share, after: 900 * (Double(quarter) + share))
        }
      case .condition, .entry: break
      }
    }
    let sorted = doses.map { $0.sorted { ($0.time, $0.amount) < ($1.time, $1.amount) } }
    times = sorted.map { $0.map(\.time) }
    amounts = sorted.map { $0.map(\.amount) }
  }

  package var isEmpty: Bool { times.allSatisfy(\.isEmpty) }

  func write(
    at now: Double, _ trend: TrendFeatures, to row: inout MutableSpan<Double>, from start: Int
  ) {
    var next = start
    for channel in Channel.allCases {
      let (times, amounts) = (times[channel.rawValue], amounts[channel.rawValue])
      let first = times.partitioningIndex { $0 > now - Self.reach }
      for constant in channel.timeConstants {
        var (held, passed) = (0.0, 0.0)
        var index = first
        while index < times.count, times[index] <= now {
          let age = (now - times[index]) / constant
          let left = amounts[index] * MathFunctions.exponential(-age)
          held += left
          passed += left * age
          index += 1
        }
        row[next] = held
        row[next + 1] = passed
        next += 2
      }
    }
    let compartments = 2 * Self.curves
    for column in start..<start + compartments {
      row[column + compartments] = row[column] * trend.level
      row[column + 2 * compartments] = row[column] * trend.middle
    }
  }
}
