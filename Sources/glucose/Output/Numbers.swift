// SPDX-License-Identifier: Apache-2.0

import GlucoseMath

extension Double {
  /// The number with `places` decimals, rounded half away from zero, with a point on every machine.
  func formatted(places: Int) -> String {
    guard isFinite else { return description }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (magnitude * scale).rounded()
    guard scaled < 1e15 else { return description }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = self < 0 && scaled > 0 ? "-" : ""
    return places == 0
      ? sign + padded : sign + padded.dropLast(places) + "." + padded.suffix(places)
  }

  /// A share as a percentage: "7.3 %".
  var asPercentage: String { (self * 100).formatted(places: 1) + " %" }
}

extension Glucose {
  /// The number in `unit` as people write it: whole mg/dL, or mmol/L with one decimal.
  func text(in unit: GlucoseUnit) -> String {
    value(in: unit).formatted(places: unit == .mgdL ? 0 : 1)
  }
}
