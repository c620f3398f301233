internal import GlucoseMath

/// Nights by descending score, from which measures of any sample of people take one pass.
struct RankedNights {
  /// The area under a receiver operating characteristic, and the sensitivity at ``specificity``.
  struct Measures {
    let area, sensitivity: Double
  }

  /// The specificity at which sensitivity is measured: that of a published product.
  static let specificity = 0.916

  private let rows: [(score: Double, person: Int, isLow: Bool)]

  init(_ nights: [(score: Double, person: Int, isLow: Bool)]) {
    rows = nights.ordered { $0.score > $1.score }
  }

  /// Returns the measures of the nights, each counted as often as its person, or `nil` unless there
  /// are nights with and without a low. Nights of equal scores are one step of the curve, which is
  /// straight between steps.
  func measures(counting people: [Int]) -> Measures? {
    let counts = rows.map { people[$0.person] }
    let lows = zip(rows, counts).reduce(0) { $0 + ($1.0.isLow ? $1.1 : 0) }
    let others = counts.reduce(0, +) - lows
    guard lows > 0, others > 0 else { return nil }
    let allowed = (1 - Self.specificity) * Double(others)
    var (hits, alarms, area) = (0.0, 0.0, 0.0)
    var sensitivity: Double?
    var index = 0
    while index < rows.count {
      let score = rows[index].score
      var (more, wrong) = (0.0, 0.0)
      while index < rows.count, rows[index].score == score {
        if rows[index].isLow {
          more += Double(counts[index])
        } else {
          wrong += Double(counts[index])
        }
        index += 1
      }
      if sensitivity == nil, alarms + wrong > allowed {
        sensitivity = (hits + more * (allowed - alarms) / wrong) / Double(lows)
      }
      area += wrong * (hits + more / 2)
      hits += more
      alarms += wrong
    }
    return Measures(
      area: area / (Double(lows) * Double(others)), sensitivity: sensitivity ?? 1)
  }
}
