import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

/// What initializers require of callers, decoding requires of data.
@Suite struct StoredValueTests {
  /// A value that is stored whole, and ways to spoil it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let survives: @Sendable () throws -> Bool
    let spoiled: [(path: String, value: String)]
    let decode: @Sendable (_ path: String, _ value: String) throws -> Void

    init<Value: Codable & Equatable & Sendable>(
      _ value: Value, spoiledBy spoiled: [(path: String, value: String)]
    ) {
      testDescription = "\(Value.self)"
      survives = { try HostileJSON.stored(value) == value }
      self.spoiled = spoiled
      decode = { _ = try HostileJSON.stored(value, setting: $0, to: $1) }
    }
  }

  private static let series: GlucoseSeries = {
    let wave = (0..<900).map { 150 + 120 * sin(Double($0) / 20) }
    return (try? MetricRecords.series(wave)) ?? GlucoseSeries()
  }()

  static let cases: [Case] = {
    let origin = Reading(time: instant(0), glucose: .mgdL(100))
    let forecast = GlucoseForecast(
      origin: origin,
      points: [
        GlucoseForecast.Point(
          time: instant(300), glucose: .mgdL(100), lower: .mgdL(90), upper: .mgdL(110))
      ], nominalCoverage: 0.9, empiricalCoverage: 0.88)
    return [
      Case(Glucose.mgdL(100), spoiledBy: [("", "\"nan\""), ("", "\"inf\""), ("", "\"-inf\"")]),
      Case(
        ClockWindow(fromHour: 22, toHour: 6),
        spoiledBy: [
          ("startMinute", "9000"), ("endMinute", "-5"), ("startMinute", "360"),
          ("endMinute", "1441"),
        ]),
      Case(ClockWindow(fromHour: 0, toHour: 24), spoiledBy: [("endMinute", "0")]),
      Case(
        RangeBands.consensus(in: .mgdL),
        spoiledBy: [("low", "20"), ("veryHigh", "100"), ("high", "\"inf\""), ("unit", "\"g/L\"")]),
      Case(
        forecast,
        spoiledBy: [("empiricalCoverage", "1.5"), ("nominalCoverage", "1"), ("points", "[]")]),
      Case(series, spoiledBy: [("0.glucose", "-1"), ("0.glucose", "\"nan\"")]),
    ]
  }()

  @Test(arguments: cases) func aValueSurvivesStorage(_ stored: Case) throws {
    #expect(try stored.survives())
  }

  @Test(arguments: cases) func whatCannotBeMadeIsNotDecoded(_ stored: Case) {
    for (path, value) in stored.spoiled {
      #expect(throws: DecodingError.self, "\(path): \(value)") { try stored.decode(path, value) }
    }
  }

  @Test func aRefusedReadingIsTheUnderlyingError() {
    let error = #expect(throws: DecodingError.self) {
      _ = try HostileJSON.stored(Self.series, setting: "7.glucose", to: "0")
    }
    guard case .dataCorrupted(let context) = error else { return }
    let reading = context.underlyingError as? InvalidReading
    #expect(reading?.reason == .valueNotPositive(0) && reading?.index == 7)
  }

  @Test func hugeMinutesMakeNoEpisodeAndNoTrap() throws {
    let grid = try #require(Self.series.dayGrid(in: .gmt))
    #expect(
      grid.episodes(matching: EpisodeRule(.below, .mgdL(70), minimumDuration: .seconds(1e18)))
        .isEmpty)
    let endless = grid.episodes(
      matching: EpisodeRule(.below, .mgdL(70), recoveryDuration: .seconds(1e18)))
    #expect(endless.count == 1)
  }

  @Test(arguments: [(24, 6, 0, 360), (22, 0, 1320, 1440), (22, 24, 1320, 1440), (0, 24, 0, 1440)])
  func bothMidnightsAreOne(from: Int, to: Int, start: Int, end: Int) throws {
    let window = ClockWindow(fromHour: from, toHour: to)
    #expect(window.startMinute == start && window.endMinute == end)
    let day = try MetricRecords.series([Double](repeating: 100, count: 288))
    let expected = (end - start + (end < start ? 1440 : 0)) / 5
    #expect(day.during(window, in: .gmt).count == expected)
    let rest = window.complement.map { day.during($0, in: .gmt).count } ?? 0
    #expect(rest == 288 - expected)
  }

  @Test func aWindowOfNoLengthIsAMistake() async {
    await #expect(processExitsWith: .failure) { _ = ClockWindow(fromHour: 24, toHour: 0) }
    await #expect(processExitsWith: .failure) { _ = ClockWindow(fromHour: 24, toHour: 24) }
    await #expect(processExitsWith: .failure) { _ = ClockWindow(fromHour: 0, toHour: 0) }
  }
}
