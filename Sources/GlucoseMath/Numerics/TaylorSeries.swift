// SPDX-License-Identifier: Apache-2.0

/// The first terms of a power series, and functions of it.
///
/// The coefficients of a logarithm and of a power follow from those of the series by
/// differentiation (Knuth, *The Art of Computer Programming* 2, 4.7).
struct TaylorSeries {
  /// The number of coefficients.
  static let count = 7

  /// The coefficients by power; the last lane is not used.
  private var coefficients: SIMD8<Double>

  /// Creates the line through `value` with a slope.
  init(_ value: Double, slope: Double) {
    coefficients = SIMD8(value, slope, 0, 0, 0, 0, 0, 0)
  }

  private init(_ coefficients: SIMD8<Double>) { self.coefficients = coefficients }

  /// The coefficient of a power.
  subscript(order: Int) -> Double { coefficients[order] }

  /// Returns the sum of the terms at `x`.
  @inline(__always)
  func value(at x: Double) -> Double {
    var sum = coefficients[6]
    for order in stride(from: 5, through: 0, by: -1) { sum = sum * x + coefficients[order] }
    return sum
  }

  static func + (series: Self, number: Double) -> Self {
    var sum = series
    sum.coefficients[0] += number
    return sum
  }

  static func * (series: Self, factor: Double) -> Self {
    Self(series.coefficients * factor)
  }

  /// Returns the product of two series, without the terms of higher powers.
  static func * (series: Self, other: Self) -> Self {
    var product = SIMD8<Double>.zero
    for order in 0..<count {
      for lower in 0...order { product[order] += series[lower] * other[order - lower] }
    }
    return Self(product)
  }

  /// The natural logarithm; the first coefficient of the series is positive.
  var logarithm: Self {
    var found = SIMD8<Double>.zero
    found[0] = SIMD8(repeating: self[0]).naturalLogarithms[0]
    for order in 1..<Self.count {
      var sum = self[order] * Double(order)
      for lower in 1..<order { sum -= Double(lower) * found[lower] * self[order - lower] }
      found[order] = sum / (Double(order) * self[0])
    }
    return Self(found)
  }

  /// Returns the series to a power; its first coefficient is positive.
  func power(_ exponent: Double) -> Self {
    var found = SIMD8<Double>.zero
    found[0] = SIMD8(repeating: self[0]).powers(exponent)[0]
    for order in 1..<Self.count {
      var sum = 0.0
      for lower in 1...order {
        sum +=
          (exponent * Double(lower) - Double(order - lower)) * self[lower] * found[order - lower]
      }
      found[order] = sum / (Double(order) * self[0])
    }
    return Self(found)
  }
}
