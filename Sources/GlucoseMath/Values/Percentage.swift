/// A part of a whole, such as the time in range or the recorded part of a day.
///
///     let inRange = Percentage(70)
///     inRange.percent                             // 70
///     inRange.fraction                            // 0.7
///     inRange == Percentage(fraction: 0.7)        // true
///     report.coverage >= Percentage(70)
///
/// Whether a number counts from 0 to 100 or from 0 to 1 appears only where it enters or leaves. A
/// difference of two percentages, in percentage points, is also a `Percentage` and may be negative.
/// A value is always finite, and not limited to 100 percent: a device may send more readings than
/// expected.
///
/// Probabilities, confidence levels, and the coverage of prediction intervals are numbers from 0 to
/// 1, not values of this type.
public struct Percentage: Hashable, Comparable, AdditiveArithmetic, Codable, Sendable {
  /// The part as a number whose whole is 1.
  public let fraction: Double

  /// The part as a number whose whole is 100.
  ///
  /// A number with at most eight decimal places is restored: `Percentage(29)` has the value 29,
  /// not 28.999999999999996.
  public var percent: Double { (100 * fraction).nearbyDecimal }

  /// Creates a percentage from a number whose whole is 100.
  ///
  /// - Precondition: `percent` is finite.
  public init(_ percent: Double) { self.init(fraction: percent / 100) }

  /// Creates a percentage from a number whose whole is 1.
  ///
  /// - Precondition: `fraction` is finite.
  public init(fraction: Double) {
    precondition(fraction.isFinite, "a percentage must be finite")
    self.fraction = fraction
  }

  /// Creates the percentage that `part` is of `whole`, or returns `nil` if `whole` is zero or the
  /// quotient is not finite.
  public init?(_ part: Double, of whole: Double) {
    guard whole != 0, (part / whole).isFinite else { return nil }
    fraction = part / whole
  }

  /// Creates the percentage that a count is of the count of all, or returns `nil` if there are none.
  public init?(_ count: Int, of total: Int) { self.init(Double(count), of: Double(total)) }

  /// Zero percent.
  public static let zero = Self(fraction: 0)

  /// Returns the sum of two parts of the same whole.
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(fraction: lhs.fraction + rhs.fraction)
  }

  /// Returns the difference of two percentages, in percentage points.
  public static func - (lhs: Self, rhs: Self) -> Self {
    Self(fraction: lhs.fraction - rhs.fraction)
  }

  /// Returns a Boolean value that indicates whether `lhs` is the smaller part.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.fraction < rhs.fraction }

  /// Decodes a finite number whose whole is 1.
  public init(from decoder: any Decoder) throws {
    fraction = try decoder.singleValueContainer().decode(Double.self)
    try decoder.require(fraction.isFinite, "A fraction must be finite")
  }

  /// Encodes the part as a number whose whole is 1.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(fraction)
  }
}

extension Percentage: CustomStringConvertible {
  /// The percentage to one decimal place, such as "71.3 %".
  public var description: String {
    let text = percent.decimalText(places: 1) ?? percent.description
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " %"
  }
}
