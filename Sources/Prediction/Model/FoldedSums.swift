/// Normal equations by fold, each of which is forecast by models of the others (blocks of days in a
/// fit, studies in a pretrained model), and by group, such as people with another kind of sensor,
/// which is weighted after summing.
package struct FoldedSums: Equatable, Codable, Sendable {
  package let columns, outcomes: Int
  package let folds, groups: Int
  /// The sums of each fold's groups in order, `nil` without rows.
  private var parts: [NormalEquations?]

  package init(columns: Int, outcomes: Int, folds: Int, groups: Int = 1) {
    self.columns = columns
    self.outcomes = outcomes
    self.folds = folds
    self.groups = groups
    parts = Array(repeating: nil, count: folds * groups)
  }

  /// Whether decoded sums have the same features and leads in each part, and plausible numbers.
  var isPlausible: Bool {
    (1...4096).contains(columns) && (1...64).contains(outcomes) && (1...256).contains(folds)
      && (1...16).contains(groups) && parts.count == folds * groups
      && parts.allSatisfy { part in
        part.map { $0.columns == columns && $0.outcomes == outcomes && $0.isPlausible } ?? true
      }
  }

  /// Whether each row has weight one, so that the square of the constant, the first feature, is the
  /// number of rows.
  var areOfWholeRows: Bool {
    parts.allSatisfy { part in
      guard let part else { return true }
      return part.gram[0, 0] == Double(part.rows)
        && zip(part.counts, part.missingGrams).allSatisfy {
          Double(part.rows - $0) == $1?.numbers.first ?? 0
        }
    }
  }

  package var rowCount: Int { parts.reduce(0) { $0 + ($1?.rows ?? 0) } }

  package subscript(fold: Int, group: Int) -> NormalEquations {
    parts[fold * groups + group] ?? NormalEquations(columns: columns, outcomes: outcomes)
  }

  package func rowCount(ofFold fold: Int, group: Int) -> Int {
    parts[fold * groups + group]?.rows ?? 0
  }

  package mutating func update(
    fold: Int, group: Int = 0, _ body: (inout NormalEquations) -> Void
  ) {
    let index = fold * groups + group
    var part = parts[index] ?? NormalEquations(columns: columns, outcomes: outcomes)
    parts[index] = nil
    body(&part)
    parts[index] = part
  }

  package static func += (lhs: inout Self, rhs: Self) {
    precondition(
      lhs.folds == rhs.folds && lhs.groups == rhs.groups,
      "Sums must have the same folds and groups")
    for fold in 0..<lhs.folds {
      for group in 0..<lhs.groups {
        guard let part = rhs.parts[fold * rhs.groups + group] else { continue }
        lhs.update(fold: fold, group: group) { $0 += part }
      }
    }
  }

  /// Returns the sum over all folds, or all but `left`, with a weight of each group's rows if
  /// given. With `sharingGram`, it is that of ``NormalEquations/sharedGramApproximation``: one
  /// matrix to factorize for all leads, with a small error.
  package func sum(
    leaving left: Int? = nil, weights: [Double]? = nil, sharingGram: Bool = false
  ) -> NormalEquations {
    sum(of: (0..<folds).filter { $0 != left }, weights: weights, sharingGram: sharingGram)
  }

  /// Returns the sum over some of the folds; see ``sum(leaving:weights:sharingGram:)``.
  package func sum(
    of chosen: [Int], weights: [Double]? = nil, sharingGram: Bool = false
  ) -> NormalEquations {
    var sum = NormalEquations(columns: columns, outcomes: outcomes)
    for group in 0..<groups {
      let weight = weights?[group] ?? 1
      for fold in chosen {
        guard var part = parts[fold * groups + group] else { continue }
        if sharingGram { part = part.sharedGramApproximation }
        if weight != 1 { part.scale(by: weight) }
        sum += part
      }
    }
    return sum
  }
}
