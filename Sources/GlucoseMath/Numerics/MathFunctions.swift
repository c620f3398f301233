// The only file that imports the C mathematics library.
#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#elseif canImport(WASILibc)
  private import WASILibc
#elseif canImport(ucrt)
  private import ucrt
#else
  #error("The C library of this system is not known")
#endif

package enum MathFunctions {
  package static func logarithm(_ x: Double) -> Double { log(x) }

  package static func exponential(_ x: Double) -> Double { exp(x) }

  static func decimalLogarithm(_ x: Double) -> Double { log10(x) }

  static func power(_ x: Double, _ exponent: Double) -> Double { pow(x, exponent) }

  package static func complementaryErrorFunction(_ x: Double) -> Double { erfc(x) }

  /// Returns the sine and cosine of an angle given as a fraction of a full turn.
  package static func circle(_ turn: Double) -> (sine: Double, cosine: Double) {
    (sin(2 * .pi * turn), cos(2 * .pi * turn))
  }

  /// Returns the natural logarithm of the gamma function at a positive *x*.
  static func logGamma(_ x: Double) -> Double {
    // Stirling's series after shifting the argument above 10, where it is accurate to 1e-15.
    var shift = 0.0
    var x = x
    while x < 10 {
      shift += log(x)
      x += 1
    }
    let inverse = 1 / (x * x)
    let series = (1 / 12.0 - inverse * (1 / 360.0 - inverse * (1 / 1260.0 - inverse / 1680))) / x
    return (x - 0.5) * log(x) - x + 0.918_938_533_204_672_74 + series - shift
  }
}

extension Double {
  @inlinable
  package func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }

  /// Returns the number in `range` nearest to this one; the lower bound for NaN.
  @inlinable
  package func limited(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : clamped(to: range)
  }
}
