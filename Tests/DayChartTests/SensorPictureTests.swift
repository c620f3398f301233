import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import GlucoseSignals
import Testing

@testable import DayChart

struct SensorPictureTests {
  private static let pairs = [
    GlucosePair(reference: .mgdL(100), measured: .mgdL(110)),
    GlucosePair(reference: .mgdL(150), measured: .mgdL(140)),
    GlucosePair(reference: .mgdL(200), measured: .mgdL(230)),
  ]

  private func root(_ svg: String) throws -> ParsedElement {
    try #require(ParsedElement.parse(svg))
  }

  private func layer(_ name: String, of root: ParsedElement) throws -> ParsedElement {
    try #require(root.all.first { $0.attributes["data-layer"] == name })
  }

  @Test func differencesHaveTheirMeanAndLimits() throws {
    let root = try root(DifferencePicture(Self.pairs, unit: .mgdL).svg)
    // The differences are 10, −10, and 30: the mean is 10 and the standard deviation 20.
    let lines = try layer("lines", of: root)
    #expect(
      lines.all.filter { $0.name == "text" }.map(\.text)
        == ["95 % limit +49", "mean +10", "95 % limit −29"])
    let paths = lines.all.filter { $0.name == "path" }.compactMap { $0.attributes["d"] }
    let heights = try paths.map { path in
      let start = try #require(path.split(separator: "L").first).dropFirst()
      return try #require(start.split(separator: " ").last.flatMap { Double($0) })
    }
    // The mean is in the middle between the limits, and all are at their heights on the axis.
    #expect(abs(heights[0] + heights[2] - 2 * heights[1]) < 0.02 && heights[0] < heights[1])
    let axis = try layer("axes", of: root)
    let labels = axis.all.filter { $0.name == "text" }
    let zero = try #require(
      labels.first { $0.text == "0" && $0.attributes["text-anchor"] == "end" })
    let top = try #require(labels.last { $0.text.hasPrefix("+") })
    func y(_ label: ParsedElement) throws -> Double {
      try #require(label.attributes["y"].flatMap(Double.init))
    }
    let shift = heights[1] - (try y(zero))
    let highest = try #require(Double(top.text.dropFirst()))
    let perUnit = (try y(zero) - (try y(top))) / highest
    // Labels are below their guides by the same third of a line as zero.
    let third = 0.35 * 0.95 * 14
    #expect(abs(shift + third + 10 * perUnit) < 0.3)
    #expect(
      root.all.first { $0.name == "desc" }?.text.hasPrefix("Pairs: 3; 95 % limit +49") ?? false)
  }

  @Test func equalDifferencesHaveOneMeanAndTwoLimits() throws {
    let pairs = (0..<4).map {
      GlucosePair(reference: .mgdL(100 + 10 * Double($0)), measured: .mgdL(105 + 10 * Double($0)))
    }
    let lines = try layer("lines", of: try root(DifferencePicture(pairs, unit: .mgdL).svg))
    let labels = lines.all.filter { $0.name == "text" }.map(\.text)
    #expect(labels.filter { $0.hasPrefix("mean") }.count == 1)
  }

  @Test func everyPairIsAPoint() throws {
    let root = try root(DifferencePicture(Self.pairs, unit: .mmolL).svg)
    let dots = try layer("points", of: root).all.compactMap { $0.attributes["d"] }
    #expect(dots.joined().count { $0 == "M" } == 3)
    for pairs in [[], Array(Self.pairs.prefix(1))] {
      let few = try self.root(DifferencePicture(pairs, unit: .mmolL).svg)
      #expect(few.all.first { $0.name == "desc" }?.text.hasPrefix("Pairs: \(pairs.count)") ?? false)
    }
  }

  @Test(arguments: [320.0, 640, 1200]) func textIsLegible(width: Double) throws {
    let size = PlotSize(width: width, height: max(240, width * 0.7))
    let pictures = [
      DifferencePicture(Self.pairs, unit: .mmolL, size: size).svg,
      NightsPicture(try Self.nights(), unit: .mmolL, size: size).svg,
    ]
    for svg in pictures { try expectLegible(svg, size: size) }
  }

  private static func nights() throws -> [NightSummary] {
    let (history, days) = try ExampleDay.weeks()
    return history.nights(of: Array(days.prefix(5)), bands: .consensus(in: .mmolL))
  }

  /// A night with falls of a half, by default from 2:00 to 2:40.
  private static func pressedNight(at falls: [Range<Int>] = [24..<32]) -> [NightSummary] {
    let day = ExampleDay.day
    let readings = (0..<288).map { index in
      let noise = Double((index * 7919 + index * index * 31) % 5) - 2
      return Reading(
        time: day.start.addingTimeInterval(Double(index) * 300),
        glucose: .mgdL(falls.contains { $0.contains(index) } ? 62 : 130 + noise))
    }
    let series = (try? GlucoseSeries(readings)) ?? GlucoseSeries()
    var options = SignalQualityOptions()
    options.findsCompressionLows = true
    return Recording(series: series).nights(
      of: [day], bands: .consensus(in: .mgdL), options: options)
  }

  @Test func eachNightIsALineAndTheLastIsBold() throws {
    let root = try root(NightsPicture(try Self.nights(), unit: .mmolL).svg)
    let lines = try layer("lines", of: root).all.filter { $0.attributes["data-night"] != nil }
    #expect(lines.count == 5)
    let widths = lines.compactMap { $0.attributes["stroke-width"].flatMap(Double.init) }
    let last = try #require(widths.last)
    #expect(widths.dropLast().allSatisfy { $0 == 1 } && last > 2)
    let hours = try layer("axes", of: root).all.map(\.text)
    #expect(hours.contains("00:00") && hours.contains("06:00"))
  }

  @Test func anOngoingNightIsNamedAsSuch() throws {
    let (history, days) = try ExampleDay.weeks()
    let last = try #require(days.prefix(2).last)
    func texts(_ days: some Collection<LocalDay>, hour: Int) throws -> [String] {
      let nights = history.nights(
        of: days, bands: .consensus(in: .mmolL), now: last.time(hour: hour))
      return try root(NightsPicture(nights, unit: .mmolL).svg).all.map(\.text)
    }
    let words = ChartStrings()
    let legend = [words[.currentNight], words[.lastNight], words[.otherNights]]
    #expect(try texts(days.prefix(2), hour: 3).filter(legend.contains) == [legend[0], legend[2]])
    #expect(try texts(days.prefix(2), hour: 6).filter(legend.contains) == [legend[1], legend[2]])
    #expect(try texts([last], hour: 3).filter(legend.contains) == [legend[0]])
    #expect(try texts([last], hour: 6).filter(legend.contains).isEmpty)
    let mark = words.date(last) + ", ongoing: "
    #expect(try texts([last], hour: 3).contains { $0.hasPrefix(mark) })
    let page = try page { $0.now = days.last?.time(hour: 3) }
    let nights = try #require(section("nights", of: page))
    let heads = nights.all.filter { $0.attributes["scope"] == "row" }.map(\.text)
    #expect(heads.map { $0.hasSuffix(", ongoing") } == [true, false, false])
  }

  @Test func aCompressionLowIsMarkedAndItsLineIsKept() throws {
    let night = Self.pressedNight()
    #expect(night.first?.compressionLows.count == 1)
    let root = try root(NightsPicture(night, unit: .mgdL).svg)
    let lines = try layer("lines", of: root)
    #expect(lines.children.count == 2)
    // The line has all 72 readings, and the mark those of the low.
    let points = lines.children.compactMap { $0.attributes["d"]?.count { "ML".contains($0) } }
    let marked = try #require(points.last)
    #expect(points.first == 72 && marked >= 7)
    // Its sample in the legend is dotted too.
    let legend = try layer("legend", of: root).all
    #expect(legend.contains { $0.text == "Suspected compression low" })
    #expect(legend.count { $0.name == "circle" } == 3)
  }

  /// The mark of a low does not extend over the readings between it and the next low.
  @Test func eachCompressionLowHasAMarkOfItsOwn() throws {
    let night = Self.pressedNight(at: [24..<32, 39..<47])
    #expect(night.first?.compressionLows.count == 2)
    let lines = try layer("lines", of: try root(NightsPicture(night, unit: .mgdL).svg)).children
    let mark = try #require(lines.last?.attributes["d"])
    #expect(lines.count == 2 && mark.count { $0 == "M" } == 2)
  }

  /// The same readings have the same gaps in the picture of a night as in that of a day.
  @Test(arguments: [(1.0, 15.0), (5, 15), (15, 45)])
  func aNightIsBrokenWhereADayIs(interval: Double, gap: Double) throws {
    let day = ExampleDay.day
    for (missing, count) in [(gap, 1), (gap + interval, 2)] {
      let minutes =
        Array(stride(from: 0.0, through: 120, by: interval))
        + Array(stride(from: 120 + missing, through: 300, by: interval))
      let series = try GlucoseSeries(
        minutes.map {
          Reading(time: day.start.addingTimeInterval($0 * 60), glucose: .mgdL(120 + $0 / 10))
        })
      let nights = Recording(series: series).nights(of: [day], bands: .consensus(in: .mgdL))
      let plot = DayPlot(day, series: series, options: DayPlotOptions(unit: .mgdL))
      let lines = try layer("lines", of: try root(NightsPicture(nights, unit: .mgdL).svg))
      let path = try #require(lines.children.first?.attributes["d"])
      #expect(path.count { $0 == "M" } == count && plot.segments.count == count)
    }
  }

  private func page(_ change: (inout ReportPageOptions) -> Void) throws -> ParsedElement {
    let (history, days) = try ExampleDay.weeks()
    var options = ReportPageOptions(unit: .mgdL)
    options.picturedDays = 3
    change(&options)
    return try mainElement(of: history.reportPage(of: days, title: "", options: options))
  }

  private func section(_ id: String, of main: ParsedElement) -> ParsedElement? {
    main.children.first { $0.attributes["id"] == id }
  }

  @Test func thePageHasTheNightsAndTheQualityOfTheSignal() throws {
    let main = try page { _ in }
    let nights = try #require(section("nights", of: main))
    // The three nights of the days with pictures, after the head.
    #expect(nights.all.count { $0.name == "tr" } == 4)
    #expect(nights.all.count { $0.name == "svg" } == 2)
    let signal = try #require(section("signal", of: main))
    let days = try #require(signal.all.first { $0.attributes["class"] == "days" })
    #expect(days.all.count { $0.name == "tr" } == 31)
    let none = try page {
      $0.night = nil
      $0.quality = nil
    }
    #expect(section("nights", of: none) == nil && section("signal", of: none) == nil)
  }

  /// The recording begins at noon of a day of the page, which expects readings from midnight on.
  @Test func theSignalOfTheFirstDayHasTheCoverageOfTheTableOfDays() throws {
    let day = ExampleDay.day
    let series = try GlucoseSeries(
      (144..<288).map { row in
        Reading(
          time: day.start.addingTimeInterval(Double(row) * 300),
          glucose: .mgdL((130 + 40 * sin(Double(row) / 9)).rounded()))
      })
    let page = Recording(series: series).reportPage(
      of: [day], title: "", options: ReportPageOptions(unit: .mgdL))
    #expect(abs((page.report.days.first?.coverage.percent ?? 0) - 50) < 1)
    let signal = try #require(section("signal", of: mainElement(of: page)))
    let row = try #require(signal.all.last { $0.name == "tr" })
    #expect(row.children.dropFirst().first?.text.hasPrefix("50") == true)
  }

  @Test func thePageComparesMetricsWithAndWithoutCompressionLows() throws {
    let day = ExampleDay.day
    let night = try #require(Self.pressedNight().first)
    let recording = Recording(series: night.series)
    var options = ReportPageOptions(unit: .mgdL)
    let plain = recording.reportPage(of: [day], title: "", options: options).main.document
    #expect(!plain.lowercased().contains("compression low"))
    options.quality?.findsCompressionLows = true
    let page = recording.reportPage(of: [day], title: "", options: options)
    let main = try #require(ParsedElement.parse(page.main.document))
    let signal = try #require(section("signal", of: main))
    let rows = signal.all.filter { $0.name == "tr" }.map { $0.children.map(\.text) }
    // 8 of 72 readings.
    #expect(rows.contains(["Below range", "11.1 %", "0.0 %"]))
    let evidence = "(steady before, sudden fall, sudden return, restored level)"
    #expect(rows.contains { $0.last == "compression low 02:00–02:35 " + evidence })
    for language in ["en", "de"] {
      options.strings = ChartStrings(locale: Locale(identifier: language))
      let page = recording.reportPage(of: [day], title: "", options: options).main.document
      #expect(!page.contains(/(?i)probab|likely|wahrscheinlich/), "\(language)")
    }
  }

  @Test func thePageComparesTwoSensorsAndLaboratoryResults() throws {
    let (history, days) = try ExampleDay.weeks()
    let series = history.series(in: days.lowerBound.start..<days.upperBound.end)
    let second = try GlucoseSeries(
      series.map { Reading(time: $0.time, glucose: .mgdL($0.glucose.mgdL - 10)) })
    let main = try page { $0.secondSensor = second }
    let sensors = try #require(section("sensors", of: main))
    let rows = sensors.all.filter { $0.name == "tr" }.map { $0.children.map(\.text) }
    #expect(rows.contains(["Mean difference", "+10 mg/dL"]))
    #expect(sensors.all.count { $0.name == "svg" } == 3)
    let drawn = ExampleDay.event(
      "a1c", 8, 0, .entry(DiaryEntry(.hemoglobinA1c, amount: 53, unit: .mmolPerMol)))
    let record = Recording(
      series: try GlucoseSeries(
        (0..<8000).map {
          Reading(time: drawn.time.addingTimeInterval(-300 * Double($0 + 1)), glucose: .mgdL(150))
        }), events: [drawn])
    let laboratory = record.reportPage(
      of: [ExampleDay.day], title: "", options: ReportPageOptions(unit: .mgdL))
    let contents = try #require(ParsedElement.parse(laboratory.main.document))
    let numbers = try #require(section("numbers", of: contents))
    let found = numbers.all.filter { $0.name == "tr" }.map { $0.children.map(\.text) }
    // 28 of 84 days with readings.
    #expect(found.contains(["2025-03-12", "7.0 %, 53 mmol/mol", "6.9 % *", "+0.1 *"]))
  }
}
