package import Foundation
internal import GlucoseDiary
package import GlucoseMath
package import Prediction
package import PredictionEvaluation

// The readings of people who logged no events.
extension Forecaster {
  package static func fit(
    _ people: [GlucoseSeries], _ options: FitOptions = FitOptions(), prior: Forecaster? = nil
  ) throws(FitError) -> Forecaster {
    try fit(people.map { Recording(series: $0) }, options, prior: prior)
  }

  package func personalized(to series: GlucoseSeries) -> Forecaster {
    personalized(to: Recording(series: series))
  }

  package mutating func update(with series: GlucoseSeries) {
    update(with: Recording(series: series))
  }

  package mutating func recalibrate(with series: GlucoseSeries) {
    recalibrate(with: Recording(series: series))
  }

  package func forecast(
    after series: GlucoseSeries, at now: Date, coverage: Double = 0.9, maximumAge: Duration? = nil
  ) throws(ForecastUnavailable) -> GlucoseForecast {
    try forecast(
      after: Recording(series: series), at: now, coverage: coverage, maximumAge: maximumAge)
  }
}

extension Forecaster {
  /// Returns the measured coverage of intervals of a nominal one at a lead.
  package func empiricalCoverage(of coverage: Double, lead: Duration) -> Double? {
    share(coverage, outcome: Int(lead / cadence.step) - 1)
  }
}

extension Predictor {
  package func predictions(
    after series: GlucoseSeries, at leads: [Duration]
  ) -> [PredictedGlucose]? {
    predictions(after: Recording(series: series), at: leads)
  }

  package func output(
    after series: GlucoseSeries, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
  ) -> PredictorOutput? {
    output(after: Recording(series: series), at: leads, alarmsOf: crossings)
  }
}
