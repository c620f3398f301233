import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseTestSupport
import Testing

/// MAGE and meal metrics of R iglu 4.3.0 for people on whom simpler readings of its algorithm differ,
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

  @Test(arguments: [
    ("meal_metrics", true, true), ("meal_metricsadjust_mealtimesFALSE", true, false),
    ("meal_metricsinterpolateFALSE", false, true), ("meal_metricsglucose_timesTRUE", true, true),
  ])
  func mealsAgree(call: String, interpolating: Bool, adjusting: Bool) throws {
    let people = try Self.people()
    var comparison = Comparison()
    let values = people.golden["metrics"][call]["values"]
    for name in values.keys {
      let record = try #require(people.records[name])
      let meals = people.golden["meals"].list.filter { $0["id"].text == name }
        .compactMap { $0["mealtime"].text.flatMap(Self.time) }
      let averages = record.averages(.iglu)
      let grid = averages.dayGrid(in: Self.zone, convention: .iglu)
      let ours = meals.map {
        interpolating
          ? grid?.mealMetrics(at: $0, adjustingTime: adjusting)
          : averages.mealMetrics(at: $0, adjustingTime: adjusting)
      }
      #expect(ours.count == values[name].list.count)
      for (response, row) in zip(ours, values[name].list) {
        compare(response, row, "\(call) \(row["meal"].text ?? "")", &comparison)
      }
    }
    #expect(comparison.failures == [] && comparison.comparedCount >= 9)
  }

  private func compare(
    _ ours: MealMetrics?, _ row: GoldenValue, _ name: String, _ comparison: inout Comparison
  ) {
    func text(_ time: Date) -> String { clockText(time, secondsFromGMT: -5 * 3600) }
    comparison.compare(name, ours?.rise?.mgdL, row["deltag"])
    comparison.compare(name, ours.map { $0.timeToPeak / .seconds(60) }, row["deltat"])
    // In R, the recovery is a quotient even where glucose fell.
    let recovery = ours.flatMap { ours -> Double? in
      guard let rise = ours.rise?.mgdL, let later = ours.hourAfterPeak?.mgdL, rise != 0 else {
        return nil
      }
      return (ours.peak.mgdL - later) / rise
    }
    comparison.compare(name, recovery, row["basereco"])
    guard let ours else { return }
    comparison.compare(name, text: text(ours.time), row["time"])
    guard row.keys.contains("basegl") else { return }
    comparison.compare(name, ours.baseline?.mgdL, row["basegl"])
    comparison.compare(name, ours.peak.mgdL, row["peakgl"])
    comparison.compare(name, ours.hourAfterPeak?.mgdL, row["recovergl"])
    let peak = ours.time.addingTimeInterval(ours.timeToPeak / .seconds(1))
    comparison.compare(name, text: text(peak), row["peaktime"])
    comparison.compare(name, text: text(peak.addingTimeInterval(3600)), row["recovertime"])
  }

  /// The instant of a clock text such as `2017-06-06 07:00:00`, five hours behind Greenwich.
  private static func time(_ text: String) -> Date? {
    try? Date(text.replacingOccurrences(of: " ", with: "T") + "-05:00", strategy: .iso8601)
  }
}
