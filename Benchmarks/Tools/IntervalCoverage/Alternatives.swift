import Foundation

/// Other ways to an interval from the same days, to compare with.
enum Alternative: String, CaseIterable {
  /// Days are independent: the textbook.
  case independentDays = "independent days"
  /// Means of blocks of seven days are independent.
  case weeklyBlocks = "weeks"
  /// Percentiles of records put together from drawn blocks of seven consecutive days, of one below 14
  /// days (Politis & Romano 1992).
  case bootstrappedBlocks = "drawn weeks"
  /// Equal-weighted cosines, 0.4 *d*^(2/3) of them (Lazarus, Lewis, Stock & Watson, *Journal of Business &
  /// Economic Statistics* 36, 2018).
  case cosines = "cosines"

  /// The intervals of the three numbers at 95 %; absent where the days are too few.
  func intervals(of days: ArraySlice<Totals>, seed: UInt64) -> [ClosedRange<Double>?] {
    let whole = days.reduce(Totals(), +)
    if self == .bootstrappedBlocks { return drawn(Array(days), seed) }
    return zip(contributions(of: days, whole), whole.numbers.all).map { contributions, number in
      guard let (error, freedom) = error(of: contributions) else { return nil }
      let width = error * StudentT.quantile(degreesOfFreedom: freedom)
      return number - width...number + width
    }
  }

  /// The standard error of the mean of daily contributions, and its degrees of freedom.
  func error(of values: [Double]) -> (error: Double, degreesOfFreedom: Int)? {
    let d = values.count
    switch self {
    case .independentDays:
      return (deviation(of: values) / Double(d).squareRoot(), d - 1)
    case .weeklyBlocks:
      let blocks = d / 7
      guard blocks >= 2 else { return nil }
      let means = (0..<blocks).map { block in
        let rows = block * d / blocks..<(block + 1) * d / blocks
        return values[rows].reduce(0, +) / Double(rows.count)
      }
      return (deviation(of: means) / Double(blocks).squareRoot(), blocks - 1)
    case .cosines:
      let count = min(d - 1, max(2, Int((0.4 * pow(Double(d), 2 / 3.0)).rounded())))
      let squares = (1...count).reduce(0.0) { squares, wave in
        let sum = values.indices.reduce(0.0) {
          $0 + values[$1] * cos(.pi * Double(wave) * (Double($1) + 0.5) / Double(d))
        }
        return squares + 2 / Double(d) * sum * sum
      }
      return ((squares / Double(count) / Double(d)).squareRoot(), count)
    case .bootstrappedBlocks:
      return nil
    }
  }

  private func drawn(_ days: [Totals], _ seed: UInt64) -> [ClosedRange<Double>?] {
    var generator = Generator(state: seed)
    let length = days.count < 14 ? 1 : 7
    let draws = 400
    var results = [[Double]](repeating: [], count: 3)
    for _ in 0..<draws {
      var whole = Totals()
      var count = 0
      while count < days.count {
        let start = Int.random(in: 0..<days.count, using: &generator)
        for offset in 0..<min(length, days.count - count) {
          whole = whole + days[(start + offset) % days.count]
          count += 1
        }
      }
      for (number, value) in whole.numbers.all.enumerated() { results[number].append(value) }
    }
    return results.map { values in
      let sorted = values.sorted()
      return sorted[draws / 40]...sorted[draws - 1 - draws / 40]
    }
  }
}

/// What each day adds to the three numbers, about zero, in days' worth.
func contributions(of days: ArraySlice<Totals>, _ whole: Totals) -> [[Double]] {
  let (mean, share, deviation) = (
    whole.sum / whole.count, whole.inRange / whole.count, whole.deviation
  )
  let scale = Double(days.count) / whole.count
  let ofMean = days.map { ($0.sum - mean * $0.count) * scale }
  return [
    ofMean,
    days.map { 100 * ($0.inRange - share * $0.count) * scale },
    zip(days, ofMean).map { day, ofMean in
      let about = day.squares - 2 * mean * day.sum + mean * mean * day.count
      let spread = (about - deviation * deviation * day.count) / (2 * deviation * mean) * scale
      return 100 * (spread - deviation / (mean * mean) * ofMean)
    },
  ]
}

func deviation(of values: [Double]) -> Double {
  let mean = values.reduce(0, +) / Double(values.count)
  let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  return (squares / Double(values.count - 1)).squareRoot()
}

/// The 97.5 % quantile of Student's *t*.
enum StudentT {
  private static let quantiles: [Double] = (1...400).map { freedom in
    let n = Double(freedom)
    // The area from zero by Simpson's rule over θ, where t = √n tan θ.
    func area(_ t: Double) -> Double {
      let end = atan(t / n.squareRoot())
      let steps = 2000
      let width = end / Double(steps)
      let sum = (0...steps).reduce(0.0) {
        let weight = $1 == 0 || $1 == steps ? 1.0 : $1 % 2 == 0 ? 2 : 4
        return $0 + weight * pow(cos(Double($1) * width), n - 1)
      }
      return sum * width / 3 * exp(lgamma((n + 1) / 2) - lgamma(n / 2)) / Double.pi.squareRoot()
    }
    var (low, high) = (1.9, 13.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if area(middle) < 0.475 { low = middle } else { high = middle }
    }
    return low
  }

  static func quantile(degreesOfFreedom: Int) -> Double {
    quantiles[min(degreesOfFreedom, quantiles.count) - 1]
  }
}

/// Steele, Lea and Flood's generator (2014).
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
