import DaySummary
import GlucoseDiary
import Foundation
import GlucosePictureTestSupport
import Testing

@testable import DayChart
@testable import GlucoseMath

struct ProfilePictureTests {
  static func series() throws -> GlucoseSeries {
    let (history, days) = try ExampleDay.weeks()
    return history.series(in: days.lowerBound.start..<days.upperBound.end)
  }

  static func profile() throws -> AmbulatoryGlucoseProfile {
    try #require(try series().dayGrid(in: ExampleDay.zone)?.ambulatoryGlucoseProfile())
  }

  static func shares(
    _ weights: [Double], of bands: RangeBands = .consensus(in: .mmolL)
  ) -> TimeInRanges {
    TimeInRanges(
      of: bands, veryLow: weights[0], low: weights[1], target: weights[2],
      high: weights[3], veryHigh: weights[4])
  }

  private func points(_ data: String?) -> [[Double]] {
    (data ?? "").split { "MLZ".contains($0) }
      .map { $0.split(separator: " ").compactMap { Double($0) } }
  }

  @Test(arguments: GlucoseUnit.allCases)
  func percentilesAreAtTheirConcentrations(unit: GlucoseUnit) throws {
    let profile = try Self.profile()
    let root = try parsed(ProfilePicture(profile, unit: unit))
    let ground = try #require(try layer("ground", of: root).children.first)
    let left = try #require(ground.number("x"))
    let width = try #require(ground.number("width"))
    let top = try #require(ground.number("y"))
    let height = try #require(ground.number("height"))
    let highest = try #require(profile.points.compactMap(\.percentiles.last).max())
    let maximum = GlucoseAxis(unit, including: highest).maximum
    func place(_ point: AmbulatoryGlucoseProfile.Point, _ percentile: Int) -> [Double] {
      [
        left + width * Double(point.minuteOfDay) / 1440,
        top + height * (1 - point.percentiles[percentile].mgdL / maximum.mgdL),
      ]
    }
    let median = points(try layer("median", of: root).children.first?.attributes["d"])
    #expect(median.count == profile.points.count + 1)
    #expect(median.last?[0] == left + width && median.last?[1] == median.first?[1])
    for (drawn, point) in zip(median, profile.points) {
      let wanted = place(point, 2)
      #expect(abs(drawn[0] - wanted[0]) < 0.02 && abs(drawn[1] - wanted[1]) < 0.06)
    }
    let bands = RangeBands.consensus(in: unit)
    let lines = try layer("targets", of: root).children.map { points($0.attributes["d"]) }
    for (line, edge) in zip(lines, [bands.low, bands.high]) {
      let y = top + height * (1 - edge.mgdL / maximum.mgdL)
      #expect(line.allSatisfy { abs($0[1] - y) < 0.02 })
      #expect(line.map { $0[0] } == [left, left + width])
    }
    #expect(lines.count == 2)
    let bold = try layer("axes", of: root).children.filter {
      $0.attributes["font-weight"] == "600"
    }
    #expect(bold.map(\.text) == (unit == .mgdL ? ["70", "180"] : ["3.9", "10.0"]))
    #expect(!root.all.contains { $0.attributes["data-band"] != nil })
    let areas = try layer("areas", of: root).children
    #expect(areas.map { $0.attributes["data-percentiles"] } == ["0 4", "1 3"])
    let outer = points(areas[0].attributes["d"])
    #expect(outer.count == 2 * (profile.points.count + 1))
    for (drawn, point) in zip(outer, profile.points) {
      #expect(abs(drawn[1] - place(point, 4)[1]) < 0.06)
    }
    for (drawn, point) in zip(outer.reversed(), profile.points) {
      #expect(abs(drawn[1] - place(point, 0)[1]) < 0.06)
    }
  }

