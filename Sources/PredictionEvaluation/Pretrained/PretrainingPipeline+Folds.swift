internal import GlucoseMath
internal import Prediction

extension PretrainingPipeline {
  private static let parts = 4

  /// Returns the fold of each person of each study, and the weight of each fold. A study without
  /// which there are fewer origins than are `enough` for weights is divided, if two of its people
  /// have origins.
  static func folds(
    _ studies: [[Person]], _ cadence: SensorCadence, enough: Int
  ) -> (numbers: [[Int]], shares: [Double]) {
    let nearlyAll = 0.9
    let origins = studies.map { $0.reduce(0) { $0 + $1.originCount } }
    let allOrigins = origins.reduce(0, +)
    func readings(_ people: [Person], _ kind: SensorKind?) -> Double {
      people.reduce(0) { $0 + (kind == nil || $1.kind == kind ? Double($1.series.count) : 0) }
    }
    var shares: [Double] = []
    let numbers = zip(studies, origins).map { people, own -> [Int] in
      guard !people.isEmpty else { return [] }
      let isNeeded =
        own > 0 && allOrigins - own < enough && people.count { $0.originCount > 0 } > 1
      let isAlone = SensorKind.allCases.contains { kind in
        guard kind.cadence == cadence else { return false }
        let own = readings(people, kind)
        return own > 0 && own > nearlyAll * readings(studies.flatMap { $0 }, kind)
          && own > 0.5 * readings(people, nil)
      }
      let first = shares.count
      guard isNeeded || isAlone && people.count >= parts else {
        shares.append(1)
        return people.map { _ in first }
      }
      let phases = phases(people.map(\.series))
      // Only the folds that contain a person, so that none is empty.
      let used = Set(phases).sorted()
      shares += used.map { _ in 1 / Double(used.count) }
      return phases.map { phase in first + (used.firstIndex(of: phase) ?? 0) }
    }
    return (numbers, shares)
  }

  /// Returns each person's part of a divided study; of two people, two parts at least.
  private static func phases(_ people: [GlucoseSeries]) -> [Int] {
    let phases = people.map { $0.foldPhase(of: parts) }
    guard Set(phases).count < 2 else { return phases }
    // All have the same phase: they are divided in the order of their hashes.
    let hashes = people.map(\.contentHash)
    let order = hashes.indices.ordered { hashes[$0] < hashes[$1] }
    var ranks = phases
    for (rank, person) in order.enumerated() { ranks[person] = rank % parts }
    return ranks
  }

  /// Returns the folds without which there are enough rows to fit weights to.
  static func fittedFolds(in sums: FoldedSums) -> Set<Int> {
    Set((0..<sums.folds).filter { rowCount(without: $0, in: sums) > 2 * sums.columns })
  }

  /// Returns the number of rows in all folds but one.
  private static func rowCount(without fold: Int, in sums: FoldedSums) -> Int {
    sums.rowCount - (0..<sums.groups).reduce(0) { $0 + sums.rowCount(ofFold: fold, group: $1) }
  }

  /// Returns the folds whose errors select the hyperparameters of a kind of sensor: those with rows
  /// of the kind, if the other folds have enough rows to fit weights to.
  ///
  /// - Throws: `FitError` if there is no such fold.
  static func testedFolds(
    of kind: SensorKind, in sums: FoldedSums
  ) throws(FitError) -> [Int] {
    let own = (0..<sums.folds).filter { sums.rowCount(ofFold: $0, group: kind.group) > 0 }
    let tested = own.filter(fittedFolds(in: sums).contains)
    guard !tested.isEmpty else {
      throw FitError(
        .tooFewRowsLeft(
          found: own.map { rowCount(without: $0, in: sums) }.max() ?? 0,
          needed: 2 * sums.columns + 1))
    }
    return tested
  }
}
