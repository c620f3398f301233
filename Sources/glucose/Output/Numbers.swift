// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension Int {
  /// Returns the number and what it counts, in words for one and for several.
  func counted(_ one: String, _ several: String) -> String {
    "\(self) \(self == 1 ? one : several)"
  }
}

extension Percentage {
  /// The percentage with one decimal; see `Double.asPercentage`.
  var text: String { fraction.asPercentage }
}

extension Double {
  /// Returns the number with `places` decimals, rounded half away from zero, with a decimal point
  /// in every locale.
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

  /// The fraction as a percentage: "7.3 %". A value between 0 and 1 that would be rounded to either
  /// is "<0.1 %" or ">99.9 %".
  var asPercentage: String {
    if self > 0, self < 0.0005 { return "<0.1 %" }
    if self < 1, self >= 0.9995 { return ">99.9 %" }
    return (self * 100).formatted(places: 1) + " %"
  }
}
