// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseTestSupport
import Testing

@testable import GlucoseMath

@Suite struct LaneMathTests {
  /// Whole, decimal and converted concentrations, numbers about one, and far beyond both.
  private static let positive: [Double] = {
    var values: [Double] = [0.5, 0.5.squareRoot(), 1, 2.0.squareRoot(), 2, .leastNormalMagnitude]
    for step in 1...6000 { values.append(Double(step) / 10) }
    for step in 1...400 { values.append(Double(step) / 10 * 18.01559) }
    for step in -500...500 { values.append(1 + Double(step) * 1e-6) }
    for step in -300...300 { values.append(pow(10, Double(step))) }
    return values
  }()

  @Test func logarithmsAgreeWithTheCLibraryToTwoUnitsInTheLastPlace() {
    for value in Self.positive {
      let found = SIMD8(value, 1 / value, 1, 1, 1, 1, 1, 1).naturalLogarithms
      #expect(abs(found[0] - log(value)) <= 2 * log(value).ulp, "\(value)")
      #expect(abs(found[1] - log(1 / value)) <= 2 * log(1 / value).ulp, "1 / \(value)")
    }
  }

  @Test func exponentialsAgreeWithTheCLibraryToTwoUnitsInTheLastPlace() {
    for step in -70_000...70_000 where step % 7 == 0 {
      let x = Double(step) / 100
      let found = SIMD8(x, -x, 0, 0, 0, 0, 0, 0).exponentials
      #expect(abs(found[0] - exp(x)) <= 2 * exp(x).ulp, "\(x)")
      #expect(abs(found[1] - exp(-x)) <= 2 * exp(-x).ulp, "\(-x)")
    }
  }

  @Test func powersOfGlucoseAreThoseOfTheCLibrary() {
    for value in Self.positive where value > 1 && value < 2000 {
      let found = SIMD8(repeating: value).powers(1.084)[0]
      #expect(abs(found / pow(value, 1.084) - 1) < 4e-15, "\(value)")
    }
  }
}
