import Foundation
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct CircumstanceTests {
  @Test(arguments: [
    ([100.0, 105, 110, 116], [Stratum.rising]), ([100, 105, 110, 115], []),
    ([84, 80, 74, 68], [.falling, .low]), ([70, 70, 70, 70], []), ([180, 180, 180, 181], [.high]),
    ([60, 200], [.high]),
  ])
  func isThatOfTheLastQuarterOfAnHour(values: [Double], expected: [Stratum]) throws {
    let trace = PreparedSeries(try Synthetic.series(values))
    let strata = Backtest.OriginTraits(values.count - 1, of: trace).strata
    #expect(strata.map { Stratum.allCases[$0] } == expected)
  }

  @Test func errorsAreKeptApart() throws {
    let series = try Synthetic.series((0..<100).map { 150 + ($0 % 2 == 0 ? 0 : 40) })
    let test = Backtest(of: [series], at: [.seconds(300)]) { _, _ in [Baseline.lastValue] }
    let high = test.errors(of: "last-value", when: .high, lead: .seconds(300))
    // Of readings 70 to 98 every second is high, and the next reading is 40 lower.
    #expect(high?.count == 14)
    #expect(high?.bias == 40)
    #expect(test.errors(of: "last-value", when: .low, lead: .seconds(300)) == nil)
  }

  @Test func errorsWithoutACellOrStratumDoNotDecode() throws {
    func decoded<Value: Codable>(_ value: Value, without part: String) throws -> Value? {
      var object = try #require(
        try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any])
      let whole = try JSONSerialization.data(withJSONObject: object)
      #expect(throws: Never.self) { try JSONDecoder().decode(Value.self, from: whole) }
      object[part] = (object[part] as? [Any]).map { Array($0.dropLast()) }
      let short = try JSONSerialization.data(withJSONObject: object)
      return try? JSONDecoder().decode(Value.self, from: short)
    }
    for part in ["counts", "squares"] {
      #expect(try decoded(ErrorLandscape(), without: part) == nil)
    }
    let errors = try #require(try decoded(Backtest.StratifiedErrors(), without: "strata"))
    #expect(!errors.isPlausible)
    #expect(Backtest.StratifiedErrors().landscape == nil)
  }
}
