extension Double {
  /// The decimal number of at most eight places within two units in the last place, or this number
  /// if there is none.
  ///
  /// One product or quotient of decimal numbers is that near to its exact result, which this
  /// restores. Of other concentrations fewer than about one in twenty thousand has such a neighbor.
  package var nearbyDecimal: Double { decimal(within: 4.5e-16) }

  /// Returns the decimal number of at most eight places whose distance is at most `share` of this
  /// number, or this number if there is none or it is 90 million or more.
  package func decimal(within share: Double) -> Double {
    // Below this limit, a number times 1e8 is exact to one place.
    guard magnitude < 90_000_000 else { return self }
    let decimal = (self * 1e8).rounded() / 1e8
    return (decimal - self).magnitude <= magnitude * share ? decimal : self
  }

  /// Returns the number with `places` decimals, halves away from zero, and a point in every locale,
  /// or `nil` if it is not finite or has more than fifteen digits.
  package func decimalText(places: Int) -> String? {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (magnitude * scale).rounded()
    guard scaled < 1e15 else { return nil }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: Swift.max(0, places + 1 - digits.count)) + digits
    let sign = self < 0 && scaled > 0 ? "-" : ""
    return places == 0
      ? sign + padded : sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}

extension Sequence<Double> {
  /// The sum with the errors of rounding added at the end (Neumaier 1974), as a decimal number
  /// where the terms are decimal numbers: 0.3 for 0.1 and 0.2.
  package var decimalSum: Double {
    var (sum, error) = (0.0, 0.0)
    for term in self {
      let next = sum + term
      error += sum.magnitude >= term.magnitude ? (sum - next) + term : (term - next) + sum
      sum = next
    }
    return (sum + error).nearbyDecimal
  }
}
