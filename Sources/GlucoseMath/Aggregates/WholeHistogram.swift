// SPDX-License-Identifier: Apache-2.0

/// The number of readings that round down to each whole concentration in mg/dL, from the lowest
/// that occurs to the highest.
struct WholeHistogram: Hashable, Codable, Sendable {
  /// The highest bin, which contains all greater values.
  static let limit = 2047

  private var first = 0
  private var counts: [Int] = []

  init() {}

  /// Creates the counts of values between `low`, the lowest, and `high`, the highest.
  init(_ values: ArraySlice<Double>, from low: Double, to high: Double) {
    let limit = Double(Self.limit)
    first = Int(Swift.min(low, limit))
    counts = Array(repeating: 0, count: Int(Swift.min(high, limit)) - first + 1)
    for value in values { counts[Int(Swift.min(value, limit)) - first] += 1 }
  }

  /// Creates counts of whole concentrations from `first`, without empty bins at the ends.
  init(first: Int, counts: [Int]) {
    guard let low = counts.firstIndex(where: { $0 != 0 }),
      let high = counts.lastIndex(where: { $0 != 0 })
    else { return }
    self.first = first + low
    self.counts = Array(counts[low...high])
  }

  /// Adds the counts of another histogram, or subtracts them if `sign` is −1.
  mutating func combine(_ other: Self, sign: Int) {
    guard !other.counts.isEmpty else { return }
    if counts.isEmpty, sign > 0 {
      self = other
      return
    }
    let low = Swift.min(first, other.first)
    let high = Swift.max(first + counts.count, other.first + other.counts.count)
    if low < first || high > first + counts.count {
      counts =
        Array(repeating: 0, count: first - low) + counts
        + Array(repeating: 0, count: high - first - counts.count)
      first = low
    }
    for (bin, number) in other.counts.enumerated() {
      counts[other.first - first + bin] += sign * number
    }
    if counts.first == 0 || counts.last == 0 { self = Self(first: first, counts: counts) }
  }

  /// The number of readings.
  var total: Int { counts.reduce(0, +) }

  /// Returns the whole concentration at a rank among the readings; there are more than `rank`.
  func value(at rank: Int) -> Int {
    var passed = 0
    for (bin, number) in counts.enumerated() {
      passed += number
      if rank < passed { return first + bin }
    }
    return first + counts.count - 1
  }
}

extension WholeHistogram {
  /// Decodes the counts of bins from 0 to ``limit``.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    first = try container.decode(Int.self, forKey: .first)
    counts = try container.decode([Int].self, forKey: .counts)
    try decoder.require(
      (0...Self.limit).contains(first) && counts.count <= Self.limit + 1 - first,
      "The bins of a histogram must be between 0 and \(Self.limit) mg/dL")
    try decoder.require(
      counts.allSatisfy { (0...1 << 40).contains($0) },
      "The counts of a histogram must be from 0 to 2^40")
  }
}
