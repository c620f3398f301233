// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// Two sensors worn at the same time are both read, with a warning if they disagree.
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

  @Test func sensorsThatDisagreeAreAWarning() throws {
    let report = try report(entries([("one", 0, 0), ("two", 130, 15)]))
    let found = try #require(report.simultaneousSensors.first)
    #expect(report.simultaneousSensors.count == 1)
    #expect(found.sources == ["one", "two"])
    #expect(found.count > 100)
    #expect(try found.start == instant("2025-05-01T08:02:10Z"))
    let warning = try #require(report.warnings.first)
    let start =
      "Two sensors, or one with two clocks or programs, recorded at the same time and disagree: "
    #expect(warning.hasPrefix(start + "\"one\" and \"two\"; "))
  }

  @Test func aSensorUploadedTwiceAndOneThatFollowsAnotherAreNotAWarning() throws {
    #expect(
      try report(entries([("one", 0, 0), ("two", 3, 0)])).simultaneousSensors.isEmpty)
    let changed = try report(
      entries([("one", 0, 0)]), entries([("two", 20, 30)], from: 100))
    #expect(changed.simultaneousSensors.isEmpty)
    // Two hours of a sensor before the other ends are less than 24 readings that alternate.
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
    #expect(joined.first.recording.series.count == 200)
    #expect(joined.report.simultaneousSensors.map(\.sources) == [[]])
    #expect(
      joined.report.warnings.first?.hasPrefix(
        "Two sensors, or one with two clocks or programs, recorded at the same time and disagree; ")
        == true)
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
    #expect(report.simultaneousSensors.map(\.person) == (offset > 20 ? ["a", "b"] : []))
    #expect(report.simultaneousSensors.allSatisfy { 300...400 ~= $0.count && $0.sources.isEmpty })
    #expect(report.warnings.first?.hasPrefix("a: Two sensors, or one") ?? (offset == 0))
    // A sensor with some noise is one sensor.
    let noisy = try readTable("id,time,gl (mg/dL)\n" + table(id: "a", by: 9)).report
    #expect(noisy.simultaneousSensors.isEmpty == (offset == 0))
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
    #expect(bundle.people.map(\.recording.series.count) == [200])
    #expect(bundle.simultaneousSensors.map(\.sources) == [["arm.json", "belly.json"]])
    let twice = try FileBundle(
      readingFiles: texts.prefix(1).flatMap { [(name: "a", bytes: $0), (name: "b", bytes: $0)] },
      options: ReadOptions(zone: nil))
    #expect(twice.simultaneousSensors.isEmpty)
  }
}
