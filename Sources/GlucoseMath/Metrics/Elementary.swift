// SPDX-License-Identifier: Apache-2.0

// The only file that names the C mathematics library.
#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#elseif canImport(ucrt)
  private import ucrt
#endif

/// The natural logarithm.
func naturalLogarithm(_ x: Double) -> Double { log(x) }

/// The logarithm to base 10.
func decimalLogarithm(_ x: Double) -> Double { log10(x) }

/// *e* to the power *x*.
func exponential(_ x: Double) -> Double { exp(x) }

/// *x* to the power *y*.
func power(_ x: Double, _ y: Double) -> Double { pow(x, y) }
