import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseFiles

/// Of two feeds or sensors that recorded at the same time, one is in the recording, with a warning.
struct SimultaneousSensorsTests {
  private typealias Device = (name: String, delay: Int, offset: Int)

  /// Readings every five minutes of devices that record some seconds and some mg/dL apart.
  private func entries(_ devices: [Device], count: Int = 100, from start: Int = 0) -> String {
    let all = (start..<(start + count)).flatMap { row in
      devices.map { device in
        let milliseconds = (1_746_086_400 + row * 300 + device.delay) * 1000
        let value = 140 + Int(60 * sin(Double(row) / 9)) + device.offset
        return "{\"type\":\"sgv\",\"sgv\":\(value),\"date\":\(milliseconds),"
          + "\"device\":\"\(device.name)\"}"
      }
    }
    return all.joined(separator: ",")
  }

  private func report(_ entries: String...) throws -> ImportReport {
    try GlucoseFile.of("[\(entries.joined(separator: ","))]", zone: nil).report
  }

  @Test(arguments: [3, 130])
  func aSensorUploadedTwiceIsReadOnceWithAWarning(delay: Int) throws {
    let text = "[\(entries([("one", 0, 0), ("two", delay, 15)]))]"
    let file = try GlucoseFile.of(text, zone: nil)
    #expect(file.people.map(\.recording.series.count) == [100])
    let found = try #require(file.report.simultaneousSensors.first)
    #expect(file.report.simultaneousSensors.count == 1)
    #expect(found.feeds.isOneSensor && found.feeds.count == 100)
    #expect(found.sources == ["one", "two"])
    let start = try instant("2025-05-01T08:00:00Z")
    #expect(0...Double(delay) ~= found.feeds.range.lowerBound.timeIntervalSince(start))
    // A table of the same rows is the same record.
    var rows: [Reading] = []
    for (later, offset) in [(0, 0), (delay, 15)] {
      for row in 0..<100 {
        let time = start.addingTimeInterval(Double(row * 300 + later))
        let value = 140 + Int(60 * sin(Double(row) / 9)) + offset
        rows.append(Reading(time: time, glucose: .mgdL(Double(value))))
      }
    }
    let person = file.people[0]
    let own = MergedFeeds([try ValidatedReadings(rows).series])
    #expect(person.recording.series == own.feeds[0])
    func sorted(_ readings: [Reading]) -> [Reading] {
      readings.sorted { ($0.time, $0.glucose) < ($1.time, $1.glucose) }
    }
    #expect(sorted(Array(person.recording.series) + person.leftOutReadings) == sorted(rows))
    let warning = try #require(file.report.warnings.first)
    #expect(
      warning.hasPrefix(
        "Two feeds of one sensor recorded at the same time; one of them is used, and 100 readings "
          + "of the other are left out, from 2025-05-01T08:0"))
  }

  /// Sensors that record every 5 and 15 minutes, or 1 and 5, which the number of readings does not tell apart.
  @Test(arguments: [(1, 3), (3, 1)], [24, 60])
  func sensorsOfOtherIntervalsAreFoundByTheirDevices(_ every: (Int, Int), delay: Int) throws {
    func entries(_ name: String, every: Int, delay: Int, offset: Int) -> [String] {
      stride(from: 0, to: 300, by: every).map {
        self.entries([(name, delay, offset)], count: 1, from: $0)
      }
    }
    let (one, two) = (
      entries("one", every: every.0, delay: 0, offset: 0),
      entries("two", every: every.1, delay: delay, offset: 40)
    )
    let file = try GlucoseFile.of("[\((one + two).joined(separator: ","))]", zone: nil)
    #expect(file.people.map(\.recording.series.count) == [300])
    let found = try #require(file.report.simultaneousSensors.first)
    #expect(found.feeds.count == 100)
    #expect(found.sources == (every.0 < every.1 ? ["one", "two"] : ["two", "one"]))
    #expect(file.people[0].leftOutReadings.count == 100)
  }

  /// Two programs deliver the readings of one sensor in turns, at random.
  @Test(arguments: [0.5, 0.7, 0.3])
  func readingsThatProgramsDeliverInTurnsAreKept(share: Double) throws {
    var random = SeededGenerator(seed: 5)
    let rows = (0..<300).map { row in
      let isFirst = Double.random(in: 0..<1, using: &random) < share
      return entries([(isFirst ? "one" : "two", isFirst ? 0 : 4, 0)], count: 1, from: row)
    }
    let file = try GlucoseFile.of("[\(rows.joined(separator: ","))]", zone: nil)
    #expect(file.people.map(\.recording.series.count) == [300])
    #expect(file.report.simultaneousSensors.isEmpty)
  }

  /// Three devices deliver the readings of one sensor in strict rotation.
  @Test func readingsInRotationAreKept() throws {
    let rows = (0..<300).map { entries([("\($0 % 3)", 0, 0)], count: 1, from: $0) }
    let file = try GlucoseFile.of("[\(rows.joined(separator: ","))]", zone: nil)
    #expect(file.people.map(\.recording.series.count) == [300])
  }

  /// Two phones take turns by the hour, beside a sensor of another interval or a second program.
  @Test(arguments: [(1, 60), (3, 24)])
  func devicesInTurnsAreOneFeedBesideAnother(every: Int, delay: Int) throws {
    let phones = (0..<300).map { row in
      entries([("phone \(row / 12 % 2)", 0, 0)], count: 1, from: row)
    }
    let other = stride(from: 0, to: 300, by: every).map {
      entries([("other", delay, 40)], count: 1, from: $0)
    }
    let file = try GlucoseFile.of("[\((phones + other).joined(separator: ","))]", zone: nil)
    #expect(file.people.map(\.recording.series.count) == [300])
    #expect(file.report.simultaneousSensors.map(\.feeds.count) == [300 / every])
    #expect(file.first.recording.series.values.max().map { $0 <= 200 } == (every == 3))
  }

  @Test func aSensorThatFollowsAnotherIsNotAWarning() throws {
    let changed = try report(
      entries([("one", 0, 0)]), entries([("two", 20, 30)], from: 100))
    #expect(changed.simultaneousSensors.isEmpty)
    // An hour of a sensor before the other ends is too short.
    let overlap = try report(
      entries([("one", 0, 0)], count: 111), entries([("two", 20, 30)], from: 100))
    #expect(overlap.simultaneousSensors.isEmpty)
  }

  /// Two people's tables that were joined without an identifier, the newest row first or last.
  @Test(arguments: [true, false])
  func recordingsThatFollowEachOtherInAFileAreSensors(isNewestFirst: Bool) throws {
    func rows(delay: Int, offset: Int) -> [String] {
      let rows = (0..<100).map { row in
        let time = Date(timeIntervalSince1970: 1_746_086_400 + Double(row * 300 + delay))
        return "\(time.ISO8601Format()),\(140 + Int(60 * sin(Double(row) / 9)) + offset)\n"
      }
      return isNewestFirst ? rows.reversed() : rows
    }
    let header = "time,gl (mg/dL)\n"
    let one = rows(delay: 0, offset: 0).joined()
    let joined = try readTable(header + one + header + rows(delay: 130, offset: 15).joined())
    #expect(joined.first.recording.series.count == 100)
    #expect(joined.report.simultaneousSensors.map(\.sources) == [[]])
    #expect(
      joined.report.warnings.first?.hasPrefix(
        "Two feeds of one sensor recorded at the same time; ") == true)
    #expect(try readTable(header + one + header + one).report.simultaneousSensors.isEmpty)
  }

  /// Two people's tables that were joined without an identifier and sorted by time.
  @Test(arguments: [0, 60])
  func alternatingReadingsInChronologicalOrderAreTwoSensors(offset: Int) throws {
    func table(id: String, by noise: Int = 0) -> String {
      (0..<200).flatMap { row in
        [(0, 0), (130, offset)].map { delay, offset in
          let time = Date(timeIntervalSince1970: 1_746_086_400 + Double(row * 300 + delay))
          let value = 140 + Int(60 * sin(Double(row) / 9)) + offset + row % 3 * noise
          return "\(id),\(time.ISO8601Format()),\(value)\n"
        }
      }.joined()
    }
    let report = try readTable("id,time,gl (mg/dL)\n" + table(id: "a") + table(id: "b")).report
    #expect(report.simultaneousSensors.map(\.person) == ["a", "b"])
    #expect(report.simultaneousSensors.allSatisfy { $0.feeds.count == 200 && $0.sources.isEmpty })
    // Far apart, they are hardly of one.
    let words =
      offset == 0 ? "a: Two feeds of one sensor " : "a: Two sensors, or one with two clocks"
    #expect(report.warnings.first?.hasPrefix(words) == true)
    let noisy = try readTable("id,time,gl (mg/dL)\n" + table(id: "a", by: 9)).report
    #expect(noisy.simultaneousSensors.map(\.feeds.count) == [200])
  }

  /// The wearer of a sensor flew to the west, and its clock was set back by eight hours.
  @Test func aClockThatWasSetBackIsAWarningThatStatesTheClock() throws {
    let rows = (0..<400).map { row in
      let local = Double(row * 300 + (row < 200 ? 0 : 100 - 8 * 3600))
      let time = Date(timeIntervalSince1970: 1_746_086_400 + local)
      return "\(time.ISO8601Format().dropLast()),\(140 + Int(60 * sin(Double(row) / 9)))\n"
    }
    let report = try readTable("time,gl (mg/dL)\n" + rows.joined()).report
    #expect(report.simultaneousSensors.map(\.sources) == [[]])
    #expect(report.warnings.contains { $0.contains("or one with two clocks") })
  }

  @Test func filesOfSensorsThatDisagreeAreAWarningOfTheBundle() throws {
    let texts = [entries([("x", 0, 0)]), entries([("x", 130, 15)])].map { Array("[\($0)]".utf8) }
    let bundle = try FileBundle(
      readingFiles: [(name: "arm.json", bytes: texts[0]), (name: "belly.json", bytes: texts[1])],
      options: ReadOptions(zone: nil))
    #expect(bundle.people.map(\.recording.series.count) == [100])
    #expect(bundle.simultaneousSensors.map(\.sources) == [["arm.json", "belly.json"]])
    #expect(bundle.people.map(\.leftOutReadings.count) == [100])
    let twice = try FileBundle(
      readingFiles: texts.prefix(1).flatMap { [(name: "a", bytes: $0), (name: "b", bytes: $0)] },
      options: ReadOptions(zone: nil))
    #expect(twice.simultaneousSensors.isEmpty)
  }
}
