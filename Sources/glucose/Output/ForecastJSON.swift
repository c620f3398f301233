#if CommandLine
  import Foundation
  import GlucoseStudy

  /// The JSON of a forecast: the schema "swift-glucose/forecast" of docs/json.md.
  ///
  /// Keys are in snake case. The version increases when a key is removed or its meaning changes.
  struct ForecastJSON: Encodable {
    let schema = "swift-glucose/forecast"
    let version = 1
    let unit = GlucoseUnit.mgdL.rawValue
    let subject, zone: String
    let model: Source
    let selection: SelectionJSON?
    let origin: Origin
    let coverage: Double
    let measuredCoverage: Double?
    let points: [Point]
    let crossings: [Crossing]

    /// The model of the forecast.
    struct Source: Encodable {
      let id, name: String
      let description: ModelDescription
    }

    /// The reading from which the forecast starts.
    struct Origin: Encodable {
      let time: Date
      let glucose: Double
    }

    /// A step of the forecast.
    struct Point: Encodable {
      let time: Date
      let minutes, glucose, lower, upper: Double
    }

    /// The probability of a reading beyond a threshold within a number of minutes.
    struct Crossing: Encodable {
      let crossing: BacktestJSON.Crossing
      let withinMinutes, probability: Double
    }

    /// Creates the JSON of a forecast with the probabilities of thresholds that are exact in `unit`.
    init(
      _ forecast: GlucoseForecast, by model: Forecaster, of subject: String, in zone: TimeZone,
      thresholdsIn unit: GlucoseUnit
    ) {
      self.subject = subject
      self.zone = zone.identifier
      self.model = Source(
        id: model.candidate.id, name: model.candidate.name, description: ModelDescription(model))
      selection = model.selection.map { SelectionJSON($0) }
      origin = Origin(time: forecast.origin.time, glucose: forecast.origin.glucose.mgdL)
      coverage = forecast.nominalCoverage
      measuredCoverage = forecast.empiricalCoverage
      func minutes(_ time: Date) -> Double { time.timeIntervalSince(forecast.origin.time) / 60 }
      points = forecast.points.map {
        Point(
          time: $0.time, minutes: minutes($0.time), glucose: $0.glucose.mgdL,
          lower: $0.lower.mgdL, upper: $0.upper.mgdL)
      }
      crossings = Backtest.standardCrossings(in: unit).compactMap { crossing in
        forecast.probability(ofCrossing: crossing, within: forecast.horizon).map {
          Crossing(
            crossing: BacktestJSON.Crossing(crossing), withinMinutes: forecast.horizon.inMinutes,
            probability: $0)
        }
      }
    }
  }
#endif
