// SPDX-License-Identifier: Apache-2.0

/// The functions of a concentration that need a logarithm, as polynomials at every half mg/dL.
///
/// A polynomial takes a fifth of the time of the functions, and at a whole mg/dL it is its first
/// coefficient. Each is the Taylor series of the function, truncated where the next term is less
/// than 1e-12 of its scale.
struct RiskTermTable {
  /// The lanes are the risk function, the root of the GRADE score, the decades above 90 mg/dL, and
  /// the term of the hyperglycemia index.
  typealias Functions = SIMD4<Double>

  /// The shared table, created on first use.
  static let shared = RiskTermTable()

  /// The concentrations in mg/dL from the first to the last place, and the number of places for each
  /// mg/dL.
  static let lowest = 39.0
  static let highest = 600.0
  static let perUnit = 2.0
  /// Above 140 mg/dL and below this value, the series of the hyperglycemia index converges too
  /// slowly, and ``excesses`` is used.
  static let firstSmooth = 146.0
  private static let perDecade = 0.434_294_481_903_251_8

  /// The polynomial at each place.
  private let polynomials: [Polynomial]
  /// The powers of small excesses over 140 mg/dL.
  private let excesses = PowerTable(exponent: 1.1)

  private struct Polynomial {
    let coefficients: (Functions, Functions, Functions, Functions, Functions, Functions, Functions)

    @inline(__always)
    func value(at x: Double) -> Functions {
      let c = coefficients
      var sum = c.6 * x + c.5
      sum = sum * x + c.4
      sum = sum * x + c.3
      sum = sum * x + c.2
      sum = sum * x + c.1
      return sum * x + c.0
    }
  }

  private init() {
    let count = Int((Self.highest - Self.lowest) * Self.perUnit) + 1
    polynomials = (0..<count).map {
      Self.polynomial(about: Self.lowest + Double($0) / Self.perUnit)
    }
  }

  /// Returns the functions of a concentration in mg/dL.
  @inline(__always)
  func functions(of value: Double) -> Functions {
    guard value >= Self.lowest, value <= Self.highest else { return Self.functions(of: value) }
    let position = (value - Self.lowest) * Self.perUnit
    // Adding 2⁵² leaves the rounded number in the low bits, without a checked conversion.
    let shifted = position + 0x1p52
    let distance = position - (shifted - 0x1p52)
    let place = Int(truncatingIfNeeded: shifted.bitPattern & 0xFFFF)
    if distance == 0 { return polynomials[place].coefficients.0 }
    var functions = polynomials[place].value(at: distance)
    if value > 140, value < Self.firstSmooth { functions[3] = hyperglycemiaTerm(of: value) }
    return functions
  }

  /// Returns the term of the hyperglycemia index of a concentration above 140 and below 148 mg/dL.
  @inline(__always)
  func hyperglycemiaTerm(of value: Double) -> Double { excesses.power(value - 140) / 30 }

  /// The functions of eight concentrations, function by function.
  struct LaneFunctions {
    var risk = SIMD8<Double>.zero
    var gradeRoot = SIMD8<Double>.zero
    var decades = SIMD8<Double>.zero
    var hyperglycemia = SIMD8<Double>.zero
  }

  /// Returns the functions of eight concentrations in mg/dL.
  @inline(__always)
  func functions(of values: SIMD8<Double>) -> LaneFunctions {
    let a = functions(of: values[0])
    let b = functions(of: values[1])
    let c = functions(of: values[2])
    let d = functions(of: values[3])
    let e = functions(of: values[4])
    let f = functions(of: values[5])
    let g = functions(of: values[6])
    let h = functions(of: values[7])
    return LaneFunctions(
      risk: SIMD8(a[0], b[0], c[0], d[0], e[0], f[0], g[0], h[0]),
      gradeRoot: SIMD8(a[1], b[1], c[1], d[1], e[1], f[1], g[1], h[1]),
      decades: SIMD8(a[2], b[2], c[2], d[2], e[2], f[2], g[2], h[2]),
      hyperglycemia: SIMD8(a[3], b[3], c[3], d[3], e[3], f[3], g[3], h[3]))
  }

