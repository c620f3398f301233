import Foundation
import GlucoseCohort
import GlucoseTestSupport
import Testing

@testable import GlucoseMath

@Suite struct SeriesIntakeTests {
  @Test func theLocalizedDescriptionOfAnInvalidReadingIsTheSentence() throws {
    let error = #expect(throws: InvalidReading.self) {
      try ValidatedReadings(times: [0, 300], values: [100, -1])
    }
    #expect((error as (any Error)?)?.localizedDescription == error?.description)
  }

  @Test func noReadingsMakeAnEmptySeries() throws {
    let intake = try ValidatedReadings([Reading]())
    #expect(intake.series.isEmpty && intake.series == GlucoseSeries())
    #expect(intake.duplicateCount == 0)
    #expect(intake.series.timeRange == nil)
  }

  @Test func sortedReadingsStayAsTheyAre() throws {
    let readings = readings(100, 110, 120)
    let intake = try ValidatedReadings(readings)
    #expect(Array(intake.series) == readings)
    #expect(intake.duplicateCount == 0)
    #expect(intake.series.timeRange == instant(0)...instant(600))
  }

  @Test func anyOrderGivesTheSameSeries() throws {
    var random = SeededGenerator(seed: 1)
    for count in 2..<60 {
      let sorted = readings(randomValues(count, &random))
      let shuffled = sorted.shuffled(using: &random)
      let intake = try ValidatedReadings(shuffled)
      #expect(Array(intake.series) == sorted)
      #expect(intake.duplicateCount == 0)
    }
  }

  /// Three readings at one instant, which arrive as 100, 160, 130 among others.
  private let crowded = [
    Reading(time: instant(300), glucose: .mgdL(100), flags: .ambiguousLocalTime),
    Reading(time: instant(0), glucose: .mgdL(80)),
    Reading(time: instant(300), glucose: .mgdL(160), flags: .aboveDeviceLimit),
    Reading(time: instant(600), glucose: .mgdL(90)),
    Reading(time: instant(300), glucose: .mgdL(130)),
  ]

  @Test func theLastOfSeveralReadingsIsKeptAndTheOthersAreGiven() throws {
    let intake = try ValidatedReadings(crowded)
    #expect(Array(intake.series.values) == [80, 130, 90])
    #expect(intake.series[1].flags == [])
    #expect(intake.duplicateCount == 2 && intake.conflictCount == 2)
    #expect(intake.duplicates.map(\.glucose.mgdL) == [100, 160])
    #expect(intake.duplicates.allSatisfy { $0.time == instant(300) })
    #expect(intake.duplicates.first?.flags == .ambiguousLocalTime)
    #expect(try ValidatedReadings(readings(100, 110)).duplicates.isEmpty)
    #expect(try GlucoseSeries(crowded) == intake.series)
  }

  @Test func duplicatesInOrderAreFoundToo() throws {
    let ordered = crowded.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    let intake = try ValidatedReadings(ordered)
    #expect(intake.duplicateCount == 2)
    #expect(intake.series == (try ValidatedReadings(crowded)).series)
  }

  @Test func theAverageHasTheFlagsOfAll() throws {
    let average = try ValidatedReadings(crowded).withDuplicates.averaged
    #expect(Array(average.values) == [80, 130, 90])
    #expect(average[1].flags == [.ambiguousLocalTime, .aboveDeviceLimit])
  }

  @Test(arguments: [0.0, -0.0, -1, -Double.leastNonzeroMagnitude])
  func aValueAtOrBelowZeroIsRefused(value: Double) {
    let error = #expect(throws: InvalidReading.self) {
      try ValidatedReadings(readings(100, value, 120))
    }
    #expect(error == InvalidReading(reason: .valueNotPositive(value), index: 1))
    #expect(error?.description.contains("Reading 1") == true)
  }

  @Test(arguments: [Double.nan, Double.infinity, -Double.infinity])
  func aValueThatIsNoNumberIsRefused(value: Double) throws {
    let error = #expect(throws: InvalidReading.self) {
      try ValidatedReadings(readings(100, 110, value))
    }
    #expect(error?.index == 2)
    guard case .valueNotFinite(let found) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.bitPattern == value.bitPattern)
  }

  @Test(arguments: [100_000.1, 1e200, Double.greatestFiniteMagnitude])
  func aValueThatIsNoConcentrationIsRefused(value: Double) throws {
    let expected = InvalidReading(reason: .valueOutOfRange(value), index: 1)
    let error = #expect(throws: InvalidReading.self) {
      try ValidatedReadings(readings(100, value, 120))
    }
    #expect(error == expected)
    let ofRows = #expect(throws: InvalidReading.self) {
      try RawRecord(times: [0, 1], values: [100, value])
    }
    #expect(ofRows == expected)
    let data = try JSONEncoder().encode(readings(100, value))
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(GlucoseSeries.self, from: data) }
  }

  /// Every number of a record of the lowest and the highest values is finite.
  @Test(arguments: [1.0, 40, 300, 900])
  func statisticsOfAcceptedValuesAreFinite(step: Double) throws {
    let extremes = [.leastNonzeroMagnitude, 1e-300, 1, 100, 50_000, 100_000]
    var random = SeededGenerator(seed: 11)
    for values in [
      (0..<5000).map { _ in extremes.randomElement(using: &random) ?? 1 },
      Array(repeating: 100_000, count: 5000),
      Array(repeating: .leastNonzeroMagnitude, count: 5000),
    ] {
      let series = try GlucoseSeries(readings(values, step: step))
      let bands = RangeBands.consensus(in: .mgdL)
      var numbers: [(path: String, number: Double)] = []
      collect(series.metrics(in: .gmt, bands: bands) as Any, "metrics", &numbers)
      for gap in [nil, Duration.seconds(900)] {
        let statistics = series.statistics(bands: bands, weightedByTimeUpTo: gap)
        #expect(statistics?.standardDeviation != nil)
        collect(statistics as Any, "statistics", &numbers)
      }
      #expect(numbers.count > 50)
      #expect(numbers.filter { !$0.number.isFinite }.map(\.path) == [])
    }
  }

  /// Collects the numbers in a value, with their paths.
  private func collect(
    _ value: Any, _ path: String, _ found: inout [(path: String, number: Double)]
  ) {
    if let number = value as? Double { found.append((path, number)) }
    for child in Mirror(reflecting: value).children {
      collect(child.value, path + "." + (child.label ?? ""), &found)
    }
  }

  @Test(arguments: [Double.nan, Double.infinity, -Double.infinity])
  func aTimeThatIsNoNumberIsRefused(time: Double) {
    let error = #expect(throws: InvalidReading.self) {
      try ValidatedReadings(times: [0, time], values: [100, 100])
    }
    #expect(error == InvalidReading(reason: .timeNotFinite, index: 1))
  }

  /// Walking the days up to such a time would take for ever, and its day fits no integer.
  @Test(arguments: [1e12, -1e12, 1e300, 252_423_993_600, -63_113_904_000.1])
  func aTimeThatNoCalendarWritesIsRefused(time: Double) {
    let error = #expect(throws: InvalidReading.self) {
      try ValidatedReadings(times: [time], values: [100])
    }
    #expect(error == InvalidReading(reason: .timeOutOfRange(time), index: 0))
  }

  @Test func theFirstAndLastInstantOfTheCalendarAreTaken() throws {
    let series = try ValidatedReadings(
      times: [-63_113_904_000, 252_423_993_599], values: [100, 110]
    ).series
    #expect(series.days(in: .gmt).map(\.day.description) == ["0001-01-01", "9999-12-31"])
  }

  @Test func theFirstOfSeveralMistakesIsNamedByItsPlaceInTheInput() {
    let error = #expect(throws: InvalidReading.self) {
      try ValidatedReadings(times: [900, 600, 300, 0], values: [100, -5, .nan, 0])
    }
    #expect(error == InvalidReading(reason: .valueNotPositive(-5), index: 1))
  }

  @Test func theSmallestPositiveValueIsTaken() throws {
    #expect(try ValidatedReadings(times: [0], values: [.leastNonzeroMagnitude]).series.count == 1)
  }

  @Test func columnsAndReadingsAreTheSame() throws {
    var random = SeededGenerator(seed: 5)
    let readings = readings(randomValues(50, &random)).shuffled(using: &random)
    let fromColumns = try ValidatedReadings(
      times: readings.map(\.time.timeIntervalSinceReferenceDate),
      values: readings.map(\.glucose.mgdL), flags: readings.map(\.flags))
    let whole = try ValidatedReadings(readings)
    #expect(fromColumns.series == whole.series && fromColumns.duplicates == whole.duplicates)
  }

  @Test func columnsOfDifferentLengthsAreAMistake() async {
    await #expect(processExitsWith: .failure) {
      _ = try ValidatedReadings(times: [0, 1], values: [100])
    }
  }

  @Test func everyErrorIsOneSentence() {
    for error in [
      InvalidReading(reason: .timeNotFinite, index: 3),
      InvalidReading(reason: .valueNotFinite(.nan), index: 3),
      InvalidReading(reason: .valueNotPositive(0), index: 3),
      InvalidReading(reason: .valueOutOfRange(1e6), index: 3),
    ] {
      #expect(error.description.hasPrefix("Reading 3 has "))
      #expect(error.description.hasSuffix("."))
    }
  }
}
