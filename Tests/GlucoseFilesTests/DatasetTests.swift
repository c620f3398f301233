import Foundation
import GlucoseTestSupport
import Testing

@testable import GlucoseFiles

/// Real recordings, which are outside the repository; without them, these tests are skipped.
struct DatasetTests {
  /// The numbers stated in SOURCE.md of each data set.
  @Test(
    .enabled(if: !Datasets.available.isEmpty, Datasets.skipped),
    arguments: [
      ("azt1d", 25, 290_392), ("colas", 208, 114_253), ("hall", 57, 105_417),
      ("shanghai_t1dm", 12, 15_695), ("uom", 17, 340_231),
    ])
  func readsEveryRowThatTheSourceStates(_ name: String, people: Int, readings: Int) throws {
    let bytes = try Datasets.csv(name)
    let file = try GlucoseFile(reading: bytes, options: ReadOptions(zone: .gmt))
    #expect(addsUp(file.report))
    // In one data set, a person has 1.8 mg/dL (0.1 mmol/L) seven times.
    let rejected = name == "uom" ? 7 : 0
    #expect(file.report.rejected.count == rejected)
    #expect(file.report.rejected.allSatisfy { $0.reason == .implausible && $0.text == "1.8" })
    #expect(file.report.acceptedCount == readings - rejected)
    #expect(file.report.skipped == [.header: 1])
    #expect(file.people.count == people)
    let kept = file.people.reduce(0) { $0 + $1.recording.series.count + $1.duplicateReadingCount }
    let parallel = file.report.simultaneousSensors.map(\.feeds.count).reduce(0, +)
    #expect(kept + parallel == readings - rejected)
    let differing = file.people.reduce(0) { $0 + $1.conflictingReadingCount }
    #expect(differing == file.report.conflicts.count)
    #expect(file.report.detected.unit?.value == .mgdL)
  }
}
