// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// The time between readings that a model is made for.
///
/// A denser record, such as one with a reading every minute, is read at the steps of the model; a
/// sparser one is refused.
public enum SensorCadence: Int, Hashable, Codable, Sendable, CaseIterable {
  /// A reading every 5 minutes.
  case fiveMinutes = 5
  /// A reading every 15 minutes.
  case fifteenMinutes = 15

  /// The time from one reading to the next.
  public var step: Duration { .seconds(rawValue * 60) }

  /// The cadence that suits a record, or `nil` if readings are usually more than 22.5 minutes apart or
  /// there are fewer than two.
  ///
  /// It is five minutes if the median gap is at most 7.5 minutes, else fifteen.
  ///
  /// - Complexity: O(*n* log *n*)
  public init?(of series: GlucoseSeries) {
    guard let gap = series.cadence,
      let match = Self.allCases.first(where: { $0.suits(gap) })
    else { return nil }
    self = match
  }

  /// The records that suit each cadence, by their positions, the densest cadence first.
  ///
  /// A model is made for one cadence, so a mixed cohort has a model to each group. Records that suit none
  /// are in no group, and a cadence without records has none.
  ///
  ///     for group in SensorCadence.groups(of: people) {
  ///       let model = try Forecaster.fit(group.records.map { people[$0] })
  ///     }
  public static func groups(
    of records: [GlucoseSeries]
  ) -> [(cadence: SensorCadence, records: [Int])] {
    let cadences = records.map { SensorCadence(of: $0) }
    return allCases.map { cadence in
      (cadence, cadences.indices.filter { cadences[$0] == cadence })
    }.filter { !$0.records.isEmpty }
  }

  /// The longest horizon of a model: two hours.
  public static let longestHorizon = Duration.seconds(7200)

  /// Whether a horizon is a multiple of the cadence, up to ``longestHorizon``.
  func allows(_ horizon: Duration) -> Bool {
    let steps = horizon / step
    return steps >= 1 && steps == steps.rounded() && horizon <= Self.longestHorizon
  }

  /// The number of steps that a model is fitted to beyond its horizon, so that a forecast from a
  /// reading up to 15 minutes old still reaches the horizon.
  var lateSteps: Int { 15 / rawValue }

  /// The number of steps by which a path is extended when its origin is `age` old: the fewest that
  /// end it no more than half of a five-minute step before the horizon, counted from now.
  func lateSteps(forAge age: Duration) -> Int {
    max(Int(((age.inSeconds - Self.tolerance) / seconds).rounded(.up)), 0)
  }

  /// Whether a record with this median gap is dense enough: at most one and a half steps.
  func suits(_ gap: Duration) -> Bool { gap <= step * 1.5 }

  /// The step in seconds.
  var seconds: Double { Double(rawValue * 60) }

  /// How far in seconds a reading may lie from the instant for which it is taken.
  static let tolerance = 150.0

  /// The longest gap between readings, in seconds, that history bridges by a straight line: 30 minutes and
  /// the tolerance.
  static let longestGap = 1800.0 + tolerance

  /// The steps over which short, middle and long slopes are taken: 5, 15 and 30 minutes, or 15, 30
  /// and 60 for a sensor that measures every 15.
  var slopeSteps: (short: Int, middle: Int, long: Int) {
    switch self {
    case .fiveMinutes: (1, 3, 6)
    case .fifteenMinutes: (1, 2, 4)
    }
  }
}
