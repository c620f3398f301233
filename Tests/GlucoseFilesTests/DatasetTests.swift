// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import GlucoseFiles

/// Real recordings, which lie outside the repository; without them these tests are skipped.
struct DatasetTests {
  /// What SOURCE.md of each set states.
  @Test(
    .enabled(if: !Datasets.available.isEmpty, Datasets.skipped),
    arguments: [
      ("azt1d", 25, 290_392), ("colas", 208, 114_253), ("hall", 57, 105_417),
      ("shanghai_t1dm", 12, 15_695), ("uom", 17, 340_231),
    ])
  func readsEveryRowThatTheSourceStates(_ name: String, people: Int, readings: Int) throws {
    let bytes = try Datasets.csv(name)
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
