// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  /// The pictures of a back-test.
  struct BacktestPictures {
    private let run: BacktestRun

    init(_ run: BacktestRun) { self.run = run }

    private var minutesAcross: Chart.Axis {
      let last = run.horizon / .seconds(60)
      let step = Double(run.cadence.rawValue)
      return Chart.Axis(
        step...max(last, 2 * step), every: max(step, last / 6), title: "minutes ahead")
    }

    /// The error of each predictor by lead.
    var errorByLead: String {
      var curves: [(name: String, points: [(Double, Double)])] = []
      for name in run.result.predictors {
        var points: [(Double, Double)] = []
        for lead in run.result.leads {
          guard let error = run.result.score(of: name, lead: lead)?.rootMeanSquare else { continue }
          points.append((lead / .seconds(60), error))
        }
        curves.append((name, points))
      }
      let greatest = curves.flatMap { $0.points }.map { $0.1 }.max() ?? 1
      var chart = Chart(
        across: minutesAcross,
        up: .init(
          0...max(greatest, 1) * 1.05, every: greatest > 24 ? 10 : greatest > 10 ? 4 : 2,
          title: "root mean square error, mg/dL"))
      for (index, curve) in curves.enumerated() {
        chart.line(
          curve.points, colour: Chart.colours[index % Chart.colours.count], name: curve.name,
          width: index == 0 ? 3 : 1.5)
      }
      return chart.svg
    }

    /// What ranges hold by what they say they hold.
    var rangeCalibration: String {
      var chart = Chart(
        across: .init(0...100, every: 20, title: "percent the range is to hold"),
        up: .init(0...100, every: 20, title: "percent of outcomes it held"))
      chart.line([(0, 0), (100, 100)], colour: "#999", width: 1, dashes: "4 4")
      for (index, name) in ["personal model", "model"].enumerated() {
        guard let errors = run.result.score(of: name, lead: run.horizon) else { continue }
        var points: [(Double, Double)] = []
        for step in 1...19 {
          guard let held = errors.coverage(of: Double(step) / 20) else { continue }
          points.append((Double(step) * 5, 100 * held))
        }
        guard !points.isEmpty else { continue }
        chart.line(points, colour: Chart.colours[index], name: name)
        for point in points { chart.dot(point, colour: Chart.colours[index], radius: 2.5) }
      }
      return chart.svg
    }

    /// How often crossings came by how likely they were said to be.
    var crossingCalibration: String {
      var chart = Chart(
        across: .init(0...100, every: 20, title: "percent likely"),
        up: .init(0...100, every: 20, title: "percent of times it came"))
      chart.line([(0, 0), (100, 100)], colour: "#999", width: 1, dashes: "4 4")
      let reliabilities = run.result.reliabilities.filter { $0.predictor == "personal model" }
      for (index, calibration) in reliabilities.enumerated() {
        let points = calibration.counts.indices.compactMap { bin -> (Double, Double)? in
          guard calibration.counts[bin] >= 30, let expected = calibration.expected(bin: bin),
            let observed = calibration.observed(bin: bin)
          else { return nil }
          return (100 * expected, 100 * observed)
        }
        chart.line(
          points, colour: Chart.colours[index % Chart.colours.count],
          name: calibration.crossing.text(in: .mgdL))
        for point in points {
          chart.dot(point, colour: Chart.colours[index % Chart.colours.count], radius: 2.5)
        }
      }
      return chart.svg
    }

    /// The error of the personal model by level and slope.
    var errorByLevelAndSlope: String {
      guard let landscape = run.result.landscape(of: "personal model", lead: run.horizon) else {
        return ""
      }
      let (levels, slopes) = (ErrorLandscape.levels, ErrorLandscape.slopes)
      func ticks(_ edges: [Double]) -> [(at: Double, text: String)] {
        edges.enumerated().map { (Double($0 + 1), $1.formatted(places: 0)) }
      }
      var chart = Chart(
        across: .init(
          0...Double(levels.count + 1), ticks: ticks(levels), title: "glucose then, mg/dL"),
        up: .init(
          0...Double(slopes.count + 1), ticks: ticks(slopes),
          title: "slope then, mg/dL per minute"))
      let greatest =
        (0...levels.count).flatMap { level in
          (0...slopes.count).compactMap { landscape.rootMeanSquare(level: level, slope: $0) }
        }.max() ?? 1
      for level in 0...levels.count {
        for slope in 0...slopes.count {
          guard landscape.count(level: level, slope: slope) >= 20,
            let error = landscape.rootMeanSquare(level: level, slope: slope)
          else { continue }
          let share = error / max(greatest, 1)
          let light = Int((255 - 175 * share).rounded())
          chart.cell(
            Double(level)...Double(level + 1), Double(slope)...Double(slope + 1),
            colour: "rgb(\(light),\(min(light + 25, 255)),\(min(light + 60, 255)))",
            text: error.formatted(places: 1), isDark: share > 0.75)
        }
      }
      return chart.svg
    }

    /// Forecasts of the personal model and what came, on an error grid.
    var errorGrid: String {
      let picture = ErrorGridPicture(
        forecasts: run.pairs, minutes: run.minutes, unit: .mgdL, palette: .arises)
      // A picture within a page bears no declaration of its own.
      return picture.map { $0.svg.drop { $0 != "<" } }.map(String.init) ?? ""
    }

    /// A day's readings and the forecasts of every half hour.
    var day: String {
      guard let day = run.day, let first = day.readings.first?.time else { return "" }
      func hours(_ time: Date) -> Double { time.timeIntervalSince(first) / 3600 }
      var calendar = Date.ISO8601FormatStyle(timeZone: day.zone)
      calendar = calendar.time(includingFractionalSeconds: false)
      let ticks = stride(from: 0.0, through: 24, by: 4).map { hour in
        (
          at: hour,
          text: String(first.addingTimeInterval(3600 * hour).formatted(calendar).prefix(5))
        )
      }
      let greatest = max(
        day.readings.values.max() ?? 0, day.forecasts.flatMap(\.points).map(\.upper.mgdL).max() ?? 0
      )
      var chart = Chart(
        width: 940, height: 320,
        across: .init(0...24.6, ticks: ticks, title: "\(day.name.escapedForHTML), last day"),
        up: .init(30...max(greatest, 200) + 10, every: 50, title: "mg/dL"))
      for forecast in day.forecasts {
        let start = hours(forecast.origin.time)
        let now = forecast.origin.glucose.mgdL
        var area = [(start, now, now)]
        for point in forecast.points {
          area.append((hours(point.time), point.lower.mgdL, point.upper.mgdL))
        }
        chart.area(area, colour: Chart.colours[0])
      }
      let readings = zip(day.readings.times, day.readings.values).map {
        (($0 - first.timeIntervalSinceReferenceDate) / 3600, $1)
      }
      var stretch: [(Double, Double)] = []
      for reading in readings {
        if let last = stretch.last, reading.0 - last.0 > 0.3 {
          chart.line(stretch, colour: "#333", width: 1.5)
          stretch = []
        }
        stretch.append(reading)
      }
      chart.line(stretch, colour: "#333", name: "readings", width: 1.5)
      for (index, forecast) in day.forecasts.enumerated() {
        var path = [(hours(forecast.origin.time), forecast.origin.glucose.mgdL)]
        for point in forecast.points { path.append((hours(point.time), point.glucose.mgdL)) }
        chart.line(
          path, colour: Chart.colours[0], name: index == 0 ? "forecasts with ranges of 90 %" : nil)
      }
      return chart.svg
    }
  }
#endif
