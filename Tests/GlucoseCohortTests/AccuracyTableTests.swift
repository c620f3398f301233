import Foundation
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct AccuracyTableTests {
  private func study(_ values: [(reference: Double, measured: Double)]) throws -> AccuracyStudy {
    try #require(
      AccuracyStudy(
        values.enumerated().map { index, value in
          AccuracyStudy.Pair(
            GlucosePair(reference: .mgdL(value.reference), measured: .mgdL(value.measured)),
            at: Date(timeIntervalSinceReferenceDate: Double(index) * 900))
        }))
  }

  @Test func everyNumberHasAColumn() throws {
    let table = try study([(60, 66), (100, 110), (200, 190), (250, 300)]).table
    #expect(Set(table.flatMap(\.numbers.keys)).isSubset(of: AccuracyStudy.tableColumns))
    #expect(Set(table.map { $0.part + " " + $0.name }).count == table.count)
    #expect(
      Set(table.map(\.part)).isSubset(of: [
        "accuracy", "criterion", "grid", "trend", "alarm", "deviation",
      ]))
  }

  @Test func rowsHaveTheNumbersOfTheStudy() throws {
    let table = try study([(60, 66), (100, 110), (200, 190), (250, 300)]).table
    let all = try #require(table.first { $0.part == "accuracy" && $0.name == "all" })
    #expect(all.numbers["pairs"] == 4 && all.meaning == nil)
    // 10 %, 10 %, −5 %, and 20 %.
    #expect(abs(try #require(all.numbers["bias_percent"]) - 8.75) < 1e-12)
    #expect(abs(try #require(all.numbers["mard_percent"]) - 11.25) < 1e-12)
    #expect(all.numbers["within_15_percent"] == 75)
    let zones = table.filter { $0.part == "grid" && $0.name.hasPrefix("clarke") }
    #expect(zones.reduce(0) { $0 + ($1.numbers["count"] ?? 0) } == 4)
    let criterion = try #require(table.first { $0.part == "criterion" && $0.name == "A" })
    #expect(criterion.meaning != nil && criterion.numbers["met"] == 0)
    let alarm = try #require(table.first { $0.part == "alarm" })
    #expect(alarm.numbers["lower_bound_percent"] == nil)
  }
}
