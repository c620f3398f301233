// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(ucrt)
  internal import ucrt
#endif

/// The functions of the C library that predictors need.
enum Elementary {
  /// Sine and cosine of an angle given as a share of a full turn.
  static func circle(_ turn: Double) -> (sine: Double, cosine: Double) {
    (sin(2 * .pi * turn), cos(2 * .pi * turn))
  }

  static func logarithm(_ value: Double) -> Double { log(value) }

  static func power(ofTwo exponent: Double) -> Double { exp2(exponent) }

  static func exponential(_ value: Double) -> Double { exp(value) }
}
