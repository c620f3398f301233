// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import DaySummary
  public import Foundation
  public import GlucoseLog
  public import GlucoseMath
  public import Prediction

  /// Everything a front end shows of now, and what became of the readings that led to it.
  public struct LiveMoment: Hashable, Sendable {
    /// The present that the rest speaks of.
    public let time: Date
    /// What became of the readings that were handed in.
    public let intake: LogbookIntake
    /// The readings that were not stored because a logbook cannot hold them: those whose time does not
    /// lie in the years 1 to 9999, or whose concentration is not finite and above zero.
    public let refused: [Reading]
    /// The last reading, how old it is and where it is heading, or `nil` if there is none in the last
    /// two days.
    public let current: CurrentGlucose?
    /// The day that holds ``time``, and the days around it.
    public let window: DayWindow
    /// Where glucose is expected to go, if that can be said.
    public let forecast: Forecast?
    /// Why there is no forecast; `nil` if there is one, or if the session has no model.
    public let unavailable: ForecastUnavailable?
    /// Whether a low is expected.
    public let low: Crossing
    /// Whether a high is expected.
    public let high: Crossing
    /// The instant after (`>`) which the last reading is stale, or `nil` if there is no reading.
    ///
    /// A session hears nothing while its sensor is silent. Ask ``LiveSession/moment(at:)`` a moment
    /// after this instant, and the silence shows.
    public let staleAfter: Date?

    /// The probability, from 0 to 1, that the low that is watched for comes, or `nil` if there is no
    /// forecast or the model does not say.
    public var lowProbability: Double? { low.probability }

    /// The same of the high that is watched for.
    public var highProbability: Double? { high.probability }
  }
#endif
