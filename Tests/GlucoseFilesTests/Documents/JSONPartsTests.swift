// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseFiles

/// A document that is read in parts is read as it is in order, to the last bit and the last line
/// number.
struct JSONPartsTests {
  /// The file as it is read in parts, or the error; `nil` if it is not JSON of a known format.
  private static func read(
    _ bytes: [UInt8], _ options: ReadOptions, _ parts: FileParts
  ) throws -> Result<GlucoseFile, ReadError>? {
    let text = try DecodedText(bytes)
    let head = DocumentPreview(bytes: text.bytes[text.start...])
    guard let document = DocumentFormats.recognize(head), document is any JSONFormat else {
      return nil
    }
    var stream = ByteStream(Array(text.bytes[text.start...]))
    do throws(ReadError) {
      return .success(try GlucoseFile(document, &stream, text.encoding, options, parts: parts))
    } catch {
      return .failure(error)
    }
  }

  private func check(
    _ bytes: [UInt8], _ options: ReadOptions, _ random: inout SeededGenerator, count: Int = 8
  ) throws {
    let whole = try Self.read(bytes, options, .whole)
    for _ in 0..<count {
      let parts = FileParts.random(of: bytes.count, most: 900, &random)
      // Compared before, because the difference of two files takes long to describe.
      let isSame = try Self.read(bytes, options, parts) == whole
      #expect(isSame, "\(parts)")
    }
  }

  private static let samples = Sample.documents.filter { $0.name.hasSuffix("json") }

  @Test(arguments: samples)
  func aFileIsReadTheSameInPartsOfAnySize(_ sample: Sample) throws {
    var random = SeededGenerator(seed: 5)
    try check(try sample.bytes(), sample.options, &random)
  }

  @Test(arguments: samples, [1, 2])
  func aDamagedFileIsReadTheSameInPartsOfAnySize(_ sample: Sample, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // The characters on which the meaning of a document or of those after it depends.
    let harmful = Array("\"{}[],:\\\n x0\0".utf8)
    for _ in 0..<20 {
      var bytes = try sample.bytes()
      bytes.damage(with: harmful, &random)
      guard (try? Self.read(bytes, sample.options, .whole)) != nil else { continue }
      try check(bytes, sample.options, &random, count: 3)
    }
  }

  @Test(arguments: samples)
  func aTruncatedFileIsReadTheSameInPartsOfAnySize(_ sample: Sample) throws {
    var random = SeededGenerator(seed: 6)
    let bytes = try sample.bytes()
    for _ in 0..<20 {
      let end = Int.random(in: bytes.count / 2..<bytes.count, using: &random)
      try check(Array(bytes[..<end]), sample.options, &random, count: 2)
    }
  }

  /// The structure of a text of entries.
  enum Shape: CaseIterable {
    case array, spacedArray, lines, lists
  }

  /// Entries of several devices, some of which contain lists and texts that look like entries, and
  /// some of which are not entries.
  private func text(_ shape: Shape, count: Int) -> String {
    let separator =
      switch shape {
      case .array: "},{"
      case .spacedArray: "\n  },\n  {\n    "
      case .lines: "}\n{"
      case .lists: "}, {"
      }
    let entries = (0..<count).map { row in
      let time = 1_735_689_600_000 + row * 300_000
      let device = row % 7 == 0 ? "" : #""device": "d\#(row / 90)", "#
      let value = row % 41 == 40 ? #""many""# : "\(80 + row % 120)"
      // Within an entry, and within a text, what lies between entries.
      let inner =
        switch row % 11 {
        case 5 where shape != .lines: #""list": [{"a": 1\#(separator)"sgv": 9, "date": 1}], "#
        case 8 where shape != .lines && shape != .spacedArray:
          #""notes": "\#(separator.replacing("\"", with: "'"))", "#
        default: ""
        }
      return #"\#(device)\#(inner)"sgv": \#(value), "date": \#(time)"#
    }
    let joined = entries.joined(separator: separator)
    return switch shape {
    case .array, .spacedArray: "[{\(joined)}]"
    case .lines: "{\(joined)}\n"
    case .lists:
      #"{"entries": [{\#(joined)}], "treatments": [{"eventType": "Meal", "carbs": 20, "#
        + #""created_at": "2025-01-01T12:00:00Z"}, {\#(joined)}], "entries": [{\#(joined)}]}"#
    }
  }

