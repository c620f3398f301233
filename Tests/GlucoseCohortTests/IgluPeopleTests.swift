import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseTestSupport
import Testing

/// MAGE of R iglu 4.3.0 for people on whom simpler readings of its algorithm differ,
/// where their recordings are at hand.
@Suite(.enabled(if: goldenFolder != nil, Datasets.skipped)) struct IgluPeopleTests {
  private static let zone = TimeZone(secondsFromGMT: -5 * 3600) ?? .gmt

  private struct People {
    var golden: GoldenValue
    var records: [String: RawRecord]
  }

  /// The reference values and the recordings.
  private static func people() throws -> People {
    let folder = try #require(goldenFolder)
    let golden = try GoldenValue.read(folder.appending(path: "iglu_r_mage_meals.json"))
    let text = try String(
      contentsOf: folder.appending(path: "data/example_data_hall_epoch_two.csv"), encoding: .utf8)
    var columns: [String: (times: [Double], values: [Double])] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      columns[String(fields[0]), default: ([], [])].times
        .append((Double(fields[2]) ?? .nan) - Date.timeIntervalBetween1970AndReferenceDate)
      columns[String(fields[0]), default: ([], [])].values.append(Double(fields[3]) ?? .nan)
    }
    return People(
      golden: golden,
      records: try columns.mapValues { try RawRecord(times: $0.times, values: $0.values) })
  }

  @Test func mageAgreesInEveryDirectionAndSegment() throws {
    let people = try Self.people()
    var comparison = Comparison()
    var left = Set(people.golden["metrics"].keys.filter { $0.hasPrefix("mage") })
    for (name, record) in people.records {
      let calls = try IgluSubjectCalls(record, Self.zone)
      for call in people.golden["metrics"].keys where call.hasPrefix("mage") {
        let value = people.golden["metrics"][call]["values"][name]
        #expect(!value.isMissing, "\(call) of \(name)")
        if calls.compare(call, value, &comparison) { left.remove(call) }
      }
    }
    #expect(comparison.failures == [] && left == [] && comparison.comparedCount >= 80)
  }
}
