// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// The decimal number of at most eight places that lies within two units in the last place, or
  /// the number itself if none does.
  ///
  /// One product or quotient of decimal numbers lies that near to its exact result, which is what
  /// this gives back; of other concentrations hardly one in twenty thousand has such a neighbor.
  package var nearbyDecimal: Double { decimal(within: 4.5e-16) }

  /// The decimal number of at most eight places whose distance is at most `share` of this number, or
  /// the number itself if none is that near or the number is 90 million or more.
  package func decimal(within share: Double) -> Double {
    // Below that, a number times this power is exact to a place.
    guard magnitude < 90_000_000 else { return self }
    let decimal = (self * 1e8).rounded() / 1e8
    return (decimal - self).magnitude <= magnitude * share ? decimal : self
  }
}

extension Sequence<Double> {
  /// The sum, as a decimal number where the summands are decimal numbers: 0.3 for 0.1 and 0.2.
  ///
  /// Errors of rounding are carried along and added at the end (Neumaier 1974), so that the sum lies
  /// within two units in the last place of the exact one.
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