  @Test(arguments: Shape.allCases)
  func entriesOfManyDevicesAreReadTheSame(_ shape: Shape) throws {
    var random = SeededGenerator(seed: 7)
    let bytes = Array(text(shape, count: 500).utf8)
    try check(bytes, ReadOptions(zone: nil), &random, count: 40)
    let parts = FileParts(least: 0, head: 2000, size: 3000, count: 3)
    let file = try #require(try Self.read(bytes, ReadOptions(zone: nil), parts)).get()
    let lists = shape == .lists ? 3 : 1
    #expect(file.report.rejected.count == 12 * lists)
    #expect(file.report.rowCount == 500 * lists + (shape == .lists ? 1 : 0))
    if shape == .lines {
      #expect(file.report.rejected.map(\.line) == (0..<12).map { $0 * 41 + 41 })
    }
  }

  @Test(arguments: [true, false])
  func observationsOfManyPeopleAreReadTheSame(isBundle: Bool) throws {
    var random = SeededGenerator(seed: 9)
    let observations = (0..<300).map { row in
      let person = Int.random(in: 0...(row / 20), using: &random)
      let subject = person == 3 ? "" : #""subject":{"reference":"Patient/\#(person)"},"#
      let time = Date(timeIntervalSince1970: 1_735_689_600 + Double(row) * 300).ISO8601Format()
      let observation =
        #"{"resourceType":"Observation","status":"final","code":{"coding":[{"code":"99504-3"},"#
        + #"{"system":"http://loinc.org","code":"99504-3"}]},\#(subject)"effectiveDateTime":"#
        + #""\#(time)","valueQuantity":{"value":\#(90 + row % 90),"code":"mg/dL"}}"#
      return isBundle ? #"{"resource":\#(observation)}"# : observation
    }
    let text =
      isBundle
      ? #"{"resourceType":"Bundle","entry":["# + observations.joined(separator: ",\n") + "]}"
      : observations.joined(separator: "\n")
    try check(Array(text.utf8), ReadOptions(zone: nil), &random, count: 40)
    let parts = FileParts(least: 0, head: 5000, size: 2000, count: 3)
    let file = try #require(try Self.read(Array(text.utf8), ReadOptions(zone: nil), parts)).get()
    #expect(file.people.count > 10)
    #expect(file.report.acceptedCount == 300)
  }

  /// The documents after the head are skipped by the scanner that reads in order.
  @Test(arguments: [Shape.array, .spacedArray, .lines])
  func allPartsOfOrdinaryDocumentsAreMerged(_ shape: Shape) throws {
    let ordinary = text(shape, count: 5)
    // Without the entries that contain others.
    let bytes = Array(
      (shape == .lines
        ? Array(repeating: ordinary, count: 200).joined()
        : "["
          + Array(repeating: String(ordinary.dropFirst().dropLast()), count: 200)
          .joined(separator: shape == .array ? "," : ",\n  ") + "]").utf8)
    let text = try DecodedText(bytes)
    var progress = JSONProgress(
      text: text, documents: try #require(JSONDocuments(bytes, from: 0)))
    var reader = try #require(
      NightscoutDocuments(recognizing: DocumentPreview(bytes: bytes[...])))
    var collector = RowCollector()
    var report = ImportReport(
      detected: FileDialect(
        format: DetectedValue(.nightscout, reader.evidence), encoding: text.encoding))
    let sizes = FileParts(least: 0, head: 3000, size: 2000, count: 4)
    try reader.readParts(&progress, into: &collector, &report, sizes)
    let node = try #require(progress.documents.scanner.nodes.first)
    #expect(node.start < 3500)
    #expect(progress.documents.scanner.index > bytes.count - 2500)
    #expect(progress.count == collector.entries.count)
    #expect(report.acceptedCount == collector.entries.count)
  }

  @Test func aLargeFileIsReadOnAllCores() throws {
    let bytes = Array(text(.array, count: 180_000).utf8)
    #expect(bytes.count > FileParts().least)
    var options = ReadOptions(zone: nil)
    let parallel = try GlucoseFile(reading: bytes, options: options)
    options.usesAllCores = false
    let isSame = try GlucoseFile(reading: bytes, options: options) == parallel
    #expect(isSame)
  }
}
