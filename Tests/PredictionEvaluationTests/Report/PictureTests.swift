import DayChart
import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import Prediction
import Testing

@testable import PredictionEvaluation

struct PictureTests {
  /// The width of a phone, of a desktop, and of A4 within its margins.
  static let sizes = [
    PlotSize(width: 320, height: 340), PlotSize(width: 360, height: 360),
    PlotSize(width: 680, height: 420), PlotSize(width: 718, height: 440),
  ]

  static func pictures(
    _ report: BacktestReport, _ size: PlotSize, _ unit: GlucoseUnit, _ palette: ChartPalette,
    _ strings: ChartStrings = ChartStrings()
  ) throws -> [String] {
    let landscape = try #require(
      report.result.landscape(of: report.personalModel, lead: report.horizon))
    return [
      BacktestPicture(
        errorsOf: report.result, unit: unit, size: size, palette: palette, strings: strings
      ).svg,
      BacktestPicture(
        intervalsOf: report.result, predictors: [report.personalModel, "model"],
        lead: report.horizon, size: size, palette: palette, strings: strings
      ).svg,
      BacktestPicture(
        crossingsOf: report.result, predictor: report.personalModel, unit: unit, minimumCount: 1,
        size: size, palette: palette, strings: strings
      ).svg,
      BacktestPicture(
        landscape, unit: unit, minimumCount: 1, size: size, palette: palette, strings: strings
      ).svg,
      ForecastDayPicture(
        try #require(report.day), unit: unit, size: size, palette: palette,
        strings: strings
      ).svg,
    ]
  }

  @Test(arguments: sizes.indices, GlucoseUnit.allCases)
  func picturesAreWellFormedAndLabelsAreLegible(index: Int, unit: GlucoseUnit) async throws {
    let size = Self.sizes[index]
    for svg in try Self.pictures(try await ExampleReport.report, size, unit, .arises) {
      try expectLegible(svg, size: size)
      let root = try #require(ParsedElement.parse(svg))
      let title = try #require(root.children.first { $0.name == "title" })
      let description = try #require(root.children.first { $0.name == "desc" })
      #expect(!title.text.isEmpty && !description.text.isEmpty)
      #expect(root.attributes["role"] == "img")
    }
  }

  @Test(arguments: [0, 1, -2, 1e-300, .nan])
  func picturesOfNoSizeAreTheSmallest(length: Double) async throws {
    let report = try await ExampleReport.report
    let size = PlotSize(width: length, height: length)
    let heights = [300, 300, 300, 240, 240]
    for (svg, height) in zip(try Self.pictures(report, size, .mmolL, .arises), heights) {
      let root = try #require(ParsedElement.parse(svg))
      #expect(root.attributes["viewBox"] == "0 0 320 \(height)")
      #expect(!svg.contains("nan") && !svg.contains("inf"))
    }
  }

  @Test func picturesOfInfiniteSizeAreWellFormed() async throws {
    let size = PlotSize(width: .infinity, height: .infinity)
    for svg in try Self.pictures(try await ExampleReport.report, size, .mgdL, .arises) {
      #expect(ParsedElement.parse(svg) != nil)
    }
  }

  @Test(arguments: [0, 1, 8, 60])
  func aLongLegendLeavesSpaceForThePlot(count: Int) {
    let stroke = ChartFrame.Stroke.series(0, of: .arises)
    for size in [PlotSize(width: 320, height: 240), PlotSize(width: 900, height: 240)] {
      let frame = ChartFrame(
        ChartStyle(size, atLeast: size, .arises, ChartStrings(), ""),
        across: ChartAxis(0...100, every: 20, title: ""),
        up: ChartAxis(0...100, every: 20, title: ""),
        legend: (0..<count).map {
          (name: String(repeating: "Predictor \($0) ", count: 3), stroke: stroke)
        })
      #expect(frame.bottom - frame.top >= 58)
    }
  }

  /// A stored back-test may have any errors and times.
  @Test(arguments: [1e7, 1e20, 1e60, 1e300])
  func anAxisOfAnyLengthHasFewLabels(length: Double) {
    let axis = ChartAxis(0...length, atMost: 6, title: "")
    #expect(axis.ticks.count <= 7)
    #expect(ChartAxis(0...length, every: 1, title: "").ticks.isEmpty)
    #expect(ChartAxis(0...100, every: 20, title: "").ticks.count == 6)
  }

  @Test(arguments: [
    ([5], ["5"]), ([15], ["15"]), ([30], ["30"]), ([5, 10, 15], ["5", "10", "15"]),
    ([15, 30, 45, 60], ["15", "30", "45", "60"]), ([], ["0", "5", "10", "15", "20", "25", "30"]),
  ])
  func theAxisOfLeadsHasTheLabelsOfItsLeads(minutes: [Int], labels: [String]) {
    let leads = minutes.map { Duration.seconds(60 * $0) }
    let axis = BacktestPicture.axis(of: leads, ChartStrings())
    #expect(axis.ticks.map(\.text) == labels)
  }

  @Test func colorVariablesFallBackToThePalette() async throws {
    let report = try await ExampleReport.report
    let picture = BacktestPicture(errorsOf: report.result, unit: .mmolL)
    let svg = picture.svg(focusableMarks: false, colorVariables: true)
    #expect(svg.contains("fill=\"var(--glucose-background, #ffffff)\""))
    let fixed = svg.replacing(#/var\(--glucose-[a-z-]+, (#[0-9a-f]{6})\)/#) { $0.1 }
    #expect(fixed == picture.svg && fixed != svg)
  }

  @Test func colorsAreFromThePalette() async throws {
    let report = try await ExampleReport.report
    for palette in [ChartPalette.dark, .colorBlindSafe] {
      for svg in try Self.pictures(report, Self.sizes[1], .mmolL, palette) {
        let root = try #require(ParsedElement.parse(svg))
        let background = try #require(root.children.first { $0.name == "rect" })
        #expect(background.attributes["fill"] == palette.background.hexadecimal)
        for text in root.all where text.name == "text" {
          let fill = text.attributes["fill"]
          #expect(fill == palette.text.hexadecimal || fill == palette.secondaryText.hexadecimal)
        }
      }
    }
  }

  @Test(arguments: GlucoseUnit.allCases)
  func errorsAreAtTheirValueOnTheScale(unit: GlucoseUnit) async throws {
    let report = try await ExampleReport.report
    let svg = BacktestPicture(errorsOf: report.result, unit: unit, size: Self.sizes[2]).svg
    let root = try #require(ParsedElement.parse(svg))
    let scales = try Self.scales(root)
    var count = 0
    for predictor in report.result.predictors {
      let name = try #require(report.result.name(of: predictor))
      let dots = root.all.filter { element in
        element.name == "circle"
          && element.children.contains {
            $0.text.hasPrefix(name + ", ") && !$0.text.hasPrefix(name + ", learning")
          }
      }
      for (dot, lead) in zip(dots, report.result.leads) {
        let error = try #require(report.result.score(of: predictor, lead: lead)?.rootMeanSquare)
        let shown = Glucose.mgdL(error).value(in: unit)
        let x = scales.x.value(at: try #require(dot.number("cx")))
        let y = scales.y.value(at: try #require(dot.number("cy")))
        #expect(abs(x - lead / .seconds(60)) < 0.1)
        #expect(abs(y - shown) < shown * 0.01 + 0.02)
        count += 1
      }
    }
    #expect(count == report.result.predictors.count * report.result.leads.count)
  }

  @Test func intervalsAreAtTheirNominalAndObservedCoverage() async throws {
    let report = try await ExampleReport.report
    let picture = BacktestPicture(
      intervalsOf: report.result, predictors: ["model", "last-value"], lead: report.horizon)
    #expect(picture.curves.map(\.name) == ["model"], "the last value has no intervals")
    let root = try #require(ParsedElement.parse(picture.svg))
    let scales = try Self.scales(root)
    let dots = root.all.filter { $0.name == "circle" }
    #expect(dots.count == 19)
    let errors = try #require(report.result.score(of: "model", lead: report.horizon))
    for (step, dot) in dots.enumerated() {
      let nominal = Double(step + 1) / 20
      let observed = try #require(errors.coverage(of: nominal))
      #expect(abs(scales.x.value(at: try #require(dot.number("cx"))) - 100 * nominal) < 0.1)
      #expect(abs(scales.y.value(at: try #require(dot.number("cy"))) - 100 * observed) < 0.1)
    }
  }

  @Test func crossingsWithFewPredictionsAreOmitted() async throws {
    let report = try await ExampleReport.report
    func points(_ least: Int) -> Int {
      BacktestPicture(
        crossingsOf: report.result, predictor: report.personalModel, unit: .mgdL,
        minimumCount: least
      ).curves.reduce(0) { $0 + $1.points.count }
    }
    let counts = report.result.reliabilities.filter { $0.predictor == report.personalModel }
      .flatMap(\.counts)
    #expect(points(1) == counts.count { $0 >= 1 } && points(50) == counts.count { $0 >= 50 })
    #expect(points(1) > points(50) && points(50) > 0)
  }

  @Test func cellsHaveTheErrorsOfTheirLevelAndSlope() async throws {
    let report = try await ExampleReport.report
    let landscape = try #require(report.result.landscape(of: "model", lead: report.horizon))
    let root = try #require(
      ParsedElement.parse(
        BacktestPicture(landscape, unit: .mgdL, minimumCount: 10).svg))
    var expected: [String] = []
    for level in 0...ErrorLandscape.levels.count {
      for slope in 0...ErrorLandscape.slopes.count
      where landscape.count(levelBand: level, slopeBand: slope) >= 10 {
        let error = try #require(landscape.rootMeanSquare(levelBand: level, slopeBand: slope))
        expected.append(String(format: "%.1f", error))
      }
    }
    let layer = try #require(root.all.first { $0.attributes["data-layer"] == "cells" })
    #expect(layer.children.filter { $0.name == "text" }.map(\.text) == expected)
    #expect(expected.count > 5)
  }

  @Test func dayHasALineForEachForecastAndIsBrokenAtGaps() async throws {
    let day = try #require(try await ExampleReport.report.day)
    let root = try #require(ParsedElement.parse(ForecastDayPicture(day, unit: .mmolL).svg))
    let series = root.all.compactMap { $0.attributes["data-series"] }
    #expect(series.count { $0 == "forecast" } == day.forecasts.count)
    let times = day.readings.times
    let gaps = zip(times, times.dropFirst()).count { $1 - $0 > 0.3 * 3600 }
    #expect(series.count { $0 == "readings" } == gaps + 1)
    let end = try #require(day.readings.last?.time)
    for forecast in day.forecasts {
      #expect(forecast.origin.time <= end)
      #expect(day.readings.contains { $0.time == forecast.origin.time })
    }
  }

  /// The day begins in a gap of 50 minutes, ten minutes after the last reading before it, from which
  /// there is a forecast.
  @Test func dayThatBeginsInAGapStartsWithTheOriginOfItsFirstForecast() throws {
    let recording = ExampleReport.people[0].recording
    let start = try #require(recording.series.last).time.addingTimeInterval(-86_400)
    let gap = start.addingTimeInterval(-590)..<start.addingTimeInterval(2400)
    let series = try GlucoseSeries(recording.series.filter { !gap.contains($0.time) })
    let model = try Forecaster.pretrained(for: series, zone: .gmt)
    let day = try #require(ForecastDay(of: Recording(series: series), by: model, in: .gmt))
    let origin = try #require(day.forecasts.first).origin.time
    #expect(origin < start)
    #expect(day.readings.first?.time == origin)
    // No line begins to the left of the axis.
    let root = try #require(ParsedElement.parse(ForecastDayPicture(day, unit: .mmolL).svg))
    func starts(_ name: String) -> [Double] {
      root.all.filter { $0.attributes["data-series"] == name }.compactMap { line in
        let numbers = (line.attributes["d"] ?? "").split { !($0.isNumber || $0 == ".") }
        return numbers.first.flatMap { Double($0) }
      }
    }
    let left = try #require(starts("readings").first)
    #expect(starts("forecast").count == day.forecasts.count)
    #expect(starts("forecast").allSatisfy { $0 >= left } && starts("forecast").first == left)
  }

  @Test func aReadingWithoutAdjacentReadingsIsADot() throws {
    let recording = ExampleReport.people[0].recording
    let middle = try #require(recording.series.last).time.addingTimeInterval(-36_000)
    let alone = try #require(recording.series.last { $0.time <= middle })
    let series = try GlucoseSeries(
      recording.series.filter {
        $0 == alone || abs($0.time.timeIntervalSince(alone.time)) > 5400
      })
    let model = try Forecaster.pretrained(for: series, zone: .gmt)
    let day = try #require(ForecastDay(of: Recording(series: series), by: model, in: .gmt))
    let root = try #require(ParsedElement.parse(ForecastDayPicture(day, unit: .mmolL).svg))
    let lines = root.all.filter { $0.attributes["data-series"] == "readings" }
    #expect(lines.allSatisfy { $0.attributes["stroke-linecap"] == "round" })
    let dots = try lines.map { try #require($0.attributes["d"]).split { "ML".contains($0) } }
      .filter { $0.count == 2 && $0[0] == $0[1] }
    #expect(dots.count == 1)
    #expect(lines.allSatisfy { $0.attributes["d"]?.contains("L") ?? false })
  }

  private static func scales(_ root: ParsedElement) throws -> (x: ReadScale, y: ReadScale) {
    let axes = try #require(root.all.first { $0.attributes["data-layer"] == "axes" })
    let labels = axes.children.filter { $0.name == "text" && Double($0.text) != nil }
    let up = labels.filter { $0.attributes["text-anchor"] == "end" }
    let across = labels.filter { $0.attributes["text-anchor"] == "middle" }
    // A label is a third of its size below its line.
    func y(_ element: ParsedElement) throws -> (place: Double, value: Double) {
      let size = try #require(element.number("font-size"))
      return (
        try #require(element.number("y")) - size * 0.35, try #require(Double(element.text))
      )
    }
    func x(_ element: ParsedElement) throws -> (place: Double, value: Double) {
      (try #require(element.number("x")), try #require(Double(element.text)))
    }
    let ends = try [
      x(#require(across.first)), x(#require(across.last)), y(#require(up.first)),
      y(#require(up.last)),
    ]
    return (
      try #require(ReadScale(ends[0], ends[1])), try #require(ReadScale(ends[2], ends[3]))
    )
  }
}
