public import DaySummary
public import GlucoseMath
internal import GlucoseFoundation

/// A picture of a day's readings and of its forecasts with intervals.
///
///     let model = try Forecaster.pretrained(for: recording.series, zone: oslo)
///     let svg = ForecastDay(of: recording, by: model, in: oslo).map {
///       ForecastDayPicture($0, unit: .mmolL).svg
///     }
public struct ForecastDayPicture: ChartPicture, SVGPicture {
  let day: ForecastDay
  let unit: GlucoseUnit
  package var style: ChartStyle

  /// Creates a picture of `day` of at least 320 by 240 points. The default title is "Forecasts of the
  /// last day".
  public init(
    _ day: ForecastDay, unit: GlucoseUnit, size: PlotSize = PlotSize(width: 640, height: 320),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(),
    title: String? = nil
  ) {
    self.day = day
    self.unit = unit
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 240), palette, strings,
      title ?? strings[.forecastDay])
  }

  package var root: Markup {
    let name = strings.name(of: unit)
    let start = (day.readings.first ?? day.forecasts[0].origin).time
    func hours(_ time: Date) -> Double { time.timeIntervalSince(start) / 3600 }
    let end = day.forecasts.flatMap(\.points).map { hours($0.time) }.max() ?? 24
    let values = day.readings.values.map { shown($0) }
    let uppers = day.forecasts.flatMap(\.points).map { shown($0.upper.mgdL) }
    let top = max(values.max() ?? 0, uppers.max() ?? 0, shown(200)) * 1.04
    let readings = ChartFrame.Stroke(palette.text, width: 1.5)
    let path = ChartFrame.Stroke(palette.glucose, width: 1.5)
    let coverage = strings.percent(
      strings.decimal((day.forecasts.first?.nominalCoverage ?? 0) * 100, places: 0))
    let interval = strings[.forecastRange].replacing("{percent}", with: coverage)
    let frame = ChartFrame(
      style,
      across: ChartAxis(
        0...max(end, 24),
        ticks: ChartAxis.hours(
          from: start, max(end, 24), every: size.width < 480 ? 6 : 4, in: day.zone, strings),
        title: zoneTitle),
      up: ChartAxis(0...top, atMost: 6, title: strings[.glucose] + ", " + name, strings),
      legend: [(strings[.readings], readings), (strings[.forecasts] + ", " + interval, path)])
    func mgdL(_ hours: Double, _ glucose: Glucose) -> (x: Double, y: Double) {
      (hours, shown(glucose.mgdL))
    }
    var intervals: [Markup] = []
    var paths: [Markup] = []
    for forecast in day.forecasts {
      let origin = mgdL(hours(forecast.origin.time), forecast.origin.glucose)
      let lower = forecast.points.map { mgdL(hours($0.time), $0.lower) }
      let upper = forecast.points.map { mgdL(hours($0.time), $0.upper) }
      let outline = SVGPath(outline: ([origin] + lower + upper.reversed()).map(frame.place))
      intervals.append(.fill(outline, palette.forecastRange, opacity: 0.35))
      let points = [origin] + forecast.points.map { mgdL(hours($0.time), $0.glucose) }
      paths.append(frame.line(points, path, name: "forecast"))
    }
    return frame.root(
      description: description,
      marks: [
        ("intervals", intervals), ("readings", readingLines(frame, start, readings)),
        ("forecasts", paths),
      ])
  }

  private func readingLines(
    _ frame: ChartFrame, _ start: Date, _ stroke: ChartFrame.Stroke
  ) -> [Markup] {
    let points = zip(day.readings.times, day.readings.values).map { time, value in
      (x: (time - start.timeIntervalSinceReferenceDate) / 3600, y: shown(value))
    }
    return points.runs { $1.x - $0.x <= 0.3 }.map { run in
      var line = frame.line(run.count == 1 ? run + run : run, stroke, name: "readings")
      line.set("stroke-linecap", "round")
      return line
    }
  }

  private func shown(_ mgdL: Double) -> Double { Glucose.mgdL(mgdL).value(in: unit) }

  private var zoneTitle: String {
    strings[.time] + ", " + (day.zone.identifier == "GMT" ? "UTC" : day.zone.identifier)
  }

  private var description: String {
    let forecasts = "\(strings[.forecasts]): \(day.forecasts.count)."
    let readings = day.readings.values
    guard let low = readings.min(), let high = readings.max() else { return forecasts }
    return "\(strings[.readings]): \(readings.count), \(strings.number(.mgdL(low), in: unit)) "
      + "\(strings[.to]) \(strings.concentration(.mgdL(high), in: unit)). " + forecasts
  }
}
