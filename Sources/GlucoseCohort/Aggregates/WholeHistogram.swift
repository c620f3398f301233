internal import GlucoseMath

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

  static func += (lhs: inout Self, rhs: Self) {
    guard !rhs.counts.isEmpty else { return }
    if lhs.counts.isEmpty { lhs.first = rhs.first }
    let before = lhs.first - Swift.min(lhs.first, rhs.first)
    let after = Swift.max(0, rhs.first + rhs.counts.count - lhs.first - lhs.counts.count)
    lhs.counts = Array(repeating: 0, count: before) + lhs.counts + Array(repeating: 0, count: after)
    lhs.first -= before
    let offset = rhs.first - lhs.first
    for (bin, number) in rhs.counts.enumerated() { lhs.counts[offset + bin] += number }
  }

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