  /// Returns the functions of any positive concentration, from their definitions.
  ///
  /// Where a function is not defined, the result is its value at the lowest concentration where it
  /// is.
  @inline(never)
  static func functions(of value: Double) -> Functions {
    let tiny = 1e-100
    let scaled = SIMD8(value, value / 18, value / 90, 1, 1, 1, 1, 1).naturalLogarithms
    let inner = SIMD8(
      Swift.max(scaled[0], tiny), Swift.max(scaled[1] * perDecade, tiny),
      Swift.max(value - 140, tiny), 1, 1, 1, 1, 1
    ).naturalLogarithms
    let powers = SIMD8(inner[0] * 1.084, inner[2] * 1.1, 0, 0, 0, 0, 0, 0).exponentials
    return Functions(
      powers[0] - 5.381, inner[1] * perDecade + 0.16, scaled[2] * perDecade,
      value > 140 ? powers[1] / 30 : 0)
  }

  /// Returns the polynomial about a concentration, in the distance from it in places.
  private static func polynomial(about center: Double) -> Polynomial {
    let series = series(about: center)
    func coefficient(_ order: Int) -> Functions {
      Functions(
        series.risk[order], series.gradeRoot[order], series.decades[order],
        series.hyperglycemia[order])
    }
    return Polynomial(
      coefficients: (
        coefficient(0), coefficient(1), coefficient(2), coefficient(3), coefficient(4),
        coefficient(5), coefficient(6)
      ))
  }

  /// Returns the series of the functions about a concentration, in the distance from it in places.
  static func series(about center: Double) -> (
    risk: TaylorSeries, gradeRoot: TaylorSeries, decades: TaylorSeries,
    hyperglycemia: TaylorSeries
  ) {
    func line(_ unit: Double) -> TaylorSeries {
      TaylorSeries(center / unit, slope: 1 / perUnit / unit)
    }
    return (
      line(1).logarithm.power(1.084) + -5.381,
      (line(18).logarithm * perDecade).logarithm * perDecade + 0.16,
      line(90).logarithm * perDecade,
      center > 140
        ? (line(1) + -140).power(1.1) * (1 / 30) : TaylorSeries(0, slope: 0)
    )
  }
}

/// A power of numbers below 8 as polynomials in each 32nd of the numbers from 1 to 2, and powers of
/// two.
///
/// Unlike a series about a number, it is exact to its last digits near zero, too.
private struct PowerTable {
  private static let pieces = 32
  private static let lowestExponent = -52

  /// A series about the middle of each piece, in the distance from it.
  private let series: [TaylorSeries]
  /// The power of each power of two from the lowest.
  private let scales: [Double]

  init(exponent: Double) {
    series = (0..<Self.pieces).map {
      TaylorSeries(1 + (Double($0) + 0.5) / Double(Self.pieces), slope: 1).power(exponent)
    }
    scales = (Self.lowestExponent...2).map {
      SIMD8(repeating: Double(sign: .plus, exponent: $0, significand: 1)).powers(exponent)[0]
    }
  }

  /// Returns the power of a positive number below 8; zero below the lowest power of two.
  ///
  /// Inlined, it would take registers from the loop over all readings, of which few need it.
  @inline(never)
  func power(_ x: Double) -> Double {
    let bits = x.bitPattern
    let place = Int(truncatingIfNeeded: bits >> 52) &- 1023 &- Self.lowestExponent
    guard scales.indices.contains(place) else { return 0 }
    let fraction = bits & 0xF_FFFF_FFFF_FFFF
    let significand = Double(bitPattern: fraction | 1.0.bitPattern)
    let piece = Int(truncatingIfNeeded: fraction >> 47)
    let middle = 1 + (Double(piece) + 0.5) / Double(Self.pieces)
    return series[piece].value(at: significand - middle) * scales[place]
  }
}
