// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// How a live session looks at now.
public struct LiveOptions: Hashable, Sendable {
  /// The low that is watched for: below 70 mg/dL within 30 minutes, unless told otherwise.
  public var low = Crossing(.below, .mgdL(70))
  /// The high that is watched for: above 180 mg/dL within 30 minutes, unless told otherwise.
  public var high = Crossing(.above, .mgdL(180))
  /// The age above (`>`) which a reading is stale and there is no forecast.
  public var staleAfter: Duration
  /// The share of outcomes that the range of a forecast is to hold.
  public let coverage: Double
  /// How many days before and after today a window shows.
  public let daysBefore, daysAfter: Int

  /// Options for a session.
  ///
  /// - Precondition: `coverage` is from 0.5 to 0.95, and the numbers of days are not negative.
  public init(
    staleAfter: Duration = .seconds(900), coverage: Double = 0.9, daysBefore: Int = 3,
    daysAfter: Int = 3
  ) {
    precondition((0.5...0.95).contains(coverage), "A range covers 50 to 95 percent of outcomes")
    precondition(
      daysBefore >= 0 && daysAfter >= 0, "A window has no fewer than zero days on each side")
    self.staleAfter = staleAfter
    self.coverage = coverage
    self.daysBefore = daysBefore
    self.daysAfter = daysAfter
  }
}
