/// The coverage of intervals, measured on data that was not used to build them.
package struct EmpiricalCoverage: Equatable, Codable, Sendable {
  /// The nominal coverages that are measured: 0.50, 0.55 … 0.95.
  static let nominal = (10...19).map { Double($0) / 20 }

  package private(set) var counts: [Int]
  private(set) var hits: [[Int]]

  package init(outcomes: Int) {
    counts = Array(repeating: 0, count: outcomes)
    hits = Array(repeating: Array(repeating: 0, count: Self.nominal.count), count: outcomes)
  }

  init(_ whole: EmpiricalCoverage, outcomes: Int) {
    counts = Array(whole.counts.prefix(outcomes))
    hits = Array(whole.hits.prefix(outcomes))
  }

  /// Measures the coverage, on a set, of intervals calibrated on the others if these suffice.
  package init(of samples: [CalibrationSet], leavingOut left: Int) {
    var sample = samples[left]
    self.init(outcomes: sample.outcomes)
    guard sample.rows > 0 else { return }
    var others = CalibrationSet(outcomes: sample.outcomes)
    for (number, other) in samples.enumerated() where number != left { others += other }
    guard let range = try? ResidualModel(&others) else { return }
    sample.measure(by: range)
    for outcome in 0..<sample.outcomes {
      let quantiles = range.quantiles[outcome]
      for ratio in sample.ratios(of: outcome) {
        record(outcome: outcome) { quantiles[$0] <= ratio && ratio <= quantiles[$1] }
      }
    }
  }

  /// Records one outcome, for which `holds` returns whether it is within the quantiles at two
  /// positions of ``ResidualModel/probabilities``.
  mutating func record(outcome: Int, _ holds: (_ lower: Int, _ upper: Int) -> Bool) {
    counts[outcome] += 1
    // Quantiles ascend, so that a wider interval contains the narrower ones. The bounds of an
    // interval are at (1 ∓ coverage) / 2.
    var least = 0
    while least < Self.nominal.count, !holds(9 - least, 29 + least) { least += 1 }
    for index in least..<Self.nominal.count { hits[outcome][index] += 1 }
  }

  package static func += (lhs: inout Self, rhs: Self) {
    lhs.counts.add(rhs.counts)
    for outcome in lhs.hits.indices { lhs.hits[outcome].add(rhs.hits[outcome]) }
  }

  func share(_ coverage: Double, outcome: Int) -> Double? {
    guard counts[outcome] > 0 else { return nil }
    let position = min(max(coverage * 20 - 10, 0), 9)
    let below = min(Int(position), 8)
    let share = position - Double(below)
    let held =
      Double(hits[outcome][below]) * (1 - share) + Double(hits[outcome][below + 1]) * share
    return held / Double(counts[outcome])
  }
}
