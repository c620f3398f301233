import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseFiles

/// The error codes among Nightscout's readings, and the severe lows with the same numbers.
struct ErrorCodeTests {
  /// Returns entries five minutes apart, the newest first by default, as JSON or CSV.
  private func file(
    _ values: [Double], minutes: Double = 5, asTable: Bool = false, newestFirst: Bool = true
  ) throws -> GlucoseFile {
    let start = 1_761_438_960_000.0
    var rows = values.enumerated().map { index, value in
      let time = Int(start + Double(index) * minutes * 60_000)
      let number = value == value.rounded() ? "\(Int(value))" : "\(value)"
      return asTable
        ? ",\(time),\(number),\"Flat\",\"xDrip\"\n"
        : "{\"type\":\"sgv\",\"date\":\(time),\"sgv\":\(number),\"device\":\"xDrip\"}"
    }
    if newestFirst { rows.reverse() }
    let text = asTable ? rows.joined() : "[" + rows.joined(separator: ",\n") + "]"
    let file = try GlucoseFile.of(text, zone: nil)
    #expect(addsUp(file.report))
    return file
  }

  private func values(_ file: GlucoseFile) -> [Double] {
    file.people.flatMap { $0.recording.series.map(\.glucose.mgdL) }
  }

  /// Entries as a database exports them.
  @Test func aHeaderChangesNoMeaning() throws {
    let values = [150, 150, 12, 10, 151, 38, 152, 39, 401]
    let rows = values.enumerated().map { index, value in
      let time = 1_761_438_960_000 + index * 300_000
      return "a\(index),\(time),2025-10-26T00:36:00.000Z,\(value),Flat,sgv,xDrip\n"
    }
    let file = try readTable(
      "_id,date,dateString,sgv,direction,type,device\n" + rows.joined()
        + "b,1761438960000,2025-10-26T00:36:00.000Z,,,cal,xDrip\n")
    #expect(file.format == .nightscout && addsUp(file.report))
    #expect(self.values(file) == [150, 150, 151, 152, 39, 401])
    #expect(file.report.errorCodes.map(\.code) == [12, 10, 38])
    #expect(
      file.first.recording.series.flags.suffix(2) == [.belowDeviceLimit, .aboveDeviceLimit])
  }

  private static let drop = [58.0, 56, 53, 51, 47, 43, 38, 34, 32, 34, 43, 55, 66]

  @Test(arguments: [true, false], [true, false])
  func allReadingsOfASevereLowAreKept(asTable: Bool, newestFirst: Bool) throws {
    let file = try file(Self.drop, asTable: asTable, newestFirst: newestFirst)
    #expect(values(file) == Self.drop)
    #expect(file.report.skipped.isEmpty && file.report.errorCodes.isEmpty)
  }

  @Test(arguments: 13...37)
  func everyNumberFrom13On_isAReading(_ value: Int) throws {
    #expect(try values(file([60, Double(value), 60])) == [60, Double(value), 60])
    #expect(try values(file([Double(value)], asTable: true)) == [Double(value)])
  }

  @Test(arguments: [1.0, 2, 3, 5, 6, 9, 10, 12], [true, false])
  func aDocumentedCodeIsSkippedAndListedWithItsLine(code: Double, asTable: Bool) throws {
    let file = try file([100, code, 102], asTable: asTable)
    #expect(values(file) == [100, 102])
    #expect(file.report.skipped == [.errorCode: 1])
    #expect(file.report.errorCodes == [DeviceErrorCode(code: Int(code), line: 2)])
    #expect(file.report.description.contains("Skipped: Line 2: code \(Int(code))"))
  }

  @Test(arguments: [0.0, 4, 7, 8, 11], [true, false])
  func anotherNumberBelow13IsRejectedAndNotSkipped(number: Double, asTable: Bool) throws {
    let file = try file([100, number, 102], asTable: asTable)
    #expect(values(file) == [100, 102])
    #expect(file.report.skipped.isEmpty)
    #expect(file.report.reasons == [number == 0 ? .notPositive : .implausible])
    #expect(file.report.rejected.first?.text == "\(Int(number))")
  }

  @Test(
    arguments: [
      // Isolated by a jump on both sides, or on the only side with a close reading.
      ([120.0, 38, 121], 5.0, [120.0, 121]), ([120, 38, 38, 38, 118], 5, [120, 118]),
      ([38, 120, 118], 5, [120, 118]), ([120, 118, 38], 5, [120, 118]),
      ([64, 38, 64], 5, [64, 64]), ([200, 38, 200], 15, [200, 200]),
      // A plausible drop, on one side or both.
      ([60, 38, 60], 5, [60, 38, 60]), ([120, 38, 40, 44], 5, [120, 38, 40, 44]),
      ([45, 41, 38, 38, 38, 120], 5, [45, 41, 38, 38, 38, 120]),
      ([63, 38, 63], 5, [63, 38, 63]), ([112, 38, 112], 15, [112, 38, 112]),
      // No adjacent reading.
      ([120, 38, 121], 16, [120, 38, 121]), ([38], 5, [38]), ([38, 38], 5, [38, 38]),
      // Readings a few seconds apart differ by noise.
      ([44, 38, 45], 0.2, [44, 38, 45]),
    ] as [([Double], Double, [Double])])
  func a38IsACodeIfItIsIsolated(
    given: [Double], minutes: Double, kept: [Double]
  ) throws {
    for newestFirst in [true, false] {
      for asTable in [true, false] {
        let file = try file(given, minutes: minutes, asTable: asTable, newestFirst: newestFirst)
        #expect(values(file) == kept)
        #expect(file.report.errorCodes.count == given.count - kept.count)
        #expect(file.report.errorCodes.allSatisfy { $0.code == 38 })
        #expect((file.report.skipped[.errorCode] ?? 0) == given.count - kept.count)
      }
    }
  }

  @Test func theOrderOfAFileDoesNotMatter() throws {
    var random = SeededGenerator(seed: 38)
    for _ in 0..<300 {
      var points: [ErrorCodes.Point] = []
      for index in 0..<Int.random(in: 1...30, using: &random) {
        let values: [Double] = [38, 38, 40, 60, 120]
        let value = values.randomElement(using: &random) ?? 38
        let step = Double.random(in: 250...350, using: &random)
        points.append(
          ErrorCodes.Point(time: Double(index) * step, value: value, mayBeCode: value == 38))
      }
      let codes = Set(ErrorCodes.isolated(in: points).map { points[$0].time })
      let shuffled = points.shuffled(using: &random)
      #expect(Set(ErrorCodes.isolated(in: shuffled).map { shuffled[$0].time }) == codes)
    }
  }

  @Test func devicesAreExaminedSeparately() throws {
    func entry(_ minute: Int, _ value: Int, _ device: String) -> String {
      "{\"type\":\"sgv\",\"date\":\(1_761_438_960_000 + minute * 60_000),\"sgv\":\(value),"
        + "\"device\":\"\(device)\"}"
    }
    // Beside a second sensor at 120, the first sensor's low is not a code.
    let rows = [
      entry(0, 42, "one"), entry(2, 120, "two"), entry(5, 38, "one"), entry(7, 121, "two"),
      entry(10, 41, "one"),
    ]
    let file = try GlucoseFile.of("[\(rows.joined(separator: ","))]", zone: nil)
    #expect(values(file) == [42, 120, 38, 121, 41])
  }

  @Test func anEntryWithFlagsIsNotACode() throws {
    let readings = [100.0, 38, 10, 102].enumerated().map {
      Reading(
        time: Date(timeIntervalSinceReferenceDate: Double($0) * 300), glucose: .mgdL($1))
    }
    let subject = ImportedPerson(recording: Recording(series: try GlucoseSeries(readings)))
    let file = try GlucoseFile(
      reading: NightscoutWriter(contents: .entries).bytes(of: subject),
      options: ReadOptions(zone: nil))
    #expect(values(file) == [100, 38, 10, 102])
  }
}
