internal import GlucoseMath
internal import Prediction

/// The weights that depend on the type of diabetes, from the sums of all people.
///
/// The level to which glucose returns differs between types, and with little history in view a row
/// of features does not contain it. The weights of the hours that are not in view are therefore
/// corrected by the residuals of each type's people: a ridge regression whose penalty does not
/// decrease with the number of rows of a type, because the differences between studies of one type
/// do not either.
struct TypeRegression: Sendable {
  /// The type of the people in each fold.
  let types: [TypeOfDiabetes?]
  let map: FeatureMap

  /// The penalties per row on the corrections of the level's weights, and on those of the slopes',
  /// which depend on the sensor, too.
  private static let penalties = (level: 0.01, slopes: 0.1)

  /// The types, if there are at least two.
  var known: [TypeOfDiabetes] {
    let all = TypeOfDiabetes.allCases.filter(types.contains)
    return all.count < 2 ? [] : all
  }

  /// Returns the weights of the ``FeatureLayout/missingHours`` for each of the ``known`` types,
  /// from those of all features for people of all types, without the fold `left` if given.
  func weights(
    correcting weights: [Double], _ sums: FoldedSums, _ groupWeights: [Double], leaving left: Int?
  ) -> [[Double]] {
    let columns = Array(map.layout.missingHours)
    let everything = Array(0..<map.columns)
    let common = (0..<sums.outcomes).flatMap { outcome in
      columns.map { weights[outcome * map.columns + $0] }
    }
    return known.map { type in
      let folds = types.indices.filter { types[$0] == type && $0 != left }
      let residual = sums.sum(of: folds, weights: groupWeights)
        .residual(of: weights, everything, on: columns)
      var own = common
      own.add(residual.weights(penalties: penalties(columns)) ?? common.map { _ in 0 })
      return own
    }
  }

  /// Returns the weights of all features for an unknown type: the mean over the types.
  func replacing(_ weights: [Double], with own: [[Double]]) -> [Double] {
    own.isEmpty ? weights : map.layout.replacingMissingHours(in: weights, with: own.mean)
  }

  private func penalties(_ columns: [Int]) -> [Double] {
    columns.map {
      map.layout.missingLevels.contains($0) ? Self.penalties.level : Self.penalties.slopes
    }
  }
}
