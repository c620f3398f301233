// SPDX-License-Identifier: Apache-2.0

/// How far single errors pull in a fit to the median: not at all beyond a bound.
///
/// Errors count by Huber's function (*Annals of Mathematical Statistics* 35, 1964), the square up to the bound
/// and the size beyond it. With a bound well below the usual error that is the mean absolute error, but for a
/// smooth foot. Its regression is solved by the same matrix as that of least squares, with each outcome
/// replaced by what was expected plus the clipped error (modified residuals: Huber, *Robust Statistics*,
/// 1981, section 7.8), divided by the share of errors within the bound, which makes few rounds do.
struct HuberBounds {
  /// The bound as a share of the root mean square error of a fit by least squares.
  private static let share = 0.35

  /// For each outcome, the bound in mg/dL.
  let bounds: [Double]
  /// For each outcome, the share of errors within the bound.
  private(set) var sharesWithin: [Double]

  /// The bounds that suit errors of these root mean squares.
  init(rootMeanSquares: [Double]) {
    bounds = rootMeanSquares.map { max(Self.share * $0, 0.1) }
    sharesWithin = Array(repeating: 1, count: bounds.count)
  }

  /// Takes over how many of the errors lie within the bound.
  mutating func count(_ within: Int, of all: Int, _ outcome: Int) {
    sharesWithin[outcome] = max(Double(within) / Double(max(all, 1)), 0.05)
  }

  /// An error, no larger than the bound.
  func clipped(_ error: Double, of outcome: Int) -> Double {
    min(max(error, -bounds[outcome]), bounds[outcome])
  }
}
