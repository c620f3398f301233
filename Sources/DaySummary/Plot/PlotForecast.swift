public import GlucoseMath
internal import GlucoseFoundation

/// The part of a forecast on the day of a plot, cut at its edges.
public struct PlotForecast: Equatable, Sendable {
  /// The predicted glucose, from the last reading or from the edge of the plot.
  public let path: [PlotPoint]
  /// The lower ends of the prediction intervals, one for each point of ``path``.
  public let lower: [PlotPoint]
  /// The upper ends of the prediction intervals, one for each point of ``path``.
  public let upper: [PlotPoint]
  /// The last point of the forecast in the plot.
  public let last: GlucoseForecast.Point
  /// The fraction of outcomes that the intervals are designed to contain.
  public let nominalCoverage: Double
  /// The fraction of outcomes that the interval of the last point contained on other recordings, or
  /// `nil` if it was not measured.
  public let empiricalCoverage: Double?
  private let points: [GlucoseForecast.Point]

  /// The outline of the intervals: along the upper ends and back along the lower ends.
  package var range: [PlotPoint] { upper + lower.reversed() }

  /// Creates the part of `forecast` on `day`, interpolated linearly from the reading at its origin,
  /// or `nil` if no interval of it is on the day.
  init?(_ forecast: GlucoseForecast, on day: LocalDay, axis: GlucoseAxis) {
    let origin = forecast.origin
    let start = GlucoseForecast.Point(
      time: origin.time, glucose: origin.glucose, lower: origin.glucose, upper: origin.glucose)
    self.init(
      [start] + forecast.points, in: day.start...day.end, axis,
      nominalCoverage: forecast.nominalCoverage, empiricalCoverage: forecast.empiricalCoverage)
  }

  private init?(
    _ points: [GlucoseForecast.Point], in range: ClosedRange<Date>, _ axis: GlucoseAxis,
    nominalCoverage: Double, empiricalCoverage: Double?
  ) {
    var shown: [GlucoseForecast.Point] = []
    for (index, point) in points.enumerated() {
      if index > 0 {
        let last = points[index - 1]
        for edge in [range.lowerBound, range.upperBound]
        where last.time < edge && edge < point.time {
          shown.append(GlucoseForecast.Point(between: last, point, at: edge))
        }
      }
      if range.contains(point.time) { shown.append(point) }
    }
    guard let first = shown.first, let last = shown.last, first.time < last.time else { return nil }
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    func positions(_ value: (GlucoseForecast.Point) -> Glucose) -> [PlotPoint] {
      shown.map {
        PlotPoint(
          x: $0.time.timeIntervalSince(range.lowerBound) / length,
          y: axis.y(of: value($0)).clamped(to: 0...1))
      }
    }
    self.points = shown
    path = positions(\.glucose)
    lower = positions(\.lower)
    upper = positions(\.upper)
    self.last = last
    self.nominalCoverage = nominalCoverage
    self.empiricalCoverage = empiricalCoverage
  }

  func part(_ range: ClosedRange<Date>, _ axis: GlucoseAxis) -> PlotForecast? {
    PlotForecast(
      points, in: range, axis, nominalCoverage: nominalCoverage,
      empiricalCoverage: empiricalCoverage)
  }
}

extension GlucoseForecast.Point {
  fileprivate init(between first: Self, _ second: Self, at time: Date) {
    let share = time.timeIntervalSince(first.time) / second.time.timeIntervalSince(first.time)
    func mix(_ value: (Self) -> Glucose) -> Double {
      value(first).mgdL + share * (value(second).mgdL - value(first).mgdL)
    }
    // Rounding must not move the predicted value outside its interval.
    let glucose = mix(\.glucose)
    self.init(
      time: time, glucose: .mgdL(glucose), lower: .mgdL(min(mix(\.lower), glucose)),
      upper: .mgdL(max(mix(\.upper), glucose)))
  }
}
