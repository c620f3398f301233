import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// Every sample compared with the results of an independent reader (expected.json,
/// check_samples.py).
struct SampleTests {
  @Test(arguments: Sample.clarity + Sample.libreView)
  func findsTheReadingsOfTheIndependentReader(_ sample: Sample) throws {
    let expected = try Expectation.of(sample)
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(addsUp(file.report))
    #expect(file.report.rejected.isEmpty)
    let series = try #require(file.people.first).recording.series
    #expect(series.count == expected.readings)
    #expect(try series.timeRange?.lowerBound == instant(#require(expected.first)))
    #expect(try series.timeRange?.upperBound == instant(#require(expected.last)))
    let unit = try #require(file.report.detected.unit?.value)
    let least = try #require(series.values.min())
    let greatest = try #require(series.values.max())
    #expect(try abs(least - Glucose(#require(expected.minimum), unit).mgdL) < 1e-9)
    #expect(try abs(greatest - Glucose(#require(expected.maximum), unit).mgdL) < 1e-9)
    #expect(file.people.first?.duplicateReadingCount == 0)
  }

  @Test(arguments: Sample.clarity)
  func findsTheOtherRecordsOfClarity(_ sample: Sample) throws {
    let expected = try Expectation.of(sample)
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(file.format == .clarity)
    #expect(file.report.skipped[.preamble] == expected.untimed)
    #expect(file.report.acceptedCount == expected.kinds?.values.reduce(0, +))
    let subject = try #require(file.people.first)
    #expect(subject.meter.count == 1)
    let flags = subject.recording.series.flags
    #expect(flags.count { $0.contains(.belowDeviceLimit) } == expected.low)
    #expect(flags.count { $0.contains(.aboveDeviceLimit) } == expected.high)
    let kinds = subject.recording.events.map(\.content)
    #expect(kinds.contains(.meal(Meal(carbs: 45))))
    #expect(kinds.contains(.insulin(InsulinDose(units: 4.5, action: .rapidActing))))
    #expect(kinds.contains(.insulin(InsulinDose(units: 18, action: .longActing))))
    #expect(
      kinds.contains { kind in
        guard case .exercise(let exercise) = kind else { return false }
        return exercise.duration == .seconds(1800) && exercise.intensity == .light
      })
    #expect(
      kinds.contains { kind in
        guard case .condition(let condition) = kind else { return false }
        return condition.kind == .illness
      })
    #expect(kinds.count == 5)
    // The transmitter's counter and the rows adjacent to an event resolve the whole night.
    #expect(file.report.ambiguousTimeLines.isEmpty)
  }

  @Test(arguments: Sample.libreView)
  func findsTheOtherRecordsOfLibreView(_ sample: Sample) throws {
    let expected = try Expectation.of(sample)
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(file.format == .libreView)
    #expect(file.report.detected.unit?.value.rawValue == expected.unit)
    let subject = try #require(file.people.first)
    #expect(subject.scans.count == expected.records?["1"])
    #expect(subject.meter.count == expected.records?["2"])
    #expect(file.report.skipped[.otherMeasurement] == expected.records?["3"])
    #expect(file.report.skipped[.emptyNote] == expected.emptyNotes)
    let flags = subject.recording.series.flags
    #expect(flags.count { $0.contains(.belowDeviceLimit) } == 1)
    #expect(flags.count { $0.contains(.aboveDeviceLimit) } == 1)
    let events = subject.recording.events
    #expect(events.map(\.content).contains(.meal(Meal(carbs: 55))))
    #expect(events.map(\.content).contains(.meal(Meal())))
    #expect(events.map(\.content).contains(.insulin(InsulinDose(units: 3.5, action: .rapidActing))))
    #expect(events.map(\.content).contains(.insulin(InsulinDose(units: 18, action: .longActing))))
    #expect(events.contains { $0.note == "felt, odd" })
    #expect(events.count == 5)
  }

  @Test func readsAPlainTableOfTwoPeople() throws {
    let sample = Sample.plain[0]
    let expected = try Expectation.of(sample)
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(file.format == .plain)
    #expect(file.people.compactMap(\.id) == expected.subjects)
    #expect(file.report.skipped[.missingValue] == expected.missing)
    #expect(file.people.map(\.recording.series.count).reduce(0, +) == expected.readings)
    #expect(try file.people[0].recording.series[0].time == instant("2025-06-06T15:50:27Z"))
    #expect(file.report.detected.unit?.value == .mgdL)
  }

  @Test func readsDecimalCommasInMillimoles() throws {
    let sample = Sample.plain[1]
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    let series = try #require(file.people.first).recording.series
    #expect(try series.count == Expectation.of(sample).readings)
    #expect(series[0].glucose == .mmolL(7.1))
    #expect(try series[0].time == instant("2025-06-14T14:50:00Z"))
    let detected = file.report.detected
    #expect(detected.unit?.value == .mmolL)
    #expect(detected.unit?.source == .values(3.2...7.1))
    #expect(detected.decimalSeparator?.value == .comma)
    #expect(detected.delimiter?.value == .semicolon)
    #expect(detected.dateOrder?.value == .dayFirst)
  }

  @Test func readsUnicodeTextOfASpreadsheet() throws {
    let sample = Sample.plain[2]
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    let series = try #require(file.people.first).recording.series
    #expect(try series.count == Expectation.of(sample).readings)
    #expect(try series[0].time == instant("2025-06-14T12:00:00Z"))
    #expect(file.report.detected.encoding.value == .utf16LittleEndian)
    #expect(file.report.detected.delimiter?.value == .tab)
    #expect(file.report.detected.dateOrder?.value == .monthFirst)
  }

  @Test func readsAFileWithTwoByteOrderMarks() throws {
    let sample = Sample(name: "dexcom-clarity-double-bom.csv", zone: "America/New_York")
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(file.format == .clarity)
    #expect(file.people.first?.recording.series.count == 6)
    #expect(file.report.skipped[.preamble] == 10)
  }

  @Test func infersTheDateOrderFromContinuity() throws {
    let sample = Sample(name: "libreview-continuity.csv", zone: "Europe/London")
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(
      file.report.detected.dateOrder
        == DetectedValue(.dayFirst, .continuity("03-05-2025 23:45", "04-05-2025 00:00")))
  }

  @Test func refusesAmbiguousDates() throws {
    let bytes = try Sample.fixture("libreview-ambiguous.csv")
    let options = try ReadOptions(zone: zone("Europe/London"))
    let error = #expect(throws: ReadError.self) {
      try GlucoseFile(reading: bytes, options: options)
    }
    guard case .ambiguousDates(let example) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(example.hasPrefix("04-05-2025"))
  }

  @Test func anIsolatedScanInTheRepeatedHourIsPlacedFirstAndFlagged() throws {
    let sample = Sample(name: "libreview-uk-mmoll.csv", zone: "Europe/London")
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    let scan = try #require(
      file.people.first?.scans.first { $0.flags.contains(.ambiguousLocalTime) })
    #expect(try scan.time == instant("2025-10-26T00:49:00Z"))
    let series = try #require(file.people.first).recording.series
    #expect(series.allSatisfy { !$0.flags.contains(.ambiguousLocalTime) })
  }

  @Test(arguments: Sample.texts)
  func readingTwiceResultsInTheSameFile(_ sample: Sample) throws {
    let one = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    let two = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(one == two)
    #expect(addsUp(one.report))
  }
}
