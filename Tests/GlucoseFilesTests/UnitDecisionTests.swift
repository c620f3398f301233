// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct UnitDecisionTests {
  private func decide(
    _ values: [Double], stated: GlucoseUnit? = nil, caller: GlucoseUnit? = nil
  ) throws(ReadError) -> GlucoseUnit? {
    var decision = UnitDecision()
    for value in values { decision.add(value) }
    return try decision.decide(
      stated: stated.map { Detected($0, .header("gl")) }, caller: caller)?.value
  }

  @Test func valuesDecideWhereNothingIsStated() throws {
    #expect(try decide([39, 40, 120]) == .mgdL)
    #expect(try decide([3.9, 12, 22.2]) == .mmolL)
    #expect(try decide([]) == nil)
  }

  @Test(arguments: [[5, 6, 7], [36, 37.5], [5.5, 6.1, 4.9, 55]])
  func refusesValuesThatLeaveTheUnitOpen(_ values: [Double]) {
    let error = #expect(throws: ReadError.self) { try decide(values) }
    guard case .unitUnknown = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func theHeaderOutranksTheCallerAndTheCallerTheValues() throws {
    #expect(try decide([120, 130], stated: .mgdL, caller: .mmolL) == .mgdL)
    #expect(try decide([5, 6, 7], caller: .mmolL) == .mmolL)
  }

  @Test func refusesAUnitThatTheValuesContradict() {
    let low = #expect(throws: ReadError.self) { try decide([5.5, 7.1], caller: .mgdL) }
    #expect(low?.reason == .unitContradicted(.mgdL, values: 5.5...7.1))
    let high = #expect(throws: ReadError.self) { try decide([120, 130], caller: .mmolL) }
    #expect(high?.reason == .unitContradicted(.mmolL, values: 120...130))
  }
}
