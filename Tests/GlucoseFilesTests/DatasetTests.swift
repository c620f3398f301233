// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GlucoseFiles

/// Real recordings, which lie outside the repository; without them these tests are skipped.
struct DatasetTests {
  static var folder: URL {
    let named = ProcessInfo.processInfo.environment["GLUCOSE_DATASETS"]
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return named.map { URL(filePath: $0) } ?? package.appending(path: "../shared/datasets")
  }

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// What SOURCE.md of each set states.
  @Test(
    .enabled(if: isThere, "The recordings lie outside the repository (GLUCOSE_DATASETS)"),
    arguments: [
      ("azt1d", 25, 290_392), ("colas", 208, 114_253), ("hall", 57, 105_417),
      ("shanghai_t1dm", 12, 15_695), ("uom", 17, 340_231),
    ])
  func readsEveryRowThatTheSourceStates(_ name: String, people: Int, readings: Int) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "gzip", "-dc", Self.folder.appending(path: "\(name)/glucose.csv.gz").path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = try Array(pipe.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    let file = try GlucoseFile(reading: bytes, options: ReadOptions(zone: .gmt))
    #expect(addsUp(file.account))
    #expect(file.account.rejected.isEmpty)
    #expect(file.account.acceptedCount == readings)
    #expect(file.account.skipped == [.header: 1])
    #expect(file.subjects.count == people)
    let kept = file.subjects.reduce(0) { $0 + $1.recording.series.count + $1.duplicateReadingCount }
    #expect(kept == readings)
    #expect(file.account.detected.unit?.value == .mgdL)
  }
}