  @Test func barIsStackedInProportionToTheFractions() throws {
    let shares = Self.shares([1, 4, 70, 20, 5])
    let root = try parsed(ProfilePicture(try Self.profile(), timeInRanges: shares, unit: .mmolL))
    let parts = try layer("ranges", of: root).children.filter { $0.attributes["data-band"] != nil }
    #expect(
      parts.map { $0.attributes["data-band"] } == ["veryHigh", "high", "target", "low", "veryLow"])
    let heights = parts.compactMap { $0.number("height") }
    let whole = heights.reduce(0, +)
    for (height, share) in zip(heights, [0.05, 0.2, 0.7, 0.04, 0.01]) {
      #expect(abs(height - whole * share) < 0.02)
    }
    for (part, next) in zip(parts, parts.dropFirst()) {
      let end = try #require(part.number("y")) + (part.number("height") ?? 0)
      #expect(abs(end - (next.number("y") ?? 0)) < 0.02)
    }
    let texts = try layer("ranges", of: root).all.filter { $0.name == "text" }.map(\.text)
    #expect(
      texts == [
        "5 %", ">13.9", "20 %", "10.0–13.9", "70 %", "3.9–10.0", "4 %", "3.0–3.9", "1 %", "<3.0",
      ])
    #expect(root.children[1].text.contains("Very low <3.0: 1 %; Low 3.0–3.9: 4 %"))
  }

  @Test(arguments: [400.0, 800])
  func goalsAreBesideTheirPercentages(width: Double) throws {
    let size = PlotSize(width: width, height: 460)
    func texts(_ population: TargetPopulation) throws -> [String] {
      let picture = ProfilePicture(
        try Self.profile(),
        timeInRanges: Self.shares([1, 4, 70, 20, 5], of: population.bands(in: .mmolL)),
        targets: population.targets, unit: .mmolL, bands: population.bands(in: .mmolL), size: size)
      return try layer("ranges", of: try parsed(picture)).all.filter { $0.name == "text" }
        .map(\.text)
    }
    #expect(
      try texts(.adults) == [
        "5 %", ">13.9", "goal <5 %", "20 %", "10.0–13.9", "25 %", ">10.0", "goal <25 %", "70 %",
        "3.9–10.0", "goal >70 %", "5 %", "<3.9", "goal <4 %", "4 %", "3.0–3.9", "1 %", "<3.0",
        "goal <1 %",
      ])
    #expect(try texts(.olderOrHighRisk).filter { $0.hasPrefix("goal") }.count == 3)
    #expect(try texts(.pregnancy).filter { $0.hasPrefix("goal") }.count == 4)
  }

  static let partsBesideGoals: [(weights: [Double], texts: [String])] = [
    ([12, 31, 697, 211, 49], ["4.9 %", "21 %", "26 %", "69.7 %", "4.3 %", "3 %", "1.2 %"]),
    (
      [120, 282, 7004, 2104, 490],
      ["4.9 %", "21 %", "26 %", "70.04 %", "4.02 %", "3 %", "1.2 %"]
    ),
  ]

  @Test(arguments: [400.0, 800], partsBesideGoals)
  func aPercentageIsOnItsSideOfTheGoalBesideIt(
    width: Double, parts: (weights: [Double], texts: [String])
  ) throws {
    let size = PlotSize(width: width, height: 460)
    let picture = ProfilePicture(
      try Self.profile(), timeInRanges: Self.shares(parts.weights),
      targets: TargetPopulation.adults.targets, unit: .mmolL,
      bands: TargetPopulation.adults.bands(in: .mmolL), size: size)
    let texts = try layer("ranges", of: try parsed(picture)).all.filter { $0.name == "text" }
      .map(\.text)
    #expect(texts.filter { $0.hasSuffix("%") && !$0.hasPrefix("goal") } == parts.texts)
    try expectLegible(picture.svg, size: size)
  }

  @Test func smoothingIsStated() throws {
    let profile = try Self.profile()
    func texts(_ profile: AmbulatoryGlucoseProfile) throws -> [String] {
      try parsed(ProfilePicture(profile, unit: .mmolL)).all.map(\.text)
    }
    #expect(try texts(profile).contains { $0.hasSuffix("days, not smoothed") })
    #expect(
      try texts(profile.smoothed(over: .seconds(3600))).contains {
        $0.hasSuffix("days, smoothed over 60 min")
      })
    let day = try #require(try Self.series().days(in: ExampleDay.zone).first?.series)
    let one = try #require(day.dayGrid(in: ExampleDay.zone)?.ambulatoryGlucoseProfile())
    #expect(try texts(one).contains("1 day, not smoothed"))
  }

  static let weights: [[Double]] = [
    [1, 1, 99_996, 1, 1], [0, 0, 1, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [1, 1, 1, 1, 1],
    [50, 1, 1, 1, 50],
  ]

  @Test(arguments: [320.0, 559, 640, 1200], weights)
  func labelsNeverOverlapHoweverSmallTheFractions(width: Double, weights: [Double]) throws {
    let size = PlotSize(width: width, height: width < 560 ? 420 : width * 0.55)
    let cases: [(GlucoseUnit, RangeBands, TargetPopulation?)] = [
      (.mgdL, .tight(in: .mgdL), nil), (.mmolL, .arises(in: .mmolL), nil),
      (.mgdL, .consensus(in: .mgdL), .adults),
      (.mmolL, .pregnancy(in: .mmolL), .pregnancy),
    ]
    for (unit, bands, population) in cases {
      let picture = ProfilePicture(
        try Self.profile(), timeInRanges: Self.shares(weights, of: bands),
        targets: population?.targets ?? [], unit: unit, bands: bands, size: size,
        title: String(repeating: "Long <&\"]]> ", count: 30))
      try expectLegible(picture.svg, size: size)
    }
  }

  @Test func smallestPictureContainsAllElements() throws {
    let size = PlotSize(width: 320, height: 300)
    let picture = ProfilePicture(
      try Self.profile(), timeInRanges: Self.shares([1, 1, 1, 1, 1]),
      targets: TargetPopulation.adults.targets, unit: .mmolL, size: size)
    try expectLegible(picture.svg, size: size)
  }

  @Test func timesWithoutReadingsAreGaps() throws {
    let day = ExampleDay.day
    let hours = (0..<24).filter { !(9..<15).contains($0) }
    let readings = hours.flatMap { hour in
      (0..<12).map {
        Reading(time: day.time(hour: hour, minute: $0 * 5), glucose: .mmolL(5 + Double(hour) / 10))
      }
    }
    let series = try GlucoseSeries(readings)
    let profile = try #require(series.dayGrid(in: ExampleDay.zone)?.ambulatoryGlucoseProfile())
    let root = try parsed(ProfilePicture(profile, unit: .mmolL))
    let line = try #require(try layer("median", of: root).children.first?.attributes["d"])
    #expect(line.count { $0 == "M" } == 2)
  }

  @Test func singleReadingIsADot() throws {
    let series = try GlucoseSeries([
      Reading(time: ExampleDay.day.time(hour: 8), glucose: .mmolL(30))
    ])
    let profile = try #require(series.dayGrid(in: ExampleDay.zone)?.ambulatoryGlucoseProfile())
    let root = try parsed(ProfilePicture(profile, unit: .mmolL))
    let line = points(try layer("median", of: root).children.first?.attributes["d"])
    #expect(line.count == 2 && line[0] == line[1])
  }

  @Test func emptyProfileHasADescription() throws {
    let profile = AmbulatoryGlucoseProfile(
      probabilities: [0.05, 0.25, 0.5, 0.75, 0.95], points: [])
    let root = try parsed(ProfilePicture(profile, unit: .mgdL))
    #expect(root.children[1].text == "No readings.")
    #expect(root.all.contains { $0.name == "text" && $0.text == "No readings" })
  }

  @Test(arguments: [
    ([0.0, 1, 2], [-1.0, 1, 3]), ([0, 10, 20], [0, 10, 20]), ([9.5, 9.5], [8, 10]),
    ([-50, 50], [-1, 10]), ([], []), ([30], [10]),
  ])
  func positionsSpreadByTheMinimumDistance(wanted: [Double], places: [Double]) {
    let found = wanted.spread(distance: 2, in: wanted.count == 3 ? -100...100 : -1...10)
    #expect(found == places)
  }

  @Test func positionsThatDoNotFitAreEquidistant() {
    #expect([5.0, 5, 5].spread(distance: 9, in: 0...4) == [0, 2, 4])
  }
}
